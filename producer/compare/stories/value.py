"""Stories of the betting: bluff, value missed and extracted, slow-play, trap (3, 5-7, 9)."""

from __future__ import annotations

from collections.abc import Iterator

from producer.compare.model import Fork, Story
from producer.compare.replayed_plays import (
    AGGRESSIVE,
    ReplayedPlay,
    called,
    last_aggression,
    lost_showdown,
    won_showdown,
)
from producer.compare.stories.model import StoryInput
from producer.games.cards import Cards
from producer.games.holdem import board_at
from producer.games.holdem.ranks import rank

BLUFF_SIZE = 0.10
VALUE_MISSED = 0.12
VALUE_EXTRACTED = 0.20
TRAP_WON = 0.40
SLOW_PLAY_WON = 0.10

_WORST_FULL_HOUSE, _WORST_STRAIGHT, _WORST_TRIPS, _WORST_TWO_PAIR = 322, 1609, 2467, 3325
"""Places as ``games.holdem.ranks`` gives them."""


def bluff_shown_down(story_input: StoryInput) -> Iterator[Story]:
    """The last bet on the river was called, and the hole cards made nothing."""
    for fork in story_input.forks:
        if fork.street != "river":
            continue
        quiet = tuple(t for b in fork.branches if b.move.action not in AGGRESSIVE for t in b.tables)
        bluffs = tuple(
            table
            for branch in fork.branches
            if branch.move.action in AGGRESSIVE
            for table in branch.tables
            if _is_bluff(story_input, table, fork)
        )
        if bluffs and quiet:
            size = min(_size(story_input, table, fork) for table in bluffs)
            yield Story("bluff shown down", fork.seat, bluffs, quiet, fork, {"bet": size})


def _is_bluff(story_input: StoryInput, table: str, fork: Fork) -> bool:
    replayed, place = story_input.tables[table], len(fork.history)
    return (
        last_aggression(replayed.line) == place
        and story_input.of_cap(_size(story_input, table, fork)) >= BLUFF_SIZE
        and called(replayed.line, place)
        and lost_showdown(replayed, fork.seat)
        and not _makes_a_pair(fork.cards, story_input.deal.board)
    )


def _size(story_input: StoryInput, table: str, fork: Fork) -> int:
    place = len(fork.history)
    replayed = story_input.tables[table]
    return (replayed.line[place].to or 0) - replayed.replay.spots[place].street_bets[fork.seat]


def _makes_a_pair(hole: Cards, board: Cards) -> bool:
    """Whether the hole cards add a pair, straight or flush to the board."""
    ranks = [card // 4 for card in board]
    own = [card // 4 for card in hole]
    if own[0] == own[1] or set(own) & set(ranks):
        return True
    return rank(hole + board) <= _WORST_STRAIGHT and rank(hole + board) < rank(board)


def value_missed(story_input: StoryInput) -> Iterator[Story]:
    """Checked or called on the river with the hand that wins, where a bet was paid elsewhere."""
    for fork in story_input.forks:
        if fork.street != "river":
            continue
        quiet = tuple(
            table
            for branch in fork.branches
            if branch.move.action in {"check", "call"}
            for table in branch.tables
            if won_showdown(story_input.tables[table], fork.seat)
        )
        paid = _paid(story_input, fork)
        if not quiet or not paid:
            continue
        best_quiet = max(story_input.result(table, fork.seat) for table in quiet)
        more = {table: story_input.result(table, fork.seat) - best_quiet for table in paid}
        better = tuple(table for table in paid if story_input.of_cap(more[table]) >= VALUE_MISSED)
        if better:
            apart = {"apart": max(more.values())}
            yield Story("value missed", fork.seat, quiet, better, fork, apart)


def _paid(story_input: StoryInput, fork: Fork) -> tuple[str, ...]:
    """The tables that bet or raised at the fork, were called, and won the showdown."""
    return tuple(
        table
        for branch in fork.branches
        if branch.move.action in AGGRESSIVE
        for table in branch.tables
        if called(story_input.tables[table].line, len(fork.history))
        and won_showdown(story_input.tables[table], fork.seat)
    )


def value_extracted(story_input: StoryInput) -> Iterator[Story]:
    """A bet or raise that was paid in the end, far above every other way the hand was played."""
    for fork in story_input.forks:
        for branch in fork.branches:
            if branch.move.action not in AGGRESSIVE:
                continue
            others = tuple(t for b in fork.branches if b is not branch for t in b.tables)
            ceiling = max(story_input.result(table, fork.seat) for table in others)
            winners = tuple(
                table
                for table in branch.tables
                if _paid_in_the_end(story_input.tables[table], fork.seat)
                and story_input.of_cap(story_input.result(table, fork.seat) - ceiling)
                >= VALUE_EXTRACTED
            )
            if winners:
                more = min(story_input.result(table, fork.seat) for table in winners) - ceiling
                yield Story("value extracted", fork.seat, winners, others, fork, {"apart": more})


def _paid_in_the_end(replayed: ReplayedPlay, seat: int) -> bool:
    """The seat's last bet or raise was called on the river, or all in before it, and won."""
    last = last_aggression(replayed.line)
    if last is None or not won_showdown(replayed, seat):
        return False
    settled = replayed.line[last].street == "river" or replayed.replay.opened is not None
    return settled and replayed.line[last].seat == seat and called(replayed.line, last)


def slow_play(story_input: StoryInput) -> Iterator[Story]:
    """Checked or called with a strong hand where another table bet, raised later, and won."""
    for fork in story_input.forks:
        if fork.street not in {"flop", "turn"} or not _is_strong(story_input, fork):
            continue
        loud = tuple(t for b in fork.branches if b.move.action in AGGRESSIVE for t in b.tables)
        sly = tuple(
            table
            for branch in fork.branches
            if branch.move.action in {"check", "call"}
            for table in branch.tables
            if _struck_later(story_input, table, fork)
            and story_input.of_cap(story_input.result(table, fork.seat)) >= SLOW_PLAY_WON
        )
        if sly and loud:
            won = min(story_input.result(table, fork.seat) for table in sly)
            yield Story("slow-play", fork.seat, sly, loud, fork, {"won": won})


def _is_strong(story_input: StoryInput, fork: Fork) -> bool:
    """Three of a kind or better that is not on the board, or two pair with both hole cards."""
    if len(fork.cards) != 2:
        return False
    board = board_at(story_input.deal.board, fork.street)
    place = rank(fork.cards + board)
    ranks = [card // 4 for card in board]
    own = [card // 4 for card in fork.cards]
    on_board = max(map(ranks.count, ranks))
    if on_board >= 3:
        return on_board == 3 and place <= _WORST_FULL_HOUSE
    two_pair = place <= _WORST_TWO_PAIR and own[0] != own[1] and set(own) <= set(ranks)
    return place <= _WORST_TRIPS or two_pair


def _struck_later(story_input: StoryInput, table: str, fork: Fork) -> bool:
    later = story_input.tables[table].line[len(fork.history) + 1 :]
    return any(move.seat == fork.seat and move.action in AGGRESSIVE for move in later)


def trap(story_input: StoryInput) -> Iterator[Story]:
    """Checked where another table bet, raised when somebody bet, and won a big pot."""
    for fork in story_input.forks:
        bet = tuple(t for b in fork.branches if b.move.action == "bet" for t in b.tables)
        sprung = tuple(
            table
            for branch in fork.branches
            if branch.move.action == "check"
            for table in branch.tables
            if _check_raised(story_input, table, fork)
            and story_input.of_cap(story_input.result(table, fork.seat)) >= TRAP_WON
        )
        if sprung and bet:
            won = min(story_input.result(table, fork.seat) for table in sprung)
            yield Story("trap", fork.seat, sprung, bet, fork, {"won": won})


def _check_raised(story_input: StoryInput, table: str, fork: Fork) -> bool:
    later = story_input.tables[table].line[len(fork.history) + 1 :]
    return any(
        move.street == fork.street and move.seat == fork.seat and move.action == "raise"
        for move in later
    )
