// The alarm about tables that show another deck, on the desk and on /tables.

import { $, plain, whenAir } from "./page.js";

/** Calls `changed` when the alarms change. */
export function deckAlarm(changed = () => {}) {
  const alarm = $("[data-deck-alarm]");
  if (alarm === null) return;
  let before = "";
  whenAir(({ decks }) => {
    if (decks === undefined || JSON.stringify(decks) === before) return; // so that a screen reader reads it once
    before = JSON.stringify(decks);
    alarm.hidden = decks.length === 0;
    $("[data-alarms]", alarm).replaceChildren(
      ...decks.map((words) => {
        const line = document.createElement("p");
        line.textContent = plain(words);
        return line;
      }),
    );
    document.documentElement.style.setProperty("--alarm", `${alarm.offsetHeight}px`);
    changed();
  });
}
