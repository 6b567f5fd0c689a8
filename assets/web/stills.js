// Stills in memory: a slider shows each at once. They are fetched one at a time, the one that is
// wanted now first, then those beside it.

import { _ } from "./words.js";

/** Pictures in memory, of 2 MB each. */
const MOST = 48;

const pictures = new Map(); // by address: an ImageBitmap, or the words that say why there is none
let wanted = { addresses: [], at: 0 };
let arrived = () => {};
let loading = null; // {address, stop}

/** `listener(address)` is called for each picture that has come. */
export const whenStill = (listener) => (arrived = listener);

/** An ImageBitmap; words, where there is none to have; undefined until it has come. */
export const still = (address) => pictures.get(address);

/** Fetches `addresses`, `addresses[at]` first. */
export function want(addresses, at) {
  wanted = { addresses, at };
  if (loading !== null && !addresses.includes(loading.address)) loading.stop.abort();
  if (loading === null) next();
}

/** They are fetched anew: the deal has changed. */
export function forget() {
  loading?.stop.abort();
  pictures.clear();
}

function missing() {
  const { addresses, at } = wanted;
  const near = addresses.map((address, place) => [Math.abs(place - at), address]).sort(([one], [other]) => one - other);
  return near.find(([, address]) => !pictures.has(address))?.[1];
}

async function next() {
  for (let address = missing(); address !== undefined; address = missing()) {
    loading = { address, stop: new AbortController() };
    const { signal } = loading.stop;
    const picture = await load(address, signal);
    if (signal.aborted) continue;
    pictures.set(address, picture);
    for (const old of [...pictures.keys()].slice(0, -MOST)) if (!wanted.addresses.includes(old)) pictures.delete(old);
    arrived(address);
  }
  loading = null;
}

async function load(address, signal) {
  try {
    const answer = await fetch(address, { signal });
    return answer.ok ? await createImageBitmap(await answer.blob()) : await answer.text();
  } catch {
    return _("The service does not answer.");
  }
}
