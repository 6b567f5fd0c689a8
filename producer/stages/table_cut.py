"""One table as of a moment of its hand: what may be known of it, and which cards are shown."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from producer.compare.equity import ALL_CARDS, THESE_HANDS, SpotKey, deal_equities, hand_equities
from producer.events import Player
from producer.games import holdem
from producer.games.cards import Cards
from producer.games.holdem import HandState, Spot
from producer.games.line import Chips, Deal, Play, acting_order
from producer.games.pots import layers
from producer.stages.moment import ChoiceSeen, NotDrawable

Reveal = Literal["at once", "after action", "end of hand", "showdown", "never"]
"""When held cards are shown: from the deal on; once their player has acted; when the hand is
over; only where they were shown down; not at all."""


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """A seat as of the moment; amounts in big blinds.

    ``cards``: empty where they are not shown, or not known. ``left``: chips in front of the
    player, after the pot is paid where the hand is over, ``None`` for unlimited. ``choice``: the
    last move on this street. ``bound``: ``"all-in"`` or ``"cap"`` once nothing more can go in.
    ``equity``: share of the pot, ``None`` unless the hands of all live seats are shown. ``won``:
    the result of a hand that is over.
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


@dataclass(frozen=True, slots=True)
class TableSeen:
    """All that a stage of one table may show; amounts in big blinds.

    ``seats``: in the order of action. ``newest``: the seat of the last move, ``None`` where the
    street has just begun. ``pots``: main pot first, where there are several. ``known``: what the
    equities know, empty where there are none. ``blinds``: in chips. ``number`` of ``deals``: 0
    where the session does not tell.
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


def table_seen(
    deal: Deal,
    table: str,
    moves: int,
    reveal: Reveal = "at once",
    masked: frozenset[int] = frozenset(),
    board: int | Literal["told"] | None = None,
    deals: int = 0,
) -> TableSeen:
    """The table after its first ``moves`` moves, with ``board`` cards open, by default all by then;
    ``"told"``: as many as the deal has so far, of those that can lie open.

    ``masked``: seats whose cards stay hidden until the hand is over, whatever ``reveal`` says.
    Raises NotDrawable where the table has not played the deal, or has made fewer moves.
    """
    play = next((each for each in deal.plays if each.table == table), None)
    if play is None:
        raise NotDrawable(f"deal {deal.key}: table {table} has not played it", "pick another table")
    if not 0 <= moves <= len(play.line):
        raise NotDrawable(
            f"deal {deal.key}: table {table} made {len(play.line)} moves, not {moves}",
            f"name a moment from 0 to {len(play.line)}",
        )
    standing = _standing(deal, play, moves)
    shown_board, over = _board(deal, play, standing, board)
    hands = _shown(deal, play, standing, moves, over, reveal, masked)
    shares, known = _equities(standing, hands, shown_board, over)
    order = acting_order(tuple(standing.committed), deal.button, deal.direction)
    blind, spot = play.game.big_blind, standing.to_act
    return TableSeen(
        table=table,
        seats=tuple(
            _seat(deal, play, standing, moves, over, seat, hands.get(seat, ()), shares.get(seat))
            for seat in order
        ),
        board=shown_board,
        pot=Fraction(sum(standing.committed.values()), blind),
        pots=_pots(play, standing),
        to_call=None if spot is None else Fraction(spot.to_call, blind),
        newest=None if over else _newest(play, spot, moves),
        known=known,
        blinds=(play.game.small_blind, blind),
        cap=None if play.game.cap is None else Fraction(play.game.cap, blind),
        number=deal.key.number,
        deals=deals,
    )


def _standing(deal: Deal, play: Play, moves: int) -> HandState:
    """The line up to the moment. Only a whole line is settled, and only that needs the board."""
    whole = moves == len(play.line)
    return holdem.hand_state(
        play.game,
        deal.button,
        deal.direction,
        play.stacks,
        deal.cards if whole else dict.fromkeys(deal.cards, ()),
        deal.board if whole else (),
        play.line[:moves],
    )


def _board(
    deal: Deal, play: Play, standing: HandState, wanted: int | Literal["told"] | None
) -> tuple[Cards, bool]:
    """The board that lies open, and whether the hand is over with it."""
    if standing.to_act is not None:
        most = least = holdem.BOARD_CARDS[standing.to_act.street]
    else:
        least = holdem.BOARD_CARDS[play.line[-1].street] if play.line else 0
        most = 5 if len(standing.shown) > 1 else least
    opened = most if wanted is None else wanted if wanted != "told" else _told(deal, least, most)
    if not least <= opened <= most or opened in (1, 2):
        raise NotDrawable(
            f"table {play.table}: {opened} cards of the board do not lie open at this moment",
            f"name {least}" if least == most else f"name a street's, from {least} to {most}",
        )
    return deal.board[:opened], standing.to_act is None and opened == most


def _told(deal: Deal, least: int, most: int) -> int:
    cards = min(max(len(deal.board), least), most)
    return least if cards in (1, 2) else cards


def _shown(
    deal: Deal,
    play: Play,
    standing: HandState,
    moves: int,
    over: bool,
    reveal: Reveal,
    masked: frozenset[int],
) -> dict[int, Cards]:
    """The cards that may be seen, by seat."""
    dealt = {seat: deal.cards.get(seat, ()) for seat in standing.committed}
    if reveal == "at once":
        seats = set(dealt)
    elif reveal == "after action":
        seats = {move.seat for move in play.line[:moves]}
    elif reveal == "end of hand":
        seats = set(dealt) if over else set()
    elif reveal == "showdown":
        opened = over or standing.opened is not None
        seats = set(standing.shown) if opened and len(standing.shown) > 1 else set()
    else:
        seats = set()
    if not over:
        seats -= masked
    return {seat: dealt[seat] for seat in seats if dealt[seat]}


def _equities(
    standing: HandState, hands: dict[int, Cards], board: Cards, over: bool
) -> tuple[dict[int, Fraction], str]:
    """Shares of the pot from the shown cards alone; nothing where a live hand is hidden."""
    live = frozenset(standing.live)
    if over or len(live) < 2 or not live <= hands.keys():
        return {}, ""
    street = next(name for name, cards in holdem.BOARD_CARDS.items() if cards == len(board))
    spot = SpotKey(street, live)
    if hands.keys() == standing.committed.keys():
        found, known = deal_equities(hands, board, [spot])[spot], ALL_CARDS
    else:
        found, known = hand_equities(hands, board, [spot])[spot], THESE_HANDS
    if not isinstance(found, dict):
        return {}, ""
    return {seat: equity.exact_share for seat, equity in found.items()}, known


def _seat(
    deal: Deal,
    play: Play,
    standing: HandState,
    moves: int,
    over: bool,
    seat: int,
    cards: Cards,
    equity: Fraction | None,
) -> SeatSeen:
    blind, spot = play.game.big_blind, standing.to_act
    left, bound = _behind(play, standing, seat)
    won = standing.result[seat] if over and standing.result is not None else None
    if left is not None and won is not None:
        left = left + standing.committed[seat] + won
    street = spot.street if spot is not None else play.line[moves - 1].street
    folded = seat not in standing.live
    return SeatSeen(
        seat=seat,
        player=play.players.get(seat) or Player(name=f"{seat}"),
        cards=cards,
        folded=folded,
        left=None if left is None else Fraction(left, blind),
        choice=_choice(play, standing, moves, seat, "" if folded else street),
        bound="" if folded else bound,
        to_act=spot is not None and spot.seat == seat,
        equity=equity,
        won=None if won is None else Fraction(won, blind),
        button=seat == deal.button,
    )


def _behind(play: Play, standing: HandState, seat: int) -> tuple[Chips | None, str]:
    """Chips in front of the seat, and what binds it: ``all-in``, ``cap`` or nothing."""
    stack = play.stacks.get(seat, play.game.stack)
    put, cap = standing.committed[seat], play.game.cap
    if stack is not None and put >= stack:
        return 0, "all-in"
    left = None if stack is None else stack - put
    return left, "cap" if cap is not None and put >= cap else ""


def _choice(
    play: Play, standing: HandState, moves: int, seat: int, street: str
) -> ChoiceSeen | None:
    """The seat's last move on ``street``, or its fold."""
    blind = play.game.big_blind
    for place in reversed(range(moves)):
        move = play.line[place]
        if move.seat != seat:
            continue
        if move.action != "fold" and move.street != street:
            return None
        done = standing.done[place]
        return ChoiceSeen(
            move.action, Fraction(done.to, blind), Fraction(done.paid, blind), done.mark
        )
    return None


def _newest(play: Play, spot: Spot | None, moves: int) -> int | None:
    if not moves or (spot is not None and play.line[moves - 1].street != spot.street):
        return None
    return play.line[moves - 1].seat


def _pots(play: Play, standing: HandState) -> tuple[Fraction, ...]:
    """The pots by who can win them (RULES H4), one alone left unsaid."""
    blind = play.game.big_blind
    if standing.to_act is None:
        amounts = [pot.amount for pot in standing.pots]
    else:
        spot = standing.to_act
        seats = list(spot.committed)
        paid = [spot.committed[seat] - spot.dead.get(seat, 0) for seat in seats]
        live = [place for place, seat in enumerate(seats) if seat in spot.live]
        able = [place for place in live if spot.behind[seats[place]] != 0]
        dead = sum(spot.dead.values())
        amounts = [amount for amount, _ in layers(paid, live, dead, able)]
    told = tuple(Fraction(amount, blind) for amount in amounts if amount)
    return told if len(told) > 1 else ()
