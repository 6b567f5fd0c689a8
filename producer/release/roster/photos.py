"""Photos of people, as files in a folder beside the record: checked, cropped, named by content."""

from __future__ import annotations

import base64
import logging
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from overlay.themes.pictures import PHOTO, BadPicture, Picture, made_picture, read_picture
from producer.files import write_whole

log = logging.getLogger(__name__)

NAMED = Path("The picture")
"""Stands for the name of a file in the reasons of a refusal."""


FOLDER = "photos"
"""Beside the record."""


def save_photo(folder: Path, data: bytes, ground: str) -> str:
    """Saves a PNG or JPEG as it is shown on air, and returns the name of its file.

    ``ground``: the colour under what is transparent, ``#RRGGBB``. Raises BadPicture with reason and
    fix, and OSError.
    """
    made = made_picture(NAMED, data, PHOTO, ground)
    jpeg = base64.b64decode(made.href.partition(";base64,")[2])
    name = f"{sha256(jpeg).hexdigest()[:32]}.jpg"
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / name, jpeg)
    return name


def photo(folder: Path, name: str) -> Picture | None:
    """A saved photo for graphics; ``None``, with a line in the log, where its file is missing or
    damaged: a lower third goes on air without it."""
    try:
        return _read(folder, name)
    except BadPicture as error:
        log.warning("a photo is not shown: %s", error)
        return None


@lru_cache(maxsize=200)
def _read(folder: Path, name: str) -> Picture:
    return read_picture(folder / name, folder, PHOTO, "#000000")
