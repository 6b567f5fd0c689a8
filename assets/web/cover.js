// Covers a page's controls while the service does not answer or this browser is not signed in:
// nothing on the page would work, and what it shows is out of date. A page with parts that are of
// use without the service (`data-without-service`) gets a strip over its navigation instead, and
// only what is of no use (`data-with-service`) cannot be used.

import { _ } from "./words.js";

const WORDS = {
  service: {
    head: _("No service"),
    more: _("duplicast serve does not answer. Nothing on this page works, and OBS stays as it is."),
  },
  strip: {
    head: _("No service"),
    more: _("This page shows what it had last. What you write is kept here, and sent when the service is back."),
  },
  signIn: {
    head: _("Signed out"),
    more: _("This browser is no longer signed in. Nothing on this page works, and OBS stays as it is."),
  },
};

/** The key of the safe scene in OBS itself, which needs no service. */
let hotkey = sessionStorage.getItem("hotkey");

export function rememberHotkey(name) {
  hotkey = name;
  sessionStorage.setItem("hotkey", name);
}

/** What had the focus before: covered controls cannot have it. */
let focused = null;

const made = document.createElement("section");
made.className = "cover";
made.setAttribute("role", "alert");
made.dataset.cover = "";

function paragraph(...parts) {
  const line = document.createElement("p");
  line.append(...parts);
  return line;
}

function element(name, text, changes = {}) {
  const one = Object.assign(document.createElement(name), changes);
  one.textContent = text;
  return one;
}

const useful = document.querySelectorAll("[data-without-service]");

/** The parts of a message with `{key}`, and the key in its place. */
function around(message, key) {
  const [before, after] = message.split("{key}");
  return [before, key, after];
}

function content(kind) {
  const { head, more } = WORDS[kind];
  const lines = [element("h2", head), paragraph(more)];
  if (hotkey !== null && kind !== "strip")
    lines.push(paragraph(...around(_("To go to Safe, press {key} at the machine with OBS."), element("kbd", hotkey))));
  if (kind === "signIn") lines.push(paragraph(element("a", _("Sign in"), { href: "/sign-in" })));
  return lines;
}

/** `reason`: "service", "signIn", or null to uncover. */
export function cover(reason) {
  const kind = reason === "service" && useful.length > 0 ? "strip" : reason;
  const root = document.documentElement;
  if (kind === (root.dataset.covered ?? null)) return;
  if (!("covered" in root.dataset)) focused = document.activeElement;
  const useless = document.querySelectorAll("[data-with-service]");
  for (const one of [...document.body.children, ...useless]) if (one !== made) one.inert = kind !== null;
  if (kind === "strip") for (const one of useful) one.inert = false;
  if (kind === null) {
    delete root.dataset.covered;
    made.remove();
    if (document.activeElement === document.body) focused?.focus({ preventScroll: true });
    return;
  }
  root.dataset.covered = kind;
  made.classList.toggle("strip", kind === "strip");
  made.replaceChildren(...content(kind));
  document.body.append(made);
}
