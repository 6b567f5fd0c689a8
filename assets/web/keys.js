// The keys of a page, and those of air, which are the same on every page. `?` lists them; a producer
// may change the keys of air and turn letter keys off. Both stay in this browser.

import { deskName, setDeskName } from "./desk-name.js";
import { _ } from "./words.js";

/** By act: its words and its key, where the producer has not chosen another. */
const ACTS = {
  take: [_("Take: the preview to program"), "F9"],
  next: [_("Next beat of what is on air"), "F8"],
  lower: [_("Lower third on, off"), "F7"],
  clear: [_("Clear graphics; cameras stay"), "F6"],
  safe: [_("Safe"), "F2"],
};
const CHOSEN = "duplicast keys";
const LETTERS = "duplicast letter keys";

const own = JSON.parse(localStorage.getItem(CHOSEN) ?? "{}");
const acts = {};
const pageKeys = [];
const watchers = [];
let choosing = null; // the act that waits for its new key

/** Of an act of air. */
export const keyOf = (act) => own[act] ?? ACTS[act][1];

/** Calls `watcher` now, and whenever the producer has chosen another key. */
export function whenKeys(watcher) {
  watchers.push(watcher);
  watcher();
}

/** `done`: by act. They work whatever has the focus, also while something is typed. */
export const airKeys = (done) => Object.assign(acts, done);

/** `list`: [key, words, action] of this page; `action.repeats`: also while the key is held down. */
export const keys = (list) => pageKeys.push(...list);

/** An action that repeats while its key is held down. */
export const repeating = (action) => Object.assign(action, { repeats: true });

const lettersOff = () => localStorage.getItem(LETTERS) === "off";
const isCharacter = (key) => key.length === 1 && key !== " ";
const WORDS = { " ": _("Space"), ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc" };
const named = (key) => WORDS[key] ?? (key.length === 1 ? key.toUpperCase() : key);
const typing = ({ target }) => target.closest?.("input:not([type=checkbox], [type=radio], [type=range]), select, textarea");
const covered = () => document.documentElement.dataset.covered !== undefined;
const withControl = (event) => event.ctrlKey || event.metaKey || event.altKey;

/** Whether a key is meant for the page: not while typing, and not the browser's own shortcuts. */
export const isShortcut = (event) =>
  !(withControl(event) || typing(event) || dialog.open || (isCharacter(event.key) && lettersOff()));

document.addEventListener("keydown", pressed, true); // before whatever has the focus

function pressed(event) {
  if (choosing !== null) {
    choose(event);
    return;
  }
  if (withControl(event)) return;
  const act = Object.keys(acts).find((name) => named(keyOf(name)) === named(event.key));
  if (act === undefined) pagePressed(event);
  else if (!(event.key.length === 1 && (typing(event) || (isCharacter(event.key) && lettersOff())))) air(event, act);
}

function air(event, act) {
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat && (act === "safe" || !covered())) acts[act]();
}

function pagePressed(event) {
  if (covered()) return;
  if (event.key === "Escape") typing(event)?.blur();
  if (!isShortcut(event)) return;
  if (event.key === "?") {
    event.preventDefault();
    list();
    return;
  }
  if (event.key === "Enter" && event.target !== document.body) return;
  const [, , action] = pageKeys.find(([key]) => named(key).toLowerCase() === named(event.key).toLowerCase()) ?? [];
  if (action === undefined || (event.repeat && !action.repeats)) return;
  event.preventDefault();
  action();
}

// The list.

const dialog = document.createElement("dialog");
dialog.className = "key-list";
dialog.setAttribute("aria-label", _("Keys"));
document.body.append(dialog);

function element(name, text, changes = {}) {
  const made = Object.assign(document.createElement(name), changes);
  made.textContent = text;
  return made;
}

export function list() {
  const ways = Object.keys(acts);
  const parts = [element("h2", _("Keys"))];
  if (ways.length > 0) parts.push(element("h3", _("Air, on every page")), ...ways.map(actLine));
  parts.push(letterSwitch());
  if (ways.length > 0) parts.push(nameField());
  if (pageKeys.length > 0) parts.push(element("h3", _("This page")), pageList());
  const close = element("button", _("Close"), { type: "button" });
  close.addEventListener("click", () => dialog.close());
  dialog.replaceChildren(...parts, close);
  if (!dialog.open) dialog.showModal();
}

function actLine(act) {
  const line = element("p", "");
  const change = element("button", choosing === act ? _("Press the new key") : _("Change"), { type: "button" });
  change.addEventListener("click", () => ((choosing = act), list()));
  line.append(element("kbd", named(keyOf(act))), element("span", ACTS[act][0]), change);
  return line;
}

function pageLine([key, words]) {
  const line = element("p", "");
  line.append(element("kbd", named(key)), element("span", words));
  return line;
}

function pageList() {
  const part = element("div", "", { className: "of-page" });
  part.append(...pageKeys.map(pageLine));
  return part;
}

function letterSwitch() {
  const label = element("label", "");
  const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: !lettersOff() });
  box.addEventListener("change", () => localStorage.setItem(LETTERS, box.checked ? "on" : "off"));
  label.append(box, ` ${_("Letter keys are on")}`);
  return label;
}

function nameField() {
  const label = element("label", `${_("Name of this desk")} `);
  const field = Object.assign(document.createElement("input"), { value: deskName(), maxLength: 40 });
  field.addEventListener("change", () => {
    setDeskName(field.value);
    location.reload(); // the service learns the name with a new line
  });
  label.append(field);
  return label;
}

function choose(event) {
  event.preventDefault();
  event.stopPropagation();
  if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  const used = Object.keys(acts).some((act) => act !== choosing && named(keyOf(act)) === named(event.key));
  if (event.key !== "Escape" && !used) {
    own[choosing] = event.key;
    localStorage.setItem(CHOSEN, JSON.stringify(own));
  }
  choosing = null;
  for (const watcher of watchers) watcher();
  list();
}
