"""After every event an open gate answers exactly like a newly opened one (RULES P11).

Two and three groups of one session and one of another arrive event by event, with the same cards
under other numbers and seats, corrections, voids, reviews, decisions and a clock that moves.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from effort import counts
from hypothesis import given, settings
from hypothesis import strategies as st

from producer.events import event_json, parse_event
from producer.feeds import Received, Refused
from producer.problems import problem
from producer.record import Store, open_store
from producer.release import Gate, Verdict, by_hand
from producer.release.verdicts import NO_DELAY
from producer.simulate import session_events

EXIT, PRODUCER, ON_TABLE = "command:deals", "command:audit", "command:deals"
DELAY = timedelta(minutes=15)
STEPS = 60
DEALS = (1, 2)
DECKS = (
    ("AsAh", "KsKh", "Qs9h3d2c2d"),
    ("AsAh", "7c7d", "Jc8d4h5s6h"),  # the first deck's aces, and another flop
    ("QdQc", "JsTs", "9c9d2h3s4s"),
)
GAME = {"betting": "no-limit", "small_blind": 5, "big_blind": 10, "stack": 1000}
PLAYERS = {"1": {"name": "Ada"}, "2": {"name": "Bo"}}
TEAMS = {"X": {"name": "X"}, "Y": {"name": "Y"}}
WORLDS = (
    {("day", "A"): "12", ("day", "B"): "12"},
    {("day", "A"): "12", ("day", "B"): "2", ("day", "C"): "3"},
    {("day", "A"): "12", ("evening", "A"): "3"},
    {("day", "A"): "1", ("evening", "A"): "12"},
)
Group = tuple[str, str]
Told = tuple[str, dict[str, Any]]


def cards_of(deck: int, turned: bool) -> dict[str, str]:
    one, two, _ = DECKS[deck]
    return {"1": two, "2": one} if turned else {"1": one, "2": two}


def buttons(turned: bool) -> tuple[int, int]:
    """The seats of button and big blind."""
    return (2, 1) if turned else (1, 2)


def hand_of(deck: int, turned: bool) -> list[Told]:
    """A hand sent event by event; ``turned``: seats are numbered in the opposite direction."""
    button, blind = buttons(turned)
    return [
        ("hand.started", {"button": button, "stacks": {"1": 1000, "2": 900}}),
        ("hand.action", {"n": 1, "seat": button, "action": "raise", "to": 30}),
        ("hand.action", {"n": 2, "seat": blind, "action": "call", "to": 30}),
        ("hand.board", {"cards": DECKS[deck][2][:6]}),
        ("hand.action", {"n": 3, "seat": blind, "action": "bet", "to": 40}),
        ("hand.action", {"n": 4, "seat": button, "action": "fold"}),
        ("hand.finished", {"result": {str(button): -30, str(blind): 30}}),
    ]


class Evening:
    """A gate open from the start, and random events and decisions."""

    def __init__(self, lots: Random, store: Store) -> None:
        self.lots, self.store = lots, store
        self.ahead = timedelta(0)
        self.delay = lots.choice([NO_DELAY, DELAY])
        self.gate = Gate(store, self.delay, self.now)
        self.world: dict[Group, str] = lots.choice(WORLDS)
        self.deck = {(group, n): lots.randrange(3) for group in self.world for n in DEALS}
        self.turned = {group: lots.random() < 0.5 for group in self.world}
        self.serial = 0
        self.sent: list[Received | Refused] = []
        self.coming: dict[tuple[Group, str], Iterator[Told]] = {}
        self.seq: Counter[tuple[Group, str]] = Counter()
        self.hands: list[tuple[Group, str, int]] = []
        self.seen: Counter[str] = Counter()

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    def tell(self, group: Group, kind: str, data: dict[str, Any], table: str = "") -> None:
        self.serial += 1
        output: dict[str, Any] = {"session": group[0], "group": group[1], "source": "test"}
        output |= {"id": str(self.serial), "type": kind, "data": data}
        if table:
            output["table"] = table
        if table and kind in ("hand.started", "hand.action", "hand.board", "hand.finished"):
            self.seq[group, table] += 1
            output["seq"] = self.seq[group, table]
        raw = json.dumps(output).encode()
        self.sent.append(Received(raw, parse_event(raw), f"test:{self.serial}"))
        if self.lots.random() < 0.95:  # else it comes late, after the next one
            self.store.ingest(self.sent[::-1])
            self.sent = []

    def group(self) -> Group:
        return self.lots.choice(sorted(self.world))

    def open(self, group: Group | None = None) -> None:
        group = group or self.group()
        names = self.world[group][: self.lots.choice([1, 2, 2, 2])]
        rosters = {name: {"game": GAME, "players": PLAYERS} for name in names}
        teams = TEAMS if len(self.world[group]) == 2 and self.lots.random() < 0.5 else {}
        data = {"kind": "live", "tables": rosters, "teams": teams, "deals": len(DEALS)}
        self.tell(group, "session.opened", data)

    def office(self) -> None:
        group, deal = self.group(), self.lots.choice(DEALS)
        deck, turned = self.deck[group, deal], self.turned[group]
        data = {"deal": deal, "button": buttons(turned)[0], "cards": cards_of(deck, turned)}
        self.tell(group, "deal.cards", data | {"board": DECKS[deck][2]})

    def play(self) -> None:
        """Some of the next events of a table's hand."""
        group = self.group()
        table = self.lots.choice(self.world[group])
        for _ in range(self.lots.choice([1, 2, 7, 7])):
            if (group, table) not in self.coming:
                self.coming[group, table] = self.hand(group, table, self.lots.choice(DEALS))
            kind, data = next(self.coming[group, table])
            if kind == "hand.finished":
                del self.coming[group, table]
            self.tell(group, kind, data, table)
            self.compare()

    def hand(self, group: Group, table: str, deal: int) -> Iterator[Told]:
        self.hands.append((group, table, deal))
        number = len(self.hands)
        for kind, data in hand_of(self.deck[group, deal], self.turned[group]):
            yield kind, {"deal": deal, "hand": number, **data}

    def record(self) -> None:
        """A whole hand at once, its hole cards with it."""
        group, deal = self.group(), self.lots.choice(DEALS)
        table, turned = self.lots.choice(self.world[group]), self.turned[group]
        self.hands.append((group, table, deal))
        button, blind = buttons(turned)
        line = [{"street": "preflop", "seat": button, "action": "fold"}]
        data = {"deal": deal, "hand": len(self.hands), "button": button, "line": line}
        data |= {"cards": cards_of(self.deck[group, deal], turned)}
        result = {str(button): -5, str(blind): 5}
        self.tell(group, "hand.recorded", {**data, "result": result}, table)

    def say_afterwards(self) -> None:
        """A void, a review, its end or a correction of a hand."""
        if not self.hands:
            return
        hand = self.lots.randrange(max(0, len(self.hands) - 5), len(self.hands))
        group, table, deal = self.hands[hand]
        kind = self.lots.choice(
            ["hand.voided", "hand.under_review", "hand.cleared", "hand.corrected", "hand.corrected"]
        )
        data: dict[str, Any] = {"deal": deal, "hand": hand + 1, "reason": f"test {self.serial}"}
        if kind == "hand.voided":
            data["replay"] = self.lots.random() < 0.5
        if kind == "hand.corrected":
            data["players"] = {"1": {"name": f"another {self.serial}"}}
        self.tell(group, kind, data, table)

    def correct_deal(self) -> None:
        group, deal = self.group(), self.lots.choice(DEALS)
        cards = cards_of(self.lots.randrange(3), self.turned[group])
        self.tell(group, "deal.corrected", {"deal": deal, "cards": cards, "reason": "a test"})

    def doubt(self) -> None:
        """A table that is in no roster, or bytes that are no event."""
        if self.lots.random() < 0.5:
            self.tell(self.group(), "table.clock", {"paused": True}, "9")
        else:
            self.store.ingest([Refused(b"?", f"test:{self.serial}", problem("no-object"))])

    def discard(self) -> None:
        for entry in self.gate.quarantine(PRODUCER):
            if entry.decision is None:
                self.gate.decide(PRODUCER, entry.pos, "discard", "a test", "test")

    def decide(self) -> None:
        verdicts = self.gate.view(PRODUCER).verdicts
        group, deal = self.group(), self.lots.choice(DEALS)
        name, yes = f"{group[0]}/{group[1]}/{deal}", self.lots.random() < 0.5
        said = ("a test", "test")
        ways: list[Callable[[], object]] = [
            lambda: by_hand.set_delay(self.gate, group, self.lots.choice([0, 30]), *said),
            lambda: by_hand.end_session(self.gate, group, *said, ended=yes),
            lambda: by_hand.expect_tables(self.gate, group, self.lots.choice([1, 2, 3]), *said),
            lambda: by_hand.table_out(self.gate, group, self.world[group][0], *said, out=yes),
            lambda: by_hand.note_export(self.gate, "audit", "browser", "test"),
        ]
        if name in map(str, verdicts):
            ways.append(lambda: by_hand.release(self.gate, [name], *said))
            ways.append(lambda: by_hand.seal(self.gate, [name], *said))
        with suppress(by_hand.CannotDecide):  # it is not open, or the cards are played elsewhere
            self.lots.choice(ways)()

    def pass_time(self) -> None:
        self.ahead = timedelta(minutes=self.lots.choice([-20, 0, 14, 16, 31, 60]))

    def compare(self) -> None:
        at = self.now()  # for both: time passes between two questions
        anew = Gate(self.store, self.delay, lambda: at)
        self.gate.clock = anew.clock
        ours, theirs = self.gate.view(PRODUCER), anew.view(PRODUCER)
        assert list(ours.books.items()) == list(theirs.books.items())
        assert list(ours.verdicts.items()) == list(theirs.verdicts.items())
        assert ours.released == theirs.released
        assert (ours.until, ours.positions) == (theirs.until, theirs.positions)
        assert (ours.decisions, ours.acts) == (theirs.decisions, theirs.acts)
        deals, compared = self.gate.deals(EXIT), self.gate.comparisons(EXIT)
        assert deals == anew.deals(EXIT)
        assert compared == anew.comparisons(EXIT)
        assert sorted((each.deal for each in compared), key=lambda deal: deal.key) == deals
        for table in "123":
            found = self.gate.on_table(table, ON_TABLE)
            assert found == anew.on_table(table, ON_TABLE)
            self.seen["on the table" if found is None else f"on the table, open {found[1]}"] += 1
        self.seen.update(map(words, ours.verdicts.values()))
        self.gate.clock = self.now

    def go_on(self) -> None:
        for group in self.world:
            if self.lots.random() < 0.9:
                self.open(group)
        self.discard()
        usual = [self.play] * 6 + [self.record] * 4 + [self.office, self.pass_time] * 2
        seldom = [self.say_afterwards, self.correct_deal, self.decide, self.open]
        for _ in range(STEPS):
            self.lots.choice(usual + seldom)()
            self.compare()
            if self.lots.random() < 0.05:
                self.doubt()
                self.compare()
            if self.lots.random() < 0.3:
                self.discard()
                self.compare()


def words(verdict: Verdict) -> str:
    """Its kind and what it waits for, without names: ``sealed: table, the same cards``."""
    output = [" ".join(each.split()[:3]) for each in verdict.waits if not each[0].isdigit()]
    return f"{verdict.state}: {', '.join(['table'] * bool(verdict.tables) + output)}"


def evening(seed: int) -> Counter[str]:
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "a.db") as store:
        found = Evening(Random(seed), store)
        found.go_on()
        return found.seen


@settings(max_examples=counts(4, 300), deadline=None)
@given(st.integers(0, 2**32))
def test_p11_after_every_event_the_open_gate_answers_as_a_new_one(seed: int) -> None:
    evening(seed)


def test_the_random_evenings_cover_every_kind_of_verdict_and_answer() -> None:
    seen = sum((evening(seed) for seed in range(counts(6, 12))), Counter())
    for kind in (
        "released: ",
        "played out: the delay",
        "sealed: table",
        "sealed: the same cards",
        "sealed: sealed by hand",
        "sealed: the clock of",
        "sealed: table 9 (sends",
        "sealed: group day/B may",
        "on the table, open False",
        "on the table, open True",
    ):
        assert seen[kind] > 5, (kind, seen)


LIVE = "sim-1-10x3", "A"
DECISIONS: dict[str, Callable[[Gate, str], object]] = {
    "seal": lambda gate, deal: by_hand.seal(gate, [deal], "a test", "test"),
    "release": lambda gate, deal: by_hand.release(gate, [deal], "a test", "test"),
    "delay": lambda gate, _: by_hand.set_delay(gate, LIVE, 30, "a test", "test"),
    "out": lambda gate, _: by_hand.table_out(gate, LIVE, "1", "a test", "test"),
    "end": lambda gate, _: by_hand.end_session(gate, LIVE, "a test", "test"),
    "expect": lambda gate, _: by_hand.expect_tables(gate, LIVE, 9, "a test", "test"),
}


@pytest.mark.parametrize("what", DECISIONS)
def test_a_decision_applies_at_once_in_an_open_gate(tmp_path: Path, what: str) -> None:
    with open_store(tmp_path / "a.db") as store:
        events = session_events(10, 1, tables=3)
        store.append(Received(event_json(each).encode(), each, "test") for each in events)
        gate = Gate(store)
        before = gate.view(PRODUCER)
        DECISIONS[what](gate, str(before.released[0]))
        now = gate.view(PRODUCER)
        assert now.decisions != before.decisions
        assert (now.decisions, now.verdicts) == (
            (anew := Gate(store).view(PRODUCER)).decisions,
            anew.verdicts,
        )
