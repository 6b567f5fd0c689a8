"""The verify page in a real browser: keys show the new picture at once, and what is sent stays."""

from __future__ import annotations

import re
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from desk_page import PATIENCE
from filmed_tables import DEAL, NOON, SECONDS, fill_filmed
from playwright.sync_api import Browser, Page, Request, expect
from service import SIGNED, open_gate_on, serving

FPS = 25


def grey(path: Path) -> None:
    """A picture every 40 ms, each as bright as its number modulo 200."""
    with av.open(str(path), "w") as output:
        stream = output.add_stream("libx264", rate=FPS, options={"preset": "ultrafast", "g": "25"})
        stream.width, stream.height, stream.pix_fmt = 64, 36, "yuv420p"
        for number in range(SECONDS * FPS):
            plain = np.full((36, 64), 16 + number % 200, np.uint8)
            frame = av.VideoFrame.from_ndarray(plain, format="gray").reformat(format="yuv420p")
            frame.pts, frame.time_base = number, Fraction(1, FPS)
            output.mux(stream.encode(frame))
        output.mux(stream.encode(None))


def brightness(page: Page, figure: str) -> float:
    """Of the middle of the picture, as the browser shows it; it changes by one a frame."""
    script = """async (key) => {
        const image = document.querySelector(`[data-key="${key}"] img`);
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = 8;
        const on = canvas.getContext("2d");
        on.drawImage(image, 0, 0, 8, 8);
        return on.getImageData(4, 4, 1, 1).data[0];
    }"""
    found = page.evaluate(script, figure)
    assert isinstance(found, int)
    return found


def test_a_producer_nudges_verifies_and_mutes_with_the_keyboard(
    browser: Browser, tmp_path: Path
) -> None:
    posted: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            posted.append(request.url.rpartition("/")[2])

    with open_gate_on(tmp_path / "duplicast.db") as gate:
        fill_filmed(gate, tmp_path, grey)
        with (
            serving(gate, tmp_path, db=tmp_path / "duplicast.db") as address,
            browser.new_context(
                base_url=address,
                viewport={"width": 1200, "height": 800},
                extra_http_headers=SIGNED,
            ) as context,
        ):
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            complaints: list[str] = []
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("request", note)
            page.clock.install(time=NOON)
            page.goto(f"/verify/deals/{DEAL}")
            # From here on the page's own time passes only where the test says so.
            page.clock.pause_at(NOON + timedelta(minutes=10))
            flop = page.locator('[data-key="2/flop"]')
            side = page.locator('.side[data-table="2"]')
            expect(side.locator("h2")).to_contain_text("reported")
            flop.focus()
            before = brightness(page, "2/flop")
            page.keyboard.press("Shift+ArrowRight")
            page.keyboard.press("ArrowRight")
            expect(flop.locator("[data-moving]")).to_have_text("+11 frames")
            assert posted == [], "a picture is shown before anything is sent"
            assert 8 <= brightness(page, "2/flop") - before <= 14

            page.clock.run_for(1000)
            expect(page.locator("main .outcome")).to_contain_text("+440 ms against the device")
            moved = (NOON + timedelta(seconds=20.44)).timestamp()
            expect(flop).to_have_attribute("data-at", re.compile(rf"^{moved:.2f}0*$"))
            expect(flop).to_have_class(re.compile("nudged"))
            expect(flop).to_be_focused()
            assert posted == ["nudge"], "all the keys at once"

            page.keyboard.press("v")
            expect(side.locator("h2")).to_contain_text("verified")
            expect(page.locator('.side[data-table="1"] h2')).to_contain_text("reported")
            page.keyboard.press("ArrowDown")
            expect(flop).not_to_be_focused()

            side.locator("summary").click()
            local = [(NOON + timedelta(seconds=n)).astimezone() for n in (10, 12)]
            for name, at in zip(("first", "last"), local, strict=True):
                side.locator(f"input[name={name}]").fill(f"{at:%H:%M:%S}")
            side.get_by_role("button", name="Mute", exact=True).click()
            expect(side.locator(".mutes li")).to_contain_text(f"{local[0]:%H:%M:%S}.000 to ")
            expect(side.locator("h2")).to_contain_text("verified")

            side.get_by_label("One frame later", exact=True).click()
            page.clock.run_for(1000)
            expect(side.locator("h2")).to_contain_text("nudged")
            assert complaints == []
