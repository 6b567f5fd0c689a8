"""Hold'em as the comparison asks it: rules, stacks, cap, stake, drama, sizes and stories."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial

from producer.compare.accounts import AGGRESSIVE, Account, accounts, all_in_seats, pot_at_end
from producer.compare.equity import Equity, NotKnown, equities_of
from producer.compare.facts import Facts, Parted, Spot, Told, Unit
from producer.compare.forks import share_of_cap
from producer.compare.model import Component
from producer.compare.stories import ALIKE, stories
from producer.compare.stories.model import Scene
from producer.events import HoldemGame
from producer.games import holdem
from producer.games.line import Chips, Deal, Play

CAP_WITHOUT_STACKS = 50
"""Big blinds that stand for the cap where neither a cap nor a stack is known (comparison 3)."""

POTS_APART = 0.15
"""Share of the larger pot by which the pots at the fork may differ (comparison 5)."""


def cap(play: Play) -> int:
    """The most a player can lose: the cap, else the smallest starting stack, else 50 BB."""
    if play.game.cap is not None:
        return play.game.cap
    stacks = [stack for stack in play.stacks.values() if stack is not None]
    return min(stacks, default=CAP_WITHOUT_STACKS * play.game.big_blind)


def big_blind(play: Play) -> int:
    return play.game.big_blind


def rules(play: Play) -> Hashable:
    """The game in big blinds, without the stack everybody starts with: ``effective_stacks`` has
    those in play."""
    return _in_big_blinds(play.game)


@lru_cache(maxsize=256)
def _in_big_blinds(game: HoldemGame) -> tuple[tuple[str, str], ...]:
    told = game.model_dump(exclude={"stack"})
    chips = ("small_blind", "big_blind", "cap", "ante", "straddle", "small_bet", "big_bet")
    return tuple(
        (name, str(Fraction(value, game.big_blind) if name in chips and value else value))
        for name, value in told.items()
    )


def effective_stacks(play: Play, n: int) -> tuple[tuple[int, str], ...]:
    """What every seat still in before move ``n`` (from 0) could lose, in big blinds: its stack cut
    to the cap, without a cap to the largest other stack still in; ``""``: unlimited."""
    folded = {move.seat for move in play.line[:n] if move.action == "fold"}
    game = play.game
    stacks = {
        seat: game.stack if stack is None else stack
        for seat, stack in sorted(play.stacks.items())
        if seat not in folded
    }
    limits = stacks if game.cap is None else dict.fromkeys(stacks, game.cap)
    found = []
    for seat, stack in stacks.items():
        others = [limit for other, limit in limits.items() if other != seat] or [None]
        most = None if None in others else max(limit for limit in others if limit is not None)
        known = [limit for limit in (stack, most) if limit is not None]
        found.append((seat, str(Fraction(min(known), game.big_blind)) if known else ""))
    return tuple(found)


def tell(parted: Parted) -> Told:
    """Stories, sizes and pots of tables under the same rules, and what their spots were like."""
    tables = accounts(parted.deal)
    return Told(
        stories=stories(Scene(parted.deal, parted.forks, tables, parted.cap)),
        sizes={table: sizes(account) for table, account in tables.items()},
        pots={table: pot_at_end(account) for table, account in tables.items()},
        spot=partial(_spot, tables, parted.cap),
        favourite_changed=partial(_favourite_changed, parted.deal, tables),
    )


def _spot(
    tables: Mapping[str, Account], cap: Chips, seat: int, n: int, shown: Sequence[str]
) -> Spot:
    pair = [tables[table] for table in shown]
    told = Spot(_stake(pair[0], n, cap), _directness(pair, seat, n), _drama(pair, seat))
    if n >= len(pair[0].line):
        return told
    spot = pair[0].replay.spots[n]
    return replace(told, pot=spot.pot, to_call=spot.to_call)


def _stake(account: Account, n: int, cap: Chips) -> Component:
    if n >= len(account.line):
        pot = pot_at_end(account)
        return Component(share_of_cap(pot, 2 * cap), "the pot at the end")
    spot = account.replay.spots[n]
    value = share_of_cap(spot.pot + spot.to_call, 2 * cap)
    return Component(value, f"{value:.0%} of what two players can put in lay in the pot or was due")


def _directness(pair: Sequence[Account], seat: int, n: int) -> Component:
    later = max(sum(move.seat == seat for move in one.line[n + 1 :]) for one in pair)
    decisions = "1 decision" if later == 1 else f"{later} decisions"
    return Component(1 / (1 + later), f"{decisions} of the seat after it")


def _drama(pair: Sequence[Account], seat: int) -> Component:
    """Of the seat alone: drama of players who did not decide is none."""
    all_in = any(seat in all_in_seats(one) for one in pair)
    shown = any(seat in one.replay.shown for one in pair)
    words = ["all in" if all_in else "not all in", "showdown" if shown else "no showdown"]
    return Component((all_in + shown) / 2, ", ".join(words))


def _favourite_changed(
    deal: Deal, tables: Mapping[str, Account], n: int, shown: Sequence[str]
) -> bool | None:
    """By all cards, after move ``n``. A tie is no favourite, and so no change."""
    plays = tuple(tables[table].play for table in shown)
    changed = False
    for spots in equities_of(replace(deal, plays=plays)).values():
        favourites = set()
        for spot in spots[n:]:
            if isinstance(spot, NotKnown):
                return None
            favourites |= favourite(spot)
        changed = changed or len(favourites) > 1
    return changed


def favourite(spot: Mapping[int, Equity]) -> set[int]:
    """The seat with the largest chance, where another one is left and none has as much."""
    most = max(equity.parts for equity in spot.values())
    first = {seat for seat, equity in spot.items() if equity.parts == most}
    return first if len(first) == 1 < len(spot) else set()


def sizes(account: Account) -> tuple[float | None, ...]:
    """Every bet and raise as a part of the pot it was made into, a raise after the call."""
    found: list[float | None] = []
    for move, spot in zip(account.line, account.replay.spots, strict=True):
        if move.action not in AGGRESSIVE or move.to is None:
            found.append(None)
            continue
        more = move.to - spot.street_bets[move.seat] - spot.to_call
        found.append(more / (spot.pot + spot.to_call))
    return tuple(found)


def pots_apart(deal: Deal, at: Mapping[str, int]) -> tuple[str, ...]:
    """A veto where the pots of two tables, after so many moves each, differ too much."""
    shown = accounts(replace(deal, plays=tuple(p for p in deal.plays if p.table in at)))
    pots = {
        table: Fraction(shown[table].replay.spots[n].pot, shown[table].play.game.big_blind)
        for table, n in at.items()
    }
    apart = 1 - min(pots.values()) / max(pots.values())
    if apart <= POTS_APART:
        return ()
    return (f"the pots of tables {' and '.join(at)} are {float(apart):.0%} apart at the fork",)


HOLDEM = Facts(
    holdem.contrast,
    cap,
    big_blind,
    tell,
    Unit("bb", "big blind", "big blinds", smallest_gap=3),
    rules,
    effective_stacks,
    ALIKE,
    pots_apart,
)
