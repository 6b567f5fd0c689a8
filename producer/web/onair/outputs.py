"""The OBS that takes go to, each with its own graphics channels, and what each really shows."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence

from pydantic import BaseModel, ConfigDict
from starlette.responses import JSONResponse

from overlay.safe_slide import safe_slide_png
from producer.obs import Bank, Director, ObsRefusal, Offline, channel
from producer.obs.director.outputs import Output, Outputs, Results
from producer.obs.link.refusals import NotWritten
from producer.obs.monitor.watch import ObsWatch
from producer.obs.scenes.diff import Command
from producer.obs.scenes.graphics_files import files_of
from producer.obs.scenes.safe_files import write_safe_files
from producer.settings import MAIN, ObsSettings, Settings
from producer.stages.style import style_of
from producer.web.access.roles import TAKERS
from producer.web.access.router import Routes
from producer.web.channels.banks import Banks
from producer.web.channels.live import LOWER_THIRD, SEGMENT, Channel, Channels
from producer.web.languages import _, said
from producer.web.onair.takes import not_done
from producer.web.ops.errors import Refusal
from producer.web.services import Injected


class WhichOutputs(BaseModel):
    """``outputs``: names of OBS, empty for all."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    outputs: tuple[str, ...] = ()


ALL = WhichOutputs()

log = logging.getLogger("duplicast.web")

routes = Routes()

PageOf = Callable[[str], str]
"""The address of a channel's graphics page for OBS."""


def open_outputs(settings: Settings, page: PageOf) -> Outputs:
    """The graphics' files go to the output folder: OBS reads them even after the service ends."""

    slide = safe_slide_png(style_of(settings.graphics).theme)

    def opened(name: str, own: ObsSettings) -> Output:
        folder = files_of(settings.out, name)
        try:
            write_safe_files(folder, slide)
        except NotWritten as refusal:
            log.error("safe is a plain colour without sound: %s", refusal)
        director = Director(
            own,
            folder,
            lambda bank: page(channel(bank, name)),
            lower_page=page(LOWER_THIRD),
            clip_page=page(SEGMENT),
        )
        return Output(name, own, director, ObsWatch(own))

    return Outputs(tuple(opened(*place) for place in settings.obs.places().items()))


def channels_by_output(
    outputs: Outputs, channels: Channels, banks: Banks
) -> Mapping[str, Callable[[Bank], Channel]]:
    """By output, the channel of each bank. Adds the channels of further outputs to ``channels``."""
    by_output: dict[str, Callable[[Bank], Channel]] = {MAIN: banks.channel}
    for output in outputs.outputs[1:]:
        own: dict[Bank, Channel] = {
            bank: channels.setdefault(channel(bank, output.name), Channel()) for bank in ("A", "B")
        }
        by_output[output.name] = own.__getitem__
    return by_output


def truth_of(outputs: Outputs) -> dict[str, object]:
    """What every OBS really shows, and alarms about what differs from the last take."""
    return {
        "outputs": [_output(output) for output in outputs.outputs],
        "alarms": [
            {"output": output.name, "what": each.what, "words": each.words, "hint": each.hint}
            for output in outputs.outputs
            for each in output.watch.state().alarms
        ],
    }


@routes.post("/api/obs/leave", roles=TAKERS, exit="accepting what OBS shows")
async def leave(services: Injected, which: WhichOutputs = ALL) -> JSONResponse:
    """Accepts what these OBS show: no alarm about it until the next take."""
    for output in _chosen(services.outputs, which):
        output.watch.expect("")
    return JSONResponse({"message": _("Ignored until the next take.")})


@routes.post("/api/obs/repair", roles=TAKERS, exit="what differed in OBS")
async def repair(services: Injected, which: WhichOutputs = ALL) -> JSONResponse:
    """Undoes changes made by hand to our scenes in these OBS."""
    names = [output.name for output in _chosen(services.outputs, which)]
    return await _each(services.outputs, lambda output: output.director.repair(), repaired, names)


@routes.post("/api/obs/setup", roles=TAKERS, exit="what was missing in OBS")
async def setup(services: Injected) -> JSONResponse:
    """Makes every scene in every OBS that is connected."""
    return await _each(services.outputs, lambda output: output.director.setup(), made)


def _chosen(outputs: Outputs, which: WhichOutputs) -> tuple[Output, ...]:
    """Raises Refusal for a name that no OBS has."""
    by_name = {output.name: output for output in outputs.outputs}
    for name in which.outputs:
        if name not in by_name:
            raise Refusal(
                404,
                _("There is no OBS {name}.", name=name),
                _("There is {names}.", names=", ".join(by_name)),
            )
    return tuple(each for each in by_name.values() if each.name in (which.outputs or by_name))


def made(commands: Sequence[Command]) -> str:
    """What a setup did, in words."""
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
    """Does ``work`` at every OBS, or at those of ``names``. Raises Refusal if no OBS did it."""
    try:
        each = await asyncio.to_thread(outputs.maintain, work, names)
        each.one()
    except ObsRefusal as refusal:
        raise not_done("Not done", refusal) from refusal
    sent = [command.why for commands in each.done.values() for command in commands]
    named = len(outputs.outputs) > 1
    return JSONResponse({"message": _words(each, words, named=named), "sent": sent})


def _words(
    each: Results[tuple[Command, ...]], words: Callable[[Sequence[Command]], str], *, named: bool
) -> str:
    """What each OBS did. With several OBS each is named, the main one first."""
    done = {name: words(commands) for name, commands in each.done.items()}
    done |= {name: f"{said(why.reason)}. {said(why.hint)}." for name, why in each.refused.items()}
    if not named:
        return done[MAIN]
    names = sorted(done, key=lambda name: name != MAIN)
    return " ".join(f"{name}: {done[name]}" for name in names)


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
        "trouble": None if isinstance(state, Offline) or not state.trouble else state.trouble.words,
    }
