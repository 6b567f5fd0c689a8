"""The desk, the comparison page and the graphics page in a real browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import httpx
import numpy as np
import pytest
from patience import eventually
from playwright.sync_api import Browser, Locator, Page, expect
from ports import free_port
from service import fill, guide, open_gate_on, serving

from producer.feeds import read
from producer.record import open_store
from producer.resources import resource

PATIENCE = 90_000
"""Milliseconds to wait for something expected."""

DEAL = "guide/A/1"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every hand of the demo's files: the guide's deal, forty real ones of poker, ten of
    bridge."""
    path = tmp_path_factory.mktemp("desk") / "desk.db"
    with open_store(path) as store:
        for file in sorted(resource("demo").glob("*.ndjson")):
            store.append(read(file))
    return path


@pytest.fixture
def address(db: Path, tmp_path: Path) -> Iterator[str]:
    with open_gate_on(db) as gate, serving(gate, tmp_path) as at:
        yield at


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:  # noqa: ARG001 - closes first
    """A window; any browser error in it fails the test."""
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console", lambda result: complaints.append(result.text) if result.type == "error" else None
    )
    yield page
    context.close()
    # That something cannot be done is an answer; the browser lists its status as an error.
    refusals = re.compile(r"status of (409|503) ")
    assert [each for each in complaints if not refusals.search(each)] == []


def show(address: str, **body: object) -> None:
    answer = httpx.post(f"{address}/api/channels/program", json=body, trust_env=False, timeout=60)
    answer.raise_for_status()


def drawn(page: Page, seq: int) -> None:
    expect(page.locator(f"#canvas[data-seq='{seq}']")).to_be_attached()


# The desk.


def test_the_desk_is_driven_by_keys(page: Page, address: str) -> None:
    page.goto(address)
    rows = page.locator(".deal")
    expect(rows.first).to_have_attribute("aria-current", "true")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    expect(rows.nth(1)).to_have_attribute("aria-current", "true")
    expect(page.locator(".deals [aria-current]")).to_have_count(1)
    deal = rows.nth(1).get_attribute("data-deal")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/deals/{deal}")
    page.keyboard.press("Escape")
    page.wait_for_url(f"{address}/")
    expect(rows.nth(1)).to_have_attribute("aria-current", "true")


def test_both_moments_of_the_chosen_deal_are_shown(page: Page, address: str) -> None:
    page.goto(f"{address}/?session=guide/A")
    pick = page.locator(".deal").first.get_attribute("data-pick")
    for moment in ("decision", "end"):
        image = page.locator(f".monitor[data-moment={moment}] img")
        expect(image).to_be_visible()
        expect(image).not_to_have_class(re.compile("waiting"))
        assert image.get_attribute("src") == (
            f"/stills/{DEAL}.png?tables=6&tables=5&moment={moment}&pick={pick}&scale=0.5"
        )
        assert image.evaluate("image => image.naturalWidth") == 960


def test_a_cue_without_obs_gives_the_reason(page: Page, address: str) -> None:
    page.goto(f"{address}/?session=guide/A")
    page.keyboard.press("c")
    result = page.locator(".outcome.refused")
    expect(result).to_contain_text("Not on preview: nothing answers at 127.0.0.1")
    expect(result).to_contain_text("Start OBS")
    state, alarm = page.locator("[data-air]"), page.locator(".air-bar .trouble.alarm")
    expect(state).to_contain_text("No OBS")
    expect(alarm).to_contain_text("No OBS: nothing answers at 127.0.0.1")
    ground = "each => getComputedStyle(each).backgroundColor"
    assert state.evaluate(ground) == alarm.evaluate(ground), "as loud as an alarm"
    cue = page.locator(".monitor[data-moment=decision] .load")
    expect(cue).to_be_disabled()
    expect(cue).to_have_text("No OBS C")
    expect(cue).to_have_attribute("title", re.compile("nothing answers at 127.0.0.1.*Start OBS"))


def test_graphics_can_be_shown_for_an_obs_operated_by_hand(page: Page, address: str) -> None:
    page.goto(f"{address}/deals/{DEAL}")
    page.locator(".outputs input[name=moment]").fill("end")
    page.locator(".outputs button[name=show]").click()
    expect(page.locator(".outputs .message")).to_contain_text("deal 1 at the end")
    expect(page.locator("[data-air]")).to_contain_text("deal 1 at the end, 6 | 5")


def test_with_one_session_there_is_no_session_menu(browser: Browser, tmp_path: Path) -> None:
    fill(tmp_path / "one.db", guide())
    with open_gate_on(tmp_path / "one.db") as gate, serving(gate, tmp_path) as address:
        page = browser.new_page()
        broken: list[str] = []
        page.on("pageerror", lambda error: broken.append(str(error)))
        page.goto(address)
        page.keyboard.press("c")
        expect(page.locator(".outcome.refused")).to_be_visible()
        assert page.locator(".find select").count() == 0
        assert broken == []
        page.close()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (800, 600)])
def test_the_chosen_row_and_the_result_of_a_cue_are_visible(
    page: Page, address: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address)
    for key in (*"jjjjjjjj", "c", "j"):
        page.keyboard.press(key)
    outcome = page.locator(".outcome.refused")
    expect(outcome).to_be_visible()
    expect(page.locator("[data-air]")).to_contain_text("No OBS")
    row = page.locator(".deal[aria-current] h2")
    expect(row.locator("a")).to_be_focused()
    assert_above_the_bar(page, row)
    expect(outcome).to_be_in_viewport(ratio=1)
    # An alarm makes the bar higher: the row stays above it.
    page.locator(".air-bar").evaluate("bar => (bar.style.minHeight = `${bar.offsetHeight + 60}px`)")
    assert_above_the_bar(page, row)


def assert_above_the_bar(page: Page, shown: Locator) -> None:
    """Wait until `shown` stands between the head of the page and the bar at its foot."""
    page.wait_for_function(
        """shown => {
            const { top, bottom } = shown.getBoundingClientRect();
            const bar = document.querySelector(".air-bar").getBoundingClientRect();
            return top >= 50 && bottom <= bar.top + 1;
        }""",
        arg=shown.element_handle(),
        timeout=PATIENCE,
    )


def test_typing_into_the_search_takes_nothing(page: Page, address: str) -> None:
    page.goto(address)
    page.keyboard.press("/")
    page.keyboard.type("kings the jett")
    expect(page.locator("input[type=search]")).to_have_value("kings the jett")
    expect(page.locator(".air-bar .outcome")).to_have_text("")
    page.locator("input[type=search]").fill("finland kings")
    page.keyboard.press("Enter")
    expect(page.locator(".deal")).to_have_count(1)
    expect(page.locator(".deal h2")).to_contain_text("Same kings: China wins 51")


def test_the_reasons_of_a_merit_open_within_the_window(page: Page, address: str) -> None:
    page.goto(address)
    for row in (page.locator(".deal").first, page.locator(".deal").nth(6)):
        row.locator(".merit").focus()
        why = row.locator(".why")
        expect(why).to_be_visible()
        box = why.bounding_box()
        assert box is not None
        assert 0 <= box["y"] <= box["y"] + box["height"] <= 1080


@pytest.mark.parametrize("path", ["/", f"/deals/{DEAL}"])
def test_they_are_not_cut_off_in_a_low_window(page: Page, address: str, path: str) -> None:
    page.goto(f"{address}{path}")
    page.set_viewport_size({"width": 1280, "height": 720})
    for merit in page.locator(".merit").all()[:7]:
        merit.focus()
        box = merit.locator(".why").bounding_box()
        links = page.locator(".places").bounding_box()
        bar = page.locator("[data-air-bar]").bounding_box()
        assert box
        assert links
        assert bar
        assert box["y"] >= links["y"] + links["height"] - 1
        assert box["y"] + box["height"] <= bar["y"] + 1


@pytest.mark.parametrize("path", ["/", f"/deals/{DEAL}"])
def test_pages_fit_their_window(page: Page, address: str, path: str) -> None:
    page.goto(f"{address}{path}")
    for width in (1366, 1920, 2560):
        page.set_viewport_size({"width": width, "height": width * 9 // 16})
        expect(page.locator(".monitor img").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        cut = page.evaluate(
            """[...document.querySelectorAll('h1, h2, .spot, .figure, .people, .step')]
            .filter(element => element.scrollWidth > element.clientWidth + 1
                    && getComputedStyle(element).display !== 'inline')
            .map(element => element.textContent)"""
        )
        assert (width, cut) == (width, [])


# The comparison page.


def test_a_table_is_chosen_for_the_left_or_right(page: Page, address: str) -> None:
    page.goto(f"{address}/deals/{DEAL}")
    image = page.locator(".monitor[data-moment=decision] img")
    expect(image).to_have_attribute("src", re.compile("tables=6&tables=5"))
    page.keyboard.press("j")  # table 3, the best of those that called
    page.keyboard.press("l")
    expect(image).to_have_attribute("src", re.compile("tables=3&tables=5"))
    expect(page.locator("[data-chosen-pair]")).to_have_text("Table 3 on the left, 5 on the right")


def test_two_tables_that_chose_the_same_cannot_be_split(page: Page, address: str) -> None:
    page.goto(f"{address}/deals/{DEAL}")
    page.locator("tr[data-table='1'] label").nth(1).click()
    expect(page.locator(".monitor .nothing").first).to_contain_text("chose the same")


# The graphics page.


def test_only_what_changed_is_replaced(page: Page, address: str) -> None:
    page.goto(f"{address}/graphics/program?motion=off")
    drawn(page, 0)
    show(address, deal=DEAL, tables=["1", "5"])
    drawn(page, 1)
    page.evaluate(
        "document.querySelectorAll('#canvas > div').forEach(element => { element.mine = true })"
    )
    show(address, deal=DEAL, tables=["3", "5"])  # another table on the left, the rest the same
    drawn(page, 2)
    changed = page.evaluate(
        """[...document.querySelectorAll('#canvas > div')]
        .filter(element => !element.mine).map(element => element.dataset.key)"""
    )
    assert changed == ["name-left"]


def test_removed_graphics_leave_the_page(page: Page, address: str) -> None:
    page.goto(f"{address}/graphics/program?motion=off")
    show(address, deal=DEAL, moment="end")
    drawn(page, 1)
    assert page.locator("[data-key=price]").count() == 0
    assert page.locator("[data-key=result-left]").count() == 1
    show(address, deal=DEAL, moment="decision")
    drawn(page, 2)
    assert page.locator("[data-key=price]").count() == 1
    assert page.locator("[data-key=result-left]").count() == 0


def pixels(page: Page) -> np.ndarray:
    shot = page.screenshot(omit_background=True)
    return cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_UNCHANGED)


def test_the_page_matches_the_still(page: Page, address: str) -> None:
    """Transparent where the pictures are, and drawn as the rasterizer draws it."""
    page.goto(f"{address}/graphics/program?motion=off")
    show(address, deal=DEAL, moment="end")
    drawn(page, 1)
    shown = pixels(page)
    still = httpx.get(
        f"{address}/stills/{DEAL}.png?moment=end", trust_env=False, timeout=60
    ).content
    drawn_by_us = cv2.imdecode(np.frombuffer(still, np.uint8), cv2.IMREAD_UNCHANGED)
    assert shown.shape == drawn_by_us.shape == (1080, 1920, 4)
    assert shown[540, 300, 3] == 0
    # Edges of letters are smoothed differently; surfaces and places are the same.
    apart = np.abs(shown.astype(int) - drawn_by_us.astype(int)).max(axis=2) > 64
    assert apart.mean() < 0.01


def test_fonts_are_loaded_before_anything_is_drawn(page: Page, address: str) -> None:
    show(address, deal=DEAL)
    page.goto(f"{address}/graphics/program?motion=off")
    drawn(page, 1)
    faces = page.evaluate("[...document.fonts].map(face => [face.weight, face.status])")
    assert {status for _, status in faces} == {"loaded"}
    assert {weight for weight, _ in faces} >= {"500", "600", "700", "800", "300 900"}


def test_the_stage_fills_a_smaller_window(page: Page, address: str) -> None:
    show(address, deal=DEAL)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{address}/graphics/program?motion=off")
    drawn(page, 1)
    box = page.locator("[data-key=cards]").bounding_box()
    page.set_viewport_size({"width": 1920, "height": 1080})
    width = "document.getElementById('canvas').getBoundingClientRect().width"
    eventually(lambda: page.evaluate(width) > 1919, "the stage fills the window")
    large = page.locator("[data-key=cards]").bounding_box()
    assert box is not None
    assert large is not None
    for side in ("x", "y", "width", "height"):
        assert box[side] == pytest.approx(large[side] * 2 / 3, abs=0.6)


def test_the_page_keeps_its_picture_and_reconnects(browser: Browser, tmp_path: Path) -> None:
    """The console shows lost connections; nothing of them is on air."""
    db, port = tmp_path / "own.db", free_port()
    fill(db, guide())
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.set_default_timeout(PATIENCE)
    with open_gate_on(db) as gate, serving(gate, tmp_path, port) as address:
        page.goto(f"{address}/graphics/program?motion=off")
        show(address, deal=DEAL)
        drawn(page, 1)
        before = pixels(page)
    page.wait_for_timeout(1500)
    assert (pixels(page) == before).all()
    with open_gate_on(db) as gate, serving(gate, tmp_path, port) as address:
        drawn(page, 0)
        assert page.locator("#canvas > div").count() == 0
        show(address, deal=DEAL, moment="end")
        drawn(page, 1)
        assert page.locator("[data-key=result-left]").count() == 1
    page.close()


def test_graphics_of_a_deal_are_shown_on_a_channel(page: Page, address: str) -> None:
    page.goto(f"{address}/deals/{DEAL}")

    def chosen(name: str) -> Locator:
        return page.locator(f".outputs [name={name}]")

    chosen("graphic").select_option("all results")
    expect(chosen("moment")).to_be_disabled()
    chosen("language").select_option("Ελληνικά")
    chosen("channel").select_option("bank-b")
    page.get_by_role("button", name="Show").click()
    result = page.locator(".outputs .message")
    expect(result).to_contain_text("matrix")
    out = page.context.new_page()
    out.goto(f"{address}/graphics/bank-b")
    expect(out.locator("[data-key=matrix]")).to_contain_text("ΑΠΟΤΕΛΕΣΜΑΤΑ ΣΕ 6 ΤΡΑΠΕΖΙΑ")
    chosen("graphic").select_option("three tables")
    page.get_by_role("button", name="Show").click()
    expect(out.locator("[data-key=bar-3]")).to_be_attached()
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(out.locator("[data-key]")).to_have_count(0)


@pytest.mark.parametrize("path", ["/", f"/deals/{DEAL}"])
def test_pages_can_be_read_from_800_pixels_on(page: Page, address: str, path: str) -> None:
    """Nothing overflows or overlaps, and lines have room for words."""
    page.goto(f"{address}{path}")
    for width in (800, 1000, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        check_that_it_can_be_read(page, width)


def check_that_it_can_be_read(page: Page, width: int) -> None:
    expect(page.locator("main")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = page.locator(
        "h1, h2 a, .story > *, .side, .swing, .deal .merit, .talk li"
    ).evaluate_all(
        """(all) => all.map((each) => each.getBoundingClientRect())
        .filter((box) => box.width > 0)
        .map((box) => [box.left, box.right, box.width, box.height])"""
    )
    assert len(boxes) > 5
    assert all(left >= 0 and right <= width for left, right, _, _ in boxes)
    story = page.locator(".story").first.bounding_box()
    side = page.locator(".side").bounding_box()
    assert story is not None
    assert side is not None
    assert story["width"] >= 230
    beside = story["x"] + story["width"] <= side["x"]
    above = side["y"] + side["height"] <= story["y"] or story["y"] + story["height"] <= side["y"]
    assert beside or above
    for row in page.locator("tr.table").all():
        inner, outer = row.bounding_box(), page.locator(".tree").bounding_box()
        assert inner is not None
        assert outer is not None
        assert inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
