"""Posts to the feed as raw bytes: in any pieces, and many on one connection."""

from __future__ import annotations

import json
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

import httpx
import pytest
from effort import counts as how_many
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from patience import eventually
from service import SIGNED, open_gate_on, serving
from wire import dripping, exchange, line

import producer.web.access.limits
import producer.web.feed.queue
from producer.record import open_store
from producer.release.by_hand import add_token, revoke_token

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
NUMBERS = count(1)
OFFER = ("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQA")
"""What Java's client and `curl --http2` offer by themselves."""


def event(name: str, table: str = "1") -> bytes:
    """An event of a session that is not open, so that it waits."""
    result = {"v": 1, "id": name, "session": "posts", "group": "A", "table": table, "source": "t"}
    return json.dumps({**result, "type": "table.clock", "data": {"paused": True}}).encode()


def head(length: int, *more: str) -> bytes:
    lines = ("POST /feed/events HTTP/1.1", "Host: 127.0.0.1", *more, f"Content-Length: {length}")
    return "".join(f"{each}\r\n" for each in lines).encode() + b"\r\n"


def posted(body: bytes, *more: str) -> bytes:
    return head(len(body), *more) + body


def result(outcome: str, name: str | None) -> dict[str, Any]:
    """The answer that the guide to the feed promises for one event."""
    counts = {"accepted": 0, "known": 0, "waiting": 0, "refused": 0, outcome: 1}
    return {**counts, "outcomes": [(outcome, name)]}


@dataclass
class Answers:
    """The answers of one line, in order."""

    file: BinaryIO

    def next(self) -> tuple[int, Any]:
        status, headers = int(self.file.readline().split()[1]), {}
        while (header := self.file.readline()) != b"\r\n":
            name, _, value = header.decode().partition(":")
            headers[name.lower()] = value.strip()
        answer = json.loads(self.file.read(int(headers["content-length"])))
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        if "outcomes" in answer:
            answer["outcomes"] = [(each["outcome"], each["id"]) for each in answer["outcomes"]]
        return status, answer


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "posts.db"


@pytest.fixture
def address(db: Path, tmp_path: Path) -> Iterator[str]:
    with open_gate_on(db) as gate, serving(gate, tmp_path) as at:
        yield at


@pytest.fixture
def wire(address: str) -> Iterator[socket.socket]:
    with line(address) as wire:
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield wire


@pytest.fixture
def answers(wire: socket.socket) -> Answers:
    return Answers(wire.makefile("rb"))


def request(kind: str) -> tuple[bytes, int, Any]:
    """A request of a kind, its status, and its answer, None for whatever it is."""
    name = f"e{next(NUMBERS)}"
    body = event(name)
    waiting = result("waiting", name)
    empty = {
        "error": "No event was sent: the body is empty.",
        "hint": "Send one event, an array, or NDJSON.",
    }
    return {
        "post": (posted(body), 200, waiting),
        "json": (posted(body, "Content-Type: application/json"), 200, waiting),
        "long": (posted(b" " * 70_000 + body), 200, waiting),
        "twice": (posted(body + b"\n" + body), 200, None),
        "rubbish": (posted(b"nonsense"), 200, result("refused", None)),
        "no list": (posted(b"[1,"), 400, None),
        "empty": (posted(b""), 400, empty),
        "chunked": (
            b"POST /feed/events HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
            + b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body),
            200,
            waiting,
        ),
        "offer": (posted(body, *OFFER), 200, waiting),
        "offer, chunked": (
            head(0, *OFFER, "Transfer-Encoding: chunked").replace(b"Content-Length: 0\r\n", b"")
            + b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body),
            200,
            waiting,
        ),
        "health": (HEALTH + b"\r\n", 200, {"status": "ok"}),
        # A body is not read as another request.
        "hidden": (
            HEALTH + b"Content-Length: %d\r\n\r\n" % len(posted(body)) + posted(body),
            200,
            {"status": "ok"},
        ),
    }[kind]


KINDS = ("post", "post", "json", "long", "twice", "rubbish", "no list", "empty", "chunked")
OFFERS = ("offer", "offer, chunked")
ALL_KINDS = (*KINDS, *OFFERS, "health", "hidden")


# The service runs in this process, and a library of it may draw a random number meanwhile.
@pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")
@settings(
    max_examples=how_many(40, 2000),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    kinds=st.lists(st.sampled_from(ALL_KINDS), min_size=1, max_size=12),
    cuts=st.lists(st.integers(1, 400), max_size=12),
)
def test_requests_in_any_pieces_are_answered_in_order(
    address: str, kinds: list[str], cuts: list[int]
) -> None:
    asked = [*map(request, kinds)]
    stream = b"".join(sent for sent, _, _ in asked)
    with line(address) as wire:
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        answers = Answers(wire.makefile("rb"))
        for size in cuts:
            wire.sendall(stream[:size])
            stream = stream[size:]
            time.sleep(0.001)
        wire.sendall(stream)
        for _, status, answer in asked:
            found = answers.next()
            assert found[0] == status
            assert answer is None or found[1] == answer


def test_a_repeated_event_is_recognized_on_both_ways_in(
    wire: socket.socket, answers: Answers, db: Path
) -> None:
    for outcome in ("waiting", "known", "known"):
        wire.sendall(posted(event("again")))
        assert answers.next() == (200, result(outcome, "again"))
    with open_store(db) as store:
        assert [entry.id for entry in store.entries()] == ["again"]


def test_a_head_and_body_in_two_pieces_are_accepted(wire: socket.socket, answers: Answers) -> None:
    for name in ("a", "b", "c"):
        body = event(name)
        wire.sendall(head(len(body)))
        time.sleep(0.05)
        wire.sendall(body)
        assert answers.next() == (200, result("waiting", name))


@pytest.mark.parametrize("drop", [b"", b" "], ids=["nothing more", "a byte now and then"])
def test_an_unfinished_body_is_answered_after_its_time_limit(
    address: str, monkeypatch: pytest.MonkeyPatch, drop: bytes
) -> None:
    """Also on a connection that was used before: only the body's own limit counts."""
    monkeypatch.setattr(producer.web.access.limits, "SLOWEST_HEAD", 600)
    monkeypatch.setattr(producer.web.access.limits, "SLOWEST_BODY", 0.5)
    with line(address, patience=0.05) as wire:
        wire.sendall(posted(event("whole")))
        until = time.monotonic() + 30
        got = b""
        while b'"waiting": 1' not in got:
            assert time.monotonic() < until
            with suppress(TimeoutError):
                got += wire.recv(65536)
        wire.sendall(head(5000) + b"{")
        got = b"".join(dripping(wire, drop))
    assert got.startswith(b"HTTP/1.1 408 ")
    assert b"The request took too long to arrive." in got


def test_a_slow_head_does_not_shorten_the_next_one_s_time(
    wire: socket.socket, answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(producer.web.access.limits, "SLOWEST_HEAD", 2)
    for n in range(10):
        body = event(f"slow{n}")
        wire.sendall(head(len(body)))
        time.sleep(0.25)
        wire.sendall(body)
        assert answers.next() == (200, result("waiting", f"slow{n}"))


def test_a_lone_surrogate_in_an_id_or_name_is_refused_and_blocks_no_one(
    wire: socket.socket, answers: Answers, db: Path, tmp_path: Path
) -> None:
    """JSON escapes allow lone surrogates, which UTF-8 cannot encode."""
    good, bad = event("good"), event("x").replace(b'"x"', b'"half \\ud800"')
    lost = event("y").replace(b'"posts"', b'"half \\udfff"')
    for body, told_of in (
        (event("first"), [("waiting", "first")]),
        (bad, [("refused", None)]),
        (b"\n".join((good, bad, lost)), [("waiting", "good"), ("refused", None), ("refused", "y")]),
    ):
        wire.sendall(posted(body))
        status, answer = answers.next()
        assert (status, answer["outcomes"]) == (200, told_of)
    with open_gate_on(db) as gate, serving(gate, tmp_path) as address:
        with httpx.Client(base_url=address, headers=SIGNED, trust_env=False, timeout=60) as desk:
            for path in ("/quarantine", "/tables", "/forecast"):
                assert desk.get(path).status_code == 200
            with open_store(db) as store:
                entries = [entry.pos for entry in store.quarantine()]
            assert len(entries) == 3
            for pos in entries:
                said = {"do": "discard", "reason": "half a letter"}
                assert desk.post(f"/api/quarantine/{pos}", json=said).status_code == 200
        assert gate.counts().undecided == 0


def test_pipelined_posts_are_accepted_in_order(
    wire: socket.socket, answers: Answers, db: Path
) -> None:
    names = [f"p{n}" for n in range(200)]
    wire.sendall(posted(event("first")))
    assert answers.next()[0] == 200
    wire.sendall(b"".join(posted(event(name)) for name in names))
    assert [answers.next() for _ in names] == [(200, result("waiting", name)) for name in names]
    with open_store(db) as store:
        assert [entry.id for entry in store.entries()] == ["first", *names]


@pytest.mark.parametrize(
    ("more", "status"),
    [
        pytest.param(("Origin: http://evil.example",), b"403", id="origin"),
        pytest.param(("Host: evil.example",), b"400", id="two hosts"),
        pytest.param(("Sec-Fetch-Site: cross-site",), b"403", id="another site's page"),
        pytest.param(("Authorization: Bearer wrong",), b"401", id="token"),
    ],
)
def test_who_is_refused_once_is_refused_again(
    address: str, more: tuple[str, ...], status: bytes
) -> None:
    for _ in range(3):
        got = exchange(address, posted(event("foreign"), *more))
        assert got.startswith(b"HTTP/1.1 " + status)


def test_a_wrong_content_length_is_not_believed(wire: socket.socket, answers: Answers) -> None:
    body = event("strong")
    for strength in (len(body), 3, 3):
        wire.sendall(posted(body, f"X-Strength: {strength}"))
        assert answers.next()[0] == 200
    wire.sendall(HEALTH + b"\r\n")
    assert answers.next() == (200, {"status": "ok"})


def test_a_header_with_a_similar_name_is_not_the_content_length(
    wire: socket.socket, answers: Answers
) -> None:
    """Else what is a body to everybody else would be requests to us."""
    body = event("capitals")
    for length in (len(body), 3, len(body) + 1):
        sent = posted(body, f"X-Line-Length: {length}")
        wire.sendall(sent.replace(b"Content-Length", b"CONTENT-LENGTH"))
        assert answers.next()[0] == 200
    wire.sendall(HEALTH + b"\r\n")
    assert answers.next() == (200, {"status": "ok"})


def test_the_connection_is_closed_on_request(address: str) -> None:
    for name in ("one", "two"):
        got = exchange(address, posted(event(name), "Connection: close"))
        assert got.startswith(b"HTTP/1.1 200 ")  # exchange has read until it was closed
        assert b"connection: close" in got.lower()


def test_a_token_counts_until_revoked_and_for_its_tables_only(db: Path, tmp_path: Path) -> None:
    with open_gate_on(db) as gate, serving(gate, tmp_path) as address, line(address) as wire:
        token = add_token(gate, "feed", ("1",), "", "test")
        signed, answers = f"Authorization: Bearer {token}", Answers(wire.makefile("rb"))
        for name, table, outcome in (("t1", "1", "waiting"), ("t2", "2", "refused")) * 2:
            wire.sendall(posted(event(f"{name}{next(NUMBERS)}", table), signed))
            assert answers.next()[1][outcome] == 1
        revoke_token(gate, token.split(".")[0], "test")
        until = time.monotonic() + 30
        while True:
            wire.sendall(posted(event(f"t{next(NUMBERS)}"), signed))
            if answers.next()[0] == 401:
                break
            assert time.monotonic() < until, "a revoked token is still good"
        wire.close()
        got = exchange(address, posted(event("after"), signed))
        assert got.startswith(b"HTTP/1.1 401 ")


def _full_disk(*_: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


def test_a_full_disk_is_reported_and_events_are_accepted_once_there_is_space(
    wire: socket.socket, answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire.sendall(posted(event("before")))
    assert answers.next()[0] == 200
    with monkeypatch.context() as patched:  # a trigger that refuses is no full disk
        patched.setattr("producer.record.tables.log.write", _full_disk)
        for _ in range(2):
            wire.sendall(posted(event("late")))
            status, answer = answers.next()
            assert status == 503
            assert "disk is full" in answer["error"]
            assert "Send it again" in answer["hint"]
    wire.sendall(posted(event("late")))
    assert answers.next() == (200, result("waiting", "late"))


def test_a_service_that_stops_answers_what_it_is_committing(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(producer.web.feed.queue, "HANGS_AFTER", 0.0)
    with open_gate_on(db) as gate:
        with serving(gate, tmp_path) as address:
            wire = line(address)
            answers = Answers(wire.makefile("rb"))
            wire.sendall(posted(event("first")))
            assert answers.next()[0] == 200
            other = sqlite3.connect(db, check_same_thread=False)
            other.execute("BEGIN IMMEDIATE")  # nobody can commit until this ends
            wire.sendall(posted(event("last")))
            ready = f"{address}/readyz"
            eventually(lambda: httpx.get(ready, trust_env=False).status_code == 503, "it commits")
            threading.Timer(0.3, other.rollback).start()
        assert answers.next() == (200, result("waiting", "last"))
        assert wire.recv(1) == b""
        other.close()
        wire.close()
    with open_store(db) as store:
        assert [entry.id for entry in store.entries()] == ["first", "last"]


def test_a_feed_may_not_send_a_producer_s_events(db: Path, tmp_path: Path) -> None:
    with open_gate_on(db) as gate, serving(gate, tmp_path) as address, line(address) as wire:
        token = add_token(gate, "feed", (), "", "test")
        answers = Answers(wire.makefile("rb"))
        lost = json.loads(event("lost"))
        lost |= {"type": "gap.lost", "data": {"device": "t", "first": 1, "last": 2, "reason": "x"}}
        for signed, outcome in (
            (f"Authorization: Bearer {token}", "refused"),
            (f"Authorization: {SIGNED['Authorization']}", "waiting"),
        ):
            for _ in range(2):
                wire.sendall(posted(event(f"own{next(NUMBERS)}"), signed))
                assert answers.next()[1]["waiting"] == 1
            wire.sendall(posted(json.dumps(lost).encode(), signed))
            assert answers.next()[1][outcome] == 1
