"""The state of every live table, for producers. Shows cards only where the decks of tables
differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from fractions import Fraction
from typing import Annotated, Literal

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, JSONResponse

from producer.game_names import PHASES
from producer.games.bridge.notation import written as as_written
from producer.games.line import Move
from producer.release import Device, Gap, Gate, NoGap, TableState
from producer.release.decks.wrong_decks import offenders, undecided
from producer.release.table_forms import not_entered
from producer.web.access.roles import PRODUCERS
from producer.web.access.router import Routes
from producer.web.appearance import appearance
from producer.web.languages import _, word
from producer.web.ops.errors import Refusal
from producer.web.ops.writer_threads import written
from producer.web.pages.decks import PAGE, by_table, places
from producer.web.pages.navigation import links
from producer.web.pages.paging import PageNumber, json_page
from producer.web.pages.templates import page
from producer.web.services import Injected, Services, Visitor
from producer.wording.games.bridge_names import seat_name
from producer.wording.language import language as speak

TABLES, API_TABLES, LOST = "route:/tables", "route:/api/tables", "route:/api/gaps/lost"
Link = Literal["live", "quiet", "silent", "no events yet"]
QUIET, SILENT = 30, 120
"""Seconds without a message after which a device counts as quiet, and as silent."""

STALE = 90
"""Seconds without a message during a hand: longer than a player may think."""

routes = Routes()

Place = tuple[str, str, str]
Named = Annotated[str, Field(min_length=1, max_length=200)]


class LostGap(BaseModel):
    """The missing events will not come. Logged with the reason."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    session: Named
    group: Named
    table: Named
    reason: Annotated[str, Field(min_length=1, max_length=1000, pattern=r"\S")]


@dataclass(frozen=True, slots=True)
class Sender:
    """A device: its name, seconds since its last message, and the state of its link."""

    source: str
    seconds: int | None
    link: Link


@dataclass(frozen=True, slots=True)
class Stack:
    """A seat of a hand in progress. ``chips``: what its player may still put in, in words.
    ``acts``: whether it is the player's turn."""

    seat: int
    player: str
    chips: str
    acts: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in words. ``clock``: seconds since its last message, ``ago`` the same in words.
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


@routes.get("/tables", roles=PRODUCERS, exit="tables, and cards where decks differ", sealed=True)
def tables(services: Injected, who: Visitor) -> HTMLResponse:
    gate = services.gate
    open_decks, more = undecided(gate, TABLES, PAGE)
    shown = [(deal, places(deal)) for deal in open_decks]
    for deal in open_decks:
        if not deal.released:
            services.deck_views.note(deal.key, who.by)
    return page(
        "tables.html.j2",
        decks=shown,
        wrong=by_table(deal for deal, _ in shown),
        more_decks=more,
        offenders=offenders(gate, TABLES),
        rows=rows_of(services, TABLES),
        names=_shown_names(gate),
        unusable=_unusable(gate),
        not_entered=not_entered(gate.sessions()),
        missing=gate.missing_hands(TABLES),
        unopened=gate.unopened(),
        undecided=gate.counts().undecided,
        places=links(gate, who),
    )


@routes.get("/api/tables", roles=PRODUCERS, exit="every table as JSON", sealed=True)
def tables_api(request: Request, services: Injected, number: PageNumber = 1) -> JSONResponse:
    return json_page(request, rows_of(services, API_TABLES), number, asdict)


@routes.post("/api/gaps/lost", roles=PRODUCERS, exit="the events that are lost", sealed=True)
async def declare_lost(services: Injected, who: Visitor, declared: LostGap) -> JSONResponse:
    table = declared.session, declared.group, declared.table
    try:
        gaps = await written(services.gate.declare_lost, LOST, table, declared.reason, who.by)
    except NoGap as error:
        raise Refusal(409, _("Table {table} has no gap any more.", table=declared.table)) from error
    lost = "; ".join(f"{gap.numbers} of {gap.source}" for gap in gaps)
    return JSONResponse({"message": _("Declared lost: {lost}.", lost=lost)})


def _shown_names(gate: Gate) -> dict[Place, str]:
    """By session, group and table, the name that the table is shown by."""
    return {
        (each.session, each.group, table): each.table_names.get(table, table)
        for each in gate.sessions()
        for table in each.tables
    }


def _unusable(gate: Gate) -> dict[Place, list[tuple[int, int]]]:
    """By session, group and table, deal and hand of every hand that cannot be used."""
    found: dict[Place, list[tuple[int, int]]] = {}
    for key, of_deal in gate.unusable_hands(TABLES).items():
        for table, hands in of_deal.items():
            place = key.session, key.group, table
            found.setdefault(place, []).extend((key.number, hand) for hand in hands)
    return found


def rows_of(services: Services, exit_: str) -> list[TableRow]:
    gate = services.gate
    gaps, now, patience = gate.gaps(), gate.clock(), services.settings.patience
    entries = gate.undecided_places(exit_)
    return [
        row_of(
            state,
            sealed,
            gaps,
            now,
            patience,
            entries.get((state.session, state.group, state.table), 0),
        )
        for state, sealed in gate.tables(exit_)
    ]


def row_of(
    state: TableState,
    sealed: bool,
    gaps: Sequence[Gap],
    now: datetime,
    patience: int = 60,
    in_quarantine: int = 0,
) -> TableRow:
    """One table as of ``now``. ``patience``: seconds until declaring a gap lost is suggested."""
    clock = seconds_since(state.received_at, now)
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
        pot=_chips(state.pot, state.unit) if playing and state.behind else "",
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
    """What the table waits for and, after ``patience`` seconds, what to do about it."""
    waited = seconds_since(gap.since, now) or 0
    if waited < patience:
        return gap.words
    return _(
        "{gap}, for {time}. Have {device} send them again, or declare them lost here",
        gap=gap.words,
        time=lasting(waited),
        device=gap.source,
    )


def link(seconds: int | None) -> Link:
    """
    >>> [link(each) for each in (None, 3, 31, 121)]
    ['no events yet', 'live', 'quiet', 'silent']
    """
    if seconds is None:
        return "no events yet"
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


def seconds_since(received_at: str, now: datetime) -> int | None:
    """Whole seconds, 0 after a clock has jumped back; ``None`` without a time."""
    if not received_at:
        return None
    return max(0, int((now - datetime.fromisoformat(received_at)).total_seconds()))


def _sender(device: Device, now: datetime) -> Sender:
    seconds = seconds_since(device.received_at, now)
    return Sender(device.source, seconds, link(seconds))


def _behind(state: TableState, seat: int) -> str:
    chips = state.behind[seat]
    if chips is None:
        return _("unlimited")
    words = _chips(chips, state.unit)
    return _("{amount} to the cap", amount=words) if seat in state.capped else words


def _to_act(state: TableState) -> str:
    if state.to_act is None:
        return ""
    who = _who(state, state.to_act)
    if not state.to_call:
        return who
    return _("{who}, {amount} to call", who=who, amount=_chips(state.to_call, state.unit))


def _last(state: TableState) -> str:
    if state.last is None:
        return ""
    if _of_bridge(state):
        return f"{_who(state, state.last.seat)}: {_of_call_or_card(state.last)}"
    did = word(f"{state.last.action}s")
    if state.last.to is not None:
        size = _chips(state.last.to, state.unit)
        raised = state.last.action == "raise"
        did = _("{raises} to {amount}", raises=did, amount=size) if raised else f"{did} {size}"
    return f"{_who(state, state.last.seat)} {did}"


def _who(state: TableState, seat: int) -> str:
    name = state.players.get(seat)
    if _of_bridge(state):
        sits = seat_name(speak(appearance().language), seat)
        return f"{sits}, {name}" if name else sits
    return _("seat {n}, {name}", n=seat, name=name) if name else _("seat {n}", n=seat)


def _of_bridge(state: TableState) -> bool:
    return state.street in PHASES["bridge"]


def _of_call_or_card(move: Move) -> str:
    """``1♥``, ``♦10``, ``pass``, ``claim 9``."""
    if move.action in ("bid", "contract", "play"):
        return as_written(move)
    did = word(move.action)
    return did if move.detail is None else f"{did} {move.detail}"


def _chips(chips: int, unit: int) -> str:
    """In big blinds, to a tenth.

    >>> _chips(1250, 100)
    '12.5 BB'
    """
    tenths = round(Fraction(chips * 10, unit))
    whole, rest = divmod(tenths, 10)
    return f"{whole}.{rest} BB" if rest else f"{whole} BB"
