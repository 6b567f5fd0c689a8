"""What the record has heard since somebody looked last: only the deals that were touched are read.

Deals of a group are read one by one where nothing else can have changed: no event waited for its
turn before, and none waits now. What else happens to a group, and every doubt, reads all of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from producer.acts import ACTS
from producer.games.line import DealKey
from producer.record.books import Group, GroupBook, read_books, read_deal_books, waiting_events
from producer.record.listed import ask

Positions = tuple[int, int]
"""The last positions of the log and of the quarantine."""

ONE_DEAL = frozenset(
    {
        *("hand.started", "hand.action", "hand.board", "hand.finished", "hand.recorded"),
        *("hand.voided", "hand.corrected", "hand.under_review", "hand.cleared"),
        *("deal.cards", "deal.corrected", "deck.chosen"),
    }
)
"""Types of events after which nothing but the deal that they name can be another."""

ON_THE_WAY = frozenset({"hand.action"})
"""Types after which the deal that they name is as before, too, until a hand of it has ended."""

NO_DEAL = frozenset({"table.clock"})
"""Types after which no deal is another, but for what has waited for them."""

_POSITIONS = "SELECT (SELECT max(pos) FROM log), (SELECT max(pos) FROM quarantine)"
_HEARD = "SELECT DISTINCT session, grp, type, deal FROM log WHERE pos > ?"


@dataclass(frozen=True, slots=True)
class News:
    """``books``: of the groups in which anything is another than before. ``deals``: those that may
    be; ``whole``: groups of which every deal may be another. ``strange``: whether a
    group was heard of that is not open. ``voided``: whether a void was. ``acted``: whether the
    house did something."""

    positions: Positions
    books: Mapping[Group, GroupBook]
    deals: frozenset[DealKey] = frozenset()
    whole: frozenset[Group] = frozenset()
    strange: bool = False
    voided: bool = False
    acted: bool = False


def last_positions(connection: Connection) -> Positions:
    ((entry, refusal),) = ask(connection, _POSITIONS)
    return entry or 0, refusal or 0


def read_all(connection: Connection) -> News:
    """For somebody who has seen nothing yet."""
    books = read_books(connection, None)
    return News(last_positions(connection), books, whole=frozenset(books), strange=True, acted=True)


def read_news(connection: Connection, since: Positions, books: Mapping[Group, GroupBook]) -> News:
    """What was heard above ``since``, for somebody who knows the ``books`` up to there."""
    positions = last_positions(connection)
    if positions[0] == since[0]:
        return News(positions, {})
    rows = ask(connection, _HEARD, (since[0],))
    touched = _touched(rows, books)
    single: dict[Group, GroupBook] = {}
    whole: set[Group] = set()
    for group, deals in touched.items():
        book = books.get(group)
        if book is None or deals is None or book.waiting or waiting_events(connection, group):
            whole.add(group)
        elif deals:
            single[group] = _with_deals(connection, book, deals)
    read = read_books(connection, whole) if whole else {}
    return News(
        positions=positions,
        books={**read, **{group: book for group, book in single.items() if book != books[group]}},
        deals=frozenset(
            DealKey(*group, number) for group in single for number in touched[group] or ()
        ),
        whole=frozenset(whole),
        strange=any(group not in books and group not in read for group in touched),
        voided=any(kind == "hand.voided" for _, _, kind, _ in rows),
        acted=any(kind in ACTS for _, _, kind, _ in rows),
    )


def _touched(
    rows: Iterable[tuple[str, str, str, int | None]], books: Mapping[Group, GroupBook]
) -> dict[Group, set[int] | None]:
    """By group, the deals that may be another than in ``books``; ``None`` where all may be."""
    found: dict[Group, set[int] | None] = {}
    for session, group, kind, deal in rows:
        if kind in ACTS:
            continue
        deals = found.setdefault((session, group), set())
        if kind in NO_DEAL:
            continue
        if kind not in ONE_DEAL or deal is None:
            found[session, group] = None
        elif kind in ON_THE_WAY and _is_unended(books.get((session, group)), deal):
            continue
        elif deals is not None:
            deals.add(deal)
    return found


def _is_unended(book: GroupBook | None, number: int) -> bool:
    """Whether cards of the deal are known, and nobody has told the end of a hand of it, nor that
    it has none: then no hand can be whole before its end is told."""
    deal = book.deals.get(number) if book else None
    return deal is not None and not (deal.finished or deal.heard or deal.voided)


def _with_deals(connection: Connection, book: GroupBook, deals: Collection[int]) -> GroupBook:
    group = book.session, book.group
    read = {each.number: each for each in read_deal_books(connection, group, deals)}
    if all(book.deals.get(number) == read.get(number) for number in deals):
        return book
    after = {**book.deals, **read}
    return replace(
        book, deals=after if len(after) == len(book.deals) else dict(sorted(after.items()))
    )
