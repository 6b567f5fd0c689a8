"""The forecast as a time line: from now to the latest release that is expected. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from producer.release.forecasts.forecast import Forecast
from producer.web.languages import _, ngettext

STEPS = (5, 10, 15, 30, 60, 120, 180, 360)
"""Minutes between two marks of the scale."""

MOST_MARKS = 9
SHORTEST, LONGEST = timedelta(minutes=30), timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class ScaleMark:
    """``at``: percent of the line from the left. ``words``: the time of day."""

    at: float
    words: str


@dataclass(frozen=True, slots=True)
class ForecastRow:
    """``about`` and ``by``: percent of the line, ``None`` without an estimate."""

    one: Forecast
    about: float | None
    by: float | None


@dataclass(frozen=True, slots=True)
class ForecastLine:
    """``summary``: what is free next, and when all is, in words."""

    marks: tuple[ScaleMark, ...]
    rows: tuple[ForecastRow, ...]
    summary: str


def forecast_line(
    everything: Sequence[Forecast], shown: Sequence[Forecast], now: datetime
) -> ForecastLine:
    """The rows of ``shown`` on the scale of ``everything``, so that pages of a long list agree."""
    times = [time for one in everything for time in (one.about, one.by) if time is not None]
    span = min(max([SHORTEST, *(time - now for time in times)]), LONGEST)

    def percent(time: datetime | None) -> float | None:
        if time is None:
            return None
        return round(min(max((time - now) / span * 100, 0.0), 100.0), 2)

    rows = tuple(ForecastRow(one, percent(one.about), percent(one.by)) for one in shown)
    return ForecastLine(_marks(now, span), rows, _summary(everything))


def _marks(now: datetime, span: timedelta) -> tuple[ScaleMark, ...]:
    """At round times of the day in this machine's zone."""
    minutes = span.total_seconds() / 60
    step = next((each for each in STEPS if minutes / each <= MOST_MARKS), STEPS[-1])
    local = now.astimezone()
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
    first = (int((local - midnight).total_seconds() // 60) // step + 1) * step
    found = []
    for minute in range(first, first + int(minutes) + step, step):
        time = midnight + timedelta(minutes=minute)
        at = (time - local) / span * 100
        if 0 <= at <= 97:
            found.append(ScaleMark(round(at, 2), f"{time:%H:%M}"))
    return tuple(found)


def _summary(everything: Sequence[Forecast]) -> str:
    dated = [(one.about, one) for one in everything if one.about is not None]
    if not dated:
        return _("No release can be estimated yet.")
    at, first = min(dated, key=lambda each: each[0])
    words = _("Next: {deal}, about {time}.", deal=first.name, time=_clock(at))
    if len(dated) > 1:
        latest = max(one.by or about for about, one in dated)
        words += " " + _("The last of {n} by {time}.", n=len(dated), time=_clock(latest))
    without = len(everything) - len(dated)
    if without:
        words += " " + ngettext("{n} without an estimate.", "{n} without an estimate.", without)
    return words


def _clock(time: datetime) -> str:
    return f"{time.astimezone():%H:%M}"
