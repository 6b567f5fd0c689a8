"""The buttons of a rehearsal's faults: each goes the way that a real one would, and is undone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse

from producer.acts import FaultRehearsed, FaultRehearsedAct
from producer.release import by_hand
from producer.release.by_hand import CannotDecide
from producer.release.table_forms import filled
from producer.release.table_forms.entered import Entered, FormFault
from producer.web.access.roles import PRODUCERS
from producer.web.access.router import Routes
from producer.web.languages import _, marked, word
from producer.web.onair.clearing import deals_shown
from producer.web.ops.errors import Refusal
from producer.web.ops.faults import OBS_LOST, Fault
from producer.web.ops.writer_threads import written
from producer.web.services import Injected, Services, Visitor
from producer.web.updates.topics import AIR, DEALS

EXIT = "route:/api/rehearsal/fault"

TITLES: Mapping[Fault, str] = {
    "feed silent": marked("A table falls silent"),
    "event lost": marked("An event is lost"),
    "OBS lost": marked("OBS is lost"),
    "card exposed": marked("A card was exposed"),
    "result disputed": marked("A result is disputed"),
}

EFFECTS: Mapping[Fault, str] = {
    "feed silent": marked("What its device sends is turned away for 150 s, and it sends it again."),
    "event lost": marked("The table’s next event does not arrive until this is undone: a gap."),
    "OBS lost": marked("The connection is cut for 30 s; program stays as it is."),
    "card exposed": marked("The deal is sealed again, and leaves the air at once."),
    "result disputed": marked("The deal is under review: out of the standings, flagged on air."),
}

REASON = "rehearsal"

routes = Routes()


class FaultWanted(BaseModel):
    """``of``: a table as ``SESSION/GROUP/TABLE``, an OBS by its name, or a deal by its full name.
    ``on``: false undoes the fault."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    fault: Fault
    of: Annotated[str, Field(min_length=1, max_length=700)]
    on: bool = True


@dataclass(frozen=True, slots=True)
class FaultButton:
    """``of``: what the fault can be of. ``running``: what it is of now, and the seconds left,
    ``None`` until it is undone."""

    fault: Fault
    title: str
    effect: str
    of: list[str]
    running: dict[str, int | None]


def fault_buttons(services: Services) -> list[FaultButton]:
    """None outside of a rehearsal."""
    if not services.settings.rehearsal:
        return []
    now = services.faults.now()
    return [
        FaultButton(
            fault,
            title,
            EFFECTS[fault],
            [each for each in _places(services, fault) if (fault, each) not in now],
            {
                of: None if left == inf else round(left)
                for (each, of), left in now.items()
                if each == fault
            },
        )
        for fault, title in TITLES.items()
    ]


@routes.post(
    "/api/rehearsal/fault", roles=PRODUCERS, exit="the deal of a rehearsed fault", sealed=True
)
async def rehearse(services: Injected, who: Visitor, wanted: FaultWanted) -> JSONResponse:
    """Refused with 409 outside of a rehearsal."""
    if not services.settings.rehearsal:
        raise Refusal(
            409,
            _("Nothing done: this is no rehearsal."),
            _("Faults can be started in one only: duplicast serve --rehearsal."),
        )
    fault, of = wanted.fault, wanted.of
    if ((fault, of) in services.faults.now()) == wanted.on:
        raise Refusal(
            409,
            _("That fault is on already.") if wanted.on else _("That fault is over already."),
        )
    if wanted.on and of not in await run_in_threadpool(_places, services, fault):
        raise Refusal(404, _("There is no {name}.", name=of), _("Choose one of the list."))
    if fault in ("card exposed", "result disputed"):
        await written(_of_deal, services, wanted, who.by)
    else:
        data = FaultRehearsed(fault=fault, of=of, ended=not wanted.on)
        await written(
            services.gate.act, FaultRehearsedAct(at=services.gate.clock(), by=who.by, data=data)
        )
    if fault == "OBS lost":
        services.outputs.cut(of, OBS_LOST if wanted.on else 0)
    if wanted.on:
        services.faults.begin(fault, of)
    elif lost := services.faults.end(fault, of):
        await services.inlet.offer([lost])
    services.topics.changed(AIR, DEALS)
    title = word(TITLES[fault])
    if wanted.on:
        return JSONResponse({"message": _("Started: {fault}, {name}.", fault=title, name=of)})
    return JSONResponse({"message": _("Undone: {fault}, {name}.", fault=title, name=of)})


def _places(services: Services, fault: Fault) -> list[str]:
    """What a fault can be of; deals on air first."""
    gate = services.gate
    if fault == "OBS lost":
        return [output.name for output in services.outputs.outputs]
    if fault in ("feed silent", "event lost"):
        return [
            f"{each.session}/{each.group}/{table}"
            for each in gate.sessions()
            if each.kind == "live"
            for table in each.tables
        ]
    shown = [str(key) for key in deals_shown(services.channels).values()]
    return list(dict.fromkeys([*shown, *map(str, gate.view(EXIT).released)]))


def _of_deal(services: Services, wanted: FaultWanted, by: str) -> None:
    """Seals the deal, or puts the hand of its first table under review; or undoes that. Raises
    Refusal."""
    gate = services.gate
    try:
        if wanted.fault == "card exposed":
            decide = by_hand.seal if wanted.on else by_hand.release
            decide(gate, [wanted.of], f"{REASON}: a card was exposed", by)
            return
        deal, _verdict = gate.sealed_deal(wanted.of, EXIT)
        fields = {
            "table": json.dumps([deal.key.session, deal.key.group, deal.plays[0].table]),
            "deal": str(deal.key.number),
            "reason": f"{REASON}: the result is disputed",
        }
        filled("review" if wanted.on else "clear", Entered(gate, fields, by)).send()
    except (CannotDecide, FormFault) as error:
        raise Refusal(409, _("Not done: {error}.", error=error)) from error
