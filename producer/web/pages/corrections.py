"""The page of forms about tables: hands, names, releases. For producers and scorers."""

from __future__ import annotations

import json
from itertools import groupby
from typing import Annotated, Literal

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, JSONResponse

from producer.events import LONGEST_NAME
from producer.release import Gate
from producer.release.group_tallies import game_of
from producer.release.table_forms import PRODUCER_FORMS, filled
from producer.release.table_forms.entered import Entered, FormFault
from producer.web.access.roles import SCORERS, Who
from producer.web.access.router import Routes
from producer.web.languages import _
from producer.web.ops.errors import Refusal
from producer.web.ops.writer_threads import written
from producer.web.pages.correction_forms import FORM_PAGES, FormPage, in_game
from producer.web.pages.navigation import links
from producer.web.pages.templates import page
from producer.web.services import Injected, Services, Visitor

CORRECTIONS = "route:/corrections"
LONGEST = 4000
"""Characters of one field."""

routes = Routes()

FormName = Literal[
    "enter", "correct", "ruling", "void", "review", "clear",
    "player", "team", "table", "chips", "lost", "out", "release", "seal",
]  # fmt: skip
Text = Annotated[str, Field(max_length=LONGEST)]


class CorrectionForm(BaseModel):
    """A form with its ``fields``, by name. ``check``: only say what would happen."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    form: FormName
    check: bool = False
    fields: Annotated[dict[str, Text], Field(max_length=30)]


@routes.get("/corrections", roles=SCORERS, exit="tables and names of live sessions", sealed=True)
def corrections(
    request: Request, services: Injected, who: Visitor, form: FormName | None = None
) -> HTMLResponse:
    """The form, as the game of its table has it, else of the live sessions; ``session``, ``group``,
    ``table``, ``deal``, ``hand`` and ``action`` fill its fields."""
    given = {name: text[:LONGEST_NAME] for name, text in request.query_params.items()}
    live = [each for each in services.gate.sessions() if each.kind == "live"]
    game = _game(services.gate, given.get("session", ""), given.get("group", ""))
    if form is not None and form not in {each.name for each in _forms(who)}:
        raise Refusal(403, _("Only a producer may use this form."), _("Sign in as a producer."))
    forms = [each for own in _forms(who) if (each := in_game(own, game))]
    shown = next((each for each in forms if each.name == form), forms[0])
    place = [given.get(name, "") for name in ("session", "group", "table")]
    values = given | {"table": json.dumps(place), "group": json.dumps(place[:2])}
    return page(
        "corrections.html.j2",
        form=shown,
        menu=[(name, list(each)) for name, each in groupby(forms, lambda each: each.group)],
        tables=[
            (
                json.dumps([each.session, each.group, name]),
                f"{each.table_names.get(name, name)} ({each.session}/{each.group})",
            )
            for each in live
            for name in each.tables
        ],
        groups=[
            (json.dumps([each.session, each.group]), f"{each.session}/{each.group}")
            for each in live
        ],
        values=values,
        places=links(services.gate, who),
    )


@routes.post("/api/corrections", roles=SCORERS, exit="the hand of a correction", sealed=True)
async def send(services: Injected, who: Visitor, sent: CorrectionForm) -> JSONResponse:
    if sent.form not in {each.name for each in _forms(who)}:
        raise Refusal(403, _("Only a producer may send this form."), _("Sign in as a producer."))
    try:
        return JSONResponse({"message": await written(_sent, services, who, sent)})
    except FormFault as fault:
        return JSONResponse({"error": f"{fault}.", "field": fault.field}, 409)


def _forms(who: Who) -> list[FormPage]:
    """The forms that ``who`` may send."""
    return [
        each for each in FORM_PAGES if who.role == "producer" or each.name not in PRODUCER_FORMS
    ]


def _game(gate: Gate, session: str, group: str) -> str:
    """Of the group that is named; else hold'em, unless all live sessions are of one other game."""
    live = [each for each in gate.sessions() if each.kind == "live"]
    own = [each for each in live if (each.session, each.group) == (session, group)]
    games = {game_of(each) for each in own or live}
    return games.pop() if len(games) == 1 else "holdem"


def _sent(services: Services, who: Who, sent: CorrectionForm) -> str:
    """What would happen, or has happened."""
    form = filled(sent.form, Entered(services.gate, sent.fields, who.by))
    if sent.check:
        return form.will
    form.send()
    return form.done
