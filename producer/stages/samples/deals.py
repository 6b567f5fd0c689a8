"""Sample deals: the guide's kings and jacks (RULES P6, P7) with several sets of names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from producer.events import BridgeGame, HoldemGame, Player, Team
from producer.games.bridge.rules import BRIDGE
from producer.games.cards import parse_cards
from producer.games.game import Conditions
from producer.games.holdem import replay
from producer.games.line import Deal, DealKey, Line, Move, Play

Data = Literal["plain", "long", "greek", "hebrew", "alone"]
"""Ordinary names; long ones; Greek and Cyrillic ones; Hebrew and Arabic ones; no teams."""

GAME = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=5000)
CARDS = {
    seat: parse_cards(text)
    for seat, text in enumerate(("Qh2d", "9s3c", "JhJc", "6d4c", "KcKs", "7s3d"), 1)
}
BOARD = parse_cards("Td5s9h5h4d")
DRAW = ("EACFBD", "ACFBDE", "CFBDEA", "FBDEAC", "BDEACF", "DEACFB")

_TEAMS = {
    "plain": ("Argentina", "Brazil", "China", "Denmark", "Ecuador", "Finland"),
    "long": (
        "Bosnia and Herzegovina",
        "Saint Vincent and the Grenadines",
        "Trinidad and Tobago",
        "Papua New Guinea",
        "Dominican Republic",
        "United Arab Emirates",
    ),
    "greek": ("Ελλάδα", "Кыргызстан", "Κύπρος", "Ísland", "Türkiye", "Україна"),
    "hebrew": ("ישראל", "مصر", "Italia", "الأردن", "Ísland", "Україна"),
}
_COLOURS = ("#75AADB", "#009739", "#DE2910", None, None, None)
_PLAYERS = {
    "plain": ("Ana Ruiz", "Caio Lima", "Li Na", "Ida Holm", "José Paz", "Aino Salo"),
    "long": (
        "Maximilian Featherstonehaugh-Cholmondeley",
        "Wilhelmina van den Hoogenband",
        "Bartholomew Thistlethwaite",
        "Konstantinos Papadimitriou",
        "Srinivasa Venkataraghavan",
        "Montserrat Etxeberria Goikoetxea",
    ),
    "greek": (
        "Θεοδώρα Παπαδημητρίου",
        "Айгүл Жумабаева",
        "Ανδρέας Χατζηγεωργίου",
        "Þórður Ægisson",
        "Gülşen Yılmaz",
        "Олена Ґудзь",
    ),
    "hebrew": (
        "דוד בן־גוריון",
        "محمد عبد الرحمن الشافعي",
        "Chiara D'Angelo",
        "ليلى حداد",
        "אלכסנדרה וייצמן־רוזנבלום",
        "Олена Ґудзь",
    ),
    "alone": ("Ana Ruiz", "Caio Lima", "Li Na", "Ida Holm", "José Paz", "Aino Salo"),
}
_TEAM_MATES = ("Luz Vega", "Rui Dias", "Wang Wei", "Emil Lund", "Iván Mora", "Ville Salmi")
"""In the other seats of ``plain`` and ``alone``: nobody sits at two tables."""

OPENED = """preflop 3 raise 300; preflop 2 fold; preflop 1 fold; preflop 6 fold;
preflop 5 call 300; preflop 4 fold; flop 5 check; flop 3 bet 600; flop 5 call 600;
turn 5 check; turn 3 bet 1200; """
ENDS = (
    "turn 5 raise 4100; turn 3 call 4100",
    "turn 5 raise 4100; turn 3 fold",
    "turn 5 call 1200; river 5 check; river 3 check",
    "turn 5 call 1200; river 5 check; river 3 bet 2000; river 5 call 2000",
    "turn 5 call 1200; river 5 check; river 3 bet 2900; river 5 fold",
    "turn 5 fold",
)


def line(text: str) -> Line:
    """``"flop 3 bet 600; ..."`` as moves."""
    moves = []
    for each in text.split(";"):
        street, seat, action, *to = each.split()
        moves.append(Move(street, int(seat), action, int(to[0]) if to else None))
    return tuple(moves)


def split_deal(data: Data) -> Deal:
    """Six tables that part at the kings' choice and end in six ways."""
    teams = {
        key: Team(name=name, colour=colour)
        for key, name, colour in zip("ABCDEF", _TEAMS.get(data, ()), _COLOURS, strict=False)
    }
    names = dict(zip("ABCDEF", _PLAYERS[data], strict=True))
    mates = dict(zip("ABCDEF", _TEAM_MATES, strict=True)) if data in ("plain", "alone") else names
    plays = []
    for number, (end, seats) in enumerate(zip(ENDS, DRAW, strict=True), 1):
        players = {
            seat: Player(name=(names if seat == 5 else mates)[team], team=team if teams else None)
            for seat, team in enumerate(seats, 1)
        }
        plays.append(_play(str(number), GAME, 6, CARDS, 10_000, players, line(OPENED + end)))
    tables = tuple(play.table for play in plays)
    return Deal(
        DealKey("sample", "A", 12), 6, CARDS, BOARD, tuple(plays), tables, "descending", teams
    )


TEN_GAME = HoldemGame(betting="no-limit", small_blind=12_500, big_blind=25_000)
TEN_CARDS = {
    seat: parse_cards(text)
    for seat, text in enumerate(
        ("AhAd", "QsQc", "KhKd", "7c2d", "Js9s", "8h3d", "AcTc", "6s6d", "Th4h", "5c2c"), 1
    )
}
TEN_BOARD = parse_cards("Td5s9hJh4d")
TEN_LINE = """preflop 4 fold; preflop 5 call 25000; preflop 6 fold; preflop 7 raise 75000;
preflop 8 fold; preflop 9 fold; preflop 10 fold; preflop 1 raise 300000; preflop 2 call 300000;
preflop 3 call 300000; preflop 5 fold; preflop 7 call 300000;
flop 2 check; flop 3 bet 500000; flop 7 raise 1250000; flop 1 raise 3475000;
flop 2 call 700000; flop 3 call 3475000"""
TEN_STACKS = {
    1: 3_775_000, 2: 1_000_000, 3: 9_250_000, 4: 2_100_000, 5: 4_400_000,
    6: 3_050_000, 7: 1_550_000, 8: 12_345_000, 9: 625_000, 10: 7_777_000,
}  # fmt: skip


def ten_deal(data: Data) -> Deal:
    """One table of ten with side pots and large chips."""
    teams = {
        key: Team(name=name, colour=colour)
        for key, name, colour in zip("ABCDEF", _TEAMS.get(data, ()), _COLOURS, strict=False)
    }
    names = [*_PLAYERS[data], *_PLAYERS["long"][:4]]
    keys = [*"ABCDEF", None, None, None, None]
    players = {
        seat: Player(name=name, team=key if teams else None)
        for seat, (name, key) in enumerate(zip(names, keys, strict=True), 1)
    }
    play = _play("7", TEN_GAME, 1, TEN_CARDS, None, players, line(TEN_LINE))
    return Deal(
        DealKey("sample", "T", 118), 1, TEN_CARDS, TEN_BOARD, (play,), ("7",), "ascending", teams
    )


BRIDGE_CARDS = {
    seat: parse_cards(text)
    for seat, text in enumerate(
        (
            "AsQs7s4sKh8h3hAd5dKcQc6c2c",
            "9s3sQhJhTh4hQdJd8d6dJc7c4c",
            "KsJsTs5s2sAh6hKd7d4dAc5c3c",
            "8s6s9h7h5h2hTd9d3d2dTc9c8c",
        ),
        1,
    )
}
_ASKED = "4 pass; 1 bid 1C; 2 pass; 3 bid 1S; 4 pass; 1 bid 3S; 2 pass; 3 bid "
ROOMS = {
    "Open": f"{_ASKED}4NT; 4 pass; 1 bid 5H; 2 pass; 3 bid 6S; 4 pass; 1 pass; 2 pass",
    "Closed": f"{_ASKED}4S; 4 pass; 1 pass; 2 pass",
}
"""South asks for aces and bids a slam, or stops in game."""


_GRAND = f"{_ASKED}4NT; 4 pass; 1 bid 5H; 2 pass; 3 bid 7S; 4 pass; 1 pass; 2 pass"
_LED = "4 Td; 1 5d; 2 6d; 3 Kd; 3 Ks; 4 6s; 1 4s; 2 3s; "
PLAYS = {
    "Open": (f"{_LED}3 Ts; 4 8s; 1 7s; 2 9s; 3 3c; 4 8c; 1 Kc; 2 4c", 13),
    "Closed": (f"{_LED}3 3c; 4 8c; 1 Qc; 2 4c; 1 2c; 2 7c; 3 Ac; 4 9c", 12),
}
"""South draws the last trump at once, or turns to clubs."""


def bridge_deal(data: Data) -> Deal:
    """A match at two tables: a vulnerable slam, bid in one room and missed in the other; twelve
    tricks in both."""
    return _bridge_match(data, {room: (calls, "4 Td", 12) for room, calls in ROOMS.items()})


def bridge_play(data: Data) -> Deal:
    """The same cards, a grand slam in both rooms, made in one."""
    return _bridge_match(data, {room: (_GRAND, *played) for room, played in PLAYS.items()})


def _bridge_match(data: Data, rooms: Mapping[str, tuple[str, str, int]]) -> Deal:
    """``rooms``: by name, calls, cards and the tricks that declarer claims."""
    teams = {
        key: Team(name=name, colour=colour)
        for key, name, colour in zip("AB", _TEAMS.get(data, ())[:2], _COLOURS[:2], strict=False)
    }
    names = [*_PLAYERS[data], *_TEAM_MATES]
    settings, plays = BridgeGame(), []
    for turn, (room, (calls, cards, claimed)) in enumerate(rooms.items()):
        players = {
            seat: Player(
                name=names[4 * turn + seat - 1], team="AB"[(seat - 1 + turn) % 2] if teams else None
            )
            for seat in BRIDGE_CARDS
        }
        moves = [
            Move("auction", int(seat), action, *detail)
            for seat, action, *detail in (each.split() for each in calls.split(";"))
        ]
        moves += [
            Move("play" if n else "lead", int(seat), "play", card)
            for n, (seat, card) in enumerate(each.split() for each in cards.split(";"))
        ]
        moves.append(Move("play", 3, "claim", claimed))
        conditions = Conditions(settings, 12, 4, "ascending", dict.fromkeys(BRIDGE_CARDS))
        settled = BRIDGE.settle(conditions, BRIDGE_CARDS, (), tuple(moves))
        assert settled.result is not None
        plays.append(
            Play(
                room, 1, 1, settings, dict(conditions.stacks), players, settled.line,
                dict(settled.result),
            )
        )  # fmt: skip
    return Deal(
        DealKey("sample", "B", 12), 4, BRIDGE_CARDS, (), tuple(plays), tuple(rooms), "ascending",
        teams,
    )  # fmt: skip


def _play(
    table: str,
    game: HoldemGame,
    button: int,
    cards: dict[int, tuple[int, ...]],
    stack: int | None,
    players: dict[int, Player],
    moves: Line,
) -> Play:
    stacks = dict.fromkeys(cards, stack) if stack else TEN_STACKS
    direction, board = ("descending", BOARD) if stack else ("ascending", TEN_BOARD)
    played = replay(game, button, direction, stacks, cards, board, moves)
    assert played.result is not None, played.awaited or played.unknown
    return Play(table, 1, 1, game, stacks, players, moves, dict(played.result))


def earlier(deal: Deal, count: int) -> Sequence[Deal]:
    """``count`` earlier deals for standings, which read results only: the tables change results,
    and in every other deal the kings and the jacks have changed seats."""
    return [_other_results(deal, n, n * n // 3, changed=n % 2 == 1) for n in range(1, count + 1)]


def _other_results(deal: Deal, number: int, turn: int, *, changed: bool) -> Deal:
    """``turn``: by how many tables the results move on."""
    plays = []
    for place, play in enumerate(deal.plays):
        result = deal.plays[(place + turn) % len(deal.plays)].result
        if changed:
            result = {**result, 3: result[5], 5: result[3]}
        plays.append(replace(play, result=result))
    return replace(deal, key=DealKey("sample", "A", number), plays=tuple(plays))
