"""What of a deal is packed, and as of when: nothing after the moment is in any step."""

from __future__ import annotations

from dataclasses import replace

import pytest
from guide_deal import ENDS, guide_deal

from overlay.ograf.packages import Package, package_files
from overlay.stage import Stage
from overlay.svg import stage_svg
from producer.compare import compare
from producer.compare.model import Comparison
from producer.games.line import Deal, DealKey
from producer.scoring import Standings, standings, tally_of
from producer.scoring.tally import empty_tally
from producer.stages import NotDrawable
from producer.stages.catalogue import CATALOGUE
from producer.stages.comparisons.matrix import matrix_stage
from producer.stages.comparisons.two_up import two_up
from producer.stages.entry import PackageSource, Playable
from producer.stages.moment import DECISION, END, Moment
from producer.stages.packages import has_packages, playables
from producer.stages.programme.show import standings_stage
from producer.stages.tables.table import table_stage

KINDS = tuple(name for name, entry in CATALOGUE.items() if has_packages(entry))
AFTER = ("matrix", "seat-ranking", "note")
BEFORE = tuple(
    kind for kind in KINDS if kind not in (*AFTER, "sponsor", "territory", "auctions", "tricks")
)
"""Of a hold'em deal; auctions and tricks are bridge's (test_auctions.py, test_tricks.py)."""


def found(deal: Deal) -> Comparison:
    """Of the guide's deal with the kings' choice on the turn as its best pick; which pair is
    suggested depends on results, so the pair is named."""
    compared = compare(deal)
    pick = next(each for each in compared.picks if each.seat == 5)
    return replace(compared, picks=(replace(pick, pairing=("1", "5")),))


def ranked(deal: Deal) -> tuple[Standings, Standings]:
    """The standings before and after the deal, with one earlier deal."""
    first = replace(guide_deal(), key=DealKey("guide", "A", 1))
    second = replace(deal, key=DealKey("guide", "A", 2))
    return standings(tally_of([first])), standings(tally_of([first, second]))


def made(kind: str, wanted: PackageSource) -> list[Playable]:
    return list(playables(CATALOGUE[kind], wanted))


def drawn(stages: tuple[Stage, ...]) -> list[str]:
    return [stage_svg(stage) for stage in stages]


def test_steps_are_the_question_the_decision_and_the_end() -> None:
    compared = found(guide_deal())
    (playable,) = made("two-up", PackageSource(compared, ("1", "5")))
    assert drawn(playable.steps) == drawn(
        tuple(two_up(compared, ("1", "5"), moment) for moment in (Moment(0), DECISION, END))
    )
    (results,) = made("matrix", PackageSource(compared))
    assert drawn(results.steps) == drawn((matrix_stage(compared),))


def test_a_tables_steps_are_the_deal_and_every_move() -> None:
    deal = guide_deal()
    left, right = made("table", PackageSource(found(deal), ("1", "5"), deals=75))
    assert (left.kind, right.kind) == ("table-1", "table-5")
    assert len(left.steps) == len(deal.plays[0].line) + 1
    assert drawn(left.steps[3:4]) == drawn((table_stage(deal, "1", 3, deals=75),))


@pytest.mark.parametrize("kind", BEFORE)
def test_what_comes_after_the_fork_changes_no_byte_of_a_package_made_as_of_it(kind: str) -> None:
    """Other rivers, other actions and other results, of the same decisions."""
    other = (
        "turn 5 raise 4100; turn 3 fold",
        "turn 5 raise 4100; turn 3 call 4100",
        "turn 5 call 1200; river 5 bet 100; river 3 fold",
        *ENDS[2:3],
        "turn 5 call 1200; river 5 check; river 3 bet 100; river 5 call 100",
        ENDS[5],
    )
    deals = guide_deal(), guide_deal(other, board="Td5s9h5hAc")
    assert deals[0].plays != deals[1].plays
    files = []
    for deal in deals:
        wanted = PackageSource(found(deal), ("1", "5"), DECISION, around=ranked(deal))
        files.append(
            [
                package_files(Package("x", each.title, each.about, each.steps))
                for each in made(kind, wanted)
            ]
        )
    assert files[0]
    assert files[0] == files[1]


@pytest.mark.parametrize("kind", ["matrix", "seat-ranking"])
def test_results_are_not_packed_as_of_the_fork(kind: str) -> None:
    wanted = PackageSource(found(guide_deal()), until=DECISION, around=ranked(guide_deal()))
    with pytest.raises(NotDrawable, match="the end"):
        made(kind, wanted)


def test_standings_step_from_before_the_deal_to_after_it() -> None:
    deal = replace(guide_deal(), key=DealKey("guide", "A", 2))
    before, after = ranked(deal)
    wanted = PackageSource(found(deal), deals=75, around=(before, after))
    (playable,) = made("standings", wanted)
    assert drawn(playable.steps) == drawn(
        tuple(standings_stage(each, deal.teams, 75) for each in (before, after))
    )
    (one,) = made("seat-ranking", wanted)
    assert one.title == "ranking of seat 5, before and after"
    (first,) = made(
        "standings", replace(wanted, around=(standings(empty_tally("guide", "A", {})), after))
    )
    assert drawn(first.steps) == drawn(playable.steps[1:])


def test_lower_thirds_have_who_decides_and_the_note() -> None:
    wanted = PackageSource(found(guide_deal()), ("1", "5"), note="Kings on the turn: 1 folded")
    (who,), (said,) = made("speaker", wanted), made("note", wanted)
    assert ">B-player<" in stage_svg(who.steps[0])
    assert ">Brazil<" in stage_svg(who.steps[0])
    assert ">Kings on the turn: 1 folded<" in stage_svg(said.steps[0])


def test_a_deal_without_a_fork_has_what_needs_none() -> None:
    compared = replace(compare(guide_deal()), picks=())
    wanted = PackageSource(compared, note="Played alike at all 6 tables")
    there = [
        each.kind for kind in ("matrix", "table", "speaker", "note") for each in made(kind, wanted)
    ]
    assert there == ["matrix", "table-1", "speaker", "note"]
    for kind in ("two-up", "upright", "split", "field"):
        with pytest.raises(NotDrawable, match="pick another deal"):
            made(kind, wanted)


def test_a_table_without_a_play_is_refused_by_name() -> None:
    with pytest.raises(NotDrawable, match="table 9"):
        made("table", PackageSource(found(guide_deal()), ("1", "9")))
