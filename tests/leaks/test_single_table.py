"""A group of one table: chips and board at once, hole cards after the delay, by every way out; and
no word of comparison (DESIGN, OBS and other playout)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from addresses import STATIC
from halves import Answer, Half, ask, first_word, half
from ways import METRICS, routes_of

from producer.events import parse_event
from producer.feeds import Received
from producer.record import open_store
from producer.release import by_hand

NO_LIMIT = {"betting": "no-limit", "small_blind": 50, "big_blind": 100, "stack": 10000}
FIXED = {**NO_LIMIT, "betting": "fixed-limit"}
LINES = {
    "no-limit": ("raise", 300, 1000),
    "fixed-limit": ("raise", 200, 300),
}
"""Seat 1's raise, and what both have put in when seat 1 folds on the flop."""


def hand(betting: str, held: dict[str, str]) -> list[dict[str, Any]]:
    """A hand that ends without a showdown, so that it is legal with any cards."""
    action, opened, three_bet = LINES[betting]
    moves = [(1, action, opened), (2, "raise", three_bet), (1, "call", three_bet)]
    told: list[tuple[str, str | None, dict[str, Any]]] = [
        ("deal.cards", None, {"deal": 1, "button": 1, "cards": held}),
        ("hand.started", "1", {"deal": 1, "hand": 1, "button": 1}),
        *(
            ("hand.action", "1", {"n": n, "seat": seat, "action": action, "to": to})
            for n, (seat, action, to) in enumerate(moves, 1)
        ),
        ("hand.board", "1", {"cards": "Qc9h3d"}),
        ("hand.action", "1", {"n": 4, "seat": 2, "action": "bet", "to": 100}),
        ("hand.action", "1", {"n": 5, "seat": 1, "action": "fold"}),
        ("hand.finished", "1", {"result": {"1": -three_bet, "2": three_bet}}),
    ]
    game = NO_LIMIT if betting == "no-limit" else FIXED
    players = {"1": {"name": "Ada Lind"}, "2": {"name": "Bo Ek"}}
    table = {"game": game, "players": players}
    opening = {"kind": "live", "title": "Cash game", "tables": {"1": table}}
    every = [("session.opened", None, opening), *told]
    return [_event(n, *each) for n, each in enumerate(every)]


def _event(n: int, kind: str, table: str | None, data: dict[str, Any]) -> dict[str, Any]:
    if kind.startswith("hand."):
        data = {"deal": 1, "hand": 1, **data}
    place = {} if table is None else {"table": table}
    return {
        **{"id": f"cash/{n}", "session": "cash", "group": "A", "source": "test"},
        **{"type": kind, "data": data},
        **place,
    }


@contextmanager
def record(folder: Path, told: list[dict[str, Any]], minutes: int) -> Iterator[Half]:
    """A service on a record of these events, with a delay."""
    folder.mkdir(exist_ok=True)
    with open_store(folder / "duplicast.db") as store:
        raw = [json.dumps(each).encode() for each in told]
        items = [Received(each, parse_event(each), f"feed:{n}") for n, each in enumerate(raw, 1)]
        assert {taken.outcome for taken in store.ingest(items)} == {"accepted"}
    with half(folder, whole=True) as one:
        by_hand.set_delay(one.gate, ("cash", "A"), minutes, "the agreed delay", "hunter")
        yield one


def answers(one: Half) -> dict[str, object]:
    """What every page says to everybody who may not see sealed cards."""
    said: dict[str, object] = {}
    for path, method, _ in routes_of(one.client.app):  # type: ignore[arg-type]
        if method != "GET" or path in STATIC | {METRICS} or "{" in path.replace("{reference}", ""):
            continue
        for role in ("overlay", "scorer"):
            where = path.replace("{reference}", "cash/A/1")
            said[f"{role} {path}"] = _without_times(ask(one, role, "GET", where, None))
    said["channel"] = first_word(one, "overlay", "/live/table-1")
    return said


def _without_times(answer: Answer) -> str:
    """Without any number: some are times of day, and none is of a card here."""
    return re.sub(r"\d+", "", str(answer))


@pytest.mark.parametrize("betting", LINES)
def test_hole_cards_leave_by_no_way_before_the_delay_has_passed(
    tmp_path: Path, betting: str
) -> None:
    """Chips and board are drawn while the hand is played; of two tables that differ in nothing but
    held cards every answer is the same."""
    cards = ({"1": "AsAh", "2": "KsKh"}, {"1": "TsTh", "2": "JsJh"})
    hands = [hand(betting, held) for held in cards]
    found = []
    for n, told in enumerate(hands):
        with record(tmp_path / str(n), told, minutes=15) as one:
            found.append(answers(one))
    assert {way for way in found[0] if found[0][way] != found[1][way]} == set()
    drawn = str(found[0]["channel"])
    assert "BO EK" in drawn.upper()
    assert drawn.count('"key":"plate-') == 2


def test_a_released_hand_is_shown_whole_without_a_word_of_comparison(tmp_path: Path) -> None:
    """Kings won ten big blinds from aces; there is nothing to compare them with."""
    with record(tmp_path, hand("no-limit", {"1": "AsAh", "2": "KsKh"}), minutes=0) as one:
        signed = {"Authorization": f"Bearer {one.tokens['producer']}"}
        pages = [one.client.get(path, headers=signed).text for path in ("/", "/deals/cash/A/1")]
        (listed,) = one.client.get("/api/deals", headers=signed).json()
    assert all("Bo Ek won 10 big blinds" in page for page in pages)
    assert listed["headline"] == "Bo Ek won 10 big blinds"
    for words in ("v average", "Rank", "Picks of this deal", "No fork", "1 tables", "suggested"):
        assert all(words not in page for page in pages), words
