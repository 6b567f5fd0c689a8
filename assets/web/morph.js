// Puts a newer version of a page's part in place of an older one. Only what the service changed is
// changed: text typed, details opened, classes and attributes set by scripts stay as they are.

import { _ } from "./words.js";

/** By node of the page: the same node as the service last sent it. */
const sent = new WeakMap();

/** `live`: a part as it came from the service, before any script has changed it. */
export function remember(live, copy = live.cloneNode(true)) {
  sent.set(live, copy);
  const copies = [...copy.childNodes];
  for (const [place, child] of [...live.childNodes].entries()) remember(child, copies[place]);
}

/** Changes `live` as the service changed it to `now`; calls `arrived(element)` for each new row. */
export function morph(live, now, arrived) {
  const before = sent.get(live);
  sent.set(live, now);
  if (before.isEqualNode(now)) return;
  if (live.nodeType !== Node.ELEMENT_NODE) {
    live.nodeValue = now.nodeValue;
    return;
  }
  attributes(live, before, now);
  if (now.children.length === 0 && before.children.length === 0) {
    if (before.textContent !== now.textContent) text(live, now);
  } else children(live, now, arrived);
}

function text(live, now) {
  live.textContent = now.textContent;
  if (live.firstChild !== null && now.firstChild !== null) sent.set(live.firstChild, now.firstChild);
}

function attributes(live, before, now) {
  for (const { name } of [...before.attributes, ...now.attributes]) {
    const [old, value] = [before.getAttribute(name), now.getAttribute(name)];
    if (old === value) continue;
    if (name === "class") classes(live, before, now);
    else if (value === null) live.removeAttribute(name);
    else live.setAttribute(name, value);
  }
}

function classes(live, before, now) {
  live.classList.remove(...[...before.classList].filter((name) => !now.classList.contains(name)));
  live.classList.add(...[...now.classList].filter((name) => !before.classList.contains(name)));
}

const keyOf = (node) => node.dataset?.key || node.id || "";
const kindOf = (node) => `${node.nodeName} ${node.getAttribute?.("class") ?? ""}`;

function children(live, now, arrived) {
  const free = [...live.childNodes].filter((child) => sent.has(child));
  const pick = (fits) => {
    const place = free.findIndex((child) => fits(sent.get(child)));
    return place < 0 ? null : free.splice(place, 1)[0];
  };
  const keyed = new Map(free.filter((child) => keyOf(sent.get(child))).map((child) => [keyOf(sent.get(child)), child]));
  const rows = [...now.childNodes];
  const same = rows.map((row) => {
    const found = keyOf(row) && keyed.get(keyOf(row));
    if (found) free.splice(free.indexOf(found), 1);
    return found || null;
  });
  const alike = (row) => pick((other) => !keyOf(other) && kindOf(other) === kindOf(row));
  const ofItsKind = (row) => pick((other) => !keyOf(other) && other.nodeName === row.nodeName);
  for (const find of [alike, ofItsKind])
    for (const [place, row] of rows.entries())
      if (same[place] === null && !keyOf(row)) same[place] = find(row);
  for (const gone of free) leave(gone);
  let last = null;
  for (const [place, row] of rows.entries()) {
    const mine = same[place] ?? make(row, arrived);
    const here = fromService(last === null ? live.firstChild : last.nextSibling);
    if (mine !== here) put(live, mine, here);
    if (same[place] !== null) morph(mine, row, arrived);
    last = mine;
  }
}

/** The node itself or the next one that is not a script's. */
function fromService(node) {
  while (node !== null && !sent.has(node)) node = node.nextSibling;
  return node;
}

function make(row, arrived) {
  const made = document.importNode(row, true);
  remember(made, row);
  if (keyOf(row)) arrived(made);
  return made;
}

/** Keeps the focus of what is moved, where the browser can. */
function put(parent, child, before) {
  if (child.isConnected && parent.moveBefore) parent.moveBefore(child, before);
  else parent.insertBefore(child, before);
}

/** A row that is gone stays while it has something typed in it, or says that it stays. */
function leave(gone) {
  const stays = gone.nodeType === Node.ELEMENT_NODE && (gone.dataset.stay !== undefined || hasTyped(gone));
  if (!stays) gone.remove();
  else {
    gone.classList.add("gone");
    gone.dataset.goneWords = _("No longer listed; what you typed is still here.");
  }
}

const FIELDS = "textarea, input:not([type=checkbox], [type=radio], [type=hidden])";

export const typedIn = (root) =>
  [...root.querySelectorAll(FIELDS)].filter((field) => field.value !== field.defaultValue && field.value !== "");

export const hasTyped = (root) => typedIn(root).length > 0;
