"""Checks of a single event that need no other event and no game (RULES P1, P3)."""

from __future__ import annotations

from collections.abc import Mapping

from producer.events import (
    DealCardsEvent,
    DealCorrectedEvent,
    Event,
    HandBoardEvent,
    HandCorrectedEvent,
    HandFinishedEvent,
    HandRecordedEvent,
    RecordingAddedEvent,
)
from producer.games.line import Chips
from producer.problems import Problem, problem

_SHOWS_CARDS = HandRecordedEvent | HandCorrectedEvent | DealCardsEvent | DealCorrectedEvent
_HAS_RESULT = HandRecordedEvent | HandFinishedEvent | HandCorrectedEvent


def check_event(event: Event) -> Problem | None:
    """The first problem of the event taken alone, or None."""
    return (
        _check_gap(event)
        or _check_cards(event)
        or _check_result(event)
        or (_check_recording(event) if isinstance(event, RecordingAddedEvent) else None)
    )


def repeated_card(cards: Mapping[int, str], board: str) -> str | None:
    """The first card dealt twice over all seats and the board, or None."""
    text = "".join([*cards.values(), board])
    dealt = [text[place : place + 2] for place in range(0, len(text), 2)]
    if len(set(dealt)) == len(dealt):
        return None
    return next(card for place, card in enumerate(dealt) if card in dealt[:place])


def _check_cards(event: Event) -> Problem | None:
    if isinstance(event, _SHOWS_CARDS):
        cards, board = event.data.cards, event.data.board or ""
    elif isinstance(event, HandBoardEvent):
        cards, board = {}, event.data.cards
    else:
        return None
    twice = repeated_card(cards, board)
    if twice:
        return problem("card-dealt-twice", card=twice)
    return None


def _check_result(event: Event) -> Problem | None:
    if not isinstance(event, _HAS_RESULT):
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


def _check_gap(event: Event) -> Problem | None:
    if event.type == "gap.lost" and event.data.first > event.data.last:
        return problem("gap-backwards", "data.first", first=event.data.first, last=event.data.last)
    return None


def _check_recording(event: RecordingAddedEvent) -> Problem | None:
    data = event.data
    if data.start is not None and data.timecode is not None:
        return problem("two-starts", "data.timecode")
    if data.timecode is not None and data.midnight is None:
        return problem("timecode-without-day", "data.midnight", timecode=data.timecode)
    for number, file in enumerate(data.files):
        if file in data.files[:number]:
            return problem("file-twice", f"data.files.{number}", file=file)
    for number, point in enumerate(data.points):
        if point.file not in data.files:
            return problem("point-of-another-file", f"data.points.{number}.file", file=point.file)
    return None
