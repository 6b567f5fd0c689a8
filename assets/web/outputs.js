// Shows graphics of the deal on a channel, for the tables chosen on the page.

import { $, ask, plain } from "/assets/page.js";

const section = $(".outputs");
const form = $("form", section);
const outcome = $(".message", section);
const { deal, group } = section.dataset;
const { pick } = $("main").dataset;

function wanted({ graphic, moment, language }) {
  const { body, fields } = graphic.selectedOptions[0].dataset;
  const [left, right] = ["left", "right"].map((side) => $(`input[name=${side}]:checked`)?.value);
  const tables = left && right ? [left, right] : null;
  const values = { deal, group, pick, tables, table: left, moment: moment.value, language: language.value };
  const added = fields.split(" ").filter((name) => values[name]);
  return { ...JSON.parse(body), ...Object.fromEntries(added.map((name) => [name, values[name]])) };
}

async function put(body) {
  const channel = encodeURIComponent(form.elements.channel.value);
  const answer = await ask(`/api/channels/${channel}`, body);
  outcome.textContent = plain(answer.ok ? `${answer.message} ${answer.warning ?? ""}` : `${answer.error} ${answer.hint ?? ""}`);
  outcome.classList.toggle("wrong", !answer.ok);
}

function moments() {
  const { graphic, moment } = form.elements;
  moment.disabled = !graphic.selectedOptions[0].dataset.fields.split(" ").includes("moment");
}

form.addEventListener("change", moments);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  put(wanted(form.elements));
});
form.elements.clear.addEventListener("click", () => put({ kind: "clear" }));
moments();
// Only for roles that may put something on air.
section.hidden = document.querySelector("[data-air-bar]") === null;
