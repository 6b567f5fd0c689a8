// Part of graphic.mjs: text that is updated, fitted by its measured width as overlay/texts/text.py does.
/* global drawing, RIGHT_TO_LEFT, faceOf, initialled, shorterNames */

const SVG = "http://www.w3.org/2000/svg";
const SLACK = 0.05; // px: room worked out from a text's own width is less by a rounding
const FLOOR = 44; // px: no name is smaller
const SMALLEST = 32; // px: no text is smaller
const rounded = (number) => Math.round(number * 10) / 10;

const pen = document.createElement("canvas").getContext("2d");

function widthOf(text, weight, size) {
  const face = faceOf(text);
  pen.font = `${weight} 200px "${face.family}"`;
  return (pen.measureText(text).width * size * face.size) / 200;
}

function fit(text, weight, size, width, floor = FLOOR) {
  const natural = widthOf(text, weight, size);
  if (natural <= width + SLACK) return { text, weight, size, width: natural };
  const shrunk = Math.floor((size * (width + SLACK)) / natural);
  if (shrunk >= floor) return { text, weight, size: shrunk, width: widthOf(text, weight, shrunk) };
  const end = RIGHT_TO_LEFT.test(text) ? "…\u200f" : "…";
  let kept = text;
  while (kept && widthOf(kept + end, weight, floor) > width) {
    kept = kept.replace(/(\P{M}\p{M}*|\p{M}+)$/u, "").replace(/[ \-.,]+$/, "");
  }
  return { text: kept + end, weight, size: floor, width: widthOf(kept + end, weight, floor) };
}

// The first form of a name that fits, else the shortest.
function fittingName(name, weight, size, width) {
  const forms = shorterNames(name);
  return forms.find((each) => widthOf(each, weight, size) <= width) ?? forms[forms.length - 1];
}

function fitName(name, weight, size, width) {
  return fit(fittingName(name, weight, FLOOR, width), weight, size, width);
}

function wrapped(text, weight, size, width) {
  const words = text.split(" ");
  const split = (at) => {
    let count = 1;
    while (
      count < words.length &&
      widthOf(words.slice(0, count + 1).join(" "), weight, at) <= width
    )
      count += 1;
    return [words.slice(0, count).join(" "), words.slice(count).join(" ")].filter(Boolean);
  };
  for (let at = size; at >= FLOOR; at -= 2) {
    const lines = split(at);
    if (lines.every((line) => widthOf(line, weight, at) <= width)) {
      return lines.map((line) => fit(line, weight, at, width));
    }
  }
  return split(FLOOR).map((line) => fit(line, weight, FLOOR, width));
}

// Signs write Greek capitals without accents; one that kept two vowels apart becomes dialytika.
function capitals(text) {
  const one = (letter) =>
    /\p{Script=Greek}/u.test(letter)
      ? letter.normalize("NFD").replace("\u0301", "").toUpperCase()
      : letter.toUpperCase();
  const parted = text
    .normalize("NFC")
    .replace(/([άέόΆΈΌ])([ιΙυΥ])/g, (_, first, second) => `${first}${second}\u0308`);
  return [...parted.normalize("NFC")].map(one).join("").normalize("NFC");
}

// Parts of one line, one after the other; `anchor` says which part of it stands at `middle`.
function row({ middle, y, gap, anchor }, parts, fill) {
  const wide = parts.reduce((sum, part) => sum + part.width, 0) + gap * (parts.length - 1);
  let x = middle - { start: 0, middle: wide / 2, end: wide }[anchor];
  return parts.map((part) => {
    const here = { ...part, x, y, fill };
    x += gap + part.width;
    return here;
  });
}

// A long team name gives way to its letters before the player's name is cut; a team that was updated has
// none.
function sideLine(line, value) {
  let team = capitals(value(line.team));
  const name = value(line.name);
  if (!team) return row(line, [fitName(name, 800, 58, line.room)], line.fill);
  const width = line.room - line.gap;
  const beside = (text) => width - widthOf(text, 800, FLOOR);
  const leavesRoom = initialled(name).some((form) => widthOf(form, 500, FLOOR) <= beside(team));
  if (line.short && value(line.team) === line.named && !leavesRoom) team = line.short;
  const left = beside(team);
  const shown = fittingName(name, 500, FLOOR, left);
  const ratio = Math.min(1, width / (widthOf(team, 800, 58) + widthOf(shown, 500, 46)));
  const wanted = widthOf(shown, 500, Math.max(FLOOR, Math.floor(46 * ratio)));
  const first = fit(team, 800, 58, width - Math.min(wanted, Math.max(left, width / 2)));
  const parts = [first, fit(shown, 500, 46, width - first.width)];
  return row(line, line.anchor === "end" ? parts.reverse() : parts, line.fill);
}

function versusLine(line, value) {
  const { versus, cards, gap } = line;
  const before = [];
  if (versus) before.push({ text: versus, weight: 500, size: 36, width: widthOf(versus, 500, 36) });
  if (cards) before.push(cards);
  const taken = before.reduce((sum, part) => sum + part.width + gap, 0);
  return row(line, [...before, fitName(value(line.name), 600, 44, line.room - taken)], line.fill);
}

function thirdLines(line, value) {
  const { width: w, height: h, logo } = line;
  const lead = logo ? logo.wide : 0;
  const room = w - 80 - lead;
  const [first, second] = [value(line.first), value(line.second)];
  if (!first && !second) return [];
  const speaker = line.kind === "speaker";
  const lines = speaker ? [fitName(first, 800, 70, room)] : wrapped(first, 700, 60, room);
  const under = second ? fit(second, 500, 44, room, 36) : null;
  const widest = Math.max(...lines.map((each) => each.width), under ? under.width : 0);
  const across = Math.ceil(widest + 80);
  const pitch = lines[0].size * 1.16;
  const below = under ? 64 : 0;
  const deep = Math.ceil(lines.length * pitch + 32);
  const top = h - deep - below;
  const plate = (y, height, n) => [
    { x: lead, y, width: across, height, fill: line.edges[n] },
    { x: lead + 2, y: y + 2, width: across - 4, height: height - 4, fill: line.plates[n] },
  ];
  const drawn = plate(top, deep, 0);
  lines.forEach((each, place) => {
    const y = Math.round(top + 16 + (place + 0.5) * pitch + each.size * 0.345);
    drawn.push({ ...each, x: 40 + lead, y, fill: line.fills[0] });
  });
  if (under) {
    drawn.push(...plate(h - below, below, 1));
    drawn.push({ ...under, x: 40 + lead, y: h - 18, fill: line.fills[1] });
  }
  if (logo) {
    const {
      wide,
      mark: [width, height],
      href,
      ground,
    } = logo;
    drawn.push({ x: 0, y: top, width: wide, height: h - top, fill: ground });
    drawn.push({ x: (wide - width) / 2, y: top + (h - top - height) / 2, width, height, href });
  }
  return drawn;
}

function photoLines({ name, named, href, edge, width, height }, value) {
  if (value(name) !== named) return [];
  const photo = { x: 2, y: 2, width: width - 4, height: height - 4, href };
  return [{ x: 0, y: 0, width, height, fill: edge }, photo];
}

const LINES = { side: sideLine, versus: versusLine, third: thirdLines, photo: photoLines };

function piece({ text, href, svg, x, y, fill, size, weight, width, height }) {
  const tag = text !== undefined ? "text" : href ? "image" : svg ? "g" : "rect";
  const made = document.createElementNS(SVG, tag);
  if (svg) {
    made.setAttribute("transform", `translate(${rounded(x)} 0)`);
    made.innerHTML = svg;
    return made;
  }
  const set = (name, value) => made.setAttribute(name, value);
  set("x", rounded(x));
  set("y", rounded(y));
  if (fill) set("fill", fill);
  if (href) set("href", href);
  if (tag !== "text") {
    set("width", rounded(width));
    set("height", rounded(height));
    return made;
  }
  const face = faceOf(text);
  set("font-size", Math.round(size * face.size * 100) / 100);
  set("font-weight", weight);
  if (face !== drawing.faces[0]) set("font-family", face.family);
  made.textContent = text;
  return made;
}

// Replaces a text of a template's SVG. If the old text is in capitals, so is the new one. It is made
// smaller until it fits, then cut; a text that stands alone stays in the middle of its plate.
function say(shown, given, room, alone) {
  const before = shown.textContent;
  const signs = before.length > 1 && /\p{L}/u.test(before) && capitals(before) === before;
  const text = signs ? capitals(given) : given;
  const number = (name) => Number(shown.getAttribute(name) ?? 0);
  const size = number("font-size") / faceOf(before).size;
  const wide = room - number("letter-spacing") * [...text].length;
  const said = fit(text, number("font-weight"), size, wide, Math.min(size, SMALLEST));
  const face = faceOf(said.text);
  shown.setAttribute("font-size", Math.round(said.size * face.size * 100) / 100);
  if (face === drawing.faces[0]) shown.removeAttribute("font-family");
  else shown.setAttribute("font-family", face.family);
  if (alone) shown.setAttribute("y", rounded(number("y") - 0.345 * (size - said.size)));
  shown.textContent = said.text;
}
