"""Two tables that have played one deal differently on the flop, each filmed from two seconds before
its hand to a few after it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from record_events import BOARD, TO_THE_FLOP, TO_THE_FLOP_RESULT, deck, live, opened, received

from producer.events import Event, RecordingAdded
from producer.release import Gate
from producer.release.recordings.added import add_recording

DEAL = "S/A/1"
NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
START = NOON - timedelta(seconds=2)
SECONDS = 52
"""Of each recording."""

ON_THE_TURN = [
    *TO_THE_FLOP[:4],
    ("flop", 3, "check", None),
    ("turn", 2, "bet", 40),
    ("turn", 3, "fold", None),
]


def fill_filmed(gate: Gate, folder: Path, write: Callable[[Path], object]) -> None:
    """An event every five seconds from noon on. ``write``: makes a recording of ``SECONDS``."""
    bet = live("1", line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT, boards=(BOARD[:6],))
    result = {"1": -5, "2": 35, "3": -30}
    checked = live("2", line=ON_THE_TURN, result=result, boards=(BOARD[:6], BOARD[6:8]))
    events = [opened(kind="live"), deck(), *timed(bet), *timed(checked)]
    for receipt in gate.ingest(received(*events)):
        assert receipt.outcome == "accepted", receipt
    for table in ("1", "2"):
        write(folder / f"t{table}.mp4")
        data = RecordingAdded(files=(f"t{table}.mp4",), start=START)
        assert add_recording(gate, ("S", "A"), table, data, "me").outcome == "accepted"


def timed(events: list[Event]) -> list[Event]:
    return [
        each.model_copy(update={"at": NOON + timedelta(seconds=5 * n)})
        for n, each in enumerate(events)
    ]
