// The desk is this browser: its id and its name stay here. Air is held by a desk.

const ID = "duplicast desk";
const NAME = "duplicast desk name";

/** 32 letters and digits, drawn by lot. */
export const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const deskId = localStorage.getItem(ID) ?? newId();
localStorage.setItem(ID, deskId);

export const deskName = () => localStorage.getItem(NAME) ?? "";
export const setDeskName = (name) => localStorage.setItem(NAME, name);
