"""The pictures that a theme names beside its logo: flags, photos, sponsors."""

from __future__ import annotations

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
class Pictures:
    """``flags``: by the key of a team, or by the code of a nation. ``photos``: by the name of a
    player or speaker. ``sponsors``: by name. ``nations``: by the name of a player, the code of the
    flag beside it, ``none`` for no flag; not of a theme's file, but set by the house."""

    flags: Mapping[str, Picture] = field(default_factory=dict)
    photos: Mapping[str, Picture] = field(default_factory=dict)
    sponsors: Mapping[str, Sponsor] = field(default_factory=dict)
    nations: Mapping[str, str] = field(default_factory=dict)


TABLES = ("flags", "photos", "sponsors")
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
                case _:
                    made = _sponsor(value, folder)
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
