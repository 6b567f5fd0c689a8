"""A key twice in one object has no certain value: every reader of JSON names it, and goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_ohh import ADDED, TOTALS, with_fields
from test_pokergfx import export, hand

from producer.feeds import Received, Refused, UnknownFormat, read

HANDS = [TOTALS, with_fields(ADDED, game_number="8"), with_fields(ADDED, game_number="9")]


def outcome(path: Path) -> tuple[list[int], list[tuple[str, str]]]:
    """The deals that were read; place and reason of what was refused."""
    items = list(read(path))
    deals = [
        item.event.data.deal
        for item in items
        if isinstance(item, Received) and item.event.type == "hand.recorded"
    ]
    refused = [(item.place, item.reason) for item in items if isinstance(item, Refused)]
    return deals, refused


def reason(key: str) -> str:
    return f"the key {key} is twice in one object, so its value is not certain"


@pytest.mark.parametrize(
    ("was", "becomes", "key"),
    [
        ('"dealer_seat": 1', '"dealer_seat": 1, "dealer_seat": 2', "dealer_seat"),
        ('"action": "Check"', '"action": "Check", "action": "Fold"', "action"),
        ('"amount": 20', '"amount": 20, "amount": 20', "amount"),
        ('{"ohh": {', '{"ohh": {}, "ohh": {', "ohh"),
    ],
)
@pytest.mark.parametrize("lines", [True, False])
def test_of_an_open_hand_history_the_hand_is_refused_and_the_others_are_read(
    tmp_path: Path, lines: bool, was: str, becomes: str, key: str
) -> None:
    texts = [json.dumps(each) for each in HANDS]
    assert was in texts[1]
    texts[1] = texts[1].replace(was, becomes, 1)
    path = tmp_path / "hands.jsonl"
    path.write_text("\n".join(texts) if lines else "[" + ",\n".join(texts) + "]")
    deals, refused = outcome(path)
    assert deals == [7, 9]
    assert refused == [(f"{path}:2", reason(key))]


@pytest.mark.parametrize(
    ("was", "becomes", "key"),
    [
        ('"EventType": "BET"', '"EventType": "BET", "EventType": "FOLD"', "EventType"),
        ('"HandNum": 2', '"HandNum": 2, "HandNum": 5', "HandNum"),
        ('"BigBlindAmt": 100', '"BigBlindAmt": 100, "BigBlindAmt": 200', "BigBlindAmt"),
    ],
)
def test_of_a_session_of_pokergfx_the_hand_is_refused_and_the_others_are_read(
    tmp_path: Path, was: str, becomes: str, key: str
) -> None:
    path = export(tmp_path / "a.json", hand(1), hand(2), hand(3))
    text = path.read_text()
    second = text.index('"HandNum": 1')  # its events come before its number
    assert was in text[second:]
    path.write_text(text[:second] + text[second:].replace(was, becomes, 1))
    deals, refused = outcome(path)
    assert deals == [1, 3]
    assert [words for _, words in refused] == [reason(key)]


def test_a_session_of_pokergfx_with_two_lists_of_hands_loses_none_in_silence(
    tmp_path: Path,
) -> None:
    path = export(tmp_path / "a.json", hand(1))
    more = json.dumps([hand(2)])
    path.write_text(path.read_text().replace('"ID":', f'"Hands": {more},\n"ID":', 1))
    deals, refused = outcome(path)
    assert deals == [1]
    assert [words for _, words in refused] == [reason("Hands")]


def test_a_session_of_pokergfx_with_two_ids_is_none_of_them(tmp_path: Path) -> None:
    path = export(tmp_path / "a.json", hand(1))
    path.write_text(path.read_text().replace('"ID":', '"ID": 1,\n"ID":', 1))
    with pytest.raises(UnknownFormat, match="the key ID is in it twice"):
        list(read(path))


def test_a_hand_that_is_cut_off_after_such_a_key_is_cut_off(tmp_path: Path) -> None:
    text = json.dumps(TOTALS).replace('"action": "Check"', '"action": "Check", "action": "Fold"', 1)
    path = tmp_path / "hands.jsonl"
    path.write_text(text[: text.index("pots")])
    assert outcome(path)[1] == [(f"{path}:1", "the file ends in the middle of this hand")]


@pytest.mark.parametrize(("key", "other"), [("md", "2S,,,"), ("sv", "b"), ("mc", "9")])
def test_of_a_board_in_lin_too(tmp_path: Path, key: str, other: str) -> None:
    """South has all spades, West all hearts, North all diamonds."""
    hands = ",".join(f"{suit}AKQJT98765432" for suit in "SHD")
    board = f"qx|o1|md|1{hands}|sv|o|mb|7S|mb|p|mb|p|mb|p|mc|13|"
    path = tmp_path / "a.lin"
    again = board.replace("o1", "c1")
    path.write_text(f"pn|A,B,C,D,E,F,G,H|\n{board}\n{key}|{other}|\n{again}\n")
    deals, refused = outcome(path)
    assert deals == [1]
    assert refused == [(f"{path}:3", f"{key} is twice in this board, each time with another value")]
