"""A rehearsal worth watching: lines stay together, part after the flop, and far apart."""

from collections import Counter
from collections.abc import Sequence

import pytest
from effort import counts

from producer.compare import compare
from producer.compare.model import Comparison
from producer.compare.ranking import varied
from producer.events import event_json
from producer.feeds import Received
from producer.record import open_store
from producer.simulate import session_events

SESSIONS = counts(4, 20)
DEALS, TOP = 24, 10


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> list[list[Comparison]]:
    """Sessions of DEALS deals at six tables, each deal compared."""
    found = []
    for seed in range(1, SESSIONS + 1):
        with open_store(tmp_path_factory.mktemp("watched") / "record.db") as store:
            events = session_events(DEALS, seed, archive=True)
            store.append(Received(event_json(each).encode(), each, "") for each in events)
            found.append([compare(deal) for deal in store.deals()])
    return found


def _together(found: Comparison, *streets: str) -> int:
    """The most tables that were still playing after ``streets``, and by the same line."""
    lines = [play.line for play in found.deal.plays]
    on = [line for line in lines if line[-1].street not in streets]
    alike = Counter(tuple(move for move in line if move.street in streets) for line in on)
    return max(alike.values(), default=0)


def test_the_same_cards_often_reach_flop_and_turn_by_the_same_line_at_several_tables(
    sessions: Sequence[Sequence[Comparison]],
) -> None:
    deals = [found for session in sessions for found in session]
    flops = sum(_together(found, "preflop") >= 3 for found in deals)
    turns = sum(_together(found, "preflop", "flop") >= 3 for found in deals)
    assert flops / len(deals) > 0.4
    assert turns / len(deals) > 0.2


def test_at_least_half_of_the_ten_best_picks_are_after_the_flop(
    sessions: Sequence[Sequence[Comparison]],
) -> None:
    best = [found.best for session in sessions for found in list(varied(session))[:TOP]]
    after = sum(pick is not None and pick.street != "preflop" for pick in best)
    assert after >= len(best) / 2


def test_the_ten_best_have_gaps_of_many_big_blinds_and_stories(
    sessions: Sequence[Sequence[Comparison]],
) -> None:
    """At least half ten big blinds or more, and two stories a session."""
    best = [found.best for session in sessions for found in list(varied(session))[:TOP]]
    wide = sum(pick is not None and pick.gap >= 1_000 for pick in best)
    stories = sum(len(pick.stories) for pick in best if pick is not None)
    assert wide >= len(best) / 2
    assert stories >= 2 * len(sessions)
