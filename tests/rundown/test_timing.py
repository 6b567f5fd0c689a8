"""The rundown against the clock: forwards from what is on air, backwards from the hard out."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from producer.rundown.timing import ProgrammeTimes, TimedRow, programme_times

NINE = datetime(2026, 12, 1, 21, 0, tzinfo=UTC)
LENGTHS = st.lists(st.integers(1, 600), min_size=1, max_size=8)


def at(minutes: int, seconds: int = 0) -> datetime:
    return NINE + timedelta(minutes=minutes, seconds=seconds)


def rows(*lengths: int) -> list[TimedRow]:
    return [TimedRow(str(n), seconds) for n, seconds in enumerate(lengths)]


def starts(times: ProgrammeTimes) -> dict[str, datetime]:
    return {id_: each.starts for id_, each in times.rows.items()}


def test_a_programme_by_hand() -> None:
    """Four minutes planned to a hard out after five, of which a break is fixed to 21:03."""
    made = [
        TimedRow("link", 30),
        TimedRow("kings", 90),
        replace(TimedRow("break", 60), fixed=at(3), is_break=True),
        TimedRow("fours", 60),
    ]
    times = programme_times(made, at(-10), NINE, at(5))
    assert starts(times) == {"link": NINE, "kings": at(0, 30), "break": at(3), "fours": at(4)}
    assert {id_: each.latest for id_, each in times.rows.items()} == {
        "link": at(1), "kings": at(1, 30), "break": at(3), "fours": at(4),
    }  # fmt: skip
    assert times.rows["break"].late == -60  # a minute to fill
    assert (times.over, times.on_air, times.left) == (0, "", None)
    assert times.next_break == ("break", 13 * 60)


def test_on_air_the_rest_follows_the_row_that_is_on_air() -> None:
    made = [
        replace(TimedRow("link", 30), on_air=NINE),
        replace(TimedRow("kings", 90), on_air=at(0, 50)),
        replace(TimedRow("break", 60), fixed=at(2), is_break=True),
        TimedRow("dropped", 100, counts=False),
        TimedRow("fours", 60),
    ]
    times = programme_times(made, at(1), NINE, at(4))
    assert (times.on_air, times.left) == ("kings", 80)
    assert times.rows["break"].late == 20
    assert times.over == 20
    assert "dropped" not in times.rows
    overrun = programme_times(made, at(3), NINE, at(4))
    assert (overrun.left, overrun.over) == (-40, 60)


def test_what_was_passed_over_is_not_expected_any_more() -> None:
    made = [TimedRow("link", 30), replace(TimedRow("kings", 90), on_air=NINE), TimedRow("end", 5)]
    assert starts(programme_times(made, at(1))) == {"kings": NINE, "end": at(1, 30)}


@given(LENGTHS, st.integers(-600, 600))
def test_over_is_what_is_planned_less_what_there_is(lengths: list[int], more: int) -> None:
    planned = sum(lengths)
    hard_out = NINE + timedelta(seconds=planned + more)
    assert programme_times(rows(*lengths), NINE, NINE, hard_out).over == -more


@given(LENGTHS, st.integers(0, 7200))
def test_beginning_at_the_latest_time_meets_the_hard_out(lengths: list[int], out: int) -> None:
    hard_out = NINE + timedelta(seconds=out)
    latest = programme_times(rows(*lengths), NINE, NINE, hard_out).rows["0"].latest
    assert latest is not None
    early = latest - timedelta(days=1)
    assert programme_times(rows(*lengths), early, latest, hard_out).over == 0


@given(LENGTHS, st.data())
def test_rows_follow_each_other_and_none_begins_before_its_fixed_time(
    lengths: list[int], data: st.DataObject
) -> None:
    made = [
        replace(row, fixed=NINE + timedelta(seconds=data.draw(st.integers(0, 4000))))
        if data.draw(st.booleans())
        else row
        for row in rows(*lengths)
    ]
    times = programme_times(made, NINE, NINE)
    ends = NINE
    for row in made:
        begins = times.rows[row.id].starts
        assert begins == max(ends, row.fixed or ends)
        ends = begins + timedelta(seconds=row.seconds)
    assert times.ends == ends


@given(LENGTHS, st.integers(0, 3600))
def test_time_that_is_lost_before_a_fixed_row_is_taken_from_what_there_was_to_fill(
    lengths: list[int], lost: int
) -> None:
    """The end moves by what is lost beyond the gap before the fixed row."""
    gap = 300
    fixed = NINE + timedelta(seconds=sum(lengths) + gap)
    made = [*rows(*lengths), TimedRow("break", 60, fixed=fixed, is_break=True)]
    ends = programme_times(made, NINE, NINE).ends
    later = programme_times(made, NINE, NINE + timedelta(seconds=lost)).ends
    assert later - ends == timedelta(seconds=max(0, lost - gap))
