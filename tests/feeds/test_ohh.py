"""Open Hand Histories: hands written for this test, results worked out by hand (FEEDS 4)."""

from __future__ import annotations

import json
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from producer.events import HandRecorded, HandRecordedEvent, HoldemGame, SessionOpenedEvent
from producer.feeds import Received, Refused, UnknownFormat, read

Said = tuple[str, int, float]
BLINDS: list[Said] = [("Post SB", 12, 0.5), ("Post BB", 13, 1)]


def hand(
    rounds: list[tuple[list[str], list[Said]]], won: dict[int, float], pot: float, **more: Any
) -> dict[str, Any]:
    """Ids are the seat and 10 more: 1 has the button, 2 and 3 the blinds of 0.50 and 1."""
    names = ("Preflop", "Flop", "Turn", "River", "Showdown")
    return {"ohh": {
        "spec_version": "1.4.6", "site_name": "Tenfour", "game_type": "Holdem", "game_number": "7",
        "table_name": "Halley", "table_size": 6, "start_date_utc": "2024-03-01T18:00:00Z",
        "ante_amount": 0, "small_blind_amount": 0.5, "big_blind_amount": 1, "currency": "USD",
        "bet_limit": {"bet_type": "NL", "bet_cap": 0}, "dealer_seat": 1, "hero_player_id": 12,
        "players": [
            {"id": seat + 10, "name": f"P{seat}", "seat": seat, "starting_stack": 100,
             **({"cards": ["Ah", "Ad"]} if seat == 2 else {})}
            for seat in (1, 2, 3, 5)
        ],
        "rounds": [
            {"id": n, "street": name, "cards": cards, "actions": [
                {"action_number": k, "player_id": who, "action": said, "amount": amount}
                for k, (said, who, amount) in enumerate(actions, 1)]}
            for n, (name, (cards, actions)) in enumerate(zip(names, rounds, strict=False))
        ],
        "pots": [{"number": 0, "amount": pot, "rake": 0, "player_wins": [
            {"player_id": who, "win_amount": chips} for who, chips in won.items()]}],
    } | more}  # fmt: skip


# Totals: after the raise to 2.50 the caller of 10 has put 10 in; the river bet of 50 is in the pot.
TOTALS = hand(
    [
        ([], [*BLINDS, ("Raise", 11, 2.5), ("Raise", 12, 10), ("Fold", 13, 0), ("Call", 11, 10)]),
        (["2c", "7d", "9h"], [("Check", 12, 0), ("Check", 11, 0)]),
        (["3c"], [("Bet", 12, 20), ("Call", 11, 20)]),
        (["4s"], [("Raise", 12, 50), ("Fold", 11, 0)]),
    ],
    {12: 111},
    111,
)
# Increments: the raise of 9.50 is to 10, the call of 7.50 is of 10; the river bet is left out.
ADDED = hand(
    [
        ([], [*BLINDS, ("Raise", 11, 2.5), ("Raise", 12, 9.5), ("Fold", 13, 0), ("Call", 11, 7.5)]),
        (["2c", "7d", "9h"], [("Check", 12, 0), ("Check", 11, 0)]),
        (["2c", "7d", "9h", "3c"], [("Bet", 12, 20), ("Call", 11, 20)]),
        (["4s"], [("Bet", 12, 50), ("Fold", 11, 0)]),
    ],
    {12: 61},
    61,
)


def with_fields(of: dict[str, Any] = TOTALS, **fields: Any) -> dict[str, Any]:
    return {"ohh": of["ohh"] | fields}


def written(tmp_path: Path, *hands: Any, name: str = "hands.jsonl", lines: bool = True) -> Path:
    path = tmp_path / name
    path.write_text("\n".join(map(json.dumps, hands)) if lines else json.dumps([*hands], indent=1))
    return path


def recorded(path: Path) -> list[HandRecorded]:
    items = [item for item in read(path) if isinstance(item, Received)]
    return [item.event.data for item in items if isinstance(item.event, HandRecordedEvent)]


def reasons(path: Path) -> list[str]:
    return [item.reason for item in read(path) if isinstance(item, Refused)]


@pytest.mark.parametrize("of", [TOTALS, ADDED])
def test_amounts_are_read_as_totals_or_as_what_was_added(tmp_path: Path, of: Any) -> None:
    path = written(tmp_path, of)
    opening, item = list(read(path))
    assert isinstance(opening, Received)
    assert isinstance(opening.event, SessionOpenedEvent)
    assert opening.event.session == "ohh-tenfour-halley-50-100"
    game = opening.event.data.tables["Halley"].game
    assert game == HoldemGame(betting="no-limit", small_blind=50, big_blind=100)
    assert isinstance(item, Received)
    assert item.event.at == datetime(2024, 3, 1, 18, tzinfo=UTC)
    (found,) = recorded(path)
    assert (found.deal, found.button, found.board) == (7, 1, "2c7d9h3c4s")
    words = [f"{m.seat}{m.action}{m.to or ''}" for m in found.line]
    assert words == [
        *("1raise250", "2raise1000", "3fold", "1call1000", "2check", "1check"),
        *("2bet2000", "1call2000", "2bet5000", "1fold"),
    ]
    # seat 5 does nothing in the hand, so it was not dealt in
    assert found.result == {1: -3_000, 2: 3_100, 3: -100}
    assert found.cards == {2: "AhAd"}


def test_a_list_and_lines_and_a_bare_object_are_one_format(tmp_path: Path) -> None:
    second = with_fields(ADDED, game_number="8")
    for path in (
        written(tmp_path, TOTALS, second),
        written(tmp_path, TOTALS, second, name="a.json", lines=False),
        written(tmp_path, TOTALS["ohh"], second["ohh"], name="b.json"),
    ):
        assert [each.deal for each in recorded(path)] == [7, 8]


def test_numbers_of_a_site_and_none_are_counted_in_the_files_order(tmp_path: Path) -> None:
    hands = [with_fields(game_number=n) for n in ("", "19181716151", "1")]
    path = written(tmp_path, *hands)
    assert [each.deal for each in recorded(path)] == [1, 2, 1]
    sessions = {item.event.session for item in read(path) if isinstance(item, Received)}
    assert len(sessions) == 2  # those of the file's order are a session of their own


def test_an_unknown_showdown_is_what_the_pots_say_without_the_rake(tmp_path: Path) -> None:
    checked: list[Said] = [("Check", 12, 0), ("Check", 13, 0)]
    rounds = [
        ([], [*BLINDS, ("Fold", 15, 0), ("Fold", 11, 0), ("Call", 12, 1), ("Check", 13, 0)]),
        (["2c", "7d", "9h"], checked),
        (["3c"], checked),
        (["4s"], checked),
        ([], [("Shows Cards", 12, 0), ("Mucks Cards", 13, 0)]),
    ]
    for won in (2, 1.9):
        (found,) = recorded(written(tmp_path, hand(rounds, {12: won}, 2, dealer_seat=1)))
        assert found.result == {1: 0, 2: 100, 3: -100, 5: 0}


def changed(**fields: Any) -> dict[str, Any]:
    return with_fields(**fields)


def with_cards(*cards: Any, shown: bool = False) -> dict[str, Any]:
    """TOTALS with other cards in seat 2, as dealt or as shown at the end."""
    copy = deepcopy(TOTALS)
    if shown:
        copy["ohh"]["rounds"][3]["actions"].append(
            {"action_number": 3, "player_id": 12, "action": "Shows Cards", "cards": [*cards]}
        )
    else:
        copy["ohh"]["players"][1]["cards"] = [*cards]
    return copy


def with_board(*cards: Any) -> dict[str, Any]:
    copy = deepcopy(TOTALS)
    copy["ohh"]["rounds"][1]["cards"] = [*cards]
    return copy


@pytest.mark.parametrize(
    "cards", [("??", "??"), ("Xx", "xx"), ("*", "*"), ("", ""), (None, None), (), ("?", "Ah")]
)
def test_cards_that_are_hidden_are_not_known(tmp_path: Path, cards: tuple[Any, ...]) -> None:
    (found,) = recorded(written(tmp_path, with_cards(*cards)))
    assert found.cards == {}


def with_action(place: int, **values: Any) -> dict[str, Any]:
    """TOTALS with another action before the flop."""
    copy = deepcopy(TOTALS)
    copy["ohh"]["rounds"][0]["actions"][place] |= values
    return copy


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (changed(game_type="Omaha"), "the game is 'Omaha'"),
        (changed(bet_limit={"bet_type": "XX"}), "the betting is 'XX'"),
        (changed(dealer_seat=3), "seat 2: 'Post SB', but after the button, seat 3"),
        (with_action(0, player_id=11), "seat 1: 'Post SB', but after the button, seat 1"),
        (with_action(0, action="Post Dead"), "seat 2: 'Post Dead', but after the button"),
        (with_action(1, action="Fold"), "a blind is not posted"),
        (with_action(2, action="Added To Pot"), "action 3 is 'Added To Pot', which cannot be read"),
        (with_action(2, player_id=99), "somebody who is not in the hand"),
        (with_action(5, amount=9), "call to 900"),
        (with_action(3, amount=3), "raise to 300 is below the minimum of 400"),
        (with_cards("Js", "Zz"), "the cards of seat 2: 'Zz' is no card"),
        (with_cards("J", "s"), "the cards of seat 2: 'J' is no card"),
        (with_cards("Js", 11), "the cards of seat 2: '11' is no card"),
        (with_cards("Ah", "1d", shown=True), "the cards that seat 2 shows: '1d' is no card"),
        (with_board("2c", "7d", "9x"), "the cards of the Flop: '9x' is no card"),
        (with_board("2c", "7d", "??"), "cards on the board: 2"),
        (changed(players=7), "players is missing, or no list"),
        ({"ohh": 7, "spec_version": 1, "site_name": ""}, "ohh is missing, or no object"),
    ],
)
def test_what_cannot_be_used_says_why(tmp_path: Path, other: Any, reason: str) -> None:
    path = written(tmp_path, with_fields(game_number="1"), other)
    (found,) = reasons(path)
    assert reason in found
    assert [each.deal for each in recorded(path)] == [1]


def test_a_cap_and_an_ante(tmp_path: Path) -> None:
    antes: list[Said] = [("Post Ante", who, 0.25) for who in (11, 12, 13)]
    rounds = [([], [*antes, *BLINDS, ("Raise", 11, 5), ("Call", 12, 4.5), ("Fold", 13, 0)])]
    rounds += [([card], []) for card in ("2c 7d 9h", "3c", "4s")]
    rounds += [([], [])]
    capped = hand(rounds, {12: 11.75}, 11.75, bet_limit={"bet_type": "NL", "bet_cap": 5.25})
    path = written(tmp_path, with_fields(capped, ante_amount=0.25))
    opening = next(read(path))
    assert isinstance(opening, Received)
    assert opening.event.session.endswith("-50-100-ante-25-cap-525")
    (found,) = recorded(path)
    assert found.result == {1: -525, 2: 650, 3: -125}


def test_a_broken_line_is_refused_alone_and_a_broken_list_from_there(tmp_path: Path) -> None:
    path = written(tmp_path, TOTALS)
    after = json.dumps(with_fields(game_number="8"))
    path.write_text(f"{path.read_text()}\n{{broken\n{after}\n")
    (refused,) = [item for item in read(path) if isinstance(item, Refused)]
    assert refused.reason.startswith("not JSON: Expecting property name")
    assert (refused.raw, refused.place) == (b"{broken", f"{path}:2")
    assert [each.deal for each in recorded(path)] == [7, 8]
    path.write_text(f"[{path.read_text()}]")
    assert [each.deal for each in recorded(path)] == [7]
    assert len(reasons(path)) == 1


def test_a_hand_on_a_line_with_others_is_named(tmp_path: Path) -> None:
    """By its own number, else by its place among the hands of the file."""
    right, wrong, nameless = deepcopy(TOTALS), deepcopy(TOTALS), deepcopy(TOTALS)
    for each in (wrong, nameless):
        each["ohh"]["dealer_seat"] = 2
    wrong["ohh"]["game_number"], nameless["ohh"]["game_number"] = "8", ""
    path = tmp_path / "hands.json"
    apart = json.dumps([right, wrong, nameless], indent=1)
    starts = [n for n, line in enumerate(apart.splitlines(), 1) if line == " {"]
    for text, places in (
        (json.dumps([right, wrong, nameless]), ["1, hand 8", "1, hand 3"]),
        (apart, [str(line) for line in starts[1:]]),
        ("\n".join(map(json.dumps, (right, wrong, nameless))), ["2", "3"]),
        (" ".join(map(json.dumps, (wrong, wrong))), ["1", "1, hand 8"]),
    ):
        path.write_text(text)
        found = [item.place for item in read(path) if isinstance(item, Refused)]
        assert found == [f"{path}:{place}" for place in places]


def test_a_file_without_a_hand_is_refused_as_one(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("[ ]")
    with pytest.raises(UnknownFormat, match="there is no hand"):
        list(read(path, "ohh"))


def test_more_than_the_pot_cannot_be_won(tmp_path: Path) -> None:
    pot = {"number": 0, "amount": 61, "player_wins": [{"player_id": 12, "win_amount": 77777}]}
    path = written(tmp_path, with_fields(ADDED, pots=[pot]))
    assert reasons(path) == ["77777 are won from pots of 61"]
