"""One small picture of a table's recording, where it may be seen."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import av
import cv2
import numpy as np

from producer.release.recordings.hand_times import Span
from producer.segments.compositor.reader import FrameReader, as_bt709
from producer.segments.cutting.hand_events import GUARD
from producer.segments.cutting.visible import hidden_spans, is_hidden
from producer.segments.recordings.placed import RecordedFile, TableRecording

WIDTH = 640
QUALITY = 80


def still_at(recording: TableRecording, at: Fraction, sealed: Sequence[Span]) -> bytes | None:
    """A JPEG of the frame nearest to the house time ``at``, at most ``WIDTH`` pixels wide; ``None``
    where nothing was recorded, and where that frame or the time is in ``sealed``.

    Raises BadRecording.
    """
    hidden = hidden_spans(recording, sealed)
    found = recording.locate(at)
    if found is None or is_hidden(at, at + GUARD, hidden):
        return None
    file, _ = found
    with FrameReader(recording, smooth=False) as reader:
        frame = reader.frame_at(at)
        # Where the rate varies a frame may have been standing since a time that is sealed.
        if frame is None or is_hidden(_time_of(frame, file), at + GUARD, hidden):
            return None
        return _jpeg(as_bt709(frame), reader.turned, reader.aspect)


def _time_of(frame: av.VideoFrame, file: RecordedFile) -> Fraction:
    assert frame.pts is not None
    assert frame.time_base is not None
    return file.start + frame.pts * frame.time_base / (1 + file.drift)


def _jpeg(frame: av.VideoFrame, turned: int, aspect: float) -> bytes:
    pixels = np.rot90(frame.to_ndarray(format="bgr24"), -turned // 90)
    height, width = pixels.shape[:2]
    scale = min(1.0, WIDTH / (width * aspect))
    size = max(1, round(width * aspect * scale)), max(1, round(height * scale))
    small = cv2.resize(np.ascontiguousarray(pixels), size, interpolation=cv2.INTER_AREA)
    _, content = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return content.tobytes()
