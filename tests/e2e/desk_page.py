"""A page of a running service in a real Chromium."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page
from ports import free_port
from service import SIGNED, open_gate_on, serving

from producer.settings import ObsSettings

PATIENCE = 90_000
"""Milliseconds to wait for something expected."""


@contextmanager
def opened(browser: Browser, folder: Path, path: str, result: str) -> Iterator[Page]:
    """800 pixels wide, of a service that has heard ``told``; it must not throw."""
    with open_gate_on(folder / "duplicast.db") as gate, serving(gate, folder) as address:
        httpx.post(f"{address}/feed/events", content=result, headers=SIGNED, trust_env=False)
        with browser.new_context(
            base_url=address,
            viewport={"width": 800, "height": 700},
            extra_http_headers=SIGNED,
        ) as context:
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            complaints: list[str] = []
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(path)
            yield page
            assert complaints == []


class Desk:
    """A service that is stopped and started again at the same address, with the same keys."""

    def __init__(self, folder: Path, obs: ObsSettings) -> None:
        self._folder, self._obs, self._port = folder, obs, free_port()
        self._running = ExitStack()
        self.address = f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        gate = self._running.enter_context(open_gate_on(self._folder / "desk.db"))
        self._running.enter_context(serving(gate, self._folder, self._port, obs=self._obs))

    def stop(self) -> None:
        self._running.close()
