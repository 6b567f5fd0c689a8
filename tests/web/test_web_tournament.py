"""A whole tournament from the feed to the pictures: what its channels show follows by itself."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from producer.compare.whole_hand import whole_hand
from producer.events import Event, event_json, parse_event
from producer.feeds import Received
from producer.record import open_store
from producer.release import Gate
from producer.settings import ObsSettings, Settings
from producer.simulate.tournament import tournament_events, tournament_name
from producer.web import create_app
from producer.web.access.roles import Keys
from producer.web.prepare.filters import PickFilters, whole_hands
from producer.wording import headline
from producer.wording.hand_lines import hand_lines

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have another httpx than the one we have
    from starlette.testclient import TestClient

NAME = tournament_name(7)
KEYS = Keys("run-desk.tour", "run-graphics.tour")
SIGNED = {"Authorization": f"Bearer {KEYS.producer}"}
EXIT = "command:standings"
WS = "ws://127.0.0.1:8000"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[tuple[Gate, TestClient]]:
    gate = Gate(open_store(tmp_path / "tour.db"))
    own = Settings(db=tmp_path / "tour.db", out=tmp_path / "out", obs=ObsSettings(port=9))
    app = create_app(gate, own, KEYS)
    with TestClient(app, "http://127.0.0.1:8000") as client:
        yield gate, client
    gate.close()


def send(client: TestClient, events: list[Event]) -> list[dict[str, Any]]:
    body = "\n".join(map(event_json, events))
    headers = {**SIGNED, "Content-Type": "application/x-ndjson"}
    outcomes = client.post("/feed/events", content=body, headers=headers).json()["outcomes"]
    assert isinstance(outcomes, list)
    return outcomes


def drawn(client: TestClient, channel: str) -> str:
    """The SVG of what a page is sent on connecting."""
    graphics = []
    with (
        suppress(CancelledError),  # the channel waits; leaving it ends the wait so
        client.websocket_connect(f"{WS}/live/{channel}", headers=SIGNED) as page,
    ):
        graphics = json.loads(page.receive_text())["graphics"]
    return "".join(graphic["svg"] for graphic in graphics)


def test_h7_a_tournament_goes_from_the_feed_to_its_pictures(
    desk: tuple[Gate, TestClient],
) -> None:
    """139 hands, seven eliminations; the winner has all sixteen thousand chips and fifty euros."""
    gate, client = desk
    events = list(tournament_events(7, 400))
    ends = [n for n, event in enumerate(events) if event.type == "tournament.eliminated"]
    first = ends[0] + 1
    assert {each["outcome"] for each in send(client, events[:first])} == {"accepted"}
    clock, chips = (drawn(client, f"{kind}-{NAME}") for kind in ("clock", "chips"))
    assert ">7 of 8<" in clock
    assert ">25/50<" in clock
    assert "drawn" not in chips
    assert chips.count("BB<") == 7
    assert drawn(client, f"season-{NAME}") == ""
    assert {each["outcome"] for each in send(client, events[first:])} == {"accepted"}
    course = gate.tournament(NAME, EXIT)
    assert course is not None
    winner = next(iter(course.tournament.chips))
    assert course.tournament.chips == {winner: 16_000}
    assert course.results[winner].prize == 50
    payouts, season = (drawn(client, f"{kind}-{NAME}") for kind in ("payouts", "season"))
    for picture in (payouts, season):
        assert winner.split()[-1] in picture
        assert "€50" in picture
    assert ">1 of 8<" in drawn(client, f"clock-{NAME}")
    assert ">16,000<" in drawn(client, f"chips-{NAME}")


def test_the_tables_last_picture_names_the_winner_once_the_floor_has_called_the_other_out(
    desk: tuple[Gate, TestClient],
) -> None:
    """Two tournaments of the same players, of which the other one was won by the same hand."""
    _, client = desk
    events = list(tournament_events(7, 400))
    others = [
        event.model_copy(update={"id": f"other-{event.id}", "session": f"other-{event.session}"})
        for event in events
        if event.session == NAME
    ]
    send(client, [*others, *events[:-1]])
    assert "WINS THE TOURNAMENT" not in drawn(client, "table-1")
    assert events[-1].type == "tournament.eliminated"
    send(client, events[-1:])
    picture = drawn(client, "table-1")
    assert "WINS THE TOURNAMENT" in picture
    assert "€50" in picture


def test_of_several_tournaments_that_fit_the_name_of_the_session_says_which(
    desk: tuple[Gate, TestClient],
) -> None:
    gate, client = desk
    events = list(tournament_events(7, 400))
    send(client, events)
    deal = gate.deal(f"{NAME}/table-1/level-4/A/139", EXIT)
    won = gate.tournament_won(deal, EXIT)
    assert won is not None
    assert (won.prize, won.currency) == (50, "€")
    last = gate.comparison(str(deal.key), EXIT)
    assert headline(last).startswith(f"{won.player} won ")
    assert headline(last).endswith(" big blinds and the tournament")
    hand = whole_hand(last)
    assert hand is not None
    assert hand_lines(last, hand, "es")["result"].endswith(" y el torneo.")
    assert whole_hands(gate.comparisons(EXIT), PickFilters())[0].deal.key == deal.key
    listed = [headline(each) for each in gate.comparisons(EXIT)]
    assert [line for line in listed if "tournament" in line] == [headline(last)]
    of_another = replace(deal, key=deal.key._replace(session="elsewhere"))
    assert gate.tournament_won(of_another, EXIT) == won
    send(client, [
        event.model_copy(update={"id": f"other-{event.id}", "session": f"other-{event.session}"})
        for event in events
        if event.session == NAME
    ])  # fmt: skip
    assert gate.tournament_won(deal, EXIT) == won
    assert gate.tournament_won(of_another, EXIT) is None


def test_an_open_page_of_the_chips_is_sent_every_count(desk: tuple[Gate, TestClient]) -> None:
    _, client = desk
    events = list(tournament_events(3, 2))
    counts = [n for n, event in enumerate(events) if event.type == "tournament.chips"]
    send(client, events[: counts[0]])
    with (
        suppress(CancelledError),
        client.websocket_connect(f"{WS}/live/chips-{tournament_name(3)}", headers=SIGNED) as page,
    ):
        before = page.receive_text()
        send(client, events[counts[0] : counts[0] + 1])
        after = page.receive_text()
    assert before.count("40 BB") == 8
    assert "changed" in after
    assert after.count("40 BB") < 8


def test_what_cannot_be_is_refused_and_changes_nothing(desk: tuple[Gate, TestClient]) -> None:
    gate, client = desk
    events = list(tournament_events(7, 1))
    entered = next(event for event in events if event.type == "tournament.entered")
    send(client, events)
    twice = entered.model_copy(update={"id": "again"})
    (answer,) = send(client, [twice])
    assert answer["outcome"] == "refused"
    assert "has entered already" in answer["reason"]
    of_a_cash_game = entered.model_copy(
        update={"id": "other", "session": f"{NAME}/table-1/level-1"}
    )
    (answer,) = send(client, [of_a_cash_game])
    assert "was not opened as a tournament" in answer["reason"]
    course = gate.tournament(NAME, EXIT)
    assert course is not None
    assert len(course.tournament.chips) == 8


def test_the_tables_hands_are_each_a_group_of_one_at_the_levels_blinds(
    desk: tuple[Gate, TestClient],
) -> None:
    """Every hand is released once it is over, and its channel goes on from level to level."""
    gate, client = desk
    events = list(tournament_events(7, 400))
    hands = [event for event in events if event.type == "hand.finished"]
    send(client, events)
    assert len(gate.released("command:deals")) == len(hands)
    levels = {key.session.rpartition("-")[2] for key in gate.released("command:deals")}
    assert levels == {"1", "2", "3", "4"}
    assert ">WON" in drawn(client, "table-1").upper() or "+" in drawn(client, "table-1")


def test_the_record_derived_again_tells_the_same_tournament(tmp_path: Path) -> None:
    events = list(tournament_events(5, 60))
    raw = [event_json(each) for each in events]
    items = [Received(each.encode(), parse_event(each), f"feed:{n}") for n, each in enumerate(raw)]
    with open_store(tmp_path / "tour.db") as store:
        store.append(items)
        group = tournament_name(5), "A"
        before = store.tournament(group)
        store.rebuild()
        assert store.tournament(group) == before
        half = open_store(tmp_path / "half.db")
        half.append(items[: len(items) // 2])
        first = half.tournament(group)
        half.append(items[len(items) // 2 :])
        assert before is not None
        assert half.tournament(group, first).course == before.course  # type: ignore[union-attr]
        half.close()
