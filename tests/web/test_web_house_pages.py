"""The house's own pages: forecast as a time line, audit filtered, quarantine in words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape

import httpx
import pytest
from service import SIGNED, TABLES, fill, guide, open_gate_on, serving

from producer.games.line import DealKey
from producer.release import Gate, by_hand
from producer.release.forecasts.forecast import Forecast
from producer.web.pages.forecast_line import forecast_line

NOW = datetime(2026, 5, 1, 17, 7).astimezone()


def sealed(number: int, about: int | None, by: int | None) -> Forecast:
    """Deal ``number``, expected so many minutes from now."""
    times = [None if each is None else NOW + timedelta(minutes=each) for each in (about, by)]
    return Forecast(DealKey("final", "A", number), (), (), times[0], times[1], number)


def test_every_row_stands_on_one_scale_with_round_times() -> None:
    every = [sealed(3, 20, 40), sealed(9, 60, 80), sealed(12, None, None)]
    line = forecast_line(every, every[:2], NOW)
    assert [(row.about, row.by) for row in line.rows] == [(25, 50), (75, 100)]
    assert [mark.words for mark in line.marks] == [
        *("17:10", "17:20", "17:30", "17:40", "17:50", "18:00", "18:10", "18:20"),
    ]  # fmt: skip
    assert line.marks[0].at == pytest.approx(100 * 3 / 80)
    assert line.summary == (
        "Next: final/A/3, about 17:27. The last of 2 by 18:27. 1 without an estimate."
    )


def test_what_is_overdue_stands_at_the_beginning_and_nothing_leaves_the_scale() -> None:
    line = forecast_line([], [sealed(1, -5, 3000), sealed(2, None, None)], NOW)
    assert [(row.about, row.by) for row in line.rows] == [(0, 100), (None, None)]
    assert line.summary == "No release can be estimated yet."


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gate]:
    db = tmp_path_factory.mktemp("house") / "house.db"
    fill(db, guide(), guide("sealed", "live", TABLES[:5]))
    with open_gate_on(db) as opened:
        by_hand.seal(opened, ["guide/A/1"], "a mistake & its reason", "Ana")
        by_hand.release(opened, ["guide/A/1"], "cleared", "Bo")
        by_hand.note_export(opened, "still", "a_b.png", "Ana", deal="guide/A/1")
        yield opened


@pytest.fixture(scope="module")
def house(gate: Gate, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        serving(gate, tmp_path_factory.mktemp("service")) as at,
        httpx.Client(base_url=at, headers=SIGNED, trust_env=False, timeout=60) as client,
    ):
        yield client


def entries(page: str) -> list[str]:
    return [unescape(each) for each in re.findall(r'<td class="what"><b>(.*?)</b>', page)]


def test_the_audit_is_filtered_by_who_what_and_words(house: httpx.Client) -> None:
    assert entries(house.get("/audit").text)[:3] == [
        *("wrote a file", "released by hand", "sealed by hand"),
    ]  # fmt: skip
    found = {
        "?by=Ana": ["wrote a file", "sealed by hand"],
        "?what=released by hand": ["released by hand"],
        "?q=MISTAKE %26": ["sealed by hand"],
        "?by=Ana&q=a_b": ["wrote a file"],
        "?q=nothing like it": [],
        "?sealed=true": [],
    }
    for query, expected in found.items():
        page = house.get(f"/audit{query}").text
        assert sorted(entries(page)) == sorted(expected), query
    today = datetime.now(UTC).astimezone()
    assert f"{today:%A}, {today.day} {today:%B %Y}" in house.get("/audit").text


def test_the_forecast_has_a_line_a_deal(house: httpx.Client) -> None:
    page = house.get("/forecast").text
    assert page.count('<tr data-key="sealed/A/1">') == 1
    assert page.count("<svg aria-hidden") == 2  # the scale, and one deal
    assert "style=" not in page  # the pages' policy allows none


def test_the_quarantine_says_whose_event_it_was_and_what(house: httpx.Client) -> None:
    action = {"deal": 31, "hand": 12, "n": 4, "seat": 2, "action": "raises", "to": 450}
    event = {
        "id": "x1", "session": "final", "group": "A", "table": "4", "source": "tablet 4",
        "at": "2026-05-01T17:00:00Z", "type": "hand.action", "data": action,
    }  # fmt: skip
    sent = "\n".join([json.dumps(event), "rubbish"])
    house.post("/feed/events", content=sent)
    page = unescape(re.sub("<[^>]+>", "", house.get("/quarantine").text))
    assert "Table 4, deal 31, hand 12" in page
    assert "Received an action: number 4, seat 2, raises, to 450" in page
    assert "Received 7 bytes that are no event" in page
    assert "To do" in page
