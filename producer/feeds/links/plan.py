"""What follows from an answer of a followed address: values in, values out."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

LONGEST_WAIT = 60.0
"""Seconds between two tries, before the random part."""

LONGEST_ASKED = 600.0
"""Seconds that a server may ask for (Retry-After)."""


@dataclass(frozen=True, slots=True)
class ServerAnswer:
    """``status``: of HTTP; 0 if no usable answer came, and ``reason`` says why. ``etag``,
    ``modified``: of the body, as the server gives them. ``retry_after``: seconds."""

    status: int
    reason: str = ""
    etag: str = ""
    modified: str = ""
    retry_after: float = 0.0
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class LinkState:
    """``etag``, ``modified``: of the last body. ``failures``: in a row. ``trouble``: why the link
    is down, ``""`` while it is up. ``tried``: whether there was an answer or a failure yet."""

    etag: str = ""
    modified: str = ""
    failures: int = 0
    trouble: str = ""
    tried: bool = False


@dataclass(frozen=True, slots=True)
class NextStep:
    """``body``: to be followed now, ``None`` if nothing is new. ``wait``: seconds to the next
    question. ``say``: what has changed about the link, in words, else ``""``."""

    link: LinkState
    body: bytes | None
    wait: float
    say: str


def next_step(link: LinkState, answer: ServerAnswer, every: float, draw: float) -> NextStep:
    """``every``: seconds between two questions while the link is up; ``draw``: a random number
    from 0 to 1.

    >>> step = next_step(LinkState(), ServerAnswer(503, "Service Unavailable"), 0.5, 0.5)
    >>> step.wait, step.say
    (1.0, 'link down: the server answers 503 Service Unavailable. Trying again')
    """
    if answer.status == 200:
        up = LinkState(answer.etag, answer.modified, tried=True)
        return NextStep(up, answer.body, every, _up(link))
    if answer.status == 304 and (link.etag or link.modified):
        up = LinkState(link.etag, link.modified, tried=True)
        return NextStep(up, None, every, _up(link))
    reason = answer.reason
    if answer.status:
        reason = f"the server answers {answer.status} {answer.reason}".rstrip()
    down = LinkState(link.etag, link.modified, link.failures + 1, reason, tried=True)
    wait = wait_after(down.failures, every, draw)
    asked = min(answer.retry_after, LONGEST_ASKED)
    return NextStep(down, None, max(wait, asked), went_down(reason, link.trouble))


def went_down(reason: str, before: str = "") -> str:
    """What to say of a link that is down; nothing if it was down before for the same reason."""
    return "" if reason == before else f"link down: {reason}. Trying again"


def wait_after(failures: int, every: float, draw: float) -> float:
    """Seconds to the next try after so many failures in a row: twice as many each time, up to
    LONGEST_WAIT. By ``draw``, 0 to 1, half as long to half as long again, so that many clients do
    not come back at once.

    >>> [wait_after(failures, 0.5, 0.5) for failures in (1, 2, 3, 40)]
    [1.0, 2.0, 4.0, 60.0]
    """
    longest = max(every, LONGEST_WAIT)
    return min(longest, max(every, 0.5) * 2.0 ** min(failures, 16)) * (0.5 + draw)


def shown_address(url: str) -> str:
    """The address without what may be secret in it: its query, and names before the host.

    >>> shown_address("https://anna:pass@score.example:8443/t1.jsonl?key=abc#now")
    'https://score.example:8443/t1.jsonl'
    """
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _up(before: LinkState) -> str:
    return "link up" if before.trouble or not before.tried else ""
