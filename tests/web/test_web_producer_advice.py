"""A device that sends a producer's event is refused with a hint how the producer does it. Each hint
is followed word by word, and accepted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from record_events import CARDS, database, event, live, opened, received, recorded
from service import SIGNED, open_gate_on, serving

from producer.events import Event, event_json
from producer.release.by_hand import add_token
from producer.web.feed.permissions import PRODUCER_ONLY

WHY = "asked for by the hint"
PLACE = {"session": "S", "group": "A"}
SHORT = [("preflop", 3, "fold", None), ("preflop", 1, "raise", 15), ("preflop", 2, "fold", None)]


@pytest.fixture
def address(tmp_path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """A service, and the token of table 1's device. Tables 1 and 2 show other decks of deal 1;
    table 2 has an illegal raise in its hand of deal 2 and waits for event 7."""
    with open_gate_on(database(tmp_path)) as gate:
        waiting = event("table.clock", {"paused": False}, table="2", seq=7, id="clock")
        short = live("2", 2, SHORT, {"1": 10, "2": -10, "3": 0})
        gate.ingest(received(opened(kind="live"), recorded("1"), *short, waiting))
        gate.ingest(received(recorded("2", cards={**CARDS, "1": "AcAd"})))
        token = add_token(gate, "feed", ("1", "2"), "", "tests")
        with serving(gate, tmp_path) as at:
            yield at, {"Authorization": f"Bearer {token}"}


@pytest.fixture
def producer(address: tuple[str, dict[str, str]]) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address[0], headers=SIGNED, trust_env=False, timeout=60) as client:
        yield client


def forms(form: str, **fields: str) -> dict[str, Any]:
    return {"form": form, "fields": {"group": '["S", "A"]', "reason": WHY} | fields}


def nudge(kind: str) -> Event:
    data: dict[str, Any] = {"milliseconds": 100, "reason": WHY}
    return event(kind, data | ({"event": "1/1"} if kind == "event.nudged" else {}), id=kind)


Send = Callable[[httpx.Client], httpx.Response]


def resent(each: Event) -> Send:
    return lambda it: it.post("/feed/events", content=event_json(each))


WAYS: dict[str, tuple[Event, Send]] = {
    "deck.chosen": (
        event("deck.chosen", {"deal": 1, "table": "1", "reason": WHY}, id="d", table=None),
        lambda it: it.post(
            "/api/decks/choose",
            json=PLACE | {"deal": 1, "table": "1", "reason": WHY, "replay": False},
        ),
    ),
    "roster.corrected": (
        event("roster.corrected", {"reason": WHY, "tables": {"2": "B"}}, id="r", table=None),
        lambda it: it.post(
            "/api/corrections", json=forms("table", table='["S", "A", "2"]', name="B")
        ),
    ),
    "hand.ruled": (
        event("hand.ruled", {"deal": 2, "hand": 2, "action": 2, "reason": WHY}, table="2"),
        lambda it: it.post(
            "/api/corrections",
            json=forms("ruling", table='["S", "A", "2"]', deal="2", hand="2", action="2"),
        ),
    ),
    "gap.lost": (
        event("gap.lost", {"device": "test", "first": 6, "last": 6, "reason": WHY}, table="2"),
        lambda it: it.post("/api/gaps/lost", json=PLACE | {"table": "2", "reason": WHY}),
    ),
    "table.nudged": (nudge("table.nudged"), resent(nudge("table.nudged"))),
    "event.nudged": (nudge("event.nudged"), resent(nudge("event.nudged"))),
    "recording.added": (
        event("recording.added", {"files": ["table-1.mkv"]}, id="rec"),
        resent(event("recording.added", {"files": ["table-1.mkv"]}, id="rec")),
    ),
}


@pytest.mark.parametrize("kind", PRODUCER_ONLY)
def test_what_only_a_producer_may_send_is_done_as_the_hint_says(
    address: tuple[str, dict[str, str]], producer: httpx.Client, kind: str
) -> None:
    sent, follow = WAYS[kind]
    at, device = address
    answer = httpx.post(
        f"{at}/feed/events", content=event_json(sent), headers=device, trust_env=False, timeout=60
    )
    (result,) = answer.json()["outcomes"]
    assert (result["outcome"], result["reason"]) == ("refused", f"only a producer may send {kind}")
    assert result["hint"] == PRODUCER_ONLY[kind]
    done = follow(producer)
    assert done.status_code == 200, done.text
    for each in done.json().get("outcomes", []):
        assert each["outcome"] == "accepted", each
