"""The state of a segment of the rundown: cued, on air, or outdated because its deal has changed
since it was made ready or aired."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from producer.release import Gate
from producer.release.deal_changes import changes_of
from producer.release.programme.rundown import PlannedSegment, settled_at
from producer.web.channels.banks import PREVIEW, PROGRAM
from producer.web.channels.live import ChannelContent
from producer.web.services import Services

Place = Literal["cued", "on air", ""]


@dataclass(frozen=True, slots=True)
class SegmentNow:
    """``place``: where it is loaded. ``changed``: what makes it outdated, in words."""

    place: Place = ""
    changed: tuple[str, ...] = ()

    @property
    def outdated(self) -> str:
        return "; ".join(self.changed)


UNCHANGED = SegmentNow()
"""Loaded nowhere."""


def segments_now(
    services: Services, segments: Iterable[PlannedSegment], exit_: str
) -> Mapping[str, SegmentNow]:
    """By the id of the segment, whose deal is released."""
    settled = settled_at(services.gate.acts())
    return {
        each.id: SegmentNow(
            _place(services, each), _changed(services.gate, each, settled.get(each.id), exit_)
        )
        for each in segments
    }


def _place(services: Services, segment: PlannedSegment) -> Place:
    playing = services.player.now()
    render = playing.clip.render if playing.clip else None
    clip = render is not None and render.request.rundown == segment.id
    if (clip and playing.on_air) or _shows(services.channels[PROGRAM].now.shown, segment):
        return "on air"
    previewed = services.on_preview.now
    if previewed is None:
        return ""
    if previewed.kind == "segment":
        return "cued" if clip else ""
    return "cued" if _shows(services.channels[PREVIEW].now.shown, segment) else ""


def _shows(shown: ChannelContent | None, segment: PlannedSegment) -> bool:
    return shown is not None and (shown.deal, shown.pick) == (segment.deal, segment.pick)


def _changed(
    gate: Gate, segment: PlannedSegment, settled: int | None, exit_: str
) -> tuple[str, ...]:
    if settled is None:
        return ()
    changes = changes_of(gate, segment.deal, exit_)
    return tuple(each.words for each in changes if each.position > settled)
