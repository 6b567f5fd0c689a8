"""Names with direction marks: the desk in Chromium, with a real OBS."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from obs_remote import Hand
from playwright.sync_api import Browser, Page, expect
from service import fill, guide, open_gate_on, serving

from producer.events import parse_event
from producer.feeds import Received
from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")
ODD, SHOWN = "R\N{RIGHT-TO-LEFT OVERRIDE}evil", "Revil"
PATIENCE = 90_000

TURNED = """() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const one = document.createRange();
    let before = null;
    for (let at = 0; at < text.length; at++) {
      one.setStart(text, at);
      one.setEnd(text, at + 1);
      const box = one.getClientRects()[0];
      if (!box?.width) continue;
      if (before && Math.abs(box.top - before.top) < 2 && box.left < before.left) {
        found.push(text.data);
        break;
      }
      before = box;
    }
  }
  return found;
}"""
"""The texts of which a letter stands to the left of the one before it, in the same line."""


def result() -> Iterator[Received]:
    """The guide's deal; its session, a team, a player and table 5 have the name."""
    names = {"Brazil": ODD, "Chén Wěi": ODD}
    for n, received in enumerate(guide(ODD, names=names), 1):
        event = json.loads(received.raw)
        if event["type"] == "session.opened":
            tables = event["data"]["tables"]
            tables[ODD] = tables.pop("5")
        if event.get("table") == "5":
            event["table"] = ODD
        text = json.dumps(event)
        yield Received(text.encode(), parse_event(text), f"guide:{n}")


def put_segment(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / f"{ODD}.mp4").write_bytes(b"")
    note = {"deals": [f"{ODD}/A/1"], "title": f"{ODD} and the others"}
    (folder / f"{ODD}.json").write_text(json.dumps(note))


@pytest.fixture
def page(
    browser: Browser,
    hand: Hand,  # noqa: ARG001
    settings: ObsSettings,
    tmp_path: Path,
) -> Iterator[Page]:
    fill(tmp_path / "desk.db", list(result()))
    put_segment(tmp_path / "out" / "segments")
    with (
        open_gate_on(tmp_path / "desk.db") as gate,
        serving(gate, tmp_path, obs=settings) as address,
        browser.new_page(viewport={"width": 1920, "height": 1080}, base_url=address) as page,
    ):
        page.set_default_timeout(PATIENCE)
        yield page


def test_a_name_with_direction_marks_reorders_nothing(page: Page) -> None:
    page.goto("/")
    expect(page.locator("[data-segment] option")).to_have_text(
        f"{SHOWN} and the others ({SHOWN}/A/1)"
    )
    page.keyboard.press("p")
    preview = page.locator("[data-bank=preview] .holds")
    expect(preview).to_contain_text(SHOWN, timeout=PATIENCE)
    expect(page.locator(".outcome.ready")).to_contain_text(SHOWN, timeout=PATIENCE)
    page.keyboard.press("F9")
    expect(page.locator("[data-air]")).to_contain_text(SHOWN, timeout=PATIENCE)
    expect(page.locator(".deal .name")).to_contain_text(f"{SHOWN}/A, 6 tables")
    assert page.evaluate(TURNED) == []
    page.goto(f"/deals/{ODD}/A/1")
    expect(page.locator(".people").first).to_be_visible()
    assert page.evaluate(TURNED) == []
