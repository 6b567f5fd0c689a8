"""Finds the font files that graphics are measured, rasterized and shown with."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import fontpkg
import fontpkg_fira_sans_condensed as _package
import fontpkg_rubik as _other_package

from overlay.texts.fontfile import FontFile, read_font

FAMILY = "Fira Sans Condensed"
OTHER_FAMILY = "Rubik"
"""For Hebrew and Arabic, which the first family does not cover. A text with any such letter is set
in it entirely, so that browser and rasterizer pick the same font."""

CJK_PACKAGE = "noto_cjk_sans_jp_bold"
"""Installed by the optional extra ``cjk``: seventeen megabytes."""

_OURS = (FAMILY, OTHER_FAMILY)
_STYLES = {500: "Medium", 600: "SemiBold", 700: "Bold", 800: "ExtraBold"}

WEIGHTS = tuple(_STYLES)
"""The weights that graphics use; a page loads them before it draws."""

_NAMED = re.compile(r'font-family="([^"]+)"')
_RIGHT_TO_LEFT = frozenset({"R", "AL"})


@dataclass(frozen=True, slots=True, eq=False)
class FontFace:
    """A font family with its files, lightest first. Font sizes are multiplied by ``size``, which
    makes its capitals as tall as those of the family that the templates were designed with."""

    family: str
    files: tuple[FontFile, ...]
    size: float
    letters: frozenset[int] = field(repr=False)


class UnknownFamily(LookupError):
    """No installed package has this font family."""


@lru_cache(maxsize=len(_STYLES))
def font_file(weight: int) -> Path:
    """The first family's TrueType file of a weight. Raises KeyError if it is not in ``WEIGHTS``."""
    return Path(_package.ROOT) / "files" / f"FiraSansCondensed-{_STYLES[weight]}.ttf"


def other_font_file() -> Path:
    """The other family's variable TrueType file, with all weights."""
    return Path(_other_package.ROOT) / "files" / "Rubik[wght].ttf"


def font_files() -> tuple[Path, ...]:
    """The first family's files, lightest first, then the other family's."""
    return (*(font_file(weight) for weight in WEIGHTS), other_font_file())


@lru_cache(maxsize=1)
def first_face() -> FontFace:
    """The family that the templates were designed with."""
    return face_of(tuple(font_file(weight) for weight in WEIGHTS))


@lru_cache(maxsize=1)
def other_face() -> FontFace:
    """The family for Hebrew and Arabic, at its nominal size."""
    return face_of((other_font_file(),), even=False)


@lru_cache(maxsize=1)
def further_faces() -> tuple[FontFace, ...]:
    """All other installed font packages by name, for letters that our two families do not have.

    The large one for Chinese, Japanese and Korean comes last.
    """
    ours = {slug for slug, family in fontpkg.families().items() if family.name in _OURS}
    slugs = sorted(fontpkg.families().keys() - ours)
    faces = [face_of(installed_files(fontpkg.family(slug).name)) for slug in slugs]
    spec = find_spec(CJK_PACKAGE)
    folders = spec.submodule_search_locations or [] if spec else []
    files = tuple(path for folder in folders for path in sorted(Path(folder).glob("*.otf")))
    return (*faces, face_of(files)) if files else tuple(faces)


def further_faces_in(svg: str) -> tuple[FontFace, ...]:
    """The further faces that the SVG names.

    Reads no font of theirs unless it names one: the CJK font takes a second and 70 MB to read.
    """
    named = set(_NAMED.findall(svg)).difference(_OURS)
    return tuple(face for face in further_faces() if face.family in named) if named else ()


@lru_cache(maxsize=16)
def face_of(paths: tuple[Path, ...], larger: float = 1.0, *, even: bool = True) -> FontFace:
    """The face made of font files, the same object for the same files; scaled by ``larger``.

    ``even``: makes its capitals as tall as the first family's. Raises BadFont, OSError.
    """
    files = tuple(sorted(map(read_font, paths), key=lambda file: file.weights))
    tall = read_font(font_file(WEIGHTS[0])).capitals
    size = tall / files[0].capitals if even else 1.0
    letters = frozenset.intersection(*(file.letters for file in files))
    return FontFace(files[0].family, files, round(size * larger, 3), letters)


def installed_files(family: str) -> tuple[Path, ...]:
    """An installed ``fontpkg-...`` family's upright files, in the weights of ``WEIGHTS`` or else
    in all it has. Raises UnknownFamily.
    """
    if family == FAMILY:
        return tuple(font_file(weight) for weight in WEIGHTS)
    try:
        package = fontpkg.family(family)
    except fontpkg.FamilyNotInstalled as error:
        raise UnknownFamily(family) from error
    upright = [file for file in package.files if file.style == "normal"]
    used = [file for file in upright if file.variable or file.weight in WEIGHTS]
    return tuple(Path(file.path) for file in used or upright)


def file_for_weight(files: Sequence[FontFile], weight: int) -> tuple[FontFile, int]:
    """The file for a weight of 500 or more, and the weight it is drawn in.

    Chosen as browsers and the rasterizer do (CSS Fonts 4, 5.2): the exact weight, else the nearest
    bolder one, else the nearest lighter one; for 500 lighter ones come first.
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
def face_for(text: str, face: FontFace) -> FontFace:
    """The face that the whole text is drawn in: ``face`` if it has all letters, else the fallback
    face with the fewest missing. Text from right to left stays in the family made for it, unless
    another face has all of its letters."""
    if _missing(face, text) == 0:
        return face
    if right_to_left(text):
        return next((each for each in further_faces() if _missing(each, text) == 0), other_face())
    return min((first_face(), *further_faces()), key=lambda each: _missing(each, text))


def _missing(face: FontFace, text: str) -> int:
    """How many letters and digits the face does not have; symbols never change the face."""
    return sum(
        ord(letter) not in face.letters and unicodedata.category(letter)[0] in "LMN"
        for letter in text
    )


@lru_cache(maxsize=4096)
def right_to_left(text: str) -> bool:
    """Whether it contains any letter written from right to left.

    >>> right_to_left("Ana"), right_to_left("\u05d3\u05d5\u05d3")
    (False, True)
    """
    return any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text)
