"""Calls, contracts and cards as the graphics write them."""

from __future__ import annotations

from overlay.contexts import SuitText
from producer.games.cards import RANKS, Cards
from producer.games.line import Move
from producer.wording.language import Language


def action_word(action: str, say: Language) -> str:
    return {
        "pass": say.gettext("PASS"),
        "double": say.gettext("DOUBLE"),
        "redouble": say.gettext("REDOUBLE"),
        "bid": say.gettext("BID"),
        "contract": say.gettext("CONTRACT"),
        "play": say.gettext("PLAYS"),
        "claim": say.gettext("CLAIMS"),
    }[action]


def bid_text(text: str, say: Language) -> SuitText:
    """A bid or contract with its suit to be drawn: ``4SX``, ``3NT``; no-trump in the language's
    letters."""
    bare = text.rstrip("X")
    doubled = text[len(bare) :]
    if bare.endswith("NT"):
        return SuitText(bare[:-2] + say.pgettext("strain", "NT") + doubled)
    return SuitText(bare[:-1], bare[-1].lower(), doubled)


def card_text(card: str) -> SuitText:
    return SuitText("10" if card[0] == "T" else card[0], card[1])


def call_text(move: Move, say: Language) -> SuitText:
    if move.action == "bid":
        return bid_text(str(move.detail), say)
    if move.action == "pass":
        return SuitText(say.pgettext("auction", "Pass"), quiet=True)
    return SuitText("XX" if move.action == "redouble" else "X")


def hand_ranks(cards: Cards) -> tuple[str, str, str, str]:
    """Spades, hearts, diamonds and clubs, highest first, a ten as 10."""
    suits = []
    for suit in (3, 2, 1, 0):
        held = sorted((card // 4 for card in cards if card % 4 == suit), reverse=True)
        suits.append(" ".join("10" if RANKS[rank] == "T" else RANKS[rank] for rank in held))
    return suits[0], suits[1], suits[2], suits[3]
