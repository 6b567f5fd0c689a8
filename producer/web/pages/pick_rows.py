"""The picks of a deal as its page lists them, and the decisions that a pick can be made of."""

from __future__ import annotations

from dataclasses import dataclass

from producer.compare.model import Comparison, Pick
from producer.games.line import Play
from producer.web.pages.desk_rows import percent
from producer.web.pages.words import move_words, worded_line
from producer.wording import three_lines
from producer.wording.pick_lines import LINES, out_of_date


@dataclass(frozen=True, slots=True)
class PickLineRow:
    """One of a pick's three lines. ``said``: as it is used; ``edited``: the producer's words, empty
    without any; ``stale``: why these are not used."""

    name: str
    said: str
    edited: str
    stale: str


@dataclass(frozen=True, slots=True)
class PickRow:
    """A pick. ``number``: its place in the deal's list, from 1; ``why``: what speaks for it."""

    number: int
    id: str
    kind: str
    lines: tuple[PickLineRow, ...]
    tables: tuple[str, ...]
    merit: int
    airable: int
    why: tuple[str, ...]
    vetoes: tuple[str, ...]
    holds: tuple[str, ...]
    starred: bool
    rank: int | None
    dismissed: str
    reason: str

    @property
    def split(self) -> str:
        return self.lines[1].said

    @property
    def headline(self) -> str:
        return self.lines[2].said


@dataclass(frozen=True, slots=True)
class NumberedMove:
    """A move of a table's line. ``number``: from 1."""

    number: int
    street: str
    words: str


def pick_rows(comparison: Comparison, language: str = "en") -> tuple[PickRow, ...]:
    """Every pick of a deal, best first; ``language``: of the lines."""
    return tuple(
        _row(comparison, number, pick, language) for number, pick in enumerate(comparison.picks, 1)
    )


def _row(comparison: Comparison, number: int, pick: Pick, language: str) -> PickRow:
    said = three_lines(comparison, pick, language)
    edits = {each.line: each for each in pick.decision.lines if each.language == language}
    return PickRow(
        number=number,
        id=pick.id,
        kind=pick.kind,
        lines=tuple(
            PickLineRow(
                name,
                str(getattr(said, name)),
                edits[name].text if name in edits else "",
                out_of_date(comparison, pick, edits[name]) if name in edits else "",
            )
            for name in LINES
        ),
        tables=pick.pairing,
        merit=percent(pick.merit),
        airable=percent(pick.airable),
        why=tuple(part.reason for part in pick.components.values() if part.value),
        vetoes=pick.vetoes,
        holds=pick.holds,
        starred=pick.decision.starred,
        rank=pick.decision.rank,
        dismissed=pick.decision.dismissed,
        reason=pick.reason,
    )


def decisions(comparison: Comparison) -> tuple[tuple[str, tuple[NumberedMove, ...]], ...]:
    """By table, every move of its line."""
    return tuple((play.table, _moves(comparison, play)) for play in comparison.deal.plays)


def _moves(comparison: Comparison, play: Play) -> tuple[NumberedMove, ...]:
    line = worded_line(comparison, play)[0]
    return tuple(
        NumberedMove(number, each.move.street, move_words(comparison, each))
        for number, each in enumerate(line, 1)
    )
