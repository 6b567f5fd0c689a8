"""The pictures that a theme names beside its logo: flags, photos, sponsors; and the territories,
which have a sponsor of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from overlay.themes.logo import Logo, read_logo
from overlay.themes.oklab import is_colour
from overlay.themes.pictures import FLAG, PHOTO, BadPicture, Picture, read_picture

Place = Literal["bottom left", "bottom middle", "bottom right"]
PLACES: tuple[Place, ...] = get_args(Place)


@dataclass(frozen=True, slots=True)
class Sponsor:
    """A sponsor's logo, and where its plate is on air."""

    logo: Logo
    place: Place


@dataclass(frozen=True, slots=True)
class Territory:
    """What the feed of one territory has beside the programme. ``sponsor``: one of the theme's, in
    the upper left corner. ``age``: the age mark, such as ``18+``. ``notice``: the legal notice, in
    the words that the territory prescribes; with the age mark in the upper right corner."""

    sponsor: Sponsor | None = None
    age: str = ""
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Pictures:
    """``flags``: by the key of a team, or by the code of a nation. ``photos``: by the name of a
    player or speaker. ``sponsors``, ``territories``: by name. ``nations``: by the name of a player,
    the code of the flag beside it, ``none`` for no flag; not of a theme's file, but set by the
    house."""

    flags: Mapping[str, Picture] = field(default_factory=dict)
    photos: Mapping[str, Picture] = field(default_factory=dict)
    sponsors: Mapping[str, Sponsor] = field(default_factory=dict)
    territories: Mapping[str, Territory] = field(default_factory=dict)
    nations: Mapping[str, str] = field(default_factory=dict)


TABLES = ("flags", "photos", "sponsors", "territories")
"""The tables of a theme's file whose keys are names."""


def read_pictures(
    own: Mapping[str, Any], folder: Path, plate: str
) -> tuple[Pictures, list[tuple[str, BadPicture]]]:
    """The pictures in a theme's tables, and those that are refused with their place in the file.

    ``plate``: the colour under flags and photos.
    """
    read: dict[str, dict[str, Any]] = {table: {} for table in TABLES}
    refused = []
    for table, key, value in _entries(own):
        try:
            match table:
                case "flags":
                    made: Any = read_picture(_path(value, folder), folder, FLAG, plate)
                case "photos":
                    made = read_picture(_path(value, folder), folder, PHOTO, plate)
                case "sponsors":
                    made = _sponsor(value, folder)
                case _:
                    made = _territory(key, value, read["sponsors"])
        except BadPicture as error:
            refused.append((f"[{table}] {key}", error))
        else:
            read[table][key] = made
    return Pictures(**read), refused


def picture_files(own: Mapping[str, Any], folder: Path) -> tuple[Path, ...]:
    """The files that a theme's tables name."""
    files = (value.get("file") if isinstance(value, dict) else value for *_, value in _entries(own))
    return tuple(folder / each for each in files if isinstance(each, str) and each)


def _entries(own: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    for table in TABLES:
        entries = own.get(table)
        for key, value in (entries if isinstance(entries, dict) else {}).items():
            yield table, key, value


def _path(value: object, folder: Path) -> Path:
    if not isinstance(value, str) or not value:
        raise BadPicture(f'{value!r} is no file; write a path, such as "pictures/ana.jpg"')
    return folder / value


def _sponsor(value: object, folder: Path) -> Sponsor:
    if not isinstance(value, dict) or not {"file", "ground"} <= value.keys():
        raise BadPicture('file or ground is missing; write { file = "a.svg", ground = "#FFFFFF" }')
    if unknown := value.keys() - {"file", "ground", "place"}:
        raise BadPicture(f"{min(unknown)} is unknown; use file, ground and place")
    ground, place = value["ground"], value.get("place", "bottom right")
    if not is_colour(ground):
        raise BadPicture(f'ground {ground!r} is no colour; write a colour as "#RRGGBB"')
    if place not in PLACES:
        raise BadPicture(f"there is no place {place!r}; write one of {', '.join(PLACES)}")
    return Sponsor(read_logo(_path(value["file"], folder), folder, ground.upper()), place)


def _territory(name: str, value: object, sponsors: Mapping[str, Sponsor]) -> Territory:
    if not re.fullmatch(r"[A-Za-z0-9-]{1,20}", name):
        raise BadPicture(f"{name!r} is not for an address; write letters and digits, such as ES")
    if not isinstance(value, dict) or not value:
        raise BadPicture('a territory has no values; write { age = "18+", notice = "..." }')
    if unknown := value.keys() - {"sponsor", "age", "notice"}:
        raise BadPicture(f"{min(unknown)} is unknown; use sponsor, age and notice")
    for key, each in value.items():
        if not isinstance(each, str) or not each.strip():
            raise BadPicture(f"{key} {each!r} is no text; write text in quotes, or leave it out")
    sponsor, age = value.get("sponsor"), value.get("age", "")
    if sponsor is not None and sponsor not in sponsors:
        known = f"write one of {', '.join(sponsors)}" if sponsors else "add it to [sponsors]"
        raise BadPicture(f"there is no sponsor {sponsor!r}; {known}")
    if age and not re.fullmatch(r"[0-9]{1,2}\+", age):
        raise BadPicture(f'age {age!r} is no age mark; write it as "18+"')
    notice = " ".join(value.get("notice", "").split())
    return Territory(None if sponsor is None else sponsors[sponsor], age, notice)
