"""Equities along the lines of a deal: of every seat, before each move."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from producer.compare.equity.exact import deal_equities
from producer.compare.equity.model import Equities, Equity, NotKnown, SpotKey
from producer.compare.equity.ranges import ANY_TWO
from producer.compare.equity.view import players_view
from producer.games.cards import Cards
from producer.games.holdem import BOARD_CARDS, STREETS, board_at
from producer.games.line import Deal, Line, Play

Counting = Callable[[Mapping[int, Cards], Cards, Iterable[SpotKey]], Mapping[SpotKey, Equities]]
"""``deal_equities`` or ``hand_equities``."""


def spots_along(line: Line, seats: Iterable[int]) -> tuple[SpotKey, ...]:
    """The spots of a finished line: one before each move, then the end.

    The end is the spot after the last move and, if two or more seats were all in with board cards
    to come, the spot after each further street. ``[:len(line)]`` are the spots before the moves,
    ``[len(line)]`` is the end of the betting, ``[-1]`` the end of the hand.
    """
    live = frozenset(seats)
    keys = []
    street = STREETS[0]
    for move in line:
        street = move.street
        keys.append(SpotKey(street, live))
        if move.action == "fold":
            live -= {move.seat}
    keys.append(SpotKey(street, live))
    if len(live) > 1:
        to_come = STREETS[STREETS.index(street) + 1 :]
        keys += [SpotKey(later, live) for later in to_come]
    return tuple(keys)


def equities_of(deal: Deal, count: Counting = deal_equities) -> dict[str, tuple[Equities, ...]]:
    """By table: the equities at every spot of its line, as ``spots_along`` orders them.

    Tables with the same seats are counted together. An empty seat at a table had no cards there.
    """
    along = {play.table: spots_along(play.line, seats_of(deal, play)) for play in deal.plays}
    counted = counted_together(deal, along, count)
    return {table: tuple(counted[table][spot] for spot in spots) for table, spots in along.items()}


def counted_together(
    deal: Deal, spots: Mapping[str, Collection[SpotKey]], count: Counting = deal_equities
) -> dict[str, Mapping[SpotKey, Equities]]:
    """By table, the equities at its ``spots``; tables with the same seats are counted at once."""
    seats = {play.table: seats_of(deal, play) for play in deal.plays}
    counted = {}
    for dealt in set(seats.values()):
        wanted = {spot for table, own in spots.items() if seats[table] == dealt for spot in own}
        hands = {seat: deal.cards.get(seat, ()) for seat in dealt}
        counted[dealt] = count(hands, deal.board, wanted)
    return {table: counted[seats[table]] for table in spots}


def views_of(deal: Deal, against: str = ANY_TWO) -> dict[str, tuple[Equity | NotKnown, ...]]:
    """By table: before each move, the view of the player who moves (``players_view``).

    ``against``: the range of each opponent. Equal views are computed once for all tables.
    """
    equities: dict[tuple[int, str, int], Equity | NotKnown] = {}
    views: dict[str, tuple[Equity | NotKnown, ...]] = {}
    for play in deal.plays:
        spots = spots_along(play.line, seats_of(deal, play))
        needed = [
            (move.seat, spot.street, len(spot.live) - 1)
            for move, spot in zip(play.line, spots, strict=False)
        ]
        for view in set(needed) - equities.keys():
            equities[view] = _view(deal, *view, against)
        views[play.table] = tuple(equities[view] for view in needed)
    return views


def _view(deal: Deal, seat: int, street: str, opponents: int, against: str) -> Equity | NotKnown:
    if len(deal.board) < BOARD_CARDS[street]:
        return NotKnown(f"the board of the {street} is not known")
    board = board_at(deal.board, street)
    return players_view(deal.cards.get(seat, ()), board, against, opponents)


def seats_of(deal: Deal, play: Play) -> frozenset[int]:
    """The seats dealt in at the play's table."""
    return frozenset(play.stacks or deal.cards)
