"""The generator of planted sessions: legal lines, exact results, clear stories."""

import ast
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import planted
import pytest
from effort import counts
from planted_definitions import CLEAR, KINDS, NEAR, WRITTEN, found

from producer.games.holdem import finished, replay
from producer.games.line import Deal

SESSIONS = counts(3, planted.SESSIONS)
SMALL = 600
"""Six big blinds: what a decoy may at most make a seat win or lose between tables."""

# Stories of few tables, which are gone when those tables play like the others.
OF_FEW = (
    "big fold",
    "big call",
    "bluff shown down",
    "everybody called but one",
    "value missed",
    "slow-play",
    "trap",
    "the one who escaped",
)

session = lru_cache(maxsize=None)(planted.session)
every_session = pytest.mark.parametrize("number", range(SESSIONS))


def by_plant(number: int) -> list[tuple[planted.Plant, Deal]]:
    made = session(number)
    return [(plant, made.deals[plant.deal - 1]) for plant in made.plants]


def decoys(number: int) -> list[Deal]:
    made = session(number)
    taken = {plant.deal for plant in made.plants}
    return [deal for deal in made.deals if deal.key.number not in taken]


def test_the_generator_does_not_import_the_comparison() -> None:
    allowed = {"events", "games"}
    for path in Path(__file__).parent.glob("planted*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                if name.split(".")[0] in {"producer", "overlay"}:
                    assert name.split(".")[1] in allowed, f"{path.name} imports {name}"


def test_a_session_is_the_same_every_time() -> None:
    assert planted.session(1) == planted.session(1)
    assert planted.session(1) != planted.session(2)


def test_two_sessions_have_all_kinds_and_fifty_all_constructions() -> None:
    assert set(planted.MAKERS) == set(KINDS)
    for first in range(0, planted.SESSIONS, 2):
        two = [*planted.chosen(first), *planted.chosen(first + 1)]
        assert {story for story, _ in two} == set(KINDS)
    every = Counter(pick for n in range(planted.SESSIONS) for pick in planted.chosen(n))
    for story, makers in planted.MAKERS.items():
        assert all(every[story, maker] >= 5 for maker in range(len(makers))), story


@every_session
def test_a_session_has_75_deals_of_six_tables_and_ten_plants(number: int) -> None:
    made = session(number)
    assert [deal.key.number for deal in made.deals] == list(range(1, 76))
    assert len({plant.deal for plant in made.plants}) == len(made.plants) == 10
    assert len(decoys(number)) == 65
    for deal in made.deals:
        assert [play.table for play in deal.plays] == list(deal.tables)
        assert len(deal.tables) == 6
        cards = [card for hole in deal.cards.values() for card in hole] + list(deal.board)
        assert len(set(cards)) == len(cards) == 17


@every_session
def test_every_line_is_legal_and_every_result_exact(number: int) -> None:
    for deal in session(number).deals:
        for play in deal.plays:
            told = finished(
                replay(
                    play.game,
                    deal.button,
                    deal.direction,
                    play.stacks,
                    deal.cards,
                    deal.board,
                    play.line,
                )
            )
            assert told.result == play.result, (deal.key, play.table)
            assert sum(play.result.values()) == 0


@every_session
def test_every_plant_meets_its_definition_with_a_margin_of_a_fifth(number: int) -> None:
    for plant, deal in by_plant(number):
        stories = [
            story
            for story in found(deal, CLEAR)
            if (story.name, story.seat) == (plant.story, plant.seat)
        ]
        assert stories, plant
        assert set(plant.tables) <= {table for story in stories for table in story.tables}, plant


@every_session
def test_a_plant_is_gone_when_its_tables_play_like_the_others(number: int) -> None:
    for plant, deal in by_plant(number):
        if plant.story not in OF_FEW:
            continue
        rest = [play for play in deal.plays if play.table not in plant.tables]
        (usual, _), *_ = Counter(play.line for play in rest).most_common()
        model = next(play for play in rest if play.line == usual)
        without = tuple(
            replace(play, line=model.line, result=model.result)
            if play.table in plant.tables
            else play
            for play in deal.plays
        )
        for story in found(replace(deal, plays=without), WRITTEN):
            if (story.name, story.seat) == (plant.story, plant.seat):
                assert not set(story.tables) & set(plant.tables), plant


@every_session
def test_decoys_move_few_chips_and_are_far_from_any_story(number: int) -> None:
    for deal in decoys(number):
        for seat in deal.cards:
            results = [play.result[seat] for play in deal.plays]
            assert max(results) - min(results) < SMALL, (deal.key, seat)
        assert found(deal, NEAR) == [], deal.key


def test_decoys_differ_in_about_half_of_the_deals() -> None:
    alike = [
        len({play.line for play in deal.plays}) == 1 for n in range(SESSIONS) for deal in decoys(n)
    ]
    assert 0.4 < sum(alike) / len(alike) < 0.75


def test_heroes_sit_everywhere_and_lines_end_on_every_street() -> None:
    heroes = {plant.seat for n in range(SESSIONS) for plant in session(n).plants}
    assert heroes == {1, 2, 3, 4, 5, 6}
    last = {
        play.line[-1].street
        for n in range(SESSIONS)
        for _, deal in by_plant(n)
        for play in deal.plays
    }
    assert last == {"preflop", "flop", "turn", "river"}
