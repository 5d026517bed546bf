// Cards travel from where they were to where they go. Python says which element came from which
// (`moves`, pairs of ids); what else has shifted slides. A tap or a key brings all of it to its end.
const byId = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SLIDING = ".held, #melds > .meld";
const flights = new Set();

/** Where everything is that will move, to be asked before the page changes. */
export function places(moves) {
  skip();
  if (!moves?.length || calm.matches) return undefined;
  const found = new Map();
  for (const [from] of moves) {
    const source = byId(from);
    if (source) found.set(from, source.getBoundingClientRect());
  }
  for (const each of document.querySelectorAll(SLIDING)) {
    found.set(each.id, each.getBoundingClientRect());
  }
  return found;
}

/** Let everything travel from where it was. */
export function fly(moves, before, duration) {
  const timing = { duration, easing: "cubic-bezier(.2, .7, .3, 1)", fill: "backwards" };
  const arrived = new Set(moves.map(([, to]) => to));
  moves.forEach(([from, to], n) => {
    const target = byId(to);
    const start = before.get(from);
    if (target && start) travel(target, start, { ...timing, delay: (n * duration) / 8 });
  });
  for (const each of document.querySelectorAll(SLIDING)) {
    const was = before.get(each.id);
    const now = each.getBoundingClientRect();
    if (!was || arrived.has(each.id) || (was.x === now.x && was.y === now.y)) continue;
    run(each.animate([{ translate: `${was.x - now.x}px ${was.y - now.y}px` }, {}], timing));
  }
}

/** A copy of a card flies above everything, as the regions of the table cut off what leaves them. */
function travel(target, start, timing) {
  const hidden = target.matches(".fan"); // another player's hand: its cards are seen from behind
  const face = target.matches(".face") ? target : target.querySelector(".face") ?? target;
  const end = face.getBoundingClientRect();
  if (!end.width) return;
  const ghost = hidden ? document.createElement("span") : face.cloneNode(true);
  ghost.removeAttribute("id");
  ghost.setAttribute("aria-hidden", "true");
  ghost.setAttribute("class", `${hidden ? "face back" : face.getAttribute("class")} ghost`);
  ghost.style.width = `${end.width}px`;
  ghost.style.left = `${end.x}px`;
  ghost.style.top = `${end.y}px`;
  ghost.style.setProperty("--large", getComputedStyle(face).getPropertyValue("--large") || "1");
  document.body.append(ghost);
  const scale = Math.max(0.3, Math.min(3, start.width / end.width));
  const from = `${start.x - end.x}px ${start.y - end.y}px`;
  const flight = ghost.animate([{ translate: from, scale, transformOrigin: "0 0" }, {
    translate: "0 0", scale: 1, transformOrigin: "0 0",
  }], timing);
  run(flight, () => ghost.remove());
  if (!hidden) {
    const { duration, delay } = timing;
    run(face.animate({ visibility: ["hidden", "hidden"] }, { duration: duration + delay }));
  }
}

function run(flight, ended = () => {}) {
  flights.add(flight);
  flight.onfinish = flight.oncancel = () => {
    flights.delete(flight);
    ended();
  };
}

/** Bring everything that moves to its end. */
export function skip() {
  for (const flight of [...flights]) flight.finish();
}

addEventListener("pointerdown", skip, true);
addEventListener("keydown", skip, true);
