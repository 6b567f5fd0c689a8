"""The transition of a take, where another than OBS's own is wanted. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from producer.obs.link.refusals import NotInObs
from producer.obs.scenes.actual import Question

KINDS: Mapping[str, str] = {
    "cut": "cut_transition",
    "fade": "fade_transition",
    "stinger": "obs_stinger_transition",
}
"""By the word of the settings; OBS names its transitions in the language of its window."""

LONGEST_STINGER = 20.0
"""Seconds; OBS does not tell how long a stinger's film is."""


@dataclass(frozen=True, slots=True)
class ChosenTransition:
    """``requests`` choose it, ``back`` chooses what was chosen before."""

    requests: tuple[Question, ...]
    back: tuple[Question, ...]
    seconds: float


def choice(
    wish: str, milliseconds: int, listed: Mapping[str, Any], current: Mapping[str, Any]
) -> ChosenTransition | None:
    """From OBS's answers to GetSceneTransitionList and GetCurrentSceneTransition.

    ``None`` where nothing is to be changed. Raises NotInObs.
    """
    found = next(
        (
            each
            for each in listed["transitions"]
            if wish == each["transitionName"] or KINDS.get(wish) == each["transitionKind"]
        ),
        None,
    )
    if found is None:
        names = ", ".join(each["transitionName"] for each in listed["transitions"])
        raise NotInObs(
            f"OBS has no transition {wish!r}; it has {names}",
            "Make it in OBS (Scene Transitions), or mend the setting obs.transition",
        )
    name, fixed = found["transitionName"], found["transitionFixed"]
    length = current["transitionDuration"]
    same = name == current["transitionName"]
    if same and (fixed or length == milliseconds):
        return None
    choose: Question = ("SetCurrentSceneTransition", {"transitionName": name})
    again: Question = ("SetCurrentSceneTransition", {"transitionName": current["transitionName"]})
    if fixed:
        return ChosenTransition((choose,), (again,), LONGEST_STINGER)
    lasting = _length(milliseconds)
    back = (*((_length(length),) if length else ()), again)
    return ChosenTransition((choose, lasting), back, milliseconds / 1000)


def _length(milliseconds: float) -> Question:
    return ("SetCurrentSceneTransitionDuration", {"transitionDuration": int(milliseconds)})
