"""How graphics come, change and go: sampled every 40 ms in the real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from motion_strip import EVERY, SETTLED, ready, times
from ograf_renderer import browser_page, pack, served
from playwright.sync_api import Page

from producer.stages.gallery import sample

KINDS = {
    "two-up": ("two-up-question", "two-up-decision", "two-up-end"),
    "six": ("six-question", "six-decision", "six-end"),
    "field": ("field-decision", "field-end"),
    "auctions": ("auctions-decision", "auctions-end"),
    "tricks": ("tricks-question", "tricks-decision", "tricks-end"),
    "table": ("table-dealt", "table-bet", "table-end"),
    "side-pots": ("table-ten-raise", "table-ten-all-in", "table-ten-run-out"),
    "speaker": ("speaker",),
    "standings": ("standings",),
}
OUT = 320
SAMPLED = """async (times) => {
  // What of its plates and cards an element shows: left, top, right, bottom; nothing without any.
  const rect = (each) => each.getBoundingClientRect();
  const shown = (made) => {
    const plates = [...made.querySelectorAll("rect:not([transform*=scale] *)")].map(rect);
    if (!plates.length) return null;
    const box = rect(made);
    const cut = getComputedStyle(made).clipPath.match(/-?[\\d.]+px/g)?.map(parseFloat) ?? [0];
    const [top, right = top, bottom = top, left = right] = cut;
    return [
      Math.max(box.left + left, Math.min(...plates.map((each) => each.left))),
      Math.max(box.top + top, Math.min(...plates.map((each) => each.top))),
      Math.min(box.right - right, Math.max(...plates.map((each) => each.right))),
      Math.min(box.bottom - bottom, Math.max(...plates.map((each) => each.bottom))),
    ];
  };
  const canvas = graphic.shadowRoot.querySelector(".canvas");
  const samples = [];
  for (const timestamp of times) {
    await graphic.goToTime({ timestamp });
    samples.push({
      at: timestamp,
      mask: canvas.style.clipPath,
      graphics: [...canvas.children].map((made) => ({
        key: made.dataset.key,
        cut: made.style.clipPath !== "none",
        alpha: Number(made.style.opacity),
        shown: shown(made),
        words: [...made.querySelectorAll(".word")].map((word) => ({
          said: word.textContent || word.getAttribute("d") || word.localName,
          where: word.drawn,
          stays: word.classList.contains("stays"),
          alpha: Number(made.style.opacity) * Number(getComputedStyle(word).opacity),
        })),
      })),
    });
  }
  return samples;
}"""
Sample = dict[str, Any]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("moving")
    for name, samples in KINDS.items():
        pack(folder, name, *(sample(each).stage for each in samples))
    with served(folder) as address, browser_page() as opened:
        opened.goto(f"{address}/renderer.html")
        yield opened


@pytest.fixture(scope="module", params=KINDS)
def filmed(request: pytest.FixtureRequest, page: Page) -> list[Sample]:
    """Of one package: every step played, then the stop."""
    steps = len(KINDS[request.param])
    ready(page, request.param, 1920, 1080, steps)
    return list(page.evaluate(SAMPLED, list(times(steps))))


def stop(samples: list[Sample]) -> int:
    return int(samples[-1]["at"]) // SETTLED * SETTLED


def test_words_appear_whole_and_only_on_a_plate_that_is_open(filmed: list[Sample]) -> None:
    """Those that a change leaves alone stay while their plate gets another size."""
    seen = 0
    for each in filmed:
        for graphic in each["graphics"]:
            visible = [word for word in graphic["words"] if word["alpha"] > 0]
            seen += len(visible)
            coming = [word for word in visible if not word["stays"]]
            assert not (graphic["cut"] and coming), (each["at"], graphic["key"])
    assert seen


def test_words_that_differ_are_never_over_each_other(filmed: list[Sample]) -> None:
    for each in filmed:
        for key in {graphic["key"] for graphic in each["graphics"]}:
            versions = [
                {word["where"] for word in graphic["words"] if word["alpha"] > 0.05}
                for graphic in each["graphics"]
                if graphic["key"] == key
            ]
            for one, other in pairwise(versions):
                assert not (one - other and other - one), (each["at"], key)


def test_new_words_never_stand_on_a_plate_beyond_which_the_old_one_is_seen(
    filmed: list[Sample],
) -> None:
    seen = 0
    for each in filmed:
        by_key: dict[str, list[Any]] = {graphic["key"]: [] for graphic in each["graphics"]}
        for graphic in each["graphics"]:
            by_key[graphic["key"]].append(graphic)
        mixed = [
            both
            for both in by_key.values()
            if len(both) == 2 and all(each["shown"] for each in both)
        ]
        for old, new in mixed:
            before = {word["where"] for word in old["words"]}
            fresh = [word for word in new["words"] if word["where"] not in before]
            if old["alpha"] > 0.05 and any(word["alpha"] > 0.05 for word in fresh):
                edges = zip(old["shown"], new["shown"], strict=True)
                left, top, right, bottom = (b - a for a, b in edges)
                assert max(left, top, -right, -bottom) < 1, (each["at"], old["key"])
                seen += 1
    if not seen:
        pytest.skip("nothing is mixed on this graphic")


def test_who_is_ahead_is_said_after_the_last_card(filmed: list[Sample]) -> None:
    """Also where both are new in one change."""

    def visible(sample: Sample, key: str) -> list[str]:
        return [
            word["said"]
            for graphic in sample["graphics"]
            if graphic["key"].startswith(key)
            for word in graphic["words"]
            if word["alpha"] > 0.05
        ]

    before = [each for each in filmed if each["at"] < stop(filmed)]
    ahead = [each for each in before if any("AHEAD" in said for said in visible(each, ""))]
    if not ahead:
        pytest.skip("nothing says who is ahead")
    assert len(visible(ahead[0], "board")) == len(visible(before[-1], "board")) == 5


def test_the_hole_cards_are_read_before_the_board(filmed: list[Sample]) -> None:
    def first(*keys: str) -> list[int]:
        return [
            each["at"]
            for each in filmed
            for graphic in each["graphics"]
            if graphic["key"].startswith(keys)
            and any(word["alpha"] > 0 for word in graphic["words"])
        ][:1]

    board = first("board")
    if not board:
        pytest.skip("no board on this graphic")
    assert first("cards", "plate")[0] + 2 * EVERY <= board[0]


def test_all_goes_behind_one_edge_in_320_ms(filmed: list[Sample]) -> None:
    leaving = [each for each in filmed if each["at"] >= stop(filmed)]
    before, *during = [each for each in leaving if each["at"] < stop(filmed) + OUT]
    assert during
    assert len({each["mask"] for each in during}) == len(during)
    for each in during:
        assert each["graphics"] == before["graphics"], "only the edge moves"
    assert all(not each["graphics"] for each in leaving if each["at"] >= stop(filmed) + OUT)
