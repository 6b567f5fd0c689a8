"""The demo's bridge match: every fact equal to the file of boards it was taken from."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from producer.events import HandRecorded, HandRecordedEvent, SessionOpenedEvent
from producer.feeds import Received, read
from producer.games.line import DealKey
from producer.record import open_store
from producer.scoring.comparisons import imps

ROOT = Path(__file__).parents[2]
BRIDGE = ROOT / "assets" / "demo" / "bridge.ndjson"
PBN = ROOT.parent / "shared/data/bridge/endplay/tests/pbn/example2.pbn"

TEAMS = {"13": ("Sweden", "Croatia"), "5": ("Croatia", "Sweden")}
"""North and South, East and West, at the two tables."""

SEATS = {"N": 1, "E": 2, "S": 3, "W": 4}
CALLS = {"Pass": "pass", "X": "double", "XX": "redouble"}

TO_SWEDEN = [4, 13, 2, 12, 0, 5, -2, -2, 0, 0]
"""IMPs of boards 11 to 20, as the file has them in ScoreIMP."""


def opening_and_hands() -> tuple[SessionOpenedEvent, dict[tuple[str, int], HandRecorded]]:
    items = list(read(BRIDGE))
    assert all(isinstance(item, Received) for item in items)
    opening, *hands = [item.event for item in items if isinstance(item, Received)]
    assert isinstance(opening, SessionOpenedEvent)
    return opening, {
        (event.table or "", event.data.deal): event.data
        for event in hands
        if isinstance(event, HandRecordedEvent)
    }


def test_ten_boards_at_two_tables_are_all_accepted(tmp_path: Path) -> None:
    with open_store(tmp_path / "record.db") as store:
        tally = store.append(read(BRIDGE))
        assert (tally.new, tally.known, tally.quarantined) == (21, 0, 0)
        deals = [store.deal(DealKey("croatia-sweden", "A", n)) for n in range(11, 21)]
    north = [{p.table: int(p.result[1]) for p in deal.plays} for deal in deals if deal]
    assert [imps(each["13"] - each["5"]) for each in north] == TO_SWEDEN


def test_only_teams_are_named_and_the_source_is_credited() -> None:
    opening, _ = opening_and_hands()
    for table, (ns, ew) in TEAMS.items():
        players = opening.data.tables[table].players
        assert [(players[seat].name, players[seat].team) for seat in (1, 2, 3, 4)] == [
            (ns, ns), (ew, ew), (ns, ns), (ew, ew),
        ]  # fmt: skip
    for word in ("endplay", "Dominic Price", "MIT", "example2.pbn", "RealBridge", "2021"):
        assert word in (opening.data.credit or "")
    assert BRIDGE.stat().st_size < 100_000


def boards() -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """Tags, and the lines under a tag, of the match's boards: read apart from the project."""
    for text in PBN.read_text(encoding="latin-1").replace("\r", "").split("\n\n"):
        parts = re.findall(r'^\[(\w+) "(.*)"\]\n?((?:[^\[].*\n?)*)', text, re.M)
        tags = {name: value for name, value, _ in parts}
        if {tags.get("HomeTeam"), tags.get("VisitTeam")} == {"SWEDEN", "CROATIA"}:
            yield tags, {name: under for name, _, under in parts}


def calls_of(text: str) -> list[tuple[str, str | None]]:
    words = [word for word in text.split() if not re.fullmatch(r"=\d+=", word)]
    return [(CALLS[word], None) if word in CALLS else ("bid", word) for word in words]


def hands_of(text: str) -> dict[int, set[str]]:
    first, hands = text[0], text[2:].split()
    turned = "NESW".index(first)
    return {
        (turned + place) % 4 + 1: {
            f"{rank}{suit}"
            for suit, ranks in zip("shdc", hand.split("."), strict=True)
            for rank in ranks
        }
        for place, hand in enumerate(hands)
    }


@pytest.mark.skipif(not PBN.is_file(), reason="the file of boards lies beside the checkout only")
def test_every_board_equals_its_file() -> None:
    _, hands = opening_and_hands()
    compared = 0
    for tags, under in boards():
        hand = hands[tags["Table"], int(tags["Board"])]
        assert hand.button == SEATS[tags["Dealer"]]
        assert {
            seat: {cards[n : n + 2] for n in range(0, 26, 2)} for seat, cards in hand.cards.items()
        } == hands_of(tags["Deal"])
        auction = [move for move in hand.line if move.street == "auction"]
        assert [(move.action, move.detail) for move in auction] == calls_of(under["Auction"])
        declarer = SEATS[tags["Declarer"]]
        side, points = tags["Score"].split()
        assert hand.result[1] == int(points) * (1 if side == "NS" else -1)
        cards = [move for move in hand.line if move.action == "play"]
        assert cards[0].seat == declarer % 4 + 1 == SEATS[tags["Play"]]
        tricks = [cards[n : n + 4] for n in range(0, len(cards), 4)]
        columns = [SEATS[tags["Play"]] + n for n in range(4)]
        rows = [row.split() for row in under["Play"].splitlines() if row.strip(" *")]
        for row, trick in zip(rows, tricks, strict=True):
            written = {
                (column - 1) % 4 + 1: f"{card[1]}{card[0].lower()}"
                for column, card in zip(columns, row, strict=True)
                if card != "-"
            }
            assert {move.seat: move.detail for move in trick} == written
        for one, other in pairwise(trick for trick in tricks if len(trick) == 4):
            assert len({move.seat for move in one}) == 4
            assert other[0].seat in {move.seat for move in one}
        claims = [move for move in hand.line if move.action == "claim"]
        assert [move.to for move in claims] == [int(tags["Result"])] * (len(cards) < 52)
        to_north = TO_SWEDEN[hand.deal - 11] * (1 if TEAMS[tags["Table"]][0] == "Sweden" else -1)
        side, to_side, *_ = tags["ScoreIMP"].split()
        assert (side, int(to_side)) == ("NS", to_north)
        compared += 1
    assert compared == 20
