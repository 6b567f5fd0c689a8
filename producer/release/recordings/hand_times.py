"""When a hand was played, and when a table's camera must not be seen. Pure.

Times are seconds since 1970 (UTC) as fractions, by the house clock: a device's time with the
producer's nudges.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Literal

from producer.events import Event, HandActionEvent, HandBoardEvent
from producer.game_names import PHASES
from producer.games.line import Line, Play
from producer.games.registry import rules_of
from producer.record import NUDGED, Nudges, PlayEvent, confidence_of, corrected_time

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Confidence = Literal["reported", "nudged", "verified"]
"""As a device sent it; moved by the producer; looked at on the verify page and found right."""

Entered = tuple[int, str]
"""The seat and the action of a move as it was entered."""


@dataclass(frozen=True, slots=True)
class ClockTime:
    """``uncertain``: by how many seconds it may be late; devices are operated by hand, one to five
    seconds after the event, never before it. ``event``: the id of the event in the log."""

    at: Fraction
    uncertain: Fraction
    confidence: Confidence = "reported"
    event: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class HandTimes:
    """Of one table's play of a deal. ``moves``: of its line, in order; ``None`` where no time was
    received. ``streets``: when each street's cards were on the table, by phase name, in order, of
    those whose cards were sent. ``phases``: of each move; they say which moves a street follows.
    ``verified``: a producer has looked at all of them in the recording."""

    table: str
    started: ClockTime | None
    moves: tuple[ClockTime | None, ...]
    streets: tuple[tuple[str, ClockTime], ...]
    finished: ClockTime | None
    phases: tuple[str, ...] = ()
    verified: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """From ``first`` up to, not including, ``last``; ``None`` is open-ended."""

    first: Fraction | None
    last: Fraction | None

    def overlaps(self, other: Span) -> bool:
        return (self.last is None or other.first is None or other.first < self.last) and (
            other.last is None or self.first is None or self.first < other.last
        )


def shown_within(wanted: Span, sealed: Sequence[Span], inside: Fraction) -> Span | None:
    """The longest part of ``wanted`` round the time ``inside`` that touches none of ``sealed``;
    ``None`` if ``inside`` itself is sealed."""
    first, last = wanted.first, wanted.last
    for span in sealed:
        if span.overlaps(Span(inside, inside + Fraction(1, 1_000_000))):
            return None
        if span.last is not None and span.last <= inside:
            first = span.last if first is None else max(first, span.last)
        elif span.first is not None and span.first > inside:
            last = span.first if last is None else min(last, span.first)
    return Span(first, last)


def house_time(text: str) -> Fraction:
    """Of an RFC 3339 time with zone.

    >>> house_time("1970-01-01T01:00:00.250+01:00")
    Fraction(1, 4)
    """
    since = datetime.fromisoformat(text) - EPOCH
    return Fraction(since // timedelta(microseconds=1), 1_000_000)


def clock_time(event: PlayEvent, nudges: Nudges, *, live: bool) -> ClockTime | None:
    """When the event happened; of a live session without the device's time, when it was received.
    ``None`` if that is not known: an archive's events all arrive when its file is read."""
    at = corrected_time(event, nudges) or (event.received_at if live else None)
    if at is None:
        return None
    uncertain = confidence_of(event, nudges)
    confidence: Confidence = "nudged" if uncertain == NUDGED else "reported"
    return ClockTime(house_time(at), Fraction(uncertain), confidence, event.id)


def times_of_hand(
    play: Play, sent: Iterable[tuple[PlayEvent, Event]], nudges: Nudges, *, live: bool
) -> HandTimes:
    """Of a play, from its table's events of the deal, in log order.

    Repeated events do not count, and neither do hands of the table that are void. A move that was
    corrected has the time at which its player's move was entered; one that was put in later has
    none.
    """
    own = [
        (each, event)
        for each, event in sent
        if (each.table, each.hand) == (play.table, play.hand) and not each.aside
    ]
    times = _widened([(each, clock_time(each, nudges, live=live)) for each, _ in own])
    first: dict[str, ClockTime | None] = {}
    actions: dict[int, tuple[Entered, ClockTime | None]] = {}
    boards: list[tuple[PlayEvent, int, ClockTime | None]] = []
    for (each, event), time in zip(own, times, strict=True):
        first.setdefault(each.type, time)
        if isinstance(event, HandActionEvent):
            move = event.data
            actions.setdefault(move.n, ((move.seat, move.action), time))
        elif isinstance(event, HandBoardEvent):
            boards.append((each, len(event.data.cards) // 2, time))
    return HandTimes(
        table=play.table,
        started=first.get("hand.started"),
        moves=_of_line(play.line, [actions[n] for n in sorted(actions)]),
        streets=_streets(play, boards),
        finished=first.get("hand.finished", first.get("hand.recorded")),
        phases=tuple(move.phase for move in play.line),
    )


def _widened(
    times: Sequence[tuple[PlayEvent, ClockTime | None]],
) -> list[ClockTime | None]:
    """What a device sent together has the time of the last: the others may be as early as the one
    before them."""
    found: list[ClockTime | None] = []
    for n, (event, time) in enumerate(times):
        later = [each for each, _ in times[n + 1 :]]
        if time is None or event.at is None or event.at not in [each.at for each in later]:
            found.append(time)
            continue
        known = [each.at for _, each in times if each is not None and each.at < time.at]
        early = time.at - max(known) if known else time.uncertain
        found.append(replace(time, uncertain=max(time.uncertain, early)))
    return found


def _of_line(
    line: Line, entered: Sequence[tuple[Entered, ClockTime | None]]
) -> tuple[ClockTime | None, ...]:
    """The moves that were entered from the first on and from the last on; between them, if as many
    were entered as stand, those of the same seats."""
    stands = [(move.seat, move.action) for move in line]
    came = [move for move, _ in entered]
    head = _alike(stands, came)
    tail = min(_alike(stands[::-1], came[::-1]), len(stands) - head, len(came) - head)
    places: dict[int, int] = {n: n for n in range(head)}
    places |= {len(stands) - n: len(came) - n for n in range(1, tail + 1)}
    if len(stands) == len(came):
        places |= {n: n for n in range(len(stands)) if stands[n][0] == came[n][0]}
    return tuple(entered[places[n]][1] if n in places else None for n in range(len(line)))


def _alike(one: Sequence[Entered], other: Sequence[Entered]) -> int:
    """How many they have in common at their beginning."""
    both = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(both) if a != b), min(len(one), len(other)))


def _streets(
    play: Play, boards: Sequence[tuple[PlayEvent, int, ClockTime | None]]
) -> tuple[tuple[str, ClockTime], ...]:
    """A street is open when as many cards have come as it needs. The boards of one device are in
    the order of its numbers."""
    if len({each.source for each, _, _ in boards}) == 1 and all(each.seq for each, _, _ in boards):
        boards = sorted(boards, key=lambda board: board[0].seq or 0)
    rules, found = rules_of(play.game), dict[str, ClockTime]()
    cards = 0
    for _, count, time in boards:
        before, cards = cards, cards + count
        for phase in PHASES[play.game.name]:
            if before < rules.open_cards(phase) <= cards and time is not None:
                found[phase] = time
    return tuple(found.items())
