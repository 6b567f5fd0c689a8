"""The page of people: how names are said, photos, flags, who is featured and who opted out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Path as InPath
from fastapi import Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import FileResponse, HTMLResponse, JSONResponse

from overlay.themes.flags import flags
from overlay.themes.pictures import LARGEST, BadPicture
from producer.acts import PersonChanged
from producer.release import Gate
from producer.release.roster.photos import FOLDER, save_photo
from producer.release.roster.roster_people import RosterPerson, change_person, roster_people
from producer.values import Name
from producer.web.access.roles import DESK, TAKERS
from producer.web.access.router import Routes
from producer.web.languages import _
from producer.web.ops.errors import NO_SUCH_PAGE, Refusal
from producer.web.ops.writer_threads import written
from producer.web.pages.navigation import links
from producer.web.pages.paging import PageNumber, paged
from producer.web.pages.templates import page
from producer.web.services import Injected, Visitor
from producer.web.updates.topics import DEALS

ROWS = 60
"""People on a page."""

routes = Routes()


class PersonChanges(BaseModel):
    """Changes to a person; fields left out stay as they are. ``flag``: ``""`` for the team's,
    ``none`` for no flag. ``photo``: only ``""``, which removes it."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    name: Name
    pronunciation: Annotated[str, Field(max_length=200, pattern=r"^[^\r\n]*$")] = ""
    flag: Annotated[str, Field(max_length=4)] = ""
    featured: bool = False
    opted_out: bool = False
    photo: Annotated[str, Field(max_length=0)] = ""


@dataclass(frozen=True, slots=True)
class PeopleFilter:
    """``words``: in names and teams; ``only``: ``featured``, ``opted out`` or ``""`` for all."""

    words: str = ""
    only: str = ""

    def shows(self, each: RosterPerson) -> bool:
        text = f"{each.name} {each.team}".casefold()
        chosen = {"featured": each.own.featured, "opted out": each.own.opted_out}
        return self.words.casefold() in text and chosen.get(self.only, True)


@routes.get("/people", roles=TAKERS)
def people_page(
    services: Injected,
    who: Visitor,
    words: Annotated[str, Query(alias="q", max_length=200)] = "",
    only: Annotated[str, Query(max_length=20)] = "",
    number: PageNumber = 1,
) -> HTMLResponse:
    everybody = roster_people(services.gate)
    wanted = PeopleFilter(words.strip(), only)
    return page(
        "people.html.j2",
        found=paged([each for each in everybody if wanted.shows(each)], number, ROWS),
        total=len(everybody),
        featured=sum(each.own.featured for each in everybody),
        opted_out=sum(each.own.opted_out for each in everybody),
        wanted=wanted,
        flags=flags(),
        places=links(services.gate, who),
    )


@routes.post("/api/people", roles=TAKERS)
async def change(services: Injected, who: Visitor, changes: PersonChanges) -> JSONResponse:
    given = changes.model_dump(exclude_unset=True, exclude={"name"})
    if not given:
        raise Refusal(
            422, _("Nothing is to be changed."), _("Give at least one field beside the name.")
        )
    if "flag" in given:
        given["flag"] = _flag(given["flag"])
    await _changed(services, changes.name, given, who.by)
    return JSONResponse({"message": _("Saved: {name}.", name=changes.name)})


@routes.post("/api/people/photo", roles=TAKERS)
async def add_photo(
    services: Injected,
    who: Visitor,
    request: Request,
    name: Annotated[str, Query(min_length=1, max_length=200)],
) -> JSONResponse:
    """The body is the picture's bytes, PNG or JPEG."""
    data = await request.body()
    if len(data) > LARGEST:
        raise Refusal(
            413,
            _("The picture has more than {bytes} bytes.", bytes=f"{LARGEST:,}"),
            _("Scale it down."),
        )
    folder, ground = services.gate.folder / FOLDER, services.style.theme.plate
    try:
        file = await written(save_photo, folder, data, ground)
    except BadPicture as error:
        reason, _sign, fix = str(error).partition("; ")
        raise Refusal(422, f"{reason}.", f"{fix[:1].upper()}{fix[1:]}.") from error
    except OSError as error:
        raise Refusal(
            500,
            _("The photo cannot be saved: {error}.", error=error.strerror),
            _("Make {folder} writable.", folder=folder),
        ) from error
    await _changed(services, name, {"photo": file}, who.by)
    return JSONResponse({"message": _("Saved the photo of {name}.", name=name), "photo": file})


@routes.get("/people/photos/{file}", roles=DESK)
def saved_photo(
    services: Injected, file: Annotated[str, InPath(pattern=r"^[0-9a-f]{32}\.jpg$")]
) -> FileResponse:
    path = services.gate.folder / FOLDER / file
    if not path.is_file():
        raise Refusal(404, *NO_SUCH_PAGE)
    return FileResponse(path, media_type="image/jpeg")


async def _changed(
    services: Injected, name: str, changes: dict[str, object], by: str
) -> PersonChanged:
    gate: Gate = services.gate
    changed = await written(change_person, gate, name, changes, by)
    services.topics.changed(DEALS)
    return changed


def _flag(given: str) -> str | None:
    """The code as the log has it, ``None`` for the team's flag. Raises Refusal."""
    code = given.upper()
    if not code:
        return None
    if code == "NONE":
        return "none"
    if code not in flags():
        raise Refusal(
            422,
            _("There is no flag {code}.", code=code),
            _("Give a nation's code, such as BR, or none."),
        )
    return code
