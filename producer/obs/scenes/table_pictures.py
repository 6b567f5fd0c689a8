"""The source in OBS that shows a table, from the settings. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from producer.messages import message
from producer.obs.link.refusals import NotInObs
from producer.settings import PictureSource
from producer.stages.entry import Size

Setting = str | int | bool | list[dict[str, str | bool]]

COLOUR: Final = "color_source_v3"
MEDIA: Final = "ffmpeg_source"
PLAYLIST: Final = "vlc_source"
NDI: Final = "ndi_source"
CAMERAS: Mapping[str, str] = {
    "v4l2_input": "device_id",
    "dshow_input": "video_device_id",
    "av_capture_input_v2": "device",
    "av_capture_input": "device",
}
"""Camera kinds on Linux, Windows and macOS, each with the setting that names the device."""

CAMERA = "v4l2_input"

MISSING_KINDS: Mapping[str, tuple[str, str]] = {
    CAMERA: (
        message("a source for cameras"),
        message("Name an existing source in the setting obs.pictures"),
    ),
    PLAYLIST: (
        message("VLC's source"),
        message("Install VLC on OBS's machine, or name a file instead"),
    ),
    NDI: ("NDI", message("Install the NDI plug-in (DistroAV) on OBS's machine")),
}

PALETTE = (0x24406E, 0x6E2F2A, 0x2C5C45, 0x5A3A66, 0x6B5320, 0x1F5560, 0x7A3450, 0x454B57)
"""0xRRGGBB: muted colours on which white text is readable."""


@dataclass(frozen=True, slots=True)
class Made:
    """A source that we create: its kind in OBS, and the settings that we set."""

    kind: str
    settings: Mapping[str, Setting]


def picture_source(prefix: str, pictures: Mapping[str, PictureSource], table: str) -> str:
    """The name of the source that shows ``table``.

    Our own names include the kind, because a source cannot change its kind.
    """
    picture = pictures.get(table)
    if picture and picture.source:
        return picture.source
    ways = ("camera", "ndi", "file", "vlc")
    way = next((f" ({way})" for way in ways if picture and getattr(picture, way)), "")
    return f"{prefix} table {table}{way}"


def sound_source(prefix: str, pictures: Mapping[str, PictureSource], table: str) -> str:
    """The name of the source with the sound of ``table``."""
    picture = pictures.get(table)
    return (picture.sound if picture else "") or picture_source(prefix, pictures, table)


def made(
    table: str, picture: PictureSource | None, kinds: frozenset[str], canvas: Size
) -> Made | None:
    """The source we create for ``table``; ``None`` if its picture is a source of the producer's.

    It is the same for every scene, because scenes share sources. Raises NotInObs if OBS lacks the
    kind.
    """
    if picture is None:
        return colour(table_colour(table), canvas)
    if picture.source:
        return None
    if picture.colour:
        return colour(int(picture.colour[1:], 16), canvas)
    own = _camera(picture.camera, kinds) if picture.camera else _played(picture)
    if own.kind not in kinds:
        what, hint = MISSING_KINDS.get(
            own.kind,
            (message("the kind {kind}", kind=own.kind), message("Install OBS 28 or newer")),
        )
        raise NotInObs(
            message("this OBS lacks {what}, which table {table} needs", what=what, table=table),
            hint,
        )
    return own


def colour(rgb: int, size: Size) -> Made:
    return Made(COLOUR, {"color": obs_colour(rgb), "width": size[0], "height": size[1]})


def table_colour(table: str) -> int:
    """0xRRGGBB; tables 1 to 8 differ."""
    number = int(table) - 1 if table.isdecimal() and len(table) < 4 else crc32(table.encode())
    return PALETTE[number % len(PALETTE)]


def obs_colour(rgb: int) -> int:
    """0xRRGGBB as OBS stores it: 0xAABBGGRR, opaque."""
    red, green, blue = rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255
    return 0xFF000000 | blue << 16 | green << 8 | red


def _media(file: str) -> dict[str, Setting]:
    """Keeps playing while hidden, because a restart on air would show its first picture again."""
    stream = "://" in file
    where: dict[str, Setting] = {"is_local_file": not stream}
    where |= {"input": file} if stream else {"local_file": file, "looping": True}
    return where | {"restart_on_activate": False, "close_when_inactive": False}


def _camera(device: str, kinds: frozenset[str]) -> Made:
    kind = next((kind for kind in CAMERAS if kind in kinds), CAMERA)
    return Made(kind, {CAMERAS[kind]: device})


def _played(picture: PictureSource) -> Made:
    if picture.ndi:
        return Made(NDI, {"ndi_source_name": picture.ndi})
    if picture.file:
        return Made(MEDIA, _media(picture.file))
    playlist: list[dict[str, str | bool]] = [
        {"value": each, "hidden": False, "selected": False} for each in picture.vlc
    ]
    return Made(PLAYLIST, {"playlist": playlist, "loop": True, "playback_behavior": "always_play"})
