"""What is over the picture when: graphics, beats, marks and lower thirds, worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from planned_hands import (
    GUIDE_BEATS,
    beat_start,
    beats,
    hand,
    later,
    planned,
    recording,
    shown_at,
    side_of,
)
from played_hands import Wish, wishes

from producer.segments.timeline import GraphicSpan, Timeline, TimelineMark
from producer.segments.wanted import LowerThirdWanted, NotPlanned

MOVES = (110, 113, 116, 123, 126, 133, 143)
STREETS = {"flop": 120, "turn": 130, "river": 140}
EXACT = hand("1", 105, MOVES, STREETS, 146)
TWO = (EXACT, later(EXACT, 1000))

SHORT = (
    ("line", "two-up", "before", "", 10),
    ("question", "two-up", "before", "", 4),
    ("decision-left", "two-up", "before,1=decision", "1", 6),
    ("decision-right", "two-up", "decision", "2", 6),
    ("ending-left", "two-up", "decision,1=end", "1", 20),
    ("ending-right", "two-up", "end", "2", 20),
    ("field", "matrix", "end", "", 4),
)


def over(timeline: Timeline, frame: int) -> GraphicSpan:
    return next(
        span for span in timeline.graphics if span.start <= frame < span.start + span.frames
    )


def test_every_frame_has_its_beats_graphic() -> None:
    """60 s at 25: 1500 frames; the beats begin at 0, 4, 12, 20, 27, 34, 41, 45.5, 50 and 57 s."""
    timeline = planned(TWO, 4)
    starts = [0, 100, 300, 500, 675, 850, 1025, 1138, 1250, 1425, 1500]
    assert [beat.start for beat in timeline.beats] == starts[:-1]
    for (_, graphic, _, lit, _), (start, end) in zip(GUIDE_BEATS, pairwise(starts), strict=True):
        for frame in (start, end - 1):
            assert (over(timeline, frame).graphic, over(timeline, frame).lit) == (graphic, lit)
    assert timeline.beats[3].sentence == "What is said of question."


def test_a_full_table_is_one_table() -> None:
    assert over(planned(TWO, 4), 100).tables == ("1",)
    rows = (("table", "table", "before", "2", 4), *SHORT)
    assert over(planned(TWO, 4, rows=rows), 0).tables == ("2",)


def test_nothing_is_drawn_anew_between_beats_that_look_alike() -> None:
    timeline = planned(TWO, 4, rows=SHORT)
    assert (timeline.graphics[0].start, timeline.graphics[0].frames) == (0, 350)


def test_the_graphic_says_what_was_done_when_it_was_seen_and_not_when_the_beat_begins() -> None:
    """The frozen picture is of 123.5; the raise at 126 comes 2.5 s later: 62.5 frames."""
    timeline = planned(TWO, 4, rows=SHORT)
    start = beat_start(timeline, "decision-left")
    assert str(over(timeline, start + 62).moment) == "before"
    assert str(over(timeline, start + 63).moment) == "before,1=decision"
    assert shown_at(timeline, "1", start + 63) >= 126


LATE_STREETS = {"flop": 125, "turn": 140, "river": 150}
LATE = hand("1", 110, [115, 118, 121, 128, 131, 148, 155], LATE_STREETS, 160, uncertain=5)


def test_a_late_device_says_what_was_done_at_its_most_likely_moment() -> None:
    """Frozen just before 126, the earliest moment of the decision; it was sent at 131: 128.5."""
    timeline = planned((LATE, later(LATE, 1000)), 4, rows=SHORT)
    first = next(g for g in timeline.graphics if str(g.moment) == "before,1=decision")
    assert abs(shown_at(timeline, "1", first.start) - Fraction("128.5")) <= Fraction(1, 25)


@pytest.mark.parametrize(("seconds", "read"), [(6, 75), (4, 66)])
def test_what_was_done_is_read_for_three_seconds_even_if_it_may_be_later(
    seconds: int, read: int
) -> None:
    """The decision comes after 18.95 s at the earliest; a beat of 4 s gives it two thirds."""
    streets = {"flop": 125, "turn": 170, "river": 180}
    batch = hand("1", 110, [115, 118, 121, 128, 150, 175, 185], streets, 190, uncertain=2)
    rows = [(*row[:4], seconds if row[0] == "decision-left" else row[4]) for row in SHORT]
    timeline = planned((batch, later(batch, 1000)), 4, rows=rows, longest_think=Fraction(60))
    end = beat_start(timeline, "decision-right")
    words = [str(over(timeline, frame).moment) for frame in (end - read - 1, end - read, end - 1)]
    assert words == ["before", "before,1=decision", "before,1=decision"]


def test_an_ending_goes_on_move_by_move_and_the_result_is_read_for_four_seconds() -> None:
    timeline = planned(TWO, 4, rows=SHORT)
    start, end = (beat_start(timeline, name) for name in ("ending-left", "ending-right"))
    words = [str(span.moment) for span in timeline.graphics if start <= span.start < end]
    assert words == ["decision", "decision,1=move:1", "decision,1=move:2", "decision,1=end"]
    for span in timeline.graphics:
        if str(span.moment) == "decision,1=move:1":
            assert 133 <= shown_at(timeline, "1", span.start) < 133 + Fraction(1, 25)
    assert end - over(timeline, end - 1).start >= 100


@pytest.mark.parametrize(("seconds", "read"), [(7, 100), (4, 66)])
def test_a_result_is_read_for_four_seconds_even_if_it_may_be_later(seconds: int, read: int) -> None:
    """Both hands end at 146 at the earliest, 20 s after the decision; 4 s leave two thirds."""
    rows = (*SHORT[:4], ("ending-right", "two-up", "end", "", seconds))
    timeline = planned(TWO, 4, rows=rows, sync="street")
    last = timeline.graphics[-1]
    assert (str(last.moment), last.frames) == ("end", read)


def test_tables_that_are_not_shown_are_no_further_than_the_shown_one_furthest_behind() -> None:
    timeline = planned(TWO, 4, rows=SHORT)
    moment = over(timeline, beat_start(timeline, "decision-right") - 1).moment
    assert (moment.of("1"), moment.of("2"), moment.of("5")) == (1, 0, 0)


def test_in_real_time_the_graphic_follows_the_clock() -> None:
    """2.5 s after the fork at table 1, 7.5 s at table 2; nobody is dimmed."""
    slow = hand("2", 1105, [1110, 1113, 1116, 1123, 1131, 1138, 1148], {"flop": 1120}, 1160)
    timeline = planned((EXACT, slow), 4, rows=SHORT, sync="clock")
    start = beat_start(timeline, "decision-left")
    assert str(over(timeline, start + 62).moment) == "before"
    assert str(over(timeline, start + 63).moment) == "before,1=decision"
    assert over(timeline, start + 188).moment.of("2") == 1
    assert {over(timeline, frame).lit for frame in range(start, start + 500, 25)} == {""}


def test_in_real_time_a_street_comes_when_the_last_table_shows_it() -> None:
    """The turn's move is at 133 at table 1, 9.5 s after the fork, but table 2 has its turn at
    1138, 14.5 s after: frame 350 + 363. Its own move on it is at 1141."""
    slow = hand("2", 1105, [1110, 1113, 1116, 1123, 1131, 1141, 1148],
                {"flop": 1120, "turn": 1138, "river": 1145}, 1160)  # fmt: skip
    timeline = planned((EXACT, slow), 4, rows=SHORT, sync="clock")
    turn = next(g for g in timeline.graphics if g.moment.of("1") == 2)
    assert turn.start == 350 + 363
    assert shown_at(timeline, "2", turn.start) >= 1138
    assert str(over(timeline, turn.start - 1).moment) == "decision"


def test_in_real_time_a_decision_is_read_before_the_next_move() -> None:
    """Table 1 decides at 126 and moves again at 127, table 2 not before the end of the beats: they
    end at 52 + 14 s; the result is there for 4 s, and the decision for 3 s before it."""
    quick = hand("1", 105, [110, 113, 116, 123, 126, 127, 143], STREETS, 146, phases="PPPFFFR")
    slow = hand("2", 1105, [1110, 1113, 1116, 1123, 1226], {"flop": 1120}, 1260)
    timeline = planned((quick, slow), 4, rows=SHORT[:-1], sync="clock")
    first = {
        (table, known): next(g.start for g in timeline.graphics if g.moment.of(table) == known)
        for table, known in (("1", 1), ("1", 2), ("2", 1), ("2", None))
    }
    assert first[("1", 1)] == 350 + 63
    assert first[("1", 2)] == 350 + 63 + 75
    assert timeline.frames == 350 + 52 * 25
    assert first[("2", 1)] == timeline.frames - 175
    assert first[("2", None)] == timeline.frames - 100


def test_a_tease_has_the_question_before_the_way_to_it() -> None:
    rows = (("tease", "two-up", "before", "", 4), *SHORT)
    timeline = planned(TWO, 4, rows=rows)
    assert {shown_at(timeline, "1", frame) for frame in (0, 99)} == {Fraction("123.5")}
    assert shown_at(timeline, "1", 100) < 115
    assert shown_at(timeline, "1", beat_start(timeline, "question")) == Fraction("123.5")


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
@given(wishes())
def test_no_graphic_knows_more_than_its_beat(wish: Wish) -> None:
    timeline = planned(
        [each.times for each in wish.hands], wish.moves_before, rows=wish.rows, **wish.options
    )
    together = {"decision": "none", "street": "ending", "clock": ("decision", "ending")}
    names = together[wish.options["sync"]]
    most = [beat.moment for beat in beats(wish.rows) if beat.name.startswith(names)][-1:]
    at_handle = timeline.handle
    for span in timeline.graphics:
        assert span.frames > 0
        place = max(n for n, each in enumerate(timeline.beats) if each.start <= span.start)
        beat = beats(wish.rows)[place]
        allowed = most[0] if beat.name.startswith(names) else beat.moment
        assert all(
            _is_no_more(span.moment.of(table), allowed.of(table)) for table in span.tables
        ), span
    ends = [(span.start, span.start + span.frames) for span in timeline.graphics]
    assert ends[0][0] == at_handle
    assert all(one[1] == two[0] for one, two in pairwise(ends))
    assert ends[-1][1] == timeline.frames


def _is_no_more(known: int | None, allowed: int | None) -> bool:
    return allowed is None or (known is not None and known <= allowed)


def test_marks_name_the_fork_every_beat_and_every_street() -> None:
    timeline = planned(TWO, 4, rows=SHORT, sync="street")
    marks = {mark.name: mark.frame for mark in timeline.marks}
    assert marks["fork"] == marks["question"] == 250
    assert {row[0] for row in SHORT} < marks.keys()
    flop = marks["flop"]
    assert [shown_at(timeline, table, flop) for table in "12"] == [120, 1120]
    assert {"turn", "river"} < marks.keys()


def test_streets_in_different_frames_are_marked_by_table() -> None:
    slow = hand("2", 1105, [1110, 1113, 1116, 1129, 1131, 1138, 1148], {"flop": 1120}, 1160)
    rows = (("line", "two-up", "before", "", 30), *SHORT[1:])
    timeline = planned((EXACT, slow), 4, rows=rows, longest_think=Fraction(10))
    by_table = [mark for mark in timeline.marks if mark.name.startswith("flop")]
    assert [mark.name for mark in by_table] == ["flop, table 2", "flop, table 1"]
    for mark in by_table:
        table = mark.name[-1]
        assert abs(shown_at(timeline, table, mark.frame) % 1000 - 120) <= Fraction(1, 25)


def test_handles_are_in_the_file_at_both_ends_and_clean_at_the_beginning() -> None:
    """2 s at 25: 50 frames; the first is two seconds before the first of the segment without."""
    plain = planned(TWO, 4, rows=SHORT)
    timeline = planned(TWO, 4, rows=SHORT, handle=Fraction(2))
    assert (timeline.handle, timeline.frames) == (50, plain.frames + 100)
    assert timeline.graphics[0].start == 50
    assert timeline.beats[0].frames == plain.beats[0].frames + 50
    assert timeline.beats[-1].frames == plain.beats[-1].frames + 50
    assert TimelineMark("fork", 300) in timeline.marks
    for frame in (0, 100, 1000, plain.frames - 1):
        assert shown_at(timeline, "1", frame + 50) == shown_at(plain, "1", frame)


def test_the_picture_runs_in_the_handle_as_far_as_it_may_be_shown() -> None:
    rows = (("line", "two-up", "before", "", 2), *SHORT[1:])
    timeline = planned(TWO, 4, rows=rows, handle=Fraction(2))
    first = shown_at(timeline, "1", 50)
    assert shown_at(timeline, "1", 0) == first - 2
    hidden = planned(
        TWO,
        4,
        rows=rows,
        handle=Fraction(2),
        recordings={"1": recording("1", (first - 1, 5000)), "2": recording("2", (0, 5000))},
    )
    shots = side_of(hidden, "1").shots
    assert (shots[0].kind, shots[0].frames, shots[0].at) == ("freeze", 25, first - 1)
    assert shown_at(hidden, "1", 49) == first - Fraction(1, 25)


def test_lower_thirds_stand_where_they_were_asked_for() -> None:
    note = LowerThirdWanted("Best in show.", "Ana", "decision-left", Fraction(1), Fraction(3))
    timeline = planned(TWO, 4, rows=SHORT, lower_thirds=(note,), handle=Fraction(1))
    third = timeline.lower_thirds[0]
    assert (third.start, third.frames) == (25 + 350 + 25, 75)
    assert (third.text, third.author) == ("Best in show.", "Ana")


@pytest.mark.parametrize(
    ("beat", "after", "reason"),
    [
        ("recap", 0, "the beat recap, which this segment does not have"),
        ("field", 5, "outside the segment"),
        ("line", 1, "stand there together"),
    ],
)
def test_lower_thirds_that_cannot_stand_there_are_refused(
    beat: str, after: int, reason: str
) -> None:
    first = LowerThirdWanted("One.", "Ana", "line", Fraction(0), Fraction(3))
    note = LowerThirdWanted("Two.", "Ben", beat, Fraction(after), Fraction(3))
    with pytest.raises(NotPlanned, match=reason):
        planned(TWO, 4, rows=SHORT, lower_thirds=(first, note))


def test_a_graphic_that_has_no_moves_has_its_beats_moment_from_the_start() -> None:
    rows = (*SHORT[:4], ("ending-left", "matrix", "end", "1", 10))
    timeline = planned(TWO, 4, rows=rows)
    span = over(timeline, beat_start(timeline, "ending-left"))
    assert (str(span.moment), span.frames) == ("end", 250)
