"""The graphics alone as a PNG a frame, for programs that do not read alpha in ProRes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from overlay.raster import Pixels, png_of
from producer.segments.compositor.encode import RenderCancelled
from producer.segments.compositor.graphics import straight


def write_png_sequence(
    pictures: Iterable[Pixels], folder: Path, name: str, cancelled: Callable[[], bool]
) -> None:
    """Writes ``NAME-00000.png`` and so on into a new folder, with straight alpha.

    ``pictures``: multiplied by alpha; one that comes again as the same object is encoded once.
    Raises RenderCancelled and OSError; what is there by then stays.
    """
    folder.mkdir()
    last: tuple[Pixels, bytes] | None = None
    for number, pixels in enumerate(pictures):
        if cancelled():
            raise RenderCancelled
        if last is None or last[0] is not pixels:
            last = pixels, png_of(straight(pixels))
        (folder / f"{name}-{number:05}.png").write_bytes(last[1])
