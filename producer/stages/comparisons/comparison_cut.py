"""Cuts a comparison down to a moment, before anything is drawn.

Stages are made from such cuts only, so they cannot contain anything later than their moment.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from producer.compare.model import Comparison
from producer.events import Player
from producer.games.cards import Cards
from producer.games.game import Replayed, Step
from producer.games.line import Chips, Play
from producer.stages.comparisons.branches import DecisionPoint
from producer.stages.drawings import DRAWINGS
from producer.stages.moment import Known, Moment
from producer.wording.games.positions import position


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent still in the hand; ``cards`` is empty if they are not known."""

    player: Player
    cards: Cards


@dataclass(frozen=True, slots=True)
class ChoiceSeen:
    """What the player did and what it cost; amounts in big blinds.

    ``action``: in hold'em fold, check, call, bet or raise. ``to``: the total on this street.
    ``paid``: the chips added. ``mark``: ``""``, ``"all-in"`` or ``"cap"`` (RULES P2). ``detail``:
    what the move says in words, in other games.
    """

    action: str
    to: Fraction
    paid: Fraction
    mark: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    """The result against the seat's average, in big blinds, and its ``rank`` among the ``field``
    results of this seat. ``shared``: another table has the same rank."""

    versus_average: Fraction
    rank: int
    field: int
    shared: bool = False


@dataclass(frozen=True, slots=True)
class EndSeen:
    """How the hand ended for the player: on which ``street``, and who ``folded``: the player, else
    the last opponents; nobody at a showdown."""

    street: str
    folded: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class OutcomeSeen:
    """The player's result in big blinds; ``place`` is ``None`` unless every table shown has ended:
    it depends on all results."""

    chips: Fraction
    place: PlaceSeen | None
    end: EndSeen | None = None


@dataclass(frozen=True, slots=True)
class SideSeen:
    """One table as of the moment; ``outcome`` is ``None`` before its end.

    ``to_call`` and ``pot``: before the decision, in big blinds; the pot is everything put in so
    far, the bet to call included. ``choice``: the player's decision, ``None`` before it. ``later``:
    what the player last did after it; at the end what the hand turned out to be, in a game that
    shows it. ``pot_now``: the pot after the last known move, ``None`` up to the decision and at the
    end. ``first``: none of the opponents had acted on this street yet; not so at the end. ``spot``:
    what everybody at the table saw before the decision.
    """

    table: str
    player: Player
    opponents: tuple[Opponent, ...]
    to_call: Fraction
    pot: Fraction
    choice: ChoiceSeen | None
    outcome: OutcomeSeen | None
    later: ChoiceSeen | None = None
    pot_now: Fraction | None = None
    first: bool = False
    spot: Step | None = None

    @property
    def did(self) -> ChoiceSeen | None:
        return self.later or self.choice


@dataclass(frozen=True, slots=True)
class SplitSeen:
    """Everything a stage of these tables may show: the hole cards, the board as far as any of them
    has seen it, the sides.

    ``blind``: the big blind in chips; 0 if the tables' big blinds differ, so that amounts compare
    only in big blinds. ``alike``: how many tables chose the same after the same moves, of how
    many that played the deal; ``None`` if tables parted, or while a choice is not known.
    ``one_spot``: whether all came to the decision by the same moves. ``street``: of the decision,
    and ``position``: the player's; empty if they differ between the tables. ``tables``: how many
    were dealt these cards.
    """

    cards: Cards
    board: Cards
    sides: tuple[SideSeen, ...]
    blind: int = 0
    alike: tuple[int, int] | None = None
    one_spot: bool = True
    street: str = ""
    position: str = ""
    tables: int = 0

    @property
    def asks(self) -> bool:
        """Whether the price is still the question: no side is known beyond its decision."""
        return all(side.outcome is None and side.pot_now is None for side in self.sides)

    @property
    def ended(self) -> bool:
        return all(side.outcome is not None for side in self.sides)

    @property
    def best(self) -> tuple[SideSeen, ...]:
        """Those with the best result of the tables shown, once all have ended; none if all have the
        same."""
        results = [side.outcome.chips for side in self.sides if side.outcome]
        if len(results) < len(self.sides) or len(set(results)) == 1:
            return ()
        most = max(results)
        return tuple(side for side in self.sides if side.outcome and side.outcome.chips == most)

    @property
    def parts(self) -> bool:
        """Whether the tables part here, as far as is known."""
        return self.one_spot and self.alike is None


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A table whose line did not come to the decision: its player in that seat, and the result."""

    table: str
    player: Player
    outcome: OutcomeSeen | None


@dataclass(frozen=True, slots=True)
class FieldSeen:
    """Everything a stage of the whole field may show.

    ``split``: all tables at the fork, branch by branch, the largest branch first.
    """

    split: SplitSeen
    elsewhere: tuple[Elsewhere, ...]


def split(
    comparison: Comparison, point: DecisionPoint, tables: tuple[str, ...], moment: Moment
) -> SplitSeen:
    """The comparison as of a moment, for tables that all came to ``point``. Raises NotDrawable if
    the moment names another table."""
    moment.must_show(tables)
    shown = [(comparison.replays[table], point.at[table], moment.of(table)) for table in tables]
    blinds = {each.play.game.unit for each, _, _ in shown}
    ended = all(known is None for _, _, known in shown)
    sides = tuple(
        _side(comparison, point.seat, each, at, None if known is None else at + known, ended)
        for each, at, known in shown
    )
    teams = {side.player.team for side in sides}
    if any(each.player.team in teams for side in sides for each in side.opponents):
        sides = tuple(map(_opponents_alone, sides))
    chosen = all(side.choice is not None for side in sides)
    same = point.one_spot and len(point.branches) == 1
    return SplitSeen(
        cards=point.cards,
        board=max((_board(*each) for each in shown), key=len),
        sides=sides,
        blind=blinds.pop() if len(blinds) == 1 else 0,
        alike=(len(point.at), len(comparison.deal.plays)) if chosen and same else None,
        one_spot=point.one_spot,
        street=_only({each.line[at].phase for each, at, _ in shown}),
        position=_only({_position(comparison, point.seat, each.play) for each, _, _ in shown}),
        tables=len(comparison.deal.plays),
    )


def _only(values: set[str]) -> str:
    """The value of a set with one, else empty."""
    return values.pop() if len(values) == 1 else ""


def _position(comparison: Comparison, seat: int, play: Play) -> str:
    """Empty in a game without positions, too."""
    deal = comparison.deal
    if DRAWINGS[play.game.name].street is None:
        return ""
    return position(tuple(play.players), deal.button, deal.direction, seat) or ""


def whole_field(comparison: Comparison, point: DecisionPoint, moment: Moment) -> FieldSeen:
    """The comparison as of a moment, for all tables with a player in the seat of ``point``; in the
    order of the deal's tables until their decisions are known."""
    finished = [play.table for play in comparison.deal.plays]
    split_seen = split(comparison, point, tuple(sorted(point.at, key=finished.index)), moment)
    others = [
        play
        for play in comparison.deal.plays
        if play.table not in point.at and point.seat in play.players
    ]
    return FieldSeen(
        split_seen,
        tuple(
            Elsewhere(
                play.table,
                play.players[point.seat],
                _outcome(comparison, point.seat, play, True) if split_seen.ended else None,
            )
            for play in others
        ),
    )


def _board(shown: Replayed, at: int, known: Known) -> Cards:
    """What the table had seen of the board; before the decision, the street of the decision."""
    return shown.board_after(None if known is None else at + max(1, known))


def _side(
    comparison: Comparison, seat: int, shown: Replayed, at: int, made: int | None, ended: bool
) -> SideSeen:
    """One table, whose seat decides after ``at`` moves, after ``made`` moves of its hand, ``None``
    for all and the result; ``ended``: whether every table shown has ended."""
    deal, play = comparison.deal, shown.play
    spot, blind = shown.spots[at], play.game.unit
    holds_cards = DRAWINGS[play.game.name].holds_cards
    moves = len(play.line) if made is None else min(made, len(play.line))
    own = [n for n in range(at, moves) if play.line[n].seat == seat]
    beyond = made is not None and made > at + 1
    last = _choice(shown, own[-1]) if beyond and len(own) > 1 else None
    return SideSeen(
        table=play.table,
        player=play.players[seat],
        opponents=tuple(
            Opponent(play.players[live], deal.cards.get(live, ()) if holds_cards else ())
            for live in spot.live
            if live != seat
        ),
        to_call=Fraction(spot.to_call, blind),
        pot=Fraction(spot.pot, blind),
        choice=_choice(shown, own[0]) if own else None,
        outcome=replace(_outcome(comparison, seat, play, ended), end=_end(shown, seat, at))
        if made is None
        else None,
        later=_ending(shown, seat) if made is None else last,
        pot_now=Fraction(_pot_after(shown, moves), blind) if beyond and shown.put_in else None,
        first=made is not None and _first(shown, at),
        spot=spot,
    )


def _opponents_alone(side: SideSeen) -> SideSeen:
    """The side with its opponents under their own names only: beside a team that is shown, the same
    team as an opponent reads as if the two sides played each other."""

    def alone(player: Player) -> Player:
        return player.model_copy(update={"team": None})

    opponents = tuple(replace(each, player=alone(each.player)) for each in side.opponents)
    outcome = side.outcome
    if outcome and outcome.end:
        folded = tuple(p if p == side.player else alone(p) for p in outcome.end.folded)
        outcome = replace(outcome, end=replace(outcome.end, folded=folded))
    return replace(side, opponents=opponents, outcome=outcome)


def _first(shown: Replayed, at: int) -> bool:
    """Whether none of the opponents still in had made a move in the phase of move ``at``."""
    live, phase = set(shown.spots[at].live), shown.line[at].phase
    return all(
        move.phase != phase or move.seat not in live or move.seat == shown.line[at].seat
        for move in shown.line[:at]
    )


def _choice(shown: Replayed, n: int) -> ChoiceSeen:
    """Move ``n`` of the table, from 0."""
    move, spot, blind = shown.line[n], shown.spots[n], shown.play.game.unit
    had = spot.street_bets.get(move.seat, 0)
    to = had if move.to is None else move.to
    said = move.detail if isinstance(move.detail, str) else ""
    return ChoiceSeen(
        move.action, Fraction(to, blind), Fraction(to - had, blind), shown.marks[n], said
    )


def _pot_after(shown: Replayed, moves: int) -> int:
    """Everything put in by the first ``moves`` moves."""
    if moves < len(shown.spots):
        return shown.spots[moves].pot
    return shown.put_in


def _outcome(comparison: Comparison, seat: int, play: Play, ended: bool) -> OutcomeSeen:
    chips = _ratio(play.result[seat], play.game.unit)
    if not ended:
        return OutcomeSeen(chips, None)
    unit = play.game.unit if comparison.unit == "chips" else 1
    ranks = [each[seat] for each in comparison.rank.values() if seat in each]
    rank = comparison.rank[play.table][seat]
    versus = _ratio(comparison.against_average[play.table][seat], unit)
    return OutcomeSeen(chips, PlaceSeen(versus, rank, len(ranks), ranks.count(rank) > 1))


def _ending(shown: Replayed, seat: int) -> ChoiceSeen | None:
    ending = DRAWINGS[shown.play.game.name].ending
    return ending(shown, seat) if ending else None


def _end(shown: Replayed, seat: int, at: int) -> EndSeen:
    """Of opponents, those who folded after move ``at``, if all have."""
    players, line = shown.play.players, shown.line
    folds = [move for move in line[at:] if move.action == "fold"]
    own = next((move for move in folds if move.seat == seat), None)
    if own is not None:
        return EndSeen(own.phase, (players[seat],))
    alone = {move.seat for move in folds} == set(shown.spots[at].live) - {seat}
    return EndSeen(line[-1].phase, tuple(players[each.seat] for each in folds) if alone else ())


def _ratio(chips: Chips, unit: int) -> Fraction:
    return Fraction(chips) / unit
