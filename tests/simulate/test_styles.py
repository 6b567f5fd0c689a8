"""Five styles that can be told apart by what they choose, each a small shift from the usual."""

import random
from collections import Counter

import pytest

from producer.events import HoldemGame
from producer.simulate.bots import BotStyle, BotView, decide
from producer.simulate.deck import prepare
from producer.simulate.hand import play_hand, view_of_actor
from producer.simulate.styles import STYLES, style_of

GAME = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=5_000)
SEATS = range(1, 7)
HANDS = 600
USUAL = "usual"


@pytest.fixture(scope="module")
def spots() -> list[BotView]:
    """Every decision of HANDS hands of usual players."""
    found = []
    for number in range(1, HANDS + 1):
        deck, lot = prepare(11, number, 6, "descending"), random.Random(number)
        stacks, styles = dict.fromkeys(SEATS, 10_000), dict.fromkeys(SEATS, BotStyle())
        played = play_hand(GAME, deck, "descending", stacks, styles, lot)
        found += [
            view_of_actor(spot, played.line[:n], deck, "descending")
            for n, spot in enumerate(played.spots)
        ]
    return found


@pytest.fixture(scope="module")
def chosen(spots: list[BotView]) -> dict[str, list[str]]:
    """What each style, and a usual player, chooses at every one of the same spots."""
    return {
        name: [decide(style, view, random.Random(n)).action for n, view in enumerate(spots)]
        for name, style in {**STYLES, USUAL: BotStyle()}.items()
    }


def test_most_choices_are_the_usual_ones(chosen: dict[str, list[str]]) -> None:
    for name in STYLES:
        pairs = zip(chosen[name], chosen[USUAL], strict=True)
        other = sum(own != usual for own, usual in pairs) / len(chosen[USUAL])
        assert 0.01 < other < 0.10, name


def _first(chosen: dict[str, list[str]], *actions: str) -> str:
    """The style that chooses one of ``actions`` most often."""
    return max(chosen, key=lambda name: sum(map(Counter(chosen[name]).__getitem__, actions)))


def test_each_style_does_most_of_what_it_is_called_after(chosen: dict[str, list[str]]) -> None:
    assert _first(chosen, "fold") == "tight"
    assert _first(chosen, "bet", "raise") == "aggressive"
    assert _first(chosen, "call") == "calling"


def test_the_loose_enter_the_most_hands(spots: list[BotView], chosen: dict[str, list[str]]) -> None:
    unopened = [n for n, view in enumerate(spots) if not view.board and view.raises == 0]
    entered = {
        name: sum(actions[n] in {"call", "raise"} for n in unopened)
        for name, actions in chosen.items()
    }
    assert max(entered, key=entered.__getitem__) == "loose"
    assert min(entered, key=entered.__getitem__) == "tight"


def test_the_tricky_raise_most_often_after_a_check(
    spots: list[BotView], chosen: dict[str, list[str]]
) -> None:
    checked = [n for n, view in enumerate(spots) if view.checked]
    raised = {name: sum(own[n] == "raise" for n in checked) for name, own in chosen.items()}
    assert max(raised, key=raised.__getitem__) == "tricky"


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
