"""The results of a deal: a row for each table, a column for each seat whose results differ."""

from __future__ import annotations

from fractions import Fraction

from overlay.contexts import Cell, Column, Matrix, MatrixRow
from overlay.stage import Box, Stage
from overlay.texts.text import capitals
from producer.compare.model import Comparison
from producer.games.line import Play
from producer.stages import words
from producer.stages.drawings import drawing_of, in_shared_frame
from producer.stages.moment import NotDrawable
from producer.stages.people import People, people
from producer.stages.programme.show import alone
from producer.stages.style import PLAIN, Style, signed_chips, unit_name
from producer.wording.games.positions import position_on_signs

MATRIX = Box(64, 38, 1792, 988)

MOST_ROWS, MOST_COLUMNS = 12, 5
MOST_WITH_LINE = 8
"""Rows among which there is room for a line at the average."""


def matrix_stage(comparison: Comparison, style: Style = PLAIN) -> Stage:
    """Every table's results in the seats in which they differ. Raises NotDrawable if none does."""
    return alone("matrix", "matrix", matrix(comparison, style), MATRIX, style)


def matrix(comparison: Comparison, style: Style = PLAIN) -> Matrix:
    """The seat of the decision first and its best result on top; else in the deal's order."""
    deal, style = comparison.deal, in_shared_frame(style, comparison)
    results = {play.table: _results(comparison, play) for play in deal.plays}
    differ = [seat for seat in sorted(comparison.averages) if _apart(results, seat)]
    if not differ:
        raise NotDrawable(
            f"deal {deal.key}: every table has the same result in every seat", "pick another deal"
        )
    decided = comparison.seat
    by_swing = sorted(differ, key=lambda seat: (seat != decided, -_apart(results, seat), seat))
    seats = by_swing[:MOST_COLUMNS]
    tables = sorted(deal.plays, key=lambda play: _place(comparison, play.table, decided))
    who = people(deal.teams, style.theme, style.say.code)
    opposed = (
        len(seats) == 2
        and decided in seats
        and all(
            set(seats) <= set(each) and sum(each[seat] for seat in seats) == 0
            for each in results.values()
        )
    )
    return Matrix(
        _title(deal.key.number, len(tables), style),
        _measured(comparison, style),
        words.same_cards(style),
        style.say.gettext("TABLE"),
        tuple(_column(comparison, seat, seat == decided, opposed, style) for seat in seats),
        tuple(
            MatrixRow(
                deal.name_of(play.table),
                tuple(
                    _cell(comparison, play, seat, results, seat == decided, opposed, who, style)
                    for seat in seats
                ),
            )
            for play in tables[:MOST_ROWS]
        ),
        _shown(len(seats), len(differ), len(tables), style),
        *_average(comparison, results, tables[:MOST_ROWS], style),
    )


def _title(deal: int, tables: int, style: Style) -> str:
    text = style.say.gettext("DEAL {n}: RESULTS AT {tables} TABLES")
    return text.format(n=deal, tables=tables)


def _average(
    comparison: Comparison, results: dict[str, dict[int, Fraction]], shown: list[Play], style: Style
) -> tuple[str, int]:
    """What the line between the rows above and below average says, and after how many rows it is:
    empty and 0 without one."""
    seat = comparison.seat
    if seat is None or _two_tables(comparison) or len(shown) > MOST_WITH_LINE:
        return "", 0
    there = [results[play.table][seat] for play in shown if seat in results[play.table]]
    above = sum(result >= 0 for result in there)
    if not 0 < above < len(there):
        return "", 0
    tables = len(comparison.deal.plays)
    return style.say.gettext("{n}-TABLE AVERAGE").format(n=tables), above


def _results(comparison: Comparison, play: Play) -> dict[int, Fraction]:
    """By seat, in units of the stakes. With two tables an average would only halve the difference,
    so the results themselves are shown."""
    unit = play.game.unit
    if _two_tables(comparison):
        return {seat: Fraction(chips) / unit for seat, chips in play.result.items()}
    scale = unit if comparison.unit == "chips" else 1
    against = comparison.against_average[play.table]
    return {seat: Fraction(chips) / scale for seat, chips in against.items()}


def _two_tables(comparison: Comparison) -> bool:
    return len(comparison.deal.plays) == 2


def _apart(results: dict[str, dict[int, Fraction]], seat: int) -> Fraction:
    there = [each[seat] for each in results.values() if seat in each]
    return max(there) - min(there)


def _place(comparison: Comparison, table: str, decided: int | None) -> int:
    ranks = comparison.rank[table]
    return 0 if decided is None else ranks.get(decided, len(comparison.rank) + 1)


def _measured(comparison: Comparison, style: Style) -> str:
    """What the numbers are, and their unit."""
    unit = unit_name(_blind(comparison), style)
    if _two_tables(comparison):
        return style.say.gettext("RESULTS, {unit}").format(unit=unit)
    return words.against_average(unit, len(comparison.deal.plays), style)


def _blind(comparison: Comparison) -> int:
    """In chips; 0 if the tables' blinds differ."""
    blinds = {play.game.unit for play in comparison.deal.plays}
    return blinds.pop() if len(blinds) == 1 else 0


def _column(
    comparison: Comparison, seat: int, decided: bool, opposed: bool, style: Style
) -> Column:
    """``opposed``: the other column has the opponents alone."""
    against = opposed and not decided
    holds_cards = drawing_of(comparison).holds_cards
    return Column(
        capitals(style.say.gettext("against")) if against else seat_name(comparison, seat, style),
        words.held(comparison.deal.cards.get(seat, ()) if holds_cards else ()),
        decided,
    )


def seat_name(comparison: Comparison, seat: int, style: Style) -> str:
    """The seat's position if it is the same at all tables, else its number."""
    deal = comparison.deal
    names = {
        position_on_signs(
            tuple(play.stacks or deal.cards), deal.button, deal.direction, seat, style.say.code
        )
        for play in deal.plays
    }
    name = names.pop() if len(names) == 1 and style.game == "holdem" else ""
    return capitals(name) if name else style.say.gettext("SEAT {n}").format(n=seat)


def _cell(
    comparison: Comparison,
    play: Play,
    seat: int,
    results: dict[str, dict[int, Fraction]],
    decided: bool,
    opposed: bool,
    who: People,
    style: Style,
) -> Cell | None:
    if seat not in results[play.table]:
        return None
    player, blind = play.players.get(seat), _blind(comparison)
    result, rank = results[play.table][seat], comparison.rank[play.table][seat]
    ranks = [each[seat] for each in comparison.rank.values() if seat in each]
    short = Style(style.say, "bb" if style.chips == "bb" else "short", style.theme)
    forms = tuple(dict.fromkeys(signed_chips(result, blind, each) for each in (style, short)))
    return Cell(
        () if opposed and not decided else forms,
        who.colour(player) if player else who.neutral,
        who.team(player) if player else "",
        player.name if player else "",
        who.short(player) if player else "",
        words.equal(words.ordinal(rank, style.say), ranks.count(rank) > 1) if decided else "",
        decided and rank == 1,
        who.flag(player) if player else "",
    )


def _shown(columns: int, seats: int, tables: int, style: Style) -> str:
    say, parts = style.say, []
    if tables > MOST_ROWS:
        parts.append(say.gettext("{n} of {rows} tables").format(n=MOST_ROWS, rows=tables))
    if seats > columns:
        parts.append(say.gettext("{n} of {rows} seats").format(n=columns, rows=seats))
    return " · ".join(parts)
