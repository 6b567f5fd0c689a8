"""Which card a bot plays (RULES B5), by the rules that the bots go by: opening leads, second hand
low, third hand high, fourth hand cheaply, ruffs, discards, and how declarer leads.

North declares, South is dummy; East and West defend. Only the cards that a case names are left.
"""

import pytest

from producer.games.bridge.bot_play import Seen, bot_card
from producer.games.bridge.contracts import Contract
from producer.games.bridge.seats import EAST, NORTH, SOUTH, WEST

SPADES, NO_TRUMPS = Contract(4, "S", 0, NORTH), Contract(3, "NT", 0, NORTH)


def cards(text: str) -> frozenset[str]:
    """``K2h 5d``: the king and deuce of hearts, and the five of diamonds."""
    return frozenset(rank + suit for *ranks, suit in text.split() for rank in ranks)


def plays(
    seat: int,
    own: str,
    contract: Contract,
    trick: dict[int, str] | None = None,
    *,
    hidden: str = "",
    sees: str = "",
    won: int = 0,
    led: tuple[str, ...] = (),
) -> str:
    """``hidden``: in hands that the bot does not see; ``sees``: dummy, or for dummy declarer's
    hand; ``led``: by this side before."""
    declares = seat in (contract.declarer, contract.dummy)
    other, facing = (cards(sees), cards("")) if declares else (cards(""), cards(sees))
    return bot_card(
        Seen(seat, contract, cards(own), other, facing, cards(hidden), trick or {}, won, led)
    )


@pytest.mark.parametrize(
    ("own", "contract", "card"),
    [
        ("K2s Q9h AT763d J852c", NO_TRUMPS, "6d"),  # fourth highest of the longest
        ("K2s Q9h KQ763d J852c", NO_TRUMPS, "Kd"),  # the top of touching honours
        ("K2s Q9h J9763d A852c", NO_TRUMPS, "6d"),
        ("K2s Q9h T9763d A852c", NO_TRUMPS, "Td"),
        ("K2s Q9h 98763d A852c", NO_TRUMPS, "6d"),
        ("432s 5h KJ75d QT862c", SPADES, "5h"),  # a singleton
        ("432s Kh QJ75d 98642c", SPADES, "Qd"),  # but no singleton honour
        ("432s A83h K75d Q862c", SPADES, "2c"),  # low from a suit without the ace
        ("432s A8643h K75d Q2c", SPADES, "5d"),
        ("K432s A8643h AK75d", SPADES, "Ad"),  # the sequence first
        ("AKQJT98765432s", SPADES, "2s"),
    ],
)
def test_the_opening_lead(own: str, contract: Contract, card: str) -> None:
    assert plays(EAST, own, contract) == card


@pytest.mark.parametrize(
    ("own", "more", "card"),
    [
        ("K4h 75d", {"hidden": "QJh AKd"}, "Kh"),  # it takes a trick
        ("K4h 75d", {"hidden": "QJAh AKd"}, "4h"),
        ("K4h 75d", {"hidden": "QJh AKd", "sees": "2s 9d"}, "4h"),  # dummy would ruff
        ("K4h 75d", {"hidden": "QJh AKd", "sees": "2c 9d"}, "Kh"),
        ("K4h AKd", {"hidden": "QJh QJd"}, "Ad"),  # two masters before one
        ("AK4h AK3d 2c", {"hidden": "QJh QJd AKc"}, "Ah"),
        ("AK4h AKd 2c", {"hidden": "QJh QJd AKc"}, "Ad"),  # of two the shorter suit
        ("J4h 75d 9863c", {"hidden": "AKh AKd AKc"}, "3c"),  # the longest suit
        ("J4h 75d 9863c", {"hidden": "AKh AKd AKc", "led": ("s", "d", "h")}, "5d"),  # led before
        ("J4h 9863s", {"hidden": "AKh AKs"}, "4h"),  # no trump
        ("863s", {"hidden": "AKs"}, "3s"),
    ],
)
def test_a_defender_leads_later(own: str, more: dict[str, str], card: str) -> None:
    assert plays(EAST, own, SPADES, **more) == card  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("contract", "trick", "own", "hidden", "card"),
    [
        (NO_TRUMPS, {NORTH: "5h"}, "3h AKd", "Ah", "3h"),  # it must follow
        (NO_TRUMPS, {NORTH: "5h"}, "K3h", "Ah", "3h"),  # second hand low
        (NO_TRUMPS, {NORTH: "5h"}, "A3h", "Kh", "3h"),
        (NO_TRUMPS, {NORTH: "Qh"}, "K3h", "Jh", "Kh"),  # but it covers an honour with a winner
        (NO_TRUMPS, {NORTH: "Th"}, "K3h", "Jh", "Kh"),
        (NO_TRUMPS, {NORTH: "9h"}, "K3h", "Jh", "3h"),
        (NO_TRUMPS, {NORTH: "Qh"}, "K3h", "Ah", "3h"),
        (SPADES, {NORTH: "5h"}, "A3h", "Kh", "Ah"),  # a short suit may be ruffed
        (SPADES, {NORTH: "5h"}, "A73h", "Kh", "3h"),
        (NO_TRUMPS, {NORTH: "Ah"}, "K3h", "Qh", "3h"),  # it cannot win
    ],
)
def test_a_defender_plays_second(
    contract: Contract, trick: dict[int, str], own: str, hidden: str, card: str
) -> None:
    assert plays(EAST, own, contract, trick, hidden=hidden) == card


@pytest.mark.parametrize(
    ("own", "other", "hidden", "card"),
    [
        ("K3h", "A2h", "Qh", "3h"),  # the ace opposite wins
        ("A3h", "K2h", "Qh", "3h"),  # so does the king: nobody else has the ace
        ("A3h", "Q2h", "Kh", "Ah"),
        ("K3h", "Q2h", "Ah", "3h"),
        ("AK3h", "42h", "Qh", "Kh"),  # the cheaper of two winners
    ],
)
def test_declarer_plays_second(own: str, other: str, hidden: str, card: str) -> None:
    assert plays(NORTH, own, NO_TRUMPS, {WEST: "5h"}, sees=other, hidden=hidden) == card


@pytest.mark.parametrize(
    ("trick", "own", "hidden", "dummy", "card"),
    [
        # West, after dummy: as high as needed, the lower of equals
        ({EAST: "5h", SOUTH: "7h"}, "KQ2h", "Ah", "", "Qh"),
        ({EAST: "5h", SOUTH: "7h"}, "KJ2h", "AQh", "", "Kh"),
        ({EAST: "Ah", SOUTH: "3h"}, "K2h", "Qh", "", "2h"),  # East wins with a master
        ({EAST: "Qh", SOUTH: "3h"}, "K2h", "Ah", "", "2h"),  # the king is worth no more
        ({EAST: "Qh", SOUTH: "3h"}, "A2h", "Kh", "", "Ah"),
        ({EAST: "5h", SOUTH: "Ah"}, "K2h", "Qh", "", "2h"),  # it cannot win
    ],
)
def test_a_defender_plays_third(
    trick: dict[int, str], own: str, hidden: str, dummy: str, card: str
) -> None:
    assert plays(WEST, own, NO_TRUMPS, trick, hidden=hidden, sees=dummy) == card


@pytest.mark.parametrize(
    ("dummy", "card"), [("J2h", "Qh"), ("92h", "Th"), ("A2h", "Th"), ("2h Kd", "Th"), ("Kd", "Th")]
)
def test_a_defender_plays_third_before_dummy(dummy: str, card: str) -> None:
    """East has queen and ten over North's six: no more than dummy, who plays last, makes needed."""
    trick = {WEST: "5h", NORTH: "6h"}
    assert plays(EAST, "QT4h", NO_TRUMPS, trick, sees=dummy, hidden="K7h") == card


@pytest.mark.parametrize(
    ("own", "hidden", "card"),
    [
        ("AQ3h", "Kh", "Qh"),  # a finesse against one card
        ("AJ3h", "KQh", "Ah"),
        ("J3h", "AKQh", "Jh"),
        ("43h", "AKQh", "3h"),
    ],
)
def test_declarer_plays_third(own: str, hidden: str, card: str) -> None:
    assert plays(SOUTH, own, NO_TRUMPS, {NORTH: "2h", EAST: "5h"}, hidden=hidden) == card


@pytest.mark.parametrize(
    ("trick", "card"),
    [
        ({NORTH: "5h", EAST: "9h", SOUTH: "7h"}, "2h"),  # East wins it
        ({NORTH: "5h", EAST: "4h", SOUTH: "7h"}, "Th"),  # as cheap as wins
        ({NORTH: "5h", EAST: "4h", SOUTH: "Jh"}, "Kh"),
        ({NORTH: "5h", EAST: "4h", SOUTH: "Ah"}, "2h"),
        ({NORTH: "5h", EAST: "4h", SOUTH: "3s"}, "2h"),  # ruffed
    ],
)
def test_the_fourth_hand(trick: dict[int, str], card: str) -> None:
    assert plays(WEST, "KT2h", SPADES, trick, hidden="QJh") == card


@pytest.mark.parametrize(
    ("trick", "own", "hidden", "card"),
    [
        ({NORTH: "5h"}, "92s 4c", "Ah", "2s"),  # the lowest trump
        ({NORTH: "5h", EAST: "4h", SOUTH: "8s"}, "92s 4c", "Ah", "9s"),  # over dummy's
        ({NORTH: "5h", EAST: "4h", SOUTH: "Ts"}, "92s 4c", "Ah", "4c"),
        ({NORTH: "5h", EAST: "9h", SOUTH: "7h"}, "92s 4c", "Ah", "4c"),  # East wins it
        ({EAST: "Ah", SOUTH: "7h"}, "92s 4c", "Kh", "4c"),
        ({EAST: "9h", SOUTH: "7h"}, "92s 4c", "Kh", "2s"),  # North may win it
        ({NORTH: "5h"}, "K3d 54c", "Ad AKQc", "4c"),  # the king keeps its guard
        ({NORTH: "5h"}, "Q43d 95c", "AKd AKQc", "5c"),
        ({NORTH: "5h"}, "Q3d 95c", "AKd AKQc", "3d"),
        ({NORTH: "5h"}, "Ac 9d", "Kc Ad", "9d"),  # a winner is kept
        ({NORTH: "5h"}, "74c 864d", "AKQc AKQd", "4d"),  # of equal cards that of the longer suit
        ({NORTH: "5h"}, "64c 74d", "AKQc AKQd", "4c"),
    ],
)
def test_without_a_card_of_the_suit(
    trick: dict[int, str], own: str, hidden: str, card: str
) -> None:
    assert plays(WEST, own, SPADES, trick, hidden=hidden) == card


@pytest.mark.parametrize(
    ("own", "other", "hidden", "won", "card"),
    [
        # trumps, while two are out, or one that is no winner
        ("AK3s Ah", "42s", "J5s", 0, "As"),
        ("AK3s Ah", "42s", "Js", 0, "As"),
        ("K3s Ah", "Q2s", "As", 0, "Ah"),
        ("3s Ah", "Q2s", "AJs", 0, "3s"),
        # then what is sure, the longest first, trumps last
        ("AK3s Ah", "Q2s", "", 9, "Ah"),
        ("3s AKh AK4d", "2s", "QJh QJd", 9, "Ad"),
        ("3s AKh AKd", "2s 4h", "QJh QJd", 9, "Ah"),
        ("3s 4h", "2s 5h", "AKh", 9, "3s"),
        ("3s", "2s", "", 9, "3s"),
    ],
)
def test_declarer_leads_with_trumps(own: str, other: str, hidden: str, won: int, card: str) -> None:
    assert plays(NORTH, own, SPADES, sees=other, hidden=hidden, won=won) == card


@pytest.mark.parametrize(
    ("own", "other", "hidden", "won", "card"),
    [
        # tricks are missing: the longest suit that can grow
        ("KQJ32h Ac", "T9h 32c", "Ah Kc", 6, "Kh"),
        ("KQJ32h AKc", "T9h 32c", "Ah Qc", 7, "Ac"),  # they are there
        ("KQ2h QJT98d", "43h 2d", "Ah AKd", 6, "Qd"),
        # low to what is opposite, and winners
        ("32h", "KQh", "Ah", 0, "2h"),
        ("K2h", "AQJh", "T9h", 8, "Kh"),  # the longer hand keeps the later tricks
        ("K32h", "AQh", "T9h", 8, "2h"),
        ("K2h", "A3h", "QJh", 8, "Kh"),  # none is longer: the winner of the hand that leads
        ("Q2h", "A3h", "KJh", 8, "2h"),
        ("A2h", "43h", "KQh", 8, "Ah"),
        # nothing is sure: the top of touching cards, else low
        ("QJ2h", "43h", "AKh", 0, "Qh"),
        ("QJ2h", "43h", "AKTh", 0, "Qh"),
        ("Q92h", "43h", "AKJTh", 0, "2h"),
        ("9h", "43h", "AKh", 0, "9h"),
    ],
)
def test_declarer_leads_at_no_trumps(
    own: str, other: str, hidden: str, won: int, card: str
) -> None:
    assert plays(NORTH, own, NO_TRUMPS, sees=other, hidden=hidden, won=won) == card
