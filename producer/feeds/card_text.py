"""Cards as other programs write them: ``10h``, ``ah``, ``A♥``, ``ad 9s``."""

from __future__ import annotations

import re
from functools import lru_cache

_CARD = re.compile(r"(10|[2-9tjqkaTJQKA])([cdhsCDHS♣♦♥♠♧♢♡♤])\uFE0F?")
_SUITS = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs")


@lru_cache(maxsize=1 << 14)
def cards_in_text(text: str) -> str | None:
    """The cards in our own writing; ``None`` if anything else is there.

    >>> cards_in_text("ad 10S"), cards_in_text("A♥"), cards_in_text("??"), cards_in_text("")
    ('AdTs', 'Ah', None, '')
    """
    found, place = [], 0
    plain = re.sub(r"[\s,]+", "", text)
    while place < len(plain):
        card = _CARD.match(plain, place)
        if card is None:
            return None
        rank = "T" if card[1] == "10" else card[1].upper()
        found.append(rank + card[2].translate(_SUITS).lower())
        place = card.end()
    return "".join(found)
