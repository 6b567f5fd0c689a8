// Part of graphic.mjs: the actions of a renderer, and the state that they lead to.
/* global drawing, contentOf, refused, tidy, turned, LONGEST */

// What may be asked. Each gives the refusal, or nothing.

function wrongData(data) {
  if (data === undefined || data === null) return null;
  if (typeof data !== "object" || Array.isArray(data))
    return refused("data is an object with a text for each field");
  for (const { name, words } of drawing.fields) {
    if (data[name] !== null && typeof data[name] === "object") return refused(`${name} is a text`);
    if (words && textOf(data[name]).split(/\s+/).length > words)
      return refused(`${name} has at most ${words} words`);
  }
  return null;
}

function wrongStep({ goto, delta }) {
  const odd = [goto, delta].some(
    (each) => each !== undefined && each !== null && !Number.isInteger(each),
  );
  return odd ? refused("goto and delta are whole numbers") : null;
}

function textOf(value) {
  if (value === undefined || value === null) return "";
  const some = String(value).slice(0, 4 * LONGEST);
  return [...some.replace(/ +/g, " ").trim()].slice(0, LONGEST).join("");
}

// Partial: what is not named stays as it was.
function merged(before, data) {
  const all = { ...before };
  for (const { name } of drawing.fields)
    if (data && data[name] !== undefined) all[name] = textOf(data[name]);
  return all;
}

// The step that `playAction` leads to; undefined: the end. Back from the first step stays there.
function target(step, { goto, delta }) {
  const wanted = goto ?? (step ?? -1) + (delta ?? 1);
  return wanted >= drawing.steps.length ? undefined : Math.max(0, wanted);
}

const ACTIONS = {
  playAction: wrongStep,
  updateAction: ({ data }) => wrongData(data),
  stopAction: () => null,
  customAction: () => null,
};

function wanted(step, data) {
  const keys = step === undefined ? [] : drawing.steps[step];
  return new Map(
    keys.map(([key, index]) => [
      key,
      { content: contentOf(index, data), wave: drawing.motion[key].wave },
    ]),
  );
}

// The state after an action: which step, which data, and the picture on its way.
function after({ step, data, picture }, type, params, at) {
  if (type === "customAction") return { step, data, picture };
  const now =
    type === "playAction" ? target(step, params) : type === "stopAction" ? undefined : step;
  const updated = type === "updateAction" ? merged(data, params.data) : data;
  return {
    step: now,
    data: updated,
    picture: turned(tidy(picture, at), wanted(now, updated), at, Boolean(params.skipAnimation)),
  };
}
