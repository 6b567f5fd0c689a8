// Buttons at a pick: add it to the rundown, render its segment. On the desk the pick is that of the
// chosen deal.

import { $, ask, plain, report } from "./page.js";
import { LANGUAGE, _ } from "./words.js";

export const OVER = new Set(["done", "failed", "cancelled"]);

/** The renders, those asked for first at the front; none while the service does not answer. */
export async function jobs() {
  try {
    return (await (await fetch("/api/jobs", { headers: LANGUAGE })).json()).jobs ?? [];
  } catch {
    return [];
  }
}

function pickOf(button) {
  const pick = button.closest(".pick")?.dataset.pick;
  const row = $("li.deal[aria-current]");
  if (pick) return { deal: button.closest("[data-deal]").dataset.deal, pick };
  return row?.dataset.cut ? { deal: row.dataset.deal, pick: row.dataset.cut } : null;
}

async function follow(outcome, id) {
  for (;;) {
    const job = (await jobs()).find((each) => each.id === id);
    if (job) report(outcome, job.state === "failed" ? "refused" : "done", plain(`${job.words}.`));
    if (!job || OVER.has(job.state)) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-plan]");
  if (button === null) return;
  const outcome = $(".outcome", button.closest(".picks") ?? $("[data-air-bar]"));
  await act(button, outcome);
  outcome.scrollIntoView({ block: "nearest" });
});

async function act(button, outcome) {
  const pick = pickOf(button);
  if (pick === null) return report(outcome, "refused", _("This deal has no pick."), _("Make one on its page."));
  const answer = await ask(button.dataset.plan, pick);
  if (!answer.ok) return report(outcome, "refused", answer.error, answer.hint);
  report(outcome, "done", answer.message);
  if (button.dataset.plan === "/api/jobs") follow(outcome, answer.id);
}
