// Deals with different decks: sends the producer's choices.

import { $, $$, ask, plain } from "./page.js";
import { _ } from "./words.js";

const list = $("[data-decks]");
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
  const decks = [1, 2, 3, 4, 5, 6].map((number) => [String(number), _("Deck {n} was right", { n: number }), press(`[data-key="${number}"]`)]);
  return [["d", _("Next deal with another deck"), next], ["r", _("Replay on, off"), press("[name=replay]")], ...decks];
}
