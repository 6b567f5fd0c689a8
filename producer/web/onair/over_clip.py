"""The graphics over a segment's clean split, which follow the position of its clip.

They are drawn when the clip is cued, from what is true then, and again when something changes: a
name that was corrected after the render is right on air. A clip without a clean split has its
graphics in its picture; ours are cleared before it is taken.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from overlay.stage import Stage
from producer.obs import Online
from producer.obs.clips.files import Clip
from producer.obs.clips.player import ClipPlayer
from producer.obs.clips.status import PlayerStatus
from producer.obs.director.outputs import Output
from producer.obs.link.refusals import NotWritten, ObsRefusal
from producer.obs.scenes.graphics_files import clip_picture_file, files_of, remove_clip_pictures
from producer.release import NotAvailable
from producer.release.picks import PickGone, comparison_to_cut
from producer.segments.manifest import ClipScene
from producer.segments.span_stages import scene_stage
from producer.stages.house_style import with_people
from producer.stages.moment import NotDrawable
from producer.stages.style import style_of
from producer.web.channels.banks import Banks
from producer.web.channels.live import (
    CLEAR,
    LOWER_THIRD,
    SEGMENT,
    ChannelContent,
    Channels,
    Drawing,
    draw,
)
from producer.web.onair.clearing import clear
from producer.web.onair.takes import Takes
from producer.web.ops.rehearsal import picture_of
from producer.web.ops.repeating import Repeated

EXIT = "channel:/live/{channel}"

EVERY, RESTING = 0.04, 0.1
"""Seconds between two looks at the position: on air, and otherwise."""

LOOK_AGAIN = 0.5
"""Seconds between two looks whether what is drawn is still true."""

NOTHING = ClipScene(start=0, frames=0)

log = logging.getLogger("duplicast.web")


@dataclass(frozen=True, slots=True)
class OverClip:
    """What is drawn over a clip: by scene, its stage, and the stage as pages draw it. ``moved``: as
    the gate said before it was drawn."""

    clip: Clip
    moved: object
    stages: Mapping[ClipScene, Stage]
    drawings: Mapping[ClipScene, Drawing]
    contents: Mapping[ClipScene, ChannelContent]


@dataclass(slots=True)
class ClipGraphics:
    """Use it in one event loop only. ``_seq``: of the channel when something was put there last;
    another one means that somebody cleared it, and it stays ``_cleared`` until the clip is cued or
    played again. ``_pictures``: by OBS that gets images, the file of each stage; ``_sent``: the one
    that it shows."""

    takes: Takes
    channels: Channels
    banks: Banks
    player: ClipPlayer
    steps: Repeated = field(init=False)
    _drawn: OverClip | None = None
    _scene: ClipScene = NOTHING
    _seq: int = 0
    _cleared: bool = False
    _on_air: bool = False
    _looked: float = 0.0
    _pictures: dict[tuple[str, Stage], Path] = field(default_factory=dict)
    _sent: dict[str, Path | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.steps = Repeated(self._step, "the segment's graphics cannot be shown", self._pause)

    def start(self) -> None:
        for output in self.takes.outputs.outputs:  # those of a service that was killed
            remove_clip_pictures(files_of(self.takes.settings.out, output.name))
        self.steps.start()

    async def prepare(self, clip: Clip) -> None:
        """Draws what belongs over the clip that has been cued.

        Raises NotAvailable, PickGone, NotDrawable, BadTheme and NotWritten.
        """
        drawn = await self.takes.beside(self._draw, clip)
        self._pictures = await self.takes.beside(self._written, drawn)
        self._drawn, self._cleared = drawn, False

    async def before_play(self, clip: Clip) -> None:
        """Clears our graphics if the clip has its own in its picture."""
        self._cleared = False
        if clip.clean is None:
            self.banks.put_clip_on_air(on_air=True)
            await clear(self.takes, self.channels, (LOWER_THIRD,), "nothing: a segment is on air")

    def not_played(self) -> None:
        """The clip did not go on air after all."""
        self.banks.put_clip_on_air(on_air=self._on_air)

    def _pause(self) -> float:
        now, drawn = self.player.now(), self._drawn
        if not now.on_air or drawn is None:
            return RESTING
        at, rate = now.at(time.monotonic()), _rate(drawn.clip)
        left = [float(scene.start / rate) - at for scene in drawn.stages]
        return min((each for each in left if 0 < each < EVERY), default=EVERY)

    async def _step(self) -> None:
        now = self.player.now()
        if now.on_air != self._on_air:
            self._on_air = now.on_air
            self.banks.put_clip_on_air(on_air=now.on_air)
        if self._drawn is not None and self._drawn.clip != now.clip:
            self._drawn = None
        if self._scene != NOTHING and self.channels[SEGMENT].now.seq != self._seq:
            self._cleared, self._scene = True, NOTHING
        drawn = await self._still_true()
        scene = NOTHING if drawn is None or self._cleared else _scene_now(drawn, now)
        if scene != self._scene or (drawn is not None and self._shows_another(drawn)):
            await self._show(drawn, scene)
        await self._send_pictures(drawn)

    def _shows_another(self, drawn: OverClip) -> bool:
        """Whether the scene that is shown was drawn anew."""
        if self._scene == NOTHING:
            return False
        return self.channels[SEGMENT].now.drawing != drawn.drawings[self._scene]

    async def _still_true(self) -> OverClip | None:
        """What is drawn, drawn again if something was received since, or nothing if its deal is
        sealed."""
        drawn = self._drawn
        if drawn is None or time.monotonic() < self._looked + LOOK_AGAIN:
            return drawn
        self._looked = time.monotonic()
        moved = await self.takes.beside(self.takes.gate.moved, EXIT)
        if moved == drawn.moved:
            return drawn
        try:
            again = await self.takes.beside(self._draw, drawn.clip)
            pictures = await self.takes.beside(self._written, again)
        except NotAvailable:
            again, pictures = None, self._pictures  # removed once no OBS shows one
        except (PickGone, NotDrawable, NotWritten) as error:
            log.warning("the segment's graphics stay as they were: %s", error)
            again, pictures = replace(drawn, moved=moved), self._pictures
        if self._drawn is drawn:
            self._drawn, self._pictures = again, pictures
        return self._drawn

    async def _show(self, drawn: OverClip | None, scene: ClipScene) -> None:
        if drawn is not None and scene != NOTHING:
            released = await self.takes.beside(self.takes.gate.released, EXIT)
            if not {str(key) for key in released}.issuperset(drawn.clip.deals):
                self._drawn, scene = None, NOTHING
        channel = self.channels[SEGMENT]
        if drawn is None or scene == NOTHING:
            channel.show(None, CLEAR)
        else:
            channel.show(drawn.contents[scene], drawn.drawings[scene])
        self._scene, self._seq = scene, channel.now.seq

    # Of OBS that get the graphics as images.

    async def _send_pictures(self, drawn: OverClip | None) -> None:
        stage = drawn.stages[self._scene] if drawn and self._scene != NOTHING else None
        for output in self.takes.outputs.outputs:
            if not _gets_images(output):
                self._sent.pop(output.name, None)
                continue
            file = self._pictures.get((output.name, stage)) if stage else None
            if output.name in self._sent and self._sent[output.name] == file:
                continue
            try:
                await self.takes.beside(output.director.show_over_clip, file)
            except ObsRefusal as refusal:
                log.warning("%s: the segment's graphics: %s", output.name, refusal)
                self._sent.pop(output.name, None)
            else:
                self._sent[output.name] = file
        if self._drawn is None and self._pictures and not any(self._sent.values()):
            files, self._pictures = set(self._pictures.values()), {}
            await self.takes.beside(_remove, files)

    def _written(self, drawn: OverClip | None) -> dict[tuple[str, Stage], Path]:
        """The pictures there are, and those of what is drawn. Raises NotWritten."""
        stages = dict.fromkeys(drawn.stages.values()) if drawn else {}
        png = picture_of(self.takes.settings)
        written = dict(self._pictures)
        for stage in stages:
            for output in self.takes.outputs.outputs:
                key = output.name, stage
                if key not in written and stage.graphics and _gets_images(output):
                    folder = files_of(self.takes.settings.out, output.name)
                    written[key] = clip_picture_file(folder, png(stage, 1.0))
        return written

    def _draw(self, clip: Clip) -> OverClip | None:
        clean, render, gate = clip.clean, clip.render, self.takes.gate
        if clean is None or render is None:
            return None
        moved, marks = gate.moved(EXIT), gate.marks(EXIT)
        found = comparison_to_cut(gate, clip.deals[0], render.request.pick, EXIT)
        look = {name: getattr(render.request, name) for name in ("language", "chips", "theme")}
        usual = style_of(self.takes.settings.graphics.model_copy(update=look))
        style = with_people(usual, gate)
        stages = {
            scene: scene_stage(gate, found, render, scene, style, EXIT) for scene in clean.scenes
        }
        key = found.deal.key
        said = marks.get(key, {})
        return OverClip(
            clip,
            moved,
            stages,
            {scene: draw(stage) for scene, stage in stages.items()},
            {
                scene: ChannelContent(key, scene.tables, scene.moment, SEGMENT, said=said)
                for scene in stages
            },
        )


def _scene_now(drawn: OverClip, now: PlayerStatus) -> ClipScene:
    """What belongs over the clip at its position; nothing while it is off air or has ended."""
    if not now.on_air or now.state not in ("playing", "paused"):
        return NOTHING
    # OBS gives the position in whole milliseconds, cut off.
    frame = int(now.at(time.monotonic()) * _rate(drawn.clip) + Fraction(1, 4))
    return next(
        (each for each in drawn.stages if each.start <= frame < each.start + each.frames), NOTHING
    )


def _remove(files: Iterable[Path]) -> None:
    for file in files:
        file.unlink(missing_ok=True)


def _rate(clip: Clip) -> Fraction:
    return Fraction(clip.render.rate) if clip.render else Fraction(25)


def _gets_images(output: Output) -> bool:
    state = output.director.state()
    if not isinstance(state, Online):
        return False
    return output.settings.graphics == "image" or not state.browser
