"""Errors are answered in words, never with a traceback; unexpected ones are logged."""

import logging
from pathlib import Path

import httpx
import pytest
from service import open_gate_on, serving

from producer.compare.model import Comparison
from producer.release import Gate


@pytest.mark.parametrize(
    "path", ["/no/such/page", "/assets/none.js", "/graphics/none", "/fonts/9.ttf"]
)
def test_an_unknown_address_gives_a_page_with_a_link_to_the_desk(
    ask: httpx.Client, path: str
) -> None:
    answer = ask.get(path)
    assert answer.status_code == 404
    assert 'href="/"' in answer.text


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            {"deal": "guide/A/1", "moment": "river"},
            "moment: there is no moment 'river': name before, decision, move:N "
            "(N moves after the decision) or end.",
        ),
        ({"deal": ""}, "deal: String should have at least 1 character."),
        ({}, "Name a deal or a pick."),
        ({"deal": "guide/A/1", "tables": ["1"]}, "tables.1: Field required."),
        ({"deal": "guide/A/1", "scale": 2}, "scale: there is no such field here."),
        ([], "The request is not a JSON object."),
    ],
)
def test_a_bad_request_gets_place_and_reason(ask: httpx.Client, body: object, words: str) -> None:
    answer = ask.post("/api/channels/program", json=body)
    assert (answer.status_code, answer.json()["error"]) == (422, words)


@pytest.mark.parametrize("path", ["/api/take", "/api/preview"])
@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"kind": "break", "id": 7}, "id: Input should be a valid string."),
        (
            {"kind": "break", "sound": "x" * 201},
            "sound: String should have at most 200 characters.",
        ),
        ({"kind": "break", "transition": []}, "transition: Input should be a valid string."),
    ],
)
def test_a_bad_take_option_gets_place_and_reason(
    ask: httpx.Client, path: str, body: object, words: str
) -> None:
    answer = ask.post(path, json=body)
    assert (answer.status_code, answer.json()["error"]) == (422, words)


@pytest.mark.parametrize("content", [b"{", b"\xff", b"", b'{"deal": 1}{'])
def test_a_body_that_is_not_json_is_refused_as_such(ask: httpx.Client, content: bytes) -> None:
    answer = ask.post("/api/take", content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("tables=1", "tables: name two tables."),
        ("tables=1,2,3", "tables: name two tables."),
        ("tables=1,3", "tables 1 and 3 chose the same"),
        ("tables=1,nobody", "nobody"),
        ("scale=9", "scale: Input should be less than or equal to 2"),
        ("scale=nan", "scale: "),
        ("table=1,2", "table: there is no such field here"),
        ("moment=river", "moment: there is no moment 'river': name before, decision, move:N"),
    ],
)
def test_a_still_that_cannot_be_drawn_says_why(ask: httpx.Client, asked: str, words: str) -> None:
    answer = ask.get(f"/stills/guide/A/1.png?{asked}")
    assert answer.status_code in (409, 422)
    assert answer.headers["content-type"].startswith("text/plain")
    assert words in answer.text


CARDS = "Kc" + "Ks"


class Broken(Gate):
    """A gate whose record raises an unexpected exception."""

    def comparison(self, reference: str, exit_: str) -> Comparison:
        raise RuntimeError(f"{CARDS} of {reference} by {exit_}")

    def comparisons(self, exit_: str) -> list[Comparison]:
        raise RuntimeError(f"{CARDS} by {exit_}")


def test_an_unexpected_exception_gives_a_500_with_a_reference_number(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    with open_gate_on(tmp_path / "new.db") as gate:
        broken = Broken(gate._store)
        with serving(broken, tmp_path) as address:
            for path in ("/", "/deals/1", "/api/deals", "/stills/1.png"):
                answer = httpx.get(f"{address}{path}", trust_env=False, timeout=60)
                assert answer.status_code == 500
                assert "There was an internal error" in answer.text
                assert CARDS not in answer.text
                assert "Traceback" not in answer.text
                assert answer.headers["Cache-Control"] == "no-store"
    entries = [record.getMessage() for record in caplog.records]
    assert len([entry for entry in entries if "RuntimeError" in entry]) == 4
    # Where it happened is told; the error's own text, which may hold cards, is not.
    assert all(CARDS not in entry for entry in entries)
