"""OBS's own recording of the output, frame by frame, because a screenshot is not the output."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
from obs_remote import Colour, Hand, Picture


@contextmanager
def recording(hand: Hand) -> Iterator[list[Path]]:
    """Records with OBS; the list has the file afterwards."""
    video: list[Path] = []
    hand.forget()
    hand("StartRecord")
    until_recording_is(hand, "STARTED")
    try:
        yield video
    finally:
        video.append(Path(hand("StopRecord")["outputPath"]))
        until_recording_is(hand, "STOPPED")


def until_recording_is(hand: Hand, state: str) -> None:
    wished = f"OBS_WEBSOCKET_OUTPUT_{state}"
    while hand.event("RecordStateChanged").data["outputState"] != wished:
        pass


def frames(video: list[Path]) -> Iterator[Picture]:
    (path,) = video
    capture = cv2.VideoCapture(str(path))
    while True:
        more, picture = capture.read()
        if not more:
            break
        yield picture[..., ::-1]
    capture.release()
    path.unlink()


def closest(found: Colour, colours: list[Colour]) -> Colour:
    """The nearest colour, because the encoder changes colours a little."""
    return min(
        colours, key=lambda colour: sum(abs(a - b) for a, b in zip(colour, found, strict=True))
    )
