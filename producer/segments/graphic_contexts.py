"""What the graphics of a deal are drawn from, as the gate gives it now."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from producer.compare.model import Comparison
from producer.games.line import Deal, DealKey
from producer.release import Gate
from producer.release.group_tallies import (
    SCORINGS,
    around,
    chosen,
    game_of,
    tallies,
    usual_scoring_of,
    usual_standings,
)
from producer.release.programme.edition import edition
from producer.stages.catalogue import CATALOGUE
from producer.stages.entry import BeforeAndAfter, CatalogueEntry, DealOfSession, GroupStandings
from producer.stages.moment import END, NotDrawable
from producer.stages.style import PLAIN

RANKING, STANDINGS = "seat-ranking", "standings"


def context_of(
    entry: CatalogueEntry, gate: Gate, found: Comparison, exit_: str, segment: str = ""
) -> object:
    """The context of a graphic for a deal, sealed or not; ``None`` where its request has all.
    ``segment``: of the rundown, for whose edition standings are. Raises NotDrawable."""
    if entry.context is None:
        return None
    return _CONTEXTS[entry.context](gate, found, exit_, segment)


def has_ranking(gate: Gate, found: Comparison, exit_: str, segment: str = "") -> bool:
    """Whether there is a ranking of the best pick's seat before and after the deal, in the edition
    of a ``segment`` of the rundown."""
    entry = CATALOGUE[RANKING]
    assert entry.request is not None
    try:
        context = context_of(entry, gate, found, exit_, segment)
        entry.draw(context, entry.request(found, (), END), PLAIN)
    except NotDrawable:
        return False
    return True


def before_and_after(
    gate: Gate, found: Comparison, exit_: str, segment: str = ""
) -> BeforeAndAfter:
    """The standings that the deal changes, in the programme's edition."""
    counting = edition(gate, exit_, segment)
    key = found.deal.key
    (session,) = chosen(gate.sessions(), f"{key.session}/{key.group}")
    before, after = (usual_standings(session, each) for each in around(gate, key, exit_, counting))
    return BeforeAndAfter(found, before, after, counting is not None)


def standings_before(gate: Gate, key: DealKey, exit_: str, segment: str = "") -> GroupStandings:
    """Those of the deal's group without the deal, in the programme's edition."""
    before, _ = around(gate, key, exit_, edition(gate, exit_, segment))
    (session,) = chosen(gate.sessions(), f"{key.session}/{key.group}")
    ranked = usual_standings(session, before)
    return GroupStandings(ranked, session.teams, 0, game_of(session))


def group_standings(
    gate: Gate, group: tuple[str, str], exit_: str, scoring: str = "seats", segment: str = ""
) -> GroupStandings:
    """The standings of a group that is open, in the programme's edition. ``scoring``: of a game
    whose seats are ranked; others have their usual one. Raises NotDrawable where nothing of it has
    aired."""
    counting = edition(gate, exit_, segment)
    if counting is not None and not any(key[:2] == group for key in counting):
        raise NotDrawable(
            f"{'/'.join(group)}: no deal of the programme has aired yet",
            "air one, or count all released deals: `duplicast rundown edition released`",
        )
    opened = [each for each in gate.sessions() if (each.session, each.group) == group]
    ((session, tally),) = tallies(gate, opened, exit_, counting)
    deals = 0 if counting is not None else session.deals or 0
    ranked = usual_standings(session, tally, deals)
    if usual_scoring_of(session) == "seats":
        ranked = SCORINGS[scoring](tally, deals)
    return GroupStandings(ranked, session.teams, deals, game_of(session))


def _deal(gate: Gate, found: Comparison, exit_: str, _: str) -> DealOfSession:
    return deal_of_session(gate, found.deal, exit_, found)


def deal_of_session(
    gate: Gate, deal: Deal, exit_: str, compared: Comparison | None = None
) -> DealOfSession:
    """A deal with what its session and its tournament say of it."""
    (session,) = chosen(gate.sessions(), f"{deal.key.session}/{deal.key.group}")
    return DealOfSession(deal, session.deals or 0, compared, gate.tournament_won(deal, exit_))


def _standings(gate: Gate, found: Comparison, exit_: str, segment: str) -> GroupStandings:
    return group_standings(gate, found.deal.key[:2], exit_, segment=segment)


_CONTEXTS: Mapping[type, Callable[[Gate, Comparison, str, str], object]] = {
    Comparison: lambda _, found, __, ___: found,
    DealOfSession: _deal,
    BeforeAndAfter: before_and_after,
    GroupStandings: _standings,
}
"""By type of context: how it is made."""
