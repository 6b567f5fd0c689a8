// The desk's line to the commentators.

import { $, ask } from "./page.js";

const form = $("[data-booth]");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { text } = form.elements;
  const answer = await ask("/api/booth", { text: text.value });
  if (answer.ok) text.value = "";
  else $("[data-live=booth]", form).textContent = `${answer.error} ${answer.hint ?? ""}`;
});
