"""Bridge for the comparison: how different calls and cards are, the gap in IMPs, and stories."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from producer.compare.facts import Facts, ForkedTables, GameFacts, SpotRating, Unit
from producer.compare.model import AllCards, Component, MoveCost, Story
from producer.games.bridge.all_cards import Foreseen, foreseen, hands_of, par
from producer.games.bridge.auction import PHASE
from producer.games.bridge.contracts import BOOK, GAME
from producer.games.bridge.double_dummy import NOT_INSTALLED, NotInstalled
from producer.games.bridge.notation import written
from producer.games.bridge.played import ReplayedBridge
from producer.games.bridge.seats import NAMES, NORTH, SEATS, SIDES, bridge, partner
from producer.games.line import Chips, Deal, Move, Play
from producer.messages import counted, message
from producer.scoring.comparisons import imps
from producer.scoring.places import whole
from producer.scoring.team_match import one_match

HIGH = 1250
"""Points that count as the most to lose: twice as many, 21 IMPs, are the largest gap."""

SMALL_SLAM = 6

SLAM_MISSED = "slam missed"
GAME_MISSED = "game missed"
BEATEN_BY_LEAD = "the lead that beat it"
SACRIFICE = "sacrifice"
DOUBLED_INTO_GAME = "doubled into game"


def in_imps(points: Chips | float) -> str:
    """A gap of so many points, in words: ``12 IMPs``."""
    return counted("{n} IMP", "{n} IMPs", imps(round(points)))


COUNTED_IN = Unit(
    "pt",
    "point",
    "points",
    smallest_gap=20,
    apart=in_imps,
    ends=("had a plus score", "had a minus score", "scored 0"),
)


def contrast(a: Move, b: Move) -> float:
    """Of two calls, or two cards, at one spot."""
    if a == b:
        return 0.0
    kinds = {a.action, b.action}
    if kinds == {"play"}:
        return 0.4 if _suit(a) != _suit(b) else 0.1
    if kinds == {"bid"}:
        return 0.5 if str(a.detail)[1:] != str(b.detail)[1:] else 0.3
    if "double" in kinds or "redouble" in kinds:
        return 0.9
    return 0.7


def _suit(move: Move) -> str:
    return str(move.detail)[-1:]


def cap(_: Play) -> int:
    return HIGH


def unit(_: Play) -> int:
    return 1


def rules(play: Play) -> Hashable:
    """Who is vulnerable where the number does not say so; what teams bring from earlier does not
    matter."""
    game = bridge(play.game)
    return game.vulnerable_none, game.vulnerable_ns, game.vulnerable_ew, game.vulnerable_both


def contract_alone(play: Play) -> Hashable:
    """Whether the record has a contract and not the calls that led to it."""
    return bool(play.line) and play.line[0].action == "contract"


def known_alike(street: str) -> str:
    if street == "play":
        return message("with the same hand after the same bidding and play")
    return message("with the same hand after the same bidding")


def describe(forked: ForkedTables) -> GameFacts:
    return GameFacts(
        stories=tuple(_stories(forked)),
        spot=partial(_spot, forked.replays),
        one_match=partial(one_match, forked.deal),
    )


def _spot(
    replays: Mapping[str, ReplayedBridge], seat: int, n: int, shown: Sequence[str]
) -> SpotRating:
    side = {seat, partner(seat)}
    later = max(sum(move.seat in side for move in replays[t].line[n + 1 :]) for t in shown)
    words = counted(
        "{n} more call or card of this side", "{n} more calls and cards of this side", later
    )
    over = [replays[table].over for table in shown]
    made = len({each >= 0 for each in over}) > 1
    return SpotRating(
        directness=Component(1 / (1 + later), words),
        drama=Component(
            float(made),
            message("one contract made, the other down")
            if made
            else message("no contract between them"),
        ),
    )


def _stories(forked: ForkedTables) -> Iterator[Story]:
    """Those of each pair of tables that one fork separates."""
    for fork in forked.forks:
        for one in fork.branches:
            for other in fork.branches:
                if one is not other:
                    for name, first, second, evidence in _between(
                        forked.replays, one.tables, other.tables
                    ):
                        yield Story(name, fork.seat, first, second, fork, evidence)


_Found = tuple[str, tuple[str, ...], tuple[str, ...], dict[str, Chips]]


def _between(
    replays: Mapping[str, ReplayedBridge], ones: Sequence[str], others: Sequence[str]
) -> Iterator[_Found]:
    tests = (
        (SLAM_MISSED, _slam),
        (GAME_MISSED, _game),
        (BEATEN_BY_LEAD, _beaten),
        (SACRIFICE, _sacrifice),
        (DOUBLED_INTO_GAME, _doubled),
    )
    for name, test in tests:
        for one in ones:
            against = tuple(other for other in others if test(replays[one], replays[other]))
            if against:
                points = whole(abs(_north(replays[one]) - _north(replays[against[0]])))
                evidence: dict[str, Chips] = {"points": points, "imps": imps(points)}
                yield name, (one,), against, evidence


def _north(replayed: ReplayedBridge) -> Fraction:
    return Fraction(replayed.play.result[1])


def _same_side(one: ReplayedBridge, other: ReplayedBridge) -> bool:
    a, b = one.contract, other.contract
    return a is not None and b is not None and SIDES[a.declarer] == SIDES[b.declarer]


def _slam(one: ReplayedBridge, other: ReplayedBridge) -> bool:
    """One bid and made a slam; the other took as many tricks in a lower contract."""
    a, b = one.contract, other.contract
    if a is None or b is None or not _same_side(one, other):
        return False
    slam = a.level >= SMALL_SLAM > b.level
    return slam and one.over >= 0 and other.tricks >= BOOK + SMALL_SLAM


def _game(one: ReplayedBridge, other: ReplayedBridge) -> bool:
    """One bid and made a game, the other stopped below it."""
    a, b = one.contract, other.contract
    if a is None or b is None or not _same_side(one, other):
        return False
    reached = a.undoubled_points >= GAME > b.trick_points
    return reached and a.level < SMALL_SLAM and one.over >= 0 and not b.doubled


def _beaten(one: ReplayedBridge, other: ReplayedBridge) -> bool:
    """The same contract, another lead: one went down and the other made it."""
    a, b = one.contract, other.contract
    if a is None or a != b or one.over >= 0 or other.over < 0:
        return False
    leads = [_lead(each) for each in (one, other)]
    return None not in leads and leads[0] != leads[1]


def _lead(replayed: ReplayedBridge) -> Move | None:
    return next((m for m in replayed.line if m.phase == "lead" and m.action == "play"), None)


def _sacrifice(one: ReplayedBridge, other: ReplayedBridge) -> bool:
    """One went down, doubled, for less than the other side's game is worth at the other table."""
    a, b = one.contract, other.contract
    if a is None or b is None or not a.doubled or one.over >= 0 or _same_side(one, other):
        return False
    lost, made = -one.play.result[a.declarer], other.play.result[b.declarer]
    return other.over >= 0 and b.trick_points >= GAME and lost < made


def _doubled(one: ReplayedBridge, other: ReplayedBridge) -> bool:
    """A part-score that the double made a game, and that was made."""
    a = one.contract
    if a is None or not a.doubled or one.over < 0 or other.contract == a:
        return False
    return a.undoubled_points < GAME <= a.trick_points


def all_in_view(deal: Deal, replays: Mapping[str, ReplayedBridge]) -> AllCards:
    """Double dummy: par, and what every call and card cost."""
    hands = hands_of(deal)
    if hands is None:
        return AllCards(message("not all four hands are known"))
    try:
        best = par(deal, hands)
        costs = {
            play.table: _costs(play, foreseen(deal, hands, replays[play.table]))
            for play in deal.plays
        }
    except NotInstalled:
        return AllCards(NOT_INSTALLED)
    sides = {seat: best.points if SIDES[seat] == SIDES[NORTH] else -best.points for seat in SEATS}
    ways = tuple(
        Move(PHASE, contract.declarer, "contract", str(contract)) for contract, _ in best.contracts
    )
    return AllCards(best=sides, ways=ways, costs=costs)


def _costs(play: Play, along: Sequence[Foreseen]) -> tuple[MoveCost, ...]:
    return tuple(map(_cost, play.line, along, along[1:]))


def _cost(move: Move, before: Foreseen, after: Foreseen) -> MoveCost:
    """``before`` and ``after``: the move."""
    sign = 1 if SIDES[move.seat] == SIDES[NORTH] else -1
    tricks = None
    if before.tricks is not None and after.tricks is not None:
        tricks = before.tricks - after.tricks
        tricks = tricks if move.seat in before.declaring else -tricks
    return MoveCost(sign * (before.points - after.points), tricks, sign * after.points)


BRIDGE = Facts(
    contrast,
    cap,
    unit,
    describe,
    COUNTED_IN,
    rules,
    recorded_as=contract_alone,
    all_in_view=all_in_view,
    written=written,
    known_alike=known_alike,
    seat_name=NAMES.__getitem__,
)
