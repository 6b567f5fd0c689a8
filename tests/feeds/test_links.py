"""Feeds that are no files, against a real server: what is asked, what is taken, and when again."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ports import free_port

from producer.feeds.following import FilePosition, read_new_lines
from producer.feeds.links.http import ask
from producer.feeds.links.plan import LinkState, ServerAnswer, next_step, wait_after
from producer.feeds.links.received_file import put


@dataclass(frozen=True)
class Reply:
    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    announced: int | None = None


TOO_LARGE = "the body has more than 100 bytes, which is the most that is read"


@contextmanager
def server(reply: Reply) -> Iterator[tuple[str, list[Mapping[str, str]]]]:
    """Its address, and the headers of the requests so far."""
    requests = list[Mapping[str, str]]()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            requests.append(dict(self.headers))
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            if "Transfer-Encoding" not in reply.headers and reply.status != 304:
                length = len(reply.body) if reply.announced is None else reply.announced
                self.send_header("Content-Length", str(length))
            self.end_headers()
            self.wfile.write(reply.body)
            self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        thread = threading.Thread(target=listening.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.server_port}/t1.jsonl?key=abc", requests
        finally:
            listening.shutdown()
            thread.join()


def test_a_body_is_asked_for_again_only_if_it_has_changed() -> None:
    headers = {"ETag": '"7"', "Last-Modified": "Wed, 02 Dec 2026 09:00:00 GMT"}
    with server(Reply(200, b"{}\n", headers)) as (url, requests):
        step = next_step(LinkState(), ask(url, LinkState()), 0.5, 0.5)
        assert (step.body, step.wait, step.say) == (b"{}\n", 0.5, "link up")
        ask(url, step.link)
        assert requests[1]["If-None-Match"] == '"7"'
        assert requests[1]["If-Modified-Since"] == headers["Last-Modified"]
    with server(Reply(304)) as (url, _):
        again = next_step(step.link, ask(url, step.link), 0.5, 0.5)
        assert (again.body, again.link, again.say) == (None, step.link, "")


@pytest.mark.parametrize(
    ("reply", "trouble"),
    [
        (Reply(500, b"oops"), "the server answers 500 Internal Server Error"),
        (Reply(404), "the server answers 404 Not Found"),
        (Reply(204), "the server answers 204"),
        (Reply(304), "the server answers 304 Not Modified"),  # of what was never sent
        (Reply(200, b"half", announced=9), "the body ends before its announced length"),
        (Reply(200, b"x" * 101), TOO_LARGE),
        (
            Reply(200, b"40\r\n" + b"x" * 64 + b"\r\n40\r\n" + b"x" * 64 + b"\r\n0\r\n\r\n",
                  {"Transfer-Encoding": "chunked"}),
            TOO_LARGE,
        ),
    ],
)  # fmt: skip
def test_an_answer_that_cannot_be_used_says_why(reply: Reply, trouble: str) -> None:
    with server(reply) as (url, _):
        step = next_step(LinkState(), ask(url, LinkState(), most=100), 0.5, 0.5)
    assert (step.body, step.link.trouble) == (None, trouble)
    assert step.say == f"link down: {trouble}. Trying again"


def test_nobody_listens() -> None:
    answer = ask(f"http://127.0.0.1:{free_port()}/t1.jsonl", LinkState())
    assert (answer.status, answer.reason) == (0, "no answer: Connection refused")


def test_the_same_trouble_is_said_once_and_its_end_too() -> None:
    failing, working = ServerAnswer(503, "Service Unavailable"), ServerAnswer(200, body=b"{}\n")
    link, said, waits = LinkState(), list[str](), list[float]()
    for answer in (failing, failing, failing, working, working):
        step = next_step(link, answer, 0.5, 0.5)
        link = step.link
        waits.append(step.wait)
        if step.say:
            said.append(step.say)
    assert said == [
        "link down: the server answers 503 Service Unavailable. Trying again", "link up",
    ]  # fmt: skip
    assert waits == [1, 2, 4, 0.5, 0.5]


def test_a_server_that_says_when_to_come_back_is_left_alone_until_then() -> None:
    with server(Reply(503, headers={"Retry-After": "30"})) as (url, _):
        assert next_step(LinkState(), ask(url, LinkState()), 0.5, 0.0).wait == 30


@given(st.integers(1, 10_000), st.floats(0.05, 3600), st.floats(0, 1))
def test_waits_grow_to_a_minute_and_are_spread(failures: int, every: float, draw: float) -> None:
    longest = max(every, 60.0)
    wait = wait_after(failures, every, draw)
    assert min(longest, max(every, 0.5)) * 0.5 <= wait <= longest * 1.5
    assert wait <= wait_after(failures + 1, every, draw)


def test_a_body_that_grew_goes_on_where_it_was_and_another_is_read_anew(tmp_path: Path) -> None:
    """Half a line waits for the rest."""
    path, place, read = tmp_path / "t1.jsonl", FilePosition(), list[tuple[int, bool]]()
    for body in (b"{}\n{", b"{}\n{}\n", b"{}\n{}\n", b'{"a": 1}\n'):
        put(path, body)
        items, place = read_new_lines(path, place)
        read.append((len(items), place.rewritten))
    assert read == [(1, False), (1, False), (0, False), (1, True)]
    assert [each.name for each in tmp_path.iterdir()] == ["t1.jsonl"]
