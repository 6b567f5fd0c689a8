"""The floor: every live table as it stands, for the producer's eyes. It names no card but where the
decks of tables differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from fractions import Fraction
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, JSONResponse

from producer.release import Device, Gap, Gate, NoGap, TableState
from producer.release.wrong_decks import offenders, undecided
from producer.settings import Settings
from producer.web.onair.audit_log import Logbook
from producer.web.ops.errors import Refusal
from producer.web.ops.writer_threads import written
from producer.web.pages.decks import PAGE, by_table, places
from producer.web.pages.navigation import places_for
from producer.web.pages.paging import PageNumber, json_page
from producer.web.pages.sealed import SealedDealPage
from producer.web.pages.templates import page
from producer.web.pages.words import ACTION_VERBS

TABLES, API_TABLES, LOST = "route:/tables", "route:/api/tables", "route:/api/gaps/lost"
Link = Literal["live", "quiet", "silent", "never heard"]
QUIET, SILENT = 30, 120
"""Seconds without a word after which a device is called quiet, and silent."""

STALE = 90
"""Seconds without a word in the middle of a hand: nobody thinks for so long unnoticed."""

Place = tuple[str, str, str]
"""Session, group and table."""

Named = Annotated[str, Field(min_length=1, max_length=200)]


class Lost(BaseModel):
    """All that the table lacks now will not come; it is logged with the reason."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    session: Named
    group: Named
    table: Named
    reason: Annotated[str, Field(min_length=1, max_length=1000, pattern=r"\S")]


@dataclass(frozen=True, slots=True)
class Sender:
    """A device: its name, seconds since it was heard, how its link looks."""

    source: str
    seconds: int | None
    link: Link


@dataclass(frozen=True, slots=True)
class Stack:
    """A seat of a hand in progress: what its player may still put in, and whether the cap says
    so."""

    seat: int
    player: str
    chips: str
    acts: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in words. ``clock``: seconds since anything was heard of it, ``ago`` in words;
    ``in_quarantine``: its open entries there."""

    session: str
    group: str
    table: str
    phase: str
    sealed: bool
    stale: bool
    paused: bool
    deal: int | None
    hand: int | None
    street: str
    to_act: str
    pot: str
    stacks: tuple[str, ...]
    seats: tuple[Stack, ...]
    last: str
    clock: int | None
    ago: str
    senders: tuple[Sender, ...]
    gaps: tuple[str, ...]
    why: str
    in_quarantine: int


def routes(gate: Gate, settings: Settings, logbook: Logbook) -> APIRouter:
    router = APIRouter()
    seen = SealedDealPage(
        gate, logbook.note
    )  # the page must be shown though the record cannot be written
    counted: tuple[tuple[int, int], Mapping[Place, int]] = ((0, 0), {})

    def in_quarantine(exit_: str) -> Mapping[Place, int]:
        """Both counts only grow or stay, whatever is told or decided: the same are the same."""
        nonlocal counted
        sizes = gate.counts()
        stamp = sizes.quarantined, sizes.quarantined - sizes.undecided
        if stamp != counted[0]:
            counted = stamp, gate.undecided_places(exit_)
        return counted[1]

    def rows(exit_: str) -> list[TableRow]:
        gaps, now = gate.gaps(), gate.clock()
        patience = settings.patience
        undecided = in_quarantine(exit_)
        return [
            row_of(
                state,
                sealed,
                gaps,
                now,
                patience,
                undecided.get((state.session, state.group, state.table), 0),
            )
            for state, sealed in gate.tables(exit_)
        ]

    @router.get("/tables", response_class=HTMLResponse)
    def tables(request: Request) -> HTMLResponse:
        open_decks, more = undecided(gate, TABLES, PAGE)
        shown = [(deal, places(deal)) for deal in open_decks]
        for deal, _ in shown:
            if not deal.released:
                seen.note(deal.key, request.scope["who"].by)
        return page(
            "tables.html.j2",
            decks=shown,
            wrong=by_table(deal for deal, _ in shown),
            more_decks=more,
            offenders=offenders(gate, TABLES),
            rows=rows(TABLES),
            unopened=gate.unopened(),
            undecided=gate.counts().undecided,
            places=places_for(gate, request),
        )

    @router.get("/api/tables")
    def as_json(request: Request, number: PageNumber = 1) -> JSONResponse:
        return json_page(request, rows(API_TABLES), number, asdict)

    @router.post("/api/gaps/lost")
    async def lost(request: Request, declared: Lost) -> JSONResponse:
        place, by = (declared.session, declared.group, declared.table), request.scope["who"].by
        declare = partial(gate.declare_lost, LOST, place, declared.reason, by)
        try:
            gaps = await written(declare)
        except NoGap as error:
            raise Refusal(409, f"Table {declared.table} waits for nothing any more.") from error
        told = "; ".join(f"{gap.numbers} of {gap.source}" for gap in gaps)
        return JSONResponse({"told": f"Declared lost: {told}."})

    return router


def row_of(
    state: TableState,
    sealed: bool,
    gaps: Sequence[Gap],
    now: datetime,
    patience: int = 60,
    in_quarantine: int = 0,
) -> TableRow:
    """One table as of ``now``. ``patience``: seconds until a gap is suggested to be lost. Pure."""
    clock = seconds_since(state.heard_at, now)
    playing = state.phase in ("in progress", "unclear")
    return TableRow(
        session=state.session,
        group=state.group,
        table=state.table,
        phase=state.phase,
        sealed=sealed,
        stale=playing and not state.paused and clock is not None and clock > STALE,
        paused=state.paused,
        deal=state.deal,
        hand=state.hand,
        street=state.street,
        to_act=_to_act(state),
        pot=_chips(state.pot, state.unit) if playing else "",
        stacks=tuple(
            f"{_who(state, seat)} {_behind(state, seat)}" for seat in sorted(state.behind)
        ),
        seats=tuple(
            Stack(seat, state.players.get(seat, ""), _behind(state, seat), seat == state.to_act)
            for seat in sorted(state.behind)
        ),
        last=_last(state),
        clock=clock,
        ago="" if clock is None else lasting(clock),
        senders=tuple(_sender(device, now) for device in state.devices),
        gaps=tuple(
            _gap_words(gap, now, patience)
            for gap in gaps
            if (gap.session, gap.group, gap.table) == (state.session, state.group, state.table)
        ),
        why=state.why,
        in_quarantine=in_quarantine,
    )


def _gap_words(gap: Gap, now: datetime, patience: int) -> str:
    """What the table waits for, and what to do when it has waited long enough."""
    waited = seconds_since(gap.since, now) or 0
    if waited < patience:
        return gap.words
    return (
        f"{gap.words}, for {lasting(waited)}. Have {gap.source} send them again, or declare them "
        "lost here"
    )


def link(seconds: int | None) -> Link:
    """
    >>> [link(each) for each in (None, 3, 31, 121)]
    ['never heard', 'live', 'quiet', 'silent']
    """
    if seconds is None:
        return "never heard"
    if seconds > SILENT:
        return "silent"
    return "quiet" if seconds > QUIET else "live"


def lasting(seconds: int) -> str:
    """
    >>> [lasting(each) for each in (61, 119, 1389, 7500, 7200)]
    ['61 s', '119 s', '23 min', '2 h 5 min', '2 h']
    """
    if seconds < 120:
        return f"{seconds} s"
    hours, minutes = divmod(seconds // 60, 60)
    if not hours:
        return f"{minutes} min"
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"


def seconds_since(heard_at: str, now: datetime) -> int | None:
    """Whole seconds; none below 0, though clocks jump."""
    if not heard_at:
        return None
    return max(0, int((now - datetime.fromisoformat(heard_at)).total_seconds()))


def _sender(device: Device, now: datetime) -> Sender:
    seconds = seconds_since(device.heard_at, now)
    return Sender(device.source, seconds, link(seconds))


def _behind(state: TableState, seat: int) -> str:
    chips = state.behind[seat]
    if chips is None:
        return "unlimited"
    told = _chips(chips, state.unit)
    return f"{told} to the cap" if seat in state.capped else told


def _to_act(state: TableState) -> str:
    if state.to_act is None:
        return ""
    owed = f", {_chips(state.to_call, state.unit)} to call" if state.to_call else ""
    return f"{_who(state, state.to_act)}{owed}"


def _last(state: TableState) -> str:
    if state.last is None:
        return ""
    joint = " to " if state.last.action == "raise" else " "
    size = "" if state.last.to is None else joint + _chips(state.last.to, state.unit)
    return f"{_who(state, state.last.seat)} {ACTION_VERBS[state.last.action]}{size}"


def _who(state: TableState, seat: int) -> str:
    name = state.players.get(seat)
    return f"seat {seat}, {name}" if name else f"seat {seat}"


def _chips(chips: int, unit: int) -> str:
    """In big blinds, to a tenth.

    >>> _chips(1250, 100)
    '12.5 BB'
    """
    tenths = round(Fraction(chips * 10, unit))
    whole, rest = divmod(tenths, 10)
    return f"{whole}.{rest} BB" if rest else f"{whole} BB"
