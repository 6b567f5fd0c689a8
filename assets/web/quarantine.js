// Sends decisions and corrections with their reasons, and shows the results.

import { $, $$, ask, plain, watchAir } from "./page.js";
import "./air-bar.js";
import { _ } from "./words.js";

const DONE = { release: _("released"), discard: _("discarded"), resend: _("resent") };

/** Selects the fault. The field shows its selection when it gets the focus. */
function select(text, start, end) {
  text.blur();
  text.setSelectionRange(start, end);
  text.focus();
}

/** Shows the error; what was typed stays, and the remaining fault is selected. */
function fail(form, { error, hint, fault, start, end }) {
  const outcome = $("[data-outcome]", form) ?? $(":scope > [data-outcome]", form.parentElement);
  outcome.hidden = false;
  outcome.textContent = plain(`${error} ${hint ?? ""}`);
  const text = $("textarea", form);
  if (text === null) {
    outcome.focus();
    return;
  }
  $("[data-marked]", form).hidden = fault === undefined;
  $("[data-fault]", form).textContent = plain(fault ?? "");
  select(text, start ?? text.selectionStart, end ?? text.selectionEnd);
  form.parentElement.scrollIntoView({ block: "nearest" });
}

/** Replaces the entry's forms with the decision. */
function settle(entry, what, words) {
  const decision = document.createElement("p");
  decision.className = "decision";
  decision.tabIndex = -1;
  const word = document.createElement("b");
  word.textContent = DONE[what];
  decision.append(word, ` ${plain(words)}`);
  entry.dataset.stay = "";
  $$("form, .correct, [data-outcome]", entry).forEach((each) => each.remove());
  entry.append(decision);
  decision.focus();
  const left = $('.places [aria-current="page"] b');
  if (left !== null) count(left);
  const total = $("[data-total]");
  if (total.dataset.open !== undefined) count(total);
}

/** Counts `element` down by one, and hides the navigation's badge at zero. */
function count(element) {
  const left = Number(element.textContent.replace(/\D/g, "")) - 1;
  element.textContent = left.toLocaleString(document.documentElement.lang);
  element.hidden = element.tagName === "B" && left === 0;
}

async function decide(form, body) {
  const entry = form.closest("[data-entry]");
  const buttons = $$("button", entry);
  buttons.forEach((each) => (each.disabled = true));
  const answer = await ask(`/api/quarantine/${entry.dataset.entry}`, body);
  buttons.forEach((each) => (each.disabled = false));
  if (answer.ok) settle(entry, body.do, answer.message);
  else fail(form, answer);
}

const list = $(".entries");
list.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  const given = new FormData(form);
  const body = { do: event.submitter.value, reason: given.get("reason") };
  if (given.has("event")) body.event = form.elements.event.value;
  decide(form, body);
});
list.addEventListener(
  "toggle",
  ({ target: correct }) => {
    if (!correct.open || !correct.matches(".correct")) return;
    const text = $("textarea", correct);
    select(text, Number(text.dataset.start), Number(text.dataset.end));
    correct.scrollIntoView({ block: "nearest" });
  },
  true, // it does not bubble
);
list.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !event.target.matches("textarea")) return;
  event.preventDefault();
  event.target.form.requestSubmit($("button", event.target.form));
});

watchAir();
