"""The edition point: which deals the standings and rankings of the programme count."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from producer.acts import EditionChosen, EditionChosenAct, EditionCounts
from producer.games.line import DealKey
from producer.release.gate import Gate
from producer.release.programme.aired import aired_segments
from producer.release.programme.rundown import segments_of


def edition_counts(gate: Gate) -> EditionCounts:
    """``aired`` or ``released``, as last chosen; ``released`` before."""
    chosen: EditionCounts = "released"
    for _, act in gate.acts():
        if isinstance(act, EditionChosenAct):
            chosen = act.data.counts
    return chosen


def choose_edition(gate: Gate, counts: EditionCounts, by: str) -> None:
    data = EditionChosen(counts=counts)
    gate.act(EditionChosenAct(at=gate.clock(), by=by, data=data))


def edition(gate: Gate, exit_: str, segment: str = "") -> frozenset[DealKey] | None:
    """The deals that aired so far and are released now; ``None`` where all released ones count.

    For a ``segment`` of the rundown, the segments before it count too, because they will have aired
    by then; what aired after it does not.
    """
    if edition_counts(gate) == "released":
        return None
    return frozenset(_by_then(gate, segment)).intersection(gate.released(exit_))


def _by_then(gate: Gate, segment: str) -> Iterator[DealKey]:
    acts = [act for _, act in gate.acts()]
    aired = takewhile(lambda each: not segment or each.segment != segment, aired_segments(acts))
    yield from (each.deal for each in aired)
    planned = segments_of(acts)
    if segment in {each.id for each in planned}:
        before = takewhile(lambda each: each.id != segment, planned)
        yield from (each.deal for each in before if each.state != "dropped")
