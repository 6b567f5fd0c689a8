"""Double dummy: against the tables and scores that real files print, and par against endplay's."""

import random
import re
from itertools import product

import pytest
from bridge_boards import board
from effort import PROVE
from real_files import real_files

from producer.feeds.bridge.pbn_board import hands_of
from producer.games.bridge.all_cards import hands_of as hands_of_deal
from producer.games.bridge.all_cards import par
from producer.games.bridge.auction_value import worth_along
from producer.games.bridge.contracts import STRAINS
from producer.games.bridge.double_dummy import Hands, par_of, tricks_along, tricks_of
from producer.games.bridge.seats import EAST, NORTH, SEATS, SOUTH, WEST
from producer.games.cards import cards_in
from producer.games.line import Move

pytest.importorskip("endplay", reason="endplay has no wheels for this Python")

ONE_SUIT_EACH: Hands = tuple(
    tuple(sorted(rank + suit for rank in "23456789TJQKA")) for suit in "shdc"
)
"""North has all spades, East all hearts, South all diamonds, West all clubs."""


def boards_of_file() -> list[dict[str, str]]:
    """The tags of every board of the real file that prints a table, with the table as ``table``."""
    (path,) = real_files("bridge/endplay/tests/pbn", "example2.pbn")
    found = {}
    for game in path.read_text(encoding="latin-1").split("\n\n"):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', game, re.MULTILINE))
        rows = re.search(r"^\[OptimumResultTable .*\]\n((?:[NESW] .*\n?)+)", game, re.MULTILINE)
        if rows and "OptimumScore" in tags:
            found[tags["Deal"]] = tags | {"table": rows[1]}
    return list(found.values())


def cards_of(deal: str) -> Hands:
    by_seat = hands_of(deal, 1)
    return tuple(tuple(sorted(cards_in(by_seat[seat]))) for seat in SEATS)


def test_tricks_and_par_are_those_of_the_file() -> None:
    for tags in boards_of_file()[:: 1 if PROVE else 12]:
        hands = cards_of(tags["Deal"])
        printed = {
            ("NESW".index(seat) + 1, strain): int(tricks)
            for seat, strain, tricks in re.findall(r"^([NESW]) +(\w+) +(\d+)", tags["table"], re.M)
        }
        assert dict(tricks_of(hands)) == printed
        side, points = tags["OptimumScore"].split()
        vulnerable = {"None": "none", "All": "both"}.get(tags["Vulnerable"], tags["Vulnerable"])
        par = par_of(hands, "NESW".index(tags["Dealer"]) + 1, vulnerable)
        assert par.points == int(points) * (1 if side == "NS" else -1)


def test_an_auction_that_has_not_begun_is_worth_par() -> None:
    """Our search of all calls finds the score that endplay computes in its own way."""
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    shuffled = random.Random(7)
    for _ in range(40 if PROVE else 4):
        shuffled.shuffle(deck)
        hands = tuple(tuple(sorted(deck[place::4])) for place in range(4))
        for dealer, who in product(SEATS, ("none", "NS", "EW", "both")):
            vulnerable = {
                seat: who in ("both", "EW" if seat in (EAST, WEST) else "NS") for seat in SEATS
            }
            (points,) = worth_along(dealer, (), tricks_of(hands), vulnerable)
            assert points == par_of(hands, dealer, who).points


def test_the_last_call_that_could_reach_the_grand_slam_pays_for_it() -> None:
    """North's spades are trumps of thirteen tricks: 7S scores 1510, and 7NT doubled costs more."""
    passes = [Move("auction", seat, "pass") for seat in (NORTH, EAST, SOUTH, WEST)]
    tricks = tricks_of(ONE_SUIT_EACH)
    assert tricks[NORTH, "S"] == tricks[SOUTH, "S"] == 13
    worth = worth_along(NORTH, passes, tricks, dict.fromkeys(SEATS, False))
    assert list(worth) == [1510, 1510, 1510, 0, 0]


def test_a_side_that_named_a_strain_keeps_its_declarer() -> None:
    """Four hearts make by East alone: once West has named hearts, ten tricks are out of reach."""
    tricks = {(seat, strain): 4 for seat in SEATS for strain in STRAINS}
    tricks |= {(EAST, "H"): 10, (WEST, "H"): 9}
    calls = [Move("auction", WEST, "bid", "1H"), Move("auction", NORTH, "pass")]
    before, after, _ = worth_along(WEST, calls, tricks, dict.fromkeys(SEATS, False))
    assert (before, after) == (-420, -140)


def test_the_lead_that_gives_a_trick_away() -> None:
    """South has the ace, queen and jack of spades in front of West's guarded king, which is sure of
    its trick unless West leads it."""
    hands = cards_of("N:432.432.5432.432 T98.T98.T98.T987 AQJ.AKJ.AKJ.AKQJ K765.Q765.Q76.65")
    king, club = (tricks_along(hands, SOUTH, "NT", (card,)) for card in ("Ks", "6c"))
    assert king == (club[0], club[0] + 1)
    assert club[1] == club[0]


def test_one_table_is_enough_for_par() -> None:
    """North has all spades: seven make, and nothing costs the others less."""
    deal = board("1S p 4S p p p, 10")
    hands = hands_of_deal(deal)
    assert hands is not None
    assert par(deal, hands).points == 1510
