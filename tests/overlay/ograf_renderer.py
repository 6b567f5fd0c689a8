"""A minimal renderer of OGraf v1 graphics, as the standard requires.

It imports a package's module over HTTP, names the element itself, and puts it into a closed shadow
root, as renderers do that keep styles apart.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from playwright.sync_api import Page, sync_playwright
from programs import require_program

from overlay.ograf.packages import Package, package_files
from overlay.stage import Stage

GROUND = "#3A5F4B"

RENDERER = f"""<!doctype html>
<meta charset="utf-8"><style>html, body {{ margin: 0; background: {GROUND}; }}
#layer {{ position: absolute; inset: 0; }}</style><div id="layer"></div>
<script>
const layer = document.getElementById("layer").attachShadow({{ mode: "closed" }});
let number = 0;
window.load = async (folder, params, attached = true) => {{
  const module = await import(`./${{folder}}/graphic.mjs?number=${{number}}`);
  const name = `ograf-${{number}}`;
  number += 1;
  customElements.define(name, module.default);
  window.graphic = document.createElement(name);
  if (attached) layer.replaceChildren(window.graphic);
  return window.graphic.load(params);
}};
window.painted = () => [...window.graphic.shadowRoot.querySelector(".canvas").children].length;
window.texts = () =>
  [...window.graphic.shadowRoot.querySelectorAll("text")].map((text) => text.textContent);
</script>
"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The folder over HTTP, with the renderer at its root."""
    (folder / "renderer.html").write_text(RENDERER, encoding="utf-8")
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join(60)


@contextmanager
def browser_page(width: int = 1920, height: int = 1080) -> Iterator[Page]:
    """A page of the real Chromium; any error in it fails the test."""
    chromium = require_program("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": height})
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        yield page
        browser.close()
    assert faults == []


def pack(folder: Path, name: str, *steps: Stage) -> Path:
    """A package of these steps, written to a folder of its name."""
    there = folder / name
    for path, content in package_files(Package(f"sample.{name}", name, "", steps)).items():
        (there / path).parent.mkdir(parents=True, exist_ok=True)
        (there / path).write_bytes(content)
    return there


def load(page: Page, folder: str, attached: bool = True, **params: Any) -> dict[str, Any]:
    """Loads the package's graphic; params as in the standard."""
    return dict(page.evaluate("([f, p, a]) => load(f, p, a)", [folder, params, attached]))


def call(page: Page, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
    """The answer of one method; ``{}`` for none."""
    return dict(page.evaluate("([m, p]) => graphic[m](p)", [method, params]) or {})


def picture(page: Page) -> npt.NDArray[np.uint8]:
    """What is on the screen now."""
    seen = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert seen is not None
    return seen.astype(np.uint8)
