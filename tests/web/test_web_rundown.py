"""The rundown on its page and over the API: planned, edited, aired; nothing of sealed deals."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from service import NEVER, SIGNED, TABLES, asking, fill, guide, open_gate_on

import producer.web.access.authentication
from producer.games.line import DealKey
from producer.release import Gate, by_hand
from producer.release.programme.as_run import as_run
from producer.release.programme.edition import edition_counts
from producer.release.programme.rundown import PlannedSegment, place, rundown

DEAL, EXIT = "guide/A/1", "route:/rundown"


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    db = tmp_path / "rundown.db"
    fill(db, guide(), guide("sealed", "live", TABLES[:5], names={"Brazil": NEVER}))
    with open_gate_on(db) as opened:
        yield opened


@pytest.fixture
def ask(gate: Gate, tmp_path: Path) -> Iterator[httpx.Client]:
    with asking(gate, tmp_path) as client:
        yield client


def post(ask: httpx.Client, what: str, **body: Any) -> httpx.Response:
    return ask.post(f"/api/rundown/{what}", json=body)


def add(ask: httpx.Client, gate: Gate, n: int = 0, **more: Any) -> str:
    pick = gate.comparison(DEAL, EXIT).picks[n].id
    answer = post(ask, "add", pick=pick, deal=DEAL, **more)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["segment"])


def order(gate: Gate) -> list[str]:
    return [each.id for each in rundown(gate, EXIT)]


def test_segments_are_added_moved_changed_and_removed(ask: httpx.Client, gate: Gate) -> None:
    first, second = add(ask, gate), add(ask, gate, 1, seconds=45)
    third = add(ask, gate, before=first)
    assert order(gate) == [third, first, second]
    assert post(ask, "change", segment=third, before="").status_code == 200
    assert post(ask, "change", segment=first, before=third).status_code == 200
    assert order(gate) == [second, first, third]
    assert post(ask, "change", segment=second, seconds=80, state="ready").status_code == 200
    assert post(ask, "remove", segment=first).status_code == 200
    left = rundown(gate, EXIT)
    assert [(each.id, each.seconds, each.state) for each in left] == [
        (second, 80, "ready"), (third, 60, "planned"),
    ]  # fmt: skip
    page = ask.get("/rundown").text
    assert "<b>2:20</b> planned" in page
    assert page.index(f'data-segment="{second}"') < page.index(f'data-segment="{third}"')
    assert f'href="/deals/guide/A/1?pick={left[0].pick}"' in page


def test_beats_are_edited_as_far_as_they_can_be(ask: httpx.Client, gate: Gate) -> None:
    id_ = add(ask, gate)
    said = "Six teams <and> one pair of kings."
    assert post(ask, "beat", segment=id_, beat="cards", sentence=said).status_code == 200
    assert post(ask, "beat", segment=id_, beat="field", left_out=True).status_code == 200
    page = ask.get("/rundown").text
    assert 'value="Six teams &lt;and&gt; one pair of kings."' in page
    assert "left out" in page
    decision = post(ask, "beat", segment=id_, beat="decision-left", left_out=True)
    assert (decision.status_code, "cannot be left out" in decision.text) == (422, True)
    hurried = post(ask, "beat", segment=id_, beat="question", seconds=0.5)
    assert (hurried.status_code, "shorten its sentence" in hurried.text) == (422, True)
    back = post(ask, "beat", segment=id_, beat="cards")
    assert back.json() == {"message": "As the program made it."}
    (segment,) = rundown(gate, EXIT)
    assert set(segment.edits) == {"field"}


def test_what_cannot_be_planned_is_refused(ask: httpx.Client, gate: Gate) -> None:
    id_ = add(ask, gate)
    assert post(ask, "add", pick="zzzzzz", deal=DEAL).status_code == 404
    five = post(ask, "change", segment=id_, tables=list(TABLES[:5]))
    assert (five.status_code, "no split shows 5 tables" in five.text) == (409, True)
    assert post(ask, "change", segment=id_, before=id_).status_code == 422
    assert post(ask, "change", segment=id_, before="9").status_code == 404
    assert post(ask, "change", segment=id_, state="aired").status_code == 422
    assert post(ask, "aired", segment=id_, aired=False).status_code == 409
    assert [(each.id, each.state) for each in rundown(gate, EXIT)] == [(id_, "planned")]


def test_aired_and_the_edition_are_noted_with_who_did_it(ask: httpx.Client, gate: Gate) -> None:
    id_ = add(ask, gate)
    assert post(ask, "aired", segment=id_).json() == {"message": "Aired."}
    (aired,) = as_run(gate, EXIT)
    assert (aired.segment, str(aired.deal), aired.planned) == (id_, DEAL, 60)
    assert "Not aired" in ask.get("/rundown").text
    assert post(ask, "edition", counts="aired").status_code == 200
    assert edition_counts(gate) == "aired"
    assert {act.by for _, act in gate.acts()} == {"this machine"}


def test_a_segment_of_a_sealed_deal_is_nowhere(ask: httpx.Client, gate: Gate) -> None:
    id_ = add(ask, gate)
    key = DealKey("guide", "A", 1)
    place(gate, PlannedSegment("2", key, rundown(gate, EXIT)[0].pick), "Ana", EXIT)
    by_hand.seal(gate, [DEAL], "not tonight", "Ana")
    page = ask.get("/rundown").text
    assert "Nothing is planned" in page
    assert "guide/A" not in page
    sealed, unknown = (post(ask, "change", segment=each, seconds=30) for each in (id_, "9"))
    assert (sealed.status_code, unknown.status_code) == (404, 404)
    assert sealed.text == unknown.text.replace("segment 9", f"segment {id_}")


def test_only_those_who_may_take_can_change_it(
    ask: httpx.Client, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(producer.web.access.authentication, "REFRESH_EVERY", 0.0)
    id_ = add(ask, gate)
    token = by_hand.add_token(gate, "commentator", (), "booth", "test")
    booth = {"Authorization": f"Bearer {token}"}
    page = ask.get("/rundown", headers=booth)
    assert (page.status_code, "data-post" in page.text) == (200, False)
    refused = ask.post("/api/rundown/remove", json={"segment": id_}, headers=booth)
    assert refused.status_code == 403
    assert order(gate) == [id_]


def test_a_row_is_outdated_by_what_changes_after_it_was_ready_or_aired(
    gate: Gate, tmp_path: Path
) -> None:
    def review(table: str, reason: str) -> None:
        fields = {"table": f'["guide", "A", "{table}"]', "deal": "1", "reason": reason}
        ask.post("/api/corrections", json={"form": "review", "fields": fields}).raise_for_status()

    with asking(gate, tmp_path, **SIGNED) as ask:
        id_, other = add(ask, gate), add(ask, gate, 1)
        review("1", "before it was ready")
        post(ask, "change", segment=id_, state="ready").raise_for_status()
        assert "Outdated" not in ask.get("/rundown").text
        review("2", "after it was ready")
        for _ in range(2):
            page = ask.get("/rundown").text
            assert page.count("Outdated, changed since it was ready") == 1
            assert "of table 2 (after it was ready)" in page
            assert "before it was ready" not in page
            assert "Outdated: " in ask.get("/prepare").text
            post(ask, "change", segment=id_, before=other).raise_for_status()
        for state in ("planned", "ready"):
            post(ask, "change", segment=id_, state=state).raise_for_status()
        assert "Outdated" not in ask.get("/rundown").text
        post(ask, "aired", segment=id_).raise_for_status()
        review("3", "after it aired")
        assert "Outdated, changed since it was aired" in ask.get("/rundown").text
