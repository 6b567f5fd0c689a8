"""What a map would make of files: which hands fit a deal, and whom its roster does not have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from producer.events import HandRecorded, HandRecordedEvent
from producer.feeds import Asked, Received, Refused, UnknownFormat, read
from producer.feeds.mapping.map_file import SessionMap
from producer.feeds.mapping.mapped import (
    DealDecks,
    KnownDeck,
    deal_decks,
    deal_of,
    deck_of,
    is_same_deal,
    needs_no_map,
    seats_of_both,
    table_of,
)
from producer.feeds.mapping.suggested import same_names
from producer.files import shown_name


@dataclass(frozen=True, slots=True)
class UnfitHand:
    """A hand that would go to quarantine. ``number``: its own, ``None`` if it cannot be read."""

    place: str
    number: int | None
    reason: str


@dataclass(slots=True)
class TableFit:
    """What a table's hands are. ``paths``: the files that they are in, and ``players`` who played
    them. ``deals``: those that they are, in order. ``same``: how many show the cards that the
    record, or an earlier file, has of their deal; ``other``: the deals of which they do not."""

    paths: dict[Path, None] = field(default_factory=dict)
    players: set[str] = field(default_factory=set)
    deals: list[int] = field(default_factory=list)
    same: int = 0
    other: list[int] = field(default_factory=list)
    unfit: list[UnfitHand] = field(default_factory=list)

    @property
    def twice(self) -> list[int]:
        """The deals that several of its hands are."""
        return sorted(deal for deal, times in Counter(self.deals).items() if times > 1)


@dataclass(slots=True)
class MapFit:
    """``tables``: by name in the map, in its order. ``outside``: hands of tables that it does not
    have. ``unread``: why files are not read. ``strangers``: by name that its roster does not have,
    its tables. ``decks``: the deals' cards known so far."""

    tables: dict[str, TableFit]
    decks: dict[int, KnownDeck]
    outside: list[UnfitHand] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    strangers: dict[str, list[str]] = field(default_factory=dict)


def fitted(
    paths: Iterable[Path],
    session: SessionMap,
    decks: Mapping[int, KnownDeck],
    asked: Asked = Asked(),  # noqa: B008 - immutable
) -> MapFit:
    """What ``mapped`` would make of the files, one after the other. ``decks``: of the deals that
    the record has. ``asked``: what the user says of the files."""
    fit = MapFit({name: TableFit() for name in session.tables}, dict(decks))
    for path in paths:
        before = deal_decks(dict(fit.decks))
        try:
            for item in read(path, asked=asked):
                _item(path, item, session, before, fit)
        except UnknownFormat as error:
            fit.unread.append(str(error))
    known = session.player_names()
    for name, table in fit.tables.items():
        for player in sorted(table.players - known.keys()):
            fit.strangers.setdefault(player, []).append(name)
    return fit


def _item(
    path: Path, item: Received | Refused, session: SessionMap, decks: DealDecks, fit: MapFit
) -> None:
    if isinstance(item, Refused):
        name = table_of(session, path, item.identity.table)
        unfit = fit.outside if name is None else fit.tables[name].unfit
        unfit.append(UnfitHand(item.place, None, item.reason))
        return
    if item.native:
        raise needs_no_map(path)
    event = item.event
    if not isinstance(event, HandRecordedEvent):
        return
    hand = event.data
    name = table_of(session, path, event.table or "")
    if name is None:
        reason = f"the map has no table for {event.table} of {shown_name(path.name)}"
        fit.outside.append(UnfitHand(item.place, hand.deal, reason))
        return
    table = fit.tables[name]
    table.paths.setdefault(path)
    table.players |= {player.name for player in hand.players.values()}
    deal = deal_of(hand, session.tables[name], decks)
    if isinstance(deal, str):
        table.unfit.append(UnfitHand(item.place, hand.deal, deal))
    else:
        _compare(hand, deal, table, fit.decks)


def _compare(hand: HandRecorded, deal: int, table: TableFit, decks: dict[int, KnownDeck]) -> None:
    table.deals.append(deal)
    deck = decks.get(deal)
    if deck is None:
        decks[deal] = deck_of(hand)
    elif len(seats_of_both(hand, deck)) < 2:
        return
    elif is_same_deal(hand, deck):
        table.same += 1
    else:
        table.other.append(deal)


def near_names(strangers: Iterable[str], roster: Iterable[str]) -> dict[str, list[str]]:
    """For names that are not on the roster, those that may be the same player's: of the roster
    first, the likeliest first."""
    unknown, known = set(strangers), set(roster)
    near: dict[str, list[str]] = {}
    for a, b in same_names([*known, *unknown]):
        for name, other in ((a, b), (b, a)):
            if name in unknown - known:
                near.setdefault(name, []).append(other)
    return {
        name: sorted(others, key=lambda each: each not in known) for name, others in near.items()
    }


def by_cards_last(files: Sequence[Path], session: SessionMap) -> list[Path]:
    """The files in the order in which they are ingested: those of tables that find their deals by
    cards after those that show them."""

    def by_cards(path: Path) -> bool:
        return any(
            table.hands == "cards" and table_of(session, path, table.table or "") == name
            for name, table in session.tables.items()
        )

    return sorted(files, key=by_cards)
