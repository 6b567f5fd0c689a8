"""The families that graphics are set in, as files: for measuring, for pixels, for the browser."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import fontpkg
import fontpkg_fira_sans_condensed as _package
import fontpkg_rubik as _other_package

from overlay.fontfile import FontFile, read_font

FAMILY = "Fira Sans Condensed"
OTHER_FAMILY = "Rubik"
"""For Hebrew and Arabic, which the first family lacks. A text that holds any is set in it whole,
so that the browser and the rasterizer choose alike."""

CJK_PACKAGE = "noto_cjk_sans_jp_bold"
"""Comes with the extra ``cjk`` of the package: seventeen megabytes."""

_OURS = (FAMILY, OTHER_FAMILY)
_STYLES = {500: "Medium", 600: "SemiBold", 700: "Bold", 800: "ExtraBold"}

WEIGHTS = tuple(_STYLES)
"""The weights that graphics use, and so the ones a page must load before it draws."""

_RIGHT_TO_LEFT = frozenset({"R", "AL"})


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A family with its files, lightest first. ``size``: what sizes are multiplied with, so that
    its capitals are as tall as those of the family that the templates were drawn with."""

    family: str
    files: tuple[FontFile, ...]
    size: float
    letters: frozenset[int] = field(repr=False)


class UnknownFamily(LookupError):
    """No package with fonts of this family is installed."""


@lru_cache(maxsize=len(_STYLES))
def font_file(weight: int) -> Path:
    """The TrueType file of a weight of ``WEIGHTS``. Raises KeyError for any other."""
    return Path(_package.ROOT) / "files" / f"FiraSansCondensed-{_STYLES[weight]}.ttf"


def other_font_file() -> Path:
    """The variable TrueType file of the other family, all weights in one."""
    return Path(_other_package.ROOT) / "files" / "Rubik[wght].ttf"


def font_files() -> tuple[Path, ...]:
    """The files of all weights, lightest first, then the other family's."""
    return (*(font_file(weight) for weight in WEIGHTS), other_font_file())


@lru_cache(maxsize=1)
def first_face() -> Face:
    """The family that the templates were drawn with."""
    return face_of(tuple(font_file(weight) for weight in WEIGHTS))


@lru_cache(maxsize=1)
def other_face() -> Face:
    """The family for Hebrew and Arabic, at the size it has always had beside the first."""
    return face_of((other_font_file(),), even=False)


@lru_cache(maxsize=1)
def further_faces() -> tuple[Face, ...]:
    """The families of all other font packages that are installed, by name, for letters that ours
    lack; the one for Chinese, Japanese and Korean, which is large, is the last one tried."""
    ours = {slug for slug, family in fontpkg.families().items() if family.name in _OURS}
    slugs = sorted(fontpkg.families().keys() - ours)
    found = [face_of(packaged(fontpkg.family(slug).name)) for slug in slugs]
    spec = find_spec(CJK_PACKAGE)
    folders = spec.submodule_search_locations or [] if spec else []
    files = tuple(path for folder in folders for path in sorted(Path(folder).glob("*.otf")))
    return (*found, face_of(files)) if files else tuple(found)


@lru_cache(maxsize=16)
def face_of(paths: tuple[Path, ...], larger: float = 1.0, *, even: bool = True) -> Face:
    """The face of font files, the same for the same files; ``larger`` times the usual size.

    ``even``: its capitals are made as tall as the first family's. Raises BadFont, OSError.
    """
    files = tuple(sorted(map(read_font, paths), key=lambda file: file.weights))
    tall = read_font(font_file(WEIGHTS[0])).capitals
    size = tall / files[0].capitals if even else 1.0
    letters = frozenset.intersection(*(file.letters for file in files))
    return Face(files[0].family, files, round(size * larger, 3), letters)


def packaged(family: str) -> tuple[Path, ...]:
    """The upright files of an installed ``fontpkg-...`` package in the weights that are used.

    Raises UnknownFamily.
    """
    if family == FAMILY:
        return tuple(font_file(weight) for weight in WEIGHTS)
    try:
        found = fontpkg.family(family)
    except fontpkg.FamilyNotInstalled as error:
        raise UnknownFamily(family) from error
    upright = [file for file in found.files if file.style == "normal"]
    used = [file for file in upright if file.variable or file.weight in WEIGHTS]
    return tuple(Path(file.path) for file in used or upright)


def chosen(files: Sequence[FontFile], weight: int) -> tuple[FontFile, int]:
    """The file that is taken for a weight of 500 and above, and the weight it gives.

    As browsers and the rasterizer choose (CSS Fonts 4, 5.2): the weight itself, else the nearest
    on the bold side, else the nearest below; for 500 the lighter ones first.
    """
    given = [(file, min(max(weight, file.weights[0]), file.weights[1])) for file in files]
    bolder = [each for each in given if each[1] >= weight]
    lighter = [each for each in given if each[1] < weight]
    exact = [each for each in given if each[1] == weight]
    if exact:
        return exact[0]
    if bolder and (weight > 500 or not lighter):
        return min(bolder, key=lambda each: each[1])
    return max(lighter, key=lambda each: each[1])


@lru_cache(maxsize=8192)
def set_in(text: str, face: Face) -> Face:
    """The face a text is drawn in, whole: ``face`` where it has all letters, else one that may.

    Where none has all of them, the one that has most.
    """
    if _lacks(face, text) == 0:
        return face
    ours = other_face() if right_to_left(text) else first_face()
    return min((ours, *further_faces()), key=lambda each: _lacks(each, text))


def _lacks(face: Face, text: str) -> int:
    """How many letters and digits are not there; for a sign no other face is taken."""
    return sum(
        ord(letter) not in face.letters and unicodedata.category(letter)[0] in "LMN"
        for letter in text
    )


@lru_cache(maxsize=4096)
def right_to_left(text: str) -> bool:
    """Whether any of it is written from right to left.

    >>> right_to_left("Ana"), right_to_left("\u05d3\u05d5\u05d3")
    (False, True)
    """
    return any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text)
