"""The clips of finished segments: video files, each with a note that describes it.

``NAME.mp4`` belongs to ``NAME.json``: ``{"deals": ["SESSION/GROUP/N"], "tables": ["1", "5"],
"marks": [{"name": "fork", "at": 12.4}]}``, and more in those of `duplicast segment`
(`producer/segments/manifest.py`). A video without a note is not listed, because nothing says
whether its deals are released.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from producer.json_text import fault_words, read_model
from producer.messages import message
from producer.obs.link.refusals import ObsRefusal
from producer.segments.manifest import CleanSplit, ClipMark, Manifest
from producer.stages.entry import WIDE

VIDEO = frozenset({".mp4", ".mov", ".mkv", ".webm", ".ts"})


class NoSuchClip(ObsRefusal):
    """There is no such segment, or its note is not usable."""


class Clip(Manifest):
    """``name``: the file name without its extension."""

    name: str
    file: Path

    @property
    def clean(self) -> CleanSplit | None:
        """The clean split, if its file is there: it is played, with graphics over it."""
        split = self.render.clean if self.render else None
        return split if split is not None and (self.file.parent / split.file).is_file() else None

    @property
    def played(self) -> Path:
        """The file that goes on air."""
        return self.file if self.clean is None else (self.file.parent / self.clean.file).resolve()

    @property
    def canvas(self) -> tuple[int, int]:
        """Width and height of the graphics over it."""
        return WIDE if self.clean is None else self.clean.canvas

    def mark(self, name: str) -> ClipMark:
        """Raises NoSuchClip if the clip has no such mark."""
        for mark in self.marks:
            if mark.name == name:
                return mark
        names = ", ".join(mark.name for mark in self.marks) or "none"
        raise NoSuchClip(
            message(
                "the segment {name} has no mark {mark}; it has {names}",
                name=self.name,
                mark=repr(name),
                names=names,
            ),
            message("Add it to the segment's note, or choose another"),
        )


def clips(folder: Path) -> Iterator[Clip]:
    """The usable clips in a folder, by name. Notes are read each time."""
    if folder.is_dir():
        for file in sorted(folder.iterdir()):
            if file.suffix.lower() in VIDEO and file.with_suffix(".json").is_file():
                try:
                    clip = _clip(file)
                except NoSuchClip:
                    continue  # find_clip gives the reason
                yield clip


def find_clip(folder: Path, name: str) -> Clip:
    """The clip with this name. Raises NoSuchClip with the reason."""
    for suffix in sorted(VIDEO):
        file = folder / f"{name}{suffix}"
        if file.parent == folder and file.is_file():
            return _clip(file)
    raise NoSuchClip(
        message("there is no segment {name}", name=name),
        message("Put the video and its note into the folder {folder}", folder=folder),
    )


def _clip(file: Path) -> Clip:
    note = file.with_suffix(".json")
    try:
        content = read_model(Manifest, note.read_bytes())
    except OSError as error:
        raise NoSuchClip(
            message(
                "the note {name} beside the segment cannot be read ({error})",
                name=note.name,
                error=error.strerror,
            ),
            message("Write it; it names the deals in the clip (docs/obs.md)"),
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise NoSuchClip(
            message("{name}: {field}: {why}", name=note.name, field=place, why=fault_words(first)),
            message("Correct the note (docs/obs.md)"),
        ) from error
    marks = tuple(sorted(content.marks, key=lambda mark: mark.at))
    return Clip(**{**dict(content), "marks": marks}, name=file.stem, file=file.resolve())
