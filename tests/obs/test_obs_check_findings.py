"""The findings of ``obs check``."""

import pytest
from ports import free_port

from producer.obs.monitor.check import Finding, Report, check, findings
from producer.obs.scenes.actual import Overview
from producer.settings import ObsSettings

VERSION = {"obsVersion": "30.2.0", "obsWebSocketVersion": "5.5.2"}
WITH_BROWSER = frozenset({"image_source", "color_source_v3", "browser_source"})
WITHOUT = WITH_BROWSER - {"browser_source"}


def obs(
    kinds: frozenset[str] = WITH_BROWSER,
    canvas: tuple[int, int] = (1920, 1080),
    studio: bool = False,
) -> Overview:
    return Overview(canvas, "Scene", studio, kinds, {"Camera 1": "v4l2_input"})


def by_what(settings: ObsSettings, overview: Overview) -> dict[str, Finding]:
    return {finding.what: finding for finding in findings(settings, VERSION, overview)}


def test_everything_is_good() -> None:
    found = findings(ObsSettings(pictures={"A": "Camera 1"}), VERSION, obs())
    assert [finding.mark for finding in found] == ["good"] * len(found)
    assert found[0].words == "OBS 30.2.0, obs-websocket 5.5.2"
    assert Report(found).usable


@pytest.mark.parametrize(
    ("graphics", "kinds", "mark"),
    [
        ("auto", WITH_BROWSER, "good"),
        ("auto", WITHOUT, "note"),
        ("image", WITHOUT, "good"),
        ("browser", WITH_BROWSER, "good"),
        ("browser", WITHOUT, "bad"),
    ],
)
def test_graphics(graphics: str, kinds: frozenset[str], mark: str) -> None:
    settings = ObsSettings.model_validate({"graphics": graphics})
    finding = by_what(settings, obs(kinds))["graphics"]
    assert finding.mark == mark
    assert bool(finding.hint) is (mark != "good")


def test_a_canvas_that_is_not_16_to_9_is_noted() -> None:
    assert by_what(ObsSettings(), obs(canvas=(1440, 1080)))["canvas"].mark == "note"
    assert by_what(ObsSettings(), obs(canvas=(1280, 720)))["canvas"].mark == "good"


def test_studio_mode_is_noted_because_changes_wait_for_a_transition() -> None:
    on = by_what(ObsSettings(), obs(studio=True))["studio"]
    assert (on.mark, "only with a transition" in on.words) == ("note", True)
    off = by_what(ObsSettings(), obs())["studio"]
    assert (off.mark, off.words) == ("good", "studio mode is off")


def test_an_obs_without_our_source_kinds_is_not_usable() -> None:
    found = findings(ObsSettings(), VERSION, obs(frozenset({"image_source"})))
    assert not Report(found).usable
    assert "color_source_v3" in found[-1].words


def test_a_missing_picture_names_table_source_and_setting() -> None:
    finding = by_what(ObsSettings(pictures={"B": "Camera 2"}), obs())["picture"]
    assert finding.mark == "bad"
    assert finding.words == "OBS has no source 'Camera 2' for table B"
    assert "obs.pictures" in finding.hint


def test_a_picture_that_we_make_says_what_kind_of_source_it_gets() -> None:
    own = ObsSettings.model_validate({"pictures": {"A": {"colour": "#102030"}, "B": "Camera 1"}})
    said = [finding.words for finding in findings(own, VERSION, obs()) if finding.what == "picture"]
    assert said == [
        "table A gets a source of kind color_source_v3",
        "table B is shown by the source 'Camera 1'",
    ]
    camera = ObsSettings.model_validate({"pictures": {"C": {"camera": "/dev/video0"}}})
    lacking = by_what(camera, obs())["picture"]
    assert (lacking.mark, lacking.words) == (
        "bad", "this OBS lacks a source for cameras, which table C needs",
    )  # fmt: skip
    assert lacking.hint == "Name an existing source in the setting obs.pictures"


def test_the_safe_camera_must_be_in_obs() -> None:
    assert "safe" not in by_what(ObsSettings(safe="Camera 1"), obs())
    gone = by_what(ObsSettings(safe="Wide shot"), obs())["safe"]
    assert (gone.mark, gone.words) == (
        "bad", "OBS has no source 'Wide shot', which the setting obs.safe names",
    )  # fmt: skip


def test_each_kind_of_source_that_obs_lacks_is_named() -> None:
    found = findings(ObsSettings(), VERSION, obs(frozenset()))
    assert [each.words for each in found if each.what == "sources"] == [
        "OBS lacks the source kind image_source",
        "OBS lacks the source kind color_source_v3",
    ]


def test_without_an_obs_the_check_says_so_with_a_hint() -> None:
    port = free_port()
    (finding,) = check(ObsSettings(port=port)).findings
    assert (finding.mark, finding.what) == ("bad", "reachable")
    assert f"127.0.0.1:{port}" in finding.words
    assert finding.hint


def test_a_named_source_must_be_in_obs() -> None:
    there = by_what(ObsSettings(backdrop="Camera 1"), obs())
    assert [each for each in there.values() if each.mark == "bad"] == []
    gone = by_what(ObsSettings(backdrop="Studio"), obs())["backdrop"]
    assert (gone.mark, "'Studio'" in gone.words, "obs.backdrop" in gone.words) == (
        "bad", True, True,
    )  # fmt: skip
