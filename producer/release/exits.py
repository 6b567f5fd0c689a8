"""The list of all exits: every way by which deal content leaves the product."""

from __future__ import annotations

from collections.abc import Mapping

from producer.games.line import DealKey

EXITS: Mapping[str, str] = {
    "command:deals": "the ranking on standard output",
    "command:compare": "one deal's comparison on standard output",
    "command:still": "a graphic of a deal, or its group's standings, PNG",
    "command:export-ograf": "packages of a deal's graphics, for other playout systems",
    "command:demo": "ranking.json and stills under the demo's folder",
    "command:standings": "standings on standard output or as CSV",
    "command:results": "chip scores on standard output or as CSV",
    "route:/": "the desk: deals by merit",
    "route:/deals/{reference}": "the comparison page of a deal",
    "route:/stills/{reference}.png": "a picture of the two-up, PNG",
    "route:/api/deals": "the ranking as JSON",
    "route:/api/deals/{reference}": "one deal's comparison as JSON",
    "route:/api/preview": "a stage to the bank that is off air",
    "route:/api/take": "a stage to its bank's graphics and to OBS",
    "route:/api/safe": "the safe scene in OBS, and what was taken under the same id",
    "route:/api/segments": "finished segments of released deals, and the state of the one on air",
    "route:/api/segments/cue": "a finished segment to OBS, off air",
    "route:/api/segments/play": "a finished segment to program",
    "route:/api/segments/pause": "the state of the segment on air",
    "route:/api/obs/leave": "accepting what OBS shows",
    "route:/api/obs/repair": "what differed in OBS",
    "route:/api/obs/setup": "what was missing in OBS",
    "route:/api/air": "what OBS has on program and each graphics channel shows",
    "route:/api/channels/{channel}": "a stage of a deal, a table or standings to its channel",
    "route:/api/notes": "commentators' notes on a deal",
    "route:/api/notes/clear": "a note to the lower third",
    "route:/api/notes/withdraw": "a note withdrawn",
    "channel:/notes": "that notes have changed",
    "channel:/live/{channel}": "stages to the graphics pages",
    "obs:scene": "the scenes of both banks, their graphics and table names in OBS",
}
"""Exits for released deals, by name. An exit that is not listed is refused."""

SEALED_EXITS: Mapping[str, str] = {
    "command:still --sealed": "a watermarked picture of a sealed deal",
    "command:forecast": "which sealed deals wait for which tables",
    "command:release": "the deal of a decision by hand",
    "command:audit": "who did what to which deal",
    "route:/sealed": "sealed deals that some table has played or begun",
    "route:/sealed/{reference}": "the comparison page of a sealed deal, as far as played",
    "route:/sealed-stills/{reference}.png": "a watermarked picture of a sealed deal",
    "route:/forecast": "the forecast as a page",
    "route:/api/forecast": "the forecast as JSON",
    "route:/api/release": "the deal of a decision by hand",
    "route:/api/seal": "the deal of a decision by hand",
    "route:/audit": "the audit as a page",
    "route:/api/audit": "the audit as JSON",
    "route:/tables": "the state of every table, and the cards where decks differ",
    "route:/api/tables": "the same as JSON",
    "obs:segment": "a finished segment's video, one file of one media source",
    "command:obs snapshot": "what OBS has, without the content of pictures",
    "command:obs collection": "our scenes with nothing loaded, for OBS to import",
    "air:since": "why a shown deal is no longer released",
    "air:decks": "which tables show a different deck",
    "route:/api/decks/choose": "which deck was right, and whose hands are void",
    "obs:pictures": "whether a table plays a sealed deal, and so may not be seen",
    "route:/api/gaps/lost": "declaring a table's missing events lost",
    "route:/quarantine": "quarantined entries, as received",
    "route:/api/quarantine/{entry}": "the result of deciding or correcting an entry",
    "command:quarantine": "quarantined entries, as received",
    "command:decks": "the decks shown for deals that tables disagree about",
    "command:gaps": "missing events, and how many wait for them",
    "command:log": "the log, event by event",
    "command:backup": "a copy of the whole record",
}
"""Exits that may show sealed deals: for producers only, marked SEALED, and nothing can be taken
there. Scorers see the forecast too, which names deals and tables only; commentators in an isolated
booth see sealed deals too."""


class NotAvailable(LookupError):
    """There is no such deal, or it is sealed; the message is the same."""

    def __init__(self, reference: str) -> None:
        super().__init__(
            f"deal {reference} is not available: there is no such deal, or not every table "
            "has finished it. `duplicast deals` lists what is."
        )


class AmbiguousDeal(LookupError):
    """Several released deals match: a bare number of several groups, or names with slashes.
    ``candidates``: their full names."""

    def __init__(self, reference: str, candidates: tuple[str, ...]) -> None:
        self.candidates = candidates
        super().__init__(f"deal {reference} is ambiguous; say which: {', '.join(candidates)}")


def full_name(key: DealKey) -> str:
    """A name that is unambiguous even where session or group contain slashes."""
    return f"deal {key.number} of group {key.group} of session {key.session}"


def known_exit(exit_: str, exits: Mapping[str, str] = EXITS) -> None:
    """Raises ValueError for an exit that is not listed."""
    if exit_ not in exits:
        raise ValueError(f"{exit_!r} is not listed in release.EXITS, so it may not be used")
