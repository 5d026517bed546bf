// The page's side of the game: events go to Python in a worker, frames of HTML come back.
// It knows no rules and holds no state of the game. What it may have to say stands in index.html.
import { Idiomorph } from "./idiomorph.mjs";
import { watchDrags } from "./drag.js";
import { fly, places } from "./motion.js";

const SAVE = "scala40.save"; // the match in play
const ASIDE = "scala40.damaged"; // a save that could not be read, kept for its owner
const LOOK = "scala40.look"; // the classes that the page wears from the start
const LANGUAGE = "scala40.language"; // what is spoken from the start
const HERE = "scala40.here"; // the version of the large files that the browser has

const byId = (id) => document.getElementById(id);
const seconds = (name, usual) => Number(new URLSearchParams(location.search).get(name)) || usual;
const startSeconds = seconds("start", 30); // without any sign of progress
const answerSeconds = seconds("answer", 20);

// ---- the save: in memory too, since storage may be refused or full

let saved = "";

function storing(action) {
  let stored = true;
  try {
    action();
  } catch {
    stored = false;
  }
  byId("unsaved")?.toggleAttribute("hidden", stored); // it is gone once the player has read it
}

function keep({ save, keep_aside }) {
  if (save === undefined && !keep_aside) return;
  const before = saved;
  saved = save ?? before;
  storing(() => {
    if (keep_aside) localStorage.setItem(ASIDE, before);
    if (saved) localStorage.setItem(SAVE, saved);
    else localStorage.removeItem(SAVE);
  });
}

// ---- the worker

let worker;
let broken; // rejects when the worker breaks down

function within(limit, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${limit} s`)), limit * 1000);
  });
  return Promise.race([promise, late, broken]).finally(() => clearTimeout(timer));
}

async function hire() {
  worker?.terminate();
  document.querySelector("script[worker]")?.remove();
  const script = byId("python").content.firstElementChild.cloneNode();
  const engine = byId("downloads").content.querySelector('link[href$="/engine.mjs"]');
  script.setAttribute("version", new URL(engine.getAttribute("href"), location.href).href);
  document.body.append(script);
  await new Promise((resolve) => setTimeout(resolve)); // PyScript sees it and makes the worker
  worker = script.xworker;
  worker.onerror = () => {}; // PyScript would only log what is thrown below
  broken = new Promise((_, reject) => {
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    });
  });
  await Promise.race([worker.ready, broken]);
}

let patience;

function stillStarting() {
  clearTimeout(patience);
  patience = setTimeout(() => trouble("slow"), startSeconds * 1000);
}

async function start() {
  stillStarting();
  await hire();
  await worker.sync.health(); // a worker whose program failed to load is "ready" all the same
  const options = {
    language: navigator.language,
    seed: crypto.getRandomValues(new Uint32Array(1))[0],
    link: location.hash,
  };
  const frame = await complete(() => worker.sync.start(saved, JSON.stringify(options)));
  clearTimeout(patience);
  calm();
  forgetLink();
  apply(frame);
}

/** The frame that a call of the worker answers, which may need an archive that is not there yet. */
async function complete(call) {
  const frame = JSON.parse(await call());
  if (!frame.needs) return frame;
  const address = byId("python").dataset[frame.needs];
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok) {
    trouble("missing", address);
    throw new Error(address);
  }
  await worker.sync.load(frame.needs, new Uint8Array(await response.arrayBuffer()));
  return JSON.parse(await call());
}

async function answer(event) {
  const ask = () => complete(() => within(answerSeconds, worker.sync.handle(event)));
  try {
    return await ask();
  } catch (error) {
    console.warn("The worker is started again from the save:", error);
    await start();
    return ask();
  }
}

// ---- events out, frames in, one at a time

const queue = [];
let busy = true; // until Python runs
let running = false;
let nextStep;

function send(event, since) {
  clearTimeout(nextStep);
  if (!running) queue.length = 0; // before the start only the last wish counts
  queue.push({ event, since });
  byId("loading").classList.toggle("awaited", !running);
  work();
}

async function work() {
  if (busy) return;
  busy = true;
  try {
    while (queue.length) {
      const { event, since } = queue.shift();
      apply(await answer(JSON.stringify(event)), since);
    }
  } finally {
    busy = false;
  }
}

function apply(frame, since) {
  clearTimeout(nextStep);
  const focused = document.activeElement !== document.body;
  const spots = places(frame.moves);
  for (const { target, html } of frame.patches) {
    Idiomorph.morph(byId(target), html, { morphStyle: "innerHTML" });
  }
  if (frame.look !== undefined) wear(frame);
  if (spots) fly(frame.moves, spots, frame.flight_ms);
  if (frame.sounds) import("./sounds.js").then(({ play }) => play(frame.sounds));
  minding();
  rove(focused && document.activeElement === document.body);
  keep(frame);
  if (frame.next_ms !== undefined && !queue.length) {
    nextStep = setTimeout(() => send({ do: "next-step" }), frame.next_ms);
  }
  painted().then(() => {
    if (since) performance.measure("answer", { start: since, end: performance.now() });
    if (frame.announce) byId("live").textContent = frame.announce;
    if (frame.playable && !performance.getEntriesByName("playable").length) {
      performance.mark("playable");
    }
  });
}

function wear({ look, language }) {
  const page = document.documentElement;
  if (page.className === look && page.lang === language) return;
  page.className = look;
  page.lang = language;
  storing(() => {
    localStorage.setItem(LOOK, look);
    localStorage.setItem(LANGUAGE, language);
  });
}

/** A link is followed once: a reload is no second visit. */
function forgetLink() {
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

addEventListener("hashchange", () => {
  if (!location.hash) return;
  send({ do: "link", arg: location.hash, form: fields() });
  forgetLink();
});

// ---- what lies over the table: it takes the focus and gives it back

let before; // the id of what had the focus

function minding() {
  const dialog = document.querySelector("#overlay [role=dialog]");
  const table = byId("overlay").previousElementSibling;
  if (dialog && !dialog.contains(document.activeElement)) {
    before = document.activeElement.id;
    dialog.focus();
  }
  table.inert = Boolean(dialog);
  if (!dialog && before) {
    byId(before)?.focus();
    before = "";
  }
}

// ---- the keyboard: what lies on top names its keys in data-keys; arrows go along data-arrows

const STEPS = {
  ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity,
};
const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select";

const buttons = (group) => [...(group?.querySelectorAll("button, a") ?? [])];

let stop = { id: "", place: 0 }; // the card of the hand that the Tab key comes to

/** Leave one card to the Tab key; a focus that was lost with what had it goes there. */
function rove(lost) {
  const cards = buttons(byId("hand"));
  const place = cards.findIndex(({ id }) => id === stop.id);
  const current = cards[place < 0 ? Math.min(stop.place, cards.length - 1) : place];
  if (place >= 0) stop.place = place; // others may have come before it
  for (const card of cards) card.tabIndex = card === current ? 0 : -1;
  if (lost) current?.focus();
}

document.addEventListener("focusin", ({ target }) => {
  const place = buttons(byId("hand")).indexOf(target);
  if (place < 0) return;
  stop = { id: target.id, place };
  rove();
});

/** The button that an arrow, Home or End goes to. */
function neighbour(key, group) {
  const all = buttons(group);
  const place = all.indexOf(document.activeElement);
  if (place < 0 && key.startsWith("Arrow")) return all.find(({ tabIndex }) => tabIndex === 0);
  return all[Math.max(0, Math.min(all.length - 1, place + STEPS[key]))];
}

document.addEventListener("keydown", (event) => {
  const { key, target, timeStamp } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest(TYPING)) return;
  const dialog = document.querySelector("#overlay [role=dialog]");
  const scope = dialog ?? byId("app");
  const moves = key in STEPS && !event.shiftKey && !target.closest("#history"); // which they scroll
  const next = moves ? neighbour(key, scope.querySelector("[data-arrows]")) : undefined;
  next?.focus();
  const layer = dialog ?? scope.querySelector("[data-keys]");
  const name = (event.shiftKey && key in STEPS ? "Shift+" : "") + (key[1] ? key : key.toLowerCase());
  const [verb, object] = JSON.parse(layer?.dataset.keys ?? "{}")[name]?.split(" ") ?? [];
  const presses = key === "Enter" && target.matches("a, button:not([aria-pressed])"); // by itself
  if (next || (verb && !presses)) event.preventDefault();
  if (!verb || presses || (event.repeat && !event.shiftKey)) return;
  const form = document.querySelector(`form[data-do="${verb}"]`);
  if (form) form.requestSubmit();
  else {
    const arg = object ?? target.closest("#hand *")?.dataset.arg ?? "";
    send({ do: verb, arg, form: fields() }, timeStamp);
  }
});

/** What the form of the menu says, where there is one. */
function fields() {
  const form = document.querySelector("form[data-do]");
  if (location.hash) return undefined; // a link that is still to be read knows better
  return form ? Object.fromEntries(new FormData(form)) : undefined;
}

document.addEventListener("click", (event) => {
  const source = event.target.closest("[data-do]:not(form)");
  if (!source) return;
  event.preventDefault();
  const { do: verb, arg = "" } = source.dataset;
  const done = () => send({ do: verb, arg, form: fields() }, event.timeStamp);
  if ("copy" in source.dataset) copy(source.href).then(done, () => prompt("", source.href));
  else done();
});

/** Put a text where it can be pasted; browsers may refuse. */
const copy = async (text) => navigator.clipboard.writeText(text);

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-do]");
  if (!form) return;
  send({ do: form.dataset.do, arg: "", form: fields() }, event.timeStamp);
});

watchDrags(send);

// ---- without a network: a service worker keeps everything; a new version waits to be agreed to

async function stay() {
  if (!navigator.serviceWorker || !isSecureContext) return;
  const registration = await navigator.serviceWorker.register("sw.js");
  const offer = () => {
    const waits = registration.waiting && navigator.serviceWorker.controller;
    byId("update")?.toggleAttribute("hidden", !waits);
  };
  registration.addEventListener("updatefound", () => {
    registration.installing.addEventListener("statechange", offer);
  });
  byId("update-now")?.addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    storing(() => localStorage.setItem(SAVE, saved));
    registration.waiting.postMessage("update");
  });
  offer();
  await navigator.storage?.persist?.();
}

// ---- the start

/** Fetch the large files with a count of bytes; the worker then finds them in the browser's cache. */
async function download() {
  const files = [...document.querySelectorAll("link[data-bytes]")];
  if (!files.length) return; // the browser has them
  const bar = byId("loading").querySelector("progress");
  bar.max = files.reduce((sum, file) => sum + Number(file.dataset.bytes), 0);
  bar.value = 0;
  await Promise.all(files.map(async (file) => {
    const response = await fetch(file.href);
    if (!response.ok) throw new Error(`${file.getAttribute("href")}: ${response.status}`);
    const body = response.body.getReader();
    for (let part = await body.read(); !part.done; part = await body.read()) {
      bar.value += part.value.length;
      if (!running) stillStarting();
    }
  }));
  bar.removeAttribute("value"); // what is left cannot be counted
  storing(() => localStorage.setItem(HERE, byId("downloads").dataset.version));
}

function giveUp(error) {
  if (running) return; // Python is there all the same
  clearTimeout(patience);
  trouble("no-start", error.message);
}

async function main() {
  early?.target.requestSubmit(early.submitter);
  storing(() => { saved = localStorage.getItem(SAVE) ?? ""; });
  if (typeof WebAssembly !== "object") return trouble("no-wasm");
  stillStarting();
  download().catch(giveUp);
  await import("./pyscript/core.js");
  await start();
  byId("loading").hidden = true;
  running = true;
  busy = false;
  work();
  setTimeout(() => stay().catch(console.warn), 1000); // once the start is over
}

main().catch(giveUp);
