"""Words and numerals on the graphics."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.contexts import Clock
from overlay.themes.theme import load_theme
from producer.events import Player, Team
from producer.games.cards import format_cards, parse_cards
from producer.stages import words
from producer.stages.comparisons.comparison_cut import ChoiceSeen, Opponent, SideSeen
from producer.stages.people import people
from producer.stages.programme.tournament import Level, clock_stage
from producer.stages.style import ENGLISH


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(63, 2), "31.5"),
        (Fraction(41), "41"),
        (Fraction(-17, 2), "\u22128.5"),
        (Fraction(1, 20), "0.1"),
        (Fraction(-1, 20), "\u22120.1"),
        (Fraction(-1, 50), "0"),
        (Fraction(1199, 100), "12"),
    ],
)
def test_amounts_have_at_most_one_decimal_and_a_real_minus(value: Fraction, text: str) -> None:
    assert words.amount(value) == text


@given(st.fractions(min_value=-5000, max_value=5000))
def test_a_shown_amount_is_off_by_at_most_a_twentieth(value: Fraction) -> None:
    shown = Fraction(words.amount(value).replace("\u2212", "-"))
    assert abs(shown - value) <= Fraction(1, 20)
    assert words.signed(value)[0] == ("+" if shown > 0 else "\u2212" if shown < 0 else "0")


def test_ordinals() -> None:
    numbers = (1, 2, 3, 4, 10, 11, 12, 13, 21, 102, 111)
    written = ("1st", "2nd", "3rd", "4th", "10th", "11th", "12th", "13th", "21st", "102nd", "111th")
    assert tuple(words.ordinal(number) for number in numbers) == written


@pytest.mark.parametrize(
    ("choice", "shown"),
    [
        (ChoiceSeen("fold", Fraction(0), Fraction(0), ""), ("cross", "FOLD", "")),
        (ChoiceSeen("check", Fraction(0), Fraction(0), ""), ("ring", "CHECK", "")),
        (ChoiceSeen("call", Fraction(14), Fraction(12), ""), ("ring", "CALL", "12")),
        (ChoiceSeen("call", Fraction(41), Fraction(41), "all-in"), ("ring", "CALL", "41")),
        (ChoiceSeen("bet", Fraction(8), Fraction(8), ""), ("triangle", "BET", "8")),
        (ChoiceSeen("raise", Fraction(41), Fraction(29), ""), ("triangle", "RAISE TO", "41")),
        (ChoiceSeen("raise", Fraction(41), Fraction(41), "all-in"), ("triangle", "ALL-IN", "41")),
        (ChoiceSeen("bet", Fraction(41), Fraction(41), "cap"), ("triangle", "BET", "41")),
    ],
)
def test_a_decision_is_a_shape_and_a_word(choice: ChoiceSeen, shown: tuple[str, str, str]) -> None:
    assert words.decision(choice) == shown


@pytest.mark.parametrize(
    ("action", "mark", "lines"),
    [
        ("raise", "cap", ("MAXIMUM", "ALLOWED")),
        ("call", "cap", ("MAXIMUM", "ALLOWED")),
        ("call", "all-in", ("ALL-IN",)),
        ("raise", "all-in", ()),
        ("raise", "", ()),
    ],
)
def test_a_tag_says_what_the_word_does_not(action: str, mark: str, lines: tuple[str, ...]) -> None:
    """A raise all-in says so in its word; nobody reads 'cap' (RULES P2) as the most allowed."""
    assert words.tag(ChoiceSeen(action, Fraction(41), Fraction(41), mark)) == lines


def against(*opponents: tuple[str, str | None, str], first: bool = False) -> tuple[str, str, str]:
    side = SideSeen(
        "1",
        Player(name="me"),
        tuple(Opponent(Player(name=n, team=t), parse_cards(c)) for n, t, c in opponents),
        Fraction(0),
        Fraction(0),
        ChoiceSeen("check", Fraction(0), Fraction(0), ""),
        None,
        first=first,
    )
    who = people({"C": Team(name="China")}, load_theme())
    word, cards, name = words.opponent(side, who, ENGLISH)
    return word, format_cards(cards), name


def test_one_opponent_has_cards_and_a_name_and_more_are_counted() -> None:
    assert against(("Li", "C", "JhJc")) == ("against", "JhJc", "China")
    assert against(("BR", None, "")) == ("against", "", "BR")
    two = ("a", None, "JhJc"), ("b", None, "2c3c")
    assert against(*two) == ("", "", "against 2 players")
    assert against(*two, first=True) == ("", "", "2 still to act")


def test_the_higher_card_comes_first_and_equal_ones_stay() -> None:
    assert [(f.rank, f.suit) for f in words.held(parse_cards("2dAh"))] == [("A", "h"), ("2", "d")]
    assert [f.suit for f in words.held(parse_cards("KcKs"))] == ["c", "s"]
    assert [f.rank for f in words.faces(parse_cards("2dTh"))] == ["2", "10"]


@pytest.mark.parametrize(
    ("seconds", "timed", "said"),
    [(754.2, True, "12:35"), (None, True, "PAUSE"), (60.0, False, "UNTIMED")],
)
def test_the_clock_says_why_it_has_no_time(
    seconds: float | None, *, timed: bool, said: str
) -> None:
    (graphic,) = clock_stage(3, Level(400, 800), None, seconds, 7, 8, timed=timed).graphics
    assert isinstance(graphic.context, Clock)
    assert graphic.context.time == said
