import { cue as load, refuse } from "./air-bar.js";
import { deckAlarm } from "./deck-alarm.js";
import { whenUpdated } from "./live.js";
import { keys, repeating } from "./keys.js";
import { $, $$, monitors, plain, watchAir } from "./page.js";
import { scenes } from "./scenes.js";
import { segments } from "./segments.js";
import { _ } from "./words.js";

const list = $(".deals");
const side = $("[data-side]");
const rows = () => $$(".deal", list);
let current = null; // the chosen row
let place = 0; // of the chosen row
let says = ""; // what the chosen row says
let pending = 0;

function chosen() {
  if (current?.dataset.left === undefined) return null;
  const { deal, path, pick, left, right } = current.dataset;
  return { deal, path, pick, tables: [left, right] };
}

const { refresh, cue } = monitors(side, chosen, () => _("This deal has no pick, so there is no split screen to show."));

function choose(next, focus = true) {
  if (!next || next === current) return;
  current?.removeAttribute("aria-current");
  current = next;
  current.setAttribute("aria-current", "true");
  if (focus) {
    $("h2 a", current).focus({ preventScroll: true });
    current.scrollIntoView({ block: "nearest" });
  }
  sessionStorage.setItem(location.href, current.dataset.deal);
  describe();
  clearTimeout(pending);
  pending = setTimeout(refresh, 90); // holding a key down passes many rows
}

/** What stands beside the list about the chosen row. */
function describe() {
  const { left, right } = current.dataset;
  place = rows().indexOf(current);
  says = `${left} ${right} ${$(".story", current).textContent} ${$(".swing", current).textContent}`;
  $("[data-chosen-name]").textContent = $(".name b:not(.new-mark)", current).textContent;
  $("[data-chosen-pair]").textContent = left === undefined ? "" : plain(_("table {left} beside {right}", { left, right }));
  const uncut = current.dataset.cut === undefined;
  for (const button of $$("[data-plan]", side)) {
    button.disabled = uncut;
    button.title = uncut ? _("This deal has no pick.") : "";
  }
  $("[data-chosen-link]").href = $("h2 a", current).href;
}

/** After the list has changed: the chosen row stays chosen; in place of one that is gone, the next. */
function settle() {
  const all = rows();
  side.hidden = all.length === 0;
  if (all.length === 0) current = null;
  else if (!all.includes(current)) choose(all[Math.min(place, all.length - 1)], false);
  else {
    const before = says;
    describe();
    refresh(says !== before);
  }
}

function step(by) {
  const all = rows();
  const next = all[all.indexOf(current) + by];
  if (next) choose(next);
  else $(by > 0 ? "a[rel=next]" : "a[rel=prev]")?.click();
}

function open() {
  $("h2 a", current ?? undefined)?.click();
}

function cueNow(moment) {
  clearTimeout(pending);
  refresh(); // cue the chosen row, not the one still on the monitors
  cue(moment, load, refuse);
}

const rowOf = ({ target }) => target.closest(".deal");
list.addEventListener("focusin", (event) => choose(rowOf(event), false));
list.addEventListener("click", (event) => choose(rowOf(event), false));
list.addEventListener("dblclick", open);
if (rows().length > 0) {
  const before = sessionStorage.getItem(location.href);
  side.hidden = false;
  choose(rows().find((row) => row.dataset.deal === before) ?? rows()[0], false);
}
whenUpdated(settle);
for (const button of $$(".monitor .load", side)) button.addEventListener("click", () => cueNow(button.dataset.moment));
segments();
keys([
  ["j", _("Next deal"), repeating(() => step(1))],
  ["k", _("Previous deal"), repeating(() => step(-1))],
  ["ArrowDown", _("Next deal"), repeating(() => step(1))],
  ["ArrowUp", _("Previous deal"), repeating(() => step(-1))],
  ["Enter", _("Compare all tables"), open],
  ["/", _("Search"), () => $("input[type=search]").focus()],
  ["c", _("Cue the decision"), () => cueNow("decision")],
  ["e", _("Cue the end"), () => cueNow("end")],
  ...scenes(chosen, refuse),
]);
$(".find select")?.addEventListener("change", (event) => event.target.form.requestSubmit());
deckAlarm();
watchAir();
