"""The keys of the desk in a real browser: listed, changed, letters off; the air bar can be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from desk_page import opened
from patience import eventually
from playwright.sync_api import Browser, Page, expect

from producer.events import event_json
from producer.simulate import session_events

LINES = "\n".join(event_json(event) for event in session_events(3, 8, tables=3))

IGNORED = """key => document.body.dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })
)"""
"""Whether the page leaves a key to the browser."""

SMALLEST = """() => Math.min(...[...document.querySelectorAll(".air-bar *")]
  .filter(element => [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
  .map(element => parseFloat(getComputedStyle(element).fontSize)))"""
"""Of all text on the air bar, also of what is hidden now: its size in pixels."""


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    with opened(browser, tmp_path, "/graphics/gallery/stamp", LINES) as page:
        page.set_viewport_size({"width": 1920, "height": 1080})
        page.goto("/prepare")
        eventually(lambda: not page.evaluate(IGNORED, "j"), "the page takes keys")
        yield page


def test_the_question_mark_lists_the_keys_of_air_and_of_the_page(page: Page) -> None:
    page.keyboard.press("?")
    listed = page.locator("dialog.key-list")
    expect(listed).to_be_visible()
    for key, act in {"F9": "Take", "F8": "Next beat", "F7": "Lower third", "F6": "Clear"}.items():
        expect(listed.locator("p", has_text=act).locator("kbd")).to_have_text(key)
    expect(
        listed.locator("p", has=page.get_by_text("Safe", exact=True)).locator("kbd")
    ).to_have_text("F2")
    expect(listed.locator(".of-page kbd")).to_contain_text(["C"])


def test_another_key_takes_and_is_kept(page: Page) -> None:
    page.keyboard.press("?")
    take = page.locator("dialog.key-list p", has_text="Take: the preview to program")
    take.get_by_role("button", name="Change").click()
    page.keyboard.press("F4")
    expect(take.locator("kbd")).to_have_text("F4")
    page.reload()
    expect(page.locator("[data-act=take] kbd")).to_have_text("F4")
    eventually(lambda: not page.evaluate(IGNORED, "F4"), "the new key takes")
    assert page.evaluate(IGNORED, "F9"), "the old key does nothing"


def test_letters_off_leaves_letters_alone_and_is_kept(page: Page) -> None:
    """WCAG 2.1.4: a shortcut of one character can be turned off."""
    page.keyboard.press("?")
    page.get_by_label("Letter keys are on").uncheck()
    page.reload()
    eventually(lambda: not page.evaluate(IGNORED, "F9"), "the page takes keys")
    for key in "jkcas?1":
        assert page.evaluate(IGNORED, key), key
    page.locator("[data-keys]").click()
    page.get_by_label("Letter keys are on").check()
    page.get_by_role("button", name="Close").click()
    assert not page.evaluate(IGNORED, "j")


@pytest.mark.parametrize("path", ["/prepare", "/show"])
def test_at_most_12_controls_stand_on_the_air_bar_at_24_pixels_and_nothing_scrolls(
    page: Page, path: str
) -> None:
    """Ask for air is another desk's than Hand over and Keep: they never stand together."""
    page.get_by_role("button", name="Add to rundown").click()
    expect(page.locator(".row")).to_have_count(1)
    page.goto(path)
    bar = page.locator(".air-bar")
    expect(bar.locator("[data-act=take]")).to_be_visible()
    assert bar.locator("a, input, select, button:not([data-ask])").count() <= 12
    assert page.evaluate(SMALLEST) >= 24
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    assert page.evaluate("document.documentElement.scrollWidth") <= 1920
