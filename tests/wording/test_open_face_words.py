"""Sentences about open-face Chinese, on a deal scored by hand (open_face_fair.py)."""

from dataclasses import replace
from fractions import Fraction

import pytest
from open_face_fair import apart, deal_of, played

from producer.compare import compare
from producer.compare.model import Comparison, Pick
from producer.wording import headline, moment_line, talking_points, three_lines
from producer.wording.language import LANGUAGES


def fair(*tables: str) -> Comparison:
    return compare(deal_of(*map(played, tables)))


@pytest.fixture(scope="module")
def four() -> Comparison:
    return fair("1", "2", "3", "4")


def pick_on(comparison: Comparison, street: str) -> Pick:
    return next(pick for pick in comparison.picks if pick.street == street)


def texts(comparison: Comparison, about: str) -> list[str]:
    return [each.text for each in talking_points(comparison) if each.about == about]


def test_a_tease_names_the_card_or_the_five_and_no_choice(four: Comparison) -> None:
    lines = {street: three_lines(four, pick_on(four, street)) for street in ("five", "sixth")}
    assert str(lines["five"].tease) == "Four tables, the same five cards: where do they go?"
    assert str(lines["sixth"].tease) == "Four tables, the nine of hearts: back, middle or front?"


def test_a_split_names_the_row_or_the_rows(four: Comparison) -> None:
    five, sixth = (three_lines(four, pick_on(four, street)) for street in ("five", "sixth"))
    assert str(five.split) == (
        "Ada 3 sets 2-2-1 from the back, Ada 1 sets 2-2-1 from the back, with different cards"
    )
    assert set(str(sixth.split).split(", ")) == {
        "Ada 1 plays it in the middle", "Ada 2 plays it in front",
    }  # fmt: skip
    same = replace(pick_on(four, "sixth"), branches=())
    assert str(three_lines(four, same).split) == "The same cards, set in different rows"


def test_a_headline_has_the_winner_first_and_says_who_fouled(four: Comparison) -> None:
    five = pick_on(four, "five")
    assert str(three_lines(four, five).headline) == (
        "Same cards: Ada 1 wins 8 points, Ada 3 fouls and loses 6 points"
    )
    level, beaten = replace(played("1"), result={1: 0, 2: 0}), played("2")
    beaten = replace(beaten, result={1: -1, 2: 1})
    assert headline(compare(deal_of(level, beaten))) == (
        "Same cards: Ada 1 breaks even, Ada 2 loses 1 point"
    )


def test_choices_are_counted_by_row_and_five_cards_by_ways() -> None:
    assert texts(fair("1", "2"), "choices")[0] == (
        "The nine of hearts: one in front and one in the middle."
    )
    assert texts(fair("1", "3"), "choices")[0] == "Five cards to set: two ways."
    twice = replace(played("1"), table="5")
    three = compare(deal_of(played("1"), played("2"), twice))
    assert texts(three, "choices")[0] == "The nine of hearts: two in the middle and one in front."


def test_choices_after_different_moves_are_counted_as_well() -> None:
    """Never 'no choice to compare': the same card lies in two rows."""
    found = compare(apart())
    only = replace(found, picks=tuple(pick for pick in found.picks if pick.seat == 2))
    assert [moment_line(only, one) for one in LANGUAGES] == [
        "The six of hearts: one in the middle and one in the back",
        "El seis de corazones: una en el medio y una atrás",
        "Το εξάρι κούπα: ένα στη μέση και ένα πίσω",
    ]
    assert texts(only, "choices")[0] == "The six of hearts: one in the middle and one in the back."


def test_choices_are_those_of_all_tables_not_of_the_two_shown() -> None:
    one = played("1")
    moved = {"sixth": "back 9h", "tenth": "middle 2d"}
    line = tuple(
        move._replace(detail=moved.get(move.phase, move.detail)) if move.seat == 1 else move
        for move in one.line
    )
    behind = replace(one, table="6", line=line, result={1: 6, 2: -6})
    three = compare(deal_of(one, played("2"), behind))
    (said,) = [each for each in texts(three, "choices") if "nine of hearts" in each]
    assert all(row in said for row in ("one in front", "one in the back", "one in the middle")), (
        said
    )


def test_ends_say_the_royalties_and_the_gap_is_between_the_two_shown(four: Comparison) -> None:
    """Three nines in the middle are worth 2; 8 and -6 are 14 apart."""
    assert texts(four, "table") == [
        "Ada 3 at table 3 fouls and loses 6 points.",
        "Ada 1 at table 1 wins 8 points, 2 points of it in royalties.",
    ]
    assert texts(four, "deal") == ["On this deal they finished 14 points apart."]
    assert len(talking_points(four)) <= 8
    assert [text.split(":")[0] for text in texts(four, "story")] == [
        "A risk that the cards did not reward", "A slip",
    ]  # fmt: skip


def test_an_estimate_over_the_cards_to_come_has_its_error(four: Comparison) -> None:
    (said,) = [each for each in texts(four, "choices") if each.startswith("Over")]
    assert said.startswith("Over a sample of the cards to come, played by simple rules, Ada 3 ")
    assert "give or take" in said


def test_tables_that_played_alike_have_one_sentence() -> None:
    alike = compare(deal_of(played("1"), replace(played("1"), table="2")))
    assert [each.text for each in talking_points(alike)] == [
        "The same cards in the same order at two tables."
    ]


def test_a_fraction_of_a_point_is_exact() -> None:
    half = replace(played("1"), result={1: Fraction(17, 2), 2: Fraction(-17, 2)})
    assert "wins 17/2 points" in headline(compare(deal_of(half, played("2"))))
