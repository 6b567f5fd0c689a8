"""The steps of each graphic for OGraf packages, which play without this service."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from overlay.stage import Stage
from producer.games.line import Play
from producer.stages.drawings import in_shared_frame
from producer.stages.entry import CatalogueEntry, PackageSource, Playable, around
from producer.stages.moment import BEFORE, DECISION, END, Moment, NotDrawable
from producer.stages.people import people
from producer.stages.programme.draw_programme import moves_by
from producer.stages.programme.seat_ranking import seat_of, seat_ranking_stage
from producer.stages.programme.show import note, speaker, sponsor, standings_stage, territory
from producer.stages.tables.table import table_stage

_STEPS = {
    BEFORE: "the question",
    DECISION: "what they chose",
    END: "how it ended",
}


def has_packages(entry: CatalogueEntry) -> bool:
    return entry.packages is not None or entry.request is not None


def playables(entry: CatalogueEntry, source: PackageSource) -> Iterator[Playable]:
    """The packages of a graphic, as of ``source.until``. Raises NotDrawable."""
    return entry.packages(source) if entry.packages else _step_a_moment(entry, source)


def _step_a_moment(entry: CatalogueEntry, source: PackageSource) -> Iterator[Playable]:
    """One step for each of the graphic's moments."""
    known = [moment for moment in source.moments if entry.has_moment(moment)]
    if not known:
        raise NotDrawable("results are known at the end only", "ask for the end")
    assert entry.request is not None
    tables, context = _tables_of(entry, source), entry.context_of(source)
    steps: list[Stage] = []
    for moment in known:
        asked = entry.request(source.comparison, tables, moment)
        drawn = entry.draw(context, asked, source.style)
        assert isinstance(drawn.stage, Stage)
        steps.append(drawn.stage)
    names = (" and " if len(drawn.pictures) == 2 else ", ").join(drawn.pictures)
    title = f"{entry.name}, tables {names}" if len(drawn.pictures) > 1 else entry.title
    about = _steps_words(known) if len(known) > 1 else entry.shows
    yield Playable(entry.name, title, about, tuple(steps))


def _steps_words(moments: Sequence[Moment]) -> str:
    words = (_STEPS.get(moment, moment.words) for moment in moments)
    return " ".join(f"Step {n}: {said}." for n, said in enumerate(words, 1))


def _tables_of(entry: CatalogueEntry, source: PackageSource) -> tuple[str, ...]:
    """Those of the pair that the graphic can show; ``()`` for the suggested ones."""
    if entry.fewest_tables <= len(source.tables) <= entry.most_tables:
        return source.tables
    return source.tables[:1] if entry.most_tables == 1 else ()


def table_packages(source: PackageSource) -> Iterator[Playable]:
    """The tables of the pair, a step for every move, from the deal on."""
    until, deal, style = source.until, source.comparison.deal, source.style
    for play in _shown(source):
        moves, board = moves_by(source.comparison, play.table, Moment(until.of(play.table)))
        steps = tuple(
            table_stage(
                deal, play.table, n, board=board if n == moves else None, deals=source.deals,
                style=style, winner=source.winner,
            )
            for n in range(moves + 1)
        )  # fmt: skip
        about = "Step 1: the cards dealt. Every further step: one move."
        yield Playable(f"table-{play.table}", f"table {play.table}", about, steps)


def standings_packages(source: PackageSource) -> Iterator[Playable]:
    """The standings before the deal, if any, and after it."""
    teams = source.comparison.deal.teams
    before, after = around(source)
    if not source.until.whole:
        found, about = [before], "Before the deal."
    elif any(before.counted.values()):
        found, about = [before, after], "Step 1: before the deal. Step 2: after it."
    else:
        found, about = [after], "After the deal."
    steps = tuple(standings_stage(each, teams, source.deals, source.style) for each in found)
    yield Playable("standings", "standings", about, steps)


def seat_ranking_packages(source: PackageSource) -> Iterator[Playable]:
    if not source.until.whole:
        raise NotDrawable("the ranking after a deal is known at the end only", "ask for the end")
    style = in_shared_frame(source.style, source.comparison)
    before, after = around(source)
    deal, seat = source.comparison.deal, seat_of(source.comparison, None)
    lit = frozenset(source.pair)
    stage = seat_ranking_stage(
        before, after, seat, deal, lit, style,
    )  # fmt: skip
    title = f"ranking of seat {seat}, before and after"
    yield Playable("seat-ranking", title, "Before and after the deal.", (stage,))


def speaker_packages(source: PackageSource) -> Iterator[Playable]:
    """Who decides at the left table; other names are typed in."""
    deal = source.comparison.deal
    play = _shown(source)[0]
    seat = source.comparison.seat or min(play.players)
    player = play.players[seat]
    stage = speaker(
        player.name,
        people(deal.teams, source.style.theme, source.style.say.code).team(player),
        source.style,
    )
    yield Playable("speaker", "lower third, a speaker", "A name, and who that is.", (stage,))


def sponsor_packages(source: PackageSource) -> Iterator[Playable]:
    """One for each of the theme's sponsors. Raises NotDrawable without any."""
    for number, name in enumerate(source.style.theme.pictures.sponsors or (None,), 1):
        stage = sponsor(name, source.style)
        yield Playable(f"sponsor-{number}", f"sponsor, {name}", "The sponsor's logo.", (stage,))


def territory_packages(source: PackageSource) -> Iterator[Playable]:
    """One for each of the theme's territories. Raises NotDrawable without any."""
    for name in source.style.theme.pictures.territories or (None,):
        stage = territory(name, source.style)
        title = f"sponsor and notice, {name}"
        yield Playable(f"territory-{name}", title, "The territory's sponsor and notice.", (stage,))


def note_packages(source: PackageSource) -> Iterator[Playable]:
    stage = note(source.note, "", source.style)
    yield Playable("note", "lower third, a note", "At most ten words, and who says it.", (stage,))


def _shown(source: PackageSource) -> list[Play]:
    """The plays of the pair, left first; without a pair the first play."""
    plays = {play.table: play for play in source.comparison.deal.plays}
    names = source.pair or tuple(plays)[:1]
    for name in names:
        if name not in plays:
            key = source.comparison.deal.key
            raise NotDrawable(f"deal {key}: table {name} has not played it", "pick another table")
    return [plays[name] for name in names]
