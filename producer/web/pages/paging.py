"""Long lists in pages: with links on web pages, with the header ``Link`` in the API."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Query
from starlette.requests import Request
from starlette.responses import JSONResponse

Item = TypeVar("Item")
PageNumber = Annotated[int, Query(alias="page", ge=1, le=1_000_000)]
ROWS = 100
"""Rows of a web page."""

OBJECTS = 1000
"""Objects of a JSON answer."""


@dataclass(frozen=True, slots=True)
class Paged(Generic[Item]):
    """``items`` are numbers ``first`` to ``last`` of ``total``, 0 to 0 if there are none."""

    items: Sequence[Item]
    total: int
    page: int
    pages: int
    first: int
    last: int


def paged(items: Sequence[Item], page: int, size: int = ROWS) -> Paged[Item]:
    """Page ``page`` of ``items``, from 1; the last page if there are fewer.

    >>> paged("abcde", 2, 2)
    Paged(items='cd', total=5, page=2, pages=3, first=3, last=4)
    >>> paged("", 7)
    Paged(items='', total=0, page=1, pages=1, first=0, last=0)
    """
    pages = max(1, -(-len(items) // size))
    page = min(max(page, 1), pages)
    shown = items[(page - 1) * size : page * size]
    first = (page - 1) * size + 1 if shown else 0
    return Paged(shown, len(items), page, pages, first, first + len(shown) - 1 if shown else 0)


def json_page(
    request: Request, items: Sequence[Item], page: int, answer: Callable[[Item], Any]
) -> JSONResponse:
    """An array of at most ``OBJECTS`` answers. ``X-Total-Count`` is the number of all items, and
    ``Link`` the address of the next page (RFC 8288)."""
    shown = paged(items, page, OBJECTS)
    headers = {"X-Total-Count": str(shown.total)}
    if shown.page < shown.pages:
        following = request.url.include_query_params(page=shown.page + 1)
        headers["Link"] = f'<{following.path}?{following.query}>; rel="next"'
    return JSONResponse([answer(item) for item in shown.items], headers=headers)
