// The alarm about tables that show another deck, on the desk and on the page of the tables.

import { $, told, whenAir } from "./page.js";

/** Calls `changed` when other alarms are raised than before. */
export function deckAlarm(changed = () => {}) {
  const alarm = $("[data-deck-alarm]");
  if (alarm === null) return;
  let before = "";
  whenAir(({ decks }) => {
    if (decks === undefined || JSON.stringify(decks) === before) return; // the same again is not read out anew
    before = JSON.stringify(decks);
    alarm.hidden = decks.length === 0;
    $("[data-alarms]", alarm).replaceChildren(
      ...decks.map((words) => {
        const line = document.createElement("p");
        line.textContent = told(words);
        return line;
      }),
    );
    document.documentElement.style.setProperty("--alarm", `${alarm.offsetHeight}px`);
    changed();
  });
}
