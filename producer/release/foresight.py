"""The forecast of every live group in the record, for a producer's or scorer's eyes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from producer.release.forecast import Forecast, Orders, forecast
from producer.release.gate import Gate
from producer.scoring.drawfile import draw_of


def foresee(gate: Gate, exit_: str, orders: Orders) -> list[Forecast]:
    """Of all live groups, the soonest first within each. ``orders``: those of the draw, ``{}``
    where it is not known."""
    view = gate.view(exit_)
    found: list[Forecast] = []
    for group, book in view.books.items():
        if book.kind == "live":
            rules = view.house.rules.get(group, view.house.usual)
            ends = gate.ends(group, exit_)
            found += forecast(book, rules, view.verdicts, ends, orders, gate.clock())
    return found


def orders_of(path: Path) -> Mapping[str, tuple[int, ...]]:
    """Every table's order of deals from a file of ``duplicast draw``. Raises UnreadableDraw."""
    return {table: tuple(order) for table, order in draw_of(path.read_bytes()).orders.items()}
