"""A match of twenty logs, in `make test` four of them: every printed result is replayed, every deal
is one deck."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from effort import counts
from record_events import contents, database, log_version, progress

from producer.feeds import read
from producer.games.cards import parse_cards
from producer.record import Store, open_store

LOGS = Path(__file__).parents[3] / "shared" / "data" / "poker" / "lbr"
TABLES, LONG = counts(4, 20), counts(2, 12)
"""How many tables played the first 500 deals, and how many of them the next 500 as well."""

HANDS = 500 * (TABLES + LONG)
HAND = re.compile(r"(\d+):(\w+),(\w+):.*:(\w{4}),(\w{4})\|(.*):(-?\d+),(-?\d+)\(")

pytestmark = [
    pytest.mark.skipif(not LOGS.is_dir(), reason="the LBR match logs are not here"),
    pytest.mark.xdist_group("the whole match"),
]


@pytest.fixture(scope="module")
def files() -> list[Path]:
    return sorted(LOGS.glob("*.out"))[:TABLES]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, files: list[Path]) -> Iterator[Store]:
    with open_store(database(tmp_path_factory.mktemp("match"))) as opened_store:
        for path in files:
            opened_store.append(read(path))
        yield opened_store


def printed(files: list[Path]) -> dict[tuple[str, int], tuple[dict[int, int], str]]:
    """Results by seat and boards as the files print them; read without the program's reader."""
    found = {}
    for path in files:
        for line in path.read_text().splitlines():
            match = HAND.match(line)
            if match:
                hand = int(match[1])
                first = 1 if hand % 2 else 2
                results = {first: int(match[7]), 3 - first: int(match[8])}
                found[path.stem, hand] = results, match[6].replace("/", "")
    return found


def test_all_replayed_results_equal_the_printed_ones(store: Store, files: list[Path]) -> None:
    assert store.quarantine() == []
    output = printed(files)
    assert len(output) == HANDS
    replayed = {
        (play.table, deal.key.number): play.result for deal in store.deals() for play in deal.plays
    }
    assert replayed == {place: results for place, (results, _) in output.items()}


def test_1000_deals_500_of_them_at_every_table(store: Store) -> None:
    assert len(list(store.deals())) == 1000
    assert Counter(len(deal.plays) for deal in store.deals()) == {TABLES: 500, LONG: 500}
    assert Counter(len(finished) for _, finished, *_ in progress(store)) == {TABLES: 500, LONG: 500}
    (session,) = store.sessions()
    assert (session.session, session.group, session.kind) == ("lbr-seed1", "A", "archive")
    assert len(session.tables) == TABLES


def test_boards_are_the_longest_that_any_table_dealt(store: Store, files: list[Path]) -> None:
    boards: dict[int, set[str]] = {}
    for (_, hand), (_, board) in printed(files).items():
        boards.setdefault(hand, set()).add(board)
    for deal in store.deals():
        assert deal.board == parse_cards(max(boards[deal.key.number], key=len))


def test_a_second_ingest_and_a_rebuild_change_nothing(store: Store, files: list[Path]) -> None:
    before, version = contents(store), log_version(store)
    again = [store.append(read(path)) for path in files]
    assert sum(tally.known for tally in again) == HANDS + TABLES
    assert {(tally.new, tally.quarantined) for tally in again} == {(0, 0)}
    assert (contents(store), log_version(store)) == (before, version)
    store.rebuild()
    assert contents(store) == before
