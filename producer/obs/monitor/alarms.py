"""What OBS really shows against what was taken to program: where they differ, an alarm. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

What = Literal["foreign", "gone", "hidden", "lacking", "ended", "black", "frozen"]

SILENT = ("audio", "pulse", "wasapi", "alsa", "jack", "sndio")
"""Parts of the names of OBS's kinds of source that are only heard."""

OVER = ("OBS_MEDIA_STATE_ENDED", "OBS_MEDIA_STATE_ERROR", "OBS_MEDIA_STATE_STOPPED")

AGAIN = "Take again"

LONG = 4
"""So many looks without a new frame, and OBS stands still."""


@dataclass(frozen=True, slots=True)
class SeenItem:
    """One source in the scene on program. ``width``: of its picture, 0 where it has none;
    ``media``: OBS's state of a media source, empty for others."""

    source: str
    kind: str
    shown: bool
    width: int
    media: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """OBS at one look. ``still``: no transition runs; ``frames``: drawn since OBS was started;
    ``beside``: scenes that are active though they are neither on program nor in it; ``black``:
    the scene on program is drawn without any light."""

    program: str
    studio: bool
    still: bool
    frames: int
    items: tuple[SeenItem, ...] = ()
    beside: frozenset[str] = frozenset()
    black: bool = False


@dataclass(frozen=True, slots=True)
class Expected:
    """What was taken: the scene, and the sources that were shown in it then."""

    scene: str
    sources: frozenset[str]


@dataclass(frozen=True, slots=True)
class Alarm:
    """``about``: the scene or source; ``words`` and ``hint`` for people, without a full stop."""

    what: What
    about: str
    words: str
    hint: str


def expected(seen: Seen) -> Expected:
    """What a look right after a take saw is what is to be seen from then on."""
    return Expected(seen.program, frozenset(item.source for item in seen.items if item.shown))


def alarms(wish: Expected | None, looks: Sequence[Seen]) -> tuple[Alarm, ...]:
    """What the last two looks agree about: one alone may have seen half of a change.

    Nothing while a transition runs, and nothing where nothing is expected.
    """
    if wish is None or len(looks) < 2:
        return ()
    before, now = looks[-2:]
    if not (before.still and now.still):
        return ()
    known = {(each.what, each.about) for each in differences(wish, before)}
    lasting = [each for each in differences(wish, now) if (each.what, each.about) in known]
    return (*_stands(looks), *lasting)


def stuck(looks: Sequence[Seen]) -> frozenset[str] | None:
    """Scenes that OBS goes on showing, or holds as if it did, beside the one it names.

    So it is after a switch into a running transition under another one: the program stays on the
    old scene for ever, and what OBS says of itself is the new one. ``None`` where nobody can tell:
    in studio mode a copy of the scene is on program.
    """
    if len(looks) < 2:
        return None
    before, now = looks[-2:]
    quiet = before.still and now.still and not before.studio and not now.studio
    return before.beside & now.beside if quiet and before.program == now.program else None


def differences(wish: Expected, seen: Seen) -> list[Alarm]:
    """What one look finds otherwise than it was taken."""
    if seen.program != wish.scene:
        return [
            Alarm(
                "foreign",
                seen.program,
                f"OBS shows the scene {seen.program!r}, and what was taken is {wish.scene!r}",
                f"{AGAIN}, or press Leave it so, if it is meant",
            )
        ]
    items = {item.source: item for item in seen.items}
    found = [alarm for source in sorted(wish.sources) for alarm in _of(source, items.get(source))]
    if seen.black and not found:
        words = f"the picture on program, {seen.program!r}, is black"
        return [Alarm("black", seen.program, words, "Look at the cameras and files, or go to safe")]
    return found


def _of(source: str, item: SeenItem | None) -> list[Alarm]:
    if item is None:
        words = f"somebody removed {source!r} from the scene on program"
        return [Alarm("gone", source, words, AGAIN)]
    if not item.shown:
        words = f"somebody hid {source!r} in the scene on program"
        return [Alarm("hidden", source, words, f"{AGAIN}, or show it again in OBS")]
    if item.media in OVER:
        ended = "has come to its end" if item.media == OVER[0] else "does not play"
        words = f"{source!r} {ended}, its last picture stands"
        return [Alarm("ended", source, words, "Play it again, or take something else")]
    if item.width == 0 and not any(part in item.kind for part in SILENT):
        words = f"{source!r} gives no picture"
        hint = "Look whether the camera is on and the file is there, or take other tables"
        return [Alarm("lacking", source, words, hint)]
    return []


def _stands(looks: Sequence[Seen]) -> list[Alarm]:
    """OBS answers and draws nothing more; a busy machine may well draw none between two looks."""
    now = looks[-1]
    if len(looks) < LONG or any(now.frames != each.frames for each in looks[-LONG:]):
        return []
    words = "OBS draws no more pictures: its program stands still"
    hint = "Start OBS again; what was on program comes back by itself"
    return [Alarm("frozen", now.program, words, hint)]
