"""Health checks and metrics. They say nothing about any deal."""

from __future__ import annotations

import logging
import resource as unix
import sys
import time

from starlette.responses import JSONResponse, PlainTextResponse

from producer.release import Gate, StoreError
from producer.web.access.roles import ANYBODY, TAKERS
from producer.web.access.router import Routes
from producer.web.channels.live import Channels
from producer.web.feed.queue import Inlet
from producer.web.services import Injected

log = logging.getLogger("duplicast.web")
STARTED = time.time()
TEXT = "text/plain; version=0.0.4; charset=utf-8"
KIB = 1024 if sys.platform == "linux" else 1
"""Of ``ru_maxrss``: KiB on Linux, bytes on macOS."""

Sample = tuple[str, str, str, float]
"""Name with labels, type, help, value."""

routes = Routes()


@routes.get("/healthz", roles=ANYBODY)
def healthz() -> JSONResponse:
    """The service is alive. Pages of other sites may ask this."""
    return JSONResponse({"status": "ok"}, headers={"Cross-Origin-Resource-Policy": "cross-origin"})


@routes.get("/readyz", roles=ANYBODY)
def readyz(services: Injected) -> JSONResponse:
    """503 with the reason if the record is damaged or silent, or a commit failed or hangs."""
    try:
        counts = services.gate.counts()
        trouble = services.gate.damage() or services.inlet.trouble()
        if trouble is not None:
            raise trouble.with_traceback(None)
    except StoreError as error:
        answer = {"status": "not ready", "reason": error.reason, "hint": error.hint}
        return JSONResponse(answer, 503)
    return JSONResponse({"status": "ready", "sessions": counts.sessions})


@routes.get("/metrics", roles=TAKERS)
def metrics(services: Injected) -> PlainTextResponse:
    samples = _samples(services.gate, services.inlet, services.channels)
    return PlainTextResponse(exposition(samples), media_type=TEXT)


def look(gate: Gate) -> None:
    """Checks the record for damage when the service starts, and logs it. May take seconds."""
    damage = gate.damage()
    if damage is not None:
        log.error("%s", damage)


def exposition(samples: list[Sample]) -> str:
    """Samples in Prometheus' text format; those of one name must be adjacent.

    >>> exposition([("a_total", "counter", "So many.", 2.0)])
    '# HELP a_total So many.\\n# TYPE a_total counter\\na_total 2\\n'
    """
    lines: list[str] = []
    previous = ""
    for name, kind, words, value in samples:
        bare = name.partition("{")[0]
        if bare != previous:
            lines += [f"# HELP {bare} {words}", f"# TYPE {bare} {kind}"]
            previous = bare
        lines.append(f"{name} {value:.15g}")
    return "\n".join(lines) + "\n"


def _samples(gate: Gate, inlet: Inlet, channels: Channels) -> list[Sample]:
    counts = gate.counts()
    samples: list[Sample] = [
        ("duplicast_log_events", "gauge", "Events in the log.", counts.events),
        ("duplicast_quarantine_entries", "gauge", "Refusals kept.", counts.quarantined),
        ("duplicast_quarantine_undecided", "gauge", "Refusals to decide.", counts.undecided),
        ("duplicast_events_waiting", "gauge", "Events that wait for earlier ones.", counts.waiting),
        ("duplicast_gaps", "gauge", "Devices with a gap.", len(gate.gaps())),
        ("duplicast_record_bytes", "gauge", "Size of the record.", counts.bytes),
        ("duplicast_feed_commits_total", "counter", "Commits of the feed.", inlet.commits),
    ]
    samples += [
        (
            f'duplicast_feed_events_total{{outcome="{outcome}"}}',
            "counter",
            "Events received since the start.",
            inlet.outcomes[outcome],
        )
        for outcome in ("accepted", "known", "waiting", "refused")
    ]
    samples += [
        (
            f'duplicast_graphics_pages{{channel="{name}"}}',
            "gauge",
            "Pages that watch a channel.",
            len(channel.pages),
        )
        for name, channel in list(channels.items())  # read beside the event loop
    ]
    usage = unix.getrusage(unix.RUSAGE_SELF)
    samples += [
        ("process_cpu_seconds_total", "counter", "CPU time.", usage.ru_utime + usage.ru_stime),
        ("process_max_resident_memory_bytes", "gauge", "Most memory.", usage.ru_maxrss * KIB),
        ("process_start_time_seconds", "gauge", "Start, Unix time.", STARTED),
    ]
    return samples
