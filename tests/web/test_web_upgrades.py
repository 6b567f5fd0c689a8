"""A request that offers an unsupported upgrade is answered as if it did not."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from service import open_gate_on, serving
from wire import answered, exchange, line

from producer.record import open_store

H2C = ("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQA")
FEED = "POST /feed/events HTTP/1.1"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "upgrades.db"


@pytest.fixture
def address(db: Path, tmp_path: Path) -> Iterator[str]:
    with open_gate_on(db) as gate, serving(gate, tmp_path) as at:
        yield at


def event(name: str) -> bytes:
    """An event of a session that is not open, so that it waits."""
    result = {"v": 1, "id": name, "session": "s", "group": "A", "table": "1", "source": "t"}
    return json.dumps({**result, "type": "table.clock", "data": {"paused": True}}).encode()


def sent(first: str, body: bytes, *more: str) -> bytes:
    lines = (first, "Host: 127.0.0.1", *more, f"Content-Length: {len(body)}")
    return "".join(f"{each}\r\n" for each in lines).encode() + b"\r\n" + body


def ids(db: Path) -> list[str]:
    with open_store(db) as store:
        return [entry.id for entry in store.entries()]


@pytest.mark.parametrize(
    "offer",
    [
        pytest.param(H2C, id="h2c"),
        pytest.param(("Connection: upgrade", "Upgrade: TLS/1.0"), id="TLS"),
        pytest.param(("connection: close, upgrade", "UPGRADE: h2c"), id="and to close"),
        pytest.param((*H2C, "Upgrade: foo/2"), id="two offers"),
        pytest.param(("Upgrade: websocket", "Connection: upgrade, close", "Upgrade: x"), id="last"),
    ],
)
@pytest.mark.parametrize("cut", [0, 1, 30, -40])
def test_a_post_that_offers_an_upgrade_is_accepted(
    address: str, db: Path, offer: tuple[str, ...], cut: int
) -> None:
    whole = sent(FEED, event("offered"), *offer)
    with line(address) as wire:
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for piece in (whole[:cut], whole[cut:]):
            wire.sendall(piece)
            time.sleep(0.05)
        got = answered(wire)
    assert got.startswith(b"HTTP/1.1 200 ")
    assert b'"waiting": 1' in got
    assert ids(db) == ["offered"]


def test_an_upgrade_offer_in_single_bytes_and_the_next_request_are_read(
    address: str, db: Path
) -> None:
    first, behind = (sent(FEED, event(name), *H2C) for name in ("first", "behind"))
    last = sent(FEED, event("last"), "Connection: close")
    with line(address) as wire:
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for n in range(len(first)):
            wire.sendall(first[n : n + 1])
        wire.sendall(behind * 300 + last)
        got = b""
        while part := wire.recv(65536):
            got += part
    assert got.count(b"HTTP/1.1 200 ") == 302
    assert ids(db) == ["first", "behind", "last"]


def test_a_body_of_any_other_address_is_read_too(address: str) -> None:
    body = b'{"kind": "speaker", "name": "x"}'
    more = ("Content-Type: application/json", *H2C)
    got = exchange(address, sent("POST /api/channels/lower-third HTTP/1.1", body, *more), silence=2)
    assert got.startswith(b"HTTP/1.1 200 ")


def test_a_websocket_still_upgrades_and_connect_does_not(address: str) -> None:
    key = "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
    asked = ("GET /feed HTTP/1.1", b"", "Connection: Upgrade", "Upgrade: websocket", *key)
    assert exchange(address, sent(*asked), silence=1).startswith(b"HTTP/1.1 101 ")
    got = exchange(address, sent("CONNECT 127.0.0.1:1 HTTP/1.1", b"", *H2C), silence=1)
    assert got.startswith(b"HTTP/1.1 404 ")


@pytest.mark.parametrize("body", [b"", b" \r\n"])
@pytest.mark.parametrize("more", [(), H2C])
def test_an_upgrade_post_without_an_event_is_refused(
    address: str, body: bytes, more: tuple[str, ...]
) -> None:
    for _ in range(2):
        got = exchange(address, sent(FEED, body, "Connection: close", *more))
        assert got.startswith(b"HTTP/1.1 400 ")
        assert b"No event was sent: the body is empty." in got


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not on this machine")
def test_curl_with_http2(address: str, db: Path) -> None:
    asked = ["curl", "-sS", "--noproxy", "*", "--http2", "--data-binary"]
    result = subprocess.run(
        [*asked, event("curl").decode(), f"{address}/feed/events"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if "support" in result.stderr:
        pytest.skip(f"this curl has no HTTP/2: {result.stderr}")
    assert json.loads(result.stdout)["waiting"] == 1
    assert ids(db) == ["curl"]
