"""A theme's file, read: what it says, and everything in it that is missing, unknown or wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from overlay.fontfile import BadFont, read_font
from overlay.fonts import UnknownFamily, packaged
from overlay.logo import BadLogo, Logo, read_logo

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


@dataclass(frozen=True, slots=True)
class ThemeFinding:
    """``key``: where in the file, ``[colours] gold``, or empty. ``grave``: not to be aired so."""

    key: str
    reason: str
    hint: str
    grave: bool = True

    def __str__(self) -> str:
        place = f"{self.key}: " if self.key else ""
        return f"{place}{self.reason}; {self.hint}"


@dataclass(frozen=True, slots=True)
class Read:
    """``values`` by table and key, those of the base among them; good for a theme where there are
    no ``findings``. ``sources``: every file that was read for it."""

    place: str
    values: Mapping[tuple[str, str], Any]
    fonts: tuple[Path, ...]
    logo: Logo | None
    sources: tuple[Path, ...]
    findings: tuple[ThemeFinding, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """Of what form a value is, and how to write one."""

    right: Callable[[Any], bool]
    hint: str


def _is_colour(value: object) -> bool:
    return isinstance(value, str) and bool(_COLOUR.fullmatch(value))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _are(each: Callable[[Any], bool], least: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and len(value) >= least and all(map(each, value))


COLOUR = Rule(_is_colour, 'write a colour as "#RRGGBB"')

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
        "reserved": Rule(_are(_is_colour, 0), 'write colours as ["#RRGGBB", "#RRGGBB"]'),
    },
    "type": {
        "family": Rule(_is_text, 'write a name, such as "Fira Sans Condensed"'),
        "files": Rule(_are(_is_text, 1), 'write paths as ["fonts/Mine-Bold.ttf"]'),
        "size": Rule(_is_number, "write a number, such as 1.0"),
    },
    "logo": {"file": Rule(_is_text, 'write a path, such as "logo.svg"'), "ground": COLOUR},
}  # fmt: skip
"""By table and key. All but those of type and logo must be there, here or in the base."""

NEEDED = [(table, key) for table in ("colours", "cards", "teams") for key in RULES[table]]


def theme_path(told: str, folder: Path) -> Path:
    """The file of a theme: ``told`` is a name in ``folder``, or the path of a ``.toml``."""
    if told.endswith(".toml") or "/" in told or "\\" in told:
        return Path(told)
    return folder / f"{told}.toml"


def read_theme(told: str, folder: Path) -> Read:
    """Whatever is wrong with the file is a finding; nothing is raised. ``folder``: of the themes
    that come with the product, which others may build on."""
    path = theme_path(told, folder)
    own = _tables(path, folder)
    if isinstance(own, ThemeFinding):
        return Read(str(path) if path.exists() else told, {}, (), None, (path,), (own,))
    under: dict[tuple[str, str], Any] = {}
    sources: tuple[Path, ...] = (path,)
    findings = list(_strangers(own))
    if "base" in own:
        known = sorted(file.stem for file in folder.glob("*.toml"))
        if own["base"] in known:
            base = read_theme(own["base"], folder)
            under, sources = dict(base.values), (*sources, *base.sources)
        else:
            reason = f"{own['base']!r} is no theme to build on"
            findings.append(ThemeFinding("base", reason, f"write one of {', '.join(known)}"))
    values, wrong = _values(own, path.parent)
    if {("type", "family"), ("type", "files")} & values.keys():
        under = {key: value for key, value in under.items() if key[0] != "type"}
    values = under | values
    findings += wrong
    at_fault = {finding.key for finding in findings}
    findings += [
        ThemeFinding(
            place, "missing", f'write it as in dark.toml, or begin with base = "dark": {hint}'
        )
        for place, hint in _missing(values)
        if not at_fault & {place, "base"}
    ]
    fonts, of_fonts = _fonts(values)
    logo, of_logo = _logo(values)
    named = (*values.get(("type", "files"), ()), values.get(("logo", "file")))
    return Read(
        str(path),
        values,
        fonts,
        logo,
        (*sources, *(Path(each) for each in named if each)),
        (*findings, *of_fonts, *of_logo),
    )


def _tables(path: Path, folder: Path) -> dict[str, Any] | ThemeFinding:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        known = ", ".join(sorted(file.stem for file in folder.glob("*.toml")))
        return ThemeFinding(
            "", "there is no such file", f"give the path of one, or a name: {known}"
        )
    except (OSError, UnicodeDecodeError) as error:
        return ThemeFinding("", f"cannot be read ({error})", "save it as a text file in UTF-8")
    except tomllib.TOMLDecodeError as error:
        return ThemeFinding("", f"is no TOML: {error}", "mend that line")


def _strangers(own: Mapping[str, Any]) -> Iterable[ThemeFinding]:
    """Tables and keys that no theme has."""
    for table, values in own.items():
        if table == "base":
            continue
        if table not in RULES:
            yield _stranger(f"[{table}]" if isinstance(values, dict) else table, table, RULES)
        elif not isinstance(values, dict):
            yield ThemeFinding(table, "is a table", f"write [{table}] and its keys under it")
        else:
            for key in values:
                if key not in RULES[table]:
                    yield _stranger(f"[{table}] {key}", key, RULES[table])


def _stranger(place: str, name: str, known: Iterable[str]) -> ThemeFinding:
    near = get_close_matches(name, list(known), 1)
    hint = f"did you mean {near[0]}?" if near else f"there is {', '.join(known)}"
    return ThemeFinding(place, "is unknown", hint)


def _values(
    own: Mapping[str, Any], folder: Path
) -> tuple[dict[tuple[str, str], Any], list[ThemeFinding]]:
    """The values of known keys in their right form, paths told from ``folder``; and the others."""
    values: dict[tuple[str, str], Any] = {}
    findings = []
    for table, rules in RULES.items():
        told = own.get(table)
        for key, value in (told if isinstance(told, dict) else {}).items():
            if key not in rules:
                continue
            if rules[key].right(value):
                values[table, key] = _absolute(key, value, folder)
            else:
                hint = rules[key].hint
                findings.append(
                    ThemeFinding(f"[{table}] {key}", f"{value!r} is no such thing", hint)
                )
    return values, findings


def _absolute(key: str, value: Any, folder: Path) -> Any:
    if key == "file":
        return str(folder / value)
    return [str(folder / each) for each in value] if key == "files" else value


def _missing(values: Mapping[tuple[str, str], Any]) -> Iterable[tuple[str, str]]:
    for table, key in NEEDED:
        if (table, key) not in values:
            yield f"[{table}] {key}", RULES[table][key].hint
    if not {("type", "family"), ("type", "files")} & values.keys():
        yield "[type] family", RULES["type"]["family"].hint


def _fonts(values: Mapping[tuple[str, str], Any]) -> tuple[tuple[Path, ...], list[ThemeFinding]]:
    """The font files, all of one family; those given as files before a family by its name."""
    if ("type", "files") in values:
        files = tuple(Path(each) for each in values["type", "files"])
        findings = [found for file in files if (found := _unreadable(file))]
        families = sorted({read_font(file).family for file in files}) if not findings else []
        if len(families) > 1:
            reason = f"the files are of several families, {' and '.join(families)}"
            findings.append(ThemeFinding("[type] files", reason, "give the files of one"))
        return files, findings
    family = values.get(("type", "family"))
    if family is None:
        return (), []
    try:
        return packaged(family), []
    except UnknownFamily:
        package = "fontpkg-" + family.lower().replace(" ", "-")
        hint = f"write its files in [type] files, or install it (pip install {package})"
        return (), [ThemeFinding("[type] family", f"no package has {family!r}", hint)]


def _unreadable(file: Path) -> ThemeFinding | None:
    try:
        read_font(file)
    except BadFont as error:
        return ThemeFinding("[type] files", f"{file}: {error}", "give another file")
    except OSError as error:
        hint = "give a path from the theme's own folder"
        return ThemeFinding("[type] files", f"{file} cannot be read ({error.strerror})", hint)
    return None


def _logo(values: Mapping[tuple[str, str], Any]) -> tuple[Logo | None, list[ThemeFinding]]:
    file, ground = values.get(("logo", "file")), values.get(("logo", "ground"))
    if file is None:
        return None, []
    if ground is None:
        return None, [ThemeFinding("[logo] ground", "missing", COLOUR.hint)]
    try:
        return read_logo(Path(file), ground.upper()), []
    except BadLogo as error:
        reason, _, hint = str(error).rpartition("; ")
        return None, [ThemeFinding("[logo] file", reason, hint)]
