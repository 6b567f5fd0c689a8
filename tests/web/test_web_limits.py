"""Limits on the head of a request, in bytes and seconds, on the running service."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest
from service import SIGNED
from wire import dripping, exchange, line, next_status

import producer.web.access.limits
from producer.web.access.limits import LimitedConnection

GET = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = "POST /feed/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"
UPGRADE = (
    "GET /live/program HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
MANY = "".join(f"X-{n:06}: some value\r\n" for n in range(4000))  # 88 kB
LONG = f"X: {'x' * 100_000}\r\n"
SPAN = f"X: {'x' * 2_000_000}"


@pytest.fixture(autouse=True)
def _answers_afterwards(ask: httpx.Client) -> Iterator[None]:
    yield
    assert ask.get("/healthz").json() == {"status": "ok"}


# Length.


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(f"{GET}{MANY}\r\n", id="many headers"),
        pytest.param(f"{GET}{LONG}\r\n", id="a long header"),
        pytest.param(
            f"GET /{'x' * 60_000} HTTP/1.1\r\nHost: 127.0.0.1\r\nX: {'x' * 6_000}\r\n\r\n",
            id="address and headers together",
        ),
        pytest.param(f"{UPGRADE}{MANY}\r\n", id="websocket, many"),
        pytest.param(f"{UPGRADE}{LONG}\r\n", id="websocket, a long one"),
        pytest.param(f"{POST}Content-Length: 2\r\n{MANY}\r\n[]", id="with a body"),
        pytest.param(f"{GET}{MANY * 20}", id="headers without end"),
        pytest.param(f"{GET}{SPAN}", id="a line without end"),
        pytest.param(f"GET /{'x' * 2_000_000}", id="an address without end"),
    ],
)
def test_a_head_that_is_too_long_is_refused_with_the_fix(address: str, head: str) -> None:
    got = exchange(address, head.encode())
    assert got.count(b"HTTP/1.1 ") == 1
    assert got.startswith(b"HTTP/1.1 431 ")
    assert b"longer than 64 KiB. Send a shorter address" in got


def test_a_long_head_is_refused_in_any_pieces(address: str) -> None:
    sent = f"{GET}{MANY}\r\n".encode()
    with line(address) as wire:
        with suppress(ConnectionError):  # closed under us; what was said before can be read
            for at in range(0, len(sent), 7_000):
                wire.sendall(sent[at : at + 7_000])
                time.sleep(0.01)
        assert wire.recv(65536).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    "lines", [MANY[: 22 * 2800], f"X: {'x' * 60_000}\r\n"], ids=["many", "long"]
)
def test_a_head_of_60_kb_is_read(address: str, lines: str) -> None:
    got = exchange(address, f"{GET}{lines}Connection: close\r\n\r\n".encode())
    assert got.startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    "rest",
    [
        pytest.param(f"0\r\n{SPAN}", id="a long trailer"),
        pytest.param(f"0\r\n{MANY * 20}", id="many trailers"),
        pytest.param("0" * 2_000_000, id="a length without end"),
    ],
)
def test_chunk_lengths_and_trailers_are_limited_like_a_head(address: str, rest: str) -> None:
    sent = f"{POST}Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n{rest}"
    with line(address, patience=0.05) as wire:
        with suppress(ConnectionError):  # closed under us
            wire.sendall(sent.encode())
        assert list(dripping(wire, b"0")) == []


# Time.


@pytest.mark.parametrize(
    ("half", "slowest"),
    [
        ("GET /healthz", 0.3),
        (f"{GET}X: ", 0.3),
        (f"{UPGRADE}X: ", 0.3),
        (f"{GET}\r\n{GET}X: ", 2.0),  # by then the first one is answered, also by a busy machine
        (f"{POST}Content-Length: 2\r\n\r\n[]{GET}X: ", 2.0),
    ],
    ids=["first line", "header", "websocket", "after a request", "after a body"],
)
def test_an_unfinished_head_is_cut_off(
    address: str, monkeypatch: pytest.MonkeyPatch, half: str, slowest: float
) -> None:
    """A byte now and then does not extend the time."""
    monkeypatch.setattr(producer.web.access.limits, "SLOWEST_HEAD", slowest)
    with line(address, patience=0.05) as wire:
        wire.sendall(half.encode())
        got = b"".join(dripping(wire, b"x"))
    result = got.split(b"HTTP/1.1 ")[-1]
    assert result.startswith(b"408 ")
    assert result.endswith(b"The head of the request took too long to arrive. Send it again.")


def test_half_a_head_and_then_silence_is_cut_off(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(producer.web.access.limits, "SLOWEST_HEAD", 0.5)
    assert exchange(address, GET.encode()).startswith(b"HTTP/1.1 408 ")


def test_a_silent_new_connection_is_closed_without_an_answer(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser opens lines in advance, and would take words for the answer to what it sends."""
    monkeypatch.setattr(producer.web.access.limits, "SLOWEST_HEAD", 0.3)
    with line(address) as wire:
        assert wire.recv(100) == b""


@pytest.mark.parametrize(
    ("before", "slowest"), [("", 0.3), (f"{GET}\r\n", 2.0)], ids=["at first", "after a request"]
)
def test_empty_lines_do_not_keep_a_connection_open(
    address: str, monkeypatch: pytest.MonkeyPatch, before: str, slowest: float
) -> None:
    monkeypatch.setattr(producer.web.access.limits, "SLOWEST_HEAD", slowest)
    with line(address, patience=0.05) as wire:
        wire.sendall(before.encode())
        got = b"".join(dripping(wire, b"\r\n"))
    assert got.count(b"HTTP/1.1 200 ") == bool(before)


@pytest.mark.parametrize("drop", [b"", b"x"], ids=["nothing more", "a byte now and then"])
def test_an_unread_body_does_not_keep_a_connection_open(
    address: str, monkeypatch: pytest.MonkeyPatch, drop: bytes
) -> None:
    """A GET is answered before its body has arrived."""
    monkeypatch.setattr(producer.web.access.limits, "SLOWEST_HEAD", 0.5)
    with line(address, patience=0.05) as wire:
        wire.sendall(f"{GET}Content-Length: 60000\r\n\r\nx".encode())
        got = b"".join(dripping(wire, drop))
    assert got.count(b"HTTP/1.1 ") == 1
    assert got.startswith(b"HTTP/1.1 200 ")


# Requests within the limits.


def test_every_head_on_a_connection_has_its_own_time_and_length(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fifty that come in halves take longer together than one may, and are longer."""
    monkeypatch.setattr(producer.web.access.limits, "SLOWEST_HEAD", 2.4)
    with line(address) as wire, wire.makefile("rb") as result:
        for _ in range(50):
            wire.sendall(f"{GET}X: {'x' * 10_000}".encode())
            time.sleep(0.05)
            wire.sendall(b"\r\n\r\n")
            assert next_status(result) == 200


def test_a_connection_may_be_idle_between_requests(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits between two requests is no head that does not come."""
    monkeypatch.setattr(producer.web.access.limits, "SLOWEST_HEAD", 0.5)
    with line(address) as wire, wire.makefile("rb") as result:
        for pause in (0, 0.7, 0.7, 0):
            time.sleep(pause)
            wire.sendall(f"{GET}\r\n".encode())
            assert next_status(result) == 200


def test_a_long_idle_connection_is_not_closed_during_a_post(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_second = property(lambda _: 1, lambda *_: None)
    monkeypatch.setattr(LimitedConnection, "timeout_keep_alive", one_second, raising=False)
    with line(address) as wire, wire.makefile("rb") as result:
        for pause in (0, 0, 2):
            wire.sendall(f"{POST}Content-Length: 2\r\n\r\n".encode())
            time.sleep(pause)
            wire.sendall(b"{}")
            assert next_status(result) == 200


def test_a_connection_serves_many_requests_in_turn_and_pipelined(address: str) -> None:
    one = f"{GET}X: {'x' * 100}\r\n\r\n".encode()
    with line(address) as wire, wire.makefile("rb") as result:
        for _ in range(1000):
            wire.sendall(one)
            assert next_status(result) == 200
        wire.sendall(one * 1000)  # 160 kB of heads
        assert [next_status(result) for _ in range(1000)] == [200] * 1000


def test_a_body_and_the_next_head_in_one_piece_are_not_a_long_head(address: str) -> None:
    one = f"{POST}Content-Length: 100000\r\n\r\n[{' ' * 99_998}]".encode()
    with line(address) as wire, wire.makefile("rb") as result:
        wire.sendall(one * 5 + one[:90])
        assert [next_status(result) for _ in range(5)] == [200] * 5
        wire.sendall(one[90:])
        assert next_status(result) == 200


def test_a_long_head_is_not_answered_during_another_answer(address: str) -> None:
    """Answers come in the order of the requests."""
    got = exchange(address, f"{POST}Content-Length: 2\r\n\r\n[]{GET}{SPAN}".encode())
    assert not got or got.startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("coding", ["length", "chunked"])
def test_a_body_of_8_mib_reaches_the_feed(ask: httpx.Client, coding: str) -> None:
    body = b"[" + b" " * ((8 << 20) - 2) + b"]"
    pieces = (body[at : at + 50_000] for at in range(0, len(body), 50_000))
    headers = {"Content-Type": "application/json", **SIGNED}
    content = body if coding == "length" else pieces
    answer = ask.post("/feed/events", content=content, headers=headers, timeout=60)
    assert (answer.status_code, answer.json()["accepted"]) == (200, 0)


def test_an_answer_may_take_longer_than_a_head(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the end of the body came by itself: nothing is awaited then."""
    monkeypatch.setattr(producer.web.access.limits, "SLOWEST_HEAD", 0.3)
    size = (8 << 20) - 2  # takes the feed more than half a second
    head = f"{POST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    with line(address) as wire, wire.makefile("rb") as result:
        wire.sendall(f"{head}{size + 2:x}\r\n[{' ' * size}]\r\n".encode())
        time.sleep(0.2)
        wire.sendall(b"0\r\n\r\n")
        assert next_status(result) == 200
