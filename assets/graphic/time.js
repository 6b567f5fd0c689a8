// Part of graphic.mjs: what is on screen as a function of what was done and of the time.
/* global drawing, contentOf, refused, LONGEST */

const NEXT_WAVE = 130; // ms between the waves in which a stage builds up
const OPENING = 420;
const CLOSING = 260;
const MIXING = 320;

// A track goes from one number to another from `begin` on, in `span` ms.

const track = (from, to, begin, span) => ({ from, to, begin, span });
const settled = ({ begin, span }, at) => at >= begin + span;

function along({ from, to, begin, span }, at) {
  if (at >= begin + span) return to;
  if (at <= begin) return from;
  return from + (to - from) * (1 - (1 - (at - begin) / span) ** 3);
}

// A layer is one key: how far it is open, its content, and the ghost of what it showed before.
function changed(old, content, begin, at, span) {
  const open = old.open.to === 1 ? old.open : track(along(old.open, at), 1, at, span(OPENING));
  if (old.content === content) return { ...old, open };
  const mixed = along(old.mix, at);
  if (old.ghost === content)
    return { content, open, ghost: old.content, mix: track(1 - mixed, 1, at, span(MIXING)) };
  if (old.ghost && mixed < 0.5)
    return { content, open, ghost: old.ghost, mix: track(mixed, 1, at, span(MIXING)) };
  return { content, open, ghost: old.content, mix: track(0, 1, begin, span(MIXING)) };
}

function tidy(layers, at) {
  const kept = new Map();
  for (const [key, layer] of layers) {
    if (layer.open.to === 0 && settled(layer.open, at)) continue;
    kept.set(key, layer.ghost && settled(layer.mix, at) ? { ...layer, ghost: null } : layer);
  }
  return kept;
}

function turned(layers, step, data, at, skip) {
  const span = (usual) => (skip ? 0 : usual);
  const wanted = new Map();
  if (step !== undefined)
    for (const [key, index] of drawing.steps[step]) wanted.set(key, contentOf(index, data));
  const wave = (key) => drawing.motion[key].wave;
  const fresh = [...wanted]
    .filter(([key, content]) => layers.get(key)?.content !== content)
    .map(([key]) => wave(key));
  const first = Math.min(...fresh);
  const next = new Map();
  for (const [key, layer] of layers) {
    if (!wanted.has(key))
      next.set(key, { ...layer, open: track(along(layer.open, at), 0, at, span(CLOSING)) });
  }
  for (const [key, content] of wanted) {
    const old = layers.get(key);
    const begin = skip ? at : at + (wave(key) - first) * NEXT_WAVE;
    const opening = {
      content,
      ghost: null,
      open: track(0, 1, begin, span(OPENING)),
      mix: track(1, 1, at, 0),
    };
    next.set(key, old ? changed(old, content, begin, at, span) : opening);
  }
  return tidy(next, at);
}

const endOf = (layers) =>
  Math.max(
    0,
    ...[...layers.values()].flatMap(({ open, mix }) => [
      open.begin + open.span,
      mix.begin + mix.span,
    ]),
  );

// What is to be painted: nothing of a layer that is not open at all.
function pictureAt(layers, at) {
  const picture = [];
  for (const [key, layer] of layers) {
    const open = along(layer.open, at);
    if (open <= 0) continue;
    const mixed = layer.ghost ? along(layer.mix, at) : 1;
    // The new one comes over the old one, which goes once it is covered: no dip in between.
    if (mixed < 1)
      picture.push({ key, content: layer.ghost, open, alpha: Math.min(1, 2 - 2 * mixed), over: 0 });
    picture.push({ key, content: layer.content, open, alpha: Math.min(1, 2 * mixed), over: 1 });
  }
  return picture;
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

// The state after an action: which step, which data, and all layers on their way.
function after({ step, data, layers }, type, params, at) {
  if (type === "customAction") return { step, data, layers };
  const now =
    type === "playAction" ? target(step, params) : type === "stopAction" ? undefined : step;
  const updated = type === "updateAction" ? merged(data, params.data) : data;
  return {
    step: now,
    data: updated,
    layers: turned(layers, now, updated, at, Boolean(params.skipAnimation)),
  };
}
