"""Cuts a comparison down to a moment, before anything is drawn.

Stages are made from such cuts only, so they cannot contain anything later than their moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from producer.compare.model import Comparison, Fork
from producer.compare.replayed_plays import ReplayedPlay
from producer.events import Player
from producer.games.cards import Cards
from producer.games.line import Chips, Play

Moment = Literal["fork", "end"]
"""``fork``: just after the decision at the fork. ``end``: after the end of the hand."""


class NotDrawable(ValueError):
    """A stage that cannot be drawn: the reason, and how to fix it."""

    def __init__(self, reason: str, hint: str) -> None:
        self.reason, self.hint = reason, hint
        super().__init__(f"{reason}; {hint}")


class NoKeyFork(NotDrawable):
    """The requested tables did not choose differently at the same spot."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent still in the hand; ``cards`` is empty if they are not known."""

    player: Player
    cards: Cards


@dataclass(frozen=True, slots=True)
class ChoiceSeen:
    """What the player did and what it cost; amounts in big blinds.

    ``action``: fold, check, call, bet or raise. ``to``: the total on this street. ``paid``: the
    chips added. ``mark``: ``""``, ``"all-in"`` or ``"cap"`` (RULES P2).
    """

    action: str
    to: Fraction
    paid: Fraction
    mark: str


@dataclass(frozen=True, slots=True)
class OutcomeSeen:
    """The player's result in big blinds, and its ``rank`` among the ``field`` results of this seat.

    ``shared``: another table has the same rank.
    """

    versus_average: Fraction
    chips: Fraction
    rank: int
    field: int
    shared: bool = False


@dataclass(frozen=True, slots=True)
class SideSeen:
    """One table as of the moment; ``outcome`` is ``None`` before the end.

    ``to_call`` and ``pot``: before the choice, in big blinds; the pot is everything put in so far,
    the bet to call included.
    """

    table: str
    player: Player
    opponents: tuple[Opponent, ...]
    to_call: Fraction
    pot: Fraction
    choice: ChoiceSeen
    outcome: OutcomeSeen | None


@dataclass(frozen=True, slots=True)
class PairSeen:
    """Everything a two-up may show: the hole cards, the board so far, the two sides.

    ``blind``: the big blind in chips; 0 if the tables' big blinds differ, so that amounts compare
    only in big blinds.
    """

    cards: Cards
    board: Cards
    left: SideSeen
    right: SideSeen
    blind: int = 0


@dataclass(frozen=True, slots=True)
class SplitSeen:
    """Everything a split of any number of tables may show; ``blind`` as in ``PairSeen``."""

    cards: Cards
    board: Cards
    sides: tuple[SideSeen, ...]
    blind: int = 0


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A table whose line did not reach the fork: its player in the fork's seat, and the result."""

    table: str
    player: Player
    outcome: OutcomeSeen | None


@dataclass(frozen=True, slots=True)
class FieldSeen:
    """Everything a stage of the whole field may show.

    ``split``: all tables at the fork, branch by branch, the largest branch first.
    """

    split: SplitSeen
    elsewhere: tuple[Elsewhere, ...]


def seen(comparison: Comparison, fork: Fork, tables: tuple[str, str], moment: Moment) -> PairSeen:
    """The comparison as of a moment, for two tables that are both at ``fork``."""
    cut = split(comparison, fork, tables, moment)
    left, right = cut.sides
    return PairSeen(cut.cards, cut.board, left, right, cut.blind)


def split(comparison: Comparison, fork: Fork, tables: tuple[str, ...], moment: Moment) -> SplitSeen:
    """The comparison as of a moment, for tables that are all at ``fork``."""
    shown = [comparison.replays[table] for table in tables]
    moves = len(fork.history) + 1 if moment == "fork" else None
    blinds = {each.play.game.big_blind for each in shown}
    return SplitSeen(
        cards=fork.cards,
        board=max((each.board_after(moves) for each in shown), key=len),
        sides=tuple(_side(comparison, fork, each, moment) for each in shown),
        blind=blinds.pop() if len(blinds) == 1 else 0,
    )


def whole_field(comparison: Comparison, fork: Fork, moment: Moment) -> FieldSeen:
    """The comparison as of a moment, for all tables with a player in the fork's seat."""
    others = [
        play
        for play in comparison.deal.plays
        if play.table not in fork.tables and fork.seat in play.players
    ]
    return FieldSeen(
        split(comparison, fork, fork.tables, moment),
        tuple(
            Elsewhere(
                play.table,
                play.players[fork.seat],
                _outcome(comparison, fork.seat, play) if moment == "end" else None,
            )
            for play in others
        ),
    )


def _side(comparison: Comparison, fork: Fork, shown: ReplayedPlay, moment: Moment) -> SideSeen:
    """One table."""
    deal, play, at = comparison.deal, shown.play, len(fork.history)
    spot, move = shown.spots[at], play.line[at]
    blind = play.game.big_blind
    had = spot.street_bets.get(fork.seat, 0)
    to = had if move.to is None else move.to
    return SideSeen(
        table=play.table,
        player=play.players[fork.seat],
        opponents=tuple(
            Opponent(play.players[seat], deal.cards.get(seat, ()))
            for seat in spot.live
            if seat != fork.seat
        ),
        to_call=Fraction(spot.to_call, blind),
        pot=Fraction(spot.pot, blind),
        choice=ChoiceSeen(
            move.action, Fraction(to, blind), Fraction(to - had, blind), shown.replay.marks[at]
        ),
        outcome=_outcome(comparison, fork.seat, play) if moment == "end" else None,
    )


def _outcome(comparison: Comparison, seat: int, play: Play) -> OutcomeSeen:
    unit = play.game.big_blind if comparison.unit == "chips" else 1
    ranks = [each[seat] for each in comparison.rank.values() if seat in each]
    rank = comparison.rank[play.table][seat]
    return OutcomeSeen(
        versus_average=_ratio(comparison.against_average[play.table][seat], unit),
        chips=_ratio(play.result[seat], play.game.big_blind),
        rank=rank,
        field=len(ranks),
        shared=ranks.count(rank) > 1,
    )


def _ratio(chips: Chips, unit: int) -> Fraction:
    return Fraction(chips) / unit
