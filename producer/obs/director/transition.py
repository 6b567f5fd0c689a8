"""Selects the transition of a take where it is not the one OBS has selected. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from producer.messages import message
from producer.obs.link.refusals import NotInObs
from producer.obs.scenes.actual import Request

KINDS: Mapping[str, str] = {
    "cut": "cut_transition",
    "fade": "fade_transition",
    "stinger": "obs_stinger_transition",
}
"""By the word in the settings; OBS names transitions in the language of its user interface."""

LONGEST_STINGER = 20.0
"""Seconds; OBS does not report the length of a stinger's clip."""


@dataclass(frozen=True, slots=True)
class ChosenTransition:
    """``requests`` select it, ``back`` selects the previous one; ``seconds``: its length."""

    requests: tuple[Request, ...]
    back: tuple[Request, ...]
    seconds: float


def choose_transition(
    wish: str, milliseconds: int, listed: Mapping[str, Any], current: Mapping[str, Any]
) -> ChosenTransition | None:
    """How to select ``wish``: cut, fade, stinger or a name in OBS. ``None`` if it is selected.

    ``listed``, ``current``: OBS's answers to GetSceneTransitionList and GetCurrentSceneTransition.
    Raises NotInObs.
    """
    chosen = next(
        (
            each
            for each in listed["transitions"]
            if wish == each["transitionName"] or KINDS.get(wish) == each["transitionKind"]
        ),
        None,
    )
    if chosen is None:
        names = ", ".join(each["transitionName"] for each in listed["transitions"])
        raise NotInObs(
            message("OBS has no transition {wish}; it has {names}", wish=repr(wish), names=names),
            message("Add it in OBS (Scene Transitions), or correct the setting obs.transition"),
        )
    name, fixed = chosen["transitionName"], chosen["transitionFixed"]
    length = current["transitionDuration"]
    same = name == current["transitionName"]
    if same and (fixed or length == milliseconds):
        return None
    choose: Request = ("SetCurrentSceneTransition", {"transitionName": name})
    again: Request = ("SetCurrentSceneTransition", {"transitionName": current["transitionName"]})
    if fixed:
        return ChosenTransition((choose,), (again,), LONGEST_STINGER)
    set_length = _length(milliseconds)
    back = (*((_length(length),) if length else ()), again)
    return ChosenTransition((choose, set_length), back, milliseconds / 1000)


def _length(milliseconds: float) -> Request:
    return ("SetCurrentSceneTransitionDuration", {"transitionDuration": int(milliseconds)})
