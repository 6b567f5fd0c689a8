"""The panel over HTTP: a deal's, the one that follows the air, and the desk's line to the booth."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from service import serving

from producer.release import Gate

POST = {"Content-Type": "application/json"}


@pytest.fixture
def own(gate: Gate, tmp_path: Path) -> Iterator[httpx.Client]:
    """A service of its own, since what is on air changes."""
    with (
        serving(gate, tmp_path) as at,
        httpx.Client(base_url=at, trust_env=False, timeout=60, headers={"Origin": at}) as client,
    ):
        yield client


def test_a_deals_panel_begins_before_the_decision(ask: httpx.Client) -> None:
    page = ask.get("/panel/guide/A/1")
    assert page.status_code == 200
    assert page.text.count("not decided yet") == 2
    assert "who raises?" in page.text
    assert "showdown" not in page.text
    end = ask.get("/panel/guide/A/1", params={"moment": "end"}).text
    assert "Same kings: China wins 51, Finland 25." in end
    assert "With all cards known" in end


def test_other_tables_and_names_with_slashes(ask: httpx.Client) -> None:
    page = ask.get("/panel/guide%2FA%2F1", params={"left": "1", "right": "5"}).text
    assert "João Magalhães" in page
    refused = ask.get("/panel/guide/A/1", params={"left": "1", "right": "nobody"})
    assert refused.status_code in {404, 409, 422}
    assert "Traceback" not in refused.text


def test_a_moment_that_there_is_not_is_refused_with_those_there_are(ask: httpx.Client) -> None:
    refused = ask.get("/panel/guide/A/1", params={"moment": "river"})
    assert refused.status_code == 422
    assert "name before, decision, move:N (N moves after the decision) or end" in refused.text


def test_a_sealed_deal_has_no_panel(ask: httpx.Client) -> None:
    sealed, unknown = ask.get("/panel/sealed/A/1"), ask.get("/panel/nowhere/A/1")
    assert (sealed.status_code, unknown.status_code) == (404, 404)
    assert sealed.text.replace("sealed/A/1", "nowhere/A/1") == unknown.text
    assert ask.get("/panel-print/sealed/A/1").status_code == 404


def test_it_follows_the_graphic_on_program(own: httpx.Client) -> None:
    assert "Nothing is on air or next" in own.get("/panel").text
    wanted = {"deal": "guide/A/1", "tables": ["1", "5"], "moment": "before"}
    own.post("/api/channels/preview", json=wanted).raise_for_status()
    assert "<b>NEXT</b>" in own.get("/panel").text
    own.post("/api/channels/program", json=wanted | {"moment": "decision"}).raise_for_status()
    page = own.get("/panel").text
    assert "<b>ON AIR</b>" in page
    assert "Brazil calls. China raises." in page
    assert "26 BIG BLINDS AHEAD" not in page


def test_the_desks_line_is_read_in_the_booth(own: httpx.Client) -> None:
    own.post("/api/booth", json={"text": "stretch 20"}).raise_for_status()
    assert "stretch 20" in own.get("/panel").text
    assert "stretch 20: not read yet" in own.get("/").text
    own.post("/api/booth", json={"text": "wrap"}).raise_for_status()
    assert own.post("/api/booth/answer", json={"number": 1}).status_code == 409
    own.post("/api/booth/answer", json={"number": 2}).raise_for_status()
    assert "wrap: read" in own.get("/").text
    assert own.post("/api/booth", json={"text": "x" * 61}).status_code == 422


def test_the_printed_sheet_has_all_of_a_deal(ask: httpx.Client) -> None:
    sheet = ask.get("/panel-print/guide/A/1").text
    for team in ("Argentina", "Brazil", "China", "Denmark", "Ecuador", "Finland"):
        assert team in sheet
    assert "Equity needed to call" in sheet


def test_it_follows_the_pick_that_is_on_program(own: httpx.Client, gate: Gate) -> None:
    picks = gate.comparison("guide/A/1", "route:/panel").picks
    other = next(each for each in picks[1:] if each.fork is not None)
    body = {"pick": other.id, "deal": "guide/A/1", "moment": "before"}
    own.post("/api/channels/program", json=body).raise_for_status()
    assert f'data-pick="{other.id}"' in own.get("/panel").text
