"""The page of a tournament: what it says, what it puts on preview, and the form about chips."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from test_web_tournament import EXIT, NAME, SIGNED, TestClient, desk, send

from producer.events import event_json, parse_event
from producer.release import Gate
from producer.rundown.rows import RundownRow
from producer.simulate.tournament import tournament_events
from producer.stages.catalogue import channel_kinds
from producer.web.channels.requests import playhead
from producer.web.programme.rundown import rows_of
from producer.web.programme.shown_rows import segment_row

assert desk, "a fixture"
Desk = tuple[Gate, TestClient]


def page_of(client: TestClient, session: str = NAME) -> str:
    answer = client.get("/tournament", params={"session": session}, headers=SIGNED)
    assert answer.status_code == 200
    return answer.text


def cues(page: str) -> list[dict[str, Any]]:
    return [json.loads(html.unescape(each)) for each in re.findall(r'data-cue="([^"]*)"', page)]


def until_the_first_is_out(client: TestClient) -> None:
    events = list(tournament_events(7, 400))
    out = next(n for n, event in enumerate(events) if event.type == "tournament.eliminated")
    send(client, events[: out + 1])


def test_h7_it_says_level_blinds_players_chips_prizes_and_who_is_out(desk: Desk) -> None:
    gate, client = desk
    until_the_first_is_out(client)
    course = gate.tournament(NAME, EXIT)
    assert course is not None
    page = page_of(client)
    words = re.sub(r"<[^>]+>", " ", page)
    words = " ".join(html.unescape(words).split())
    assert "Blinds 25/50 Next 50/100 Players left 7 of 8" in words
    assert "€50" in words
    (gone,) = course.results
    assert f"Out 8 {gone}" in words
    leader = max(course.tournament.chips, key=lambda name: course.tournament.chips[name])
    assert f"1 {leader} 1, {course.seats[leader].seat} {course.tournament.chips[leader]:,}" in words
    assert "None of its tournaments is over yet." in words


def test_a_tournament_of_no_season_offers_no_season(desk: Desk) -> None:
    _, client = desk
    opened, *later = tournament_events(7, 400)
    fields = json.loads(event_json(opened))
    del fields["data"]["tournament"]["season"]
    send(client, [parse_event(json.dumps(fields)), *later])
    page = page_of(client)
    assert [len(cues(page)), "Simulated season" in page] == [3, False]
    assert "/graphics/season-" not in page


def test_each_graphic_is_put_on_preview_as_the_channels_draw_it(desk: Desk) -> None:
    """Every body is one that a channel takes; the season comes once the tournament is over."""
    _, client = desk
    until_the_first_is_out(client)
    clock, chips, payouts, season = cues(page_of(client))
    assert clock["blinds"] == {"small_blind": 25, "big_blind": 50, "ante": 0}
    assert (clock["left"], clock["players"], clock["timed"]) == (7, 8, False)
    assert sum(chips["stacks"].values()) == 8 * 2_000
    assert payouts["prizes"] == [50, 20, 10]
    assert season == {}
    send(client, list(tournament_events(7, 400)))
    bodies = cues(page_of(client))
    assert {playhead(body).kind for body in bodies} <= channel_kinds().keys()
    assert [each["prize"] for each in bodies[3]["results"][:3]] == [50, 20, 10]
    for body in bodies:
        shown = client.post("/api/channels/bank-a", json=body, headers=SIGNED)
        assert shown.status_code == 200, shown.text


def test_a_level_with_a_time_has_a_clock_that_runs_and_a_break_has_none(desk: Desk) -> None:
    _, client = desk
    send(client, list(tournament_events(7, 1)))
    of = {"session": NAME, "group": "A", "source": "floor"}
    level = {"level": 2, "ends": "2099-01-01T00:00:00Z"}
    told = [
        {"id": "x/1", "type": "tournament.level", "data": level, **of},
        {"id": "x/2", "type": "tournament.break", "data": {}, **of},
    ]
    send(client, [parse_event(json.dumps(told[0]))])
    page = page_of(client)
    assert 'data-ends="4070908800.0"' in page
    assert cues(page)[0]["ends"].startswith("2099-01-01")
    send(client, [parse_event(json.dumps(told[1]))])
    page = page_of(client)
    assert "data-ends" not in page
    assert "ends" not in cues(page)[0]


def test_it_is_in_the_navigation_once_there_is_a_tournament(desk: Desk) -> None:
    _, client = desk
    assert 'href="/tournament"' not in client.get("/audit", headers=SIGNED).text
    send(client, list(tournament_events(7, 1)))
    assert 'href="/tournament"' in client.get("/audit", headers=SIGNED).text
    assert client.get("/tournament?session=none", headers=SIGNED).status_code == 404


def correct(client: TestClient, **fields: str) -> Any:
    named = {"group": json.dumps([NAME, "A"]), "reason": "counted again", **fields}
    body = {"form": "chips", "check": False, "fields": named}
    return client.post("/api/corrections", json=body, headers=SIGNED)


def test_a_chip_count_is_corrected_by_a_form_and_the_audit_says_why(desk: Desk) -> None:
    gate, client = desk
    until_the_first_is_out(client)
    course = gate.tournament(NAME, EXIT)
    assert course is not None
    player = next(iter(course.tournament.chips))
    answer = correct(client, player=player, chips="14,500")
    assert answer.json() == {"message": f"{player} has 14,500 chips."}
    after = gate.tournament(NAME, EXIT)
    assert after is not None
    assert after.tournament.chips == {**course.tournament.chips, player: 14_500}
    entries = client.get("/api/audit", headers=SIGNED).json()
    assert entries[-1]["what"] == "corrected a chip count"
    assert "counted again" in entries[-1]["more"]


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"player": "Nobody", "chips": "1"}, "player", "There is no player Nobody"),
        ({"chips": "many"}, "chips", "Write the chips as a number"),
        ({"chips": "145.5"}, "chips", "Write the chips as a number"),
        ({"chips": "1", "reason": ""}, "reason", "Write why"),
        ({"chips": "1", "group": "[]"}, "group", "Choose the group"),
    ],
)
def test_a_field_that_is_wrong_is_named(
    desk: Desk, fields: dict[str, str], field: str, words: str
) -> None:
    gate, client = desk
    send(client, list(tournament_events(7, 1)))
    course = gate.tournament(NAME, EXIT)
    assert course is not None
    player = next(iter(course.tournament.chips))
    answer = correct(client, **{"player": player, **fields})
    assert answer.status_code == 409
    assert (answer.json()["field"], words in answer.json()["error"]) == (field, True)
    assert gate.tournament(NAME, EXIT) == course


def test_the_whole_hand_of_a_table_alone_is_chosen_on_prepare_and_a_row_of_the_rundown(
    desk: Desk,
) -> None:
    gate, client = desk
    send(client, list(tournament_events(7, 2)))
    last = gate.released("command:deals")[-1]
    page = client.get("/prepare", headers=SIGNED).text
    assert "2 hands of a table alone" in page
    assert f'data-deal="{last}" data-pick="hand"' in page
    assert "hands of a table alone" not in client.get("/prepare?merit=50", headers=SIGNED).text
    assert f'data-deal="{last}"' in client.get("/", headers=SIGNED).text
    assert client.get("/", headers=SIGNED).text.count('data-cut="hand"') == 2
    body = {"deal": str(last), "pick": "hand", "seconds": 30}
    added = client.post("/api/rundown/add", json=body, headers=SIGNED)
    assert added.status_code == 200, added.text
    rundown = client.get("/rundown", headers=SIGNED).text
    assert "The whole hand" in rundown
    assert "alone has played it" not in rundown
    (row,) = [
        each for each in rows_of(gate, "en", "route:/rundown") if isinstance(each, RundownRow)
    ]
    assert (row.problem, row.tables) == ("", ("1",))
    assert {"cards", "preflop", "result"} <= {beat.name for beat in row.beats}
    shown = json.loads(segment_row(row, "").body)
    assert shown == {
        "kind": "table", "deal": str(last), "table": "1", "pick": "hand", "moment": "before",
    }  # fmt: skip
    drawn = client.post("/api/channels/bank-a", json=shown, headers=SIGNED)
    assert drawn.status_code == 200, drawn.text
    wrong = client.post(
        "/api/rundown/change",
        json={"segment": added.json()["segment"], "tables": ["2", "1"]},
        headers=SIGNED,
    )
    assert "alone has played it" in wrong.text
    listed = client.get("/rundown.csv", headers=SIGNED).text
    again = client.post("/api/rundown/csv", json={"csv": listed}, headers=SIGNED)
    assert again.status_code == 200, again.text


def test_the_deals_page_of_a_table_alone_renders_and_verifies_the_whole_hand(desk: Desk) -> None:
    gate, client = desk
    send(client, list(tournament_events(7, 2)))
    deal = str(gate.released("command:deals")[-1])
    at = quote(deal, safe="")
    page = client.get(f"/deals/{at}", headers=SIGNED).text
    assert 'data-pick="hand"' in page
    assert client.get(f"/verify/deals/{at}?pick=hand", headers=SIGNED).status_code == 200
    asked = {"deal": deal, "pick": "hand"}
    started = client.post("/api/jobs", json=asked, headers=SIGNED)
    assert started.status_code == 200, started.text
    client.post(f"/api/jobs/{started.json()['id']}/cancel", headers=SIGNED)
    (job,) = client.get("/api/jobs", headers=SIGNED).json()["jobs"]
    assert (job["request"]["pick"], job["request"]["layout"]) == ("hand", "table")
    gone = client.post("/api/jobs", json={"deal": deal, "pick": "none"}, headers=SIGNED)
    assert gone.status_code == 404
