"""What the panel follows: the segment or the graphic on air, else the one that is next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from producer.obs.clips.status import PlayerStatus
from producer.rundown.beats import Beat
from producer.stages.moment import BEFORE, Moment, read_moment
from producer.web.channels.banks import PREVIEW, PROGRAM
from producer.web.channels.live import ChannelContent, Channels


@dataclass(frozen=True, slots=True)
class Followed:
    """What is on air or next. ``pick``: empty for the deal's best. ``moment``: how much of it has
    been shown. ``beat``: of the segment, empty without one; ``next_in``: seconds of it to the next
    mark, and ``left`` to its end, ``None`` unless it plays."""

    state: Literal["on air", "next"]
    deal: str
    pick: str = ""
    tables: tuple[str, ...] = ()
    moment: str = str(BEFORE)
    beat: str = ""
    next_in: float | None = None
    left: float | None = None


def followed(channels: Channels, player: PlayerStatus, now: float) -> Followed | None:
    """The segment on air, the graphic on program, the cued segment, the graphic in preview: the
    first that there is. ``now``: of the monotonic clock."""
    segment = _segment(player, now)
    if segment and segment.state == "on air":
        return segment
    on_air = _graphic(channels[PROGRAM].now.shown, "on air")
    return on_air or segment or _graphic(channels[PREVIEW].now.shown, "next")


def moment_of(followed: Followed, beats: tuple[Beat, ...]) -> Moment:
    """The moment of the beat that runs; of a segment without one, before the decision."""
    if not followed.beat:
        return read_moment(followed.moment)
    return next((beat.moment for beat in beats if beat.name == followed.beat), BEFORE)


def _segment(player: PlayerStatus, now: float) -> Followed | None:
    clip = player.clip
    if clip is None or len(clip.deals) != 1:
        return None
    request = clip.render.request if clip.render else None
    at = player.at(now)
    passed = [mark.name for mark in clip.marks if mark.at <= at + 0.05]
    coming = player.next_mark(now)
    playing = player.on_air and player.state == "playing"
    return Followed(
        state="on air" if player.on_air else "next",
        deal=clip.deals[0],
        pick=request.pick if request else "",
        tables=request.tables if request and len(request.tables) == 2 else (),
        beat=next((name for name in reversed(passed) if name != "fork"), "cards"),
        next_in=coming[1] if playing and coming else None,
        left=player.left(now) if playing else None,
    )


def _graphic(shown: ChannelContent | None, state: Literal["on air", "next"]) -> Followed | None:
    """A graphic of a deal; those of a table's hand have no moment of the pick, so all of it."""
    if shown is None or shown.deal is None:
        return None
    try:
        moment = str(read_moment(shown.moment))
    except ValueError:
        moment = str(BEFORE)
    tables = shown.tables if len(shown.tables) == 2 else ()
    return Followed(state, str(shown.deal), tables=tables, moment=moment)
