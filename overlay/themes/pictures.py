"""Pictures that a theme names: logo, photos, flags, sponsors. Checked when the theme is read, so
that nothing on air has a hole where a picture should be."""

from __future__ import annotations

import base64
import io
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import resvg_py
from PIL import Image, ImageColor, ImageOps

LARGEST, LARGEST_SVG = 10_000_000, 200_000
"""Bytes of a file. An SVG is embedded as it is in every graphic that shows it, a photo scaled."""

MOST_PIXELS = 50_000_000

_LENGTH = re.compile(r"\s*([\d.]+)\s*(px)?\s*")
_LINK = re.compile(r"@import|url\(\s*['\"]?(?!['\"]?(?:#|data:))")
_MOVING = ("animate", "animateTransform", "animateMotion", "set")
_PHOTOS = "PNG or JPEG"
_FORMATS = "PNG, JPEG or SVG"
_SMALL = 160
"""Pixels of the longer side of the copy that is looked at."""

_VISIBLE = 24
"""The least difference of a colour channel, of 255, by which a pixel stands out."""


class BadPicture(ValueError):
    """A file that cannot go on air; the message has the reason, then the fix."""


@dataclass(frozen=True, slots=True)
class Picture:
    """``href``: the picture as a data URL. ``aspect``: width over height."""

    href: str
    aspect: float


@dataclass(frozen=True, slots=True)
class _Read:
    kind: str
    embedded: bytes
    aspect: float
    pixels: Image.Image


@dataclass(frozen=True, slots=True)
class Use:
    """What a picture is for. ``least``: pixels in width and height that it has on air. ``aspects``:
    the least and greatest width over height. ``crop``: the size in pixels to which a photo is
    cropped."""

    least: tuple[int, int]
    aspects: tuple[float, float]
    crop: tuple[int, int] | None = None

    @property
    def formats(self) -> str:
        return _PHOTOS if self.crop else _FORMATS


LOGO = Use((80, 40), (0.2, 6.0))
FLAG = Use((90, 60), (0.5, 2.0))
PHOTO = Use((208, 260), (0.4, 2.5), (416, 520))
_LONGEST = 800
"""Pixels of the longer side of an embedded PNG or JPEG: enough for graphics of double size."""


def read_picture(path: Path, folder: Path, use: Use, ground: str) -> Picture:
    """The picture in ``path``, which is inside ``folder``, as it is embedded in graphics.

    ``ground``: the colour it is shown on, ``#RRGGBB``. Raises BadPicture.
    """
    return made_picture(path, _content(path, folder), use, ground)


def made_picture(path: Path, data: bytes, use: Use, ground: str) -> Picture:
    """As ``read_picture``, from a file's bytes; ``path``: its name in messages."""
    image = _opened(path, data)
    if image is not None:
        read = _photo_or_drawing(path, image, use, ground)
    elif use.crop:
        raise BadPicture(f"{path} is not a {use.formats}; export it as one")
    else:
        read = _svg(path, data)
    least, most = use.aspects
    if not least <= read.aspect <= most:
        raise BadPicture(
            f"{path} is {read.aspect:.1f} times as wide as it is high; crop it to between {least} "
            f"and {most:g} times"
        )
    _must_be_seen(path, read.pixels, use, ground)
    aspect = use.crop[0] / use.crop[1] if use.crop else read.aspect
    coded = base64.b64encode(read.embedded).decode()
    return Picture(f"data:image/{read.kind};base64,{coded}", round(aspect, 4))


def _content(path: Path, folder: Path) -> bytes:
    if not path.resolve().is_relative_to(folder.resolve()):
        raise BadPicture(f"{path} is outside the theme's folder; copy it there")
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise BadPicture(
            f"{path} cannot be read ({error.strerror}); give a path relative to the theme's folder"
        ) from error
    if len(data) > LARGEST:
        raise BadPicture(f"{path} has more than {LARGEST:,} bytes; scale it down")
    return data


def _opened(path: Path, data: bytes) -> Image.Image | None:
    """The picture undecoded; ``None`` for what is no picture of pixels, such as an SVG."""
    try:
        return Image.open(io.BytesIO(data))
    except Image.DecompressionBombError as error:
        raise BadPicture(f"{path} has too many pixels; scale it down") from error
    except OSError:
        return None


def _photo_or_drawing(path: Path, image: Image.Image, use: Use, ground: str) -> _Read:
    upright = _decoded(path, image, use)
    kind, embedded = _encoded(_scaled(upright, use, ground), image.format or "")
    return _Read(kind, embedded, upright.width / upright.height, upright)


def _decoded(path: Path, image: Image.Image, use: Use) -> Image.Image:
    """All pixels, upright, as RGBA."""
    if image.format not in ("PNG", "JPEG"):
        raise BadPicture(f"{path} is a {image.format}; export it as {use.formats}")
    if getattr(image, "n_frames", 1) > 1 and image.format == "PNG":
        raise BadPicture(f"{path} is animated; export one frame")
    if image.width * image.height > MOST_PIXELS:
        raise BadPicture(f"{path} is {image.width} x {image.height} pixels; scale it down")
    try:
        upright = ImageOps.exif_transpose(image).convert("RGBA")
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise BadPicture(f"{path} is damaged; export it again") from error
    width, height = use.least
    if upright.width < width or upright.height < height:
        raise BadPicture(
            f"{path} is {upright.width} x {upright.height} pixels and would be blurred; give one "
            f"of at least {width} x {height}"
        )
    return upright


def _scaled(image: Image.Image, use: Use, ground: str) -> Image.Image:
    """A photo cropped towards its upper middle, where the face is, on its ground; any other picture
    no larger than it is ever shown."""
    if use.crop:
        cropped = ImageOps.fit(image, use.crop, Image.Resampling.LANCZOS, centering=(0.5, 0.3))
        return Image.alpha_composite(Image.new("RGBA", use.crop, ground), cropped).convert("RGB")
    small = image.copy()
    small.thumbnail((_LONGEST, _LONGEST), Image.Resampling.LANCZOS)
    return small


def _encoded(image: Image.Image, source: str) -> tuple[str, bytes]:
    packed = io.BytesIO()
    if source == "JPEG" or image.mode == "RGB":
        image.convert("RGB").save(packed, "JPEG", quality=90)
        return "jpeg", packed.getvalue()
    image.save(packed, "PNG", optimize=True)
    return "png", packed.getvalue()


def _svg(path: Path, data: bytes) -> _Read:
    """An SVG of plain shapes."""
    root = _root(path, data)
    if len(data) > LARGEST_SVG:
        raise BadPicture(f"{path} has {len(data):,} bytes; make it smaller than {LARGEST_SVG:,}")
    for element in root.iter():
        name = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
        _must_be_plain(path, element, name)
    aspect = _svg_aspect(path, root)
    try:
        png = resvg_py.svg_to_bytes(svg_string=data.decode(), width=_SMALL, skip_system_fonts=True)
    except ValueError as error:
        raise BadPicture(f"{path} cannot be drawn ({error}); export it as plain SVG") from error
    return _Read("svg+xml", data, aspect, Image.open(io.BytesIO(bytes(png))).convert("RGBA"))


def _root(path: Path, data: bytes) -> ET.Element:
    try:
        root = ET.fromstring(data)
    except ET.ParseError as error:
        raise BadPicture(f"{path} is not a {_FORMATS}; export it as one") from error
    if root.tag.rpartition("}")[2] != "svg":
        raise BadPicture(f"{path} is not an SVG but {root.tag}; export it as {_FORMATS}")
    return root


def _must_be_plain(path: Path, element: ET.Element, name: str) -> None:
    if name in ("script", "foreignObject"):
        raise BadPicture(f"{path} contains <{name}>; export it as plain SVG")
    if name in _MOVING or "@keyframes" in (element.text or ""):
        raise BadPicture(f"{path} is animated; export one frame")
    if name == "text":
        raise BadPicture(f"{path} contains text; convert it to paths, its font is missing on air")
    for key, value in element.attrib.items():
        if key.endswith("href") and not value.startswith(("#", "data:")):
            raise BadPicture(f"{path} links to {value}; embed it")
    if any(_LINK.search(text) for text in (element.text or "", *element.attrib.values())):
        raise BadPicture(f"{path} loads something from elsewhere; embed it")


def _svg_aspect(path: Path, root: ET.Element) -> float:
    box = (root.get("viewBox") or "").replace(",", " ").split()
    sides = box[2:] if len(box) == 4 else [root.get("width", ""), root.get("height", "")]
    lengths = [float(match[1]) for side in sides if (match := _LENGTH.fullmatch(side))]
    if len(lengths) == 2 and all(lengths):
        return lengths[0] / lengths[1]
    raise BadPicture(f"{path} has no size; give it a viewBox")


def _must_be_seen(path: Path, image: Image.Image, use: Use, ground: str) -> None:
    """A photo must differ from one colour, any other picture from its ground."""
    small = image.copy()
    small.thumbnail((_SMALL, _SMALL))
    if np.asarray(small)[..., 3].max() < _VISIBLE:
        raise BadPicture(f"{path} is transparent; export it with its contents")
    shown = Image.alpha_composite(Image.new("RGBA", small.size, ground), small)
    pixels = np.asarray(shown)[..., :3].astype(np.int16)
    plain = pixels[0, 0] if use.crop else np.array(ImageColor.getrgb(ground))
    if np.abs(pixels - plain).max() < _VISIBLE:
        raise BadPicture(f"{path} shows nothing on {ground}; change the picture or its ground")
