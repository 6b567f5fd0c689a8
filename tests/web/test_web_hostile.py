"""Requests that mean no good, on the running service: each gets a calm answer, and the next one
is answered as ever."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator

import httpx
import pytest
from service import SIGNED
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from wire import dripping, exchange, line

import producer.web.access.limits
from producer.web.access.attempts import TRIES

POST = "POST /api/take HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
FORGED = (
    ("X-Forwarded-Host", "evil.example"),
    ("X-Forwarded-Proto", "https"),
    ("Forwarded", "for=evil;host=evil.example"),
    ("X-Original-URL", "/audit"),
    ("X-Rewrite-URL", "/audit"),
    ("X-HTTP-Method-Override", "POST"),
    ("X-Role", "producer"),
)


@pytest.fixture(autouse=True)
def _answers_afterwards(ask: httpx.Client) -> Iterator[None]:
    yield
    assert ask.get("/healthz").json() == {"status": "ok"}


@pytest.mark.parametrize(
    ("path", "result", "status"),
    [
        ("/sign-in", {"token": "\ud800"}, 401),
        ("/api/obs/leave", {"outputs": ["\ud800"]}, 404),
        ("/api/take", {"deal": "\ud800/A/1", "tables": ["1", "5"], "moment": "decision"}, 422),
        ("/api/channels/program", {"deal": "\ud800/A/1", "tables": ["1"], "kind": "field"}, 422),
    ],
)
def test_a_lone_surrogate_is_refused_in_words(
    ask: httpx.Client, path: str, result: dict[str, object], status: int
) -> None:
    answer = ask.post(
        path, content=json.dumps(result), headers={**SIGNED, "Content-Type": "application/json"}
    )
    assert answer.status_code == status, answer.text


# Headers.


@pytest.mark.parametrize(("name", "value"), FORGED)
def test_no_header_bypasses_authentication(ask: httpx.Client, name: str, value: str) -> None:
    assert ask.get("/audit", headers={name: value}).status_code == 403
    answer = ask.get("/api/deals", headers={name: value})
    assert (answer.status_code, "evil" in repr(answer.headers)) == (200, False)


@pytest.mark.parametrize(
    "head",
    [
        "GET /api/deals HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n",
        "GET /api/deals HTTP/1.1\r\nHost: evil.example\r\nHost: 127.0.0.1\r\n",
        "GET http://evil.example/api/deals HTTP/1.1\r\nHost: evil.example\r\n",
        "GET /api/deals HTTP/1.1\r\nHost: 127.0.0.1@evil.example\r\n",
        "GET /api/deals HTTP/1.1\r\nHost: 127.0.0.1 evil.example\r\n",
        "GET /api/deals HTTP/1.1\r\n",
        "GET /api/deals HTTP/1.1\r\nHost : 127.0.0.1\r\n",
        "GET /api/deals HTTP/9.9\r\nHost: 127.0.0.1\r\n",
        "G\x00T /api/deals HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        "GET /" + "x" * 200_000 + " HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    ],
    ids=[
        *("two hosts", "two hosts turned", "absolute", "user", "space", "no host"),
        *("space before the colon", "version", "nul", "long path"),
    ],
)
def test_a_broken_head_gets_nothing_of_a_deal(address: str, head: str) -> None:
    got = exchange(address, f"{head}Connection: close\r\n\r\n".encode(), silence=3)
    assert b"Kings" not in got
    assert not got or got.split()[1] in (b"400", b"403", b"404", b"414", b"431")


@pytest.mark.parametrize(
    "lines",
    [
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: 5\r\nContent-Length: 90\r\n",
        "Content-Length: -1\r\n",
        "Content-Length: 1e3\r\n",
        "Content-Length: " + "9" * 40 + "\r\n",
        "Transfer-Encoding: gzip, chunked, chunked\r\n",
    ],
)
def test_a_second_request_cannot_be_smuggled_in(address: str, lines: str) -> None:
    """Where two programs in a row take the length otherwise, the rest of a body is a request."""
    body = "0\r\n\r\nGET /api/deals HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    got = exchange(address, f"{POST}{lines}\r\n{body}".encode(), silence=3)
    assert b"Kings" not in got
    assert got.count(b"HTTP/1.1 200") == 0


def test_a_forged_client_address_gains_no_further_tries(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what the connection comes from counts for the limit on signing in."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "")
    with httpx.Client(base_url=address, trust_env=False, timeout=60) as ask:
        said = [
            ask.post("/sign-in", json={"token": "a.b"}, headers={"X-Real-IP": f"192.0.2.{n}"})
            for n in range(TRIES + 1)
        ]
    assert said[-1].status_code == 429


# Bodies.


@pytest.mark.parametrize("path", ["/api/take", "/api/notes", "/feed/events"])
def test_a_compressed_body_is_not_unpacked(ask: httpx.Client, path: str) -> None:
    """A megabyte that would be a gigabyte: nothing here reads archives."""
    bomb = gzip.compress(b"[" + b" " * (8 << 20) + b"]")
    headers = {"Content-Encoding": "gzip", "Content-Type": "application/json", **SIGNED}
    answer = ask.post(path, content=bomb, headers=headers)
    assert answer.status_code in (200, 400, 415, 422)
    if answer.status_code == 200:
        assert answer.json()["accepted"] == 0


@pytest.mark.parametrize("path", ["/api/take", "/api/channels/program", "/api/notes", "/api/seal"])
def test_an_uploaded_file_is_refused(ask: httpx.Client, path: str) -> None:
    files = {"deal": ("../../../etc/passwd", b'{"deal": "guide/A/1"}', "application/json")}
    answer = ask.post(path, files=files, headers=SIGNED)
    assert answer.status_code == 422
    assert "passwd" not in answer.text


@pytest.mark.parametrize(
    "result",
    [
        b'{"deal": ' + b"9" * 400_000 + b"}",
        b'{"deal": 1e999999}',
        b'{"deal": -1e999999}',
        b'{"deal": NaN}',
        b'{"deal": Infinity}',
        b'{"seq": ' + b"9" * 20_000 + b"}",
        b'{"data": ' + b'{"data": ' * 40_000 + b"1" + b"}" * 40_001,
        b'{"data": ' + b"[" * 40_000 + b"]" * 40_000 + b"}",
        b'{"v": 1, "v": 2, "id": ' + b'"\\u0000"' + b"}",
        b'{"id": "' + b"\\ud800" * 1000 + b'"}',
    ],
    ids=[
        *("long", "huge", "deep below zero", "nan", "infinity", "long seq"),
        *("deep objects", "deep arrays", "twice the key", "half letters"),
    ],
)
@pytest.mark.parametrize("array", [False, True])
def test_huge_numbers_and_deep_nesting_are_refused_by_the_feed(
    ask: httpx.Client, result: bytes, array: bool
) -> None:
    body = b"[" + result + b"]" if array else result
    headers = {"Content-Type": "application/json", **SIGNED}
    answer = ask.post("/feed/events", content=body, headers=headers)
    if answer.status_code == 200:
        assert [each["outcome"] for each in answer.json()["outcomes"]] == ["refused"]
    else:
        assert answer.status_code == 400
        assert answer.json()["hint"]


def test_an_unfinished_body_is_cut_off(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(producer.web.access.limits, "SLOWEST_BODY", 0.3)
    got = exchange(address, f"{POST}Content-Length: 100\r\n\r\n{{".encode())
    assert got.split()[1] == b"408"
    assert b"took too long" in got


@pytest.mark.parametrize("path", ["/feed/events", "/api/take", "/sign-in"])
def test_a_dripping_body_is_cut_off(
    address: str, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """A byte now and then buys no time: the line is closed, also after an early answer such as
    that of signing in after too many wrong tokens."""
    monkeypatch.setattr(producer.web.access.limits, "SLOWEST_BODY", 0.5)
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n"
    with line(address, patience=0.1) as wire:
        wire.sendall(f"{head}Content-Type: application/json\r\n\r\n".encode())
        got = b"".join(dripping(wire))
    assert got.split()[1] in (b"408", b"429")


def test_a_huge_chunk_length_is_refused(address: str) -> None:
    sent = f"{POST}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n{'f' * 40}\r\n{{}}\r\n"
    got = exchange(address, sent.encode(), silence=3)
    assert not got or got.split()[1] in (b"400", b"408", b"413")


# WebSockets.


@pytest.mark.parametrize("path", ["/live/program", "/live"])
def test_messages_to_a_channel_change_nothing(address: str, path: str) -> None:
    with connect(f"{address.replace('http', 'ws')}{path}", proxy=None) as page:
        first = json.loads(page.recv(60))
        for said in ("x" * 60_000, "[" * 10_000, json.dumps({"seq": 99, "graphics": []}), b"\0"):
            page.send(said)
        with pytest.raises(TimeoutError):
            page.recv(0.3)
    with connect(f"{address.replace('http', 'ws')}{path}", proxy=None) as page:
        assert json.loads(page.recv(60)) == first


@pytest.mark.parametrize("name", ["table-%00", "..%5c..%5cetc", "table-..", "x" * 500])
def test_an_unknown_channel_name_is_not_used_as_a_path(address: str, name: str) -> None:
    with connect(f"{address.replace('http', 'ws')}/live/{name}", proxy=None) as page:
        with pytest.raises(ConnectionClosed) as closed:
            page.recv(60)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


def test_a_channel_s_name_has_no_slash(address: str) -> None:
    at = f"{address.replace('http', 'ws')}/live/..%2f..%2fetc"
    with pytest.raises(InvalidStatus), connect(at, proxy=None):
        pass
