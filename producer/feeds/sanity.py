"""What one event shows to be wrong by itself, before anything else is known (RULES P1, P3)."""

from __future__ import annotations

from collections.abc import Mapping

from producer.events import (
    DealCardsEvent,
    DealCorrectedEvent,
    Event,
    HandActionEvent,
    HandBoardEvent,
    HandCorrectedEvent,
    HandFinishedEvent,
    HandRecordedEvent,
    HandStartedEvent,
)
from producer.games.line import Chips
from producer.problems import Problem, problem

LARGEST_NUMBER = 2**53 - 1
"""Of deals, hands, sequence numbers and chips: what every JSON reader keeps exact."""


_SHOWS_CARDS = HandRecordedEvent | HandCorrectedEvent | DealCardsEvent | DealCorrectedEvent


def fault(event: Event) -> Problem | None:
    """The first fault that the event shows by itself, or None."""
    if isinstance(event, HandActionEvent):  # most events are these, and hold four numbers
        told = event.data
        if max(event.seq or 0, told.deal, told.hand, told.n, told.to or 0) <= LARGEST_NUMBER:
            return None
    return _numbers_fault(event) or _cards_fault(event) or _result_fault(event)


def repeated(cards: Mapping[int, str], board: str) -> str | None:
    """The first card that is in two places, over all seats and the board; None where none is."""
    text = "".join([*cards.values(), board])
    dealt = [text[place : place + 2] for place in range(0, len(text), 2)]
    if len(set(dealt)) == len(dealt):
        return None
    return next(card for place, card in enumerate(dealt) if card in dealt[:place])


def _cards_fault(event: Event) -> Problem | None:
    if isinstance(event, _SHOWS_CARDS):
        cards, board = event.data.cards, event.data.board or ""
        for seat, hole in cards.items():
            if len(hole) not in (0, 4):
                return problem(
                    "too-many-cards", f"data.cards.{seat}", seat=seat, cards=len(hole) // 2
                )
        if len(board) not in (0, 6, 8, 10):
            return problem("board-length", "data.board", cards=len(board) // 2)
    elif isinstance(event, HandBoardEvent):
        cards, board = {}, event.data.cards
    else:
        return None
    twice = repeated(cards, board)
    if twice:
        return problem("card-dealt-twice", card=twice)
    return None


def _result_fault(event: Event) -> Problem | None:
    if not isinstance(event, HandRecordedEvent | HandFinishedEvent | HandCorrectedEvent):
        return None
    result = event.data.result
    if result is None:
        return None
    if not result:
        return problem("no-result", "data.result")
    total: Chips = sum(result.values())
    if total:
        return problem("result-sum", "data.result", total=str(total))
    return None


def _numbers_fault(event: Event) -> Problem | None:
    numbers = [event.seq or 0, *[told for told in vars(event.data).values() if type(told) is int]]
    if isinstance(event, HandRecordedEvent | HandCorrectedEvent):
        numbers += [move.to or 0 for move in event.data.line or ()]
    if isinstance(event, HandStartedEvent | HandRecordedEvent | HandCorrectedEvent):
        numbers += [chips or 0 for chips in (event.data.stacks or {}).values()]
    if event.type == "session.opened":
        games = [vars(table.game) for table in event.data.tables.values()]
        numbers += [told for game in games for told in game.values() if type(told) is int]
    if isinstance(event, HandRecordedEvent | HandFinishedEvent | HandCorrectedEvent):
        numbers += [abs(chips.numerator) for chips in (event.data.result or {}).values()]
    if max(numbers) > LARGEST_NUMBER:
        return problem(
            "out-of-bounds",
            reason=f"a number larger than {LARGEST_NUMBER}",
            hint="Correct the number and send the event again",
        )
    if event.type == "gap.lost" and event.data.first > event.data.last:
        return problem("gap-backwards", "data.first", first=event.data.first, last=event.data.last)
    return None
