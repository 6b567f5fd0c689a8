"""The cards of a deal as more tables show them: they must be one deck (RULES P1). Pure."""

from __future__ import annotations

from producer.events import DealCards
from producer.feeds.sanity import Fault, repeated

_DECK = (
    "Check which deck lies at this table, or whether the deal's number is right, and send the "
    "hand again; if the cards known so far are wrong, they are to be corrected first"
)
_TWICE = "Send the deck as it was dealt, with deal.cards"


def widen(before: DealCards | None, told: DealCards) -> DealCards | Fault:
    """All that is known of the deal with ``told``; a Fault where it is another deck or button."""
    if before is None:
        return _first(told)
    if _nothing_new(before, told):
        return before
    found = _contradiction(before, told)
    if found:
        return found
    cards = {**_in_order(told), **before.cards}
    board = before.board + told.board[len(before.board) :]
    if board == before.board and len(cards) == len(before.cards):
        return before
    twice = repeated(cards, board)
    if twice:
        return Fault(f"wrong deck: card {twice} is elsewhere in the deal as known so far", _DECK)
    return before.model_copy(update={"cards": dict(sorted(cards.items())), "board": board})


def _first(told: DealCards) -> DealCards | Fault:
    """A board told street by street may show in one place what lies in another."""
    cards = _in_order(told)
    twice = repeated(cards, told.board)
    if twice:
        return Fault(f"card {twice} is dealt twice", _TWICE)
    return told.model_copy(update={"cards": cards})


def _nothing_new(before: DealCards, told: DealCards) -> bool:
    return (
        told.button == before.button
        and told.cards == before.cards
        and before.board.startswith(told.board)
    )


def _contradiction(before: DealCards, told: DealCards) -> Fault | None:
    if told.button != before.button:
        return Fault(
            f"wrong button: seat {told.button}, the deal is known with the button at seat "
            f"{before.button}",
            "Correct the button, or the deal's number, and send the hand again",
        )
    for seat, hole in told.cards.items():
        known = before.cards.get(seat, "")
        if known and hole and _pair(known) != _pair(hole):
            return Fault(f"wrong deck: seat {seat} holds {hole}, the deal is {known}", _DECK)
    if not _same_runout(before.board, told.board):
        return Fault(f"wrong deck: board {told.board}, the deal has {before.board}", _DECK)
    return None


def _in_order(told: DealCards) -> dict[int, str]:
    return {seat: hole for seat, hole in sorted(told.cards.items()) if hole}


def _pair(hole: str) -> frozenset[str]:
    return frozenset((hole[:2], hole[2:]))


def _same_runout(a: str, b: str) -> bool:
    """Equal as far as both are known; the flop's three cards in any order."""
    if not a or not b:
        return True
    flops = [frozenset((board[:2], board[2:4], board[4:6])) for board in (a, b)]
    shared = min(len(a), len(b))
    return flops[0] == flops[1] and a[6:shared] == b[6:shared]
