// The bar at the bottom: what is in each bank, scenes to preview, take, safe, and alarms of OBS.

import { soundAlarm } from "./alarm-sound.js";
import { $, $$, ask, newId, plain, refreshAir, report, whenAir } from "./page.js";

/** The moments at which scenes are loaded to preview, in the order of the switch. */
const MOMENTS = { decision: "The decision", end: "The end", before: "The question" };

/** The request body for a scene of the bar; null if it needs a deal and none is chosen. */
function bodyOf({ body, fields }, now, moment) {
  const values = now === null ? {} : { ...now, table: now.tables[0], moment };
  const names = fields.split(" ");
  if (names.includes("deal") && now === null) return null;
  const added = names.filter((name) => values[name]);
  return { ...JSON.parse(body), ...Object.fromEntries(added.map((name) => [name, values[name]])) };
}

const PREVIEW = "The preview";

/** `chosen()` returns {deal, tables} or null. Returns the actions by key. */
export function switcher(chosen) {
  const bar = $(".switcher");
  if (bar === null) return {};
  const outcome = $(".side .outcome");
  const setup = $("[data-setup]"); // only for roles that may take
  let busy = ""; // what is under way, in words
  let takesWhenLoaded = false;
  let maintaining = false;
  let moment = "decision";
  /** For each button that clears: the deals that it clears. */
  const toClear = { "/api/air/clear": [], "/api/preview/clear": [] };
  let soundedFor = null; // ids of what was taken off air before; null before the first answer
  /** For each button of the alarm line: the names of the OBS that it acts on. */
  const at = { "/api/obs/repair": [], "/api/obs/leave": [] };

  /** Whether it was done. `doing`: in words, for what is refused meanwhile. */
  async function send(doing, address, body) {
    if (busy !== "") {
      report(outcome, "refused", "Not done.", `${busy} is under way: press again when it is done.`);
      return false;
    }
    busy = doing;
    bar.classList.add("busy");
    const answer = await ask(address, body);
    busy = "";
    bar.classList.remove("busy");
    if (answer.ok)
      report(outcome, address === "/api/take" ? "done" : "ready", answer.message, answer.warning);
    else report(outcome, "refused", answer.error, answer.hint);
    refreshAir();
    return answer.ok;
  }

  function withGroup(now) {
    return now === null ? null : { ...now, group: now.deal.split("/").slice(0, -1).join("/") };
  }

  async function preview(button) {
    const body = bodyOf(button.dataset, withGroup(chosen()), moment);
    if (body === null) {
      report(outcome, "refused", "Nothing to preview.", "Choose a deal that has a fork.");
      return;
    }
    if (busy === "") takesWhenLoaded = false;
    const loaded = await send(PREVIEW, "/api/preview", body);
    if (busy !== "" || !takesWhenLoaded) return;
    takesWhenLoaded = false;
    if (loaded) take();
    else outcome.append(" Not taken either.");
  }

  function turn() {
    const names = Object.keys(MOMENTS);
    moment = names[(names.indexOf(moment) + 1) % names.length];
    $("[data-moment-word]", bar).textContent = MOMENTS[moment];
  }

  // While a preview loads, the take waits for it.
  function take() {
    if (busy === PREVIEW) {
      takesWhenLoaded = true;
      report(outcome, "ready", "To be taken as soon as it is loaded.");
    } else send("The take", "/api/take", { kind: "preview", id: newId() });
  }

  // A setup or repair may take a busy OBS a minute: takes do not wait for it.
  async function maintain(address, body) {
    if (maintaining) return;
    maintaining = true;
    if (setup !== null) setup.disabled = true;
    const answer = await ask(address, body);
    maintaining = false;
    if (setup !== null) setup.disabled = false;
    if (answer.ok) report(outcome, "ready", answer.message, answer.warning);
    else report(outcome, "refused", answer.error, answer.hint);
    refreshAir();
  }

  let height = 0;
  // A bar that grows covers nothing that has the focus and was visible.
  function makeRoom() {
    const focused = document.activeElement;
    const visible = focused.getBoundingClientRect().bottom <= innerHeight - height;
    height = bar.offsetHeight;
    document.documentElement.style.setProperty("--bar", `${height}px`);
    if (visible && focused !== document.body && !bar.contains(focused))
      focused.scrollIntoView({ block: "nearest" });
  }
  new ResizeObserver(makeRoom).observe(bar);
  // A clicked button gives up the focus, so that the space bar still takes.
  bar.addEventListener("click", (event) => event.detail > 0 && event.target.closest("button")?.blur());
  for (const button of $$("[data-scene]", bar))
    button.addEventListener("click", () => preview(button));
  $("[data-take]", bar).addEventListener("click", take);
  $("[data-turn]", bar).addEventListener("click", turn);
  for (const button of $$("[data-do]", bar))
    button.addEventListener("click", () => maintain(button.dataset.do, { outputs: at[button.dataset.do] }));

  for (const button of $$("[data-clear]", bar)) {
    const { clear } = button.dataset;
    button.addEventListener("click", () => maintain(clear, { deals: toClear[clear] }));
  }
  setup?.addEventListener("click", () => maintain("/api/obs/setup", {}));

  function bank(name, letter, loaded, empty) {
    const tile = $(`[data-bank=${name}]`, bar);
    $(".letter", tile).textContent = letter ?? "";
    $(".holds", tile).textContent = plain(loaded?.words ?? empty);
    $(".as", tile).textContent = loaded ? plain(layoutWords(loaded)) : "";
    tile.classList.toggle("bare", !loaded);
  }

  whenAir((air) => {
    const { obs, alarms, outputs } = air;
    const online = obs?.online === true;
    const some = (outputs ?? []).some((each) => each.online);
    if (setup !== null) setup.hidden = !some;
    for (const button of $$("button:not([data-safe])", bar)) button.disabled = !some;
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
    $("[data-take]", bar).disabled = online ? obs.banks[obs.preview] === null && busy !== PREVIEW : !some;
    links(outputs ?? []);
    at["/api/obs/repair"] = (outputs ?? []).filter((each) => each.differences.length > 0).map(({ name }) => name);
    const changed = (alarms ?? []).filter(({ what }) => what === "foreign" || what === "hidden" || what === "gone");
    at["/api/obs/leave"] = [...new Set(changed.map(({ output }) => output))];
    trouble(air);
  });

  /** The link to each OBS, if there are several. */
  function links(outputs) {
    const line = $("[data-outputs]", bar);
    line.hidden = outputs.length < 2;
    line.replaceChildren(
      ...outputs.map(({ name, online, reason, hint, program }) => {
        const chip = document.createElement("span");
        chip.classList.toggle("down", !online);
        chip.textContent = plain(online ? `${name}: ${program}` : `${name}: no OBS`);
        chip.title = online ? "" : plain(`${reason}. ${hint}.`);
        return chip;
      }),
    );
  }

  /** Sounds once for each deal that is taken off air while the page is open. */
  function sound(takenOff) {
    if (soundedFor !== null && takenOff.some(({ id }) => !soundedFor.has(id))) soundAlarm();
    soundedFor = new Set(takenOff.map(({ id }) => id));
  }

  function trouble({ obs, alarm, alarms = [], outputs = [], record, recorders = [], taken_off: takenOff, flagged = [], cued = [], since, against }) {
    const line = $(".trouble", bar);
    if (takenOff !== undefined) sound(takenOff);
    const where = (name) => (outputs.length > 1 ? `At ${name}: ` : "");
    const offline = obs && !outputs.some((each) => each.online) ? [`No OBS: ${obs.reason}.`] : [];
    const gone = (takenOff ?? []).map(({ words }) => words);
    const wrong = alarms.map(({ output, words, hint }) => `${where(output)}${words}. ${hint}.`);
    const doubts = [...flagged, ...cued].map((each) => each.alarm);
    const details = [obs?.hint && `${obs.hint}.`, ...merged(since).map(sinceShown), ...merged(against).map(whileShown)];
    const lasting = outputs.filter((each) => each.trouble).map((each) => `${where(each.name)}${each.trouble}`);
    const moved = outputs
      .filter((each) => each.differences.length > 0)
      .map((each) => `${where(each.name)}Changed in OBS: ${each.differences.join("; ")}.`);
    const worst = [...gone, ...doubts, ...offline, alarm, ...wrong, record, ...recorders].filter((each) => each);
    const words = [...worst, ...lasting, ...moved];
    toClear["/api/air/clear"] = flagged.map(({ deal }) => deal);
    toClear["/api/preview/clear"] = cued.map(({ deal }) => deal);
    line.hidden = words.length === 0;
    line.classList.toggle("alarm", worst.length > 0);
    const text = $("span", line);
    text.textContent = plain(words.join(" "));
    text.title = plain([...words, ...details.filter((each) => each)].join(" ")); // also what the line cuts off
    for (const button of $$("[data-do]", line)) {
      button.hidden = at[button.dataset.do].length === 0;
      button.disabled = false; // another OBS than the main one may be online
    }
    for (const button of $$("[data-clear]", line)) {
      button.hidden = toClear[button.dataset.clear].length === 0;
      button.disabled = false; // the channels can be cleared without OBS
    }
  }

  return {
    ...Object.fromEntries(
      $$("[data-scene]", bar).map((button) => [$("kbd", button).textContent.toLowerCase(), () => preview(button)]),
    ),
    x: turn,
    " ": take,
  };
}

/** Merges equal flags of several channels, such as program and its bank. */
function merged(entries) {
  const flags = new Map();
  for (const each of entries ?? []) {
    const same = JSON.stringify([each.deal, each.reason]);
    const before = flags.get(same);
    flags.set(same, before ? { ...each, channel: `${before.channel} and ${each.channel}` } : each);
  }
  return [...flags.values()];
}

function sinceShown({ channel, deal, reason }) {
  return `Shown on ${channel}, and since then: deal ${deal}, ${reason}.`;
}

function whileShown({ channel, reason }) {
  return `Shown on ${channel}: ${reason}.`;
}

function layoutWords({ layout, sound }) {
  const word = layout.charAt(0).toUpperCase() + layout.slice(1);
  return sound ? `${word}, sound of ${sound}` : word;
}
