// Refreshes /tables every second: fetches the page and replaces the parts that have changed.

import { deckAlarm } from "./deck-alarm.js";
import { decideDecks, showDecks } from "./decks.js";
import { $, $$, ask, get, keys, plain, SIGN_IN, signedOut, watchAir, whenAir } from "./page.js";
import "./safe.js";

const EVERY = 1000;
const list = $("[data-tables]");
const trouble = $("[data-trouble]");
const outcome = $("[data-outcome]");
const wrong = { service: null, record: null };

async function refresh() {
  try {
    await load();
  } finally {
    setTimeout(refresh, EVERY);
  }
}

async function load() {
  let answer;
  let text;
  try {
    answer = await get("/tables");
    text = await answer.text();
  } catch {
    say({ service: "The service does not answer; this page is out of date." });
    return;
  }
  if (signedOut(answer)) say({ service: SIGN_IN });
  else if (!answer.ok) say({ service: `The service answers ${answer.status}; this page is out of date.` });
  else {
    show(new DOMParser().parseFromString(text, "text/html"));
    say({ service: null });
  }
}

function say(changes) {
  Object.assign(wrong, changes);
  const words = plain([wrong.record, wrong.service].filter((each) => each).join(" "));
  trouble.hidden = words === "";
  if (words !== trouble.textContent) trouble.textContent = words; // so that a screen reader reads it once
}

function show(page) {
  for (const part of ["[data-summary]", "[data-notices]", ".places"]) put($(part), $(part, page));
  showDecks(page);
  const old = new Map($$("[data-table]", list).map((card) => [card.dataset.table, card]));
  const cards = $$("[data-table]", page).map((card) => {
    const before = old.get(card.dataset.table);
    old.delete(card.dataset.table);
    return before === undefined ? document.adoptNode(card) : put(before, card);
  });
  for (const gone of old.values()) gone.remove();
  cards.forEach((card, place) => {
    if (list.children[place] !== card) list.insertBefore(card, list.children[place] ?? null);
  });
}

/** Replaces `before` by `now` if more than the clocks differ, unless a reason is being typed in it.
 * Returns the element that stays. */
function put(before, now) {
  if (!writing(before) && withoutClocks(before) !== withoutClocks(now)) {
    before.replaceWith(now);
    return now;
  }
  const clocks = $$("[data-clock]", now);
  for (const [place, clock] of $$("[data-clock]", before).entries())
    if (clocks[place] !== undefined) clock.textContent = clocks[place].textContent;
  return before;
}

const writing = (card) =>
  $$("[data-lost] input", card).some((input) => input.value !== "" || input === document.activeElement);

function withoutClocks(part) {
  const copy = part.cloneNode(true);
  for (const clock of $$("[data-clock]", copy)) clock.textContent = "";
  return copy.outerHTML;
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
  tell(plain(answer.ok ? answer.message : `Table ${table}: ${answer.error} ${answer.hint ?? ""}`));
  if (answer.ok) event.target.reset();
  document.activeElement.blur();
});

whenAir(({ record }) => say({ record: record ?? null }));
deckAlarm(load); // shows the decisions to make at once
keys(decideDecks(tell, load));
watchAir();
refresh();
