"""A place that tables or teams share is marked on every graphic that tells it."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from guide_deal import ENDS, guide_deal
from measured import texts

from overlay.stage import Stage
from producer.compare import compare
from producer.compare.model import Comparison, Fork
from producer.scoring import standings, tally_of
from producer.stages import n_up, two_up, upright
from producer.stages.moment import END, NotDrawable
from producer.stages.programme.seat_ranking import seat_ranking_stage
from producer.stages.programme.show import standings_stage
from producer.stages.programme.tournament import chip_counts_stage
from producer.stages.style import Style
from producer.wording.language import language as speak


def kings(found: Comparison) -> Fork:
    return next(each for each in found.forks if each.seat == 5)


def said(stage: Stage) -> list[str]:
    return [text.content for text in texts(stage)]


def stages(style: Style) -> Mapping[str, Stage]:
    """The guide's deal: the kings of tables 2 and 3 both win 2200, behind 5100 and 4200."""
    found = compare(guide_deal())
    fork = kings(found)
    return {
        "two-up": two_up(found, ("2", "3"), END, fork, style),
        "three": n_up(found, ("2", "3", "6"), END, fork, style),
        "four": n_up(found, ("2", "3", "4", "6"), END, fork, style),
        "upright": upright(found, ("2", "3"), END, fork, style),
    }


@pytest.mark.parametrize(
    ("language", "third", "tied"),
    [
        ("en", "3rd", "TIED "),
        ("es", "3.º", "EMPATE, "),
        ("el", "3η", "ΙΣΟΒΑΘΜΗ, "),
    ],
)
def test_two_tables_share_the_third_place(language: str, third: str, tied: str) -> None:
    for name, stage in stages(Style(speak(language))).items():
        assert sum(text.startswith(f"{tied}{third}") for text in said(stage)) == 2, name
        assert third not in said(stage)


def test_a_place_that_is_not_shared_is_not_marked() -> None:
    found = compare(guide_deal())
    shown = said(two_up(found, ("1", "5"), END, kings(found)))
    assert {"1st of 6", "6th of 6"} <= set(shown)


def test_four_level_tables_are_all_first_alike() -> None:
    ends = (ENDS[1], ENDS[1], ENDS[2], ENDS[2], ENDS[4], ENDS[5])
    found = compare(guide_deal(ends))
    assert said(two_up(found, ("1", "3"), END, kings(found))).count("TIED 1st of 6") == 2


def test_rankings_mark_shared_places() -> None:
    chips = said(chip_counts_stage({"Ana": 900, "Bo": 500, "Cy": 500, "Di": 100}, 100))
    assert [each for each in chips if each in ("1", "=2", "2", "=3", "3", "4")] == [
        "1", "=2", "=2", "4",
    ]  # fmt: skip


def test_the_ranking_of_a_seat_marks_shared_places() -> None:
    """The kings of tables 2 and 3 share the third place after two such deals, as before."""
    deal = guide_deal()
    again = replace(deal, key=deal.key._replace(number=2))
    before, after = standings(tally_of([deal])), standings(tally_of([deal, again]))
    shown = said(seat_ranking_stage(before, after, 5, again))
    assert shown.count("=3") == 2
    assert "3" not in shown


def test_a_deal_that_moves_no_ranking_has_none_to_show() -> None:
    deal = guide_deal()
    found = standings(tally_of([deal]))
    with pytest.raises(NotDrawable, match="no ranking before and after deal 1"):
        seat_ranking_stage(found, found, 5, deal)


def test_the_standings_mark_teams_that_are_level_on_all() -> None:
    """Everybody folds to the blinds alike: every table has the same result in every seat."""
    deal = guide_deal((ENDS[5],) * 6)
    shown = said(standings_stage(standings(tally_of([deal])), deal.teams, 75))
    assert shown.count("=1") == 6


def test_the_last_place_shown_is_marked_if_one_that_is_not_shown_shares_it() -> None:
    """Of 13 players the last two are level; twelve have room."""
    stacks = {f"Player {n}": 2000 - 100 * min(n, 11) for n in range(13)}
    chips = said(chip_counts_stage(stacks, 100))
    assert ("=12" in chips, "11" in chips, "12 of 13 shown" in chips) == (True, True, True)
