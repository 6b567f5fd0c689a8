"""Many deals compared by several processes are what one process makes of them."""

from random import Random

import pytest

from producer.compare import compare, many
from producer.events import Player
from producer.games.line import Deal, DealKey, Play
from producer.simulate import STYLES
from producer.simulate.deck import prepare
from producer.simulate.hand import play_hand
from producer.simulate.session import DIRECTION, GAME, STACK


def simulated(number: int, tables: int = 3) -> Deal:
    lots = Random(number)
    deck = prepare(1, number, tables, DIRECTION)
    stacks = dict.fromkeys(deck.cards, STACK)
    players = {seat: Player(name=str(seat)) for seat in deck.cards}
    plays = []
    for table in map(str, range(1, tables + 1)):
        styles = {seat: lots.choice(list(STYLES.values())) for seat in deck.cards}
        done = play_hand(GAME, deck, DIRECTION, stacks, styles, lots)
        assert done.result is not None
        plays.append(Play(table, number, 1, GAME, stacks, players, done.line, done.result))
    key = DealKey("s", "A", number)
    names = tuple(play.table for play in plays)
    return Deal(key, deck.button, deck.cards, deck.board, tuple(plays), names, DIRECTION)


def test_several_processes_compare_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = [simulated(number) for number in range(1, many.PORTION + 3)]
    monkeypatch.setattr(many, "WORTH_IT", 2)
    assert many.compare_many(deals) == [compare(deal) for deal in deals]
