// Part of graphic.mjs: what is on screen as a function of what was done and of the time.
/* global drawing, contentOf, refused, LONGEST */

const NEXT_WAVE = 100; // ms between the waves in which a stage builds up
const OPENING = 480; // of a graphic: its plate opens, then its words appear
const PLATE = 0.6; // the part of these times in which the plate moves and words wait
const CLOSING = 320; // of the whole picture, behind one edge
const MIXING = 320;

// A track goes from one number to another from `begin` on, in `span` ms.

const track = (from, to, begin, span) => ({ from, to, begin, span });
const settled = ({ begin, span }, at) => at >= begin + span;
const eased = (part) => 1 - (1 - Math.min(1, Math.max(0, part))) ** 3;

function along({ from, to, begin, span }, at) {
  if (at >= begin + span) return to;
  if (at <= begin) return from;
  return from + ((to - from) * (at - begin)) / span;
}

const OPEN = track(1, 1, 0, 0);
const NOTHING = { layers: new Map(), mask: OPEN };

// A layer is one key: how far it is open, how visible it stays, its content, and the ghost of what
// it showed before.
function changed(old, content, begin, at, span) {
  const seen = old.seen.to === 1 ? old.seen : track(along(old.seen, at), 1, at, span(MIXING));
  if (old.content === content) return { ...old, seen };
  const mixed = along(old.mix, at);
  if (old.ghost === content)
    return { ...old, seen, content, ghost: old.content, mix: track(1 - mixed, 1, at, span(MIXING)) };
  if (old.ghost && mixed < 0.5)
    return { ...old, seen, content, mix: track(mixed, 1, at, span(MIXING)) };
  return { ...old, seen, content, ghost: old.content, mix: track(0, 1, begin, span(MIXING)) };
}

// The picture without what is no longer visible.
function tidy({ layers, mask }, at) {
  if (mask.to === 0 && settled(mask, at)) return NOTHING;
  const visible = new Map();
  for (const [key, layer] of layers) {
    if (layer.seen.to === 0 && settled(layer.seen, at)) continue;
    visible.set(key, layer.ghost && settled(layer.mix, at) ? { ...layer, ghost: null } : layer);
  }
  return { layers: visible, mask };
}

function turned({ layers, mask }, step, data, at, skip) {
  const span = (usual) => (skip ? 0 : usual);
  if (step === undefined)
    return tidy({ layers, mask: track(along(mask, at), 0, at, span(CLOSING)) }, at);
  const wanted = new Map();
  for (const [key, index] of drawing.steps[step]) wanted.set(key, contentOf(index, data));
  const wave = (key) => drawing.motion[key].wave;
  const fresh = [...wanted]
    .filter(([key, content]) => layers.get(key)?.content !== content)
    .map(([key]) => wave(key));
  const first = Math.min(...fresh);
  const next = new Map();
  for (const [key, layer] of layers) {
    if (!wanted.has(key))
      next.set(key, { ...layer, seen: track(along(layer.seen, at), 0, at, span(MIXING)) });
  }
  for (const [key, content] of wanted) {
    const old = layers.get(key);
    const begin = skip ? at : at + (wave(key) - first) * NEXT_WAVE;
    const opening = { content, ghost: null, open: track(0, 1, begin, span(OPENING)), seen: OPEN, mix: OPEN };
    next.set(key, old ? changed(old, content, begin, at, span) : opening);
  }
  const shown = mask.to === 1 ? mask : track(along(mask, at), 1, at, span(CLOSING));
  return tidy({ layers: next, mask: shown }, at);
}

const finish = ({ begin, span }) => begin + span;

function endOf({ layers, mask }) {
  if (mask.to === 0) return finish(mask);
  const tracks = [...layers.values()].flatMap(({ open, seen, mix }) => [open, seen, mix]);
  return Math.max(finish(mask), ...tracks.map(finish));
}

// What is to be painted. `open`: how far the plate is open; `ink`: how visible its words are, which
// wait until all of the plate is there; `beside`: what is mixed with it.
function pictureAt({ layers, mask }, at) {
  const picture = [];
  const wholly = along(mask, at);
  for (const [key, layer] of wholly > 0 ? layers : []) {
    const opened = along(layer.open, at);
    const seen = eased(along(layer.seen, at));
    if (opened <= 0 || seen <= 0) continue;
    const open = eased(opened / PLATE);
    const ink = eased((opened - PLATE) / (1 - PLATE));
    const mixed = layer.ghost ? along(layer.mix, at) : 1;
    const paint = (content, beside, over, alpha, words) =>
      picture.push({ key, content, beside, over, open, alpha: seen * alpha, ink: ink * words });
    // The new one comes over the old one, which goes once it is covered: no dip in between. Words
    // that differ are never over each other.
    if (mixed < 1)
      paint(layer.ghost, layer.content, 0, Math.min(1, 2 - 2 * mixed), 1 - eased(mixed / 0.4));
    paint(
      layer.content,
      mixed < 1 ? layer.ghost : undefined,
      1,
      Math.min(1, 2 * mixed),
      mixed < 1 ? eased((mixed - 0.4) / 0.6) : 1,
    );
  }
  return { picture, mask: wholly * wholly * (3 - 2 * wholly) };
}

// What may be asked. Each gives the refusal, or nothing.

function wrongData(data) {
  if (data === undefined || data === null) return null;
  if (typeof data !== "object" || Array.isArray(data))
    return refused("data is an object with a text for each field");
  for (const { name, words } of drawing.fields) {
    if (data[name] !== null && typeof data[name] === "object") return refused(`${name} is a text`);
    if (words && textOf(data[name]).split(/\s+/).length > words)
      return refused(`${name} has at most ${words} words`);
  }
  return null;
}

function wrongStep({ goto, delta }) {
  const odd = [goto, delta].some(
    (each) => each !== undefined && each !== null && !Number.isInteger(each),
  );
  return odd ? refused("goto and delta are whole numbers") : null;
}

function textOf(value) {
  if (value === undefined || value === null) return "";
  const some = String(value).slice(0, 4 * LONGEST);
  return [...some.replace(/ +/g, " ").trim()].slice(0, LONGEST).join("");
}

// Partial: what is not named stays as it was.
function merged(before, data) {
  const all = { ...before };
  for (const { name } of drawing.fields)
    if (data && data[name] !== undefined) all[name] = textOf(data[name]);
  return all;
}

// The step that `playAction` leads to; undefined: the end. Back from the first step stays there.
function target(step, { goto, delta }) {
  const wanted = goto ?? (step ?? -1) + (delta ?? 1);
  return wanted >= drawing.steps.length ? undefined : Math.max(0, wanted);
}

const ACTIONS = {
  playAction: wrongStep,
  updateAction: ({ data }) => wrongData(data),
  stopAction: () => null,
  customAction: () => null,
};

// The state after an action: which step, which data, and the picture on its way.
function after({ step, data, picture }, type, params, at) {
  if (type === "customAction") return { step, data, picture };
  const now =
    type === "playAction" ? target(step, params) : type === "stopAction" ? undefined : step;
  const updated = type === "updateAction" ? merged(data, params.data) : data;
  return {
    step: now,
    data: updated,
    picture: turned(tidy(picture, at), now, updated, at, Boolean(params.skipAnimation)),
  };
}
