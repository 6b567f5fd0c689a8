// The panel: the slider over the line, the clock of the segment on air, the messages from the desk.
// `/panel` follows the air; the slider, and opening everything, stay on the deal until the booth
// follows the air again. The address says which, so the page updates itself through live.js.

import { refresh, whenUpdated } from "./live.js";
import { isShortcut } from "./keys.js";
import { $, ask, watchAir } from "./page.js";
import { _ } from "./words.js";

const main = $("main");

/** Shows the deal of this page as of `moment`, and stays there. */
function show(moment) {
  const query = new URLSearchParams({ pick: main.dataset.pick, moment });
  const language = new URLSearchParams(location.search).get("language");
  if (language !== null) query.set("language", language);
  history.replaceState(null, "", `/panel/${main.dataset.path}?${query}`);
  refresh();
}

main.addEventListener("input", ({ target }) => {
  if (!target.matches("[data-stops]")) return;
  show(target.dataset.stops.split(" ")[target.value]);
});
main.addEventListener("click", ({ target }) => {
  if (target.closest("[data-all]")) show("end");
  const step = target.closest("[data-step]");
  if (step === null) return;
  const slider = $("[data-stops]");
  slider.value = Number(slider.value) + Number(step.dataset.step);
  slider.dispatchEvent(new Event("input", { bubbles: true }));
});
main.addEventListener("submit", (event) => event.preventDefault());

let running = null;

/** Counts down to the next beat; then the page has the newer moment. */
function count() {
  clearInterval(running);
  const shown = $("[data-clock]");
  const left = Number.parseFloat(main.dataset.nextIn);
  if (shown === null || Number.isNaN(left)) return;
  const ends = performance.now() + 1000 * left;
  const tick = () => {
    const seconds = Math.ceil((ends - performance.now()) / 1000);
    shown.textContent = _("next beat in {n} s", { n: Math.max(0, seconds) });
    if (performance.now() < ends) return;
    clearInterval(running);
    setTimeout(refresh, 150);
  };
  running = setInterval(tick, 200);
  tick();
}

/** Tells the desk that its message has been read. */
function answer() {
  const button = $("[data-answer]");
  if (button !== null) ask("/api/booth/answer", { number: Number(button.dataset.answer) }).then(refresh);
  return button !== null;
}
main.addEventListener("click", ({ target }) => target.closest("[data-answer]") && answer());
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.repeat && isShortcut(event) && answer()) event.preventDefault();
});

// A note that is being written stays on the deal that it was begun on.
const notes = $(".notes");
function onDeal() {
  const deal = main.dataset.deal ?? "";
  if (deal === notes.dataset.deal || $("textarea", notes).value !== "") return;
  notes.dataset.deal = deal;
  notes.dispatchEvent(new Event("deal"));
}

/** Milliseconds between two looks for a segment that has ended, or was played by hand in OBS. */
const LOOK = 3000;
setInterval(() => location.pathname === "/panel" && refresh(), LOOK);
count();
whenUpdated(count);
whenUpdated(onDeal);
watchAir();
