"""Forms of a producer's decisions: a table out, a release, a seal, events declared lost."""

from __future__ import annotations

from producer.record.intake.decisions import NoGap
from producer.release import by_hand
from producer.release.by_hand import CannotDecide
from producer.release.table_forms.entered import (
    EXIT,
    Entered,
    Filled,
    FormFault,
    deal_of,
    reason_in,
    table_of,
)


def table_out(form: Entered) -> Filled:
    session, table = table_of(form)
    group, reason = (session.session, session.group), reason_in(form.fields)
    back = form.fields.get("back") == "yes"
    name = f"Table {session.table_names.get(table, table)}"
    will = (
        f"{name} plays again: its group's deals wait for it."
        if back
        else f"{name} plays no further deal: no deal waits for it any more. What it has played "
        "still counts."
    )
    return Filled(
        will,
        f"{name} is {'back' if back else 'out'}.",
        lambda: by_hand.table_out(form.gate, group, table, reason, form.by, out=not back),
    )


def release(form: Entered) -> Filled:
    key, reason = deal_of(form), reason_in(form.fields)
    try:
        by_hand.may_release(form.gate, [key])
    except CannotDecide as error:
        raise FormFault("deal", f"{error}") from error
    verdict = form.gate.view(EXIT).verdicts[key]
    waits = [f"table {table}" for table in verdict.tables] + list(verdict.waits)
    so_far = f" It still waits for {', '.join(waits)}." if waits else ""
    return Filled(
        f"Deal {key} will be shown to everybody, players included.{so_far}",
        f"Released: {key}.",
        lambda: by_hand.release(form.gate, [key], reason, form.by),
    )


def seal(form: Entered) -> Filled:
    key, reason = deal_of(form), reason_in(form.fields)
    return Filled(
        f"Deal {key} will be SEALED until it is released by hand. If it is on air, it is "
        "taken off at once.",
        f"SEALED: {key}.",
        lambda: by_hand.seal(form.gate, [key], reason, form.by),
    )


def declare_lost(form: Entered) -> Filled:
    session, table = table_of(form)
    place, reason = (session.session, session.group, table), reason_in(form.fields)
    gaps = [gap for gap in form.gate.gaps() if gap.place == place]
    name = f"Table {session.table_names.get(table, table)}"
    if not gaps:
        raise FormFault("table", f"{name} waits for no event: nothing is missing")
    lost = "; ".join(f"{gap.behind.partition('behind ')[2]} of {gap.source}" for gap in gaps)
    waiting = sum(gap.waiting for gap in gaps)

    def send() -> None:
        try:
            form.gate.declare_lost(EXIT, place, reason, form.by)
        except NoGap as error:
            raise FormFault("table", f"{name} waits for no event any more") from error

    return Filled(
        f"{name} no longer waits for {lost}; {waiting} later "
        f"{'event counts' if waiting == 1 else 'events count'}. A hand that lost one of them "
        "cannot be used: it goes to quarantine, and waits for you.",
        f"Declared lost: {lost}.",
        send,
    )
