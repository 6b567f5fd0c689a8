"""The OBS that are taken to, each with graphics channels of its own, and what each really shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fastapi import APIRouter
from starlette.responses import JSONResponse

from producer.obs import Bank, Director, Offline, channel
from producer.obs.files import files_of
from producer.obs.several import Output, Several
from producer.obs.watch import Watch
from producer.settings import MAIN, ObsSettings, Settings
from producer.web.banks import Banks
from producer.web.live import Channel, Channels

PageOf = Callable[[str], str]
"""The address of a channel's graphics page, as OBS gets it."""


def open_outputs(settings: Settings, page: PageOf) -> Several:
    """OBS reads the graphics' files long after us, so they lie in the output folder."""

    def opened(name: str, own: ObsSettings) -> Output:
        folder = files_of(settings.out, name)
        director = Director(own, folder, lambda bank: page(channel(bank, name)))
        return Output(name, own, director, Watch(own))

    return Several(tuple(opened(*place) for place in settings.obs.places().items()))


def channels_by_output(
    outputs: Several, channels: Channels, banks: Banks
) -> Mapping[str, Callable[[Bank], Channel]]:
    """The channel of every bank; those of further outputs are made here."""
    found: dict[str, Callable[[Bank], Channel]] = {MAIN: banks.channel}
    for output in outputs.outputs[1:]:
        own: dict[Bank, Channel] = {
            bank: channels.setdefault(channel(bank, output.name), Channel()) for bank in ("A", "B")
        }
        found[output.name] = own.__getitem__
    return found


def truth_of(outputs: Several) -> dict[str, object]:
    """What every OBS really shows, and what of it is not as it was taken."""
    return {
        "outputs": [_output(output) for output in outputs.outputs],
        "alarms": [
            {"output": output.name, "what": each.what, "words": each.words, "mend": each.mend}
            for output in outputs.outputs
            for each in output.watch.truth().alarms
        ],
    }


def routes(outputs: Several) -> APIRouter:
    router = APIRouter()

    @router.post("/api/obs/leave")
    async def leave() -> JSONResponse:
        """What OBS shows is meant: nothing is alarmed until the next take."""
        for output in outputs.outputs:
            output.watch.taken("")
        return JSONResponse({"told": "Left so. The next take is watched again."})

    return router


def _output(output: Output) -> dict[str, object]:
    state, truth = output.director.state(), output.watch.truth()
    offline = isinstance(state, Offline)
    return {
        "name": output.name,
        "online": not offline,
        "reason": state.refusal.reason if isinstance(state, Offline) else "",
        "mend": state.refusal.mend if isinstance(state, Offline) else "",
        "program": "" if offline else truth.program,
        "taken": truth.taken,
        "got_loose": truth.mended,
    }
