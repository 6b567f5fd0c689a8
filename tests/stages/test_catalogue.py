"""One list of graphics: what is in it is offered everywhere, and nothing else is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import catalogue_rows
import pytest

from overlay.stage import Stage
from producer.compare.model import Comparison
from producer.stages.catalogue import CATALOGUE, DEFAULT, channel_kinds, layouts
from producer.stages.entry import CatalogueEntry

TESTS = Path(__file__).parents[1]
ENTRIES = [pytest.param(entry, id=name) for name, entry in CATALOGUE.items()]


def test_the_docs_list_every_graphic() -> None:
    assert catalogue_rows.missing() == []


def test_a_new_graphic_is_one_entry(tmp_path: Path) -> None:
    """It is on the command line, on channels and pages, in OBS, the gallery, sheets and packages,
    and the docs are found to lack it."""
    paths = os.pathsep.join(map(str, (TESTS, TESTS / "stages")))
    done = subprocess.run(
        [sys.executable, TESTS / "stages" / "tiny_graphic.py", tmp_path],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert "tiny: The name of the deal." in seen["help"]
    assert seen["channel"][0] == "tiny"
    assert ">guide/A/1<" in seen["channel"][1]
    assert seen["scene"] == "tiny"
    assert "tiny" in seen["scenes in OBS"]
    assert "Tiny" in seen["switcher"]
    assert "a tiny graphic" in seen["deal's page"]
    assert "tiny-one" in seen["gallery"]
    assert {"tiny.png", "out/guide-a-1-tiny/index.html", "sheets/dark-en-tiny.png"} <= {
        *seen["files"]
    }
    assert seen["docs lack"] == [
        "| `tiny` | The name of the deal. | `Comparison` | end |  | `tiny` | `deal` "
        "| still, package |",
        "ograf.md: tiny",
    ]


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_entry_is_complete(entry: CatalogueEntry) -> None:
    assert entry.shows.endswith(".")
    assert entry.samples
    assert set(entry.moments) <= {"before", "decision", "move", "end"}
    if entry.context is Comparison:
        assert entry.request is not None


@pytest.mark.parametrize(("name", "fewest", "most"), [
    ("two-up", 2, 2), ("split", 3, 6), ("upright", 2, 2), ("field", 1, 1), ("table", 1, 1),
    ("matrix", 0, 0), ("standings", 0, 0), ("clock", 0, 0),
])  # fmt: skip
def test_how_many_tables_a_graphic_shows(name: str, fewest: int, most: int) -> None:
    assert (CATALOGUE[name].fewest_tables, CATALOGUE[name].most_tables) == (fewest, most)


def test_the_first_graphic_is_the_default() -> None:
    assert DEFAULT == "two-up"
    assert DEFAULT in channel_kinds()


def test_pictures_are_inside_their_scene() -> None:
    """The lower ones of four and six go on below the foot, so that faces are not cut."""
    for layout in layouts().values():
        stage = Stage(*layout.stage, ())
        for box in layout.pictures:
            assert box.x >= 0
            assert box.y >= 0
            assert box.x + box.width <= stage.width
            if len(layout.pictures) < 4:
                assert box.y + box.height <= stage.height
            assert box.y < stage.height
