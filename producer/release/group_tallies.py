"""Tallies over a group's released deals, for standings in commands, pages and graphics."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

from producer.events import Player
from producer.games.line import Deal, DealKey
from producer.record import Session
from producer.release.gate import Gate, without
from producer.scoring import Standings, Tally, standings_by_hands, standings_by_peers, tally_of
from producer.scoring import standings as standings_by_seats
from producer.scoring.groups import by_group
from producer.scoring.tally import empty_tally, roster_of
from producer.scoring.team_match import (
    standings_by_butler,
    standings_by_imps,
    standings_by_matchpoints,
)
from producer.scoring.usual import usual_scoring

SCORINGS: Mapping[str, Callable[[Tally, int], Standings]] = {
    "seats": standings_by_seats,
    "hands": standings_by_hands,
    "peers": standings_by_peers,
    "imps": standings_by_imps,
    "butler": standings_by_butler,
    "matchpoints": standings_by_matchpoints,
}
"""By name, the guide's scoring (RULES P5), the two alternatives of P13, and bridge's (B3, B4)."""


def usual_scoring_of(session: Session) -> str:
    """The name of the scoring of the game that the session's tables play."""
    return usual_scoring(game_of(session))


def game_of(session: Session) -> str:
    """The name of the game that the session's tables play: one in a group, hold'em's before any
    table is known."""
    return next((table.game.name for table in session.tables.values()), "holdem")


def usual_standings(session: Session, tally: Tally, deals: int = 0) -> Standings:
    """A group's standings in its game's scoring. ``deals``: how many there are, 0 if unknown."""
    return SCORINGS[usual_scoring_of(session)](tally, deals)


class NoSuchGroup(LookupError):
    """There is no session of that name; the message lists those there are."""


def chosen(sessions: list[Session], reference: str | None) -> list[Session]:
    """The groups that ``SESSION`` or ``SESSION/GROUP`` names; all of them for ``None``.

    Raises NoSuchGroup.
    """
    if reference is None:
        matching = sessions
    else:
        matching = [s for s in sessions if reference in (f"{s.session}/{s.group}", s.session)]
    if not matching:
        names = ", ".join(f"{s.session}/{s.group}" for s in sessions)
        missing = f"no session {reference}" if reference else "no session yet"
        raise NoSuchGroup(
            f"{missing}; there is: {names}"
            if names
            else f"{missing}. `duplicast ingest` reads one in."
        )
    return matching


def tallies(
    gate: Gate,
    sessions: Iterable[Session],
    exit_: str,
    counting: Collection[DealKey] | None = None,
) -> list[tuple[Session, Tally]]:
    """Each group with its tally over released deals, or those of them in ``counting``; void deals
    are left out."""
    released = gate.deals(exit_)
    if counting is not None:
        released = [deal for deal in released if deal.key in counting]
    deals, flags = by_group(released), gate.flags()
    return [
        (own, without(_tally(own, deals.get((own.session, own.group), ())), flags))
        for own in sessions
    ]


def around(
    gate: Gate, key: DealKey, exit_: str, counting: Collection[DealKey] | None = None
) -> tuple[Tally, Tally]:
    """The group's tally without and with a released deal, over the deals in ``counting``, by
    default those with a lower number.

    Each table plays the deals in its own order (RULES P8); the numbers are the only order that all
    tables share.
    """
    session = next(s for s in gate.sessions() if (s.session, s.group) == (key.session, key.group))
    deals = by_group(gate.deals(exit_)).get((key.session, key.group), ())
    if counting is None:
        counting = [deal.key for deal in deals if deal.key.number < key.number]
    before = tuple(deal for deal in deals if deal.key in counting and deal.key != key)
    after = tuple(deal for deal in deals if deal.key in counting or deal.key == key)
    flags = gate.flags()
    return without(_tally(session, before), flags), without(_tally(session, after), flags)


def _tally(session: Session, deals: tuple[Deal, ...]) -> Tally:
    """The group's tally; its roster comes from the opening, completed from the hands."""
    roster: dict[str, dict[int, Player | None]] = {
        table: dict(info.players) for table, info in session.tables.items()
    }
    for table, players in roster_of(deals).items():
        named = {seat: player for seat, player in players.items() if player is not None}
        roster[table] = {**dict.fromkeys(players), **roster.get(table, {}), **named}
    if not deals:
        return empty_tally(session.session, session.group, roster)
    by_bots = frozenset(table for table, info in session.tables.items() if info.by_bots)
    return replace(tally_of(deals, roster), by_bots=by_bots)
