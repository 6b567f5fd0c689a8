// Maps: files are added, a map is proposed, edited and saved, and its files are ingested.

import "./air-bar.js";
import { $, $$, ask, report, watchAir } from "./page.js";
import { LANGUAGE, _ } from "./words.js";

const outcome = $(".maps .outcome");
const form = $("form[data-map]");

/** Milliseconds between two looks at files that are being ingested. */
const AGAIN = 2000;
/** Bytes of the largest file that the service takes. */
const LARGEST = 32_000_000;

/** Where refusals of files wait for the page that lists the others. */
const REFUSED = "duplicast-files-refused";

let unsaved = false;

const value = (root, name) => root.querySelector(`[name="${name}"]`).value.trim();
const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);
const number = (text) => (/^\d+$/.test(text) ? Number(text) : text);

/** Shows a refusal; returns whether there was none. */
function accepted({ ok, error, hint }) {
  if (!ok) report(outcome, "refused", error, hint);
  if (!ok) outcome.scrollIntoView({ block: "nearest" });
  return ok;
}

/** The table's fields as the map has them. */
function tableOf(row) {
  const how = value(row, "how");
  const single = $$("[data-single]", row).map((each) => [value(each, "hand"), value(each, "deal")]);
  return {
    files: lines(value(row, "files")),
    ...(value(row, "table") && { table: value(row, "table") }),
    hands: how === "cards" ? "cards" : "number",
    ...(how !== "cards" && { first: number(value(row, "first")) }),
    ...(how === "order" && { order: value(row, "order").split(/[\s,;]+/).filter(Boolean).map(number) }),
    deals: Object.fromEntries(single.filter(([, deal]) => deal !== "").map(([hand, deal]) => [hand, number(deal)])),
  };
}

function playersOf() {
  const players = {};
  for (const row of $$("[data-player]", form))
    players[value(row, "name")] = {
      ...(value(row, "team") && { team: value(row, "team") }),
      also: lines(value(row, "also")),
    };
  for (const row of $$("[data-stranger]", form)) {
    const name = value(row, "is");
    if (name === "") continue;
    players[name] ??= { also: [] };
    if (name !== row.dataset.stranger) players[name].also.push(row.dataset.stranger);
  }
  return players;
}

function teamsOf() {
  const teams = $$("[data-team]", form).map((row) => [
    value(row, "code"),
    {
      name: value(row, "name"),
      ...(value(row, "flag") && { flag: value(row, "flag") }),
      ...(value(row, "colour") && { colour: value(row, "colour") }),
    },
  ]);
  return Object.fromEntries(teams);
}

/** A name that two rows have, which would leave one of them out; undefined if all differ. */
function twice() {
  for (const [kind, field] of [["table", "name"], ["player", "name"], ["team", "code"]]) {
    const names = $$(`[data-${kind}]`, form).map((row) => value(row, field));
    const again = names.find((name, place) => names.indexOf(name) < place);
    if (again !== undefined) return again;
  }
}

async function save() {
  const name = twice();
  if (name !== undefined) {
    report(outcome, "refused", _("{name} is there twice.", { name }), _("Give each its own name."));
    return;
  }
  const answer = await ask("/api/maps/save", {
    map: form.dataset.map,
    seen: form.dataset.seen,
    fields: {
      session: value(form, "session"),
      group: value(form, "group"),
      ...(value(form, "title") && { title: value(form, "title") }),
      tables: Object.fromEntries($$("[data-table]", form).map((row) => [value(row, "name"), tableOf(row)])),
      players: playersOf(),
      teams: teamsOf(),
    },
  });
  if (!accepted(answer)) return;
  unsaved = false;
  location.reload();
}

async function ingest(chosen) {
  if (unsaved) {
    report(outcome, "refused", _("Not ingested: the map has changes."), _("Save it first."));
    return;
  }
  const live = value(chosen, "tables");
  const answer = await ask("/api/maps/ingest", {
    map: form.dataset.map,
    seen: form.dataset.seen,
    ...(chosen.elements.live.value === "live" && { live_tables: number(live) }),
    stakes: value(chosen, "stakes"),
    table: value(chosen, "as"),
    hands_from: chosen.elements["from-zero"].checked ? 0 : 1,
  });
  if (accepted(answer)) location.reload();
}

/** Shows what fits with what the producer says of the files. */
function fit(chosen) {
  const query = new URLSearchParams({ map: form.dataset.map });
  if (value(chosen, "stakes")) query.set("stakes", value(chosen, "stakes"));
  if (value(chosen, "as")) query.set("as", value(chosen, "as"));
  if (chosen.elements["from-zero"].checked) query.set("hands-from", "0");
  location.assign(`/maps?${query}`);
}

async function propose(chosen) {
  const files = $$('[name="file"]:checked', chosen).map((each) => each.value);
  if (files.length === 0) {
    report(outcome, "refused", _("No file is chosen."), _("Choose those that the map is for."));
    return;
  }
  report(outcome, "", _("Reading the files …"));
  const answer = await ask("/api/maps/suggest", { session: value(chosen, "session"), files });
  if (accepted(answer)) location.assign(`/maps?${new URLSearchParams({ map: answer.map })}`);
}

/** Sends one file, and asks before another of its name is replaced. */
async function send(file, folder, replace = false) {
  if (file.size > LARGEST)
    return {
      ok: false,
      error: _("{name} has more than 32,000,000 bytes.", { name: file.name }),
      hint: _("Copy it into the folder instead."),
    };
  const query = new URLSearchParams({ name: file.name, folder, replace });
  try {
    const reply = await fetch(`/api/maps/file?${query}`, { method: "POST", headers: LANGUAGE, body: file });
    const answer = { ok: reply.ok, ...(await reply.json()) };
    const replaced = reply.status === 409 && !replace && confirm(`${answer.error} ${_("Replace it?")}`);
    return replaced ? send(file, folder, true) : answer;
  } catch {
    return { ok: false, error: _("The service does not answer."), hint: _("Is duplicast serve running?") };
  }
}

/** Adds every file that can be; the refused ones are named on the page that lists the others. */
async function add(field) {
  const folder = value(field.form, "folder");
  const refused = [];
  for (const file of field.files) {
    report(outcome, "", _("Adding {name} …", { name: file.name }));
    const answer = await send(file, folder);
    if (!answer.ok) refused.push(`${answer.error} ${answer.hint ?? ""}`.trim());
  }
  const all = { ok: refused.length === 0, error: refused.join(" ") };
  if (refused.length === field.files.length) return accepted(all);
  if (!all.ok) sessionStorage.setItem(REFUSED, all.error);
  location.reload();
}

/** Shows the fields of how a table's deals are found, and no others. */
function showHow(row) {
  for (const label of $$("[data-for]", row)) label.hidden = !label.dataset.for.split(" ").includes(value(row, "how"));
}

function changed() {
  unsaved = true;
  $("[data-unsaved]").hidden = false;
}

document.addEventListener("change", ({ target }) => {
  if (target.dataset.files !== undefined) add(target);
  else if (target.form === form && form !== null) changed();
  if (target.name === "how") showHow(target.closest("[data-table]"));
});

document.addEventListener("click", ({ target }) => {
  if (target.dataset.new !== undefined) {
    const row = $(`[data-template="${target.dataset.new}"]`).content.cloneNode(true).firstElementChild;
    $(`[data-rows="${target.dataset.new}"]`).append(row);
    if (row.dataset.table !== undefined) showHow(row);
    $("input", row).focus();
    changed();
  } else if (target.dataset.fit !== undefined) {
    fit(target.form);
  } else if (target.dataset.drop !== undefined) {
    target.closest("tr").remove();
    changed();
  } else if (target.dataset.accept !== undefined) {
    $("select", target.closest("tr")).value = target.dataset.accept;
    changed();
  }
});

document.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.target === form) save();
  else if (event.target.dataset.ingest !== undefined) ingest(event.target);
  else if (event.target.dataset.propose !== undefined) propose(event.target);
});

addEventListener("beforeunload", (event) => {
  if (unsaved) event.preventDefault();
});

$$("[data-table]").forEach(showHow);
if ($("[data-running]") !== null) setTimeout(() => location.reload(), AGAIN);
watchAir();

const refusedBefore = sessionStorage.getItem(REFUSED);
sessionStorage.removeItem(REFUSED);
if (refusedBefore !== null) accepted({ ok: false, error: refusedBefore });
