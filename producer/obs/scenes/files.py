"""The files that OBS reads the graphics from. Their names tell nothing of what is in them."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from pathlib import Path
from zlib import crc32

from producer.files import write_whole
from producer.obs.link.refusals import NotWritten
from producer.obs.scenes.waiting_page import waiting_page
from producer.settings import MAIN


def files_of(out: Path, output: str = MAIN) -> Path:
    """Where an OBS finds its files, below the setting ``out``.

    >>> files_of(Path("out")).as_posix(), files_of(Path("out"), "backup").as_posix()
    ('out/obs', 'out/obs/backup')
    """
    return out / "obs" if output == MAIN else out / "obs" / output


def picture_file(folder: Path, png: bytes, current: Path | None) -> Path:
    """``png`` in a file: ``current`` where it holds the same, else one with a new name.

    OBS shows a new name within a frame or two, a file that is written again only after a second.
    Raises NotWritten.
    """
    if current is not None and current.exists() and current.read_bytes() == png:
        return current
    path = folder.resolve() / f"picture-{secrets.token_hex(8)}.png"
    _write(path, png)
    return path


def page_file(folder: Path, address: str) -> Path:
    """The waiting page for ``address``, one file an address, because OBS loads it only once. One
    that is there stays as it is. Raises NotWritten."""
    path = folder.resolve() / f"page-{crc32(address.encode()):08x}.html"
    page = waiting_page(address).encode()
    if not path.is_file() or path.read_bytes() != page:
        _write(path, page)
    return path


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
    except OSError as error:
        raise NotWritten(
            f"{error.filename or path}: {error.strerror}",
            "OBS reads the graphics from there: free space, or set out to another folder",
        ) from error


def sweep(folder: Path, keep: Collection[Path]) -> None:
    """Removes the pictures that OBS does not show any more: all but those to keep."""
    for path in folder.resolve().glob("picture-*.png"):
        if path not in keep:
            path.unlink(missing_ok=True)
