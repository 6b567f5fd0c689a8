// Refreshes /tables every second, for its clocks, and at once when something was received.

import "./air-bar.js";
import { deckAlarm } from "./deck-alarm.js";
import { decideDecks } from "./decks.js";
import { keys } from "./keys.js";
import { apply, whenChanged } from "./live.js";
import { $, ask, get, plain, SIGN_IN, signedOut, watchAir, whenAir } from "./page.js";
import { _ } from "./words.js";

/** Milliseconds between two fetches: for the clocks, and at the least. */
const EVERY = 1000;
const LEAST = 300;
const list = $("[data-tables]");
const trouble = $("[data-trouble]");
const outcome = $("[data-outcome]");
const wrong = { service: null, record: null };

let next = 0;
let began = 0;

function loadIn(wait) {
  clearTimeout(next);
  next = setTimeout(refresh, wait);
}

async function refresh() {
  began = performance.now();
  try {
    await load();
  } finally {
    loadIn(EVERY);
  }
}

async function load() {
  let answer;
  let text;
  try {
    answer = await get("/tables");
    text = await answer.text();
  } catch {
    say({ service: _("The service does not answer; this page is out of date.") });
    return;
  }
  if (signedOut(answer)) say({ service: SIGN_IN });
  else if (!answer.ok) say({ service: _("The service answers {status}; this page is out of date.", { status: answer.status }) });
  else {
    apply(new DOMParser().parseFromString(text, "text/html"));
    say({ service: null });
  }
}

function say(changes) {
  Object.assign(wrong, changes);
  const words = plain([wrong.record, wrong.service].filter((each) => each).join(" "));
  trouble.hidden = words === "";
  if (words !== trouble.textContent) trouble.textContent = words; // so that a screen reader reads it once
}

function tell(words) {
  outcome.hidden = false;
  outcome.textContent = words;
}

list.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { session, group, name: table } = event.target.closest("[data-table]").dataset;
  const reason = $("input", event.target).value;
  const answer = await ask("/api/gaps/lost", { session, group, table, reason });
  tell(plain(answer.ok ? answer.message : _("Table {name}: {words}", { name: table, words: `${answer.error} ${answer.hint ?? ""}` })));
  if (answer.ok) event.target.reset();
  document.activeElement.blur();
});

whenAir(({ record }) => say({ record: record ?? null }));
deckAlarm(load); // shows the decisions to make at once
keys(decideDecks(tell, load));
whenChanged(["record"], () => loadIn(Math.max(0, began + LEAST - performance.now())));
watchAir();
refresh();
