"""Whether the show is on: it began with an act and ends with one. Simulated hands are not shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from producer.acts import ShowStarted, ShowStartedAct, TokenAdded
from producer.games.line import DealKey
from producer.release.gate import Gate


@dataclass(frozen=True, slots=True)
class ShowState:
    """``since``: when the show began, ``None`` while it is not on. ``by``: who began it, or ended
    the last one."""

    since: datetime | None = None
    by: str = ""

    @property
    def is_on(self) -> bool:
        return self.since is not None


@dataclass(frozen=True, slots=True)
class ShowAsked:
    """A show requested during a rehearsal. ``open_points``: what is not green in the line-up.
    ``tokens``: those of the rehearsal, which are good for the show too."""

    open_points: tuple[str, ...]
    by: str
    tokens: tuple[TokenAdded, ...] = ()


def show_state(gate: Gate) -> ShowState:
    """As the last act says; not on before the first."""
    state = ShowState()
    for _, act in gate.acts():
        if isinstance(act, ShowStartedAct):
            state = ShowState(act.at if act.data.started else None, act.by)
    return state


def start_show(gate: Gate, open_points: Sequence[str], by: str) -> None:
    """Starts the show. ``open_points``: what is not green in the line-up."""
    data = ShowStarted(open_points=tuple(each[:500] for each in open_points))
    gate.act(ShowStartedAct(at=gate.clock(), by=by, data=data))


def end_show(gate: Gate, by: str) -> None:
    gate.act(ShowStartedAct(at=gate.clock(), by=by, data=ShowStarted(started=False)))


def simulated_now(gate: Gate, deals: Sequence[str | DealKey]) -> list[str]:
    """Those of the deals, by full name, that may not be on air: their session is simulated and the
    show is on."""
    names = [str(each) for each in deals]
    groups = [f"{each.session}/{each.group}/" for each in gate.sessions() if each.simulated]
    invented = [name for name in names if name.startswith(tuple(groups))] if groups else []
    return invented if invented and show_state(gate).is_on else []
