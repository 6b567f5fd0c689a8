"""Picks made by a producer: any decision of one seat at any two tables, with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from producer.compare import GAMES, components, results
from producer.compare.facts import Facts, ForkedTables, GameFacts
from producer.compare.model import Branch, Comparison, Pick
from producer.compare.pick_id import SHORTEST, whole_id
from producer.games.line import Deal, Play


class NotPickable(ValueError):
    """No pick can be made of these tables and moves; the message says why and what to name."""


def by_hand(
    comparison: Comparison, at: Mapping[str, int], reason: str, games: Mapping[str, Facts] = GAMES
) -> Pick:
    """A pick of two tables at a decision of one seat, not yet rated (``picks.rated``).

    ``at``: by table, the number of moves before the decision; the first table is shown on the
    left. Results are in chips, or in big blinds if the stakes differ. Raises NotPickable without a
    reason, unless two finished tables are named, or if they are not at a decision of one seat.
    """
    deal, replays = comparison.deal, comparison.replays
    plays = _plays(deal, at)
    seat = _seat(plays, at)
    if not reason.strip():
        raise NotPickable("a pick made by hand needs a reason: say why it is worth showing")
    facts = games[plays[0].game.name]
    units = {play.table: facts.unit(play) for play in plays}
    one_unit = len(set(units.values())) == 1
    scores = results.results_of(plays, {} if one_unit else units)
    cap = min(facts.cap(play) for play in plays)
    shown = [scores[play.table][seat] for play in plays]
    pair = replace(deal, plays=plays)
    own = {table: replays[table] for table in at if table in replays}
    forked = ForkedTables(pair, (), cap, own)
    game_facts = facts.describe(forked) if one_unit else GameFacts()
    first, n = plays[0], at[plays[0].table]
    moves = [play.line[at[play.table]] for play in plays]
    branches = [
        Branch(move, (play.table,), {play.table: scores[play.table][seat]})
        for move, play in zip(moves, plays, strict=True)
    ]
    spot = game_facts.spot(seat, n, [play.table for play in plays])
    return Pick(
        id=whole_id(deal.key, seat, first.line[:n], moves, facts.rules(first), units[first.table])[
            :SHORTEST
        ],
        kind="producer",
        street=first.line[n].street,
        seat=seat,
        cards=deal.cards.get(seat, ()),
        history=first.line[:n],
        fork=None,
        branches=tuple(branches),
        tables=tuple(at),
        pairing=tuple(at),
        gap=components.apart(shown),
        typical=True,
        components={
            **components.of_results(shown, shown, cap if one_unit else cap // units[first.table]),
            **components.of_line(tuple(at)),
            **components.of_stories((), (), typical=True),
            **components.of_game(spot),
        },
        stories=(),
        holds=(),
        pot=spot.pot,
        to_call=spot.to_call,
        reason=reason.strip(),
        own_vetoes=facts.vetoes(replays, at),
    )


def _plays(deal: Deal, at: Mapping[str, int]) -> tuple[Play, ...]:
    plays = {play.table: play for play in deal.plays}
    absent = [table for table in at if table not in plays]
    if len(at) != 2 or absent:
        there = ", ".join(plays)
        raise NotPickable(f"name two tables that have finished deal {deal.key}: {there}")
    return tuple(plays[table] for table in at)


def _seat(plays: tuple[Play, ...], at: Mapping[str, int]) -> int:
    for play in plays:
        if not 0 <= at[play.table] < len(play.line):
            raise NotPickable(
                f"table {play.table} made {len(play.line)} moves; name one of 0 to "
                f"{len(play.line) - 1} before the decision"
            )
    seats = [play.line[at[play.table]].seat for play in plays]
    if seats[0] != seats[1]:
        raise NotPickable(
            f"seat {seats[0]} decides at table {plays[0].table} there, seat {seats[1]} at table "
            f"{plays[1].table}; name a decision of one seat"
        )
    return seats[0]
