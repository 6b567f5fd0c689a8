"""The OBS that are taken to, each with graphics channels of its own, and what each really shows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict
from starlette.responses import JSONResponse

from producer.obs import Bank, Director, ObsRefusal, Offline, channel
from producer.obs.director.outputs import Output, Outputs, Results
from producer.obs.monitor.watch import ObsWatch
from producer.obs.scenes.diff import Command
from producer.obs.scenes.graphics_files import files_of
from producer.settings import MAIN, ObsSettings, Settings
from producer.web.channels.banks import Banks
from producer.web.channels.live import Channel, Channels
from producer.web.onair.takes import not_done
from producer.web.ops.errors import Refusal


class Which(BaseModel):
    """``outputs``: the names of the OBS that are meant; every one where none is named."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    outputs: tuple[str, ...] = ()


ALL = Which()

PageOf = Callable[[str], str]
"""The address of a channel's graphics page, as OBS gets it."""


def open_outputs(settings: Settings, page: PageOf) -> Outputs:
    """OBS reads the graphics' files long after us, so they lie in the output folder."""

    def opened(name: str, own: ObsSettings) -> Output:
        folder = files_of(settings.out, name)
        director = Director(own, folder, lambda bank: page(channel(bank, name)))
        return Output(name, own, director, ObsWatch(own))

    return Outputs(tuple(opened(*place) for place in settings.obs.places().items()))


def channels_by_output(
    outputs: Outputs, channels: Channels, banks: Banks
) -> Mapping[str, Callable[[Bank], Channel]]:
    """The channel of every bank; those of further outputs are made here."""
    found: dict[str, Callable[[Bank], Channel]] = {MAIN: banks.channel}
    for output in outputs.outputs[1:]:
        own: dict[Bank, Channel] = {
            bank: channels.setdefault(channel(bank, output.name), Channel()) for bank in ("A", "B")
        }
        found[output.name] = own.__getitem__
    return found


def truth_of(outputs: Outputs) -> dict[str, object]:
    """What every OBS really shows, and what of it is not as it was taken."""
    return {
        "outputs": [_output(output) for output in outputs.outputs],
        "alarms": [
            {"output": output.name, "what": each.what, "words": each.words, "hint": each.hint}
            for output in outputs.outputs
            for each in output.watch.state().alarms
        ],
    }


def routes(outputs: Outputs) -> APIRouter:
    router = APIRouter()

    def chosen(which: Which) -> tuple[Output, ...]:
        """Raises Refusal for a name that no OBS has."""
        there = {output.name: output for output in outputs.outputs}
        for name in which.outputs:
            if name not in there:
                raise Refusal(404, f"There is no OBS {name}.", f"There is {', '.join(there)}.")
        return tuple(each for each in there.values() if each.name in (which.outputs or there))

    @router.post("/api/obs/leave")
    async def leave(which: Which = ALL) -> JSONResponse:
        """What these OBS show is meant: nothing is alarmed there until the next take."""
        for output in chosen(which):
            output.watch.expect("")
        return JSONResponse({"told": "Left so. The next take is watched again."})

    @router.post("/api/obs/repair")
    async def repair(which: Which = ALL) -> JSONResponse:
        """What somebody changed in our scenes in these OBS is as it should be again."""
        names = [output.name for output in chosen(which)]
        return await _each(outputs, lambda output: output.director.repair(), repaired, names)

    @router.post("/api/obs/setup")
    async def setup() -> JSONResponse:
        """Every scene there can be is in every OBS that is there."""
        return await _each(outputs, lambda output: output.director.setup(), made)

    return router


def made(commands: Sequence[Command]) -> str:
    """What a set-up did, in words."""
    scenes = sum(command.request == "CreateScene" for command in commands)
    if scenes:
        return f"Made {scenes} {'scene' if scenes == 1 else 'scenes'}."
    return "Made what was missing in our scenes." if commands else "Nothing to do."


def repaired(commands: Sequence[Command]) -> str:
    return "Repaired." if commands else "Nothing had to be repaired."


async def _each(
    outputs: Outputs,
    work: Callable[[Output], tuple[Command, ...]],
    words: Callable[[Sequence[Command]], str],
    names: Collection[str] | None = None,
) -> JSONResponse:
    """What was done at every OBS, or at those of ``names``. Raises Refusal where none did it."""
    try:
        each = await asyncio.to_thread(outputs.maintain, work, names)
        each.one()
    except ObsRefusal as refusal:
        raise not_done("Not done", refusal) from refusal
    sent = [command.why for commands in each.done.values() for command in commands]
    named = len(outputs.outputs) > 1
    return JSONResponse({"told": _told(each, words, named=named), "sent": sent})


def _told(
    each: Results[tuple[Command, ...]], words: Callable[[Sequence[Command]], str], *, named: bool
) -> str:
    """By the names of the OBS where there are several, the main one first."""
    told = {name: words(commands) for name, commands in each.done.items()}
    told |= {name: f"{why.reason}. {why.hint}." for name, why in each.refused.items()}
    if not named:
        return told[MAIN]
    names = sorted(told, key=lambda name: name != MAIN)
    return " ".join(f"{name}: {told[name]}" for name in names)


def _output(output: Output) -> dict[str, object]:
    state, truth = output.director.state(), output.watch.state()
    offline = isinstance(state, Offline)
    return {
        "name": output.name,
        "online": not offline,
        "reason": state.refusal.reason if isinstance(state, Offline) else "",
        "hint": state.refusal.hint if isinstance(state, Offline) else "",
        "program": "" if offline else truth.program,
        "taken": truth.taken,
        "got_loose": truth.recoveries,
        "differences": [] if isinstance(state, Offline) else list(state.differences),
        "trouble": None if isinstance(state, Offline) or not state.trouble else f"{state.trouble}",
    }
