// The rundown: every form posts its fields, then the page loads again; renders show how far they are.

import { $, $$, plain, report } from "./page.js";
import { jobs, OVER } from "./planning.js";

const outcome = $(".paper > .outcome");

/** A field as the API takes it; undefined for one that says nothing. */
function value(field) {
  if (field.type === "checkbox") return field.checked;
  if (field.type === "number") return field.value === "" ? undefined : field.valueAsNumber;
  if (field.name === "aired") return field.value === "true";
  return field.value;
}

async function post(form) {
  const named = [...form.elements].filter((field) => field.name);
  try {
    const answer = await fetch(form.dataset.post, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(Object.fromEntries(named.map((field) => [field.name, value(field)]))),
    });
    const { message, error, hint } = await answer.json();
    if (!answer.ok) return report(outcome, "refused", error, hint);
    report(outcome, "done", message);
    if (form.dataset.post === "/api/jobs") follow();
    else location.reload();
  } catch {
    report(outcome, "refused", "The service does not answer.");
  }
}

document.addEventListener("submit", (event) => {
  if (event.target.dataset.post === undefined) return;
  event.preventDefault();
  post(event.target);
});

/** Open lists of beats stay open when the page loads again. */
const opened = new Set(JSON.parse(sessionStorage.getItem("rundown") ?? "[]"));
for (const list of $$(".beats")) {
  const id = list.closest("[data-segment]").dataset.segment;
  list.open = opened.has(id);
  list.addEventListener("toggle", () => {
    opened[list.open ? "add" : "delete"](id);
    sessionStorage.setItem("rundown", JSON.stringify([...opened]));
  });
}

let following = false;

const typing = () => $$(".paper input").some((field) => field.value !== field.defaultValue);

/** Says at each segment how far its render is, until none is left; the page then loads again, unless
    something is typed that would be lost. */
async function follow() {
  if (following) return;
  following = true;
  let seen = false;
  for (;;) {
    const running = (await jobs()).filter((job) => job.request.rundown && !OVER.has(job.state));
    for (const { request, words, state, done, of } of running) {
      const clip = $(`[data-clip="${CSS.escape(request.rundown)}"]`);
      if (clip === null) continue;
      clip.textContent = state === "queued" ? "Waiting" : `Rendering${of ? ` ${Math.floor((100 * done) / of)} %` : ""}`;
      clip.title = plain(words);
    }
    if (running.length === 0) break;
    seen = true;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  following = false;
  if (seen && !typing()) location.reload();
  else if (seen) report(outcome, "done", "The renders are over.", "Load the page again when you have set your edits.");
}
follow();
