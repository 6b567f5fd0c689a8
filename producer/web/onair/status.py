"""What is on air, in JSON: OBS by its own word, the banks, the graphics channels."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse

from producer.obs import BANKS, Director, Offline, other
from producer.obs.clips.media_source import clip_scene
from producer.obs.director.outputs import Outputs
from producer.obs.scenes.banks import Loaded, safe_name
from producer.release import Gate, StoreError
from producer.release.wrong_decks import alarms
from producer.settings import Settings
from producer.web.access.roles import PRODUCERS, SCORERS, TAKERS
from producer.web.channels.banks import Banks
from producer.web.channels.live import Channel, Channels
from producer.web.feed.queue import Inlet
from producer.web.onair.card_safe import unsafe, unsafe_words
from producer.web.onair.flags import not_counting, since
from producer.web.onair.outputs import truth_of

DECKS = "air:decks"


def routes(
    gate: Gate,
    settings: Settings,
    channels: Channels,
    banks: Banks,
    outputs: Outputs,
    inlet: Inlet,
) -> APIRouter:
    router = APIRouter()
    director = outputs.main.director

    @router.get("/api/air")
    async def air(request: Request) -> JSONResponse:
        """What OBS has on program by its own word, and what the graphics channels show; for who
        can act on it also what is wrong: ``record`` says why nothing is written."""
        who = request.scope["who"]
        role, takes, produces = who.role, who.role in TAKERS, who.role in PRODUCERS
        shown = {name: each.now.shown for name, each in channels.items()}
        return JSONResponse(
            {
                "obs": _obs(director, settings.obs.prefix, banks),
                **truth_of(outputs),
                "record": unwritten(inlet.trouble()) if role in TAKERS | SCORERS else None,
                "alarm": await asyncio.to_thread(alarm) if takes else None,
                "since": await asyncio.to_thread(since, gate, shown, who) if takes else [],
                "against": await asyncio.to_thread(not_counting, gate, shown) if takes else [],
                "decks": await asyncio.to_thread(alarms, gate, DECKS) if produces else [],
                "channels": {name: _channel(each) for name, each in channels.items()},
            }
        )

    def alarm() -> str | None:
        """A picture that may no longer be on air, because its table has begun a sealed deal."""
        state = director.state()
        if isinstance(state, Offline) or state.bank is None:
            return None
        on_air = director.loaded().get(state.bank)
        tables = unsafe(gate, settings.obs, on_air.shot.tables) if on_air else []
        return f"On air: {unsafe_words(tables)}." if tables else None

    return router


def unwritten(trouble: StoreError | None) -> str | None:
    """For the producer, who must know at once that the tables' words are not kept."""
    if trouble is None:
        return None
    return f"What the tables send is not written: {trouble.reason}. {trouble.hint}."


def _obs(director: Director, prefix: str, banks: Banks) -> dict[str, object]:
    state, loaded = director.state(), director.loaded()
    if isinstance(state, Offline):
        return {"online": False, "reason": state.refusal.reason, "hint": state.refusal.hint}
    preview = other(state.bank or banks.on_air)
    return {
        "online": True,
        "version": state.obs,
        "program": state.program,
        "ours": state.bank is not None or state.program in (safe_name(prefix), clip_scene(prefix)),
        "safe": state.program == safe_name(prefix),
        "bank": state.bank,
        "preview": preview,
        "banks": {bank: _bank(loaded.get(bank)) for bank in BANKS},
        "differences": list(state.differences),
        "trouble": None if state.trouble is None else f"{state.trouble}",
    }


def _bank(loaded: Loaded | None) -> dict[str, object] | None:
    if loaded is None:
        return None
    shot = loaded.shot
    return {
        "layout": shot.layout,
        "tables": list(shot.tables),
        "words": shot.words,
        "sound": shot.sound,
    }


def _channel(on: Channel) -> dict[str, object]:
    shown = on.now.shown
    return {
        "seq": on.now.seq,
        "pages": len(on.pages),
        "shown": shown
        and {
            "kind": shown.kind,
            "deal": str(shown.deal) if shown.deal else None,
            "number": shown.deal.number if shown.deal else None,
            "tables": list(shown.tables),
            "moment": shown.moment,
        },
    }
