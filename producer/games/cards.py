"""Cards as small integers: ``4 * rank + suit``, ranks 2..A as 0..12, suits c d h s as 0..3.

The numbering is phevaluator's, so that evaluation needs no translation.
"""

from __future__ import annotations

from functools import lru_cache

from producer.messages import message

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK: tuple[int, ...] = tuple(range(52))

Cards = tuple[int, ...]

CARD_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""By number: ``2c`` first, ``As`` last."""
_NUMBERS = {name: card for card, name in enumerate(CARD_NAMES)}


@lru_cache(maxsize=65536)
def parse_cards(text: str) -> Cards:
    """The cards of a text such as ``"KcKs"``; none for ``""``.

    Raises ValueError naming the first two characters that are not a card, or a repeated card.

    >>> parse_cards("2cAs")
    (0, 51)
    """
    cards: dict[int, None] = {}
    for name in cards_in(text):
        card = _NUMBERS.get(name)
        if card is None:
            raise ValueError(
                message("not a card: {name} in {text}", name=repr(name), text=repr(text))
            )
        if card in cards:
            raise ValueError(message("card {name} twice in {text}", name=name, text=repr(text)))
        cards[card] = None
    return tuple(cards)


def format_card(card: int) -> str:
    """
    >>> format_card(51)
    'As'
    """
    return CARD_NAMES[card]


def format_cards(cards: Cards) -> str:
    """
    >>> format_cards((0, 51))
    '2cAs'
    """
    return "".join(format_card(card) for card in cards)


def cards_in(text: str) -> tuple[str, ...]:
    """The cards of a text, unread.

    >>> cards_in("KcKs")
    ('Kc', 'Ks')
    """
    return tuple([text[place : place + 2] for place in range(0, len(text), 2)])


@lru_cache(maxsize=4096)
def hand_identity(text: str) -> str:
    """The same text for the same hand, whatever the order of its cards.

    >>> hand_identity("KsKc") == hand_identity("KcKs")
    True
    """
    return "".join(sorted(cards_in(text)))
