"""The transition of a take; the answers are OBS 29.0.2's own."""

from typing import Any

import pytest

from producer.obs.director.transition import choice
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
    found = choice(wish, milliseconds, LISTED, current)
    return found and (found.requests, found.back)


def test_what_is_chosen_already_is_left_as_it_is() -> None:
    assert chosen("fade", 300, FADE) is None
    assert chosen("cut", 300, CUT) is None


def test_a_cut_is_found_by_its_kind_whatever_obs_calls_it_and_the_fade_comes_back() -> None:
    assert chosen("cut", 500, FADE) == (
        ((CHOOSE, {"transitionName": "Schnitt"}),),
        ((CHOOSE, {"transitionName": "Fade"}),),  # its length was not touched
    )


def test_a_longer_fade_lasts_for_one_take() -> None:
    assert chosen("fade", 800, FADE) == (
        ((CHOOSE, {"transitionName": "Fade"}), (LAST, {"transitionDuration": 800})),
        ((LAST, {"transitionDuration": 300}), (CHOOSE, {"transitionName": "Fade"})),
    )


def test_a_transition_is_found_by_its_name_too() -> None:
    found = choice("Logo", 300, LISTED, CUT)
    assert found is not None
    assert found.requests == ((CHOOSE, {"transitionName": "Logo"}),)
    assert found.seconds >= 10  # OBS does not tell how long its film is


def test_one_that_obs_lacks_is_refused_with_those_it_has() -> None:
    with pytest.raises(NotInObs, match=r"no transition 'wipe'; it has Schnitt, Fade, Logo"):
        choice("wipe", 300, LISTED, FADE)
