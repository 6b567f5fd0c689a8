"""The forecast of every live group in the record, for a producer's or scorer's eyes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from producer.record import End, GroupBook
from producer.release.fit import Orders, misfit
from producer.release.forecast import Forecast, forecast
from producer.release.gate import Gate
from producer.release.state import Group
from producer.scoring.draw_file import UnreadableDraw, draw_of


class WrongDraw(ValueError):
    """A file of a draw that cannot be used: the place, the reason, and what would mend it."""


@dataclass(frozen=True, slots=True)
class DrawFile:
    """Every table's order of deals, and the file that tells them."""

    path: Path
    orders: Orders


def foresee(gate: Gate, exit_: str, draw: DrawFile | None = None) -> list[Forecast]:
    """Of all live groups, the soonest first within each. ``draw`` counts for the groups that it
    fits. Raises WrongDraw where it fits none of those that are still played."""
    view = gate.view(exit_)
    books = {group: book for group, book in view.books.items() if book.kind == "live"}
    ends = {group: gate.ends(group, exit_) for group in books}
    fits = _fits(books, ends, draw)
    gaps, now = gate.gaps(), gate.clock()
    found: list[Forecast] = []
    for group, book in books.items():
        rules = view.house.rules.get(group, view.house.usual)
        orders = draw.orders if draw and group in fits else {}
        found += forecast(book, rules, view.verdicts, ends[group], orders, gaps, now)
    return found


def draw_file(path: Path) -> DrawFile:
    """Every table's order of deals from a file of ``duplicast draw``. Raises WrongDraw."""
    try:
        drawn = draw_of(path.read_bytes())
    except (UnreadableDraw, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise WrongDraw(
            f"{path}: {reason}. `duplicast draw TEAM... -o FILE` writes one."
        ) from error
    return DrawFile(path, {table: tuple(order) for table, order in drawn.orders.items()})


def _fits(
    books: Mapping[Group, GroupBook], ends: Mapping[Group, list[End]], draw: DrawFile | None
) -> set[Group]:
    if draw is None or not books:
        return set()
    wrong = {group: misfit(book, ends[group], draw.orders) for group, book in books.items()}
    fits = {group for group, why in wrong.items() if not why}
    if not fits:
        raise WrongDraw(
            f"{draw.path}: {'; '.join(wrong.values())}. Name the file that the tables' orders "
            "were drawn in, or none: then the forecast goes by the pace alone."
        )
    return fits
