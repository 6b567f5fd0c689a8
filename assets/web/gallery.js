// Draws each sample when it comes into view; reloads the gallery when a template or theme is saved or
// a choice is made.

const form = document.querySelector("form");
form.addEventListener("change", () => form.requestSubmit());

const comingIntoView = new IntersectionObserver(
  (places) => {
    for (const { isIntersecting, target } of places) {
      if (!isIntersecting) continue;
      comingIntoView.unobserve(target);
      draw(target);
    }
  },
  { rootMargin: "200px" },
);
for (const place of document.querySelectorAll("[data-sample]")) comingIntoView.observe(place);

async function draw(place) {
  const answer = await fetch(place.dataset.sample).catch(() => null);
  if (answer?.ok) {
    const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
    place.replaceWith(...drawn.body.children);
    return;
  }
  setTimeout(() => comingIntoView.observe(place), 5000); // the page says that nothing answers
}

const stamp = document.documentElement.dataset.stamp;

async function watch() {
  const answer = await fetch("/graphics/gallery/stamp", { cache: "no-store" }).catch(() => null);
  const newest = answer?.ok ? await answer.json() : null;
  if (newest && newest.stamp !== stamp) location.reload();
  else setTimeout(watch, 1000);
}
setTimeout(watch, 1000);
