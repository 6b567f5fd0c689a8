"""Five styles that can be told apart by what they do: folding, raising, showing hands down."""

import math
import random
from collections import Counter

import pytest
from effort import counts

from producer.events import HoldemGame
from producer.simulate.bots import BotStyle
from producer.simulate.deck import prepare
from producer.simulate.hand import play_hand
from producer.simulate.styles import STYLES, style_of

GAME = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=5_000)
STEADY = BotStyle(tightness=0.6, aggression=0.6)
SEATS = range(1, 7)
HANDS = counts(600, 3_000)

Share = tuple[int, int]


def _measured(style: BotStyle) -> Counter[str]:
    """What one player of this style does in HANDS hands, moving round a table of steady ones."""
    seen: Counter[str] = Counter()
    for number in range(1, HANDS + 1):
        seat = number % 6 + 1
        styles = {**dict.fromkeys(SEATS, STEADY), seat: style}
        deck, lot = prepare(11, number, 6, "descending"), random.Random(f"11/{number}")
        stacks = dict.fromkeys(SEATS, 10_000)
        played = play_hand(GAME, deck, "descending", stacks, styles, lot)
        own = [
            (spot, move)
            for spot, move in zip(played.spots, played.line, strict=True)
            if move.seat == seat
        ]
        checked = ""
        for spot, move in own:
            seen["decisions"] += 1
            seen["priced"] += spot.to_call > 0
            seen[move.action] += 1
            if checked == move.street and spot.to_call:
                seen["checked, then faced a bet"] += 1
                seen["check-raise"] += move.action == "raise"
            if move.action == "check":
                checked = move.street
        seen["hands"] += 1
        seen["entered"] += any(
            move.street == "preflop" and move.action in {"call", "raise"} for _, move in own
        )
        seen["saw the flop"] += any(move.street == "flop" for _, move in own)
        seen["showed down"] += seat in played.shown
    return seen


@pytest.fixture(scope="module")
def seen() -> dict[str, Counter[str]]:
    return {name: _measured(style) for name, style in STYLES.items()}


def _errors_apart(more: Share, less: Share) -> float:
    """How many standard errors of the difference one share is above the other."""
    (a, n), (b, m) = more, less
    p, q = a / n, b / m
    return (p - q) / math.sqrt(p * (1 - p) / n + q * (1 - q) / m)


def test_tight_players_fold_most_and_play_the_fewest_hands(seen: dict[str, Counter[str]]) -> None:
    tight = seen["tight"]
    for name in STYLES.keys() - {"tight"}:
        other = seen[name]
        assert _errors_apart((tight["fold"], tight["priced"]), (other["fold"], other["priced"])) > 4
        assert (
            _errors_apart((other["entered"], other["hands"]), (tight["entered"], tight["hands"]))
            > 4
        ), name


def test_the_loose_enter_more_hands_than_the_others_and_raise_more_than_the_calling(
    seen: dict[str, Counter[str]],
) -> None:
    loose = seen["loose"]
    for name in ("tight", "aggressive", "tricky"):
        other = seen[name]
        assert (
            _errors_apart((loose["entered"], loose["hands"]), (other["entered"], other["hands"]))
            > 4
        ), name
    assert _errors_apart(_raising(loose), _raising(seen["calling"])) > 5


def _raising(one: Counter[str]) -> Share:
    return one["bet"] + one["raise"], one["decisions"]


def test_the_aggressive_bet_and_raise_most(seen: dict[str, Counter[str]]) -> None:
    for name in STYLES.keys() - {"aggressive"}:
        assert _errors_apart(_raising(seen["aggressive"]), _raising(seen[name])) > 3, name


def _pushing(one: Counter[str]) -> Share:
    """Bets and raises among all that puts chips in."""
    pushed = one["bet"] + one["raise"]
    return pushed, pushed + one["call"]


def test_the_calling_see_the_showdown_and_seldom_raise(seen: dict[str, Counter[str]]) -> None:
    calling = seen["calling"]
    shown = calling["showed down"], calling["saw the flop"]
    for name in STYLES.keys() - {"calling"}:
        other = seen[name]
        assert _errors_apart(shown, (other["showed down"], other["saw the flop"])) > 3, name
        assert _errors_apart(_pushing(other), _pushing(calling)) > 5, name


def test_the_tricky_raise_after_a_check_far_more_often_than_all_others_together(
    seen: dict[str, Counter[str]],
) -> None:
    others = sum((seen[name] for name in STYLES.keys() - {"tricky"}), Counter[str]())
    assert _errors_apart(_ambush(seen["tricky"]), _ambush(others)) > 5


def _ambush(one: Counter[str]) -> Share:
    return one["check-raise"], one["checked, then faced a bet"]


def test_players_keep_their_style_and_vary_within_it() -> None:
    assert style_of("Aoife Keogh", 7, tuple(STYLES)) == style_of("Aoife Keogh", 7, tuple(STYLES))
    shades = {style_of(f"player {n}", 7, ("tight",)) for n in range(20)}
    assert len(shades) == 20
    assert all(abs(style.tightness - 0.9) <= 0.08 for style in shades)


def test_all_styles_occur() -> None:
    near = Counter(
        min(
            STYLES, key=lambda name: _apart(STYLES[name], style_of(f"player {n}", 7, tuple(STYLES)))
        )
        for n in range(500)
    )
    assert set(near) == set(STYLES)
    assert min(near.values()) > 60, "about a fifth of 500 each: 100, give or take 9"


def _apart(a: BotStyle, b: BotStyle) -> float:
    return max(
        abs(a.tightness - b.tightness),
        abs(a.aggression - b.aggression),
        abs(a.calling - b.calling),
        abs(a.trickiness - b.trickiness),
    )
