"""What the panel follows: the segment or the graphic on air, else the one that is next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from producer.obs.clips.status import PlayerStatus
from producer.rundown.beats import Beat
from producer.stages.moment import BEFORE, Moment, read_moment
from producer.web.channels.banks import PREVIEW, PROGRAM
from producer.web.channels.live import ChannelContent, Channels

SOON = 0.05
"""Seconds before a mark at which its beat counts as begun: about a frame."""


@dataclass(frozen=True, slots=True)
class Followed:
    """What is on air or next. ``pick``: empty for the deal's best. ``moment``: of a graphic.
    ``marks``: of a segment, each with the seconds until it comes, negative once it has passed;
    ``plays``: they are coming nearer."""

    state: Literal["on air", "next"]
    deal: str
    pick: str = ""
    tables: tuple[str, ...] = ()
    moment: str = str(BEFORE)
    marks: tuple[tuple[str, float], ...] = ()
    plays: bool = False

    def beat(self, planned: Sequence[Beat]) -> Beat | None:
        """The beat of the segment that runs; the first one before it has begun."""
        beats = {beat.name: beat for beat in planned}
        passed = [beats[name] for name, coming in self.marks if name in beats and coming <= SOON]
        return passed[-1] if passed else next(iter(planned if self.marks else ()), None)

    def next_in(self, planned: Sequence[Beat]) -> float | None:
        """Seconds to the next beat, ``None`` unless the segment plays and has one."""
        names = {beat.name for beat in planned}
        coming = [at for name, at in self.marks if name in names and at > SOON]
        return min(coming) if self.plays and coming else None


def followed(channels: Channels, player: PlayerStatus, now: float) -> Followed | None:
    """The segment on air, the graphic on program, the cued segment, the graphic in preview: the
    first that there is. ``now``: of the monotonic clock."""
    segment = _segment(player, now)
    if segment and segment.state == "on air":
        return segment
    on_air = _graphic(channels[PROGRAM].now.shown, "on air")
    return on_air or segment or _graphic(channels[PREVIEW].now.shown, "next")


def moment_of(followed: Followed, planned: Sequence[Beat]) -> Moment:
    """The moment of the beat that runs; of a graphic its own."""
    beat = followed.beat(planned)
    return read_moment(followed.moment) if beat is None else beat.moment


def _segment(player: PlayerStatus, now: float) -> Followed | None:
    clip = player.clip
    if clip is None or len(clip.deals) != 1:
        return None
    request = clip.render.request if clip.render else None
    at = player.at(now)
    return Followed(
        state="on air" if player.on_air else "next",
        deal=clip.deals[0],
        pick=request.pick if request and request.layout != "table" else "",
        tables=request.tables if request and len(request.tables) == 2 else (),
        marks=tuple((mark.name, mark.at - at) for mark in clip.marks),
        plays=player.on_air and player.state == "playing",
    )


def _graphic(shown: ChannelContent | None, state: Literal["on air", "next"]) -> Followed | None:
    """A graphic of a deal; one of a table's hand has no moment of the pick: before the decision."""
    if shown is None or shown.deal is None:
        return None
    try:
        moment = str(read_moment(shown.moment))
    except ValueError:
        moment = str(BEFORE)
    tables = shown.tables if len(shown.tables) == 2 else ()
    return Followed(state, str(shown.deal), shown.pick, tables, moment)
