"""Proposes a map for files: their tables, which hands are the same deals, names nearly the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from glob import escape
from pathlib import Path

from producer.events import HandRecorded, HandRecordedEvent
from producer.feeds import Received, Refused, UnknownFormat, read
from producer.feeds.mapping.mapped import (
    DealDecks,
    deal_decks,
    deals_by_cards,
    deck_of,
    needs_no_map,
)
from producer.files import shown_name
from producer.texts import toml_text

NEARLY = 0.8
"""How alike two names are that may be one, 0 to 1."""


@dataclass(slots=True)
class FoundTable:
    """A table of files: its ``name`` in them, its hands in order, and who played."""

    name: str
    paths: list[Path] = field(default_factory=list)
    hands: list[HandRecorded] = field(default_factory=list)
    players: set[str] = field(default_factory=set)


def found_tables(
    paths: Iterable[Path], items_of: Callable[[Path], Iterable[Received | Refused]] = read
) -> tuple[list[FoundTable], list[str]]:
    """The tables of the files' hands, and in words the files that cannot be read or need no map,
    and the first hand of each file that cannot be used. Files of one folder that name the same
    table are one."""
    tables: dict[tuple[str, str, str], FoundTable] = {}
    unread: list[str] = []
    for path in paths:
        refused, first = 0, ""
        try:
            for item in items_of(path):
                if isinstance(item, Received) and item.native:
                    raise needs_no_map(path)
                if isinstance(item, Refused):
                    refused += 1
                    first = first or f"{item.place}: {item.reason}"
                    continue
                if not isinstance(item.event, HandRecordedEvent):
                    continue
                event = item.event
                place = str(path.parent), event.session, event.table or ""
                table = tables.setdefault(place, FoundTable(event.table or ""))
                if path not in table.paths:
                    table.paths.append(path)
                table.hands.append(event.data)
                table.players |= {player.name for player in event.data.players.values()}
        except UnknownFormat as error:
            unread.append(str(error))
        if refused:
            unread.append(first + (f", and {refused - 1} more of this file" if refused > 1 else ""))
    return list(tables.values()), unread


def suggested_map(tables: Sequence[FoundTable], session: str = "session") -> str:
    """A map of the tables, as TOML with comments, to be read through and completed."""
    lines = [f"session = {toml_text(session)}", ""]
    names = _names(tables)
    reference = deal_decks({hand.deal: deck_of(hand) for hand in tables[0].hands} if tables else {})
    for number, (name, table) in enumerate(zip(names, tables, strict=True)):
        lines += [f"[tables.{toml_text(name)}]", *_files(table)]
        lines += [f"# {_hands(len(table.hands))}, {_span(table)}"]
        lines += ["# its hand numbers are the deals"] if not number else _deals(table, reference)
        lines.append("")
    return "\n".join([*lines, *_players(tables)])


def map_of_files(paths: Sequence[Path], session: str) -> tuple[str, list[str]]:
    """A map of the files as ``suggested_map`` writes it, ``""`` without any hand, and why files or
    hands are not read."""
    tables, unread = found_tables(paths)
    return suggested_map(tables, session) if tables else "", unread


def same_names(names: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs of names that may be one player's.

    >>> same_names(["Ann Keller", "Bob", "A. Keller"])
    [('A. Keller', 'Ann Keller')]
    """
    found = []
    listed = sorted(set(names))
    for place, a in enumerate(listed):
        for b in listed[place + 1 :]:
            alike = SequenceMatcher(None, a.casefold(), b.casefold()).ratio()
            if alike >= NEARLY or _initials(a, b):
                found.append((alike, a, b))
    return [(a, b) for _, a, b in sorted(found, key=lambda each: -each[0])]


def _initials(a: str, b: str) -> bool:
    """Whether one has the initial of the other's first name, and the same surname."""
    one, two = (name.casefold().split() for name in (a, b))
    if len(one) < 2 or len(two) < 2 or one[-1] != two[-1]:
        return False
    return one[0][0] == two[0][0] and 1 in (len(one[0].rstrip(".")), len(two[0].rstrip(".")))


def _names(tables: Sequence[FoundTable]) -> list[str]:
    """The names of the tables in the map; equal ones get their file or folder."""
    own = [table.name for table in tables]
    if len(set(own)) == len(own):
        return own
    named = [f"{table.name} ({_file_or_folder(table)})" for table in tables]
    return named if len(set(named)) == len(named) else [str(n) for n, _ in enumerate(tables, 1)]


def _file_or_folder(table: FoundTable) -> str:
    first = table.paths[0]
    return shown_name(first.stem if len(table.paths) == 1 else first.absolute().parent.name)


def _files(table: FoundTable) -> list[str]:
    if len(table.paths) == 1:
        path = table.paths[0]
        pattern = escape(shown_name(f"{path.absolute().parent.name}/{path.name}"))
    else:
        first = table.paths[0]
        folder, ending = shown_name(first.absolute().parent.name), shown_name(first.suffix)
        pattern = f"{escape(folder)}/*{escape(ending)}"
    lines = [f"files = [{toml_text(pattern)}]"]
    return [*lines, f"table = {toml_text(table.name)}"]


def _hands(count: int) -> str:
    return f"{count} hand{'' if count == 1 else 's'}"


def _span(table: FoundTable) -> str:
    numbers = [hand.deal for hand in table.hands]
    return f"numbered {min(numbers)} to {max(numbers)}"


def _deals(table: FoundTable, reference: DealDecks) -> list[str]:
    """How the hands of the table are found among the deals of the first."""
    fitting = {hand.deal: deals_by_cards(hand, reference) for hand in table.hands}
    same = sum(number in deals for number, deals in fitting.items())
    if same and 2 * same >= len(table.hands):
        return [f"# {same} of {_hands(len(table.hands))}: the cards of the first table's number"]
    certain = [deals[0] for deals in fitting.values() if len(deals) == 1]
    if not certain:
        return ["# no hand has the cards of one of the first table: perhaps another group's"]
    note = (
        f"# {len(certain)} of {_hands(len(table.hands))}: the cards of one deal of the first table"
    )
    if len(certain) == len(table.hands) and len(set(certain)) == len(certain):
        first = min(fitting)
        if sorted(fitting) == list(range(first, first + len(fitting))):
            order = [fitting[number][0] for number in sorted(fitting)]
            return [note, *([f"first = {first}"] if first != 1 else []), f"order = {order}"]
    return [note, 'hands = "cards"']


def _players(tables: Sequence[FoundTable]) -> list[str]:
    names = {name for table in tables for name in table.players}
    lines: list[str] = []
    for a, b in same_names(names):
        lines += [f"# perhaps one player: {a} and {b}. If so:",
                  f"# [players.{toml_text(a)}]",
                  f"# also = [{toml_text(b)}]", ""]  # fmt: skip
    return lines
