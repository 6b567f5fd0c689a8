"""Graphics in a browser with a change every 100 ms: frames late or lost, the longest one, what
share of a processor the page takes. The service's page, and an OGraf package of the same two-up.

Chromium draws without a graphics card here, by its own software, at 60 frames a second: a playout
machine with a card has more to spare. What is lost without any change says how busy the machine is.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from overlay.ograf.packages import Package, package_files
from producer.stages.gallery import sample

QUICK = "--quick" in sys.argv
SECONDS = 3 if QUICK else 10
EVERY = 0.1
FRAME = 1000 / 60
MAIN = "from producer.cli import main; main()"

_WATCH = """() => {
  const frames = (window.seen = []);
  const watch = (now) => {
    frames.push(now);
    if (window.seen === frames) requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);
}"""


def main() -> None:
    """Prints frames and shares of a processor."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    if chromium is None:
        print("  not measured: there is no Chromium")
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        _page_of_the_service(browser)
        _package(browser)
        browser.close()


def _page_of_the_service(browser: Browser) -> None:
    with tempfile.TemporaryDirectory() as name, _serving(Path(name)) as address:
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.goto(f"{address}/graphics/bank-a")
        bodies = [
            {"kind": "two-up", "deal": "guide/A/1", "moment": moment}
            for moment in ("decision", "end")
        ]
        _put(address, bodies[0])
        page.wait_for_selector("#canvas svg")
        _measure("graphics page, nothing changes", browser, page, lambda _: None)
        _measure(
            "graphics page, fork and end by turns",
            browser,
            page,
            lambda n: _put(address, bodies[n % 2]),
        )
        _measure(
            "graphics page, a lower third",
            browser,
            page,
            lambda n: _put(address, {"kind": "speaker", "name": f"Player {n}", "who": "Peru"}),
        )
        page.close()


def _package(browser: Browser) -> None:
    stages = tuple(sample(f"two-up-{moment}").stage for moment in ("decision", "end"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path, content in package_files(Package("two-up", "two-up", "", stages)).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.goto((folder / "index.html").as_uri() + "?play")
        page.wait_for_timeout(1500)
        _measure("OGraf package, nothing changes", browser, page, lambda _: None)
        _measure(
            "OGraf package, a name, animated",
            browser,
            page,
            lambda n: page.evaluate(f"update({{left_player: 'Player {n}'}})"),
        )
        _measure(
            "OGraf package, result in and out, animated",
            browser,
            page,
            lambda n: page.evaluate(
                f"document.querySelector('duplicast-graphic').playAction({{goto: {n % 2}}}), null"
            ),
        )
        page.close()


def _measure(what: str, browser: Browser, page: Page, change: Callable[[int], object]) -> None:
    devtools = browser.new_browser_cdp_session()
    page.evaluate(_WATCH)
    before, began = _cpu(devtools), time.perf_counter()
    for number in range(round(SECONDS / EVERY)):
        page.wait_for_timeout(max(0, began + number * EVERY - time.perf_counter()) * 1000)
        change(number)
    took = time.perf_counter() - began
    used = _cpu(devtools) - before
    times = page.evaluate("window.seen")
    gaps = [later - earlier for earlier, later in pairwise(times)]
    lost = sum(max(0, round(gap / FRAME) - 1) for gap in gaps)
    print(
        f"  {what:<46} {len(gaps)} frames in {took:.1f} s, {lost} lost, "
        f"longest {max(gaps):.0f} ms, {100 * used / took:.0f} % of a processor",
        flush=True,
    )


def _cpu(devtools: CDPSession) -> float:
    """Seconds of all processes of the browser."""
    processes = devtools.send("SystemInfo.getProcessInfo")["processInfo"]
    return float(sum(process["cpuTime"] for process in processes))


def _put(address: str, body: dict[str, str]) -> None:
    asked = urllib.request.Request(
        f"{address}/api/channels/bank-a",
        json.dumps(body).encode(),
        {"Content-Type": "application/json", "Origin": address},
    )
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(asked, timeout=20):
        return


@contextmanager
def _serving(folder: Path) -> Iterator[str]:
    """``duplicast serve`` on the guide's deal, when it answers."""
    guide = Path(__file__).parents[1] / "assets/demo/guide.ndjson"
    run = [sys.executable, "-c", MAIN]
    subprocess.run([*run, "ingest", str(guide)], cwd=folder, check=True, capture_output=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [*run, "serve", "--port", str(port)],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not _answers(port):
            if process.poll() is not None:
                raise AssertionError("the service does not start")
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


if __name__ == "__main__":
    main()
