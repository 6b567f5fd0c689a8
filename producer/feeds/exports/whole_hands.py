"""A finished hand of hold'em as formats of whole hands can state it, or why they cannot. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from producer.events import HoldemGame
from producer.games.cards import Cards, format_cards
from producer.games.holdem.replays import BOARD_CARDS, Replay, board_at, replay
from producer.games.line import Deal, IllegalLine, Play, acting_order


class CannotWrite(ValueError):
    """A hand that the format cannot state; the message is the reason."""


@dataclass(frozen=True, slots=True)
class WholeHand:
    """One table's hand of a deal. ``order``: the seats in the order of action after the flop.
    ``cards``: all that are known. ``board``: as far as this table saw it. ``title``: of its
    session. ``at``: its start, ``None`` if that is not known."""

    deal: Deal
    play: Play
    game: HoldemGame
    replay: Replay
    order: tuple[int, ...]
    cards: Mapping[int, str]
    board: Cards
    title: str
    at: datetime | None

    def won(self, seat: int) -> int:
        """What the seat took from the pots, in smallest units."""
        put = self.replay.committed[seat] - self.replay.returned.get(seat, 0)
        return int(self.play.result[seat]) + put

    def new_cards(self, street: str) -> str:
        """The board cards that are dealt before the betting of a street."""
        earlier = {"flop": 0, "turn": 3, "river": 4}[street]
        return format_cards(self.board[earlier : BOARD_CARDS[street]])


def whole_hand(
    deal: Deal, play: Play, title: str, at: datetime | None, *, caps: bool, bets: bool
) -> WholeHand:
    """The hand, checked to come to the same result by the stakes that the format states.

    ``caps``: whether it has caps, ``bets``: the bets of fixed limit. Raises CannotWrite.
    """
    own = play.game
    if not isinstance(own, HoldemGame):
        raise CannotWrite(f"only hold'em can be written, not {own.name}")
    if own.cap is not None and not caps:
        raise CannotWrite("the format has no cap")
    if any(chips.denominator != 1 for chips in play.result.values()):
        raise CannotWrite("the result has fractions of chips")
    game = HoldemGame(
        betting=own.betting,
        small_blind=own.small_blind,
        big_blind=own.big_blind,
        cap=own.cap,
        ante=own.ante,
        ante_from=own.ante_from,
        straddle=own.straddle,
        small_bet=own.small_bet if bets else None,
        big_bet=own.big_bet if bets else None,
    )
    try:
        found = replay(
            game, deal.button, deal.direction, play.stacks, deal.cards, deal.board, play.line
        )
    except IllegalLine as error:
        words = f"action {error.n} is not legal by the rules that the format can state"
        raise CannotWrite(f"{words}: {error.reason}") from error
    if found.result is not None and found.result != play.result:
        raise CannotWrite("the cards come to another result by the rules that the format can state")
    order = acting_order(tuple(play.result), deal.button, deal.direction)
    last = play.line[-1].phase if play.line else "preflop"
    return WholeHand(
        deal=deal,
        play=play,
        game=game,
        replay=found,
        order=order,
        cards={seat: format_cards(deal.cards[seat]) for seat in order if deal.cards.get(seat)},
        board=deal.board if len(found.live) > 1 else board_at(deal.board, last),
        title=title,
        at=at,
    )
