"""Takes the hands of files as those of the tables and deals that a map says. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path, PurePath

from producer.events import (
    HandRecorded,
    HandRecordedEvent,
    Player,
    SessionOpenedEvent,
    TableInfo,
)
from producer.feeds.identity import Identity, identity_of
from producer.feeds.mapping.map_file import MappedTable, SessionMap
from producer.feeds.received import Received, Refused, UnknownFormat
from producer.files import shown_name
from producer.games.cards import cards_in
from producer.problems import problem
from producer.texts import number_of


@dataclass(frozen=True, slots=True)
class KnownDeck:
    """What is known of a deal's cards: hole cards by seat, the board, the button if it is known."""

    cards: Mapping[int, str]
    board: str = ""
    button: int | None = None


@dataclass(frozen=True, slots=True)
class DealDecks:
    """The decks of deals by number; ``by_hole``: the deals in which a seat has a pair of cards."""

    decks: Mapping[int, KnownDeck]
    by_hole: Mapping[tuple[int, str], list[int]]


def deck_of(hand: HandRecorded) -> KnownDeck:
    return KnownDeck(hand.cards, hand.board, hand.button)


def deal_decks(decks: Mapping[int, KnownDeck]) -> DealDecks:
    by_hole: dict[tuple[int, str], list[int]] = {}
    for number, deck in decks.items():
        for seat, cards in deck.cards.items():
            by_hole.setdefault((seat, _sorted(cards)), []).append(number)
    return DealDecks(decks, by_hole)


@dataclass(slots=True)
class _Mapping:
    session: SessionMap
    decks: DealDecks
    names: Mapping[str, str]
    strangers: set[str] = field(default_factory=set)
    opened: dict[str, TableInfo] = field(default_factory=dict)


def mapped(
    path: Path,
    items: Iterable[Received | Refused],
    session: SessionMap,
    decks: DealDecks,
    strangers: set[str],
) -> Iterator[Received | Refused]:
    """``items`` of the file ``path`` as the map says. A hand that fits no deal is refused.

    ``decks``: of the session, to find deals by cards. Names that the roster does not have are
    added to ``strangers``. Raises UnknownFormat for a file whose events name their deals.
    """
    state = _Mapping(session, decks, session.player_names(), strangers)
    for item in items:
        if isinstance(item, Refused):
            yield _refused(item, path, state)
            continue
        event = item.event
        if not isinstance(event, SessionOpenedEvent | HandRecordedEvent) or item.native:
            raise needs_no_map(path)
        if isinstance(event, SessionOpenedEvent):
            for table, info in event.data.tables.items():
                name = table_of(session, path, table)
                if name is not None and name not in state.opened:
                    state.opened[name] = info
                    yield _opening(item, event, name, state)
            continue
        name = table_of(session, path, event.table or "")
        if name is None:
            reason = f"the map has no table for {event.table} of {shown_name(path.name)}"
            yield _kept(item, reason, "Add the table to the map")
        else:
            yield _hand(item, event, name, state)


def needs_no_map(path: Path) -> UnknownFormat:
    return UnknownFormat(
        str(path), "its events name their tables and deals", "Ingest it without --map"
    )


def table_of(session: SessionMap, path: Path, source_table: str) -> str | None:
    """The table that a map makes of a table of a file, ``None`` if it names none."""
    for name, table in session.tables.items():
        by_file = any(is_file_of(path, pattern) for pattern in table.files)
        by_name = table.table == source_table
        if table.files and table.table:
            found = by_file and by_name
        elif table.files or table.table:
            found = by_file or by_name
        else:
            found = name == source_table
        if found:
            return name
    return None


def is_file_of(path: Path, pattern: str) -> bool:
    """Whether the pattern is of the file's name, with as many folders as it has itself."""
    parts = len(PurePath(pattern).parts)
    end = shown_name(PurePath(*path.absolute().parts[-parts:]).as_posix())
    return path == Path(pattern) or fnmatchcase(end, PurePath(pattern).as_posix())


def _opening(item: Received, event: SessionOpenedEvent, name: str, state: _Mapping) -> Received:
    """The opening of one table. Teams that a file names stay beside the map's, as names do."""
    session, info = state.session, state.opened[name]
    players = {seat: _player(player, state) for seat, player in info.players.items()}
    data = event.data.model_copy(
        update={
            "title": session.title,
            "teams": {**event.data.teams, **session.teams},
            "tables": {name: info.model_copy(update={"players": players})},
        }
    )
    table = sha256(name.encode()).hexdigest()[:12]
    opened = event.model_copy(
        update={
            "id": f"{session.group}/opened/{table}",
            "session": session.session,
            "group": session.group,
            "table": name,
            "seq": None,
            "data": data,
        }
    )
    return replace(item, event=opened)


def _hand(
    item: Received, event: HandRecordedEvent, name: str, state: _Mapping
) -> Received | Refused:
    session = state.session
    found = deal_of(event.data, session.tables[name], state.decks)
    if isinstance(found, str):
        reason = f"hand {event.data.deal} of table {name} fits no deal: {found}"
        return _kept(item, reason, "Name its deal under [tables.NAME.deals]", session, name)
    players = {seat: _player(player, state) for seat, player in event.data.players.items()}
    data = event.data.model_copy(update={"deal": found, "players": players})
    hand = event.model_copy(
        update={
            "id": f"{sha256(event.id.encode()).hexdigest()[:24]}/{found}",
            "session": session.session,
            "group": session.group,
            "table": name,
            "seq": None,
            "data": data,
        }
    )
    return replace(item, event=hand)


def deal_of(hand: HandRecorded, table: MappedTable, decks: DealDecks) -> int | str:
    """The number of the deal, or why there is none. A hand's number is that which its file gives
    its deal, such as a board's."""
    named = table.deals.get(str(hand.deal))
    if named is not None:
        return named or "the map leaves it out"
    if table.hands == "cards":
        return _by_cards(hand, decks)
    place = hand.deal - table.first + 1
    if place < 1:
        return f"the hands begin at {table.first}"
    if not table.order:
        return place
    if place > len(table.order):
        return f"the order sheet has {number_of(len(table.order), 'hand')}"
    return table.order[place - 1]


def _by_cards(hand: HandRecorded, decks: DealDecks) -> int | str:
    fitting = deals_by_cards(hand, decks)
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        return f"its cards are those of deals {', '.join(map(str, fitting[:10]))}"
    return f"its cards are those of none of {number_of(len(decks.decks), 'deal')} with known cards"


def deals_by_cards(hand: HandRecorded, decks: DealDecks) -> list[int]:
    """The deals whose cards the hand shows: all seats that both know, two at the least, and a
    consistent board. Deals with the board that it shows come before those whose board is not
    known."""
    near = {
        number
        for seat, cards in hand.cards.items()
        for number in decks.by_hole.get((seat, _sorted(cards)), ())
    }
    fitting = [number for number in sorted(near) if is_same_deal(hand, decks.decks[number])]
    certain = [number for number in fitting if hand.board and decks.decks[number].board]
    return certain or fitting


def is_same_deal(hand: HandRecorded, deck: KnownDeck) -> bool:
    both = seats_of_both(hand, deck)
    if len(both) < 2 or (deck.button is not None and deck.button != hand.button):
        return False
    same = all(_same_cards(hand.cards[seat], deck.cards[seat]) for seat in both)
    return same and _same_board(hand.board, deck.board)


def seats_of_both(hand: HandRecorded, deck: KnownDeck) -> list[int]:
    """The seats whose cards both the hand and the deck show."""
    return [seat for seat, cards in hand.cards.items() if cards and deck.cards.get(seat)]


def _same_cards(a: str, b: str) -> bool:
    return _sorted(a) == _sorted(b)


def _sorted(cards: str) -> str:
    return "".join(sorted(cards_in(cards)))


def _same_board(a: str, b: str) -> bool:
    """As far as both are known; the three cards of a flop may be in any order."""
    flops = not a or not b or _same_cards(a[:6], b[:6])
    return flops and all(x == y for x, y in zip(a[6:], b[6:], strict=False))


def _player(player: Player, state: _Mapping) -> Player:
    name = state.names.get(player.name)
    if name is None:
        state.strangers.add(player.name)
        return player
    return Player(name=name, team=state.session.players[name].team)


def _kept(
    item: Received, reason: str, fix: str, session: SessionMap | None = None, table: str = ""
) -> Refused:
    """The hand as it came, with the reason why it is no deal's."""
    fault = problem("not-in-map", reason=reason, hint=f"{fix}, and ingest the file again")
    identity = identity_of(item.event)
    if session is not None:
        identity = Identity("", session.session, session.group, table)
    return Refused(item.raw, item.place, fault, item.event.id, identity)


def _refused(item: Refused, path: Path, state: _Mapping) -> Refused:
    """A hand that could not be read, as one of its table, if that is known."""
    name = table_of(state.session, path, item.identity.table)
    if name is None:
        return item
    session = state.session
    return replace(item, identity=Identity("", session.session, session.group, name))
