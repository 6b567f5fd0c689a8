"""Commentators' notes: written, shown at once, cleared for air, withdrawn."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from service import NEVER, TABLES, asking, fill, guide, open_gate_on
from websockets.sync.client import ClientConnection, connect

from producer.release import Gate, by_hand, open_gate
from producer.web.access.router import DECLARED
from producer.web.pages.notes import MOST_FOUND

DEAL = "guide/A/1"
SHORT = "Finland folded kings and beat the average"


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    db = tmp_path / "notes.db"
    fill(db, guide(), guide("sealed", "live", TABLES[:5], names={"Brazil": NEVER}))
    with open_gate_on(db) as opened:
        yield opened


@pytest.fixture
def ask(gate: Gate, tmp_path: Path) -> Iterator[httpx.Client]:
    with asking(gate, tmp_path) as client:
        yield client


def add(ask: httpx.Client, text: str = SHORT, **more: Any) -> str:
    answer = ask.post("/api/notes", json={"deal": DEAL, "text": text, **more})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["note"])


def notes(ask: httpx.Client) -> list[dict[str, Any]]:
    return list(ask.get("/api/notes", params={"deal": DEAL}).json()["notes"])


def follow(ask: httpx.Client, path: str) -> ClientConnection:
    address = str(ask.base_url).rstrip("/")
    return connect(f"{address.replace('http', 'ws')}{path}", origin=address, proxy=None)


def test_notes_are_listed_in_the_order_written(ask: httpx.Client) -> None:
    add(ask, "On the whole deal")
    add(ask, "Here it turned", table="1", move=12, author="Ana")
    first, second = notes(ask)
    assert (first["text"], first["table"], first["move"]) == ("On the whole deal", "", None)
    assert (second["table"], second["move"], second["author"]) == ("1", 12, "Ana")
    assert not first["for_air"]


def test_every_open_page_is_notified_at_once(ask: httpx.Client) -> None:
    with follow(ask, "/live") as one, follow(ask, "/live") as other:
        before = [json.loads(page.recv(60))["topics"]["notes"] for page in (one, other)]
        add(ask, "A secret of the booth")
        for page, number in zip((one, other), before, strict=True):
            result = page.recv(60)
            assert json.loads(result)["topics"]["notes"] == number + 1
            assert "secret" not in str(result)


def test_a_cleared_note_is_the_lower_third(ask: httpx.Client) -> None:
    note = add(ask, for_air=True, author="Ana Ruiz")
    with follow(ask, "/live/lower-third") as page:
        assert json.loads(page.recv(60))["graphics"] == []
        assert ask.post("/api/notes/clear", json={"note": note}).status_code == 200
        assert ask.post("/api/air/lower-third", json={}).status_code == 200
        (graphic,) = json.loads(page.recv(60))["changed"]
    assert SHORT in graphic["svg"]
    assert "Ana Ruiz" in graphic["svg"]
    assert [(each["cleared"], each["on_air"]) for each in notes(ask)] == [(True, True)]
    assert ask.post("/api/air/lower-third", json={}).json()["message"] == "Lower third off."
    assert [each["on_air"] for each in notes(ask)] == [False]


def test_without_a_cleared_note_there_is_no_lower_third(ask: httpx.Client) -> None:
    add(ask, for_air=True)
    refused = ask.post("/api/air/lower-third", json={})
    assert (refused.status_code, refused.json()["error"]) == (409, "No lower third is ready.")


def test_only_short_notes_marked_for_air_go_on_air(ask: httpx.Client) -> None:
    long = " ".join(["word"] * 11)
    refused = ask.post("/api/notes", json={"deal": DEAL, "text": long, "for_air": True})
    assert refused.status_code == 422
    assert refused.json()["error"] == "A note on air has one to 10 words, not 11."
    wide = ask.post("/api/notes", json={"deal": DEAL, "text": "a" * 200, "for_air": True})
    assert wide.json()["error"] == "A note on air has at most 80 letters, not 200."
    add(ask, " ".join(["word"] * 10), for_air=True)
    kept = add(ask, long)
    answer = ask.post("/api/notes/clear", json={"note": kept})
    assert (answer.status_code, answer.json()["error"]) == (
        409, "The note is not marked for air.",
    )  # fmt: skip


def test_a_withdrawn_note_disappears_and_stays_in_the_log(ask: httpx.Client, gate: Gate) -> None:
    note = add(ask, for_air=True)
    assert ask.post("/api/notes/withdraw", json={"note": note}).status_code == 200
    assert notes(ask) == []
    for what in ("clear", "withdraw"):
        assert ask.post(f"/api/notes/{what}", json={"note": note}).status_code == 404
    assert [act.type for _, act in gate.acts()] == ["note.added", "note.withdrawn"]


def test_notes_are_there_after_a_restart(ask: httpx.Client, tmp_path: Path) -> None:
    add(ask)
    again = open_gate(tmp_path / "notes.db")
    try:
        assert [act.data.text for _, act in again.acts()] == [SHORT]  # type: ignore[union-attr]
    finally:
        again.close()


def test_a_note_that_is_sent_again_is_there_once(ask: httpx.Client) -> None:
    own = "0123456789abcdef" * 2
    assert add(ask, id=own) == add(ask, id=own)
    other = ask.post("/api/notes", json={"deal": DEAL, "text": "Another", "id": own})
    assert (other.status_code, other.json()["error"]) == (409, "Another note has this id.")
    (note,) = notes(ask)
    assert note["text"] == SHORT
    ask.post("/api/notes/withdraw", json={"note": note["note"]}).raise_for_status()
    add(ask, id=own)
    assert notes(ask) == []


def test_a_note_that_is_sent_by_two_at_once_is_there_once(ask: httpx.Client) -> None:
    with ThreadPoolExecutor(4) as senders:
        added = set(senders.map(lambda _: add(ask, id="f" * 32), range(8)))
    assert len(added) == len(notes(ask)) == 1


def test_a_note_on_a_time(ask: httpx.Client) -> None:
    add(ask, time="2026-05-01T20:00:05+02:00")
    (note,) = notes(ask)
    assert datetime.fromisoformat(note["time"]) == datetime(2026, 5, 1, 18, 0, 5, tzinfo=UTC)
    body = {"deal": DEAL, "text": "x", "time": "2026-05-01T20:00:05"}
    assert ask.post("/api/notes", json=body).status_code == 422


def test_what_a_note_can_be_on(ask: httpx.Client) -> None:
    """The kings call or raise on the turn, in the 13th move of the four tables that came there."""
    answer = ask.get("/api/notes", params={"deal": DEAL}).json()
    assert [each["table"] for each in answer["tables"]] == list(TABLES)
    assert answer["decisions"] == dict.fromkeys("1356", 13)


@pytest.mark.parametrize(("words", "texts"), [
    ("river", ["Bluff on the River", "river card"]),
    ("RIVER bluff", ["Bluff on the River"]),
    ("ana", ["river card"]),
    ("table 2", ["Bluff on the River"]),
    ("guide/a/1", ["Bluff on the River", "river card"]),
    ("turn", []),
])  # fmt: skip
def test_notes_are_found_by_words_names_and_deals(
    ask: httpx.Client, words: str, texts: list[str]
) -> None:
    add(ask, "river card", author="Ana")
    add(ask, "Bluff on the River", table="2")
    answer = ask.get("/api/notes/found", params={"q": words}).json()
    assert [each["text"] for each in answer["notes"]] == texts
    assert {each["deal"] for each in answer["notes"]} <= {DEAL}


def test_notes_on_a_sealed_deal_are_not_found(ask: httpx.Client, gate: Gate) -> None:
    add(ask, "A hidden thought")
    by_hand.seal(gate, [DEAL], "wrong deck", "test")
    answer = ask.get("/api/notes/found", params={"q": "hidden"}).json()
    assert answer == {"notes": [], "more": 0}


def test_the_newest_notes_are_listed_and_the_others_counted(ask: httpx.Client) -> None:
    for number in range(MOST_FOUND + 2):
        add(ask, f"Note {number}.")
    answer = ask.get("/api/notes/found", params={"q": "note"}).json()
    assert (len(answer["notes"]), answer["more"]) == (MOST_FOUND, 2)
    assert answer["notes"][0]["text"] == f"Note {MOST_FOUND + 1}."


@pytest.mark.parametrize(("body", "reason"), [
    ({"table": "9"}, "Table 9 has not played this deal; there is 1, 2, 3, 4, 5, 6."),
    ({"move": 3}, "A note on a move needs its table."),
    ({"table": "1", "move": 99}, "Table 1 made 15 moves, not 99."),
])  # fmt: skip
def test_a_note_on_a_table_or_move_that_does_not_exist_is_refused(
    ask: httpx.Client, body: dict[str, object], reason: str
) -> None:
    answer = ask.post("/api/notes", json={"deal": DEAL, "text": "x", **body})
    assert (answer.status_code, answer.json()["error"]) == (422, reason)


def test_sealed_and_unknown_deals_answer_alike(ask: httpx.Client) -> None:
    answers = []
    for deal in ("sealed/A/1", "nowhere/A/1"):
        read = ask.get("/api/notes", params={"deal": deal})
        written = ask.post("/api/notes", json={"deal": deal, "text": "x", "table": "1"})
        answers.append([(each.status_code, each.content) for each in (read, written)])
    assert answers[0] == answers[1]
    assert answers[0][0][0] == 404


def test_roles_write_and_producers_clear() -> None:
    roles = {f"{each.method} {each.path}": each.roles for each in DECLARED.values()}
    for address in ("GET /api/notes", "POST /api/notes", "WEBSOCKET /live"):
        assert "commentator" in roles[address]
        assert "overlay" not in roles[address]
    assert "isolated" not in roles["POST /api/notes"]
    assert "commentator" not in roles["POST /api/notes/clear"]
    assert "producer" in roles["POST /api/notes/clear"]


def test_the_page_has_the_section(ask: httpx.Client) -> None:
    page = ask.get(f"/deals/{DEAL}").text
    assert 'class="notes"' in page
    assert '<option value="6">table 6</option>' in page
    assert NEVER not in page
