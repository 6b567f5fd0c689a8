import { deckAlarm } from "./deck-alarm.js";
import { $, $$, keys, monitors, plain, repeating, watchAir } from "./page.js";
import { segments } from "./segments.js";
import { switcher } from "./switcher.js";
import "./safe.js";

const rows = $$(".deal");
const side = $("[data-side]");
let current = -1;
let pending = 0;

function chosen() {
  const row = rows[current];
  if (row === undefined || row.dataset.left === undefined) return null;
  const { deal, path, pick, left, right } = row.dataset;
  return { deal, path, pick, tables: [left, right] };
}

const { refresh, take } = monitors(side, chosen, () => "This deal has no pick, so there is no split screen to show.");

function choose(index, focus = true) {
  if (rows[index] === undefined || index === current) return;
  rows[current]?.removeAttribute("aria-current");
  current = index;
  const row = rows[current];
  row.setAttribute("aria-current", "true");
  if (focus) {
    $("h2 a", row).focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }
  $("[data-chosen-name]").textContent = $(".name b", row).textContent;
  $("[data-chosen-pair]").textContent =
    row.dataset.left === undefined
      ? ""
      : plain(`table ${row.dataset.left} beside ${row.dataset.right}`);
  $("[data-chosen-link]").href = $("h2 a", row).href;
  sessionStorage.setItem(location.href, row.dataset.deal);
  clearTimeout(pending);
  pending = setTimeout(refresh, 90); // holding a key down passes many rows
}

function step(by) {
  const next = current + by;
  if (rows[next] !== undefined) choose(next);
  else $(by > 0 ? "a[rel=next]" : "a[rel=prev]")?.click();
}

function open() {
  $("h2 a", rows[current])?.click();
}

function takeNow(moment) {
  clearTimeout(pending);
  refresh(); // take the chosen row, not the one still on the monitors
  take(moment);
}

if (rows.length > 0) {
  side.hidden = false;
  const before = sessionStorage.getItem(location.href);
  choose(Math.max(0, rows.findIndex((row) => row.dataset.deal === before)), false);
  for (const [index, row] of rows.entries()) {
    row.addEventListener("focusin", () => choose(index, false));
    row.addEventListener("click", () => choose(index, false));
    row.addEventListener("dblclick", open);
  }
}
keys({
  ...segments(),
  ...switcher(chosen),
  enter: open,
  j: repeating(() => step(1)),
  k: repeating(() => step(-1)),
  arrowdown: repeating(() => step(1)),
  arrowup: repeating(() => step(-1)),
  t: () => takeNow("decision"),
  e: () => takeNow("end"),
  "/": () => $("input[type=search]").focus(),
});
$(".find select")?.addEventListener("change", (event) => event.target.form.requestSubmit());
deckAlarm();
watchAir();
