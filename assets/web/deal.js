import { $, $$, keys, monitors, plain, repeating, watchAir } from "./page.js";
import { switcher } from "./switcher.js";
import "./safe.js";

const main = $("main");
const side = $(".side");
const rows = $$("tr.table");
const choosable = rows.filter((row) => $("input", row) !== null);
let current = -1;

const selected = (name) => $(`input[name=${name}]:checked`)?.value;

function chosen() {
  const [left, right] = [selected("left"), selected("right")];
  if (left === undefined || right === undefined) return null;
  const { deal, path, pick } = main.dataset;
  return { deal, path, pick, tables: [left, right] };
}

const { refresh, take } = monitors(side, chosen, () => "This deal has no pick, so there is no split screen to show.");

function update() {
  const pair = chosen();
  for (const row of choosable)
    row.classList.toggle("chosen", pair?.tables.includes(row.dataset.table) ?? false);
  $("[data-chosen-pair]").textContent =
    pair === null ? "" : `Table ${plain(pair.tables[0])} on the left, ${plain(pair.tables[1])} on the right`;
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
  update();
}

for (const input of $$(".sides input")) input.addEventListener("change", update);
keys({
  ...switcher(chosen),
  j: repeating(() => step(1)),
  k: repeating(() => step(-1)),
  arrowdown: repeating(() => step(1)),
  arrowup: repeating(() => step(-1)),
  l: () => put("left"),
  r: () => put("right"),
  t: () => take("decision"),
  e: () => take("end"),
  escape: () => $("[data-back]").click(),
});
// Goes back in the history if the desk is the previous page, so that its page and search stay.
$("[data-back]").addEventListener("click", (event) => {
  if (main.dataset.sealed !== undefined) return;
  if (!document.referrer.startsWith(`${location.origin}/?`) && document.referrer !== `${location.origin}/`)
    return;
  event.preventDefault();
  history.back();
});
update();
watchAir();
