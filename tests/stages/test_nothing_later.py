"""For every graphic and every moment: what comes after it is not in the graphic's bytes."""

import re
from dataclasses import replace

import open_face_by_lot
import pytest
from effort import counts
from guide_deal import guide_deal
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from overlay.stage import Stage
from overlay.svg import stage_svg
from producer.compare import compare
from producer.compare.model import Comparison
from producer.compare.ranking import focused
from producer.compare.whole_hand import WHOLE_HAND
from producer.games.cards import DECK, format_card
from producer.games.ofc.placing import ROUNDS
from producer.games.tournament_course import TournamentWinner
from producer.stages import arranged
from producer.stages.catalogue import CATALOGUE
from producer.stages.entry import DealOfSession
from producer.stages.moment import BEFORE, END, Known, Moment, NotDrawable, read_moment
from producer.stages.programme.draw_programme import table_request
from producer.stages.style import PLAIN

ENDS = (
    "turn 5 raise 4100; turn 3 call 4100",
    "turn 5 raise 4100; turn 3 fold",
    "turn 5 call 1200; river 5 check; river 3 check",
    "turn 5 call 1200; river 5 check; river 3 bet 2900; river 5 call 2900",
    "turn 5 call 1200; river 5 check; river 3 bet 2900; river 5 fold",
    "turn 5 call 1200; river 5 bet 1500; river 3 fold",
    "turn 5 call 1200; river 5 bet 1500; river 3 call 1500",
    "turn 5 fold",
)
"""Every way on from the kings' choice on the turn that differs in kind."""
TURN, RIVER = "Td5s9h5h", "4d"
RIVERS = [
    format_card(card)
    for card in DECK
    if format_card(card) not in "Td5s9h5hQh2d9s3cJhJc6d4cKcKs7s3d"
]
TABLES = ("1", "2", "3", "4", "5", "6")
SHOWN = {
    "two-up": ("1", "5"),
    "upright": ("1", "5"),
    "split": ("1", "4", "5", "6"),
    "field": TABLES,
    "table": ("5",),
}
POINTS: st.SearchStrategy[Known] = st.sampled_from([0, 0, 1, 1, 2, 3, 4, None])


def moves(end: str, known: Known) -> tuple[str, ...]:
    return tuple(end.split("; "))[:known]


def sees_the_river(end: str, known: Known) -> bool:
    """By the rules: somebody acted on it, or an all-in was called and the hand is over."""
    seen = moves(end, known)
    return any("river" in move for move in seen) or (known is None and end == ENDS[0])


def compared(ends: tuple[str, ...], river: str) -> Comparison:
    """With the kings' choice as the only pick, none if all tables chose alike."""
    found = compare(guide_deal(ends, TURN + river))
    kings = (pick for pick in found.picks if pick.fork and len(pick.fork.history) == 11)
    return replace(found, picks=tuple(kings)[:1])


def drawn(found: Comparison, graphic: str, moment: Moment) -> str:
    entry = CATALOGUE[graphic]
    assert entry.request is not None
    tables = SHOWN[graphic][:1] if graphic == "field" else SHOWN[graphic]
    context = DealOfSession(found.deal, 75, found) if graphic == "table" else found
    staged = entry.draw(context, entry.request(found, tables, moment), PLAIN)
    assert isinstance(staged.stage, Stage)
    return stage_svg(staged.stage)


@st.composite
def moments(draw: st.DrawFn, shown: tuple[str, ...]) -> Moment:
    """Before the end of at least one of the tables."""
    default = draw(POINTS)
    apart = draw(st.dictionaries(st.sampled_from(shown), POINTS, max_size=2))
    moment = Moment(default, tuple(sorted((t, n) for t, n in apart.items() if n != default)))
    assume(any(moment.of(table) is not None for table in shown))
    return moment


def must_be_the_same(first: Comparison, second: Comparison, graphic: str, moment: Moment) -> None:
    try:
        before = drawn(first, graphic, moment)
        after = drawn(second, graphic, moment)
    except NotDrawable:  # in one of the two worlds all tables shown chose alike
        assume(False)
    assert before == after


@pytest.mark.parametrize("graphic", SHOWN)
@settings(max_examples=counts(25, 500))
@given(data=st.data())
def test_no_later_card_action_or_result_changes_a_byte(graphic: str, data: st.DataObject) -> None:
    shown = SHOWN[graphic]
    moment = data.draw(moments(shown))
    known = {table: moment.of(table) if table in shown else 0 for table in TABLES}
    one = tuple(data.draw(st.sampled_from(ENDS)) for _ in TABLES)
    two = tuple(
        data.draw(
            st.sampled_from(
                [each for each in ENDS if moves(each, known[table]) == moves(end, known[table])]
            )
        )
        for table, end in zip(TABLES, one, strict=True)
    )
    by_table = dict(zip(TABLES, one, strict=True))
    river = data.draw(st.sampled_from(RIVERS))
    if any(sees_the_river(by_table[table], known[table]) for table in shown):
        river = RIVER
    must_be_the_same(compared(one, RIVER), compared(two, river), graphic, moment)


@pytest.mark.parametrize("graphic", SHOWN)
@settings(max_examples=counts(15, 300))
@given(data=st.data())
def test_no_later_card_placement_or_foul_changes_a_byte(graphic: str, data: st.DataObject) -> None:
    """Open-face Chinese: the first placement parts the tables, and cards that nobody was dealt yet
    are others."""
    shown = SHOWN[graphic]
    moment = data.draw(moments(shown))
    lots = data.draw(st.randoms(use_true_random=False))
    known = {table: moment.of(table) if table in shown else 0 for table in TABLES}
    cards = open_face_by_lot.dealt(lots)
    first = {table: open_face_by_lot.line(lots, cards) for table in TABLES}
    seen = max(len(ROUNDS) * 2 if n is None else n for n in known.values())
    other = open_face_by_lot.dealt(lots, cards, seen)
    second = {
        table: open_face_by_lot.line(lots, other, first[table][: known[table]]) for table in TABLES
    }
    one, two = (open_face_by_lot.compared(*each) for each in ((cards, first), (other, second)))
    must_be_the_same(one, two, graphic, moment)


WINNER = TournamentWinner("D-player", 125_000, "€")
OPENING_MOVES = 11


@settings(max_examples=counts(40, 800))
@given(data=st.data())
def test_no_later_card_action_result_or_winner_changes_a_byte_of_a_table_alone(
    data: st.DataObject,
) -> None:
    """A cash game, and the last hand of a tournament: every moment of the whole hand, from the
    first player who comes in."""
    known = data.draw(st.integers(0, OPENING_MOVES + 3))
    later = max(known - OPENING_MOVES, 0)
    one = data.draw(st.sampled_from(ENDS))
    same = [each for each in ENDS if moves(each, later) == moves(one, later)]
    two = data.draw(st.sampled_from(same))
    river = RIVER if sees_the_river(one, later) else data.draw(st.sampled_from(RIVERS))
    if known == OPENING_MOVES + len(one.split("; ")):
        known -= 1  # the last move ends the hand: its moment is the end
    won = data.draw(st.tuples(*[st.sampled_from([None, WINNER])] * 2))
    before, after = (
        alone(*each, known) for each in zip((one, two), (RIVER, river), won, strict=True)
    )
    assert before == after


def alone(end: str, river: str, winner: TournamentWinner | None, known: Known) -> str:
    """The hand at table 1 alone, after so many moves."""
    deal = guide_deal((end,) * 6, TURN + river)
    found = focused(compare(replace(deal, plays=deal.plays[:1], tables=("1",))), WHOLE_HAND)
    context = DealOfSession(found.deal, 75, found, winner)
    request = table_request(found, ("1",), Moment(known))
    stage = CATALOGUE["table"].draw(context, request, PLAIN).stage
    assert isinstance(stage, Stage)
    return stage_svg(stage)


def test_the_end_of_a_table_alone_tells_its_ends_and_winners_apart() -> None:
    """So that the test before can fail."""
    ended = {alone(end, RIVER, won, None) for end in ENDS[:4] for won in (None, WINNER)}
    assert len(ended) == 6, "two of the four end with the same chips at a showdown"
    assert "WINS THE TOURNAMENT" in alone(ENDS[0], RIVER, WINNER, None)


@pytest.mark.parametrize("graphic", SHOWN)
def test_before_the_decision_no_choice_is_named(graphic: str) -> None:
    found = compared((*ENDS[:2], *ENDS[2:5], ENDS[7]), RIVER)
    svg = drawn(found, graphic, BEFORE)
    words = " ".join(re.findall(r">([^<>]+)</text>", svg)).replace("TO CALL", "")
    words = words.replace("CALL, RAISE OR FOLD?", "")  # what the rules allow
    chosen = ("CALL", "ALLOWED", "FOLD", "RAISE", "CHECK", "AHEAD")
    if graphic == "table":  # where folds before the flop stay
        chosen = ("RAISE", "CALL")
    assert not [word for word in chosen if word in words.split()], words
    assert "12" in words.split(), "the price is the question"


def test_a_side_that_has_ended_shows_its_own_chips_and_no_place_among_the_others() -> None:
    """The seat's average holds the other table's result, which nobody knows yet."""
    found = compared((*ENDS[:2], *ENDS[2:5], ENDS[7]), RIVER)
    half = drawn(found, "two-up", read_moment("end,5=decision"))
    assert "+51" in half
    assert "showdown" in half
    assert "1st of" not in half
    assert "AHEAD" not in half
    assert "folds" not in half
    assert "1st of 6" in drawn(found, "two-up", END)


def test_the_shared_board_is_the_latest_sides() -> None:
    found = compared((*ENDS[:2], *ENDS[2:5], ENDS[7]), RIVER)
    paper = f'rx="9" fill="{PLAIN.theme.paper}"'
    cards = {
        moment: drawn(found, "two-up", read_moment(moment)).count(paper)
        for moment in ("before", "decision", "move:1", "move:2", "decision,5=move:2", "end")
    }
    # two kings and the board; after its call on the turn, table 5 checks the river
    assert cards == {
        "before": 6, "decision": 6, "move:1": 7, "move:2": 7, "decision,5=move:2": 7, "end": 7,
    }  # fmt: skip


def test_between_decision_and_end_each_side_has_its_own_pot() -> None:
    """31 and a call of 12 are 43; a raise to 41 and its call are 31 + 41 + 29."""
    found = compared((*ENDS[:2], *ENDS[2:5], ENDS[7]), RIVER)
    texts = re.findall(r">([^<>]+)</text>", drawn(found, "two-up", read_moment("move:1")))
    pots = [texts[place + 1] for place, text in enumerate(texts) if text == "POT"]
    assert pots == ["101", "43"]


def test_the_order_of_a_split_is_the_only_hint_and_named_tables_avoid_it() -> None:
    """Before the decision no gold line says who will choose alike."""
    found = compared((*ENDS[:2], *ENDS[2:5], ENDS[7]), RIVER)
    fork = found.fork
    assert fork is not None
    assert len(arranged(found, 4, fork)) == 4
    count = ">2 TABLES OF 4</text>"
    assert count not in drawn(found, "split", BEFORE)
    assert count in drawn(found, "split", read_moment("decision"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("fork", "there is no moment 'fork': name before, decision, move:N"),
        ("move:0", "there is no moment 'move:0'"),
        ("move:99999", "at most 10,000 moves"),
        ("decision,6", "names no table: write after a comma, TABLE=MOMENT"),
        ("decision,6=before,6=end", "names table 6 twice"),
        ("", "there is no moment"),
    ],
)
def test_a_misspelt_moment_says_what_to_write(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        read_moment(text)


@given(POINTS, st.dictionaries(st.text(min_size=1, max_size=8), POINTS, max_size=4))
def test_every_moment_is_read_as_it_is_spelt(default: Known, apart: dict[str, Known]) -> None:
    moment = Moment(default, tuple(sorted((t, n) for t, n in apart.items() if n != default)))
    assert read_moment(str(moment)) == moment


def test_a_moment_of_a_table_that_is_not_shown_is_refused() -> None:
    found = compared((*ENDS[:2], *ENDS[2:5], ENDS[7]), RIVER)
    with pytest.raises(NotDrawable, match="names table 6, which is not shown; name one of 1, 5"):
        drawn(found, "two-up", read_moment("decision,6=before"))
