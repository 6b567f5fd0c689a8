"""Page templates: Jinja2 that escapes everything and treats a missing value as an error."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

from producer.release.forecasts.forecast import phrases
from producer.resources import resource
from producer.texts import undirected, visible_lines
from producer.web.appearance import appearance
from producer.web.languages import (
    OWN_NAMES,
    _,
    day,
    in_markup,
    joined,
    ngettext_in_markup,
    number,
    pgettext,
    said,
    word,
    words_of_scripts,
)
from producer.web.pages.offered import graphics_of_deal, scenes
from producer.web.pages.words import table_title


def page(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    return HTMLResponse(rendered_page(template, **values), status)


def rendered_page(template: str, **values: Any) -> str:
    return _pages().get_template(template).render(values)


@lru_cache(maxsize=1)
def _pages() -> Environment:
    pages = Environment(
        loader=FileSystemLoader(resource("pages")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.globals.update(
        _=in_markup,
        ngettext=ngettext_in_markup,
        pgettext=pgettext,
        appearance=appearance,
        languages=OWN_NAMES,
        words_of_scripts=words_of_scripts,
        graphics_of_deal=graphics_of_deal(),
        scenes=scenes(),
        table_title=table_title,
    )
    pages.filters["minute"] = lambda at: at.astimezone().strftime("%H:%M") if at else _("unknown")
    pages.filters["second"] = lambda at: at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    pages.filters["time_of_day"] = lambda at: at.astimezone().strftime("%H:%M:%S") if at else ""
    pages.filters.update(day=day, joined=joined, number=number, word=word)
    pages.filters["received"] = lambda text: _received(str(text))
    pages.filters["plain"] = lambda text: "" if text is None else undirected(str(said(text)))
    pages.filters["phrases"] = phrases
    pages.filters["shown"] = visible_lines
    pages.filters["segment"] = lambda text: quote(str(text), safe="")
    return pages


def _received(text: str) -> str:
    """An RFC 3339 time as the time of day here, with its day unless that is today."""
    at = datetime.fromisoformat(text).astimezone()
    today = datetime.now(UTC).astimezone().date()
    return at.strftime("%H:%M:%S" if at.date() == today else "%Y-%m-%d %H:%M:%S")
