"""The games, by name. A new game is listed here."""

from __future__ import annotations

from producer.events import GameSettings
from producer.games.bridge.rules import BRIDGE
from producer.games.game import Game
from producer.games.holdem.rules import HOLDEM
from producer.games.ofc.rules import OPEN_FACE
from producer.games.results.rules import RESULTS_ALONE

GAMES: dict[str, Game] = {
    HOLDEM.name: HOLDEM,
    BRIDGE.name: BRIDGE,
    OPEN_FACE.name: OPEN_FACE,
    RESULTS_ALONE.name: RESULTS_ALONE,
}


def rules_of(settings: GameSettings) -> Game:
    """The rules of the game that a table was opened with."""
    return GAMES[settings.name]
