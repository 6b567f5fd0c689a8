"""How the recordings of tables are framed, as producers set it."""

from __future__ import annotations

from producer.acts import TableFramed, TableFramedAct
from producer.release.gate import Gate
from producer.release.verdicts import Group


def framings(gate: Gate, group: Group) -> dict[str, TableFramed]:
    """By table, the last framing; a table that is not in it is shown whole."""
    return {
        act.data.table: act.data
        for _, act in gate.acts()
        if isinstance(act, TableFramedAct) and (act.data.session, act.data.group) == group
    }


def frame_table(gate: Gate, framing: TableFramed, by: str) -> None:
    """Frames the table's recordings from now on. Raises StoreError."""
    gate.act(TableFramedAct(at=gate.clock(), by=by, data=framing))
