"""The names of a segment's files."""

from __future__ import annotations

from producer.files import plain_name
from producer.games.line import DealKey
from producer.segments.request import SegmentRequest

FOLDER = "segments"
"""In the output folder: the videos that the desk plays, and their notes."""


def segment_name(key: DealKey, request: SegmentRequest) -> str:
    """The usual name, without an ending.

    >>> segment_name(DealKey("Final", "A", 31), SegmentRequest(pick="k3f9q2"))
    'final-a-31-k3f9q2-two-up'
    >>> segment_name(DealKey("Final", "A", 31), SegmentRequest(pick="k3f9q2", rundown="7"))
    'rundown-7-final-a-31-k3f9q2-two-up'
    """
    planned = f"rundown-{plain_name(request.rundown)}-" if request.rundown else ""
    place = plain_name(f"{key.session} {key.group}")
    return f"{planned}{place}-{key.number}-{plain_name(request.pick)}-{request.layout}"
