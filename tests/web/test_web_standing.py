"""Shown deals that are sealed again leave the air; flags on those that do not count (P11)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from patience import eventually
from service import SIGNED, TABLES, asking, fill, guide, open_gate_on

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
    with asking(gate, tmp_path) as client:
        yield client


def tell(gate: Gate, type_: str, table: str | None = "4", **data: Any) -> str:
    result = {"session": "day", "group": "A", "table": table, "source": "test", "type": type_}
    raw = json.dumps(result | {"id": f"test/{type_}/{table}", "data": data}).encode()
    (taken,) = gate.ingest([Received(raw, parse_event(raw), "test:1")])
    return taken.outcome


def show(house: httpx.Client, channel: str = "program", **body: object) -> dict[str, Any]:
    answer = house.post(f"/api/channels/{channel}", json={"deal": DEAL} | body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def result(client: httpx.Client, what: str = "since", channel: str = "program") -> list[str]:
    """On the channel; ``what`` of ``/api/air``."""
    found = client.get("/api/air").json()[what]
    assert all(each["deal"] == DEAL for each in found)
    return [each["reason"] for each in found if each["channel"] == channel]


def seal(gate: Gate) -> None:
    by_hand.seal(gate, [DEAL], "a protest", "Ana")


def expect_seven(gate: Gate) -> None:
    by_hand.expect_tables(gate, GROUP, 7, "one is late", "Ana")


def stranger(gate: Gate) -> None:
    """Refused, but noted: it may have played the same cards."""
    assert tell(gate, "table.clock", "77") == "refused"


def void(gate: Gate) -> None:
    event = {"deal": 1, "hand": 1, "reason": "exposed card", "replay": True}
    assert tell(gate, "hand.voided", **event) == "accepted"


WAYS: list[tuple[Callable[[Gate], None], str]] = [
    (seal, "sealed by hand"),
    (expect_seven, "6 of 7 tables opened"),
    (stranger, "table 77 (sends events, but is not in the roster)"),
    (void, "table 4"),
]


def shown(house: httpx.Client) -> list[str]:
    channels = house.get("/api/air").json()["channels"].items()
    return [name for name, each in channels if each["shown"]]


@pytest.mark.parametrize(("again", "why"), WAYS)
def test_a_shown_deal_sealed_again_leaves_every_channel_and_only_producers_see_why(
    gate: Gate, house: httpx.Client, again: Callable[[Gate], None], why: str
) -> None:
    show(house)
    show(house, "lower-third", kind="matrix")
    assert shown(house) == ["program", "bank-b", "lower-third"]
    again(gate)
    eventually(lambda: shown(house) == [], "no channel shows it")
    eventually(lambda: house.get("/api/air").json()["taken_off"] != [], "it is reported")
    air = house.get("/api/air").json()
    assert [each["words"] for each in air["taken_off"]] == ["Deal 1 is sealed again: off air."]
    assert why not in json.dumps(air)
    eventually(lambda: "took off air" in str(since_in_the_audit(house)), "it is in the audit")
    (entry,) = (
        each
        for each in house.get("/api/audit", headers=SIGNED).json()
        if each["what"] == "took off air"
    )
    assert entry["more"] == f"of bank-b, lower-third; sealed again; it waits for: {why}"


def test_a_deal_released_again_may_be_shown_again(gate: Gate, house: httpx.Client) -> None:
    show(house)
    seal(gate)
    eventually(lambda: shown(house) == [], "no channel shows it")
    by_hand.release(gate, [DEAL], "the protest was dismissed", "Ana")
    show(house)
    assert result(house) == []
    assert shown(house) == ["program", "bank-b"]


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
    assert result(house, "against") == []
    assert result(house) == ["table 4: it is under review (a misread card)"]
    answer = show(house)
    assert answer["warning"] == f"{REVIEWED}. {NOBODY}"
    assert answer["message"].startswith("On the channel program: deal 1 at the decision")
    assert (result(house), result(house, "against")) == ([], [REVIEWED])
    review(gate, "hand.cleared")
    assert result(house, "against") == []
    assert show(house)["warning"] == NOBODY


def test_a_shown_void_deal_is_flagged(gate: Gate, house: httpx.Client) -> None:
    event = {"deal": 1, "hand": 1, "reason": "exposed card", "replay": False}
    assert tell(gate, "hand.voided", **event) == "accepted"
    words = "Deal 1: hand 1 of table 4 is void (exposed card)"
    assert show(house, kind="matrix")["warning"] == f"{words}. {NOBODY}"
    assert result(house, "against") == [words]
    flagged = house.get("/api/air").json()["flagged"]
    assert flagged == [{"deal": DEAL, "alarm": "Deal 1 is void."}]


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
    assert house.post("/api/air/lower-third", json={}).status_code == 200
    assert result(house, channel="lower-third") == []
    assert result(house, "against", "lower-third") == [REVIEWED]


def correct(gate: Gate) -> None:
    assert tell(gate, "deal.corrected", None, deal=1, reason="misread", cards={"1": ""}) == (
        "accepted"
    )


def test_a_correction_of_what_is_only_in_preview_is_an_alarm_of_its_own(
    gate: Gate, house: httpx.Client
) -> None:
    show(house, "preview")
    assert house.get("/api/air").json()["cued"] == []
    correct(gate)
    air = house.get("/api/air").json()
    words = "In preview: deal 1 was corrected."
    assert len(words.split()) <= 8
    assert (air["flagged"], air["cued"]) == ([], [{"deal": DEAL, "alarm": words}])
    cleared = house.post("/api/preview/clear", json={"deals": [DEAL]})
    assert cleared.json()["message"] == "Preview cleared."
    assert shown(house) == []
    assert house.get("/api/air").json()["cued"] == []


def test_what_is_on_air_is_not_cleared_with_the_preview(gate: Gate, house: httpx.Client) -> None:
    """The deal is on program and in preview: it is flagged as what is on air."""
    show(house)
    show(house, "preview")
    correct(gate)
    air = house.get("/api/air").json()
    assert (air["flagged"], air["cued"]) == (
        [{"deal": DEAL, "alarm": "Deal 1 was corrected."}],
        [],
    )
    house.post("/api/preview/clear", json={"deals": [DEAL]}).raise_for_status()
    assert shown(house) == ["program", "bank-b"]


def test_another_preview_stays(house: httpx.Client) -> None:
    show(house, "preview")
    cleared = house.post("/api/preview/clear", json={"deals": ["day/A/2"]})
    assert cleared.json()["message"] == "This deal is not in preview."
    assert shown(house) == ["preview", "bank-a"]
