"""A theme: the colours, fonts and logo all templates draw with, from a small TOML file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from overlay.colour import TeamColours
from overlay.fontfile import read_font
from overlay.fonts import Face, face_of
from overlay.logo import Logo
from overlay.resources import resource
from overlay.theme_file import COLOUR, NEEDED, RULES, Read, ThemeFinding, read_theme

DEFAULT_THEME = "dark"


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as ``#RRGGBB``; what each is for stands in the theme's file (docs/themes.md).

    ``name``: its file's, without the ending. ``sources``: the files it was made of.
    """

    name: str
    plate: str
    text: str
    muted: str
    lit: str
    line: str
    strong: str
    on_strong: str
    given: str
    given_text: str
    given_muted: str
    slot: str
    seam: str
    gold: str
    deck: str
    paper: str
    clubs: str
    diamonds: str
    hearts: str
    spades: str
    back: str
    back_mark: str
    neutral: str
    reserved: tuple[str, ...]
    face: Face
    logo: Logo | None
    sources: tuple[Path, ...]

    @property
    def family(self) -> str:
        return self.face.family

    @property
    def teams(self) -> TeamColours:
        """What the colours of teams keep away from."""
        return TeamColours(self.plate, self.strong, (self.gold, *self.reserved))

    @property
    def suits(self) -> dict[str, str]:
        """The colour of each suit, ``c d h s``, by the deck."""
        red, black = self.hearts, self.spades
        if self.deck == "two":
            return {"c": black, "d": red, "h": red, "s": black}
        return {"c": self.clubs, "d": self.diamonds, "h": red, "s": black}


class BadTheme(ValueError):
    """A theme that cannot be drawn with: one line for each of ``findings``."""

    def __init__(self, place: str, findings: tuple[ThemeFinding, ...]) -> None:
        self.place = place
        self.findings = findings
        super().__init__("\n".join(f"{place}: {finding}" for finding in findings))


@lru_cache(maxsize=1)
def themes() -> tuple[str, ...]:
    """The names of the themes that come with the product."""
    return tuple(sorted(path.stem for path in resource("themes").glob("*.toml")))


def load_theme(told: str = DEFAULT_THEME) -> Theme:
    """The theme ``told``: the name of one that comes with the product, or the path of a file.

    One's own file is read anew every time. Raises BadTheme, which names everything that is
    missing, unknown or of the wrong form.
    """
    return _product(told) if told in themes() else _read(told)


@lru_cache(maxsize=8)
def _product(name: str) -> Theme:
    return _read(name)


def _read(told: str) -> Theme:
    read = read_theme(told, resource("themes"))
    if read.findings:
        raise BadTheme(read.place, read.findings)
    return _made(read)


def forget_themes() -> None:
    """Themes, fonts and logos are read again."""
    _product.cache_clear()
    themes.cache_clear()
    face_of.cache_clear()
    read_font.cache_clear()


def _made(read: Read) -> Theme:
    values = read.values
    colours = [(table, key) for table, key in NEEDED if RULES[table][key] is COLOUR]
    return Theme(
        name=Path(read.place).stem,
        deck=values["cards", "deck"],
        reserved=tuple(colour.upper() for colour in values["teams", "reserved"]),
        face=face_of(read.fonts, values.get(("type", "size"), 1.0)),
        logo=read.logo,
        sources=read.sources,
        **{key: values[table, key].upper() for table, key in colours},
    )
