// The rundown: every form posts its fields, and the page follows; renders show how far they are.

import { refresh } from "./live.js";
import { $, $$, plain, report } from "./page.js";
import { jobs, OVER } from "./planning.js";
import { LANGUAGE, _ } from "./words.js";

const outcome = $(".paper > .outcome");

/** A field as the API takes it; undefined for one that says nothing. */
function value(field) {
  if (field.type === "checkbox") return field.checked;
  if (field.type === "number") return field.value === "" ? undefined : field.valueAsNumber;
  if (field.name === "aired") return field.value === "true";
  if (field.name === "rows") return [field.value];
  return field.value;
}

async function post(form) {
  const named = [...form.elements].filter((field) => field.name);
  try {
    const answer = await fetch(form.dataset.post, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...LANGUAGE },
      body: JSON.stringify(Object.fromEntries(named.map((field) => [field.name, value(field)]))),
    });
    const { message, error, hint } = await answer.json();
    if (!answer.ok) return report(outcome, "refused", error, hint);
    report(outcome, "done", message);
    if (form.dataset.post === "/api/jobs") follow();
    else refresh();
  } catch {
    report(outcome, "refused", _("The service does not answer."));
  }
}

document.addEventListener("submit", (event) => {
  if (event.target.dataset.post === undefined) return;
  event.preventDefault();
  post(event.target);
});

let following = false;

/** Says at each segment how far its render is, until none is left. */
async function follow() {
  if (following) return;
  following = true;
  const seen = new Set();
  for (;;) {
    const running = (await jobs()).filter((job) => job.request.rundown && !OVER.has(job.state));
    for (const { id, request, words, state, done, of } of running) {
      seen.add(id);
      const clip = $(`[data-clip="${CSS.escape(request.rundown)}"]`);
      if (clip === null) continue;
      clip.textContent = state === "queued" ? _("Waiting") : `${_("Rendering")}${of ? ` ${Math.floor((100 * done) / of)} %` : ""}`;
      clip.title = plain(words);
    }
    if (running.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  following = false;
  if (seen.size === 0) return;
  for (const clip of $$("[data-clip]")) clip.textContent = clip.dataset.said;
  for (const job of await jobs())
    if (seen.has(job.id) && job.state === "failed") report(outcome, "refused", plain(`${job.words}.`));
  refresh();
}
follow();
