"""For those who watch the service: is it alive, can it do its work, how much is it doing.

Nothing here tells one deal from another.
"""

from __future__ import annotations

import logging
import resource as unix
import sys
import time

from fastapi import APIRouter
from starlette.responses import JSONResponse, PlainTextResponse

from producer.release import Gate, StoreError
from producer.web.channels.live import Channels
from producer.web.feed.queue import Inlet

log = logging.getLogger("duplicast.web")
STARTED = time.time()
TEXT = "text/plain; version=0.0.4; charset=utf-8"
KIB = 1024 if sys.platform == "linux" else 1
"""Of ``ru_maxrss``: KiB on Linux, bytes on macOS."""

Sample = tuple[str, str, str, float]
"""Name with labels, type, help, value."""


def routes(gate: Gate, inlet: Inlet, channels: Channels) -> APIRouter:
    router = APIRouter()

    @router.get("/readyz")
    def readyz() -> JSONResponse:
        """Whether the record is sound, answers and takes what is sent: 503 with the reason where it
        is or does not, did not when something was sent last, or has been at it for long."""
        try:
            counts = gate.counts()
            trouble = gate.damage() or inlet.trouble()
            if trouble is not None:
                raise trouble.with_traceback(None)
        except StoreError as error:
            told = {"status": "not ready", "reason": error.reason, "hint": error.hint}
            return JSONResponse(told, 503)
        return JSONResponse({"status": "ready", "sessions": counts.sessions})

    @router.get("/metrics")
    def metrics() -> PlainTextResponse:
        return PlainTextResponse(exposition(_samples(gate, inlet, channels)), media_type=TEXT)

    return router


def look(gate: Gate) -> None:
    """Says in the service's log, as it starts, that the record is damaged; it may take seconds."""
    damage = gate.damage()
    if damage is not None:
        log.error("%s", damage)


def exposition(samples: list[Sample]) -> str:
    """Prometheus' text format; samples of one name stand together.

    >>> exposition([("a_total", "counter", "So many.", 2.0)])
    '# HELP a_total So many.\\n# TYPE a_total counter\\na_total 2\\n'
    """
    lines: list[str] = []
    said = ""
    for name, kind, words, value in samples:
        bare = name.partition("{")[0]
        if bare != said:
            lines += [f"# HELP {bare} {words}", f"# TYPE {bare} {kind}"]
            said = bare
        lines.append(f"{name} {value:.15g}")
    return "\n".join(lines) + "\n"


def _samples(gate: Gate, inlet: Inlet, channels: Channels) -> list[Sample]:
    counts = gate.counts()
    found: list[Sample] = [
        ("duplicast_log_events", "gauge", "Events in the log.", counts.events),
        ("duplicast_quarantine_entries", "gauge", "Refusals kept.", counts.quarantined),
        ("duplicast_quarantine_undecided", "gauge", "Refusals to decide.", counts.undecided),
        ("duplicast_events_waiting", "gauge", "Events that wait for their turn.", counts.waiting),
        ("duplicast_gaps", "gauge", "Devices with a gap.", len(gate.gaps())),
        ("duplicast_record_bytes", "gauge", "Size of the record.", counts.bytes),
        ("duplicast_feed_commits_total", "counter", "Commits of the feed.", inlet.commits),
    ]
    found += [
        (
            f'duplicast_feed_events_total{{outcome="{outcome}"}}',
            "counter",
            "Events received since the start.",
            inlet.outcomes[outcome],
        )
        for outcome in ("accepted", "known", "waiting", "refused")
    ]
    found += [
        (
            f'duplicast_graphics_pages{{channel="{name}"}}',
            "gauge",
            "Pages that watch a channel.",
            len(channel.pages),
        )
        for name, channel in list(channels.items())  # read beside the event loop
    ]
    usage = unix.getrusage(unix.RUSAGE_SELF)
    found += [
        ("process_cpu_seconds_total", "counter", "CPU time.", usage.ru_utime + usage.ru_stime),
        ("process_max_resident_memory_bytes", "gauge", "Most memory.", usage.ru_maxrss * KIB),
        ("process_start_time_seconds", "gauge", "Start, Unix time.", STARTED),
    ]
    return found
