"""The comparison page's values: the deal, where the tables differed, how each ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from producer.compare.model import Branch, Comparison, Fork
from producer.games.holdem import Spot
from producer.games.line import Play, acting_order
from producer.games.spots import required_equity
from producer.stages.drawings import drawing_of
from producer.stages.words import amount, equal, ordinal, signed
from producer.web.pages.desk_rows import PairChoice, Part, choices, open_cards, parts, percent
from producer.web.pages.words import (
    Card,
    WordedMove,
    branch_moves,
    cards,
    hand,
    in_blinds,
    spot_words,
    worded_line,
)
from producer.wording import hand_name, headline


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as dealt: the same cards at every table."""

    number: int
    cards: tuple[Card, ...]
    button: bool
    chooses: bool


@dataclass(frozen=True, slots=True)
class LineStep:
    """One move, or a run of folds, of ``seats``.

    ``role``: ``parted`` for the first move that differs from the others, ``common`` before it.
    """

    seats: tuple[int, ...]
    words: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Street:
    name: str
    steps: tuple[LineStep, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """One seat at one table: chip score, the same against the seat's average, and its rank."""

    chips: str
    against: str
    rank: str


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One table. ``streets``: its line from the fork on, the whole line if it was not at the fork.

    ``mark`` is ``left`` or ``right`` for the suggested pair.
    """

    table: str
    team: str
    player: str
    versus: str
    streets: tuple[Street, ...]
    score: Score
    mark: str
    at_fork: bool


@dataclass(frozen=True, slots=True)
class Group:
    """The tables of one branch; ``shape`` is empty for tables that left before the fork."""

    shape: str
    words: str
    rows: tuple[ComparisonRow, ...]


@dataclass(frozen=True, slots=True)
class ComparisonPage:
    """A whole comparison page. ``seat``: whose results the rows show."""

    reference: str
    session: str
    group: str
    number: int
    headline: str
    same_rules: bool
    unit: str
    merit: int
    airable: int
    parts: tuple[Part, ...]
    vetoes: tuple[str, ...]
    holds: tuple[str, ...]
    seats: tuple[Seat, ...]
    board: tuple[Card, ...]
    later: tuple[Card, ...]
    seat: int
    hand: str
    spot: str
    price: str
    trunk: tuple[Street, ...]
    at_fork: int
    branches: tuple[Group, ...]
    elsewhere: Group | None
    pairing: tuple[str, ...]
    others: tuple[tuple[str, tuple[PairChoice, ...], str], ...]
    score_seats: tuple[int, ...]
    scores: tuple[tuple[str, tuple[Score, ...]], ...]
    table_names: Mapping[str, str]
    rulings: tuple[str, ...]
    waiting: tuple[str, ...]


def comparison_view(comparison: Comparison, language: str = "en") -> ComparisonPage:
    """The page of a comparison. ``language``: of the headline."""
    deal, fork = comparison.deal, comparison.fork
    seat = fork.seat if fork else _widest(comparison)
    at_fork = set(fork.tables) if fork else set()
    seen = open_cards(comparison, fork) if fork else len(deal.board)
    elsewhere = [play for play in deal.plays if play.table not in at_fork]
    plays = {play.table: play for play in deal.plays}
    return ComparisonPage(
        reference=str(deal.key),
        session=deal.key.session,
        group=deal.key.group,
        number=deal.key.number,
        headline=headline(comparison, language),
        same_rules=comparison.same_rules,
        unit=drawing_of(comparison).unit,
        merit=percent(comparison.merit),
        airable=percent(comparison.airable),
        parts=parts(comparison),
        vetoes=comparison.vetoes,
        holds=comparison.holds,
        seats=_seats(comparison, seat if fork else None),
        board=cards(deal.board[:seen]),
        later=cards(deal.board[seen:]),
        seat=seat,
        hand=hand_name(deal.cards.get(seat, ())),
        spot=spot_words(comparison, fork) if fork else "",
        price=_price(comparison, plays[fork.tables[0]], len(fork.history)) if fork else "",
        trunk=_trunk(comparison, fork, plays) if fork else (),
        at_fork=len(at_fork),
        branches=_branches(comparison, fork, plays) if fork else (),
        elsewhere=_elsewhere(comparison, elsewhere, seat),
        pairing=comparison.pairing,
        others=_other_forks(comparison),
        score_seats=tuple(sorted(comparison.swing)),
        scores=_scores(comparison),
        table_names=deal.table_names,
        rulings=deal.rulings,
        waiting=tuple(table for table in deal.tables if table not in plays),
    )


def _widest(comparison: Comparison) -> int:
    """The seat with the largest swing, for a deal without a fork."""
    return max(comparison.swing, key=lambda seat: comparison.swing[seat], default=1)


def _seats(comparison: Comparison, chooses: int | None) -> tuple[Seat, ...]:
    deal = comparison.deal
    everybody = set(deal.cards) | {seat for play in deal.plays for seat in play.players}
    order = acting_order(tuple(everybody | {deal.button}), deal.button, deal.direction)
    return tuple(
        Seat(seat, hand(deal.cards.get(seat, ())), seat == deal.button, seat == chooses)
        for seat in order
    )


def _trunk(comparison: Comparison, fork: Fork, plays: Mapping[str, Play]) -> tuple[Street, ...]:
    """The moves before the fork, the same at all its tables."""
    line, _ = worded_line(comparison, plays[fork.tables[0]], len(fork.history))
    return _streets(line)


def _price(comparison: Comparison, play: Play, depth: int) -> str:
    """The price of a call at the fork, the pot, and the equity that the call needs."""
    _, spots = worded_line(comparison, play, depth + 1)
    spot, blind = spots[depth], play.game.unit
    pot = amount(Fraction(spot.pot, blind))
    if not spot.to_call or not isinstance(spot, Spot):
        return f"pot {pot}"
    needed = required_equity(spot) or Fraction(0)
    return f"{amount(Fraction(spot.to_call, blind))} to win {pot}, needs {percent(float(needed))}%"


def _branches(comparison: Comparison, fork: Fork, plays: Mapping[str, Play]) -> tuple[Group, ...]:
    return tuple(
        Group(
            drawing_of(comparison).shapes[branch.move.action],
            move.words,
            tuple(
                _row(comparison, plays[table], fork.seat, len(fork.history))
                for table in _best_first(branch)
            ),
        )
        for move, branch in zip(branch_moves(comparison, fork), fork.branches, strict=True)
    )


def _best_first(branch: Branch) -> list[str]:
    return sorted(branch.tables, key=lambda table: -branch.results[table])


def _elsewhere(comparison: Comparison, plays: list[Play], seat: int) -> Group | None:
    if not plays:
        return None
    words = "Parted earlier" if comparison.fork else "Every table"
    return Group("", words, tuple(_row(comparison, play, seat, None) for play in plays))


def _row(comparison: Comparison, play: Play, seat: int, fork_at: int | None) -> ComparisonRow:
    player = play.players.get(seat)
    line, spots = worded_line(comparison, play)
    parted = _parted_at(comparison, line) if fork_at is None else fork_at
    live = () if fork_at is None else spots[fork_at].live
    return ComparisonRow(
        table=play.table,
        team=_team(comparison, play, seat),
        player="" if player is None else player.name,
        versus=_versus(comparison, play, [other for other in live if other != seat]),
        streets=_streets(line, parted, start=fork_at or 0),
        score=_score(comparison, play.table, seat),
        mark=_mark(comparison, play.table),
        at_fork=fork_at is not None,
    )


def _mark(comparison: Comparison, table: str) -> str:
    if table not in comparison.pairing:
        return ""
    return ("left", "right")[comparison.pairing.index(table)]


def _team(comparison: Comparison, play: Play, seat: int) -> str:
    player = play.players.get(seat)
    if player is None or player.team is None:
        return ""
    team = comparison.deal.teams.get(player.team)
    return player.team if team is None else team.name


def _versus(comparison: Comparison, play: Play, rivals: list[int]) -> str:
    """The opponents of the choice: those who had not folded."""
    if len(rivals) > 2:
        return f"against {len(rivals)} others"
    if not rivals:
        return ""
    return "against " + " and ".join(_rival(comparison, play, rival) for rival in rivals)


def _rival(comparison: Comparison, play: Play, seat: int) -> str:
    player = play.players.get(seat)
    who = _team(comparison, play, seat) or ("" if player is None else player.name)
    hand = hand_name(comparison.deal.cards.get(seat, ())) or f"seat {seat}"
    return f"{hand} of {who}" if who else hand


def _score(comparison: Comparison, table: str, seat: int) -> Score:
    against = comparison.against_average[table]
    if seat not in against:
        return Score("", "", "")
    return Score(
        signed(in_blinds(comparison, against[seat] + comparison.averages[seat])),
        signed(in_blinds(comparison, against[seat])),
        _rank(comparison, table, seat),
    )


def _rank(comparison: Comparison, table: str, seat: int) -> str:
    """The place, marked if tables share it, as on the graphics; ``level`` if all tables do."""
    places = [ranks[seat] for ranks in comparison.rank.values() if seat in ranks]
    place = comparison.rank[table][seat]
    if set(places) == {1}:
        return "level"
    return equal(ordinal(place), places.count(place) > 1)


def _scores(comparison: Comparison) -> tuple[tuple[str, tuple[Score, ...]], ...]:
    seats = sorted(comparison.swing)
    return tuple(
        (play.table, tuple(_score(comparison, play.table, seat) for seat in seats))
        for play in comparison.deal.plays
    )


def _other_forks(comparison: Comparison) -> tuple[tuple[str, tuple[PairChoice, ...], str], ...]:
    """Each with the id of its best pick, empty if it has none."""
    return tuple(
        (spot_words(comparison, fork), choices(comparison, fork), _pick_of(comparison, fork))
        for fork in comparison.forks
        if fork != comparison.fork
    )


def _pick_of(comparison: Comparison, fork: Fork) -> str:
    return next((pick.id for pick in comparison.picks if pick.fork == fork), "")


def _parted_at(comparison: Comparison, line: Sequence[WordedMove]) -> int | None:
    """The first move at which a table that missed the fork differs from the way to it."""
    fork = comparison.fork
    if fork is None:
        return None
    plays = {play.table: play for play in comparison.deal.plays}
    trunk, _ = worded_line(comparison, plays[fork.tables[0]], len(fork.history))
    same = (_choice(here) == _choice(there) for here, there in zip(line, trunk, strict=False))
    return next((place for place, alike in enumerate(same) if not alike), len(trunk))


def _choice(worded: WordedMove) -> tuple[str, int, str, Fraction | None]:
    move = worded.move
    return move.street, move.seat, move.action, worded.size


def _streets(
    line: Sequence[WordedMove], parted: int | None = None, start: int = 0
) -> tuple[Street, ...]:
    """A line by street from the move ``start`` on; ``parted`` is the first move that differs."""
    marked = [(each, _role(place, parted)) for place, each in enumerate(line)][start:]
    names = dict.fromkeys(each.move.street for each in line)
    by_street = {name: [pair for pair in marked if pair[0].move.street == name] for name in names}
    return tuple(Street(name, tuple(_steps(moves))) for name, moves in by_street.items() if moves)


def _role(place: int, parted: int | None) -> str:
    if parted is None or place > parted:
        return ""
    return "parted" if place == parted else "common"


def _steps(moves: Sequence[tuple[WordedMove, str]]) -> list[LineStep]:
    """One step a move, a run of folds as one."""
    steps: list[LineStep] = []
    for worded, role in moves:
        last, seat = steps[-1] if steps else None, worded.move.seat
        if last and last.words == worded.words == "fold" and last.role == role != "parted":
            steps[-1] = LineStep((*last.seats, seat), "fold", role)
        else:
            steps.append(LineStep((seat,), worded.words, role))
    return steps
