// Covers a page's controls while the service does not answer or this browser is not signed in:
// nothing on the page would work, and what it shows is out of date.

const WORDS = {
  service: {
    head: "No service",
    more: "duplicast serve does not answer. Nothing on this page works, and OBS stays as it is.",
  },
  signIn: {
    head: "Signed out",
    more: "This browser is no longer signed in. Nothing on this page works, and OBS stays as it is.",
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

function content(kind) {
  const { head, more } = WORDS[kind];
  const lines = [element("h2", head), paragraph(more)];
  if (hotkey !== null)
    lines.push(paragraph("To go to Safe, press ", element("kbd", hotkey), " at the machine with OBS."));
  if (kind === "signIn") lines.push(paragraph(element("a", "Sign in", { href: "/sign-in" })));
  return lines;
}

/** `kind`: "service", "signIn", or null to uncover. */
export function cover(kind) {
  const root = document.documentElement;
  if (kind === (root.dataset.covered ?? null)) return;
  if (!("covered" in root.dataset)) focused = document.activeElement;
  for (const one of document.body.children) if (one !== made) one.inert = kind !== null;
  if (kind === null) {
    delete root.dataset.covered;
    made.remove();
    if (document.activeElement === document.body) focused?.focus({ preventScroll: true });
    return;
  }
  root.dataset.covered = kind;
  made.replaceChildren(...content(kind));
  document.body.append(made);
}
