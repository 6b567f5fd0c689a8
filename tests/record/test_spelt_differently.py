"""A hand that comes again with its placements spelt in another way is the same hand (RULES O1)."""

from pathlib import Path

from open_face_deals import TASTES, dealt, opening, played, recorded
from record_events import database, reasons

from producer.events import parse_event
from producer.feeds import Received
from producer.games.line import Move
from producer.games.ofc.rows import placement
from producer.record import IngestCounts, open_store


def received(text: str) -> Received:
    return Received(text.encode(), parse_event(text), "feed:1")


def turned(move: Move) -> Move:
    """The rows from the front to the back, and low cards first."""
    parts = str(move.detail).split(", ")
    said = [f"{row} {''.join(reversed([cards[n:n + 2] for n in range(0, len(cards), 2)]))}"
            for row, _, cards in (part.partition(" ") for part in reversed(parts))]  # fmt: skip
    detail = ", ".join(said)
    assert {row: set(cards) for row, cards in placement(detail).items()} == {
        row: set(cards) for row, cards in placement(str(move.detail)).items()
    }
    return move._replace(detail=detail)


def test_the_order_of_rows_and_cards_makes_no_other_hand(tmp_path: Path) -> None:
    cards = dealt(4, 2)
    line = played(cards, TASTES[:2])
    again = [turned(move) for move in line]
    assert again != line
    with open_store(database(tmp_path)) as store:
        first = [received(opening(["1", "2"], 2)), received(recorded(1, "1", cards, line))]
        assert store.append(first) == IngestCounts(2, 0, 0)
        assert store.append([received(recorded(1, "1", cards, again))]) == IngestCounts(0, 1, 0)
        assert reasons(store) == []
