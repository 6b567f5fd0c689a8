"""A few words by which people call a pick: on lists and as the name of its clip."""

from __future__ import annotations

from producer.compare.model import Comparison, Pick
from producer.wording.games.hands import hand_phrase
from producer.wording.language import language as speak
from producer.wording.narration import Narration
from producer.wording.phrases import Phrase, plain
from producer.wording.situation import on_street
from producer.wording.tellers import teller_of


def pick_title(comparison: Comparison, pick: Pick, language: str = "en") -> str:
    """``Kings before the flop``: whose decision it is, and nothing of what came of it. Raises
    UnknownLanguage."""
    said = str(teller_of(comparison).title(Narration(speak(language), comparison), pick))
    return said[:1].upper() + said[1:]


def holdem_title(narration: Narration, pick: Pick) -> Phrase:
    """The hand, or the position where the hand is unknown, and the street."""
    known = len(pick.cards) == 2
    who = hand_phrase(narration.language, pick.cards) if known else narration.position(pick.seat)
    return plain(f"{who} {on_street(narration.language, pick.street)}")
