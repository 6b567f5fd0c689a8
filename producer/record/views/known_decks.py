"""The cards of a group's deals as far as the record has them, by which hands find their deals."""

from __future__ import annotations

from sqlalchemy import Connection

from producer.events import DealCardsEvent, parse_event
from producer.feeds.mapping.mapped import KnownDeck
from producer.games.cards import format_cards
from producer.record.views.deals import read_deals
from producer.record.views.log_entries import LogFilter, read_entries


def read_known_decks(connection: Connection, session: str, group: str) -> dict[int, KnownDeck]:
    """By the deal's number: the cards that tables have shown, else the office's."""
    decks: dict[int, KnownDeck] = {}
    shown = LogFilter(session=session, group=group, type="deal.cards")
    for entry in read_entries(connection, shown):
        event = parse_event(entry.event)
        if isinstance(event, DealCardsEvent):
            data = event.data
            decks[data.deal] = KnownDeck(data.cards, data.board, data.button)
    for deal in read_deals(connection, [(session, group)]):
        cards = {seat: format_cards(hole) for seat, hole in deal.cards.items()}
        decks[deal.key.number] = KnownDeck(cards, format_cards(deal.board), deal.button)
    return decks
