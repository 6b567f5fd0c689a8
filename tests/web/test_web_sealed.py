"""A sealed deal and one that does not exist answer alike, at every route that takes a deal."""

import json
from pathlib import Path

import httpx
import pytest
from service import NEVER, TABLES, fill, guide, open_gate_on, serving

SEALED, UNKNOWN = "sealed/A/1", "nowhere/A/1"


def answers(ask: httpx.Client, deal: str) -> list[tuple[int, str, bytes]]:
    number = deal.rsplit("/", 1)[1]
    asked = [
        ask.get(f"/deals/{deal}"),
        ask.get(f"/api/deals/{deal}"),
        ask.get(f"/stills/{deal}.png"),
        ask.get(f"/stills/{deal}.png", params={"tables": "1,5", "moment": "end"}),
        ask.post("/api/take", json={"deal": deal}),
        ask.post("/api/take", json={"deal": deal, "tables": ["1", "5"], "moment": "end"}),
        ask.post("/api/channels/program", json={"deal": deal}),
    ]
    assert number == "1"
    return [(each.status_code, each.headers["content-type"], each.content) for each in asked]


def test_sealed_and_unknown_answer_alike(ask: httpx.Client) -> None:
    sealed, unknown = answers(ask, SEALED), answers(ask, UNKNOWN)
    assert sealed == unknown
    assert {status for status, _, _ in sealed} == {404}


def test_nothing_of_a_sealed_deal_is_in_any_list(ask: httpx.Client) -> None:
    for path in ("/", "/?session=sealed/A", f"/?q={NEVER}", "/api/deals", "/api/deals?all=true"):
        answer = ask.get(path)
        assert answer.status_code == 200
        assert '"sealed' not in answer.text
        assert "sealed/A/1" not in answer.text
        shown = answer.text.replace(f'value="{NEVER}"', "")
        assert NEVER not in shown
        assert json.dumps(NEVER)[1:-1] not in shown
    assert [row["session"] for row in ask.get("/api/deals").json()] != []


def test_a_deal_appears_as_soon_as_its_last_table_has_finished(tmp_path: Path) -> None:
    db = tmp_path / "web.db"
    fill(db, guide("final", "live", TABLES[:5]))
    with (
        open_gate_on(db) as gate,
        serving(gate, tmp_path) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60) as ask,
    ):
        assert ask.get("/deals/final/A/1").status_code == 404
        assert ask.get("/api/deals").json() == []
        fill(db, guide("final", "live", TABLES))
        assert ask.get("/deals/final/A/1").status_code == 200
        assert [row["deal"] for row in ask.get("/api/deals").json()] == [1]
        assert ask.get("/stills/final/A/1.png").status_code == 200


@pytest.mark.parametrize("path", ["/deals/1", "/api/deals/1", "/stills/1.png"])
def test_an_ambiguous_deal_number_lists_the_candidates(ask: httpx.Client, path: str) -> None:
    answer = ask.get(path)
    assert answer.status_code == 409
    assert "sealed" not in answer.text
    if "stills" not in path:
        assert "guide/A/1" in answer.text
        assert "odd/A/1" in answer.text


def test_an_unambiguous_deal_number_is_enough(tmp_path: Path) -> None:
    db = tmp_path / "web.db"
    fill(db, guide(), guide("sealed", "live", TABLES[:5]))
    with (
        open_gate_on(db) as gate,
        serving(gate, tmp_path) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60) as ask,
    ):
        assert ask.get("/api/deals/1").json()["session"] == "guide"


def test_names_with_slashes_and_signs_can_be_reached(tmp_path: Path) -> None:
    db = tmp_path / "web.db"
    odd = "day 1/50% & #2?"
    fill(db, guide(odd))
    with (
        open_gate_on(db) as gate,
        serving(gate, tmp_path) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60) as ask,
    ):
        page = ask.get("/").text
        link = page.split('<h2><a href="', 1)[1].split('"', 1)[0]
        answer = ask.get(link)
        assert answer.status_code == 200
        assert 'data-deal="day 1/50% &amp; #2?/A/1"' in answer.text
