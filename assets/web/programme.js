// The rundown against the clock: what is on air and how long, over or under, the next break; and the
// forms for rows and for the clock of the programme.

import { show as inBar } from "./air-bar.js";
import { refresh, whenUpdated } from "./live.js";
import { $, $$, ask, get, plain, report } from "./page.js";
import { _ } from "./words.js";

const line = $("[data-programme]");
let times = null; // the last answer

const two = (number) => String(number).padStart(2, "0");

/** Seconds as m:ss, without sign. */
export function length(seconds) {
  const whole = Math.abs(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Of a row that the page lists. */
const titleOf = (id) => plain($(`[data-segment="${CSS.escape(id)}"] :is(h2, .title)`)?.textContent ?? "");

function part(name, is, fill) {
  const element = $(`[data-${name}]`, line);
  element.hidden = !is;
  if (is) fill(element);
}

function draw() {
  if (times === null) return;
  const { now, on_air: onAir, left, ends, over, next_break: next, hard_out: hardOut } = times;
  $("[data-now]", line).textContent = now;
  part("on-air", onAir !== "", (element) => {
    $("[data-words]", element).textContent = titleOf(onAir);
    $("[data-left]", element).textContent = left < 0 ? _("over by {time}", { time: length(left) }) : _("{time} left", { time: length(left) });
    element.classList.toggle("late", left < 0);
  });
  part("over", over !== null, (element) => {
    $("[data-over-word]", element).textContent = over > 0 ? _("Over") : over < 0 ? _("Under") : _("On time for");
    $("[data-over-by]", element).textContent = over === 0 ? hardOut : length(over);
    element.classList.toggle("late", over > 0);
  });
  part("break", next !== null, (element) => {
    $("[data-break-word]", element).textContent = plain(next.in < 0 ? _("{row} is late by", { row: next.words }) : _("{row} in", { row: next.words }));
    $("[data-break-in]", element).textContent = length(next.in);
    element.classList.toggle("late", next.in < 0);
  });
  $("[data-ends-at]", line).textContent = ends;
  for (const element of $$("[data-times]")) {
    const row = times.rows[element.dataset.times];
    const isPlanned = times.starts !== null || hardOut !== null || onAir !== "";
    element.textContent = row === undefined || !isPlanned ? "" : wordsOf(row);
    element.title = row?.latest ? _("At the latest {time}", { time: row.latest }) : "";
    element.classList.toggle("late", row?.late > 0 || (row?.latest && row.starts > row.latest));
  }
  for (const row of $$("[data-segment]")) row.classList.toggle("now", row.dataset.segment === onAir);
}

function wordsOf({ starts, late }) {
  if (late === null || late === 0) return starts;
  return late > 0 ? _("{time}, late by {length}", { time: starts, length: length(late) }) : _("{time}, {length} to fill", { time: starts, length: length(late) });
}

async function look() {
  if (!document.hidden) {
    const answer = await get("/api/rundown/times").catch(() => null);
    if (answer?.ok) times = await answer.json();
    draw();
  }
  setTimeout(look, 1000 - (Date.now() % 1000)); // on the full second
}

/** A time of day as a moment from six hours ago, a show that is on, to eighteen hours ahead. */
function moment(text) {
  if (text === "") return null;
  const [hours, minutes, seconds = 0] = text.split(":").map(Number);
  const at = new Date();
  at.setHours(hours, minutes, seconds, 0);
  const ahead = (at - Date.now()) / 3600_000;
  if (ahead < -6) at.setDate(at.getDate() + 1);
  else if (ahead > 18) at.setDate(at.getDate() - 1);
  return at.toISOString();
}

function value(field) {
  if (field.type === "time") return moment(field.value);
  return field.type === "number" ? field.valueAsNumber : field.value;
}

/** What came of it: in the air bar where there is one, else on the page. */
function say(answer) {
  if ($("[data-air-bar]") !== null) inBar(answer, "ready");
  else report($(".outcome"), answer.ok ? "done" : "refused", answer.message ?? answer.error, answer.hint);
}

async function post(address, body) {
  const answer = await ask(address, body);
  say(answer);
  if (answer.ok) refresh();
  return answer.ok;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.dataset.csv !== undefined) {
    event.preventDefault();
    const [file] = $("input[type=file]", form).files;
    if (await post("/api/rundown/csv", { csv: await file.text() })) form.reset();
    return;
  }
  if (form.dataset.programmePost === undefined) return;
  event.preventDefault();
  const fields = [...form.elements].filter((field) => field.name);
  const body = Object.fromEntries(fields.map((field) => [field.name, value(field)]));
  if ((await post(form.dataset.programmePost, body)) && !("row" in body) && "kind" in body) form.reset();
});

whenUpdated(draw);
if (line !== null) look();
