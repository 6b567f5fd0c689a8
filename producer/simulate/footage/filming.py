"""Films reels into a folder: one folder for each table, one file for each reel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from producer.simulate.footage.camera import Form, record
from producer.simulate.footage.reels import Reel
from producer.simulate.session import SimulatedRecording

SHAPE = (16, 9)
LEAST_HEIGHT, MOST_HEIGHT = 180, 2160


class BadSize(ValueError):
    """A picture that cannot be filmed; the message says which can."""


@dataclass(frozen=True, slots=True)
class FilmedReel:
    reel: Reel
    path: Path

    def shows(self, frame: int) -> int:
        """The file's frame, from 0, that has ``frame`` on its strip. Raises ValueError."""
        return self.reel.frames.index(frame)


def film(
    reels: Sequence[Reel],
    folder: Path,
    form: Form,
    size: tuple[int, int],
    done: Callable[[int], None] | None = None,
) -> Iterator[FilmedReel]:
    """Writes the reels one after the other, and yields each when it is complete.

    ``done`` is called with the number of frames that were added. Raises OSError, and BadSize for a
    size that is not 16:9 in whole even pixels, from 320x180 to 3840x2160.
    """
    check_size(*size)
    for reel in reels:
        path = folder / f"{reel.name}.{form}"
        path.parent.mkdir(parents=True, exist_ok=True)
        record(reel, path, *size, done)
        yield FilmedReel(reel, path)


def check_size(width: int, height: int) -> None:
    """Raises BadSize."""
    if (
        width * SHAPE[1] != height * SHAPE[0]
        or width % 2
        or height % 2
        or not LEAST_HEIGHT <= height <= MOST_HEIGHT
    ):
        raise BadSize(
            f"{width}x{height}: the table cameras are 16:9 with even sides, from 320x180 to "
            "3840x2160; name 640x360, 1280x720 or 1920x1080"
        )


def as_recording(reel: Reel, path: Path) -> SimulatedRecording:
    """The file as the session's events name it, with its start to the microsecond."""
    second = datetime.fromtimestamp(int(reel.start), UTC)
    start = second + timedelta(microseconds=round(reel.start % 1 * 1_000_000))
    return SimulatedRecording(reel.table, str(path), start)
