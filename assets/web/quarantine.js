// A decision about an entry: sent with its reason; the page is loaded again where it was taken.

import { $, $$, told, watchAir } from "./page.js";

const outcome = $("[data-outcome]");

async function decide(entry, what, reason) {
  const answer = await fetch(`/api/quarantine/${entry}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ do: what, reason }),
  }).catch(() => null);
  if (answer !== null && answer.ok) {
    location.reload();
    return;
  }
  const said = answer === null ? { error: "The service does not answer." } : await answer.json();
  outcome.hidden = false;
  outcome.textContent = told(`Entry ${entry}: ${said.error} ${said.mend ?? ""}`);
}

for (const form of $$(".decide"))
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const entry = form.closest("[data-entry]").dataset.entry;
    decide(entry, event.submitter.value, new FormData(form).get("reason"));
  });

watchAir();
