"""Prepare: picks by filter, the chosen one with its moments, and nothing of sealed deals."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from service import NEVER, SIGNED, TABLES, asking, fill, guide, open_gate_on, serving

import producer.web.access.authentication
from producer.release import Gate, by_hand

DEAL = "guide/A/1"


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gate]:
    db = tmp_path_factory.mktemp("prepare") / "web.db"
    fill(db, guide(), guide("sealed", "live", TABLES[:5], names={"Brazil": NEVER}))
    with open_gate_on(db) as opened:
        yield opened


@pytest.fixture(scope="module")
def ask(gate: Gate, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with asking(gate, tmp_path_factory.mktemp("service")) as client:
        yield client


def listed(ask: httpx.Client, **filters: object) -> list[str]:
    """The picks of the list, each as its position and street."""
    page = ask.get("/prepare", params={name: str(value) for name, value in filters.items()})
    assert page.status_code == 200, page.text
    return re.findall(r"</b>(?: <bdi>[^<]*</bdi>)? ([^<·]+ · \w+)", page.text)


def test_the_list_has_the_best_pick_that_passes_the_filters(ask: httpx.Client) -> None:
    """RULES P6: six tables; the seat with kings is the small blind, with jacks under the gun."""
    assert listed(ask) == ["small blind · turn"]
    assert listed(ask, street="river") == ["under the gun · river"]
    assert listed(ask, street="river", position="small blind") == ["small blind · river"]
    assert listed(ask, street="flop") == []
    assert listed(ask, team="Ecuador", q="kings guide") == ["small blind · turn"]
    assert listed(ask, player="Helmi Åkerlund", street="preflop") == ["small blind · preflop"]
    assert listed(ask, q="queens") == []
    assert listed(ask, merit=100) == []
    assert listed(ask, listed="starred") == []


def test_the_list_is_in_the_language_of_the_desk(ask: httpx.Client) -> None:
    """As on Deals, while what is said on air stays in the language of the graphics."""
    page = ask.get("/prepare", headers={"Cookie": "duplicast-language=es"}).text
    assert re.findall(r"<h3><a[^>]*>(.*?)</a>", page)[:1] == [
        "Los mismos reyes: China gana 51; Finlandia, 25"
    ]


def test_an_unknown_filter_is_refused_in_words(ask: httpx.Client) -> None:
    answer = ask.get("/prepare", params={"listed": "everything"})
    assert answer.status_code == 422
    assert "listed" in answer.text


def test_the_slider_has_each_moment_with_what_both_tables_did(ask: httpx.Client) -> None:
    """RULES P7: on the turn table 6 calls, table 5 raises and is called; then both rivers."""
    page = ask.get("/prepare").text
    (stops,) = re.findall(r'data-stops="([^"]*)"', page)
    first, decision, *_, last = json.loads(html.unescape(stops))
    assert first == ["before", "before the decision", "seat 5 to choose", "seat 5 to choose"]
    assert decision[0] == "decision"
    assert [decision[2].split()[-2:], decision[3].split()[-4:]] == [
        ["calls", "12"],
        ["raises", "to", "38,", "cap"],
    ]
    assert last == ["end", "at the end", "hand over", "hand over"]


def test_other_tables_are_shown_where_both_came_to_the_decision(ask: httpx.Client) -> None:
    def shown(left: str, right: str) -> list[str]:
        query = {"deal": DEAL, "left": left, "right": right}
        return re.findall(
            r' data-left="(\d)" data-right="(\d)" data-stops',
            ask.get("/prepare", params=query).text,
        )

    assert shown("1", "5") == [("1", "5")]
    assert shown("2", "5") == shown("5", "5")  # table 2 parted earlier: the pick's own


def test_a_pick_of_a_sealed_deal_is_one_that_is_not_there(ask: httpx.Client) -> None:
    sealed, unknown = (
        ask.get("/prepare", params={"deal": deal, "pick": "zzzzzz"}).text
        for deal in ("sealed/A/1", "never/A/1")
    )
    assert sealed.replace("sealed/A/1", "") == unknown.replace("never/A/1", "")
    assert "This pick is not there" in sealed
    assert NEVER not in sealed


def test_the_forecast_is_for_producers(ask: httpx.Client) -> None:
    query = {"listed": "sealed"}
    mine = ask.get("/prepare", params=query, headers=SIGNED).text
    assert "sealed/A/1" in mine
    assert NEVER not in mine
    assert "sealed/A/1" not in ask.get("/prepare", params=query).text


def test_stars_and_dismissals_change_the_list(tmp_path: Path) -> None:
    db = tmp_path / "own.db"
    fill(db, guide())
    with (
        open_gate_on(db) as gate,
        serving(gate, tmp_path) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60) as ask,
    ):
        turn, river = (pick.id for pick in gate.comparison(DEAL, "route:/prepare").picks[:2])
        ask.post("/api/picks/star", json={"pick": river}).raise_for_status()
        ask.post("/api/picks/dismiss", json={"pick": turn, "reason": "seen"}).raise_for_status()
        assert listed(ask, listed="starred") == ["under the gun · river"]
        assert listed(ask, listed="dismissed") == ["small blind · turn"]
        assert "Dismissed: seen" in ask.get("/prepare?listed=dismissed").text
        segment = ask.post("/api/rundown/add", json={"pick": river}).json()["segment"]
        ask.post("/api/rundown/aired", json={"segment": segment}).raise_for_status()
        assert listed(ask, listed="aired") == ["under the gun · river"]
        assert listed(ask, listed="not-aired", street="river") == ["small blind · river"]


def test_only_those_who_may_take_prepare(
    ask: httpx.Client, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(producer.web.access.authentication, "REFRESH_EVERY", 0.0)
    token = by_hand.add_token(gate, "commentator", (), "booth", "test")
    page = ask.get("/prepare", headers={"Authorization": f"Bearer {token}"})
    assert page.status_code == 403
