"""The beats of a pick: what its segment shows, in which order, as of when, and with which words.

Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from producer.compare.model import Branch, Comparison, Pick
from producer.compare.ranking import focused
from producer.games.registry import rules_of
from producer.rundown.beats import Beat, Length
from producer.rundown.hand_beats import hand_beats
from producer.rundown.lengths import of_ending, of_question, of_way, of_words
from producer.stages.comparisons.branches import DecisionPoint, branches_of, decision_point
from producer.stages.drawings import drawing_of
from producer.stages.moment import BEFORE, DECISION, END, Known, Moment, NotDrawable
from producer.wording.beat_lines import beat_lines
from producer.wording.tellers import ShownTables

SegmentShape = Literal["two-up", "three-up", "four-up", "six-up", "field", "upright", "table"]
"""The layout of the split, as in the catalogue of graphics; ``table``: the whole hand of a table
alone (``hand_beats``)."""

_TABLES: Mapping[str, int] = {
    "two-up": 2, "three-up": 3, "four-up": 4, "six-up": 6, "field": 1, "upright": 2
}  # fmt: skip
_FIRST_LOOK, _FULL_TABLE, _CHOICE, _ROWS = (Fraction(n) for n in (4, 7, 6, 7))
"""Seconds for the eye: a hand and who holds it; a whole table; a decision and the face that made
it; a list of rows."""


@dataclass(frozen=True, slots=True)
class _Segment:
    """``split``: the graphic of the catalogue that shows all tables. ``alone``: it is the only one
    that the game and the layout have. ``everyone``: the tables that were dealt these cards."""

    comparison: Comparison
    pick: Pick
    point: DecisionPoint
    shown: ShownTables
    split: str
    alone: bool
    everyone: int
    said: Mapping[str, str]
    language: str


def beats(
    comparison: Comparison,
    pick: Pick,
    tables: Sequence[str] = (),
    language: str = "en",
    *,
    layout: SegmentShape = "two-up",
    deals: int | None = None,
    ranking: bool = False,
    tease: bool = False,
) -> tuple[Beat, ...]:
    """The beats at their natural lengths, in order.

    ``tables``: in the order of their pictures, by default the pick's; the tables that chose as the
    first did answer first. ``deals``: how many the session has, where known. ``ranking``: the
    pick's seat has a ranking before and after the deal. ``tease``: the pick's question also opens
    the segment, but for a whole hand. Raises NotDrawable for tables that the layout cannot show,
    UnknownLanguage.
    """
    if layout == "table":
        return hand_beats(comparison, pick, language)
    segment = _segment(focused(comparison, pick.id), tables, language, layout, deals)
    made = [_beat(segment, "tease", segment.split, BEFORE)] if tease else []
    made += _given(segment)
    made += _answers(segment)
    made += _pauses(segment)
    made += _endings(segment)
    if not segment.alone:
        made += _results(segment, ranking=ranking)
    return tuple(made)


def with_recap(made: Sequence[Beat], sentence: str, language: str) -> tuple[Beat, ...]:
    """The beats with the standings before the deal first, or after the tease. ``sentence``: what is
    said of them."""
    length = of_words(sentence, language, Fraction(4), _ROWS)
    recap = Beat("recap", "standings", BEFORE, "", sentence, length, length.natural)
    teases = sum(beat.name == "tease" for beat in made)
    return (*made[:teases], recap, *made[teases:])


def _segment(
    comparison: Comparison,
    tables: Sequence[str],
    language: str,
    layout: SegmentShape,
    deals: int | None,
) -> _Segment:
    point = decision_point(comparison)
    pick = comparison.picks[0]
    shown = _shown(comparison, point, tables or _suggested(pick, layout), layout)
    pick = _of_tables(pick, point, shown)
    everyone = sum(pick.seat in play.result for play in comparison.deal.plays)
    own_frame = drawing_of(comparison).pair is not None
    return _Segment(
        comparison,
        pick,
        point,
        shown,
        layout if layout in {"two-up", "field", "upright"} else "split",
        own_frame or layout == "upright",
        everyone,
        beat_lines(comparison, pick, shown, language, deals),
        language,
    )


def _suggested(pick: Pick, layout: SegmentShape) -> tuple[str, ...]:
    return pick.pairing[: _TABLES[layout]] if _TABLES[layout] <= 2 else pick.tables


def _shown(
    comparison: Comparison, point: DecisionPoint, tables: Sequence[str], layout: SegmentShape
) -> ShownTables:
    """The tables that answer first, and the others. One table against the field answers first."""
    if len(tables) != _TABLES[layout]:
        raise NotDrawable(
            f"deal {comparison.deal.key}: a {layout} segment shows {_TABLES[layout]} "
            f"{'table' if _TABLES[layout] == 1 else 'tables'}, not {len(tables)}",
            f"name as many of {', '.join(point.tables)}"
            if len(point.tables) >= _TABLES[layout]
            else "choose another --layout",
        )
    alone = layout == "field"
    known = tuple(dict.fromkeys((*tables, *point.tables))) if alone else tuple(tables)
    branch = branches_of(comparison, point, known)
    left = tuple(table for table in tables if branch[table] == branch[tables[0]])
    right = tuple(table for table in known if table not in left)
    if len(set(branch.values())) == 1:
        left, right = known, ()
    return ShownTables(left, right, point.at, point.one_spot)


def _of_tables(pick: Pick, point: DecisionPoint, shown: ShownTables) -> Pick:
    """The pick with the pair that its lines are about: the first table that answers, and one that
    chose otherwise."""
    left = shown.left[0]
    others = [*shown.right, *shown.left[1:], *point.tables]
    own = next(branch for branch in point.branches if left in branch)
    right = next((table for table in others if table not in own), None)
    right = right or next(table for table in others if table != left)
    if (left, right) == pick.pairing:
        return pick
    branches = pick.branches if pick.fork is None else pick.fork.branches
    by_table = {table: branch for branch in branches for table in branch.tables}
    found: tuple[Branch, ...] = tuple(by_table[t] for t in (left, right) if t in by_table)
    return replace(pick, pairing=(left, right), branches=found)


def _beat(
    segment: _Segment,
    name: str,
    graphic: str,
    moment: Moment,
    lit: str = "",
    length: Length | None = None,
) -> Beat:
    """Without a length, that of a first look."""
    sentence = segment.said.get("question" if name == "tease" else name, "")
    if length is None:
        length = of_words(sentence, segment.language, Fraction(3), _FIRST_LOOK)
    return Beat(name, graphic, moment, lit, sentence, length, length.natural)


def _given(segment: _Segment) -> list[Beat]:
    """Up to the question: nobody has chosen."""
    said, language, left = segment.said, segment.language, segment.shown.left[0]
    everybody = "field" if not segment.alone and len(segment.point.at) > 2 else segment.split
    made = [_beat(segment, "cards", everybody, BEFORE)]
    if not segment.alone:
        length = of_words(said.get("table", ""), language, Fraction(4), _FULL_TABLE)
        made.append(_beat(segment, "table", "table", BEFORE, left, length))
    history = segment.comparison.replays[left].line[: segment.shown.at[left]]
    if history:
        length = of_way(said.get("line", ""), language, history)
        made.append(_beat(segment, "line", segment.split, BEFORE, length=length))
    length = of_question(said["question"], language)
    made.append(_beat(segment, "question", segment.split, BEFORE, length=length))
    return made


def _answers(segment: _Segment) -> list[Beat]:
    """The sides one after the other; all at once where all chose alike."""
    shown = segment.shown
    sides = [("decision-left", DECISION, "")]
    if shown.right:
        sides = [
            ("decision-left", _ahead(0, shown.left, 1), _alone(shown.left)),
            ("decision-right", DECISION, _alone(shown.right)),
        ]
    return [
        _beat(
            segment,
            name,
            segment.split,
            moment,
            lit,
            of_words(segment.said.get(name, ""), segment.language, Fraction(4), _CHOICE),
        )
        for name, moment, lit in sides
    ]


def _pauses(segment: _Segment) -> list[Beat]:
    """The phases that every shown table has behind it, where the game's have a beat of their own.
    One that tells nothing new is left out."""
    tables = (*segment.shown.left, *segment.shown.right)
    made, seen = [], dict.fromkeys(tables, 1)
    for phase, name in drawing_of(segment.comparison).pauses.items():
        known = {table: max(seen[table], _until_after(segment, table, phase)) for table in tables}
        if known != seen:
            least = min(known.values())
            further = tuple(sorted((each, n) for each, n in known.items() if n > least))
            length = of_words(segment.said.get(name, ""), segment.language, Fraction(3), _CHOICE)
            moment = Moment(least, further)
            made.append(_beat(segment, name, segment.split, moment, length=length))
            seen = known
    return made


def _until_after(segment: _Segment, table: str, phase: str) -> int:
    """The moves from the decision to the last of a phase; 0 if the table does not come to it."""
    line, at = segment.comparison.replays[table].line, segment.shown.at[table]
    last = [n for n, move in enumerate(line) if move.phase == phase][-1:]
    return max(0, last[0] + 1 - at) if last else 0


def _endings(segment: _Segment) -> list[Beat]:
    """One after the other; all at once where nothing differs to the end."""
    left, right = segment.pick.pairing
    rest = [_rest(segment, table) for table in (left, right)]
    made = []
    sides = (segment.shown.left, segment.shown.right)
    if not segment.shown.right:
        sides = (left,), (right,)
    if segment.shown.right or rest[0] != rest[1]:
        moment = _ahead(1, sides[0], None)
        made.append(_ending(segment, "ending-left", moment, left, _alone(sides[0])))
    lit = _alone(sides[1]) if made else ""
    return [*made, _ending(segment, "ending-right", END, right, lit)]


def _rest(segment: _Segment, table: str) -> tuple[object, ...]:
    replayed, at = segment.comparison.replays[table], segment.shown.at[table]
    return tuple(replayed.line[at:]), replayed.play.result[segment.pick.seat]


def _ending(segment: _Segment, name: str, moment: Moment, table: str, lit: str) -> Beat:
    replayed, at = segment.comparison.replays[table], segment.shown.at[table]
    moves = replayed.line[at + 1 :]
    rules = rules_of(replayed.play.game)
    seen = len(replayed.board_after(None)) - rules.open_cards(replayed.line[at].phase)
    length = of_ending(
        segment.said.get(name, ""),
        segment.language,
        moves,
        min(3, max(0, seen)),
        shown=replayed.showdown,
    )
    return _beat(segment, name, segment.split, moment, lit, length)


def _results(segment: _Segment, *, ranking: bool) -> list[Beat]:
    """How all tables played it, only where there are more than two; what it means."""
    said, language = segment.said, segment.language
    made = []
    if segment.everyone > 2:
        length = of_words(said.get("field", ""), language, Fraction(5), _ROWS)
        made.append(_beat(segment, "field", "field", END, length=length))
    if ranking:
        made.append(_beat(segment, "ranking", "seat-ranking", END))
    return made


def _ahead(known: Known, tables: Sequence[str], further: Known) -> Moment:
    """Some tables are further on than the others."""
    return Moment(known, tuple(sorted((table, further) for table in tables)))


def _alone(tables: Sequence[str]) -> str:
    """The table, if it is the only one of its side."""
    return tables[0] if len(tables) == 1 else ""
