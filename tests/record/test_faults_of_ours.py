"""Unexpected exceptions in the rules: the event goes to quarantine, and everything else goes on.

Such an error cannot be provoked for real: here the judge fails at every hand of table 1.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from decided import decided_about
from record_events import (
    CARDS,
    contents,
    database,
    deck,
    event,
    live,
    opened,
    reasons,
    received,
    recorded,
)
from sqlalchemy.exc import IntegrityError

from producer.events import SessionOpened
from producer.problems import Problem
from producer.record import Store, open_store
from producer.record.intake.decisions import release
from producer.record.plan import derive
from producer.record.plan.decks import ShownCards
from producer.record.plan.judge import HandAccount, JudgedPlay, judge_own
from producer.record.tables import rows as derived

KEPT = "Duplicast failed on this event (ZeroDivisionError); it is in quarantine"
CLOCK = {"paused": False}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(database(tmp_path)) as opened_store:
        yield opened_store


def fails_at_table_1(
    opened: SessionOpened, deal: int, shown: ShownCards, account: HandAccount
) -> JudgedPlay | Problem:
    if account.table == "1":
        raise ZeroDivisionError(CARDS["1"])
    return judge_own(opened, deal, shown, account)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    with monkeypatch.context() as patched:
        patched.setattr(derive, "judge_own", fails_at_table_1)
        yield patched


def tables(store: Store) -> list[str]:
    return [play.table for deal in store.deals() for play in deal.plays]


def test_no_other_event_is_lost(
    store: Store, broken: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = event("table.clock", CLOCK, table="2", id="clock", seq=1, source="d")
    batch = received(opened(kind="live"), clock, recorded("1"), recorded("2"))
    with caplog.at_level(logging.ERROR):
        result = store.ingest([*batch])
    assert [each.outcome for each in result] == ["accepted", "accepted", "refused", "accepted"]
    assert (reasons(store), tables(store)) == ([KEPT], ["2"])
    assert store.quarantine()[0].raw == batch[2].raw
    assert "fails_at_table_1" in caplog.text
    assert "AsAh" not in caplog.text
    found = contents(store)
    store.rebuild()
    assert contents(store) == found
    again = release(store, 1, "try", "me")
    assert (again.outcome, again.reason, decided_about(store)) == ("refused", KEPT, {})
    broken.undo()
    assert release(store, 1, "mended", "me").outcome == "accepted"
    assert tables(store) == ["1", "2"]


def test_a_waiting_event_that_fails_takes_no_other_with_it(
    store: Store, broken: pytest.MonkeyPatch
) -> None:
    """It is already in the log: nothing is derived from it, neither then nor in a rebuild."""
    *hand, end = live("1")
    assert {each.outcome for each in store.ingest([*received(deck(), *hand, end)])} == {"waiting"}
    (result,) = store.ingest([*received(opened(kind="live"))])
    assert result.outcome == "accepted"
    assert (reasons(store), store.gaps()) == ([KEPT], [])
    assert store.ingest([*received(*live("2"))])[-1].outcome == "accepted"
    found = contents(store)
    store.rebuild()
    assert (contents(store), reasons(store), tables(store)) == (found, [KEPT], ["2"])
    again = release(store, 1, "try", "me")
    assert (again.outcome, again.reason, decided_about(store)) == ("refused", KEPT, {})
    assert contents(store) == found
    broken.undo()
    assert release(store, 1, "mended", "me").outcome == "accepted"
    assert tables(store) == ["1", "2"]
    store.rebuild()
    assert tables(store) == ["1", "2"]


@pytest.mark.usefixtures("broken")
def test_the_table_s_later_events_do_not_wait_for_it(store: Store) -> None:
    hand = live("1")
    after = event("table.clock", CLOCK, id="after", seq=len(hand) + 1)
    store.ingest([*received(opened(kind="live"))])
    *result, last, later = store.ingest([*received(*hand, after)])
    assert {each.outcome for each in result} == {"accepted"}
    assert (last.outcome, later.outcome) == ("refused", "accepted")
    assert store.gaps() == []


@pytest.mark.parametrize(
    "error", [OverflowError, sqlite3.IntegrityError, IntegrityError], ids=lambda each: each.__name__
)
def test_of_what_cannot_be_written_nothing_stays(
    store: Store, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """What the database refuses is no fault of the disk: the other events are accepted."""
    write = derived._play_row

    def fails(*row: object) -> object:
        if row[1].play.table == "1":  # type: ignore[attr-defined]
            raise error(*(["INSERT", {}, ValueError()] if error is IntegrityError else ["refused"]))
        return write(*row)  # type: ignore[arg-type]

    monkeypatch.setattr(derived, "_play_row", fails)
    result = store.ingest([*received(opened(), recorded("1"), recorded("2"))])
    assert [each.outcome for each in result] == ["accepted", "refused", "accepted"]
    assert [entry.id for entry in store.entries()] == [result[0].id, result[2].id]
    assert (tables(store), reasons(store)) == (
        ["2"],
        [KEPT.replace("ZeroDivisionError", error.__name__)],
    )
    store.rebuild()
    assert tables(store) == ["2"]
