"""PokerGFX exports: hands written for this test, their results worked out by hand (FEEDS 6)."""

from __future__ import annotations

import json
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from producer.cli.intake.follow import Watch, follow_until
from producer.events import HandRecorded, HandRecordedEvent, HoldemGame, SessionOpenedEvent
from producer.feeds import Received, Refused, UnknownFormat, read
from producer.record import open_store

Event = tuple[str, int, int]
STACKS = {2: 10_000, 3: 8_000, 5: 6_000, 9: 4_000}
CARDS = {2: "ad 9s", 3: "10h 10c", 5: "", 9: "kc kd"}
TO_THE_TURN: list[Event | str] = [
    *(("FOLD", 9, 0), ("FOLD", 2, 0), ("BET", 3, 300), ("CALL", 5, 300)),
    *("2c", "7d", "ah", ("CHECK", 3, 0), ("BET", 5, 400), ("CALL", 3, 400)),
    *("3c", ("BET", 3, 1_000), ("FOLD", 5, 0)),
]
"""Seat 2 has the button, 3 and 5 the blinds of 50 and 100, and 5 pays an ante of 100."""
ENDS = {2: 10_000, 3: 8_800, 5: 5_200, 9: 4_000}


def hand(number: int = 1, events: list[Event | str] = TO_THE_TURN, **more: Any) -> dict[str, Any]:
    ends = more.pop("ends", ENDS)
    return {
        "AnteAmt": 100, "BetStructure": "NOLIMIT", "BombPotAmt": 0, "Duration": "PT1M2.5S",
        "Events": [
            {"BoardCards": each, "BoardNum": 0, "EventType": "BOARD CARD", "PlayerNum": 0,
             "BetAmt": 0, "Pot": 0, "DateTimeUTC": None}
            if isinstance(each, str)
            else {"EventType": each[0], "PlayerNum": each[1], "BetAmt": each[2], "Pot": 0,
                  "BoardCards": None, "BoardNum": 0, "DateTimeUTC": None}
            for each in events
        ],
        "FlopDrawBlinds": {"AnteType": "BB_ANTE_BB1ST", "ButtonPlayerNum": 2,
            "SmallBlindPlayerNum": 3, "SmallBlindAmt": 50, "BigBlindPlayerNum": 5,
            "BigBlindAmt": 100, "ThirdBlindPlayerNum": 0, "ThirdBlindAmt": 0, "BlindLevel": 4},
        "GameClass": "FLOP", "GameVariant": "TEXAS", "HandNum": number, "NumBoards": 1,
        "Players": [
            {"PlayerNum": seat, "Name": f"P{seat}", "LongName": "", "HoleCards": [CARDS[seat]],
             "StartStackAmt": stack, "EndStackAmt": ends.get(seat, stack), "SittingOut": False}
            for seat, stack in STACKS.items()
        ] + [{"PlayerNum": 7, "Name": "Waiting", "LongName": "", "HoleCards": [""],
              "StartStackAmt": 0, "EndStackAmt": 0, "SittingOut": False}],
        "RunItNumTimes": 1, "StartDateTimeUTC": "2024-03-01T18:00:00.1234567Z",
    } | more  # fmt: skip


def export(path: Path, *hands: dict[str, Any], **more: Any) -> Path:
    session = {
        "CreatedDateTimeUTC": "2024-03-01T17:59:00.1234567Z", "EventTitle": "", "Hands": hands,
        "ID": 638449038250000000, "Payouts": [0] * 10, "SoftwareVersion": "PokerGFX 3.2",
        "Type": "FEATURE_TABLE",
    } | more  # fmt: skip
    path.write_text(json.dumps(session, indent=1), encoding="utf-8-sig")
    return path


def recorded(path: Path) -> list[HandRecorded]:
    items = [item for item in read(path) if isinstance(item, Received)]
    return [item.event.data for item in items if isinstance(item.event, HandRecordedEvent)]


def reasons(path: Path) -> list[str]:
    return [item.reason for item in read(path) if isinstance(item, Refused)]


def test_a_hand_with_a_big_blind_ante(tmp_path: Path) -> None:
    path = export(tmp_path / "renamed.txt", hand())
    opening, item = list(read(path))
    assert isinstance(opening, Received)
    assert isinstance(opening.event, SessionOpenedEvent)
    assert opening.event.session == "gfx-638449038250000000-50-100-bb-ante-100"
    assert opening.event.data.tables["Feature table"].game == HoldemGame(
        betting="no-limit", small_blind=50, big_blind=100, ante=100, ante_from="big-blind"
    )
    assert isinstance(item, Received)
    assert item.event.at == datetime(2024, 3, 1, 18, 0, 0, 123456, UTC)
    (found,) = recorded(path)
    assert (found.deal, found.button, found.board) == (1, 2, "2c7dAh3c")
    assert found.cards == {2: "Ad9s", 3: "ThTc", 9: "KcKd"}
    assert found.stacks == STACKS
    # 300 + 400 of seat 5 and its ante of 100
    assert found.result == {2: 0, 3: 800, 5: -800, 9: 0}
    words = [(m.street, m.seat, m.action, m.to) for m in found.line]
    assert words[2:6] == [
        ("preflop", 3, "raise", 300),
        ("preflop", 5, "call", 300),
        ("flop", 3, "check", None),
        ("flop", 5, "bet", 400),
    ]


def test_all_in_is_a_call_or_a_raise_and_the_cards_give_the_result(tmp_path: Path) -> None:
    events: list[Event | str] = [
        *(("ALL IN", 9, 4_000), ("FOLD", 2, 0), ("CALL", 3, 4_000), ("FOLD", 5, 0)),
        *("2c", "7d", "ah", "3c", "4s"),
    ]
    before_paid = {9: 0, 3: 4_000, 5: 5_800}
    (found,) = recorded(export(tmp_path / "a.json", hand(1, events, ends=before_paid)))
    assert found.line[0].action == "raise"
    assert found.result == {2: 0, 3: -4_000, 5: -200, 9: 4_200}
    short: list[Event | str] = [
        *(("BET", 9, 300), ("FOLD", 2, 0), ("BET", 3, 7_000), ("FOLD", 5, 0), ("ALL IN", 9, 4_000)),
        *("2c", "7d", "ah", "3c", "4s"),
    ]
    (found,) = recorded(export(tmp_path / "b.json", hand(1, short, ends=before_paid)))
    assert [move.action for move in found.line][-1] == "call"
    assert found.result == {2: 0, 3: -4_000, 5: -200, 9: 4_200}


def test_the_button_may_be_at_an_empty_seat(tmp_path: Path) -> None:
    blinds = hand()["FlopDrawBlinds"] | {"ButtonPlayerNum": 1, "SmallBlindPlayerNum": 2,
                                         "BigBlindPlayerNum": 3}  # fmt: skip
    events: list[Event | str] = [("FOLD", 5, 0), ("FOLD", 9, 0), ("FOLD", 2, 0)]
    ends = {2: 9_950, 3: 8_050}
    (found,) = recorded(
        export(tmp_path / "a.json", hand(1, events, FlopDrawBlinds=blinds, ends=ends))
    )
    assert (found.button, found.result) == (1, {2: -50, 3: 50, 5: 0, 9: 0})


def changed(**more: Any) -> dict[str, Any]:
    return hand(2, FlopDrawBlinds=hand()["FlopDrawBlinds"] | more)


def with_cards(text: str) -> dict[str, Any]:
    """Hand 2 with other cards in seat 9."""
    other = hand(2)
    other["Players"][3]["HoleCards"] = [text]
    return other


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (changed(SmallBlindPlayerNum=4), "the small blind is seat 4's, but seat 3 is next"),
        (changed(AnteType="BUTTON_ANTE"), "the ante is of type 'BUTTON_ANTE'"),
        (hand(2, GameVariant="OMAHA"), "the game is 'OMAHA'"),
        (hand(2, BetStructure="SPREAD"), "the betting is 'SPREAD'"),
        (hand(2, RunItNumTimes=2), "the hand was run more than once"),
        (hand(2, BombPotAmt=500), "the hand is a bomb pot"),
        (hand(2, [("SHOW", 3, 0)]), "event 1 is 'SHOW', which is no action of hold'em"),
        (hand(2, [*TO_THE_TURN[:4], "2c", "2c", "3h"]), "the hand is not over"),
        (hand(2, [("BET", 9, 150)]), "raise to 150 is below the minimum of 200"),
        (hand(2, [*TO_THE_TURN[:4], "ad", *TO_THE_TURN[5:]]), "card Ad is dealt twice"),
        (hand(2, [*TO_THE_TURN[:4], "1d", *TO_THE_TURN[5:]]), "event 5: '1d' is no card"),
        (
            hand(2, StartDateTimeUTC="yesterday"),
            "StartDateTimeUTC is 'yesterday', which is no time",
        ),
        (with_cards("js zz"), "the cards of seat 9: 'js zz' is no card"),
        (hand(2, Players=[]), "0 players with chips"),
        (hand(2, Events={}), "Events is missing, or no list"),
        (hand("two"), "HandNum is 'two', which is no number"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_used_says_why(tmp_path: Path, other: dict[str, Any], reason: str) -> None:
    path = export(tmp_path / "a.json", hand(), other, hand(3))
    (found,) = reasons(path)
    assert reason in found
    assert [each.deal for each in recorded(path)] == [1, 3]


def test_stacks_that_contradict_the_hand_are_a_problem(tmp_path: Path) -> None:
    wrong = hand(2, ends=ENDS | {2: 10_100, 3: 8_700})
    with open_store(tmp_path / "own.db") as store:
        store.append(read(export(tmp_path / "a.json", hand(), wrong)))
        (entry,) = store.quarantine()
    assert entry.reason == "seat 3: the result says +700, the line gives +800"


def test_stacks_that_grow_from_nowhere_are_refused(tmp_path: Path) -> None:
    path = export(tmp_path / "a.json", hand(), hand(2, ends=ENDS | {2: ENDS[2] + 400}))
    found = [item.reason for item in read(path) if isinstance(item, Refused)]
    assert found == ["the stacks at the end are 400 more than those at the start"]


def test_levels_are_sessions_of_their_own_and_an_export_again_is_the_same(tmp_path: Path) -> None:
    later = changed(SmallBlindAmt=100, BigBlindAmt=200)
    del later["AnteAmt"]
    later["Events"] = hand(2, [("FOLD", 9, 0), ("FOLD", 2, 0), ("FOLD", 3, 0)])["Events"]
    for player, end in zip(later["Players"], (10_000, 7_900, 6_100, 4_000, 0), strict=True):
        player["EndStackAmt"] = end
    with open_store(tmp_path / "own.db") as store:
        assert store.append(read(export(tmp_path / "a.json", hand()))).new == 2
        again = export(tmp_path / "b.json", hand(Duration="PT9M"), later)
        counted = store.append(read(again))
        assert (counted.new, counted.known, counted.quarantined) == (2, 2, 0)
        assert sorted(
            s.session.removeprefix("gfx-638449038250000000") for s in store.sessions()
        ) == [
            "-100-200",
            "-50-100-bb-ante-100",
        ]


def test_a_file_that_is_cut_off_gives_what_is_whole(tmp_path: Path) -> None:
    path = export(tmp_path / "a.json", hand(), hand(2))
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index('"HandNum": 2')], encoding="utf-8")
    assert [each.deal for each in recorded(path)] == [1]
    (refused,) = [item for item in read(path) if isinstance(item, Refused)]
    assert refused.reason == "the file ends in the middle of this hand"
    assert int(refused.place.rsplit(":", 1)[1]) > 100
    path.write_text(text.replace('"HandNum": 2', '"HandNum" 2'), encoding="utf-8")
    assert "not JSON: Expecting ':' delimiter in line" in reasons(path)[0]


def test_a_session_without_hands_is_refused_as_a_whole(tmp_path: Path) -> None:
    with pytest.raises(UnknownFormat, match="there is no hand"):
        list(read(export(tmp_path / "a.json", GameVariant="x"), "pokergfx"))


def test_an_export_that_is_written_anew_is_followed_hand_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "PGFX_live_data_export.json"
    said: list[str] = []
    with open_store(tmp_path / "own.db") as store:
        watch = Watch(store, said.append, quiet=1)

        def deals() -> list[int]:
            for _ in range(3):
                follow_until(watch, [path], threading.Event(), 0.05, once=True)
                watch.look(path)
            return [deal.key.number for deal in store.deals()]

        export(path, hand(1, TO_THE_TURN[:5]))
        assert deals() == []
        export(path, hand(), hand(2, TO_THE_TURN[:9]))
        assert deals() == [1]
        export(path, hand(), hand(2))
        assert deals() == [1, 2]
        assert store.quarantine() == []


def test_hands_on_one_line_are_told_apart(tmp_path: Path) -> None:
    path = export(tmp_path / "a.json", hand(3), with_cards("js zz"))
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8-sig"))))
    (refused,) = [item for item in read(path) if isinstance(item, Refused)]
    assert refused.place == f"{path}:1, hand 2"
