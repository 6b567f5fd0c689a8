"""The comparison page's values: the deal, where the tables differed, how each ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from producer.compare.model import Comparison
from producer.compare.whole_hand import whole_hand
from producer.games.holdem import Spot
from producer.games.line import Deal, Play, acting_order
from producer.games.spots import required_equity
from producer.scoring.comparisons import imps
from producer.scoring.team_match import one_match
from producer.stages.comparisons.branches import DecisionPoint, best_point
from producer.stages.drawings import drawing_of
from producer.stages.words import amount, equal, ordinal, signed
from producer.web.appearance import appearance
from producer.web.languages import _, joined, marked, ngettext, word
from producer.web.pages.desk_rows import Part, open_cards, parts, percent
from producer.web.pages.words import (
    Card,
    WordedMove,
    branch_moves,
    cards,
    hand,
    in_blinds,
    seat_sign,
    seat_words,
    spot_words,
    worded_line,
)
from producer.wording import hand_name, headline
from producer.wording.language import language as speak


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as dealt: the same cards at every table."""

    name: str
    cards: tuple[Card, ...]
    button: bool
    chooses: bool


@dataclass(frozen=True, slots=True)
class LineStep:
    """One move, or a run of folds, of ``seats``, by the signs that the page gives them.

    ``role``: ``parted`` for the first move that differs from the others, ``common`` before it.
    """

    seats: tuple[str, ...]
    words: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Street:
    name: str
    steps: tuple[LineStep, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """One seat at one table: chip score, the same against the seat's average, and its rank. At two
    tables of bridge ``against`` is in IMPs against the other table."""

    chips: str
    against: str
    rank: str


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One table. ``streets``: its line from a shared spot on, else the whole line.

    ``mark`` is ``left`` or ``right`` for the suggested pair.
    """

    table: str
    team: str
    player: str
    versus: str
    streets: tuple[Street, ...]
    score: Score
    mark: str


@dataclass(frozen=True, slots=True)
class Group:
    """The tables of one branch; ``shape`` is empty for tables that never came to the decision."""

    shape: str
    words: str
    rows: tuple[ComparisonRow, ...]


@dataclass(frozen=True, slots=True)
class ComparisonPage:
    """A whole comparison page. ``seat``: whose results the rows show, by name. ``at_decision``: how
    many tables came to it; ``one_spot``: whether by the same moves, which are ``trunk``. ``alone``:
    its group has one table, so that nothing is compared. ``whole``: a segment can be made of its
    whole hand. ``named_seats``: they have names and one deals, as at bridge. ``against``: what
    ``Score.against`` is, in words. ``compared``: whether there are two results to compare."""

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
    seat: str
    hand: str
    spot: str
    price: str
    trunk: tuple[Street, ...]
    at_decision: int
    one_spot: bool
    branches: tuple[Group, ...]
    elsewhere: Group | None
    pairing: tuple[str, ...]
    score_seats: tuple[str, ...]
    scores: tuple[tuple[str, tuple[Score, ...]], ...]
    table_names: Mapping[str, str]
    rulings: tuple[str, ...]
    waiting: tuple[str, ...]
    alone: bool
    whole: bool
    has_board: bool
    named_seats: bool
    against: str
    game: str
    compared: bool

    @property
    def named_tables(self) -> tuple[tuple[str, str], ...]:
        """All tables, each with the name it is shown by."""
        return tuple((table, self.table_names.get(table, table)) for table, _ in self.scores)


def comparison_view(comparison: Comparison, language: str = "en") -> ComparisonPage:
    """The page of a comparison. ``language``: of the headline."""
    deal, point = comparison.deal, best_point(comparison)
    seat = point.seat if point else _best(deal) if deal.alone else _widest(comparison)
    seen = open_cards(comparison)
    elsewhere = [play for play in deal.plays if point is None or play.table not in point.at]
    plays = {play.table: play for play in deal.plays}
    first = _first(point, plays) if point and point.one_spot else None
    trunk = worded_line(comparison, *first)[0] if first else None
    return ComparisonPage(
        reference=str(deal.key),
        session=deal.key.session,
        group=deal.key.group,
        number=deal.key.number,
        headline=headline(comparison, language),
        same_rules=comparison.same_rules,
        unit=_unit(comparison),
        merit=percent(comparison.merit),
        airable=percent(comparison.airable),
        parts=parts(comparison),
        vetoes=comparison.vetoes,
        holds=comparison.holds,
        seats=_seats(comparison, seat if point else None),
        board=cards(deal.board[:seen]),
        later=cards(deal.board[seen:]),
        seat=seat_words(comparison, seat),
        hand=hand_name(deal.cards.get(seat, ()), appearance().language),
        spot=spot_words(comparison, point) if point else "",
        price=_price(comparison, *first) if first else "",
        trunk=_streets(comparison, trunk or ()),
        at_decision=len(point.at) if point else 0,
        one_spot=point is None or point.one_spot,
        branches=_branches(comparison, point, plays) if point else (),
        elsewhere=_elsewhere(comparison, elsewhere, seat, trunk),
        pairing=comparison.pairing,
        score_seats=tuple(seat_words(comparison, seat) for seat in sorted(comparison.swing)),
        scores=_scores(comparison),
        table_names=deal.table_names,
        rulings=deal.rulings,
        waiting=tuple(table for table in deal.tables if table not in plays),
        alone=deal.alone,
        whole=whole_hand(comparison) is not None,
        has_board=drawing_of(comparison).has_board,
        named_seats=drawing_of(comparison).panel is not None,
        against=ngettext("IMP", "IMPs", 2) if _counts_imps(comparison) else _("v average"),
        game=next((play.game.name for play in deal.plays), "holdem"),
        compared=len(deal.plays) > 1,
    )


def _unit(comparison: Comparison) -> str:
    """Of the results of every seat: a bridge board's are points, a difference of them IMPs."""
    drawing = drawing_of(comparison)
    return drawing.unit if drawing.panel is None else marked("points")


def _counts_imps(comparison: Comparison) -> bool:
    """Whether a table's score counts against that of the one other table."""
    tables = [play.table for play in comparison.deal.plays]
    return drawing_of(comparison).panel is not None and one_match(comparison.deal, tables)


def _widest(comparison: Comparison) -> int:
    """The seat with the largest swing, for a deal without a pick."""
    return max(comparison.swing, key=lambda seat: comparison.swing[seat], default=1)


def _best(deal: Deal) -> int:
    """The seat that won most."""
    result = deal.plays[0].result if deal.plays else {}
    return max(result, key=lambda seat: result[seat], default=1)


def _seats(comparison: Comparison, chooses: int | None) -> tuple[Seat, ...]:
    deal = comparison.deal
    everybody = set(deal.cards) | {seat for play in deal.plays for seat in play.players}
    order = acting_order(tuple(everybody | {deal.button}), deal.button, deal.direction)
    return tuple(
        Seat(
            seat_words(comparison, seat),
            hand(deal.cards.get(seat, ())),
            seat == deal.button,
            seat == chooses,
        )
        for seat in order
    )


def _first(point: DecisionPoint, plays: Mapping[str, Play]) -> tuple[Play, int]:
    """The first table at a decision, and its number of moves before it."""
    table = point.tables[0]
    return plays[table], point.at[table]


def _price(comparison: Comparison, play: Play, depth: int) -> str:
    """The price of a call at the fork, the pot, and the equity that the call needs."""
    spot, blind = worded_line(comparison, play, depth + 1)[1][depth], play.game.unit
    pot = amount(Fraction(spot.pot, blind))
    if not spot.to_call or not isinstance(spot, Spot):
        return _("pot {amount}", amount=pot) if spot.pot else ""
    needed = required_equity(spot) or Fraction(0)
    return _(
        "{price} to win {pot}, needs {percent}%",
        price=amount(Fraction(spot.to_call, blind)),
        pot=pot,
        percent=percent(float(needed)),
    )


def _branches(
    comparison: Comparison, point: DecisionPoint, plays: Mapping[str, Play]
) -> tuple[Group, ...]:
    against = comparison.against_average
    return tuple(
        Group(
            drawing_of(comparison).shapes[move.move.action],
            move.words,
            tuple(
                _row_at(comparison, plays[table], point)
                for table in sorted(tables, key=lambda table: -against[table][point.seat])
            ),
        )
        for move, tables in zip(branch_moves(comparison, point), point.branches, strict=True)
    )


def _elsewhere(
    comparison: Comparison, plays: Sequence[Play], seat: int, trunk: Sequence[WordedMove] | None
) -> Group | None:
    """``trunk``: the way to the spot that these tables left, if it was one."""
    if not plays:
        return None
    all_tables = len(plays) == len(comparison.deal.plays)
    words = (
        _("Every table")
        if all_tables
        else _("The other tables")
        if trunk is None
        else _("Parted earlier")
    )
    return Group("", words, tuple(_row_elsewhere(comparison, play, seat, trunk) for play in plays))


def _row_elsewhere(
    comparison: Comparison, play: Play, seat: int, trunk: Sequence[WordedMove] | None
) -> ComparisonRow:
    line = worded_line(comparison, play)[0]
    parted = None if trunk is None else _parted_at(trunk, line)
    return _row(comparison, play, seat, (), _streets(comparison, line, parted))


def _row_at(comparison: Comparison, play: Play, point: DecisionPoint) -> ComparisonRow:
    """A table at the decision: its line from a shared spot on, else all of it."""
    at = point.at[play.table]
    line, spots = worded_line(comparison, play)
    streets = _streets(comparison, line, at, start=at if point.one_spot else 0)
    return _row(comparison, play, point.seat, spots[at].live, streets)


def _row(
    comparison: Comparison,
    play: Play,
    seat: int,
    live: Sequence[int],
    streets: tuple[Street, ...],
) -> ComparisonRow:
    player = play.players.get(seat)
    return ComparisonRow(
        table=play.table,
        team=_team(comparison, play, seat),
        player="" if player is None else player.name,
        versus=_versus(comparison, play, [other for other in live if other != seat]),
        streets=streets,
        score=_score(comparison, play.table, seat),
        mark=_mark(comparison, play.table),
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
    """The opponents of the choice: those who had not folded; nothing in a game of partners,
    whose panel names them."""
    if drawing_of(comparison).panel is not None:
        return ""
    if len(rivals) > 2:
        return ngettext("against {n} other", "against {n} others", len(rivals))
    if not rivals:
        return ""
    return _("against {who}", who=joined(_rival(comparison, play, rival) for rival in rivals))


def _rival(comparison: Comparison, play: Play, seat: int) -> str:
    player = play.players.get(seat)
    who = _team(comparison, play, seat) or ("" if player is None else player.name)
    hand = hand_name(comparison.deal.cards.get(seat, ()), appearance().language) or _(
        "seat {n}", n=seat
    )
    return _("{hand} of {who}", hand=hand, who=who) if who else hand


def _score(comparison: Comparison, table: str, seat: int) -> Score:
    against = comparison.against_average[table]
    if seat not in against:
        return Score("", "", "")
    apart = in_blinds(comparison, against[seat])
    if _counts_imps(comparison):
        apart = Fraction(imps(2 * against[seat]))  # the average lies halfway to the other table
    return Score(
        signed(in_blinds(comparison, against[seat] + comparison.averages[seat])),
        signed(apart),
        _rank(comparison, table, seat),
    )


def _rank(comparison: Comparison, table: str, seat: int) -> str:
    """The place, marked if tables share it, as on the graphics; ``level`` if all tables do."""
    places = [ranks[seat] for ranks in comparison.rank.values() if seat in ranks]
    place = comparison.rank[table][seat]
    if set(places) == {1}:
        return _("level")
    return equal(ordinal(place, speak(appearance().language)), places.count(place) > 1)


def _scores(comparison: Comparison) -> tuple[tuple[str, tuple[Score, ...]], ...]:
    seats = sorted(comparison.swing)
    return tuple(
        (play.table, tuple(_score(comparison, play.table, seat) for seat in seats))
        for play in comparison.deal.plays
    )


def _parted_at(trunk: Sequence[WordedMove], line: Sequence[WordedMove]) -> int:
    """The first move at which a table that never came to a spot differs from the way to it."""
    same = (_choice(here) == _choice(there) for here, there in zip(line, trunk, strict=False))
    return next((place for place, alike in enumerate(same) if not alike), len(trunk))


def _choice(worded: WordedMove) -> tuple[object, ...]:
    move = worded.move
    return move.street, move.seat, move.action, worded.size, worded.text


def _streets(
    comparison: Comparison,
    line: Sequence[WordedMove],
    parted: int | None = None,
    start: int = 0,
) -> tuple[Street, ...]:
    """A line by street from the move ``start`` on; ``parted`` is the first move that differs."""
    marked = [(each, _role(place, parted)) for place, each in enumerate(line)][start:]
    names = dict.fromkeys(each.move.street for each in line)
    by_street = {name: [pair for pair in marked if pair[0].move.street == name] for name in names}
    return tuple(
        Street(name, tuple(_steps(comparison, moves))) for name, moves in by_street.items() if moves
    )


def _role(place: int, parted: int | None) -> str:
    if parted is None or place > parted:
        return ""
    return "parted" if place == parted else "common"


def _steps(comparison: Comparison, moves: Sequence[tuple[WordedMove, str]]) -> list[LineStep]:
    """One step a move, a run of folds as one."""
    folded = word("fold")
    steps: list[LineStep] = []
    for worded, role in moves:
        last, seat = steps[-1] if steps else None, seat_sign(comparison, worded.move.seat)
        if last and last.words == worded.words == folded and last.role == role != "parted":
            steps[-1] = LineStep((*last.seats, seat), folded, role)
        else:
            steps.append(LineStep((seat,), worded.words, role))
    return steps
