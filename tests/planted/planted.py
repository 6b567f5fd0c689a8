"""Sessions with planted stories and decoys: what a detector must find, and what not.

A session is 75 deals at six tables: ten plants, each satisfying one definition of
docs/interest.md by a wide margin, and 65 decoys in which nothing of the kind happens. Two of three
sessions are pot-limit with a cap of 50 big blinds, every third is no-limit with stacks of 50 big
blinds or more. Everything follows from the number of the session.

The generator knows the rules of the game and the text of docs/interest.md, not the program that
looks for the stories.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from planted_ambush import SLOW_PLAY, TRAP
from planted_bets import BLUFF, EXTRACTED, MISSED
from planted_calls import ALL_BUT_ONE, BIG_CALL, BIG_FOLD
from planted_cards import dealt
from planted_contrasts import OPPOSITE, ROADS
from planted_decoys import decoy
from planted_drafts import Draft, Maker, Seating
from planted_roads import SEATS, Felt, carried_out
from planted_whole import COOLER, DISASTER, ESCAPED

from producer.events import HoldemGame, Player, Team
from producer.games.line import Deal, DealKey, Play

DEALS, PLANTS, SESSIONS = 75, 10, 50
TABLES = ("T1", "T2", "T3", "T4", "T5", "T6")
TEAMS = ("Argentina", "Brazil", "China", "Denmark", "Ecuador", "Finland")
CAPPED = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=5000, stack=10000)
NO_LIMIT = HoldemGame(betting="no-limit", small_blind=50, big_blind=100, stack=5000)

MAKERS: dict[str, tuple[Maker, ...]] = {
    "big fold": BIG_FOLD,
    "cooler": COOLER,
    "bluff shown down": BLUFF,
    "value missed": MISSED,
    "opposite results with one hand": OPPOSITE,
    "big call": BIG_CALL,
    "slow-play": SLOW_PLAY,
    "the one who escaped": ESCAPED,
    "everybody called but one": ALL_BUT_ONE,
    "value extracted": EXTRACTED,
    "same disaster everywhere": DISASTER,
    "trap": TRAP,
    "different roads to one result": ROADS,
}


@dataclass(frozen=True, slots=True)
class Plant:
    """A story that was planted: the deal's number, the story's name, seat and tables.

    ``maker``: which construction of the story, counted from 0 within its kind.
    """

    deal: int
    story: str
    seat: int
    tables: tuple[str, ...]
    maker: int


@dataclass(frozen=True, slots=True)
class Session:
    """75 deals by number, and what is planted in ten of them."""

    deals: tuple[Deal, ...]
    plants: tuple[Plant, ...]


def session(number: int) -> Session:
    """Session ``number``, from 0: always the same deals for the same number."""
    rng = Random(f"planted {number}")
    game = NO_LIMIT if number % 3 == 2 else CAPPED
    places = sorted(rng.sample(range(1, DEALS + 1), PLANTS))
    hands = {table: rng.sample(range(1, DEALS + 1), DEALS) for table in TABLES}
    kinds = list(chosen(number))
    rng.shuffle(kinds)
    deals, plants = [], []
    for n in range(1, DEALS + 1):
        key = DealKey(f"planted-{number}", "A", n)
        running = {table: hands[table][n - 1] for table in TABLES}
        if n in places:
            story, maker = kinds.pop()
            seating, made = _made(rng, MAKERS[story][maker])
            deal, told = _played(rng, key, game, running, seating, made)
            plants.append(Plant(n, story, seating.roles[made.hero], told, maker))
        else:
            seating, made = _made(rng, decoy)
            deal, _ = _played(rng, key, game, running, seating, made)
        deals.append(deal)
    return Session(tuple(deals), tuple(plants))


def chosen(number: int) -> list[tuple[str, int]]:
    """The session's ten stories and their constructions: all in turn, through all sessions."""
    names = list(MAKERS)
    picked = []
    for n in range(number * PLANTS, (number + 1) * PLANTS):
        story = names[n % len(names)]
        picked.append((story, n // len(names) % len(MAKERS[story])))
    return picked


def _made(rng: Random, maker: Maker) -> tuple[Seating, Draft]:
    seating = Seating(rng, rng.choice(SEATS), "descending")
    return seating, maker(rng, seating)


def _played(
    rng: Random,
    key: DealKey,
    game: HoldemGame,
    hands: Mapping[str, int],
    seating: Seating,
    made: Draft,
) -> tuple[Deal, tuple[str, ...]]:
    """The draft at six tables, and the tables that the story is about."""
    felt = Felt(
        game,
        seating.direction,
        _stacks(rng, game),
        seating.button,
        dict(seating.roles),
        dealt(rng, made.situation, made.dealt, seating.roles),
        made.situation.board,
    )
    at = [group for group in made.groups for _ in range(group.tables)]
    rng.shuffle(at)
    replays = {group.road: carried_out(felt, group.road) for group in made.groups}
    plays = []
    for place, (table, group) in enumerate(zip(TABLES, at, strict=True)):
        told = replays[group.road]
        if told.result is None:
            raise ValueError(f"{key}, {table}: {told.unknown}")
        players = _players(place)
        plays.append(
            Play(table, hands[table], 1, game, felt.stacks, players, told.line, told.result)
        )
    deal = Deal(
        key=key,
        button=seating.button,
        cards=felt.cards,
        board=felt.board,
        plays=tuple(plays),
        tables=TABLES,
        direction=seating.direction,
        teams={name[0]: Team(name=name) for name in TEAMS},
    )
    return deal, tuple(t for t, group in zip(TABLES, at, strict=True) if group.told)


def _stacks(rng: Random, game: HoldemGame) -> dict[int, int]:
    """Equal stacks under a cap; without one the smallest of them is what a player can lose."""
    if game.cap:
        return dict.fromkeys(SEATS, game.stack or 0)
    deep = rng.sample(SEATS, rng.choice((0, 0, 1)))
    return {seat: 5000 + (rng.choice((1000, 3000)) if seat in deep else 0) for seat in SEATS}


def _players(place: int) -> dict[int, Player]:
    """A cyclic draw: every team once at the table and once in the seat."""
    teams = [TEAMS[(place + seat) % 6] for seat in range(6)]
    return {
        seat: Player(name=f"{team} {seat}", team=team[0])
        for seat, team in zip(SEATS, teams, strict=True)
    }
