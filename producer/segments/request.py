"""What a segment is asked to be: one value for the command line, the API and the manifest. Pure."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)

from producer.release.rundown import PlannedSegment
from producer.rundown.pick_beats import SegmentShape
from producer.rundown.planned import layout_of
from producer.segments.deliveries.presets import PresetName, why_not
from producer.segments.timecode import rate_name, rate_of
from producer.segments.wanted import SyncMode
from producer.stages.style import ChipsAs
from producer.wording.language import LanguageCode

Name = Annotated[str, Field(min_length=1, max_length=80)]

WIDE, UPRIGHT = "1920x1080", "1080x1920"


class SegmentRequest(BaseModel):
    """``tables``: in the order of their pictures, empty for the suggested ones. ``length``: the
    seconds wanted. ``fps``: as people say it, ``29.97``. ``size``: in pixels; empty for 1080p,
    upright where the layout is. ``pack``: also edit lists and captions. ``deliver``: further forms
    of the programme. ``rundown``: the id of the segment there that it is, made with its edits;
    ``""`` for none."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    pick: Name
    tables: Annotated[tuple[Name, ...], Field(max_length=6)] = ()
    layout: SegmentShape = "two-up"
    sync: SyncMode = "street"
    length: Annotated[float, Field(ge=5, le=600, allow_inf_nan=False)] = 60
    fps: str = "25"
    size: Annotated[str, Field(pattern=r"^([1-9][0-9]{1,4}x[1-9][0-9]{1,4})?$")] = ""
    language: LanguageCode = "en"
    chips: ChipsAs = "bb"
    theme: Annotated[str, Field(min_length=1, max_length=500)] = "dark"
    pack: bool = False
    deliver: Annotated[tuple[PresetName, ...], Field(max_length=6)] = ()
    rundown: Annotated[str, Field(max_length=200)] = ""

    @field_validator("tables")
    @classmethod
    def _each_once(cls, tables: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(tables)) != len(tables):
            raise ValueError("name each table once")
        return tables

    @field_validator("fps")
    @classmethod
    def _a_rate_with_timecode(cls, fps: str) -> str:
        return rate_name(rate_of(fps))

    @field_validator("size")
    @classmethod
    def _even(cls, size: str) -> str:
        """Colour is stored for two by two pixels."""
        sides = [int(side) for side in size.split("x")] if size else []
        if any(side % 2 or not 64 <= side <= 8192 for side in sides):
            raise ValueError("width and height are even, from 64 to 8192")
        return size

    @field_validator("deliver")
    @classmethod
    def _can_be_made(
        cls, deliver: tuple[PresetName, ...], info: ValidationInfo
    ) -> tuple[PresetName, ...]:
        asked = info.data
        if {"fps", "size", "layout"} <= asked.keys():
            pixels = _pixels(asked["size"], asked["layout"])
            for name in deliver:
                if reason := why_not(name, rate_of(asked["fps"]), pixels):
                    raise ValueError(reason)
        return tuple(dict.fromkeys(deliver))

    @model_validator(mode="after")
    def _as_the_layout_stands(self) -> SegmentRequest:
        width, height = self.pixels
        if (self.layout == "upright") != (height > width):
            shape = "higher than wide" if self.layout == "upright" else "wider than high"
            raise ValueError(f"size {self.size}: a segment of layout {self.layout} is {shape}")
        return self

    @property
    def rate(self) -> Fraction:
        return rate_of(self.fps)

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height.

        >>> SegmentRequest(pick="abc", layout="upright").pixels
        (1080, 1920)
        """
        return _pixels(self.size, self.layout)

    def options(self) -> tuple[str, ...]:
        """The options of ``duplicast segment`` that ask for the same."""
        words = [
            *("--sync", self.sync, "--fps", self.fps),
            *("--language", self.language, "--chips", self.chips, "--theme", self.theme),
        ]
        if self.rundown:
            words += ["--rundown", self.rundown]
            words += ["--layout", self.layout] if self.layout == "upright" else []
        else:
            words += ["--pick", self.pick, "--layout", self.layout]
            words += ["--length", f"{self.length:g}"]
            words += ["--tables", ",".join(self.tables)] if self.tables else []
        if self.size:
            words += ["--size", self.size]
        if self.pack:
            words += ["--pack"]
        for name in self.deliver:
            words += ["--deliver", name]
        return tuple(words)


def as_planned(request: SegmentRequest, planned: PlannedSegment) -> SegmentRequest:
    """The request for a segment of the rundown: its pick, tables and seconds, in the layout that
    shows the tables; upright stays upright. Raises NotDrawable where no layout shows them."""
    layout = request.layout if request.layout == "upright" else layout_of(planned)
    asked = {"pick": planned.pick, "tables": planned.tables, "length": planned.seconds}
    return SegmentRequest(**{**dict(request), **asked, "layout": layout, "rundown": planned.id})


def _pixels(size: str, layout: SegmentShape) -> tuple[int, int]:
    width, _, height = (size or (UPRIGHT if layout == "upright" else WIDE)).partition("x")
    return int(width), int(height)
