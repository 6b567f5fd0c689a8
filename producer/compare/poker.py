"""Hold'em as the comparison asks it: contrast, cap, clarity, drama, sizes and stories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from producer.compare.accounts import AGGRESSIVE, Account, accounts, pot_at_end
from producer.compare.equity import Equity, NotKnown, equities_of
from producer.compare.facts import Facts, Parted, Told, Unit
from producer.compare.forks import share_of_cap
from producer.compare.model import Component, Fork
from producer.compare.stories import stories
from producer.compare.stories.model import Scene
from producer.games import holdem
from producer.games.cards import Cards
from producer.games.line import Play

CAP_WITHOUT_STACKS = 50
"""Big blinds that stand for the cap where neither a cap nor a stack is known (comparison 3)."""

FEW_PLAYERS, FEW_DECISIONS = 3, 2

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


def tell(parted: Parted) -> Told:
    """Clarity, drama, stories and sizes of a deal; under different rules vetoes alone."""
    if parted.key is None:
        return Told()
    tables = accounts(parted.deal)
    pair = [tables[table] for table in parted.pairing]
    if not parted.same_rules:
        return Told(vetoes=_pots_apart(parted.key, pair))
    return Told(
        clarity=_clarity(parted.key, pair, parted.deal.cards),
        drama=_drama(parted, pair),
        stories=stories(Scene(parted.deal, parted.forks, tables, parted.cap)),
        sizes={table: sizes(account) for table, account in tables.items()},
    )


def _pots_apart(fork: Fork, pair: Sequence[Account]) -> tuple[str, ...]:
    """Under different rules (blinds, antes) equal moves can make different pots."""
    depth = len(fork.history)
    pots = [Fraction(one.replay.spots[depth].pot, one.play.game.big_blind) for one in pair]
    apart = 1 - min(pots) / max(pots)
    if apart <= POTS_APART:
        return ()
    tables = " and ".join(one.play.table for one in pair)
    return (f"the pots of tables {tables} are {float(apart):.0%} apart at the fork",)


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


def _clarity(fork: Fork, pair: Sequence[Account], cards: Mapping[int, Cards]) -> Component:
    depth = len(fork.history)
    live = pair[0].replay.spots[depth].live
    later = max(sum(move.seat == fork.seat for move in one.line[depth + 1 :]) for one in pair)
    known = all(len(cards.get(seat, ())) == 2 for seat in live)
    points = (len(live) <= FEW_PLAYERS) + (later <= FEW_DECISIONS) + known
    hands = "all their cards known" if known else "not all their cards known"
    decisions = "1 decision" if later == 1 else f"{later} decisions"
    return Component(points / 3, f"{len(live)} players at the fork, {decisions} after it, {hands}")


def _drama(parted: Parted, pair: Sequence[Account]) -> Component:
    pot = max(map(pot_at_end, pair))
    all_in = any(mark for one in pair for mark in one.replay.marks)
    shown = any(one.replay.shown for one in pair)
    parts = [share_of_cap(pot, 2 * parted.cap), float(all_in), float(shown)]
    words = [
        f"largest pot {parts[0]:.0%} of what two players can put in",
        "all-in or cap" if all_in else "nobody all in",
        "showdown" if shown else "no showdown",
    ]
    turned = _turned(parted, pair)
    if turned is not None:
        parts.append(float(turned))
        words.append("the favourite changed" if turned else "the favourite stayed")
    return Component(sum(parts) / len(parts), ", ".join(words))


def _turned(parted: Parted, pair: Sequence[Account]) -> bool | None:
    """Whether the favourite by all cards changed after the key fork; ``None``: not known."""
    depth = len(parted.key.history) if parted.key else 0
    shown = replace(parted.deal, plays=tuple(account.play for account in pair))
    favourites: list[set[int]] = []
    for spots in equities_of(shown).values():
        after = spots[depth:]
        if any(isinstance(spot, NotKnown) for spot in after):
            return None
        favourites.append(
            {_favourite(spot) for spot in after if not isinstance(spot, NotKnown) and len(spot) > 1}
        )
    return any(len(each) > 1 for each in favourites)


def _favourite(spot: Mapping[int, Equity]) -> int:
    return max(spot, key=lambda seat: (spot[seat].parts, seat))


HOLDEM = Facts(
    holdem.contrast, cap, big_blind, tell, Unit("bb", "big blind", "big blinds", smallest_gap=3)
)
