import { $, $$, keys, monitors, repeating, told, watchAir } from "./page.js";
import { switcher } from "./switcher.js";

const main = $("main");
const side = $(".side");
const rows = $$("tr.table");
const choosable = rows.filter((row) => $("input", row) !== null);
let current = -1;

const picked = (name) => $(`input[name=${name}]:checked`)?.value;

function chosen() {
  const [left, right] = [picked("left"), picked("right")];
  if (left === undefined || right === undefined) return null;
  return { deal: main.dataset.deal, path: main.dataset.path, tables: [left, right] };
}

const { refresh, take } = monitors(side, chosen, () => "The tables never parted: nothing to split.");

function marked() {
  const pair = chosen();
  for (const row of choosable)
    row.classList.toggle("chosen", pair?.tables.includes(row.dataset.table) ?? false);
  $("[data-chosen-pair]").textContent =
    pair === null ? "" : `Table ${told(pair.tables[0])} on the left, ${told(pair.tables[1])} on the right`;
  refresh();
}

function step(by) {
  const next = current < 0 ? (by > 0 ? 0 : choosable.length - 1) : current + by;
  if (choosable[next] === undefined) return;
  choosable[current]?.classList.remove("here");
  current = next;
  choosable[current].classList.add("here");
  choosable[current].scrollIntoView({ block: "nearest" });
}

function put(name) {
  const input = choosable[current] && $(`input[name=${name}]`, choosable[current]);
  if (!input) return;
  input.checked = true;
  marked();
}

for (const input of $$(".sides input")) input.addEventListener("change", marked);
keys({
  ...switcher(chosen),
  j: repeating(() => step(1)),
  k: repeating(() => step(-1)),
  arrowdown: repeating(() => step(1)),
  arrowup: repeating(() => step(-1)),
  l: () => put("left"),
  r: () => put("right"),
  t: () => take("fork"),
  e: () => take("end"),
  escape: () => $("[data-back]").click(),
});
// Back to the page of the ranking, the search and the place one came from.
$("[data-back]").addEventListener("click", (event) => {
  if (main.dataset.sealed !== undefined) return;
  if (!document.referrer.startsWith(`${location.origin}/?`) && document.referrer !== `${location.origin}/`)
    return;
  event.preventDefault();
  history.back();
});
marked();
watchAir();
