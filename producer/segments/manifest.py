"""The note beside a finished segment: what is in it, for OBS and the desk, and what it was made
from, so that a change afterwards is noticed. Values; no disk.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from producer.release.recordings.hand_times import Confidence
from producer.segments.request import SegmentRequest

Name = Annotated[str, Field(min_length=1, max_length=80)]
DealName = Annotated[str, Field(pattern=r"^.+/.+/[1-9][0-9]*$", max_length=500)]
"""The full name, because a bare number may mean another deal tomorrow."""

Seconds = Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)]
MOST_FINDINGS = 50
Frames = Annotated[int, Field(ge=0, le=100_000_000)]
Pixels = Annotated[int, Field(ge=0, le=16_384)]
NoteText = Annotated[str, Field(max_length=500)]
NoteAuthor = Annotated[str, Field(max_length=200)]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]


class ClipMark(BaseModel):
    """A named point of the clip, in seconds from its start."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Name
    at: Seconds


class SyncPoint(BaseModel):
    """The moment ``name`` of the hand at ``table``: ``at`` in seconds of the clip; ``time`` is what
    that frame shows, by the house clock. ``uncertain``: by how many seconds it may be wrong."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    table: Name
    name: Name
    at: Seconds
    time: AwareDatetime
    uncertain: Seconds
    confidence: Confidence


class Handles(BaseModel):
    """How many frames the copy of a table's recording goes on before and after what the segment
    shows, at its own rate. ``file``: its name, or how its parts' names begin. ``shortened``: at
    which ends that is less than asked for though the recording goes on, because what is beside the
    hand may not be seen yet."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    table: Name
    file: Annotated[str, Field(min_length=1, max_length=200)]
    before: Frames
    after: Frames
    shortened: tuple[Literal["before", "after"], ...] = ()


class ScenePicture(BaseModel):
    """Where a table's picture is in a scene, in pixels of the canvas of its graphics, and what is
    said in it: that it is ``drawn``, the tables that it waits for, its speed (0: it stands).
    ``dimmed``: another table is talked about."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    table: Name
    x: Pixels
    y: Pixels
    width: Pixels
    height: Pixels
    dimmed: bool = False
    drawn: bool = False
    waiting_for: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    speed: Annotated[int, Field(ge=0, le=1_000)] = 1


class ClipScene(BaseModel):
    """What is over the pictures from the frame ``start`` for ``frames``. ``graphic``: a name of the
    catalogue, empty for none, with its ``tables`` and ``moment``, and the last street ``opened`` in
    a whole hand. ``note``: the words of a lower third and who wrote them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    start: Frames
    frames: Frames
    graphic: Annotated[str, Field(max_length=80)] = ""
    tables: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    moment: Annotated[str, Field(max_length=2_000)] = ""
    opened: Literal["", "flop", "turn", "river"] = ""
    note: tuple[NoteText, NoteAuthor] | None = None
    pictures: Annotated[tuple[ScenePicture, ...], Field(max_length=20)] = ()


class CleanSplit(BaseModel):
    """The same pictures and sound in a file without graphics, and the graphics that belong over
    them. ``file``: from the folder of the note on. ``canvas``: width and height of the graphics.
    ``drawn``: tables are drawn in some of its pictures, with their names."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    file: Annotated[str, Field(min_length=1, max_length=500)]
    canvas: tuple[Pixels, Pixels]
    scenes: Annotated[tuple[ClipScene, ...], Field(max_length=2_000)]
    drawn: bool = False


class Render(BaseModel):
    """How Duplicast made the clip of one deal.

    ``request``: with this it can be made again. ``rate``: frames a second, ``25`` or
    ``30000/1001``. ``drawn``: the tables without a recording, drawn instead. ``facts``: by name,
    the hash of everything that the clip shows or rests on. ``files``: the other files made with
    it, from the folder of the note on. ``findings``: what people are to look at: damage of
    recordings and, of a pack, what its quality report found, with timecodes. ``clean``: the clean
    split, if there is one.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    request: SegmentRequest
    rate: Annotated[str, Field(pattern=r"^[1-9][0-9]{0,5}(/[1-9][0-9]{0,5})?$")]
    width: Annotated[int, Field(ge=16, le=16_384)]
    height: Annotated[int, Field(ge=16, le=16_384)]
    frames: Frames
    sync_points: Annotated[tuple[SyncPoint, ...], Field(max_length=1_000)] = ()
    handles: Annotated[tuple[Handles, ...], Field(max_length=20)] = ()
    drawn: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    facts: Annotated[dict[str, Hash], Field(max_length=5_000)] = Field(default_factory=dict)
    files: Annotated[tuple[str, ...], Field(max_length=200)] = ()
    findings: Annotated[tuple[str, ...], Field(max_length=MOST_FINDINGS)] = ()
    clean: CleanSplit | None = None

    @property
    def verified(self) -> bool:
        """Whether no time that its tables are in step by is only as a device sent it."""
        return all(point.confidence != "reported" for point in self.sync_points)


class Manifest(BaseModel):
    """The content of a note. ``deals``: all deals shown in the clip. ``render``: ``None`` for a
    clip that was made elsewhere."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    deals: Annotated[tuple[DealName, ...], Field(min_length=1, max_length=100)]
    tables: tuple[Name, ...] = ()
    title: Annotated[str, Field(max_length=120)] = ""
    marks: Annotated[tuple[ClipMark, ...], Field(max_length=50)] = ()
    render: Render | None = None


def outdated(made_from: Mapping[str, str], now: Mapping[str, str]) -> tuple[str, ...]:
    """Why a clip does not show what is true now, in words; ``()`` if it does. Both are hashes by
    fact; what is new since is not in the clip and does not count.

    >>> outdated({"the line of table 1": "0a", "the cards": "1b"}, {"the line of table 1": "0b"})
    ('the line of table 1 changed', 'the cards: gone')
    """
    return tuple(
        f"{name} changed" if name in now else f"{name}: gone"
        for name, hash_ in made_from.items()
        if now.get(name) != hash_
    )
