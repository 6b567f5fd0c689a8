// Part of graphic.mjs: shortens people's names as overlay/texts/names.py does; a test compares the two.

const SUFFIXES = new Set(["jr", "sr", "jnr", "snr", "ii", "iii", "iv", "vi", "vii", "viii"]);
const JOINS = new Set(["y", "e", "i", "und", "and", "&"]);
const PARTICLES = new Set(
  "van von der den de da del della di do dos du la le bin ibn al el ten ter zu zum zur Ó Ní Nic Uí".split(" "),
);

const isSmall = (word) => word === word.toLowerCase() && word !== word.toUpperCase();

function isSuffix(word, place) {
  const plain = word.replace(/\.+$/, "").toLowerCase();
  return SUFFIXES.has(plain) || (plain === "v" && place > 2);
}

function partsOf(name) {
  const words = name.split(" ");
  let end = words.length;
  while (end > 1 && isSuffix(words[end - 1], end)) end -= 1;
  let start = end - 1;
  while (start > 0) {
    const before = words[start - 1];
    if (JOINS.has(before) && start > 1) start -= 2;
    else if (PARTICLES.has(before) || (start > 1 && isSmall(before))) start -= 1;
    else break;
  }
  return {
    given: words.slice(0, start),
    surname: words.slice(start, end),
    suffix: words.slice(end),
  };
}

function initial(word) {
  return word
    .split("-")
    .map((part) => [...part].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? [...part][0])
    .filter((letter) => letter !== undefined)
    .map((letter) => `${letter}.`)
    .join("-");
}

function joined({ given, surname, suffix }) {
  const text = [...given, ...surname, ...suffix].join(" ");
  return suffix.length ? text : text.replace(/,+$/, "");
}

function firstPart(surname) {
  const place = surname.findIndex(
    (word, at) => at > 0 && at < surname.length - 1 && JOINS.has(word),
  );
  if (place > 0) return surname.slice(0, place);
  const [first] = surname[surname.length - 1].split("-");
  return first ? [...surname.slice(0, -1), first] : surname;
}

const distinct = (forms) => [...new Set(forms)];

// The whole name, then with one initial, with two, ...; the surname stays whole.
function initialled(name) {
  const parts = partsOf(name);
  const { given } = parts;
  const forms = [...given, null].map((_, count) => [
    ...given.slice(0, count).map(initial),
    ...given.slice(count),
  ]);
  return distinct([name, ...forms.map((each) => joined({ ...parts, given: each }))]);
}

// First names become initials; of a surname of two parts the first stays; the suffix goes; then the
// initials; then the small words before the surname.
function shorterNames(name) {
  const parts = partsOf(name);
  const first = {
    ...parts,
    given: parts.given.map(initial),
    surname: firstPart(parts.surname),
  };
  const alone = { ...first, suffix: [] };
  const bare = { ...alone, given: [] };
  const least = { ...bare, surname: bare.surname.slice(-1) };
  return distinct([...initialled(name), ...[first, alone, bare, least].map(joined)]);
}
