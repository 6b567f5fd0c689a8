"""Deals for the wording tests: the guide's, the demo's real ones, and simulated sessions."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest
from effort import counts

from producer.compare import compare
from producer.compare.model import Comparison
from producer.events import event_json
from producer.feeds import Received, Refused, read
from producer.record import open_store
from producer.resources import resource
from producer.simulate import session_events
from producer.wording import LANGUAGES, Sentence, talking_points

DEALS = 75


def _compared(db: Path, *sessions: Iterable[Received | Refused]) -> list[Comparison]:
    with open_store(db) as store:
        for session in sessions:
            assert store.append(session).quarantined == 0
        return [compare(deal) for deal in store.deals() if len(deal.plays) > 1]


def _simulated(seed: int, tables: int) -> list[Received]:
    events = session_events(DEALS, seed, archive=True, tables=tables)
    return [Received(event_json(one).encode(), one, "simulated:1") for one in events]


@pytest.fixture(scope="session")
def guide(tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    db = tmp_path_factory.mktemp("guide") / "record.db"
    (found,) = _compared(db, read(resource("demo") / "guide.ndjson"))
    return found


@pytest.fixture(scope="session")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> list[Comparison]:
    """225 deals at six, five and two tables."""
    tables = [6, 5, 2, *([6] * counts(0, 40))]
    db = tmp_path_factory.mktemp("simulated") / "record.db"
    return _compared(db, *(_simulated(seed, n) for seed, n in enumerate(tables, 1)))


@pytest.fixture(scope="session")
def everything(
    guide: Comparison, simulated: list[Comparison], tmp_path_factory: pytest.TempPathFactory
) -> list[Comparison]:
    """With the demo's real hands: no teams, long table names, amounts far below a big blind."""
    db = tmp_path_factory.mktemp("real") / "record.db"
    return [guide, *_compared(db, read(resource("demo") / "real.ndjson")), *simulated]


@pytest.fixture(scope="session")
def spoken(
    everything: list[Comparison],
) -> Mapping[str, Sequence[tuple[Comparison, Sequence[Sentence]]]]:
    """By language: every deal with its talking points."""
    return {
        language: [(found, talking_points(found, language, DEALS)) for found in everything]
        for language in LANGUAGES
    }
