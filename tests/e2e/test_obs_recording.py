"""A run of takes as OBS itself recorded it, looked at frame by frame.

With ``DUPLICAST_STILLS=DIR`` the video and a still of every take are kept in ``DIR``: so the
pictures in docs/obs.md were made.
"""

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest
from obs_remote import Hand, Picture
from service import fill, guide, open_gate_on, serving

from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")

DEAL = "guide/A/1"
TAKES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("fork", "/api/take", {"deal": DEAL, "tables": ["1", "5"], "moment": "decision"}),
    ("result", "/api/take", {"deal": DEAL, "tables": ["1", "5"], "moment": "end"}),
    ("four-up", "/api/take", {"kind": "split", "deal": DEAL, "count": 4}),
    ("standings", "/api/take", {"kind": "standings"}),
    ("safe", "/api/safe", {}),
)
STILLS = os.environ.get("DUPLICAST_STILLS")  # a test itself sees no such settings
ON_AIR = 1.0
"""Seconds that each stays."""


@pytest.fixture
def ask(settings: ObsSettings, tmp_path: Path) -> Iterator[httpx.Client]:
    fill(tmp_path / "desk.db", guide())
    with (
        open_gate_on(tmp_path / "desk.db") as gate,
        serving(gate, tmp_path, obs=settings) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=120) as client,
    ):
        yield client


def until_recording_is(hand: Hand, state: str) -> None:
    while hand.event("RecordStateChanged").data["outputState"] != f"OBS_WEBSOCKET_OUTPUT_{state}":
        pass


def frames(video: Path) -> Iterator[Picture]:
    capture = cv2.VideoCapture(str(video))
    while True:
        more, picture = capture.read()
        if not more:
            break
        yield picture
    capture.release()


def small(picture: Picture) -> Picture:
    """Large enough for every graphic, and quick to compare."""
    return cv2.resize(picture, (160, 90), interpolation=cv2.INTER_AREA).astype(np.int16)


def apart(one: Picture, other: Picture) -> float:
    return float(np.abs(one - other).mean())


def test_every_frame_of_the_recording_is_a_picture_that_was_taken(
    ask: httpx.Client, hand: Hand
) -> None:
    wished: list[Picture] = []
    hand.forget()
    hand("StartRecord")
    until_recording_is(hand, "STARTED")
    for _, address, body in TAKES:
        answer = ask.post(address, json=body)
        assert answer.status_code == 200, answer.text
        time.sleep(ON_AIR)  # so long it is on air
        wished.append(small(hand.output()[..., ::-1]))
    video = Path(hand("StopRecord")["outputPath"])
    until_recording_is(hand, "STOPPED")
    order: list[int] = []
    stills: dict[int, Picture] = {}
    for frame in frames(video):
        near = [apart(small(frame), each) for each in wished]
        best = int(np.argmin(near))
        if near[best] < 4 and (not order or order[-1] != best):
            order.append(best)
        if near[best] < 4:
            stills[best] = frame
        elif order:  # from the first take on nothing else is on air, but for the encoder's noise
            assert near[best] < 8, (len(order), near)
    assert order == list(range(len(TAKES)))
    keep(video, [stills[number] for number in range(len(TAKES))])
    video.unlink()


def keep(video: Path, stills: list[Picture]) -> None:
    if STILLS:
        folder = Path(STILLS)
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(video, folder / f"takes{video.suffix}")
        for (name, _, _), still in zip(TAKES, stills, strict=True):
            cv2.imwrite(str(folder / f"obs-{name}.png"), still)
