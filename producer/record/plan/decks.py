"""The deck of a deal, from what the office and every table have shown of it (RULES P1). Pure.

The cards shown in each hand, and by the office, are stored as shown: a view. The deck is made from
all views. A view that does not fit it is a contradiction, which people resolve; no view is refused
because another table or the office shows something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from producer.feeds.event_checks import repeated_card
from producer.games.cards import hand_identity
from producer.messages import message
from producer.problems import Problem, problem

OFFICE = ""
"""The table name of the office, which knows the deck from the dealing machine."""

AGREEING = 2
"""This many tables that show the same cards outvote the office's deck."""

BEYOND_CHANCE = 6
"""Cards that two deals have in common only if they are one."""

FLOP, TURN = 6, 8
"""Characters of three and of four cards."""

Kind = Literal["hand", "deck", "correction", "choice"]


class ShownCards(NamedTuple):
    """Cards of a deal as shown by one source. ``button``: its seat, None if not shown. ``cards``:
    hole cards by seat, only those shown. ``board``: as far as shown; ``None`` in a correction that
    does not change it."""

    button: int | None
    cards: Mapping[int, str]
    board: str | None = ""


NOTHING_SHOWN = ShownCards(None, {}, "")


@dataclass(frozen=True, slots=True)
class DeckView:
    """The cards of a deal shown in one hand of a table, or by one event of the office.

    ``hand``: the table's hand number; for the office, the position of its event. ``pos``: the log
    position at which button and hole cards were first shown; ``board_pos``: at which board cards
    were last shown. ``ended``: the table has finished the hand. ``void``: the hand does not count.
    ``contradiction``: what does not fit the deck, in words for the producer. ``since``: the log
    position at which it was first found.
    """

    table: str
    hand: int
    kind: Kind
    pos: int
    board_pos: int
    source: str
    shown: ShownCards
    ended: bool = False
    void: bool = False
    contradiction: str = ""
    since: int = 0

    @property
    def name(self) -> tuple[str, int]:
        return self.table, self.hand


@dataclass(frozen=True, slots=True)
class DeckVersion:
    """One of the decks shown for a deal, the tables that showed it, in log order, and whether the
    office did."""

    deck: ShownCards
    tables: tuple[str, ...]
    office: bool = False
    views: tuple[tuple[str, int], ...] = field(default=(), compare=False)

    @property
    def is_sure(self) -> bool:
        """Whether the office or two tables have shown it."""
        return self.office or len(self.tables) >= AGREEING


def shown_by(button: int | None, cards: Mapping[int, str], board: str | None) -> ShownCards:
    return ShownCards(button, {seat: hole for seat, hole in sorted(cards.items()) if hole}, board)


def twice_dealt(shown: ShownCards) -> Problem | None:
    """The problem that a card is in two places, if one is."""
    twice = repeated_card(shown.cards, shown.board or "")
    if twice is None:
        return None
    return problem("card-dealt-twice", card=twice)


def deck_from_office(views: Iterable[DeckView]) -> ShownCards | None:
    """The deck as sent by the office, against which its next event is checked. Without a producer's
    choice, which rests on what tables showed: no answer may depend on that (RULES P11)."""
    return office_deck(view for view in views if view.kind != "choice")


def office_deck(views: Iterable[DeckView]) -> ShownCards | None:
    """The deck as sent, corrected and chosen, in log order. What does not fit a chosen deck is
    ignored."""
    deck: ShownCards | None = None
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


def corrected(deck: ShownCards | None, correction: ShownCards) -> ShownCards:
    """``deck`` with what ``correction`` replaces; empty cards remove a seat's hand."""
    before = deck or ShownCards(None, {}, "")
    return shown_by(
        correction.button or before.button,
        {**before.cards, **correction.cards},
        before.board if correction.board is None else correction.board,
    )


def versions(views: Iterable[DeckView]) -> list[DeckVersion]:
    """The decks shown for one deal, the current one first.

    The office's deck is current unless two tables agree on another. Without it, the deck shown by
    most tables is current; of several, the one shown first. Void hands count only if nothing else
    has been shown.
    """
    views = sorted(views, key=_position)
    hands = [view for view in views if view.table != OFFICE]
    office = office_deck(views)
    counting = [view for view in hands if not view.void]
    if office is None and not counting:
        counting = hands
    decks = [DeckVersion(office, (), office=True)] if office else []
    corrections = [view for view in views if view.kind == "correction"]
    for view in counting:
        _sort_in(decks, view, _as_corrected(view, corrections))
    return sorted(decks, key=_rank, reverse=True)


def _sort_in(versions: list[DeckVersion], view: DeckView, shown: ShownCards) -> None:
    """Adds ``view`` to the first version that it fits, else as a new version."""
    for place, version in enumerate(versions):
        wider = widen(version.deck, shown)
        if not isinstance(wider, str):
            tables = dict.fromkeys((*version.tables, view.table))
            views = (*version.views, view.name)
            versions[place] = DeckVersion(wider, tuple(tables), version.office, views)
            return
    versions.append(DeckVersion(shown, (view.table,), views=(view.name,)))


def _rank(version: DeckVersion) -> tuple[bool, int, bool]:
    """Sorting is stable: among equals, the version shown first stays first."""
    agreed = len(version.tables) >= AGREEING
    return version.office or agreed, len(version.tables), version.office


def chosen_version(
    shown: Iterable[DeckVersion], table: str | None, number: int
) -> DeckVersion | Problem:
    """The deck of deal ``number`` that ``table`` has shown; None stands for the office."""
    matching = [
        version
        for version in shown
        if (version.office if table is None else table in version.tables)
    ]
    if not matching:
        who = message("the office") if table is None else message("table {name}", name=table)
        return problem("no-deck-shown", "data.table", who=who, deal=number)
    if len(matching) > 1:
        return problem("two-decks-shown", "data.table", table=table or "", deal=number)
    return matching[0]


def against(deck: ShownCards, view: DeckView, views: Iterable[DeckView]) -> str:
    """How ``view`` differs from ``deck``, in words; empty if it fits."""
    wider = widen(deck, _as_corrected(view, [each for each in views if each.kind == "correction"]))
    return wider if isinstance(wider, str) else ""


def _as_corrected(view: DeckView, corrections: Iterable[DeckView]) -> ShownCards:
    """The cards of a hand, read with the office's later corrections, which say that cards were
    misread, not that the table had another deck. A correction that would deal a card twice does
    not concern this hand."""
    shown = view.shown
    for later in corrections:
        new = later.shown
        if later.pos > view.pos:
            cards = {seat: hole for seat, hole in new.cards.items() if seat in shown.cards}
            shown = corrected(shown, ShownCards(new.button, cards, None))
        if later.pos > view.board_pos and new.board is not None and shown.board:
            shown = shown._replace(board=new.board[: len(shown.board)])
    return view.shown if twice_dealt(shown) else shown


def widen(deck: ShownCards, shown: ShownCards) -> ShownCards | str:
    """``deck`` with what ``shown`` adds to it, or the contradiction, in words."""
    if shown.button is not None and deck.button not in (None, shown.button):
        return message("another button")
    for seat, hole in shown.cards.items():
        before = deck.cards.get(seat)
        if before and hand_identity(before) != hand_identity(hole):
            return message("another hand in seat {n}", n=seat)
    board, other = deck.board or "", shown.board or ""
    street = _other_street(board, other)
    if street:
        return message("another {street}", street=message(street))
    cards = dict(sorted({**shown.cards, **deck.cards}.items()))
    longer = board + other[len(board) :]
    if longer == board and len(cards) == len(deck.cards) and deck.button is not None:
        return deck
    twice = repeated_card(cards, longer)
    if twice:
        return message("card {card} in another place", card=twice)
    return ShownCards(deck.button if deck.button is not None else shown.button, cards, longer)


def _other_street(a: str, b: str) -> str:
    """The first street on which two boards differ, as far as both are shown. The flop may be in any
    order."""
    shared = min(len(a), len(b))
    if shared >= FLOP and flop_of(a) != flop_of(b):
        return "flop"
    for street, start in (("turn", FLOP), ("river", TURN)):
        if shared > start and a[start : start + 2] != b[start : start + 2]:
            return street
    return ""


def same_deck(a: ShownCards, b: ShownCards) -> bool:
    """Whether two deals are one deal under two numbers: all that both show is the same, and it is
    too much for chance: ``BEYOND_CHANCE`` cards in hands and flop. Two equal hands of hold'em
    alone occur by chance in a match of some thousand deals."""
    if None in (a.button, b.button) or a.button != b.button:
        return False
    both = a.cards.keys() & b.cards.keys()
    if any(hand_identity(a.cards[seat]) != hand_identity(b.cards[seat]) for seat in both):
        return False
    one, other = a.board or "", b.board or ""
    if _other_street(one, other):
        return False
    flop = one[:FLOP] if min(len(one), len(other)) >= FLOP else ""
    return len("".join([flop, *(a.cards[seat] for seat in both)])) >= 2 * BEYOND_CHANCE


def flop_of(board: str) -> frozenset[str]:
    return frozenset((board[:2], board[2:4], board[4:6]))


def _position(view: DeckView) -> tuple[int, str, int]:
    return view.pos, view.table, view.hand
