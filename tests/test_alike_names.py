"""Names of sessions and groups may hold slashes: S/A and B are written like S and A/B."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from producer.cli import command_line
from producer.events import Event, event_json, parse_event
from producer.feeds import Received
from producer.games.line import DealKey
from producer.record import Store, open_store
from producer.record.intake.decisions import NoGap, declare_lost
from producer.release import AmbiguousDeal, Gate, NotAvailable, by_hand
from producer.release.gate import resolve

ONE, OTHER = ("S", "A/B"), ("S/A", "B")
PLAYERS = {"1": {"name": "Ada"}, "2": {"name": "Bo"}}
TABLE = {
    "game": {"betting": "no-limit", "small_blind": 5, "big_blind": 10, "stack": 1000},
    "players": PLAYERS,
}
OPENED = {"kind": "live", "tables": {"1": TABLE, "2": TABLE}}


def result(group: tuple[str, str], kind: str, data: dict[str, Any], **more: Any) -> Event:
    session, name = group
    envelope = {"session": session, "group": name, "source": "d", "type": kind, "data": data}
    return parse_event(json.dumps(envelope | {"id": f"{session}|{name}|{kind}"} | more))


def fill(store: Store, *groups: tuple[str, str]) -> None:
    """Each opened, with the cards of a deal of its own and a gap at table 1."""
    decks = {ONE: {"1": "AsAh", "2": "KsKh"}, OTHER: {"1": "QsQh", "2": "JsJh"}}
    for group in groups:
        events = (
            result(group, "session.opened", OPENED),
            result(group, "deal.cards", {"deal": 1, "button": 1, "cards": decks[group]}),
            result(group, "table.clock", {"paused": False}, table="1", seq=5),
        )
        store.append([Received(event_json(event).encode(), event, "feed") for event in events])


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.chdir(tmp_path)
    with open_store(tmp_path / "duplicast.db") as opened:
        yield opened


def run(*words: str, status: int = 0) -> str:
    done = CliRunner().invoke(command_line(), list(words))
    assert done.exit_code == status, done.output
    return done.output


def test_a_deal_of_a_group_with_a_slash_is_named_in_full(store: Store) -> None:
    fill(store, ONE)
    gate = Gate(store)
    assert by_hand.seal(gate, ["S/A/B/1"], "why", "me") == [DealKey(*ONE, 1)]
    assert by_hand.release(gate, ["S/A/B/1"], "why", "me") == [DealKey(*ONE, 1)]
    run("house", "delay", "S/A/B", "7", "--reason", "why")
    run("house", "end", "S/A/B", "--reason", "why")


def test_neither_of_two_deals_written_alike_is_chosen(store: Store) -> None:
    fill(store, ONE, OTHER)
    keys = [DealKey(*ONE, 1), DealKey(*OTHER, 1)]
    with pytest.raises(AmbiguousDeal) as refused:
        by_hand.release(Gate(store), ["S/A/B/1"], "why", "me")
    assert refused.value.candidates == (
        "deal 1 of group A/B of session S",
        "deal 1 of group B of session S/A",
    )
    assert [resolve(key, keys) for key in keys] == keys
    with pytest.raises(NotAvailable):
        resolve(keys[0], keys[1:])
    words = run("house", "delay", "S/A/B", "7", "--reason", "why", status=2)
    assert "may be group A/B of session S, group B of session S/A" in " ".join(words.split())


def test_the_gaps_of_two_tables_written_alike_stay_open(store: Store) -> None:
    fill(store, ONE, OTHER)
    with pytest.raises(NoGap, match="may be table 1 of group A/B of session S; table 1 of group B"):
        declare_lost(store, "S/A/B/1", "why", "me")
    assert len(store.gaps()) == 2
    (gap,) = declare_lost(store, ("S/A", "B", "1"), "why", "me")
    assert (gap.session, gap.group) == OTHER
    (gap,) = declare_lost(store, "S/A/B/1", "why", "me")
    assert (gap.session, gap.group) == ONE
