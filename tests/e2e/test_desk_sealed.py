"""Keys on a sealed deal's pages, in a real browser: nothing is taken, and the page says why."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from service import NEVER, SIGNED, TABLES, fill, guide, open_gate_on, serving

DEAL = "sealed/A/1"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Table 6 is still to play the deal."""
    folder = tmp_path_factory.mktemp("sealed")
    names = {"João Magalhães": NEVER}
    fill(folder / "desk.db", guide(), guide("sealed", "live", TABLES[:5], names))
    with open_gate_on(folder / "desk.db") as gate, serving(gate, folder) as at:
        yield at


def opened(browser: Browser, address: str, headers: dict[str, str]) -> tuple[Page, list[str]]:
    """A window, and all that it asks for but what it only reads."""
    page = browser.new_page(base_url=address, extra_http_headers=headers)
    page.set_default_timeout(90_000)
    sent: list[str] = []
    page.on("request", lambda asked: asked.method != "GET" and sent.append(asked.url))
    return page, sent


@pytest.mark.parametrize("headers", [{}, SIGNED], ids=["anybody", "producer"])
def test_a_hidden_sealed_deal_shows_nothing_and_no_buttons(
    browser: Browser, address: str, headers: dict[str, str]
) -> None:
    page, sent = opened(browser, address, headers)
    page.goto(f"/deals/{DEAL}")
    before = page.content()
    for key in ("c", "e", "F9", "p"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    assert sent == []
    assert page.content() == before
    expect(page.locator("h1")).to_contain_text("not every table has finished it")
    assert page.locator(".card, .monitor, .load, img:not([src='/assets/mark.svg'])").count() == 0
    assert NEVER not in before
    page.close()


@pytest.mark.parametrize("at", ["/", f"/sealed/{DEAL}", "/graphics/gallery"])
def test_the_navigation_is_one_visible_line(browser: Browser, address: str, at: str) -> None:
    page = browser.new_page(base_url=address, extra_http_headers=SIGNED)
    page.goto(at)
    for width in (1440, 1024, 800):
        page.set_viewport_size({"width": width, "height": 700})
        page.evaluate("scrollTo(0, 0)")
        boxes = [link.bounding_box() for link in page.locator(".places a").all()]
        assert len(boxes) == 16
        assert len({box and box["y"] for box in boxes}) == 1
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
        page.mouse.wheel(0, 2000)
        expect(page.locator(".places")).to_be_in_viewport(ratio=1)
    page.close()


@pytest.mark.parametrize("language", ["es", "el"])
def test_the_desk_fits_in_each_language(browser: Browser, address: str, language: str) -> None:
    page = browser.new_page(base_url=address, extra_http_headers=SIGNED)
    cookie = {"name": "duplicast-language", "value": language, "url": address}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    page.goto("/prepare")
    acts = page.locator(".air-bar .acts button")
    expect(acts.first).to_be_visible()
    links = page.locator(".places a")
    for width in (1920, 1024, 800):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        boxes = [one.bounding_box() for one in (*links.all(), *acts.all())]
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
        assert len({box and box["y"] for box in boxes[: links.count()]}) == 1
    page.close()


@pytest.mark.parametrize("key", ["c", "e"])
def test_a_role_that_sees_it_reads_that_it_cannot_be_cued(
    browser: Browser, address: str, key: str
) -> None:
    page, sent = opened(browser, address, SIGNED)
    page.goto(f"/sealed/{DEAL}")
    expect(page.locator(".people", has_text=NEVER)).to_be_visible()
    page.keyboard.press(key)
    expect(page.locator(".air-bar .outcome")).to_have_text(
        "Not cued: the deal is SEALED. It waits for: table 6."
    )
    page.wait_for_timeout(300)
    assert sent == []
    page.close()
