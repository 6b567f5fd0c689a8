"""The hold'em hands of PHH files, read and played by pokerkit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from warnings import catch_warnings, simplefilter

from pokerkit import HandHistory
from pokerkit_hands import STREETS, Seen, raise_span

from producer.events import HoldemGame
from producer.games.cards import Cards, parse_cards
from producer.games.line import Line, Move

BETTING = {"NT": "no-limit", "FT": "fixed-limit"}


@dataclass(frozen=True)
class PhhHand:
    place: str
    game: HoldemGame
    button: int
    stacks: dict[int, int]
    cards: dict[int, Cards]
    board: Cards
    line: Line
    seen: tuple[Seen, ...]
    result: dict[int, int]


def read_hands(folder: Path) -> list[PhhHand]:
    """Every no-limit and fixed-limit hold'em hand below ``folder``; seat n is player n."""
    hands = []
    for path in sorted(folder.rglob("*.phh")):
        with path.open("rb") as file:
            history = HandHistory.load(file)
        if history.variant in BETTING:
            hands.append(as_hand(str(path), history))
    return hands


def as_hand(place: str, history: HandHistory) -> PhhHand:
    players = len(history.starting_stacks)
    blinds = sorted(history.blinds_or_straddles)[-2:]
    antes = history.antes
    game = HoldemGame(
        betting=BETTING[history.variant],
        small_blind=blinds[0],
        big_blind=blinds[1],
        ante=max(antes),
        ante_from="everybody" if history.ante_trimming_status else "big-blind",
        small_bet=history.small_bet,
        big_bet=history.big_bet,
        odd_chips="fractions",
    )
    dealt = "".join(re.findall(r"^d db (\S+)", "\n".join(history.actions), re.MULTILINE))
    line, seen, result = played(history)
    return PhhHand(
        place=place,
        game=game,
        button=players,
        stacks=dict(enumerate(history.starting_stacks, 1)),
        cards=known_cards(history.actions),
        board=parse_cards(dealt),
        line=line,
        seen=seen,
        result=result,
    )


def known_cards(actions: list[str]) -> dict[int, Cards]:
    """Hole cards as dealt or as shown at the end."""
    cards: dict[int, Cards] = {}
    for action in actions:
        match = re.match(r"d dh p(\d+) (\S+)|p(\d+) sm (\S+)", action)
        if match and "?" not in (text := match[2] or match[4]) and text != "-":
            cards[int(match[1] or match[3])] = parse_cards(text)
    return cards


def played(history: HandHistory) -> tuple[Line, tuple[Seen, ...], dict[int, int]]:
    line: list[Move] = []
    seen: list[Seen] = []
    before: tuple[Seen, int] | None = None
    with catch_warnings():
        simplefilter("ignore")
        for state, action in history.state_actions:
            match = re.match(r"p(\d+) (f|cc|cbr)\b", action or "")
            if match and before:
                spot, total = before
                seen.append(spot)
                line.append(move(spot, match[2], total, action))
            before = None
            if state.actor_index is not None:
                street = STREETS[state.street_index]
                acted = {move.seat - 1 for move in line if move.street == street}
                span = raise_span(state, acted)
                price = state.checking_or_calling_amount
                seat = state.actor_index + 1
                before = (
                    Seen(street, seat, state.total_pot_amount, price, *span),
                    state.bets[state.actor_index] + price,
                )
    return tuple(line), tuple(seen), dict(enumerate(state.payoffs, 1))


def move(spot: Seen, word: str, total: int, action: str) -> Move:
    if word == "f":
        return Move(spot.street, spot.seat, "fold")
    if word == "cc":
        if not spot.to_call:
            return Move(spot.street, spot.seat, "check")
        return Move(spot.street, spot.seat, "call", total)
    opened = spot.to_call or spot.street == "preflop"
    to = int(re.search(r"cbr (\d+)", action)[1])
    return Move(spot.street, spot.seat, "raise" if opened else "bet", to)
