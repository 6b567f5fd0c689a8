// Finished segments on the desk: cue, and on air go on, pause, replay; Take puts a cued one on air. The
// countdowns run between answers.

import { $, $$, ask, plain, refreshAir, report } from "./page.js";
import { LANGUAGE, _, ngettext } from "./words.js";

const SOON = 10;

const clock = (seconds) => {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};
const STATES = {
  cued: _("Cued"),
  playing: _("Playing"),
  paused: _("Paused"),
  ended: _("Ended"),
  stopped: _("Stopped"),
  nothing: _("Not in OBS"),
};

export function segments() {
  const box = $("[data-segments]");
  if (box === null) return;
  const choice = $("[data-segment]", box);
  const outcome = $("[data-air-bar] .outcome") ?? $(".outcome");
  let now = null;
  let answered = 0; // performance.now() at the last answer
  let busy = false;
  let listed = []; // the segments of the last answer
  let render = ""; // the job that was started here

  async function send(what, body) {
    if (busy) {
      report(outcome, "refused", _("Not done."), _("Another key of the segment is under way: press again."));
      return;
    }
    busy = true;
    const answer = await ask(`/api/segments/${what}`, body);
    busy = false;
    if (answer.ok) report(outcome, "done", answer.message, answer.warning);
    else report(outcome, "refused", answer.error, answer.hint);
    refresh();
    refreshAir();
  }

  async function renderAgain() {
    const answer = await ask("/api/jobs", { again: choice.value });
    if (answer.ok) render = answer.id;
    report(outcome, answer.ok ? "done" : "refused", answer.message ?? answer.error, answer.hint);
  }

  const cue = () => choice.value && send("cue", { name: choice.value });
  const play = () => send("play", { confirm: true });
  const until = () => now?.next && send("play", { until: now.next.mark, confirm: true });
  const pause = () => send("pause", {});
  const again = () => send("play", { at: 0, confirm: true });
  for (const [name, action] of Object.entries({ cue, play, until, pause, again, render: renderAgain }))
    $(`[data-${name}]`, box).addEventListener("click", action);
  choice.addEventListener("change", () => draw());

  function list(found) {
    listed = found;
    const names = JSON.stringify(found.map(({ name, against, outdated }) => [name, against, outdated]));
    if (choice.dataset.names === names) return;
    const before = choice.value;
    choice.dataset.names = names;
    choice.replaceChildren(
      ...found.map(({ name, title, deals, against, outdated }) => {
        const option = document.createElement("option");
        option.value = name;
        const doubt = against.length > 0 ? `${_("Does not count:")} ` : outdated.length > 0 ? `${_("Outdated:")} ` : "";
        option.textContent = plain(`${doubt}${title || name} (${deals.join(", ")})`);
        option.title = plain([...against, ...outdated].join(". "));
        return option;
      }),
    );
    if (found.some(({ name }) => name === before)) choice.value = before;
  }

  function draw() {
    const moved = now?.state === "playing" ? (performance.now() - answered) / 1000 : 0;
    const mark = $("[data-to-mark]", box);
    $(".counts", box).hidden = now === null;
    const end = $("[data-to-end]", box);
    $("[data-segment-state]", box).textContent =
      now === null ? "" : plain(`${now.title || now.name}: ${STATES[now.state]}`);
    const left = (now?.left ?? 0) - moved;
    const toMark = (now?.next?.in ?? 0) - moved;
    mark.textContent = now?.next && toMark > 0 ? plain(`${now.next.mark} ${clock(toMark)}`) : "";
    end.textContent = now === null ? "" : _("end {time}", { time: clock(left) });
    mark.classList.toggle("soon", toMark < SOON && now?.state === "playing");
    end.classList.toggle("soon", left < SOON && now?.state === "playing");
    const noted = $("[data-noted]", box);
    const note = now?.note ? `${now.note.charAt(0).toUpperCase()}${now.note.slice(1)}.` : "";
    const against = (now?.against ?? []).map((each) => `${each}.`);
    noted.textContent = plain([...against, note].join(" ").trim());
    noted.hidden = noted.textContent === "";
    noted.classList.toggle("against", against.length > 0);
    box.classList.toggle("lit", now?.on_air === true);
    for (const button of $$("button", box)) button.disabled = now?.on_air !== true;
    const old = listed.find(({ name }) => name === choice.value)?.outdated.length > 0;
    $("[data-cue]", box).disabled = choice.value === "" || old || now?.on_air === true;
    $("[data-render]", box).hidden = !old;
    $("[data-render]", box).disabled = false;
    $("[data-until]", box).disabled = !(now?.on_air && now.next);
    const chosen = listed.find(({ name }) => name === choice.value);
    const verify = $("[data-verify]", box);
    verify.hidden = chosen === undefined;
    const count = chosen?.findings.length ?? 0;
    const look = count > 0 ? `, ${ngettext("{n} to look at", "{n} to look at", count)}` : "";
    verify.textContent = `${chosen?.verified ? _("Verified") : _("Verify")}${look} ›`;
    verify.href = `/verify/segments/${encodeURIComponent(choice.value)}`;
  }

  function recorded(recording) {
    const line = $("[data-record]", box);
    const words = recording === null ? [] : [recording.active ? _("Recording.") : "", ...recording.notes];
    line.textContent = plain(words.filter((each) => each).join(" "));
    line.hidden = line.textContent === "";
  }

  async function rendered() {
    if (render === "") return;
    const { jobs } = await (await fetch("/api/jobs", { headers: LANGUAGE })).json();
    const job = jobs.find(({ id }) => id === render);
    if (job) report(outcome, job.state === "failed" ? "refused" : "done", plain(`${job.words}.`));
    if (!job || !["queued", "running"].includes(job.state)) render = "";
  }

  async function refresh() {
    try {
      await rendered();
      const answer = await (await fetch("/api/segments", { headers: LANGUAGE })).json();
      now = answer.now;
      answered = performance.now();
      list(answer.segments);
      recorded(answer.recording);
      box.hidden = answer.segments.length === 0 && now === null;
    } catch {
      now = null;
    }
    draw();
  }

  refresh();
  setInterval(() => document.hidden || refresh(), 1000);
  setInterval(() => document.hidden || draw(), 200);
}
