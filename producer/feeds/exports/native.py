"""Hands as events, one JSON object a line (docs/feed.md): of every game, nothing is left out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from producer.corrections import HandRuled, HandRuledEvent
from producer.events import (
    DealCards,
    DealCardsEvent,
    Event,
    HandRecorded,
    HandRecordedEvent,
    LineMove,
    SessionOpened,
    SessionOpenedEvent,
    event_json,
)
from producer.games.cards import format_cards
from producer.games.line import Deal, Move, Play
from producer.games.registry import rules_of

SOURCE = "export"


def event_line(event: Event) -> str:
    return event_json(event) + "\n"


def opening(session: str, group: str, data: SessionOpened) -> Event:
    return SessionOpenedEvent(
        id="export/opened", session=session, group=group, source=SOURCE, data=data
    )


def deck(deal: Deal) -> Event | None:
    """The cards of the deal; ``None`` of one without known cards."""
    if not deal.cards and not deal.board:
        return None
    key = deal.key
    return DealCardsEvent(
        id=f"export/{key.number}/cards",
        session=key.session,
        group=key.group,
        source=SOURCE,
        data=DealCards(
            deal=key.number,
            button=deal.button,
            cards={seat: format_cards(cards) for seat, cards in deal.cards.items()},
            board=format_cards(deal.board),
        ),
    )


def hand(deal: Deal, play: Play, at: datetime | None = None) -> Iterator[Event]:
    """The rulings on a hand, then the hand. ``at``: its start, ``None`` if that is not known."""
    key = deal.key
    seen = rules_of(play.game).replay(deal, play).board_after(None)
    for action in play.ruled:
        yield HandRuledEvent(
            id=f"export/{key.number}/{play.hand}/ruled/{action}",
            session=key.session,
            group=key.group,
            table=play.table,
            source=SOURCE,
            data=HandRuled(
                deal=key.number, hand=play.hand, action=action, reason="a ruling of the floor"
            ),
        )
    yield HandRecordedEvent(
        id=f"export/{key.number}/{play.hand}",
        session=key.session,
        group=key.group,
        table=play.table,
        source=SOURCE,
        at=at,
        data=HandRecorded(
            deal=key.number,
            hand=play.hand,
            button=deal.button,
            cards={seat: format_cards(cards) for seat, cards in deal.cards.items()},
            board=format_cards(seen),
            stacks=play.stacks,
            players=play.players,
            line=tuple(map(_move, play.line)),
            result=play.result,
        ),
    )


def _move(move: Move) -> LineMove:
    words = move.detail if isinstance(move.detail, str) else None
    return LineMove.model_validate(
        {"street": move.phase, "seat": move.seat, "action": move.action, "to": move.to,
         "detail": words}
    )  # fmt: skip
