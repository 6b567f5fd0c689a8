"""One deal of open-face Chinese at four tables, small enough to score by hand.

Seat 2 plays alike everywhere. Seat 1 scoops with trips in the middle at table 1 (6 + 2) and without
at table 2 (6); at tables 3 and 4 its aces in the middle beat its nines in the back.
"""

from collections.abc import Mapping
from dataclasses import replace

from open_face_deals import event, opening

from producer.events import OpenFaceGame, Player
from producer.games.cards import parse_cards
from producer.games.line import Deal, DealKey, Move, Play
from producer.games.ofc.placing import ROUNDS

CARDS = {"1": "AhAd9c9dQs9hAc5s4c2dJs8h3c", "2": "KhKd8c8dJc7h6h5h2h3hTc4d6s"}

SEAT_1 = {
    "1": "back AhAd, middle 9d9c, front Qs;middle 9h;back Ac;back 5s;middle 4c;back 2d;front Js;"
    "front 8h;middle 3c",
    "2": "back AhAd, middle 9d9c, front Qs;front 9h;back Ac;back 5s;middle 4c;back 2d;front Js;"
    "middle 8h;middle 3c",
    # after the four in the back no nine or five can come to its help
    "3": "back 9d9c, middle AhAd, front Qs;back 9h;middle Ac;back 5s;back 4c;middle 2d;front Js;"
    "front 8h;middle 3c",
    # until the last card a nine or a five would make the back a full house or better
    "4": "back 9d9c, middle AhAd, front Qs;back 9h;middle Ac;back 5s;front 4c;middle 2d;front Js;"
    "middle 8h;back 3c",
}
SEAT_2 = (
    "back KhKd, middle 8d8c, front Jc;back 7h;back 6h;middle 5h;back 2h;middle 3h;front Tc;"
    "middle 4d;front 6s"
)
WON = {"1": 8, "2": 6, "3": -6, "4": -6}
TABLES = tuple(SEAT_1)


def line(table: str, *, phases: bool = True) -> list[dict]:
    both = zip(ROUNDS, SEAT_1[table].split(";"), SEAT_2.split(";"), strict=True)
    return [
        ({"street": phase} if phases else {}) | {"seat": seat, "action": "place", "detail": placed}
        for phase, *placements in both
        for seat, placed in enumerate(placements, 1)
    ]


def hand(table: str, *, at: str = "", **change: object) -> str:
    """``at``: the table that sends it, by default the one that played so."""
    data = {"deal": 1, "hand": 1, "button": 2, "cards": CARDS, "line": line(table),
            "result": {"1": WON[table], "2": -WON[table]}}  # fmt: skip
    return event("hand.recorded", data | change, at or table)


def feed() -> str:
    return "\n".join([opening(TABLES, 2), *map(hand, TABLES), ""])


def played(
    table: str, stacks: Mapping[int, int | None] | None = None, seat_2: str = SEAT_2
) -> Play:
    theirs = dict(zip(ROUNDS, seat_2.split(";"), strict=True))
    moves = tuple(
        Move(
            each["street"], each["seat"], each["action"],
            theirs[each["street"]] if each["seat"] == 2 else each["detail"],
        )
        for each in line(table)
    )  # fmt: skip
    players = {1: Player(name=f"Ada {table}"), 2: Player(name=f"Bo {table}")}
    result = {1: WON[table], 2: -WON[table]}
    own = stacks or dict.fromkeys(players)
    return Play(table, 1, 1, OpenFaceGame(), own, players, moves, result)


BEHIND = "back KhKd8d, middle 8c, front Jc;back 7h;"
MOVED = (
    f"{BEHIND}middle 6h;middle 5h;back 2h;front 3h;front Tc;middle 4d;middle 6s",
    # a jack in front beats an eight in the middle
    f"{BEHIND}back 6h;middle 5h;middle 2h;middle 3h;front Tc;middle 4d;front 6s",
)
"""Seat 2 with a pair of sixes in the middle, and with one of them in the back: a foul."""


def apart() -> Deal:
    """Two tables at which seat 1 plays in two ways from the start, so that seat 2, which first
    places its six of hearts in two ways, is in no spot of both. Both seats foul at table 3."""
    one, three = (played(table, seat_2=own) for table, own in zip("13", MOVED, strict=True))
    return deal_of(one, replace(three, result={1: 0, 2: 0}))


def deal_of(*plays: Play) -> Deal:
    cards = {int(seat): parse_cards(own) for seat, own in CARDS.items()}
    tables = tuple(play.table for play in plays)
    return Deal(DealKey("open", "A", 1), 2, cards, (), plays, tables)
