// Cues the scenes of the catalogue: their buttons beside the monitors.

import { cue } from "./air-bar.js";
import { $, $$, whenAir } from "./page.js";
import { _ } from "./words.js";

/** The moments at which scenes are cued, in the order of the switch. */
const MOMENTS = { decision: _("The decision"), end: _("The end"), before: _("The question") };

/** The request body for a scene; null if it needs a deal and none is chosen. */
function bodyOf({ body, fields }, now, moment) {
  const values = now === null ? {} : { ...now, table: now.tables[0], moment };
  const names = fields.split(" ");
  if (names.includes("deal") && now === null) return null;
  const added = names.filter((name) => values[name]);
  return { ...JSON.parse(body), ...Object.fromEntries(added.map((name) => [name, values[name]])) };
}

const withGroup = (now) => (now === null ? null : { ...now, group: now.deal.split("/").slice(0, -1).join("/") });

/** `chosen()` returns {deal, tables} or null; `refuse(words)` shows why nothing is cued. Returns the
 * keys. */
export function scenes(chosen, refuse) {
  const box = $(".scenes");
  if (box === null) return [];
  let moment = "decision";

  function load(button) {
    const body = bodyOf(button.dataset, withGroup(chosen()), moment);
    if (body === null) refuse(_("Choose a deal that has a fork."));
    else cue(body);
  }

  function turn() {
    const names = Object.keys(MOMENTS);
    moment = names[(names.indexOf(moment) + 1) % names.length];
    $("[data-moment-word]", box).textContent = MOMENTS[moment];
  }

  const buttons = $$("[data-scene]", box);
  for (const button of buttons) button.addEventListener("click", () => load(button));
  $("[data-turn]", box).addEventListener("click", turn);
  whenAir(({ outputs = [] }) => {
    for (const button of buttons) button.disabled = !outputs.some((each) => each.online);
  });
  return [
    ...buttons.map((button) => [$("kbd", button).textContent, _("Cue: {graphic}", { graphic: button.firstChild.textContent }), () => load(button)]),
    ["x", _("Cue at the decision, the end, the question"), turn],
  ];
}
