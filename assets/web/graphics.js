// The page in a browser source: draws its channel's stage, moves what changes as the packages do, and
// reconnects by itself. After an error the picture on air stays, and no error is shown on it.

import { NOTHING, endOf, pictureAt, tidy, turned } from "./graphic/motion.js";
import { Painting, WORDS_STYLE, inked, parsed } from "./graphic/paint.js";
import { openLine } from "./line.js";

const channel = document.documentElement.dataset.channel;
const canvas = document.getElementById("canvas");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const asked = new URLSearchParams(location.search).get("motion");
const cuts = (asked ?? document.documentElement.dataset.motion) === "off";
const painting = new Painting(canvas, {
  element,
  enter: (key) => enters.get(key),
  place: (key) => order.indexOf(key),
  box: (_, content) => JSON.parse(content)[0],
  height: () => height,
});
let width = 1920;
let height = 1080;
let stage = new Map(); // key -> {content, wave}
let order = []; // the keys in painting order, also of what is leaving
const enters = new Map();
let picture = NOTHING;
let frame = 0;
let timer = 0;

function fit() {
  const scale = Math.min(innerWidth / width, innerHeight / height);
  const left = (innerWidth - width * scale) / 2;
  const top = (innerHeight - height * scale) / 2;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
}

function element(key, content) {
  const [[x, y, wide, high], svg] = JSON.parse(content);
  const made = document.createElement("div");
  made.dataset.key = key;
  made.style.cssText = `left:${x}px;top:${y}px;width:${wide}px;height:${high}px`;
  const drawn = parsed(svg);
  // The browser's error document must not go on air.
  if (drawn.localName === "svg") made.append(inked(drawn));
  return made;
}

function contentOf({ box, svg }) {
  return JSON.stringify([[box.x, box.y, box.width, box.height], svg]);
}

// The stage of these keys: with the new content of those in `changed`.
function staged(keys, changed, before) {
  const made = new Map(
    changed.map((each) => [each.key, { content: contentOf(each), wave: each.wave }]),
  );
  for (const { key, enter } of changed) enters.set(key, enter);
  return new Map(keys.map((key) => [key, made.get(key) ?? before.get(key)]));
}

const keysOf = (graphics) => graphics.map(({ key }) => key);

// What is leaving keeps its place among the others, unless these have changed their order.
function paintOrder(before, keys) {
  const merged = before.filter((key) => picture.layers.has(key));
  const leaving = merged.filter((key) => !keys.includes(key));
  let at = 0;
  for (const key of keys) {
    if (merged.includes(key)) at = merged.indexOf(key) + 1;
    else {
      merged.splice(at, 0, key);
      at += 1;
    }
  }
  const agrees = merged.filter((key) => keys.includes(key)).every((key, n) => key === keys[n]);
  return agrees ? merged : [...leaving, ...keys];
}

// A whole stage has `graphics`, and comes at once: it has been on air. A change has `keys`, all
// graphics in painting order, and `changed`, those that differ. It moves from what is shown, or from
// the graphics in `start`, or is a `cut`.
function show(message) {
  const now = performance.now();
  const whole = message.graphics !== undefined;
  const keys = message.keys ?? keysOf(message.graphics);
  let resized = false;
  if (keys.length > 0 && (message.width !== width || message.height !== height)) {
    resized = picture.layers.size > 0;
    ({ width, height } = message);
    fit();
  }
  const next = staged(keys, message.changed ?? message.graphics, stage);
  if (message.start) {
    const from = staged(keysOf(message.start), message.start, new Map());
    picture = turned(NOTHING, from, now, true);
    order = [...from.keys()];
  }
  stage = next;
  const atOnce = whole || resized || message.cut || cuts || still.matches;
  picture = turned(tidy(picture, now), stage, now, atOnce);
  order = paintOrder(order, keys);
  canvas.dataset.seq = message.seq;
  move();
}

function move() {
  cancelAnimationFrame(frame);
  clearTimeout(timer);
  const now = performance.now();
  picture = tidy(picture, now);
  painting.show(pictureAt(picture, now));
  const left = endOf(picture) - now;
  if (left > 0) {
    frame = requestAnimationFrame(move);
    timer = setTimeout(move, left + 1); // a hidden page gets no frames
  } else {
    canvas.dataset.settled = canvas.dataset.seq;
  }
}

// Resolves after two frames. A hidden page gets no frames, so it waits a short time instead.
function painted() {
  const next = () => new Promise((done) => requestAnimationFrame(done));
  const hidden = new Promise((done) => setTimeout(done, 150));
  return Promise.race([next().then(next), hidden]);
}

// Every message, a beat too, is answered with what is drawn, or on its way to be.
async function received(message, answer) {
  if (message !== null) {
    show(message);
    await painted();
  }
  answer({ seq: Number(canvas.dataset.seq) });
}

function connect() {
  openLine(`/live/${encodeURIComponent(channel)}${location.search}`, received);
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(WORDS_STYLE);
document.adoptedStyleSheets = [sheet];
addEventListener("resize", fit);
fit();
// Text drawn before its font has loaded would jump on air.
Promise.all([...document.fonts].map((face) => face.load().catch(() => face))).then(
  () => document.fonts.ready.then(connect),
);
