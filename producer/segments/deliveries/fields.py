"""Two pictures woven into the two fields of a frame."""

from __future__ import annotations

import av
import cv2
import numpy as np

from producer.segments.compositor.planes import Planes, frame_planes

FORMAT = "yuv422p"

_SOFTER = np.array([0.25, 0.5, 0.25])
"""Of the line above, the line and the line below. A line of one pixel would be in one field only,
and so flicker."""


def woven(first: av.VideoFrame, second: av.VideoFrame) -> av.VideoFrame:
    """A frame of ``FORMAT``: its first, third and further lines of ``first``, the lines between of
    ``second``."""
    frame = av.VideoFrame(first.width, first.height, FORMAT)
    both = [_softened(each) for each in (first, second)]
    for plane, upper, lower in zip(frame_planes(frame), *both, strict=True):
        plane[0::2], plane[1::2] = upper[0::2], lower[1::2]
    return frame


def _softened(frame: av.VideoFrame) -> Planes:
    planes = frame_planes(frame.reformat(format=FORMAT))
    across = np.ones(1)
    return Planes(
        *(np.asarray(cv2.sepFilter2D(plane, -1, across, _SOFTER), np.uint8) for plane in planes)
    )
