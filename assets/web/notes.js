// Notes of a deal: lists, writes and finds them. What is typed is stored in this browser at every
// letter, and what is added until the service has it.

import { whenChanged } from "/assets/live.js";
import { $, plain } from "/assets/page.js";
import { addNote, discardNote, draftOf, sendAgain, storeDraft, unsentNotes, whenUnsent } from "/assets/unsent-notes.js";
import { LANGUAGE, _ } from "/assets/words.js";

const AUTHOR = "duplicast author";
/** Milliseconds after the last letter until notes are searched. */
const PAUSE = 200;

const section = $(".notes");
const form = $(".writing", section);
const fields = form.elements;
const outcome = $(".message", section);
const count = $(".count", section);
const unsent = $(".unsent", section);
let most = { words: 10, letters: 80 };
let decisions = {};

async function ask(address, body) {
  const request = body && {
    method: "POST",
    headers: { "Content-Type": "application/json", ...LANGUAGE },
    body: JSON.stringify(body),
  };
  try {
    const answer = await fetch(address, request || { cache: "no-store", headers: LANGUAGE });
    return { ok: answer.ok, status: answer.status, ...(await answer.json()) };
  } catch {
    return { ok: false, error: _("The service does not answer."), hint: "" };
  }
}

function say(answer) {
  outcome.textContent = plain(answer.ok ? `${answer.message} ${answer.warning ?? ""}` : `${answer.error} ${answer.hint ?? ""}`);
  outcome.classList.toggle("wrong", !answer.ok);
}

function counted() {
  const words = fields.text.value.split(/\s+/).filter(Boolean);
  const letters = [...words.join(" ")].length;
  const said = _("{words} of {mostWords} words, {letters} of {mostLetters} letters", {
    words: words.length,
    mostWords: most.words,
    letters,
    mostLetters: most.letters,
  });
  count.textContent = fields.for_air.checked ? said : "";
  const over = words.length > most.words || letters > most.letters;
  count.classList.toggle("over", fields.for_air.checked && over);
  fields.move.disabled = fields.table.value === "";
  $("[data-decision]", form).disabled = decisions[fields.table.value] === undefined;
}

function part(name, text) {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = plain(text);
  return element;
}

function press(words, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words;
  button.addEventListener("click", act);
  return button;
}

const act = (words, address, note) => press(words, async () => say(await ask(address, { note })));

/** The time of day here, with its day unless that is today. */
function clock(text) {
  const at = new Date(text);
  const time = at.toTimeString().slice(0, 8);
  return at.toDateString() === new Date().toDateString() ? time : `${at.toLocaleDateString("sv")} ${time}`;
}

const about = (note) =>
  [
    note.table && _("table {name}", { name: note.table }),
    note.move && _("move {n}", { n: note.move }),
    note.time && clock(note.time),
  ]
    .filter(Boolean)
    .join(", ");

/** A note in a list: its text, what it is about, and by whom; `where`: before these. */
function listed(note, where = "") {
  const item = document.createElement("li");
  item.append(part("text", note.text));
  item.append(part("by", [where, about(note), note.author].filter(Boolean).join(" · ")));
  return item;
}

function line(note, mayClear, mayWrite) {
  const item = listed(note);
  if (note.for_air) item.append(part("state", note.on_air ? _("on air") : note.cleared ? _("cleared for air") : _("for air")));
  if (note.for_air && mayClear) item.append(act(note.ready ? _("Ready") : _("Clear for air"), "/api/notes/clear", note.note));
  if (mayWrite) item.append(act(_("Withdraw"), "/api/notes/withdraw", note.note));
  return item;
}

// What the service has not got yet, of every deal.

function waiting(entry) {
  const item = listed(entry.note, entry.note.deal === section.dataset.deal ? "" : entry.note.deal);
  if (entry.refused === "") {
    item.append(part("state", unsent.dataset[entry.waits]));
    return item;
  }
  item.append(part("state wrong", _("Kept here. {reason}", { reason: entry.refused })));
  item.append(press(_("Send again"), () => sendAgain(entry)));
  if (entry.note.deal === section.dataset.deal) item.append(press(_("Change"), () => change(entry)));
  item.append(press(_("Discard"), () => discardNote(entry.id)));
  return item;
}

/** Puts a refused note back into the form. */
async function change({ id, note }) {
  if (fields.text.value.trim() !== "") {
    say({ ok: false, error: _("Add what you are writing first.") });
    return;
  }
  fill(note);
  await store();
  discardNote(id);
}

async function listUnsent() {
  unsent.replaceChildren(...(await unsentNotes()).map(waiting));
}

whenUnsent((sent) => {
  listUnsent();
  if (sent === null) return;
  say(sent);
  refresh();
});

let requests = 0;
let newest = 0;

async function refresh() {
  const number = ++requests;
  const { deal } = section.dataset;
  section.hidden = deal === "";
  $("[data-of]", section).textContent = plain(deal);
  if (deal === "") return;
  const answer = await ask(`/api/notes?${new URLSearchParams({ deal })}`);
  if (answer.status === 404) $(".written", section).replaceChildren(); // sealed again
  if (!answer.ok || number < newest || deal !== section.dataset.deal) return; // a newer answer has come first
  newest = number;
  most = { words: answer.most_words, letters: answer.most_letters };
  decisions = answer.decisions;
  form.hidden = !answer.may_write;
  offer(answer.tables);
  $(".written", section).replaceChildren(
    ...answer.notes.map((note) => line(note, answer.may_clear, answer.may_write)),
  );
  $(".none", section).hidden = answer.notes.length > 0;
  counted();
}

/** The tables that a note can be on. */
function offer(tables) {
  const [deal, ...offered] = fields.table.options;
  if (String(offered.map(({ value }) => value)) === String(tables.map(({ table }) => table))) return;
  const chosen = fields.table.value;
  fields.table.replaceChildren(deal, ...tables.map(({ table, name }) => new Option(plain(_("table {name}", { name })), table)));
  fields.table.value = tables.some(({ table }) => table === chosen) ? chosen : "";
}

// Writing.

const twoDigits = (number) => String(number).padStart(2, "0");

/** As a field for a time here wants it. */
function local(at) {
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(twoDigits).join("-");
  return `${day}T${at.toTimeString().slice(0, 8)}`;
}

function written() {
  const move = fields.move.disabled ? NaN : fields.move.valueAsNumber;
  return {
    deal: section.dataset.deal,
    text: fields.text.value,
    table: fields.table.value,
    author: fields.author.value,
    for_air: fields.for_air.checked,
    ...(Number.isNaN(move) ? {} : { move }),
    ...(fields.time.value === "" ? {} : { time: new Date(fields.time.value).toISOString() }),
  };
}

function fill(note) {
  fields.text.value = note.text;
  if (note.table && ![...fields.table.options].some(({ value }) => value === note.table))
    fields.table.append(new Option(plain(_("table {name}", { name: note.table })), note.table));
  fields.table.value = note.table;
  fields.move.value = note.move ?? "";
  fields.time.value = note.time ? local(new Date(note.time)) : "";
  fields.for_air.checked = note.for_air;
  counted();
}

const NOT_STORED = { ok: false, error: _("This browser stores nothing: leave this page open until the note is added.") };

const store = () => storeDraft(section.dataset.deal, written()).catch(() => say(NOT_STORED));

/** What was being written on this deal when the page was left. */
async function resume() {
  const { deal } = section.dataset;
  const draft = await draftOf(deal);
  if (draft && deal === section.dataset.deal && fields.text.value === "") fill(draft);
}

fields.author.value = localStorage.getItem(AUTHOR) ?? "";
form.addEventListener("input", () => {
  localStorage.setItem(AUTHOR, fields.author.value);
  counted();
  store();
});
$("[data-decision]", form).addEventListener("click", () => {
  fields.move.value = decisions[fields.table.value];
  store();
});
$("[data-now]", form).addEventListener("click", () => {
  fields.time.value = local(new Date());
  store();
});
let adding = false;
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const note = written();
  if (adding || note.text.trim() === "") return;
  adding = true;
  say({ ok: true, message: "" });
  const done = await addNote(note).then(
    () => true,
    () => withoutStore(note),
  );
  adding = false;
  if (done && fields.text.value === note.text) fill({ text: "", table: note.table, for_air: note.for_air });
});

/** Sends a note that this browser cannot store. */
async function withoutStore(note) {
  const answer = await ask("/api/notes", note);
  say(answer.ok ? answer : { ...answer, hint: `${answer.hint} ${NOT_STORED.error}` });
  return answer.ok;
}

// The panel follows the air from deal to deal.
section.addEventListener("deal", () => {
  resume();
  refresh();
  listUnsent();
});

// Finding.

const search = $(".search", section);
const said = $("output", search);
let pause = null;
let asked = 0;

function found(note) {
  const item = listed(note);
  const link = document.createElement("a");
  link.href = `${location.pathname.startsWith("/panel") ? "/panel" : "/deals"}/${note.path}`;
  link.textContent = plain(note.deal);
  item.prepend(link);
  return item;
}

async function find() {
  const words = search.elements.q.value.trim();
  const number = ++asked;
  const answer = words === "" ? { ok: true, notes: [], more: 0 } : await ask(`/api/notes/found?${new URLSearchParams({ q: words })}`);
  if (number !== asked) return;
  const { none, more, lost } = said.dataset;
  if (!answer.ok) said.textContent = lost;
  else if (words !== "" && answer.notes.length === 0) said.textContent = none;
  else said.textContent = answer.more > 0 ? `${answer.more} ${more}` : "";
  $(".found-notes", section).replaceChildren(...(answer.notes ?? []).map(found));
}

search.addEventListener("input", () => {
  clearTimeout(pause);
  pause = setTimeout(find, PAUSE);
});
search.addEventListener("submit", (event) => {
  event.preventDefault();
  find();
});

counted();
resume();
listUnsent();
whenChanged(["notes", "deals"], () => {
  refresh();
  find();
});
