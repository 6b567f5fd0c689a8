// The forms about tables: each says first what will happen, and is sent only then.

import "./air-bar.js";
import { $, $$, ask, plain, watchAir } from "./page.js";

const form = $("[data-form]");
const will = $("[data-will]");
const done = $("[data-done]");
const send = $("[data-send]");
const look = $("[data-check]");

const fields = () => Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value]));

/** Takes back what the form said: it is about other fields now. */
function forget() {
  will.hidden = true;
  send.disabled = true;
  for (const wrong of $$("[data-wrong]", form)) {
    wrong.hidden = true;
    wrong.closest("[data-field]")?.classList.remove("faulty");
  }
}

function fail({ error, hint, field }) {
  const wrong = $(`[data-wrong="${field ?? ""}"]`, form) ?? $('[data-wrong=""]', form);
  wrong.textContent = plain(hint === undefined ? error : `${error} ${hint}`);
  wrong.hidden = false;
  const place = wrong.closest("[data-field]");
  place?.classList.add("faulty");
  $("input, select", place ?? form)?.focus();
}

async function post(check) {
  look.disabled = send.disabled = true;
  const answer = await ask("/api/corrections", { form: form.dataset.form, check, fields: fields() });
  look.disabled = false;
  return answer;
}

form.addEventListener("input", () => {
  forget();
  done.hidden = true;
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  forget();
  done.hidden = true;
  const answer = await post(true);
  if (!answer.ok) {
    fail(answer);
    return;
  }
  will.textContent = plain(answer.message);
  will.hidden = false;
  send.disabled = false;
  send.focus();
});

send.addEventListener("click", async () => {
  const answer = await post(false);
  forget();
  if (!answer.ok) {
    fail(answer);
    return;
  }
  form.reset();
  done.textContent = plain(answer.message);
  done.hidden = false;
  done.focus();
});

watchAir();
