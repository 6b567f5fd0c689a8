// The line of alarms over the air bar: what is wrong on air, and the buttons that put it right.

import { soundAlarm } from "./alarm-sound.js";
import { $, $$, ask, plain, refreshAir, report, whenAir } from "./page.js";
import { _ } from "./words.js";

/** `bar` has the line, `outcome` shows what came of its buttons. */
export function alarmLine(bar, outcome) {
  const setup = $("[data-setup]");
  let maintaining = false;
  /** For each button that clears: the deals that it clears. */
  const toClear = { "/api/air/clear": [], "/api/preview/clear": [] };
  let soundedFor = null; // ids of what was taken off air before; null before the first answer
  /** For each button of the line: the names of the OBS that it acts on. */
  const at = { "/api/obs/repair": [], "/api/obs/leave": [] };

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

  for (const button of $$("[data-do]", bar))
    button.addEventListener("click", () => maintain(button.dataset.do, { outputs: at[button.dataset.do] }));
  for (const button of $$("[data-clear]", bar)) {
    const { clear } = button.dataset;
    button.addEventListener("click", () => maintain(clear, { deals: toClear[clear] }));
  }
  setup?.addEventListener("click", () => maintain("/api/obs/setup", {}));

  whenAir((air) => {
    const { alarms, outputs = [] } = air;
    if (setup !== null) setup.hidden = !outputs.some((each) => each.online);
    links(outputs);
    at["/api/obs/repair"] = outputs.filter((each) => each.differences.length > 0).map(({ name }) => name);
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
        chip.textContent = plain(online ? `${name}: ${program}` : _("{name}: no OBS", { name }));
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
    const where = (name) => (outputs.length > 1 ? `${_("At {name}:", { name })} ` : "");
    const offline = obs && !outputs.some((each) => each.online) ? [_("No OBS: {reason}.", { reason: obs.reason })] : [];
    const gone = (takenOff ?? []).map(({ words }) => words);
    const wrong = alarms.map(({ output, words, hint }) => `${where(output)}${words}. ${hint}.`);
    const doubts = [...flagged, ...cued].map((each) => each.alarm);
    const details = [obs?.hint && `${obs.hint}.`, ...merged(since).map(sinceShown), ...merged(against).map(whileShown)];
    const lasting = outputs.filter((each) => each.trouble).map((each) => `${where(each.name)}${each.trouble}`);
    const moved = outputs
      .filter((each) => each.differences.length > 0)
      .map((each) => where(each.name) + _("Changed in OBS: {differences}.", { differences: each.differences.join("; ") }));
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
}

/** Merges equal flags of several channels, such as program and its bank. */
function merged(entries) {
  const flags = new Map();
  for (const each of entries ?? []) {
    const same = JSON.stringify([each.deal, each.reason]);
    const before = flags.get(same);
    flags.set(same, before ? { ...each, channel: _("{first} and {last}", { first: before.channel, last: each.channel }) } : each);
  }
  return [...flags.values()];
}

function sinceShown({ channel, deal, reason }) {
  return _("Shown on {channel}, and since then: deal {deal}, {reason}.", { channel, deal, reason });
}

function whileShown({ channel, reason }) {
  return _("Shown on {channel}: {reason}.", { channel, reason });
}
