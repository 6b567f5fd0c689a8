"""Packages in a real SPX: imported, played, updated, continued and stopped in both formats.

Not part of CI: SPX is in no registry. ``SPX_HOME`` names the folder of an SPX 1.4 that runs, its
modules installed; a copy of it is started, and nothing in the folder is changed.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from alike import similarity
from ograf_renderer import GROUND, browser_page, pack, picture
from patience import eventually
from playwright.sync_api import Page
from ports import free_port
from test_spx_calls import PACKAGES, empty, fitted

from overlay.stage import Stage

HOME = os.environ.get("SPX_HOME", "")
NODE = shutil.which("node")
pytestmark = [
    pytest.mark.skipif(not HOME, reason="SPX_HOME names no folder of an installed SPX"),
    pytest.mark.skipif(NODE is None, reason="needs program: node"),
]
FORMATS = "SPX", "OGRAF"
NAMES = tuple(PACKAGES)
UPDATED = {"two-up": "left_player", "upright": "top_player", "speaker": "name"}
NEW = "Ana D'Ruiz"
TEXTS = """() => {
  const frames = [...document.querySelectorAll("iframe")].map((each) => each.contentDocument);
  const graphics = [document, ...frames].flatMap((each) =>
    [...each.querySelectorAll("duplicast-graphic, .ografRenderTarget")]);
  return graphics.flatMap((each) =>
    [...each.shadowRoot.querySelectorAll("text")].map((text) => text.textContent)); }"""


class Spx:
    """A running SPX with a project and a rundown in each format, and its renderer's page."""

    def __init__(self, address: str, data: Path, page: Page) -> None:
        self.address, self.data, self.page = address, data, page

    def form(self, path: str, **fields: object) -> None:
        body = urllib.parse.urlencode(fields).encode()
        urllib.request.urlopen(f"{self.address}{path}", body, timeout=60).close()

    def json(self, path: str, body: dict[str, Any]) -> None:
        request = urllib.request.Request(
            f"{self.address}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        urllib.request.urlopen(request, timeout=60).close()

    def rundown(self, kind: str) -> Path:
        return self.data / kind / "data/run.json"

    def item(self, kind: str, name: str) -> dict[str, Any]:
        items = json.loads(self.rundown(kind).read_text(encoding="utf-8"))["templates"]
        return dict(items[NAMES.index(name)])

    def order(self, kind: str, name: str, command: str) -> None:
        """What its buttons Play, Continue and Stop ask for."""
        item = self.item(kind, name)
        self.json("/gc/playout", {
            "datafile": str(self.rundown(kind)), "epoch": item["itemID"], "command": command,
        })  # fmt: skip

    def save(self, kind: str, name: str, field: str, value: str) -> None:
        item = self.item(kind, name)
        self.json("/gc/saveItemChanges", {
            "rundownfile": str(self.rundown(kind)), "epoch": item["itemID"],
            "DataFields": [{"field": field, "value": value}],
        })  # fmt: skip

    def update(self, name: str, field: str, value: str) -> None:
        """To a template of its own. 1.4.1's Update button leaves out the format, which its
        renderer then takes for OGraf, for which it has no update."""
        item = self.item("SPX", name)
        self.json("/gc/playout", {
            **{key: item[key] for key in ("relpath", "playserver", "playchannel", "webplayout")},
            "command": "update", "prepopulated": "true", "projectFormat": "SPX",
            "fields": [{"field": field, "value": value}],
        })  # fmt: skip


@contextmanager
def started(folder: Path) -> Iterator[tuple[str, Path]]:
    """A copy of SPX with the packages among its templates: its address and its data folder."""
    home = folder / "spx"
    own = ("node_modules", ".git", "softpix", "DATAROOT", "LOG", "config.json")
    shutil.copytree(HOME, home, ignore=shutil.ignore_patterns(*own))
    (home / "node_modules").symlink_to(Path(HOME, "node_modules").resolve())
    for name, steps in PACKAGES.items():
        pack(home / "ASSETS/templates/duplicast", name, *steps)
    data, logs, port = home / "DATAROOT", home / "LOG", free_port()
    data.mkdir()
    logs.mkdir()
    general = {
        "username": "", "password": "", "hostname": "test", "langfile": "english.json",
        "loglevel": "info", "launchBrowser": False, "apikey": "", "logfolder": f"{logs}/",
        "dataroot": f"{data}/", "port": port, "resolution": "HD", "preview": "none",
        "renderer": "normal", "templatesource": "spx-ip-address", "recents": [],
    }  # fmt: skip
    extras = {"customscript": "/ExtraFunctions/demoFunctions.js", "CustomControls": []}
    config = {
        "general": general, "casparcg": {"servers": []}, "osc": {"enable": False},
        "globalExtras": extras,
    }  # fmt: skip
    (home / "config.json").write_text(json.dumps(config), encoding="utf-8")
    assert NODE
    with (home / "output.txt").open("wb") as output:
        server = subprocess.Popen(
            [NODE, "server.js", "config.json"], cwd=home, stdout=output, stderr=output
        )
        try:
            eventually(lambda: answers(port), "SPX answers")
            yield f"http://127.0.0.1:{port}", data
        finally:
            server.terminate()
            server.wait(30)


def answers(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def spx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Spx]:
    folder = tmp_path_factory.mktemp("spx")
    with started(folder) as (address, data), browser_page() as page:
        running = Spx(address, data, page)
        for kind in FORMATS:
            running.form("/shows/", foldername=kind, format=kind)
            for name in NAMES:
                file = "index.html" if kind == "SPX" else f"sample.{name}.ograf.json"
                templates = data.parent / "ASSETS/templates/duplicast"
                running.form(
                    f"/show/{kind}/config", command="addtemplate", template=file,
                    curFolder=templates / name, showFolder=kind,
                )  # fmt: skip
            running.form(f"/show/{kind}", filebasename="run")
            for place in range(len(NAMES)):
                running.form(
                    f"/gc/{kind}/run/", command="addItemToRundown", templateindex=place,
                    foldername=kind, listname="run", datafile=running.rundown(kind),
                )  # fmt: skip
                time.sleep(0.01)  # the item's id is the millisecond
        yield running


@pytest.fixture
def on_air(spx: Spx, request: pytest.FixtureRequest) -> Page:
    """The renderer, with this format's rundown opened as the controller opens it."""
    kind = request.getfixturevalue("kind")
    urllib.request.urlopen(f"{spx.address}/gc/{kind}/run", timeout=60).close()
    spx.page.goto(f"{spx.address}/renderer")
    spx.page.evaluate(f"document.documentElement.style.background = '{GROUND}'")
    spx.page.wait_for_function("socket.connected")
    return spx.page


def becomes(page: Page, stage: Stage) -> None:
    least = 0.97 if stage.height == 1080 else 0.93
    eventually(lambda: similarity(picture(page), fitted(stage)) >= least, "it shows the stage")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", FORMATS)
def test_play_continue_and_stop(spx: Spx, on_air: Page, kind: str, name: str) -> None:
    first, *others = PACKAGES[name]
    spx.order(kind, name, "play")
    becomes(on_air, first)
    for stage in others:
        spx.order(kind, name, "next")
        becomes(on_air, stage)
    spx.order(kind, name, "stop")
    eventually(lambda: empty(picture(on_air)), "nothing is left")


@pytest.mark.parametrize("kind", FORMATS)
def test_a_changed_field_is_seen(spx: Spx, on_air: Page, kind: str) -> None:
    numbers = count(1)
    for name, field in UPDATED.items():
        new = f"{NEW} {next(numbers)}"
        if kind == "SPX":
            spx.order(kind, name, "play")
            becomes(on_air, PACKAGES[name][0])
            spx.update(name, field, new)
        else:  # SPX 1.4 sends no update to an OGraf graphic; Play sends the saved fields
            spx.save(kind, name, field, new)
            spx.order(kind, name, "play")
        eventually(lambda new=new: new in on_air.evaluate(TEXTS), f"{new} is seen")
        spx.order(kind, name, "stop")
        eventually(lambda: empty(picture(on_air)), "nothing is left")
