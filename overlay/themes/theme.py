"""A theme: the colours, font and logo of all graphics, from a small TOML file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from overlay.resources import resource
from overlay.texts.fontfile import read_font
from overlay.texts.fonts import FontFace, face_of
from overlay.themes.colour import TeamColours
from overlay.themes.logo import Logo
from overlay.themes.notices import most_lines, notice_fits
from overlay.themes.theme_file import COLOUR, REQUIRED, RULES, ThemeFile, ThemeFinding, read_theme
from overlay.themes.theme_pictures import Pictures

DEFAULT_THEME = "dark"


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours are ``#RRGGBB``; docs/themes.md says what each is for.

    ``name``: the file name without suffix. ``sources``: all files it was made from.
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
    face: FontFace
    logo: Logo | None
    pictures: Pictures = field(hash=False)
    sources: tuple[Path, ...]

    @property
    def family(self) -> str:
        return self.face.family

    @property
    def teams(self) -> TeamColours:
        """What team colours must differ from."""
        return TeamColours(self.plate, self.strong, (self.gold, *self.reserved))

    @property
    def suits(self) -> dict[str, str]:
        """The colour of each suit, ``c d h s``, in a two- or four-colour deck."""
        red, black = self.hearts, self.spades
        if self.deck == "two":
            return {"c": black, "d": red, "h": red, "s": black}
        return {"c": self.clubs, "d": self.diamonds, "h": red, "s": black}


class BadTheme(ValueError):
    """An unusable theme; the message has one line for each of ``findings``."""

    def __init__(self, place: str, findings: tuple[ThemeFinding, ...]) -> None:
        self.place = place
        self.findings = findings
        super().__init__("\n".join(f"{place}: {finding}" for finding in findings))


@lru_cache(maxsize=1)
def themes() -> tuple[str, ...]:
    """The names of the built-in themes."""
    return tuple(sorted(path.stem for path in resource("themes").glob("*.toml")))


def load_theme(name_or_path: str = DEFAULT_THEME) -> Theme:
    """A built-in theme by its name, or the theme in a file by its path.

    A file is read every time. Raises BadTheme with everything that is missing, unknown or wrong.
    """
    return _built_in(name_or_path) if name_or_path in themes() else _read(name_or_path)


@lru_cache(maxsize=8)
def _built_in(name: str) -> Theme:
    return _read(name)


def _read(name_or_path: str) -> Theme:
    file = read_theme(name_or_path, resource("themes"))
    if file.findings:
        raise BadTheme(file.place, file.findings)
    theme = _theme(file)
    if too_long := tuple(_long_notices(theme)):
        raise BadTheme(file.place, too_long)
    return theme


def _long_notices(theme: Theme) -> Iterator[ThemeFinding]:
    """Notices that would be cut, which no legal text may be."""
    for name, each in theme.pictures.territories.items():
        if not notice_fits(each, theme.face):
            reason = f"the notice does not fit {most_lines(each)} lines of its corner"
            yield ThemeFinding(f"[territories] {name}", reason, "shorten it or its longest word")


def clear_themes() -> None:
    """Makes themes, fonts and logos be read again."""
    _built_in.cache_clear()
    themes.cache_clear()
    face_of.cache_clear()
    read_font.cache_clear()


def _theme(file: ThemeFile) -> Theme:
    values = file.values
    colours = [(table, key) for table, key in REQUIRED if RULES[table][key] is COLOUR]
    return Theme(
        name=Path(file.place).stem,
        deck=values["cards", "deck"],
        reserved=tuple(colour.upper() for colour in values["teams", "reserved"]),
        face=face_of(file.fonts, values.get(("type", "size"), 1.0)),
        logo=file.logo,
        pictures=file.pictures,
        sources=file.sources,
        **{key: values[table, key].upper() for table, key in colours},
    )
