"""The desk and /tables show at once that events are not being written."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from desk_page import PATIENCE, opened
from playwright.sync_api import Browser, expect
from service import SIGNED

from producer.events import event_json
from producer.simulate import session_events

LINES = [event_json(event) for event in session_events(3, 3, tables=3)]
OPENING, NEXT = LINES[:4], LINES[4:6]


@pytest.mark.parametrize(
    ("path", "line"), [("/", ".air-bar .trouble"), ("/tables", "[data-trouble]")]
)
def test_a_record_that_cannot_be_written_is_reported_until_it_can(
    browser: Browser, tmp_path: Path, path: str, line: str
) -> None:
    """A table that has another name stands for whatever the disk or the database says."""
    expect.set_options(timeout=PATIENCE)
    with opened(browser, tmp_path, path, "\n".join(OPENING)) as page:
        address = page.url.rstrip("/").removesuffix("/tables")

        def send() -> int:
            result = httpx.post(
                f"{address}/feed/events",
                content="\n".join(NEXT),
                headers=SIGNED,
                trust_env=False,
                timeout=60,
            )
            return result.status_code

        expect(page.locator(line)).not_to_contain_text("not written")
        with closing(sqlite3.connect(tmp_path / "duplicast.db", isolation_level=None)) as other:
            other.execute("ALTER TABLE streams RENAME TO elsewhere")
            assert send() == 503
            expect(page.locator(line)).to_be_visible()
            expect(page.locator(line)).to_contain_text(
                re.compile(r"What the tables send is not written: .*no such table: streams")
            )
            expect(page.get_by_text("all is well")).to_be_hidden()
            page.screenshot(path=tmp_path / "told.png")
            other.execute("ALTER TABLE elsewhere RENAME TO streams")
        assert send() == 200
        expect(page.locator(line)).not_to_contain_text("not written")
