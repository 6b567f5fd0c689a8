// The tournament's page: the clock runs, and each graphic can be put on preview.

import { cue } from "./air-bar.js";
import { $, watchAir } from "./page.js";

/** Minutes and seconds left, with hours if there are any; the seconds are rounded up. */
function words(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

setInterval(() => {
  const clock = $("[data-ends]");
  if (clock) clock.textContent = words(Number(clock.dataset.ends) - Date.now() / 1000);
}, 250);

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-cue]");
  if (button) cue(JSON.parse(button.dataset.cue));
});

watchAir();
