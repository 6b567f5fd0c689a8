"""Open-face Chinese compared: placements, the most to lose, royalties, fouls."""

from dataclasses import replace

import pytest
from open_face_fair import apart, deal_of, played

from producer.compare import compare
from producer.compare.model import Comparison
from producer.compare.open_face import A_PAIR, cap, contrast
from producer.games.cards import format_cards
from producer.games.line import Move


def fair(*tables: str) -> Comparison:
    return compare(deal_of(*map(played, tables)))


def test_fouls_are_told_beside_the_legal_hands_of_the_same_cards() -> None:
    found = fair("1", "2", "3", "4")
    told = {(story.name, story.seat, story.tables, story.others) for story in found.stories}
    assert told == {
        ("foul slipped", 1, ("3",), ("1", "2")),
        ("foul risked", 1, ("4",), ("1", "2")),
    }
    assert {story.evidence["tables"] for story in found.stories} == {1}
    assert fair("3", "4").stories == (), "no legal hand to show beside them"
    assert fair("1", "2").stories == ()


def test_of_several_tables_that_fouled_alike_the_one_that_lost_most_is_named() -> None:
    three = replace(played("3"), table="5", result={1: -7, 2: 7})
    (slip,) = compare(deal_of(played("1"), played("3"), three)).stories
    assert (slip.tables, slip.evidence) == (("5",), {"tables": 2})


def test_a_foul_without_a_fork_is_shown_where_its_placements_first_differ() -> None:
    """Seat 2's fifth and sixth cards lie alike; of the last one nobody has a choice."""
    (pick,) = (pick for pick in compare(apart()).picks if pick.seat == 2)
    assert (pick.street, format_cards(pick.cards)) == ("seventh", "6h")
    assert pick.at == {"1": 5, "3": 5}, "after five moves of two seats"
    assert [story.tables for story in pick.stories] == [("3",)]


def test_the_drama_is_a_foul_at_one_table_and_royalties() -> None:
    """Three nines in the middle are 2 points; aces over nines, fouled, none."""
    drama = {
        pair: fair(*pair).picks[0].components["drama"]
        for pair in (("1", "3"), ("1", "2"), ("2", "3"), ("3", "4"))
    }
    assert [(part.value, part.reason) for part in drama.values()] == [
        (1, "a foul at one table, royalties"),
        (0.5, "no foul, royalties"),
        (0.5, "a foul at one table, no royalties"),
        (0, "fouls at both tables, no royalties"),
    ]


def test_fewer_cards_to_come_are_more_direct() -> None:
    picks = {pick.street: pick.components["directness"] for pick in fair("1", "2", "3").picks}
    assert picks["five"].reason == "8 more cards of this seat"
    assert picks["five"].value == pytest.approx(1 / 9)
    assert picks["sixth"].reason == "7 more cards of this seat"


def test_the_most_to_lose_is_the_smallest_stack_or_a_scoop_an_opponent() -> None:
    assert cap(played("1", {1: 90, 2: 40})) == 40
    assert cap(played("1", {1: 90, 2: None})) == 90
    assert cap(played("1")) == A_PAIR
    four = replace(played("1"), stacks=dict.fromkeys(range(1, 5)))
    assert cap(four) == 3 * A_PAIR


def test_the_more_cards_lie_in_other_rows_the_greater_the_contrast() -> None:
    def placed(detail: str) -> Move:
        return Move("five", 1, "place", detail)

    base = placed("back AhAd, middle 9d9c, front Qs")
    assert contrast(base, base) == 0
    one = contrast(base, placed("back AhAdQs, middle 9d9c"))
    four = contrast(base, placed("back 9d9c, middle AhAd, front Qs"))
    assert 0.25 < one < four <= 1
    assert contrast(base, placed("middle 9d9c, back AdAh, front Qs")) == 0.25
    assert contrast(base, Move("five", 1, "fantasy", None)) == 1
