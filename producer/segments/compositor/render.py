"""A timeline made into files: the programme, and the same without graphics where asked."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import av
import numpy as np
from av.error import FFmpegError

from overlay.themes.theme import load_theme
from producer.files import replacing
from producer.segments.compositor.ahead import ahead
from producer.segments.compositor.encode import FASTER, OutputFile, ProgrammeFile, RenderCancelled
from producer.segments.compositor.graphics import StageOf
from producer.segments.compositor.layers import LayerParts, lay_over_picture
from producer.segments.compositor.loudness import Levelling, levelled, levelling
from producer.segments.compositor.overlay_file import write_overlay
from producer.segments.compositor.pictures import Drawn, side_pictures
from producer.segments.compositor.planes import Planes, colour_of, darken_softly, new_frame
from producer.segments.compositor.scenes import Scene, scenes
from producer.segments.compositor.sound import Samples, mix, sample_of, silence
from producer.segments.compositor.titles import titles
from producer.segments.recordings.placed import TableRecording
from producer.segments.timeline import Timeline
from producer.stages.style import PLAIN, Style
from producer.stages.tables.drawn_table import empty_table

BACKDROP = 0.35
"""How bright the pictures are behind a full-frame graphic."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """A further file of the same pictures and sound. ``open``: begins to write it; may raise
    TimecodeRefused. ``texted``: with graphics."""

    path: Path
    open: Callable[[Path, Timeline], OutputFile]
    texted: bool = True


@dataclass(frozen=True, slots=True)
class RenderFiles:
    """The files to write. ``clean``: the pictures without graphics; ``overlay``: the graphics
    without pictures, a MOV whose alpha is straight, which only its name can say. ``deliveries``:
    further files, in the same pass. ``levelled``: the sound to EBU R128."""

    programme: Path
    clean: Path | None = None
    overlay: Path | None = None
    deliveries: tuple[Delivery, ...] = ()
    levelled: bool = False

    @property
    def videos(self) -> tuple[Delivery, ...]:
        """All that have pictures and sound."""
        quick = partial(ProgrammeFile, preset=FASTER)
        clean = () if self.clean is None else (Delivery(self.clean, quick, texted=False),)
        return (Delivery(self.programme, ProgrammeFile), *clean, *self.deliveries)


@dataclass(frozen=True, slots=True)
class Rendered:
    """What was written. ``levelling``: what brought the sound to its level; ``None`` where that was
    not asked, or where there is silence."""

    frames: int
    levelling: Levelling | None


def render(
    timeline: Timeline,
    recordings: Mapping[str, TableRecording],
    stage_of: StageOf,
    out: RenderFiles,
    progress: Callable[[int, int], None],
    cancelled: Callable[[], bool],
    style: Style = PLAIN,
    drawn: Drawn = empty_table,
) -> Rendered:
    """Writes the files of ``out``, each beside its place and renamed when all are whole.

    ``stage_of``: called for each graphic and lower third, again for the overlay. ``progress``: is
    given the frames done and how many there are. ``drawn``: what is shown of a table without a
    picture.

    Raises RenderCancelled, BadRecording, TimecodeRefused, and OSError where a file cannot be
    written; then none is there.
    """
    how = levelling(lambda: mix(timeline, recordings)) if out.levelled else None
    all_scenes = scenes(timeline)
    with ExitStack() as files, ExitStack() as threads:
        written = [(each, files.enter_context(_file(each, timeline))) for each in out.videos]
        textless = any(not each.texted for each, _ in written)
        sides = [
            threads.enter_context(
                ahead(side_pictures(timeline, all_scenes, side, recordings.get(side.table), drawn))
            )
            for side in timeline.sides
        ]
        over = titles(timeline, all_scenes, stage_of, style)
        made = _composed(timeline, all_scenes, sides, over, textless)
        frames = threads.enter_context(ahead(made))
        heard = threads.enter_context(ahead(_sound(timeline, recordings, how)))
        for number, pictures in enumerate(frames, 1):
            if cancelled():
                raise RenderCancelled
            samples = next(heard)
            for each, file in written:
                file.add_picture(pictures[0 if each.texted else -1])
                file.add_sound(samples)
            progress(number, timeline.frames)
        for _, file in written:
            file.finish()
        if out.overlay is not None:
            write_overlay(timeline, stage_of, out.overlay, cancelled, style, drawn)
    return Rendered(timeline.frames, how)


@contextmanager
def _file(wanted: Delivery, timeline: Timeline) -> Iterator[OutputFile]:
    """A file that is at its path once the block has ended well. Raises OSError."""
    with replacing(wanted.path) as beside:
        try:
            with closing(wanted.open(beside, timeline)) as file:
                yield file
        except FFmpegError as error:
            raise OSError(error.errno, error.strerror) from error


def _sound(
    timeline: Timeline, recordings: Mapping[str, TableRecording], how: Levelling | None
) -> Generator[Samples]:
    """The samples of each frame."""
    blocks, rest = levelled(mix(timeline, recordings), how), silence(0)
    for frame in range(timeline.frames):
        count = sample_of(frame + 1, timeline.rate) - sample_of(frame, timeline.rate)
        while len(rest) < count:
            rest = np.concatenate([rest, next(blocks)])
        yield rest[:count]
        rest = rest[count:]


def _composed(
    timeline: Timeline,
    all_scenes: tuple[Scene, ...],
    sides: list[Iterator[Planes | None]],
    over: Iterator[LayerParts],
    clean: bool,
) -> Generator[tuple[av.VideoFrame, ...]]:
    """The programme's frames, each with the clean one where that is wanted too."""
    ground = colour_of(load_theme().seam)
    size = timeline.width, timeline.height
    for scene in all_scenes:
        for _ in range(scene.frames):
            bare, planes = new_frame(*size)
            planes.fill(ground)
            for side, picture in zip(timeline.sides, [next(each) for each in sides], strict=True):
                place = scene.place_of(side.table)
                if place is not None and picture is not None:
                    planes.place(picture, place.box)
            if scene.backdrop:
                darken_softly(planes, BACKDROP)
            if not clean:
                lay_over_picture(next(over), planes)
                yield (bare,)
                continue
            texted, all_planes = new_frame(*size)
            all_planes.copy_from(planes)
            lay_over_picture(next(over), all_planes)
            yield texted, bare
