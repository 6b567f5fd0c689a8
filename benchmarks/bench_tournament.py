"""200 tables of a tournament, each a group of one, followed at the design load.

Measured in processor time, since a busy machine says nothing about the service: what an event costs
from the feed to its table's picture, and what a count of all players costs on the tournament's
channels. At 200 events a second an event may take 5 ms of one processor.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from pathlib import Path

from producer.events import Event, SessionOpened, SessionOpenedEvent, event_json
from producer.feeds import Received, Refused
from producer.record import open_store
from producer.release import Gate
from producer.simulate import session_events
from producer.simulate.tournament import TERMS
from producer.stages.style import PLAIN
from producer.tournament_events import (
    TournamentChips,
    TournamentChipsEvent,
    TournamentEntered,
    TournamentEnteredEvent,
)
from producer.web.channels.live import TOURNAMENT, draw
from producer.web.channels.live_tables import EXIT, live_stage
from producer.web.channels.live_tournaments import tournament_drawing, tournament_source

TABLES, SEATS = 200, 6
RATE, SECONDS = 200, 2 if "--quick" in sys.argv else 10
COUNTS = 5
GOAL = 1000 / RATE
NAME = "open"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "tour.db") as store:
        gate = Gate(store)
        floor, openings, play = _floor(), *_tables()
        gate.ingest(_received([*floor, *openings]))
        took = _followed(gate, list(islice(play, RATE * SECONDS)))
        say(f"{TABLES} tables, {RATE} events a second for {SECONDS} s")
        say(f"  an event to its table's picture  {took:8.2f} ms of the processor (goal {GOAL:.0f})")
        counted = _counted(gate)
        say(f"  a count of {TABLES * SEATS} players           {counted:8.2f} ms")


def _floor() -> list[Event]:
    """The tournament and all its players."""
    players = [f"Player {n}" for n in range(TABLES * SEATS)]
    opening = SessionOpened(kind="live", tables={}, tournament=TERMS)
    common = {"session": NAME, "group": "A", "source": "floor"}
    return [
        SessionOpenedEvent(id="opened", data=opening, **common),
        TournamentEnteredEvent(
            id="entered", data=TournamentEntered(players=dict.fromkeys(players)), **common
        ),
    ]


def _tables() -> tuple[list[Event], Iterator[Event]]:
    """The openings of all tables, and what they play, an event of each in turn."""
    openings, played = [], []
    for n in range(TABLES):
        first, *rest = (_at(n, each) for each in session_events(3, n, tables=1))
        openings.append(first)
        played.append([each for each in rest if each.type != "deal.cards"])
    return openings, (each for turn in zip_longest(*played) for each in turn if each is not None)


def _at(number: int, event: Event) -> Event:
    """The event at a table of the tournament."""
    update: dict[str, object] = {"session": f"{NAME}/{number}", "id": f"{number}/{event.id}"}
    if event.type == "session.opened":
        (table,) = event.data.tables.values()
        update["data"] = event.data.model_copy(update={"tables": {str(number): table}})
    else:
        update["table"] = str(number)
    return event.model_copy(update=update)


def _received(events: Sequence[Event]) -> list[Received | Refused]:
    return [Received(event_json(each).encode(), each, "bench") for each in events]


def _followed(gate: Gate, events: list[Event]) -> float:
    """Milliseconds of the processor for an event; a commit takes a tenth of a second's events."""
    portion = RATE // 10
    items = _received(events)
    began = time.process_time()
    for at in range(0, len(items), portion):
        batch = items[at : at + portion]
        gate.ingest(batch)
        for table in {each.table for each in events[at : at + portion]}:
            shown = gate.on_table(table or "", EXIT)
            if shown is not None:
                deal, open_cards, _ = shown
                draw(live_stage(deal, table or "", PLAIN, open_cards=open_cards)[0])
    return 1000 * (time.process_time() - began) / len(events)


def _counted(gate: Gate) -> float:
    """Milliseconds for a count of all players on all channels of the tournament."""
    began = time.process_time()
    for n in range(COUNTS):
        chips = {f"Player {i}": 1000 + (i * 7 + n) % 900 for i in range(TABLES * SEATS)}
        event = TournamentChipsEvent(
            id=f"count/{n}",
            session=NAME,
            group="A",
            source="floor",
            data=TournamentChips(chips=chips),
        )
        gate.ingest(_received([event]))
        for kind in TOURNAMENT:
            source = tournament_source(gate, f"{kind}{NAME}", EXIT)
            if source is not None:
                drawn = tournament_drawing(source, PLAIN)
                if callable(drawn):
                    drawn(0.0)
    return 1000 * (time.process_time() - began) / COUNTS


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
