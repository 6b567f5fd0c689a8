"""Every package played by a renderer in the real Chromium, in real time and not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from effort import counts
from ograf_renderer import browser_page, call, load, pack, picture, served
from playwright.sync_api import Page
from test_browser_agrees import LEAST_SIMILARITY, drawn, similarity

from overlay.ograf.packages import Package, package_files
from overlay.stage import Stage
from overlay.watermark import watermarked_png
from producer.files import write_folder
from producer.stages.gallery import sample
from producer.stages.style import Style
from producer.wording.language import language as speak

KINDS: dict[str, tuple[str, ...]] = {
    "two-up": ("two-up-decision", "two-up-end"),
    "three": ("three-decision", "three-end"),
    "six": ("six-decision", "six-end"),
    "upright": ("upright-decision", "upright-end"),
    "field": ("field-decision", "field-end"),
    "table": ("table-dealt", "table-call", "table-bet", "table-end"),
    "matrix": ("matrix",),
    "standings": ("standings",),
    "seat-ranking": ("seat-before-after",),
    "speaker": ("speaker",),
    "note": ("note",),
}
ANSWERED = {"statusCode", "statusMessage"}
PLAY = {"type": "playAction", "params": {}}
Pixels = npt.NDArray[np.uint8]
STOP = {"type": "stopAction", "params": {}}


def stages(name: str) -> tuple[Stage, ...]:
    style = Style(speak("el"))
    return tuple(sample(each, "greek", style).stage for each in KINDS[name])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    there = tmp_path_factory.mktemp("packages")
    for name in KINDS:
        pack(there, name, *stages(name))
    return there


@pytest.fixture(scope="module")
def page(folder: Path) -> Iterator[Page]:
    with served(folder) as address, browser_page() as opened:
        opened.goto(f"{address}/renderer.html")
        yield opened


def at(*entries: tuple[float, dict[str, Any]]) -> dict[str, Any]:
    return {"schedule": [{"timestamp": time, "action": action} for time, action in entries]}


def alike(one: Pixels, other: Pixels) -> bool:
    """The same but for a few pixels of edges, which Chromium smooths by what was there before."""
    apart = np.abs(one.astype(int) - other).max(axis=2) > 8
    return int(apart.sum()) < 100


def over_ground(pixels: Pixels) -> Pixels:
    """Straight alpha over the renderer's ground."""
    alpha = pixels[..., 3:] / 255
    ground = np.array([0x4B, 0x5F, 0x3A], float)
    return np.rint(pixels[..., :3] * alpha + ground * (1 - alpha)).astype(np.uint8)


def ready(page: Page, name: str, **params: Any) -> None:
    width, height = stages(name)[0].width, stages(name)[0].height
    page.set_viewport_size({"width": width, "height": height})
    size = {"resolution": {"width": width, "height": height}}
    assert load(page, name, renderCharacteristics=size, **params)["statusCode"] == 200
    assert page.evaluate("painted()") == 0


@pytest.mark.parametrize("name", KINDS)
def test_every_step_of_every_package_is_the_picture_of_its_stage(page: Page, name: str) -> None:
    ready(page, name, renderType="non-realtime")
    call(page, "setActionsSchedule", at(*((2000 * n, PLAY) for n in range(len(KINDS[name])))))
    for step, stage in enumerate(stages(name)):
        assert call(page, "goToTime", {"timestamp": 2000 * step + 1990})["statusCode"] == 200
        assert similarity(picture(page), drawn(stage)) >= LEAST_SIMILARITY, step
    call(page, "setActionsSchedule", at((0, PLAY), (3000, STOP)))
    call(page, "goToTime", {"timestamp": 3340})
    assert page.evaluate("painted()") == 0


@pytest.mark.parametrize("name", KINDS)
def test_going_to_a_time_shows_what_playing_to_it_shows(page: Page, name: str) -> None:
    ready(page, name, renderType="realtime")
    for step in range(len(KINDS[name])):
        assert call(page, "playAction") == {
            "statusCode": 200, "statusMessage": "OK", "currentStep": step,
        }  # fmt: skip
    played = picture(page)
    ready(page, name, renderType="non-realtime")
    call(page, "setActionsSchedule", at(*((2000 * n, PLAY) for n in range(len(KINDS[name])))))
    call(page, "goToTime", {"timestamp": 60_000})
    assert alike(picture(page), played)


def test_in_the_middle_of_a_move_too(page: Page) -> None:
    """The browser's own clock is stopped, so that the middle can be looked at."""
    times = (90, 333, 480, 900)
    assert page.context.browser
    stopped = page.context.browser.new_page()
    stopped.clock.install(time=0)
    stopped.goto(page.url)
    ready(stopped, "two-up")
    stopped.clock.pause_at(60_000)
    stopped.evaluate("() => { graphic.playAction({}) }")
    moving = []
    for before, time in pairwise((0, *times)):
        stopped.clock.run_for(time - before)
        moving.append(picture(stopped))
    stopped.close()
    ready(page, "two-up", renderType="non-realtime")
    call(page, "setActionsSchedule", at((0, PLAY)))
    for time, seen in zip(times, moving, strict=True):
        call(page, "goToTime", {"timestamp": time})
        # A frame of 16 ms may lie between the last one drawn and the time stopped at.
        assert similarity(picture(page), seen) >= 0.9, time


def test_frames_may_be_asked_for_in_any_order(page: Page) -> None:
    ready(page, "two-up", renderType="non-realtime")
    call(page, "setActionsSchedule", at((4000, STOP), (0, PLAY), (2000, PLAY)))
    times = [150, 600, 1990, 2200, 2450, 3900, 4100, 5000]
    forth = [(call(page, "goToTime", {"timestamp": time}), picture(page))[1] for time in times]
    for time, seen in reversed(list(zip(times, forth, strict=True))):
        call(page, "goToTime", {"timestamp": time})
        assert alike(picture(page), seen), time
    for one, other in pairwise(forth[:-1]):
        assert not alike(one, other)


def test_a_schedule_replaces_the_one_before_and_a_wrong_one_does_not(page: Page) -> None:
    ready(page, "speaker", renderType="non-realtime")
    call(page, "setActionsSchedule", at((0, PLAY)))
    for wrong in (
        at((0, {"type": "explode"})),
        {"schedule": [None]},
        {"schedule": [{"timestamp": "0", "action": PLAY}]},
        {"schedule": [{"timestamp": 0}]},
        {"schedule": {"timestamp": 0, "action": PLAY}},
        at((0, {"type": "playAction", "params": {"goto": "x"}})),
        at((0, {"type": "updateAction", "params": {"data": 5}})),
        {},
    ):
        assert call(page, "setActionsSchedule", wrong)["statusCode"] == 400
    call(page, "goToTime", {"timestamp": 1000})
    assert page.evaluate("painted()") == 1
    call(page, "setActionsSchedule", at())
    call(page, "goToTime", {"timestamp": 1000})
    assert page.evaluate("painted()") == 0


@pytest.mark.parametrize(
    ("name", "first", "params", "step"),
    [  # the standard's own table of target steps
        ("speaker", None, {}, 0),
        ("speaker", None, {"goto": 0}, 0),
        ("speaker", None, {"delta": 1}, 0),
        ("two-up", None, {"goto": 1, "delta": 2}, 1),
        ("two-up", 0, {"goto": 1}, 1),
        ("table", 0, {"delta": 2}, 2),
        ("table", 2, {"goto": 1}, 1),
        ("table", 2, {"delta": -2}, 0),
        ("speaker", 0, {"delta": 1}, None),
        ("table", 1, {"goto": 99}, None),
        ("table", 1, {"delta": -9}, 0),
        ("table", None, {"goto": None, "delta": None}, 0),
    ],
)
def test_target_steps(
    page: Page, name: str, first: int | None, params: dict[str, Any], step: int | None
) -> None:
    ready(page, name)
    if first is not None:
        call(page, "playAction", {"goto": first, "skipAnimation": True})
    answer = call(page, "playAction", {**params, "skipAnimation": True})
    assert answer["statusCode"] == 200
    assert answer.get("currentStep") == step
    assert bool(page.evaluate("painted()")) == (step is not None)


def test_skipping_the_animation_shows_the_end_at_once(page: Page) -> None:
    ready(page, "two-up")
    call(page, "playAction", {"goto": 1, "skipAnimation": True})
    assert similarity(picture(page), drawn(stages("two-up")[1])) >= LEAST_SIMILARITY
    call(page, "stopAction", {"skipAnimation": True})
    assert page.evaluate("painted()") == 0


def test_a_renderer_that_names_no_size_has_a_frame_in_hd(page: Page) -> None:
    """The upright stage of 1080 x 1920 stands whole in the middle: 1080 px high, 607.5 px wide."""
    page.set_viewport_size({"width": 1920, "height": 1080})
    for name, box in (("two-up", [0, 0, 1920, 1080]), ("upright", [656.25, 0, 607.5, 1080])):
        load(page, name)
        seen = page.evaluate(
            """() => {
              const canvas = graphic.shadowRoot.querySelector(".canvas").getBoundingClientRect();
              return [canvas.x, canvas.y, canvas.width, canvas.height]; }"""
        )
        assert seen == box, name
        assert page.evaluate("[graphic.offsetWidth, graphic.offsetHeight]") == [1920, 1080]


def test_nothing_is_painted_before_play(page: Page) -> None:
    ready(page, "speaker", data={"name": "Ana"})
    call(page, "updateAction", {"data": {"who": "Peru"}})
    call(page, "stopAction")
    assert page.evaluate("painted()") == 0


@pytest.mark.parametrize("params", [None, {}, {"data": None}, {"renderType": "non-realtime"}])
def test_works_without_data_and_never_attached_to_a_page(
    page: Page, params: dict[str, Any] | None
) -> None:
    answers = page.evaluate(
        """async (params) => {
          const answers = [await load("two-up", params, false)];
          for (const [method, given] of [
            ["updateAction", {data: {left_player: "Ana"}}], ["playAction", {}],
            ["playAction", undefined], ["customAction", {id: "x", payload: null}],
            ["goToTime", {timestamp: 500}], ["setActionsSchedule", {schedule: []}],
            ["stopAction", {}], ["dispose", {}],
          ]) answers.push(await graphic[method](given));
          return [graphic.isConnected, answers];
        }""",
        params,
    )
    assert answers[0] is False
    for answer in answers[1]:
        assert ANSWERED <= set(answer) <= ANSWERED | {"currentStep"}
        assert isinstance(answer["statusCode"], int)
    allowed = params is not None and params.get("renderType") == "non-realtime"
    codes = [answer["statusCode"] for answer in answers[1]]
    assert codes == [200, 200, 200, 200, 404, *([200, 200] if allowed else [400, 400]), 200, 200]


def test_overlapping_calls_end_like_consecutive_ones(page: Page) -> None:
    ready(page, "two-up")
    answers = page.evaluate(
        """() => Promise.all([
          graphic.playAction({}), graphic.updateAction({data: {left_player: "Ana Ruiz"}}),
          graphic.playAction({}), graphic.stopAction({}), graphic.playAction({goto: 1}),
          graphic.updateAction({data: {right_player: "Bo"}}), graphic.playAction({delta: -1}),
        ])"""
    )
    assert [answer["statusCode"] for answer in answers] == [200] * 7
    assert [each["currentStep"] for each in answers if "currentStep" in each] == [0, 1, 1, 0]
    hurried = picture(page)
    ready(page, "two-up", data={"left_player": "Ana Ruiz", "right_player": "Bo"})
    call(page, "playAction")
    assert alike(picture(page), hurried)


def test_calls_before_the_end_of_loading_wait_for_it(page: Page) -> None:
    answers = page.evaluate(
        """async () => {
          await load("two-up", {}); await graphic.dispose({});
          const early = await graphic.playAction({});
          const all = await Promise.all([graphic.load({}), graphic.playAction({})]);
          return [early, ...all];
        }"""
    )
    assert [answer["statusCode"] for answer in answers] == [409, 200, 200]
    assert page.evaluate("painted()") > 0


def test_nothing_is_left_after_disposal(page: Page) -> None:
    ready(page, "two-up")
    page.evaluate("graphic.playAction({}), graphic.dispose({})")
    page.wait_for_timeout(300)
    assert page.evaluate("painted()") == 0
    assert call(page, "dispose")["statusCode"] == 200


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("updateAction", {"data": ["Ana"]}),
        ("updateAction", {"data": "Ana"}),
        ("updateAction", {"data": {"left_player": {"name": "Ana"}}}),
        ("playAction", {"goto": "1"}),
        ("playAction", {"delta": 0.5}),
        ("goToTime", {"timestamp": 1}),
        ("setActionsSchedule", {"schedule": []}),
    ],
)
def test_impossible_calls_are_refused_and_the_picture_stays(
    page: Page, method: str, params: dict[str, Any]
) -> None:
    ready(page, "two-up")
    call(page, "playAction", {"skipAnimation": True})
    before = picture(page)
    answer = call(page, method, params)
    assert (answer["statusCode"], set(answer)) == (400, ANSWERED)
    assert alike(picture(page), before)


def test_graphics_of_one_and_of_several_packages_share_a_page(page: Page) -> None:
    painted = page.evaluate(
        """async () => {
          const elements = [];
          for (const folder of ["two-up", "speaker"]) {
            await load(folder, {});
            for (const one of [graphic, document.createElement(graphic.localName)]) {
              await one.load({renderType: "realtime"});
              elements.push(one);
            }
          }
          await Promise.all(elements.slice(1).map((one) => one.playAction({skipAnimation: true})));
          return elements.map((one) => one.shadowRoot.querySelector(".canvas").childElementCount);
        }"""
    )
    keys = len(stages("two-up")[0].graphics)
    assert painted == [0, keys, 1, 1]


def test_a_package_without_its_fonts_says_so(folder: Path, page: Page) -> None:
    pack(folder, "bare", *stages("speaker"))
    for font in (folder / "bare/fonts").glob("*.ttf"):
        font.unlink()
    page.evaluate("globalThis[Symbol.for('duplicast.fonts')].clear()")
    answer = load(page, "bare")
    assert answer["statusCode"] == 500
    assert "font" in answer["statusMessage"]


def test_thousands_of_changes_leave_memory_and_nodes_as_they_were(page: Page) -> None:
    ready(page, "two-up")
    few, many = 40, counts(100, 6000)
    after_few, after_many = (_changed(page, count) for count in (few, many))
    assert after_many["nodes"] <= after_few["nodes"] + 20
    assert after_many["heap"] <= after_few["heap"] * 1.1 + 200_000


def _changed(page: Page, count: int) -> dict[str, float]:
    """Nodes and bytes of JavaScript alive after so many changes, half of them overlapping."""
    page.evaluate(
        """async (count) => {
          for (let n = 0; n < count; n += 1) {
            graphic.updateAction({data: {left_player: `Player ${n}`}});
            graphic.playAction({goto: n % 2, skipAnimation: n % 4 < 2});
            if (n % 25 === 0) graphic.stopAction({});
            if (n % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 12));
          }
          await graphic.playAction({goto: 0});
        }""",
        count,
    )
    devtools = page.context.new_cdp_session(page)
    for _ in range(2):
        devtools.send("HeapProfiler.collectGarbage")
    found = devtools.send("Memory.getDOMCounters")
    heap = devtools.send("Runtime.getHeapUsage")["usedSize"]
    devtools.detach()
    return {"nodes": found["nodes"], "heap": heap}


def test_the_watermark_is_visible_as_long_as_any_graphic(folder: Path, page: Page) -> None:
    steps = stages("two-up")
    files = package_files(Package("sample.marked", "x", "", steps, mark="REHEARSAL"))
    write_folder(folder / "marked", files)
    ready(page, "two-up")
    load(page, "marked")
    assert page.evaluate("painted()") == 0
    for step, stage in enumerate(steps):
        call(page, "playAction", {"goto": step, "skipAnimation": True})
        wanted = cv2.imdecode(np.frombuffer(watermarked_png(stage, 1, "REHEARSAL"), np.uint8), -1)
        assert wanted is not None
        assert similarity(picture(page), over_ground(wanted.astype(np.uint8))) >= 0.95
    call(page, "stopAction", {"skipAnimation": True})
    assert page.evaluate("painted()") == 0
