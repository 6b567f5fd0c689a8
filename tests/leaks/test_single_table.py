"""A group of one table: chips and board at once, hole cards after the delay, by every way out; and
no word of comparison (DESIGN, OBS and other playout)."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from addresses import STATIC
from effort import counts
from halves import Answer, Half, ask, first_word, half
from ways import METRICS, routes_of

from producer.events import Event, event_json, parse_event
from producer.feeds import Received
from producer.record import open_store
from producer.release import by_hand
from producer.simulate import session_events
from producer.simulate.tournament import tournament_events

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
    """A service on a record of these events, with a delay for every table that was dealt cards."""
    folder.mkdir(exist_ok=True)
    with open_store(folder / "duplicast.db") as store:
        raw = [json.dumps(each).encode() for each in told]
        items = [Received(each, parse_event(each), f"feed:{n}") for n, each in enumerate(raw, 1)]
        assert {taken.outcome for taken in store.ingest(items)} == {"accepted"}
    with half(folder, whole=True) as one:
        for session in {each["session"] for each in told if each["type"] == "deal.cards"}:
            by_hand.set_delay(one.gate, (session, "A"), minutes, "the agreed delay", "hunter")
        yield one


def answers(one: Half, deal: str = "cash/A/1") -> dict[str, object]:
    """What every page says, of ``deal`` or of all, to everybody who may not see sealed cards."""
    said: dict[str, object] = {}
    for path, method, _ in routes_of(one.client.app):  # type: ignore[arg-type]
        if method != "GET" or path in STATIC | {METRICS} or "{" in path.replace("{reference}", ""):
            continue
        for role in ("overlay", "scorer"):
            where = path.replace("{reference}", deal)
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


GAMES: dict[str, Callable[[int], Iterable[Event]]] = {
    "a cash game": lambda seed: session_events(5, seed, tables=1),
    "a tournament": lambda seed: tournament_events(seed, 12),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(1, counts(2, 25)))
def test_no_hole_card_leaves_at_any_point_of_a_walk(tmp_path: Path, game: str, seed: int) -> None:
    """Up to a random event of a simulated game, played by two sets of hole cards where none was
    shown down."""
    lots = Random(f"{game}/{seed}")
    every = [json.loads(event_json(each)) for each in GAMES[game](seed)]
    begun = next(n for n, each in enumerate(every) if each["type"] == "hand.action")
    told = every[: lots.randint(begun + 1, len(every))]
    other, moved = with_other_cards(told)
    deal = lots.choice(sorted(moved))
    found = []
    for name, events in (("one", told), ("other", other)):
        with record(tmp_path / name, events, minutes=9999) as one:
            found.append(answers(one, deal))
    assert {way for way in found[0] if found[0][way] != found[1][way]} == set()
    assert '"key":"plate-' in str(found[0]["channel"]), "the table is on its channel"


def with_other_cards(told: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], set[str]]:
    """The events with every hand's hole cards one seat further, unless they were shown down; and
    the names of the deals whose cards they are."""
    folds: Counter[tuple[str, int]] = Counter()
    ended = set()
    for each in told:
        key = each["session"], each["data"].get("deal", 0)
        folds[key] += each["type"] == "hand.action" and each["data"]["action"] == "fold"
        if each["type"] == "hand.finished":
            ended.add(key)
    found, moved = [], set()
    for each in told:
        data = each["data"]
        key = each["session"], data.get("deal", 0)
        if each["type"] == "deal.cards" and (
            key not in ended or folds[key] == len(data["cards"]) - 1
        ):
            seats, held = [*data["cards"]], [*data["cards"].values()]
            other = dict(zip(seats, [*held[1:], held[0]], strict=True))
            found.append({**each, "data": {**data, "cards": other}})
            moved.add(f"{key[0]}/A/{key[1]}")
        else:
            found.append(each)
    return found, moved


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
