// Paints a picture of motion.js: an element for each graphic, open as far as it says.

const CLIPS = {
  left: (shut) => `inset(0 ${shut}% 0 0)`,
  right: (shut) => `inset(0 0 0 ${shut}%)`,
  top: (shut) => `inset(0 0 ${shut}% 0)`,
  bottom: (shut) => `inset(${shut}% 0 0 0)`,
  middle: (shut) => `inset(0 ${shut / 2}% 0 ${shut / 2}%)`,
};

// Signs are placed by a transform; a path without one is a plate or a line.
const INKED = "text, path[transform]";

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
    const group = word.parentElement.closest("g[transform]");
    word.drawn = `${group?.getAttribute("transform")} ${word.outerHTML}`;
    word.classList.add("word");
  }
  return picture;
}

// Words that are the same in `other` stay while one is mixed with the other.
function keepCommon(made, other) {
  const words = (of) => [...(of?.querySelectorAll(".word") ?? [])];
  const beside = new Set(words(other).map((word) => word.drawn));
  for (const word of words(made)) word.classList.toggle("stays", beside.has(word.drawn));
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
    for (const { key, content, beside, open, alpha, ink, over } of picture) {
      const id = `${key} ${content}`;
      wanted.add(id);
      if (!this.#drawn.has(id)) {
        const made = this.#about.element(key, content);
        this.#drawn.set(id, made);
        this.#canvas.append(made);
      }
      const made = this.#drawn.get(id);
      made.style.zIndex = 2 * this.#about.place(key) + over;
      made.style.opacity = alpha;
      made.style.clipPath = open < 1 ? CLIPS[this.#about.enter(key)](100 * (1 - open)) : "none";
      made.style.setProperty("--words", ink);
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
    this.#canvas.style.clipPath = mask < 1 ? this.#edge(picture, mask) : "none";
  }

  clear() {
    this.#canvas.replaceChildren();
    this.#drawn.clear();
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
