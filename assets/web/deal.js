import { cue as load, refuse } from "./air-bar.js";
import { keys, repeating } from "./keys.js";
import { whenUpdated } from "./live.js";
import { $, $$, monitors, plain, watchAir } from "./page.js";
import { scenes } from "./scenes.js";
import { _ } from "./words.js";

const main = $("main");
const side = $(".side");
const choosable = () => $$("tr.table").filter((row) => $("input", row) !== null);
let current = null; // the row that the keys are at

const selected = (name) => $(`input[name=${name}]:checked`)?.value;

function chosen() {
  const [left, right] = [selected("left"), selected("right")];
  if (left === undefined || right === undefined) return null;
  const { deal, path, pick } = main.dataset;
  return { deal, path, pick, tables: [left, right] };
}

const { refresh, cue } = monitors(side, chosen, () => _("This deal has no pick, so there is no split screen to show."));

function update(changed = false) {
  const pair = chosen();
  for (const row of choosable())
    row.classList.toggle("chosen", pair?.tables.includes(row.dataset.table) ?? false);
  $("[data-chosen-pair]").textContent =
    pair === null ? "" : plain(_("Table {left} on the left, {right} on the right", { left: pair.tables[0], right: pair.tables[1] }));
  refresh(changed);
}

function step(by) {
  const all = choosable();
  const at = all.indexOf(current);
  const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
  if (next === undefined) return;
  current?.classList.remove("here");
  current = next;
  current.classList.add("here");
  current.scrollIntoView({ block: "nearest" });
}

function put(name) {
  const input = current && $(`input[name=${name}]`, current);
  if (!input) return;
  input.checked = true;
  update();
}

main.addEventListener("change", ({ target }) => target.matches(".sides input") && update());
const cueNow = (moment) => cue(moment, load, refuse);
for (const button of $$(".monitor .load", side)) button.addEventListener("click", () => cueNow(button.dataset.moment));
keys([
  ["j", _("Next table"), repeating(() => step(1))],
  ["k", _("Previous table"), repeating(() => step(-1))],
  ["ArrowDown", _("Next table"), repeating(() => step(1))],
  ["ArrowUp", _("Previous table"), repeating(() => step(-1))],
  ["l", _("Show it on the left"), () => put("left")],
  ["r", _("Show it on the right"), () => put("right")],
  ["c", _("Cue the decision"), () => cueNow("decision")],
  ["e", _("Cue the end"), () => cueNow("end")],
  ...scenes(chosen, refuse),
  ["Escape", _("Back to the list"), () => $("[data-back]").click()],
]);
// Goes back in the history if the desk is the previous page, so that its page and search stay.
$("[data-back]").addEventListener("click", (event) => {
  if (main.dataset.sealed !== undefined) return;
  if (!document.referrer.startsWith(`${location.origin}/?`) && document.referrer !== `${location.origin}/`)
    return;
  event.preventDefault();
  history.back();
});
update();
let story = $(".story", main).textContent;
whenUpdated(() => {
  const now = $(".story", main).textContent;
  update(now !== story);
  story = now;
});
watchAir();
