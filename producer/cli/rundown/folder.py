"""The folder of a rendered rundown: numbered clips, a playlist and a sheet.

Clips are found by their notes, which name the segment of the rundown, and never by their names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from producer.obs.clips.files import Clip, clips
from producer.texts import visible

PLAYLIST, SHEET = "rundown.m3u8", "rundown.html"

LONGEST_NAME = 80
_NOT_IN_NAMES = re.compile(r'[<>:"/\\|?*\x00-\x1f]+')


@dataclass(frozen=True, slots=True)
class NumberedClip:
    """``name``: of its files, without an ending. ``title``: by which people call it."""

    name: str
    title: str
    seconds: Fraction


def clip_name(number: int, title: str) -> str:
    """A file name that every system takes.

    >>> clip_name(1, 'Fours before the flop'), clip_name(12, 'A/B: "why?"')
    ('01 Fours before the flop', '12 A B why')
    """
    words = _NOT_IN_NAMES.sub(" ", visible(title))
    return " ".join(f"{number:02} {words}".split())[:LONGEST_NAME].rstrip(" .")


def rundown_clips(folder: Path) -> dict[str, Clip]:
    """The clips in the folder that were made from the rundown, by its segment; of several of one
    segment the one made last."""
    found: dict[str, Clip] = {}
    for clip in sorted(clips(folder), key=lambda each: each.file.stat().st_mtime):
        if clip.render is not None and clip.render.request.rundown:
            found[clip.render.request.rundown] = clip
    return found


def rename_clips(folder: Path, names: Mapping[str, str]) -> None:
    """Gives the clips of the segments in ``names`` these names, with their notes. They may change
    names with each other. Raises OSError."""
    moving = [
        (clip, id_, names[id_])
        for id_, clip in rundown_clips(folder).items()
        if id_ in names and clip.name != names[id_]
    ]
    for clip, id_, _ in moving:  # first away, as another may still have the name
        _move(clip.file, clip.file.with_stem(f".moving {id_}"))
    for clip, id_, name in moving:
        _move(clip.file.with_stem(f".moving {id_}"), clip.file.with_stem(name))


def _move(video: Path, to: Path) -> None:
    """The note last, because a video without one is not listed."""
    note = video.with_suffix(".json")
    video.replace(to)
    note.replace(to.with_suffix(".json"))


def playlist(listed: Sequence[NumberedClip]) -> str:
    """An extended M3U in UTF-8; files are named from its folder on."""
    lines = ["#EXTM3U"]
    for clip in listed:
        lines += [f"#EXTINF:{float(clip.seconds):.3f},{visible(clip.title)}", f"{clip.name}.mp4"]
    return "\n".join(lines) + "\n"
