"""A tournament and its table alone in a narrow window: nothing is wider, in any language."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from desk_page import opened
from playwright.sync_api import Browser, Page, expect

from producer.events import event_json
from producer.simulate.tournament import tournament_events, tournament_name

PAGES = {f"/tournament?session={tournament_name(7)}": "main", "/prepare": ".hands-alone"}


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    feed = "\n".join(event_json(event) for event in tournament_events(7, 400))
    with opened(browser, tmp_path, "/tournament", feed) as page:
        yield page


def test_a_tournament_s_pages_fit_800_pixels_in_each_language(page: Page) -> None:
    page.set_viewport_size({"width": 800, "height": 900})
    for language in ("en", "es", "el"):
        cookie = {"name": "duplicast-language", "value": language, "url": page.url}
        page.context.add_cookies([cookie])  # type: ignore[list-item]
        for path, has in PAGES.items():
            page.goto(path)
            expect(page.locator(has).first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") == 800, (language, path)
            wider = page.locator("main *:visible").evaluate_all(
                "all => all.filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)"
                ".map((one) => one.outerHTML.slice(0, 120))"
            )
            assert wider == [], (language, path)


def test_what_one_table_alone_played_is_added_to_the_rundown_from_its_row(page: Page) -> None:
    page.goto("/")
    page.locator("li.deal h2 a").first.focus()
    button = page.locator("aside [data-plan='/api/rundown/add']")
    expect(button).to_be_enabled()
    button.click()
    expect(page.locator("[data-air-bar] .outcome")).to_have_text("In the rundown, as segment 1.")
