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
    "table": ("table-dealt", "table-bet", "table-end"),
    "speaker": ("speaker",),
    "standings": ("standings",),
}
OUT = 320
SAMPLED = """async (times) => {
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
        words: [...made.querySelectorAll(".word")].map((word) => ({
          said: word.textContent || word.getAttribute("d"),
          where: word.drawn,
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
    seen = 0
    for each in filmed:
        for graphic in each["graphics"]:
            visible = [word for word in graphic["words"] if word["alpha"] > 0]
            seen += len(visible)
            assert not (graphic["cut"] and visible), (each["at"], graphic["key"])
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
