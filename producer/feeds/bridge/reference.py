"""The reference table that bots play where only one table has people (RULES B5), as events.

The bots have no team: they stand for each team's other pair, and are shown as what they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from producer.events import (
    HandRecorded,
    HandRecordedEvent,
    LineMove,
    Player,
    SessionOpened,
    SessionOpenedEvent,
    TableInfo,
    event_json,
)
from producer.feeds.received import Received
from producer.games.bridge.all_cards import hands_of
from producer.games.bridge.bot_play import bot_line
from producer.games.bridge.contracts import Contract
from producer.games.bridge.hand import BridgeHand
from producer.games.bridge.rules import result_of
from producer.games.bridge.seats import SEATS
from producer.games.game import Conditions
from producer.games.line import Deal

TABLE = "Bots"
SOURCE = "duplicast"
PLAYERS = {seat: Player(name="Bot") for seat in SEATS}


class NoReference(ValueError):
    """Bots cannot play a deal; the message says why."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A deal as the bots play it. ``tricks``: declarer's."""

    deal: Deal
    contract: Contract
    tricks: int
    hand: HandRecorded


def reference_of(deal: Deal) -> Reference:
    """Raises NoReference unless all four hands are known."""
    hands = hands_of(deal)
    if hands is None:
        raise NoReference(f"deal {deal.key}: not all four hands are known")
    line = bot_line({seat: frozenset(hands[seat - 1]) for seat in SEATS}, deal.button)
    game, number = deal.plays[0].game, deal.key.number
    conditions = Conditions(game, number, deal.button, "ascending", dict.fromkeys(SEATS))
    end = BridgeHand(conditions, deal.cards)
    for n, move in enumerate(line, 1):
        end.step(move, n)
    assert end.contract is not None, "the bots always bid"
    recorded = HandRecorded(
        deal=number,
        hand=number,
        button=deal.button,
        cards={seat: "".join(hands[seat - 1]) for seat in SEATS},
        players=PLAYERS,
        line=tuple(
            LineMove(
                street=move.phase, seat=move.seat, action=move.action, detail=_words(move.detail)
            )
            for move in line
        ),
        result=result_of(conditions, end),
    )
    return Reference(deal, end.contract, end.tricks, recorded)


def _words(detail: int | str | None) -> str | None:
    return detail if isinstance(detail, str) else None


def events(played: Iterable[Reference], kind: Literal["live", "archive"]) -> Iterator[Received]:
    """The opening of the bots' table and its boards. ``kind``: of the session."""
    for n, each in enumerate(played):
        session, group, number = each.deal.key
        place = f"reference/{session}/{group}"
        shared = {"session": session, "group": group, "source": SOURCE}
        if not n:
            tables = {TABLE: TableInfo(game=each.deal.plays[0].game, players=PLAYERS, by_bots=True)}
            data = SessionOpened(kind=kind, tables=tables)
            yield _received(SessionOpenedEvent(id=f"{place}/opened", data=data, **shared))
        event = HandRecordedEvent(id=f"{place}/{number}", table=TABLE, data=each.hand, **shared)
        yield _received(event)


def _received(event: SessionOpenedEvent | HandRecordedEvent) -> Received:
    return Received(event_json(event).encode(), event, "duplicast reference")
