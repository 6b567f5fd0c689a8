// People: every field is saved as soon as it is left, and a photo as soon as it is chosen.

import "./air-bar.js";
import { refresh, whenUpdated } from "./live.js";
import { $, $$, ask, plain, report, watchAir } from "./page.js";
import { LANGUAGE, _ } from "./words.js";

const outcome = $(".people .outcome");

/** Bytes of the largest photo that the service reads. */
const LARGEST = 10_000_000;

/** Shows at the row, and above the list, what came of a change. */
function said(row, { ok, message, error, hint }) {
  const mark = $(".saved", row);
  row.classList.toggle("refused", !ok);
  if (ok) {
    mark.textContent = _("Saved");
    setTimeout(() => (mark.textContent = ""), 3000);
    report(outcome, "done", message);
    refresh();
  } else {
    mark.textContent = plain(`${error} ${hint ?? ""}`);
    report(outcome, "refused", error, hint);
  }
}

async function save(field) {
  const row = field.closest("[data-person]");
  const value = field.type === "checkbox" ? field.checked : field.value;
  const answer = await ask("/api/people", { name: row.dataset.person, [field.name]: value });
  field.toggleAttribute("aria-invalid", !answer.ok);
  said(row, answer);
}

async function savePhoto(field) {
  const row = field.closest("[data-person]");
  const [file] = field.files;
  field.value = "";
  if (file.size > LARGEST) {
    said(row, { ok: false, error: _("The picture has more than 10,000,000 bytes."), hint: _("Scale it down.") });
    return;
  }
  try {
    const query = new URLSearchParams({ name: row.dataset.person });
    const answer = await fetch(`/api/people/photo?${query}`, { method: "POST", headers: LANGUAGE, body: file });
    said(row, { ok: answer.ok, ...(await answer.json()) });
  } catch {
    said(row, { ok: false, error: _("The service does not answer."), hint: _("Is duplicast serve running?") });
  }
}

document.addEventListener("change", ({ target }) => {
  if (target.dataset.photo !== undefined) savePhoto(target);
  else if (target.closest("[data-person]") !== null) save(target);
});

document.addEventListener("click", async ({ target }) => {
  if (target.dataset.remove === undefined) return;
  const row = target.closest("[data-person]");
  said(row, await ask("/api/people", { name: row.dataset.person, photo: "" }));
});

document.addEventListener("submit", async (event) => {
  if (event.target.dataset.add === undefined) return;
  event.preventDefault();
  const field = event.target.elements.name;
  const answer = await ask("/api/people", { name: field.value.trim(), pronunciation: "" });
  if (answer.ok) location.assign(`/people?${new URLSearchParams({ q: field.value.trim() })}`);
  else report(outcome, "refused", answer.error, answer.hint);
});

/** What another desk has changed; not what is being typed here, or was refused. */
whenUpdated(() => {
  for (const field of $$("[data-person] input:not([type=file])")) {
    if (field === document.activeElement || field.hasAttribute("aria-invalid")) continue;
    if (field.type === "checkbox") field.checked = field.defaultChecked;
    else field.value = field.defaultValue;
  }
});

watchAir();
