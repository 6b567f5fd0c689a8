// Draws the gallery anew when a template or theme was saved, and when a choice was made.

const form = document.querySelector("form");
form.addEventListener("change", () => form.requestSubmit());

const drawn = document.documentElement.dataset.stamp;

async function watch() {
  const answer = await fetch("/graphics/gallery/stamp", { cache: "no-store" }).catch(() => null);
  const told = answer?.ok ? await answer.json() : null;
  if (told && told.stamp !== drawn) location.reload();
  else setTimeout(watch, 1000);
}
setTimeout(watch, 1000);
