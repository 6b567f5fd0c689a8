"""Every form about tables: what it says will happen, which field is wrong and why, and what the
record says once it was sent. Blinds are 5 and 10; button 3, so seat 3 opens; stacks are 1,000."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from record_events import GAME, event, live, received
from record_events import opened as opening

from producer.events import Event
from producer.games.cards import parse_cards
from producer.games.line import DealKey
from producer.record import Store, open_store
from producer.release import Gate
from producer.release.audit import audit
from producer.release.table_forms import filled
from producer.release.table_forms.entered import Entered, Filled, FormFault
from producer.web.pages.corrections import routes

assert routes, "the page lists the exit of the forms"

TEAMS = {"CHN": {"name": "Chnia"}, "BRA": {"name": "Brazil"}}
PLAYERS = {
    "1": {"name": "Adda", "team": "CHN"},
    "2": {"name": "Bo", "team": "BRA"},
    "3": {"name": "Cy"},
}
TABLES = {name: {"game": GAME, "players": PLAYERS} for name in ("1", "2", "3")}
SHORT = [("preflop", 3, "fold", None), ("preflop", 1, "raise", 30), ("preflop", 2, "fold", None)]
WON = {"1": 10, "2": -10, "3": 0}
BELOW = [("preflop", 3, "raise", 250), ("preflop", 1, "raise", 400), *SHORT[2:], SHORT[0]]
BELOW_RESULT = {"1": 260, "2": -10, "3": -250}
FLOP = [("preflop", 3, "fold", None), ("preflop", 1, "raise", 30), ("preflop", 2, "call", 30)]


def sent() -> Iterator[Event]:
    """Table 1 plays deals 1 to 4; in deal 2 the raise to 400 is below the least, 490. Table 2 lacks
    event 3. Table 3 has begun deal 1 as its hand 7, with the flop, when its device broke."""
    yield opening("1", "2", "3", kind="live", teams=TEAMS, tables=TABLES)
    seq = 0
    for deal in range(1, 5):
        line, result = (BELOW, BELOW_RESULT) if deal == 2 else (SHORT, WON)
        for each in live("1", deal, line, result):
            seq += 1
            yield each.model_copy(update={"seq": seq})
    yield from (each for each in live("2", 1, SHORT, WON) if each.seq != 3)
    hand = {"deal": 1, "hand": 7}
    stacks = {"1": 1000, "2": 1000, "3": 800}
    start = {"button": 3, "stacks": stacks}
    yield event("hand.started", hand | start, table="3", seq=1)
    for n, (_, seat, action, to) in enumerate(FLOP, 1):
        move = {"n": n, "seat": seat, "action": action, "to": to}
        yield event("hand.action", hand | move, table="3", seq=1 + n)
    yield event("hand.board", hand | {"cards": "Qs9h3d"}, table="3", seq=5)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "record.db") as store:
        store.ingest(received(*sent()))
        yield store


@pytest.fixture
def gate(store: Store) -> Gate:
    return Gate(store)


def look(gate: Gate, form: str, **fields: str) -> Filled:
    named = {
        name: json.dumps(text.split("/")) if name in ("table", "group") else text
        for name, text in fields.items()
    }
    return filled(form, Entered(gate, {"reason": "a test", **named}, "Eve"))


def wrong(gate: Gate, form: str, **fields: str) -> tuple[str, str]:
    """The wrong field, and the words at it."""
    with pytest.raises(FormFault) as fault:
        look(gate, form, **fields)
    return fault.value.field, str(fault.value)


def results(store: Store, deal: int) -> dict[str, Any]:
    found = store.deal(DealKey("S", "A", deal))
    return {play.table: dict(play.result) for play in found.plays} if found else {}


def state(gate: Gate, deal: int) -> str:
    return gate.view("command:audit").verdicts[DealKey("S", "A", deal)].state


# a whole hand

ENTER = {"table": "S/A/3", "deal": "2", "button": "3"}


def test_a_hand_without_a_number_is_the_table_s_next_or_the_one_it_has_begun(gate: Gate) -> None:
    new = look(gate, "enter", **ENTER, preflop="fold, fold")
    assert new.will == (
        "Hand 8 of table 3, deal 2: preflop: fold, fold. Result: seat 1 -5, seat 2 +5, seat 3 +0. "
        "The hand then counts as entered here."
    )
    assert new.done == (
        "Hand 8 of table 3, deal 2 counts as entered. Result: seat 1 -5, seat 2 +5, seat 3 +0."
    )
    begun = look(gate, "enter", table="S/A/3", deal="1", preflop="fold, fold")
    assert begun.will.startswith("Hand 7 of table 3, deal 1: ")
    first = look(gate, "enter", table="S/A/2", deal="4", hand="9", button="3", preflop="fold, fold")
    assert first.will.startswith("Hand 9 of table 2, deal 4: ")


def test_what_the_device_has_sent_of_the_hand_need_not_be_written(gate: Gate, store: Store) -> None:
    """Its button, its flop, and its stacks: seat 3 has 800."""
    table = {"table": "S/A/3", "deal": "1"}
    form = look(gate, "enter", **table, preflop="fold, raise 30, call", flop="check, bet 40, fold")
    form.send()
    assert results(store, 1)["3"] == {1: -30, 2: 30, 3: 0}
    field, words = wrong(gate, "enter", **table, preflop="raise 801, fold, fold")
    assert field == "preflop"
    assert "800" in words


def test_nothing_is_written_before_it_is_sent(gate: Gate, store: Store) -> None:
    form = look(gate, "enter", **ENTER, preflop="fold, fold")
    assert results(store, 2) == {}
    form.send()
    assert results(store, 2) == {"3": {1: -5, 2: 5, 3: 0}}


def test_stacks_written_in_the_form_bound_the_raises(gate: Gate, store: Store) -> None:
    """Seats 1 and 2 put in 200 each, seat 2 all its chips; the aces win them."""
    shown = {"shown": "1 AsAh; 2: ks kh", "board": "Qs 9h 3d 4c 8s"}
    stacks = "1 500, 2 200, 3 500"
    line = "fold, raise 200, call"
    look(gate, "enter", **ENTER, stacks=stacks, preflop=line, **shown).send()
    assert results(store, 2)["3"] == {1: 200, 2: -200, 3: 0}
    found = store.deal(DealKey("S", "A", 2))
    assert found is not None
    assert found.board == parse_cards("Qs9h3d4c8s")


def test_an_unknown_showdown_needs_cards_or_the_result(gate: Gate, store: Store) -> None:
    line = {"preflop": "fold, raise 1000, call"}
    assert wrong(gate, "enter", **ENTER, **line) == (
        "shown",
        "Seats 1, 2 go to the showdown: write their cards here and the whole board, or the result "
        "below",
    )
    result = "1 \N{MINUS SIGN}1000, 2 1000, 3 0"
    look(gate, "enter", **ENTER, **line, result=result).send()
    assert results(store, 2)["3"] == {1: -1000, 2: 1000, 3: 0}


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"button": ""}, "button", "The start of this hand has not come: write the button's seat"),
        ({"button": "0"}, "button", "Write the seat of the button as a number, such as 4"),
        ({"deal": ""}, "deal", "Write the deal's number as a number, such as 4"),
        ({"deal": "1234567890"}, "deal", "Write the deal's number as a number, such as 4"),
        ({"deal": "-1"}, "deal", "Write the deal's number as a number, such as 4"),
        ({"hand": "two"}, "hand", "Write the hand's number as a number, such as 4"),
        ({"table": "S/A/9"}, "table", "Choose the table"),
        ({"table": "S/B/1"}, "table", "Choose the table"),
        ({"table": "S/A"}, "table", "Choose the table"),
        ({"reason": " "}, "reason", "Write why: it is logged and shown in the audit"),
        ({"reason": "a" * 1001}, "reason", "Write why: it is logged and shown in the audit"),
        (
            {"preflop": "fold, call, check", "flop": "bet 10, fold"},
            "board",
            "The flop was played: write the 3 cards open",
        ),
        (
            {"preflop": "fold, call, check", "flop": "check, check", "turn": "bet 10, fold",
             "board": "Qs9h3d"},
            "board",
            "The turn was played: write the 4 cards open",
        ),
        (
            {"board": "Qs9h"},
            "board",
            "Write three, four or five cards, such as Td 5s 9h 5h 4d",
        ),
        (
            {"board": "Qs9h3d4c8s2c"},
            "board",
            "Write three, four or five cards, such as Td 5s 9h 5h 4d",
        ),
        (
            {"board": "Qs9h3x"},
            "board",
            "Write three, four or five cards, such as Td 5s 9h 5h 4d",
        ),
        (
            {"shown": "1 AsAhAd"},
            "shown",
            "'1 AsAhAd' cannot be read: write seat and value, such as 2 KsKh",
        ),
        ({"shown": "1"}, "shown", "'1' cannot be read: write seat and value, such as 2 KsKh"),
        (
            {"stacks": "1 many"},
            "stacks",
            "'1 many' cannot be read: write seat and value, such as 2 9800",
        ),
    ],
)  # fmt: skip
def test_a_hand_that_cannot_be_entered(
    gate: Gate, fields: dict[str, str], field: str, words: str
) -> None:
    given = {**ENTER, "preflop": "fold, fold", **fields}
    assert wrong(gate, "enter", **given) == (field, words)


def test_a_reason_of_a_thousand_letters_is_not_too_long(gate: Gate) -> None:
    form = look(gate, "enter", **ENTER, preflop="fold, fold", reason="a" * 1000)
    assert form.done.startswith("Hand 8")


# corrections of a hand

HAND = {"table": "S/A/1", "deal": "3"}


def test_several_fields_of_a_hand_are_corrected_at_once(gate: Gate, store: Store) -> None:
    """The button and the result stay as they were; the cards were never shown."""
    form = look(gate, "correct", **HAND, button="3", shown="1 AsAh", result="1 10, 2 -10, 3 0")
    assert form.will == (
        "Replaces button, shown cards, result of hand 3 of table 1, deal 3; the hand is checked "
        "again."
    )
    assert form.done == "Corrected: button, shown cards, result of hand 3 of table 1, deal 3."
    form.send()
    found = store.deal(DealKey("S", "A", 3))
    assert found is not None
    assert list(found.cards) == [1]


def test_a_correction_of_nothing_is_refused(gate: Gate) -> None:
    assert wrong(gate, "correct", **HAND) == (
        "",
        "Nothing is corrected: write the right value beside what was wrong",
    )
    assert wrong(gate, "correct", **HAND, result="1 9, 2 -9, 3 0")[0] == "result"


def test_a_table_with_two_hands_of_a_deal_needs_the_hand(gate: Gate, store: Store) -> None:
    again = {"deal": 3, "hand": 9, "button": 3}
    void = event("hand.voided", {"deal": 3, "hand": 3, "reason": "r", "replay": True}, id="v")
    store.ingest(received(void, event("hand.started", again)))
    assert wrong(gate, "void", **HAND) == (
        "hand",
        "Table 1 has sent hands 3, 9 of deal 3: write which",
    )
    assert wrong(gate, "void", **HAND | {"deal": "9"}) == (
        "deal",
        "Table 1 has sent no hand of deal 9",
    )
    assert look(gate, "void", **HAND, hand="9").done == "Hand 9 of table 1, deal 3, is void."


def test_only_an_amount_against_the_rules_is_ruled_to_stand(gate: Gate, store: Store) -> None:
    ruling = {"table": "S/A/1", "deal": "2", "action": "2"}
    assert wrong(gate, "ruling", **ruling | {"action": "1"}, hand="2")[0] == "action"
    form = look(gate, "ruling", **ruling, hand="2")
    assert form.will == (
        "Action 2 of hand 2 of table 1, deal 2, stands though its amount breaks the rules. The "
        "chips follow the line, and the comparison says so."
    )
    form.send()
    assert results(store, 2)["1"] == {1: 260, 2: -10, 3: -250}
    (entry,) = [each for each in audit(gate, "command:audit") if each.by == "Eve"]
    assert (entry.what, entry.deal) == ("let an action stand", "S/A/2")
    assert entry.more.endswith("a test")


def test_a_ruled_action_may_be_entered_in_the_whole_hand(gate: Gate) -> None:
    line = {
        "table": "S/A/1",
        "deal": "2",
        "hand": "2",
        "preflop": "raise 250, raise 400, fold, fold",
    }
    assert wrong(gate, "enter", **line)[0] == "preflop"
    look(gate, "ruling", table="S/A/1", deal="2", hand="2", action="2").send()
    assert "Result: seat 1 +260, seat 2 -10, seat 3 -250." in look(gate, "enter", **line).will


@pytest.mark.parametrize(
    ("replay", "after", "mark"),
    [
        ("yes", "The table plays deal 3 again; until then the deal is SEALED.", "replay"),
        ("", "Deal 3 stays void at this table: it is in no standings.", "final"),
    ],
)
def test_a_hand_is_void_with_or_without_a_replay(
    gate: Gate, store: Store, replay: str, after: str, mark: str
) -> None:
    form = look(gate, "void", **HAND, replay=replay)
    assert form.will == f"Hand 3 of table 1, deal 3, will be void. {after}"
    form.send()
    found = store.marks()[DealKey("S", "A", 3)]["1"]
    assert (found.voided, found.void, found.reason) == ((3,), mark, "a test")
    assert results(store, 3) == {}


def test_a_review_lasts_until_it_is_cleared(gate: Gate, store: Store) -> None:
    assert wrong(gate, "clear", **HAND)[0] == "hand"
    form = look(gate, "review", **HAND)
    assert form.will == (
        "Hand 3 of table 1, deal 3, will be under review: the deal is in no standings until it is "
        "cleared."
    )
    form.send()
    assert store.marks()[DealKey("S", "A", 3)]["1"].review
    form = look(gate, "clear", **HAND)
    assert form.will == (
        "Hand 3 of table 1, deal 3, will no longer be under review, and counts again."
    )
    form.send()
    assert not store.marks()[DealKey("S", "A", 3)]["1"].review


# names


def test_a_player_keeps_the_team_unless_another_is_written(gate: Gate, store: Store) -> None:
    seat = {"table": "S/A/1", "seat": "1", "name": " Ada   Li "}
    form = look(gate, "player", **seat)
    assert form.will == (
        "Adda at table 1, seat 1, is shown as Ada Li (CHN) from now on, in all hands."
    )
    form.send()
    assert store.sessions()[0].tables["1"].players[1].name == "Ada Li"
    entry = audit(gate, "command:audit")[-1]
    assert (entry.by, entry.what) == ("Eve", "corrected names")
    assert entry.more.endswith("a test")
    look(gate, "player", **seat, team="BRA").send()
    assert store.sessions()[0].tables["1"].players[1].team == "BRA"
    assert look(gate, "player", **seat | {"seat": "3"}).will == (
        "Cy at table 1, seat 3, is shown as Ada Li from now on, in all hands."
    )


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"seat": "4"}, "seat", "This table has no seat 4; it has 1, 2, 3"),
        ({"team": "BRZ"}, "team", "There is no team BRZ; there is CHN, BRA"),
        ({"name": ""}, "name", "Write the player's right name, at most 200 letters"),
        ({"name": "a" * 201}, "name", "Write the player's right name, at most 200 letters"),
    ],
)
def test_a_player_that_cannot_be_corrected(
    gate: Gate, fields: dict[str, str], field: str, words: str
) -> None:
    given = {"table": "S/A/1", "seat": "1", "name": "Ada", **fields}
    assert wrong(gate, "player", **given) == (field, words)


def test_a_name_of_200_letters_is_not_too_long(gate: Gate) -> None:
    form = look(gate, "player", table="S/A/1", seat="1", name="a" * 200)
    assert form.done == f"Shown as {'a' * 200} from now on."


def test_a_team_has_another_code_and_colour(gate: Gate, store: Store) -> None:
    team = {"group": "S/A", "team": "BRA", "name": "Brasil"}
    form = look(gate, "team", **team, code="BRS", colour="#15733C")
    assert form.will == "Team BRA, Brazil, is shown as Brasil (BRS) from now on."
    assert form.done == "Shown as Brasil (BRS) from now on."
    form.send()
    found = store.sessions()[0].teams["BRS"]
    assert (found.name, found.colour) == ("Brasil", "#15733C")
    assert wrong(gate, "team", **team) == ("team", "There is no team BRA; there is CHN, BRS")
    assert wrong(gate, "team", **team | {"group": "S/B"}) == ("group", "Choose the group")
    assert wrong(gate, "team", **team | {"team": "CHN"}, colour="green") == (
        "colour",
        "Write the colour as #D3222E",
    )


def test_a_table_is_shown_by_another_name(gate: Gate, store: Store) -> None:
    assert wrong(gate, "table", table="S/A/2", name="1")[0] == "name"
    look(gate, "table", table="S/A/2", name="Feature").send()
    assert store.sessions()[0].table_names == {"2": "Feature"}
    assert look(gate, "table", table="S/A/2", name="Final").will == (
        "Table Feature is shown as table Final from now on; its device goes on sending as 2."
    )
    assert look(gate, "out", table="S/A/2").done == "Table Feature is out."


# what a producer decides


def test_a_table_is_out_and_back(gate: Gate, store: Store) -> None:
    form = look(gate, "out", table="S/A/3", reason="they went home")
    assert form.will == (
        "Table 3 plays no further deal: no deal waits for it any more. What it has played still "
        "counts."
    )
    form.send()
    back = look(gate, "out", table="S/A/3", back="yes")
    assert back.will == "Table 3 plays again: its group's deals wait for it."
    assert back.done == "Table 3 is back."
    back.send()
    acts = [act for _, act in store.acts() if act.type.startswith("table.")]
    assert [(act.data.table, act.data.out, act.data.reason) for act in acts] == [
        ("3", True, "they went home"),
        ("3", False, "a test"),
    ]


def test_a_release_says_what_the_deal_still_waits_for(gate: Gate) -> None:
    deal = {"group": "S/A", "deal": "4"}
    form = look(gate, "release", **deal)
    assert form.will.startswith(
        "Deal S/A/4 will be shown to everybody, players included. It still waits for table 2"
    )
    assert state(gate, 4) == "sealed"
    form.send()
    assert form.done == "Released: S/A/4."
    assert state(gate, 4) == "released"
    sealing = look(gate, "seal", **deal)
    assert sealing.done == "SEALED: S/A/4."
    sealing.send()
    assert state(gate, 4) == "sealed"
    assert wrong(gate, "seal", group="S/A", deal="99") == (
        "deal",
        "Nobody has shown a card of deal 99 yet",
    )


def test_lost_events_are_named_with_what_waits_behind_them(gate: Gate, store: Store) -> None:
    assert wrong(gate, "lost", table="S/A/1") == (
        "table",
        "Table 1 waits for no event: nothing is missing",
    )
    form, late = (look(gate, "lost", table="S/A/2") for _ in range(2))
    assert form.will == (
        "Table 2 no longer waits for event 3 of test; 2 later events count. A hand that lost one "
        "of them cannot be used: it goes to quarantine, and waits for you."
    )
    form.send()
    reasons = [entry.reason for entry in store.quarantine(only_open=True)]
    assert "hand 1 of table 2 cannot be used: event 3 is missing" in reasons
    with pytest.raises(FormFault, match="Table 2 waits for no event any more"):
        late.send()


def test_one_event_that_waits_is_singular(gate: Gate, store: Store) -> None:
    seven = {"deal": 1, "hand": 7, "n": 5, "seat": 1, "action": "fold"}
    store.ingest(received(event("hand.action", seven, table="3", seq=7)))
    assert (
        "waits for event 6 of test; 1 later event counts." in look(gate, "lost", table="S/A/3").will
    )
