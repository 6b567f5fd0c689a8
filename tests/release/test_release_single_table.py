"""A single-table group shows chips and board at once, hole cards once the deal is released."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from producer.acts import RosterExpected, RosterExpectedAct
from producer.events import parse_event
from producer.feeds import Received
from producer.games.cards import parse_cards
from producer.record import CurrentHand, RecordSnapshot, open_store
from producer.release import Gate

EXIT = "command:deals"
DELAY = timedelta(minutes=15)
PLAYERS = {"1": {"name": "Ada"}, "2": {"name": "Bo"}}
GAME = {"betting": "no-limit", "small_blind": 5, "big_blind": 10, "stack": 1000}
CARDS = {"1": "AsAh", "2": "KsKh"}
HAND: list[tuple[str, dict[str, Any]]] = [
    ("hand.started", {"button": 1, "stacks": {"1": 1000, "2": 900}}),
    ("hand.action", {"n": 1, "seat": 1, "action": "raise", "to": 30}),
    ("hand.action", {"n": 2, "seat": 2, "action": "call", "to": 30}),
    ("hand.board", {"cards": "Qs9h3d"}),
    ("hand.action", {"n": 3, "seat": 2, "action": "bet", "to": 40}),
    ("hand.action", {"n": 4, "seat": 1, "action": "fold"}),
    ("hand.finished", {"result": {"1": -30, "2": 30}}),
]


class Desk:
    """A gate with a clock set by the test, and events sent to it."""

    def __init__(self, db: Path) -> None:
        self.ahead = timedelta(0)
        self.gate = Gate(open_store(db), DELAY, lambda: datetime.now(UTC) + self.ahead)

    def tell(
        self, kind: str, data: dict[str, Any], table: str | None = "1", session: str = "S"
    ) -> None:
        output = {"session": session, "group": "A", "source": "test", "type": kind, "data": data}
        output |= {"id": json.dumps([session, table, kind, data])[:200]}
        output |= {"table": table} if table else {}
        raw = json.dumps(output).encode()
        (taken,) = self.gate.ingest([Received(raw, parse_event(raw), "test:1")])
        assert taken.outcome in ("accepted", "known"), taken

    def open(self, *tables: str, session: str = "S") -> None:
        rosters = {name: {"game": GAME, "players": PLAYERS} for name in tables}
        self.tell("session.opened", {"kind": "live", "tables": rosters}, None, session)

    def play(self, events: int, deal: int = 1, table: str = "1") -> None:
        for kind, data in HAND[:events]:
            self.tell(kind, {"deal": deal, "hand": deal, **data}, table)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path / "alone.db")
    yield desk
    desk.gate.close()


def test_chips_and_board_at_once_hole_cards_after_the_delay(desk: Desk) -> None:
    desk.open("1")
    assert desk.gate.on_table("1", EXIT) is None
    desk.tell("deal.cards", {"deal": 1, "button": 1, "cards": CARDS, "board": "Qs9h3d2c2d"}, None)
    desk.play(5)
    deal, open_cards, _ = desk.gate.on_table("1", EXIT) or (None, None, None)
    assert deal is not None
    assert [(move.street, move.action, move.to) for move in deal.plays[0].line] == [
        ("preflop", "raise", 30),
        ("preflop", "call", 30),
        ("flop", "bet", 40),
    ]
    assert (len(deal.board), dict(deal.cards), open_cards) == (3, {}, False)
    assert deal.plays[0].stacks == {1: 1000, 2: 900}
    desk.play(7)
    for minutes, cards in ((14, []), (16, [1, 2])):
        desk.ahead = timedelta(minutes=minutes)
        deal, open_cards, _ = desk.gate.on_table("1", EXIT) or (None, None, None)
        assert deal is not None
        assert (list(deal.cards), open_cards) == (cards, bool(cards))


def test_a_table_with_the_cards_of_other_tables_shows_nothing(desk: Desk) -> None:
    desk.open("1", "2")
    desk.play(5)
    assert desk.gate.on_table("1", EXIT) is None


def test_a_roster_that_will_grow_is_not_a_single_table(desk: Desk) -> None:
    desk.open("1")
    desk.play(5)
    assert desk.gate.on_table("1", EXIT) is not None
    act = RosterExpected(session="S", group="A", tables=2, reason="table 2 comes later")
    desk.gate.act(RosterExpectedAct(at=datetime.now(UTC), by="test", data=act))
    assert desk.gate.on_table("1", EXIT) is None


def test_a_second_table_in_the_roster_ends_the_live_picture(desk: Desk) -> None:
    desk.open("1")
    desk.play(5)
    assert desk.gate.on_table("1", EXIT) is not None
    desk.open("2")
    assert desk.gate.on_table("1", EXIT) is None


def test_the_same_cards_still_to_come_elsewhere_seal_the_table(desk: Desk) -> None:
    """RULES P11: cards are protected, not labels."""
    deck = {"deal": 1, "button": 1, "cards": CARDS, "board": "Qs9h3d2c2d"}
    desk.open("1")
    desk.tell("deal.cards", deck, None)
    desk.play(5)
    assert desk.gate.on_table("1", EXIT) is not None
    desk.open("9", session="T")
    desk.tell("deal.cards", deck, None, session="T")
    assert desk.gate.on_table("1", EXIT) is None


def test_two_hands_in_common_by_chance_leave_the_table_on_air(desk: Desk) -> None:
    """A table of another session, with three players, was dealt two of its hands again."""
    desk.open("1")
    desk.tell("deal.cards", {"deal": 1, "button": 1, "cards": CARDS}, None)
    desk.play(2)
    desk.open("9", session="T")
    others = {"deal": 5, "button": 2, "cards": {"1": "KsKh", "2": "7c6c", "3": "AsAh"}}
    desk.tell("deal.cards", others, None, session="T")
    deal, _, _ = desk.gate.on_table("1", EXIT) or (None, None, None)
    assert deal is not None
    assert len(deal.plays[0].line) == 1


def test_events_during_a_look_are_shown_by_the_rules_that_then_apply(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RULES P11: a table that has just ceased to be single shows nothing it has sent since."""
    desk.open("1")
    desk.play(2)
    writer, read = Desk(tmp_path / "alone.db"), RecordSnapshot.current_hand

    def meanwhile(record: RecordSnapshot, *asked: Any) -> CurrentHand | None:
        writer.open("2")
        writer.play(3)
        return read(record, *asked)

    with monkeypatch.context() as patch:
        patch.setattr(RecordSnapshot, "current_hand", meanwhile)
        deal, _, _ = desk.gate.on_table("1", EXIT) or (None, None, None)
    assert list(writer.gate.sessions()[0].tables) == ["1", "2"]
    writer.gate.close()
    assert deal is not None
    assert (deal.tables, len(deal.plays[0].line)) == (("1",), 1)
    assert desk.gate.on_table("1", EXIT) is None


@pytest.mark.parametrize("kind", ["hand.voided", "hand.under_review"])
def test_void_hands_and_hands_under_review_are_not_shown(desk: Desk, kind: str) -> None:
    desk.open("1")
    desk.play(5)
    desk.tell(kind, {"deal": 1, "hand": 1, "reason": "an exposed card"})
    assert desk.gate.on_table("1", EXIT) is None


@pytest.mark.parametrize("ended", [True, False])
def test_a_correction_is_shown_before_the_hole_cards_are_released(desk: Desk, ended: bool) -> None:
    """Of an ended hand, or of one recorded as a whole because its device is broken."""
    desk.open("1")
    desk.tell("deal.cards", {"deal": 1, "button": 1, "cards": CARDS, "board": "Qs9h3d2c2d"}, None)
    desk.play(7 if ended else 5)
    names = ("seat", "action", "to")
    output = [data for kind, data in HAND if kind == "hand.action"]
    line = [{name: data[name] for name in names if name in data} for data in output]
    for number, move in enumerate(line):
        move["street"] = "preflop" if number < 2 else "flop"
    line[2]["to"] = 50
    data = {"deal": 1, "hand": 1, "reason": "the bet was 50", "line": line}
    desk.tell("hand.corrected", {**data, "result": {"1": -30, "2": 30}})
    deal, open_cards, _ = desk.gate.on_table("1", EXIT) or (None, None, None)
    assert deal is not None
    (play,) = deal.plays
    assert [move.to for move in play.line] == [30, 30, 50, None]
    assert (len(deal.board), dict(deal.cards), dict(play.result), open_cards) == (3, {}, {}, False)
    assert deal.plays[0].stacks == {1: 1000, 2: 900}
    desk.ahead = timedelta(minutes=16)
    deal, open_cards, _ = desk.gate.on_table("1", EXIT) or (None, None, None)
    assert deal is not None
    assert (list(deal.cards), open_cards) == ([1, 2], True)


def test_a_corrected_board_is_shown_as_far_as_dealt(desk: Desk) -> None:
    desk.open("1")
    desk.tell("deal.cards", {"deal": 1, "button": 1, "cards": CARDS, "board": "Qs9h3d2c2d"}, None)
    desk.play(7)
    output = {"deal": 1, "reason": "the nine is of clubs", "board": "Qs9c3d2c2d"}
    desk.tell("deal.corrected", output, None)
    deal, _, _ = desk.gate.on_table("1", EXIT) or (None, None, None)
    assert deal is not None
    assert deal.board == parse_cards("Qs9c3d")


def test_illegal_actions_are_left_out(desk: Desk) -> None:
    desk.open("1")
    desk.play(3)
    desk.tell("hand.action", {"deal": 1, "hand": 1, "n": 3, "seat": 1, "action": "raise", "to": 5})
    deal, _, _ = desk.gate.on_table("1", EXIT) or (None, None, None)
    assert deal is not None
    assert len(deal.plays[0].line) == 2


def test_a_hand_ended_while_the_clock_was_wrong_is_released_once_it_is_right(desk: Desk) -> None:
    desk.open("1")
    desk.tell("deal.cards", {"deal": 1, "button": 1, "cards": CARDS, "board": "Qs9h3d2c2d"}, None)
    for hours, cards in ((-1, []), (1, [1, 2])):
        desk.ahead = timedelta(hours=hours)
        desk.play(6)
        assert desk.gate.on_table("1", EXIT) is not None
        desk.play(7)
        deal, _, _ = desk.gate.on_table("1", EXIT) or (None, None, None)
        assert list(deal.cards if deal else ()) == cards
