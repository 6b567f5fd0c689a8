"""A whole hand of one table: the graphic follows the picture, street by street."""

from planned_hands import beat_start, hand, planned, shown_at

from producer.segments.timeline import Timeline

HAND = hand(
    "1",
    0,
    [5, 9, 14, 25, 31, 44, 58],
    {"flop": 20, "turn": 38, "river": 52},
    64,
)
"""Three moves before the flop, two on it, one on the turn, one on the river."""

ROWS = (
    ("cards", "table", "before", "", 5),
    ("preflop", "table", "move:2", "", 11),
    ("flop", "table", "move:4", "", 14),
    ("turn", "table", "move:5", "", 10),
    ("river", "table", "move:6", "", 10),
    ("showdown", "table", "end", "", 9),
    ("result", "table", "end", "", 6),
)


def whole(**others: object) -> Timeline:
    return planned([HAND], 0, rows=ROWS, layout="table", **others)


def test_the_board_is_drawn_from_the_first_frame_that_shows_its_cards() -> None:
    timeline = whole()
    for street, at in (("flop", 20), ("turn", 38), ("river", 52)):
        first = next(span for span in timeline.graphics if span.opened == street)
        assert shown_at(timeline, "1", first.start - 1) < at <= shown_at(timeline, "1", first.start)


def test_no_move_is_drawn_before_it_is_in_the_picture() -> None:
    timeline = whole()
    moves = [5, 9, 14, 25, 31, 44, 58]
    for span in timeline.graphics:
        known = span.moment.of("1")
        last = 64 if known is None else moves[known - 1] if known else 0
        assert shown_at(timeline, "1", span.start) >= last


def test_the_result_stands_for_as_long_as_its_beat_at_least() -> None:
    timeline = whole()
    first = next(span for span in timeline.graphics if span.moment.of("1") is None)
    assert first.start < beat_start(timeline, "result")
    last = timeline.graphics[-1]
    assert last.start + last.frames == timeline.frames
    assert last.moment.of("1") is None


def test_every_frame_has_the_table_and_other_segments_have_no_streets() -> None:
    covered = [n for span in whole().graphics for n in range(span.start, span.start + span.frames)]
    assert covered == list(range(whole().frames))
    compared = planned([HAND], 3, rows=(("question", "field", "before", "", 5),), layout="field")
    assert {span.opened for span in compared.graphics} == {""}
