"""Removal from OBS: everything of ours and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from producer.obs.link.refusals import NotInObs
from producer.obs.scenes.actual import Overview
from producer.obs.scenes.removal import removals


def plan(scenes: dict[str, tuple[str, ...]], program: str = "Scene") -> list[tuple[str, str]]:
    inputs = {source: "v4l2_input" for found in scenes.values() for source in found}
    sources = {**inputs, **dict.fromkeys(scenes, "scene")}
    now = Overview((1920, 1080), program, False, frozenset(), sources)
    return [
        (command.request, command.data.get("sourceName") or command.data.get("inputName")
         or command.data["sceneName"])
        for command in removals("Duplicast", now, scenes)
    ]  # fmt: skip


def test_our_sources_are_removed_before_their_scenes() -> None:
    """Removing a scene destroys sources with their last item, which then cannot be removed."""
    found = plan({"Scene": (), "Duplicast A two-up": ("Duplicast table 1",)})
    assert found == [("RemoveInput", "Duplicast table 1"), ("RemoveScene", "Duplicast A two-up")]


def test_foreign_sources_only_in_our_scenes_move_to_another_scene() -> None:
    scenes = {
        "Scene": ("Camera 1",),
        "Duplicast A two-up": ("Camera 1", "Camera 2"),
        "Duplicast B two-up": ("Camera 2",),
    }
    assert plan(scenes) == [
        ("CreateScene", "Kept from Duplicast"),
        ("CreateSceneItem", "Camera 2"),
        ("RemoveScene", "Duplicast A two-up"),
        ("RemoveScene", "Duplicast B two-up"),
    ]
    kept = plan({**scenes, "Kept from Duplicast": ()})
    assert kept[0] == ("CreateSceneItem", "Camera 2")


def test_a_source_that_is_kept_is_hidden_and_the_reasons_are_said() -> None:
    sources = {"Scene": "scene", "Duplicast A two-up": "scene", "Camera 2": "v4l2_input"}
    now = Overview((1920, 1080), "Scene", False, frozenset(), sources)
    commands = removals("Duplicast", now, {"Scene": (), "Duplicast A two-up": ("Camera 2",)})
    assert commands[1].data == {
        "sceneName": "Kept from Duplicast", "sourceName": "Camera 2", "sceneItemEnabled": False,
    }  # fmt: skip
    assert [command.why for command in commands] == [
        "your sources in our scenes are kept here",
        "Camera 2 is yours and only in our scenes; Kept from Duplicast keeps it",
        "the scene Duplicast A two-up is ours",
    ]


def test_nothing_is_removed_while_our_scene_is_on_program() -> None:
    with pytest.raises(NotInObs, match="is on program"):
        plan({"Duplicast A two-up": ()}, program="Duplicast A two-up")


def test_without_our_sources_there_is_nothing_to_remove() -> None:
    assert plan({"Scene": ("Camera 1",), "Duplicaster": ("Camera 2",)}) == []


NAMES = st.sampled_from(["Camera 1", "Camera 2", "Duplicast table 1", "Duplicast table 2"])
SCENES = st.dictionaries(
    st.sampled_from(["Scene", "Other", "Duplicast A two-up", "Duplicast safe"]),
    st.lists(NAMES, unique=True).map(tuple),
)


@given(SCENES)
def test_every_foreign_source_is_in_a_scene_afterwards(
    scenes: dict[str, tuple[str, ...]],
) -> None:
    left = {name: set(found) for name, found in {"Scene": (), **scenes}.items()}
    before = set().union(*left.values())
    for request, name in plan({"Scene": (), **scenes}):
        if request == "CreateScene":
            left[name] = set()
        elif request == "CreateSceneItem":
            left["Kept from Duplicast"].add(name)
        elif request == "RemoveScene":
            del left[name]
        else:
            for found in left.values():
                found.discard(name)
    after = set().union(*left.values())
    assert after == {name for name in before if not name.startswith("Duplicast ")}
    assert not any(name.startswith("Duplicast ") for name in left)
