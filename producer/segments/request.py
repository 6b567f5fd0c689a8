"""What a segment is asked to be: one value for the command line, the API and the manifest. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)

from producer.release.programme.rundown import PlannedSegment
from producer.rundown.pick_beats import SegmentShape
from producer.rundown.planned import layout_of
from producer.segments.deliveries.presets import PresetName, why_not
from producer.segments.timecode import frames_of, is_drop_frame, rate_name, rate_of
from producer.segments.wanted import SoundChoice, SyncMode
from producer.stages.style import ChipsAs
from producer.wording.language import LanguageCode

Name = Annotated[str, Field(min_length=1, max_length=80)]

Loudness = Literal["recorded", "r128"]
"""As it was recorded; or brought to EBU R128."""

WIDE, UPRIGHT = "1920x1080", "1080x1920"


class SegmentRequest(BaseModel):
    """``tables``: in the order of their pictures, empty for the suggested ones. ``length``: the
    seconds wanted. ``fps``: as people say it, ``29.97``. ``size``: in pixels; empty for 1080p,
    upright where the layout is. ``pack``: also edit lists and captions. ``deliver``: further forms
    of the programme. ``rundown``: the id of the segment there that it is, made with its edits;
    ``""`` for none.

    ``tease``: the question opens the segment. ``recap``: the standings before the deal come before
    its cards. ``notes``: those cleared for air are lower thirds.
    ``longest_think``: seconds; ``speed_up``: the whole factor up to which dead time is played
    faster instead of cut, 1 for cuts only. ``nudges``: by table, in frames; a positive one moves
    its times later. ``sound_in_freeze``: the table goes on being heard while the question stands.
    ``commentary``: a file with the commentator's voice from the first beat on. ``bed``: a
    commentator will speak live. ``handle``: seconds at both ends. ``first_timecode``: of the first
    frame, with ``;`` in drop frame. ``originals``: why the OTIO refers to the original recordings;
    empty for the copies."""

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
    tease: bool = False
    recap: bool = False
    notes: bool = True
    longest_think: Annotated[float, Field(ge=0, le=60, allow_inf_nan=False)] = 4
    speed_up: Annotated[int, Field(ge=1, le=100)] = 1
    nudges: Mapping[Name, Annotated[int, Field(ge=-1_000, le=1_000)]] = Field(default_factory=dict)
    sound: SoundChoice = "focus"
    sound_in_freeze: bool = False
    commentary: Annotated[str, Field(max_length=1_000, pattern=r"^[^\x00]*$")] = ""
    bed: bool = False
    loudness: Loudness = "recorded"
    handle: Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)] = 0
    first_timecode: str = "10:00:00:00"
    originals: Annotated[str, Field(max_length=1_000)] = ""

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

    @field_validator("first_timecode")
    @classmethod
    def _there_is_such_a_timecode(cls, timecode: str, info: ValidationInfo) -> str:
        if "fps" in info.data:
            frames_of(timecode, rate_of(info.data["fps"]))
        return timecode

    @field_validator("originals")
    @classmethod
    def _in_a_pack(cls, reason: str, info: ValidationInfo) -> str:
        if reason and not reason.strip():
            raise ValueError("say why")
        if reason and not info.data.get("pack"):
            raise ValueError("only a pack has an OTIO; ask for the pack too")
        return reason.strip()

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
    def first_frame(self) -> int:
        """Frames since midnight of the first frame's timecode."""
        return frames_of(self.first_timecode, self.rate)

    @property
    def drop_frame(self) -> bool:
        return is_drop_frame(self.first_timecode)

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
            *("--longest-think", f"{self.longest_think:g}", "--speed-up", str(self.speed_up)),
            *("--sound", self.sound, "--loudness", self.loudness),
            *("--handle", f"{self.handle:g}", "--first-timecode", self.first_timecode),
        ]
        if self.rundown:
            words += ["--rundown", self.rundown]
            words += ["--layout", self.layout] if self.layout == "upright" else []
        else:
            words += [] if self.layout == "table" else ["--pick", self.pick]
            words += ["--layout", self.layout]
            words += ["--length", f"{self.length:g}"]
            words += ["--tables", ",".join(self.tables)] if self.tables else []
        if self.size:
            words += ["--size", self.size]
        for name in self.deliver:
            words += ["--deliver", name]
        for table, frames in self.nudges.items():
            words += ["--nudge", f"{table}={frames:+}"]
        if self.commentary:
            words += ["--commentary", self.commentary]
        if self.originals:
            words += ["--originals", self.originals]
        if not self.notes:
            words += ["--no-notes"]
        flags = {
            "--pack": self.pack,
            "--tease": self.tease,
            "--recap": self.recap,
            "--sound-in-freeze": self.sound_in_freeze,
            "--bed": self.bed,
        }
        return (*words, *(flag for flag, wanted in flags.items() if wanted))


def as_planned(request: SegmentRequest, planned: PlannedSegment) -> SegmentRequest:
    """The request for a segment of the rundown: its pick, tables and seconds, in the layout that
    shows the tables; upright stays upright. Raises NotDrawable where no layout shows them."""
    layout = request.layout if request.layout == "upright" else layout_of(planned)
    asked = {"pick": planned.pick, "tables": planned.tables, "length": planned.seconds}
    return SegmentRequest(**{**dict(request), **asked, "layout": layout, "rundown": planned.id})


def _pixels(size: str, layout: SegmentShape) -> tuple[int, int]:
    width, _, height = (size or (UPRIGHT if layout == "upright" else WIDE)).partition("x")
    return int(width), int(height)
