"""Picks over the API and on the pages: starred, dismissed, ranked, made, in a producer's words."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from service import NEVER, TABLES, asking, fill, guide, open_gate_on

from producer.release import Gate
from producer.web.access.router import DECLARED

DEAL = "guide/A/1"


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    db = tmp_path / "picks.db"
    fill(db, guide(), guide("sealed", "live", TABLES[:5], names={"Brazil": NEVER}))
    with open_gate_on(db) as opened:
        yield opened


@pytest.fixture
def ask(gate: Gate, tmp_path: Path) -> Iterator[httpx.Client]:
    with asking(gate, tmp_path) as client:
        yield client


def listed(ask: httpx.Client) -> list[dict[str, Any]]:
    return list(ask.get(f"/api/deals/{DEAL}").json()["picks"])


def post(ask: httpx.Client, what: str, **body: Any) -> httpx.Response:
    return ask.post(f"/api/picks/{what}", json=body)


def test_a_producer_decides_about_picks(ask: httpx.Client, gate: Gate) -> None:
    first, second, third = (pick["id"] for pick in listed(ask)[:3])
    assert post(ask, "star", pick=third).json() == {"message": "Starred."}
    assert post(ask, "rank", pick=second, rank=2).status_code == 200
    assert post(ask, "dismiss", pick=first, reason="shown yesterday").status_code == 200
    after = listed(ask)
    assert [pick["id"] for pick in after[:2]] == [second, third]
    assert (after[-1]["id"], after[-1]["dismissed"]) == (first, True)
    page = ask.get(f"/deals/{DEAL}").text
    assert "your rank 2" in page
    assert "Dismissed: shown yesterday" in page
    desk = ask.get("/").text
    assert "your rank 2" in desk
    assert [act.type for _, act in gate.acts()] == ["pick.starred", "pick.ranked", "pick.dismissed"]
    assert {act.by for _, act in gate.acts()} == {"this machine"}


def test_a_deal_with_all_picks_dismissed_is_folded_away_on_the_desk(ask: httpx.Client) -> None:
    for pick in listed(ask):
        post(ask, "dismiss", pick=pick["id"], deal=DEAL, reason="dull & long")
    desk = ask.get("/").text
    assert "Dismissed: 1 deal<" in desk
    assert "dull &amp; long" in desk
    assert f'data-deal="{DEAL}"' not in desk


def test_a_pick_is_made_of_two_decisions(ask: httpx.Client) -> None:
    sides = {"left": {"table": "6", "move": 2}, "right": {"table": "5", "move": 2}}
    answer = post(ask, "make", deal=DEAL, reason="both are at the desk", **sides)
    assert answer.status_code == 200, answer.text
    (made,) = (pick for pick in listed(ask) if pick["id"] == answer.json()["pick"])
    assert (made["pairing"], made["reason"]) == (["6", "5"], "both are at the desk")
    assert "Made by hand: both are at the desk" in ask.get(f"/deals/{DEAL}").text
    again = post(ask, "make", deal=DEAL, reason="again", **sides)
    assert (again.status_code, again.json()["error"]) == (
        422, f"The deal has this pick already: {made['id']}; star it or rank it.",
    )  # fmt: skip


def test_a_line_is_edited_in_the_page_s_language(ask: httpx.Client) -> None:
    pick = listed(ask)[0]["id"]
    body = {"pick": pick, "line": "headline", "language": "el", "text": "Τα ίδια φύλλα"}
    assert post(ask, "line", **body).status_code == 200
    page = ask.get(f"/deals/{DEAL}", params={"language": "el"}).text
    assert '<h1 lang="el">Τα ίδια φύλλα</h1>' in page
    assert "Τα ίδια φύλλα" not in ask.get(f"/deals/{DEAL}").text


@pytest.mark.parametrize(
    ("what", "more"),
    [("star", {}), ("dismiss", {"reason": "x"}), ("rank", {"rank": 1}),
     ("line", {"line": "tease", "text": "x"})],
)  # fmt: skip
def test_a_pick_that_is_gone_says_what_to_do(
    ask: httpx.Client, what: str, more: dict[str, Any]
) -> None:
    answer = post(ask, what, pick="zzzzzz", deal=DEAL, **more)
    assert answer.status_code == 404
    assert answer.json()["error"].startswith("This pick is gone: deal guide/A/1 has no pick zzzzzz")
    assert listed(ask)[0]["id"] in answer.json()["error"]


def test_sealed_and_unknown_deals_answer_alike(ask: httpx.Client) -> None:
    side = {"table": "1", "move": 1}
    answers = []
    for deal in ("sealed/A/1", "nowhere/A/1"):
        starred = post(ask, "star", pick="zzzzzz", deal=deal)
        made = post(ask, "make", deal=deal, left=side, right={**side, "table": "2"}, reason="x")
        answers.append([(each.status_code, each.content) for each in (starred, made)])
    assert answers[0] == answers[1]
    assert answers[0][0][0] == 404


def test_only_a_producer_decides(ask: httpx.Client) -> None:
    roles = [access.roles for access in DECLARED.values() if access.path.startswith("/api/picks/")]
    assert roles == [frozenset({"house", "producer"})] * 5
    assert NEVER not in ask.get(f"/deals/{DEAL}").text
