"""The app: all routes and services over one gate, behind the guard."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache, partial

from fastapi import APIRouter, FastAPI
from starlette.routing import BaseRoute

from producer.feeds import Received, Refused
from producer.jobs import Jobs
from producer.obs import Online
from producer.obs.clips.player import ClipPlayer
from producer.obs.director.outputs import Outputs
from producer.obs.director.state import State
from producer.obs.scenes.banks import safe_name
from producer.release import Gate
from producer.settings import Settings
from producer.stages.style import style_of
from producer.web.access import appearance, sign_in
from producer.web.access.attempts import SignInAttempts
from producer.web.access.authentication import EVERYWHERE, Door, open_door
from producer.web.access.guard import guard
from producer.web.access.json_bodies import JsonRoute
from producer.web.access.roles import Keys
from producer.web.access.router import access_of
from producer.web.air_bar import pictures
from producer.web.air_bar import routes as air_bar
from producer.web.air_bar.holder import Holder
from producer.web.air_bar.preview import OnPreview
from producer.web.air_bar.sequence import AirSequence
from producer.web.appearance import with_appearance
from producer.web.before_show import fault_buttons, line_up, people
from producer.web.channels import graphics, live, themes
from producer.web.channels import routes as channels
from producer.web.channels.banks import PREVIEW, PROGRAM, Banks
from producer.web.channels.live_tables import Following, warm
from producer.web.channels.playhead import territory_channel
from producer.web.control import routes as control
from producer.web.control.answers import ControlAnswers
from producer.web.feed import routes as feed
from producer.web.feed.queue import Inlet
from producer.web.maps import routes as maps
from producer.web.onair import outputs, segments, status
from producer.web.onair import routes as take_routes
from producer.web.onair.audit_log import Logbook
from producer.web.onair.cued import SegmentMarks
from producer.web.onair.outdated import OutdatedClips
from producer.web.onair.outputs import channels_by_output, open_outputs
from producer.web.onair.over_clip import ClipGraphics
from producer.web.onair.sealed_again import SealedAgain
from producer.web.onair.takes import Takes
from producer.web.ops import assets, health, renders
from producer.web.ops.errors import add_errors
from producer.web.ops.faults import Faults
from producer.web.ops.recorders import RecorderWatch
from producer.web.ops.writer_threads import on_one_thread
from producer.web.pages import (
    api,
    corrections,
    decks,
    desk,
    house,
    notes,
    picks,
    quarantine,
    sealed,
    show,
    tables,
    tournament,
)
from producer.web.pages.sealed_views import SealedViews
from producer.web.panel import booth
from producer.web.panel import routes as panel
from producer.web.panel.booth_message import Booth
from producer.web.prepare import routes as prepare
from producer.web.programme import copies, rundown
from producer.web.programme import routes as programme
from producer.web.recordings import files as recordings
from producer.web.recordings import verify
from producer.web.services import Services, ToShow
from producer.web.updates import routes as updates
from producer.web.updates.record_watch import RecordWatch
from producer.web.updates.topics import AIR, Topics

MODULES = (
    *(feed, api, prepare, desk, house, sealed, notes, picks, tables, tournament, quarantine, decks),
    *(corrections, rundown, programme, sign_in, graphics, themes, channels, take_routes, status),
    *(outputs, segments, renders, updates, recordings, verify, panel, booth, air_bar, pictures),
    *(copies, show, people, line_up, fault_buttons, maps, appearance, control, health, assets),
)
"""The modules whose routes make the service, those with the most requests first."""

LONGEST_GOODBYE = 1.0
"""Seconds to wait for OBS on stopping; one that hangs must not keep the service from stopping."""


def create_app(
    gate: Gate, settings: Settings, keys: Keys | None = None, to_show: ToShow | None = None
) -> FastAPI:
    """The whole service. The caller closes the gate. ``keys``: new ones by default. ``to_show``: as
    in ``Services``.

    While the app runs its director connects to OBS, which may come and go.
    """
    services = replace(open_services(gate, settings, keys), to_show=to_show)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        _start(services)
        yield
        await _stop(services)

    app = FastAPI(
        title="Duplicast", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None
    )
    app.state.services = services
    app.router.routes.extend(_routes())
    app.mount(assets.FOLDER, assets.FILES)
    add_errors(app)
    app.add_middleware(guard, door=services.door, route=partial(access_of, app.router.routes))
    app.add_middleware(with_appearance)
    return app


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """The routes of all apps: FastAPI takes a tenth of a second to read their signatures."""
    router = APIRouter(route_class=JsonRoute)
    for module in MODULES:
        module.routes.add_to(router)
    return tuple(router.routes)


def open_services(gate: Gate, settings: Settings, keys: Keys | None) -> Services:
    """The services, not yet running."""
    channels = live.open_channels()
    logbook = Logbook(gate.act)
    door = open_door(gate, settings, logbook, keys)
    outputs = open_outputs(settings, partial(graphics_page, settings, door))
    banks = Banks(channels)
    by_output = channels_by_output(outputs, channels, banks)
    player, recorder = segments.open_player(gate, settings, outputs, logbook)
    following = Following(gate, channels, style_of(settings.graphics), logbook)
    takes = Takes(gate, settings, banks, outputs, by_output, logbook)
    for name in following.style.theme.pictures.territories:
        channels[live.TERRITORY + name] = territory_channel(name, following.style)
    sealed_again = SealedAgain(takes, channels, player)
    topics = Topics()
    record_watch = RecordWatch(gate, topics)
    for name in (PROGRAM, PREVIEW, live.LOWER_THIRD):
        channels[name].on_change = partial(topics.changed, AIR)

    def received(items: list[Received | Refused]) -> None:
        sealed_again.looks.soon()
        record_watch.looks.soon()
        following.receive(items)

    return Services(
        gate=gate,
        settings=settings,
        style=following.style,
        door=door,
        attempts=SignInAttempts(),
        channels=channels,
        banks=banks,
        outputs=outputs,
        holder=Holder(),
        sequence=AirSequence(),
        controls=ControlAnswers(),
        on_preview=OnPreview(),
        takes=takes,
        player=player,
        recorder=recorder,
        jobs=Jobs(settings.out / "jobs"),
        recorders=RecorderWatch(gate, settings),
        clip_graphics=ClipGraphics(takes, channels, banks, player),
        segment_marks=SegmentMarks(),
        outdated_clips=OutdatedClips(gate),
        logbook=logbook,
        following=following,
        sealed_again=sealed_again,
        inlet=Inlet(on_one_thread("feed writer", gate.ingest), received),
        sealed_views=SealedViews(gate, gate.act),
        deck_views=SealedViews(gate, logbook.note),
        topics=topics,
        booth=Booth(),
        record_watch=record_watch,
        faults=Faults(),
    )


def _start(services: Services) -> None:
    director = services.outputs.main.director
    director.watch(partial(_obs_changed, asyncio.get_running_loop(), services))
    services.outputs.start()
    services.player.start()
    services.jobs.start()
    services.following.start()
    services.sealed_again.looks.start()
    services.record_watch.looks.start()
    services.recorders.looks.start()
    services.clip_graphics.start()
    threading.Thread(target=health.look, args=(services.gate,), daemon=True).start()
    threading.Thread(target=warm, args=(services.style,), daemon=True).start()


async def _stop(services: Services) -> None:
    await services.record_watch.looks.stop()
    services.topics.close()
    await services.sealed_again.looks.stop()
    await services.recorders.looks.stop()
    await services.clip_graphics.steps.stop()
    await services.following.stop()
    for each in services.channels.values():
        each.close()
    await services.inlet.stop()
    await asyncio.to_thread(services.jobs.stop)
    await asyncio.to_thread(_disconnect, services.outputs, services.player)
    await services.logbook.stop()


def _obs_changed(
    loop: asyncio.AbstractEventLoop, services: Services, state: State, _: object
) -> None:
    """Called on the director's thread, which may end shortly after the service."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(_follow, services, state)


def _follow(services: Services, state: State) -> None:
    """The bank that OBS has on program is on air, even if it was cut by hand in OBS."""
    banks, output = services.banks, services.outputs.main
    program = state.program if isinstance(state, Online) else ""
    if services.takes.safe_seen.saw(program, safe_name(output.prefix)):
        services.topics.changed(AIR)
    if isinstance(state, Online) and state.bank not in (None, banks.on_air):
        banks.switch(state.bank)


def graphics_page(settings: Settings, door: Door, channel: str) -> str:
    """The address of a channel's graphics for OBS. It has this machine's key, so that what the page
    reports as drawn counts, and where tokens are mandatory the key as its token."""
    host = settings.host if door.mandatory and settings.host not in EVERYWHERE else "127.0.0.1"
    token = f"&token={door.keys.overlay}" if door.mandatory else ""
    scheme = "https" if settings.tls else "http"
    return f"{scheme}://{host}:{settings.port}/graphics/{channel}?{live.RUN}={door.keys.overlay}{token}"


def _disconnect(outputs: Outputs, player: ClipPlayer) -> None:
    def stop() -> None:
        outputs.disconnect()  # first, so that the player does not wait for OBS
        player.stop()
        outputs.stop()

    stopping = threading.Thread(target=stop, daemon=True)
    stopping.start()
    stopping.join(LONGEST_GOODBYE)
