"""Timecode against values counted by hand and against OpenTimelineIO's own conversion."""

from __future__ import annotations

from fractions import Fraction

import opentimelineio as otio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from producer.segments.timecode import (
    DROP_FRAME_RATES,
    RATES,
    TimecodeRefused,
    frames_in_a_day,
    frames_of,
    is_drop_frame,
    rate_name,
    rate_of,
    timecode_of,
    whole_rate,
)

PAL, NTSC, DOUBLE = Fraction(25), Fraction(30000, 1001), Fraction(60000, 1001)


@pytest.mark.parametrize(
    ("text", "rate", "frames"),
    [
        ("00:00:59;29", NTSC, 1799),
        ("00:01:00;02", NTSC, 1800),
        ("00:02:00;02", NTSC, 3598),
        ("00:10:00;00", NTSC, 17982),
        ("01:00:00;00", NTSC, 107892),
        ("10:00:00;00", NTSC, 1078920),
        ("23:59:59;29", NTSC, 2589407),
        ("00:00:59;59", DOUBLE, 3599),
        ("00:01:00;04", DOUBLE, 3600),
        ("01:00:00;00", DOUBLE, 215784),
        ("01:00:00:00", NTSC, 108000),
        ("10:00:00:00", Fraction(24000, 1001), 864000),
        ("10:00:00:24", PAL, 900024),
        ("00:00:01:47", Fraction(48), 95),
        ("00:00:01:59", Fraction(60), 119),
        ("23:59:59:29", NTSC, 2591999),
        ("23:59:59:24", PAL, 2159999),
    ],
)
def test_frames_as_counted_by_hand(text: str, rate: Fraction, frames: int) -> None:
    assert frames_of(text, rate) == frames
    assert timecode_of(frames, rate, is_drop_frame(text)) == text


@pytest.mark.parametrize(
    ("text", "rate", "reason", "fix"),
    [
        ("10:00:00;00", PAL, "only 29.97 and 59.94 have", "Write 10:00:00:00"),
        ("10:00:00;00", Fraction(24000, 1001), "only 29.97 and 59.94 have", "Write 10:00:00:00"),
        ("10:00:00:30", PAL, "a second has no frame 30", "frames 00 to 24"),
        ("00:01:00;00", NTSC, "leaves out frames 00 to 01", "Write 00:01:00;02"),
        ("00:59:00;03", DOUBLE, "leaves out frames 00 to 03", "Write 00:59:00;04"),
        ("24:00:00:00", PAL, "not a time of day", "23:59:59:24"),
        ("00:60:00:00", PAL, "not a time of day", "two digits"),
        ("1:00:00:00", PAL, "not a time of day", "two digits"),
        ("10:00:00", PAL, "not a time of day", "two digits"),
        ("10:00:00:00\n", PAL, "not a time of day", "two digits"),
        ("10:00:00:٠٠", PAL, "not a time of day", "two digits"),
        ("10:00:00:00", Fraction(900000, 38977), "has no timecode", "placed by the clock"),
    ],
)
def test_what_does_not_exist_is_refused_with_reason_and_fix(
    text: str, rate: Fraction, reason: str, fix: str
) -> None:
    with pytest.raises(TimecodeRefused) as refused:
        frames_of(text, rate)
    assert reason in str(refused.value)
    assert fix in str(refused.value)


def test_no_drop_frame_is_written_where_there_is_none() -> None:
    with pytest.raises(TimecodeRefused, match="drop frame at 25 frames a second"):
        timecode_of(0, PAL, drop_frame=True)


@pytest.mark.parametrize(
    ("rate", "drop"),
    [*((rate, False) for rate in RATES.values()), *((rate, True) for rate in DROP_FRAME_RATES)],
)
def test_opentimelineio_counts_the_same(rate: Fraction, drop: bool) -> None:
    # OpenTimelineIO starts again after a day of seconds, 86 s early without drop frame.
    most = min(frames_in_a_day(rate, drop), int(86_400 * rate) - 60)
    samples = [*range(0, most, 9973), *range(1795, 1806), *range(17980, 17985), most - 1]
    for frames in samples:
        text = timecode_of(frames, rate, drop)
        second = otio.opentime.RationalTime(frames, float(rate))
        assert text == otio.opentime.to_timecode(second, float(rate), drop)
        assert frames_of(text, rate) == frames


@given(
    st.sampled_from(list(RATES.values())),
    st.booleans(),
    st.integers(-(10**9), 10**9),
)
def test_there_and_back(rate: Fraction, drop: bool, frames: int) -> None:
    drop = drop and rate in DROP_FRAME_RATES
    text = timecode_of(frames, rate, drop)
    assert frames_of(text, rate) == frames % frames_in_a_day(rate, drop)


def test_a_day_of_drop_frame_is_within_a_tenth_of_a_second_of_a_day() -> None:
    for rate in DROP_FRAME_RATES:
        assert abs(frames_in_a_day(rate, drop_frame=True) / rate - 86_400) < Fraction(1, 10)


@pytest.mark.parametrize(
    ("written", "rate"),
    [
        ("29.97", NTSC),
        ("30000/1001", NTSC),
        ("29.970", NTSC),
        ("23.98", Fraction(24000, 1001)),
        ("23.976", Fraction(24000, 1001)),
        ("59.94", DOUBLE),
        ("25", PAL),
        ("50.00", Fraction(50)),
    ],
)
def test_rates_as_people_write_them(written: str, rate: Fraction) -> None:
    assert rate_of(written) == rate


@pytest.mark.parametrize("written", ["29", "29.5", "0", "25/0", "26", "x", "", "1e2", "-25"])
def test_other_rates_are_refused(written: str) -> None:
    with pytest.raises(TimecodeRefused, match=r"no such rate\. Use one of 23\.976"):
        rate_of(written)


def test_names_of_rates() -> None:
    assert [rate_name(rate) for rate in RATES.values()] == list(RATES)
    assert [whole_rate(rate) for rate in RATES.values()] == [24, 24, 25, 30, 30, 48, 50, 60, 60]
