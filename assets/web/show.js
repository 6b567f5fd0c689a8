// Show mode: pictures of program and preview from OBS, and the next rows, each cued with one press.

import { cueAt, show } from "./air-bar.js";
import { keys } from "./keys.js";
import { whenChanged } from "./live.js";
import { $, $$, ask, get, plain, refreshAir, watchAir } from "./page.js";
import { _ } from "./words.js";

/** Milliseconds between two pictures. */
const EVERY = 500;

function watch(figure) {
  const image = $("img", figure);
  const none = $(".none", figure);
  const address = `/api/obs/pictures/${figure.dataset.picture}.jpg`;
  let count = 0;

  function next() {
    if (document.hidden) setTimeout(next, EVERY);
    else image.src = `${address}?n=${(count += 1)}`;
  }

  image.addEventListener("load", () => {
    image.hidden = false;
    none.hidden = true;
    setTimeout(next, EVERY);
  });
  image.addEventListener("error", async () => {
    const answer = await get(address).catch(() => null);
    const { error } = (await answer?.json().catch(() => null)) ?? {};
    image.hidden = true;
    none.hidden = false;
    none.textContent = plain(error ?? _("No picture."));
    setTimeout(next, EVERY);
  });
  next();
}

const press = (button) => cueAt(button.dataset.cueAddress, JSON.parse(button.dataset.cueBody));

document.addEventListener("click", async ({ target }) => {
  const cue = target.closest("[data-cue-address]");
  const note = target.closest("[data-note]");
  if (cue) press(cue);
  if (note) show(await ask("/api/notes/clear", { note: note.dataset.note }), "ready");
});

const row = (number) => () => {
  const button = $("[data-cue-address]", $$(".next li")[number - 1]);
  if (button) press(button);
};

$$("[data-picture]").forEach(watch);
keys([1, 2, 3].map((number) => [String(number), _("Cue row {n}", { n: number }), row(number)]));
whenChanged(["air"], refreshAir);
watchAir();
