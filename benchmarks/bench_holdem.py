"""Results of six-handed hands of about twelve actions with showdown: ours against pokerkit."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence

from pokerkit import Automation, Mode, NoLimitTexasHoldem, State

from benchmarks.six_handed import GAME, Hand, six_handed
from producer.games.cards import format_cards
from producer.games.holdem import chip_scores, replay
from producer.games.line import acting_order

ROUNDS = 12
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def main() -> None:
    """Prints hands a second, the best of twelve rounds, and the ratio; the results are compared."""
    quick = "--quick" in sys.argv
    hands = six_handed(500 if quick else 2_000)
    few = hands[: 25 if quick else 100]
    if any(scores(hand) != theirs(hand) for hand in few):
        raise SystemExit("the results differ from pokerkit's: no benchmark")
    actions = sum(len(hand.line) for hand in hands) / len(hands)
    ours = speed(scores, hands)
    spots = speed(replayed, hands)
    pokerkit = speed(theirs, few)
    sys.stdout.write(
        f"six-handed hands with showdown, {actions:.1f} actions each, one core\n"
        f"  chip scores alone      {ours:10,.0f} hands/s\n"
        f"  replay with all spots  {spots:10,.0f} hands/s\n"
        f"  pokerkit               {pokerkit:10,.0f} hands/s\n"
        f"  ours : pokerkit        {ours / pokerkit:10,.0f} : 1\n"
    )


def speed(play: Callable[[Hand], object], hands: Sequence[Hand]) -> float:
    """Hands a second of processor time, the best of all rounds: others use the machine too."""
    best = 0.0
    for _ in range(ROUNDS):
        start = time.process_time()
        for hand in hands:
            play(hand)
        best = max(best, len(hands) / (time.process_time() - start))
    return best


def scores(hand: Hand) -> object:
    dealt = (hand.stacks, hand.cards, hand.board, hand.line)
    return chip_scores(GAME, hand.button, "ascending", *dealt)


def replayed(hand: Hand) -> object:
    dealt = (hand.stacks, hand.cards, hand.board, hand.line)
    return replay(GAME, hand.button, "ascending", *dealt)


def theirs(hand: Hand) -> object:
    """The same hand by pokerkit, its cards dealt as they are."""
    order = acting_order(tuple(hand.stacks), hand.button, "ascending")
    blinds = (GAME.small_blind, GAME.big_blind)
    state = NoLimitTexasHoldem.create_state(
        AUTOMATIONS,
        True,
        0,
        blinds,
        GAME.big_blind,
        [hand.stacks[seat] for seat in order],
        len(order),
        mode=Mode.TOURNAMENT,
    )
    for seat in order:
        state.deal_hole(format_cards(hand.cards[seat]))
    board = [format_cards(hand.board[:3]), *(format_cards((card,)) for card in hand.board[3:])]
    for move in hand.line:
        open_board(state, board)
        if move.action == "fold":
            state.fold()
        elif move.action in {"check", "call"}:
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to(move.to)
    while state.status and board:
        open_board(state, board)
    return dict(zip(order, state.payoffs, strict=True))


def open_board(state: State, board: list[str]) -> None:
    """The next cards of the board, if they are due, after an unknown burn card."""
    if state.can_burn_card():
        state.burn_card("??")
    if state.can_deal_board():
        state.deal_board(board.pop(0))


if __name__ == "__main__":
    main()
