// The air bar: program and preview, the five acts that change program, who holds air, and alarms.

import { alarmLine } from "./alarm-line.js";
import { newId } from "./desk-name.js";
import { airKeys, keyOf, list, whenKeys } from "./keys.js";
import { $, $$, ask, plain, refreshAir, report, shownWords, whenAir } from "./page.js";
import { _ } from "./words.js";

/** Milliseconds after a take in which another press is taken for the same. */
const GUARD = 400;

const bar = $("[data-air-bar]");
const outcome = bar && $(".outcome", bar);

/** Shows what came of an act: the service's answer, and the class of one that is done. */
export function show(answer, kind = "done") {
  if (answer.ok) report(outcome, kind, answer.message, answer.warning);
  else report(outcome, "refused", answer.error, answer.hint);
}

let cued = null; // the preview that is shown: {id, kind, words}
let doubted = ""; // the preview whose take was refused: the second press confirms
let busy = "";
let lastTake = -Infinity;

async function send(doing, address, body, kind) {
  if (busy !== "") {
    report(outcome, "refused", _("Not done."), _("{what} is under way: press again when it is done.", { what: busy }));
    return { ok: false };
  }
  busy = doing;
  bar.classList.add("busy");
  const answer = await ask(address, body);
  busy = "";
  bar.classList.remove("busy");
  show(answer, kind);
  refreshAir();
  return answer;
}

/** Says why something is not cued. */
export const refuse = (words) => report(outcome ?? $(".outcome"), "refused", _("Not cued:"), words);

/** Loads the preview; program stays. */
export const cueAt = (address, body) => send(_("The cue"), address, body, "ready");
export const cue = (body) => cueAt("/api/preview", body);

async function take() {
  if (performance.now() - lastTake < GUARD) return;
  lastTake = performance.now();
  if (cued === null) {
    report(outcome, "refused", _("Not taken."), _("Nothing is on preview: cue something, then take it."));
    return;
  }
  const { id } = cued;
  const body = { kind: "preview", preview: id, id: newId(), confirm: doubted === id };
  const { ok } = await send(_("The take"), "/api/take", body);
  doubted = ok ? "" : id;
}

/** Waits for no other act, and is tried even while the page is covered. */
async function safe() {
  show(await ask("/api/safe", { id: newId() }));
  refreshAir();
}

const acts = {
  take,
  next: () => send(_("The next beat"), "/api/air/next-beat", {}),
  lower: () => send(_("The lower third"), "/api/air/lower-third", {}),
  clear: () => send(_("Clearing"), "/api/air/clear-graphics", {}),
  safe,
};

function bank(name, words, lit) {
  const tile = $(`[data-bank=${name}]`, bar);
  $(".holds", tile).textContent = plain(words);
  tile.title = plain(words);
  tile.classList.toggle("lit", lit);
}

function onProgram(obs) {
  if (!obs?.online) return _("No OBS");
  if (obs.safe) return _("Safe");
  if (obs.on_air?.deal) return shownWords(obs.on_air);
  return (obs.bank && obs.banks[obs.bank]?.words) || obs.program;
}

function holder({ holder: now, asking }) {
  const line = $(".holder", bar);
  const mine = now?.you === true;
  const asked = mine && asking;
  const words = now === null ? _("Nobody holds air") : mine ? _("You hold air") : _("{name} holds air", { name: now.name });
  $("[data-holder]", line).textContent = plain(
    asked ? _("{name} asks for air", { name: asking.name }) : asking?.you ? _("{words}: asked", { words }) : words,
  );
  line.classList.toggle("mine", mine);
  line.classList.toggle("asked", Boolean(asked));
  $("[data-ask]", line).hidden = now === null || mine || asking?.you === true;
  for (const button of $$("[data-answer]", line)) button.hidden = !asked;
  return now === null || mine;
}

let height = 0;
/** A bar that grows covers nothing that has the focus and was visible. */
function makeRoom() {
  const focused = document.activeElement;
  const visible = focused.getBoundingClientRect().bottom <= innerHeight - height;
  height = bar.offsetHeight;
  document.documentElement.style.setProperty("--bar", `${height}px`);
  if (visible && focused !== document.body && !bar.contains(focused)) focused.scrollIntoView({ block: "nearest" });
}

function draw(air) {
  if (air.takes === undefined) return; // no answer: the keys are tried all the same
  const { obs, outputs, cued_now: preview, lower_third: lower } = air;
  const some = (outputs ?? []).some((each) => each.online);
  cued = preview;
  bank("program", onProgram(obs), obs?.online === true && (obs.bank !== null || obs.ours));
  bank("preview", preview?.words ?? _("Nothing cued"), preview !== null);
  const may = holder(air);
  const able = { take: some && preview !== null, next: true, lower: lower.shown || lower.ready, clear: true };
  for (const [name, can] of Object.entries(able)) $(`[data-act=${name}]`, bar).disabled = !(may && can);
  $("[data-act=safe]", bar).disabled = !some;
  $("[data-act=safe]", bar).classList.toggle("lit", obs?.safe === true);
  $("[data-act=lower]", bar).classList.toggle("lit", lower.shown);
}

if (bar !== null) {
  airKeys(acts);
  whenKeys(() => {
    for (const name of Object.keys(acts)) $(`[data-act=${name}] kbd`, bar).textContent = keyOf(name);
  });
  for (const button of $$("[data-act]", bar)) button.addEventListener("click", acts[button.dataset.act]);
  $("[data-keys]", bar).addEventListener("click", list);
  $("[data-ask]", bar).addEventListener("click", () => send(_("Asking"), "/api/air/ask", {}, "ready"));
  for (const button of $$("[data-answer]", bar))
    button.addEventListener("click", () =>
      send(_("The answer"), "/api/air/answer", { accept: button.dataset.answer === "true" }, "ready"),
    );
  new ResizeObserver(makeRoom).observe(bar);
  whenAir(draw);
  alarmLine(bar, outcome);
}
