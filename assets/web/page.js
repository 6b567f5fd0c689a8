// What the desk and the comparison page share: the two monitors, the take, the tally, the keys.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** A name as it may be shown: its letters have a direction of their own. */
export const told = (name) => name.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");

/** Says in `outcome` what came of something; `kind` is its look. */
export function tell(outcome, kind, head, more) {
  outcome.className = `outcome ${kind}`;
  const bold = document.createElement("b");
  bold.textContent = told(head);
  outcome.replaceChildren(bold, ` ${told(more ?? "")}`);
}

/** What a deal waits for whose page is for sealed eyes only, else undefined. */
const sealed = $("main")?.dataset.sealed;

/** The address of a still; `path` is the deal's, already quoted. */
export function stillAddress(path, tables, moment) {
  const asked = new URLSearchParams([
    ["tables", tables[0]],
    ["tables", tables[1]],
    ["moment", moment],
    ["scale", "0.5"],
  ]);
  return `/${sealed === undefined ? "stills" : "sealed-stills"}/${path}.png?${asked}`;
}

/** What is on program, as OBS and the channel told it last: {deal, tables, moment} or null. */
let onAir = null;
const tallies = [];
const watchers = [];

/** Calls `watcher` with every answer about what is on air, with {} where there is none. */
export const whenAir = (watcher) => watchers.push(watcher);

/** Of a take: the same again is the same take, however often it is sent. */
export const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Asks, and throws where nothing is answered in time: a service that hangs is told as well. */
export const get = (address) => fetch(address, { signal: AbortSignal.timeout(3000) });

/** Whether an answer is none because this browser is not signed in (any more). */
export const signedOut = ({ status, redirected }) => redirected || status === 401 || status === 403;
export const SIGN_IN = "This browser is no longer signed in: sign in again. What is shown is old.";

/** Posts, and once more where the answer was lost: a take has its id, so that it is not taken twice. */
export async function ask(address, body) {
  const answer = await post(address, body);
  return answer.lost && body.id !== undefined ? post(address, body) : answer;
}

async function post(address, body) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return { ok: answer.ok, ...(await answer.json()) };
  } catch {
    const error = "The service does not answer.";
    return { ok: false, lost: true, error, hint: "Is duplicast serve running?" };
  }
}

/**
 * Wires the monitors under `root`. `chosen()` gives {deal, path, tables} or null; call the
 * returned `refresh` whenever its answer changes.
 */
export function monitors(root, chosen, emptyWords) {
  const outcome = $(".outcome", root);
  const undrawn = new Set(); // monitors that have nothing to show
  let busy = false;
  let outputs = []; // every OBS, as it was told last

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
    const button = $(".take:not(.no)", monitor);
    if (button === null || outputs.length === 0) return;
    const online = outputs.some((each) => each.online);
    button.disabled = nothing || !online;
    button.title = online ? "" : told(`${outputs[0].reason}. ${outputs[0].hint}.`);
    button.firstChild.textContent = online ? "Take to OBS " : "No OBS ";
  }
  whenAir((air) => {
    outputs = air.outputs ?? outputs;
    $$(".monitor", root).forEach(enable);
  });

  function refresh() {
    const now = chosen();
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
      const address = stillAddress(now.path, now.tables, monitor.dataset.moment);
      if (image.getAttribute("src") === address) continue;
      image.classList.add("waiting");
      image.hidden = false;
      image.alt = told(`Tables ${now.tables[0]} and ${now.tables[1]}, ${monitor.dataset.moment}`);
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
      nothing.textContent = answer === null ? "The service does not answer." : told(await answer.text());
      undrawn.add(monitor);
      enable(monitor);
    });
  }

  async function send(address, moment) {
    if (sealed !== undefined) {
      tell(outcome, "refused", "Not taken: the deal is SEALED.", `It waits for: ${sealed}.`);
      return;
    }
    const now = chosen();
    const nothing = undrawn.has($(`.monitor[data-moment="${moment}"]`, root));
    if (now === null || busy || nothing) return;
    busy = true;
    outcome.className = "outcome busy";
    const body = { deal: now.deal, tables: now.tables, moment };
    const answer = await ask(address, address === "/api/take" ? { ...body, id: newId() } : body);
    busy = false;
    if (answer.ok) tell(outcome, "done", answer.told, answer.warning);
    else tell(outcome, "refused", answer.error, answer.hint);
    refreshAir();
  }

  const take = (moment) => send("/api/take", moment);
  for (const button of $$(".take", root))
    button.addEventListener("click", () => take(button.dataset.moment));
  for (const button of $$(".show", root))
    button.addEventListener("click", () => send("/api/channels/program", button.dataset.moment));
  return { refresh, take };
}

/** Keys act only where nothing is being typed and no browser shortcut is meant. */
export function keys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.closest("input:not([type=checkbox]), select, textarea");
    if (typing) {
      if (event.key === "Escape") typing.blur();
      return;
    }
    const pressed = event.key === "Enter" || (event.key === " " && event.target.closest("button"));
    if (pressed && event.target !== document.body) return;
    const action = actions[event.key.toLowerCase()];
    if (action === undefined || (event.repeat && !action.repeats)) return;
    event.preventDefault();
    action();
  });
}

/** An action that a key held down does again. */
export const repeating = (action) => Object.assign(action, { repeats: true });

/** The reasons of a merit open upwards where the window ends below. */
for (const merit of $$(".merit"))
  for (const kind of ["pointerenter", "focus"])
    merit.addEventListener(kind, () => {
      merit.classList.remove("up");
      const hints = $(".hints")?.offsetHeight ?? 0;
      const beyond = $(".why", merit).getBoundingClientRect().bottom > innerHeight - hints;
      merit.classList.toggle("up", beyond);
    });

const shownWords = (shown) =>
  shown.number === null
    ? `the ${shown.kind}`
    : `deal ${shown.number}, the ${shown.moment}, ${shown.tables.join(" | ")}`;

/** What OBS told us, never what we asked of it. */
function airWords({ obs, channels }) {
  const { shown, pages } = channels.program;
  const page = shown === null ? "the graphics page is clear" : `the graphics page has ${shownWords(shown)}`;
  const watched = pages === 0 ? " (nobody watches it)" : "";
  if (!obs.online) return { tally: "No OBS", words: page + watched, more: `${obs.reason}. ${obs.hint}.` };
  if (!obs.ours) return { tally: "OBS", words: `${obs.program} on program, ${page}`, more: obs.trouble };
  return {
    tally: "On air",
    lit: true,
    words: shown === null || obs.bank === null ? obs.program : shownWords(shown),
    more: obs.trouble,
  };
}

/** What is on air: {air}, {gone} where this browser is not signed in any more, {} for no answer. */
async function heardAir() {
  try {
    const answer = await get("/api/air");
    return signedOut(answer) ? { gone: true } : { air: await answer.json() };
  } catch {
    return {};
  }
}

let asked = 0;
let newest = 0;

export async function refreshAir() {
  const number = ++asked;
  const { air: now = {}, gone } = await heardAir();
  if (number < newest) return; // an older answer that came later
  newest = number;
  const air = $("[data-air]");
  let said = { tally: "No service", words: "duplicast serve does not answer" };
  if (gone) said = { tally: "Signed out", words: SIGN_IN };
  if (now.obs) said = airWords(now);
  onAir = now.obs?.online && now.obs.bank !== null ? now.channels.program.shown : null;
  for (const watcher of watchers) watcher(now);
  air.classList.toggle("lit", said.lit === true);
  for (const row of $$("li[data-deal]"))
    row.classList.toggle("on-air", row.dataset.deal === onAir?.deal);
  for (const tally of tallies) tally();
  air.title = told([said.words, said.more].filter((each) => each).join(". "));
  $(".tally", air).textContent = said.tally;
  $(".state", air).textContent = told(said.words);
}

export function watchAir() {
  refreshAir();
  setInterval(() => document.hidden || refreshAir(), 400); // an alarm is seen within a second
  document.addEventListener("visibilitychange", () => document.hidden || refreshAir());
}
