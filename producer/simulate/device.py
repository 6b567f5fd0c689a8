"""What a table's scoring device enters for a hand, in order (RULES P9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from producer.events import HandAction, HandBoard, HandFinished, HandStarted
from producer.games.cards import format_cards
from producer.games.holdem import BOARD_CARDS, Replay
from producer.simulate.deck import ShuffledDeck
from producer.simulate.simulated_clock import SimulatedClock

Entry = HandStarted | HandAction | HandBoard | HandFinished


def hand_entries(
    deal: int,
    hand: int,
    deck: ShuffledDeck,
    stacks: Mapping[int, int],
    played: Replay,
    clock: SimulatedClock,
) -> Iterator[tuple[datetime, Entry]]:
    """The entries of a played hand, each with the time it happened: start, actions and board
    cards in order, finish. ``hand`` is the device's running number."""
    started = HandStarted(deal=deal, hand=hand, button=deck.button, stacks=dict(stacks))
    yield clock.after(25, 50), started
    opened = 0
    for n, move in enumerate(played.line, start=1):
        if BOARD_CARDS[move.street] > opened:
            yield clock.after(3, 6), _board(deal, hand, deck, opened)
            opened = BOARD_CARDS[move.street]
        action = HandAction(
            deal=deal, hand=hand, n=n, seat=move.seat, action=move.action, to=move.to
        )
        yield clock.decided(move.street, move.action), action
    while played.shown and opened < 5:
        yield clock.after(6, 12), _board(deal, hand, deck, opened)
        opened += 3 if opened == 0 else 1
    result = played.result
    if result is None:
        raise AssertionError("a hand with all cards known has a result")
    yield clock.after(4, 12), HandFinished(deal=deal, hand=hand, result=dict(result))


def _board(deal: int, hand: int, deck: ShuffledDeck, opened: int) -> HandBoard:
    cards = deck.board[opened : 3 if opened == 0 else opened + 1]
    return HandBoard(deal=deal, hand=hand, cards=format_cards(cards))
