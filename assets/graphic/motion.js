// What is on screen as a function of the changes so far and of the time: the one motion of packages
// and of the pages in browser sources.

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
export const NOTHING = { layers: new Map(), mask: OPEN };

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
export function tidy({ layers, mask }, at) {
  if (mask.to === 0 && settled(mask, at)) return NOTHING;
  const visible = new Map();
  for (const [key, layer] of layers) {
    if (layer.seen.to === 0 && settled(layer.seen, at)) continue;
    visible.set(key, layer.ghost && settled(layer.mix, at) ? { ...layer, ghost: null } : layer);
  }
  return { layers: visible, mask };
}

// The picture on its way to what is wanted: by key, its content and the wave in which it appears.
// Without anything wanted all of it leaves behind one edge. `skip`: at once.
export function turned({ layers, mask }, wanted, at, skip) {
  const span = (usual) => (skip ? 0 : usual);
  if (wanted.size === 0)
    return tidy({ layers, mask: track(along(mask, at), 0, at, span(CLOSING)) }, at);
  const fresh = [...wanted]
    .filter(([key, { content }]) => layers.get(key)?.content !== content)
    .map(([, { wave }]) => wave);
  const first = Math.min(...fresh);
  const next = new Map();
  for (const [key, layer] of layers) {
    if (!wanted.has(key))
      next.set(key, { ...layer, seen: track(along(layer.seen, at), 0, at, span(MIXING)) });
  }
  for (const [key, { content, wave }] of wanted) {
    const old = layers.get(key);
    const begin = skip ? at : at + (wave - first) * NEXT_WAVE;
    const open = track(0, 1, begin, span(OPENING));
    const opening = { content, ghost: null, open, seen: OPEN, mix: OPEN };
    next.set(key, old ? changed(old, content, begin, at, span) : opening);
  }
  const shown = mask.to === 1 ? mask : track(along(mask, at), 1, at, span(CLOSING));
  return tidy({ layers: next, mask: shown }, at);
}

const finish = ({ begin, span }) => begin + span;

export function endOf({ layers, mask }) {
  if (mask.to === 0) return finish(mask);
  const tracks = [...layers.values()].flatMap(({ open, seen, mix }) => [open, seen, mix]);
  return Math.max(finish(mask), ...tracks.map(finish));
}

// While one content is mixed with another, words that differ are never over each other: those of the
// old one are gone at `gone`, those of the new one come from `back` on. In between a plate gets
// another size, `way` of the way.
const smooth = (part) => part * part * (3 - 2 * part);

function mixing(mixed, isNew, [gone, back]) {
  const words = isNew ? eased((mixed - back) / (1 - back)) : 1 - eased(mixed / gone);
  const way = Math.min(1, Math.max(0, (mixed - gone) / (back - gone)));
  return { words, way: smooth(way) };
}

// What is to be painted. `open`: how far the plate is open; `ink`: how visible its words are, which
// wait until all of the plate is there; `beside`: what is mixed with it; `over`: 1 for the new
// one; `alike`, `resized`: how, where both have plates of the same size and where not; `alpha`: how
// visible it is, where they are alike.
export function pictureAt({ layers, mask }, at) {
  const picture = [];
  const wholly = along(mask, at);
  for (const [key, layer] of wholly > 0 ? layers : []) {
    const opened = along(layer.open, at);
    const seen = eased(along(layer.seen, at));
    if (opened <= 0 || seen <= 0) continue;
    const open = eased(opened / PLATE);
    const ink = eased((opened - PLATE) / (1 - PLATE));
    const mixed = layer.ghost ? along(layer.mix, at) : 1;
    const paint = (content, beside, over, alpha) => {
      const [alike, resized] = [[0.4, 0.4], [0.3, 0.7]].map((at) => mixing(mixed, over === 1, at));
      picture.push({ key, content, beside, over, open, seen, alpha, ink, alike, resized });
    };
    // The new one comes over the old one, which goes once it is covered: no dip in between.
    if (mixed < 1) paint(layer.ghost, layer.content, 0, Math.min(1, 2 - 2 * mixed));
    paint(layer.content, mixed < 1 ? layer.ghost : undefined, 1, Math.min(1, 2 * mixed));
  }
  return { picture, mask: smooth(wholly) };
}
