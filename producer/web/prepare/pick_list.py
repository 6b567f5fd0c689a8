"""The left column of Prepare: a pick in few words, with what speaks for it and against it."""

from __future__ import annotations

from dataclasses import dataclass

from producer.compare.model import Comparison
from producer.stages.comparisons.branches import best_point
from producer.web.pages.desk_rows import PairChoice, Part, choices, open_cards, parts, percent
from producer.web.pages.words import Card, cards, gap_words, hand
from producer.web.prepare.filters import Aired, FoundPick, position_of
from producer.wording import headline, spoken_line

REASONS = 3
"""Reasons that a row has room for: those that speak for the pick most."""


@dataclass(frozen=True, slots=True)
class ListedPick:
    """``board``: the cards open at the decision, ``later``: those after it. ``gap``: between the
    two tables, in ``unit``. ``reasons``: the strongest. ``more``: other picks of the deal that pass
    the filters. ``aired``: when, ``""`` if not."""

    place: int
    session: str
    group: str
    number: int
    pick: str
    kind: str
    tables: tuple[str, ...]
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    later: tuple[Card, ...]
    position: str
    street: str
    split: str
    headline: str
    choices: tuple[PairChoice, ...]
    gap: str
    unit: str
    merit: int
    airable: int
    reasons: tuple[Part, ...]
    stories: tuple[str, ...]
    vetoes: tuple[str, ...]
    holds: tuple[str, ...]
    starred: bool
    rank: int | None
    dismissed: str
    more: int
    aired: str

    @property
    def deal(self) -> str:
        return f"{self.session}/{self.group}/{self.number}"


def listed_pick(found: FoundPick, aired: Aired, language: str) -> ListedPick:
    comparison, pick = found.comparison, found.pick
    deal, point = comparison.deal, best_point(comparison)
    seen = open_cards(comparison)
    gap, unit = gap_words(comparison, pick.gap, pick.pairing)
    return ListedPick(
        place=found.place,
        session=deal.key.session,
        group=deal.key.group,
        number=deal.key.number,
        pick=pick.id,
        kind=pick.kind,
        tables=pick.pairing,
        hole=hand(pick.cards),
        board=cards(deal.board[:seen]),
        later=cards(deal.board[seen:]),
        position=position_of(comparison, pick),
        street=pick.street,
        split=str(spoken_line(comparison, pick, "split", language)),
        headline=headline(comparison, language),
        choices=() if point is None else choices(comparison, point),
        gap=gap,
        unit=unit,
        merit=percent(pick.merit),
        airable=percent(pick.airable),
        reasons=strongest(comparison),
        stories=tuple(dict.fromkeys(story.name for story in pick.stories)),
        vetoes=pick.vetoes,
        holds=pick.holds,
        starred=pick.decision.starred,
        rank=pick.decision.rank,
        dismissed=pick.decision.dismissed,
        more=found.more,
        aired=aired.get((deal.key, pick.id), ""),
    )


def strongest(comparison: Comparison) -> tuple[Part, ...]:
    """The components of the first pick's merit with the most, at most ``REASONS``."""
    speaking = [part for part in parts(comparison) if part.percent]
    return tuple(sorted(speaking, key=lambda part: -(part.percent or 0))[:REASONS])
