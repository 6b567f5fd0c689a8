"""Boards of bridge in PBN, in its export form: one game for each table's play of a deal.

PBN has no place for times, nor for who claimed: read again, a claim is declarer's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from producer.events import Team
from producer.feeds.bridge.played_boards import SIDE_NAMES, SUITS
from producer.feeds.exports.whole_hands import CannotWrite
from producer.games.bridge.auction import PHASE
from producer.games.bridge.contracts import Contract
from producer.games.bridge.played import ReplayedBridge, replayed
from producer.games.bridge.seats import NORTH, SEATS, after, vulnerability
from producer.games.bridge.tricks import RANKS
from producer.games.cards import format_card
from producer.games.line import Deal, Move, Play

_VULNERABLE = {"none": "None", "NS": "NS", "EW": "EW", "both": "All"}
_ROOMS = ("Open", "Closed")
_CALLS = {"pass": "Pass", "double": "X", "redouble": "XX"}
_TAGS_OF_SEATS = (("West", 4), ("North", 1), ("East", 2), ("South", 3))
_UNKNOWN = "?"
_CARDS = 52


def pbn_game(deal: Deal, play: Play, title: str) -> str:
    """One table's play, with the blank line that ends a game. ``title``: of the event. Raises
    CannotWrite for another game than bridge."""
    if play.game.name != "bridge":
        raise CannotWrite("the format is bridge's")
    board = replayed(deal, play)
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in _tags(deal, board, title)]
    lines += _auction(deal, board)
    lines += _play(board)
    return "\n".join(lines) + "\n\n"


def pbn_file(games: Iterable[str]) -> bytes:
    """In Latin-1, the encoding of PBN; in UTF-8, which the file then says, where a name needs more
    letters."""
    text = "".join(games)
    head = "% PBN 2.1\n% EXPORT\n"
    try:
        return (head + text).encode("latin-1")
    except UnicodeEncodeError:
        return f"{head}% Content-type: text/x-pbn; charset=UTF-8\n{text}".encode()


def open_room_first(plays: Sequence[Play]) -> list[Play]:
    """The open room before the closed one of its table, as PBN has them."""
    named = [_table_and_room(play.table) for play in plays]
    tables = [table for table, _ in named]
    order = sorted(
        range(len(plays)), key=lambda n: (tables.index(tables[n]), named[n][1] == "Closed", n)
    )
    return [plays[n] for n in order]


def _tags(deal: Deal, board: ReplayedBridge, title: str) -> Iterator[tuple[str, str]]:
    """The fifteen that every game has, in their order, then those of a match."""
    play, contract = board.play, board.contract
    yield "Event", title
    yield "Site", _UNKNOWN
    yield "Date", _UNKNOWN
    yield "Board", str(deal.key.number)
    for tag, seat in _TAGS_OF_SEATS:
        player = play.players.get(seat)
        yield tag, player.name if player else _UNKNOWN
    yield "Dealer", SIDE_NAMES[deal.button]
    yield "Vulnerable", _VULNERABLE[vulnerability(play.game, deal.key.number)]
    yield "Deal", _hands(deal)
    yield "Scoring", "IMP"
    yield "Declarer", SIDE_NAMES[contract.declarer] if contract else ""
    yield "Contract", _contract(contract)
    yield "Result", str(board.tricks) if contract else ""
    home, visitors = (_team(deal.teams, board, seat) for seat in (1, 2))
    table, room = _table_and_room(play.table)
    if room == "Closed":
        home, visitors = visitors, home
    if home and visitors:
        yield "HomeTeam", home
    if room:
        yield "Room", room
    yield "Score", f"NS {play.result[NORTH]}"
    if table:
        yield "Table", table
    if home and visitors:
        yield "VisitTeam", visitors


def _table_and_room(name: str) -> tuple[str, str]:
    """``7 Closed`` is the closed room of table 7; PBN has no other rooms than these two."""
    table, _, room = name.rpartition(" ")
    return (table, room) if room in _ROOMS else (name, "")


def _team(teams: Mapping[str, Team], board: ReplayedBridge, seat: int) -> str:
    player = board.play.players.get(seat)
    key = (player.team if player else None) or ""
    return teams[key].name if key in teams else key


def _escaped(value: str) -> str:
    """A value between its quotes: on one line, and without ``#`` before it, which would mean the
    value of the game before."""
    spoken = re.sub(r"\s", " ", value)
    found = spoken.replace("\\", "\\\\").replace('"', '\\"')
    return f" {found}" if found.startswith("#") else found


def _hands(deal: Deal) -> str:
    """``N:spades.hearts.diamonds.clubs ...``, clockwise; a dash for a hand that is not known."""
    return f"N:{' '.join(_hand(map(format_card, deal.cards.get(seat, ()))) for seat in SEATS)}"


def _hand(cards: Iterable[str]) -> str:
    suits: dict[str, list[str]] = {suit: [] for suit in SUITS}
    for card in cards:
        suits[card[1]].append(card[0])
    if not any(suits.values()):
        return "-"
    return ".".join("".join(sorted(own, key=RANKS.index, reverse=True)) for own in suits.values())


def _contract(contract: Contract | None) -> str:
    return str(contract) if contract else "Pass"


def _auction(deal: Deal, board: ReplayedBridge) -> Iterator[str]:
    """Four calls a line; nothing where only the contract is known."""
    calls = [move for move in board.line if move.phase == PHASE]
    if any(move.action == "contract" for move in calls):
        return
    yield f'[Auction "{SIDE_NAMES[deal.button]}"]'
    for n in range(0, len(calls), 4):
        yield " ".join(_CALLS.get(move.action) or str(move.detail) for move in calls[n : n + 4])


def _play(board: ReplayedBridge) -> Iterator[str]:
    """A trick a line, each seat in its column from the opening leader's on; a dash for a card that
    was not played, an asterisk after the last where the rest was claimed."""
    cards = [move for move in board.line if move.action == "play"]
    if not cards:
        return
    leader = cards[0].seat
    yield f'[Play "{SIDE_NAMES[leader]}"]'
    for n in range(0, len(cards), 4):
        trick = {move.seat: _card(move) for move in cards[n : n + 4]}
        yield " ".join(trick.get(after(leader, place), "-") for place in range(len(SEATS)))
    if len(cards) < _CARDS:
        yield "*"


def _card(move: Move) -> str:
    """Suit, then rank."""
    card = str(move.detail)
    return card[1].upper() + card[0]
