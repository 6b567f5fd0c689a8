"""Texas hold'em: replays a line, finds the legal actions at every spot, scores it (RULES P, H).

Pure and exact: chips are ints, or Fractions where a split needs them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from producer.events import HoldemGame
from producer.games.cards import Cards
from producer.games.holdem.betting import (
    UNLIMITED,
    BettingState,
    Post,
    apply_move,
    awaited,
    call_to,
    deal_in,
    raise_range,
)
from producer.games.holdem.showdown import (
    NO_FACTS,
    Ending,
    ShowdownFacts,
    final_pots,
    settle,
    showing_order,
)
from producer.games.line import Chips, IllegalLine, Line, Move, acting_order
from producer.games.pots import Pot, exact
from producer.messages import message

BOARD_CARDS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}


@dataclass(frozen=True, slots=True)
class Spot:
    """The situation before a move.

    ``pot``: all chips put in so far, this street included. ``to_call``: chips the actor must add.
    ``min_to``/``max_to``: the legal street totals of a bet or raise, ``None`` if none is legal;
    ``max_to`` alone is ``None`` in no-limit without a cap or a stated stack.
    ``committed``: chips put in over the whole hand; ``street_bets``: on this street;
    ``behind``: what each seat may still put in (cap and stack applied), ``None`` for unlimited.
    ``live``: seats that have not folded, in order of action. ``dead``: the part of the committed
    chips that need not be matched (a big blind ante, a dead blind), by seat.
    ``stacks``: chips at the start of the hand, ``None`` for unlimited.
    """

    street: str
    seat: int
    pot: int
    to_call: int
    min_to: int | None
    max_to: int | None
    committed: Mapping[int, int]
    street_bets: Mapping[int, int]
    behind: Mapping[int, int | None]
    live: tuple[int, ...]
    dead: Mapping[int, int] = field(default_factory=dict)
    stacks: Mapping[int, int | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Replay:
    """A replayed line: ``spots[i]`` is the situation before move ``i``.

    ``marks[i]``: ``"all-in"``, ``"cap"`` if the seat reached the cap with chips behind (P2), else
    ``""``. ``to_act``: the spot after the last move, ``None`` when the hand is over. ``result``:
    chip score by seat (P3), ``None`` during the hand or if unknown cards leave it open; then
    ``unknown`` says why. ``shown``: the seats at showdown, first to show first (H6). ``line``:
    the moves, every call with its amount. ``opened``: the street after whose betting the hands
    were turned up with board cards to come (H6), else ``None``. ``awaited``: who must act and
    what is legal, in words, ``None`` when the hand is over. ``pots``: the final pots, main pot
    first, with the seats that could win them; ``returned``: uncalled chips by seat (H4).
    """

    spots: tuple[Spot, ...]
    marks: tuple[str, ...]
    to_act: Spot | None
    committed: Mapping[int, int]
    live: tuple[int, ...]
    result: Mapping[int, Chips] | None
    shown: tuple[int, ...]
    line: Line = ()
    unknown: str | None = None
    opened: str | None = None
    awaited: str | None = None
    pots: tuple[Pot, ...] = ()
    returned: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Done:
    """The effect of a move: ``to``, its seat's street total; ``paid``, the chips it put in;
    ``mark`` as in ``Replay``."""

    to: int
    paid: int
    mark: str


@dataclass(frozen=True, slots=True)
class HandState:
    """A hand after its moves: ``done[i]`` is move ``i``'s effect, the rest as in ``Replay``."""

    done: tuple[Done, ...]
    to_act: Spot | None
    committed: Mapping[int, int]
    live: tuple[int, ...]
    result: Mapping[int, Chips] | None = None
    shown: tuple[int, ...] = ()
    opened: str | None = None
    pots: tuple[Pot, ...] = ()


def replay(
    game: HoldemGame,
    button: int,
    direction: str,
    stacks: Mapping[int, int | None],
    cards: Mapping[int, Cards],
    board: Cards,
    line: Line,
    facts: ShowdownFacts = NO_FACTS,
) -> Replay:
    """Replays ``line``. Raises IllegalLine at the first illegal move.

    The seats of the hand are those of ``stacks``, or of ``cards`` if there are no stacks; a seat
    without a stack has the game's. A line may stop before the hand is over: see ``to_act``, and
    ``finished`` to require its end. ``facts``: see ShowdownFacts.
    """
    betting = seated(game, button, direction, stacks, cards, facts.ruled, facts.posts)
    dealt, dead = dealt_stacks(betting, stacks), dead_chips(betting)
    spots, marks, moves = [], [], []
    for n, move in enumerate(line, 1):
        spot = spot_of(betting, dealt, dead)
        apply_move(betting, move, n)
        assert spot is not None
        spots.append(spot)
        marks.append(_mark(betting, dealt, move))
        moves.append(_with_amount(spot, move))
    before = Replay(
        spots=tuple(spots),
        marks=tuple(marks),
        to_act=spot_of(betting, dealt, dead),
        committed=dict(zip(betting.seats, betting.put, strict=True)),
        live=_live(betting),
        result=None,
        shown=(),
        line=tuple(moves),
        awaited=awaited(betting) if betting.pending else None,
    )
    if betting.pending:
        return before
    ending = settle(betting, cards, board, facts, len(line) + 1)
    pots, returned = final_pots(betting)
    shown = showing_order(betting, button)
    return replace(
        before,
        result=scores_of(betting, ending),
        shown=shown,
        unknown=ending.unknown,
        opened=_opened(betting, shown),
        pots=pots,
        returned=returned,
    )


def hand_state(
    game: HoldemGame,
    button: int,
    direction: str,
    stacks: Mapping[int, int | None],
    cards: Mapping[int, Cards],
    board: Cards,
    line: Line,
    ruled: Collection[int] = (),
) -> HandState:
    """The hand after ``line``, without the spots before it: half the time of ``replay``, for
    graphics that are drawn at every move. Raises IllegalLine."""
    betting = seated(game, button, direction, stacks, cards, ruled)
    dealt, dead = dealt_stacks(betting, stacks), dead_chips(betting)
    done = []
    for n, move in enumerate(line, 1):
        bet, put = betting.bet.copy(), betting.put.copy()
        apply_move(betting, move, n)
        position = betting.seats.index(move.seat)
        paid = betting.put[position] - put[position]
        done.append(Done(bet[position] + paid, paid, _mark(betting, dealt, move)))
    committed = dict(zip(betting.seats, betting.put, strict=True))
    if betting.pending:
        return HandState(tuple(done), spot_of(betting, dealt, dead), committed, _live(betting))
    ending = settle(betting, cards, board, NO_FACTS, len(line) + 1)
    shown = showing_order(betting, button)
    return HandState(
        tuple(done), None, committed, _live(betting), scores_of(betting, ending), shown,
        _opened(betting, shown), final_pots(betting)[0],
    )  # fmt: skip


def chip_scores(
    game: HoldemGame,
    button: int,
    direction: str,
    stacks: Mapping[int, int | None],
    cards: Mapping[int, Cards],
    board: Cards,
    line: Line,
    facts: ShowdownFacts = NO_FACTS,
) -> Mapping[int, Chips] | None:
    """The ``result`` of ``replay`` for a finished hand, faster because it builds no spots.

    Raises IllegalLine, also if the hand is not over.
    """
    betting = seated(game, button, direction, stacks, cards, facts.ruled, facts.posts)
    n = 0
    for n, move in enumerate(line, 1):
        apply_move(betting, move, n)
    if betting.pending:
        raise unfinished(n, awaited(betting))
    return scores_of(betting, settle(betting, cards, board, facts, n + 1))


def finished(replayed: Replay) -> Replay:
    """``replayed`` itself. Raises IllegalLine if the hand is not over."""
    if replayed.awaited is not None:
        raise unfinished(len(replayed.line), replayed.awaited)
    return replayed


def board_at(board: Cards, street: str) -> Cards:
    """The cards of ``board`` that are open on ``street``."""
    return board[: BOARD_CARDS[street]]


def contrast(a: Move, b: Move) -> float:
    """How different two moves at one spot are, 0 to 1.

    Fold against continue 1, call against raise 0.7, check against bet 0.6, size only 0.25.
    """
    kinds = {a.action, b.action}
    if "fold" in kinds:
        return 1.0 if len(kinds) > 1 else 0.0
    if len(kinds) == 1 or kinds == {"bet", "raise"}:
        return 0.0 if a.to == b.to else 0.25
    return 0.6 if "check" in kinds else 0.7


def unfinished(actions: int, expected: str) -> IllegalLine:
    reason = message("the hand is not over, an action is missing")
    return IllegalLine(actions + 1, reason, expected)


def seated(
    game: HoldemGame,
    button: int,
    direction: str,
    stacks: Mapping[int, int | None],
    cards: Mapping[int, Cards],
    ruled: Collection[int],
    posts: Sequence[Post] | None = None,
) -> BettingState:
    seats = acting_order(tuple(stacks or cards), button, direction)
    if not 2 <= len(seats) <= 10:
        raise IllegalLine(
            1, message("{n} seats in the hand", n=len(seats)), message("2 to 10 seats")
        )
    betting = deal_in(game, seats, stacks, posts)
    betting.ruled = ruled
    return betting


def dealt_stacks(betting: BettingState, stacks: Mapping[int, int | None]) -> dict[int, int | None]:
    return {seat: stacks.get(seat, betting.game.stack) for seat in betting.seats}


def dead_chips(betting: BettingState) -> dict[int, int]:
    return {seat: chips for seat, chips in zip(betting.seats, betting.dead, strict=True) if chips}


def _opened(betting: BettingState, shown: tuple[int, ...]) -> str | None:
    return betting.street_name if shown and betting.street < 3 else None


def spot_of(
    betting: BettingState, dealt: Mapping[int, int | None], dead: Mapping[int, int]
) -> Spot | None:
    if not betting.pending:
        return None
    actor = betting.pending[0]
    least, most = raise_range(betting, actor) or (None, None)
    seats, put = betting.seats, betting.put
    return Spot(
        street=betting.street_name,
        seat=seats[actor],
        pot=betting.pot,
        to_call=max(0, call_to(betting, actor) - betting.bet[actor]),
        min_to=least,
        max_to=None if most is not None and most > UNLIMITED >> 1 else most,
        committed=dict(zip(seats, put, strict=True)),
        street_bets=dict(zip(seats, betting.bet, strict=True)),
        behind={
            seat: left if (left := limit - chips) < UNLIMITED >> 1 else None
            for seat, limit, chips in zip(seats, betting.limit, put, strict=True)
        },
        live=_live(betting),
        dead=dead,
        stacks=dealt,
    )


def _live(betting: BettingState) -> tuple[int, ...]:
    return tuple([betting.seats[position] for position in betting.live])


def _mark(betting: BettingState, dealt: Mapping[int, int | None], move: Move) -> str:
    if move.action in {"fold", "check"}:
        return ""
    position = betting.seats.index(move.seat)
    put = betting.put[position]
    if put < betting.limit[position]:
        return ""
    return "all-in" if put == dealt[move.seat] else "cap"


def _with_amount(spot: Spot, move: Move) -> Move:
    if move.action != "call" or move.to is not None:
        return move
    return Move(move.street, move.seat, "call", spot.street_bets[move.seat] + spot.to_call)


def scores_of(betting: BettingState, ending: Ending) -> Mapping[int, Chips] | None:
    if ending.won is None:
        return None
    scores = {
        seat: won - put
        for seat, won, put in zip(betting.seats, ending.won, betting.put, strict=True)
    }
    if betting.game.odd_chips == "fractions":
        return {seat: exact(score) for seat, score in scores.items()}
    return scores
