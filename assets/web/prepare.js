// Prepare: the filters, the chosen pick and its graphic at every moment, the order of the rundown.
// The address says what is shown, so that the page updates itself through live.js.

import { cue, cueAt, refuse, show } from "./air-bar.js";
import { deckAlarm } from "./deck-alarm.js";
import { keys, repeating } from "./keys.js";
import { refresh, whenUpdated } from "./live.js";
import { $, $$, ask, plain, stillAddress, watchAir } from "./page.js";
import { forget, still, want, whenStill } from "./stills.js";
import { _ } from "./words.js";

const main = $("main.prepare");
const rows = () => $$(".found", main);
const chosen = () => $(".chosen", main);

/** Shows what `address` says, in place; the chosen pick stays if it names none. */
function go(address) {
  history.replaceState(null, "", withChosen(address));
  return refresh();
}

function withChosen(address) {
  const named = new URL(address, location.href);
  const { deal, pick } = chosen()?.dataset ?? {};
  if (deal === undefined || named.searchParams.has("deal")) return address;
  named.searchParams.set("deal", deal);
  named.searchParams.set("pick", pick);
  return named.href;
}

// The chosen pick.

let pending = 0;

function choose(row) {
  if (!row) return;
  for (const other of rows()) other.removeAttribute("aria-current");
  row.setAttribute("aria-current", "true");
  row.scrollIntoView({ block: "nearest" });
  moment = "decision";
  look(row.dataset, [[moment, _("at the decision")]]);
  history.replaceState(null, "", $("h3 a", row).href);
  clearTimeout(pending);
  pending = setTimeout(refresh, 90); // holding a key down passes many rows
}

function step(by) {
  const all = rows();
  const next = all[all.findIndex((row) => row.hasAttribute("aria-current")) + by];
  if (next) choose(next);
  else $(by > 0 ? "a[rel=next]" : "a[rel=prev]", main)?.click();
}

// Its graphic at every moment.

const canvas = $(".look canvas", main);
const nothing = $(".look .nothing", main);
const line = $("[data-line]", main);
const slider = $("[data-moments]", line);
let moment = "decision";
let stops = []; // [moment, words, what each table did]
let addresses = []; // of the stills, by stop
let says = ""; // what the chosen pick says

/** The pick of `data` at its stops. */
function look({ path, pick, left, right }, itsStops) {
  stops = left && right ? itsStops : [];
  addresses = stops.map(([each]) => stillAddress(path, [left, right], each, pick));
  const at = stops.findIndex(([each]) => each === moment);
  line.hidden = stops.length < 2;
  slider.max = Math.max(0, stops.length - 1);
  slider.value = at < 0 ? Math.min(1, stops.length - 1) : at;
  moved();
}

function moved() {
  const place = Number(slider.value);
  const [now, words, ...made] = stops[place] ?? ["decision", ""];
  moment = now;
  slider.setAttribute("aria-valuetext", words);
  $("[data-moment-words]", line).textContent = words;
  const { left, right } = chosen()?.dataset ?? {};
  $("[data-moment-made]", line).textContent = made
    .map((each, side) => plain(`${[left, right][side]}: ${each}`))
    .join(" · ");
  canvas.setAttribute("aria-label", plain(_("Tables {left} and {right}, {moment}", { left, right, moment: words })));
  if (addresses.length > 0) want(addresses, place);
  draw();
}

function draw() {
  const picture = addresses.length === 0 ? emptyWords() : still(addresses[Number(slider.value)]);
  const isPicture = picture instanceof ImageBitmap;
  canvas.classList.toggle("waiting", picture === undefined);
  nothing.hidden = picture === undefined || isPicture;
  if (!nothing.hidden) nothing.textContent = plain(picture);
  if (!isPicture) return;
  canvas.width = picture.width; // clears it too
  canvas.height = picture.height;
  canvas.getContext("2d").drawImage(picture, 0, 0);
}

const emptyWords = () => (chosen() === null ? _("No pick is chosen.") : _("This pick has no two tables to be shown side by side."));

/** Of the pick as the service has sent it. */
function settle() {
  const now = chosen();
  if (now === null) {
    look({}, []);
    return;
  }
  history.replaceState(null, "", withChosen(location.href)); // a better one that comes is no reason to leave it
  const words = now.textContent;
  if (words !== says && says !== "" && now.dataset.key === settled) forget();
  says = words;
  settled = now.dataset.key;
  look(now.dataset, JSON.parse(now.dataset.stops));
}
let settled = "";

function slide(by) {
  slider.value = Number(slider.value) + by;
  moved();
}

whenStill((address) => address === addresses[Number(slider.value)] && draw());
slider.addEventListener("input", moved);
line.addEventListener("click", ({ target }) => target.dataset.step && slide(Number(target.dataset.step)));

// What is done with it.

const named = () => {
  const { deal, pick, left, right, own } = chosen()?.dataset ?? {};
  return deal === undefined ? null : { deal, pick, ...(own === undefined && { tables: [left, right] }) };
};

function cueNow() {
  const now = chosen();
  if (now === null || addresses.length === 0) return refuse(emptyWords());
  const { deal, pick, left, right } = now.dataset;
  return cue({ deal, pick, tables: [left, right], moment });
}

async function done(address, body) {
  const answer = await ask(address, body);
  show(answer, "ready");
  if (answer.ok) refresh();
  return answer.ok;
}

const add = () => (named() === null ? refuse(emptyWords()) : done("/api/rundown/add", named()));
const star = () => $(".found[aria-current] .star", main)?.click();

main.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  if (form.matches(".filters")) return filter();
  if (form.dataset.post === undefined) return; // a form of the programme
  const { deal, pick } = form.closest("[data-pick]").dataset;
  const fields = Object.fromEntries(new FormData(form));
  if ("starred" in fields) fields.starred = fields.starred === "true";
  if (await done(form.dataset.post, { deal, pick, ...fields })) form.reset();
});

main.addEventListener("click", (event) => {
  const { target } = event;
  const link = target.closest("a[href^='/prepare']");
  const row = target.closest(".found");
  const cued = target.closest("[data-cue-address]");
  if (link !== null && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    if (row) choose(row);
    else go(link.href);
  } else if (target.closest("[data-cue-moment]")) cueNow();
  else if (target.closest("[data-add]")) add();
  else if (cued) cueAt(cued.dataset.cueAddress, JSON.parse(cued.dataset.cueBody));
  else if (row && !target.closest("button, input")) choose(row);
});

main.addEventListener("change", ({ target }) => {
  if (target.closest(".filters")) filter();
  if (!target.matches("[data-side]")) return;
  const query = new URLSearchParams(location.search);
  const { deal, pick } = chosen().dataset;
  for (const [name, value] of Object.entries({ deal, pick })) query.set(name, value);
  for (const side of $$("[data-side]", main)) query.set(side.name, side.value);
  go(`/prepare?${query}`);
});

// The filters.

let typing = 0;

function filter() {
  clearTimeout(typing);
  const query = new URLSearchParams(new FormData($(".filters", main)));
  for (const [name, value] of [...query]) if (value === "" || (name === "merit" && value === "0")) query.delete(name);
  go(`/prepare?${query}`);
}
main.addEventListener("input", ({ target }) => {
  if (!target.matches("[type=search]")) return;
  clearTimeout(typing);
  typing = setTimeout(filter, 250);
});

// The order of the rundown. Several rows are chosen with Shift; they move together.

const planned = () => $$("[data-segment]", main);
let dragged = null;

/** The row, or with it all that are chosen. */
function group(row) {
  const several = planned().filter((each) => each.matches("[data-several]"));
  return several.includes(row) ? several : [row];
}

const move = (some, before) => done("/api/rundown/move", { rows: some.map((row) => row.dataset.segment), before });

/** Up or down by one place. */
function shift(row, by) {
  const all = planned();
  const some = group(row);
  const end = all.indexOf(by < 0 ? some[0] : some.at(-1));
  if (all[end + by] !== undefined) move(some, all[by < 0 ? end - 1 : end + 2]?.dataset.segment ?? "");
}

function remove(row) {
  for (const { dataset } of group(row)) {
    if (dataset.kind === "segment") done("/api/rundown/remove", { segment: dataset.segment });
    else done("/api/rundown/row-removed", { row: dataset.segment });
  }
}

/** The row is on air now. */
function begin(id) {
  const row = planned().find(({ dataset }) => dataset.segment === id);
  if (row.dataset.kind === "segment") done("/api/rundown/aired", { segment: id });
  else done("/api/rundown/row-aired", { row: id });
}

function several(row, withOthers) {
  if (withOthers) row.toggleAttribute("data-several");
  else for (const other of planned()) other.removeAttribute("data-several");
}

main.addEventListener("click", ({ target, shiftKey }) => {
  const row = target.closest("[data-segment]");
  const { accept, begin: begins, deal, pick } = target.dataset;
  if (accept !== undefined) done("/api/rundown/accept", { row: accept, deal, pick });
  else if (begins !== undefined) begin(begins);
  else if (row !== null && !target.closest("button")) several(row, shiftKey);
});
main.addEventListener("dragstart", ({ target, dataTransfer }) => {
  dragged = target.closest?.("[data-segment]") ?? null;
  if (dragged !== null) dataTransfer.setData("text/plain", dragged.dataset.segment);
});
main.addEventListener("dragover", (event) => {
  const over = event.target.closest?.("[data-segment]");
  if (dragged === null || !over) return;
  event.preventDefault();
  for (const row of planned()) row.classList.toggle("over", row === over);
});
main.addEventListener("dragend", () => {
  for (const row of planned()) row.classList.remove("over");
  dragged = null;
});
main.addEventListener("drop", (event) => {
  const over = event.target.closest?.("[data-segment]");
  if (dragged === null || !over || group(dragged).includes(over)) return;
  event.preventDefault();
  const all = planned();
  const below = all.indexOf(dragged) < all.indexOf(over);
  const rest = all.filter((row) => !group(dragged).includes(row));
  move(group(dragged), below ? (rest[rest.indexOf(over) + 1]?.dataset.segment ?? "") : over.dataset.segment);
});
main.addEventListener("keydown", (event) => {
  const row = event.target.closest("[data-segment]");
  if (row === null || row !== event.target) return;
  const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
  if (by !== undefined) shift(row, by);
  else if (event.key === "Delete") remove(row);
  else return;
  event.preventDefault();
});

whenUpdated(settle);
settle();
keys([
  ["j", _("Next pick"), repeating(() => step(1))],
  ["k", _("Previous pick"), repeating(() => step(-1))],
  ["ArrowDown", _("Next pick"), repeating(() => step(1))],
  ["ArrowUp", _("Previous pick"), repeating(() => step(-1))],
  ["ArrowRight", _("Later in the line"), repeating(() => slide(1))],
  ["ArrowLeft", _("Earlier in the line"), repeating(() => slide(-1))],
  ["c", _("Cue the graphic that is shown"), cueNow],
  ["a", _("Add to the rundown"), add],
  ["s", _("Star"), star],
  ["/", _("Words"), () => $(".filters [type=search]", main).focus()],
]);
deckAlarm();
watchAir();
