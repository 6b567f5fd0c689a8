"""The state of one OBS: online, with what it last reported, or offline, with the reason."""

from __future__ import annotations

from dataclasses import dataclass

from producer.obs.link.refusals import ObsRefusal
from producer.obs.scenes.banks import Bank
from producer.stages.entry import Size


@dataclass(frozen=True, slots=True)
class Online:
    """OBS as it last reported.

    ``bank``: the bank on program, if one is. ``restarted``: OBS itself was restarted since it was
    online last, else only the connection was lost. ``differences``: what somebody changed in the
    loaded scenes, in words. ``trouble``: why the loaded scenes could not be restored.
    """

    obs: str
    websocket: str
    canvas: Size
    program: str
    studio: bool
    browser: bool
    bank: Bank | None = None
    differences: tuple[str, ...] = ()
    trouble: ObsRefusal | None = None
    restarted: bool = False


@dataclass(frozen=True, slots=True)
class Offline:
    refusal: ObsRefusal


State = Online | Offline
