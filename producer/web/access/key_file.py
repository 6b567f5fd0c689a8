"""The keys of this machine, in a file beside the record, so that sign-ins survive a restart."""

from __future__ import annotations

import json
import os
from pathlib import Path

from producer.json_text import read_json
from producer.web.access.roles import Keys, new_keys

SUFFIX = ".keys"


class UnusableKeys(ValueError):
    """The file of keys cannot be used; the message gives place, reason and fix."""


def keys_beside(record: Path) -> Keys:
    """The keys for ``record``, made where there are none. Raises UnusableKeys.

    Removing the file ends every sign-in made with these keys.
    """
    file = record.resolve().with_suffix(SUFFIX)
    try:
        return _read(file) if file.exists() else _written(file)
    except OSError as error:
        raise UnusableKeys(
            f"{file} cannot be read or written: {error.strerror}. Change its permissions."
        ) from error


def _read(file: Path) -> Keys:
    try:
        keys = Keys(**read_json(file.read_text(encoding="utf-8")))
    except (ValueError, TypeError) as error:
        raise UnusableKeys(_damaged(file)) from error
    if not all(isinstance(key, str) and len(key) > 32 for key in (keys.producer, keys.overlay)):
        raise UnusableKeys(_damaged(file))
    return keys


def _damaged(file: Path) -> str:
    return f"{file} has no keys of Duplicast. Remove it; then every browser has to sign in again."


def _written(file: Path) -> Keys:
    """New keys, in a file that only its owner can read. Never leaves half a file."""
    keys = new_keys()
    part = file.with_suffix(f"{SUFFIX}.part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        json.dump({"producer": keys.producer, "overlay": keys.overlay}, out)
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)
    return keys
