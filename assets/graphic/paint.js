// Paints a picture of motion.js: an element for each graphic, open as far as it says.

const CLIPS = {
  left: (shut) => `inset(0 ${shut}% 0 0)`,
  right: (shut) => `inset(0 0 0 ${shut}%)`,
  top: (shut) => `inset(0 0 ${shut}% 0)`,
  bottom: (shut) => `inset(${shut}% 0 0 0)`,
  middle: (shut) => `inset(0 ${shut / 2}% 0 ${shut / 2}%)`,
};

// Signs are placed by a transform; a path without one is a plate or a line. Cards and flags appear
// whole.
const INKED = "[data-whole], text, path[transform]";

export const WORDS_STYLE = `
.word { opacity: var(--words); }
.word.stays { opacity: 1; }`;

export function parsed(svg) {
  return document.importNode(
    new DOMParser().parseFromString(svg, "image/svg+xml").documentElement,
    true,
  );
}

// Marks the words of an SVG, which appear after their plate.
export function inked(picture) {
  for (const word of picture.querySelectorAll(INKED)) {
    if (word.parentElement.closest("[data-whole]")) continue;
    const group = word.parentElement.closest("g[transform]");
    word.drawn = `${group?.getAttribute("transform")} ${word.outerHTML}`;
    word.classList.add("word");
  }
  return picture;
}

// Words that are the same in `other`, and at the same place, stay while one is mixed with the other.
function keepCommon(made, other) {
  const corner = ({ style }) => `${style.left} ${style.top}`;
  const there = other && corner(other) === corner(made);
  const words = (of) => [...(of?.querySelectorAll(".word") ?? [])];
  const beside = new Set((there ? words(other) : []).map((word) => word.drawn));
  for (const word of words(made)) word.classList.toggle("stays", beside.has(word.drawn));
}

// The smallest rectangle round the plates and cards of a graphic, as left, top, right and bottom on
// the canvas; nothing where there are none.
function area(made, [left, top]) {
  const scaled = "[transform*=scale] rect"; // parts of flags
  const plates = [...made.querySelectorAll("rect")].filter((plate) => !plate.matches(scaled));
  const edges = plates.map((plate) => {
    const [x, y, wide, high] = ["x", "y", "width", "height"].map((name) =>
      Number(plate.getAttribute(name)),
    );
    let corner = [left + x, top + y];
    for (let group = plate.closest("g"); group; group = group.parentElement.closest("g")) {
      const moved = group.getAttribute("transform")?.match(/-?[\d.]+/g)?.map(Number) ?? [0, 0];
      corner = corner.map((at, n) => at + moved[n]);
    }
    return [...corner, corner[0] + wide, corner[1] + high];
  });
  const ends = [Math.min, Math.min, Math.max, Math.max];
  return edges.length > 0
    ? ends.map((end, side) => end(...edges.map((edge) => edge[side])))
    : undefined;
}

const differs = (one, other) => one && other && one.some((side, n) => side !== other[n]);

// What is mixed shows no more than one plate, on its way from the old size to the new, and no edge of
// the other: the larger one is seen on the way.
const grows = (old, fresh) => fresh.every((side, n) => (n < 2 ? side <= old[n] : side >= old[n]));

function between(old, fresh, way, [x, y, wide, high]) {
  const [left, top, right, bottom] = old.map((side, n) => side + (fresh[n] - side) * way);
  return `inset(${top - y}px ${x + wide - right}px ${y + high - bottom}px ${left - x}px)`;
}

// `about`: functions of a key, or of a key and its content: the `element`, the edge at which it
// enters, its place in the painting order, its `box`; and the `height` of the canvas.
export class Painting {
  #canvas;
  #about;
  #drawn = new Map(); // key and content -> element

  constructor(canvas, about) {
    this.#canvas = canvas;
    this.#about = about;
  }

  show({ picture, mask }) {
    const wanted = new Set();
    for (const { key, content, beside, open, over } of picture) {
      const id = `${key} ${content}`;
      wanted.add(id);
      if (!this.#drawn.has(id)) {
        const made = this.#about.element(key, content);
        made.area = area(made, this.#about.box(key, content));
        this.#drawn.set(id, made);
        this.#canvas.append(made);
      }
      const made = this.#drawn.get(id);
      made.style.zIndex = 2 * this.#about.place(key) + over;
      made.style.clipPath = open < 1 ? CLIPS[this.#about.enter(key)](100 * (1 - open)) : "none";
      made.beside = beside === undefined ? undefined : `${key} ${beside}`;
    }
    for (const [id, drawn] of this.#drawn) {
      if (wanted.has(id)) continue;
      drawn.remove();
      this.#drawn.delete(id);
    }
    for (const made of this.#drawn.values()) {
      if (made.beside === made.compared) continue;
      made.compared = made.beside;
      keepCommon(made, this.#drawn.get(made.beside));
    }
    for (const each of picture) this.#mix(each);
    this.#canvas.style.clipPath = mask < 1 ? this.#edge(picture, mask) : "none";
  }

  clear() {
    this.#canvas.replaceChildren();
    this.#drawn.clear();
  }

  #mix({ key, content, over, open, seen, alpha, ink, alike, resized }) {
    const made = this.#drawn.get(`${key} ${content}`);
    const other = this.#drawn.get(made.beside);
    const resizes = other && differs(made.area, other.area);
    const { words, way } = resizes ? resized : alike;
    made.style.setProperty("--words", other ? ink * words : ink);
    made.style.opacity = seen * alpha;
    if (!resizes) return;
    const [old, fresh] = over === 1 ? [other.area, made.area] : [made.area, other.area];
    const isNew = grows(old, fresh) ? way > 0 : way === 1;
    made.style.opacity = (over === 1 ? isNew : way < 1) ? seen : 0;
    if (open < 1 || way === over) return; // its own size
    made.style.clipPath = between(old, fresh, way, this.#about.box(key, content));
  }

  // One edge over the whole picture, which goes up, or down at the foot of the screen.
  #edge(picture, mask) {
    const height = this.#about.height();
    const boxes = picture.map(({ key, content }) => this.#about.box(key, content));
    const top = Math.min(...boxes.map(([, y]) => y));
    const bottom = Math.max(...boxes.map(([, y, , high]) => y + high));
    const shut = (1 - mask) * (bottom - top);
    return top > height / 2
      ? `inset(${top + shut}px 0 0 0)`
      : `inset(0 0 ${height - bottom + shut}px 0)`;
  }
}
