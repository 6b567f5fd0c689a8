"""What goes to OBS is a way out: names of scenes and sources, settings, files. A whole record and
its public half, each with an OBS of its own that remembers all that is asked of it, take the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from halves import Answer, Half, Plant, files, half, logs
from stand_in import stand_in_obs
from ways import NUMBERS
from worlds import World

from producer.obs.link.connection import Address, Link, Timeouts
from producer.settings import ObsSettings

Find = Callable[[str, str], None]
ASKING = ("Get", "Sleep")
"""How requests begin that change nothing; when they come is OBS's and the clock's."""

OF_THE_CLOCK_OR_CHANCE = ("seconds", "id", "preview")
PICTURE = re.compile(r"picture-[0-9a-f]{16}\.png")
"""Names by chance alone, of which OBS shows each as a new picture."""


def take_everything(
    find: Find, world: World, whole: Path, public: Path, plant: Plant | None
) -> int:
    """Puts released, sealed and unknown deals to air; how many requests there were."""
    asked = [(path, body) for path, body in _wishes(world)]
    seen = [_taken(folder, folder is whole, plant, asked) for folder in (whole, public)]
    for what in ("answers", "requests", "files"):
        one, other = (each[what] for each in seen)
        if one != other:
            first = next((pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]), "")
            find(f"OBS: {what}", f"differs: {first!r:.600} or {len(one)}, {len(other)}")
    text = repr(seen[0])
    for needle in world.needles():
        if needle in text:
            find("OBS", f"{needle} was said")
    return len(asked)


def _wishes(world: World) -> list[tuple[str, dict[str, Any]]]:
    names = [f"{session}/A/{n}" for session in world.sessions for n in NUMBERS]
    out = [f"{session}/A/{n}" for session, n in sorted(world.released())][:2]
    wishes: list[tuple[str, dict[str, Any]]] = [("/api/obs/setup", {})]
    for deal in [*out, *world.lots.sample(names, 2)]:
        wishes += [
            ("/api/preview", {"deal": deal}),
            ("/api/take", {"deal": deal, "moment": "end"}),
            ("/api/take", {"kind": "matrix", "deal": deal}),
        ]
    wishes += [("/api/take", {"kind": "standings"}), ("/api/obs/repair", {}), ("/api/safe", {})]
    return wishes


def _taken(
    folder: Path, whole: bool, plant: Plant | None, asked: list[tuple[str, dict[str, Any]]]
) -> dict[str, list[Any]]:
    with stand_in_obs() as obs, logs() as lines, patient():
        settings = ObsSettings(port=obs.port, graphics="image")
        with half(folder, whole, plant, settings) as one:
            answers = [_ask(one, path, body) for path, body in asked]
            written = [(PICTURE.sub("picture.png", name), data) for name, data in files(one)]
    kept = [(name, _placeless(data, folder)) for name, data in obs.asked]
    return {
        "answers": answers,
        # Which scene is set up first is decided by what OBS has loaded by then: by the clock.
        "requests": sorted(each for each in kept if not each[0].startswith(ASKING)),
        "files": sorted(written),
        "logs": [_placeless(line, folder) for line in lines],
        "all": kept,
    }


@contextmanager
def patient() -> Iterator[None]:
    """A stand-in on a busy machine may need longer than OBS would be given."""

    def waiting(self: Link, address: Address, inbox: Any, _: object = None) -> None:
        connecting(self, address, inbox, Timeouts(60, 60, 60))

    connecting = Link.__init__
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Link, "__init__", waiting)
        yield


def _ask(one: Half, path: str, body: dict[str, Any]) -> Answer:
    headers = {"Authorization": f"Bearer {one.tokens['producer']}"}
    answer = one.client.post(path, json=body, headers=headers)
    assert answer.status_code in (200, 404, 409), (path, body, answer.text)
    told = answer.json()
    if "sent" in told:
        told["sent"].sort()
    return answer.status_code, {k: told[k] for k in sorted(told) if k not in OF_THE_CLOCK_OR_CHANCE}


def _placeless(told: object, folder: Path) -> str:
    return PICTURE.sub("picture.png", json.dumps(told, sort_keys=True)).replace(
        str(folder), "FOLDER"
    )
