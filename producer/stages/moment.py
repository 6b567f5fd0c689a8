"""What may be known as of a moment: the comparison cut down before anything is drawn.

A stage is made of such a cut and nothing else, so nothing later than its moment can get into it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from producer.compare.model import Comparison, Fork
from producer.events import Player
from producer.games import holdem
from producer.games.cards import Cards
from producer.games.line import Chips, Play

Moment = Literal["fork", "end"]
"""``fork``: just after the decision at the fork. ``end``: everything is known."""


class NotDrawable(ValueError):
    """A stage that cannot be drawn: the reason, and what would mend it."""

    def __init__(self, reason: str, hint: str) -> None:
        self.reason, self.hint = reason, hint
        super().__init__(f"{reason}; {hint}")


class NoKeyFork(NotDrawable):
    """The tables asked for did not choose differently in one and the same spot."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player still in the hand; ``cards`` is empty where nobody has seen them."""

    player: Player
    cards: Cards


@dataclass(frozen=True, slots=True)
class ChoiceSeen:
    """What the player did, and what that cost. All amounts in big blinds.

    ``action`` is fold, check, call, bet or raise; ``to`` the total on the street, ``paid`` the
    chips added; ``mark`` is ``""``, ``"all-in"`` or ``"cap"`` (RULES P2).
    """

    action: str
    to: Fraction
    paid: Fraction
    mark: str


@dataclass(frozen=True, slots=True)
class OutcomeSeen:
    """How it ended for the player, in big blinds; ``rank`` of ``field`` results of this seat.

    ``shared``: another table has the same rank.
    """

    versus_average: Fraction
    chips: Fraction
    rank: int
    field: int
    shared: bool = False


@dataclass(frozen=True, slots=True)
class SideSeen:
    """One table as of the moment. ``outcome`` is ``None`` until the end.

    ``to_call`` and ``pot``, in big blinds, are those before the choice; the pot holds everything
    put in so far, the bet to call included.
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
    """All that a two-up may show: the cards given, the board so far, and the two sides.

    ``blind``: the big blind in chips, 0 where the tables' differ and only blinds compare.
    """

    cards: Cards
    board: Cards
    left: SideSeen
    right: SideSeen
    blind: int = 0


@dataclass(frozen=True, slots=True)
class SplitSeen:
    """All that a split of any number of tables may show; ``blind`` as in ``PairSeen``."""

    cards: Cards
    board: Cards
    sides: tuple[SideSeen, ...]
    blind: int = 0


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A table whose line never came to the fork: who holds the cards there, and the end."""

    table: str
    player: Player
    outcome: OutcomeSeen | None


@dataclass(frozen=True, slots=True)
class FieldSeen:
    """All that a stage of the whole field may show.

    ``split``: every table at the fork, those of one branch together, most tables first.
    """

    split: SplitSeen
    elsewhere: tuple[Elsewhere, ...]


def seen(comparison: Comparison, fork: Fork, tables: tuple[str, str], moment: Moment) -> PairSeen:
    """The comparison as of a moment, for two tables that are both at ``fork``."""
    known = split(comparison, fork, tables, moment)
    left, right = known.sides
    return PairSeen(known.cards, known.board, left, right, known.blind)


def split(comparison: Comparison, fork: Fork, tables: tuple[str, ...], moment: Moment) -> SplitSeen:
    """The comparison as of a moment, for tables that are all at ``fork``."""
    plays = [_play(comparison, table) for table in tables]
    if moment == "fork":
        board = holdem.board_at(comparison.deal.board, fork.street)
    else:
        board = max((_board_of(comparison, play) for play in plays), key=len)
    blinds = {play.game.big_blind for play in plays}
    return SplitSeen(
        cards=fork.cards,
        board=board,
        sides=tuple(_side(comparison, fork, play, moment) for play in plays),
        blind=blinds.pop() if len(blinds) == 1 else 0,
    )


def whole_field(comparison: Comparison, fork: Fork, moment: Moment) -> FieldSeen:
    """The comparison as of a moment for all tables where somebody sits in the fork's seat."""
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


def _side(comparison: Comparison, fork: Fork, play: Play, moment: Moment) -> SideSeen:
    """Replays the line up to the choice and no further."""
    deal, at = comparison.deal, len(fork.history)
    replayed = holdem.replay(
        play.game,
        deal.button,
        deal.direction,
        play.stacks,
        deal.cards,
        holdem.board_at(deal.board, fork.street),
        play.line[: at + 1],
    )
    spot, move = replayed.spots[at], play.line[at]
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
            move.action, Fraction(to, blind), Fraction(to - had, blind), replayed.marks[at]
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


def _board_of(comparison: Comparison, play: Play) -> Cards:
    """The board as far as it was opened at the table."""
    deal = comparison.deal
    replayed = holdem.replay(
        play.game, deal.button, deal.direction, play.stacks, deal.cards, deal.board, play.line
    )
    if len(replayed.shown) > 1:
        return deal.board
    return holdem.board_at(deal.board, play.line[-1].street)


def _play(comparison: Comparison, table: str) -> Play:
    return next(play for play in comparison.deal.plays if play.table == table)
