"""``duplicast export``: released deals as a file, read back into an empty record."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from real_files import real_files
from record_events import opened, received, recorded
from service import TABLES, fill, guide
from typer.testing import CliRunner

from producer.cli import command_line
from producer.events import HandRecordedEvent, SessionOpenedEvent, event_json
from producer.feeds import Received, read
from producer.games.line import Deal
from producer.record import open_store

RESULTS = """Nations Cup;;;;;
Deal;Table;Seat;Player;Team;Result
1;1;1;Ann;Chile;-1250,5
1;1;2;Bo;Peru;1250,5
1;2;1;Cy;Peru;300
1;2;2;Di;Chile;-300
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str, status: int = 0) -> str:
    ended = CliRunner().invoke(command_line(words[0]), list(words), env={"COLUMNS": "200"})
    assert ended.exit_code == status, ended.output
    return ended.output


def deals_of(db: str) -> list[Deal]:
    with open_store(Path(db)) as store:
        return list(store.deals())


def plays(deals: list[Deal]) -> dict[tuple[str, int], object]:
    return {
        (play.table, deal.key.number): (play.line, play.result, play.players, dict(deal.cards))
        for deal in deals
        for play in deal.plays
    }


def holdem() -> None:
    fill(Path("duplicast.db"), guide())


def open_face() -> None:
    run("simulate", "--game", "open-face", "--deals", "2", "--tables", "2", "--seed", "3",
        "--archive", "-o", "own.jsonl")  # fmt: skip
    run("ingest", "own.jsonl")


def bridge() -> None:
    (match,) = real_files("bridge/bridge-bots/bridgebots/tests/resources", "usbf_sf_14502.lin")
    run("ingest", str(match))


def results() -> None:
    Path("own.csv").write_text(RESULTS, encoding="utf-8")
    run("ingest", "own.csv")


@pytest.mark.parametrize("game", [holdem, open_face, bridge, results])
def test_events_of_every_game_come_back_as_the_same_deals(game: Callable[[], None]) -> None:
    game()
    said = run("export", "--format", "native", "-o", "out.jsonl")
    assert said.startswith("wrote out.jsonl: ")
    run("ingest", "out.jsonl", "--db", "again.db")
    before = deals_of("duplicast.db")
    assert before
    assert deals_of("again.db") == before


def test_the_guides_deal_comes_back_from_ohh() -> None:
    """Pot-limit with a cap, seats in descending order (RULES P2, P6)."""
    holdem()
    run("export", "guide/A", "--format", "ohh", "-o", "out.jsonl")
    run("ingest", "out.jsonl", "--db", "again.db")
    again, before = plays(deals_of("again.db")), plays(deals_of("duplicast.db"))
    assert again.keys() == before.keys()
    for place, (line, result, players, cards) in before.items():
        names = {seat: player.name for seat, player in players.items()}
        theirs = again[place]
        assert (theirs[0], theirs[1], theirs[3]) == (line, result, cards)
        assert {seat: player.name for seat, player in theirs[2].items()} == names


def test_what_a_format_cannot_state_is_left_out_with_the_reason() -> None:
    holdem()
    said = run("export", "--format", "phh", "-o", "out.phhs", status=1)
    assert said == (
        "guide/A: no hand of it can be written as phh: the format has no cap. Try --format ohh, or "
        "native, which states everything\n"
    )
    assert not Path("out.phhs").exists()


def test_hands_left_out_are_counted_and_the_others_written() -> None:
    capped = {"game": {"betting": "no-limit", "small_blind": 5, "big_blind": 10, "cap": 1000}}
    plain = {"game": {"betting": "no-limit", "small_blind": 5, "big_blind": 10}}
    tables = {
        name: game | {"players": {}} for name, game in (("1", plain), ("2", capped), ("3", capped))
    }
    stacks = {"1": 1000, "2": 1000, "3": 1000}
    hands = [recorded(name, stacks=stacks) for name in tables]
    fill(Path("duplicast.db"), received(opened(tables=tables), *hands))
    said = run("export", "--format", "phh", "-o", "out.phhs", status=3)
    assert said.splitlines() == [
        "wrote out.phhs: 1 hand of 1 deal",
        "left out: 2 hands: the format has no cap (deal 1 at table 2 and 1 more)",
    ]
    assert "wrote" not in run("export", "--format", "phh", "-o", "-", status=3)


def test_sealed_deals_are_left_out_and_counted() -> None:
    """The live deal waits for a table, so that no byte of it is in any file (RULES P11)."""
    fill(Path("duplicast.db"), guide(), guide("sealed", "live", TABLES[:5]))
    said = run("export", "sealed/A", "--format", "native", "-o", "out.jsonl", status=1)
    assert said.splitlines() == [
        "sealed/A: left out: 1 of 1 deal, not released yet",
        "sealed/A has no released deal, so nothing was written",
    ]
    assert not Path("out.jsonl").exists()
    said = run("export", "--format", "native", "-o", "out.jsonl", status=2)
    assert said == "name one group: guide/A, sealed/A\n"
    run("release", "sealed/A/1", "--reason", "a test")
    run("export", "sealed/A", "--format", "native", "-o", "out.jsonl")
    events = [json.loads(line) for line in Path("out.jsonl").read_text("utf-8").splitlines()]
    assert [event["type"] for event in events] == [
        "session.opened", "deal.cards", *["hand.recorded"] * 5,
    ]  # fmt: skip
    assert "sealed/A as native" in run("audit")


def test_a_match_of_bridge_is_written_as_pbn_without_its_sealed_boards() -> None:
    """Board 46 is over in both rooms, board 47 in the open one only."""
    (match,) = real_files("bridge/bridge-bots/bridgebots/tests/resources", "usbf_sf_14502.lin")
    events = []
    for item in read(match):
        assert isinstance(item, Received)
        event = item.event
        if isinstance(event, SessionOpenedEvent):
            live = event.data.model_copy(update={"kind": "live", "title": "Semifinal"})
            events.append(event.model_copy(update={"data": live}))
        elif isinstance(event, HandRecordedEvent) and (event.data.deal, event.table) in {
            (46, "Open"), (46, "Closed"), (47, "Open"),
        }:  # fmt: skip
            events.append(event.model_copy(update={"seq": None}))
    Path("live.jsonl").write_text("".join(f"{event_json(each)}\n" for each in events))
    run("ingest", "live.jsonl")
    said = run("export", "--format", "pbn", "-o", "match.pbn")
    assert "wrote match.pbn: 2 hands of 1 deal" in said
    text = Path("match.pbn").read_text(encoding="latin-1")
    assert text.count("[Board ") == text.count('[Board "46"]') == 2
    assert text.count('[Event "Semifinal"]') == 2
    assert text.index('[Room "Open"]') < text.index('[Room "Closed"]')


def test_poker_is_not_written_as_pbn() -> None:
    holdem()
    said = run("export", "--format", "pbn", "-o", "out.pbn", status=1)
    assert "no hand of it can be written as pbn: the format is bridge's" in said
