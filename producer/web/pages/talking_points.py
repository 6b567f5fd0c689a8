"""What a commentator can say of a deal, as the comparison page shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from producer.compare.model import Comparison, Story
from producer.web.languages import OWN_NAMES, _, ngettext
from producer.wording import costs_by_table, talking_points


@dataclass(frozen=True, slots=True)
class TalkingPoints:
    """``sentences`` to say, in order. ``hindsight``: what can be said only with all cards visible.
    ``stories``: each with its place, in the order of the answer (docs/json.md). ``costs``: by
    table, the moves that gave something up with all cards in view; ``not_counted``: why there are
    none."""

    language: str
    names: Mapping[str, str]
    sentences: tuple[str, ...]
    hindsight: tuple[str, ...]
    stories: tuple[tuple[str, str], ...]
    costs: tuple[tuple[str, str], ...] = ()
    not_counted: str = ""


def talk_of(comparison: Comparison, language: str, deals: int | None) -> TalkingPoints:
    """The talking points of a deal. ``deals``: how many the session has, if known."""
    points = talking_points(comparison, language, deals)
    return TalkingPoints(
        language=language,
        names=OWN_NAMES,
        sentences=tuple(point.text for point in points if not point.hindsight),
        hindsight=tuple(point.text for point in points if point.hindsight),
        stories=tuple((story.name, _where(story)) for story in comparison.stories),
        costs=costs_by_table(comparison),
        not_counted=comparison.all_cards.missing if comparison.all_cards else "",
    )


def _where(story: Story) -> str:
    """
    >>> _where(Story("hero call", 5, ("1",), ("2", "3"), None, {}))
    'seat 5, table 1 beside 2, 3'
    """
    tables = ngettext(
        "table {names}", "tables {names}", len(story.tables), names=", ".join(story.tables)
    )
    where = _("seat {n}, {tables}", n=story.seat, tables=tables)
    if not story.others:
        return where
    return _("{where} beside {others}", where=where, others=", ".join(story.others))
