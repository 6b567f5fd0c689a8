// Reloads the gallery when a template or theme is saved or a choice is made.

const form = document.querySelector("form");
form.addEventListener("change", () => form.requestSubmit());

const stamp = document.documentElement.dataset.stamp;

async function watch() {
  const answer = await fetch("/graphics/gallery/stamp", { cache: "no-store" }).catch(() => null);
  const newest = answer?.ok ? await answer.json() : null;
  if (newest && newest.stamp !== stamp) location.reload();
  else setTimeout(watch, 1000);
}
setTimeout(watch, 1000);
