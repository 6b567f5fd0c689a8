"""Sound of 24 bits, uncompressed."""

from __future__ import annotations

from fractions import Fraction

import av
import numpy as np
import numpy.typing as npt

from producer.segments.compositor.sound import RATE, Samples

_LARGEST = 2**23 - 1


def pcm_of(samples: Samples) -> npt.NDArray[np.int32]:
    """Samples as integers of 24 bits in the upper part of 32, as encoders want them.

    >>> (pcm_of(np.array([[0.5, 2.0]], np.float32)) // 256).tolist()
    [[4194304, 8388607]]
    """
    whole = np.rint(np.clip(samples.astype(np.float64), -1, 1) * _LARGEST)
    return whole.astype(np.int32) << 8


def stereo_frame(pcm: npt.NDArray[np.int32], place: int) -> av.AudioFrame:
    """Samples x 2 as a frame that begins ``place`` samples after the start."""
    packed = np.ascontiguousarray(pcm).reshape(1, -1)
    return _placed(av.AudioFrame.from_ndarray(packed, format="s32", layout="stereo"), place)


def mono_frame(pcm: npt.NDArray[np.int32], place: int) -> av.AudioFrame:
    """One channel as a frame that begins ``place`` samples after the start."""
    packed = np.ascontiguousarray(pcm).reshape(1, -1)
    return _placed(av.AudioFrame.from_ndarray(packed, format="s32", layout="mono"), place)


def _placed(frame: av.AudioFrame, place: int) -> av.AudioFrame:
    frame.sample_rate, frame.pts, frame.time_base = RATE, place, Fraction(1, RATE)
    return frame
