"""Alarms: where what OBS really shows differs from what was taken to program. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from producer.messages import message

What = Literal["foreign", "gone", "hidden", "lacking", "ended", "black", "frozen"]

SILENT = ("audio", "pulse", "wasapi", "alsa", "jack", "sndio")
"""Parts of the names of source kinds that have sound and no picture."""

OVER = ("OBS_MEDIA_STATE_ENDED", "OBS_MEDIA_STATE_ERROR", "OBS_MEDIA_STATE_STOPPED")

PLAYING = "OBS_MEDIA_STATE_PLAYING"
"""A file that plays and has no picture has sound only."""

AGAIN = message("Take again")

UNCHANGED_FRAMES = 4
"""Observations without a new frame after which OBS counts as frozen."""


@dataclass(frozen=True, slots=True)
class ObservedItem:
    """One source in the scene on program.

    ``width``: pixels of its picture, 0 if it has none. ``media``: OBS's state of a media source,
    empty for other sources.
    """

    source: str
    kind: str
    shown: bool
    width: int
    media: str = ""


@dataclass(frozen=True, slots=True)
class Observation:
    """What OBS shows at one moment.

    ``transition_done``: no transition runs. ``frames``: rendered since OBS was started.
    ``active_elsewhere``: scenes that are active although they are neither on program nor in it.
    ``black``: the scene on program renders black.
    """

    program: str
    studio: bool
    transition_done: bool
    frames: int
    items: tuple[ObservedItem, ...] = ()
    active_elsewhere: frozenset[str] = frozenset()
    black: bool = False


@dataclass(frozen=True, slots=True)
class Expected:
    """What was taken: the scene, and the sources shown in it."""

    scene: str
    sources: frozenset[str]


@dataclass(frozen=True, slots=True)
class Alarm:
    """``about``: the scene or source. ``words``, ``hint``: sentences without a final full stop."""

    what: What
    about: str
    words: str
    hint: str


def expected(seen: Observation) -> Expected:
    """What is to be shown, from an observation right after a take."""
    return Expected(seen.program, frozenset(item.source for item in seen.items if item.shown))


def alarms(wish: Expected | None, observations: Sequence[Observation]) -> tuple[Alarm, ...]:
    """The alarms on which the last two observations agree: one alone may show half of a change.

    None during a transition, and none if ``wish`` is ``None``.
    """
    if wish is None or len(observations) < 2:
        return ()
    before, now = observations[-2:]
    if not (before.transition_done and now.transition_done):
        return ()
    earlier = {(each.what, each.about) for each in differences(wish, before)}
    lasting = [each for each in differences(wish, now) if (each.what, each.about) in earlier]
    return (*_frozen(observations), *lasting)


def lingering_scenes(observations: Sequence[Observation]) -> frozenset[str] | None:
    """Scenes that stay active although OBS names another one as program: program may be frozen.

    ``None`` if it cannot be determined: during a transition, or in studio mode, where program is a
    copy of the scene. See ``frozen.py``.
    """
    if len(observations) < 2:
        return None
    before, now = observations[-2:]
    quiet = before.transition_done and now.transition_done and not before.studio and not now.studio
    return (
        before.active_elsewhere & now.active_elsewhere
        if quiet and before.program == now.program
        else None
    )


def differences(wish: Expected, seen: Observation) -> list[Alarm]:
    """How one observation differs from what was taken."""
    if seen.program != wish.scene:
        return [
            Alarm(
                "foreign",
                seen.program,
                message(
                    "OBS shows the scene {program}; {scene} was taken",
                    program=repr(seen.program),
                    scene=repr(wish.scene),
                ),
                message(
                    "{again}, or press Ignore until the next take if it is intended", again=AGAIN
                ),
            )
        ]
    items = {item.source: item for item in seen.items}
    raised = [alarm for source in sorted(wish.sources) for alarm in _of(source, items.get(source))]
    if seen.black and not raised:
        words = message("the picture on program, {program}, is black", program=repr(seen.program))
        return [
            Alarm(
                "black", seen.program, words, message("Check the cameras and files, or go to safe")
            )
        ]
    return raised


def _of(source: str, item: ObservedItem | None) -> list[Alarm]:
    if item is None:
        words = message("somebody removed {source} from the scene on program", source=repr(source))
        return [Alarm("gone", source, words, AGAIN)]
    if not item.shown:
        words = message("somebody hid {source} in the scene on program", source=repr(source))
        return [
            Alarm("hidden", source, words, message("{again}, or show it again in OBS", again=AGAIN))
        ]
    if item.media in OVER:
        words = (
            message("{source} has ended; its last picture stays on program", source=repr(source))
            if item.media == OVER[0]
            else message(
                "{source} does not play; its last picture stays on program", source=repr(source)
            )
        )
        return [Alarm("ended", source, words, message("Play it again, or take something else"))]
    heard_only = item.media == PLAYING or any(part in item.kind for part in SILENT)
    if item.width == 0 and not heard_only:
        words = message("{source} has no picture", source=repr(source))
        hint = message("Check that the camera is on and the file exists, or take other tables")
        return [Alarm("lacking", source, words, hint)]
    return []


def _frozen(observations: Sequence[Observation]) -> list[Alarm]:
    """OBS answers and renders nothing. A busy one may render no frame between two observations."""
    now = observations[-1]
    if len(observations) < UNCHANGED_FRAMES or any(
        now.frames != each.frames for each in observations[-UNCHANGED_FRAMES:]
    ):
        return []
    words = message("OBS renders no more frames: its program is frozen")
    hint = message("Restart OBS; Duplicast puts back what was on program")
    return [Alarm("frozen", now.program, words, hint)]
