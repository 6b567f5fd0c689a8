"""What is cued: loaded in preview, or a segment that is not on air. It alarms like what is on air,
and one button clears it."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from producer.obs.clips.files import Clip
from producer.obs.clips.player import ClipPlayer
from producer.release import Gate
from producer.release.later_changes import Marks, changes_since
from producer.web.channels.banks import PREVIEW
from producer.web.channels.live import Channels
from producer.web.onair.clearing import CLEARED, channels_behind, clear, deals_shown, unload
from producer.web.onair.flags import AIR
from producer.web.onair.takes import Takes


@dataclass(slots=True)
class SegmentMarks:
    """The marks of a segment's deals, by full name, when it was cued."""

    clip: Clip | None = None
    said: Mapping[str, Marks] = field(default_factory=dict)

    def changed(self, gate: Gate, clip: Clip) -> list[str]:
        """The deals whose marks have changed since ``clip`` was cued."""
        if clip != self.clip:
            return []
        now = marks_of(gate, clip)
        return [deal for deal in clip.deals if changes_since(self.said[deal], now[deal])]


def marks_of(gate: Gate, clip: Clip) -> dict[str, Marks]:
    """The marks of the segment's deals, by full name."""
    marks = {str(key): said for key, said in gate.marks(AIR).items()}
    return {deal: marks.get(deal, {}) for deal in clip.deals}


def in_preview(takes: Takes) -> set[str]:
    """The channels that are in preview: the name itself, and the bank off air of each OBS."""
    return {PREVIEW, *channels_behind(takes, PREVIEW)}


async def clear_preview(
    takes: Takes, channels: Channels, player: ClipPlayer, deals: Collection[str]
) -> tuple[bool, str]:
    """Empties the preview where it holds one of these deals, graphics and pictures, and forgets the
    segment that is cued with one. What is on air stays. Returns whether there was any, and what
    failed, in words."""
    shown = deals_shown(channels)
    names = [name for name in in_preview(takes) if name in shown and str(shown[name]) in deals]
    cleared, problem = await clear(takes, channels, names, CLEARED)
    problems = [problem, await unload(takes, cleared)]
    now = player.now()
    cued = now.clip is not None and not now.on_air and not set(deals).isdisjoint(now.clip.deals)
    if cued:
        await asyncio.to_thread(player.drop)
    return bool(names) or cued, "; ".join(filter(None, problems))
