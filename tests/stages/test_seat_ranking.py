"""The ranking with the same cards: who moved, and from which place."""

from dataclasses import replace

import pytest
from guide_deal import ENDS, guide_deal
from measured import texts

from overlay.contexts import Ranking, RankRow
from overlay.stage import Stage
from overlay.svg import stage_svg
from producer.games.line import Deal
from producer.scoring import standings, tally_of
from producer.stages.programme.draw_programme import draw_season
from producer.stages.programme.seat_ranking import seat_ranking_stage
from producer.stages.programme.tournament import payouts_stage
from producer.stages.requests import SeasonRequest
from producer.stages.style import PLAIN, Style
from producer.wording.language import language as speak


def numbered(deal: Deal, number: int) -> Deal:
    return replace(deal, key=deal.key._replace(number=number))


def kings_after(second: Deal) -> Stage:
    """The kings' seat after ``second``, which follows the guide's deal."""
    first, second = guide_deal(), numbered(second, 2)
    before, after = standings(tally_of([first])), standings(tally_of([first, second]))
    return seat_ranking_stage(before, after, 5, second, frozenset({"1", "5"}))


def rows_of(stage: Stage) -> list[RankRow]:
    context = stage.graphics[0].context
    assert isinstance(context, Ranking)
    return list(context.rows)


def arrows(stage: Stage) -> int:
    return stage_svg(stage).count("h30l-15")


def test_where_nobody_moved_every_row_says_so() -> None:
    stage = kings_after(guide_deal())
    assert {row.second for row in rows_of(stage)} == {"no change"}
    assert arrows(stage) == 0


def test_only_those_who_moved_have_an_arrow_and_the_place_they_had() -> None:
    """Table 5 (China) lost 21 big blinds and now wins 51; table 6 (Finland) lost 9 twice: they
    change places."""
    stage = kings_after(guide_deal((*ENDS[:4], ENDS[0], ENDS[5])))
    moved = [(row.name, row.place, row.second) for row in rows_of(stage) if row.moved]
    assert moved == [("CHINA", "5", "was 6th"), ("FINLAND", "6", "was 5th")]
    assert arrows(stage) == 2


def test_a_place_that_is_tied_now_has_changed() -> None:
    """Table 1 (Brazil) won 51 big blinds and wins 42, table 4 (Argentina) the other way round.
    Tables 2 and 3 won 22 twice and go on sharing their place."""
    stage = kings_after(guide_deal((ENDS[3], *ENDS[1:3], ENDS[0], *ENDS[4:])))
    said = [(row.name, row.place, row.second) for row in rows_of(stage)]
    assert said[:2] == [("BRAZIL", "=1", "now tied"), ("ARGENTINA", "=1", "was 2nd")]
    assert {second for _, _, second in said[2:]} == {"no change"}


def test_the_ranking_says_who_is_ranked_by_what_and_after_which_deal() -> None:
    """Brazil won 51 big blinds of 100 with the kings, twice."""
    stage = kings_after(guide_deal())
    shown = [text.content for text in texts(stage)]
    about = "6 players, the same cards in 2 deals"
    assert {"RANKED BY BIG BLINDS WON", "after deal 2", about, "BIG BLINDS"} <= set(shown)
    first = rows_of(stage)[0]
    assert (first.place, first.name, first.value) == ("1", "BRAZIL", "+102")
    assert "in this deal: BRAZIL +51 · CHINA \N{MINUS SIGN}21" in shown


@pytest.mark.parametrize(
    ("language", "prize"),
    [
        ("en", "€125,000"),
        ("es", "125.000\N{NO-BREAK SPACE}€"),
        ("el", "125.000\N{NO-BREAK SPACE}€"),
    ],
)
def test_a_prize_has_its_currency_where_the_language_writes_it(language: str, prize: str) -> None:
    stage = payouts_stage([125_000], "€", style=Style(speak(language)))
    assert prize in [text.content for text in texts(stage)]


def test_h7_a_season_put_on_by_hand_is_ranked_by_prize_money_then_best_place() -> None:
    results = [
        {"name": "Ana", "best": 3, "prize": 20},
        {"name": "Bo", "best": 2, "prize": 20},
        {"name": "Cai", "best": 1, "prize": 70},
        {"name": "Dan", "best": 3, "prize": 20},
    ]
    request = SeasonRequest.model_validate({"results": results, "currency": "€"})
    stage = draw_season(None, request, PLAIN).stage
    assert isinstance(stage, Stage)
    assert [(row.place, row.name, row.second, row.value) for row in rows_of(stage)] == [
        ("1", "Cai", "1st", "€70"),
        ("2", "Bo", "2nd", "€20"),
        ("=3", "Ana", "3rd", "€20"),
        ("=3", "Dan", "3rd", "€20"),
    ]
