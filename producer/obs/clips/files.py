"""Finished segments: a video file each, and beside it a note that says what is in it.

``NAME.mp4`` goes with ``NAME.json``: ``{"deals": ["SESSION/GROUP/N"], "tables": ["1", "5"],
"marks": [{"name": "fork", "at": 12.4}]}``. A video without a note is not shown: nobody could tell
whether its deals are released.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from producer.obs.link.refusals import ObsRefusal

VIDEO = frozenset({".mp4", ".mov", ".mkv", ".webm", ".ts"})

Name = Annotated[str, Field(min_length=1, max_length=80)]
DealName = Annotated[str, Field(pattern=r"^.+/.+/[1-9][0-9]*$", max_length=500)]
"""In full, because a bare number may be another deal tomorrow."""


class NoSuchFilm(ObsRefusal):
    """There is no such segment, or its note cannot be used."""


class FilmMark(BaseModel):
    """A point of the film that people wait for, in seconds from its start."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Name
    at: Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)]


class FilmNote(BaseModel):
    """What stands in the note. ``deals``: all that can be seen in the film."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    deals: Annotated[tuple[DealName, ...], Field(min_length=1, max_length=100)]
    tables: tuple[Name, ...] = ()
    title: Annotated[str, Field(max_length=120)] = ""
    marks: Annotated[tuple[FilmMark, ...], Field(max_length=50)] = ()


class Film(FilmNote):
    """``name``: the file's without its ending."""

    name: str
    file: Path

    def mark(self, name: str) -> FilmMark:
        """Raises NoSuchFilm, for the film has no such mark."""
        for mark in self.marks:
            if mark.name == name:
                return mark
        known = ", ".join(mark.name for mark in self.marks) or "none"
        raise NoSuchFilm(
            f"the segment {self.name} has no mark {name!r}; it has {known}",
            "Add it to the segment's note, or name another",
        )


def films(folder: Path) -> Iterator[Film]:
    """The segments that can be used, by name; the newest note counts."""
    if folder.is_dir():
        for file in sorted(folder.iterdir()):
            if file.suffix.lower() in VIDEO and file.with_suffix(".json").is_file():
                try:
                    yield _film(file)
                except NoSuchFilm:
                    continue  # told where the film is asked for by its name


def film(folder: Path, name: str) -> Film:
    """Raises NoSuchFilm with the reason."""
    for suffix in sorted(VIDEO):
        file = folder / f"{name}{suffix}"
        if file.parent == folder and file.is_file():
            return _film(file)
    raise NoSuchFilm(
        f"there is no segment {name}", f"Put the video and its note into the folder {folder}"
    )


def _film(file: Path) -> Film:
    note = file.with_suffix(".json")
    try:
        told = FilmNote.model_validate_json(note.read_bytes())
    except OSError as error:
        raise NoSuchFilm(
            f"the note {note.name} beside the segment cannot be read ({error.strerror})",
            "Write it: it names the deals in the film (docs/obs.md)",
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise NoSuchFilm(
            f"{note.name}: {place}: {first['msg']}", "Mend the note (docs/obs.md)"
        ) from error
    marks = tuple(sorted(told.marks, key=lambda mark: mark.at))
    return Film(**{**dict(told), "marks": marks}, name=file.stem, file=file.resolve())
