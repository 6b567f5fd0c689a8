"""Open pages hear that something has changed, each role only of the topics it may follow."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from record_events import opened, received, recorded
from service import SIGNED, open_gate_on, serving
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from producer.events import Event, event_json
from producer.release import Gate, by_hand
from producer.release.programme.edition import choose_edition
from producer.web.updates.record_watch import EXIT, REST

PATIENCE = 20


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    with open_gate_on(tmp_path / "topics.db") as gate:
        receive(gate, opened("1", "2", kind="live"))
        yield gate


@pytest.fixture
def address(gate: Gate, tmp_path: Path) -> Iterator[str]:
    with serving(gate, tmp_path) as at:
        yield at


def receive(gate: Gate, event: Event) -> None:
    (receipt,) = gate.ingest(received(event))
    assert receipt.outcome == "accepted", receipt


@contextmanager
def line(address: str, token: str, asked: str = "") -> Iterator[ClientConnection]:
    at = f"{address.replace('http', 'ws')}/live?asked={asked}"
    headers = {"Authorization": f"Bearer {token}"}
    with connect(at, origin=address, proxy=None, additional_headers=headers) as page:
        yield page


def numbers(page: ClientConnection) -> dict[str, int]:
    """The next numbers; beats are answered as pages do."""
    until = time.monotonic() + PATIENCE
    while (result := json.loads(page.recv(PATIENCE))) == {"beat": True}:
        assert time.monotonic() < until, "nothing has changed"
        page.send("{}")
    assert set(result) == {"run", "topics"}
    return dict(result["topics"])


def until(page: ClientConnection, topic: str, more_than: int) -> dict[str, int]:
    while (now := numbers(page))[topic] <= more_than:
        pass
    return now


def test_a_sealed_deal_changes_nothing_for_a_commentator_until_it_is_released(
    gate: Gate, address: str
) -> None:
    booth = by_hand.add_token(gate, "commentator", (), "", "test")
    producer = SIGNED["Authorization"].removeprefix("Bearer ")
    with line(address, booth) as commentator, line(address, producer) as desk:
        first, record = numbers(commentator), numbers(desk)["record"]
        assert "record" not in first
        receive(gate, recorded("1"))
        until(desk, "record", record)
        receive(gate, recorded("2"))
        now = numbers(commentator)
    assert now == first | {"deals": first["deals"] + 1}


def test_the_numbers_of_another_start_are_another_run_s(gate: Gate, tmp_path: Path) -> None:
    producer = SIGNED["Authorization"].removeprefix("Bearer ")
    runs = set()
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        with serving(gate, tmp_path / folder) as at, line(at, producer) as page:
            runs.add(json.loads(page.recv(PATIENCE))["run"])
    assert len(runs) == 2


def test_looks_at_the_record_rest_however_much_is_received(
    gate: Gate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look after each commit would slow the feed down."""
    looks, moved = [], Gate.moved

    def counted(self: Gate, exit_: str) -> object:
        looks.append(exit_)
        return moved(self, exit_)

    monkeypatch.setattr(Gate, "moved", counted)
    token = by_hand.add_token(gate, "feed", (), "", "test")
    signed = {"Authorization": f"Bearer {token}"}
    with serving(gate, tmp_path) as at, httpx.Client(base_url=at, headers=signed) as device:
        looks.clear()
        began = time.monotonic()
        for seq in range(1, 61):
            sent = event_json(recorded("1", deal=seq, seq=seq))
            device.post("/feed/events", content=sent).raise_for_status()
        most = (time.monotonic() - began) / REST + 3
    assert looks.count(EXIT) <= most


def listen(page: ClientConnection) -> None:
    for _ in range(20):
        page.recv(PATIENCE)


def test_a_page_that_no_longer_answers_is_given_up(address: str) -> None:
    """Closed with 1001, as when the service stops: the page opens another line."""
    producer = SIGNED["Authorization"].removeprefix("Bearer ")
    with line(address, producer) as page:
        page.send("{}")
        with pytest.raises(ConnectionClosed) as closed:
            listen(page)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1001


def test_the_rundown_is_a_topic_of_its_own(gate: Gate, address: str) -> None:
    token = by_hand.add_token(gate, "commentator", (), "", "test")
    with line(address, token) as page:
        before = numbers(page)
        choose_edition(gate, "aired", "test")
        after = until(page, "rundown", before["rundown"])
    assert after["deals"] == before["deals"]


def test_a_page_hears_first_what_changed_since_it_was_asked_for(gate: Gate, address: str) -> None:
    """What it shows already it need not fetch again; without a time it fetches everything."""
    token = by_hand.add_token(gate, "commentator", (), "", "test")
    with line(address, token) as page:
        before = numbers(page)["rundown"]
        time.sleep(2)  # the service began longer ago than the next page was asked for
        began = time.monotonic()
        choose_edition(gate, "aired", "test")
        until(page, "rundown", before)
    for ago, changed in (
        (str(int(1000 * (time.monotonic() - began + 1))), {"rundown"}),
        ("0", set()),
        ("999999999999", {"air", "deals", "notes", "rundown"}),
        *((wrong, None) for wrong in ("", "-1", "1e3", "9" * 5000)),
    ):
        with line(address, token, ago) as page:
            first = json.loads(page.recv(PATIENCE))
        assert (set(first["changed"]) if "changed" in first else None) == changed, ago
