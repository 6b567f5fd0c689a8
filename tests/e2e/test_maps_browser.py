"""The page of maps in a real browser: a map is proposed, corrected with its forms, and ingested."""

from __future__ import annotations

from pathlib import Path

from mapped_hands import file_of, phh
from playwright.sync_api import Browser, Page, expect
from service import SIGNED, open_gate_on, serving

from producer.feeds.mapping.map_file import read_map
from producer.games.line import DealKey
from producer.record import open_store
from producer.web.maps.folder import FOLDER


def ready(page: Page) -> None:
    """The page's script sets what OBS has on air after all else."""
    expect(page.locator(".air .state")).not_to_have_text("…")


def test_a_producer_takes_two_tables_files_into_one_session(
    browser: Browser, tmp_path: Path
) -> None:
    """Table 2 has played deals 13 and 11 of table 1, and one that table 1 has not."""
    db, own = tmp_path / "desk.db", "'A. Keller', 'Zoe'"
    first = file_of(tmp_path / "a" / "one.phhs", phh(11, 11, "fold"), phh(13, 13, "flop check"))
    second = file_of(
        tmp_path / "b" / "two.phhs",
        *(phh(1, 13, "flop bet", own), phh(2, 11, "flop bet", own), phh(3, 14, "fold", own)),
    )
    with open_gate_on(db) as gate, serving(gate, tmp_path, db=db) as address:
        page = browser.new_page(base_url=address, extra_http_headers=SIGNED)
        page.set_default_timeout(90_000)
        page.goto("/maps")
        ready(page)
        page.locator("[data-files]").set_input_files([first, second])
        expect(page.locator(".files tbody tr")).to_have_count(2)
        ready(page)
        page.locator("[data-propose] [name=session]").fill("final")
        page.get_by_role("button", name="Propose a map").click()
        two = page.locator("[data-table=two]")
        expect(two.locator(".count")).to_have_text("2 of 3 hands fit a deal")
        ready(page)

        two.locator("[name=how]").select_option("order")
        two.locator("[name=order]").fill("13, 11")
        expect(page.locator("[data-unsaved]")).to_be_visible()
        page.get_by_role("button", name="Ingest").click()
        expect(page.locator(".maps .outcome")).to_contain_text("Not ingested: the map has changes.")
        page.get_by_role("button", name="It is Ann Keller").click()
        page.get_by_role("button", name="Save and look again").click()
        expect(page.locator("[data-player] [name=name]")).to_have_value("Ann Keller")
        expect(two.locator(".result")).to_contain_text("Hand 3: the order sheet has 2 hands")
        ready(page)

        two.locator("[data-single]").first.locator("[name=deal]").fill("40")
        page.get_by_role("button", name="Save and look again").click()
        expect(two.locator(".count")).to_have_text("3 of 3 hands fit a deal")
        ready(page)
        page.locator("[data-ingest] summary").click()
        page.locator("[name=from-zero]").check()
        page.get_by_role("button", name="Show what fits then").click()
        expect(page.locator("[name=from-zero]")).to_be_checked()
        # hands 2 to 4 now, of an order sheet of two; hand 3 is the one named alone
        expect(two.locator(".count")).to_have_text("2 of 3 hands fit a deal")
        ready(page)
        page.locator("[name=from-zero]").uncheck()
        page.get_by_role("button", name="Ingest").click()
        expect(page.locator(".job.done")).to_be_visible()
        page.close()
    saved = read_map(tmp_path / FOLDER / "final.toml")
    assert (saved.tables["two"].order, saved.tables["two"].deals) == ((13, 11), {"3": 40})
    assert saved.players["Ann Keller"].also == ("A. Keller",)
    with open_store(db) as store:
        found = {deal.key: sorted(play.table for play in deal.plays) for deal in store.deals()}
        names = {play.players[1].name for deal in store.deals() for play in deal.plays}
    both = ["one", "two"]
    assert found == {DealKey("final", "A", n): both for n in (11, 13)} | {
        DealKey("final", "A", 40): ["two"]
    }
    assert names == {"Ann Keller"}


def test_every_file_is_added_and_the_refused_are_named(browser: Browser, tmp_path: Path) -> None:
    db = tmp_path / "desk.db"
    first = file_of(tmp_path / "a" / "one.phhs", phh(11, 11, "fold"))
    empty = tmp_path / "empty.phh"
    empty.write_text("")
    last = file_of(tmp_path / "b" / "two.phhs", phh(1, 13, "fold"))
    with open_gate_on(db) as gate, serving(gate, tmp_path, db=db) as address:
        page = browser.new_page(base_url=address, extra_http_headers=SIGNED)
        page.set_default_timeout(90_000)
        page.goto("/maps")
        ready(page)
        page.locator("[data-files]").set_input_files([first, empty, last])
        expect(page.locator(".files tbody tr")).to_have_count(2)
        expect(page.locator(".maps .outcome")).to_contain_text("empty.phh")
        page.close()


def test_the_page_fits_its_screens_in_every_language(browser: Browser, tmp_path: Path) -> None:
    db = tmp_path / "desk.db"
    file_of(tmp_path / FOLDER / "own.phhs", phh(11, 11, "fold"))
    (tmp_path / FOLDER / "final.toml").write_text('session = "final"\n[tables.own]\n')
    with open_gate_on(db) as gate, serving(gate, tmp_path, db=db) as address:
        page = browser.new_page(base_url=address, extra_http_headers=SIGNED)
        page.set_default_timeout(90_000)
        for language in ("en", "es", "el"):
            cookie = {"name": "duplicast-language", "value": language, "url": address}
            page.context.add_cookies([cookie])  # type: ignore[list-item]
            page.goto("/maps?map=final")
            for width in (1920, 1024, 800):
                page.set_viewport_size({"width": width, "height": 900})
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.close()
