"""Whatever is sent to the service's addresses: an answer in words, no error of ours, no traceback.

Requests are made by schemathesis from what the routes say they take, valid and broken ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from effort import counts
from hypothesis import HealthCheck, Phase, given, settings
from service import KEYS, SIGNED, TABLES, fill, guide, open_gate_on, serving

from producer.events import event_schema
from producer.settings import ObsSettings, Settings
from producer.web import create_app

EXAMPLES = counts(8, 400)
SLOW = frozenset({"/graphics/gallery"})
"""Draws every graphic, for designers: takes a few seconds."""


@pytest.fixture
def described(tmp_path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """A running service and what its routes take."""
    db = tmp_path / "web.db"
    fill(db, guide(), guide("sealed", "live", TABLES[:5]))
    with open_gate_on(db) as gate:
        result = create_app(gate, Settings(obs=ObsSettings(port=1)), KEYS).openapi()
        with serving(gate, tmp_path) as address:
            yield address, result


def with_feed(result: dict[str, Any]) -> dict[str, Any]:
    """With the feed's own address, which the framework does not describe."""
    text = json.dumps(event_schema()).replace("#/$defs/", "#/components/schemas/")
    event = json.loads(text)
    schemas = {**result["components"]["schemas"], **event.pop("$defs")}
    shapes = {"anyOf": [event, {"type": "array", "items": event}, {"type": "object"}]}
    body = {"content": {"application/json": {"schema": shapes}}}
    post = {"requestBody": body, "responses": {"200": {"description": "what became of each"}}}
    paths = {**result["paths"], "/feed/events": {"post": post}}
    return {**result, "paths": paths, "components": {**result["components"], "schemas": schemas}}


def test_no_request_causes_an_internal_error(described: tuple[str, dict[str, Any]]) -> None:
    address, result = described
    schema = schemathesis.openapi.from_dict(with_feed(result))
    asked = set()
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path in SLOW:
            continue
        asked.add(operation.path)

        @settings(
            max_examples=EXAMPLES,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def ask(case: schemathesis.Case) -> None:
            answer = case.call(base_url=address, headers=SIGNED, timeout=60)
            # 503 is what the service says where OBS or the disk is not there, in words
            assert answer.status_code < 500 or answer.status_code == 503, (case, answer.content)
            assert b"Traceback" not in answer.content, case
            if answer.status_code == 503:
                assert answer.json()["error"]

        ask()
    assert {"/feed/events", "/api/deals", "/api/take", "/api/channels/{channel}"} <= asked
