// The floor, brought up to date every second: rows are replaced only where they have changed.

import { $, $$, ask, told, watchAir, whenAir } from "./page.js";

const EVERY = 1000;
const list = $("[data-tables]");
const trouble = $("[data-trouble]");
const outcome = $("[data-outcome]");
const before = new Map();
const wrong = { service: null, record: null };

/** What of a row is drawn anew; its clock is only set. */
function drawnOf(row) {
  const { clock, ago, senders, ...rest } = row;
  return JSON.stringify([rest, senders.map(({ source, link }) => [source, link])]);
}

async function refresh() {
  let rows = null;
  try {
    const answer = await fetch("/api/tables");
    if (answer.ok) rows = await answer.json();
  } catch {
    rows = null;
  }
  say({ service: rows === null ? "The service does not answer; what is shown is old." : null });
  if (rows !== null) await show(rows);
  setTimeout(refresh, EVERY);
}

async function show(rows) {
  const changed = rows.some((row) => before.get(name(row)) !== drawnOf(row));
  if (changed || rows.length !== before.size) {
    await redraw(rows);
    return;
  }
  for (const row of rows) {
    const clock = $("[data-clock]", item(row));
    if (clock !== null) clock.textContent = row.ago;
  }
}

function say(news) {
  Object.assign(wrong, news);
  const words = told(wrong.service ?? wrong.record ?? "");
  trouble.hidden = words === "";
  if (words !== trouble.textContent) trouble.textContent = words; // the same again would be read out anew
}

const name = (row) => `${row.session}/${row.group}/${row.table}`;
const item = (row) => $(`[data-table="${CSS.escape(name(row))}"]`, list) ?? document.body;

/** Whether somebody is writing a reason, which must not be wiped away. */
const writing = () => $$("[data-lost] input", list).some((input) => input.value !== "" || input === document.activeElement);

async function redraw(rows) {
  if (writing()) return;
  const answer = await fetch("/tables").catch(() => null);
  if (answer === null || !answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  list.replaceChildren(...$("[data-tables]", page).children);
  for (const part of ["[data-summary]", ".places"]) $(part).replaceWith($(part, page));
  before.clear();
  for (const row of rows) before.set(name(row), drawnOf(row));
}

list.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { session, group, name: table } = event.target.closest("[data-table]").dataset;
  const reason = $("input", event.target).value;
  const answer = await ask("/api/gaps/lost", { session, group, table, reason });
  outcome.hidden = false;
  outcome.textContent = told(answer.ok ? answer.told : `Table ${table}: ${answer.error} ${answer.mend ?? ""}`);
  if (answer.ok) event.target.reset();
  before.clear();
});

whenAir(({ record }) => say({ record: record ?? null }));
watchAir();
refresh();
