"""Package files: manifest against the standard's schema, names, repeatability, hostile text."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource

from overlay import contexts
from overlay.motion import paint_order
from overlay.ograf.packages import Package, package_files
from overlay.stage import Box, Graphic, Stage
from overlay.texts.fonts import first_face
from overlay.texts.letters import drawable
from producer.stages.gallery import SAMPLES, sample
from producer.stages.programme.show import speaker

SCHEMAS = Path(__file__).parents[3] / "shared/data/ograf/v1/specification/json-schemas"
KINDS = {
    "two-up": ("two-up-decision", "two-up-end"),
    "upright": ("upright-decision", "upright-end"),
    "matrix": ("matrix",),
    "speaker": ("speaker",),
    "note": ("note",),
}
ODD = '</script><img src=x onerror=alert(1)>\u2028"\\'


def packed(name: str, *samples: str) -> dict[str, bytes]:
    steps = tuple(sample(each).stage for each in samples)
    return package_files(Package(f"sample.{name}", f"A {name}", "What it is.", steps))


def manifest(files: dict[str, bytes]) -> dict[str, Any]:
    (name,) = (path for path in files if path.endswith(".ograf.json"))
    return dict(json.loads(files[name]))


def drawing(files: dict[str, bytes]) -> dict[str, Any]:
    text = files["graphic.mjs"].decode()
    found = re.match(r"const drawing = (\{.*?\n\});\n", text, re.DOTALL)
    assert found
    return dict(json.loads(found[1]))


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    if not SCHEMAS.is_dir():
        pytest.skip("the standard's schemas are not beside the checkout (shared/data/ograf)")
    read = [json.loads(path.read_text(encoding="utf-8")) for path in SCHEMAS.rglob("*.json")]
    registry: Registry[Any] = Registry().with_resources(
        [(schema["$id"], Resource.from_contents(schema)) for schema in read]
    )
    (root,) = (schema for schema in read if schema["$id"].endswith("graphics/schema.json"))
    return jsonschema.Draft202012Validator(root, registry=registry)


@pytest.mark.parametrize("name", SAMPLES)
def test_manifests_of_all_stages_are_valid_by_the_standards_schema(
    validator: jsonschema.Draft202012Validator, name: str
) -> None:
    assert [error.message for error in validator.iter_errors(manifest(packed("one", name)))] == []


def test_the_standards_schema_refuses_a_manifest_that_is_not_one(
    validator: jsonschema.Draft202012Validator,
) -> None:
    result = manifest(packed("two-up", *KINDS["two-up"]))
    assert not validator.is_valid({**result, "actions": []})
    assert not validator.is_valid({key: value for key, value in result.items() if key != "main"})


@pytest.mark.parametrize("name", KINDS)
def test_manifest_names_what_is_in_the_package(name: str) -> None:
    files = packed(name, *KINDS[name])
    result = manifest(files)
    assert result["stepCount"] == len(KINDS[name])
    assert result["main"] in files
    assert all(each["file"] in files for each in result["thumbnails"])
    assert result["description"] == f"A {name}. What it is."
    assert {font["file"] for font in drawing(files)["fonts"]} <= set(files)
    assert any(path.startswith("fonts/LICENSE") for path in files)
    # The name of a custom element in some renderers: no capitals, one hyphen at least.
    assert re.fullmatch(r"[a-z][a-z0-9._]*-[a-z0-9._-]*", f"{result['id']}-v{result['version']}")


def test_spx_is_given_the_same_layer_by_the_manifest_and_by_the_page() -> None:
    """SPX takes a missing layer for one of the name 'undefined', and plays the graphic nowhere."""
    files = packed("speaker", "speaker")
    playout = manifest(files)["v_spx"]
    assert set(playout) == {
        "playserver", "playchannel", "playlayer", "webplayout", "out", "uicolor",
    }  # fmt: skip
    assert playout["webplayout"] in {"1", "2", "3", "4", "5"}, "SPX has five layers"
    page = files["index.html"].decode()
    found = re.search(r"<script>window.SPXGCTemplateDefinition = (.*?);</script>", page, re.DOTALL)
    assert found
    assert playout.items() <= json.loads(found[1]).items()


def test_the_same_stages_give_the_same_bytes_and_others_another_version() -> None:
    one, same = (packed("two-up", *KINDS["two-up"]) for _ in range(2))
    other = packed("two-up", "two-up-decision")
    assert one == same
    assert manifest(one)["version"] != manifest(other)["version"]


def test_names_of_people_come_first_of_the_fields_and_figures_last() -> None:
    result = manifest(packed("two-up", *KINDS["two-up"]))["schema"]["properties"]
    people = {
        f"{side}_{what}" for side in ("left", "right") for what in ("team", "player", "opponent")
    }
    assert people <= set(list(result)[:8])
    assert result["left_player"]["default"] == "Caio Lima"
    figures = [not any(map(str.isalpha, each["default"])) for each in result.values()][8:]
    assert figures == sorted(figures)


@pytest.mark.parametrize("id_", ["Two-Up", "zwei ups", "", "2-up", "a/b", "ä"])
def test_ids_that_renderers_could_not_use_are_refused(id_: str) -> None:
    with pytest.raises(ValueError, match="lower-case"):
        package_files(Package(id_, "x", "", (sample("speaker").stage,)))


def test_steps_of_two_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="one size"):
        packed("odd", "two-up-decision", "upright-decision")
    with pytest.raises(ValueError, match="one step"):
        package_files(Package("none", "x", "", ()))


def test_hostile_text_cannot_end_the_script() -> None:
    stage = speaker(ODD, ODD)
    files = package_files(Package("odd", ODD, ODD, (stage,)))
    page = files["index.html"].decode()
    assert page.count("</script>") == 3
    assert "<img" not in page.replace("\u003c", "")
    assert manifest(files)["schema"]["properties"]["name"]["default"] == drawable(ODD, first_face())
    assert "</script" not in files["graphic.mjs"].decode()


def test_every_step_paints_in_its_own_order() -> None:
    def stage(*keys: str) -> Stage:
        box, label = Box(0, 0, 10, 10), contexts.KnownLabel("x")
        graphics = tuple(Graphic(key, "known", label, box) for key in keys)
        return replace(sample("speaker").stage, graphics=graphics)

    steps = [stage("a", "b", "c"), stage("a", "x", "c", "d"), stage("y", "a")]
    order = paint_order(steps)
    assert sorted(order) == ["a", "b", "c", "d", "x", "y"]
    for step in steps:
        places = [order.index(graphic.key) for graphic in step.graphics]
        assert places == sorted(places)


def test_cards_appear_before_players_then_decisions_then_results() -> None:
    """The reading order of the look: same cards, who, what they chose; then the result."""
    motion = drawing(packed("two-up", *KINDS["two-up"]))["motion"]
    waves = [
        motion[key]["wave"]
        for key in ("frame", "cards", "name-left", "decision-left", "result-left")
    ]
    assert waves == sorted(set(waves))
    for what in ("name", "decision", "result"):
        left, right = (motion[f"{what}-{side}"] for side in ("left", "right"))
        assert left["wave"] == right["wave"], "neither side is first"
        assert (left["enter"], right["enter"]) == ("right", "left"), "outwards from the fork"
