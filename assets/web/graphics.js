// A browser source's page: draws its channel's stage whole on connecting, then replaces only what
// changed, and comes back by itself. Whatever goes wrong, the picture on air stays as it was and says nothing.

const channel = document.documentElement.dataset.channel;
const canvas = document.getElementById("canvas");
const drawn = new Map(); // key -> {element, box, svg}
const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;
const NO_SUCH_CHANNEL = 4404;
let width = 1920;
let height = 1080;
let wait = FIRST_WAIT;

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
  if (parsed.localName !== "svg") return; // the browser's own complaint must not go on air
  element.replaceChildren(document.importNode(parsed, true));
}

// A whole stage has its `graphics`; a change has the `keys` of all that is there now, in the order
// they are painted, and the `changed` ones.
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
    let known = drawn.get(key);
    if (known === undefined) {
      known = { element: document.createElement("div"), box: "", svg: "" };
      known.element.dataset.key = key;
      drawn.set(key, known);
    }
    const boxText = JSON.stringify(box);
    if (known.box !== boxText) place(known.element, box);
    if (known.svg !== svg) redraw(known.element, svg);
    known.box = boxText;
    known.svg = svg;
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

// Two frames on; a page that is hidden gets none, and has drawn all the same.
function painted() {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const hidden = new Promise((done) => setTimeout(done, 150));
  return Promise.race([frame().then(frame), hidden]);
}

function connect() {
  const origin = location.origin.replace(/^http/, "ws");
  const socket = new WebSocket(`${origin}/live/${encodeURIComponent(channel)}${location.search}`);
  socket.addEventListener("message", (event) => {
    wait = FIRST_WAIT;
    const stage = JSON.parse(event.data);
    draw(stage);
    painted().then(() => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify({ seq: stage.seq })));
  });
  socket.addEventListener("close", (event) => {
    if (event.code === NO_SUCH_CHANNEL) return;
    setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  });
}

addEventListener("resize", fit);
fit();
// Text drawn before its font is there would jump on air.
Promise.all([...document.fonts].map((face) => face.load().catch(() => face))).then(
  () => document.fonts.ready.then(connect),
);
