"""Which segments do not show what is true now, and why."""

from __future__ import annotations

from dataclasses import dataclass, field

from producer.obs.clips.files import Clip
from producer.release import Gate
from producer.segments.facts import commentary_facts, why_outdated


@dataclass(slots=True)
class OutdatedClips:
    """Looks again only after something was received."""

    gate: Gate
    _moved: object = None
    _reasons: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def reasons(self, clip: Clip, exit_: str) -> tuple[str, ...]:
        """Why the clip is outdated, in words; ``()`` if it is not, or was made elsewhere. Raises
        NotAvailable if its deal is sealed."""
        if clip.render is None:
            return ()
        moved = self.gate.moved(exit_)
        if moved != self._moved:
            self._moved, self._reasons = moved, {}
        known = f"{clip.model_dump_json()} {commentary_facts(clip.render.request.commentary)}"
        if known not in self._reasons:
            self._reasons[known] = why_outdated(self.gate, clip, exit_)
        return self._reasons[known]
