"""Reads a theme's file, and lists everything that is missing, unknown or wrong in it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from overlay.texts.fontfile import BadFont, read_font
from overlay.texts.fonts import UnknownFamily, installed_files
from overlay.themes.logo import Logo, read_logo
from overlay.themes.oklab import is_colour
from overlay.themes.pictures import BadPicture
from overlay.themes.theme_pictures import TABLES, Pictures, picture_files, read_pictures


@dataclass(frozen=True, slots=True)
class ThemeFinding:
    """``key``: the place in the file, such as ``[colours] gold``, or empty. ``grave``: the theme
    must not go on air like this."""

    key: str
    reason: str
    hint: str
    grave: bool = True

    def __str__(self) -> str:
        place = f"{self.key}: " if self.key else ""
        return f"{place}{self.reason}; {self.hint}"


@dataclass(frozen=True, slots=True)
class ThemeFile:
    """``values`` by table and key, including those of the base; usable if there are no
    ``findings``. ``place``: the file's path. ``sources``: all files that were read."""

    place: str
    values: Mapping[tuple[str, str], Any]
    fonts: tuple[Path, ...]
    logo: Logo | None
    pictures: Pictures
    sources: tuple[Path, ...]
    findings: tuple[ThemeFinding, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """Whether a value is valid, and how to write one."""

    valid: Callable[[Any], bool]
    hint: str


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _list_of(each: Callable[[Any], bool], least: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and len(value) >= least and all(map(each, value))


COLOUR = Rule(is_colour, 'write a colour as "#RRGGBB"')

RULES: Mapping[str, Mapping[str, Rule]] = {
    "colours": dict.fromkeys(
        (
            "plate", "text", "muted", "lit", "line", "strong", "on_strong", "given",
            "given_text", "given_muted", "slot", "seam", "gold",
        ),
        COLOUR,
    ),
    "cards": {
        "deck": Rule(lambda value: value in ("four", "two"), 'write "four" or "two"'),
        **dict.fromkeys(
            ("paper", "clubs", "diamonds", "hearts", "spades", "back", "back_mark"), COLOUR
        ),
    },
    "teams": {
        "neutral": COLOUR,
        "reserved": Rule(_list_of(is_colour, 0), 'write colours as ["#RRGGBB", "#RRGGBB"]'),
    },
    "type": {
        "family": Rule(_is_text, 'write a name, such as "Fira Sans Condensed"'),
        "files": Rule(_list_of(_is_text, 1), 'write paths as ["fonts/Mine-Bold.ttf"]'),
        "size": Rule(_is_number, "write a number, such as 1.0"),
    },
    "logo": {"file": Rule(_is_text, 'write a path, such as "logo.svg"'), "ground": COLOUR},
}  # fmt: skip
"""By table and key. All but those of type and logo are required, in the file or its base."""

REQUIRED = [(table, key) for table in ("colours", "cards", "teams") for key in RULES[table]]


def _theme_path(name_or_path: str, folder: Path) -> Path:
    if name_or_path.endswith(".toml") or "/" in name_or_path or "\\" in name_or_path:
        return Path(name_or_path)
    return folder / f"{name_or_path}.toml"


def read_theme(name_or_path: str, folder: Path) -> ThemeFile:
    """A theme by its name in ``folder``, which has the built-in ones, or by the path of a
    ``.toml`` file. All faults are findings; none are raised."""
    path = _theme_path(name_or_path, folder)
    own = _tables(path, folder)
    if isinstance(own, ThemeFinding):
        place = str(path) if path.exists() else name_or_path
        return ThemeFile(place, {}, (), None, Pictures(), (path,), (own,))
    inherited: dict[tuple[str, str], Any] = {}
    sources: tuple[Path, ...] = (path,)
    findings = list(_unknown_keys(own))
    if "base" in own:
        names = sorted(file.stem for file in folder.glob("*.toml"))
        if own["base"] in names:
            base = read_theme(own["base"], folder)
            inherited, sources = dict(base.values), (*sources, *base.sources)
        else:
            reason = f"there is no theme {own['base']!r} to build on"
            findings.append(ThemeFinding("base", reason, f"write one of {', '.join(names)}"))
    values, wrong = _values(own, path.parent)
    if {("type", "family"), ("type", "files")} & values.keys():
        inherited = {key: value for key, value in inherited.items() if key[0] != "type"}
    values = inherited | values
    findings += wrong
    reported = {finding.key for finding in findings}
    findings += [
        ThemeFinding(
            place, "missing", f'write it as in dark.toml, or start with base = "dark": {hint}'
        )
        for place, hint in _missing(values)
        if not reported & {place, "base"}
    ]
    fonts, font_findings = _fonts(values)
    logo, logo_findings = _logo(values, path.parent)
    plate = values.get(("colours", "plate"), "#000000")
    pictures, refused = read_pictures(own, path.parent, plate)
    files = (*values.get(("type", "files"), ()), values.get(("logo", "file")))
    return ThemeFile(
        str(path),
        values,
        fonts,
        logo,
        pictures,
        (*sources, *(Path(each) for each in files if each), *picture_files(own, path.parent)),
        (
            *findings,
            *font_findings,
            *logo_findings,
            *(_refused(place, error) for place, error in refused),
        ),
    )


def _tables(path: Path, folder: Path) -> dict[str, Any] | ThemeFinding:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        names = ", ".join(sorted(file.stem for file in folder.glob("*.toml")))
        return ThemeFinding("", "there is no such file", f"give a path or a name: {names}")
    except (OSError, UnicodeDecodeError) as error:
        return ThemeFinding("", f"cannot be read ({error})", "save it as a text file in UTF-8")
    except tomllib.TOMLDecodeError as error:
        return ThemeFinding("", f"is not valid TOML: {error}", "correct that line")


def _unknown_keys(own: Mapping[str, Any]) -> Iterable[ThemeFinding]:
    for table, values in own.items():
        if table == "base":
            continue
        if table not in (*RULES, *TABLES):
            place = f"[{table}]" if isinstance(values, dict) else table
            yield _unknown_key(place, table, (*RULES, *TABLES))
        elif not isinstance(values, dict):
            yield ThemeFinding(table, "must be a table", f"write [{table}] and its keys below it")
        elif table in RULES:
            for key in values:
                if key not in RULES[table]:
                    yield _unknown_key(f"[{table}] {key}", key, RULES[table])


def _unknown_key(place: str, name: str, names: Iterable[str]) -> ThemeFinding:
    near = get_close_matches(name, list(names), 1)
    hint = f"did you mean {near[0]}?" if near else f"use one of {', '.join(names)}"
    return ThemeFinding(place, "is unknown", hint)


def _values(
    own: Mapping[str, Any], folder: Path
) -> tuple[dict[tuple[str, str], Any], list[ThemeFinding]]:
    """The valid values, with paths made relative to ``folder``, and findings for the others."""
    values: dict[tuple[str, str], Any] = {}
    findings = []
    for table, rules in RULES.items():
        keys = own.get(table)
        for key, value in (keys if isinstance(keys, dict) else {}).items():
            if key not in rules:
                continue
            if rules[key].valid(value):
                values[table, key] = _absolute(key, value, folder)
            else:
                place, reason = f"[{table}] {key}", f"{value!r} is not valid here"
                findings.append(ThemeFinding(place, reason, rules[key].hint))
    return values, findings


def _absolute(key: str, value: Any, folder: Path) -> Any:
    if key == "file":
        return str(folder / value)
    return [str(folder / each) for each in value] if key == "files" else value


def _missing(values: Mapping[tuple[str, str], Any]) -> Iterable[tuple[str, str]]:
    for table, key in REQUIRED:
        if (table, key) not in values:
            yield f"[{table}] {key}", RULES[table][key].hint
    if not {("type", "family"), ("type", "files")} & values.keys():
        yield "[type] family", RULES["type"]["family"].hint


def _fonts(values: Mapping[tuple[str, str], Any]) -> tuple[tuple[Path, ...], list[ThemeFinding]]:
    """The font files, all of one family; ``files`` overrides ``family``."""
    if ("type", "files") in values:
        files = tuple(Path(each) for each in values["type", "files"])
        findings = [finding for file in files if (finding := _font_finding(file))]
        families = sorted({read_font(file).family for file in files}) if not findings else []
        if len(families) > 1:
            reason = f"the files are from several families, {' and '.join(families)}"
            findings.append(ThemeFinding("[type] files", reason, "give the files of one family"))
        return files, findings
    family = values.get(("type", "family"))
    if family is None:
        return (), []
    try:
        return installed_files(family), []
    except UnknownFamily:
        package = "fontpkg-" + family.lower().replace(" ", "-")
        hint = f"write its files in [type] files, or install it (pip install {package})"
        return (), [ThemeFinding("[type] family", f"no installed package has {family!r}", hint)]


def _font_finding(file: Path) -> ThemeFinding | None:
    try:
        read_font(file)
    except BadFont as error:
        return ThemeFinding("[type] files", f"{file}: {error}", "give another file")
    except OSError as error:
        hint = "give a path relative to the theme's folder"
        return ThemeFinding("[type] files", f"{file} cannot be read ({error.strerror})", hint)
    return None


def _logo(
    values: Mapping[tuple[str, str], Any], folder: Path
) -> tuple[Logo | None, list[ThemeFinding]]:
    file, ground = values.get(("logo", "file")), values.get(("logo", "ground"))
    if file is None:
        return None, []
    if ground is None:
        return None, [ThemeFinding("[logo] ground", "missing", COLOUR.hint)]
    try:
        return read_logo(Path(file), folder, ground.upper()), []
    except BadPicture as error:
        return None, [_refused("[logo] file", error)]


def _refused(place: str, error: BadPicture) -> ThemeFinding:
    reason, _, hint = str(error).rpartition("; ")
    return ThemeFinding(place, reason, hint)
