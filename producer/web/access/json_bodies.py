"""Reads the JSON of requests: a key given twice is refused."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.responses import Response

from producer.json_text import KeyTwice, read_json
from producer.web.ops.errors import key_twice


class JsonRoute(APIRoute):
    """A route whose JSON bodies have every key once."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()

        async def handled(request: Request) -> Response:
            return await answer(_JsonRequest(request.scope, request.receive))

        return handled


class _JsonRequest(Request):
    async def json(self) -> Any:
        try:
            return read_json(await self.body())
        except KeyTwice as error:
            raise key_twice(error) from error
