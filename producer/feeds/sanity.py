"""What one event shows to be wrong by itself, before anything else is known (RULES P1, P3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from producer.events import (
    DealCardsEvent,
    DealCorrectedEvent,
    Event,
    HandBoardEvent,
    HandCorrectedEvent,
    HandFinishedEvent,
    HandRecordedEvent,
)
from producer.games.line import Chips


@dataclass(frozen=True, slots=True)
class Fault:
    """Why something cannot be used, and what would put it right; ``action``: of a line, from 1."""

    reason: str
    mend: str
    action: int | None = None


def fault(event: Event) -> Fault | None:
    """The first fault that the event shows by itself, or None."""
    return _gap_fault(event) or _cards_fault(event) or _result_fault(event)


def repeated(cards: Mapping[int, str], board: str) -> str | None:
    """The first card that is in two places, over all seats and the board; None where none is."""
    text = "".join([*cards.values(), board])
    dealt = [text[place : place + 2] for place in range(0, len(text), 2)]
    if len(set(dealt)) == len(dealt):
        return None
    return next(card for place, card in enumerate(dealt) if card in dealt[:place])


def _cards_fault(event: Event) -> Fault | None:
    if isinstance(event, HandRecordedEvent | DealCardsEvent | DealCorrectedEvent):
        cards, board = event.data.cards, event.data.board or ""
        for seat, hole in cards.items():
            if len(hole) not in (0, 4):
                return Fault(
                    f"seat {seat} holds {len(hole) // 2} cards, a hold'em hand has two",
                    "Correct the cards and send the event again",
                )
        if len(board) not in (0, 6, 8, 10):
            return Fault(
                f"a board of {len(board) // 2} cards",
                "A board has 0, 3, 4 or 5 cards; correct it and send the event again",
            )
    elif isinstance(event, HandBoardEvent):
        cards, board = {}, event.data.cards
    else:
        return None
    twice = repeated(cards, board)
    if twice:
        return Fault(
            f"card {twice} is dealt twice",
            "Correct the cards of the deal, from the deck's record if there is one",
        )
    return None


def _result_fault(event: Event) -> Fault | None:
    if not isinstance(event, HandRecordedEvent | HandFinishedEvent | HandCorrectedEvent):
        return None
    result = event.data.result
    if result is None:
        return None
    if not result:
        return Fault("the result names no seat", "Give the chips won or lost by every seat")
    total: Chips = sum(result.values())
    if total:
        return Fault(
            f"the results add up to {total}, not to 0",
            "Correct the result: what one seat wins, others lose",
        )
    return None


def _gap_fault(event: Event) -> Fault | None:
    if event.type == "gap.lost" and event.data.first > event.data.last:
        return Fault(
            f"the gap begins at {event.data.first}, after its end {event.data.last}",
            "Correct the numbers and send the event again",
        )
    return None
