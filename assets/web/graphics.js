// The page in a browser source: draws its channel's stage, replaces only the graphics that change,
// and reconnects by itself. After an error the picture on air stays, and no error is shown on it.

import { openLine } from "./line.js";

const channel = document.documentElement.dataset.channel;
const canvas = document.getElementById("canvas");
const drawn = new Map(); // key -> {element, box, svg}
let width = 1920;
let height = 1080;

function fit() {
  const scale = Math.min(innerWidth / width, innerHeight / height);
  const left = (innerWidth - width * scale) / 2;
  const top = (innerHeight - height * scale) / 2;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
}

function place(element, box) {
  element.style.left = `${box.x}px`;
  element.style.top = `${box.y}px`;
  element.style.width = `${box.width}px`;
  element.style.height = `${box.height}px`;
}

function redraw(element, svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") return; // the browser's error document must not go on air
  element.replaceChildren(document.importNode(parsed, true));
}

// A whole stage has `graphics`. A change has `keys`, all current graphics in painting order, and
// `changed`, the graphics that differ.
function draw(stage) {
  width = stage.width;
  height = stage.height;
  fit();
  const changed = stage.graphics ?? stage.changed;
  const keys = stage.keys ?? changed.map((graphic) => graphic.key);
  const wanted = new Set(keys);
  for (const [key, { element }] of drawn) {
    if (wanted.has(key)) continue;
    element.remove();
    drawn.delete(key);
  }
  for (const { key, box, svg } of changed) {
    let graphic = drawn.get(key);
    if (graphic === undefined) {
      graphic = { element: document.createElement("div"), box: "", svg: "" };
      graphic.element.dataset.key = key;
      drawn.set(key, graphic);
    }
    const boxText = JSON.stringify(box);
    if (graphic.box !== boxText) place(graphic.element, box);
    if (graphic.svg !== svg) redraw(graphic.element, svg);
    graphic.box = boxText;
    graphic.svg = svg;
  }
  let before = null;
  for (const key of keys) {
    const { element } = drawn.get(key);
    const here = before === null ? canvas.firstChild : before.nextSibling;
    if (here !== element) canvas.insertBefore(element, here);
    before = element;
  }
  canvas.dataset.seq = stage.seq;
}

// Resolves after two frames. A hidden page gets no frames, so it waits a short time instead.
function painted() {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const hidden = new Promise((done) => setTimeout(done, 150));
  return Promise.race([frame().then(frame), hidden]);
}

// Every message, a beat too, is answered with what is drawn.
async function received(stage, answer) {
  if (stage !== null) {
    draw(stage);
    await painted();
  }
  answer({ seq: Number(canvas.dataset.seq) });
}

function connect() {
  openLine(`/live/${encodeURIComponent(channel)}${location.search}`, received);
}

addEventListener("resize", fit);
fit();
// Text drawn before its font has loaded would jump on air.
Promise.all([...document.fonts].map((face) => face.load().catch(() => face))).then(
  () => document.fonts.ready.then(connect),
);
