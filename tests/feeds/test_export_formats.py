"""Hands written for other programs: read back by our own readers, and by pokerkit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from effort import counts
from hand_made import line
from pokerkit import HandHistory
from real_files import real_files

from producer.events import HoldemGame, Player
from producer.feeds import Asked, read
from producer.feeds.exports.ohh import ohh_line
from producer.feeds.exports.phh import phh_text
from producer.feeds.exports.whole_hands import CannotWrite
from producer.games.cards import parse_cards
from producer.games.holdem import replay
from producer.games.line import Chips, Deal, DealKey, Line, Play
from producer.record import open_store

NO_LIMIT = HoldemGame(betting="no-limit", small_blind=50, big_blind=100)
CARDS = {1: "AsAh", 2: "KsKh", 3: "QsQh", 4: "7d2c"}
BOARD = "Js9h3d4c8s"


def made(
    text: str,
    result: dict[int, Chips],
    *,
    game: HoldemGame = NO_LIMIT,
    cards: Mapping[int, str] = CARDS,
    stacks: dict[int, int | None] | None = None,
    **more: Any,
) -> Deal:
    """One table's hand; by default 3 seats with 5,000 chips, seat 3 has the button. ``result`` is
    worked out by hand."""
    chips = stacks or dict.fromkeys((1, 2, 3), 5000)
    names = {seat: Player(name=f'P{seat} "\x7f"') for seat in chips}
    hole = {seat: parse_cards(cards[seat]) for seat in chips if seat in cards}
    button, direction = more.get("button", 3), more.get("direction", "ascending")
    found = replay(game, button, direction, chips, hole, parse_cards(BOARD), line(text))
    play = Play("T 1", 7, 1, game, chips, names, found.line, result)
    return Deal(
        DealKey("s", "A", 7), button, hole, parse_cards(BOARD), (play,), ("T 1",), direction
    )


SIDE_POTS = {1: 500, 2: 2000, 3: 5000}
HANDS = {
    # 3 folds, 1 and 2 check to the end: the aces win 100
    "shown down": made("3f 1c 2x / 1x 2x / 1x 2x / 1x 2x", {1: 100, 2: -100, 3: 0}),
    # an uncalled bet comes back
    "folded": made("3r300 1c 2f / 1x 3b400 1f", {1: -300, 2: -100, 3: 400}),
    # main pot 1,500 to the aces, side pot 3,000 to the kings, 3,000 uncalled
    "side pots": made(
        "3r5000 1c500 2c2000", {1: 1000, 2: 1000, 3: -2000}, stacks=dict(SIDE_POTS)
    ),
    "heads-up": made(
        "1r300 2c / 2b500 1c / 2x 1x / 2x 1x", {1: 800, 2: -800}, button=1,
        stacks={1: 5000, 2: 9000},
    ),
    "all in on the turn": made(
        "3f 1r300 2c / 1x 2x / 1b4700 2c", {1: 5000, 2: -5000, 3: 0}
    ),
    # each pays 25, the aces win the antes and blinds
    "antes": made("3f 1r300 2f", {1: 125 + 25, 2: -125, 3: -25},
                  game=NO_LIMIT.model_copy(update={"ante": 25})),
    "the big blind's ante": made(
        "3c 1f 2x / 2b200 3f", {1: -50, 2: 150, 3: -100},
        game=NO_LIMIT.model_copy(update={"ante": 100, "ante_from": "big-blind"}),
    ),
    "straddle": made(
        "4r600 1f 2f 3f", {1: -50, 2: -100, 3: -200, 4: 350}, button=4,
        game=NO_LIMIT.model_copy(update={"straddle": 200}), stacks=dict.fromkeys(range(1, 5), 5000),
    ),
    "seats that descend": made(
        "4c 3f 2x / 2x 4b300 2f",
        {2: -100, 3: -50, 4: 150}, button=4, direction="descending",
        stacks=dict.fromkeys((2, 3, 4), 5000),
    ),
    "fixed limit": made(
        "3r200 1f 2c / 2x 3b100 2f", {1: -50, 2: -200, 3: 250},
        game=HoldemGame(betting="fixed-limit", small_blind=50, big_blind=100),
    ),
    # nobody knows seat 2's cards, which lost
    "cards unknown": made(
        "3f 1c 2x / 1x 2x / 1x 2x / 1x 2x", {1: 100, 2: -100, 3: 0}, cards={1: "AsAh", 3: "QsQh"}
    ),
}  # fmt: skip


def read_back(tmp_path: Path, text: str, name: str) -> list[Deal]:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with open_store(tmp_path / f"{name}.db") as store:
        assert store.append(read(path)).quarantined == 0, store.quarantine()
        return list(store.deals())


def content(deals: list[Deal]) -> dict[tuple[str, int], tuple[Line, object, object, object]]:
    return {
        (play.table, deal.key.number): (
            play.line,
            dict(play.result),
            {seat: deal.cards[seat] for seat in play.result if deal.cards.get(seat)},
            {seat: player.name for seat, player in play.players.items()},
        )
        for deal in deals
        for play in deal.plays
    }


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_as_phh_comes_back_the_same_and_pokerkit_finds_its_result(
    name: str, tmp_path: Path
) -> None:
    (play,) = HANDS[name].plays
    text = phh_text(HANDS[name], play, 1, "Nations Cup")
    assert content(read_back(tmp_path, text, "own.phhs")) == content([HANDS[name]])
    (theirs,) = HandHistory.loads_all(text)
    end = list(theirs)[-1]
    assert not end.status
    won = [after - before for after, before in zip(end.stacks, end.starting_stacks, strict=True)]
    assert dict(zip(theirs.seats, won, strict=True)) == play.result


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_as_ohh_comes_back_the_same(name: str, tmp_path: Path) -> None:
    (play,) = HANDS[name].plays
    text = ohh_line(HANDS[name], play, "Nations Cup")
    assert content(read_back(tmp_path, text, "own.jsonl")) == content([HANDS[name]])


def test_the_fields_of_ohh_are_the_published_ones() -> None:
    """By its specification 1.4.6: the main pot first, each with its winners, no rake."""
    (play,) = HANDS["side pots"].plays
    ohh = json.loads(ohh_line(HANDS["side pots"], play, "Nations Cup"))["ohh"]
    assert ohh["bet_limit"] == {"bet_type": "NL", "bet_cap": 0}
    assert (ohh["dealer_seat"], ohh["game_number"], ohh["table_name"]) == (3, "7", "T 1")
    assert [street["street"] for street in ohh["rounds"]] == [
        "Preflop", "Flop", "Turn", "River", "Showdown",
    ]  # fmt: skip
    assert [street["cards"] for street in ohh["rounds"]] == [
        [], ["Js", "9h", "3d"], ["4c"], ["8s"], [],
    ]  # fmt: skip
    assert [
        (action["action"], action["player_id"], action.get("amount"), action.get("is_allin"))
        for action in ohh["rounds"][0]["actions"]
        if action["action"] != "Dealt Cards"
    ] == [
        ("Post SB", 1, 50, False), ("Post BB", 2, 100, False),
        ("Raise", 3, 5000, True), ("Call", 1, 500, True), ("Call", 2, 2000, True),
    ]  # fmt: skip
    assert ohh["pots"] == [
        {"number": 0, "amount": 1500, "rake": 0, "player_wins": [
            {"player_id": 1, "win_amount": 1500}]},
        {"number": 1, "amount": 3000, "rake": 0, "player_wins": [
            {"player_id": 2, "win_amount": 3000}]},
    ]  # fmt: skip


CAPPED = NO_LIMIT.model_copy(update={"cap": 1000})
OPEN_STACKS = dict.fromkeys((1, 2, 3))


@pytest.mark.parametrize(
    ("deal", "phh", "ohh"),
    [
        (made("3f 1r1000 2f", {1: 100, 2: -100, 3: 0}, game=CAPPED), "the format has no cap", None),
        (
            made("3f 1r300 2f", {1: 100, 2: -100, 3: 0},
                 game=NO_LIMIT.model_copy(update={"betting": "pot-limit"})),
            "the format has no pot-limit hold'em", None,
        ),
        (
            made("3f 1r300 2f", {1: 100, 2: -100, 3: 0}, stacks=dict(OPEN_STACKS)),
            None, "the format has no unlimited stacks",
        ),
        (
            made("3f 1r300 2f", {1: Fraction(1, 2), 2: Fraction(-1, 2), 3: 0}),
            "the result has fractions of chips", "the result has fractions of chips",
        ),
        (  # 300 more, then 100 more: legal where a raise is at least the big blind
            made("3r400 1r500 2f 3f", {1: 500, 2: -100, 3: -400},
                 game=NO_LIMIT.model_copy(update={"minimum_raise": "big-blind"})),
            "action 2 is not legal", "action 2 is not legal",
        ),
    ],
)  # fmt: skip
def test_what_a_format_cannot_state_is_left_out_with_the_reason(
    deal: Deal, phh: str | None, ohh: str | None
) -> None:
    for writes, reason in (
        (lambda: phh_text(deal, deal.plays[0], 1, "t"), phh),
        (lambda: ohh_line(deal, deal.plays[0], "t"), ohh),
    ):
        if reason is None:
            assert writes()
        else:
            with pytest.raises(CannotWrite, match=reason):
                writes()


def test_the_hands_of_unlimited_stacks_come_back_from_phh(tmp_path: Path) -> None:
    deal = made("3r300 1c 2f / 1x 3x / 1x 3x / 1x 3x", {1: 400, 2: -100, 3: -300},
                stacks=dict(OPEN_STACKS), cards={})  # fmt: skip
    text = phh_text(deal, deal.plays[0], 1, "t")
    assert "winnings = [700, 0, 0]" in text
    assert content(read_back(tmp_path, text, "own.phhs")) == content([deal])


@pytest.mark.parametrize(
    ("folder", "pattern", "shift"),
    [("poker/acpc", "*.nolimit.*r0.log", 0), ("poker/lbr", "lbr_fcpa_ds_?1.out", 0),
     ("poker/phh", "pluribus/**/1*.phh", 1)],
)  # fmt: skip
def test_real_hands_come_back_the_same_from_either_format(
    folder: str, pattern: str, shift: int, tmp_path: Path
) -> None:
    files = [path for path in real_files(folder, pattern) if ".actions." not in path.name]
    with open_store(tmp_path / "real.db") as store:
        for path in files:
            store.append(islice(read(path, asked=Asked(shift=shift)), counts(30, 100_000)))
        deals = [
            deal
            for deal in store.deals()
            if all(chips.denominator == 1 for play in deal.plays for chips in play.result.values())
        ]
    hands = [(replace(deal, plays=(play,)), play) for deal in deals for play in deal.plays]
    texts = {
        "own.phhs": "".join(phh_text(d, p, n, d.key.session) for n, (d, p) in enumerate(hands, 1)),
        "own.jsonl": "".join(ohh_line(d, p, d.key.session) for d, p in hands),
    }
    assert len(hands) > 50
    for name, text in texts.items():
        assert content(read_back(tmp_path, text, name)) == content(deals)
