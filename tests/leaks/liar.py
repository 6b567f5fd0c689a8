"""A scoring device that lies: it guesses cards, results and ids in hands that are legal.

The same words serve the other tables, so that guesses are often right.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from producer.events import HoldemGame
from producer.games.cards import parse_cards
from producer.games.holdem import chip_scores
from producer.games.line import Move

Told = dict[str, Any]

OWN, OTHERS = "1", ("2", "3")
TABLES = (OWN, *OTHERS)
DEALS = (1, 2)
SEATS = (1, 2, 3)
GAME = {"betting": "no-limit", "small_blind": 5, "big_blind": 10, "stack": 1000}
PLAYERS = {str(seat): {"name": f"Player {seat}"} for seat in SEATS}
PACK = ["As", "Ah", "Ks", "Kh", "Qs", "Qh", "9h", "9d", "7d", "7c", "4c", "3d", "2c"]
"""So few cards that guesses meet the other tables' cards often."""


@dataclass(frozen=True)
class Deck:
    """What a deal is, or is guessed to be."""

    button: int
    cards: dict[str, str]
    board: str


def deal_out(lots: Random) -> Deck:
    pack = lots.sample(PACK, 11)
    cards = {str(seat): "".join(pack[2 * seat - 2 : 2 * seat]) for seat in SEATS}
    return Deck(lots.choice(SEATS), cards, "".join(pack[6:]))


@dataclass
class World:
    """``truth``: the decks that the office has. ``ids``: of events that any table has sent."""

    lots: Random
    truth: dict[int, Deck] = field(default_factory=dict)
    ids: list[str] = field(default_factory=list)
    serial: int = 0

    def __post_init__(self) -> None:
        self.truth = {deal: deal_out(self.lots) for deal in DEALS}
        if self.lots.random() < 0.5:  # one deck under two numbers
            self.truth[2] = self.truth[1]

    def id(self) -> str:
        """A new one, or one that somebody has used."""
        if self.ids and self.lots.random() < 0.1:
            return self.lots.choice(self.ids)
        return self.new_id()

    def new_id(self) -> str:
        self.serial += 1
        self.ids.append(f"e/{self.serial}")
        return self.ids[-1]

    def guess(self, deal: int) -> Deck:
        """The deal's deck, or one that is right in part, or wrong."""
        lots, truth = self.lots, self.truth[deal]
        if lots.random() < 0.5:
            return truth
        part = lots.choice(["all", "board", "button", "turn"])
        if part == "all":
            return deal_out(lots)
        if part == "button":
            return Deck(lots.choice(SEATS), truth.cards, truth.board)
        flop = truth.board[:6] if part == "turn" else ""
        known = flop + "".join(truth.cards.values())
        rest = lots.sample([card for card in PACK if card not in known], 5 - len(flop) // 2)
        return Deck(truth.button, truth.cards, flop + "".join(rest))


def opening(*tables: str, kind: str = "live", deals: int | None = None) -> Told:
    rosters = {table: {"game": GAME, "players": PLAYERS} for table in tables}
    data = {"kind": kind, "tables": rosters, "deals": deals}
    return _event(None, f"opened/{'+'.join(tables)}/{deals}", "session.opened", data)


def _event(table: str | None, id: str, kind: str, data: Told, **more: Any) -> Told:
    told = {"v": 1, "id": id, "session": "S", "group": "A", "table": table, "source": "office"}
    return {**told, "type": kind, "data": data, **more}


@dataclass
class Device:
    """Of one table. ``sent``: all its events so far; ``counts``: the next number by source;
    ``order``: of the message under way, the share of its events that bear a number: where it is
    between 0 and 1, some numbers are wrong."""

    world: World
    table: str
    sent: list[Told] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    order: float = 0

    def message(self) -> list[bytes]:
        """Some events, as bytes."""
        lots = self.world.lots
        self.order = lots.choice([0, 0, 1, 1, lots.random()])
        words = [*(self._hand, self._live) * 3, self._repeat, self._afterwards, self._rubbish]
        told = lots.choice(words)()
        if lots.random() < 0.1:
            lots.shuffle(told)
        if len(told) > 1 and lots.random() < 0.1:
            del told[lots.randrange(len(told))]
        self.sent += [each for each in told if isinstance(each, dict)]
        return [each if isinstance(each, bytes) else json.dumps(each).encode() for each in told]

    def _event(self, kind: str, data: Told, source: str) -> Told:
        return _event(self.table, self.world.id(), kind, data, source=source, **self._seq(source))

    def _seq(self, source: str) -> Told:
        lots, number = self.world.lots, self.counts.get(source, 1)
        if lots.random() >= self.order:
            return {}
        if self.order < 1 and lots.random() < 0.2:  # one that came, or will come
            return {"seq": max(1, number + lots.randint(-3, 3))}
        self.counts[source] = number + (2 if lots.random() < 0.02 else 1)
        return {"seq": number}

    def _source(self) -> str:
        return self.world.lots.choice(["d", "d", "d", "e"])

    def _numbers(self) -> tuple[int, int]:
        """Deal and hand, mostly alike."""
        lots = self.world.lots
        deal = lots.choice(DEALS) if lots.random() < 0.97 else 9
        return deal, deal if lots.random() < 0.6 else lots.randint(1, 4)

    def _played(self) -> tuple[Told, list[str]]:
        """A legal hand to its end, and the board cards of its streets."""
        lots = self.world.lots
        deal, hand = self._numbers()
        deck = self.world.guess(deal if deal in DEALS else 1)
        line = _line(lots, deck.button)
        streets = 5 if _is_shown(line) else {"preflop": 0, "flop": 3, "turn": 4}[line[-1][0]]
        cut = streets if lots.random() < 0.8 else lots.choice([0, 3, 4, 5])
        least = lots.choice([0, 0.5, 1])
        cards = {seat: deck.cards[seat] for seat in deck.cards if lots.random() < least}
        data = {
            "deal": deal, "hand": hand, "button": deck.button, "cards": cards,
            "board": deck.board[: 2 * cut],
            "line": [dict(zip(("street", "seat", "action", "to"), move, strict=True))
                     for move in line],
            "result": _result(lots, deck, line),
        }  # fmt: skip
        return data, [data["board"][:6], data["board"][6:8], data["board"][8:]]

    def _hand(self) -> list[Any]:
        return [self._event("hand.recorded", self._played()[0], self._source())]

    def _live(self) -> list[Any]:
        data, boards = self._played()
        if self.world.lots.random() < 0.25:
            boards = []
        source = self._source()
        hand = {"deal": data["deal"], "hand": data["hand"]}
        told = [self._event("hand.started", {**hand, "button": data["button"]}, source)]
        street = "preflop"
        for n, move in enumerate(data["line"], 1):
            if move["street"] != street:
                street = move["street"]
                told += self._board(hand, boards, source)
            action = {name: move[name] for name in ("seat", "action", "to")}
            told.append(self._event("hand.action", {**hand, "n": n, **action}, source))
        while any(boards):
            told += self._board(hand, boards, source)
        told.append(self._event("hand.finished", {**hand, "result": data["result"]}, source))
        lots = self.world.lots
        return told if lots.random() < 0.7 else told[: lots.randint(1, len(told))]

    def _board(self, hand: Told, boards: list[str], source: str) -> list[Told]:
        cards = boards.pop(0) if boards else ""
        return [self._event("hand.board", {**hand, "cards": cards}, source)] if cards else []

    def _repeat(self) -> list[Any]:
        """As it was, with another body, under another id, or with another number."""
        lots = self.world.lots
        if not self.sent:
            return [b"not JSON"]
        told = lots.choice(self.sent)
        how = lots.randrange(4)
        if how == 0:
            return [told]
        if how == 1:
            return [{**told, "source": "f"}]
        if how == 2:
            return [{**told, "id": self.world.id()}]
        return [{**told, "id": self.world.id(), **self._seq(told["source"])}]

    def _afterwards(self) -> list[Any]:
        lots = self.world.lots
        deal, hand = self._numbers()
        told: Told = {"deal": deal, "hand": hand, "reason": "so it was"}
        kind = lots.choice(
            ["hand.voided"] * 4 + ["hand.corrected"] * 4 + ["hand.under_review", "hand.cleared",
             "table.clock"]
        )  # fmt: skip
        if kind == "table.clock":
            told = {"paused": True}
        elif kind == "hand.voided":
            told["replay"] = lots.random() < 0.7
        elif kind == "hand.corrected":
            played = self._played()[0]
            names = lots.choice(
                [("line", "result"), ("button", "line", "result"), ("result",), ("cards", "board")]
            )
            told |= {name: played[name] for name in names}
        return [self._event(kind, told, self._source())]

    def _rubbish(self) -> list[Any]:
        lots = self.world.lots
        data = self._played()[0]
        good = self._event("hand.recorded", data, self._source())
        return [
            lots.choice(
                [
                    b"not JSON",
                    json.dumps({"id": lots.choice(self.world.ids or ["e"])}).encode(),
                    {**good, "data": {**data, "board": "AsAsAs"}},
                    {**good, "data": {**data, "result": {"1": 7, "2": 7}}},
                    {**good, "data": {**data, "cards": {"7": "AsKs"}}},
                    {**good, "data": {**data, "line": data["line"][:-1]}},
                ]
            )
        ]


def office(world: World) -> Told:
    """What the office says of a deal's deck: right, wrong or corrected."""
    lots = world.lots
    deal = lots.choice(DEALS)
    deck = world.guess(deal)
    cards = {seat: deck.cards[seat] for seat in deck.cards if lots.random() < 0.8}
    board = deck.board[: lots.choice([0, 6, 8, 10, 10])]
    if lots.random() < 0.6:
        data: Told = {"deal": deal, "button": deck.button, "cards": cards, "board": board}
        return _event(None, world.id(), "deal.cards", data)
    data = {"deal": deal, "reason": "misread"}
    some = {"button": deck.button, "cards": cards, "board": board}
    data |= {name: some[name] for name in some if lots.random() < 0.5} or {"cards": cards}
    return _event(None, world.id(), "deal.corrected", data)


def chosen(world: World) -> Told:
    """A producer's choice of a deck."""
    lots = world.lots
    data = {"deal": lots.choice(DEALS), "table": lots.choice([None, *TABLES]), "reason": "looked"}
    data["replay"] = lots.random() < 0.5
    return _event(None, f"chosen/{world.id()}", "deck.chosen", data, source="desk")


def own_act(world: World, kind: str, data: Told) -> Told:
    """A producer's act about the device's own table. The desk gives every act its own id."""
    return _event(OWN, f"act/{world.new_id()}", kind, data, source="desk")


def _line(lots: Random, button: int) -> list[tuple[str, int, str, int | None]]:
    """Everybody folds, all-ins to the showdown, or a fold on flop or turn."""
    small, big, first = ((button + n) % 3 + 1 for n in range(3))
    fold_first = ("preflop", first, "fold", None)
    if (how := lots.randrange(4)) == 0:
        return [fold_first, ("preflop", small, "fold", None)]
    if how == 1:
        called = lots.choice([1000, None])
        return [fold_first, ("preflop", small, "raise", 1000), ("preflop", big, "call", called)]
    to_flop = [
        ("preflop", first, "raise", 30),
        ("preflop", small, "fold", None),
        ("preflop", big, "call", 30),
        ("flop", big, "check", None),
    ]
    street = "flop"
    if how == 3:
        to_flop += [("flop", first, "check", None), ("turn", big, "check", None)]
        street = "turn"
    return [*to_flop, (street, first, "bet", 40), (street, big, "fold", None)]


def _is_shown(line: list[tuple[str, int, str, int | None]]) -> bool:
    return line[-1][2] == "call"


def _result(lots: Random, deck: Deck, line: list[tuple[str, int, str, int | None]]) -> Told:
    """The result of the hand with these cards, or another one that adds up to 0."""
    cards = {int(seat): parse_cards(hole) for seat, hole in deck.cards.items()}
    scores = chip_scores(
        HoldemGame.model_validate(GAME), deck.button, "ascending", dict.fromkeys(SEATS, 1000),
        cards, parse_cards(deck.board), tuple([Move(*move) for move in line]),
    )  # fmt: skip
    assert scores is not None, "no score although all cards are shown"
    result = {str(seat): int(chips) for seat, chips in scores.items()}
    if lots.random() < 0.3:
        one, other = lots.sample(sorted(result), 2)
        result[one], result[other] = result[other], result[one]
    return result
