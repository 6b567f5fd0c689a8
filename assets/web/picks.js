// What a producer does with the picks of a deal: every form posts its fields, then the page updates itself.

import { refresh } from "./live.js";
import { $, report } from "./page.js";
import { LANGUAGE, _ } from "./words.js";

const section = $(".picks");
const outcome = $(".outcome", section);

/** A field as the API takes it: a side is TABLE:MOVE. */
function value(field) {
  if (field.type === "number") return field.value === "" ? null : field.valueAsNumber;
  if (field.name === "starred") return field.value === "true";
  if (field.tagName === "SELECT") {
    const cut = field.value.lastIndexOf(":");
    return { table: field.value.slice(0, cut), move: Number(field.value.slice(cut + 1)) };
  }
  return field.value;
}

async function post(form) {
  const named = [...form.elements].filter((field) => field.name);
  const body = Object.fromEntries(named.map((field) => [field.name, value(field)]));
  const pick = form.closest(".pick")?.dataset.pick;
  try {
    const answer = await fetch(form.dataset.post, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...LANGUAGE },
      body: JSON.stringify({ deal: section.dataset.deal, ...(pick && { pick }), ...body }),
    });
    const { message, error, hint } = await answer.json();
    if (!answer.ok) return report(outcome, "refused", error, hint);
    report(outcome, "done", message);
    form.reset();
    await refresh();
  } catch {
    report(outcome, "refused", _("The service does not answer."));
  }
}

section.addEventListener("submit", (event) => {
  if (event.target.dataset.post === undefined) return;
  event.preventDefault();
  post(event.target);
});
