"""Properties of every comparison (DESIGN, comparison 3-5).

The plays are those of the simulator's bots: legal lines of all kinds, three seats, two to six
tables.
"""

import random
import statistics
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from producer.compare import WEIGHTS, DealContext, compare, with_favourite
from producer.compare.components import merit
from producer.compare.equity import NotKnown, equities_of
from producer.compare.model import Comparison, Component, Fork
from producer.compare.picks import PRIOR
from producer.events import HoldemGame, Player
from producer.games.holdem import replay
from producer.games.line import Deal, DealKey, Play
from producer.simulate.deck import prepare
from producer.simulate.hand import play_hand
from producer.simulate.styles import STYLES

GAME = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=5_000)
SEATS = (1, 2, 3)
TEAMS = ("Greece", "Spain", "Japan", "Poland", "Ireland", "Nigeria")
LOOSE = [STYLES[name] for name in ("loose", "aggressive", "calling", "tricky")]


def played(seed: int, tables: int) -> Deal:
    """One deck at so many tables, by players who like to play."""
    deck = prepare(seed, 1, len(SEATS), "ascending")
    stacks = dict.fromkeys(SEATS, 10_000)
    plays = []
    for n in range(tables):
        lot = random.Random(f"{seed}/{n}")
        styles = {seat: lot.choice(LOOSE) for seat in SEATS}
        done = play_hand(GAME, deck, "ascending", stacks, styles, lot)
        assert done.result is not None
        players = {
            seat: Player(name=f"player {n}-{seat}", team=TEAMS[(n + seat) % tables])
            for seat in SEATS
        }
        plays.append(Play(str(n + 1), 1, 1, GAME, stacks, players, done.line, done.result))
    names = tuple(play.table for play in plays)
    return Deal(DealKey("s", "A", 1), deck.button, deck.cards, deck.board, tuple(plays), names)


def play_committed(deal: Deal) -> list[int]:
    """What each seat had put in at the first table's end, what nobody matched taken back."""
    play = deal.plays[0]
    done = replay(
        play.game, deal.button, deal.direction, play.stacks, deal.cards, deal.board, play.line
    )
    return [put - done.returned.get(seat, 0) for seat, put in done.committed.items()]


DEALS = st.builds(played, st.integers(0, 10**6), st.integers(2, 6))


def with_plays(deal: Deal, plays: list[Play]) -> Deal:
    return replace(deal, plays=tuple(plays), tables=tuple(play.table for play in plays))


def renamed(deal: Deal, tables: Mapping[str, str], teams: Mapping[str, str]) -> Deal:
    return with_plays(
        deal,
        [
            replace(
                play,
                table=tables[play.table],
                players={
                    seat: Player(name=player.name, team=teams[player.team or ""])
                    for seat, player in play.players.items()
                },
            )
            for play in deal.plays
        ],
    )


@given(st.integers(0, 10**6), st.integers(2, 6))
def test_identical_play_has_no_fork_and_at_most_the_pick_of_its_line(
    seed: int, tables: int
) -> None:
    first = played(seed, 2).plays[0]
    alike = [replace(first, table=str(n)) for n in range(tables)]
    found = compare(with_plays(played(seed, 2), alike))
    assert (found.forks, found.stories) == ((), ())
    assert set(found.swing.values()) == {0}
    large = sum(play_committed(found.deal)) >= GAME.cap
    assert [pick.kind for pick in found.picks] == (["same line"] if large else [])
    if not large:
        assert found.merit == 0


@given(DEALS)
def test_a_single_table_has_merit_0(deal: Deal) -> None:
    found = compare(with_plays(deal, [deal.plays[0]]))
    assert (found.merit, found.forks, found.stories) == (0, (), ())


@given(DEALS, st.randoms(use_true_random=False))
def test_renaming_tables_and_teams_changes_nothing(deal: Deal, lots: random.Random) -> None:
    names = [f"table {n}" for n in range(len(deal.plays))]
    lots.shuffle(names)
    tables = {play.table: name for play, name in zip(deal.plays, names, strict=True)}
    teams = dict(zip(TEAMS, lots.sample(TEAMS, len(TEAMS)), strict=True))
    before, after = compare(deal), compare(renamed(deal, tables, teams))
    assert after.merit == before.merit
    assert after.components == before.components
    assert after.swing == before.swing
    assert [pick.id for pick in after.picks] == [pick.id for pick in before.picks]
    assert [pick.pairing for pick in after.picks] == [
        tuple(tables[name] for name in pick.pairing) for pick in before.picks
    ]
    assert [_fork(fork, {}) for fork in after.forks] == [
        _fork(fork, tables) for fork in before.forks
    ]
    assert _stories(after, {}) == _stories(before, tables)
    assert len(after.parallel) == len(before.parallel)


def _fork(fork: Fork, tables: Mapping[str, str]) -> object:
    branches = [
        (branch.move, {tables.get(name, name): chips for name, chips in branch.results.items()})
        for branch in fork.branches
    ]
    return fork.history, fork.seat, fork.contrast, fork.explained, fork.difference, branches


def _stories(found: Comparison, tables: Mapping[str, str]) -> object:
    return [
        (
            story.name,
            story.seat,
            [tables.get(name, name) for name in story.tables],
            [tables.get(name, name) for name in story.others],
            story.evidence,
        )
        for story in found.stories
    ]


@given(DEALS, st.randoms(use_true_random=False))
def test_the_order_of_the_tables_changes_neither_forks_nor_stories(
    deal: Deal, lots: random.Random
) -> None:
    before = compare(deal)
    after = compare(with_plays(deal, lots.sample(deal.plays, len(deal.plays))))
    assert after.swing == before.swing
    assert {(fork.history, fork.contrast, fork.explained) for fork in after.forks} == {
        (fork.history, fork.contrast, fork.explained) for fork in before.forks
    }
    assert {(story.name, story.seat) for story in after.stories} == {
        (story.name, story.seat) for story in before.stories
    }


@given(DEALS, st.integers(0, 5))
def test_adding_a_table_that_plays_like_another_never_lowers_the_swing(deal: Deal, n: int) -> None:
    twin = replace(deal.plays[n % len(deal.plays)], table="twin")
    before, after = compare(deal), compare(with_plays(deal, [*deal.plays, twin]))
    assert all(after.swing[seat] >= before.swing[seat] for seat in SEATS)
    for fork in before.forks:
        again = next(
            each for each in after.forks if (each.history, each.seat) == (fork.history, fork.seat)
        )
        assert again.difference >= fork.difference
    assert len(after.forks) >= len(before.forks)


SHARES = st.floats(0, 1)


@given(
    st.fixed_dictionaries({name: st.none() | SHARES for name in WEIGHTS}),
    st.sampled_from(list(WEIGHTS)),
    SHARES,
    SHARES,
    st.fixed_dictionaries({name: st.floats(0, 10) for name in WEIGHTS}),
)
def test_merit_never_falls_as_a_component_rises(
    others: dict[str, float | None], name: str, a: float, b: float, weights: dict[str, float]
) -> None:
    def with_value(value: float) -> float:
        values = {**others, name: value}
        parts = {each: Component(value, "") for each, value in values.items()}
        return merit(parts, weights, PRIOR)

    low, high = sorted((a, b))
    assert with_value(low) <= with_value(high) + 1e-12
    assert 0 <= with_value(low) <= 1 + 1e-12


@given(DEALS)
def test_swapping_the_results_of_other_seats_does_not_change_a_pick(deal: Deal) -> None:
    before = {pick.id: pick for pick in compare(deal).picks}
    for pick in before.values():
        one, two = (seat for seat in SEATS if seat != pick.seat)
        plays = [
            replace(play, result={**play.result, one: play.result[two], two: play.result[one]})
            for play in deal.plays
        ]
        after = {each.id: each for each in compare(with_plays(deal, plays)).picks}[pick.id]
        names = ("pairing", "gap", "merit", "holds", "typical")
        assert [getattr(after, name) for name in names] == [getattr(pick, name) for name in names]
        assert {n: p.value for n, p in after.components.items()} == {
            n: p.value for n, p in pick.components.items()
        }


@given(DEALS)
def test_the_tables_shown_are_typical_or_marked(deal: Deal) -> None:
    """Within 3 big blinds of the branch's median, or nearer to it than any other."""
    for pick in compare(deal).picks:
        for branch, table in zip(pick.branches, pick.pairing, strict=False):
            median = statistics.median(map(float, branch.results.values()))
            away = {each: abs(float(chips) - median) for each, chips in branch.results.items()}
            near = away[table] <= 300 or away[table] == min(away.values())
            assert near or not pick.typical


@given(DEALS, st.sampled_from(SEATS))
def test_unknown_cards_make_their_equity_and_stories_unknown(deal: Deal, seat: int) -> None:
    """A seat's cards are unknown: no equity where it is live, no story told of its hand, and the
    favourite left out of drama; the others' seats keep what needs no cards."""
    blind = replace(deal, cards={**deal.cards, seat: ()})
    spots = equities_of(blind)
    for play in deal.plays:
        first = spots[play.table][0]
        assert isinstance(first, NotKnown)
        assert first.reason
    found, whole = with_favourite(compare(blind)), compare(deal)
    assert [fork.branches for fork in found.forks] == [fork.branches for fork in whole.forks]
    best = found.best
    if best is None:
        return
    folded = any(move.seat == seat and move.action == "fold" for move in best.history)
    if not folded:
        assert "favourite" not in best.components["drama"].reason
    needs_cards = {"bluff shown down", "value missed", "value extracted", "slow-play"}
    assert not {story.name for story in found.stories if story.seat == seat} & needs_cards


def test_a_deal_without_cards_is_compared_without_equity() -> None:
    deal = played(3, 4)
    found = with_favourite(compare(replace(deal, cards=dict.fromkeys(SEATS, ()), board=())))
    assert found.forks
    assert "favourite" not in found.components["drama"].reason
    for spots in equities_of(found.deal).values():
        for spot in spots:  # the only one left has the pot, whatever its cards
            assert isinstance(spot, NotKnown) or len(spot) == 1


@pytest.mark.parametrize("flag", ["void", "under review"])
def test_a_flagged_deal_is_not_airable(flag: str) -> None:
    found = compare(played(3, 4), DealContext(flag=flag))
    assert found.merit > 0
    assert found.airable == 0
    assert found.vetoes == (f"the deal is {flag}",)
