"""Stages as packages that play without this service: OGraf v1, and the same page for CasparCG and
SPX.

A package is a folder: the manifest, the module with the custom element, a page, the fonts with
their licences, and a thumbnail. Everything a package draws is in it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from overlay.ograf_drawing import Drawing, drawing
from overlay.ograf_lines import UpdatableField
from overlay.ograf_page import page
from overlay.raster import stage_png
from overlay.resources import resource
from overlay.sealed import mark_svg, sealed_png
from overlay.stage import Stage

SCHEMA = "https://ograf.ebu.io/v1/specification/json-schemas/graphics/schema.json"
MODULE, PAGE, THUMBNAIL = "graphic.mjs", "index.html", "thumbnail.png"

_ID = re.compile(r"[a-z][a-z0-9._-]*")
_THUMBNAIL = 0.25
"""Times the stage's size."""


@dataclass(frozen=True, slots=True)
class Package:
    """Stages as the steps of one graphic.

    ``id``: lower-case ASCII letters, digits, ``. _ -``: with the version it is the name of a
    custom element in some renderers. ``source``: what it was made of, for whoever looks where it
    is from. ``mark``: a word laid across everything, such as that of a rehearsal.
    """

    id: str
    name: str
    description: str
    steps: tuple[Stage, ...]
    source: str = ""
    mark: str = ""


def package_files(package: Package) -> dict[str, bytes]:
    """The files of the package by their names in it; the same package gives the same bytes.

    Raises ValueError for an id that is not one, and as ``drawing`` does.
    """
    if not _ID.fullmatch(package.id):
        raise ValueError(f"id {package.id!r}: lower-case letters, digits, '.', '_' and '-' only")
    mark, (first, *_) = package.mark, package.steps or (None,)
    if first is None:
        raise ValueError("a package has one step at least")
    found = drawing(package.steps, mark_svg(first.width, first.height, mark) if mark else "")
    module = _module(found)
    files = {path: file.read_bytes() for path, file in found.files.items()} | _licences(found)
    version = f"1.{hashlib.sha256(module.encode()).hexdigest()[:10]}"
    manifest = _manifest(package, found.fields, version)
    return {
        f"{package.id}.ograf.json": _json(manifest).encode() + b"\n",
        MODULE: module.encode(),
        PAGE: page(package.name, found.fields, len(package.steps), module).encode(),
        THUMBNAIL: sealed_png(first, _THUMBNAIL, mark) if mark else stage_png(first, _THUMBNAIL),
        **files,
    }


def made_of(manifest: bytes) -> tuple[str, str] | None:
    """The id and the source of a package of ours, by its manifest; ``None`` for any other."""
    try:
        told = json.loads(manifest)
        return str(told["id"]), str(told["v_duplicast"]["source"])
    except (ValueError, KeyError, TypeError):
        return None


def _manifest(package: Package, fields: tuple[UpdatableField, ...], version: str) -> dict[str, Any]:
    """The version changes with what is drawn, so that no renderer keeps what was corrected."""
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
        "description": package.description,
        "author": {"name": "Duplicast"},
        "main": MODULE,
        "supportsRealTime": True,
        "supportsNonRealTime": True,
        "stepCount": len(package.steps),
        "schema": {"type": "object", "properties": dict(map(_property, fields))},
        "renderRequirements": [{"resolution": size}],
        "v_duplicast": {"source": package.source},
        "thumbnails": [{"file": THUMBNAIL, "resolution": small}],
    }


def _property(field: UpdatableField) -> tuple[str, Mapping[str, str]]:
    told = {"type": "string", "gddType": "single-line", "title": field.title}
    return field.name, {**told, "default": field.value}


def _module(found: Drawing) -> str:
    parts = resource("graphic")
    texts = [(parts / name).read_text(encoding="utf-8") for name in ("text.js", "time.js")]
    main = (parts.parent / MODULE).read_text(encoding="utf-8")
    return "\n".join([f"const drawing = {_json(found.told)};\n", *texts, main])


def _json(value: object) -> str:
    """JSON that may stand in a script of a page: no ``<`` ends or opens anything."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _licences(found: Drawing) -> dict[str, bytes]:
    """The licences that stand beside the fonts, or over their folder, go with them."""
    licences: dict[str, bytes] = {}
    for file, path in found.files.items():
        family = Path(file).stem.partition("-")[0]
        for there in (path.parent, path.parent.parent):
            licence = there / "LICENSE"
            if licence.is_file():
                licences[f"fonts/LICENSE-{family}.txt"] = licence.read_bytes()
                break
    return licences
