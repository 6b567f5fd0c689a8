// Sealed deals: a producer releases one by hand, with the reason that the audit shows.

import "./air-bar.js";
import { $, ask, report, watchAir } from "./page.js";

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.dataset.release === undefined) return;
  event.preventDefault();
  const button = $("button", form);
  button.disabled = true;
  const answer = await ask("/api/release", { deals: [form.dataset.release], reason: form.elements.reason.value });
  button.disabled = false;
  if (answer.ok) form.closest("tr").remove(); // live pages leave a row alone in which somebody typed
  report($("main .outcome"), answer.ok ? "done" : "refused", answer.ok ? answer.message : answer.error, answer.hint);
});

watchAir();
