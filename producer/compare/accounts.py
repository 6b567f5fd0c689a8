"""Hold'em plays carried out: what happened at a table, as the stories and components ask it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from producer.games.holdem import Replay, replay
from producer.games.line import Chips, Deal, Line, Play
from producer.games.ranks import rank

AGGRESSIVE = frozenset({"bet", "raise"})


@dataclass(frozen=True, slots=True)
class Account:
    """One play carried out. ``places``: of every hand shown down, 1 the best of all hands there
    are; empty where no showdown took place or cards are not known."""

    play: Play
    replay: Replay
    places: Mapping[int, int]

    @property
    def line(self) -> Line:
        return self.play.line

    @property
    def result(self) -> Mapping[int, Chips]:
        return self.play.result


def accounts(deal: Deal) -> dict[str, Account]:
    """By table, every play of the deal carried out."""
    return {play.table: _account(deal, play) for play in deal.plays}


def _account(deal: Deal, play: Play) -> Account:
    carried = replay(
        play.game, deal.button, deal.direction, play.stacks, deal.cards, deal.board, play.line
    )
    hands = {seat: deal.cards.get(seat, ()) for seat in carried.shown}
    known = len(deal.board) == 5 and all(len(hand) == 2 for hand in hands.values())
    places = {seat: rank(hand + deal.board) for seat, hand in hands.items()} if known else {}
    return Account(play, carried, places)


def won_showdown(account: Account, seat: int) -> bool:
    """Whether the seat showed the only best hand."""
    own = account.places.get(seat)
    return own is not None and all(
        own < place for other, place in account.places.items() if other != seat
    )


def lost_showdown(account: Account, seat: int) -> bool:
    """Whether the seat showed a hand that another one beat."""
    own = account.places.get(seat)
    return own is not None and min(account.places.values()) < own


def last_aggression(line: Line) -> int | None:
    """The place of the last bet or raise in the line."""
    return next(
        (place for place in reversed(range(len(line))) if line[place].action in AGGRESSIVE), None
    )


def called(line: Line, place: int) -> bool:
    """Whether somebody called after the bet or raise at ``place``, nobody having raised since."""
    for move in line[place + 1 :]:
        if move.action in AGGRESSIVE:
            return False
        if move.action == "call":
            return True
    return False


def pot_at_end(account: Account) -> int:
    """All chips that went in, less what nobody matched."""
    put = sorted(account.replay.committed.values(), reverse=True)
    return sum(put) - max(0, put[0] - put[1])


def all_in_seats(account: Account) -> frozenset[int]:
    """The seats that put in all they could, stack or cap, a blind or ante included."""
    game = account.play.game
    found = set()
    for seat, put in account.replay.committed.items():
        stack = account.play.stacks.get(seat)
        limits = [n for n in (game.stack if stack is None else stack, game.cap) if n is not None]
        if limits and put == min(limits):
            found.add(seat)
    return frozenset(found)
