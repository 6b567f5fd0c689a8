// The verify page: a key moves a time and shows the new picture at once; it is sent when the keys rest.

import "./air-bar.js";
import { isShortcut } from "./keys.js";
import { whenChanged } from "./live.js";
import { $, $$, ask, report, watchAir } from "./page.js";
import { _, ngettext } from "./words.js";

const main = $("main.verify");
const outcome = $(".outcome", main);
const produces = $(".keys", main) !== null;
const { deal, fps, pictures } = main.dataset;
const rate = Number(main.dataset.rate);
const REST = 700; // milliseconds without a key, after which a time is sent

/** What was moved and is not sent yet: {figures, body, frames}, or null. */
let moving = null;
let resting = 0;
let sending = Promise.resolve();

/** The address of a picture; microseconds as whole numbers, so that nothing is rounded twice. */
function address(figure, frames) {
  const [seconds, micros] = figure.dataset.at.split(".");
  const at = BigInt(seconds) * 1_000_000n + BigInt(micros) + BigInt(Math.round((frames * 1_000_000) / rate));
  const text = String(at).padStart(7, "0");
  const query = new URLSearchParams({
    table: figure.dataset.table,
    at: `${text.slice(0, -6)}.${text.slice(-6)}`,
  });
  return `${pictures}?${query}`;
}

function watchPicture(figure) {
  const image = $("img", figure);
  const nothing = $(".nothing", figure);
  const failed = () => [image.hidden, nothing.hidden] = [true, false];
  if (image.complete && image.naturalWidth === 0) failed();
  image.addEventListener("load", () => ([image.hidden, nothing.hidden] = [false, true]));
  image.addEventListener("error", failed);
}

function show(frames) {
  for (const figure of moving.figures) {
    $("img", figure).src = address(figure, frames);
    const words = $("[data-moving]", figure);
    words.hidden = false;
    words.textContent = `${frames > 0 ? "+" : frames < 0 ? "-" : ""}${ngettext("{n} frame", "{n} frames", Math.abs(frames))}`;
  }
}

/** Moves a time; another one than before is sent first. */
function move(figures, body, frames) {
  const name = JSON.stringify(body);
  if (moving !== null && JSON.stringify(moving.body) !== name) save();
  moving ??= { figures, body, frames: 0 };
  moving.frames += frames;
  show(moving.frames);
  clearTimeout(resting);
  resting = setTimeout(save, REST);
}

function save() {
  clearTimeout(resting);
  if (moving === null) return sending;
  const { body, frames } = moving;
  moving = null;
  sending = sending.then(() => send("nudge", { ...body, frames, fps }));
  return sending;
}

async function send(what, body) {
  const answer = await ask(`/api/verify/${what}`, { deal, ...body });
  report(outcome, answer.ok ? "done" : "refused", answer.message ?? answer.error, answer.hint);
  if (moving === null) await refresh();
}

/** Fetches the page again and puts in place what is different. */
async function refresh() {
  const answer = await fetch(location.href).catch(() => null);
  if (answer === null || !answer.ok) {
    report(outcome, "refused", _("This page is out of date."), _("Load it again."));
    return;
  }
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement?.closest("[data-key]")?.dataset.key;
  for (const part of $$("[data-part]", fresh)) {
    const old = $(`[data-part="${CSS.escape(part.dataset.part)}"]`, main);
    if (old !== null && old.outerHTML !== part.outerHTML) old.replaceWith(document.adoptNode(part));
  }
  const before = new Map($$(".pictures [data-key]", main).map((each) => [each.dataset.key, each]));
  const now = $$(".pictures [data-key]", fresh).map((each) => {
    const old = before.get(each.dataset.key);
    const same = old?.dataset.at === each.dataset.at && old.className === each.className;
    if (same && each.matches("figure") && $("[data-moving]", old).hidden) {
      $("figcaption", old).replaceWith(document.adoptNode($("figcaption", each)));
      return old;
    }
    const made = document.adoptNode(each);
    if (made.matches("figure")) watchPicture(made);
    return made;
  });
  $(".pictures", main).replaceChildren(...now);
  if (focused) $(`[data-key="${CSS.escape(focused)}"]`, main)?.focus({ preventScroll: true });
}

const of = (table) => $$(`figure[data-table="${CSS.escape(table)}"]`, main);

function nudge(figure, frames) {
  const { table, event } = figure.dataset;
  move(event ? [figure] : of(table), { table, event }, frames);
}

const verify = (table, verified) => save().then(() => send("verified", { table, verified }));

/** A time of day on the day of the hand, in this browser's zone, or null. */
function timeOfDay(text, begins) {
  const found = /^(\d{1,2}):(\d\d):(\d\d(?:\.\d{1,3})?)$/.exec(text.trim());
  if (found === null) return null;
  const at = new Date(begins);
  at.setHours(Number(found[1]), Number(found[2]), 0, Math.round(Number(found[3]) * 1000));
  const off = at - new Date(begins);
  if (off < -12 * 3_600_000) at.setDate(at.getDate() + 1); // a hand before midnight
  if (off > 12 * 3_600_000) at.setDate(at.getDate() - 1);
  return at.toISOString();
}

function mute(form) {
  const { table } = form.closest("[data-table]").dataset;
  const [first, last] = ["first", "last"].map((name) =>
    timeOfDay(form.elements[name].value, form.dataset.begins),
  );
  if (first === null || last === null) {
    report(outcome, "refused", _("Not muted."), _("Write times of day, such as 10:02:31.5."));
    return;
  }
  send("mute", { table, first, last });
}

main.addEventListener("submit", (event) => {
  event.preventDefault();
  mute(event.target);
});

main.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  const table = button?.closest("[data-table]")?.dataset.table;
  if (!button || table === undefined) return;
  if (button.dataset.verified) verify(table, button.dataset.verified === "true");
  if (button.dataset.all) move(of(table), { table, event: "" }, Number(button.dataset.all));
  if (button.dataset.unmute !== undefined) {
    const { file, first, last } = button.dataset;
    send("unmute", { table, file, first: Number(first), last: Number(last) });
  }
});

function beside(figure, step) {
  const column = of(figure.dataset.table);
  column[column.indexOf(figure) + step]?.focus();
}

document.addEventListener("keydown", (event) => {
  const figure = document.activeElement?.closest("figure.one");
  if (!figure || !isShortcut(event)) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const row = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step && produces) nudge(figure, event.shiftKey ? 10 * step : step);
  else if (row) beside(figure, row);
  else if (event.key.toLowerCase() === "v" && produces && !event.repeat) verify(figure.dataset.table, true);
  else return;
  event.preventDefault();
});

// What was moved is not lost with the page.
addEventListener("pagehide", () => {
  if (moving === null) return;
  const body = JSON.stringify({ deal, ...moving.body, frames: moving.frames, fps });
  fetch("/api/verify/nudge", { method: "POST", headers: { "Content-Type": "application/json" }, body, keepalive: true });
});

$$("figure.one", main).forEach(watchPicture);
whenChanged(["deals"], () => moving === null && refresh());
watchAir();
