"""Calls and cards as bridge players write them."""

from __future__ import annotations

from producer.games.bridge.seats import NAMES
from producer.games.cards import Cards, format_card
from producer.games.line import Move
from producer.messages import counted, message

SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def written(move: Move) -> str:
    """
    >>> written(Move("auction", 1, "bid", "1H")), written(Move("auction", 2, "bid", "3NT"))
    ('1♥', '3NT')
    >>> written(Move("lead", 2, "play", "Td")), written(Move("play", 1, "claim", 9))
    ('♦10', 'claims 9 tricks in all')
    """
    detail = str(move.detail)
    if move.action == "play":
        return written_card(detail)
    if move.action in ("bid", "contract"):
        sign = SUIT_SIGNS.get(detail[1].lower())
        return f"{detail[0]}{sign}{detail[2:]}" if sign else detail
    if move.action == "claim":
        return counted("claims {n} trick in all", "claims {n} tricks in all", int(detail))
    return message(move.action)


def written_card(card: str) -> str:
    """
    >>> written_card("Td")
    '♦10'
    """
    return f"{SUIT_SIGNS[card[1]]}{'10' if card[0] == 'T' else card[0]}"


def by_seat(move: Move) -> str:
    """
    >>> by_seat(Move("auction", 4, "double"))
    'West double'
    """
    return message("{seat} {call}", seat=NAMES[move.seat], call=written(move))


def written_hand(cards: Cards) -> str:
    """
    >>> from producer.games.cards import parse_cards
    >>> written_hand(parse_cards("KsTsJhAd"))
    '♠K10 ♥J ♦A ♣–'
    """
    held = [format_card(card) for card in sorted(cards, reverse=True)]
    suits = []
    for suit in "shdc":
        ranks = "".join("10" if card[0] == "T" else card[0] for card in held if card[1] == suit)
        suits.append(f"{SUIT_SIGNS[suit]}{ranks or '–'}")
    return " ".join(suits)
