"""Splits of three or more, upright, field: positions, and nothing of the end at the fork."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from effort import counts
from guide_deal import ENDS, guide_deal
from hypothesis import given, settings
from hypothesis import strategies as st
from measured import texts

from overlay.contexts import Branches, Grid, TableBar, TextPart, VerdictRow
from overlay.stage import Box, Stage
from overlay.svg import graphic_svg, stage_svg
from producer.compare import compare
from producer.compare.model import Comparison, Fork
from producer.games.cards import DECK, format_card
from producer.games.line import Deal
from producer.stages import NoKeyFork, NotDrawable, arranged, field, n_up, upright
from producer.stages.comparisons.comparison_cut import (
    ChoiceSeen,
    FieldSeen,
    OutcomeSeen,
    PlaceSeen,
    SideSeen,
    SplitSeen,
)
from producer.stages.comparisons.field import FIELD_PICTURES, rows
from producer.stages.comparisons.n_up import FRAMES, N_UP_PICTURES
from producer.stages.comparisons.upright import UPRIGHT_PICTURES
from producer.stages.moment import DECISION, END, read_moment
from producer.stages.people import people
from producer.stages.style import PLAIN

TURN = "Td5s9h5h"
DEALT = "Qh2d9s3cJhJc6d4cKcKs7s3d"
RIVERS = [format_card(card) for card in DECK if format_card(card) not in TURN + DEALT]
AFTER_RAISE = ("turn 3 call 4100", "turn 3 fold")
AFTER_CALL = ("river 5 check; river 3 check", "river 5 bet 1500; river 3 fold")


def kings(comparison: Comparison) -> Fork:
    return next(each for each in comparison.forks if each.seat == 5)


def stages(deal: Deal, text: str) -> dict[str, Stage]:
    found, moment = compare(deal), read_moment(text)
    fork = kings(found)
    return {
        "three": n_up(found, ("3", "1", "6"), moment, fork),
        "four": n_up(found, ("3", "1", "4", "6"), moment, fork),
        "six": n_up(found, ("3", "4", "5", "1", "2", "6"), moment, fork),
        "upright": upright(found, ("1", "6"), moment, fork),
        "field": field(found, moment, "1", fork),
    }


@settings(max_examples=counts(20, 2000))
@given(
    st.sampled_from(RIVERS),
    st.lists(st.sampled_from(AFTER_RAISE), min_size=2, max_size=2),
    st.lists(st.sampled_from(AFTER_CALL), min_size=3, max_size=3),
)
def test_later_cards_moves_and_results_change_no_byte_of_any_split(
    river: str, raises: list[str], calls: list[str]
) -> None:
    ends = (
        *(f"turn 5 raise 4100; {after}" for after in raises),
        *(f"turn 5 call 1200; {after}" for after in calls),
        "turn 5 fold",
    )
    before = stages(guide_deal(), "decision")
    after = stages(guide_deal(ends, TURN + river), "decision")
    for name, stage in before.items():
        assert stage_svg(after[name]) == stage_svg(stage), name


def test_the_end_shows_more_and_moves_nothing() -> None:
    fork, end = (stages(guide_deal(), moment) for moment in ("decision", "end"))
    for name in fork:
        assert stage_svg(fork[name]) != stage_svg(end[name])
        boxes = {graphic.key: graphic.box for graphic in end[name].graphics}
        assert all(boxes.get(each.key, each.box) == each.box for each in fork[name].graphics)


def runs(stage: Stage) -> list[list[tuple[int, int, str]]]:
    """By row, the brackets on the frame: from, to, count."""
    return [
        [(each.box.x + run.start, each.box.x + run.end, run.count) for run in each.context.runs]
        for each in stage.graphics
        if isinstance(each.context, Branches)
    ]


def test_gold_comes_down_only_between_neighbours_who_chose_differently() -> None:
    """Tables 3 and 4 called, 6 folded: the seam between 4 and 6 is at 1283."""
    found = compare(guide_deal())
    stage = n_up(found, ("3", "4", "6"), DECISION, kings(found))
    (grid,) = (each.context for each in stage.graphics if isinstance(each.context, Grid))
    assert [x for x, *_ in grid.gold] == [1279]
    assert runs(stage) == [[(72, 1275, "2 TABLES OF 3"), (1291, 1848, "1 TABLE OF 3")]]


def test_branches_are_bracketed_with_their_count() -> None:
    """Tables 3, 4, 5 called, 1 and 2 raised, 6 folded."""
    shown = stages(guide_deal(), "decision")
    assert runs(shown["six"]) == [
        [(72, 1848, "3 TABLES OF 6")], [(72, 1275, "2 TABLES OF 6"), (1291, 1848, "1 TABLE OF 6")],
    ]  # fmt: skip
    assert [count for *_, count in runs(shown["three"])[0]] == ["", "", ""], "each one table"


def test_before_the_decision_the_gold_line_is_whole() -> None:
    shown = stages(guide_deal(), "before")
    assert runs(shown["three"]) == [[]]
    assert runs(shown["four"]) == [[], []]
    found = compare(guide_deal())
    half = n_up(found, ("3", "1", "6"), read_moment("decision,6=before"), kings(found))
    assert runs(half) == [[(72, 629, ""), (645, 1275, "")]], "table 6 has not chosen"


def test_tables_that_chose_alike_stand_together() -> None:
    found = compare(guide_deal())
    fork = kings(found)
    branch = {table: n for n, each in enumerate(fork.branches) for table in each.tables}
    for count in (3, 4, 6):
        places = [branch[table] for table in arranged(found, count, fork)]
        assert places == sorted(places)
        assert set(places) == {0, 1, 2}


def test_every_table_says_which_it_is_and_its_whole_decision() -> None:
    """Blind readers took the sides for opponents, and missed the amount of CALL."""
    for name, tables in (("four", "3146"), ("six", "345126")):
        bars = [
            graphic.context
            for graphic in stages(guide_deal(), "decision")[name].graphics
            if isinstance(graphic.context, TableBar)
        ]
        assert [bar.table for bar in bars] == [f"TABLE {table}" for table in tables]
        by_table = {bar.table[-1]: (bar.team, bar.word, bar.amount) for bar in bars}
        assert by_table["3"] == ("Ecuador", "CALL", "12")
        assert by_table["1"] == ("Brazil", "RAISE TO", "41")
        assert by_table["6"] == ("Finland", "FOLD", "")


def test_results_are_beside_their_table_in_big_blinds_with_the_place_in_words() -> None:
    ended = stages(guide_deal(), "end")
    results = (
        ("+22", ("TIED 3rd of 6", "TIED 3rd", "3rd")),
        ("+51", ("1st of 6", "1st")),
        ("\u22129", ("5th of 6", "5th")),
    )
    three = [each.context for each in ended["three"].graphics if each.template == "verdict"]
    assert three == [
        VerdictRow((TextPart(chips, True), TextPart("BB", False)), places, chips == "+51")
        for chips, places in results
    ]
    for name in ("four", "six"):
        svg = stage_svg(ended[name])
        assert re.search(r">\+51</text>\s*<text [^>]*>BB<", svg)
        assert (">TIED 3rd of 6<" in svg) == (name == "four"), "all six can be counted"
        assert ">TIED 3rd" in svg
        assert "AVERAGE" not in svg


def test_the_end_says_under_a_decision_who_folded_after_it() -> None:
    """As ENDS of the guide's deal say. 'At showdown' was read as jargon, and opponents who are not
    drawn have no name."""
    six = stages(guide_deal(), "end")["six"]
    bars = [each.context for each in six.graphics if isinstance(each.context, TableBar)]
    assert {bar.table: " ".join(bar.how[:1]) for bar in bars} == {
        "TABLE 1": "",
        "TABLE 2": "opponent folds, turn",
        "TABLE 3": "",
        "TABLE 4": "",
        "TABLE 5": "then folds, river",
        "TABLE 6": "",
    }


def test_the_line_is_whole_over_the_results() -> None:
    """The gap between two brackets was taken for a fault of the picture."""
    for name, ends in (("four", [2, 2]), ("six", [3, 3])):
        lines = [each.context for each in stages(guide_deal(), "end")[name].graphics
                 if isinstance(each.context, Branches)]  # fmt: skip
        assert [(run.line, len(run.feet)) for each in lines for run in each.runs] == [
            ((0, 1776), tables) for tables in ends
        ]


def test_results_are_the_largest_texts_of_a_table_and_nearest_to_its_picture() -> None:
    for name in ("four", "six"):
        for bar in (each for each in stages(guide_deal(), "end")[name].graphics
                    if isinstance(each.context, TableBar)):  # fmt: skip
            said = list(texts(Stage(1920, 1080, (bar,))))
            (score,) = [each for each in said if re.fullmatch(r"[+\u2212]\d+", each.content)]
            assert score.size > 1.5 * max(each.size for each in said if each is not score)
            word = next(each for each in said if each.content.startswith(bar.context.word))
            edge = bar.box.y if bar.context.above else bar.box.y + bar.box.height
            assert abs(score.bottom - edge) < abs(word.bottom - edge)


def test_results_are_at_the_same_side_of_every_table() -> None:
    """They changed from above to below between the rows, so that the eye had to turn."""
    for name in ("three", "four", "six"):
        stage = stages(guide_deal(), "end")[name]
        right = name != "three"
        for each in texts(stage):
            box = next(graphic.box for graphic in stage.graphics if graphic.key == each.key)
            if re.fullmatch(r"[+\u2212]\d+", each.content):
                middle = (each.left + each.right) / 2
                assert (middle > box.x + box.width / 2) == right, (name, each)


@pytest.mark.parametrize(
    ("name", "lead", "whom"),
    [
        ("three", "29", "BEST OF THESE 3 TABLES"),
        ("four", "9", "BEST OF THESE 4 TABLES"),
        ("six", "9", "OF ARGENTINA"),
    ],
)
def test_the_end_says_who_did_best_and_of_whom_by_how_much(name: str, lead: str, whom: str) -> None:
    """The kings of Brazil win 51, at table 4 they win 42, at tables 2 and 3 they win 22. Whom is
    said where all tables are shown: else the next one may be third."""
    words = re.findall(r">([^<>]+)</text>", stage_svg(stages(guide_deal(), "end")[name]))
    assert {f"BRAZIL {lead} BB AHEAD", whom} <= set(words)
    assert "AHEAD" not in stage_svg(stages(guide_deal(), "decision")[name])


def test_several_who_are_next_are_not_named() -> None:
    """Tables 1, 2 and 3 of the guide's deal: 51, and twice 22."""
    deal = guide_deal()
    three = replace(deal, plays=deal.plays[:3], tables=("1", "2", "3"))
    for shown, said in ((deal, "BEST OF THESE 3 TABLES"), (three, "OF THE NEXT")):
        found = compare(shown)
        assert said in stage_svg(n_up(found, ("3", "1", "2"), END, kings(found)))


def test_the_end_counts_no_tables_and_one_plate_alone_is_light() -> None:
    """'1 OF 4 TABLES' was read as a place, like '1st of 6'."""
    for name in ("three", "four", "six"):
        end = stages(guide_deal(), "end")[name]
        assert {count for row in runs(end) for *_, count in row} == {""}
        plate = rf'<rect [^>]*fill="{PLAIN.theme.strong}"'
        light = [each.key for each in end.graphics if re.search(plate, graphic_svg(each))
                 and each.template in ("table_bar", "verdict")]  # fmt: skip
        place = [side.context.team for side in end.graphics if isinstance(side.context, TableBar)]
        assert [place[int(key[-1]) - 1] for key in light] == ["Brazil"]


def test_rows_are_grouped_by_branch_and_ranked_at_the_end() -> None:
    """The branch of the best result is on top then."""
    calls, raises, folds = (
        ("CALL 12", "3 tables"), ("RAISE TO 41", "2 tables"), ("FOLD", "1 table"),
    )  # fmt: skip
    for moment, first, order in (
        ("decision", "", [calls, raises, folds]), ("end", "+51", [raises, calls, folds]),
    ):  # fmt: skip
        stage = stages(guide_deal(), moment)["field"]
        shown = next(each.context for each in stage.graphics if each.key == "rows")
        groups = shown.groups  # type: ignore[attr-defined]
        assert [(group.forms[0], group.count) for group in groups] == order
        assert groups[0].rows[0].number == first
        lit = [row.team for group in groups for row in group.rows if row.lit]
        assert lit == ["Brazil"]


def test_tables_that_were_not_at_the_fork_are_apart() -> None:
    opened = """preflop 3 raise 300; preflop 2 fold; preflop 1 fold; preflop 6 fold;
        preflop 5 call 300; preflop 4 fold; """
    ends = (
        "flop 5 check; flop 3 check; turn 5 check; turn 3 check; river 5 check; river 3 check",
        "flop 5 check; flop 3 bet 600; flop 5 call 600; turn 5 check; turn 3 check; "
        "river 5 check; river 3 check",
        "flop 5 check; flop 3 bet 600; flop 5 fold",
    )
    found = compare(guide_deal(ends, opened=opened))
    fork = kings(found)
    stage = field(found, END, "3", fork)
    shown = next(each.context for each in stage.graphics if each.key == "rows")
    last = shown.groups[-1]  # type: ignore[attr-defined]
    assert (last.shape, last.forms, last.count) == (None, ("OTHER LINE",), "1 table")
    with pytest.raises(NoKeyFork, match="table 1 is not at this decision"):
        field(found, END, "1", fork)


@pytest.mark.parametrize("tables", [12, 20, 40])
def test_a_large_field_keeps_every_branch_and_says_how_many_more(tables: int) -> None:
    from producer.events import Player  # noqa: PLC0415

    def side(number: int) -> SideSeen:
        action = "fold" if number == 0 else "call" if number % 3 else "raise"
        choice = ChoiceSeen(action, Fraction(number), Fraction(1), "")
        outcome = OutcomeSeen(
            Fraction(number), PlaceSeen(Fraction(number), tables - number, tables)
        )
        player = Player(name=f"P{number}")
        return SideSeen(str(number), player, (), Fraction(1), Fraction(2), choice, outcome)

    known = FieldSeen(SplitSeen((50, 51), (), tuple(map(side, range(tables))), 100), ())
    shown = rows(known, "1", people({}, PLAIN.theme), PLAIN)
    deep = [max(104, (len(group.rows) + bool(group.more)) * shown.pitch) for group in shown.groups]
    assert 64 + sum(deep) + 8 * len(deep) <= 784
    assert shown.pitch >= 56
    assert {group.forms[-1].split()[0] for group in shown.groups} == {"CALL", "RAISE", "FOLD"}
    assert len(shown.groups) == (5 if tables == 12 else 6)
    assert any("–" in group.forms[0] for group in shown.groups) == (tables > 12)
    hidden = sum(int(*re.findall(r"\d+", group.more)) for group in shown.groups if group.more)
    assert sum(len(group.rows) for group in shown.groups) + hidden == tables
    assert any(row.lit for group in shown.groups for row in group.rows)


@pytest.mark.parametrize("count", FRAMES)
def test_pictures_fill_the_screen_and_leave_the_seams(count: int) -> None:
    boxes = list(N_UP_PICTURES[count].values())
    assert len(boxes) == count
    assert {box.x for box in boxes} & {0}
    assert max(box.x + box.width for box in boxes) == 1920
    for place, box in enumerate(boxes):
        for other in boxes[place + 1 :]:
            apart = (
                box.x + box.width <= other.x
                or other.x + other.width <= box.x
                or box.y + box.height <= other.y
                or other.y + other.height <= box.y
            )
            assert apart
    if count == 3:
        assert all(abs(box.width - box.height) <= 1 for box in boxes)  # square pictures


def test_upright_is_picture_cards_picture() -> None:
    stage = stages(guide_deal(), "decision")["upright"]
    assert (stage.width, stage.height) == (1080, 1920)
    top, bottom = UPRIGHT_PICTURES["top"], UPRIGHT_PICTURES["bottom"]
    given = next(each.box for each in stage.graphics if each.key == "given")
    assert top.y + top.height < given.y < given.y + given.height < bottom.y
    assert top.width == bottom.width == 1080
    assert top == Box(0, 0, 1080, 608)


def test_the_table_in_the_picture_is_left_of_the_field() -> None:
    assert {"table": Box(0, 0, 640, 1080)} == FIELD_PICTURES


@pytest.mark.parametrize(
    ("tables", "reason"),
    [
        (("1", "3"), "no split frame for 2 tables"),
        (("1", "3", "4", "5", "6"), "no split frame for 5 tables"),
        (("3", "4", "5"), "tables 3, 4, 5 chose the same"),
        (("1", "3", "9"), "table 9 is not at this decision"),
        (("1", "3", "3"), "a table is named twice"),
    ],
)
def test_impossible_splits_say_why(tables: tuple[str, ...], reason: str) -> None:
    found = compare(guide_deal())
    with pytest.raises(NotDrawable, match=reason):
        n_up(found, tables, DECISION, kings(found))


def test_the_sample_ends_are_three_branches() -> None:
    assert len(kings(compare(guide_deal())).branches) == 3
    assert len(ENDS) == 6
