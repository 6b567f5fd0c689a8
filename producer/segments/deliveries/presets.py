"""The forms in which a segment is delivered: their names, their files, what each needs. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from producer.segments.timecode import RATES, rate_name

PresetName = Literal["prores", "xdcam", "1080i25", "1080i29.97", "viewing", "overlay-png"]

FULL_HD = 1920, 1080


@dataclass(frozen=True, slots=True)
class Preset:
    """``words``: what the file is. ``ending``: how its name goes on. ``rates``: at which it can be
    made, all where it is empty. ``full_hd``: whether the picture has to be 1920x1080.
    ``programme``: whether it is the programme as people see it, so that there is one without
    graphics as well."""

    words: str
    ending: str
    rates: tuple[Fraction, ...] = ()
    full_hd: bool = False
    programme: bool = True


PRESETS: Mapping[PresetName, Preset] = {
    "prores": Preset("ProRes 422 HQ, 10 bits, 24-bit stereo", "-prores422hq.mov"),
    "xdcam": Preset(
        "XDCAM HD422, progressive, 50 Mb/s, eight channels of 24 bits, MXF OP1a",
        "-xdcam.mxf",
        (RATES["23.976"], RATES["25"], RATES["29.97"]),
        full_hd=True,
    ),
    "1080i25": Preset(
        "top field first, XDCAM HD422 in MXF OP1a",
        "-1080i25.mxf",
        (RATES["25"], RATES["50"]),
        full_hd=True,
    ),
    "1080i29.97": Preset(
        "top field first, XDCAM HD422 in MXF OP1a",
        "-1080i29.97.mxf",
        (RATES["29.97"], RATES["59.94"]),
        full_hd=True,
    ),
    "viewing": Preset(
        "H.264 at half size with the timecode in the picture", "-viewing.mp4", programme=False
    ),
    "overlay-png": Preset(
        "the graphics alone, a PNG a frame, straight alpha",
        "-overlay-straight-png",
        programme=False,
    ),
}
"""By the name that ``--deliver`` takes."""


def why_not(name: PresetName, rate: Fraction, size: tuple[int, int]) -> str:
    """Why a segment of this rate and size cannot be delivered so, and what to change; ``""`` if it
    can.

    >>> why_not("1080i25", Fraction(30), (1920, 1080))
    '1080i25 cannot be made at 30 frames a second. Use --fps 25 or 50'
    """
    preset = PRESETS[name]
    if preset.rates and rate not in preset.rates:
        rates = [rate_name(each) for each in preset.rates]
        listed = f"{', '.join(rates[:-1])} or {rates[-1]}"
        return f"{name} cannot be made at {rate_name(rate)} frames a second. Use --fps {listed}"
    if preset.full_hd and size != FULL_HD:
        return (
            f"{name} is 1920x1080, not {size[0]}x{size[1]}. Use --size 1920x1080, or --deliver "
            "prores, which takes any size"
        )
    return ""


def has_own_fields(name: PresetName, rate: Fraction) -> bool:
    """Whether the two fields of a frame are two pictures of the segment; otherwise both are of
    one."""
    return name.startswith("1080i") and rate > 30


def described(name: PresetName, rate: Fraction) -> str:
    """What the file is, in words.

    >>> described("1080i25", Fraction(25))
    'top field first, XDCAM HD422 in MXF OP1a; both fields of a frame are one picture'
    """
    words = PRESETS[name].words
    if not name.startswith("1080i"):
        return words
    fields = "two pictures" if has_own_fields(name, rate) else "one picture"
    return f"{words}; both fields of a frame are {fields}"


def delivered_name(segment: str, name: PresetName, *, texted: bool = True) -> str:
    """The file's name.

    >>> delivered_name("kings", "prores"), delivered_name("kings", "viewing")
    ('kings-texted-prores422hq.mov', 'kings-viewing.mp4')
    """
    preset = PRESETS[name]
    which = ("-texted" if texted else "-textless") if preset.programme else ""
    return f"{segment}{which}{preset.ending}"
