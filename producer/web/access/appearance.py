"""The switch of how a visitor reads the desk: a form on every page, remembered in cookies."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from fastapi import Request
from starlette.responses import RedirectResponse, Response

from producer.web.access.roles import ANYBODY
from producer.web.access.router import Routes
from producer.web.appearance import AS_THE_BROWSER, COLOURS, COLOURS_COOKIE, LANGUAGE_COOKIE
from producer.web.ops.errors import Refusal
from producer.wording.language import LANGUAGES

YEAR = 365 * 24 * 3600
CHOICES = {"language": (LANGUAGE_COOKIE, LANGUAGES), "colours": (COLOURS_COOKIE, COLOURS)}

routes = Routes()


@routes.post("/appearance", roles=ANYBODY)
async def choose(request: Request) -> Response:
    """Remembers the form's choice and returns to the page that it stood on."""
    fields = parse_qs((await request.body()).decode("latin-1"), keep_blank_values=True)
    answer = RedirectResponse(_page_of(request), 303)
    chosen = [(name, values[0]) for name, values in fields.items() if name in CHOICES]
    if not chosen:
        raise Refusal(422, "Nothing was chosen.", f"Send one of {', '.join(CHOICES)}.")
    for name, value in chosen:
        cookie, offered = CHOICES[name]
        if value == AS_THE_BROWSER:
            answer.delete_cookie(cookie, httponly=True, samesite="strict")
        elif value in offered:
            answer.set_cookie(cookie, value, max_age=YEAR, httponly=True, samesite="strict")
        else:
            raise Refusal(
                422, f"There is no such choice of {name}.", f"Choose {' or '.join(offered)}."
            )
    return answer


def _page_of(request: Request) -> str:
    """The path of the page that sent the form; never another site's."""
    came_from = urlsplit(request.headers.get("referer", ""))
    path = "/" + came_from.path.lstrip("/\\")
    return f"{path}?{came_from.query}" if came_from.query else path
