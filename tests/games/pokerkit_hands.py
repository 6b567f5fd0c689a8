"""Random legal hands played by pokerkit, with what it reports before every action."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from warnings import catch_warnings, simplefilter

from pokerkit import Automation, BettingStructure, Deck, Mode, Opening, StandardHighHand, Street
from pokerkit import State as Pokerkit

from producer.events import HoldemGame
from producer.games.cards import DECK, Cards, format_cards
from producer.games.line import Line, Move, acting_order

STREETS = ("preflop", "flop", "turn", "river")
STRUCTURES = {
    "no-limit": BettingStructure.NO_LIMIT,
    "pot-limit": BettingStructure.POT_LIMIT,
    "fixed-limit": BettingStructure.FIXED_LIMIT,
}
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.CHIPS_PULLING,
)


@dataclass(frozen=True)
class Setting:
    """A hand before its first action. ``order``: the seats after the button, as pokerkit's."""

    game: HoldemGame
    button: int
    direction: str
    order: tuple[int, ...]
    stacks: dict[int, int]
    cards: dict[int, Cards]
    board: Cards


@dataclass(frozen=True)
class Seen:
    """What pokerkit says before an action: actor's seat, pot, call, smallest and largest raise."""

    street: str
    seat: int
    pot: int
    to_call: int
    min_to: int | None
    max_to: int | None


@dataclass(frozen=True)
class Played:
    """A hand that pokerkit played to its end."""

    setting: Setting
    line: Line
    seen: tuple[Seen, ...]
    pots: tuple[tuple[int, tuple[int, ...]], ...]
    result: dict[int, int]


def random_setting(dice: random.Random) -> Setting:
    """2 to 10 players, every structure, antes of both kinds, uneven stacks, either direction."""
    players = dice.randint(2, 10)
    seats = tuple(sorted(dice.sample(range(1, 11), players)))
    button = dice.choice(seats)
    direction = dice.choice(("ascending", "descending"))
    order = acting_order(seats, button, direction)
    big = dice.choice((2, 10, 100))
    game = HoldemGame(
        betting=dice.choice(("no-limit", "pot-limit", "fixed-limit")),
        small_blind=big // 2,
        big_blind=big,
        cap=dice.choice((None, None, 12 * big, 50 * big)),
        ante=dice.choice((0, 0, big // 4, big)),
        ante_from=dice.choice(("everybody", "big-blind")),
        max_bets_heads_up=4,
        odd_chips="fractions",
        straddle=dice.choice((0, 0, 2 * big)) if players > 2 else 0,
    )
    forced = max(game.big_blind, game.straddle) + game.ante
    deep = dice.choice((3, 10, 60, 200)) * big
    stacks = {seat: dice.randint(forced, forced + deep) for seat in order}
    deck = dice.sample(DECK, 2 * players + 5)
    cards = {seat: tuple(deck[2 * i : 2 * i + 2]) for i, seat in enumerate(order)}
    return Setting(game, button, direction, order, stacks, cards, tuple(deck[-5:]))


def exactly(chips: int, winners: int) -> tuple[Fraction, int]:
    return Fraction(chips, winners), 0


def pokerkit_state(setting: Setting) -> Pokerkit:
    game = setting.game
    limits = {"no-limit": (None, None), "pot-limit": (None, None), "fixed-limit": (3, 4)}
    first, later = limits[game.betting]
    big_bet = 2 * game.big_blind if game.betting == "fixed-limit" else game.big_blind
    dealt = ((False, False), (), (), ())
    straddled = game.straddle and game.betting != "fixed-limit"
    opening = game.straddle if straddled else game.big_blind
    streets = tuple(
        Street(False, dealt[i], count, False, Opening.POSITION, least, most)
        for i, (count, least, most) in enumerate(
            (
                (0, opening, first),
                (3, game.big_blind, later),
                (1, big_bet, later),
                (1, big_bet, later),
            )
        )
    )
    cap = game.cap or max(setting.stacks.values())
    players = len(setting.order)
    everybody = game.ante_from == "everybody"
    state = Pokerkit(
        AUTOMATIONS,
        Deck.STANDARD,
        (StandardHighHand,),
        streets,
        STRUCTURES[game.betting],
        everybody,
        game.ante if everybody else {1: game.ante},
        (game.small_blind, game.big_blind, game.straddle)[:players],
        0,
        [min(cap, setting.stacks[seat]) for seat in setting.order],
        players,
        mode=Mode.TOURNAMENT,
        divmod=exactly if game.odd_chips == "fractions" else divmod,
    )
    for seat in setting.order:
        state.deal_hole(format_cards(setting.cards[seat]))
    return state


def raise_span(state: Pokerkit, acted: set[int]) -> tuple[int | None, int | None]:
    """The legal street totals of a bet or raise, by pokerkit except for who may raise again.

    H3: whoever has acted on this street may raise again only when it faces a full raise more,
    however many all-ins that took. pokerkit measures the first bet or raise of a street against
    nothing, so that an all-in below the minimum bet, or below a full raise of the blind, opens
    the betting again; and it starts to add up the small all-ins anew when they made a full raise.
    """
    state.consecutive_short_all_in_amounts.clear()
    smallest = state.street.min_completion_betting_or_raising_amount
    if state.actor_index in acted and state.checking_or_calling_amount < smallest:
        return None, None
    return (
        state.min_completion_betting_or_raising_to_amount,
        state.max_completion_betting_or_raising_to_amount,
    )


def nobody_to_bet_against(state: Pokerkit) -> bool:
    """pokerkit lets the big blind check its option where all others are all in; here (H6) the
    hands are opened, and the line has no such check."""
    others = (i for i in state.player_indices if i != state.actor_index and state.statuses[i])
    return not state.checking_or_calling_amount and not any(state.stacks[i] for i in others)


def choose(
    state: Pokerkit, span: tuple[int | None, int | None], dice: random.Random
) -> tuple[str, int | None]:
    """A legal action: word and street total."""
    least, most = span
    price = state.checking_or_calling_amount
    wish = dice.random()
    if least is not None and most is not None and wish < 0.35:
        to = dice.choice((least, least, most, dice.randint(least, most)))
        return ("raise" if max(state.bets) else "bet"), to
    if price and wish > 0.8:
        return "fold", None
    total = state.bets[state.actor_index] + price
    return ("call", total) if price else ("check", None)


def carry_out(state: Pokerkit, action: str, to: int | None) -> None:
    if action == "fold":
        state.fold()
    elif action in {"check", "call"}:
        state.check_or_call()
    else:
        state.complete_bet_or_raise_to(to)


def finish(state: Pokerkit, setting: Setting) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Showdown, board and pots; the pots as they stood before the first hand was shown."""
    pots = None
    while state.status:
        if state.can_deal_board():
            deal_board(state, setting)
            continue
        if pots is None:
            pots = tuple((pot.amount, tuple(pot.player_indices)) for pot in state.pots)
        if state.can_show_or_muck_hole_cards():
            state.show_or_muck_hole_cards(True)
        elif state.can_kill_hand():
            state.kill_hand()
        else:
            state.push_chips()
    return pots or ()


def deal_board(state: Pokerkit, setting: Setting) -> None:
    open_ = sum(len(cards) for cards in state.board_cards)
    state.deal_board(format_cards(setting.board[open_ : open_ + (1 if open_ else 3)]))


def play(setting: Setting, dice: random.Random) -> Played:
    """One hand from the deal to the last pot."""
    with catch_warnings():
        simplefilter("ignore")
        state = pokerkit_state(setting)
        line: list[Move] = []
        seen: list[Seen] = []
        while state.actor_index is not None or (state.can_deal_board() and not state.all_in_status):
            if state.actor_index is None:
                deal_board(state, setting)
                continue
            if nobody_to_bet_against(state):
                state.check_or_call()
                continue
            street = STREETS[state.street_index]
            acted = {setting.order.index(m.seat) for m in line if m.street == street}
            span = raise_span(state, acted)
            seat = setting.order[state.actor_index]
            price = state.checking_or_calling_amount
            seen.append(Seen(street, seat, state.total_pot_amount, price, *span))
            action, to = choose(state, span, dice)
            line.append(Move(street, seat, action, to))
            carry_out(state, action, to)
        pots = finish(state, setting)
    named = tuple((a, tuple(setting.order[p] for p in players)) for a, players in pots)
    result = dict(zip(setting.order, state.payoffs, strict=True))
    return Played(setting, tuple(line), tuple(seen), named, result)
