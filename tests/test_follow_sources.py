"""``follow`` with addresses and standard input: servers that go and come back, and what they send
that is no feed."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from command_here import duplicast
from patience import eventually
from ports import free_port
from websockets.sync.server import ServerConnection, serve

from producer.cli.intake.follow import Watch, follow_until
from producer.cli.intake.sources import receive, source_in
from producer.events import event_json
from producer.record import Store, open_store
from producer.simulate import session_events

LINES = [event_json(event).encode() + b"\n" for event in session_events(3, 10, tables=2)][:12]
PHH = b"""variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [5000, 5000]
actions = ['d dh p1 AsAc', 'd dh p2 7h2c', 'p2 f']
table = 'T 1'
hand = 3
"""


@contextmanager
def following(url: str, folder: Path) -> Iterator[tuple[Store, list[str]]]:
    """The record while the address is followed, and what is said."""
    said, stop = list[str](), threading.Event()
    source = source_in(folder, 1, url)
    with open_store(folder / "own.db") as store:
        watch = Watch(store, said.append, names={source.path: source.name})
        threads = [
            threading.Thread(target=receive, args=(source, said.append, 0.05, stop)),
            threading.Thread(
                target=follow_until, args=(watch, [], stop, 0.05), kwargs={"sources": [source]}
            ),
        ]
        for thread in threads:
            thread.start()
        try:
            yield store, said
        finally:
            stop.set()
            for thread in threads:
                thread.join()


@contextmanager
def http(port: int, body: bytes, status: int = 200) -> Iterator[None]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", port), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()


def size(store: Store) -> int:
    return len(list(store.entries()))


def test_an_address_goes_fails_and_comes_back_with_more(tmp_path: Path) -> None:
    port = free_port()
    name = f"http://127.0.0.1:{port}/t1.jsonl"
    with following(f"{name}?key=secret", tmp_path) as (store, said):
        eventually(lambda: len(said) == 1, "link down")
        with http(port, b"".join(LINES[:5]) + LINES[5][:20]):
            eventually(lambda: size(store) == 5, "five whole lines")
        with http(port, b"", 500):
            eventually(lambda: " 500 " in said[-1], "the server's error")
        with http(port, b"".join(LINES)):
            eventually(lambda: size(store) == 12, "all lines")
        places = [entry.place for entry in store.entries()]
        assert store.quarantine() == []
    # a connection is also refused while there is no server, before and after
    assert said[0] == f"{name}: link down: no answer: Connection refused. Trying again"
    server_error = "link down: the server answers 500 Internal Server Error. Trying again"
    shown = (f"{name}: link up", f"{name}: {server_error}")
    assert [words for words in said if words in shown] == [shown[0], shown[1], shown[0]]
    assert "secret" not in "".join(said)
    assert places[0] == f"{name}:1"


def test_hands_of_other_formats_come_from_an_address_too(tmp_path: Path) -> None:
    port = free_port()
    with http(port, PHH), following(f"http://127.0.0.1:{port}/day/", tmp_path) as (store, _):
        eventually(lambda: len(list(store.deals())) == 1, "the hand")
        (deal,) = store.deals()
    assert (deal.key.number, deal.plays[0].result) == (3, {1: 50, 2: -50})


def test_what_is_no_feed_is_said_and_nothing_is_recorded(tmp_path: Path) -> None:
    port = free_port()
    name = f"http://127.0.0.1:{port}/t1"
    page = b"<!doctype html><title>Sign in</title>"
    with http(port, page), following(name, tmp_path) as (store, said):
        eventually(lambda: len(said) == 2, "the reason")
        assert (size(store), store.quarantine()) == (0, [])
    assert said[1].startswith(f"{name}: unknown format. These are read: ")


@contextmanager
def websocket(port: int, *messages: bytes | str, stays: bool = False) -> Iterator[None]:
    gone = threading.Event()

    def talk(socket: ServerConnection) -> None:
        for message in messages:
            socket.send(message)
        if stays:
            gone.wait()

    with serve(talk, "127.0.0.1", port) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield
        finally:
            gone.set()
            server.shutdown()
            thread.join()


def test_a_websocket_ends_and_is_connected_again(tmp_path: Path) -> None:
    port = free_port()
    name = f"ws://127.0.0.1:{port}/feed"
    with following(name, tmp_path) as (store, said):
        eventually(lambda: len(said) == 1, "link down")
        with websocket(port, LINES[0], b"".join(LINES[1:4]).decode(), stays=True):
            eventually(lambda: size(store) == 4, "a line, and a message of three")
        eventually(lambda: any("link down" in words for words in said[2:]), "the end")
        with websocket(port, *LINES[2:], stays=True):
            eventually(lambda: size(store) == 12, "the rest; what was sent twice counts once")
        assert store.quarantine() == []
    assert said[0] == f"{name}: link down: no answer: Connection refused. Trying again"
    assert said[1] == f"{name}: link up"


def test_a_message_that_is_too_large_ends_the_connection(tmp_path: Path) -> None:
    port = free_port()
    with (
        pytest.MonkeyPatch.context() as patch,
        websocket(port, b"x" * 2000, stays=True),
    ):
        patch.setattr("producer.cli.intake.sources.LARGEST_MESSAGE", 1000)
        with following(f"ws://127.0.0.1:{port}", tmp_path) as (store, said):
            eventually(lambda: len(said) >= 2, "the reason")
            assert size(store) == 0
    assert said[1].endswith("link down: a message has more than 1,000 bytes, the most that is "
                            "read. Trying again")  # fmt: skip


def test_standard_input_is_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its last line needs no line ending."""
    reading, writing = os.pipe()
    os.write(writing, b"".join(LINES).removesuffix(b"\n"))
    os.close(writing)
    with os.fdopen(reading) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        done = duplicast("follow", "-", "--every", "0.05", "--db", tmp_path / "own.db")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        0, "12 new events, 0 already known, 0 in quarantine, 0 files not read",
    )  # fmt: skip


def test_an_address_asked_once_says_why_nothing_came(tmp_path: Path) -> None:
    port, db = free_port(), tmp_path / "own.db"
    url = f"http://127.0.0.1:{port}/t1.jsonl"
    done = duplicast("follow", url, "--once", "--db", db)
    assert (done.returncode, done.stderr.splitlines()) == (1, [
        f"{url}: no answer: Connection refused",
        "0 new events, 0 already known, 0 in quarantine, 1 file not read",
    ])  # fmt: skip
    with http(port, b"".join(LINES)):
        done = duplicast("follow", url, "--once", "--db", db)
    assert (done.returncode, done.stderr.splitlines()) == (0, [
        "12 new events, 0 already known, 0 in quarantine, 0 files not read",
    ])  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("http:///t1",), "http:///t1 is no address; write it as https://HOST/PATH"),
        (("ws://desk:port/",), "ws://desk:port/ is no address; write it as https://HOST/PATH"),
        (("ws://desk/", "--once"), "--once: a WebSocket has no end; leave --once out"),
    ],
)
def test_what_cannot_be_followed_is_wrong_usage(
    words: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    done = duplicast("follow", *words, "--db", tmp_path / "own.db")
    assert (done.returncode, done.stderr) == (2, f"{said}\n")
