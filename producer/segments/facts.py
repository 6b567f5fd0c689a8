"""What a segment shows and rests on, as hashes by name: equal ones later mean: still true."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import astuple
from pathlib import Path
from typing import Any

from producer.compare.model import NO_DECISIONS, UNDECIDED, PickDecision
from producer.events import RecordingAdded
from producer.games.line import Deal, DealKey
from producer.games.tournament_course import TournamentWinner
from producer.release import Gate
from producer.release.notes import Note, notes_of
from producer.release.pick_decisions import pick_decisions
from producer.release.programme.edition import edition
from producer.release.programme.rundown import PlannedSegment, segments_of
from producer.release.recordings.framings import framings
from producer.release.recordings.hand_times import HandTimes
from producer.release.recordings.sync import MutedSound, muted_sound
from producer.release.recordings.verified import fingerprint, moments, recording_facts
from producer.segments.commentary import content_digest
from producer.segments.graphic_contexts import standings_before
from producer.segments.manifest import Manifest, outdated
from producer.segments.timeline import WHOLE, Crop
from producer.stages.entry import GroupStandings

COUNTED = "the deals that the ranking counts"
WON = "who won the tournament"
COMMENTARY = "the commentary"
BEFORE_IT = "the standings before the deal"


def facts_of(
    deal: Deal,
    times: Iterable[HandTimes] = (),
    decision: PickDecision = UNDECIDED,
    recordings: Mapping[str, Iterable[RecordingAdded]] | None = None,
    crops: Mapping[str, Crop] | None = None,
    planned: PlannedSegment | None = None,
    muted: Iterable[MutedSound] = (),
    counted: Collection[DealKey] | None = None,
) -> dict[str, str]:
    """The hash of every fact by its name, such as ``the line of table 4``.

    All tables of the deal count, because rankings and the field are made of all. ``times``: of the
    tables that are shown. ``decision``: about the pick;
    its lines in the producer's words count. ``recordings`` and ``crops``: of the tables shown,
    by table; a part that a recording goes on with later is new. ``planned``: as the rundown has
    it, where the clip is made from there; its state and its place do not count. ``muted``: of all
    tables. ``counted``: the deals of the edition, ``None`` for all. How sure a time is does not
    count: a verification changes nothing that is shown.
    """
    facts: dict[str, Any] = {
        "the cards": (deal.button, sorted(deal.cards.items()), deal.board),
        "the names of the tables": sorted(deal.table_names.items()),
        "the teams": sorted((code, team.model_dump_json()) for code, team in deal.teams.items()),
    }
    for play in deal.plays:
        table = deal.name_of(play.table)
        facts[f"the line of table {table}"] = [tuple(move) for move in play.line], play.ruled
        facts[f"the result of table {table}"] = sorted(play.result.items())
        facts[f"the stakes of table {table}"] = (
            play.game.model_dump_json(),
            sorted(play.stacks.items()),
        )
        for seat, player in sorted(play.players.items()):
            facts[f"the player in seat {seat} of table {table}"] = player.model_dump_json()
    for each in times:
        facts[f"the times of table {deal.name_of(each.table)}"] = moments(each)
        facts[f"what is muted of table {deal.name_of(each.table)}"] = [
            astuple(sound) for sound in muted if sound.table == each.table
        ]
    for table, crop in (crops or {}).items():
        facts[f"the framing of table {deal.name_of(table)}"] = astuple(crop)
    for line in decision.lines:
        facts[f"the {line.line} in your words ({line.language})"] = line.text
    if planned is not None:
        facts[f"segment {planned.id} of the rundown"] = (
            *(planned.pick, planned.tables, planned.seconds, planned.tease),
            sorted((beat, astuple(edit)) for beat, edit in planned.edits.items()),
        )
    facts[COUNTED] = None if counted is None else sorted(counted)
    hashes = {name: fingerprint(value) for name, value in facts.items()}
    for table, added in (recordings or {}).items():
        of_table = f"of table {deal.name_of(table)}"
        hashes |= {f"{name} {of_table}": hash_ for name, hash_ in recording_facts(added).items()}
    return hashes


def facts_now(
    gate: Gate, deal: str, pick: str, tables: Iterable[str], exit_: str, segment: str = ""
) -> dict[str, str]:
    """What is true now of all that a clip of a released deal's pick may show of these tables.
    ``segment``: of the rundown, where the clip is made from there.

    Raises NotAvailable if the deal is sealed.
    """
    content = gate.deal(deal, exit_)
    times = gate.hand_times(content.key, exit_)
    recordings = gate.recordings(content.key[:2])
    shown = [table for table in tables if table in times]
    acts = [act for _, act in gate.acts()]
    decided = pick_decisions(acts).get(content.key, NO_DECISIONS)
    planned = {each.id: each for each in segments_of(acts)} if segment else {}
    return facts_of(
        content,
        [times[table] for table in shown],
        decided.by_id.get(pick, UNDECIDED),
        {table: recordings.get(table, ()) for table in shown},
        crops_of(gate, content.key[:2], shown),
        planned.get(segment),
        muted_sound(acts, content.key),
        edition(gate, exit_, segment),
    ) | winner_facts(gate.tournament_won(content, exit_))


def why_outdated(
    gate: Gate, clip: Manifest, exit_: str, *, pictures_alone: bool = False
) -> tuple[str, ...]:
    """Why a clip does not show what is true now, in words; ``()`` if it does, or was made
    elsewhere. ``pictures_alone``: of its clean split. Raises NotAvailable if its deal is sealed."""
    if clip.render is None:
        return ()
    request = clip.render.request
    key = gate.deal(clip.deals[0], exit_).key
    now = facts_now(gate, str(key), request.pick, clip.tables, exit_, request.rundown)
    now |= note_facts(cleared_notes(gate, key)) | commentary_facts(request.commentary)
    if BEFORE_IT in clip.render.facts:
        now |= recap_facts(standings_before(gate, key, exit_, request.rundown))
    if COMMENTARY in clip.render.facts:
        # Without the file, the clip has the voice that it had.
        now.setdefault(COMMENTARY, clip.render.facts[COMMENTARY])
    made_from = {
        name: fact
        for name, fact in clip.render.facts.items()
        if not (pictures_alone and only_written(name))
    }
    return outdated(made_from, now)


def winner_facts(winner: TournamentWinner | None) -> dict[str, str]:
    """The hash of who won the tournament, where the deal was its last hand."""
    return {} if winner is None else {WON: fingerprint(astuple(winner))}


def recap_facts(before: GroupStandings) -> dict[str, str]:
    """The hash of the standings that a segment begins with."""
    ranked = before.standings
    return {BEFORE_IT: fingerprint((ranked.teams, ranked.players))}


def note_facts(notes: Iterable[Note]) -> dict[str, str]:
    """The hash of each note by what it says."""
    return {
        f'the note "{note.text}" by {note.author}': fingerprint((note.table, note.move))
        for note in notes
    }


def cleared_notes(gate: Gate, key: DealKey) -> tuple[Note, ...]:
    """Those on a deal that are cleared for air, in the order written."""
    notes = notes_of(act for _, act in gate.acts()).values()
    return tuple(note for note in notes if note.deal == key and note.cleared)


def commentary_facts(path: str) -> dict[str, str]:
    """The hash of what is in a commentary file, if there is one."""
    digest = content_digest(Path(path)) if path else None
    return {} if digest is None else {COMMENTARY: fingerprint(digest)}


def crops_of(gate: Gate, group: tuple[str, str], tables: Iterable[str]) -> dict[str, Crop]:
    """How the recordings of these tables are framed."""
    framed = framings(gate, group)
    return {
        table: Crop(each.x, each.y, each.width, each.height) if each is not None else WHOLE
        for table in tables
        for each in [framed.get(table)]
    }


def only_written(name: str) -> bool:
    """Whether a fact is in graphics and sentences alone, so that a picture without graphics does
    not rest on it.

    >>> only_written("the player in seat 3 of table 4"), only_written("the line of table 4")
    (True, False)
    """
    return (
        name.startswith(("the player in seat ", "the teams", "the names of the tables"))
        or " in your words (" in name
        or name in (COUNTED, WON)
    )
