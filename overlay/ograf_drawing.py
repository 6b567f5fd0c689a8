"""The steps of a package as its module draws them: every different SVG once, and how each comes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from overlay.fontfile import FontFile
from overlay.fonts import Face, first_face, further_faces, other_face
from overlay.ograf_lines import Settable, UpdatableField, settable
from overlay.stage import Box, Graphic, Stage

Enter = Literal["left", "right", "top", "bottom", "middle"]
"""From which edge of its box a graphic opens; ``middle``: from there both ways."""

WAVES = {
    **dict.fromkeys(("frame", "grid", "bracket", "fork"), 0),
    **dict.fromkeys(("cards", "board", "given", "band", "upright", "pot", "deal_strip"), 1),
    **dict.fromkeys(("price", "pots", "known", "label"), 2),
    **dict.fromkeys(("name", "bar", "panel", "plate", "field_rows"), 3),
    **dict.fromkeys(("act", "decision"), 4),
    **dict.fromkeys(("result", "result_label", "verdict"), 5),
}
"""By template, in which wave a graphic comes: what is given, who, the choice, the outcome."""

_FROM_THE_TOP = frozenset(
    ("frame", "grid", "bracket", "fork", "matrix", "field_rows", "ranking", "shifts")
)
_AT_THE_EDGE = frozenset(("plate", "act", "deal_strip", "known"))
_MARK = "mark"


@dataclass(frozen=True, slots=True)
class Drawing:
    """``told``: what the module is given, as JSON. ``files``: the fonts it loads, by their names
    in the package."""

    told: dict[str, Any]
    fields: tuple[UpdatableField, ...]
    files: dict[str, Path]


def drawing(steps: Sequence[Stage], mark: str = "") -> Drawing:
    """``mark``: a whole SVG over every step.

    Raises ValueError where there is no step, or where the steps' sizes or themes differ.
    """
    if len({(step.width, step.height, step.theme) for step in steps}) != 1:
        raise ValueError("a package has one step at least, all of one size and theme")
    theme = steps[0].theme
    drawn: list[dict[str, Any]] = []
    fields: dict[str, UpdatableField] = {}
    told: list[list[tuple[str, int]]] = []
    for step in steps:
        told.append([])
        for graphic in step.graphics:
            taken = settable(graphic, theme)
            for field in taken.fields:
                fields.setdefault(field.name, field)
            told[-1].append((graphic.key, _place(drawn, _draw(graphic.box, taken))))
        if mark:
            whole = Box(0, 0, step.width, step.height)
            told[-1].append((_MARK, _place(drawn, _draw(whole, Settable(mark)))))
    faces = _faces(theme.face, drawn, changeable=bool(fields))
    fonts = _fonts(faces)
    motion = _motion(steps)
    if mark:
        motion[_MARK] = {"wave": 0, "enter": "middle", "place": len(motion)}
    tell = {
        "width": steps[0].width,
        "height": steps[0].height,
        "faces": [_face(each, letters=bool(fields)) for each in faces],
        "fonts": [
            {"family": font.family, "weight": _weights(font), "file": file}
            for file, font in fonts.items()
        ],
        "fields": [asdict(each) for each in fields.values()],
        "motion": motion,
        "draws": drawn,
        "steps": told,
    }
    files = {file: font.path for file, font in fonts.items()}
    return Drawing(tell, tuple(fields.values()), files)


def _place(drawn: list[dict[str, Any]], draw: dict[str, Any]) -> int:
    """Where it stands among what is drawn, put there where it is new."""
    if draw not in drawn:
        drawn.append(draw)
    return drawn.index(draw)


def _draw(box: Box, taken: Settable) -> dict[str, Any]:
    return {
        "box": (box.x, box.y, box.width, box.height),
        "svg": taken.svg,
        "fields": [field.name for field in taken.fields],
        "lines": taken.lines,
    }


def _motion(steps: Sequence[Stage]) -> dict[str, dict[str, Any]]:
    graphics = {each.key: each for step in reversed(steps) for each in step.graphics}
    return {
        key: {
            "wave": WAVES.get(graphics[key].template, 0),
            "enter": enter(graphics[key], steps[0]),
            "place": place,
        }
        for place, key in enumerate(painted(steps))
    }


def painted(steps: Iterable[Stage]) -> list[str]:
    """All keys of all steps, in an order in which every step paints its own."""
    order: list[str] = []
    for step in steps:
        at = 0
        for graphic in step.graphics:
            if graphic.key in order:
                at = order.index(graphic.key) + 1
            else:
                order.insert(at, graphic.key)
                at += 1
    return order


def enter(graphic: Graphic, stage: Stage) -> Enter:
    """Lines and lists open from the top; what stands at the screen's edge from there; plates from
    the line that parts the sides outwards."""
    box = graphic.box
    if graphic.template in _FROM_THE_TOP:
        return "top"
    if graphic.template == "lower_third":
        return "left"
    off = box.x + box.width / 2 - stage.width / 2
    if abs(off) < box.width / 8:
        return "middle"
    if graphic.template in _AT_THE_EDGE:
        return "left" if off < 0 else "right"
    return "right" if off < 0 else "left"


def _faces(own: Face, draws: list[dict[str, Any]], *, changeable: bool) -> list[Face]:
    """The theme's face, then the two that other letters are set in, as far as they are needed."""
    svgs = "".join(each["svg"] for each in draws)
    usual = (first_face(), other_face())
    needed = (face for face in (*usual, *further_faces()) if f'"{face.family}"' in svgs)
    return list(dict.fromkeys([own, *(usual if changeable else ()), *needed]))


def _face(face: Face, *, letters: bool) -> dict[str, Any]:
    ranges = _ranges(face.letters) if letters else []
    return {"family": face.family, "size": face.size, "letters": ranges}


def _ranges(letters: Iterable[int]) -> list[list[int]]:
    """Code points as first and last of every unbroken run.

    >>> _ranges({65, 66, 67, 97})
    [[65, 67], [97, 97]]
    """
    found: list[list[int]] = []
    for letter in sorted(letters):
        if found and found[-1][1] == letter - 1:
            found[-1][1] = letter
        else:
            found.append([letter, letter])
    return found


def _fonts(faces: Sequence[Face]) -> dict[str, FontFile]:
    """By file in the package, each once, under a name that any system takes."""
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
