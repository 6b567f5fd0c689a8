"""What is where on the programme, from timelines made by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from overlay.stage import Box
from producer.segments.compositor.scenes import SideMark, scenes
from producer.segments.finished import ended_at
from producer.segments.timeline import GraphicSpan, Side, SideShot, Timeline
from producer.stages.moment import BEFORE, END, Moment


def timeline(*graphics: GraphicSpan, sides: tuple[Side, ...], layout: str = "two-up") -> Timeline:
    return Timeline(layout, Fraction(25), 100, 1280, 720, sides, graphics, ())


def plain(table: str) -> Side:
    return Side(table, (SideShot(0, 100, "play", Fraction(0)),))


def test_pictures_are_where_the_graphic_of_the_time_leaves_room() -> None:
    split = GraphicSpan(0, 40, "two-up", ("5", "1"), BEFORE)
    full = GraphicSpan(40, 20, "table", ("1",), BEFORE)
    first, second, third = scenes(timeline(split, full, sides=(plain("1"), plain("5"))))
    # The boxes of the two-up at 1280x720, two thirds of 952x1080 at 0 and at 968; edges are even.
    assert [(place.table, place.box) for place in first.places] == [
        ("5", Box(0, 0, 636, 720)), ("1", Box(644, 0, 636, 720)),
    ]  # fmt: skip
    assert [(place.table, place.box) for place in second.places] == [("1", Box(0, 0, 1280, 720))]
    assert [place.table for place in third.places] == ["1", "5"]
    assert [(each.start, each.frames) for each in (first, second, third)] == [
        (0, 40), (40, 20), (60, 40),
    ]  # fmt: skip


def test_a_drawn_table_has_ended_once_its_graphics_say_how() -> None:
    """Table 1 plays from 10 s on at 25 frames a second: frame 50 shows 12 s. Table 5's end
    follows half a second later."""
    side = Side("1", (SideShot(0, 100, "drawn", Fraction(10)),))
    other = Side("5", (SideShot(0, 100, "drawn", Fraction(30)),))
    graphics = (
        GraphicSpan(0, 50, "two-up", ("1", "5"), BEFORE),
        GraphicSpan(50, 12, "two-up", ("1", "5"), Moment(1, (("1", None),))),
        GraphicSpan(62, 38, "two-up", ("5", "1"), END),
        GraphicSpan(80, 20, "matrix", (), END),
    )
    both = timeline(*graphics, sides=(side, other))
    assert [*ended_at(both, "1")] == [12, Fraction("12.48")]
    assert [*ended_at(both, "5")] == [Fraction("32.48")]


def test_a_full_frame_graphic_has_a_backdrop_without_marks() -> None:
    waits = Side("1", (SideShot(0, 100, "hold", Fraction(0), waiting_for=("5",)),))
    matrix = GraphicSpan(0, 100, "matrix", (), END)
    (only,) = scenes(timeline(matrix, sides=(waits, plain("5"))))
    assert only.backdrop
    assert only.marks == ()


def test_the_tables_that_are_not_talked_about_are_dimmed() -> None:
    lit = GraphicSpan(0, 100, "split", ("1", "2", "5"), BEFORE, lit="2")
    sides = (plain("1"), plain("2"), plain("5"))
    (only,) = scenes(timeline(lit, sides=sides, layout="three-up"))
    assert only.dimmed == ("1", "5")


def test_a_table_that_waits_runs_fast_or_is_drawn_is_marked_for_as_long() -> None:
    one = Side(
        "1",
        (
            SideShot(0, 30, "play", Fraction(0)),
            SideShot(30, 20, "hold", Fraction(1), waiting_for=("5",)),
            SideShot(50, 50, "play", Fraction(1), speed=4),
        ),
    )
    other = Side("5", (SideShot(0, 100, "drawn", Fraction(0), speed=0),))
    found = [(scene.start, scene.marks) for scene in scenes(timeline(sides=(one, other)))]
    drawn = SideMark("5", drawn=True, speed=0)
    assert found == [
        (0, (drawn,)),
        (30, (SideMark("1", waiting_for=("5",)), drawn)),
        (50, (SideMark("1", speed=4), drawn)),
    ]


def test_a_graphic_of_a_table_without_a_side_is_named() -> None:
    with pytest.raises(ValueError, match="frame 0: table 9 has no side"):
        scenes(timeline(GraphicSpan(0, 9, "two-up", ("1", "9"), BEFORE), sides=(plain("1"),)))
