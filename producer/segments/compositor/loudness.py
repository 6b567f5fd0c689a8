"""Loudness by EBU R128: measured, and brought to its level."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import av
import numpy as np

from producer.segments.compositor.sound import RATE, Samples

LEVEL = -23.0
"""LUFS."""

PEAK = -1.0
"""dBTP, the highest peak allowed."""

_OVER = 4
"""Peaks between samples are limited at so many times the rate."""

_MARGIN = 0.2
"""dB below the highest peak at which the limiter works: AAC adds a little."""


@dataclass(frozen=True, slots=True)
class Loudness:
    """``level``: LUFS, of the whole; ``None`` for silence. ``peak``: dBTP."""

    level: float | None
    peak: float


def measured(blocks: Iterable[Samples]) -> Loudness:
    """The loudness of samples at ``RATE``."""
    level, peak = None, -200.0
    for frame in _filtered(blocks, (("ebur128", "peak=true:metadata=1"),)):
        if "lavfi.r128.I" not in frame.metadata:
            continue  # the last one, shorter than the tenth of a second that is measured
        level = float(frame.metadata["lavfi.r128.I"])
        peak = max(
            peak,
            *(_decibels(float(frame.metadata[f"lavfi.r128.true_peaks_ch{n}"])) for n in (0, 1)),
        )
    return Loudness(level if level is not None and level > -70 else None, peak)


@dataclass(frozen=True, slots=True)
class Levelling:
    """What brings a mix to its level: ``gain`` in decibels, and whether peaks are limited."""

    gain: float
    limited: bool


def levelling(mix: Callable[[], Iterable[Samples]]) -> Levelling | None:
    """How the mix comes to ``LEVEL`` with no peak above ``PEAK``; ``None`` for silence.

    ``mix`` is called for each pass: two, and a third where limiting takes loudness away.
    """
    loudness = measured(mix())
    if loudness.level is None:
        return None
    gain = LEVEL - loudness.level
    if loudness.peak + gain <= PEAK - _MARGIN:
        return Levelling(gain, limited=False)
    after = measured(levelled(mix(), Levelling(gain, limited=True)))
    return Levelling(gain + LEVEL - (after.level or LEVEL), limited=True)


def levelled(blocks: Iterable[Samples], how: Levelling | None) -> Iterator[Samples]:
    """The samples at their level, as many as before."""
    if how is None:
        yield from blocks
        return
    factor = np.float32(10 ** (how.gain / 20))
    louder = (block * factor for block in blocks)
    if not how.limited:
        yield from louder
        return
    limit = 10 ** ((PEAK - _MARGIN) / 20)
    chain = (
        ("aresample", str(RATE * _OVER)),
        ("alimiter", f"limit={limit:.6f}:level=false:latency=true"),
        ("aresample", str(RATE)),
    )
    for frame in _filtered(louder, chain):
        yield frame.to_ndarray().reshape(-1, 2).astype(np.float32)


def _filtered(
    blocks: Iterable[Samples], chain: tuple[tuple[str, str], ...]
) -> Iterator[av.AudioFrame]:
    graph = av.filter.Graph()
    source = graph.add_abuffer(sample_rate=RATE, format="flt", layout="stereo")
    nodes = [graph.add(name, options) for name, options in chain]
    nodes.append(graph.add("aformat", "sample_fmts=flt:channel_layouts=stereo"))
    graph.link_nodes(source, *nodes, graph.add("abuffersink")).configure()
    place = 0
    for block in blocks:
        frame = audio_frame(block, place)
        place += len(block)
        graph.push(frame)
        yield from _pulled(graph)
    graph.push(None)
    yield from _pulled(graph)


def _pulled(graph: av.filter.Graph) -> Iterator[av.AudioFrame]:
    while True:
        try:
            frame = graph.pull()
        except (BlockingIOError, EOFError):
            return
        assert isinstance(frame, av.AudioFrame)
        yield frame


def audio_frame(samples: Samples, place: int) -> av.AudioFrame:
    """Samples as a frame that begins ``place`` samples after the start."""
    packed = np.ascontiguousarray(samples, np.float32).reshape(1, -1)
    frame = av.AudioFrame.from_ndarray(packed, format="flt", layout="stereo")
    frame.sample_rate, frame.pts = RATE, place
    frame.time_base = Fraction(1, RATE)
    return frame


def _decibels(level: float) -> float:
    return 20 * float(np.log10(max(level, 1e-10)))
