"""What the graphics of a deal are drawn from, as the gate gives it now."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from producer.compare.model import Comparison
from producer.release import Gate
from producer.release.group_tallies import around, chosen, tallies
from producer.scoring import standings
from producer.stages.catalogue import CATALOGUE
from producer.stages.entry import BeforeAndAfter, CatalogueEntry, DealOfSession, GroupStandings
from producer.stages.moment import END, NotDrawable
from producer.stages.style import PLAIN

RANKING = "seat-ranking"


def context_of(entry: CatalogueEntry, gate: Gate, found: Comparison, exit_: str) -> object:
    """The context of a graphic for a deal, sealed or not; ``None`` where its request has all."""
    if entry.context is None:
        return None
    return _CONTEXTS[entry.context](gate, found, exit_)


def has_ranking(gate: Gate, found: Comparison, exit_: str) -> bool:
    """Whether there is a ranking of the best pick's seat before and after the deal."""
    entry = CATALOGUE[RANKING]
    assert entry.request is not None
    try:
        entry.draw(context_of(entry, gate, found, exit_), entry.request(found, (), END), PLAIN)
    except NotDrawable:
        return False
    return True


def _deal(gate: Gate, found: Comparison, _: str) -> DealOfSession:
    key = found.deal.key
    (session,) = chosen(gate.sessions(), f"{key.session}/{key.group}")
    return DealOfSession(found.deal, session.deals or 0, found)


def _before_and_after(gate: Gate, found: Comparison, exit_: str) -> BeforeAndAfter:
    before, after = around(gate, found.deal.key, exit_)
    return BeforeAndAfter(found, standings(before), standings(after))


def _standings(gate: Gate, found: Comparison, exit_: str) -> GroupStandings:
    key = found.deal.key
    groups = chosen(gate.sessions(), f"{key.session}/{key.group}")
    ((session, tally),) = tallies(gate, groups, exit_)
    ranked = standings(tally, session.deals or 0)
    return GroupStandings(ranked, session.teams, session.deals or 0)


_CONTEXTS: Mapping[type, Callable[[Gate, Comparison, str], object]] = {
    Comparison: lambda _, found, __: found,
    DealOfSession: _deal,
    BeforeAndAfter: _before_and_after,
    GroupStandings: _standings,
}
"""By type of context: how it is made."""
