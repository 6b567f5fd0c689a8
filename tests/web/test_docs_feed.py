"""docs/feed.md: sends its examples, runs its client, compares its schemas with the program's."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator
from service import SIGNED, open_gate_on, serving

from producer.events import event_json, event_schema, parse_event, type_schemas
from producer.record import open_store
from producer.simulate import session_events

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "feed.md").read_text(encoding="utf-8")
EXAMPLES = [json.loads(text) for text in re.findall(r"```json event\n(.*?)```", TEXT, re.DOTALL)]
CLIENT = re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)
CURL = re.search(r"```sh\n(curl.*?)```", TEXT, re.DOTALL)


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with open_gate_on(tmp_path / "docs.db") as gate, serving(gate, tmp_path) as at:
        yield at


def test_the_published_schema_matches_the_program() -> None:
    """`python -m producer.events > docs/schemas/events.v1.json` writes it."""
    published = json.loads((DOCS / "schemas" / "events.v1.json").read_text(encoding="utf-8"))
    assert published == event_schema()


@pytest.fixture(scope="module")
def schemas() -> dict[str, Draft202012Validator]:
    """The schema of each type of event, and under ``any`` that of all; they take long to make."""
    every = {"any": event_schema(), **type_schemas()}
    for schema in every.values():
        Draft202012Validator.check_schema(schema)
    return {name: Draft202012Validator(schema) for name, schema in every.items()}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_every_example_is_an_event_by_schema_and_by_program(
    example: dict[str, Any], schemas: dict[str, Draft202012Validator]
) -> None:
    schemas["any"].validate(example)
    schemas[example["type"]].validate(example)
    assert parse_event(json.dumps(example)).id == example["id"]


def test_every_type_is_named() -> None:
    assert [
        name for name in type_schemas() if f"`{name}`" not in TEXT and f'"{name}"' not in TEXT
    ] == []


def test_the_examples_sent_in_order_make_a_hand(address: str, tmp_path: Path) -> None:
    result = httpx.post(
        f"{address}/feed/events",
        content=json.dumps(EXAMPLES[1:]),
        headers={"Content-Type": "application/json", **SIGNED},
        trust_env=False,
        timeout=60,
    ).json()
    assert {each["outcome"] for each in result["outcomes"]} == {"accepted"}
    assert [each.get("reason") for each in result["outcomes"]] == [None] * len(EXAMPLES[1:])
    with open_store(tmp_path / "docs.db") as store:
        (deal,) = store.deals()
        (flag,) = store.flags().values()
        assert (deal.key.number, deal.plays, flag.word) == (31, (), "void")


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs program: curl")
def test_the_curl_line_sends_a_file(address: str, tmp_path: Path) -> None:
    lines = [json.dumps(example) for example in EXAMPLES[1:5]]
    (tmp_path / "events.ndjson").write_text("\n".join(lines))
    assert CURL is not None
    command = CURL[1].replace("http://127.0.0.1:8000", address)
    done = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, capture_output=True, check=True, timeout=60
    )
    assert json.loads(done.stdout)["accepted"] == 4


def test_the_client_loses_nothing_and_fills_gaps(address: str, tmp_path: Path) -> None:
    assert CLIENT is not None
    assert len([line for line in CLIENT[1].splitlines() if line]) <= 22
    space: dict[str, Any] = {}
    exec(CLIENT[1], space)
    feed = space["Feed"](address)
    events = [json.loads(event_json(event)) for event in session_events(3, 5, tables=2)]
    start = [event for event in events if event.get("table") is None]
    own = [event for event in events if event.get("table") == "1"]
    httpx.post(f"{address}/feed/events", content=json.dumps(start), trust_env=False, timeout=60)
    feed.send(own[0])
    feed.url = "http://127.0.0.1:9"
    feed.send(own[1])
    assert len(feed.waiting) == 1
    feed.url = address
    feed.send(own[2])
    assert feed.waiting == {}
    feed.sent[own[3]["seq"]] = json.dumps(own[3])
    for event in own[4:]:
        feed.send(event)
    feed.fill_gaps("1", "device-1")
    with open_store(tmp_path / "docs.db") as store:
        assert store.gaps() == []
        assert [len(deal.plays) for deal in store.deals()] == [1, 1, 1]
