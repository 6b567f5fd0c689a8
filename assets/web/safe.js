// Safe on every page: the key S and the buttons. It waits for no other request, and is tried even
// while the page is covered.

import { $, $$, ask, isShortcut, newId, refreshAir, report, whenAir } from "./page.js";

const buttons = $$("[data-safe]");
const outcome = $(".side .outcome") ?? $("[data-safe-outcome]");
let may = buttons.some((button) => !button.hidden);

async function safe() {
  const answer = await ask("/api/safe", { id: newId() });
  if (answer.ok) report(outcome, "done", answer.message, answer.warning);
  else report(outcome, "refused", answer.error, answer.hint);
  refreshAir();
}

for (const button of buttons) {
  button.addEventListener("click", (event) => {
    if (event.detail > 0) button.blur(); // so that the space bar still takes
    safe();
  });
}
document.addEventListener("keydown", (event) => {
  if (!may || event.repeat || event.key.toLowerCase() !== "s" || !isShortcut(event)) return;
  event.preventDefault();
  safe();
});

whenAir(({ takes, obs, outputs }) => {
  if (takes === undefined) return; // no answer: S is tried all the same
  may = takes;
  for (const button of buttons) {
    button.hidden = !takes;
    button.disabled = !(outputs ?? []).some((each) => each.online);
    button.classList.toggle("lit", obs?.safe === true);
  }
});
