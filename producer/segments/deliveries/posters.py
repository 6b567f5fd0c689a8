"""Still pictures of a segment: for listings, sites and the running order."""

from __future__ import annotations

from pathlib import Path

import av
import cv2
from av.video.reformatter import ColorRange, Colorspace

from producer.files import write_whole
from producer.segments.timeline import Timeline

_QUALITY = (cv2.IMWRITE_JPEG_QUALITY, 92)


def poster_frame(timeline: Timeline) -> int:
    """A frame at which nobody has chosen: in the middle of the question, else the last one before
    the fork; without either the first one."""
    question = next((beat for beat in timeline.beats if beat.name == "question"), None)
    if question is not None:
        return question.start + question.frames // 2
    fork = next((mark.frame for mark in timeline.marks if mark.name == "fork"), 0)
    return max(0, fork - 1)


def write_poster(video: Path, frame: int, poster: Path) -> None:
    """Writes a frame of a programme as a JPEG of its size. Raises OSError.

    The timeline's frames are the video's, one after another.
    """
    with av.open(str(video)) as container:
        stream = container.streams.video[0]
        assert stream.average_rate is not None
        assert stream.time_base is not None
        wanted = frame / stream.average_rate / stream.time_base
        container.seek(int(wanted), stream=stream, backward=True)
        shown = next(
            each
            for each in container.decode(stream)
            if each.pts is not None and each.pts >= int(wanted)
        )
        write_whole(poster, _jpeg(shown))


def _jpeg(frame: av.VideoFrame) -> bytes:
    colours = frame.reformat(
        format="bgr24",
        src_colorspace=Colorspace.ITU709,
        src_color_range=ColorRange.MPEG,
        dst_color_range=ColorRange.JPEG,
    )
    done, encoded = cv2.imencode(".jpg", colours.to_ndarray(), _QUALITY)
    if not done:
        raise RuntimeError("OpenCV could not write the JPEG")
    return encoded.tobytes()
