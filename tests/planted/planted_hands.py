"""The situations that the plants and decoys are dealt, by name.

In each the first hand beats the second at the river, and both have reasons to play.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from planted_cards import Situation, drawn, high_low, own_cards_idle, ranks_of, strong, until

from producer.games.cards import RANKS
from producer.games.holdem.ranks import kind, rank


def _place(situation: Situation, who: int, cards: int = 5) -> str:
    return kind(rank(situation.holes[who] + situation.board[:cards]))


def rank_of(text: str) -> int:
    """The number of a rank, 0 to 12."""
    return RANKS.index(text)


def set_over_overpair(rng: Random) -> Situation:
    """A set on the flop against a pair higher than the board."""

    def attempt(rng: Random) -> Situation | None:
        over, small = high_low(rng, 2, "5")
        flop = rank_of(over)
        return drawn(
            rng,
            (f"{small}a{small}b", f"{over}a{over}b"),
            f"{small}c********",
            lambda s: max(ranks_of(s.board[:3])) < flop and _place(s, 1, 3) == "pair",
        )

    return until(rng, attempt)


def two_pair_over_top_pair(rng: Random) -> Situation:
    """Two pair with both cards on the flop against top pair, ace kicker."""

    def attempt(rng: Random) -> Situation | None:
        top, low = high_low(rng, 2, "4", "K")
        return drawn(
            rng,
            (f"{top}a{low}b", f"Aa{top}b"),
            f"{top}c{low}c******",
            lambda s: (
                strong(s.holes[0], s.board[:3])
                and _place(s, 1, 3) == "pair"
                and max(ranks_of(s.board[:3])) == rank_of(top)
                and _place(s, 0, 3) == "two pair"
            ),
        )

    return until(rng, attempt)


def set_over_set(rng: Random) -> Situation:
    """The higher of two sets on the flop."""

    def attempt(rng: Random) -> Situation | None:
        high, low = high_low(rng, 2, "3")
        return drawn(
            rng,
            (f"{high}a{high}b", f"{low}a{low}c"),
            f"{high}c{low}d******",
            lambda s: _place(s, 0, 3) == _place(s, 1, 3) == "three of a kind",
        )

    return until(rng, attempt)


def flush_over_flush(rng: Random) -> Situation:
    """Two flushes by the turn at the latest, two cards of the suit on the flop at least."""

    def attempt(rng: Random) -> Situation | None:
        high, low, one, two, three = high_low(rng, 5, "3")
        mine, its = high_low(rng, 2, "2", "9")
        if {mine, its} & {high, low, one, two, three}:
            return None
        flop = f"{one}a{two}a**{three}a**" if rng.random() < 0.5 else f"{one}a{two}a{three}a****"
        return drawn(
            rng,
            (f"{high}a{mine}a", f"{low}a{its}a"),
            flop,
            lambda s: _place(s, 0) == _place(s, 1) == "flush",
        )

    return until(rng, attempt)


def straight_over_set(rng: Random) -> Situation:
    """A straight on the flop or turn against a set that does not fill up."""

    def attempt(rng: Random) -> Situation | None:
        low = rng.randint(1, 8)
        run = RANKS[low : low + 5]
        a, b, c, d, e = run
        holds, opens = rng.choice((((b, d), (a, c, e)), ((d, e), (a, b, c)), ((a, d), (b, c, e))))
        one, two, three = opens
        return drawn(
            rng,
            (f"{holds[0]}a{holds[1]}b", f"{two}a{two}b"),
            f"{one}c{two}c{three}d****",
            lambda s: _place(s, 0, 3) == "straight" and _place(s, 1) == "three of a kind",
        )

    return until(rng, attempt)


def full_house_over_flush(rng: Random) -> Situation:
    """A set that fills up by the river against a flush."""

    def attempt(rng: Random) -> Situation | None:
        small, two, three = high_low(rng, 3, "2", "Q")
        return drawn(
            rng,
            (f"{small}b{small}c", "Aa**"),
            f"{small}a{two}a**{three}a{three}b",
            lambda s: _place(s, 0) == "full house" and _place(s, 1) == "flush",
        )

    return until(rng, attempt)


def aces_over_kings(rng: Random) -> Situation:
    """A high pair against a lower one, no help from the board."""

    def attempt(rng: Random) -> Situation | None:
        high, low = high_low(rng, 2, "T")
        return drawn(
            rng,
            (f"{high}a{high}b", f"{low}c{low}a"),
            "**********",
            lambda s: (
                max(ranks_of(s.board)) < rank_of(low) and _place(s, 0) == _place(s, 1) == "pair"
            ),
        )

    return until(rng, attempt)


def trips_with_kicker(rng: Random) -> Situation:
    """Both hold the rank that lies twice on the flop; the kicker decides."""

    def attempt(rng: Random) -> Situation | None:
        (shared,) = high_low(rng, 1, "6", "J")
        high, low = high_low(rng, 2, "Q")
        return drawn(
            rng,
            (f"{high}a{shared}b", f"{low}b{shared}a"),
            f"{shared}c{shared}d******",
            lambda s: _place(s, 0) == _place(s, 1) == "three of a kind",
        )

    return until(rng, attempt)


WINNERS: tuple[Callable[[Random], Situation], ...] = (
    set_over_overpair,
    two_pair_over_top_pair,
    set_over_set,
    flush_over_flush,
    straight_over_set,
    full_house_over_flush,
    aces_over_kings,
    trips_with_kicker,
)

# Winners whose hand is three of a kind, or two pair with both cards, on the flop already.
FLOPPED: tuple[Callable[[Random], Situation], ...] = (
    set_over_overpair,
    two_pair_over_top_pair,
    set_over_set,
    straight_over_set,
    trips_with_kicker,
)


def winner(rng: Random) -> Situation:
    """Any of the situations in which the second hand pays."""
    return rng.choice(WINNERS)(rng)


def pair_over_nothing(rng: Random) -> Situation:
    """A pair on an unpaired board, against a missed draw or ace high."""

    def attempt(rng: Random) -> Situation | None:
        top, *_ = high_low(rng, 1, "8")
        draw = rng.choice(("9a8a", "Ja9a", "Qa5a", "Ab**", "7b6b", "Kb4b"))
        return drawn(
            rng,
            (f"{top}d**", draw),
            f"{top}c********",
            lambda s: (
                own_cards_idle(s.holes[1], s.board)
                and len(set(ranks_of(s.board))) == 5
                and _place(s, 0) == "pair"
                and _place(s, 1) == "high card"
            ),
        )

    return until(rng, attempt)


def pair_over_paired_board(rng: Random) -> Situation:
    """A pair of one's own against a hand that has only the pair of the board."""

    def attempt(rng: Random) -> Situation | None:
        top, twin = rng.sample("6789TJQKA", 2)
        draw = rng.choice(("9a8a", "Ja9a", "Qa5a", "Ab**", "7b6b", "Kb4b", "Tb8b"))
        place = rng.choice((f"{top}c{twin}a{twin}b****", f"{top}c{twin}a****{twin}b"))
        return drawn(
            rng,
            (f"{top}d**", draw),
            place,
            lambda s: own_cards_idle(s.holes[1], s.board) and _place(s, 0) == "two pair",
        )

    return until(rng, attempt)


def caught(rng: Random) -> Situation:
    """A made hand against one that can only bluff."""
    return rng.choice((pair_over_nothing, pair_over_paired_board))(rng)


def set_overpair_top_pair(rng: Random) -> Situation:
    """Three hands: a set, an overpair, a lower pair."""

    def attempt(rng: Random) -> Situation | None:
        over, top = high_low(rng, 2, "9")
        small = rng.choice("2345678")
        kicker = "A" if over != "A" else "K"
        third = f"{kicker}d{top}b" if top != kicker else f"{top}d{top}b"
        return drawn(
            rng,
            (f"{small}a{small}b", f"{over}a{over}b", third),
            f"{top}c{small}c******",
            lambda s: max(ranks_of(s.board)) <= rank_of(top) and _place(s, 1, 3) == "pair",
        )

    return until(rng, attempt)


def flush_set_two_pair(rng: Random) -> Situation:
    """Three hands: a flush by the turn, a set, two pair."""

    def attempt(rng: Random) -> Situation | None:
        top, mid, low = high_low(rng, 3, "5", "Q")
        return drawn(
            rng,
            ("Aa**", f"{mid}b{mid}c", f"{top}b{low}c"),
            f"{top}a{mid}a{low}d****",
            lambda s: (
                kind(rank(s.holes[0] + s.board[:4])) == "flush"
                and _place(s, 0) == "flush"
                and _place(s, 1) == "three of a kind"
                and _place(s, 2, 3) == "two pair"
            ),
        )

    return until(rng, attempt)


def three_in_order(rng: Random) -> Situation:
    """Three hands that all play, the first best at the river."""
    return rng.choice((set_overpair_top_pair, flush_set_two_pair))(rng)


def modest(rng: Random) -> Situation:
    """Two hands without anything strong on flop or turn: what small pots are made of."""

    def attempt(rng: Random) -> Situation | None:
        return drawn(
            rng,
            ("****", "****"),
            "**********",
            lambda s: (
                not any(strong(hole, s.board[:n]) for hole in s.holes for n in (3, 4))
                and _place(s, 0) in {"pair", "two pair"}
                and _place(s, 1) in {"high card", "pair"}
                and not own_cards_idle(s.holes[0], s.board)
            ),
        )

    return until(rng, attempt)


def pair_over_big_ace(rng: Random) -> Situation:
    """A pocket pair against ace and king or queen that miss."""

    def attempt(rng: Random) -> Situation | None:
        (pair,) = high_low(rng, 1, "8", "J")
        other = rng.choice("KQ")
        return drawn(
            rng,
            (f"{pair}a{pair}b", f"Ac{other}{rng.choice('cd')}"),
            "**********",
            lambda s: own_cards_idle(s.holes[1], s.board),
        )

    return until(rng, attempt)
