"""Which cards a deal has, from what the office and every table have shown of it (RULES P1). Pure.

Every hand's view of the deck is stored as its own table showed it, and so is the office's. The deck
of a deal is made from all views; a view that does not fit it is a contradiction, which people
resolve. No view is ever refused because another table or the office shows something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from producer.feeds.event_checks import repeated_card
from producer.problems import Problem, problem

OFFICE = ""
"""In the place of a table: the office, which knows the deck from the dealing machine."""

AGREEING = 2
"""So many tables that show the same against the office's deck are believed rather than it."""

FLOP, TURN = 6, 8
"""Characters of three and of four cards."""

Kind = Literal["hand", "deck", "correction", "choice"]


class Shown(NamedTuple):
    """Cards of one deal as somebody showed them. ``button``: its seat, None where not shown;
    ``cards``: hole cards by seat, only hands that were shown; ``board``: as far as shown, ``None``
    in a correction that leaves it as it is."""

    button: int | None
    cards: Mapping[int, str]
    board: str | None = ""


NOTHING_SHOWN = Shown(None, {}, "")


@dataclass(frozen=True, slots=True)
class DeckView:
    """What one hand of a table, or one event of the office, has shown of a deal.

    ``hand``: the table's number of the hand; of the office, the position of its event. ``pos``:
    where the log first showed button and hole cards; ``board_pos``: where it last showed board
    cards. ``ended``: the table has finished the hand; ``void``: the hand does not count.
    ``contradiction``: what does not fit the deck, in words for the producer; ``since``: the
    position of the log at which it was first seen.
    """

    table: str
    hand: int
    kind: Kind
    pos: int
    board_pos: int
    source: str
    shown: Shown
    ended: bool = False
    void: bool = False
    contradiction: str = ""
    since: int = 0

    @property
    def name(self) -> tuple[str, int]:
        return self.table, self.hand


@dataclass(frozen=True, slots=True)
class Version:
    """A deck, the tables that have shown it, in the order heard, and whether the office did."""

    deck: Shown
    tables: tuple[str, ...]
    office: bool = False
    views: tuple[tuple[str, int], ...] = field(default=(), compare=False)

    @property
    def is_sure(self) -> bool:
        """Whether it rests on more than one table's word."""
        return self.office or len(self.tables) >= AGREEING


def shown_by(button: int | None, cards: Mapping[int, str], board: str | None) -> Shown:
    return Shown(button, {seat: hole for seat, hole in sorted(cards.items()) if hole}, board)


def twice_dealt(shown: Shown) -> Problem | None:
    """Where one card lies in two places."""
    twice = repeated_card(shown.cards, shown.board or "")
    if twice is None:
        return None
    return problem("card-dealt-twice", card=twice)


def deck_from_office(views: Iterable[DeckView]) -> Shown | None:
    """What the office itself has sent of the deck, by which its next event is judged: a producer's
    choice is made from what tables have shown, of which no answer may depend (RULES P11)."""
    return office_deck(view for view in views if view.kind != "choice")


def office_deck(views: Iterable[DeckView]) -> Shown | None:
    """The deck as the office has it: sent, corrected and chosen, in the order of the log. What does
    not fit a chosen deck leaves that as it is."""
    deck: Shown | None = None
    for view in sorted((view for view in views if view.table == OFFICE), key=_position):
        if view.kind == "correction":
            after = corrected(deck, view.shown)
            deck = deck if twice_dealt(after) else after
        elif view.kind == "choice" or deck is None:
            deck = view.shown
        else:
            wider = widen(deck, view.shown)
            deck = deck if isinstance(wider, str) else wider
    return deck


def corrected(deck: Shown | None, told: Shown) -> Shown:
    """``deck`` with what ``told`` replaces; a hand told as empty is no longer known."""
    before = deck or Shown(None, {}, "")
    return shown_by(
        told.button or before.button,
        {**before.cards, **told.cards},
        before.board if told.board is None else told.board,
    )


def versions(views: Iterable[DeckView]) -> list[Version]:
    """The decks that have been shown of one deal, the standing one first.

    The office's stands unless two tables agree against it. Without one the deck that most tables
    show stands, of several the one that was shown first. Void hands are asked only where nobody
    else has shown anything.
    """
    views = sorted(views, key=_position)
    hands = [view for view in views if view.table != OFFICE]
    office = office_deck(views)
    counting = [view for view in hands if not view.void]
    if office is None and not counting:
        counting = hands
    found = [Version(office, (), office=True)] if office else []
    corrections = [view for view in views if view.kind == "correction"]
    for view in counting:
        _sort_in(found, view, _as_corrected(view, corrections))
    return sorted(found, key=_rank, reverse=True)


def _sort_in(found: list[Version], view: DeckView, shown: Shown) -> None:
    """Adds ``view`` to the first version that it fits, or as a version of its own."""
    for place, version in enumerate(found):
        wider = widen(version.deck, shown)
        if not isinstance(wider, str):
            tables = dict.fromkeys((*version.tables, view.table))
            views = (*version.views, view.name)
            found[place] = Version(wider, tuple(tables), version.office, views)
            return
    found.append(Version(shown, (view.table,), views=(view.name,)))


def _rank(version: Version) -> tuple[bool, int, bool]:
    """Sorting is stable: of equal ones the version that was shown first stays first."""
    agreed = len(version.tables) >= AGREEING
    return version.office or agreed, len(version.tables), version.office


def chosen_version(shown: Iterable[Version], table: str | None, number: int) -> Version | Problem:
    """The deck of deal ``number`` that ``table`` stands behind, or the office where it is None."""
    found = [
        version
        for version in shown
        if (version.office if table is None else table in version.tables)
    ]
    if not found:
        who = "the office" if table is None else f"table {table}"
        return problem("no-deck-shown", "data.table", who=who, deal=number)
    if len(found) > 1:
        return problem("two-decks-shown", "data.table", table=table or "", deal=number)
    return found[0]


def against(deck: Shown, view: DeckView, views: Iterable[DeckView]) -> str:
    """What ``view`` shows otherwise than ``deck``, in words; empty where it fits."""
    found = widen(deck, _as_corrected(view, [each for each in views if each.kind == "correction"]))
    return found if isinstance(found, str) else ""


def _as_corrected(view: DeckView, corrections: Iterable[DeckView]) -> Shown:
    """What a hand showed, read with the office's later corrections: they say that it was misread,
    not that the table had another deck. A correction that would deal a card twice says nothing
    about this hand."""
    shown = view.shown
    for told in corrections:
        if told.pos > view.pos:
            known = {seat: hole for seat, hole in told.shown.cards.items() if seat in shown.cards}
            shown = corrected(shown, Shown(told.shown.button, known, None))
        if told.pos > view.board_pos and told.shown.board is not None and shown.board:
            shown = shown._replace(board=told.shown.board[: len(shown.board)])
    return view.shown if twice_dealt(shown) else shown


def widen(deck: Shown, shown: Shown) -> Shown | str:
    """``deck`` with what ``shown`` adds to it, or what contradicts it, in words."""
    if shown.button is not None and deck.button not in (None, shown.button):
        return "another button"
    for seat, hole in shown.cards.items():
        known = deck.cards.get(seat)
        if known and _pair(known) != _pair(hole):
            return f"another hand in seat {seat}"
    board, told = deck.board or "", shown.board or ""
    street = _other_street(board, told)
    if street:
        return f"another {street}"
    cards = dict(sorted({**shown.cards, **deck.cards}.items()))
    longer = board + told[len(board) :]
    if longer == board and len(cards) == len(deck.cards) and deck.button is not None:
        return deck
    twice = repeated_card(cards, longer)
    if twice:
        return f"card {twice} in another place"
    return Shown(deck.button if deck.button is not None else shown.button, cards, longer)


def _other_street(a: str, b: str) -> str:
    """The first street on which two boards differ, as far as both are shown; the flop's three
    cards come in any order."""
    shared = min(len(a), len(b))
    if shared >= FLOP and flop_of(a) != flop_of(b):
        return "flop"
    for street, start in (("turn", FLOP), ("river", TURN)):
        if shared > start and a[start : start + 2] != b[start : start + 2]:
            return street
    return ""


def same_deck(a: Shown, b: Shown) -> bool:
    """Whether two deals are one hand under two numbers: everything that both show is the same, and
    too much for chance: two hands and the flop, or three hands. Two hands alone come again in a
    match of some thousand deals.
    """
    if None in (a.button, b.button) or a.button != b.button:
        return False
    both = a.cards.keys() & b.cards.keys()
    if len(both) < AGREEING or any(_pair(a.cards[seat]) != _pair(b.cards[seat]) for seat in both):
        return False
    one, other = a.board or "", b.board or ""
    if min(len(one), len(other)) < FLOP:
        return len(both) > AGREEING
    return not _other_street(one, other)


def flop_of(board: str) -> frozenset[str]:
    return frozenset((board[:2], board[2:4], board[4:6]))


def _pair(hole: str) -> frozenset[str]:
    return frozenset((hole[:2], hole[2:]))


def _position(view: DeckView) -> tuple[int, str, int]:
    return view.pos, view.table, view.hand
