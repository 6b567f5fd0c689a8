"""Records a reel: draws its pictures, mixes its sound, and writes both into a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Literal

import av
from av.audio.stream import AudioStream
from av.container import OutputContainer
from av.video.stream import VideoStream

from producer.events import HandAction, HandBoard, HandFinished, HandStarted
from producer.files import replacing
from producer.simulate.footage.cels import Cel, FilmClock
from producer.simulate.footage.drawing import (
    FilmPlanes,
    clock_face,
    draw,
    put_clock,
    put_strip,
)
from producer.simulate.footage.open_face_cels import open_face_cels
from producer.simulate.footage.pieces import Layers
from producer.simulate.footage.poker_cels import poker_cels
from producer.simulate.footage.reels import Reel
from producer.simulate.footage.room import board_print, empty_table, rows_print
from producer.simulate.footage.sound import RATE, Samples, SoundKind, TableSound, microphone
from producer.simulate.footage.strip import strip_picture, strip_place
from producer.simulate.table_hands import PlacedHand

Form = Literal["mkv", "mp4", "mov"]
_MUXERS: dict[Form, str] = {"mkv": "matroska", "mp4": "mp4", "mov": "mov"}
_X264 = {"preset": "ultrafast", "crf": "20"}
_OPTIONS: dict[Form, dict[str, str]] = {
    "mkv": {"fflags": "+bitexact", "flush_packets": "1", "cluster_time_limit": "1000"},
    "mp4": {"fflags": "+bitexact", "movflags": "+write_colr"},
    "mov": {"fflags": "+bitexact", "movflags": "+write_colr"},
}
"""The same bytes for the same reel; an MKV that can be read up to the last second or two."""

_BT709 = 1
_THREADS = 2
"""Always the same number, so that the same reel gives the same bytes."""

_SOUNDS: dict[str, SoundKind] = {"check": "knock", "fold": "cards", "place": "cards"}


def record(
    reel: Reel,
    path: Path,
    width: int = 1920,
    height: int = 1080,
    done: Callable[[int], None] | None = None,
) -> None:
    """Writes the reel as H.264 and AAC; the ending of ``path`` (mkv, mp4 or mov) says the form.

    The file appears under its name when it is complete. ``done`` is called with the number of
    frames that were added. Raises OSError.
    """
    form: Form = _form_of(path)
    with (
        replacing(path) as beside,
        av.open(str(beside), "w", format=_MUXERS[form], options=_OPTIONS[form]) as container,
    ):
        _write(container, reel, form, (width, height), done)


def _form_of(path: Path) -> Form:
    for form in _MUXERS:
        if path.suffix == f".{form}":
            return form
    raise ValueError(f"{path}: footage is written as {', '.join(_MUXERS)}")


def pictures(reel: Reel, width: int, height: int) -> Iterator[FilmPlanes]:
    """Every picture of the reel, always in the same planes: use it before asking for the next."""
    ground, cels = ground_of(reel, width, height), cels_of(reel)
    face, place = clock_face(reel.table, width, height), strip_place(width, height)
    for frame, planes in zip(reel.frames, draw(ground, cels, reel.frames), strict=True):
        put_clock(planes, face, reel.timecode(frame))
        put_strip(planes, strip_picture(int(reel.table), frame, place), place.x, place.y)
        yield planes


def ground_of(reel: Reel, width: int, height: int) -> Layers:
    """The table before the first card (``empty_table``), with the print of its game."""
    is_open_face = isinstance(reel.hands[0][0], PlacedHand)
    drawn = rows_print if is_open_face else board_print
    return empty_table(drawn(reel.table, reel.players), reel.players, width, height)


def cels_of(reel: Reel) -> list[Cel]:
    """Of all its hands, in order."""
    clock, cels = FilmClock(reel.rate), list[Cel]()
    for hand, span in reel.hands:
        if isinstance(hand, PlacedHand):
            cels += open_face_cels(hand, reel.players, clock, span)
        else:
            cels += poker_cels(hand, reel.players, clock, span)
    return cels


def sounds_of(reel: Reel) -> Iterator[TableSound]:
    """A sound at the true time of every action, board and pot."""
    for hand, _ in reel.hands:
        for time, entry in hand.happened:
            at = Fraction(round(time.timestamp() * 1_000), 1_000) - reel.start
            match entry:
                case HandAction(action=action):
                    yield TableSound(_SOUNDS.get(action, "chips"), at)
                case HandBoard() | HandStarted():
                    yield TableSound("cards", at)
                case HandFinished():
                    yield TableSound("chips", at)


def _write(
    container: OutputContainer,
    reel: Reel,
    form: Form,
    size: tuple[int, int],
    done: Callable[[int], None] | None,
) -> None:
    video, audio = _streams(container, reel, form, size)
    sounds, seed = tuple(sounds_of(reel)), int(reel.table)
    shown = written = 0
    for number, planes in enumerate(pictures(reel, *size), 1):
        frame = av.VideoFrame.from_ndarray(planes.whole, format="yuv420p")
        frame.pts, frame.time_base = number - 1, 1 / reel.rate
        container.mux(video.encode(frame))
        end = int(number * RATE / reel.rate)
        if end - written >= RATE or number == len(reel.frames):
            samples = microphone(sounds, seed, written, end - written)
            container.mux(audio.encode(_audio_frame(samples, written)))
            if done is not None:
                done(number - shown)
            shown, written = number, end
    container.mux(video.encode(None))
    container.mux(audio.encode(None))


def _streams(
    container: OutputContainer, reel: Reel, form: Form, size: tuple[int, int]
) -> tuple[VideoStream, AudioStream]:
    video = container.add_stream("libx264", rate=reel.rate, options=_X264)
    video.width, video.height = size
    video.pix_fmt = "yuv420p"
    video.codec_context.gop_size = round(reel.rate)
    video.codec_context.thread_count = _THREADS
    video.codec_context.color_primaries = _BT709
    video.codec_context.color_trc = _BT709
    video.codec_context.colorspace = _BT709
    video.codec_context.color_range = 1
    audio = container.add_stream("aac", rate=RATE, layout="mono")
    audio.codec_context.bit_rate = 96_000
    carrier = container if form == "mkv" else video
    carrier.metadata["timecode"] = reel.timecode(reel.frames.start)
    container.metadata["creation_time"] = f"{reel.begins:%Y-%m-%dT%H:%M:%SZ}"
    return video, audio


def _audio_frame(samples: Samples, first: int) -> av.AudioFrame:
    frame = av.AudioFrame.from_ndarray(samples[None, :], format="fltp", layout="mono")
    frame.sample_rate, frame.pts, frame.time_base = RATE, first, Fraction(1, RATE)
    return frame
