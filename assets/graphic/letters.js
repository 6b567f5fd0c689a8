// Part of graphic.mjs: replaces letters that no font of the package can draw, and removes control
// characters and direction marks, as overlay/texts/letters.py does; a test compares the two.
/* global drawing */

const UNKNOWN = "?";
const JOINERS = "\u200c\u200d";
const RIGHT_TO_LEFT =
  /(?=\p{L})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const BLANK = /^[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/;
const WORDS = /[\p{L}\p{M}\p{N}]/u; // letters, marks and digits; symbols never change the face

const hasLetter = ({ letters }, letter) => {
  const code = letter.codePointAt(0);
  return letters.some(([first, last]) => first <= code && code <= last);
};

const missing = (face, text) =>
  [...text].filter((letter) => WORDS.test(letter) && !hasLetter(face, letter)).length;

// The face that the whole text is drawn in: the theme's where it has all letters, else the one with
// the fewest missing. Text from right to left stays in the family made for it, unless another has
// all of its letters.
function faceOf(text) {
  const { faces, usual, rightToLeft } = drawing;
  if (missing(faces[0], text) === 0) return faces[0];
  const further = faces.slice(1).filter((_, at) => ![usual, rightToLeft].includes(at + 1));
  if (RIGHT_TO_LEFT.test(text))
    return further.find((face) => missing(face, text) === 0) ?? faces[rightToLeft];
  return [faces[usual], ...further].reduce((best, face) =>
    missing(face, text) < missing(best, text) ? face : best,
  );
}

function withoutMarks(text) {
  return [...text.normalize("NFC")]
    .map((letter) => (/[\t-\r\x85\u2028\u2029]/.test(letter) ? " " : letter))
    .filter(
      (letter) => JOINERS.includes(letter) || !/[\p{Cc}\p{Cf}\p{Cs}\ufe00-\ufe0f]/u.test(letter),
    )
    .join("");
}

function drawn(letter, face) {
  if (hasLetter(face, letter) || JOINERS.includes(letter)) return letter;
  if (/\p{Zs}/u.test(letter)) return letter === "\u00a0" ? letter : " ";
  const parts = [...letter.normalize("NFKD")].filter((part) => hasLetter(face, part)).join("");
  if (/[\p{L}\p{N}]/u.test(parts)) {
    const whole = parts.normalize("NFC");
    return [...whole].every((part) => hasLetter(face, part)) ? whole : parts.replace(/\p{M}/gu, "");
  }
  return /[\p{L}\p{N}]/u.test(letter) ? UNKNOWN : "";
}

function drawable(text) {
  const clean = withoutMarks(text);
  const face = faceOf(clean);
  const shown = [...clean].map((letter) => drawn(letter, face)).join("");
  if (shown === clean && clean === text) return text;
  const tidy = shown.split(" ").filter(Boolean).join(" ");
  if (tidy && faceOf(tidy) !== face) return drawable(tidy); // without them another face is used
  return tidy || (BLANK.test(text) ? "" : UNKNOWN);
}

// SPX writes these for the letters themselves, and a word for a field that has no value.
const ENTITIES = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#34;": '"',
  "&#39;": "'",
  "&#039;": "'",
  "&#92;": "\\",
};

function plain(value) {
  if (value === null || value === undefined || value === "undefined" || value === "null") return "";
  return String(value).replace(/&(amp|lt|gt|quot|#34|#0?39|#92);/g, (entity) => ENTITIES[entity]);
}

function plainFields(data) {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return data;
  const value = (each) => (typeof each === "object" && each !== null ? each : plain(each));
  return Object.fromEntries(Object.entries(data).map(([name, each]) => [name, value(each)]));
}
