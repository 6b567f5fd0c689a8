"""Which segments are outdated, and why; which rest on times that nobody has verified."""

from __future__ import annotations

from dataclasses import dataclass, field

from producer.obs.clips.files import Clip
from producer.release import Gate
from producer.segments.facts import commentary_facts, why_outdated


@dataclass(slots=True)
class OutdatedClips:
    """Checks again only after something was received."""

    gate: Gate
    _moved: object = None
    _reasons: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _doubtful: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def reasons(self, clip: Clip, exit_: str) -> tuple[str, ...]:
        """Why the clip is outdated, in words; ``()`` if it is not, or was made elsewhere. Raises
        NotAvailable if its deal is sealed."""
        if clip.render is None:
            return ()
        self._look(exit_)
        # Graphics over a clean split are drawn anew, so that only its pictures can be wrong.
        alone = clip.clean is not None and not clip.clean.drawn
        spoken = commentary_facts(clip.render.request.commentary)
        known = f"{clip.model_dump_json()} {spoken} {alone}"
        if known not in self._reasons:
            self._reasons[known] = why_outdated(self.gate, clip, exit_, pictures_alone=alone)
        return self._reasons[known]

    def unverified(self, clip: Clip, exit_: str) -> tuple[str, ...]:
        """The tables whose times nobody has moved or verified, neither before the clip was made nor
        since. Raises NotAvailable if its deal is sealed."""
        if clip.render is None or clip.render.verified:
            return ()
        self._look(exit_)
        known = clip.model_dump_json()
        if known not in self._doubtful:
            times = self.gate.hand_times(clip.deals[0], exit_)
            points = clip.render.sync_points
            reported = dict.fromkeys(
                point.table for point in points if point.confidence == "reported"
            )
            self._doubtful[known] = tuple(
                table for table in reported if table not in times or not times[table].verified
            )
        return self._doubtful[known]

    def _look(self, exit_: str) -> None:
        moved = self.gate.moved(exit_)
        if moved != self._moved:
            self._moved, self._reasons, self._doubtful = moved, {}, {}
