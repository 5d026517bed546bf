// Cards of the hand are dragged by any pointer: onto a meld, the discard pile, the cloth, or to
// another place of the hand. Python lights what is legal (`data-drop`) and refuses the rest.
const FAR = 8; // pixels that make a press a drag
const EDGE = 40; // pixels at either end of the melds where a card that is held scrolls them
const SPEED = 0.5; // pixels in a millisecond

/**
 * Watch for drags.
 *
 * @param send what passes an event on to Python
 */
export function watchDrags(send) {
  let held; // the card under the pointer: where it was pressed, and its ghost once it is dragged
  let swallow = false; // the click that follows a drop

  document.addEventListener("pointerdown", ({ target, button, pointerId, clientX, clientY }) => {
    swallow = false;
    const card = target.closest("#hand [data-do=card]");
    if (card && !button && !held) held = { card, pointerId, x: clientX, y: clientY };
  });

  document.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
    if (held?.pointerId !== pointerId) return;
    const [x, y] = [clientX - held.x, clientY - held.y];
    if (!held.ghost) {
      if (Math.hypot(x, y) < FAR) return;
      held.ghost = lift(held.card);
      document.documentElement.dataset.dragging = "";
      send({ do: "grab", arg: held.card.dataset.arg });
      requestAnimationFrame((now) => scroll(now, now));
    }
    held.at = [clientX, clientY];
    held.ghost.style.translate = `${x}px ${y}px`;
    over(target(clientX, clientY));
  });

  /** Scroll the melds where the card is held near an end of them, frame after frame. */
  function scroll(before, now) {
    if (!held?.ghost) return;
    const [x, y] = held.at;
    const melds = document.getElementById("melds");
    const { top, bottom } = melds.getBoundingClientRect();
    if (y > top && y < bottom && melds.contains(document.elementFromPoint(x, y))) {
      const way = y < top + EDGE ? -1 : Number(y > bottom - EDGE);
      melds.scrollTop += way * SPEED * (now - before);
      if (way) over(target(x, y));
    }
    requestAnimationFrame((next) => scroll(now, next));
  }

  function end(dropped, { pointerId, clientX, clientY }) {
    if (held?.pointerId !== pointerId) return;
    const { card, ghost } = held;
    held = undefined;
    if (!ghost) return;
    ghost.remove();
    over();
    delete document.documentElement.dataset.dragging;
    swallow = true;
    const event = dropped && drop(card.dataset.arg, target(clientX, clientY));
    if (event) send(event, performance.now());
  }

  document.addEventListener("pointerup", (event) => end(true, event));
  document.addEventListener("pointercancel", (event) => end(false, event));
  document.addEventListener("click", (event) => {
    if (!swallow) return;
    swallow = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

/** A copy of the card, and of the others if it is one of several that are chosen. */
function lift(card) {
  const chosen = [...document.querySelectorAll("#hand [aria-pressed=true]")];
  const cards = chosen.includes(card) ? [card, ...chosen.filter((each) => each !== card)] : [card];
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  const { x, y, width } = card.querySelector(".face").getBoundingClientRect();
  ghost.style.left = `${x}px`;
  ghost.style.top = `${y}px`;
  ghost.style.width = `${width}px`;
  for (const each of cards) {
    const face = each.querySelector(".face").cloneNode(true);
    face.removeAttribute("id");
    ghost.append(face);
  }
  document.body.append(ghost);
  return ghost;
}

const TARGETS = "#hand [data-do=card], #melds .meld, #slot, #discard, #look, #melds, #staged, #centre";

/** What lies under a point that something can be dropped on. */
function target(x, y) {
  return document.elementFromPoint(x, y)?.closest(TARGETS);
}

function over(place) {
  document.querySelector("[data-over]")?.removeAttribute("data-over");
  place?.setAttribute("data-over", "");
}

/** The event of a drop; the ordinary one, so that a refusal has its reason. */
function drop(key, place) {
  if (!place) return undefined;
  if (place.matches("#hand *")) return { do: "move", arg: `${key} ${place.dataset.place}` };
  if (place.matches(".meld[data-do=meld]")) return { do: "meld", arg: place.dataset.arg };
  if (place.matches("#discard, #look, #centre")) return { do: "discard", arg: "" };
  return { do: "lay-or-open", arg: "" };
}
