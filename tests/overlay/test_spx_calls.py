"""Packages under the calls of SPX: its renderer's, for its own templates and for OGraf.

A page here does to a package what the renderer of SPX 1.4.1 does: for a template of its own, a
frame on one of five layers whose functions it calls; for OGraf, an element that it makes of the
module and never takes away. ``test_spx_server`` plays packages in SPX itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from alike import LEAST_SIMILARITY, similarity
from ograf_renderer import GROUND, browser_page, pack, picture, served
from playwright.sync_api import Page
from test_browser_agrees import drawn

from overlay.stage import Stage
from producer.stages.gallery import sample

Pixels = npt.NDArray[np.uint8]

TWO_UP = tuple(sample(f"two-up-{moment}").stage for moment in ("decision", "end"))
UPRIGHT = tuple(sample(f"upright-{moment}").stage for moment in ("decision", "end"))
PACKAGES = {
    "two-up": TWO_UP,
    "upright": UPRIGHT,
    "speaker": (sample("speaker").stage,),
}
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#039;", "\\": "&#92;"}

RENDERER = f"""<!doctype html>
<meta charset="utf-8"><style>
html, body {{ margin: 0; overflow: hidden; background: {GROUND}; }}
.layer {{ position: absolute; inset: 0; width: 100%; height: 100%; border: 0; }}
.target {{ position: absolute; width: 100%; height: 100%; overflow: hidden; }}
</style>
<iframe class="layer" id="page3"></iframe><div class="layer" id="element3"></div>
<script>
const frame = document.getElementById("page3");
const graphics = {{}};
const ofFields = (fields) => JSON.stringify(Object.assign({{}}, ...fields));
const own = {{
  play: (folder, layer, fields) => new Promise((resolve) => {{
    frame.onload = () => {{
      frame.contentWindow.update(ofFields(fields));
      resolve(frame.contentWindow.play());
    }};
    frame.src = `./${{folder}}/index.html?random=${{Math.random()}}`;
  }}),
  update: (fields) => frame.contentWindow.update(ofFields(fields)),
  next: () => frame.contentWindow.next(),
  stop: () => frame.contentWindow.stop(),
}};
const ograf = {{
  async play(manifest, layer, fields) {{
    graphics[layer]?.dispose();
    const name = `${{manifest.id}}-v${{manifest.version}}`;
    if (!customElements.get(name)) {{
      const module = await import(`./${{manifest.folder}}/${{manifest.main}}`);
      customElements.define(name, module.Graphic || module.default);
    }}
    const graphic = document.createElement(name);
    graphic.setAttribute("class", "target");
    document.getElementById(`element${{layer}}`).append(graphic);
    const data = Object.assign({{}}, ...fields);
    await graphic.load({{ renderType: "realtime", data, rundownData: {{ fields }} }});
    graphics[layer] = graphic;
    await graphic.updateAction({{ data }});
    await graphic.playAction({{ data }});
  }},
  update: (layer, fields) =>
    graphics[layer].updateAction({{ data: Object.assign({{}}, ...fields) }}),
  next: (layer) => graphics[layer].playAction(),
  custom: (layer, id) => graphics[layer].customAction({{ id }}),
  stop: (layer) => graphics[layer].stopAction({{}}),
}};
const texts = (graphic) =>
  [...graphic.shadowRoot.querySelectorAll("text")].map((text) => text.textContent);
</script>
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    there = tmp_path_factory.mktemp("spx")
    for name, steps in PACKAGES.items():
        pack(there, name, *steps)
    (there / "spx.html").write_text(RENDERER, encoding="utf-8")
    return there


@pytest.fixture(scope="module")
def browser(folder: Path) -> Iterator[tuple[Page, str]]:
    with served(folder) as address, browser_page() as opened:
        yield opened, f"{address}/spx.html"


@pytest.fixture
def page(browser: tuple[Page, str]) -> Page:
    opened, address = browser
    opened.goto(address)
    return opened


def sent(**fields: str) -> list[dict[str, str]]:
    """Fields as SPX sends them: a list of one-field objects, letters of HTML as entities."""
    values = {
        name: "".join(ENTITIES.get(letter, letter) for letter in value)
        for name, value in fields.items()
    }
    return [{name: value} for name, value in (values | {"epochID": "1796132126031"}).items()]


def imported(folder: Path, name: str) -> dict[str, Any]:
    """The manifest with its folder and layer, as SPX imports it: a missing layer is a text that
    names none."""
    result = json.loads((folder / name / f"sample.{name}.ograf.json").read_text(encoding="utf-8"))
    return {**result, "folder": name, "layer": str(result.get("v_spx", {}).get("webplayout"))}


def settled(page: Page) -> Pixels:
    """The picture at the end of every animation that was begun."""
    page.evaluate(
        """async () => {
          const inside = frame.contentDocument?.querySelector("duplicast-graphic");
          for (const each of [inside, ...Object.values(graphics)])
            await each?.updateAction({ data: {} });
        }"""
    )
    return picture(page)


@lru_cache
def fitted(stage: Stage) -> Pixels:
    """The stage as a frame in HD shows it: whole, in the middle."""
    seen = drawn(stage)
    high = 1080
    wide = round(stage.width * high / stage.height)
    ground = np.full((1080, 1920, 3), (0x4B, 0x5F, 0x3A), np.uint8)
    left = (1920 - wide) // 2
    ground[:, left : left + wide] = cv2.resize(seen, (wide, high), interpolation=cv2.INTER_AREA)
    return ground


def empty(seen: Pixels) -> bool:
    return bool((seen == np.array([0x4B, 0x5F, 0x3A])).all())


def shows(seen: Pixels, stage: Stage) -> None:
    """The browser scales large stages down by another filter than ``fitted``: edges differ."""
    least = LEAST_SIMILARITY if stage.height == 1080 else 0.93
    assert similarity(seen, fitted(stage)) >= least


@pytest.mark.parametrize("name", PACKAGES)
def test_a_template_of_spx_is_played_continued_and_stopped(page: Page, name: str) -> None:
    first, *others = PACKAGES[name]
    page.evaluate("([name, fields]) => own.play(name, 3, fields)", [name, sent()])
    shows(settled(page), first)
    for stage in others:
        page.evaluate("own.next()")
        shows(settled(page), stage)
    page.evaluate("own.stop()")
    assert empty(settled(page))
    page.evaluate("([name, fields]) => own.play(name, 3, fields)", [name, sent()])
    shows(settled(page), first)


@pytest.mark.parametrize("name", PACKAGES)
def test_a_graphic_of_ograf_is_played_continued_and_stopped(
    page: Page, folder: Path, name: str
) -> None:
    manifest = imported(folder, name)
    layer = manifest["layer"]
    first, *others = PACKAGES[name]
    for _ in range(2):  # SPX leaves the first element where it is
        page.evaluate("([m, fields]) => ograf.play(m, m.layer, fields)", [manifest, sent()])
        shows(settled(page), first)
        for stage in others:
            page.evaluate("(layer) => ograf.next(layer)", layer)
            shows(settled(page), stage)
        page.evaluate("(layer) => ograf.stop(layer)", layer)
        assert empty(settled(page))


def test_fields_reach_both_kinds_before_and_on_air(page: Page, folder: Path) -> None:
    """SPX writes an apostrophe as an entity for a take, and sends it as it is in an update."""
    page.evaluate(
        "([name, fields]) => own.play(name, 3, fields)",
        ["speaker", sent(name="Ana D'Ruiz", who="Peru & Chile")],
    )
    settled(page)
    inside = "texts(frame.contentDocument.querySelector('duplicast-graphic'))"
    assert page.evaluate(inside) == ["Ana D'Ruiz", "Peru & Chile"]
    page.evaluate("own.update([{name: \"Bo D'Ruiz\"}, {epochID: '1'}])")
    settled(page)
    assert page.evaluate(inside) == ["Bo D'Ruiz", "Peru & Chile"]

    manifest = imported(folder, "speaker")
    page.evaluate(
        "([m, fields]) => ograf.play(m, m.layer, fields)",
        [manifest, sent(name="Ana D'Ruiz", who="Peru & Chile")],
    )
    settled(page)
    assert page.evaluate("texts(graphics[3])") == ["Ana D'Ruiz", "Peru & Chile"]
    page.evaluate("ograf.update(3, [{who: 'Chile'}, {epochID: '1'}])")
    settled(page)
    assert page.evaluate("texts(graphics[3])") == ["Ana D'Ruiz", "Chile"]


def test_a_custom_action_is_refused_and_the_picture_stays(page: Page, folder: Path) -> None:
    manifest = imported(folder, "two-up")
    page.evaluate("([m, fields]) => ograf.play(m, m.layer, fields)", [manifest, sent()])
    settled(page)
    assert page.evaluate("ograf.custom(3, 'explode')")["statusCode"] == 404
    shows(settled(page), TWO_UP[0])


def test_another_package_on_the_layer_takes_its_place(page: Page, folder: Path) -> None:
    for name in ("two-up", "speaker"):
        manifest = imported(folder, name)
        page.evaluate("([m, fields]) => ograf.play(m, m.layer, fields)", [manifest, sent()])
        shows(settled(page), PACKAGES[name][0])
