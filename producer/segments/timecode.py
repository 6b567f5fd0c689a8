"""Timecode, exact: frames since midnight to ``HH:MM:SS:FF`` and back, drop frame with ``;``. Pure.

Rates are frames a second as fractions: 29.97 is ``Fraction(30000, 1001)``.
"""

from __future__ import annotations

import re
from fractions import Fraction

RATES: dict[str, Fraction] = {
    "23.976": Fraction(24000, 1001),
    "24": Fraction(24),
    "25": Fraction(25),
    "29.97": Fraction(30000, 1001),
    "30": Fraction(30),
    "48": Fraction(48),
    "50": Fraction(50),
    "59.94": Fraction(60000, 1001),
    "60": Fraction(60),
}
"""The rates that have timecode, by the name that people give them."""

DROP_FRAME_RATES = (RATES["29.97"], RATES["59.94"])

_TEXT = re.compile(r"(\d\d):([0-5]\d):([0-5]\d)([:;])(\d\d)", re.ASCII)
_RATE = re.compile(r"(\d{1,6})(?:\.(\d{1,3})|/(\d{1,6}))?", re.ASCII)


class TimecodeRefused(ValueError):
    """A timecode or a rate that does not exist; the message says why, and what to write."""


def rate_of(text: str) -> Fraction:
    """Frames a second, as people write them.

    >>> rate_of("29.97"), rate_of("23.98"), rate_of("60000/1001"), rate_of("25.0")
    (Fraction(30000, 1001), Fraction(24000, 1001), Fraction(60000, 1001), Fraction(25, 1))

    Raises TimecodeRefused for anything else than the rates of ``RATES``.
    """
    form = _RATE.fullmatch(text.strip())
    if form and form[3] is None:
        close = Fraction(text.strip())
        for rate in RATES.values():
            if close == rate or (rate.denominator > 1 and abs(close - rate) < Fraction(1, 100)):
                return rate
    elif form and int(form[3]) and Fraction(text.strip()) in RATES.values():
        return Fraction(text.strip())
    raise TimecodeRefused(f"rate {text}: no such rate. Use one of {', '.join(RATES)}")


def rate_name(rate: Fraction) -> str:
    """
    >>> rate_name(Fraction(30000, 1001)), rate_name(Fraction(50))
    ('29.97', '50')

    A rate without timecode is written as a fraction.
    """
    return next((name for name, each in RATES.items() if each == rate), str(rate))


def whole_rate(rate: Fraction) -> int:
    """The frames that a second of timecode counts: 30 at 29.97. Raises TimecodeRefused for a rate
    without timecode."""
    if rate not in RATES.values():
        raise TimecodeRefused(
            f"rate {rate}: has no timecode. Use one of {', '.join(RATES)}; a recording whose rate "
            "varies is placed by the clock"
        )
    return -(-rate.numerator // rate.denominator)


def frames_of(text: str, rate: Fraction) -> int:
    """Frames since midnight. ``;`` before the frames says drop frame.

    >>> frames_of("01:00:00;00", Fraction(30000, 1001)), frames_of("01:00:00:00", Fraction(25))
    (107892, 90000)

    Raises TimecodeRefused.
    """
    whole, name = whole_rate(rate), rate_name(rate)
    place = f"timecode {text} at {name} frames a second"
    form = _TEXT.fullmatch(text)
    if form is None or int(form[1]) > 23:
        last = f"23:59:59:{whole - 1}"
        raise TimecodeRefused(
            f"{place}: not a time of day. Write hours, minutes, seconds and frames with two digits "
            f"each, from 00:00:00:00 to {last}"
        )
    hours, minutes, seconds, frames = (int(form[number]) for number in (1, 2, 3, 5))
    if frames >= whole:
        raise TimecodeRefused(
            f"{place}: a second has no frame {frames}. Write frames 00 to {whole - 1}, or check "
            "the rate"
        )
    counted = ((hours * 60 + minutes) * 60 + seconds) * whole + frames
    if form[4] == ":":
        return counted
    if rate not in DROP_FRAME_RATES:
        raise TimecodeRefused(
            f"{place}: ; says drop frame, which only 29.97 and 59.94 have. Write "
            f"{text.replace(';', ':')}, or check the rate"
        )
    dropped = whole // 15
    if minutes % 10 and not seconds and frames < dropped:
        raise TimecodeRefused(
            f"{place}: drop frame leaves out frames 00 to {dropped - 1:02} of this minute. Write "
            f"{text[:-2]}{dropped:02}, or : before the frames if it is not drop frame"
        )
    minute = hours * 60 + minutes
    return counted - dropped * (minute - minute // 10)


def timecode_of(frames: int, rate: Fraction, drop_frame: bool = False) -> str:
    """The timecode of a frame counted from midnight; after 24 hours it starts again.

    >>> timecode_of(1800, Fraction(30000, 1001), drop_frame=True)
    '00:01:00;02'

    Raises TimecodeRefused for a rate without timecode, or without drop frame.
    """
    whole = whole_rate(rate)
    if drop_frame and rate not in DROP_FRAME_RATES:
        raise TimecodeRefused(
            f"drop frame at {rate_name(rate)} frames a second: only 29.97 and 59.94 have it. "
            "Use timecode without drop frame"
        )
    counted = frames % frames_in_a_day(rate, drop_frame)
    if drop_frame:
        dropped = whole // 15
        minute, ten_minutes = 60 * whole - dropped, 600 * whole - 9 * dropped
        tens, rest = divmod(counted, ten_minutes)
        counted += 9 * dropped * tens
        if rest >= 60 * whole:
            counted += dropped * (1 + (rest - 60 * whole) // minute)
    seconds, frame = divmod(counted, whole)
    minutes, second = divmod(seconds, 60)
    hour, minute_of_hour = divmod(minutes, 60)
    mark = ";" if drop_frame else ":"
    return f"{hour:02}:{minute_of_hour:02}:{second:02}{mark}{frame:02}"


def frames_in_a_day(rate: Fraction, drop_frame: bool = False) -> int:
    """Frames from one midnight to the next. Raises TimecodeRefused for a rate without timecode."""
    whole = whole_rate(rate)
    return 86_400 * whole - (whole // 15 * 24 * 54 if drop_frame else 0)


def clock_seconds(frames: int, rate: Fraction, drop_frame: bool = False) -> Fraction:
    """The seconds since midnight that the timecode of a frame shows, read as a clock.

    >>> clock_seconds(108000, Fraction(30000, 1001))
    Fraction(3600, 1)

    Without drop frame a clock at 29.97 has by then run for 3603.6 seconds. Raises TimecodeRefused.
    """
    text = timecode_of(frames, rate, drop_frame)
    hours, minutes, seconds, part = (int(each) for each in re.split("[:;]", text))
    return (hours * 60 + minutes) * 60 + seconds + part / rate


def is_drop_frame(text: str) -> bool:
    """Whether a timecode says drop frame."""
    return ";" in text
