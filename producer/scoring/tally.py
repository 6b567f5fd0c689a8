"""The tally: the chip scores of a group's tables, summed by seat, updated hand by hand.

``add``, ``remove``, ``leave_out`` and ``restore`` return a new tally and recompute only the sums
of one deal, so standings are up to date after every hand (RULES P9).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from producer.events import BridgeGame, Player
from producer.games.line import Chips, Deal, DealKey, Play
from producer.scoring.places import whole

Roster = Mapping[str, Mapping[int, Player | None]]
"""The players by table, then seat, ``None`` if unknown. A seat is compared over all its tables."""

Unit = Literal["chips", "bb"]
Reason = Literal["void", "under review", "wrong deck"]
Sums = Mapping[int, Mapping[str, Chips]]


class NotOnRoster(ValueError):
    """A hand of a table or seat that is not on the group's roster."""


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """One table's finished play of a deal, with the chip score by seat (P3).

    ``number`` is the device's running number, ``attempt`` counts the table's plays of the deal.
    """

    deal: DealKey
    table: str
    number: int
    attempt: int
    chips: Mapping[int, Chips]


@dataclass(frozen=True, slots=True)
class Tally:
    """All hands of a group and their sums.

    ``hands``: by deal, then table, the hand that counts. ``complete``: by deal, the seats whose
    tables have all finished it. ``left_out``: deals that do not count, and why. ``sums``: by
    seat, then table, the chip score (P4) over the deals that count for the seat: complete for it
    and not left out. ``counted``: how many those are. Chips are in ``unit``; ``"bb"`` if the
    tables play under different rules. ``carried``: by team, the IMPs that it brings from earlier
    segments of a bridge match. ``by_bots``: the tables that bots played as a reference (RULES B5).
    """

    session: str
    group: str
    roster: Roster
    unit: Unit
    hands: Mapping[DealKey, Mapping[str, ScoredHand]]
    complete: Mapping[DealKey, tuple[int, ...]]
    left_out: Mapping[DealKey, Reason]
    sums: Sums
    counted: Mapping[int, int]
    carried: Mapping[str, Chips] = field(default_factory=dict)
    by_bots: frozenset[str] = frozenset()


def empty_tally(session: str, group: str, roster: Roster, unit: Unit = "chips") -> Tally:
    """The tally before the first hand."""
    seats = sorted({seat for players in roster.values() for seat in players})
    sums = {
        seat: {table: 0 for table, players in roster.items() if seat in players} for seat in seats
    }
    return Tally(session, group, roster, unit, {}, {}, {}, sums, dict.fromkeys(seats, 0))


def tally_of(deals: Sequence[Deal], roster: Roster | None = None) -> Tally:
    """The tally of one group's deals; of a table's several attempts the last counts.

    Deals of several sessions with the same tables are summed together, under the name of the
    first. Without a roster it is read from the plays. Raises ValueError without deals,
    NotOnRoster.
    """
    if not deals:
        raise ValueError("no deals, so nothing to tally")
    games = {play.game for deal in deals for play in deal.plays}
    unit: Unit = "chips" if len(games) < 2 else "bb"
    first = deals[0].key
    tally = empty_tally(first.session, first.group, roster or roster_of(deals), unit)
    hands = {deal.key: _standing(tally, hands_of(deal, unit)) for deal in deals}
    complete = {key: _complete(tally, own) for key, own in hands.items()}
    carried = {
        each.team: each.imps
        for game in games
        if isinstance(game, BridgeGame)
        for each in game.carried
    }
    tally = replace(tally, hands=hands, complete=complete, carried=carried)
    return _counted_in(tally, hands, 1)


def roster_of(deals: Iterable[Deal]) -> dict[str, dict[int, Player | None]]:
    """The players of each table in its hand with the highest number.

    A table without a finished hand has the seats of the other tables, without names.
    """
    newest: dict[tuple[str, int], tuple[int, Player | None]] = {}
    tables: dict[str, None] = {}
    for deal in deals:
        tables.update(dict.fromkeys((*deal.tables, *(play.table for play in deal.plays))))
        for play in deal.plays:
            for seat in play.result:
                before = newest.get((play.table, seat))
                if before is None or play.hand > before[0]:
                    newest[play.table, seat] = play.hand, play.players.get(seat)
    seats = sorted({seat for _, seat in newest})
    roster: dict[str, dict[int, Player | None]] = {}
    for table in tables:
        own = {s: newest[table, s][1] for s in seats if (table, s) in newest}
        roster[table] = own or dict.fromkeys(seats)
    return roster


def hands_of(deal: Deal, unit: Unit = "chips") -> tuple[ScoredHand, ...]:
    """The deal's plays as hands, their chips in ``unit``."""
    return tuple(hand_of(deal.key, play, unit) for play in deal.plays)


def hand_of(key: DealKey, play: Play, unit: Unit = "chips") -> ScoredHand:
    """A play as a hand; ``"bb"`` divides exactly by the play's own big blind."""
    chips: Mapping[int, Chips] = play.result
    if unit == "bb":
        big = play.game.unit
        chips = {seat: whole(Fraction(amount) / big) for seat, amount in play.result.items()}
    return ScoredHand(key, play.table, play.hand, play.attempt, chips)


def add(tally: Tally, hand: ScoredHand) -> Tally:
    """The tally with one more hand.

    The same attempt replaces the earlier hand (a correction); an older attempt changes nothing.
    Raises NotOnRoster.
    """
    _check(tally, hand)
    before = tally.hands.get(hand.deal, {})
    standing = before.get(hand.table)
    if standing is not None and standing.attempt > hand.attempt:
        return tally
    return _with(tally, hand.deal, {**before, hand.table: hand})


def remove(tally: Tally, deal: DealKey, table: str) -> Tally:
    """The tally without one table's hand (a voided hand that will be replayed)."""
    before = tally.hands.get(deal, {})
    after = {name: hand for name, hand in before.items() if name != table}
    return tally if len(after) == len(before) else _with(tally, deal, after)


def leave_out(tally: Tally, deal: DealKey, why: Reason) -> Tally:
    """The tally with the deal no longer counted; its hands stay in it."""
    bare = tally if deal in tally.left_out else _counted_in(tally, [deal], -1)
    return replace(bare, left_out={**tally.left_out, deal: why})


def restore(tally: Tally, deal: DealKey) -> Tally:
    """The tally with a left-out deal counted again."""
    if deal not in tally.left_out:
        return tally
    back = _counted_in(tally, [deal], 1)
    rest = {key: why for key, why in tally.left_out.items() if key != deal}
    return replace(back, left_out=rest)


def counts(tally: Tally, deal: DealKey, seat: int) -> bool:
    """Whether the deal counts for the seat: not left out and finished by all the seat's tables."""
    return deal not in tally.left_out and seat in tally.complete.get(deal, ())


def averages(sums: Sums) -> dict[int, Chips]:
    """By seat, the exact mean of its tables' chip scores."""
    return {
        seat: whole(Fraction(sum(scores.values())) / len(scores)) for seat, scores in sums.items()
    }


def _with(tally: Tally, deal: DealKey, hands: Mapping[str, ScoredHand]) -> Tally:
    left_out = deal in tally.left_out
    bare = tally if left_out else _counted_in(tally, [deal], -1)
    new = replace(
        bare,
        hands={**tally.hands, deal: hands},
        complete={**tally.complete, deal: _complete(tally, hands)},
    )
    return new if left_out else _counted_in(new, [deal], 1)


def _counted_in(tally: Tally, deals: Iterable[DealKey], sign: int) -> Tally:
    """The tally with the deals' hands added to (1) or subtracted from (-1) the sums."""
    sums = {seat: dict(by_table) for seat, by_table in tally.sums.items()}
    counted = dict(tally.counted)
    for deal in deals:
        for seat in tally.complete.get(deal, ()):
            counted[seat] += sign
            for table, total in sums[seat].items():
                chips = tally.hands[deal][table].chips[seat]
                sums[seat][table] = whole(total + sign * chips)
    return replace(tally, sums=sums, counted=counted)


def _complete(tally: Tally, hands: Mapping[str, ScoredHand]) -> tuple[int, ...]:
    """The seats that every one of their tables has played in ``hands``."""
    return tuple(
        seat
        for seat, tables in tally.sums.items()
        if all(table in hands and seat in hands[table].chips for table in tables)
    )


def _standing(tally: Tally, hands: Iterable[ScoredHand]) -> dict[str, ScoredHand]:
    """By table its last attempt; of the same attempt the hand named last, as in ``add``."""
    in_order = sorted(hands, key=lambda hand: hand.attempt)
    for hand in in_order:
        _check(tally, hand)
    return {hand.table: hand for hand in in_order}


def _check(tally: Tally, hand: ScoredHand) -> None:
    players = tally.roster.get(hand.table)
    if players is None:
        raise NotOnRoster(
            f"deal {hand.deal}: table {hand.table} is not on the roster of "
            f"{tally.session}/{tally.group}"
        )
    strange = sorted(set(hand.chips) - set(players))
    if strange:
        raise NotOnRoster(
            f"deal {hand.deal}, table {hand.table}: seat {strange[0]} is not on the roster"
        )
