"""The forecast of every live group in the record. For producers and scorers only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from producer.games.line import DealKey
from producer.record import GroupState, HandEnd
from producer.release.decks.draw_check import Orders, draw_mismatch
from producer.release.forecasts.forecast import Forecast, LostHands, forecast
from producer.release.gate import Gate
from producer.release.verdicts import Group
from producer.scoring.draw_file import UnreadableDraw, read_draw


class WrongDraw(ValueError):
    """The draw file cannot be used; the message gives place, reason and fix."""


@dataclass(frozen=True, slots=True)
class DrawFile:
    """Every table's order of deals, and the file it was read from."""

    path: Path
    orders: Orders


def live_forecasts(gate: Gate, exit_: str, draw: DrawFile | None = None) -> list[Forecast]:
    """The forecasts of all live groups, within each group the soonest first. ``draw`` is used for
    the groups that it matches. Raises WrongDraw where it matches no live group."""
    view = gate.view(exit_)
    books = {group: book for group, book in view.books.items() if book.kind == "live"}
    ends = {group: gate.ends(group, exit_) for group in books}
    matching = _matching(books, ends, draw)
    gaps, now = gate.gaps(), gate.clock()
    forecasts: list[Forecast] = []
    unusable, missing = gate.unusable_hands(exit_), gate.missing_hands(exit_)
    for group, book in books.items():
        rules = view.decisions.rules.get(group, view.decisions.usual)
        orders = draw.orders if draw and group in matching else {}
        forecasts += forecast(
            book,
            rules,
            view.verdicts,
            ends[group],
            orders,
            gaps,
            now,
            LostHands(
                _unusable_of(unusable, group),
                {place[2]: hands for place, hands in missing.items() if place[:2] == group},
            ),
        )
    return forecasts


def _unusable_of(
    unusable: Mapping[DealKey, Mapping[str, tuple[int, ...]]], group: Group
) -> dict[tuple[int, str], int]:
    """By deal and table, the last hand of the group that cannot be used."""
    return {
        (key.number, table): hands[-1]
        for key, by_table in unusable.items()
        if (key.session, key.group) == group
        for table, hands in by_table.items()
    }


def draw_file(path: Path) -> DrawFile:
    """Every table's order of deals from a file of ``duplicast draw``. Raises WrongDraw."""
    try:
        draw = read_draw(path)
    except (UnreadableDraw, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise WrongDraw(
            f"{path}: {reason}. `duplicast draw TEAM... -o FILE` writes one."
        ) from error
    return DrawFile(path, {table: tuple(order) for table, order in draw.orders.items()})


def _matching(
    books: Mapping[Group, GroupState], ends: Mapping[Group, list[HandEnd]], draw: DrawFile | None
) -> set[Group]:
    if draw is None or not books:
        return set()
    mismatches = {
        group: draw_mismatch(book, ends[group], draw.orders) for group, book in books.items()
    }
    matching = {group for group, why in mismatches.items() if not why}
    if not matching:
        raise WrongDraw(
            f"{draw.path}: {'; '.join(mismatches.values())}. Name the file that the tables' "
            "orders were drawn in, or none: the forecast then goes by pace alone."
        )
    return matching
