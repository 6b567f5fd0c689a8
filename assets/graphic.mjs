// A Duplicast stage as an OGraf v1 Graphic (EBU). The packer puts `const drawing` before this text
// (the SVGs of every step, their updatable fields, their animations), and the parts in graphic/.
//
// The picture depends only on the actions so far and the time, so that jumping to a time shows the
// same as playing to it, and calls may overlap.
/* global drawing, LINES, NOTHING, Painting, WORDS_STYLE, piece, ACTIONS, after, drawable, endOf, inked, merged, parsed, pictureAt, plainFields, say, textOf, tidy, wrongData */

const HD = [1920, 1080]; // px
const LONGEST = 300; // characters of one text
const OK = { statusCode: 200, statusMessage: "OK" };
const refused = (statusMessage, statusCode = 400) => ({ statusCode, statusMessage });

const USUAL = new Map(drawing.fields.map(({ name, value }) => [name, value]));

// All packages on a page share their fonts.
function font({ family, weight, file }) {
  const fonts = (globalThis[Symbol.for("duplicast.fonts")] ??= new Map());
  const name = `${family} ${weight}`;
  if (!fonts.has(name)) {
    const face = new FontFace(family, `url("${new URL(file, import.meta.url)}")`, { weight });
    document.fonts.add(face);
    const loading = face.load();
    loading.catch(() => {
      fonts.delete(name); // the next graphic tries again
      document.fonts.delete(face);
    });
    fonts.set(name, loading);
  }
  return fonts.get(name);
}

// The content of one key as text: the index of its drawing and the values of its fields.
function contentOf(index, data) {
  return JSON.stringify([index, ...drawing.draws[index].fields.map((name) => data[name])]);
}

function element(key, content) {
  const [index, ...values] = JSON.parse(content);
  const { box, svg, fields, lines, words } = drawing.draws[index];
  const given = (name) => values[fields.indexOf(name)];
  const value = (name) => (name ? drawable(given(name)) : "");
  const made = document.createElement("div");
  made.dataset.key = key;
  const [x, y, width, height] = box;
  made.style.cssText = `left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
  const picture = parsed(svg);
  const texts = picture.querySelectorAll("text");
  for (const [at, name, room, alone] of words)
    if (given(name) !== USUAL.get(name)) say(texts[at], value(name), room, alone);
  for (const line of lines) {
    const said = line.versus ? { ...line, versus: value(line.versus) } : line;
    picture.append(...LINES[line.form](said, value).map(piece));
  }
  made.append(inked(picture));
  return made;
}

const STYLE = `
:host, .canvas, .canvas > * { position: absolute; overflow: hidden; }
:host { display: block; top: 0; left: 0; pointer-events: none; }
.canvas { top: 0; left: 0; width: ${drawing.width}px; height: ${drawing.height}px; transform-origin: 0 0; }
.canvas > * { contain: strict; will-change: opacity; }
${WORDS_STYLE}
svg { display: block; }`;

export default class Graphic extends HTMLElement {
  #canvas = document.createElement("div");
  #painting = new Painting(this.#canvas, {
    element,
    enter: (key) => drawing.motion[key].enter,
    place: (key) => drawing.motion[key].place,
    box: (_, content) => drawing.draws[JSON.parse(content)[0]].box,
    height: () => drawing.height,
  });
  #loaded = null;
  #load = 0; // number of the latest load(); earlier ones are void
  #state = null;
  #first = null;
  #realtime = true;
  #fieldsOf = null; // what the renderer sent as data, with letters for its entities
  #schedule = [];
  #at = 0;
  #frame = 0;
  #waits = new Map(); // timer -> resolve function of its promise

  constructor() {
    super();
    const style = document.createElement("style");
    style.textContent = STYLE;
    this.#canvas.className = "canvas";
    this.attachShadow({ mode: "open" }).append(style, this.#canvas);
  }

  async load(params) {
    const { renderType, renderCharacteristics, rundownData } = params ?? {};
    this.#clear();
    this.#fieldsOf = rundownData === undefined ? (data) => data : plainFields; // SPX sends it
    const data = this.#fieldsOf(params?.data);
    const wrong = wrongData(data);
    const defaults = Object.fromEntries(drawing.fields.map((field) => [field.name, field.value]));
    this.#realtime = renderType !== "non-realtime";
    this.#first = {
      step: undefined,
      data: wrong ? defaults : merged(defaults, data),
      picture: NOTHING,
    };
    this.#state = this.#first;
    const { width, height } = renderCharacteristics?.resolution ?? {};
    this.resize(width, height);
    const mine = (this.#load += 1);
    this.#loaded = Promise.allSettled(drawing.fonts.map(font));
    const lost = (await this.#loaded).find(({ status }) => status === "rejected");
    if (mine !== this.#load)
      return refused("another load() or dispose() was called before this one finished", 409);
    if (lost) return refused(`a font of the package cannot be read: ${lost.reason}`, 500);
    return wrong ?? { ...OK };
  }

  async dispose() {
    this.#clear();
    return { ...OK };
  }

  async playAction(params) {
    const answer = await this.#act("playAction", params);
    return answer.statusCode === 200 && answer.step !== undefined
      ? { ...OK, currentStep: answer.step }
      : this.#plain(answer);
  }

  async stopAction(params) {
    return this.#plain(await this.#act("stopAction", params));
  }

  async updateAction(params) {
    const data = this.#fieldsOf?.(params?.data);
    return this.#plain(await this.#act("updateAction", { ...params, data }));
  }

  async customAction(params) {
    return refused(
      `there is no custom action ${JSON.stringify(textOf(params?.id))}; playAction goes to the next step`,
      404,
    );
  }

  async goToTime(params) {
    if (!(await this.#ready())) return refused("load() first", 409);
    if (this.#realtime) return refused("loaded for realtime, where time cannot be set");
    const at = params?.timestamp;
    if (!Number.isFinite(at)) return refused("timestamp must be a number of milliseconds");
    this.#at = at;
    this.#replay();
    await this.#rendered();
    return { ...OK };
  }

  async setActionsSchedule(params) {
    if (!(await this.#ready())) return refused("load() first", 409);
    if (this.#realtime)
      return refused("loaded for realtime, where actions cannot be scheduled");
    const schedule = params?.schedule;
    if (!Array.isArray(schedule)) return refused("schedule must be a list");
    for (const entry of schedule) {
      const { timestamp, action } = entry ?? {};
      const check = ACTIONS[action?.type];
      const wrong =
        !check || !Number.isFinite(timestamp)
          ? refused("every entry of schedule needs a timestamp and an action")
          : check(action.params ?? {});
      if (wrong) return wrong;
    }
    this.#schedule = schedule.map(({ timestamp, action: { type, params: given } }) => ({
      timestamp,
      type,
      params: { ...given },
    }));
    this.#schedule.sort((one, other) => one.timestamp - other.timestamp);
    return { ...OK };
  }

  // Not part of OGraf: fits the stage into a size in pixels. A renderer that names none, such as
  // SPX, has a frame in HD: an upright stage would be cropped there.
  resize(wide, high) {
    const [width, height] = wide > 0 && high > 0 ? [wide, high] : HD;
    const scale = Math.min(width / drawing.width, height / drawing.height);
    this.style.width = `${width}px`;
    this.style.height = `${height}px`;
    const [left, top] = [
      (width - drawing.width * scale) / 2,
      (height - drawing.height * scale) / 2,
    ];
    this.#canvas.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
  }

  // Calls during loading wait for the fonts, in order.
  async #ready() {
    const mine = this.#load;
    await this.#loaded;
    return this.#loaded !== null && mine === this.#load;
  }

  async #act(type, given) {
    const params = given ?? {};
    if (!(await this.#ready())) return refused("load() first", 409);
    const wrong = ACTIONS[type](params);
    if (wrong) return wrong;
    if (!this.#realtime) {
      this.#schedule.push({ timestamp: this.#at, type, params });
      this.#schedule.sort((one, other) => one.timestamp - other.timestamp);
      this.#replay();
      return { ...OK, step: this.#state.step };
    }
    const now = performance.now();
    this.#state = after(this.#state, type, params, now);
    const { step } = this.#state;
    this.#run();
    await this.#until(endOf(this.#state.picture));
    return { ...OK, step };
  }

  #plain({ statusCode, statusMessage }) {
    return { statusCode, statusMessage };
  }

  #replay() {
    const done = this.#schedule.filter(({ timestamp }) => timestamp <= this.#at);
    const play = (state, { timestamp, type, params }) => after(state, type, params, timestamp);
    this.#state = done.reduce(play, this.#first);
    this.#paint(this.#at);
  }

  #run() {
    cancelAnimationFrame(this.#frame);
    const now = performance.now();
    this.#state.picture = tidy(this.#state.picture, now);
    this.#paint(now);
    if (now < endOf(this.#state.picture)) this.#frame = requestAnimationFrame(() => this.#run());
  }

  // Hidden and detached pages get no animation frames, so a timer paints the last frame.
  #until(end) {
    const left = Math.ceil(end - performance.now()) + 1;
    if (left <= 1) return null;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waits.delete(timer);
        this.#run();
        resolve();
      }, left);
      this.#waits.set(timer, resolve);
    });
  }

  #rendered() {
    if (!this.isConnected) return null;
    return new Promise((resolve) => {
      setTimeout(resolve, 50);
      requestAnimationFrame(resolve);
    });
  }

  #paint(at) {
    this.#painting.show(pictureAt(this.#state.picture, at));
  }

  #clear() {
    this.#load += 1;
    this.#loaded = null;
    cancelAnimationFrame(this.#frame);
    for (const [timer, resolve] of this.#waits) {
      clearTimeout(timer);
      resolve();
    }
    this.#waits.clear();
    this.#painting.clear();
    this.#state = this.#first = null;
    this.#schedule = [];
    this.#at = 0;
  }
}
