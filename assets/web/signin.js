// Signs in with the token after the # of the address, a part that browsers never send.

import { _ } from "./words.js";

const outcome = document.querySelector(".outcome");

async function signIn() {
  const token = location.hash.slice(1);
  if (token === "") return;
  history.replaceState(null, "", location.pathname);
  const answer = await fetch("/sign-in", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token }),
  }).catch(() => null);
  if (answer?.ok) {
    location.replace((await answer.json()).home);
    return;
  }
  outcome.textContent = answer?.headers.get("content-type")?.startsWith("text/html")
    ? _("This token is not valid. Is it complete, and not revoked?")
    : _("The service does not answer.");
}

addEventListener("hashchange", signIn); // an address pasted into this very tab
signIn();
