"""Values on the pages: the desk's rows and the comparison page's lines, from real deals."""

from dataclasses import replace
from fractions import Fraction

import pytest
from bridge_boards import board
from service import guide

from producer.compare import compare
from producer.compare.model import Comparison
from producer.events import HoldemGame
from producer.games.line import Move, Play
from producer.release import Gate
from producer.web.pages.comparison import comparison_view
from producer.web.pages.desk_rows import PairChoice, find, row
from producer.web.pages.words import WordedMove, gap_words, placement_words

DEAL = "guide/A/1"


@pytest.fixture
def comparison(gate: Gate) -> Comparison:
    return gate.comparison(DEAL, "command:compare")


def at_twice_the_stakes(play: Play) -> Play:
    game = play.game
    return replace(
        play,
        game=HoldemGame(
            betting=game.betting,
            small_blind=2 * game.small_blind,
            big_blind=2 * game.big_blind,
            cap=2 * game.cap if game.cap else None,
            stack=2 * game.stack if game.stack else None,
        ),
        stacks={seat: stack and 2 * stack for seat, stack in play.stacks.items()},
        line=tuple(
            move._replace(detail=None if move.to is None else 2 * move.to) for move in play.line
        ),
        result={seat: 2 * chips for seat, chips in play.result.items()},
    )


def test_other_stakes_read_the_same_in_big_blinds(comparison: Comparison) -> None:
    """DESIGN: plays under different rules are compared in big blinds; only the mark differs."""
    deal = comparison.deal
    plays = tuple(at_twice_the_stakes(play) if play.table in "246" else play for play in deal.plays)
    mixed = compare(replace(deal, plays=plays))
    assert mixed.unit == "bb"
    assert not mixed.same_rules
    judged = {"same_rules": True, "merit": 0, "airable": 0, "parts": (), "holds": (), "vetoes": ()}
    assert replace(row(1, mixed), **judged) == replace(row(1, comparison), **judged)
    assert replace(comparison_view(mixed), **judged) == replace(
        comparison_view(comparison), **judged
    )


def test_the_guides_fork_for_a_glance(comparison: Comparison) -> None:
    shown = row(1, comparison)
    assert shown.choices == (
        PairChoice("ring", "call 12", 3, ("1", "3", "6")),
        PairChoice("triangle", "raise to 38, cap", 1, ("5",)),
    )
    assert [card.rank + card.suit for card in shown.hole] == ["Kc", "Ks"]
    assert [card.rank + card.suit for card in shown.board] == ["10d", "5s", "9h", "5h"]
    assert [card.rank + card.suit for card in shown.later] == ["4d"]
    # The file: seat 3 lost 5,000 at table 5 and 1,450 at table 4, of blinds 50/100.
    assert (shown.swing, shown.swing_seat) == ("35.5", 3)


def sized(comparison: Comparison, sizes: dict[str, int]) -> Comparison:
    """The guide's deal cut to one move a table: seat 5 raises to different totals."""
    deal = comparison.deal
    before = deal.plays[0].line[:4]
    plays = tuple(
        replace(play, line=(*before, Move("preflop", 5, "raise", sizes[play.table])))
        for play in deal.plays
        if play.table in sizes
    )
    return compare(replace(deal, plays=plays))


def test_many_sizes_of_one_action_are_counted_together_at_the_end(comparison: Comparison) -> None:
    shown = row(1, sized(comparison, {"1": 400, "2": 400, "3": 500, "4": 600, "5": 700, "6": 800}))
    assert [(choice.words, choice.count) for choice in shown.choices] == [
        ("raise to 4", 2),
        ("raise to 5", 1),
        ("raise to 6", 1),
        ("2 other sizes", 2),
    ]
    few = row(1, sized(comparison, {"1": 500, "2": 600}))
    assert [choice.words for choice in few.choices] == ["raise to 5", "raise to 6"]


@pytest.mark.parametrize(
    ("output", "words", "did"),
    [
        (WordedMove(Move("turn", 5, "fold"), None, ""), "fold", "folds"),
        (
            WordedMove(Move("turn", 5, "call", 24), Fraction(12), "all-in"),
            "call 12, all-in",
            "calls 12, all-in",
        ),
        (WordedMove(Move("turn", 5, "bet", 63), Fraction(63, 2), ""), "bet 31.5", "bets 31.5"),
        (
            WordedMove(Move("turn", 5, "raise", 50), Fraction(50), "cap"),
            "raise to 50, cap",
            "raises to 50, cap",
        ),
        (
            WordedMove(Move("five", 4, "place", "back Ac"), None, "", "back A♣"),
            "back A♣",
            "places back A♣",
        ),
    ],
)
def test_a_move_in_words(output: WordedMove, words: str, did: str) -> None:
    assert (output.words, output.did) == (words, did)


def test_a_placement_is_written_with_suit_signs() -> None:
    assert placement_words("back AhTd, front Qs") == "back A♥10♦, front Q♠"


def test_a_call_shows_the_amount_paid_and_a_raise_its_total(comparison: Comparison) -> None:
    """The file, before the flop: raise to 250, raise to 750, call with 250 already in."""
    view = comparison_view(comparison)
    output = [(step.seats, step.words) for step in view.trunk[0].steps]
    assert output == [
        (("3",), "raise to 2.5"),
        (("2", "1", "6"), "fold"),
        (("5",), "raise to 7.5"),
        (("4",), "fold"),
        (("3",), "call 5"),
    ]
    assert view.price == "12 to win 37, needs 24%"  # 12 of 49


def test_a_deal_played_alike_has_nothing_to_split(comparison: Comparison) -> None:
    deal = comparison.deal
    one = deal.plays[0]
    alike = compare(replace(deal, plays=(one, replace(one, table="2"))))
    assert row(1, alike).choices == ()
    view = comparison_view(alike)
    assert (view.branches, view.spot, view.pairing) == ((), "", ())
    assert view.elsewhere is not None
    assert [each.table for each in view.elsewhere.rows] == ["1", "2"]
    assert {each.score.rank for each in view.elsewhere.rows} == {"level"}


def test_pages_of_the_ranking_do_not_overlap_and_miss_nothing(comparison: Comparison) -> None:
    many = [
        replace(
            comparison, deal=replace(comparison.deal, key=comparison.deal.key._replace(number=n))
        )
        for n in range(1, 122)
    ]
    pages = [find(many, page=page) for page in (1, 2, 3, 4)]
    assert [shown.number for found in pages for shown in found.rows] == list(range(1, 122))
    assert [(found.first, found.last, found.pages) for found in pages] == [
        (1, 40, 4),
        (41, 80, 4),
        (81, 120, 4),
        (121, 121, 4),
    ]


def test_the_fixture_is_the_demos_deal() -> None:
    assert len(guide()) == 8


def test_a_bridge_gap_is_in_imps_within_a_match_and_in_points_beyond() -> None:
    """750 points are 13 IMPs (B2). Nobody's team is known at the two tables."""
    match = compare(board("4S p p p, 10", "4S p p p, 10"))
    assert gap_words(match, 750, ("1", "2")) == ("13", "IMPs")
    four = replace(match, deal=replace(match.deal, tables=("1", "2", "3", "4")))
    assert gap_words(four, 750, ("1", "2")) == ("750", "points")
    assert gap_words(match, 750) == ("13", "IMPs")  # the swing of all tables, in a list of deals
    more = compare(board("4S p p p, 10", "4S p p p, 10", "4S p p p, 10"))
    assert gap_words(more, 750) == ("750", "points")
