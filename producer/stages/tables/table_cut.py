"""Cuts one table's hand down to a moment, and decides which cards are shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from producer.compare.equity import ALL_CARDS, THESE_HANDS, SpotKey, deal_equities, hand_equities
from producer.events import HoldemGame, Player
from producer.games import holdem
from producer.games.cards import Cards
from producer.games.holdem import HandState, Spot
from producer.games.holdem.ranks import kind, rank
from producer.games.line import Chips, Deal, Play, acting_order
from producer.games.pots import layers
from producer.games.tournament_course import TournamentWinner
from producer.stages.comparisons.comparison_cut import ChoiceSeen
from producer.stages.moment import NotDrawable
from producer.texts import number_of

Reveal = Literal["at once", "after action", "end of hand", "showdown", "never"]
"""When hole cards are shown: from the deal on; once their player has acted; when the hand is over;
only if shown down; never."""


BoardWanted = int | Literal["dealt", "seen"] | None
"""How many board cards to show, ``None`` for all that can be open. ``"dealt"``: as many of these as
the deal has so far. ``"seen"``: those that were open when the last move was made; what it closed
is not followed by a new street, nor by a result."""


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """A seat as of the moment; amounts in big blinds.

    ``cards``: empty if not shown or not known. ``left``: the chips in front of the player, with
    winnings once the hand is over; ``None`` for an unlimited stack. ``choice``: the last action on
    this street. ``bound``: ``"all-in"`` or ``"cap"`` once the player can bet no more. ``equity``:
    share of the pot, ``None`` unless the cards of all live seats are shown. ``won``: the result,
    once the hand is over. ``hand``: the kind of hand shown down, empty without a showdown.
    """

    seat: int
    player: Player
    cards: Cards
    folded: bool
    left: Fraction | None
    choice: ChoiceSeen | None
    bound: str
    to_act: bool
    equity: Fraction | None
    won: Fraction | None
    button: bool
    hand: str = ""


@dataclass(frozen=True, slots=True)
class TableSeen:
    """Everything a stage of one table may show; amounts in big blinds.

    ``seats``: in order of action. ``newest``: the seat of the last action, ``None`` at the start of
    a street. ``pots``: main pot first, empty if there is only one; ``contenders``: by pot, the
    seats that can win it. ``known``: which cards the
    equities are computed from, empty without equities. ``blinds``: in chips. ``number``: of the
    deal, out of ``deals``, which is 0 if unknown. ``winner``: of the tournament, once its last hand
    is over.
    """

    table: str
    seats: tuple[SeatSeen, ...]
    board: Cards
    pot: Fraction
    pots: tuple[Fraction, ...]
    to_call: Fraction | None
    newest: int | None
    known: str
    blinds: tuple[int, int]
    cap: Fraction | None
    number: int
    deals: int
    contenders: tuple[tuple[int, ...], ...] = ()
    winner: TournamentWinner | None = None


def table_seen(
    deal: Deal,
    table: str,
    moves: int,
    reveal: Reveal = "at once",
    masked: frozenset[int] = frozenset(),
    board: BoardWanted = None,
    deals: int = 0,
    winner: TournamentWinner | None = None,
) -> TableSeen:
    """The table after its first ``moves`` moves, with ``board`` board cards. ``winner``: of the
    tournament whose last hand this is.

    ``masked``: seats whose cards stay hidden until the hand is over, regardless of
    ``reveal``. Raises NotDrawable if the table has not played the deal or made fewer moves, or if
    so many cards cannot be open.
    """
    play = next((each for each in deal.plays if each.table == table), None)
    if play is None:
        raise NotDrawable(f"deal {deal.key}: table {table} has not played it", "pick another table")
    if not 0 <= moves <= len(play.line):
        raise NotDrawable(
            f"deal {deal.key}: table {table} made {number_of(len(play.line), 'move')}, not {moves}",
            f"name a moment from 0 to {len(play.line)}",
        )
    game = _holdem(deal, play)
    state = _standing(deal, play, moves, result=board != "seen")
    pots, contenders = _pots(play, state)
    shown_board, over = _board(deal, play, state, moves, board)
    if len(shown_board) < _most(play, state):
        state = replace(state, to_act=None)
    hands = _shown(deal, play, state, moves, over, reveal, masked)
    shares, known = _equities(state, hands, shown_board, over)
    order = acting_order(tuple(state.committed), deal.button, deal.direction)
    blind, spot = play.game.unit, state.to_act
    return TableSeen(
        table=table,
        seats=tuple(
            replace(
                _seat(deal, play, state, moves, over, seat, hands.get(seat, ()), shares.get(seat)),
                hand=_hand(state, seat, hands.get(seat, ()), shown_board) if over else "",
            )
            for seat in order
        ),
        board=shown_board,
        pot=Fraction(sum(state.committed.values()), blind),
        pots=pots,
        to_call=None if spot is None else Fraction(spot.to_call, blind),
        newest=None if over else _newest(play, spot, moves),
        known=known,
        blinds=(game.small_blind, blind),
        cap=None if game.cap is None else Fraction(game.cap, blind),
        number=deal.key.number,
        deals=deals,
        contenders=contenders,
        winner=winner if over else None,
    )


def _holdem(deal: Deal, play: Play) -> HoldemGame:
    if not isinstance(play.game, HoldemGame):
        raise NotDrawable(
            f"deal {deal.key}: the table graphic is hold'em's, and this is {play.game.name}",
            "choose another graphic",
        )
    return play.game


def _standing(deal: Deal, play: Play, moves: int, *, result: bool) -> HandState:
    """The hand at the moment. Only a whole line is settled, and only that needs the cards."""
    whole = result and moves == len(play.line)
    return holdem.hand_state(
        _holdem(deal, play),
        deal.button,
        deal.direction,
        play.stacks,
        deal.cards if whole else dict.fromkeys(deal.cards, ()),
        deal.board if whole else (),
        play.line[:moves],
        play.ruled,
    )


def _board(
    deal: Deal, play: Play, state: HandState, moves: int, wanted: BoardWanted
) -> tuple[Cards, bool]:
    """The open board cards, and whether the hand is over."""
    most = _most(play, state)
    if wanted == "seen":
        return deal.board[: holdem.BOARD_CARDS[play.line[moves - 1].street]], False
    least = most
    if state.to_act is None:
        least = holdem.BOARD_CARDS[play.line[-1].street] if play.line else 0
    if wanted == "dealt":
        opened = min(max(len(deal.board), least), most)
        opened = least if opened in (1, 2) else opened
    else:
        opened = most if wanted is None else wanted
    if not least <= opened <= most or opened in (1, 2):
        raise NotDrawable(
            f"table {play.table}: {opened} board cards cannot be open at this moment",
            f"name {least}" if least == most else f"name a street's, from {least} to {most}",
        )
    return deal.board[:opened], state.to_act is None and opened == most


def _most(play: Play, state: HandState) -> int:
    """How many board cards can be open."""
    if state.to_act is not None:
        return holdem.BOARD_CARDS[state.to_act.street]
    if len(state.shown) > 1:
        return 5
    return holdem.BOARD_CARDS[play.line[-1].street] if play.line else 0


def _shown(
    deal: Deal,
    play: Play,
    state: HandState,
    moves: int,
    over: bool,
    reveal: Reveal,
    masked: frozenset[int],
) -> dict[int, Cards]:
    """The hole cards to show, by seat."""
    dealt = {seat: deal.cards.get(seat, ()) for seat in state.committed}
    if reveal == "at once":
        seats = set(dealt)
    elif reveal == "after action":
        seats = {move.seat for move in play.line[:moves]}
    elif reveal == "end of hand":
        seats = set(dealt) if over else set()
    elif reveal == "showdown":
        opened = over or state.opened is not None
        seats = set(state.shown) if opened and len(state.shown) > 1 else set()
    else:
        seats = set()
    if not over:
        seats -= masked
    return {seat: dealt[seat] for seat in seats if dealt[seat]}


def _equities(
    state: HandState, hands: dict[int, Cards], board: Cards, over: bool
) -> tuple[dict[int, Fraction], str]:
    """Shares of the pot by seat, from the shown cards only, and which cards they are computed from.

    Empty if a live hand is hidden.
    """
    live = frozenset(state.live)
    if over or len(live) < 2 or not live <= hands.keys():
        return {}, ""
    street = next(name for name, cards in holdem.BOARD_CARDS.items() if cards == len(board))
    spot = SpotKey(street, live)
    if hands.keys() == state.committed.keys():
        equities, known = deal_equities(hands, board, [spot])[spot], ALL_CARDS
    else:
        equities, known = hand_equities(hands, board, [spot])[spot], THESE_HANDS
    if not isinstance(equities, dict):
        return {}, ""
    return {seat: equity.exact_share for seat, equity in equities.items()}, known


def _seat(
    deal: Deal,
    play: Play,
    state: HandState,
    moves: int,
    over: bool,
    seat: int,
    cards: Cards,
    equity: Fraction | None,
) -> SeatSeen:
    blind, spot = play.game.unit, state.to_act
    left, bound = _behind(deal, play, state, seat)
    won = state.result[seat] if over and state.result is not None else None
    if left is not None and won is not None:
        left = left + state.committed[seat] + won
    street = spot.street if spot is not None else play.line[moves - 1].street
    folded = seat not in state.live
    return SeatSeen(
        seat=seat,
        player=play.players.get(seat) or Player(name=f"{seat}"),
        cards=cards,
        folded=folded,
        left=None if left is None else Fraction(left, blind),
        choice=_choice(play, state, moves, seat, "" if folded else street),
        bound="" if folded else bound,
        to_act=spot is not None and spot.seat == seat,
        equity=equity,
        won=None if won is None else Fraction(won, blind),
        button=seat == deal.button,
    )


def _behind(deal: Deal, play: Play, state: HandState, seat: int) -> tuple[Chips | None, str]:
    """Chips in front of the seat, and why it can bet no more: ``all-in``, ``cap`` or empty."""
    game = _holdem(deal, play)
    stack = play.stacks.get(seat, game.stack)
    put, cap = state.committed[seat], game.cap
    if stack is not None and put >= stack:
        return 0, "all-in"
    left = None if stack is None else stack - put
    return left, "cap" if cap is not None and put >= cap else ""


def _choice(play: Play, state: HandState, moves: int, seat: int, street: str) -> ChoiceSeen | None:
    """The seat's last action on ``street``, or its fold on any."""
    blind = play.game.unit
    for place in reversed(range(moves)):
        move = play.line[place]
        if move.seat != seat:
            continue
        if move.action != "fold" and move.street != street:
            return None
        done = state.done[place]
        return ChoiceSeen(
            move.action, Fraction(done.to, blind), Fraction(done.paid, blind), done.mark
        )
    return None


def _newest(play: Play, spot: Spot | None, moves: int) -> int | None:
    if not moves or (spot is not None and play.line[moves - 1].street != spot.street):
        return None
    return play.line[moves - 1].seat


def _hand(state: HandState, seat: int, cards: Cards, board: Cards) -> str:
    """What kind of hand the seat showed down; empty if it showed none."""
    shown = len(state.shown) > 1 and seat in state.shown and cards and len(board) == 5
    return kind(rank((*cards, *board))) if shown else ""


def _pots(play: Play, state: HandState) -> tuple[tuple[Fraction, ...], tuple[tuple[int, ...], ...]]:
    """The pots, and the seats that can win each (RULES H4); empty if there is only one."""
    blind = play.game.unit
    if state.to_act is None:
        pots = [(pot.amount, pot.seats) for pot in state.pots]
    else:
        spot = state.to_act
        seats = list(spot.committed)
        paid = [spot.committed[seat] - spot.dead.get(seat, 0) for seat in seats]
        live = [place for place, seat in enumerate(seats) if seat in spot.live]
        able = [place for place in live if spot.behind[seats[place]] != 0]
        dead = sum(spot.dead.values())
        pots = [
            (amount, tuple(seats[place] for place in places))
            for amount, places in layers(paid, live, dead, able)
        ]
    pots = [pot for pot in pots if pot[0]]
    if len(pots) < 2:
        return (), ()
    return tuple(Fraction(amount, blind) for amount, _ in pots), tuple(who for _, who in pots)
