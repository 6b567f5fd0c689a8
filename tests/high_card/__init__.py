"""High card, a game made up for tests: one package, registered, that no room of the program names.

Every seat has one card. In turn, from the seat after the dealer, each stays, swaps its card for the
next of the deck, or raises the stake. The highest card wins the stake of every other seat.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from high_card.facts import FACTS
from high_card.rules import HIGH_CARD, HighCardGame
from high_card.words import DRAWING, TELLER
from producer.compare import GAMES as COMPARED
from producer.events import register_game, unregister_game
from producer.games.registry import GAMES
from producer.stages.drawings import DRAWINGS
from producer.wording import TELLERS

NAME = HIGH_CARD.name


@contextmanager
def registered() -> Iterator[None]:
    """While it lasts, the program plays, compares, tells and draws the game."""
    register_game(HighCardGame, HIGH_CARD.phases, HIGH_CARD.actions)
    GAMES[NAME], COMPARED[NAME] = HIGH_CARD, FACTS
    TELLERS[NAME], DRAWINGS[NAME] = TELLER, DRAWING
    try:
        yield
    finally:
        unregister_game(NAME)
        del GAMES[NAME], COMPARED[NAME], TELLERS[NAME], DRAWINGS[NAME]
