"""Segments of the rundown whose deals are sealed again, in their places, and when they are free."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from producer.release.forecasts.forecast import phrases
from producer.release.programme.rundown import PlannedSegment, sealed_segments
from producer.web.access.roles import SCORERS, Who
from producer.web.languages import _
from producer.web.pages.desk import desk_forecast
from producer.web.pages.house import FORECAST
from producer.web.services import Services


@dataclass(frozen=True, slots=True)
class SealedSegment:
    """``about`` and ``by``: when its deal is expected to be released, ``None`` without an estimate.
    ``waits``: what for, in words. It takes no time of the programme."""

    segment: PlannedSegment
    about: datetime | None
    by: datetime | None
    waits: tuple[str, ...]

    @property
    def free(self) -> str:
        if self.about is None:
            return _("Nobody knows yet when it is free")
        words = _("Free about {time}", time=_clock(self.about))
        if self.by is None or _clock(self.by) == _clock(self.about):
            return words
        return words + ", " + _("by {time}", time=_clock(self.by))


def sealed_rows(services: Services, who: Who) -> Mapping[str, tuple[SealedSegment, ...]]:
    """By the id of the row that they stand behind, ``""`` at the beginning. Empty for roles that
    may not know which deals are in play."""
    if who.role not in SCORERS:
        return {}
    sealed = sealed_segments(services.gate, FORECAST)
    if not sealed:
        return {}
    expected = {one.deal: one for one in desk_forecast(services, who)[0]}
    verdicts = services.gate.view(FORECAST).verdicts

    def row(segment: PlannedSegment) -> SealedSegment:
        one, verdict = expected.get(segment.deal), verdicts.get(segment.deal)
        if one is not None:
            return SealedSegment(segment, one.about, one.by, phrases(one))
        return SealedSegment(segment, None, None, verdict.waits if verdict else ())

    return {behind: tuple(map(row, segments)) for behind, segments in sealed.items()}


def _clock(time: datetime) -> str:
    return f"{time.astimezone():%H:%M}"
