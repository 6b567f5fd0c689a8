"""The demo's real hands: every fact equal to the match logs they were taken from."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from producer.events import Event, HandRecorded, HandRecordedEvent, SessionOpenedEvent
from producer.feeds import Received, read
from producer.record import open_store

ROOT = Path(__file__).parents[2]
REAL = ROOT / "assets" / "demo" / "real.ndjson"
LOGS = ROOT.parent / "shared" / "data" / "poker" / "lbr"

LOG_OF = {
    "ds-r1": "lbr_fcpa_ds_r1.out",
    "ds-s1": "lbr_fcpa_ds_s1.out",
    "dsFCPA-r1": "lbr_fcpa_dsFCPA_r1.out",
    "dsFCPA-s1": "lbr_fcpa_dsFCPA_s1.out",
    "Hyp14-r1": "lbr_fcpa_Hyp14_r1_288761.mp2.m.out",
    "Hyp14-s1": "lbr_fcpa_Hyp14_s1_288761.mp2.m.out",
}
DEALS = range(411, 451)
STAKES, STACK = {"small": 50, "big": 100}, 20_000

_HAND = re.compile(
    r"(?P<number>\d+):(?P<big>\w+),(?P<small>\w+):0(?P<betting>[crf\d/]*)"
    r":(?P<big_cards>\w{4}),(?P<small_cards>\w{4})\|(?P<board>[\w/]*)"
    r":(?P<big_won>-?\d+),(?P<small_won>-?\d+)\("
)


def _events() -> list[Event]:
    items = list(read(REAL))
    assert all(isinstance(item, Received) for item in items)
    return [item.event for item in items if isinstance(item, Received)]


def _hands() -> dict[tuple[str, int], HandRecorded]:
    return {
        (event.table or "", event.data.deal): event.data
        for event in _events()
        if isinstance(event, HandRecordedEvent)
    }


def test_forty_deals_at_six_tables_are_all_accepted(tmp_path: Path) -> None:
    with open_store(tmp_path / "record.db") as store:
        tally = store.append(read(REAL))
        assert (tally.new, tally.known, tally.quarantined) == (241, 0, 0)
        assert store.quarantine() == []
        deals = list(store.deals())
    assert [deal.key.number for deal in deals] == list(DEALS)
    assert all({play.table for play in deal.plays} == set(LOG_OF) for deal in deals)
    assert all(len(deal.plays) == 6 for deal in deals)
    assert all(sum(play.result.values()) == 0 for deal in deals for play in deal.plays)


def test_small_and_its_source_is_named() -> None:
    assert REAL.stat().st_size < 200_000
    opening = _events()[0]
    assert isinstance(opening, SessionOpenedEvent)
    assert opening.data.kind == "archive"
    for word in ("University of Alberta", "DeepStack", "local best response", "2017"):
        assert word in (opening.data.credit or "")


@dataclass
class _Told:
    """A hand of a log, read apart from the project's own reader."""

    button: str
    cards: dict[str, str]
    board: str
    won: dict[str, int]
    moves: list[tuple[int, str, str, int | None]]


def _told(line: str) -> tuple[int, _Told] | None:
    hand = _HAND.match(line)
    if hand is None:
        return None
    name = {side: hand[side] for side in ("big", "small")}
    return int(hand["number"]), _Told(
        button=name["small"],
        cards={name[side]: hand[f"{side}_cards"] for side in name},
        board=hand["board"].replace("/", ""),
        won={name[side]: int(hand[f"{side}_won"]) for side in name},
        moves=[(street, name[side], *rest) for street, side, *rest in _moves(hand["betting"])],
    )


def _moves(betting: str) -> Iterator[tuple[int, str, str, int | None]]:
    """Street, side, action and street total; ``rN`` adds N to a call; filler ``c`` left out."""
    total = dict(STAKES)
    for street, text in enumerate(betting.split("/")):
        before = {"small": 0, "big": 0} if street == 0 else dict(total)
        side = "small" if street == 0 else "big"
        for token in re.findall(r"r\d+|c|f", text):
            other = "big" if side == "small" else "small"
            owed = total[other] - total[side]
            if token == "f":
                yield street, side, "fold", None
            elif token != "c":
                action = "bet" if street and total[other] == before[other] else "raise"
                total[side] = total[other] + int(token[1:])
                yield street, side, action, total[side] - before[side]
            elif owed:
                total[side] = total[other]
                yield street, side, "call", total[side] - before[side]
            elif total[side] < STACK:
                yield street, side, "check", None
            side = other


@pytest.mark.skipif(not LOGS.is_dir(), reason="the match logs lie beside the checkout only")
@pytest.mark.parametrize("table", LOG_OF)
def test_every_hand_equals_its_log(table: str) -> None:
    output = dict(filter(None, map(_told, (LOGS / LOG_OF[table]).read_text().splitlines())))
    opening = _events()[0]
    assert isinstance(opening, SessionOpenedEvent)
    info = opening.data.tables[table]
    game = info.game
    assert (game.betting, game.small_blind, game.big_blind, game.stack) == (
        "no-limit",
        STAKES["small"],
        STAKES["big"],
        STACK,
    )
    opponent = "Hyp14" if "Hyp14" in table else "DeepStack"
    seat_of = {
        "BR" if player.name == "BR" else "Player": seat for seat, player in info.players.items()
    }
    assert {player.name for player in info.players.values()} == {"BR", opponent}
    # seat 1 is the name listed first in the log's first hand, the big blind there
    assert seat_of[output[1].button] == 2

    hands = _hands()
    streets = ("preflop", "flop", "turn", "river")
    for number in DEALS:
        source, hand = output[number], hands[table, number]
        assert hand.hand == number
        assert hand.button == seat_of[source.button]
        assert hand.cards == {seat_of[name]: cards for name, cards in source.cards.items()}
        assert hand.board == source.board
        assert hand.result == {seat_of[name]: won for name, won in source.won.items()}
        assert [(move.street, move.seat, move.action, move.to) for move in hand.line] == [
            (streets[street], seat_of[name], action, to)
            for street, name, action, to in source.moves
        ]
