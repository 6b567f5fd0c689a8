// The line-up: it looks again every few seconds, as not everything says when it changes.

import "./air-bar.js";
import { refresh } from "./live.js";
import { $, ask, report, watchAir } from "./page.js";

/** Milliseconds between two looks. */
const EVERY = 5000;

const outcome = $(".line-up .outcome");
let asked = false; // whether the start was refused because of what is not green

async function act(what) {
  const body = what === "start" ? { confirm: asked } : {};
  const answer = await ask(`/api/show/${what}`, body);
  asked = what === "start" && !answer.ok;
  report(outcome, answer.ok ? "done" : "refused", answer.ok ? answer.message : answer.error, answer.hint);
  refresh();
}

document.addEventListener("click", ({ target }) => {
  if (target.dataset.show !== undefined) act(target.dataset.show);
});

document.addEventListener("submit", async (event) => {
  const { fault, undo } = event.target.dataset;
  if (fault === undefined) return;
  event.preventDefault();
  const { value: of } = event.target.elements.of;
  const answer = await ask("/api/rehearsal/fault", { fault, of, on: undo === undefined });
  report(outcome, answer.ok ? "done" : "refused", answer.ok ? answer.message : answer.error, answer.hint);
  refresh();
});

setInterval(() => document.visibilityState === "visible" && refresh(), EVERY);
watchAir();
