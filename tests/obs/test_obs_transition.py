"""Selecting the transition of a take; the answers are from OBS 29.0.2."""

from typing import Any

import pytest

from producer.obs.director.transition import choose_transition
from producer.obs.link.refusals import NotInObs

LISTED = {
    "transitions": [
        {"transitionName": "Schnitt", "transitionKind": "cut_transition", "transitionFixed": True},
        {"transitionName": "Fade", "transitionKind": "fade_transition", "transitionFixed": False},
        {"transitionName": "Logo", "transitionKind": "obs_stinger_transition",
         "transitionFixed": True},
    ]
}  # fmt: skip
FADE = {"transitionName": "Fade", "transitionDuration": 300}
CUT = {"transitionName": "Schnitt", "transitionDuration": None}
CHOOSE, LAST = "SetCurrentSceneTransition", "SetCurrentSceneTransitionDuration"


def chosen(wish: str, milliseconds: int, current: dict[str, Any]) -> tuple[Any, Any] | None:
    found = choose_transition(wish, milliseconds, LISTED, current)
    return found and (found.requests, found.back)


def test_a_selected_transition_is_left_alone() -> None:
    assert chosen("fade", 300, FADE) is None
    assert chosen("cut", 300, CUT) is None


def test_a_cut_is_found_by_its_kind_and_the_fade_is_selected_again() -> None:
    assert chosen("cut", 500, FADE) == (
        ((CHOOSE, {"transitionName": "Schnitt"}),),
        ((CHOOSE, {"transitionName": "Fade"}),),  # its length was not touched
    )


def test_a_longer_fade_applies_to_one_take() -> None:
    assert chosen("fade", 800, FADE) == (
        ((CHOOSE, {"transitionName": "Fade"}), (LAST, {"transitionDuration": 800})),
        ((LAST, {"transitionDuration": 300}), (CHOOSE, {"transitionName": "Fade"})),
    )
    found = choose_transition("fade", 800, LISTED, FADE)
    assert found is not None
    assert found.seconds == 0.8  # OBS counts milliseconds


def test_a_transition_is_found_by_its_name() -> None:
    found = choose_transition("Logo", 300, LISTED, CUT)
    assert found is not None
    assert found.requests == ((CHOOSE, {"transitionName": "Logo"}),)
    assert found.seconds >= 10  # OBS does not report the length of its clip


def test_an_unknown_transition_is_refused_with_the_known_ones() -> None:
    with pytest.raises(NotInObs, match=r"no transition 'wipe'; it has Schnitt, Fade, Logo"):
        choose_transition("wipe", 300, LISTED, FADE)
