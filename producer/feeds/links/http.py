"""Asks an address for its body, unless that is the one received last (ETag, Last-Modified)."""

from __future__ import annotations

import time
from http.client import HTTPException, HTTPResponse
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from producer.feeds.links.plan import LinkState, ServerAnswer

LARGEST_BODY = 64 << 20
"""Bytes of a body; a larger one is refused."""

SILENCE, LONGEST = 10.0, 120.0
"""Seconds without a byte, and for a whole body, after which the question is given up."""

_PIECE = 1 << 20


class _Unusable(Exception):
    """A body that is not taken; the message says why."""


def ask(url: str, link: LinkState, most: int = LARGEST_BODY) -> ServerAnswer:
    """The server's answer. Never raises for what the server or the network does.

    Raises ValueError for what is no address.
    """
    request = Request(url, headers={"User-Agent": "duplicast", "Accept-Encoding": "identity"})
    if link.etag:
        request.add_header("If-None-Match", link.etag)
    if link.modified:
        request.add_header("If-Modified-Since", link.modified)
    try:
        with urlopen(request, timeout=SILENCE) as response:
            return ServerAnswer(
                response.status,
                etag=response.headers.get("ETag", ""),
                modified=response.headers.get("Last-Modified", ""),
                body=_body(response, most),
            )
    except HTTPError as error:
        with error:
            after = error.headers.get("Retry-After", "")
            seconds = float(after) if after.isascii() and after.isdigit() else 0.0
            return ServerAnswer(error.code, str(error.reason), retry_after=seconds)
    except _Unusable as error:
        return ServerAnswer(0, str(error))
    except (OSError, HTTPException) as error:
        return ServerAnswer(0, words_of(error))


def words_of(error: Exception) -> str:
    """Why there was no answer."""
    cause = error.reason if isinstance(error, URLError) else error
    if isinstance(cause, TimeoutError):
        return "no answer in time"
    strerror = cause.strerror if isinstance(cause, OSError) else None
    return f"no answer: {strerror or cause or type(cause).__name__}"


def _body(response: HTTPResponse, most: int) -> bytes:
    """Raises _Unusable for a body that is too large, slow or cut off."""
    too_large = _Unusable(f"the body has more than {most:,} bytes, which is the most that is read")
    if response.length is not None and response.length > most:
        raise too_large
    until, pieces, size = time.monotonic() + LONGEST, list[bytes](), 0
    while piece := response.read1(_PIECE):
        pieces.append(piece)
        size += len(piece)
        if size > most:
            raise too_large
        if time.monotonic() > until:
            raise _Unusable(f"the body takes more than {LONGEST:.0f} s")
    if response.length:
        raise _Unusable("the body ends before its announced length")
    return b"".join(pieces)
