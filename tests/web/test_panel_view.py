"""The panel's values, of the guide's deal (RULES P6, P7) and as of every moment."""

from dataclasses import replace

from effort import counts
from guide_deal import GAME, guide_deal
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from producer.compare import compare
from producer.compare.model import Comparison
from producer.rundown.pick_beats import beats
from producer.stages.comparisons.branches import decision_point
from producer.stages.moment import BEFORE, DECISION, END, Moment
from producer.stages.samples.deals import bridge_deal
from producer.stages.style import PLAIN
from producer.web.panel.figures import equities, figures, moved, results
from producer.web.panel.view import MOST_OPENING_WORDS, PanelPage, opening, panel_view

ENDS = (
    "turn 5 raise 4100; turn 3 call 4100",
    "turn 5 raise 4100; turn 3 fold",
    "turn 5 call 1200; river 5 check; river 3 check",
    "turn 5 call 1200; river 5 check; river 3 bet 2000; river 5 call 2000",
    "turn 5 call 1200; river 5 check; river 3 bet 2900; river 5 fold",
    "turn 5 fold",
)
SHOWN = ("1", "4")


def compared(ends: tuple[str, ...], river: str = "4d") -> Comparison:
    """With the kings' choice on the turn as the only pick."""
    found = compare(guide_deal(ends, f"Td5s9h5h{river}"))
    kings = (pick for pick in found.picks if pick.fork and len(pick.fork.history) == 11)
    return replace(found, picks=tuple(kings)[:1])


def view(moment: Moment, ends: tuple[str, ...] = ENDS, river: str = "4d") -> PanelPage:
    found = compared(ends, river)
    assert found.best is not None
    planned = beats(found, found.best, SHOWN)
    said = {"Brazil": "brah-ZEEL", "B-player": "zho-OWN"}
    shown = panel_view(found, SHOWN, moment, PLAIN, planned, said)
    assert shown is not None
    return shown


def test_before_the_decision_the_panel_has_the_hand_the_price_and_the_question() -> None:
    shown = view(BEFORE)
    assert {card.name for card in shown.hand} == {"King of spades", "King of clubs"}
    assert [card.rank + card.suit for card in shown.board] == ["10d", "5s", "9h", "5h"]
    assert shown.price == "POT 31 BB · 12 TO CALL"
    assert [side.decision for side in shown.sides] == ["", ""]
    assert [side.result for side in shown.sides] == ["", ""]
    assert shown.sides[0].opponent is not None
    assert [card.rank for card in shown.sides[0].opponent.cards] == ["J", "J"]
    assert shown.branches[0].words == "at this decision too"
    assert shown.branches[0].tables == ("2", "3", "5", "6")
    assert shown.history == "Same history at 6 tables, move for move."
    assert len(shown.opening.split()) <= MOST_OPENING_WORDS


def test_names_are_said_as_the_opening_of_the_session_says() -> None:
    sides = view(BEFORE).sides
    people = {side.team.name: (side.team.say, side.player.say) for side in sides}
    assert people["Brazil"] == ("brah-ZEEL", "zho-OWN")


def test_the_lines_stop_at_the_moment_and_the_decision_is_marked() -> None:
    turn = view(DECISION).sides[0].streets[-1]
    assert (turn.name, turn.pot) == ("turn", "72 BB")
    assert [(step.words, step.decides) for step in turn.steps] == [
        ("check", False),
        ("bet 12", False),
        ("raise to 41, cap", True),
    ]
    river = view(END).sides[1].streets[-1]
    assert [card.rank + card.suit for card in river.cards] == ["4d"]
    assert [step.words for step in river.steps] == ["check", "bet 20", "call 20"]


def test_at_the_end_the_panel_says_who_is_ahead_by_how_much() -> None:
    shown = view(END)
    assert [side.result for side in shown.sides] == ["+51 BB", "+42 BB"]
    assert shown.gap.endswith("9 BIG BLINDS AHEAD")
    assert shown.ended
    assert shown.later == 0


def test_figures_at_the_decision() -> None:
    """12 to win 31 needs 12/43; the cap of 50 less the 9 put in (RULES P2, H4)."""
    found = compared(ENDS)
    rows = {row.name: row.values for row in figures(found, decision_point(found), SHOWN, END, {})}
    assert rows["Equity needed to call"] == ("28 %", "28 %")
    assert rows["Left under the cap"] == ("41 BB", "41 BB")
    assert rows["Stack"] == ("91 BB", "91 BB")
    assert "Thinking time" not in rows
    assert GAME.cap == 5000


def test_the_three_equities_are_labelled() -> None:
    """Kings against jacks on a board with one ten, two nines and fives: the jacks need a jack, of
    which two are left, in 44 cards, or 40 without those that folded."""
    found = compared(ENDS)
    rows = {row.name: row.values[0] for row in equities(found, decision_point(found), SHOWN)}
    assert rows["These hands only"] == f"{round(100 * 42 / 44)} %"
    assert rows["All cards, folded ones too"] == f"{round(100 * 34 / 36)} %"
    assert next(iter(rows)).startswith("Player's view")


def test_results_are_all_tables_best_first() -> None:
    found = compared(ENDS)
    rows = results(found, 5, None)
    assert [row.result for row in rows] == ["+51", "+42", "+22", "+22", "−9", "−21"]
    assert [row.rank for row in rows] == ["1st", "2nd", "=3rd", "=3rd", "5th", "6th"]


def test_a_place_before_and_after() -> None:
    assert (moved(6, 2), moved(1, 1), moved(None, 3)) == ("6th to 2nd", "stays 1st", "")


SLIDER = {"stops": (), "stop": 0, "later": 0}
"""How many moves and beats are still to come is how long the hand was, no more."""
POINTS = st.sampled_from([0, 0, 1, 1, 2, 3, None])


@settings(max_examples=counts(8, 500), deadline=None)
@given(data=st.data())
def test_nothing_after_the_moment_changes_the_panel(data: st.DataObject) -> None:
    """Two worlds that agree up to the moment, at the shown tables in their moves, elsewhere in what
    the tables chose, have the same panel."""
    known = data.draw(POINTS)
    if known is None:
        known = 4
    moment = Moment(known)
    one = tuple(data.draw(st.sampled_from(ENDS)) for _ in range(6))

    def alike(end: str, other: str, moves: int) -> bool:
        return end.split("; ")[:moves] == other.split("; ")[:moves]

    two = tuple(
        data.draw(
            st.sampled_from(
                [
                    other
                    for other in ENDS
                    if alike(end, other, known if str(n) in SHOWN else min(known, 1))
                ]
            )
        )
        for n, end in enumerate(one, 1)
    )
    assume(one[0].split("; ")[0] != one[3].split("; ")[0])
    assume(two[0].split("; ")[0] != two[3].split("; ")[0])
    first, second = compared(one), compared(two)
    if not first.picks or not second.picks or first.picks[0].id != second.picks[0].id:
        return
    shown = []
    for found in (first, second):
        planned = beats(found, found.picks[0], SHOWN)
        seen = panel_view(found, SHOWN, moment, PLAIN, planned)
        assert seen is not None
        shown.append(seen)
    assert replace(shown[0], **SLIDER) == replace(shown[1], **SLIDER)


def test_an_opening_line_is_short_in_every_language() -> None:
    found = compared(ENDS)
    assert found.best is not None
    for language in ("en", "es", "el"):
        planned = beats(found, found.best, SHOWN, language)
        for count in range(1, len(planned) + 1):
            assert len(opening(planned[:count]).split()) <= MOST_OPENING_WORDS
        assert opening(planned)


def test_a_bridge_deal_is_told_in_bridges_words() -> None:
    """Vulnerable: 1430 for the slam, 680 for the game with two over; 750 points are 13 IMPs (RULES
    B2, B3). Dealt by West. South holds KJT52 A6 K74 A53."""
    found = compare(bridge_deal("plain"))
    assert found.best is not None
    planned = beats(found, found.best, ("Open", "Closed"))
    before, end = (
        panel_view(found, ("Open", "Closed"), moment, PLAIN, planned) for moment in (BEFORE, END)
    )
    assert before is not None
    assert end is not None
    assert before.hand == ()
    south = next(hand for hand in before.hands if hand.decides)
    assert [(suit.suit, suit.text) for suit in south.suits] == [
        ("s", "K J 10 5 2"), ("h", "A 6"), ("d", "K 7 4"), ("c", "A 5 3"),
    ]  # fmt: skip
    assert [hand.seat for hand in before.hands] == ["West", "North", "East", "South"]
    for shown in (before, end):
        assert "Dealer West · North-South vulnerable" in shown.position
        assert [side.others for side in shown.sides] == [
            "South · against Brazil", "South · against Argentina",
        ]  # fmt: skip
        sheet = shown.sides[0].sheet
        assert sheet is not None
        assert sheet.seats == ("W", "N", "E", "S")
        assert sheet.calls[0][0].said.text == "Pass"
    assert not before.gap
    assert not before.turn
    assert [(side.result, side.ended) for side in before.sides] == [("", "")] * 2
    assert all(side.sheet and not side.sheet.tricks for side in before.sides)
    assert end.gap == "ARGENTINA +13 IMPs · points of the match, for 750 more on this deal"
    assert [(side.result, side.ended) for side in end.sides] == [
        ("+13 IMPs", "+1430 points · six spades by South, made"),
        ("−13 IMPs", "+680 points · four spades by South, made, 2 extra tricks"),
    ]  # fmt: skip
    assert end.unit == "Points"
    assert end.turn == "Declarer took 12 tricks at both tables."
