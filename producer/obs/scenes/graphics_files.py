"""The files from which OBS reads the graphics. Their names reveal nothing of the content."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from io import BytesIO
from pathlib import Path
from zlib import crc32

from PIL import Image

from producer.files import write_whole
from producer.messages import message
from producer.obs.link.refusals import NotWritten
from producer.obs.scenes.waiting_page import waiting_page
from producer.settings import MAIN


def files_of(out: Path, output: str = MAIN) -> Path:
    """The folder of an OBS's files, below the setting ``out``.

    >>> files_of(Path("out")).as_posix(), files_of(Path("out"), "backup").as_posix()
    ('out/obs', 'out/obs/backup')
    """
    return out / "obs" if output == MAIN else out / "obs" / output


def picture_file(folder: Path, png: bytes, current: Path | None) -> Path:
    """A file with ``png``: ``current`` if it has the same content, else a file with a new name.

    OBS shows a new file name within two frames, but an overwritten file only after a second. Raises
    NotWritten.
    """
    if current is not None and current.exists() and current.read_bytes() == png:
        return current
    path = folder.resolve() / f"picture-{secrets.token_hex(8)}.png"
    write_for_obs(path, png)
    return path


def empty_picture(folder: Path) -> Path:
    """A transparent picture, for a lower third that shows nothing. Raises NotWritten."""
    path = folder.resolve() / "nothing.png"
    if not path.is_file():
        out = BytesIO()
        Image.new("RGBA", (16, 9)).save(out, "PNG")
        write_for_obs(path, out.getvalue())
    return path


def lower_third_file(folder: Path, png: bytes) -> Path:
    """A new file, in place of the one before. Raises NotWritten."""
    path = folder.resolve() / f"lower-third-{secrets.token_hex(8)}.png"
    write_for_obs(path, png)
    for old in folder.resolve().glob("lower-third-*.png"):
        if old != path:
            old.unlink(missing_ok=True)
    return path


def clip_picture_file(folder: Path, png: bytes) -> Path:
    """A new file for a picture over a segment's clip. Raises NotWritten."""
    path = folder.resolve() / f"segment-{secrets.token_hex(8)}.png"
    write_for_obs(path, png)
    return path


def remove_clip_pictures(folder: Path) -> None:
    for path in folder.resolve().glob("segment-*.png"):
        path.unlink(missing_ok=True)


def page_file(folder: Path, address: str) -> Path:
    """The waiting page for ``address``: one file per address, because OBS loads it only once.

    Writes nothing if the file is there unchanged. Raises NotWritten.
    """
    path = folder.resolve() / f"page-{crc32(address.encode()):08x}.html"
    page = waiting_page(address).encode()
    if not path.is_file() or path.read_bytes() != page:
        write_for_obs(path, page)
    return path


def write_for_obs(path: Path, content: bytes) -> None:
    """Raises NotWritten."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
    except OSError as error:
        raise NotWritten(
            message("{file}: {error}", file=error.filename or path, error=error.strerror),
            message(
                "OBS reads the graphics from there: free some space, or set out to another folder"
            ),
        ) from error


def sweep(folder: Path, keep: Collection[Path]) -> None:
    """Removes all pictures except those to keep."""
    for path in folder.resolve().glob("picture-*.png"):
        if path not in keep:
            path.unlink(missing_ok=True)
