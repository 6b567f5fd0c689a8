// Notes stay in this browser until the service has them: what is being written by its deal, what
// was written by its id. Every page of the desk sends those that wait; an id is added once, however
// often it is sent.

import { newId } from "./desk-name.js";
import { LANGUAGE } from "./words.js";

const DRAFTS = "drafts";
const UNSENT = "unsent";
/** Milliseconds until what could not be sent is tried again, by what it waits for. */
const AGAIN = { service: 3000, signedOut: 30_000 };
/** Milliseconds after which a service that says nothing is taken to be away. */
const PATIENCE = 5000;

const news = new BroadcastChannel("duplicast notes");
const listeners = [];

/** Calls `listener(sent)` when the unsent notes have changed here or in another tab; `sent`: the
 * service's answer to one that this page has sent, else null. */
export const whenUnsent = (listener) => listeners.push(listener);

function changed(sent = null) {
  for (const listener of listeners) listener(sent);
  news.postMessage("changed");
}
news.addEventListener("message", () => {
  for (const listener of listeners) listener(null);
});

const opening = new Promise((resolve, reject) => {
  const request = indexedDB.open("duplicast notes", 1);
  request.addEventListener("upgradeneeded", () => {
    request.result.createObjectStore(DRAFTS, { keyPath: "deal" });
    request.result.createObjectStore(UNSENT, { keyPath: "id" });
  });
  request.addEventListener("success", () => resolve(request.result));
  request.addEventListener("error", () => reject(request.error));
});

/** Runs `work(stores)` and waits until what it wrote is on this computer's disk. */
async function stored(mode, work) {
  const database = await opening;
  return new Promise((resolve, reject) => {
    const change = database.transaction([DRAFTS, UNSENT], mode, { durability: "strict" });
    const request = work({ drafts: change.objectStore(DRAFTS), unsent: change.objectStore(UNSENT) });
    change.addEventListener("complete", () => resolve(request?.result));
    change.addEventListener("abort", () => reject(change.error));
  });
}

/** The fields of the note that was being written on `deal`, or undefined. */
export const draftOf = (deal) => stored("readonly", ({ drafts }) => drafts.get(deal));

/** Stores what is being written on `deal`; nothing if its text is empty. */
export const storeDraft = (deal, fields) =>
  stored("readwrite", ({ drafts }) => (fields.text.trim() === "" ? drafts.delete(deal) : drafts.put({ ...fields, deal })));

/** The notes that the service has not got yet, in the order written. */
export async function unsentNotes() {
  const all = await stored("readonly", ({ unsent }) => unsent.getAll());
  return all.sort((one, other) => one.written - other.written);
}

/** Stores a note, which is then no draft any more, and sends it as soon as it can be sent. Waits
 * until it is stored, not until it is sent. */
export async function addNote(note) {
  const entry = { id: newId(), written: Date.now(), note, waits: "sending", refused: "" };
  await stored("readwrite", ({ drafts, unsent }) => {
    drafts.delete(note.deal);
    unsent.put(entry);
  });
  changed();
  send();
}

/** Forgets an unsent note. */
export async function discardNote(id) {
  await stored("readwrite", ({ unsent }) => unsent.delete(id));
  changed();
}

/** Sends a note again that was refused. */
export async function sendAgain(entry) {
  await stored("readwrite", ({ unsent }) => unsent.put({ ...entry, waits: "sending", refused: "" }));
  return send();
}

let running = null;
let again = false;
let timer = null;

/** Sends what waits, one after the other. */
export function send() {
  if (running !== null) {
    again = true;
    return running;
  }
  running = sendAll().finally(() => {
    running = null;
    if (again) {
      again = false;
      send();
    }
  });
  return running;
}

async function sendAll() {
  clearTimeout(timer);
  for (const entry of await unsentNotes()) {
    if (entry.refused !== "") continue;
    const waits = await sent(entry);
    if (waits === "") continue;
    if (waits !== entry.waits) {
      await stored("readwrite", ({ unsent }) => unsent.put({ ...entry, waits }));
      changed();
    }
    timer = setTimeout(send, AGAIN[waits]);
    return;
  }
}

/** Sends one; answers what it still waits for, "" for nothing. */
async function sent({ id, written, note }) {
  const answer = await fetch("/api/notes", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...LANGUAGE },
    body: JSON.stringify({ ...note, id }),
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => null);
  if (answer === null || answer.status >= 500 || [408, 429].includes(answer.status)) return "service";
  if (answer.redirected || [401, 403].includes(answer.status)) return "signedOut";
  const said = await answer.json().catch(() => null);
  if (said === null) return "service";
  if (answer.ok) {
    await stored("readwrite", ({ unsent }) => unsent.delete(id));
    changed({ ...said, ok: true });
    return "";
  }
  const refused = `${said.error} ${said.hint ?? ""}`.trim();
  await stored("readwrite", ({ unsent }) => unsent.put({ id, written, note, waits: "", refused }));
  changed();
  return "";
}

addEventListener("online", send);
send();
