"""Routes that declare who may use them and what of a deal leaves through them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from fastapi import APIRouter
from starlette.routing import BaseRoute, Match
from starlette.types import Scope

from producer.release.exits import add_exit
from producer.web.access.roles import PRODUCERS

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Access:
    """A route's declaration.

    ``method``: an HTTP method or WEBSOCKET. ``roles``: who may use the route. ``exit``: the deal
    content it answers, in words, empty for a route without any. ``sealed``: the exit may carry
    sealed deals.
    """

    method: str
    path: str
    roles: frozenset[str]
    exit: str = ""
    sealed: bool = False

    @property
    def address(self) -> str:
        """The path as docs and exits name it: ``/deals/{reference}``."""
        return self.path.replace(":path}", "}")


DECLARED: dict[object, Access] = {}
"""Access by endpoint, for every route of the service."""

UNDECLARED = Access("", "", PRODUCERS)
"""Access to a route that was added without a declaration."""


@dataclass(slots=True)
class Routes:
    """The routes of one module, in the order of their declaration.

    Each declaration names the roles that may use the route. ``exit`` describes the deal content it
    answers and lists the route as an exit of the gate, with ``sealed`` for sealed deals as well.
    """

    _endpoints: list[Callable[..., Any]] = field(default_factory=list)

    def get(
        self, path: str, *, roles: frozenset[str], exit: str = "", sealed: bool = False
    ) -> Callable[[Endpoint], Endpoint]:
        return self._declare(Access("GET", path, roles, exit, sealed))

    def post(
        self, path: str, *, roles: frozenset[str], exit: str = "", sealed: bool = False
    ) -> Callable[[Endpoint], Endpoint]:
        return self._declare(Access("POST", path, roles, exit, sealed))

    def websocket(
        self, path: str, *, roles: frozenset[str], exit: str = "", sealed: bool = False
    ) -> Callable[[Endpoint], Endpoint]:
        return self._declare(Access("WEBSOCKET", path, roles, exit, sealed))

    def _declare(self, access: Access) -> Callable[[Endpoint], Endpoint]:
        def declared(endpoint: Endpoint) -> Endpoint:
            declare(endpoint, access)
            self._endpoints.append(endpoint)
            return endpoint

        return declared

    def add_to(self, router: APIRouter) -> None:
        for endpoint in self._endpoints:
            access = DECLARED[endpoint]
            if access.method == "WEBSOCKET":
                router.add_api_websocket_route(access.path, endpoint)
            else:
                router.add_api_route(access.path, endpoint, methods=[access.method])


def declare(endpoint: object, access: Access) -> None:
    """Raises ValueError for an endpoint, address or exit that is declared already."""
    if endpoint in DECLARED or any(
        (each.method, each.address) == (access.method, access.address) for each in DECLARED.values()
    ):
        raise ValueError(f"{access.method} {access.address} is declared twice")
    if access.exit:
        kind = "channel" if access.method == "WEBSOCKET" else "route"
        add_exit(f"{kind}:{access.address}", access.exit, sealed=access.sealed)
    DECLARED[endpoint] = access


def access_of(routes: Iterable[BaseRoute], scope: Scope) -> Access | None:
    """The declaration of the route that will answer a request, ``None`` where there is no route.

    As in the router, a route of another method counts only where no route matches fully.
    """
    other_method: Access | None = None
    for route in routes:
        match, matched = route.matches(scope)
        if match is Match.NONE:
            continue
        access = DECLARED.get(matched.get("endpoint"), UNDECLARED)
        if match is Match.FULL:
            return access
        other_method = other_method or access
    return other_method


def may_get(role: str, path: str) -> bool:
    """Whether ``role`` may open the page at ``path``; an address without parameters."""
    page = (each for each in DECLARED.values() if (each.method, each.path) == ("GET", path))
    return role in next(page, UNDECLARED).roles
