"""A rehearsal has a separate record and marks every page and graphic; the service's log."""

from __future__ import annotations

import json
import signal
import socket
import time
from pathlib import Path

import forked
import httpx
import pytest
from ports import free_port

from producer.events import event_json
from producer.simulate import session_events

pytestmark = pytest.mark.xdist_group("command")


@pytest.mark.parametrize("how", ["option", "environment", "name", "option and name"])
def test_serve_in_rehearsal_marks_everything_and_leaves_the_record_alone(
    tmp_path: Path, how: str
) -> None:
    port = free_port()
    extra = {"DUPLICAST_REHEARSAL": "1"} if how == "environment" else {}
    options = ["--rehearsal"] if "option" in how else []
    options += ["--db", "duplicast-rehearsal.db"] if "name" in how else []
    own = {**extra, "DUPLICAST_OBS__PORT": str(free_port())}
    words = ("serve", "--port", str(port), "--log-json", *options)
    with forked.started(*words, folder=tmp_path, settings=own) as process:
        _answers(port)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as desk:
            lines = [event_json(e).encode() for e in session_events(1, 1, tables=2)]
            desk.post("/feed/events", content=b"\n".join([*lines, b"rubbish"]))
            for path in ("/", "/graphics/program", "/graphics/gallery"):
                assert '<link rel="stylesheet" href="/assets/run.css">' in desk.get(path).text
            style = desk.get("/assets/run.css")
            assert "REHEARSAL" in style.text
            assert style.headers["content-type"].startswith("text/css")
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
    assert [path.name for path in tmp_path.glob("*.db")] == ["duplicast-rehearsal.db"]
    assert "REHEARSAL" in err
    result = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    (refused,) = [each for each in result if each["logger"] == "duplicast.feed"]
    assert (refused["level"], refused["refused"]) == ("warning", 1)
    cards = [line for line in lines if b'"deal.cards"' in line]
    for line in cards:
        for hole in json.loads(line)["data"]["cards"].values():
            assert hole not in err


def test_outside_a_rehearsal_nothing_is_marked(ask: httpx.Client) -> None:
    style = ask.get("/assets/run.css")
    assert (style.status_code, style.text) == (200, "")


def _answers(port: int) -> None:
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the service does not answer")
