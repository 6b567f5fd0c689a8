"""Tables that show a different deck: alarms, choices and repeat offenders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from record_events import BOARD, CARDS, deck, event, live, opened, received, recorded

from producer.events import Event
from producer.games.cards import RANKS, SUITS
from producer.games.line import DealKey
from producer.record import Mark, ShownCards
from producer.release import CannotChoose, Gate, by_hand, open_gate
from producer.release.decks.wrong_decks import alarms, choose, differences, offenders, undecided
from producer.release.later_changes import (
    changes_since,
    does_not_count,
    why_not_counted,
    why_still_not_counted,
)

ALARM, TABLES, CHOOSE = "air:decks", "command:decks", "command:decks"
DEAL = DealKey("S", "A", 1)
OTHER_BOARD = "Ts8h2d4c8s"
FOLDED: dict[str, Any] = {
    "line": [("preflop", 3, "fold", None), ("preflop", 1, "fold", None)],
    "result": {"1": -5, "2": 5},
    "cards": {},
    "board": "",
}


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    opened_gate = open_gate(tmp_path / "decks.db")
    tell(opened_gate, opened("1", "2", "3", kind="live"))
    yield opened_gate
    opened_gate.close()


def tell(gate: Gate, *events: Event) -> None:
    assert {taken.outcome for taken in gate.ingest(received(*events))} == {"accepted"}


def start(deal: int, button: int, table: str = "3", session: str = "S") -> Event:
    data = {"deal": deal, "hand": deal, "button": button}
    name = f"start/{table}/{deal}"
    return event("hand.started", data, table=table, id=name, source="device-3", session=session)


def test_the_first_event_that_shows_another_deck_raises_the_alarm(gate: Gate) -> None:
    line = [("preflop", 3, "fold", None), ("preflop", 1, "raise", 1000)]
    hand = live("3", line=[*line, ("preflop", 2, "call", 1000)], boards=("2s2h2d",))
    tell(gate, recorded("1"), *hand[:-2])
    assert alarms(gate, ALARM) == []
    tell(gate, hand[-2])
    assert alarms(gate, ALARM) == ["Table 3, deal 1: another flop. Stop the table."]


def test_where_several_groups_play_the_alarm_says_which(gate: Gate) -> None:
    tell(gate, event("session.opened", opened("1", kind="live").data.model_dump(mode="json"),
                     table=None, id="o", session="T"))  # fmt: skip
    tell(gate, recorded("1"), start(1, 2))
    assert alarms(gate, ALARM) == ["Table 3, deal 1 of S/A: another button. Stop the table."]


def test_an_archive_has_no_table_to_stop(tmp_path: Path) -> None:
    gate = open_gate(tmp_path / "archive.db")
    tell(gate, opened("1", "2"), recorded("1"), recorded("2", board=OTHER_BOARD))
    assert alarms(gate, ALARM) == []
    ((deal,), _) = undecided(gate, TABLES)
    assert (deal.key, deal.released) == (DEAL, True)
    gate.close()


def test_many_alarms_are_counted(gate: Gate) -> None:
    for number, button in ((1, 3), (2, 1), (3, 2), (4, 3), (5, 1), (6, 2)):
        tell(gate, start(number, button, "1"), start(number, button % 3 + 1))
    result = alarms(gate, ALARM)
    assert result[3] == "Table 3, deal 4: another button. Stop the table."
    assert result[4:] == ["2 more on the page Tables."]


def test_the_decks_to_choose_between_and_what_differs(gate: Gate) -> None:
    tell(gate, opened("4", kind="live"))
    tell(gate, recorded("3", board="Qs9h3d5c8s"), recorded("1"), recorded("2"))
    ((deal,), _) = undecided(gate, TABLES)
    assert not deal.released
    assert [(hand.table, hand.what) for hand in deal.hands] == [("3", "another turn")]
    first, second = deal.choices
    assert (first.who, first.shows, first.void) == (
        "tables 1 and 2", {"turn": "4c"}, "hand 1 of table 3")  # fmt: skip
    assert (second.who, second.shows, second.void) == (
        "table 3", {"turn": "5c"}, "hand 1 of table 1, hand 1 of table 2")  # fmt: skip
    assert deal.reason == "table 3: another turn"


def test_the_forecast_says_which_table_and_names_no_card(gate: Gate) -> None:
    other = recorded("2", cards={"2": "KsKh"}, board="AhQd3d4c8s")
    shown = recorded("1", cards={"1": "AsAh"}), other
    tell(gate, deck(cards={"1": "AsAh"}, board=""), *shown)
    found = gate.view("command:forecast").verdict(DEAL)
    assert found is not None
    assert "table 2 shows another deck" in found.waits
    assert not any("Ah" in words for words in found.waits)


def test_a_choice_is_reported_and_settles_the_deal(gate: Gate) -> None:
    tell(gate, deck(), recorded("1", board=OTHER_BOARD))
    assert choose(gate, CHOOSE, DEAL, None, "looked", "me", replay=True) == (
        "Deal 1: the deck of the office was right. Void, to be played again: hand 1 of table 1."
    )
    assert (undecided(gate, TABLES), alarms(gate, ALARM)) == (([], 0), [])
    with pytest.raises(CannotChoose, match="nothing to choose for deal S/A/1"):
        choose(gate, CHOOSE, DEAL, "1", "looked", "me", replay=False)


def test_choosing_a_deck_that_no_table_showed_leaves_the_quarantine_empty(gate: Gate) -> None:
    tell(gate, deck(), recorded("1", board=OTHER_BOARD))
    with pytest.raises(CannotChoose, match="table 7 has shown no deck of deal 1"):
        choose(gate, CHOOSE, DEAL, "7", "looked", "me", replay=False)
    assert gate.quarantine("command:quarantine") == []


def test_a_table_that_has_shown_two_decks_supports_neither(gate: Gate) -> None:
    tell(gate, start(1, 3), event("hand.started", {"deal": 1, "hand": 9, "button": 2}, table="3",
                                  id="again", source="device-3"))  # fmt: skip
    ((deal,), _) = undecided(gate, TABLES)
    assert {choice.cannot.partition(".")[0] for choice in deal.choices} == {
        "table 3 has shown two decks of deal 1"
    }


def test_a_released_deal_stays_released_flagged_and_vetoed(gate: Gate) -> None:
    tell(gate, recorded("1"), recorded("2", **FOLDED), recorded("3", **FOLDED))
    assert gate.released("command:deals") == [DEAL]
    tell(gate, deck(board=OTHER_BOARD))
    assert gate.released("command:deals") == [DEAL]
    ((deal,), _) = undecided(gate, TABLES)
    assert (deal.released, deal.hands[0].what) == (True, "another flop")
    assert gate.flags()[DEAL].word == "wrong deck"
    (comparison,) = gate.comparisons("command:deals")
    assert comparison.vetoes == ("the tables disagree about its deck",)
    assert comparison.airable == 0
    said = gate.marks("command:deals")[DEAL]
    assert why_not_counted(gate.deal(DEAL, "command:deals"), said) == (
        "Deal 1: the tables disagree about its deck (table 1: another flop)",
    )


def test_the_third_contradiction_in_a_session_names_the_token_of_the_table(gate: Gate) -> None:
    own = by_hand.add_token(gate, "feed", ("3",), "tablet", "me").partition(".")[0]
    by_hand.add_token(gate, "feed", ("2",), "another", "me")
    by_hand.add_token(gate, "feed", (), "for any table", "me")
    for number, button in ((1, 3), (2, 1), (3, 2)):
        assert offenders(gate, TABLES) == []
        tell(gate, start(number, button, "1"), start(number, button % 3 + 1))
    (found,) = offenders(gate, TABLES)
    assert (found.session, found.source, found.count, found.tables) == ("S", "device-3", 3, ("3",))
    assert [token.name for token in found.tokens] == [own]
    for number in (1, 2, 3):
        choose(gate, CHOOSE, DealKey("S", "A", number), "1", "looked", "me", replay=False)
    assert offenders(gate, TABLES) == [found], "settled ones are counted"
    by_hand.revoke_token(gate, own, "me")
    assert offenders(gate, TABLES) == []


def test_contradictions_of_different_sessions_are_not_added_up(gate: Gate) -> None:
    roster = opened("1", "2", "3", kind="live").data.model_dump(mode="json")
    tell(gate, event("session.opened", roster, table=None, id="o", session="T"))
    for session, number, button in (("S", 1, 3), ("S", 2, 1), ("T", 1, 2)):
        tell(gate, start(number, button, "1", session), start(number, button % 3 + 1, "3", session))
    assert len(alarms(gate, ALARM)) == 3
    assert offenders(gate, TABLES) == []


def test_changes_to_a_shown_deal_in_words() -> None:
    before, after = {}, {"3": Mark(contradiction="another flop")}
    assert changes_since(before, after) == (
        "table 3: its hand does not fit the deck (another flop)",
    )
    assert changes_since(after, before) == ()
    assert changes_since(after, {"3": Mark(corrected=1, reason="misread")}) == (
        "table 3: it was corrected (misread)",
        "table 3: its hand fits the deck",
    )
    assert does_not_count(after)
    assert not does_not_count(before)


def test_objections_from_before_the_take_still_apply(gate: Gate) -> None:
    tell(gate, recorded("1"), recorded("2", **FOLDED), recorded("3", **FOLDED))
    deal = gate.deal(DEAL, "command:deals")
    doubt = {"1": Mark(contradiction="another flop")}
    assert len(why_still_not_counted(deal, doubt, doubt)) == 1
    assert why_still_not_counted(deal, {}, doubt) == ()


DECK = [rank + suit for rank in RANKS for suit in SUITS]


PLACES = {"seat 1": 2, "seat 2": 2, "flop": 3, "turn": 1, "river": 1}
"""Cards at each place."""


@given(st.permutations(DECK), st.sets(st.sampled_from(sorted(PLACES))))
def test_exactly_the_changed_places_differ(shuffled: list[str], changed: set[str]) -> None:
    """Of two decks without a card in common but those of the places left alike."""
    one, other, lots = {}, {}, iter(shuffled)
    for place, size in PLACES.items():
        one[place] = "".join(next(lots) for _ in range(size))
        fresh = "".join(next(lots) for _ in range(size))
        other[place] = fresh if place in changed else one[place]
    found = differences([_shown(one), _shown(other)])
    assert found == [place for place in PLACES if place in changed]


def _shown(places: dict[str, str]) -> ShownCards:
    board = places["flop"] + places["turn"] + places["river"]
    return ShownCards(3, {1: places["seat 1"], 2: places["seat 2"]}, board)


def test_the_deck_of_the_tests_is_one_deck() -> None:
    assert (
        differences([ShownCards(3, {int(seat): hole for seat, hole in CARDS.items()}, BOARD)]) == []
    )
