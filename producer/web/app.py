"""The app: routes over one gate, guarded, calm, with its channels closed when it stops."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.staticfiles import StaticFiles

from producer.obs import Director
from producer.release import Gate
from producer.resources import resource
from producer.settings import Settings
from producer.web import api, graphics, live, pages, take
from producer.web.errors import add_errors, calm
from producer.web.guard import guard

LONGEST_GOODBYE = 1.0
"""Seconds that OBS gets to let us go; one that hangs must not keep the service from stopping."""


def create_app(gate: Gate, settings: Settings) -> FastAPI:
    """The whole service. The gate stays the caller's to close.

    While the app runs its director looks for OBS, which may come and go as it likes.
    """
    channels = live.open_channels()
    director = take.open_director(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        director.start()
        yield
        for channel in channels.values():
            channel.close()
        await asyncio.to_thread(_stop, director)

    app = FastAPI(
        title="Duplicast", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None
    )
    for router in (
        pages.routes(gate),
        api.routes(gate),
        graphics.routes(gate, channels),
        live.routes(channels),
        take.routes(gate, settings, channels, director),
    ):
        app.include_router(router)
    app.mount("/assets", StaticFiles(directory=resource("web")))
    add_errors(app)
    app.add_middleware(calm)
    app.add_middleware(guard)
    return app


def _stop(director: Director) -> None:
    stopping = threading.Thread(target=director.stop, daemon=True)
    stopping.start()
    stopping.join(LONGEST_GOODBYE)
