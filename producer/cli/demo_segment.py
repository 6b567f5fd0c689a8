"""The demo's segment: two simulated tables filmed from above, and cut into a split screen."""

from __future__ import annotations

import tempfile
from fractions import Fraction
from pathlib import Path

from producer.cli.common import people, progress
from producer.cli.segment import rendering
from producer.compare.model import Comparison
from producer.events import event_json
from producer.feeds import Received
from producer.release import Gate
from producer.simulate import session_events
from producer.simulate.session import simulated_play

EXIT = "command:demo"
CAMERA, SCREEN = (640, 360), "1280x720"
SECONDS = 30


def demo_segment(gate: Gate, found: Comparison, deals: int, seed: int, out: Path) -> None:
    """Films the two tables of the pick of a simulated deal, adds the recordings to the record, and
    writes the segment to ``out``/segments. Raises OSError."""
    from producer.segments.finished import put_in_place, rendered  # noqa: PLC0415 - loads video
    from producer.segments.prepared import prepared  # noqa: PLC0415
    from producer.segments.request import SegmentRequest  # noqa: PLC0415
    from producer.simulate.footage.filming import as_recording, film  # noqa: PLC0415
    from producer.simulate.footage.reels import reels_of  # noqa: PLC0415
    from producer.stages.style import PLAIN  # noqa: PLC0415

    number, pair = found.deal.key.number, found.pairing
    reels = [
        reel
        for reel in reels_of(simulated_play(deals, seed), {number}, Fraction(25))
        if reel.table in pair
    ]
    with progress() as bar:
        task = bar.add_task("camera frames", total=sum(len(reel.frames) for reel in reels))
        filmed = [
            as_recording(each.reel, each.path)
            for each in film(
                reels, (out / "footage").resolve(), "mkv", CAMERA,
                lambda frames: bar.advance(task, frames),
            )
        ]  # fmt: skip
    added = [
        event
        for event in session_events(deals, seed, recordings=filmed)
        if event.type == "recording.added"
    ]
    gate.ingest(
        [Received(event_json(event).encode(), event, "simulated cameras") for event in added]
    )
    request = SegmentRequest(pick="best", tables=pair, length=SECONDS, size=SCREEN)
    shown = gate.comparison(str(found.deal.key), EXIT)
    ready = prepared(gate, shown, request, PLAIN, out, EXIT)
    folder, name = out / "segments", "demo"
    folder.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory(dir=folder, prefix=".demo.") as unfinished,
        rendering() as done,
    ):
        manifest = rendered(ready, name, PLAIN, Path(unfinished), done)
        programme, *_ = put_in_place(manifest, name, Path(unfinished), folder)
    people.print(
        f"wrote {programme}: the split screen, filmed at two simulated tables", soft_wrap=True
    )
