// Notes of a deal: writes them, and reloads them whenever a note changes.

import { whenChanged } from "/assets/live.js";
import { $, plain } from "/assets/page.js";

const section = $(".notes");
const form = $(".writing", section);
const fields = form.elements;
const outcome = $(".message", section);
const count = $(".count", section);
let most = { words: 10, letters: 80 };

async function ask(address, body) {
  const request = body && {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  try {
    const answer = await fetch(address, request || { cache: "no-store" });
    return { ok: answer.ok, ...(await answer.json()) };
  } catch {
    return { ok: false, error: "The service does not answer.", hint: "" };
  }
}

function say(answer) {
  outcome.textContent = plain(answer.ok ? `${answer.message} ${answer.warning ?? ""}` : `${answer.error} ${answer.hint ?? ""}`);
  outcome.classList.toggle("wrong", !answer.ok);
}

function counted() {
  const words = fields.text.value.split(/\s+/).filter(Boolean);
  const letters = [...words.join(" ")].length;
  const said = `${words.length} of ${most.words} words, ${letters} of ${most.letters} letters`;
  count.textContent = fields.for_air.checked ? said : "";
  const over = words.length > most.words || letters > most.letters;
  count.classList.toggle("over", fields.for_air.checked && over);
  fields.move.disabled = fields.table.value === "";
}

function part(name, text) {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = plain(text);
  return element;
}

function act(words, address, note) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words;
  button.addEventListener("click", async () => say(await ask(address, { note })));
  return button;
}

function line(note, mayClear, mayWrite) {
  const item = document.createElement("li");
  const about = note.table && `table ${note.table}${note.move ? `, move ${note.move}` : ""}`;
  item.append(part("text", note.text));
  item.append(part("by", [about, note.author].filter(Boolean).join(" · ")));
  if (note.for_air) item.append(part("state", note.on_air ? "on air" : note.cleared ? "cleared for air" : "for air"));
  if (note.for_air && mayClear) item.append(act(note.ready ? "Ready" : "Clear for air", "/api/notes/clear", note.note));
  if (mayWrite) item.append(act("Withdraw", "/api/notes/withdraw", note.note));
  return item;
}

let requests = 0;
let newest = 0;

async function refresh() {
  const number = ++requests;
  const answer = await ask(`/api/notes?${new URLSearchParams({ deal: section.dataset.deal })}`);
  if (!answer.ok || number < newest) return; // a newer answer has come first
  newest = number;
  most = { words: answer.most_words, letters: answer.most_letters };
  form.hidden = !answer.may_write;
  $(".written", section).replaceChildren(
    ...answer.notes.map((note) => line(note, answer.may_clear, answer.may_write)),
  );
  $(".none", section).hidden = answer.notes.length > 0;
  counted();
}

form.addEventListener("input", counted);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const move = fields.move.disabled ? NaN : fields.move.valueAsNumber;
  const answer = await ask("/api/notes", {
    deal: section.dataset.deal,
    text: fields.text.value,
    table: fields.table.value,
    author: fields.author.value,
    for_air: fields.for_air.checked,
    ...(Number.isNaN(move) ? {} : { move }),
  });
  say(answer);
  if (answer.ok) fields.text.value = "";
  counted();
});
counted();
whenChanged(["notes"], refresh);
