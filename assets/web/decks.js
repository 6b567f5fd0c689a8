// Deals with different decks: refreshes the list and sends the producer's choices.

import { $, $$, ask, plain } from "./page.js";

const list = $("[data-decks]");
/** The last HTML of each entry from the service. */
const shown = new Map($$("[data-deck]", list).map((each) => [each.dataset.deck, each.outerHTML]));

/** Replaces the entries that differ in `page`; text typed, details opened and boxes ticked stay. */
export function showDecks(page) {
  const now = $$("[data-decks] [data-deck]", page);
  const names = new Set(now.map((each) => each.dataset.deck));
  for (const gone of $$("[data-deck]", list).filter((each) => !names.has(each.dataset.deck))) {
    shown.delete(gone.dataset.deck);
    gone.remove();
  }
  now.forEach((each, place) => {
    const before = $$("[data-deck]", list).find((old) => old.dataset.deck === each.dataset.deck);
    const text = each.outerHTML;
    if (before !== undefined && shown.get(each.dataset.deck) === text) return;
    shown.set(each.dataset.deck, text);
    if (before === undefined) list.insertBefore(each, $$("[data-deck]", list)[place] ?? null);
    else {
      const focused = before.contains(document.activeElement) ? document.activeElement : null;
      keep(before, each);
      before.replaceWith(each);
      if (focused === before) each.focus();
      else if (focused) find(each, focused.dataset.keep)?.focus();
    }
  });
}

const find = (root, name) => $$("[data-keep]", root).find((each) => each.dataset.keep === name);

function keep(before, now) {
  for (const old of $$("[data-keep]", before)) {
    const same = find(now, old.dataset.keep);
    if (same === undefined) continue;
    if (old.type === "checkbox") same.checked = old.checked;
    else if (old.matches("input") && old.value !== old.defaultValue) same.value = old.value;
    else if (old.matches("details")) same.open = old.open;
  }
}

/** `say(words)` shows the result, `refresh()` reloads the list. */
export function decideDecks(say, refresh) {
  async function send(button, address, body) {
    if (button.disabled) return;
    button.disabled = true;
    const answer = await ask(address, body);
    button.disabled = false;
    say(plain(answer.ok ? answer.message : `${answer.error} ${answer.hint ?? ""}`));
    await refresh();
  }

  list.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = event.submitter;
    if (button === null) return;
    const { session, group, number } = event.target.closest("[data-deck]").dataset;
    const table = button.dataset.behind ?? null;
    const { reason, replay } = event.target.elements;
    const body = { session, group, deal: Number(number), table, replay: replay.checked, reason: reason.value };
    send(button, "/api/decks/choose", body);
  });
  list.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input")) event.preventDefault(); // it chooses no deck
  });
  list.addEventListener("click", (event) => {
    const button = event.target.closest("[data-revoke]");
    if (button) send(button, "/api/tokens/revoke", { token: button.dataset.revoke });
  });

  /** Focuses the next undecided deal. */
  function next() {
    const deals = $$("[data-choose]", list).map((form) => form.closest("[data-deck]"));
    const here = deals.indexOf(document.activeElement?.closest("[data-deck]"));
    const deal = deals[(here + 1) % deals.length];
    deal?.focus();
    deal?.scrollIntoView({ block: "nearest" });
  }

  /** A key acts only on the focused deal. */
  const press = (selector) => () => document.activeElement?.closest("[data-deck]")?.querySelector(selector)?.click();
  const decks = [1, 2, 3, 4, 5, 6].map((number) => [number, press(`[data-key="${number}"]`)]);
  return { d: next, r: press("[name=replay]"), ...Object.fromEntries(decks) };
}
