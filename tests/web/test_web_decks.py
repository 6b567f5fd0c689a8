"""Another deck at a table: the alarm, the list on the page, the producer's decision."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from patience import eventually
from record_events import deck, event, opened, received, recorded
from service import KEYS, SIGNED, asking, open_gate_on

from producer.events import Event, event_json
from producer.release import Gate, by_hand

OTHER_BOARD = "Ts8h2d4c8s"
CHOICE: dict[str, Any] = {"session": "S", "group": "A", "deal": 1, "reason": "looked at the cards"}
FOLDED: dict[str, Any] = {
    "line": [("preflop", 3, "fold", None), ("preflop", 1, "fold", None)],
    "result": {"1": -5, "2": 5},
    "cards": {},
    "board": "",
}


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    with open_gate_on(tmp_path / "decks.db") as opened_gate:
        opened_gate.ingest(received(opened("1", "2", "3", "4", kind="live")))
        yield opened_gate


@pytest.fixture
def desk(gate: Gate, tmp_path: Path) -> Iterator[httpx.Client]:
    with asking(gate, tmp_path, **SIGNED) as client:
        yield client


def send(desk: httpx.Client, *events: Event) -> None:
    result = desk.post("/feed/events", content="\n".join(event_json(each) for each in events))
    assert {each["outcome"] for each in result.json()["outcomes"]} == {"accepted"}


def bearer(gate: Gate, role: Any, *, isolated: bool = False) -> dict[str, str]:
    token = by_hand.add_token(gate, role, (), "", "me", isolated=isolated)
    return {"Authorization": f"Bearer {token}"}


def start(deal: int, button: int, table: str, source: str = "device-3") -> Event:
    data = {"deal": deal, "hand": deal, "button": button}
    return event("hand.started", data, table=table, id=f"start/{table}/{deal}", source=source)


def three_times(desk: httpx.Client) -> None:
    for number, button in ((1, 3), (2, 1), (3, 2)):
        send(desk, start(number, button, "1", "device-1"), start(number, button % 3 + 1, "3"))


def test_only_a_producer_is_alarmed(desk: httpx.Client, gate: Gate) -> None:
    others = [
        bearer(gate, "commentator"),
        bearer(gate, "commentator", isolated=True),
        bearer(gate, "scorer"),
    ]
    send(desk, recorded("1"), recorded("3", board=OTHER_BOARD))
    alarm = "Table 3, deal 1: another flop. Stop the table."
    assert desk.get("/api/air").json()["decks"] == [alarm]
    assert "data-deck-alarm" in desk.get("/").text
    assert "data-deck-alarm" in desk.get("/tables").text
    for other in others:
        assert desk.get("/api/air", headers=other).json()["decks"] == []
        for page in ("/", "/forecast", "/notes"):
            text = desk.get(page, headers=other).text
            assert "data-deck-alarm" not in text
            assert "another flop" not in text
        assert desk.get("/tables", headers=other).status_code == 403
        for path, body in (("decks/choose", CHOICE), ("tokens/revoke", {"token": "x"})):
            refused = desk.post(f"/api/{path}", json=body, headers=other)
            assert refused.status_code == 403


def test_without_signing_in_no_alarm_is_shown(desk: httpx.Client) -> None:
    send(desk, recorded("1"), recorded("3", board=OTHER_BOARD))
    with httpx.Client(base_url=desk.base_url, trust_env=False, timeout=60) as house:
        assert house.get("/api/air").json()["decks"] == []
        assert "data-deck-alarm" not in house.get("/").text
        assert house.post("/api/decks/choose", json=CHOICE).status_code == 403


def test_the_page_lists_each_deck_with_who_showed_it(desk: httpx.Client) -> None:
    send(desk, recorded("1"), recorded("2"), recorded("3", board=OTHER_BOARD))
    page = desk.get("/tables").text
    assert "1 deal with another deck" in page
    assert "all is well" not in page
    decks = re.findall(r"<h3>(.*?)</h3>.*?</button>", page, re.DOTALL)
    assert [re.sub("<.*?>", "", words) for words in decks] == ["Tables 1, 2", "Table 3"]
    assert 'aria-label="Queen of spades"' in page
    assert 'value="table 3: another flop"' in page
    eventually(lambda: desk.get("/api/audit").json() != [], "the entry of who has seen it")
    (seen,) = desk.get("/api/audit").json()
    assert (seen["what"], seen["deal"]) == ("was shown a sealed deal", "S/A/1")


def test_a_choice_voids_the_other_hands_and_is_audited(desk: httpx.Client) -> None:
    send(desk, recorded("1"), recorded("2"), recorded("3", board=OTHER_BOARD))
    result = desk.post("/api/decks/choose", json=CHOICE | {"table": "2", "replay": True})
    assert (result.status_code, result.json()["message"]) == (
        200,
        "Deal 1: the deck of tables 1 and 2 was right. "
        "Void, to be played again: hand 1 of table 3.",
    )
    assert desk.get("/api/air").json()["decks"] == []
    assert "data-choose" not in desk.get("/tables").text
    last = desk.get("/api/audit").json()[-1]
    assert (last["what"], last["deal"], last["by"]) == (
        "chose a deck", "S/A/1", "desk at this machine")  # fmt: skip
    again = desk.post("/api/decks/choose", json=CHOICE | {"table": "3"})
    assert again.status_code == 409
    assert "nothing to choose" in again.json()["error"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"reason": " "},
        {"reason": "x" * 1001},
        {"deal": 0},
        {"deal": 1_000_001},
        {"table": ""},
        {"more": 1},
    ],
)
def test_an_incomplete_or_oversized_choice_is_refused(
    desk: httpx.Client, wrong: dict[str, Any]
) -> None:
    send(desk, recorded("1"), recorded("3", board=OTHER_BOARD))
    assert desk.post("/api/decks/choose", json=CHOICE | {"table": "1"} | wrong).status_code == 422
    assert len(desk.get("/api/air").json()["decks"]) == 1


def test_a_released_deal_says_so(desk: httpx.Client) -> None:
    tables = [recorded(table, **FOLDED) for table in ("2", "3", "4")]
    send(desk, recorded("1"), *tables)
    send(desk, deck(board=OTHER_BOARD))
    page = desk.get("/tables").text
    assert "released already: flagged and vetoed" in page
    assert "the tables disagree about its deck" in desk.get("/").text
    (result,) = desk.get("/api/deals?all=true").json()
    assert result["vetoes"] == ["the tables disagree about its deck"]


def test_after_three_wrong_decks_the_device_s_token_can_be_revoked(
    desk: httpx.Client, gate: Gate
) -> None:
    token = by_hand.add_token(gate, "feed", ("3",), "tablet of table 3", "me")
    device = {"Authorization": f"Bearer {token}"}
    three_times(desk)
    page = desk.get("/tables").text
    name = token.partition(".")[0]
    assert f'data-revoke="{name}"' in page
    assert "tablet of table 3" in page
    result = desk.post("/api/tokens/revoke", json={"token": name})
    assert result.json() == {"message": f"Revoked: {name}. It no longer works."}
    assert desk.post("/api/tokens/revoke", json={"token": name}).status_code == 409
    assert "No token in use is bound to this table" in desk.get("/tables").text
    assert gate.tokens()[name].revoked is not None
    assert device["Authorization"] not in page


def test_without_a_token_for_the_table_the_page_says_so(desk: httpx.Client) -> None:
    three_times(desk)
    page = desk.get("/tables").text
    assert "No token in use is bound to this table" in page
    assert "data-revoke" not in page


def test_names_on_the_page_are_escaped(desk: httpx.Client, gate: Gate) -> None:
    odd = '"><script>alert(1)</script>'
    gate.ingest(received(opened(odd, kind="live")))
    send(desk, recorded("1"), recorded(odd, board=OTHER_BOARD))
    page = desk.get("/tables").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_the_page_limits_the_number_of_deals(desk: httpx.Client) -> None:
    result = [
        start(number, (number + shift) % 3 + 1, table, f"device-{table}")
        for number in range(1, 24)
        for shift, table in ((0, "1"), (1, "3"))
    ]
    send(desk, *result)
    page = desk.get("/tables").text
    assert page.count("data-choose") == 20
    assert "3 more deals" in page
    assert len(desk.get("/api/air").json()["decks"]) == 5
    assert KEYS.producer not in page
