"""Program and preview as pictures from OBS, for the show page."""

from __future__ import annotations

import asyncio
from typing import Literal

from starlette.responses import Response

from producer.obs import ObsRefusal, Offline, other
from producer.obs.clips.media_source import clip_scene
from producer.obs.scenes.banks import scene_name
from producer.web.access.roles import TAKERS
from producer.web.access.router import Routes
from producer.web.languages import _
from producer.web.onair.card_safe import unsafe, unsafe_words
from producer.web.onair.takes import not_done
from producer.web.ops.errors import Refusal
from producer.web.services import Injected, Services

routes = Routes()


@routes.get("/api/obs/pictures/{which}.jpg", roles=TAKERS, exit="OBS's program and preview")
async def picture(services: Injected, which: Literal["program", "preview"]) -> Response:
    """Not of a table that plays a sealed deal and whose picture is not card-safe."""
    scene, tables = _scene(services, which)
    seen = await asyncio.to_thread(unsafe, services.gate, services.settings.obs, tables)
    if seen:
        raise Refusal(409, _("No picture: {seen}.", seen=unsafe_words(seen)))
    try:
        jpeg = await asyncio.to_thread(services.outputs.main.watch.picture, scene)
    except ObsRefusal as refusal:
        raise not_done("No picture", refusal) from refusal
    return Response(jpeg, media_type="image/jpeg")


def _scene(services: Services, which: str) -> tuple[str, tuple[str, ...]]:
    """The scene, and the tables whose pictures are in it. Raises Refusal where there is none."""
    output = services.outputs.main
    state, loaded = output.director.state(), output.director.loaded()
    if isinstance(state, Offline):
        raise not_done("No picture", state.refusal)
    if which == "program":
        on = loaded.get(state.bank) if state.bank else None
        return state.program, on.shot.tables if on else ()
    now, bank = services.on_preview.now, other(state.bank or services.banks.on_air)
    if now is not None and now.kind == "segment":
        return clip_scene(output.prefix), ()
    content = loaded.get(bank)
    if now is None or content is None:
        raise Refusal(404, _("Nothing is cued."))
    return scene_name(output.prefix, bank, content.shot.layout), content.shot.tables
