"""What a control shows: program, preview, what each key would do now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from producer.acts import ControlAction
from producer.web.access.roles import Who
from producer.web.channels.live import LOWER_THIRD
from producer.web.onair.status import obs_state
from producer.web.services import Services

ACTIONS: tuple[ControlAction, ...] = get_args(ControlAction)


def actions_of(who: Who) -> tuple[ControlAction, ...]:
    """What the sender may do: a producer everything, a control what its token names."""
    return who.token.actions if who.role == "control" and who.token else ACTIONS


def control_state(services: Services, who: Who) -> dict[str, Any]:
    """As JSON (docs/control.md)."""
    output, now = services.outputs.main, services.on_preview.now
    obs = obs_state(output.director, output.prefix, services.banks)
    online, holder = bool(obs["online"]), services.holder.now
    shown = services.channels[LOWER_THIRD].now.shown is not None
    ready = bool(services.on_preview.note)
    can = {
        "take": online and now is not None,
        "next-beat": online and obs.get("on_air") is not None,
        "lower-third": shown or ready,
        "clear-graphics": True,
        "safe": online,
    }
    last = services.sequence.last
    return {
        "seq": services.sequence.seq,
        "last": {"what": last.what, "by": last.by} if last else None,
        "obs": online,
        "program": program_words(obs),
        "preview": now.words if now else "",
        "safe": bool(obs.get("safe")),
        "lower_third": {"shown": shown, "ready": ready},
        "holder": holder.name if holder else "",
        "actions": list(actions_of(who)),
        "can": can,
    }


def program_words(obs: Mapping[str, Any]) -> str:
    """What OBS has on program, in the words of the air bar."""
    if not obs["online"]:
        return "No OBS"
    if obs["safe"]:
        return "Safe"
    deal, bank = obs["on_air"], obs["bank"]
    if deal and deal["number"]:
        return f"Deal {deal['number']} {deal['as_of']}".strip()
    loaded = obs["banks"][bank] if bank else None
    return str(loaded["words"]) if loaded else str(obs["program"])
