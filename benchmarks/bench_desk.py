"""The desk in a real browser: pages with 150 deals at six tables, a finished hand becoming visible,
the slider over a line, and pages with sixty tables.

The service is a process of its own; the browser and the sender share the machine with it. The load
of the machine is printed, because everything here is as slow as the machine is busy.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path
from statistics import median
from subprocess import Popen

from playwright.async_api import Browser, Page, async_playwright
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

from benchmarks.serving import cpu, post, say, serving
from producer.events import Event, event_json
from producer.simulate import session_events
from producer.simulate.table_hands import MOST_TABLES

QUICK = "--quick" in sys.argv
DEALS, TABLES = (20, 6) if QUICK else (150, 6)
MANY_DEALS, MANY_TABLES = (1, 60) if QUICK else (3, 60)
TIMES = 2 if QUICK else 5
RELEASES = 8 if QUICK else 30

USABLE, VISIBLE, FRAME = 1000, 200, 1000 / 60
"""Goals in milliseconds: from asking to usable, from sent to shown, from one frame to the next."""

SWITCHES = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
PATIENCE, WAITS = 60_000, 5_000
"""Milliseconds for a page, and for a deal that may have no pick to be listed with."""

LOADED = """() => {
  const { loadEventEnd, domContentLoadedEventEnd } = performance.getEntriesByType("navigation")[0];
  return Math.max(loadEventEnd, domContentLoadedEventEnd);
}"""
WATCH_COUNT = """() => {
  window.counts = [];
  const said = () => document.querySelector("#picks-title")?.textContent;
  let before = said();
  new MutationObserver(() => {
    if (said() === before) return;
    before = said();
    window.counts.push(performance.timeOrigin + performance.now());
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
WATCH_FRAMES = """() => {
  window.frames_at = [];
  const frame = (at) => { window.frames_at.push(at); requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""


def main() -> None:
    """Prints milliseconds; says so where there is no Chromium."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        say("  needs program: chromium")
        return
    asyncio.run(_measure(chromium))


async def _measure(chromium: str) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
        say(f"  load of the machine, with {os.cpu_count()} cores: {os.getloadavg()[0]:.1f}")
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (port, process):
            await _with_many_deals(browser, port, process)
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (port, process):
            for seed in range(MANY_TABLES // MOST_TABLES):
                await _send(port, list(session_events(MANY_DEALS, seed, tables=MOST_TABLES)))
            for path in ("/tables", "/prepare"):
                what = f"{path} with {MANY_TABLES} tables"
                await _open(browser, port, process, path, what, "main")
        say(f"  load of the machine at the end: {os.getloadavg()[0]:.1f}")
        await browser.close()


async def _with_many_deals(browser: Browser, port: int, process: Popen[bytes]) -> None:
    events = list(session_events(DEALS, 1, tables=TABLES))
    releasing = _releasing(events)[-RELEASES:]
    await _send(port, events[: releasing[0]])
    for path, there in (
        ("/prepare", ".found"),
        ("/", ".deal"),
        ("/rundown", "main"),
        ("/show", "main"),
    ):
        what = f"{path} with {DEALS} deals at {TABLES} tables"
        await _open(browser, port, process, path, what, there)
    page = await _page(browser, port, "/prepare", ".found")
    await _slide(page)
    await page.evaluate(WATCH_COUNT)
    late = await _release(page, port, events[releasing[0] :], {n - releasing[0] for n in releasing})
    if not late:
        say("  no finished hand released a deal")
        return
    say(
        f"  a finished hand sent to its deal shown on /prepare (goal {VISIBLE} ms): "
        f"p50 {median(late):.0f} ms, worst {max(late):.0f} ms ({len(late)})"
    )
    await page.close()


def _releasing(events: list[Event]) -> list[int]:
    """Where in the session a deal is finished by its last table."""
    finished: Counter[int] = Counter()
    found = []
    for n, event in enumerate(events):
        if event.type == "hand.finished":
            finished[event.data.deal] += 1
            if finished[event.data.deal] == TABLES:
                found.append(n)
    return found


async def _send(port: int, events: list[Event]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for first in range(0, len(events), 500):
        body = "\n".join(event_json(event) for event in events[first : first + 500])
        await post(reader, writer, body.encode())
    writer.close()


async def _page(browser: Browser, port: int, path: str, there: str) -> Page:
    page = await browser.new_page(viewport={"width": 1920, "height": 1080})
    page.set_default_timeout(PATIENCE)
    await page.goto(f"http://127.0.0.1:{port}{path}")
    await page.locator(there).first.wait_for()
    return page


async def _open(
    browser: Browser, port: int, process: Popen[bytes], path: str, what: str, there: str
) -> None:
    """Once to fill what the service remembers, then a few times."""
    began = time.perf_counter()
    await (await _page(browser, port, path, there)).close()
    first, used, late = 1000 * (time.perf_counter() - began), cpu(process), []
    for _ in range(TIMES):
        page = await _page(browser, port, path, there)
        late.append(float(await page.evaluate(LOADED)))
        await page.close()
    used = 1000 * (cpu(process) - used) / TIMES
    say(
        f"  {what}: usable after {median(late):.0f} ms, worst {max(late):.0f} ms "
        f"(goal {USABLE} ms); the first time {first:.0f} ms; "
        f"{used:.0f} ms of the service's processor"
    )


async def _slide(page: Page) -> None:
    """Drags the slider from end to end and back, as a hand does."""
    slider = page.locator("[data-moments]")
    await slider.scroll_into_view_if_needed()
    box = await slider.bounding_box()
    assert box is not None
    y, left, right = box["y"] + box["height"] / 2, box["x"] + 4, box["x"] + box["width"] - 4
    await page.mouse.move(left, y)
    await page.evaluate(WATCH_FRAMES)
    await page.mouse.down()
    for end in (right, left):
        await page.mouse.move(end, y, steps=120)
    await page.mouse.up()
    at = await page.evaluate("() => window.frames_at")
    gaps = [after - before for before, after in pairwise(at)]
    dropped = sum(round(gap / FRAME) - 1 for gap in gaps if gap > 1.5 * FRAME)
    say(
        f"  slider on /prepare: {len(gaps)} frames, {dropped} dropped (goal 0), "
        f"longest gap {max(gaps):.0f} ms, {median(gaps):.1f} ms usual"
    )


async def _release(page: Page, port: int, events: list[Event], releasing: set[int]) -> list[float]:
    """Sends the events one by one; from each that releases a deal, milliseconds until the page
    counts it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    late = []
    for n, event in enumerate(events):
        if n in releasing:
            await asyncio.sleep(0.5)  # what came before is shown
            before = len(await page.evaluate("() => window.counts"))
        sent = 1000 * time.time()
        await post(reader, writer, event_json(event).encode())
        if n in releasing:
            try:
                await page.wait_for_function(
                    "before => window.counts.length > before", arg=before, timeout=WAITS
                )
            except PlaywrightTimeoutError:
                continue  # a deal without a pick is not listed
            late.append((await page.evaluate("() => window.counts"))[before] - sent)
    writer.close()
    return late


if __name__ == "__main__":
    main()
