"""``duplicast deals`` and ``duplicast compare``: the ranking and its reasons."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from producer.cli.common import (
    WRONG_USAGE,
    DbOption,
    DealArgument,
    JsonOption,
    console,
    fail,
    gate,
    one_deal,
    people,
    print_array,
    print_data,
    progress,
    settings,
    tell_against,
)
from producer.cli.scoring_tables import reference_words
from producer.compare import GAMES, with_all_cards, with_favourite
from producer.compare.comparison_json import comparison_json, deal_json
from producer.compare.facts import Facts
from producer.compare.model import UNDECIDED, Comparison, Fork, ParallelSpot, Pick
from producer.compare.picks import PRIOR
from producer.compare.ranking import RankedDeal, varied_deals
from producer.games.bridge.notation import written_hand
from producer.games.cards import format_cards
from producer.games.line import Chips, Move
from producer.release import Gate
from producer.scoring.team_match import one_match
from producer.stages.drawings import drawing_of
from producer.wording import (
    LANGUAGES,
    Sentence,
    costs_by_table,
    headline,
    line_text,
    moment_line,
    number_of_deals,
    pick_lines_json,
    points_json,
    talking_points,
    three_lines,
)
from producer.wording.language import language as speak
from producer.wording.pick_lines import out_of_date

NONE = (
    "no deals to list: a deal is released when all its tables have finished it, and where several "
    "play the same cards, it takes two to compare; `duplicast forecast` lists the deals in play"
)


def deals(
    top: Annotated[int | None, typer.Option(min=1, max=1_000_000, help="Only the best N.")] = None,
    all_: Annotated[
        bool,
        typer.Option(
            "--all",
            help="Also deals of one table, those under the minimum merit of the settings, and "
            "those whose picks are all dismissed.",
        ),
    ] = False,
    variety: Annotated[
        bool,
        typer.Option(
            "--variety/--no-variety",
            help="Move down deals that repeat a better one.",
        ),
    ] = True,
    explain: Annotated[
        str | None, typer.Option(metavar="DEAL", help="Why this deal ranks where it does.")
    ] = None,
    db: DbOption = None,
    json_: JsonOption = False,
) -> None:
    """List the deals, best first, with the reasons."""
    if explain is not None:
        _explain(explain, db, json_=json_)
        return
    with gate(db) as opened:
        listed = _ranked(opened)
        if not all_:
            listed = _worth_listing(_not_dismissed(listed), settings(db).merit.minimum)
        best = [each.key for each in (varied_deals(listed) if variety else listed)[:top]]
        comparisons = opened.comparisons_of(best, "command:deals")
        if json_:
            print_array(deal_json(one, headline(one), pick_lines_json(one)) for one in comparisons)
        elif best:
            console().print(ranking(list(comparisons), {}))
        else:
            people.print(NONE, soft_wrap=True)


def _ranked(opened: Gate) -> list[RankedDeal]:
    with progress() as bar:
        task = bar.add_task("comparing", total=len(opened.released("command:deals")))
        return opened.ranking("command:deals", lambda ranked: bar.advance(task, ranked))


def _not_dismissed(deals: list[RankedDeal]) -> list[RankedDeal]:
    """The deals with a pick that is not dismissed, or without any; names the others."""
    for one in deals:
        if one.dismissed:
            people.print(
                f"{one.key} is dismissed: {one.dismissed}; --all lists it",
                soft_wrap=True,
            )
    return [one for one in deals if not one.dismissed]


def _worth_listing(deals: list[RankedDeal], minimum: float) -> list[RankedDeal]:
    """The deals of two tables or more with the minimum merit, and those of groups of one table;
    says how many have less."""
    listed = [one for one in deals if one.tables > 1 or one.alone]
    worth = [one for one in listed if one.merit >= minimum or one.alone]
    few = len(listed) - len(worth)
    if few:
        people.print(
            f"{few} deal{'s' if few > 1 else ''} under the minimum merit of {minimum:g} "
            "not listed; --all lists them",
            soft_wrap=True,
        )
    return worth


def _explain(reference: str, db: Path | None, *, json_: bool) -> None:
    with gate(db) as opened, one_deal():
        comparison = with_all_cards(with_favourite(opened.comparison(reference, "command:deals")))
    if json_:
        print_data(deal_json(comparison, headline(comparison), pick_lines_json(comparison)))
        return
    weights = settings(db).merit.weights.by_name()
    out = console()
    out.print(_title(comparison, LANGUAGES[0]))
    out.print(_components(comparison, weights))
    for story in comparison.stories:
        seat = _facts(comparison).seat_name(story.seat)
        out.print(Text(f"story: {story.name}, {seat}, at {', '.join(story.tables)}"))
    for kind, reasons in (("veto", comparison.vetoes), ("hold", comparison.holds)):
        for reason in reasons:
            out.print(Text(f"{kind}: {reason}"))


def compare(
    deal: DealArgument,
    language: Annotated[
        str, typer.Option(metavar="|".join(LANGUAGES), help="Of the headline and the sentences.")
    ] = LANGUAGES[0],
    db: DbOption = None,
    json_: JsonOption = False,
) -> None:
    """Compare one deal over its tables, with sentences to say about it."""
    if language not in LANGUAGES:
        fail(f"there are no words in {language}; choose --language {' or '.join(LANGUAGES)}",
             WRONG_USAGE)  # fmt: skip
    with gate(db) as opened, one_deal():
        comparison = with_all_cards(with_favourite(opened.comparison(deal, "command:compare")))
        tell_against(opened, comparison.deal, "command:compare")
        sentences = talking_points(
            comparison, language, number_of_deals(opened.sessions(), comparison.deal.key)
        )
    if json_:
        lines = pick_lines_json(comparison, language)
        answer = comparison_json(comparison, headline(comparison, language), lines)
        print_data({**answer, "talking_points": points_json(sentences)})
        return
    out = console()
    out.print(_title(comparison, language))
    for sentence in sentences:
        out.print(_said(sentence))
    out.print(_given(comparison))
    out.print(_plays(comparison))
    for table in comparison.deal.by_bots:
        out.print(Text(f"table {table}: {reference_words()}"))
    for table, words in costs_by_table(comparison):
        out.print(Text(f"all cards, given up at table {table}: {words}"))
    if comparison.all_cards is not None and comparison.all_cards.missing:
        out.print(Text(f"all cards: not counted, {comparison.all_cards.missing}"))
    if comparison.deal.alone:  # nobody else played these cards
        return
    out.print(_picks(comparison, language))
    for fork in comparison.forks:
        out.print(_fork_line(fork, comparison))
    for spot in comparison.parallel:
        out.print(_parallel_line(spot))
    out.print(_components(comparison, settings(db).merit.weights.by_name()))


def _title(comparison: Comparison, language: str) -> Text:
    return Text(f"{comparison.deal.key}  ", "bold") + _headline_and_moment(comparison, language)


def _headline_and_moment(comparison: Comparison, language: str = LANGUAGES[0]) -> Text:
    """Two lines, or one where there is no pick."""
    said = Text(headline(comparison, language), "bold")
    if comparison.best is None:
        return said
    return said + Text(f"\n{moment_line(comparison, language)}")


def _said(sentence: Sentence) -> Text:
    """A sentence to read out; hindsight is marked and dimmed."""
    if sentence.hindsight:
        return Text(f"  (all-knowing: {sentence.text})", style="dim")
    return Text(f"  {sentence.text}")


def ranking(comparisons: list[Comparison], sources: Mapping[str, str]) -> Table:
    """The ranking for people: a deal's headline, its moment, and why it ranks there.

    ``sources``: by session, what its deals are; shown under the deal's name.
    """
    table = _plain("merit", "deal", "tables", "swing", "what the tables did", wrapped=("deal",))
    for comparison in comparisons:
        key = comparison.deal.key
        named = filter(None, (str(key), sources.get(key.session)))
        table.add_row(
            f"{comparison.merit:.3f}",
            Text("\n".join(named)) + _wishes(comparison.best),
            str(len(comparison.deal.plays)),
            _swing(comparison),
            _headline_and_moment(comparison) + Text(f"\n{_reasons(comparison)}", "dim"),
        )
    return table


def _swing(comparison: Comparison) -> str:
    """The largest difference of a seat; in bridge in IMPs where it counts in a match, else in
    points."""
    swing = max(comparison.swing.values(), default=0)
    unit = _facts(comparison).counted_in
    if not unit.apart:
        return f"{float(swing):,.10g}"
    tables = [play.table for play in comparison.deal.plays]
    return unit.gap_in_words(swing, counts=one_match(comparison.deal, tables))


def _facts(comparison: Comparison) -> Facts:
    return GAMES[next((play.game.name for play in comparison.deal.plays), "holdem")]


def _wishes(pick: Pick | None) -> Text:
    """What the producer decided about a pick, a line each; empty without a decision."""
    decision = UNDECIDED if pick is None else pick.decision
    words = [
        *([f"your rank {decision.rank}"] if decision.rank is not None else []),
        *(["\N{BLACK STAR} starred"] if decision.starred else []),
        *([f"dismissed: {decision.dismissed}"] if decision.dismissed else []),
        *([f"made by hand: {pick.reason}"] if pick is not None and pick.reason else []),
    ]
    return Text("".join(f"\n{each}" for each in words), style="bold")


def _reasons(comparison: Comparison) -> str:
    reasons = [part.reason for part in comparison.components.values() if part.value]
    pair = [f"show tables {' and '.join(comparison.pairing)}"] if comparison.pairing else []
    return "; ".join([*comparison.vetoes, *comparison.holds, *reasons, *pair])


def _given(comparison: Comparison) -> Text:
    deal, panel = comparison.deal, drawing_of(comparison).panel
    if panel is not None:
        facts = _facts(comparison)
        hands = "\n".join(
            f"{facts.seat_name(seat):5} {written_hand(cards)}"
            for seat, cards in sorted(deal.cards.items())
        )
        return Text(f"{hands}\n{panel.conditions(comparison, speak(LANGUAGES[0]))}")
    hands = "  ".join(
        f"seat {seat} {format_cards(cards)}" for seat, cards in sorted(deal.cards.items())
    )
    return Text(f"{hands}  board {format_cards(deal.board) or '-'}  button seat {deal.button}")


def _plays(comparison: Comparison) -> Table:
    """One row per table: the result of the pick's seat, and the line by street; of a table alone
    that of the seat that won most."""
    most = comparison.deal.plays[0].result if comparison.deal.alone else comparison.swing
    seat = comparison.seat or max(most, key=lambda each: most[each], default=0)
    facts = _facts(comparison)
    who_plays = f"table, {facts.seat_name(seat)}"
    points = "points" if facts.counted_in.apart else "result"
    others = () if comparison.deal.alone else ("against average", "rank")
    table = _plain(who_plays, points, *others, "what happened", wrapped=(who_plays,))
    for play in comparison.deal.plays:
        player = play.players.get(seat)
        who = "" if player is None else f"\n{player.team or player.name}"
        average = comparison.against_average[play.table][seat]
        rank = f"{comparison.rank[play.table][seat]} of {len(comparison.deal.plays)}"
        table.add_row(
            Text(f"{play.table}{who}"),
            _signed(play.result[seat]),
            *((_signed(average), rank) if others else ()),
            Text(line_text(play.line, facts).replace("; ", "\n")),
        )
    return table


def _picks(comparison: Comparison, language: str) -> Table:
    """The picks, best first, two lines each."""
    columns = ("pick", "merit", "tables", "what was chosen, and how it ended")
    table = _plain(*columns, wrapped=("tables",))
    for pick in comparison.picks:
        lines = three_lines(comparison, pick, language)
        stale = [
            f"{each.line} ({each.language}) {why}: {each.text}"
            for each in pick.decision.lines
            if (why := out_of_date(comparison, pick, each))
        ]
        table.add_row(
            Text(pick.id),
            f"{pick.merit:.3f}",
            Text(" and ".join(pick.pairing)),
            Text("\n".join([str(lines.split), str(lines.headline), *stale])) + _wishes(pick),
        )
    for id_, words in comparison.gone.items():
        table.add_row(Text(id_), "", "", Text(f"this pick is gone: {words}"))
    return table


def _components(comparison: Comparison, weights: Mapping[str, float]) -> Table:
    table = _plain("component", "value", "weight", "why")
    for name, part in comparison.components.items():
        value = "-" if part.value is None else f"{part.value:.2f}"
        weight = f"{weights[name]:.2f}" if name in weights else ""
        table.add_row(name, value, weight, Text(part.reason))
    why = f"the weighted mean; {PRIOR:g} for components without a value"
    table.add_row("merit", f"{comparison.merit:.3f}", "", why)
    return table


def _plain(*columns: str, wrapped: tuple[str, ...] = ()) -> Table:
    """A table without rules. Its last column and those ``wrapped`` break over lines, so that no
    number is ever cut; numbers are aligned right."""
    table = Table(*columns, box=None)
    for column in table.columns:
        breaks = column.header in (*wrapped, columns[-1])
        column.no_wrap = not breaks
        if not breaks and column.header in {
            "merit",
            "tables",
            "swing",
            "result",
            "points",
            "against average",
            "value",
            "weight",
        }:
            column.justify = "right"
    return table


def _fork_line(fork: Fork, comparison: Comparison) -> Text:
    mark = "fork of the best pick" if fork == comparison.fork else "fork"
    explained = "-" if fork.explained is None else f"{fork.explained:.2f}"
    facts = _facts(comparison)
    branches = "; ".join(
        f"{_chosen(branch.move, facts)} at {', '.join(branch.tables)}" for branch in fork.branches
    )
    n = len(fork.history)
    before = f"after {n} {'action' if n == 1 else 'actions'}"
    if facts.written:
        before = f"after {n} {'call' if n == 1 else 'calls and cards'}"
    return Text(
        f"{mark}: {fork.street}, {facts.seat_name(fork.seat)}, {before}: {branches} "
        f"(contrast {fork.contrast:.2f}, explained {explained})"
    )


def _chosen(move: Move, facts: Facts) -> str:
    if facts.written:
        return facts.written(move)
    return f"{move.action}{'' if move.detail is None else f' {move.detail}'}"


def _parallel_line(spot: ParallelSpot) -> Text:
    chosen = "; ".join(
        f"{move.action} at {table}"
        for reached in spot.spots
        for table, move in reached.moves.items()
    )
    why = "equal sizes"
    if spot.stacks_differ:
        why = "different stacks"
    elif spot.apart is not None:
        place, least, most = spot.apart
        why = f"action {place + 1} was {least:.0%} to {most:.0%} of the pot"
    return Text(f"nearly the same: {spot.street}, seat {spot.seat}, {why}: {chosen}")


def _signed(amount: Chips) -> str:
    return f"{float(amount):+,.6g}"
