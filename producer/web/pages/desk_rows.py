"""The desk's rows: what a producer needs to see of a deal to choose it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from producer.compare.model import UNDECIDED, Comparison, PickDecision
from producer.compare.whole_hand import whole_hand
from producer.games.line import DealKey
from producer.games.registry import rules_of
from producer.stages.comparisons.branches import DecisionPoint, best_point
from producer.stages.drawings import drawing_of
from producer.stages.words import amount
from producer.web.appearance import appearance
from producer.web.languages import _, ngettext, word
from producer.web.pages.words import (
    Card,
    WordedMove,
    branch_moves,
    cards,
    gap_words,
    hand,
    spot_words,
)
from producer.wording import headline, moment_line

PAGE = 40
"""Deals a page: with more, all their reasons would not fit into the 300 kB that a page may have."""
SHOWN_BRANCHES = 4


@dataclass(frozen=True, slots=True)
class PairChoice:
    """One choice at a decision, in a word and a shape, made at ``count`` tables."""

    shape: str
    words: str
    count: int
    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A component of the merit; ``percent`` is ``None`` if it cannot be computed."""

    name: str
    percent: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class DeskRow:
    """A deal on the desk. ``board``: the cards open at the decision, ``later``: those after it.
    ``swing_seat``: whose it is, ``None`` where it is a pair's. ``to_cut``: the pick that a segment
    is made of, the best or the whole hand of a table alone, ``""`` without one. ``alone``: its
    group has one table.
    ``starred``, ``own_rank``: of its best pick, by the producer."""

    rank: int
    session: str
    group: str
    number: int
    headline: str
    tables: int
    same_rules: bool
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    later: tuple[Card, ...]
    spot: str
    choices: tuple[PairChoice, ...]
    swing: str
    unit: str
    swing_seat: int | None
    merit: int
    airable: int
    parts: tuple[Part, ...]
    vetoes: tuple[str, ...]
    holds: tuple[str, ...]
    pairing: tuple[str, ...]
    starred: bool
    own_rank: int | None
    pick: str
    to_cut: str
    alone: bool


@dataclass(frozen=True, slots=True)
class DismissedDeal:
    """A deal whose picks are all dismissed, and why its best one is."""

    key: DealKey
    reason: str


@dataclass(frozen=True, slots=True)
class DeskPage:
    """One page of the matching deals: ``rows`` are numbers ``first`` to ``last`` of ``total``."""

    rows: tuple[DeskRow, ...]
    total: int
    page: int
    pages: int

    @property
    def first(self) -> int:
        return (self.page - 1) * PAGE + 1 if self.rows else 0

    @property
    def last(self) -> int:
        return self.first + len(self.rows) - 1 if self.rows else 0


def find(
    ranking: Sequence[Comparison], *, session: str = "", search: str = "", page: int = 1
) -> DeskPage:
    """The deals of at least two finished tables, or of a group of one, that match and are not
    dismissed, in the order of the ranking.

    ``session`` is ``SESSION/GROUP`` or empty for all; every word of ``search`` must occur in the
    deal's name, moment line, tables, players or teams. A page beyond the last one is the last one.
    """
    words = search.casefold().split()
    matching = [
        (place, comparison)
        for place, comparison in enumerate(comparable(ranking), 1)
        if session in ("", group_of(comparison))
        and has_words(comparison, words)
        and not _decision(comparison).dismissed
    ]
    pages = max(1, -(-len(matching) // PAGE))
    page = min(max(page, 1), pages)
    shown = islice(matching, (page - 1) * PAGE, page * PAGE)
    return DeskPage(tuple(row(*each) for each in shown), len(matching), page, pages)


def comparable(ranking: Sequence[Comparison]) -> list[Comparison]:
    """Those that two tables have finished, and those of groups of one table."""
    return [each for each in ranking if len(each.deal.plays) > 1 or each.deal.alone]


def dismissed(ranking: Sequence[Comparison]) -> list[DismissedDeal]:
    """The deals whose picks are all dismissed."""
    return [
        DismissedDeal(each.deal.key, _decision(each).dismissed)
        for each in ranking
        if _decision(each).dismissed
    ]


def _decision(comparison: Comparison) -> PickDecision:
    return UNDECIDED if comparison.best is None else comparison.best.decision


def group_of(comparison: Comparison) -> str:
    return f"{comparison.deal.key.session}/{comparison.deal.key.group}"


def has_words(comparison: Comparison, words: Sequence[str]) -> bool:
    """Whether all of the words, in lower case, occur in the deal's name, moment line, tables,
    players or teams."""
    if not words:
        return True
    deal = comparison.deal
    people = {
        name
        for play in deal.plays
        for player in play.players.values()
        for name in (player.name, player.team or "")
    }
    teams = [team.name for team in deal.teams.values()]
    tables = [play.table for play in deal.plays]
    text = " ".join((str(deal.key), moment_line(comparison), *tables, *people, *teams)).casefold()
    return all(word in text for word in words)


def row(place: int, comparison: Comparison) -> DeskRow:
    deal, point = comparison.deal, best_point(comparison)
    seen = open_cards(comparison)
    widest = max(comparison.swing, key=lambda seat: comparison.swing[seat], default=None)
    swing, unit = gap_words(comparison, 0 if widest is None else comparison.swing[widest])
    return DeskRow(
        rank=place,
        session=deal.key.session,
        group=deal.key.group,
        number=deal.key.number,
        headline=headline(comparison, appearance().language),
        tables=len(deal.plays),
        same_rules=comparison.same_rules,
        hole=() if point is None else hand(point.cards),
        board=cards(deal.board[:seen]),
        later=cards(deal.board[seen:]),
        spot=_spot(comparison, point),
        choices=() if point is None else choices(comparison, point),
        swing=swing,
        unit=unit,
        swing_seat=widest if drawing_of(comparison).panel is None else None,
        merit=percent(comparison.merit),
        airable=percent(comparison.airable),
        parts=parts(comparison),
        vetoes=comparison.vetoes,
        holds=comparison.holds,
        pairing=comparison.pairing,
        starred=_decision(comparison).starred,
        own_rank=_decision(comparison).rank,
        pick="" if comparison.best is None else comparison.best.id,
        to_cut=_to_cut(comparison),
        alone=deal.alone,
    )


def _to_cut(comparison: Comparison) -> str:
    pick = comparison.best or whole_hand(comparison)
    return "" if pick is None else pick.id


def open_cards(comparison: Comparison) -> int:
    """How many common cards were open at the best pick's decision; all without a pick."""
    if comparison.best is None:
        return len(comparison.deal.board)
    return rules_of(comparison.deal.plays[0].game).open_cards(comparison.best.street)


def _spot(comparison: Comparison, point: DecisionPoint | None) -> str:
    best = comparison.best
    if best is not None and best.reason:
        return _("Made by hand: {reason}", reason=best.reason)
    return "" if point is None else spot_words(comparison, point)


def parts(comparison: Comparison) -> tuple[Part, ...]:
    return tuple(
        Part(name, None if part.value is None else percent(part.value), part.reason)
        for name, part in comparison.components.items()
    )


def percent(share: float) -> int:
    return round(100 * share)


def choices(comparison: Comparison, point: DecisionPoint) -> tuple[PairChoice, ...]:
    """The branches in short: the most tables first, all sizes of an action as one.

    If only sizes differ, each is a choice; those that do not fit are counted in the last.
    """
    drawn = list(zip(branch_moves(comparison, point), point.branches, strict=True))
    kinds = list(dict.fromkeys(worded.move.action for worded, _ in drawn))
    if len(kinds) == 1:
        return _sizes([_choice(comparison, [pair]) for pair in drawn])
    together = [
        _choice(comparison, [pair for pair in drawn if pair[0].move.action == kind])
        for kind in kinds
    ]
    return tuple(sorted(together, key=lambda choice: -choice.count))


def _choice(
    comparison: Comparison, branches: Sequence[tuple[WordedMove, tuple[str, ...]]]
) -> PairChoice:
    """One choice of all ``branches``, which have one action in several sizes."""
    first = branches[0][0]
    tables = tuple(table for _, branch in branches for table in branch)
    words = first.words
    if len(branches) > 1:
        sizes = [each.size for each, _ in branches if each.size is not None]
        words = word(first.move.action)
        if sizes:
            words += f" {amount(min(sizes))}\N{EN DASH}{amount(max(sizes))}"
    shape = drawing_of(comparison).shapes[first.move.action]
    return PairChoice(shape, words, len(tables), tables)


def _sizes(sizes: Sequence[PairChoice]) -> tuple[PairChoice, ...]:
    if len(sizes) <= SHOWN_BRANCHES:
        return tuple(sizes)
    shown, rest = sizes[: SHOWN_BRANCHES - 1], sizes[SHOWN_BRANCHES - 1 :]
    tables = tuple(table for size in rest for table in size.tables)
    return (
        *shown,
        PairChoice(
            shown[0].shape,
            ngettext("{n} other size", "{n} other sizes", len(rest)),
            len(tables),
            tables,
        ),
    )
