"""Comparing in several processes gives the same result as in one."""

import os
import sys
from dataclasses import replace
from random import Random

import pytest

from producer.compare import GAMES, compare, compare_many
from producer.compare.model import Comparison
from producer.events import Player
from producer.games import registry
from producer.games.line import Deal, DealKey, Play
from producer.simulate import STYLES
from producer.simulate.deck import prepare
from producer.simulate.hand import play_hand
from producer.simulate.table_hands import DIRECTION, GAME, STACK


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


def test_several_processes_give_the_same_result_as_one() -> None:
    deals = [simulated(number) for number in range(1, compare_many.PORTION + 3)]
    assert compare_many.compare_many(deals, worth_it=2) == [compare(deal) for deal in deals]


def with_priority(deal: Deal, nearly: float) -> Comparison:
    """A comparison that carries the priority of its process."""
    return replace(compare(deal, nearly=nearly), unit=str(os.nice(0)))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no nice")
def test_comparing_processes_have_the_lowest_priority(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Comparisons for the desk must not delay the feed."""
    monkeypatch.setattr(compare_many, "_without_plays", with_priority)
    found = compare_many.compare_many([simulated(1), simulated(2)], worth_it=2)
    assert [each.unit for each in found] == ["19", "19"]


def with_games(deal: Deal, nearly: float) -> Comparison:
    """A comparison that carries the games that its process knows."""
    known = sorted(set(registry.GAMES) & set(GAMES))
    return replace(compare(deal, nearly=nearly), unit=" ".join(known))


def test_comparing_processes_know_the_games_registered_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = next(iter(GAMES))
    monkeypatch.setitem(registry.GAMES, "zz-another", registry.GAMES[name])
    monkeypatch.setitem(GAMES, "zz-another", GAMES[name])
    monkeypatch.setattr(compare_many, "_without_plays", with_games)
    found = compare_many.compare_many([simulated(1), simulated(2)], worth_it=2)
    assert [each.unit.split()[-1] for each in found] == ["zz-another"] * 2
