"""The comparison works on lines and moves: a card game made up for this test, which no room of
the program knows, is compared by its own facts.

Bidding: two players hold one card each. In turn they bid stakes or pass; who is raised may double.
"""

import ast
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import pytest

import producer.compare
from producer.compare import compare
from producer.compare.comparison_json import comparison_json
from producer.compare.facts import Facts, ForkedTables, GameFacts, Unit
from producer.compare.model import AllCards, Comparison, MoveCost, Story
from producer.events import Player
from producer.games.cards import parse_cards
from producer.games.line import Deal, DealKey, Move, Play

MOST_STAKES = 12


@dataclass(frozen=True)
class Bidding:
    """The rules at one table."""

    stake: int
    name: str = "bidding"


def contrast(a: Move, b: Move) -> float:
    if a.action == b.action:
        return 0.0 if a.to == b.to else 0.2
    return 0.8 if "pass" in {a.action, b.action} else 0.5


def cap(play: Play) -> int:
    return MOST_STAKES * play.game.stake


def stake(play: Play) -> int:
    return play.game.stake


def tell(forked: ForkedTables) -> GameFacts:
    """A story where one table bid alone; drama where the cap was reached."""
    lone = [
        Story("lone bid", fork.seat, branch.tables, others, fork, {"bid": branch.move.to})
        for fork in forked.forks
        for branch in fork.branches
        if branch.move.action == "bid" and len(branch.tables) == 1
        if (others := tuple(table for table in fork.tables if table not in branch.tables))
    ]
    return GameFacts(
        stories=tuple(lone),
        sizes={
            play.table: tuple(
                None if move.to is None else move.to / cap(play) for move in play.line
            )
            for play in forked.deal.plays
        },
    )


GAMES = {
    "bidding": Facts(
        contrast, cap, stake, tell, Unit("st", "stake", "stakes", 2), replays=lambda _: {}
    )
}


def played(table: str, line: str, first: int, stake: int = 10) -> Play:
    moves = []
    for word in line.split():
        seat, action, *to = word.split("-")
        moves.append(Move("bidding", int(seat), action, int(to[0]) if to else None))
    players = {seat: Player(name=f"{table}-{seat}", team="AB"[seat - 1]) for seat in (1, 2)}
    return Play(table, 1, 1, Bidding(stake), {}, players, tuple(moves), {1: first, 2: -first})


def compared(plays: Sequence[Play], games: Mapping[str, Facts] = GAMES) -> Comparison:
    cards = {1: parse_cards("Kc"), 2: parse_cards("Jh")}
    deal = Deal(DealKey("s", "A", 1), 1, cards, (), tuple(plays), tuple(p.table for p in plays))
    return compare(deal, games=games)


def four() -> Comparison:
    """One table bids and wins 60; three pass, and end at -10, -10 and 20."""
    return compared(
        [
            played("1", "1-bid-30 2-double-60 1-pass", 60),
            played("2", "1-pass 2-bid-10 1-pass", -10),
            played("3", "1-pass 2-bid-10 1-pass", -10),
            played("4", "1-pass 2-bid-10 1-double-20 2-pass", 20),
        ]
    )


def test_forks_and_results() -> None:
    found = four()
    first, second = found.forks
    assert (first.history, first.seat, first.contrast, first.difference) == ((), 1, 0.8, 70)
    assert [branch.tables for branch in first.branches] == [("2", "3", "4"), ("1",)]
    assert (len(second.history), second.contrast, second.difference) == (2, 0.8, 30)
    # results 60 | -10, -10, 20: mean 15, total 45^2 + 25^2 + 25^2 + 5^2, within the passes 600
    total = 45**2 + 25**2 + 25**2 + 5**2
    assert first.explained == pytest.approx((total - 600) / total)
    assert found.swing == {1: 70, 2: 70}
    assert (found.unit, found.cap) == ("chips", 120)


def test_merit_with_the_games_own_facts() -> None:
    found = four()
    best = found.best
    assert best is not None
    # the pick at the first move: 60 beside the passes' median of -10
    assert (best.history, best.gap, best.tables) == ((), 70, ("2", "3", "4", "1"))
    values = {name: part.value for name, part in best.components.items()}
    apart = math.sqrt(70 / 240)
    assert values["gap"] == values["swing"] == pytest.approx(apart)
    assert (values["evenness"], values["story"]) == (pytest.approx(1 / 3), 0.5)
    assert best.components["drama"].reason == "not computed for this game"
    weighted = 0.53 * apart + 0.23 * 0.5 + 0.10 / 3 + 0.14 * 0.5
    assert found.merit == pytest.approx(weighted)
    assert [(story.name, story.tables, story.others) for story in best.stories] == [
        ("lone bid", ("1",), ("2", "3", "4"))
    ]


def test_pairing_works_for_any_game() -> None:
    """Of the passes 2 and 3 lie at the median of -10, -10, 20; 2 comes first."""
    assert four().pairing == ("2", "1")


@pytest.mark.parametrize(("shown", "beside"), [("4", "1"), ("1", "4")])
def test_a_story_of_one_table_beside_another_is_a_pick_whichever_branch_they_took(
    shown: str, beside: str
) -> None:
    """Table 4 is not typical of the passes: without a story nobody would show it."""

    def one_story(forked: ForkedTables) -> GameFacts:
        told = tell(forked)
        return replace(told, stories=(Story("late", 1, (shown,), (beside,), None, {}),))

    facts = replace(GAMES["bidding"], describe=one_story)
    found = compared(four().deal.plays, {"bidding": facts})
    at_forks = [{pick.pairing for pick in each.picks if pick.fork} for each in (found, four())]
    assert [("4", "1") in pairings for pairings in at_forks] == [True, False]


def test_holds_use_the_unit_of_the_game() -> None:
    found = compared([played("1", "1-bid-10 2-pass", 10), played("2", "1-pass 2-pass", 5)])
    assert found.holds == ("the tables shown finished 0.5 stakes apart, under 2",)
    wide = compared([played("1", "1-bid-10 2-pass", 10), played("2", "1-pass 2-pass", -10)])
    assert wide.holds == ()


def test_tables_at_different_stakes_are_compared_in_units_of_stakes() -> None:
    found = compared(
        [
            played("dear", "1-bid-300 2-pass", 300, stake=100),
            played("cheap", "1-bid-30 2-double-60 1-pass", -60),
        ]
    )
    assert (found.unit, found.same_rules, found.cap) == ("st", False, 12)
    assert found.swing == {1: 9, 2: 9}
    assert found.forks == (), "both bid three stakes, but a cheap bid is not a dear one"
    assert found.averages[1] == Fraction(-3, 2)


def test_parallel_spots_by_the_games_own_sizes() -> None:
    """Bids of 30 and 36 are .25 and .30 of the cap: nearly the same; 84 is not."""
    near, far = played("2", "1-bid-36 2-pass", 36), played("3", "1-bid-84 2-pass", 84)
    doubled = played("1", "1-bid-30 2-double-60 1-pass", -60)
    (spot,) = compared([doubled, near, far]).parallel
    assert {table for reached in spot.spots for table in reached.moves} == {"1", "2"}
    assert spot.distance == pytest.approx(0.05)
    assert spot.apart == (0, 0.25, 0.30)


def test_identical_play_has_merit_0_in_any_game() -> None:
    assert compared([played(table, "1-pass 2-pass", 0) for table in "123"]).merit == 0


def test_the_json_has_the_whole_comparison() -> None:
    answer = comparison_json(four(), "", lambda pick: {"tease": pick.id})
    assert answer["cards"] == {"1": "Kc", "2": "Jh"}
    assert answer["plays"]["4"]["line"][2] == {
        "street": "bidding",
        "seat": 1,
        "action": "double",
        "to": 20,
    }
    assert answer["stories"][0]["evidence"] == {"bid": 30}
    assert answer["all_cards"] is None


def test_the_json_says_what_was_counted_with_all_cards_in_view_or_what_is_missing() -> None:
    """As in docs/json.md: by seat, as moves, and for every move of a table."""
    bid = Move("bidding", 1, "bid", 30)
    counted = AllCards("", {1: 60, 2: -60}, (bid,), {"1": (MoveCost(Fraction(1, 2), None, 60),)})
    assert comparison_json(replace(four(), all_cards=counted), "", lambda _: {})["all_cards"] == {
        "best": {"1": 60, "2": -60},
        "ways": [{"street": "bidding", "seat": 1, "action": "bid", "to": 30}],
        "costs": {"1": [{"lost": "1/2", "tricks": None, "best": 60}]},
    }
    unknown = replace(four(), all_cards=AllCards("no cards are known"))
    assert comparison_json(unknown, "", lambda _: {})["all_cards"] == {
        "missing": "no cards are known"
    }


OF_POKER = {"holdem", "betting", "ranks", "showdown", "spots", "pots", "poker", "replayed_plays",
            "stories", "equity"}  # fmt: skip


@pytest.mark.parametrize(
    "module",
    [
        "results",
        "model",
        "forks",
        "facts",
        "components",
        "picks",
        "pick_id",
        "tables_shown",
        "ranking",
        "airable",
        "parallel",
        "comparison_json",
    ],
)
def test_the_core_of_the_comparison_imports_no_poker(module: str) -> None:
    source = (Path(producer.compare.__file__).parent / f"{module}.py").read_text(encoding="utf-8")
    named = {
        part
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module
        for part in [*node.module.split("."), *(alias.name for alias in node.names)]
    }
    assert named & OF_POKER == set()
    assert "producer" in named
