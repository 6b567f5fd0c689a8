"""The app: routes over one gate, guarded, calm, with its channels closed when it stops."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from fastapi import FastAPI
from starlette.routing import Match
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from producer.obs import Online
from producer.obs.clips.player import ClipPlayer
from producer.obs.director.outputs import Outputs
from producer.obs.director.state import State
from producer.release import Gate
from producer.resources import resource
from producer.settings import Settings
from producer.stages.style import style_of
from producer.web.access import sign_in as signin
from producer.web.access.authentication import EVERYWHERE, Door, open_door
from producer.web.access.guard import guard
from producer.web.access.roles import Keys
from producer.web.channels import graphics, live
from producer.web.channels import routes as channels_
from producer.web.channels import themes as faces
from producer.web.channels.banks import Banks
from producer.web.channels.live_tables import Following, warm
from producer.web.feed import routes as feed
from producer.web.feed.queue import Inlet
from producer.web.onair import outputs, segments
from producer.web.onair import routes as take
from producer.web.onair import status as air
from producer.web.onair.audit_log import Logbook
from producer.web.onair.takes import Takes
from producer.web.ops import health
from producer.web.ops.errors import add_errors
from producer.web.ops.rehearsal import STYLE, picture_of, style
from producer.web.ops.writer_threads import on_one_thread
from producer.web.pages import api, decks, house, notes, sealed
from producer.web.pages import desk as pages
from producer.web.pages import quarantine as refused
from producer.web.pages import tables as floor

LONGEST_GOODBYE = 1.0
"""Seconds that OBS gets to let us go; one that hangs must not keep the service from stopping."""


def create_app(gate: Gate, settings: Settings, keys: Keys | None = None) -> FastAPI:
    """The whole service. The gate stays the caller's to close. ``keys``: of this run, new ones
    where none are given.

    While the app runs its director looks for OBS, which may come and go as it likes.
    """
    channels, noted = live.open_channels(), live.Channel()
    logbook = Logbook(gate.act)
    door = open_door(gate, settings, logbook, keys)
    several = outputs.open_outputs(settings, partial(graphics_page, settings, door))
    director, banks = several.main.director, Banks(channels)
    by_output = outputs.channels_by_output(several, channels, banks)
    takes = Takes(gate, settings, banks, several, by_output, logbook)
    player, recorder = segments.open_player(gate, settings, several, logbook)
    following = Following(gate, channels, style_of(settings.graphics), logbook)
    inlet = Inlet(on_one_thread("feed writer", gate.ingest), following.heard)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        director.watch(partial(_told, asyncio.get_running_loop(), banks))
        several.start()
        player.start()
        following.start()
        threading.Thread(target=health.look, args=(gate,), daemon=True).start()
        threading.Thread(target=warm, args=(style_of(settings.graphics),), daemon=True).start()
        yield
        await following.stop()
        for each in (*channels.values(), noted):
            each.close()
        await inlet.stop()
        await asyncio.to_thread(_stop, several, player)
        await logbook.stop()

    app = FastAPI(
        title="Duplicast", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None
    )
    for router in (
        pages.routes(gate, settings),
        house.routes(gate, settings),
        sealed.routes(gate, style_of(settings.graphics)),
        signin.routes(door),
        api.routes(gate),
        graphics.routes(gate, channels, picture_of(settings), style_of(settings.graphics)),
        faces.routes(style_of(settings.graphics).theme),
        live.routes(channels, gate, following.watched, door.keys.overlay),
        notes.routes(gate, channels, noted, style_of(settings.graphics)),
        take.routes(takes),
        channels_.routes(takes, channels),
        air.routes(gate, settings, channels, banks, several, inlet),
        outputs.routes(several),
        segments.routes(gate, settings, player, recorder),
        feed.routes(gate, inlet),
        floor.routes(gate, settings, logbook),
        refused.routes(gate),
        decks.routes(gate),
        health.routes(gate, inlet, channels),
    ):
        app.include_router(router)
    app.add_route(STYLE, style(rehearsal=settings.rehearsal))
    app.mount("/assets", StaticFiles(directory=resource("web")))
    add_errors(app)
    app.add_middleware(guard, door=door, there=partial(_answers, app))
    return app


def _answers(app: FastAPI, scope: Scope) -> bool:
    return any(route.matches(scope)[0] is not Match.NONE for route in app.router.routes)


def _told(loop: asyncio.AbstractEventLoop, banks: Banks, state: State, _: object) -> None:
    """On the director's thread, which may outlive the service by a moment."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(_follow, banks, state)


def _follow(banks: Banks, state: State) -> None:
    """Program means the bank that OBS has there, whoever put it there."""
    if isinstance(state, Online) and state.bank not in (None, banks.on_air):
        banks.switch(state.bank)


def graphics_page(settings: Settings, door: Door, channel: str) -> str:
    """The address of a channel's graphics for OBS, with this run's key, so that what the page has
    drawn counts; as its token too where nobody comes in without."""
    host = settings.host if door.mandatory and settings.host not in EVERYWHERE else "127.0.0.1"
    token = f"&token={door.keys.overlay}" if door.mandatory else ""
    scheme = "https" if settings.tls else "http"
    return f"{scheme}://{host}:{settings.port}/graphics/{channel}?{live.RUN}={door.keys.overlay}{token}"


def _stop(several: Outputs, player: ClipPlayer) -> None:
    def stop() -> None:
        several.disconnect()  # so that the player waits for nobody
        player.stop()
        several.stop()

    stopping = threading.Thread(target=stop, daemon=True)
    stopping.start()
    stopping.join(LONGEST_GOODBYE)
