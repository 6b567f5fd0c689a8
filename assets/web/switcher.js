// The bar at the bottom: what each bank holds, scenes to preview, take, safe; what is wrong in OBS.

import { $, $$, ask, newId, refreshAir, tell, told, whenAir } from "./page.js";

/** The body that asks for a scene of the bar; null where it needs a deal and none is chosen. */
function bodyOf({ body, fields }, now, moment) {
  const known = now === null ? {} : { ...now, table: now.tables[0], moment };
  const names = fields.split(" ");
  if (names.includes("deal") && now === null) return null;
  const added = names.filter((name) => known[name]);
  return { ...JSON.parse(body), ...Object.fromEntries(added.map((name) => [name, known[name]])) };
}

/** `chosen()` gives {deal, tables} or null. Returns the actions by their keys. */
export function switcher(chosen) {
  const bar = $(".switcher");
  if (bar === null) return {};
  const outcome = $(".outcome");
  const setup = $("[data-setup]"); // only who may take is offered it
  let busy = false;
  let keeping = false;
  let moment = "fork";
  /** By what can be done about what the line tells: the OBS that it tells it of. */
  const at = { "/api/obs/repair": [], "/api/obs/leave": [] };

  async function send(address, body) {
    if (busy) return;
    busy = true;
    bar.classList.add("busy");
    const answer = await ask(address, body);
    busy = false;
    bar.classList.remove("busy");
    if (answer.ok)
      tell(outcome, address === "/api/take" ? "done" : "ready", answer.told, answer.warning);
    else tell(outcome, "refused", answer.error, answer.hint);
    refreshAir();
  }

  function withGroup(now) {
    return now === null ? null : { ...now, group: now.deal.split("/").slice(0, -1).join("/") };
  }

  function preview(button) {
    const body = bodyOf(button.dataset, withGroup(chosen()), moment);
    if (body === null) tell(outcome, "refused", "Nothing to preview.", "Choose a deal where tables parted.");
    else send("/api/preview", body);
  }

  function turn() {
    moment = moment === "fork" ? "end" : "fork";
    $("[data-moment-word]", bar).textContent = moment === "fork" ? "At the fork" : "At the end";
  }

  const take = () => send("/api/take", { kind: "preview", id: newId() });

  // A set-up or a repair may take a busy OBS a minute: no take waits for it.
  async function keep(address, body) {
    if (keeping) return;
    keeping = true;
    if (setup !== null) setup.disabled = true;
    const answer = await ask(address, body);
    keeping = false;
    if (setup !== null) setup.disabled = false;
    if (answer.ok) tell(outcome, "ready", answer.told);
    else tell(outcome, "refused", answer.error, answer.hint);
    refreshAir();
  }

  // Safe does not wait for what else is being sent.
  async function safe() {
    const answer = await ask("/api/safe", { id: newId() });
    if (answer.ok) tell(outcome, "done", answer.told);
    else tell(outcome, "refused", answer.error, answer.hint);
    refreshAir();
  }

  const space = () => document.documentElement.style.setProperty("--bar", `${bar.offsetHeight}px`);
  new ResizeObserver(space).observe(bar);
  // A button that was clicked does not keep the space bar for itself.
  bar.addEventListener("click", (event) => event.detail > 0 && event.target.closest("button")?.blur());
  for (const button of $$("[data-scene]", bar))
    button.addEventListener("click", () => preview(button));
  $("[data-take]", bar).addEventListener("click", take);
  $("[data-safe]", bar).addEventListener("click", safe);
  $("[data-turn]", bar).addEventListener("click", turn);
  for (const button of $$("[data-do]", bar))
    button.addEventListener("click", () => keep(button.dataset.do, { outputs: at[button.dataset.do] }));

  setup?.addEventListener("click", () => keep("/api/obs/setup", {}));

  function bank(name, letter, held, empty) {
    const tile = $(`[data-bank=${name}]`, bar);
    $(".letter", tile).textContent = letter ?? "";
    $(".holds", tile).textContent = told(held?.words ?? empty);
    $(".as", tile).textContent = held ? told(layoutWords(held)) : "";
    tile.classList.toggle("bare", !held);
  }

  whenAir(({ obs, alarm, since, against, alarms, outputs, record }) => {
    const online = obs?.online === true;
    const some = (outputs ?? []).some((each) => each.online); // what is taken goes to these
    if (setup !== null) setup.hidden = !some;
    for (const button of $$("button", bar)) button.disabled = !some;
    $("[data-turn]", bar).disabled = false;
    if (!online) {
      bank("program", "", null, "No OBS");
      bank("preview", "", null, "");
    } else {
      const on = obs.bank === null ? null : obs.banks[obs.bank];
      bank("program", obs.bank, on, obs.safe ? "Safe" : obs.program);
      bank("preview", obs.preview, obs.banks[obs.preview], "Nothing yet");
    }
    $("[data-bank=program]", bar).classList.toggle("lit", online && obs.bank !== null);
    $("[data-safe]", bar).classList.toggle("lit", online && obs.safe);
    $("[data-take]", bar).disabled = online ? obs.banks[obs.preview] === null : !some;
    places(outputs ?? []);
    at["/api/obs/repair"] = (outputs ?? []).filter((each) => each.differences.length > 0).map(({ name }) => name);
    const meant = (alarms ?? []).filter(({ what }) => what === "foreign" || what === "hidden" || what === "gone");
    at["/api/obs/leave"] = [...new Set(meant.map(({ output }) => output))];
    trouble(outputs ?? [], alarm, [...together(since).map(became), ...together(against).map(stands)], alarms ?? [], record);
  });

  /** Every OBS with its own link, where there are several. */
  function places(outputs) {
    const line = $("[data-outputs]", bar);
    line.hidden = outputs.length < 2;
    line.replaceChildren(
      ...outputs.map(({ name, online, reason, hint, program }) => {
        const chip = document.createElement("span");
        chip.classList.toggle("down", !online);
        chip.textContent = told(online ? `${name}: ${program}` : `${name}: no OBS`);
        chip.title = online ? "" : told(`${reason}. ${hint}.`);
        return chip;
      }),
    );
  }

  function trouble(outputs, alarm, changed, alarms, record) {
    const line = $(".trouble", bar);
    const where = (name) => (outputs.length > 1 ? `At ${name}: ` : "");
    const wrong = alarms.map(({ output, words, hint }) => `${where(output)}${words}. ${hint}.`);
    const lasting = outputs.filter((each) => each.trouble).map((each) => `${where(each.name)}${each.trouble}`);
    const moved = outputs
      .filter((each) => each.differences.length > 0)
      .map((each) => `${where(each.name)}Changed in OBS: ${each.differences.join("; ")}.`);
    const said = [alarm, ...wrong, record, ...changed, ...lasting, ...moved].filter((each) => each);
    line.hidden = said.length === 0;
    line.classList.toggle("alarm", Boolean(alarm || record) || wrong.length > 0 || changed.length > 0);
    const text = $("span", line);
    text.textContent = text.title = told(said.join(" ")); // a long one is cut at the line's end
    for (const button of $$("[data-do]", line)) {
      button.hidden = at[button.dataset.do].length === 0;
      button.disabled = false; // the main OBS may be the one that is gone
    }
  }

  return {
    ...Object.fromEntries(
      $$("[data-scene]", bar).map((button) => [$("kbd", button).textContent.toLowerCase(), () => preview(button)]),
    ),
    x: turn,
    " ": take,
    s: safe,
  };
}

/** Of what is told alike of several channels, as of program and its bank, one entry. */
function together(entries) {
  const found = new Map();
  for (const each of entries ?? []) {
    const same = JSON.stringify([each.deal, each.told]);
    const before = found.get(same);
    found.set(same, before ? { ...each, channel: `${before.channel} and ${each.channel}` } : each);
  }
  return [...found.values()];
}

function became({ channel, deal, told }) {
  return `Shown on ${channel}, and since then: deal ${deal}, ${told}.`;
}

function stands({ channel, told }) {
  return `Shown on ${channel}: ${told}.`;
}

function layoutWords({ layout, sound }) {
  const word = layout.charAt(0).toUpperCase() + layout.slice(1);
  return sound ? `${word}, sound of ${sound}` : word;
}
