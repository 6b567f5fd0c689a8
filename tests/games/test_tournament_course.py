"""A tournament as its feed tells it (RULES H7): the tour's opens, re-buys, seats, faults."""

from __future__ import annotations

import json
from typing import Any

import pytest

from producer.events import parse_incoming, type_schemas
from producer.games.levels import Level
from producer.games.prizes import Finish
from producer.games.tournament_course import (
    TournamentCourse,
    TournamentWinner,
    followed,
    followed_again,
    level_at,
    opened_course,
    season_table,
    standings,
    winner_after,
)
from producer.tournament_events import TOURNAMENT_TYPES, TournamentEvent, TournamentTerms

BARBARISMO = ("Canada", "Inglaterra", "Letonia", "Iran", "Lituania", "Francia", "Kosovo", "Israel")
NAVAL = ("Canada", "Lituania", "Iran", "Kosovo", "Letonia", "Tanzania")
"""The final classifications in the tour's reports, winner first."""

TOUR = {
    "stack": 2000,
    "buy_in": 10,
    "currency": "€",
    "prizes": (50, 20, 10),
    "levels": ({"small_blind": 25, "big_blind": 50},),
    "doubles_every": 2,
    "season": "Somontano",
}


def sent(kind: str, **data: Any) -> TournamentEvent:
    envelope = {"id": "x", "session": "open", "group": "A", "source": "floor"}
    event = parse_incoming(json.dumps({**envelope, "type": f"tournament.{kind}", "data": data}))
    assert isinstance(event, TournamentEvent)
    return event


def course(terms: dict[str, Any], *events: TournamentEvent) -> TournamentCourse:
    return followed(opened_course(TournamentTerms(**terms)), events)


def played(terms: dict[str, Any], places: tuple[str, ...]) -> TournamentCourse:
    """An open whose players go out one by one, the last of ``places`` first."""
    entered = sent("entered", players=dict.fromkeys(places))
    out = [sent("eliminated", players=[player]) for player in reversed(places[1:])]
    return course(terms, entered, sent("level", level=1), *out)


def test_h7_the_tours_blinds_double_with_every_second_player_out() -> None:
    """The source: 0.25/0.50 with 8 players, 0.50/1 with 6 left, 1/2 with 4."""
    blinds = []
    now = course(TOUR, sent("entered", players=dict.fromkeys(BARBARISMO)), sent("level", level=1))
    for player in BARBARISMO[:0:-1]:
        blinds.append((len(now.tournament.chips), now.level.small_blind, now.level.big_blind))
        now = followed(now, [sent("eliminated", players=[player])])
    assert blinds[:5] == [(8, 25, 50), (7, 25, 50), (6, 50, 100), (5, 50, 100), (4, 100, 200)]
    assert now.following == Level(400, 800)


@pytest.mark.parametrize(("number", "big"), [(1, 50), (2, 100), (3, 300), (4, 300), (9, 300)])
def test_h7_of_a_list_of_levels_the_last_one_stays(number: int, big: int) -> None:
    levels = [{"small_blind": each // 2, "big_blind": each} for each in (50, 100, 300)]
    terms = TournamentTerms(**{**TOUR, "doubles_every": None, "levels": levels})
    assert level_at(terms, number) == Level(big // 2, big)


def test_h7_the_tours_two_opens_and_their_season() -> None:
    """Barbarismo paid 50, 20 and 10 of eight times ten; Naval 20 and 10 of six times five."""
    first = played(TOUR, BARBARISMO)
    naval = {**TOUR, "buy_in": 5, "prizes": (20, 10)}
    second = played(naval, NAVAL)
    assert first.results["Canada"] == Finish(1, 50)
    assert [first.results[who].prize for who in BARBARISMO] == [50, 20, 10, 0, 0, 0, 0, 0]
    assert [second.results[who].prize for who in NAVAL[:3]] == [20, 10, 0]
    season = [(line.rank, line.player, line.prize) for line in season_table([first, second])]
    assert season[:4] == [
        (1, "Canada", 70),
        (2, "Inglaterra", 20),
        (3, "Lituania", 10),
        (4, "Letonia", 10),
    ]


def test_h7_by_prize_ends_with_as_many_as_there_are_prizes_ranked_by_chips() -> None:
    terms = {**TOUR, "prizes": (50, 30), "end": "by-prize"}
    now = course(
        terms,
        sent("entered", players=dict.fromkeys("ABC")),
        sent("chips", chips={"A": 1000, "B": 4900, "C": 100}),
        sent("eliminated", players=["C"]),
    )
    assert now.over
    assert now.results == {"B": Finish(1, 19), "A": Finish(2, 11), "C": Finish(3, 0)}


def test_h7_h8_a_rebuy_brings_a_stack_and_a_buy_in_until_its_phase_is_over() -> None:
    terms = {**TOUR, "rebuys_until": 1}
    broke = sent("chips", chips={"A": 4000, "B": 0})
    now = course(
        terms, sent("entered", players=dict.fromkeys("ABC")), sent("level", level=1), broke
    )
    again = followed(now, [sent("rebought", player="B")])
    assert again.tournament.chips["B"] == 2000
    assert sum(again.prizes) == 40
    late = followed(now, [sent("level", level=2)])
    with pytest.raises(ValueError, match="the re-buy phase is over"):
        followed(late, [sent("rebought", player="B")])


def test_players_out_in_one_hand_share_the_prizes_of_their_places() -> None:
    now = course({**TOUR, "buy_in": 20}, sent("entered", players=dict.fromkeys("ABCD")))
    now = followed(now, [sent("eliminated", players=["C", "D"]), sent("eliminated", players=["B"])])
    assert now.results["C"] == now.results["D"] == Finish(3, 5)
    paid = followed(now, [sent("payouts", prizes=[100, 60, 30])])
    assert [paid.results[who].prize for who in "ABCD"] == [100, 60, 15, 15]


def test_seats_follow_the_draw_and_the_moves() -> None:
    seats = {"A": {"table": "1", "seat": 1}, "B": {"table": "2", "seat": 4}, "C": None}
    now = course(TOUR, sent("entered", players=seats))
    now = followed(now, [sent("seated", players={"B": {"table": "1", "seat": 2}})])
    assert {name: (at.table, at.seat) for name, at in now.seats.items()} == {
        "A": ("1", 1),
        "B": ("1", 2),
    }
    swapped = {"A": {"table": "1", "seat": 2}, "B": {"table": "1", "seat": 1}}
    assert followed(now, [sent("seated", players=swapped)]).seats["A"].seat == 2


def test_standings_are_by_chips_and_level_stacks_share_a_place() -> None:
    now = course(TOUR, sent("entered", players=dict.fromkeys("ABCD")))
    now = followed(now, [sent("chips", chips={"A": 900, "B": 3100})])
    assert [(each.place, each.player, each.chips) for each in standings(now)] == [
        (1, "B", 3100),
        (2, "C", 2000),
        (2, "D", 2000),
        (4, "A", 900),
    ]


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (sent("entered", players={"A": None}), "A has entered already"),
        (sent("chips", chips={"X": 1}), "X is not in the tournament"),
        (sent("eliminated", players=["X"]), "X is not in the tournament"),
        (sent("eliminated", players=["A", "B"]), "nobody would be left"),
        (sent("eliminated", players=["A", "A"]), "a player is out twice"),
        (sent("rebought", player="A"), "only a player who has just gone broke can"),
        (sent("reinstated", player="A", chips=5, reason="miscounted"), "A is not out"),
        (sent("seated", players={"B": {"table": "1", "seat": 1}}), "seat 1 of table 1 is A's"),
    ],
)
def test_what_cannot_be_is_refused_in_words(event: TournamentEvent, why: str) -> None:
    seats = {"A": {"table": "1", "seat": 1}, "B": None}
    now = course(TOUR, sent("entered", players=seats))
    with pytest.raises(ValueError, match=why):
        followed(now, [event])


def test_a_player_called_out_by_mistake_is_in_again_at_the_level_of_so_many() -> None:
    now = course(TOUR, sent("entered", players=dict.fromkeys("ABCD")), sent("level", level=1))
    now = followed(now, [sent("eliminated", players=["C"]), sent("eliminated", players=["D"])])
    assert now.level.big_blind == 100
    back = sent("reinstated", player="D", chips=700, reason="the pot was counted again")
    now = followed(now, [back])
    assert (now.level.big_blind, now.tournament.chips["D"]) == (50, 700)
    assert now.results == {"C": Finish(4, 0)}


def test_an_event_that_a_producer_let_in_later_counts_after_the_others() -> None:
    chips = sent("chips", chips={"A": 300})
    entered = sent("entered", players=dict.fromkeys("AB"))
    start = opened_course(TournamentTerms(**TOUR))
    assert followed_again(start, [chips, entered]) == followed(start, [entered, chips])


def test_every_event_of_a_tournament_is_public_vocabulary() -> None:
    """Each has a schema under its name, and none has a field for cards."""
    schemas = type_schemas()
    for name in TOURNAMENT_TYPES:
        assert "cards" not in json.dumps(schemas[name]["$defs"])


LAST_HAND = {"Canada": 16_000, "Inglaterra": 0}


@pytest.mark.parametrize(
    ("left", "prize"),
    [
        (LAST_HAND, 50),
        ({**LAST_HAND, "Letonia": 0}, 50),  # two go out in the last hand
        ({"Canada": 15_000, "Inglaterra": 0}, None),  # a cash game of the same two
        ({"Canada": 15_000, "Inglaterra": 1_000}, None),
        ({"Canada": 16_000, "Letonia": 0}, None),  # an earlier hand
        ({"Canada": 16_000, "Inglaterra": 0, "Somebody else": 0}, None),
        ({"Canada": 0, "Inglaterra": 16_000}, None),
    ],
)
def test_h7_the_last_hand_says_who_won_the_tournament_and_how_much(
    left: dict[str, int], prize: int | None
) -> None:
    """The winner of Barbarismo got 50 euros, and with eight times 2,000 chips had 16,000."""
    won = None if prize is None else TournamentWinner("Canada", prize, "€")
    assert winner_after(played(TOUR, BARBARISMO), left) == won


def test_no_hand_is_the_last_one_while_a_second_player_is_in() -> None:
    """Of 20 in the pool, 50 of 80 shares are 12, and the remainder goes to the first."""
    now = course(TOUR, sent("entered", players=dict.fromkeys("AB")))
    assert winner_after(now, {"A": 4_000, "B": 0}) is None
    counted = followed(now, [sent("chips", chips={"A": 4_100, "B": 0})])
    assert winner_after(counted, {"A": 4_100, "B": 0}) is None
    over = followed(counted, [sent("eliminated", players=["B"])])
    assert winner_after(over, {"A": 4_100, "B": 0}) == TournamentWinner("A", 13, "€")


def test_h7_by_prize_the_most_chips_win_unless_two_have_as_many() -> None:
    terms = {**TOUR, "prizes": (50, 30), "end": "by-prize"}
    last = {"B": 4_900, "C": 0}
    for chips, winner in (({"A": 1_100, "B": 4_900}, "B"), ({"A": 4_900, "B": 4_900}, None)):
        now = course(
            terms,
            sent("entered", players=dict.fromkeys("ABC")),
            sent("chips", chips={**chips, "C": 0}),
            sent("eliminated", players=["C"]),
        )
        found = winner_after(now, last)
        assert (found and found.player) == winner
