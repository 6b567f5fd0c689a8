"""The files that OBS reads the graphics from. Their names tell nothing of what is in them."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from pathlib import Path
from zlib import crc32

from producer.obs.page import waiting_page
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
    """
    if current is not None and current.exists() and current.read_bytes() == png:
        return current
    folder.mkdir(parents=True, exist_ok=True)
    path = folder.resolve() / f"picture-{secrets.token_hex(8)}.png"
    path.write_bytes(png)
    return path


def page_file(folder: Path, address: str) -> Path:
    """The waiting page for ``address``, one file an address, because OBS loads it only once."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder.resolve() / f"page-{crc32(address.encode()):08x}.html"
    path.write_text(waiting_page(address), encoding="utf-8")
    return path


def sweep(folder: Path, keep: Collection[Path]) -> None:
    """Removes the pictures that OBS does not show any more: all but those to keep."""
    for path in folder.resolve().glob("picture-*.png"):
        if path not in keep:
            path.unlink(missing_ok=True)
