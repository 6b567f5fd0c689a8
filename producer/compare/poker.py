"""Hold'em for the comparison: rules, stacks, cap, stake, drama, sizes and stories."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial

from producer.compare.equity import (
    Equity,
    NotKnown,
    SpotKey,
    counted_together,
    seats_of,
    spots_along,
    unknown_at,
)
from producer.compare.facts import Facts, ForkedTables, GameFacts, SpotRating, Unit
from producer.compare.forks import share_of_cap
from producer.compare.model import Component
from producer.compare.replayed_plays import (
    AGGRESSIVE,
    ReplayedPlay,
    all_in_seats,
    pot_at_end,
)
from producer.compare.stories import ALIKE, stories
from producer.compare.stories.model import StoryInput
from producer.events import HoldemGame
from producer.games.holdem import STREETS, contrast
from producer.games.holdem.settings import holdem
from producer.games.line import Deal, Play
from producer.messages import counted, in_a_row, message

CAP_WITHOUT_STACKS = 50
"""The cap in big blinds if neither a cap nor a stack is known (DESIGN, comparison 3)."""

POTS_APART = Fraction(15, 100)
"""How far the pots at the fork may differ, as a share of the larger (DESIGN, comparison 5)."""


COUNTED_IN = Unit("bb", "big blind", "big blinds", smallest_gap=3)


def cap(play: Play) -> int:
    """The most a player can lose: the cap, else the smallest starting stack, else 50 BB."""
    game = holdem(play.game)
    if game.cap is not None:
        return game.cap
    stacks = [stack for stack in play.stacks.values() if stack is not None]
    return min(stacks, default=CAP_WITHOUT_STACKS * game.big_blind)


def big_blind(play: Play) -> int:
    return play.game.unit


def rules(play: Play) -> Hashable:
    """The game in big blinds, without the starting stack (see ``effective_stacks``)."""
    return _in_big_blinds(holdem(play.game))


@lru_cache(maxsize=256)
def _in_big_blinds(game: HoldemGame) -> tuple[tuple[str, str], ...]:
    fields = game.model_dump(exclude={"stack"})
    chips = ("small_blind", "big_blind", "cap", "ante", "straddle", "small_bet", "big_bet")
    return tuple(
        (name, str(Fraction(value, game.big_blind) if name in chips and value else value))
        for name, value in fields.items()
    )


def effective_stacks(play: Play) -> list[tuple[tuple[int, str], ...]]:
    """Before each move and at the end, the effective stacks by live seat: in big blinds, cut to the
    cap or, without one, to the largest other stack still in; ``""`` for unlimited."""
    game, at_start = holdem(play.game), tuple(sorted(play.stacks.items()))
    folded = frozenset[int]()
    stacks = [_effective(game, at_start, folded)]
    for move in play.line:
        if move.action == "fold":
            folded |= {move.seat}
            stacks.append(_effective(game, at_start, folded))
        else:
            stacks.append(stacks[-1])
    return stacks


@lru_cache(maxsize=1024)
def _effective(
    game: HoldemGame, at_start: tuple[tuple[int, int | None], ...], folded: frozenset[int]
) -> tuple[tuple[int, str], ...]:
    unlimited = math.inf if game.stack is None else game.stack
    stacks = {
        seat: unlimited if stack is None else stack
        for seat, stack in at_start
        if seat not in folded
    }
    limits = list(stacks.values()) if game.cap is None else [game.cap] * len(stacks)
    *_, second, largest = (math.inf, math.inf) if len(limits) < 2 else sorted(limits)
    return tuple([
        (seat, _in_blinds(min(stack, second if limit == largest else largest), game.big_blind))
        for (seat, stack), limit in zip(stacks.items(), limits, strict=True)
    ])  # fmt: skip


@lru_cache(maxsize=1024)
def _in_blinds(chips: float, big_blind: int) -> str:
    return "" if chips == math.inf else str(Fraction(chips) / big_blind)


def describe(forked: ForkedTables) -> GameFacts:
    """Stories, sizes, pots and spots of tables under the same rules."""
    tables = forked.replays
    smallest = min(Fraction(cap(play), big_blind(play)) for play in forked.deal.plays)
    return GameFacts(
        stories=stories(StoryInput(forked.deal, forked.forks, tables, forked.cap)),
        sizes={table: sizes(replayed) for table, replayed in tables.items()},
        pots={table: pot_at_end(replayed) for table, replayed in tables.items()},
        spot=partial(_spot, tables, smallest),
    )


def _spot(
    tables: Mapping[str, ReplayedPlay], smallest: Fraction, seat: int, n: int, shown: Sequence[str]
) -> SpotRating:
    """``smallest``: the smallest cap of the tables, in big blinds, because stakes may differ."""
    pair = [tables[table] for table in shown]
    facts = SpotRating(_stake(pair[0], n, smallest), _directness(pair, seat, n), _drama(pair, seat))
    if n >= len(pair[0].line):
        return facts
    spot = pair[0].replay.spots[n]
    return replace(facts, pot=spot.pot, to_call=spot.to_call)


def _stake(replayed: ReplayedPlay, n: int, smallest: Fraction) -> Component:
    blind = replayed.play.game.unit
    cap = smallest * blind
    if n >= len(replayed.line):
        chips = pot_at_end(replayed)
        return Component(
            share_of_cap(chips, 2 * cap),
            message("{pot} in the pot", pot=COUNTED_IN.words_for(chips / blind)),
        )
    spot = replayed.replay.spots[n]
    value = share_of_cap(spot.pot + spot.to_call, 2 * cap)
    pot = COUNTED_IN.words_for(spot.pot / blind)
    if not spot.to_call:
        return Component(value, message("{pot} in the pot", pot=pot))
    price = f"{float(spot.to_call / blind):.3g}"
    return Component(value, message("{pot} in the pot, {price} to pay", pot=pot, price=price))


def _directness(pair: Sequence[ReplayedPlay], seat: int, n: int) -> Component:
    later = max(sum(move.seat == seat for move in one.line[n + 1 :]) for one in pair)
    if not later:
        return Component(1.0, message("the last decision of this seat"))
    words = counted("{n} more decision of this seat", "{n} more decisions of this seat", later)
    return Component(1 / (1 + later), words)


def _drama(pair: Sequence[ReplayedPlay], seat: int) -> Component:
    """All-in and showdown of the deciding seat only."""
    all_in = any(seat in all_in_seats(one) for one in pair)
    shown = any(seat in one.replay.shown for one in pair)
    words = [
        *([message("all in")] if all_in else []),
        message("showdown") if shown else message("no showdown"),
    ]
    return Component((all_in + shown) / 2, in_a_row(words))


def favourite_changed(
    deal: Deal, replays: Mapping[str, ReplayedPlay], at: Mapping[str, int]
) -> bool | None:
    """Whether the favourite by all cards changed at any table after so many moves. A tie is no
    favourite."""
    own = replace(deal, plays=tuple(replays[table].play for table in at))
    spots: dict[str, set[SpotKey]] = {}
    for play in own.plays:
        seats = seats_of(deal, play)
        hands = {seat: deal.cards.get(seat, ()) for seat in seats}
        after = {
            spot for spot in spots_along(play.line, seats)[at[play.table] :] if len(spot.live) > 1
        }
        if any(unknown_at(hands, deal.board, spot) for spot in after):
            return None
        if len(after) > 1:
            spots[play.table] = after
    favourites: dict[str, set[int]] = {table: set() for table in spots}
    for street in reversed(STREETS):  # the later the street, the fewer boards there are to count
        there = {table: [s for s in each if s.street == street] for table, each in spots.items()}
        for table, equity_at in counted_together(own, there).items():
            for spot in there[table]:
                equities = equity_at[spot]
                assert not isinstance(equities, NotKnown)
                favourites[table] |= favourite(equities)
            if len(favourites[table]) > 1:
                return True
    return False


def favourite(spot: Mapping[int, Equity]) -> set[int]:
    """The seat with the most equity; empty if tied or if only one seat is left."""
    most = max(equity.parts for equity in spot.values())
    first = {seat for seat, equity in spot.items() if equity.parts == most}
    return first if len(first) == 1 < len(spot) else set()


def sizes(replayed: ReplayedPlay) -> tuple[float | None, ...]:
    """Every bet and raise as a fraction of the pot; of a raise, what it adds after the call."""
    values: list[float | None] = []
    for move, spot in zip(replayed.line, replayed.replay.spots, strict=True):
        if move.action not in AGGRESSIVE or move.to is None:
            values.append(None)
            continue
        more = move.to - spot.street_bets[move.seat] - spot.to_call
        values.append(more / (spot.pot + spot.to_call))
    return tuple(values)


def pots_apart(replays: Mapping[str, ReplayedPlay], at: Mapping[str, int]) -> tuple[str, ...]:
    """A veto if the pots differ too much. ``at``: by table, the number of moves before."""
    pots = {
        table: Fraction(replays[table].spots[n].pot, replays[table].play.game.unit)
        for table, n in at.items()
    }
    apart = 1 - min(pots.values()) / max(pots.values())
    if apart <= POTS_APART:
        return ()
    one, other = at
    return (
        message(
            "the pots of tables {one} and {other} are {percent}% apart at the fork",
            one=one,
            other=other,
            percent=round(float(apart) * 100),
        ),
    )


HOLDEM = Facts(
    contrast,
    cap,
    big_blind,
    describe,
    COUNTED_IN,
    rules,
    effective_stacks,
    ALIKE,
    pots_apart,
    favourite_changed=favourite_changed,
)
