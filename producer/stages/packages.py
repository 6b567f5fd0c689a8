"""What of a deal another playout system can play by itself: for each kind, the steps it goes
through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from overlay.stage import Stage
from producer.compare.model import Comparison
from producer.games.line import Play
from producer.scoring import Standings
from producer.stages.branches import fork_of
from producer.stages.field import field
from producer.stages.moment import Moment, NotDrawable
from producer.stages.n_up import FRAMES, arranged, n_up
from producer.stages.people import people
from producer.stages.show import (
    matrix_stage,
    note,
    seat_of,
    seat_shifts_stage,
    speaker,
    standings_stage,
)
from producer.stages.style import PLAIN, Style
from producer.stages.table import table_stage
from producer.stages.two_up import two_up
from producer.stages.upright import upright


@dataclass(frozen=True, slots=True)
class Wanted:
    """``tables``: left and right, ``()`` for the suggested pair. ``until``: nothing after it is
    in any step. ``deals``: of the session, 0 where it does not tell. ``headline``: in words.
    ``around``: the group's standings before and after the deal."""

    comparison: Comparison
    tables: tuple[str, ...] = ()
    until: Moment = "end"
    deals: int = 0
    headline: str = ""
    around: tuple[Standings, Standings] | None = None
    style: Style = PLAIN

    @property
    def pair(self) -> tuple[str, ...]:
        return self.tables or self.comparison.pairing

    @property
    def moments(self) -> tuple[Moment, ...]:
        return ("fork",) if self.until == "fork" else ("fork", "end")


@dataclass(frozen=True, slots=True)
class Playable:
    """Stages that are played one after the other. ``kind`` is unique within a deal."""

    kind: str
    title: str
    about: str
    steps: tuple[Stage, ...]


TWO_STEPS = "Step 1: the decision at the fork. Step 2: how it ended."
ONE_STEP = "The decision at the fork."


def _about(wanted: Wanted) -> str:
    return ONE_STEP if wanted.until == "fork" else TWO_STEPS


def _two_up(wanted: Wanted) -> Iterator[Playable]:
    steps = tuple(
        two_up(wanted.comparison, wanted.pair, moment, style=wanted.style)
        for moment in wanted.moments
    )
    title = f"two-up, tables {' and '.join(wanted.pair)}"
    yield Playable("two-up", title, _about(wanted), steps)


def _upright(wanted: Wanted) -> Iterator[Playable]:
    steps = tuple(
        upright(wanted.comparison, wanted.pair, moment, style=wanted.style)
        for moment in wanted.moments
    )
    title = f"upright, tables {' and '.join(wanted.pair)}"
    yield Playable("upright", title, _about(wanted), steps)


def _split(wanted: Wanted) -> Iterator[Playable]:
    """As many tables as are at the key fork and have a frame."""
    fork = fork_of(wanted.comparison, None)
    count = max((each for each in FRAMES if each <= len(fork.tables)), default=min(FRAMES))
    tables = arranged(wanted.comparison, count, fork)
    steps = tuple(
        n_up(wanted.comparison, tables, moment, fork, wanted.style) for moment in wanted.moments
    )
    yield Playable("split", f"split, tables {', '.join(tables)}", _about(wanted), steps)


def _field(wanted: Wanted) -> Iterator[Playable]:
    shown = wanted.tables[0] if wanted.tables else None
    steps = tuple(
        field(wanted.comparison, moment, shown, style=wanted.style) for moment in wanted.moments
    )
    yield Playable("field", "one table against the field", _about(wanted), steps)


def _matrix(wanted: Wanted) -> Iterator[Playable]:
    if wanted.until == "fork":
        raise NotDrawable("results are known at the end only", "ask for the end")
    stage = matrix_stage(wanted.comparison, wanted.style)
    yield Playable("matrix", "all results", "Every seat at every table.", (stage,))


def _tables(wanted: Wanted) -> Iterator[Playable]:
    """The tables of the pair, a step for every move, from the deal on.

    As of the fork the last step is the question, before the decision: after it a card may lie
    open that the decision was made without.
    """
    for play in _shown(wanted):
        moves = len(play.line)
        if wanted.until == "fork":
            fork = fork_of(wanted.comparison, None)
            if play.table not in fork.tables:
                raise NotDrawable(f"table {play.table} is not at the fork", "ask for the end")
            moves = len(fork.history)
        steps = tuple(
            table_stage(
                wanted.comparison.deal, play.table, n, deals=wanted.deals, style=wanted.style
            )
            for n in range(moves + 1)
        )
        about = "Step 1: the cards dealt. Every further step: one move."
        yield Playable(f"table-{play.table}", f"table {play.table}", about, steps)


def _standings(wanted: Wanted) -> Iterator[Playable]:
    """Before the deal, where there are any, and after it."""
    teams = wanted.comparison.deal.teams
    before, after = _around(wanted)
    if wanted.until == "fork":
        found, about = [before], "Before the deal."
    elif any(before.counted.values()):
        found, about = [before, after], "Step 1: before the deal. Step 2: after it."
    else:
        found, about = [after], "After the deal."
    steps = tuple(standings_stage(each, teams, wanted.deals, wanted.style) for each in found)
    yield Playable("standings", "standings", about, steps)


def _seat_ranking(wanted: Wanted) -> Iterator[Playable]:
    if wanted.until == "fork":
        raise NotDrawable("the ranking after a deal is known at the end only", "ask for the end")
    before, after = _around(wanted)
    deal, seat = wanted.comparison.deal, seat_of(wanted.comparison, None)
    lit = frozenset(wanted.pair)
    stage = seat_shifts_stage(before, after, seat, deal.key.number, deal.teams, lit, wanted.style)
    title = f"ranking of seat {seat}, before and after"
    yield Playable("seat-ranking", title, "Before and after the deal.", (stage,))


def _around(wanted: Wanted) -> tuple[Standings, Standings]:
    if wanted.around is None:
        raise NotDrawable("there are no standings", "give those before and after the deal")
    return wanted.around


def _speaker(wanted: Wanted) -> Iterator[Playable]:
    """Who decides at the left table; other names are typed in."""
    deal = wanted.comparison.deal
    play = _shown(wanted)[0]
    fork = wanted.comparison.key_fork
    seat = fork.seat if fork else min(play.players)
    player = play.players[seat]
    stage = speaker(
        player.name,
        people(deal.teams, wanted.style.theme, wanted.style.say.language).team(player),
        wanted.style,
    )
    yield Playable("speaker", "lower third, a speaker", "A name, and who that is.", (stage,))


def _note(wanted: Wanted) -> Iterator[Playable]:
    stage = note(wanted.headline, "", wanted.style)
    yield Playable("note", "lower third, a note", "At most ten words, and who says it.", (stage,))


def _shown(wanted: Wanted) -> list[Play]:
    """The plays of the pair, left first; the first one's where there is no pair."""
    plays = {play.table: play for play in wanted.comparison.deal.plays}
    names = wanted.pair or tuple(plays)[:1]
    for name in names:
        if name not in plays:
            key = wanted.comparison.deal.key
            raise NotDrawable(f"deal {key}: table {name} has not played it", "pick another table")
    return [plays[name] for name in names]


KINDS: Mapping[str, Callable[[Wanted], Iterator[Playable]]] = {
    "two-up": _two_up,
    "upright": _upright,
    "split": _split,
    "field": _field,
    "matrix": _matrix,
    "standings": _standings,
    "seat-ranking": _seat_ranking,
    "table": _tables,
    "speaker": _speaker,
    "note": _note,
}
"""By name. Each gives one playable, ``table`` one a table; raises NotDrawable."""


def playables(kind: str, wanted: Wanted) -> Iterator[Playable]:
    """The playables of a kind, as of ``wanted.until``. Raises KeyError, NotDrawable."""
    return KINDS[kind](wanted)
