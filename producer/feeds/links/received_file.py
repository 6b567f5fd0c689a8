"""The file to which a feed that is none is written, for the follower of files to read."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

_PIECE = 1 << 20


def file_name(url: str) -> str:
    """The name of its file: the address's last part, from which some formats have their table.

    >>> file_name("https://score.example/day-1/table%201.json?key=abc"), file_name("ws://desk/")
    ('table-201.json', 'desk')
    """
    parts = urlsplit(url)
    last = PurePosixPath(parts.path).name or parts.hostname or "feed"
    return re.sub(r"[^\w.-]+", "-", last, flags=re.ASCII).strip("-.")[:80] or "feed"


def put(path: Path, body: bytes) -> None:
    """Makes ``body`` the file's content: what is new is appended if the rest is the same, so that
    following goes on where it was; else the file is replaced as a whole. Raises OSError."""
    if path.exists() and _begins_with(body, path):
        with path.open("ab") as file:
            file.write(body[file.tell() :])
        return
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as beside:
        beside.write(body)
    Path(beside.name).replace(path)


def add_message(path: Path, message: bytes) -> None:
    """Appends a message of one or more lines, each of them whole. Raises OSError."""
    with path.open("ab") as file:
        file.write(message if message.endswith(b"\n") else message + b"\n")


def _begins_with(body: bytes, path: Path) -> bool:
    at = 0
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            if body[at : at + len(piece)] != piece:
                return False
            at += len(piece)
    return True
