"""Accessibility, by axe: no page of the desk has a serious finding."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from service import SIGNED, TABLES, fill, guide, open_gate_on, serving

from producer.events import event_json
from producer.games.line import DealKey
from producer.release import Gate, by_hand
from producer.release.programme.rundown import PlannedSegment, place
from producer.simulate.tournament import tournament_events
from producer.web.pages.navigation import PAGES

DEAL, PICK = "guide/A/1", {"deal": "guide/A/1"}
FURTHER = (
    *(f"/deals/{DEAL}", f"/panel/{DEAL}?moment=end", f"/panel-print/{DEAL}", "/sealed/sealed/A/1"),
    *("/corrections?form=void", "/sign-in", "/no-such-page", "/copies", "/graphics/program"),
    *(f"/verify/deals/{DEAL}", "/prepare?listed=sealed"),
)
SERIOUS = frozenset({"serious", "critical"})


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Of a desk with a released deal, a sealed one, a segment of either in the rundown, a note,
    somebody featured, a tournament, and an entry in quarantine."""
    folder = tmp_path_factory.mktemp("axe")
    fill(folder / "axe.db", guide(), guide("sealed", "live", TABLES[:5]))
    with open_gate_on(folder / "axe.db") as gate, serving(gate, folder) as address:
        with httpx.Client(base_url=address, headers=SIGNED, trust_env=False, timeout=60) as desk:
            pick = desk.get(f"/api/deals/{DEAL}").json()["picks"][0]["id"]
            desk.post("/api/rundown/add", json={**PICK, "pick": pick}).raise_for_status()
            note = {**PICK, "text": "He calls with nothing", "for_air": True}
            desk.post("/api/notes", json=note).raise_for_status()
            desk.post("/api/people", json={"name": "Ana", "featured": True}).raise_for_status()
            desk.post("/feed/events", content=b"rubbish").raise_for_status()
            tournament = "\n".join(event_json(each) for each in tournament_events(7, 40))
            assert desk.post("/feed/events", content=tournament).json()["refused"] == 0
        _planned_and_sealed_again(gate)
        with browser.new_context(
            base_url=address,
            viewport={"width": 1920, "height": 1080},
            extra_http_headers=SIGNED,
            bypass_csp=True,  # axe is brought into the page as a text
        ) as context:
            context.set_default_timeout(120_000)
            yield context.new_page()


def _planned_and_sealed_again(gate: Gate) -> None:
    """A segment of the deal that a table is still to play."""
    by_hand.release(gate, ["sealed/A/1"], "the last table is out", "test")
    pick = gate.comparison("sealed/A/1", "command:rundown").picks[0].id
    segment = PlannedSegment("9", DealKey("sealed", "A", 1), pick)
    place(gate, segment, "test", "command:rundown")
    by_hand.seal(gate, ["sealed/A/1"], "it plays after all", "test")


@pytest.mark.parametrize("path", [*(address for address, _ in PAGES), *FURTHER])
def test_no_page_has_a_serious_finding(page: Page, path: str) -> None:
    """In light colours, the browser's own here."""
    assert serious(page, path) == []


@pytest.mark.parametrize("path", ["/", "/prepare", "/rundown", f"/panel/{DEAL}?moment=end"])
def test_none_in_dark_colours(page: Page, path: str) -> None:
    page.emulate_media(color_scheme="dark")
    try:
        assert serious(page, path) == []
    finally:
        page.emulate_media(color_scheme="light")


def test_the_rundown_walked_has_a_sealed_row(page: Page) -> None:
    page.goto("/rundown")
    assert page.locator(".sealed-row").count() == 1


@pytest.mark.parametrize("language", ["en", "es", "el"])
@pytest.mark.parametrize("path", ["/people", "/graphics/gallery"])
def test_all_links_and_people_fit_800_pixels(page: Page, path: str, language: str) -> None:
    """With a tournament there are 17 links."""
    address = httpx.URL(page.url).join("/")
    cookie = {"name": "duplicast-language", "value": language, "url": str(address)}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    page.set_viewport_size({"width": 800, "height": 720})
    try:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 800
        boxes = [link.bounding_box() for link in page.locator(".places a").all()]
        assert len(boxes) == 17
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= 800 for box in boxes)
        assert len({box and box["y"] for box in boxes}) == 1
    finally:
        page.context.clear_cookies()
        page.set_viewport_size({"width": 1920, "height": 1080})


def serious(page: Page, path: str) -> list[tuple[str, list[str]]]:
    page.goto(path)
    return [
        (each["id"], [node["html"][:160] for node in each["nodes"][:3]])
        for each in Axe().run(page).response["violations"]
        if each["impact"] in SERIOUS
    ]
