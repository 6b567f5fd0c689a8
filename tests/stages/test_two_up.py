"""The two-up: nothing later than its moment, everything of the look's list, clear refusals."""

import re
import xml.etree.ElementTree as ET

import pytest
from guide_deal import ENDS, GAME, OPENED, guide_deal
from hypothesis import given
from hypothesis import strategies as st
from measured import texts

from overlay.contexts import Ahead, Board, CardsPlate, DecisionBar, Name, Result, Strip
from overlay.raster import stage_png
from overlay.stage import Box, Stage
from overlay.svg import graphic_svg, stage_svg
from producer.compare import compare
from producer.compare.forks import forks
from producer.compare.model import Comparison, Fork
from producer.compare.results import results_of
from producer.games.cards import DECK, format_card
from producer.games.holdem import contrast
from producer.games.line import Deal
from producer.stages import NoKeyFork, NotDrawable, two_up
from producer.stages.comparisons.two_up import HEIGHT, PICTURES, WIDTH
from producer.stages.gallery import SAMPLES, sample
from producer.stages.moment import DECISION, END, read_moment
from producer.stages.style import PLAIN, Style

TURN = "Td5s9h5h"
RIVERS = [
    format_card(card)
    for card in DECK
    if format_card(card) not in "Td5s9h5hQh2d9s3cJhJc6d4cKcKs7s3d"
]
AFTER_RAISE = ("turn 3 call 4100", "turn 3 fold")
AFTER_CALL = (
    "river 5 check; river 3 check",
    "river 5 bet 1500; river 3 fold",
    "river 5 check; river 3 bet 2900; river 5 call 2900",
)


def kings(comparison: Comparison) -> Fork:
    """The kings' choice on the turn, whatever the ends make the best pick."""
    return next(each for each in comparison.forks if each.seat == 5)


def drawn(deal: Deal, tables: tuple[str, ...], moment: str) -> Stage:
    found = compare(deal)
    return two_up(found, tables, read_moment(moment), kings(found))


def said(strip: object) -> str:
    """The groups of a strip, with commas between them."""
    assert isinstance(strip, Strip)
    return ", ".join(" ".join(part.text for part in group) for group in strip.groups)


def contexts(stage: Stage) -> dict[str, object]:
    return {graphic.key: graphic.context for graphic in stage.graphics}


@given(
    st.sampled_from(RIVERS),
    st.lists(st.sampled_from(AFTER_RAISE), min_size=2, max_size=2),
    st.lists(st.sampled_from(AFTER_CALL), min_size=3, max_size=3),
)
def test_river_and_later_actions_leave_the_fork_untouched(
    river: str, raises: list[str], calls: list[str]
) -> None:
    """Issue: the same stage, and the same SVG byte for byte."""
    ends = (
        *(f"turn 5 raise 4100; {after}" for after in raises),
        *(f"turn 5 call 1200; {after}" for after in calls),
        "turn 5 fold",
    )
    before = drawn(guide_deal(), ("1", "5"), "decision")
    after = drawn(guide_deal(ends, TURN + river), ("1", "5"), "decision")
    assert after == before
    assert stage_svg(after) == stage_svg(before)


def test_river_and_later_actions_leave_the_pixels_untouched() -> None:
    other_end = "turn 5 call 1200; " + AFTER_CALL[1]
    ends = ("turn 5 raise 4100; turn 3 fold", *ENDS[1:4], other_end, ENDS[5])
    other = guide_deal(ends, TURN + "Kd")
    before = stage_png(drawn(guide_deal(), ("1", "5"), "decision"))
    assert stage_png(drawn(other, ("1", "5"), "decision")) == before
    assert stage_png(drawn(other, ("1", "5"), "end")) != before


def test_fork_of_the_guides_deal() -> None:
    shown = contexts(drawn(guide_deal(stack=5000), ("1", "5"), "decision"))
    cards, board, price = shown["cards"], shown["board"], shown["price"]
    assert isinstance(cards, CardsPlate)
    assert isinstance(board, Board)
    assert (cards.label, [face.rank for face in cards.cards]) == (("SAME", "CARDS"), ["K", "K"])
    # seat 6 has the button and the deal goes down from it: seat 5 posts the small blind
    assert cards.notes == ("AT 6 TABLES", "SMALL BLIND")
    assert "".join(face.rank + face.suit for face in board.cards) == "10d5s9h5h"
    assert said(price) == "TURN, POT 31 BIG BLINDS, 12 TO CALL"
    left, right = shown["name-left"], shown["name-right"]
    assert isinstance(left, Name)
    assert isinstance(right, Name)
    assert (left.team, left.player) == ("Brazil", "B-player")
    # China is the other side's team, so opponents stand under their own names only
    for side, opponent in ((left, "C-player"), (right, "E-player")):
        held = "".join(face.rank + face.suit for face in side.held)
        assert (side.versus, held, side.opponent) == ("against", "JhJc", opponent)
    assert (left.table, right.team, right.table) == ("TABLE 1", "China", "TABLE 5")
    assert left.colour != right.colour
    assert shown["decision-left"] == DecisionBar(
        "left", "triangle", "ALL-IN", "41", brief="ALL-IN 41"
    )
    assert shown["decision-right"] == DecisionBar("right", "ring", "CALL", "12", brief="CALL 12")
    assert not [key for key in shown if key.startswith("result")]


def test_end_of_the_guides_deal() -> None:
    shown = contexts(drawn(guide_deal(), ("1", "5"), "end"))
    assert shown["result-left"] == Result(
        "left", "+51", ("BIG", "BLINDS"), "1st of 6", ("at showdown", "showdown"), best=True
    )
    assert shown["result-right"] == Result(
        "right", "\u221221", ("BIG", "BLINDS"), "6th of 6", ("then folds, river",)
    )
    assert shown["ahead"] == Ahead("BRAZIL", "BRA", "72", "BIG BLINDS AHEAD", "BB AHEAD")
    assert "price" not in shown
    board = shown["board"]
    assert isinstance(board, Board)
    assert len(board.cards) == 5


def test_the_better_result_alone_is_light_at_the_end() -> None:
    """Brazil wins 51, China loses 21; decisions are dark, so that the eye goes to the results."""
    stage = drawn(guide_deal(), ("1", "5"), "end")
    light = [
        each.key
        for each in stage.graphics
        if re.search(rf'<rect [^>]*width="860" [^>]*fill="{PLAIN.theme.strong}"', graphic_svg(each))
    ]
    assert light == ["result-left"]


def test_the_first_end_says_whose_is_still_to_come() -> None:
    shown = contexts(drawn(guide_deal(), ("1", "5"), "end,5=decision"))
    text = "RESULT STILL TO COME"
    assert shown["ahead"] == Ahead("CHINA:", "CHN:", "", text, text)
    assert shown["result-right"] == Result("right"), "a question mark"
    assert "still" not in repr(drawn(guide_deal(), ("1", "5"), "end")).lower()
    later = contexts(drawn(guide_deal(), ("1", "5"), "end,5=move:1"))
    assert "result-right" not in later, "its pot is there"


def test_nothing_moves_between_the_moments() -> None:
    fork, end = (drawn(guide_deal(), ("1", "5"), moment) for moment in ("decision", "end"))
    boxes = {graphic.key: graphic.box for graphic in fork.graphics}
    assert all(boxes.get(each.key, each.box) == each.box for each in end.graphics)
    assert {each.key for each in end.graphics} - set(boxes) == {
        "ahead",
        "result-left",
        "result-right",
    }


def test_without_a_call_the_pot_is_shown_instead_of_the_price() -> None:
    opened = OPENED.split("turn 5 check;")[0]
    ends = (
        "turn 5 check; turn 3 check; river 5 check; river 3 check",
        "turn 5 bet 1000; turn 3 fold",
    )
    shown = contexts(drawn(guide_deal(ends, opened=opened), ("1", "2"), "decision"))
    assert said(shown["price"]) == "TURN, POT 19 BIG BLINDS"
    assert shown["decision-left"] == DecisionBar("left", "ring", "CHECK", "")
    assert shown["decision-right"] == DecisionBar("right", "triangle", "BET", "10", brief="BET 10")


def test_before_the_flop_the_board_is_empty() -> None:
    ends = (
        "preflop 3 raise 300; preflop 2 fold; preflop 1 fold; preflop 6 fold; preflop 5 fold; "
        "preflop 4 fold",
        "preflop 3 fold; preflop 2 fold; preflop 1 fold; preflop 6 fold; preflop 5 fold",
    )
    shown = contexts(two_up(compare(guide_deal(ends, opened="")), ("1", "2"), DECISION))
    assert shown["board"] == Board(cards=())
    assert said(shown["price"]) == "PREFLOP, POT 1.5 BIG BLINDS, 1 TO CALL"
    left = shown["name-left"]
    assert isinstance(left, Name)
    assert (left.versus, left.held, left.opponent) == ("", (), "5 still to act")
    assert shown["decision-right"] == DecisionBar("right", "cross", "FOLD", "")


def test_plates_show_the_player_where_there_are_no_teams() -> None:
    shown = contexts(drawn(guide_deal(teams={}), ("1", "5"), "decision"))
    left = shown["name-left"]
    assert isinstance(left, Name)
    assert (left.team, left.player, left.opponent) == ("", "B-player", "C-player")


def test_names_of_a_feed_cannot_become_markup() -> None:
    deal = guide_deal()
    for play in deal.plays:
        for seat, player in dict(play.players).items():
            evil = player.model_copy(update={"name": '<script>"&'})
            play.players[seat] = evil  # type: ignore[index]
    svg = stage_svg(drawn(deal, ("1", "5"), "end"))
    assert "<script" not in svg
    drawn_texts = {element.text for element in ET.fromstring(svg).iter() if element.text}
    assert '<script>"&' in drawn_texts


DOUBLE = GAME.model_copy(update={"small_blind": 100, "big_blind": 200, "cap": 10_000})


def test_amounts_of_other_stakes_are_in_their_own_big_blinds() -> None:
    deal = guide_deal(games=(GAME, GAME, GAME, GAME, DOUBLE, GAME))
    shown = contexts(drawn(deal, ("1", "5"), "end"))
    assert shown["decision-right"] == DecisionBar(
        "right", "ring", "CALL", "12", brief="CALL 12", ended=True
    )
    assert shown["result-right"] == Result(
        "right", "\u221221", ("BIG", "BLINDS"), "6th of 6", ("then folds, river",)
    )
    price = contexts(drawn(deal, ("1", "5"), "decision"))["price"]
    assert said(price) == "TURN, POT 31 BIG BLINDS, 12 TO CALL"


def test_one_price_is_shown_only_where_both_pay_it() -> None:
    """Half a big blind less was in the pot where the button's neighbour posted none."""
    other = DOUBLE.model_copy(update={"small_blind": 0})
    opened = """preflop 3 raise 300; preflop 2 fold; preflop 1 fold; preflop 6 fold;
        preflop 5 fold; preflop 4 call 300; flop 4 check; flop 3 bet 600; flop 4 call 600;
        turn 4 check; turn 3 bet 1200; """
    ends = ("turn 4 fold", "turn 4 raise 4100; turn 3 fold")
    deal = guide_deal(ends, opened=opened, games=(GAME, other))
    found = compare(deal)
    assert found.forks == (), "other rules: not the same spot, though a producer may show it"
    lines = {
        play.table: tuple(
            move if move.to is None else move._replace(detail=move.to * 200 // play.game.big_blind)
            for move in play.line
        )
        for play in deal.plays
    }
    results = results_of(deal.plays, {"1": 100, "2": 200})
    (fork,) = forks(lines, results, deal.cards, contrast)
    shown = contexts(two_up(found, ("1", "2"), DECISION, fork))
    assert said(shown["price"]) == "TURN"
    assert {"cards", "board", "decision-left", "decision-right"} <= set(shown)


def test_pictures_part_the_screen_and_keep_16_to_9_clear_of_the_bars() -> None:
    left, right = PICTURES["left"], PICTURES["right"]
    assert left == Box(0, 0, 952, HEIGHT)
    assert (right.width, right.height) == (left.width, left.height)
    assert right.x + right.width == WIDTH
    assert 0 < right.x - (left.x + left.width) <= 24


@pytest.mark.parametrize(
    ("tables", "reason"),
    [
        (("1", "2"), "tables 1 and 2 chose the same"),
        (("1", "9"), "table 9 is not at this decision"),
        (("1",), "a two-up shows two tables, not 1"),
    ],
)
def test_refusals_have_a_reason_and_a_fix(tables: tuple[str, ...], reason: str) -> None:
    with pytest.raises(NoKeyFork) as refused:
        drawn(guide_deal(), tables, "decision")
    assert refused.value.reason == f"deal guide/A/1: {reason}"
    assert refused.value.hint == "pick one of each: 3, 4, 5 against 1, 2 against 6"


def test_no_fork_is_refused() -> None:
    alike = compare(guide_deal((ENDS[2],) * 6))
    with pytest.raises(NotDrawable, match="no two tables chose differently"):
        two_up(alike, ("1", "2"), DECISION)


def test_the_suggested_pair_is_the_default() -> None:
    found = compare(guide_deal())
    assert two_up(found, (), DECISION) == two_up(found, found.pairing, DECISION)


def at_the_end(ends: tuple[str, ...], style: Style = PLAIN) -> Stage:
    """Tables 1 and 2 of the guide's deal, whose kings chose differently on the turn."""
    found = compare(guide_deal(ends))
    return two_up(found, ("1", "2"), END, kings(found), style)


def test_the_result_is_innermost_on_both_sides() -> None:
    """Both are read together: nothing of either row is nearer to the middle than its result."""
    for name in ("two-up-end", "two-up-first-end"):
        for key in ("result-left", "result-right"):
            row = [text for text in texts(sample(name).stage) if text.key == key]
            if row:
                nearest = min(
                    row, key=lambda each: min(abs(each.right - 960), abs(each.left - 960))
                )
                largest = max(row, key=lambda text: text.size)
                assert nearest.content in (largest.content, "BIG", "BLINDS")


def test_the_split_says_nothing_of_the_average() -> None:
    """It confused every reader beside a result of the other sign."""
    for name in SAMPLES:
        if name.startswith(("two-up", "upright")):
            said_ = " ".join(text.content for text in texts(sample(name).stage))
            assert "AVERAGE" not in said_.upper()
            assert "33.2" not in said_, "51 less the seat's average of 17.8"


def test_the_shape_is_before_the_word_on_both_sides() -> None:
    for graphic in sample("two-up-decision").stage.graphics:
        if graphic.template == "decision":
            svg = graphic_svg(graphic)
            shape = float(re.findall(r'<path transform="translate\(([\d.]+)', svg)[0])
            word = float(re.findall(r'<text x="([\d.]+)"[^>]*>(?:RAISE|CALL)', svg)[0])
            assert shape < word


@pytest.mark.parametrize(
    ("end", "text"),
    [
        ("turn 5 call 1200; river 5 bet 1500; river 3 fold", "China folds, river"),
        ("turn 5 call 1200; river 5 check; river 3 check", "at showdown"),
        ("turn 5 call 1200; river 5 check; river 3 bet 2900; river 5 fold", "then folds, river"),
    ],
)
def test_the_row_says_how_it_ended(end: str, text: str) -> None:
    result = contexts(at_the_end((end, "turn 5 fold")))["result-left"]
    assert isinstance(result, Result)
    assert result.ended[0] == text


def test_a_fold_that_was_the_decision_is_not_said_twice() -> None:
    result = contexts(at_the_end((ENDS[2], "turn 5 fold")))["result-right"]
    assert isinstance(result, Result)
    assert result.ended == ()
    assert result.place == "", "of two tables the other side says as much"


def test_equal_results_are_said_to_be_the_same() -> None:
    """Jacks fold to a raise on the turn, or to a bet of the same chips that they called before."""
    ends = ("turn 5 raise 4100; turn 3 fold", "turn 5 call 1200; river 5 bet 1500; river 3 fold")
    shown = contexts(at_the_end(ends))
    rows = [each for each in shown.values() if isinstance(each, Result)]
    assert [each.best for each in rows] == [False, False]
    same = "THE SAME RESULT"
    assert shown["ahead"] == Ahead("", "", "", same, same)


def test_who_is_ahead_agrees_with_the_results_on_screen() -> None:
    """In whole chips too: 5,100 and a loss of 2,100 are 7,200 apart."""
    shown = contexts(at_the_end((ENDS[0], ENDS[4]), Style(chips="number")))
    ahead = shown["ahead"]
    assert isinstance(ahead, Ahead)
    assert (ahead.amount, ahead.words) == ("7,200", "CHIPS AHEAD")
    price = contexts(
        two_up(compare(guide_deal()), ("1", "5"), DECISION, style=Style(chips="number"))
    )
    assert "BB" not in repr(price["price"])
