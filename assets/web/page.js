// Shared by the pages of the desk: the monitors, requests, the tally.

import "./live.js"; // first: it must see the page as it came
import { cover, rememberHotkey } from "./cover.js";
import { deskId } from "./desk-name.js";
import { LANGUAGE, _ } from "./words.js";

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Text without direction marks, which could reorder what stands beside it. */
export const plain = (name) => name.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");

/** Shows a result in `outcome`; `kind`: its CSS class. */
export function report(outcome, kind, head, more) {
  outcome.className = `outcome ${kind}`;
  const bold = document.createElement("b");
  bold.textContent = plain(head);
  outcome.replaceChildren(bold, ` ${plain(more ?? "")}`);
}

/** On the page of a sealed deal: what the deal waits for; else undefined. */
const sealed = $("main")?.dataset.sealed;

/** The address of a still; `path`: the deal's, URL-encoded. */
export function stillAddress(path, tables, moment, pick) {
  const query = new URLSearchParams([
    ["tables", tables[0]],
    ["tables", tables[1]],
    ["moment", moment],
    ...(pick ? [["pick", pick]] : []),
    ["scale", "0.5"],
  ]);
  return `/${sealed === undefined ? "stills" : "sealed-stills"}/${path}.png?${query}`;
}

/** What is on program according to the last answer: {deal, tables, moment} or null. */
let onAir = null;
const tallies = [];
const watchers = [];

/** Calls `watcher` with every answer of /api/air, and with {} when there is no answer. */
export const whenAir = (watcher) => watchers.push(watcher);

/** Says with every request which desk it is of. */
const DESK = { "Duplicast-Desk": deskId, ...LANGUAGE };

/** Fetches with a time limit, so that a hanging service is reported too. */
export const get = (address) => fetch(address, { headers: DESK, signal: AbortSignal.timeout(3000) });

/** Whether an answer means that this browser is not signed in. */
export const signedOut = ({ status, redirected }) => redirected || status === 401 || status === 403;
export const SIGN_IN = _("This browser is no longer signed in: sign in again. This page is out of date.");

/** Posts; retries once if there was no answer and the body has an id, which makes that safe. */
export async function ask(address, body) {
  const answer = await post(address, body);
  return answer.lost && body.id !== undefined ? post(address, body) : answer;
}

async function post(address, body) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...DESK },
      body: JSON.stringify(body),
    });
    return { ok: answer.ok, ...(await answer.json()) };
  } catch {
    const error = _("The service does not answer.");
    return { ok: false, lost: true, error, hint: _("Is duplicast serve running?") };
  }
}

/**
 * Sets up the monitors under `root`. `chosen()` returns {deal, path, tables} or null; call the
 * returned `refresh` whenever its result changes.
 */
export function monitors(root, chosen, emptyWords) {
  const undrawn = new Set(); // monitors without a picture
  let outputs = []; // every OBS, from the last answer

  function tally() {
    const now = chosen();
    const here =
      now !== null && onAir?.deal === now.deal && String(onAir.tables) === String(now.tables);
    for (const monitor of $$(".monitor", root))
      monitor.classList.toggle("on-air", here && onAir.moment === monitor.dataset.moment);
  }
  tallies.push(tally);

  function enable(monitor) {
    const nothing = undrawn.has(monitor);
    for (const button of $$("button", monitor)) button.disabled = nothing;
    const button = $(".load:not(.no)", monitor);
    if (button === null || outputs.length === 0) return;
    const online = outputs.some((each) => each.online);
    button.disabled = nothing || !online;
    button.title = online ? _("To preview; program stays") : plain(`${outputs[0].reason}. ${outputs[0].hint}.`);
    button.firstChild.textContent = `${online ? _("Cue") : _("No OBS")} `;
  }
  whenAir((air) => {
    outputs = air.outputs ?? outputs;
    $$(".monitor", root).forEach(enable);
  });

  let seen = 0; // updates of the page, each of which may have changed the pictures

  /** `changed`: the chosen deal may be another than before. */
  function refresh(changed = false) {
    const now = chosen();
    if (changed) seen += 1;
    tally();
    for (const monitor of $$(".monitor", root)) {
      const image = $("img", monitor);
      const nothing = $(".nothing", monitor);
      undrawn[now === null ? "add" : "delete"](monitor);
      enable(monitor);
      nothing.hidden = now !== null;
      nothing.textContent = now === null ? emptyWords() : "";
      if (now === null) {
        image.hidden = true;
        image.removeAttribute("src");
        continue;
      }
      const still = stillAddress(now.path, now.tables, monitor.dataset.moment, now.pick);
      const address = seen === 0 ? still : `${still}&seen=${seen}`;
      if (image.getAttribute("src") === address) continue;
      image.classList.add("waiting");
      image.hidden = false;
      image.alt = plain(_("Tables {left} and {right}", { left: now.tables[0], right: now.tables[1] }));
      image.src = address;
    }
  }

  for (const monitor of $$(".monitor", root)) {
    const image = $("img", monitor);
    image.addEventListener("load", () => image.classList.remove("waiting"));
    image.addEventListener("error", async () => {
      const address = image.getAttribute("src");
      if (address === null) return;
      const answer = await fetch(address).catch(() => null);
      if (image.getAttribute("src") !== address) return;
      const nothing = $(".nothing", monitor);
      image.hidden = true;
      nothing.hidden = false;
      nothing.textContent = answer === null ? _("The service does not answer.") : plain(await answer.text());
      undrawn.add(monitor);
      enable(monitor);
    });
  }

  /** Loads the preview with `moment` of the chosen deal: `load(body)` sends it, `refuse(words)` says
   * why it is not sent. */
  function cue(moment, load, refuse) {
    const now = chosen();
    const monitor = $(`.monitor[data-moment="${moment}"]`, root);
    if (sealed !== undefined) refuse(_("the deal is SEALED. It waits for: {tables}.", { tables: sealed }));
    else if (now === null || undrawn.has(monitor)) refuse($(".nothing", monitor).textContent);
    else load({ deal: now.deal, tables: now.tables, moment, ...(now.pick && { pick: now.pick }) });
  }

  return { refresh, cue };
}

/** Opens the reasons for a merit upwards if there is no room below, and beside it where there is
    none above either. */
for (const kind of ["pointerover", "focusin"])
  document.addEventListener(kind, ({ target }) => {
    const merit = target.closest?.(".merit");
    if (!merit) return;
    const why = $(".why", merit);
    merit.classList.remove("up");
    why.style.translate = "";
    const { top, bottom, height } = why.getBoundingClientRect();
    const ceiling = $(".places")?.getBoundingClientRect().bottom ?? 0;
    const floor = innerHeight - ($("[data-air-bar]")?.offsetHeight ?? 0);
    if (bottom <= floor) return;
    if (merit.getBoundingClientRect().top - height >= ceiling) merit.classList.add("up");
    else why.style.translate = `0 ${Math.max(floor - bottom, ceiling - top)}px`;
  });

export const shownWords = (shown) =>
  shown.number === null
    ? _("the {graphic}", { graphic: shown.kind })
    : _("deal {n} {moment}, {tables}", {
        n: shown.number,
        moment: shown.as_of || shown.moment,
        tables: shown.tables.join(" | "),
      });

/** From what OBS reports, never from what was requested. */
function airWords({ obs, channels }) {
  const { shown, pages } = channels.program;
  const page = shown === null ? _("the graphics page is clear") : _("the graphics page has {graphic}", { graphic: shownWords(shown) });
  const watched = pages === 0 ? ` (${_("no page connected")})` : "";
  if (!obs.online) return { tally: _("No OBS"), loud: true, words: page + watched, more: `${obs.reason}. ${obs.hint}.` };
  if (!obs.ours) return { tally: "OBS", words: _("{scene} on program, {page}", { scene: obs.program, page }), more: obs.trouble };
  return {
    tally: _("On air"),
    lit: true,
    words: obs.on_air?.deal ? shownWords(obs.on_air) : obs.program,
    more: obs.trouble,
  };
}

/** /api/air as {air}; {signedOut: true} without a session; {late} without an answer. */
async function fetchAir() {
  try {
    const answer = await get("/api/air");
    return signedOut(answer) ? { signedOut: true } : { air: await answer.json() };
  } catch (error) {
    return { late: error.name === "TimeoutError" };
  }
}

let requests = 0;
let newest = 0;
let inARow = 0; // late answers: a single one may be a busy machine, and covers nothing

export async function refreshAir() {
  const number = ++requests;
  const { air: now = {}, signedOut: ended, late } = await fetchAir();
  if (number < newest) return; // a newer answer has come first
  newest = number;
  inARow = late ? inARow + 1 : 0;
  if (inARow === 1) return;
  const air = $("[data-air]");
  let state = { tally: _("No service"), loud: true, words: _("duplicast serve does not answer") };
  if (ended) state = { tally: _("Signed out"), loud: true, words: SIGN_IN };
  if (now.obs) state = airWords(now);
  const guest = ended && air.dataset.guest !== undefined; // may be here without being signed in
  air.hidden = guest === true;
  cover(now.obs || guest ? null : ended ? "signIn" : "service");
  if (now.hotkey) rememberHotkey(now.hotkey);
  onAir = now.obs?.online ? now.obs.on_air : null; // what OBS has, whatever the channel shows
  for (const watcher of watchers) watcher(now);
  air.classList.toggle("lit", state.lit === true);
  air.classList.toggle("loud", state.loud === true);
  for (const row of $$("li[data-deal]"))
    row.classList.toggle("on-air", row.dataset.deal === onAir?.deal);
  for (const tally of tallies) tally();
  air.title = plain([state.words, state.more].filter((each) => each).join(". "));
  $(".tally", air).textContent = state.tally;
  $(".state", air).textContent = plain(state.words);
}

export function watchAir() {
  refreshAir();
  setInterval(() => document.hidden || refreshAir(), 400); // so that an alarm shows within a second
  document.addEventListener("visibilitychange", () => document.hidden || refreshAir());
}
