"""The page of maps: files of hands, the map that takes them, and ingesting them by it."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, JSONResponse

from producer.acts import (
    Act,
    FeedFileAdded,
    FeedFileAddedAct,
    FilesIngested,
    FilesIngestedAct,
    MapSaved,
    MapSavedAct,
)
from producer.events import LONGEST_NAME
from producer.feeds import Asked, parse_stakes
from producer.feeds.mapping.fitting import MapFit, by_cards_last, fitted, near_names
from producer.feeds.mapping.map_file import (
    SessionMap,
    UnusableMap,
    checked_map,
    map_text,
    parse_map,
    read_map,
)
from producer.feeds.mapping.suggested import map_of_files
from producer.jobs import OVER, CannotStart, Job
from producer.messages import message
from producer.release.roster.roster_people import roster_people
from producer.values import Name
from producer.web.access.limits import FEED_FILE, SAVED_MAP
from producer.web.access.roles import PRODUCERS
from producer.web.access.router import Routes
from producer.web.languages import _, said
from producer.web.maps.folder import (
    FOLDER,
    FeedFile,
    MapFile,
    add_file,
    feed_files,
    map_file,
    maps,
    new_map,
    paths_of,
    save,
)
from producer.web.maps.reading import read_apart, too_large
from producer.web.ops.errors import Refusal
from producer.web.ops.writer_threads import written
from producer.web.pages.navigation import links
from producer.web.pages.templates import page
from producer.web.services import Injected, Services, Visitor

PAGE = "route:/maps"
MOST_UNFIT = 100
"""Hands that fit no deal, listed of a table."""

MapName = Annotated[str, Field(min_length=1, max_length=100)]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]

routes = Routes()


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class WantedMap(_Asked):
    """A map to be proposed for ``files``, by their names on the page."""

    session: Name
    files: Annotated[tuple[str, ...], Field(min_length=1, max_length=500)]


class SeenMap(_Asked):
    """``seen``: the digest of the map as the page shows it; if it is another now, nothing is
    done."""

    map: MapName
    seen: Digest


class EditedMap(SeenMap):
    """``fields``: of a SessionMap."""

    fields: dict[str, Any]


class UnsaidByFiles(_Asked):
    """As the command's ``--stakes``, ``--as`` and ``--hands-from``, empty where the files say
    it."""

    stakes: Annotated[str, Field(max_length=60)] = ""
    table: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    hands_from: Literal[0, 1] = 1

    @property
    def asked(self) -> Asked:
        """Raises ValueError if the stakes are none."""
        stakes = parse_stakes(self.stakes) if self.stakes else None
        return Asked(stakes, self.table, 1 - self.hands_from)

    def fault(self, files: int) -> tuple[str, str] | None:
        """Why this cannot be said of so many files, and the fix."""
        try:
            self.asked  # noqa: B018 - checks the stakes
        except ValueError as error:
            return (
                message("{stakes} are no stakes.", stakes=self.stakes),
                message("Stakes: {error}.", error=error.args[0]),
            )
        if self.table and files > 1:
            words = message("one table is named, and the map takes {n} files.", n=files)
            return words, message("Name a table only for one file.")
        return None


class WantedIngest(SeenMap, UnsaidByFiles):
    """``live_tables``: how many tables still play the session; ``None``: it is over."""

    live_tables: Annotated[int, Field(ge=1, le=1000)] | None = None


@dataclass(frozen=True, slots=True)
class ChosenMap:
    """A map on the page. ``session``: ``None`` if the file is no map, because of ``fault``.
    ``unsaid``: what the producer says of the files, and ``unusable`` why not. ``fit``: ``None``
    while it is ingested, and of files too large to be read here."""

    file: MapFile
    session: SessionMap | None
    fault: str
    paths: list[Path]
    job: Job | None
    unsaid: UnsaidByFiles = field(default_factory=UnsaidByFiles)
    unusable: str = ""
    fit: MapFit | None = None

    @property
    def running(self) -> bool:
        return self.job is not None and self.job.state not in OVER

    @property
    def near(self) -> dict[str, list[str]]:
        """By unknown name, those that may be the same player's."""
        if self.fit is None or self.session is None:
            return {}
        return near_names(self.fit.strangers, self.session.players)


@routes.get("/maps", roles=PRODUCERS, exit="hands of files not yet ingested", sealed=True)
async def maps_page(
    services: Injected,
    who: Visitor,
    name: Annotated[str, Query(alias="map", max_length=100)] = "",
    stakes: Annotated[str, Query(max_length=60)] = "",
    table: Annotated[str, Query(alias="as", max_length=LONGEST_NAME)] = "",
    hands_from: Annotated[int, Query(alias="hands-from", ge=0, le=1)] = 1,
) -> HTMLResponse:
    """``stakes``, ``as`` and ``hands-from``: what the files do not say, for what fits."""
    folder = folder_of(services)
    unsaid = UnsaidByFiles(stakes=stakes, table=table, hands_from=0 if hands_from == 0 else 1)
    chosen = await _chosen(services, name, unsaid) if name else None
    files = await asyncio.to_thread(feed_files, folder)
    return page(
        "maps.html.j2",
        folder=FOLDER,
        files=files,
        tables_of=_tables_of(files, chosen),
        maps=maps(folder),
        chosen=chosen,
        known=[person.name for person in roster_people(services.gate)],
        most=MOST_UNFIT,
        places=links(services.gate, who),
    )


@routes.post(FEED_FILE, roles=PRODUCERS)
async def added(
    services: Injected,
    who: Visitor,
    request: Request,
    name: Annotated[str, Query(min_length=1, max_length=200)],
    folder: Annotated[str, Query(max_length=200)] = "",
    replace: bool = False,
) -> JSONResponse:
    """The body is the file's bytes. A file that is there with other content is refused with 409
    unless ``replace``."""
    content = await request.body()
    if not content:
        raise Refusal(
            422, _("The file {name} is empty.", name=name), _("Choose a file with hands.")
        )
    saved = await written(
        add_file, folder_of(services), folder.strip(), name, content, replace=replace
    )
    data = FeedFileAdded(file=saved, size=len(content))
    await _note(services, FeedFileAddedAct(at=services.gate.clock(), by=who.by, data=data))
    return JSONResponse({"message": _("Added: {name}.", name=saved)})


@routes.post("/api/maps/suggest", roles=PRODUCERS)
async def suggested(services: Injected, who: Visitor, wanted: WantedMap) -> JSONResponse:
    """Saves the map that ``duplicast map suggest`` proposes."""
    folder = folder_of(services)
    by_name = {each.name: each.path for each in await asyncio.to_thread(feed_files, folder)}
    if gone := [name for name in wanted.files if name not in by_name]:
        raise Refusal(404, _("There is no file {name}.", name=gone[0]), _("Load the page again."))
    paths = [by_name[name] for name in wanted.files]
    if too_large(paths):
        raise Refusal(
            413,
            _("These files are too large to be read here."),
            _("Use {command}.", command="duplicast map suggest"),
        )
    text, unread = await read_apart(map_of_files, paths, wanted.session)
    if not text:
        why = (
            f"{said(unread[0])}."
            if unread
            else _("See what {command} says of them.", command="duplicast explain")
        )
        raise Refusal(422, _("No hand in these files can be used."), why)
    name = await written(new_map, folder, wanted.session, text)
    await _saved(services, who.by, name, parse_map(text, name))
    said_of = (
        _("Proposed a map of {session}.", session=wanted.session),
        *(_("Not in it: {words}.", words=said(words)) for words in unread),
    )
    return JSONResponse({"message": " ".join(said_of), "map": name})


@routes.post(SAVED_MAP, roles=PRODUCERS)
async def edited(services: Injected, who: Visitor, wanted: EditedMap) -> JSONResponse:
    file = _as_seen(services, wanted)
    try:
        session = checked_map(wanted.fields, "Not saved")
    except UnusableMap as error:
        raise Refusal(422, f"{error}.") from error
    await written(save, file.path, map_text(session).encode())
    await _saved(services, who.by, file.name, session)
    return JSONResponse({"message": _("Saved the map of {session}.", session=session.session)})


@routes.post("/api/maps/ingest", roles=PRODUCERS)
async def ingested(services: Injected, who: Visitor, wanted: WantedIngest) -> JSONResponse:
    """Starts ``duplicast ingest --map`` as a job."""
    file = _as_seen(services, wanted)
    try:
        session = read_map(file.path)
    except UnusableMap as error:
        raise Refusal(409, _("Not ingested: {error}.", error=said(error.args[0]))) from error
    paths = by_cards_last(paths_of(folder_of(services), session), session)
    if not paths:
        raise Refusal(
            409, _("Not ingested: the map takes none of these files."), _("Correct its files.")
        )
    job = _job_of(services, file.name)
    if job is not None and job.state not in OVER:
        raise Refusal(
            409, _("Not ingested: it is being ingested already."), _("Wait until it is over.")
        )
    if fault := wanted.fault(len(paths)):
        raise Refusal(422, _("Not ingested: {fault}", fault=said(fault[0])), fault[1])
    options = [
        *([f"--stakes={wanted.stakes}"] if wanted.stakes else []),
        *([f"--as={wanted.table}"] if wanted.table else []),
        *(["--hands-from=0"] if wanted.hands_from == 0 else []),
    ]
    live = wanted.live_tables
    command = [
        *(sys.executable, "-m", "producer.cli", "ingest", "--map", str(file.path)),
        *("--db", str(services.settings.db)),
        *(() if live is None else ("--live", str(live))),
        *options,
        *("--", *map(str, paths)),
    ]
    names = tuple(path.relative_to(folder_of(services)).as_posix() for path in paths)
    data = FilesIngested(
        map=file.name,
        of_session=session.session,
        files=names,
        live_tables=live,
        stakes=wanted.stakes or None,
        table_of_file=wanted.table or None,
        hands_from=0 if wanted.hands_from == 0 else None,
    )
    await _note(services, FilesIngestedAct(at=services.gate.clock(), by=who.by, data=data))
    try:
        await written(services.jobs.add, command, {"map": file.name}, who.by)
    except CannotStart as error:
        raise Refusal(409, _("Not ingested: {error}.", error=said(error.args[0]))) from error
    return JSONResponse(
        {"message": _("The files of {session} are being ingested.", session=session.session)}
    )


def folder_of(services: Services) -> Path:
    return services.gate.folder / FOLDER


async def _chosen(services: Services, name: str, unsaid: UnsaidByFiles) -> ChosenMap:
    """Raises Refusal if there is no such map."""
    file = map_file(folder_of(services), name)
    job = _job_of(services, name)
    try:
        session = read_map(file.path)
    except UnusableMap as error:
        return ChosenMap(file, None, str(error), [], job)
    paths = by_cards_last(paths_of(folder_of(services), session), session)
    fault = unsaid.fault(len(paths))
    found = ChosenMap(file, session, "", paths, job, unsaid, " ".join(fault) if fault else "")
    if found.running or fault or too_large(paths):
        return found
    decks = await asyncio.to_thread(
        services.gate.known_decks, (session.session, session.group), PAGE
    )
    return replace(found, fit=await read_apart(fitted, paths, session, decks, unsaid.asked))


def _tables_of(files: list[FeedFile], chosen: ChosenMap | None) -> dict[str, list[str]]:
    """By file, the tables of the chosen map whose hands are in it."""
    if chosen is None or chosen.fit is None:
        return {}
    tables = chosen.fit.tables.items()
    return {
        each.name: [name for name, table in tables if each.path in table.paths] for each in files
    }


def _as_seen(services: Services, wanted: SeenMap) -> MapFile:
    """Raises Refusal if the map is not as the page shows it."""
    file = map_file(folder_of(services), wanted.map)
    if file.digest != wanted.seen:
        raise Refusal(409, _("The map has been changed meanwhile."), _("Load the page again."))
    return file


def _job_of(services: Services, name: str) -> Job | None:
    """The last job that ingests by this map."""
    own = [job for job in services.jobs.all() if job.about.get("map") == name]
    return own[-1] if own else None


async def _saved(services: Services, by: str, name: str, session: SessionMap) -> None:
    data = MapSaved(map=name, of_session=session.session, tables=tuple(session.tables))
    await _note(services, MapSavedAct(at=services.gate.clock(), by=by, data=data))


async def _note(services: Services, act: Act) -> None:
    await written(services.gate.act, act)
