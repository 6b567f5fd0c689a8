"""The data that a package's module draws its steps from: each distinct SVG once, and its motion."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from overlay.motion import MIDDLE, enter, paint_order, wave
from overlay.ograf.lines import SplitGraphic, UpdatableField, split_graphic
from overlay.ograf.words import Word
from overlay.stage import Box, Graphic, Stage
from overlay.texts.fontfile import FontFile
from overlay.texts.fonts import FontFace, first_face, further_faces_in, other_face

_MARK = "mark"


@dataclass(frozen=True, slots=True)
class Drawing:
    """``data``: the module's data, ready for JSON. ``fonts``: the font files by their names in the
    package."""

    data: dict[str, Any]
    fields: tuple[UpdatableField, ...]
    fonts: dict[str, Path]


def drawing(steps: Sequence[Stage], mark: str = "") -> Drawing:
    """What a package with these steps draws. ``mark``: an SVG to lay over every step.

    Raises ValueError without steps, or if the steps' sizes or themes differ.
    """
    if len({(step.width, step.height, step.theme) for step in steps}) != 1:
        raise ValueError("a package needs at least one step, all of one size and theme")
    theme = steps[0].theme
    drawn: list[dict[str, Any]] = []
    fields = Fields()
    indices: list[list[tuple[str, int]]] = []
    for number, step in enumerate(steps, 1):
        indices.append([])
        for place, graphic in enumerate(step.graphics, 1):
            above = _meeting(graphic.box, step.graphics[place:])
            parts = fields.named(split_graphic(graphic, theme, above), number)
            indices[-1].append((graphic.key, _index(drawn, _draw(graphic.box, parts))))
        if mark:
            whole = Box(0, 0, step.width, step.height)
            indices[-1].append((_MARK, _index(drawn, _draw(whole, SplitGraphic(mark)))))
    shown = fields.in_order()
    faces = _faces(theme.face, drawn, changeable=bool(shown))
    fonts = _fonts(faces)
    motion = _motion(steps)
    if mark:
        motion[_MARK] = {"wave": 0, "enter": MIDDLE, "place": len(motion)}
    data = {
        "width": steps[0].width,
        "height": steps[0].height,
        "usual": faces.index(first_face()) if shown else 0,
        "rightToLeft": faces.index(other_face()) if shown else 0,
        "faces": [_face(each, letters=bool(shown)) for each in faces],
        "fonts": [
            {"family": font.family, "weight": _weights(font), "file": file}
            for file, font in fonts.items()
        ],
        "fields": [asdict(each) for each in shown],
        "motion": motion,
        "draws": drawn,
        "steps": indices,
    }
    files = {file: font.path for file, font in fonts.items()}
    return Drawing(data, shown, files)


class Fields:
    """The fields of all steps, with a name for each text that an update changes."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, str], str] = {}
        self._fields: dict[str, UpdatableField] = {}
        self._words: dict[str, UpdatableField] = {}

    def named(self, parts: SplitGraphic, step: int) -> SplitGraphic:
        """The parts, each word under the name of its field: the same wherever it says the same,
        another from the step on where it says something else."""
        for field in parts.fields:
            self._fields.setdefault(field.name, field)
        words = tuple(replace(each, name=self._name(each, step)) for each in parts.words)
        return replace(parts, words=words)

    def _name(self, word: Word, step: int) -> str:
        name = self._names.get((word.name, word.value))
        if name is None:
            taken = word.name in self._words or word.name in self._fields
            name = f"{word.name}_step{step}" if taken else word.name
            self._names[word.name, word.value] = name
            self._words[name] = UpdatableField(name, name.replace("_", " "), word.value)
        return name

    def in_order(self) -> tuple[UpdatableField, ...]:
        """Names of people first, then words, then what is only figures."""
        figures = sorted(self._words.values(), key=lambda each: not _has_letters(each.value))
        return (*self._fields.values(), *figures)


def _has_letters(text: str) -> bool:
    return any(letter.isalpha() for letter in text)


def _meeting(box: Box, graphics: Iterable[Graphic]) -> list[Graphic]:
    """Those that cover a part of ``box``."""
    return [
        each
        for each in graphics
        if each.box.x < box.x + box.width
        and box.x < each.box.x + each.box.width
        and each.box.y < box.y + box.height
        and box.y < each.box.y + each.box.height
    ]


def _index(drawn: list[dict[str, Any]], draw: dict[str, Any]) -> int:
    """The index of ``draw`` in ``drawn``; appends it if it is new."""
    if draw not in drawn:
        drawn.append(draw)
    return drawn.index(draw)


def _draw(box: Box, parts: SplitGraphic) -> dict[str, Any]:
    return {
        "box": (box.x, box.y, box.width, box.height),
        "svg": parts.svg,
        "fields": [field.name for field in parts.fields] + [word.name for word in parts.words],
        "lines": parts.lines,
        "words": [(each.at, each.name, each.room, each.alone) for each in parts.words],
    }


def _motion(steps: Sequence[Stage]) -> dict[str, dict[str, Any]]:
    graphics = {each.key: each for step in reversed(steps) for each in step.graphics}
    return {
        key: {
            "wave": wave(graphics[key]),
            "enter": enter(graphics[key], steps[0].width),
            "place": place,
        }
        for place, key in enumerate(paint_order(steps))
    }


def _faces(own: FontFace, draws: list[dict[str, Any]], *, changeable: bool) -> list[FontFace]:
    """The theme's face, then the fallback faces that are used or that updated texts may need."""
    svgs = "".join(each["svg"] for each in draws)
    usual = (first_face(), other_face())
    ours = usual if changeable else (face for face in usual if f'"{face.family}"' in svgs)
    return list(dict.fromkeys([own, *ours, *further_faces_in(svgs)]))


def _face(face: FontFace, *, letters: bool) -> dict[str, Any]:
    ranges = _ranges(face.letters) if letters else []
    return {"family": face.family, "size": face.size, "letters": ranges}


def _ranges(letters: Iterable[int]) -> list[list[int]]:
    """Code points as the first and last of each run.

    >>> _ranges({65, 66, 67, 97})
    [[65, 67], [97, 97]]
    """
    runs: list[list[int]] = []
    for letter in sorted(letters):
        if runs and runs[-1][1] == letter - 1:
            runs[-1][1] = letter
        else:
            runs.append([letter, letter])
    return runs


def _fonts(faces: Sequence[FontFace]) -> dict[str, FontFile]:
    """The font files by their names in the package, which are valid on any file system."""
    files = {file.path: file for face in faces for file in face.files}
    named: dict[str, FontFile] = {}
    for file in files.values():
        plain = re.sub(r"[^A-Za-z0-9.-]+", "-", file.path.stem).strip("-.") or "font"
        name = f"fonts/{plain}{file.path.suffix.lower()}"
        named[name if name not in named else f"fonts/{len(named)}-{plain}{file.path.suffix}"] = file
    return named


def _weights(file: FontFile) -> str:
    light, bold = file.weights
    return str(light) if light == bold else f"{light} {bold}"
