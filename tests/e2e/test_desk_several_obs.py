"""The desk with several OBS, in a real browser: alarms, and which OBS its buttons act on."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from service import SIGNED, fill, guide, open_gate_on, serving

PATIENCE = 90_000
"""Milliseconds to wait for something expected."""

MOVED = "Duplicast table 1 is out of place (positionX)"
FOREIGN = {
    "output": "wall",
    "what": "foreign",
    "words": "OBS shows the scene 'Beach'",
    "hint": "Take again",
}


@pytest.fixture
def asked() -> list[tuple[str, Any]]:
    """Where the desk has posted, and what."""
    return []


@pytest.fixture
def air() -> dict[str, Any]:
    """What the desk is told beside the service's own word."""
    return {}


@pytest.fixture
def page(
    browser: Browser, tmp_path: Path, asked: list[tuple[str, Any]], air: dict[str, Any]
) -> Iterator[Page]:
    """The desk of a service without OBS, told of three of them."""
    fill(tmp_path / "desk.db", guide())

    def result(route: Route) -> None:
        route.fulfill(json={**route.fetch().json(), **air})

    def done(route: Route) -> None:
        asked.append((route.request.url.rpartition("/")[2], json.loads(route.request.post_data)))
        route.fulfill(json={"message": "Done.", "sent": []})

    with (
        open_gate_on(tmp_path / "desk.db") as gate,
        serving(gate, tmp_path) as address,
        browser.new_context(
            viewport={"width": 1440, "height": 900}, extra_http_headers=SIGNED
        ) as context,
    ):
        context.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        page = context.new_page()
        page.route("**/api/air", result)
        page.route("**/api/obs/*", done)
        page.goto(address)
        yield page
        page.unroute_all(behavior="ignoreErrors")


def output(name: str, *differences: str, online: bool = True) -> dict[str, Any]:
    return {
        "name": name,
        "online": online,
        "reason": "" if online else "nothing answers",
        "hint": "Start it",
        "program": "Duplicast A two-up",
        "taken": "Duplicast A two-up",
        "got_loose": 0,
        "differences": list(differences),
        "trouble": None,
    }


def test_the_buttons_act_on_the_obs_with_the_alarm(
    page: Page, asked: list[tuple[str, Any]], air: dict[str, Any]
) -> None:
    line = page.locator(".air-bar .trouble")
    repair, leave = (
        line.get_by_role("button", name=name) for name in ("Repair", "Ignore until the next take")
    )
    air |= {
        "outputs": [output("main", online=False), output("backup", MOVED), output("wall")],
        "alarms": [FOREIGN],
    }
    expect(line.locator("span")).to_have_text(
        f"At wall: OBS shows the scene 'Beach'. Take again. At backup: Changed in OBS: {MOVED}."
    )
    repair.click()
    expect(page.locator(".air-bar .outcome")).to_contain_text("Done.")
    leave.click()
    expect(page.locator(".air-bar .outcome")).to_contain_text("Done.")
    page.wait_for_function("() => !document.querySelector('.air-bar').classList.contains('busy')")
    assert asked == [("repair", {"outputs": ["backup"]}), ("leave", {"outputs": ["wall"]})]
    air |= {"outputs": [output("main", MOVED)], "alarms": []}
    expect(line.locator("span")).to_have_text(f"Changed in OBS: {MOVED}.")
    expect(leave).to_be_hidden()
    air |= {"outputs": [output("main")], "alarms": []}
    expect(line).to_be_hidden()


def test_a_cue_goes_to_the_obs_still_online(page: Page, air: dict[str, Any]) -> None:
    cue = page.locator(".monitor[data-moment=decision] .load")
    safe = page.locator("[data-act=safe]")
    expect(cue).to_have_text("No OBS C")
    air |= {"outputs": [output("main", online=False), output("backup")]}
    expect(cue).to_have_text("Cue C")
    expect(cue).to_be_enabled()
    expect(safe).to_be_enabled()
    air |= {"outputs": [output("main", online=False), output("backup", online=False)]}
    expect(cue).to_be_disabled()
    expect(safe).to_be_disabled()
