// Finished segments on the desk: cue, play, pause, replay; the countdowns run between answers.

import { $, $$, ask, plain, refreshAir, report } from "./page.js";

const SOON = 10;

const clock = (seconds) => {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};
const STATES = { cued: "Cued", playing: "Playing", paused: "Paused", ended: "Ended", nothing: "Not in OBS" };

/** Returns the actions by key. */
export function segments() {
  const box = $("[data-segments]");
  if (box === null) return {};
  const choice = $("[data-segment]", box);
  const outcome = $(".side .outcome");
  let now = null;
  let answered = 0; // performance.now() at the last answer
  let busy = false;

  async function send(what, body) {
    if (busy) {
      report(outcome, "refused", "Not done.", "Another key of the segment is under way: press again.");
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

  const cue = () => choice.value && send("cue", { name: choice.value });
  const play = () => now && send("play", {});
  const until = () => now?.next && send("play", { until: now.next.mark });
  const pause = () => now && send("pause", {});
  const again = () => now && send("play", { at: 0 });
  for (const [name, action] of Object.entries({ cue, play, until, pause, again }))
    $(`[data-${name}]`, box).addEventListener("click", action);

  function list(found) {
    const names = JSON.stringify(found.map(({ name, against }) => [name, against]));
    if (choice.dataset.names === names) return;
    const before = choice.value;
    choice.dataset.names = names;
    choice.replaceChildren(
      ...found.map(({ name, title, deals, against }) => {
        const option = document.createElement("option");
        option.value = name;
        const doubt = against.length > 0 ? "Does not count: " : "";
        option.textContent = plain(`${doubt}${title || name} (${deals.join(", ")})`);
        option.title = plain(against.join(". "));
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
    end.textContent = now === null ? "" : `end ${clock(left)}`;
    mark.classList.toggle("soon", toMark < SOON && now?.state === "playing");
    end.classList.toggle("soon", left < SOON && now?.state === "playing");
    const noted = $("[data-noted]", box);
    const note = now?.note ? `${now.note.charAt(0).toUpperCase()}${now.note.slice(1)}.` : "";
    const against = (now?.against ?? []).map((each) => `${each}.`);
    noted.textContent = plain([...against, note].join(" ").trim());
    noted.hidden = noted.textContent === "";
    noted.classList.toggle("against", against.length > 0);
    box.classList.toggle("lit", now?.on_air === true);
    for (const button of $$("button", box)) button.disabled = now === null;
    $("[data-cue]", box).disabled = choice.value === "" || now?.on_air === true;
    $("[data-until]", box).disabled = !now?.next;
  }

  function recorded(recording) {
    const line = $("[data-record]", box);
    const words = recording === null ? [] : [recording.active ? "Recording." : "", ...recording.notes];
    line.textContent = plain(words.filter((each) => each).join(" "));
    line.hidden = line.textContent === "";
  }

  async function refresh() {
    try {
      const answer = await (await fetch("/api/segments")).json();
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
  return { l: play, n: until, u: pause, r: again };
}
