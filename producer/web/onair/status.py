"""What is on air, as JSON: what OBS reports, the banks, the graphics channels."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from starlette.responses import JSONResponse

from producer.obs import BANKS, Bank, Director, Offline, other
from producer.obs.clips.media_source import clip_scene
from producer.obs.scenes.banks import Loaded, safe_name
from producer.obs.scenes.wanted import BROWSER
from producer.release import StoreError
from producer.release.decks.wrong_decks import alarms
from producer.web.access.roles import DESK, PRODUCERS, SCORERS, TAKERS
from producer.web.access.router import Routes
from producer.web.air_bar.holder import Desk, DeskId
from producer.web.channels.banks import Banks
from producer.web.channels.live import LOWER_THIRD, Channel
from producer.web.languages import _, all_said
from producer.web.onair.card_safe import unsafe, unsafe_words
from producer.web.onair.cued import in_preview
from producer.web.onair.flags import AIR, Flag, doubts, flagged, not_counting, since
from producer.web.onair.outputs import truth_of
from producer.web.services import Injected, Services, Visitor

DECKS = "air:decks"

routes = Routes()


@routes.get("/api/air", roles=DESK, exit="what OBS has on program and each graphics channel shows")
async def air(services: Injected, who: Visitor, desk: DeskId) -> JSONResponse:
    """What OBS reports on program and what the graphics channels show. Roles that can act on it
    also get what is wrong; ``takes``: whether the visitor may take; ``hotkey``: of the safe scene
    in OBS itself; ``record``: why nothing is written."""
    gate, role, obs = services.gate, who.role, services.settings.obs
    takes, produces = role in TAKERS, role in PRODUCERS
    shown = {name: each.now.shown for name, each in services.channels.items()}
    trouble = services.inlet.trouble() if role in TAKERS | SCORERS else None
    changed = await asyncio.to_thread(since, gate, shown) if takes else []
    against = await asyncio.to_thread(not_counting, gate, shown) if takes else []
    doubtful, cued = _by_place(services, [*changed, *against])
    if takes:
        in_segment = await asyncio.to_thread(_in_segment, services)
        (doubtful if services.player.now().on_air else cued).extend(in_segment)
    cued = [deal for deal in cued if deal not in doubtful]
    return JSONResponse(
        all_said(
            {
                "obs": obs_state(services.outputs.main.director, obs.prefix, services.banks),
                **truth_of(services.outputs),
                "takes": takes,
                **(_control(services, desk) if takes else {}),
                "hotkey": obs.hotkey,
                "record": unwritten(trouble),
                "alarm": await asyncio.to_thread(_alarm, services) if takes else None,
                "taken_off": services.sealed_again.recent() if takes else [],
                "flagged": await asyncio.to_thread(flagged, gate, doubtful) if takes else [],
                "cued": await asyncio.to_thread(flagged, gate, cued, _("In preview"))
                if takes
                else [],
                "since": changed,
                "against": against,
                "recorders": [each.alarm for each in services.recorders.trouble()] if takes else [],
                "decks": await asyncio.to_thread(alarms, gate, DECKS) if produces else [],
                "channels": {name: _channel(each) for name, each in services.channels.items()},
            }
        )
    )


def _control(services: Services, desk: str) -> dict[str, object]:
    """Who holds air and who asks for it, and what the next take and lower third would show.
    ``you``: whether that is the desk that asks this."""
    holder, on_preview = services.holder, services.on_preview

    def shown(one: Desk | None) -> dict[str, object] | None:
        if one is None:
            return None
        return {"name": one.name, "you": one.id == desk, "connected": holder.is_connected(one)}

    now = on_preview.now
    return {
        "holder": shown(holder.now),
        "asking": shown(holder.asking),
        "cued_now": now and {"id": now.id, "kind": now.kind, "words": now.words},
        "lower_third": {
            "shown": services.channels[LOWER_THIRD].now.shown is not None,
            "ready": bool(on_preview.note),
        },
    }


def _alarm(services: Services) -> str | None:
    """A picture on air that should not be, because its table has begun a sealed deal."""
    director = services.outputs.main.director
    state = director.state()
    if isinstance(state, Offline) or state.bank is None:
        return None
    on_air = director.loaded().get(state.bank)
    tables = unsafe(services.gate, services.settings.obs, on_air.shot.tables) if on_air else []
    return _("On air: {what}.", what=unsafe_words(tables)) if tables else None


def _by_place(services: Services, flags: list[Flag]) -> tuple[list[str], list[str]]:
    """The deals of flags on channels, those on air and those that are only in preview."""
    preview = in_preview(services.takes)
    places: tuple[list[str], list[str]] = [], []
    for each in flags:
        places[each["channel"] in preview].append(each["deal"])
    return places


def _in_segment(services: Services) -> list[str]:
    """The deals of the segment that is cued or on air that do not count, or whose marks have
    changed since it was cued."""
    clip = services.player.now().clip
    if clip is None:
        return []
    changed = services.segment_marks.changed(services.gate, clip)
    return [*doubts(services.gate, clip.deals, AIR), *changed]


def unwritten(trouble: StoreError | None) -> str | None:
    """Why the feed is not written, in a sentence for the producer; ``None`` if it is."""
    if trouble is None:
        return None
    return _(
        "What the tables send is not written: {reason}. {hint}.",
        reason=trouble.reason,
        hint=trouble.hint,
    )


def obs_state(director: Director, prefix: str, banks: Banks) -> dict[str, object]:
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
        "on_air": _on_air(state.bank, loaded, banks),
        "preview": preview,
        "banks": {bank: _bank(loaded.get(bank)) for bank in BANKS},
        "differences": list(state.differences),
        "trouble": None if state.trouble is None else state.trouble.words,
    }


def _on_air(
    bank: Bank | None, loaded: Mapping[Bank, Loaded], banks: Banks
) -> dict[str, object] | None:
    """The deal that OBS has on program, ``None`` for none: what its page shows, or the picture that
    was loaded, whatever the channel shows since."""
    content = loaded.get(bank) if bank else None
    if bank is None or content is None:
        return None
    if content.graphics.kind == BROWSER:
        return _shown(banks.channel(bank))
    shot = content.shot
    if not shot.deal:
        return None
    number = int(shot.deal.rpartition("/")[2])
    return {
        "deal": shot.deal,
        "number": number,
        "tables": list(shot.tables),
        "moment": shot.moment,
        "as_of": shot.as_of,
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
    return {"seq": on.now.seq, "pages": len(on.pages), "shown": _shown(on)}


def _shown(on: Channel) -> dict[str, object] | None:
    shown = on.now.shown
    if shown is None:
        return None
    return {
        "kind": shown.kind,
        "deal": str(shown.deal) if shown.deal else None,
        "number": shown.deal.number if shown.deal else None,
        "tables": list(shown.tables),
        "moment": shown.moment,
        "as_of": shown.as_of,
    }
