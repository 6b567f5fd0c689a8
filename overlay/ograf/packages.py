"""Exports stages as OGraf v1 packages that play without this service, in CasparCG and SPX too.

A package is a folder with the manifest, the module with the custom element, an HTML page, the
fonts with their licences, and a thumbnail. It loads nothing from elsewhere.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from overlay.ograf.drawing import Drawing, drawing
from overlay.ograf.lines import UpdatableField
from overlay.ograf.page import SPX_PLAYOUT, page
from overlay.raster import stage_png
from overlay.resources import resource
from overlay.stage import Stage
from overlay.watermark import watermark_svg, watermarked_png

SCHEMA = "https://ograf.ebu.io/v1/specification/json-schemas/graphics/schema.json"
MODULE, PAGE, THUMBNAIL = "graphic.mjs", "index.html", "thumbnail.png"

_ID = re.compile(r"[a-z][a-z0-9._-]*")
_THUMBNAIL = 0.25
"""Scale of the thumbnail against the stage."""


@dataclass(frozen=True, slots=True)
class Package:
    """One graphic, with a stage for each step.

    ``id``: lower-case ASCII letters, digits, ``. _ -``; some renderers name a custom element after
    id and version. ``source``: what it was made from, for people. ``mark``: a watermark across
    every step, such as REHEARSAL.
    """

    id: str
    name: str
    description: str
    steps: tuple[Stage, ...]
    source: str = ""
    mark: str = ""


def package_files(package: Package) -> dict[str, bytes]:
    """The package's files by name; the same package gives the same bytes.

    Raises ValueError for an invalid id or no steps, and as ``drawing`` does.
    """
    if not _ID.fullmatch(package.id):
        raise ValueError(f"id {package.id!r}: lower-case letters, digits, '.', '_' and '-' only")
    mark, (first, *_) = package.mark, package.steps or (None,)
    if first is None:
        raise ValueError("a package needs at least one step")
    drawn = drawing(package.steps, watermark_svg(first.width, first.height, mark) if mark else "")
    module = _module(drawn)
    fonts = {name: path.read_bytes() for name, path in drawn.fonts.items()} | _licences(drawn)
    version = f"1.{hashlib.sha256(module.encode()).hexdigest()[:10]}"
    manifest = _manifest(package, drawn.fields, version)
    thumbnail = watermarked_png(first, _THUMBNAIL, mark) if mark else stage_png(first, _THUMBNAIL)
    return {
        f"{package.id}.ograf.json": _json(manifest).encode() + b"\n",
        MODULE: module.encode(),
        PAGE: page(package.name, drawn.fields, len(package.steps), module).encode(),
        THUMBNAIL: thumbnail,
        **fonts,
    }


def source_of(manifest: bytes) -> tuple[str, str] | None:
    """The id and source of one of our packages, by its manifest; ``None`` for any other file."""
    try:
        content = json.loads(manifest)
        return str(content["id"]), str(content["v_duplicast"]["source"])
    except (ValueError, KeyError, TypeError):
        return None


def _manifest(package: Package, fields: tuple[UpdatableField, ...], version: str) -> dict[str, Any]:
    """The version changes with the drawing, so that no renderer shows an outdated cached one."""
    first = package.steps[0]
    size = {"width": {"ideal": first.width}, "height": {"ideal": first.height}}
    small = {
        "width": round(first.width * _THUMBNAIL),
        "height": round(first.height * _THUMBNAIL),
    }
    return {
        "$schema": SCHEMA,
        "id": package.id,
        "version": version,
        "name": package.name,
        "description": f"{package.name}. {package.description}",  # SPX shows no other name
        "author": {"name": "Duplicast"},
        "main": MODULE,
        "supportsRealTime": True,
        "supportsNonRealTime": True,
        "stepCount": len(package.steps),
        "schema": {"type": "object", "properties": dict(map(_property, fields))},
        "renderRequirements": [{"resolution": size}],
        "v_duplicast": {"source": package.source},
        "v_spx": SPX_PLAYOUT,
        "thumbnails": [{"file": THUMBNAIL, "resolution": small}],
    }


def _property(field: UpdatableField) -> tuple[str, Mapping[str, str]]:
    kind = {"type": "string", "gddType": "single-line"}
    return field.name, {**kind, "title": field.title, "default": field.value}


def _module(drawn: Drawing) -> str:
    parts = resource("graphic")
    names = ("letters.js", "names.js", "text.js", "motion.js", "paint.js", "time.js")
    texts = [(parts / name).read_text(encoding="utf-8") for name in names]
    main = (parts.parent / MODULE).read_text(encoding="utf-8")
    return "\n".join([f"const drawing = {_json(drawn.data)};\n", *texts, main])


def _json(value: object) -> str:
    """JSON that is safe inside a script element of a page."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _licences(drawn: Drawing) -> dict[str, bytes]:
    """The fonts' licences, from beside the font files or from one folder up."""
    licences: dict[str, bytes] = {}
    for name, path in drawn.fonts.items():
        family = Path(name).stem.partition("-")[0]
        for folder in (path.parent, path.parent.parent):
            licence = folder / "LICENSE"
            if licence.is_file():
                licences[f"fonts/LICENSE-{family}.txt"] = licence.read_bytes()
                break
    return licences
