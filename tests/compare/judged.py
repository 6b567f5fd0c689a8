"""Pairs of candidate segments that people judged, and how far the picks agree with them.

``../shared/data/moments`` has the deals and the judgements; its README says who judged what. A
candidate is the best pick at its seat and history, with standings, people and pictures left out.
``python tests/compare/judged.py`` prints the agreement of the weights in use and of weights fitted
without the session of a pair.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from producer.compare import WEIGHTS, compared_sets, replays_of
from producer.compare.picks import Compared, candidates
from producer.events import HoldemGame, Player
from producer.games.cards import parse_cards
from producer.games.line import Deal, DealKey, Line, Move, Play

MOMENTS = Path(__file__).parents[3] / "shared" / "data" / "moments" / "pairs.json"
OUTSIDE = ("standings", "people", "pictures")
SHRINKING = 0.001
"""What pulls fitted weights to 0 a step: next to nothing, but enough to end."""

FITTED = tuple(name for name in WEIGHTS if name not in OUTSIDE)

Vector = npt.NDArray[np.float64]
Names = dict[str, float]


@dataclass(frozen=True, slots=True)
class Judged:
    """One pair: ``preferred`` and ``other`` are the components of every way to show each, a row a
    way, in the order of ``FITTED``; ``gaps`` the largest gap of branch medians of each."""

    kind: str
    unanimous: bool
    sessions: frozenset[str]
    preferred: Vector
    other: Vector
    gaps: tuple[float, float]


def judged() -> list[Judged]:
    """Every pair. Raises OSError where the file is not there."""
    result = json.loads(MOMENTS.read_text(encoding="utf-8"))
    deals = {name: _deal(name, deal) for name, deal in result["deals"].items()}
    sets = {name: compared_sets(deal, replays_of(deal)) for name, deal in deals.items()}
    found = []
    for pair in result["pairs"]:
        sides = [pair["A"], pair["B"]]
        if pair["prefer"] == "B":
            sides.reverse()
        ways = [_ways(sets[side["deal"]], side) for side in sides]
        found.append(
            Judged(
                pair["kind"],
                pair["votes"] == 3,
                frozenset(side["deal"].split("/")[0] for side in sides),
                ways[0][0],
                ways[1][0],
                (ways[0][1], ways[1][1]),
            )
        )
    return found


def worth(ways: Vector, weights: Vector) -> float:
    """Of the best way to show a candidate."""
    return float((ways @ weights).max())


def agrees(pair: Judged, weights: Vector) -> bool:
    return worth(pair.preferred, weights) > worth(pair.other, weights)


def in_use() -> Vector:
    return np.array([WEIGHTS[name] for name in FITTED])


def without_its_sessions(pairs: Sequence[Judged]) -> list[bool]:
    """By pair, whether weights fitted to the pairs of no session of its own agree."""
    fitted: dict[frozenset[str], Vector] = {}
    for pair in pairs:
        if pair.sessions not in fitted:
            fitted[pair.sessions] = fit([p for p in pairs if not p.sessions & pair.sessions])
    return [agrees(pair, fitted[pair.sessions]) for pair in pairs]


def fit(pairs: Sequence[Judged]) -> Vector:
    """Non-negative weights of a logistic model of the difference of merits; a pair on which two of
    three agreed counts half. The best way to show a candidate is found anew as weights change."""
    weights = np.ones(len(FITTED))
    counts = np.array([1.0 if pair.unanimous else 0.5 for pair in pairs])
    for _ in range(6):
        rows = np.array(
            [_best(pair.preferred, weights) - _best(pair.other, weights) for pair in pairs]
        )
        for _ in range(2000):
            slope = rows.T @ (counts / (1 + np.exp(rows @ weights))) / len(pairs)
            weights = np.maximum(0, weights + slope - SHRINKING * weights)
    return weights


def table(pairs: Sequence[Judged], agreed: Sequence[float]) -> Names:
    """The share that agrees: of all, of the unanimous ones, by kind."""
    found = {
        "all": float(np.mean(agreed)),
        "unanimous": float(
            np.mean([a for pair, a in zip(pairs, agreed, strict=True) if pair.unanimous])
        ),
    }
    for kind in sorted({pair.kind for pair in pairs}):
        own = [a for pair, a in zip(pairs, agreed, strict=True) if pair.kind == kind]
        found[kind] = float(np.mean(own))
    return found


def baseline(pairs: Sequence[Judged]) -> list[float]:
    """What the larger gap of branch medians alone would choose; half where both are equal."""
    return [0.5 if a == b else float(a > b) for a, b in (pair.gaps for pair in pairs)]


def _best(ways: Vector, weights: Vector) -> Vector:
    row: Vector = ways[int(np.argmax(ways @ weights))]
    return row


def _ways(sets: Sequence[Compared], side: Mapping[str, object]) -> tuple[Vector, float]:
    history = _line(side["history"])
    (fork, compared) = next(
        (fork, each)
        for each in sets
        for fork in each.forked.forks
        if (fork.history, fork.seat) == (history, side["seat"])
    )
    rows = [
        [pick.components[name].value or 0.0 for name in FITTED]
        for pick in candidates(compared, fork)
    ]
    medians = [float(np.median([float(r) for r in b.results.values()])) for b in fork.branches]
    return np.array(rows), max(medians) - min(medians)


def _deal(name: str, result: Mapping[str, object]) -> Deal:
    small, big = result["blinds"]
    cap = result["cap"]
    game = HoldemGame(betting="pot-limit", small_blind=small, big_blind=big, cap=cap)
    cards = {int(seat): parse_cards(text) for seat, text in result["cards"].items()}
    plays = tuple(
        Play(
            table,
            1,
            1,
            game,
            dict.fromkeys(cards, 2 * cap),
            {seat: Player(name=f"{table}-{seat}") for seat in cards},
            _line(play["line"]),
            {int(seat): chips for seat, chips in play["result"].items()},
        )
        for table, play in result["plays"].items()
    )
    session, group, number = name.split("/")
    key = DealKey(session, group, int(number))
    tables = tuple(play.table for play in plays)
    return Deal(
        key, result["button"], cards, parse_cards(result["board"]), plays, tables, "descending"
    )


def _line(result: Sequence[Sequence[object]]) -> Line:
    return tuple(Move(*move) for move in result)


def main() -> None:
    pairs = judged()
    rows = {
        "weights in use": table(pairs, [agrees(pair, in_use()) for pair in pairs]),
        "one session left out": table(pairs, without_its_sessions(pairs)),
        "gap of medians alone": table(pairs, baseline(pairs)),
    }
    for name, shares in rows.items():
        result = ", ".join(f"{each} {share:.3f}" for each, share in shares.items())
        sys.stdout.write(f"{name}: {result}\n")
    fitted = fit(pairs)
    weights = ", ".join(
        f"{name} {share:.2f}" for name, share in zip(FITTED, fitted / fitted.sum(), strict=True)
    )
    sys.stdout.write(f"fitted to all: {weights}\n")


if __name__ == "__main__":
    main()
