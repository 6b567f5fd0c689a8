"""Flags on shown deals that are no longer released or do not count (P11)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from service import SIGNED, TABLES, fill, guide, open_gate_on, serving

from producer.events import parse_event
from producer.feeds import Received
from producer.release import Gate, by_hand

DEAL = "day/A/1"
GROUP = ("day", "A")
NO_LONGER = "it is no longer released"


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    """The guide's deal, live, played by all six tables, and so released."""
    fill(tmp_path / "a.db", guide("day", "live", TABLES))
    with open_gate_on(tmp_path / "a.db") as opened:
        yield opened


@pytest.fixture
def house(gate: Gate, tmp_path: Path) -> Iterator[httpx.Client]:
    """A client at this machine, which sees no sealed deals."""
    with (
        serving(gate, tmp_path) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60) as client,
    ):
        yield client


def tell(gate: Gate, type_: str, table: str = "4", **data: Any) -> str:
    told = {"session": "day", "group": "A", "table": table, "source": "test", "type": type_}
    raw = json.dumps(told | {"id": f"test/{type_}/{table}", "data": data}).encode()
    (taken,) = gate.ingest([Received(raw, parse_event(raw), "test:1")])
    return taken.outcome


def show(house: httpx.Client, channel: str = "program", **body: object) -> dict[str, Any]:
    answer = house.post(f"/api/channels/{channel}", json={"deal": DEAL} | body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def told(client: httpx.Client, what: str = "since", channel: str = "program") -> list[str]:
    """On the channel; ``what`` of ``/api/air``."""
    found = client.get("/api/air").json()[what]
    assert all(each["deal"] == DEAL for each in found)
    return [each["reason"] for each in found if each["channel"] == channel]


def seal(gate: Gate) -> None:
    by_hand.seal(gate, [DEAL], "a protest", "Ana")


def expect_seven(gate: Gate) -> None:
    by_hand.expect_tables(gate, GROUP, 7, "one is late", "Ana")


def stranger(gate: Gate) -> None:
    """Refused, but it was heard of: who knows what it has played."""
    assert tell(gate, "table.clock", "77") == "refused"


def void(gate: Gate) -> None:
    event = {"deal": 1, "hand": 1, "reason": "exposed card", "replay": True}
    assert tell(gate, "hand.voided", **event) == "accepted"


WAYS: list[tuple[Callable[[Gate], None], list[str]]] = [
    (seal, [f"{NO_LONGER}; it waits for: sealed by hand"]),
    (expect_seven, [f"{NO_LONGER}; it waits for: 6 of 7 tables opened"]),
    (stranger, [f"{NO_LONGER}; it waits for: table 77 (sends events, but is not in the roster)"]),
    (void, [f"{NO_LONGER}; it waits for: table 4", "table 4: hand 1 was voided (exposed card)"]),
]


@pytest.mark.parametrize(("again", "why"), WAYS)
def test_a_shown_deal_sealed_again_is_flagged_with_the_reason_for_sealed_roles_only(
    gate: Gate, house: httpx.Client, again: Callable[[Gate], None], why: list[str]
) -> None:
    show(house)
    show(house, "lower-third", kind="matrix")
    assert told(house) == []
    again(gate)
    assert told(house) == told(house, channel="lower-third") == [NO_LONGER]
    with httpx.Client(
        base_url=house.base_url, trust_env=False, timeout=60, headers=SIGNED
    ) as producer:
        assert told(producer) == why
    show_nothing = house.post("/api/channels/program", json={"kind": "clear"})
    assert show_nothing.status_code == 200
    assert told(house) == []
    assert told(house, channel="lower-third") == [NO_LONGER]


def test_a_deal_released_again_is_no_longer_flagged(gate: Gate, house: httpx.Client) -> None:
    show(house)
    seal(gate)
    assert told(house) == [NO_LONGER]
    by_hand.release(gate, [DEAL], "the protest was dismissed", "Ana")
    assert told(house) == []


def since_in_the_audit(house: httpx.Client) -> dict[str, str]:
    entries = house.get("/api/audit", headers=SIGNED).json()
    return {each["what"]: each["since"] for each in entries}


def test_the_audit_marks_takes_whose_deal_was_sealed_again(gate: Gate, house: httpx.Client) -> None:
    show(house)
    by_hand.note_export(gate, "two-up", "a.png", "Ana", deal=DEAL)
    assert since_in_the_audit(house)["took"] == ""
    seal(gate)
    found = since_in_the_audit(house)
    words = f"sealed by hand (a protest); {NO_LONGER}"
    assert (found["took"], found["wrote a file"], found["sealed by hand"]) == (words, words, "")
    by_hand.release(gate, [DEAL], "dismissed", "Ana")
    words = "sealed by hand (a protest); released by hand (dismissed)"
    assert since_in_the_audit(house)["took"] == words


def test_the_audit_marks_them_whatever_sealed_the_deal(gate: Gate, house: httpx.Client) -> None:
    show(house)
    expect_seven(gate)
    assert since_in_the_audit(house)["took"] == NO_LONGER


def test_a_picture_marked_sealed_was_never_released(gate: Gate, house: httpx.Client) -> None:
    seal(gate)
    by_hand.note_export(gate, "two-up", "a.png", "Ana", deal=DEAL, sealed=True)
    assert since_in_the_audit(house)["wrote a file"] == ""


NOBODY = "No page shows the channel program: open /graphics/program in OBS or a browser."
REVIEWED = "Deal 1: hand 1 of table 4 is under review (a misread card)"


def review(gate: Gate, type_: str = "hand.under_review") -> None:
    assert tell(gate, type_, deal=1, hand=1, reason="a misread card") == "accepted"


def test_a_deal_under_review_is_shown_with_a_warning_that_stays_while_it_holds(
    gate: Gate, house: httpx.Client
) -> None:
    assert show(house)["warning"] == NOBODY
    review(gate)
    assert told(house, "against") == []
    assert told(house) == ["table 4: it is under review (a misread card)"]
    answer = show(house)
    assert answer["warning"] == f"{REVIEWED}. {NOBODY}"
    assert answer["message"].startswith("On the channel program: deal 1 at the decision")
    assert (told(house), told(house, "against")) == ([], [REVIEWED])
    review(gate, "hand.cleared")
    assert told(house, "against") == []
    assert show(house)["warning"] == NOBODY


def test_why_a_deal_sealed_again_does_not_count_is_not_revealed(
    gate: Gate, house: httpx.Client
) -> None:
    review(gate)
    show(house)
    seal(gate)
    assert (told(house), told(house, "against")) == ([NO_LONGER], [])


def test_a_shown_void_deal_is_flagged(gate: Gate, house: httpx.Client) -> None:
    event = {"deal": 1, "hand": 1, "reason": "exposed card", "replay": False}
    assert tell(gate, "hand.voided", **event) == "accepted"
    words = "Deal 1: hand 1 of table 4 is void (exposed card)"
    assert show(house, kind="matrix")["warning"] == f"{words}. {NOBODY}"
    assert told(house, "against") == [words]


def test_a_segment_of_a_deal_under_review_is_marked(
    gate: Gate, house: httpx.Client, tmp_path: Path
) -> None:
    folder = tmp_path / "out" / "segments"
    folder.mkdir(parents=True)
    (folder / "one.mp4").write_bytes(b"")
    (folder / "one.json").write_text(json.dumps({"deals": [DEAL], "marks": []}))
    (already_has,) = house.get("/api/segments").json()["segments"]
    review(gate)
    (told_after,) = house.get("/api/segments").json()["segments"]
    assert (already_has["against"], told_after["against"]) == ([], [REVIEWED])


def test_a_note_is_flagged_only_for_marks_since_it_was_cleared(
    gate: Gate, house: httpx.Client
) -> None:
    review(gate)
    note = {"deal": DEAL, "text": "a hero call", "for_air": True}
    named = {"note": house.post("/api/notes", json=note).json()["note"]}
    assert house.post("/api/notes/clear", json=named).status_code == 200
    assert told(house, channel="lower-third") == []
    assert told(house, "against", "lower-third") == [REVIEWED]
