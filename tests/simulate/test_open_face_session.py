"""The simulator plays open-face Chinese, and the record takes it in as it comes."""

from pathlib import Path

from producer.events import event_json
from producer.feeds import Received
from producer.record import open_store
from producer.simulate import session_events, session_name


def test_a_session_is_played_and_every_result_follows_from_its_line(tmp_path: Path) -> None:
    events = list(session_events(2, 3, tables=3, game="open-face"))
    assert events == list(session_events(2, 3, tables=3, game="open-face"))
    assert session_name(2, 3, tables=3, game="open-face") == "sim-3-2x3-open-face"
    with open_store(tmp_path / "sim.db") as store:
        store.append([Received(event_json(each).encode(), each, "") for each in events])
        assert store.quarantine() == []
        first, second = store.deals()
    for deal in (first, second):
        assert {len(cards) for cards in deal.cards.values()} == {13}
        # nine placements of each of three seats
        assert [len(play.line) for play in deal.plays] == [27, 27, 27]
        assert all(sum(play.result.values()) == 0 for play in deal.plays)
    assert first.button != second.button


def test_of_six_teams_four_play_at_a_table() -> None:
    opened = next(session_events(1, 3, tables=6, archive=True, game="open-face"))
    tables = opened.data.tables.values()
    assert all(len({player.team for player in each.players.values()}) == 4 for each in tables)
    for seat in range(1, 5):
        assert len({each.players[seat].team for each in tables}) == 6
