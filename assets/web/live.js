// Every page updates itself. The service says which topics have changed; the page fetches itself
// and puts the new state of its parts (`data-live="NAME"`) in place. `data-topics` of the body: the
// topics that the page is made of.

import { deskId, deskName } from "./desk-name.js";
import { openLine } from "./line.js";
import { morph, remember, typedIn } from "./morph.js";
import { _, ngettext } from "./words.js";

const parts = new Map([...document.querySelectorAll("[data-live]")].map((part) => [part.dataset.live, part]));
for (const part of parts.values()) remember(part);

/** Milliseconds between two fetches for topics that change with every action at a table. */
const PACE = { record: 1000 };
/** Milliseconds between two fetches while the line is lost. */
const WITHOUT_LINE = 5000;
/** Milliseconds for which a new row is marked. */
const NEW_FOR = 10 * 60_000;

const listeners = [];
const updated = [];
const root = document.documentElement;

/**
 * Calls `listener(topics)` whenever some of the topics have changed, and after a lost line; at once
 * if the first state came before the script that asks.
 */
export function whenChanged(topics, listener) {
  listeners.push({ topics, listener });
  if (before !== null) listener(topics);
}

/** Calls `listener` after the page has got a newer state. */
export const whenUpdated = (listener) => updated.push(listener);

const shown = (document.body.dataset.topics ?? "").split(" ");
let before = null; // the last numbers, and the run of the service that they are of

// `asked`: when this page was asked for, in milliseconds before now.
const path = () => `/live?${new URLSearchParams({ desk: deskId, name: deskName(), asked: Math.ceil(performance.now()) })}`;

function received(message, answer) {
  delete root.dataset.lineLost;
  if (message !== null) {
    const first = before === null;
    const anew = before?.run !== message.run;
    const changed = Object.keys(message.topics).filter((name) => anew || before.topics[name] !== message.topics[name]);
    before = message;
    tell(changed);
    const missed = shown.filter((name) => (first ? message.changed : changed).includes(name));
    if (missed.length > 0) refreshSoon(missed);
  }
  answer({});
}

function tell(changed) {
  for (const { topics, listener } of listeners) {
    const own = topics.filter((topic) => changed.includes(topic));
    if (own.length > 0) listener(own);
  }
}

if (parts.size > 0) {
  openLine(path, received, () => (root.dataset.lineLost = ""));
  setInterval(() => root.dataset.lineLost !== undefined && refresh(), WITHOUT_LINE);
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
}

let running = null;
let again = false;
let waiting = null;
let last = -Infinity;

function refreshSoon(topics) {
  const pace = Math.min(...topics.map((topic) => PACE[topic] ?? 0));
  const wait = Math.max(0, last + pace - performance.now());
  if (waiting !== null && waiting.at <= performance.now() + wait) return;
  clearTimeout(waiting?.timer);
  const at = performance.now() + wait;
  waiting = { at, timer: setTimeout(() => ((waiting = null), refresh()), wait) };
}

/** Fetches the page; what comes while it is fetched is fetched afterwards. */
export function refresh() {
  if (running !== null) {
    again = true;
    return running;
  }
  running = load().finally(() => {
    running = null;
    if (again) {
      again = false;
      refresh();
    }
  });
  return running;
}

async function load() {
  last = performance.now();
  if (document.hidden) return;
  const answer = await fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-store" }).catch(() => null);
  if (answer === null || answer.redirected) return; // the status line says it
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (answer.ok) apply(page);
  else gone(page, answer.status);
}

/** Puts the newer `page` in place. */
export function apply(page) {
  news(null);
  delete root.dataset.pageGone;
  const steady = anchor();
  const focus = focused();
  const arrivals = [];
  const listed = new Map([...document.querySelectorAll("[data-fresh]")].map((list) => [list, list.dataset.of]));
  for (const [name, part] of parts) {
    const now = page.querySelector(`[data-live="${CSS.escape(name)}"]`);
    if (now !== null) morph(part, now, (element) => arrivals.push(element));
  }
  document.title = page.title;
  for (const element of arrivals) arrive(element, listed);
  refocus(focus);
  steady();
  for (const listener of updated) listener();
  point();
}

/**
 * The page cannot be brought up to date. With 404 it is not there any more, as when its deal was
 * sealed again: of what it shows only what was typed stays.
 */
function gone(page, status) {
  root.dataset.pageGone = status;
  for (const field of typedIn(document)) field.dataset.typed = "";
  const words = [page.querySelector("h1"), page.querySelector("main p")].map((element) => element?.textContent);
  if (status === 404) words.push(_("What was shown here is hidden."));
  news(words.filter(Boolean).join(" "));
}

// What somebody works on does not move: the row with the focus, or else the chosen one.

function anchor() {
  const worked = document.activeElement?.closest("[data-key]") ?? document.querySelector("[data-key][aria-current]");
  const top = worked?.getBoundingClientRect().top;
  const visible = worked && top < innerHeight && worked.getBoundingClientRect().bottom > 0;
  return () => {
    if (!visible || !worked.isConnected) return;
    (worked.closest(".scrolls") ?? window).scrollBy({ top: worked.getBoundingClientRect().top - top, behavior: "instant" });
  };
}

function focused() {
  const element = document.activeElement;
  const text = element?.matches("textarea, input[type=text], input[type=search], input:not([type])");
  return { element, range: text ? [element.selectionStart, element.selectionEnd] : null };
}

function refocus({ element, range }) {
  if (!element?.isConnected || element === document.activeElement || element === document.body) return;
  element.focus({ preventScroll: true });
  if (range) element.setSelectionRange(...range);
}

// New rows are marked with their time, and pointed at where they are out of view.

/** By what a list says of its new rows (`data-fresh`). */
const FRESH = { released: _("released"), added: _("added"), played: _("played"), received: _("received"), new: _("new") };

const clock = () => new Date().toTimeString().slice(0, 5);

/** `listed`: by list, what it was of before (`data-of`): rows of another choice are no news. */
function arrive(element, listed) {
  const list = element.closest("[data-fresh]");
  if (list === null || element.parentElement !== list || listed.get(list) !== list.dataset.of) return;
  if (list.dataset.fresh === "news") {
    news(_("Changed: {words}.", { words: element.textContent.trim() }));
    return;
  }
  const mark = document.createElement("b");
  mark.className = "new-mark";
  mark.textContent = `${FRESH[list.dataset.fresh]} ${clock()}`;
  (element.querySelector("[data-new-here]") ?? element).prepend(mark);
  element.dataset.new = "";
  const seen = () => {
    mark.remove();
    delete element.dataset.new;
    point();
  };
  setTimeout(seen, NEW_FOR);
  element.addEventListener("click", seen, { once: true });
  element.addEventListener("focusin", seen, { once: true });
}

const pointer = document.createElement("button");
pointer.type = "button";
pointer.className = "new-pointer";
pointer.hidden = true;
document.body.append(pointer);
pointer.addEventListener("click", () => above()[0]?.scrollIntoView({ block: "center" }));
addEventListener("scroll", point, { passive: true, capture: true });

const above = () =>
  [...document.querySelectorAll("[data-new]")].filter((row) => row.getBoundingClientRect().bottom < topOfPage());
const topOfPage = () => (document.querySelector(".places") ?? document.querySelector(".top"))?.getBoundingClientRect().bottom ?? 0;

function point() {
  const count = above().length;
  pointer.hidden = count === 0;
  pointer.textContent = ngettext("{n} new above ↑", "{n} new above ↑", count);
}

// News about what the page shows, such as a correction: they stay until they are put away.

const box = document.createElement("section");
box.className = "page-news";
box.setAttribute("role", "status");
box.setAttribute("aria-live", "assertive");
document.body.append(box);

/** Adds a line; null takes away the one that says that the page is gone. */
function news(words) {
  for (const old of box.querySelectorAll("[data-gone]")) old.remove();
  if (!words) return;
  const line = document.createElement("p");
  const close = document.createElement("button");
  if (root.dataset.pageGone !== undefined) line.dataset.gone = "";
  close.type = "button";
  close.textContent = _("Seen");
  close.addEventListener("click", () => line.remove());
  line.append(words, " ", close);
  box.append(line);
}
