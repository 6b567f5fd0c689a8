"""Films a package in Chromium, every 40 ms, and lays the frames on one strip to look at.

``python tests/overlay/motion_strip.py two-up-question two-up-decision -o strip.png`` plays one step
for each sample, then stops.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).parents[1]))

from ograf_renderer import browser_page, call, load, pack, picture, served
from playwright.sync_api import Page

from producer.stages.gallery import sample

EVERY, SETTLED, EXIT = 40, 3000, 400
"""Milliseconds: between frames, between steps, filmed of the exit."""
WIDTH, COLUMNS = 480, 6

Frame = npt.NDArray[np.uint8]


def schedule(steps: int) -> dict[str, Any]:
    """Each step after the one before has settled, then the stop."""
    plays = [("playAction", n * SETTLED) for n in range(steps)]
    actions = [*plays, ("stopAction", steps * SETTLED)]
    return {
        "schedule": [{"timestamp": at, "action": {"type": t, "params": {}}} for t, at in actions]
    }


def times(steps: int, moving: int = 1500) -> Iterator[int]:
    """The times of the frames: as long as each action moves."""
    for start in range(0, steps * SETTLED, SETTLED):
        yield from range(start, start + moving, EVERY)
    yield from range(steps * SETTLED, steps * SETTLED + EXIT + 1, EVERY)


def ready(page: Page, name: str, width: int, height: int, steps: int) -> None:
    """The package loaded, with its schedule set."""
    page.set_viewport_size({"width": width, "height": height})
    size = {"resolution": {"width": width, "height": height}}
    load(page, name, renderType="non-realtime", renderCharacteristics=size)
    call(page, "setActionsSchedule", schedule(steps))


def strip(frames: list[tuple[int, Frame]]) -> Frame:
    """The frames that differ from the one before, each with its time in ms."""
    moving = frames[:1] + [
        new for old, new in pairwise(frames) if np.abs(old[1].astype(int) - new[1]).max() > 8
    ]
    small = []
    for at, frame in moving:
        high = round(frame.shape[0] * WIDTH / frame.shape[1])
        each = cv2.resize(frame, (WIDTH, high), interpolation=cv2.INTER_AREA)
        cv2.putText(each, str(at), (8, high - 10), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (255,) * 3, 2)
        small.append(cv2.copyMakeBorder(each, 2, 2, 2, 2, cv2.BORDER_CONSTANT))
    small += [np.zeros_like(small[0])] * (-len(small) % COLUMNS)
    rows = [np.hstack(small[n : n + COLUMNS]) for n in range(0, len(small), COLUMNS)]
    return np.vstack(rows).astype(np.uint8)


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("samples", nargs="+")
    read.add_argument("-o", type=Path, default=Path("strip.png"))
    given = read.parse_args()
    stages = [sample(name).stage for name in given.samples]
    with tempfile.TemporaryDirectory() as folder:
        pack(Path(folder), "filmed", *stages)
        with served(Path(folder)) as address, browser_page() as page:
            page.goto(f"{address}/renderer.html")
            ready(page, "filmed", stages[0].width, stages[0].height, len(stages))
            frames = []
            for at in times(len(stages)):
                call(page, "goToTime", {"timestamp": at})
                frames.append((at, picture(page)))
    cv2.imwrite(str(given.o), strip(frames))


if __name__ == "__main__":
    main()
