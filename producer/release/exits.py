"""Every way out of the house, and what may not be told apart."""

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
    "route:/api/segments": "finished segments of released deals, and how the one on air stands",
    "route:/api/segments/cue": "a finished segment to OBS, off air",
    "route:/api/segments/play": "a finished segment to program",
    "route:/api/segments/pause": "how the segment on air stands",
    "route:/api/obs/leave": "that what OBS shows is meant",
    "route:/api/obs/repair": "what was not as wanted in OBS",
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
"""Every way out of the house that carries deal content; one that is not listed is refused."""

SEALED_EXITS: Mapping[str, str] = {
    "command:still --sealed": "a watermarked picture of a sealed deal",
    "command:forecast": "which sealed deals wait for which tables",
    "command:release": "what a decision by hand is about",
    "command:audit": "who did what to which deal",
    "route:/sealed": "the sealed deals of which something was played",
    "route:/sealed/{reference}": "the comparison page of a sealed deal, as far as played",
    "route:/sealed-stills/{reference}.png": "a watermarked picture of a sealed deal",
    "route:/forecast": "the forecast as a page",
    "route:/api/forecast": "the forecast as JSON",
    "route:/api/release": "what a decision by hand is about",
    "route:/api/seal": "what a decision by hand is about",
    "route:/audit": "the audit as a page",
    "route:/api/audit": "the audit as JSON",
    "route:/tables": "every table as it stands, and the cards where decks differ",
    "route:/api/tables": "the same as JSON",
    "obs:segment": "a finished segment's video, one file of one media source",
    "command:obs snapshot": "what OBS has, without what is in its pictures",
    "command:obs collection": "our scenes as they are when nothing is loaded, for OBS to import",
    "air:since": "why what is shown is no longer released",
    "air:decks": "which tables show another deck",
    "route:/api/decks/choose": "which deck was right, and whose hands are void",
    "obs:pictures": "whether a table plays a sealed deal, and so may not be seen",
    "route:/api/gaps/lost": "that nobody waits any more for what a table lacks",
    "route:/quarantine": "what could not be used, as it came",
    "route:/api/quarantine/{entry}": "what became of an entry that a producer decided or corrected",
    "command:quarantine": "what could not be used, as it came",
    "command:decks": "which decks were shown for deals that tables disagree about",
    "command:gaps": "what devices have not sent, and what waits for it",
    "command:log": "the log, event by event",
    "command:backup": "a copy of the whole record",
}
"""Ways to a producer's own eyes: what is sealed is marked SEALED there, and nothing can be taken.
The forecast, which names deals and tables only, is the scorer's too; sealed deals are also for a
commentator in an isolated booth."""


class NotAvailable(LookupError):
    """There is no such deal, or it is sealed; nobody can tell which."""

    def __init__(self, reference: str) -> None:
        super().__init__(
            f"deal {reference} is not available: there is no such deal, or not every table "
            "has finished it. `duplicast deals` lists what is."
        )


class AmbiguousDeal(LookupError):
    """A bare number that several released deals bear, or names with slashes that make two alike;
    ``candidates`` names them in full."""

    def __init__(self, reference: str, candidates: tuple[str, ...]) -> None:
        self.candidates = candidates
        super().__init__(f"deal {reference} is ambiguous; say which: {', '.join(candidates)}")


def full_name(key: DealKey) -> str:
    """Unlike ``SESSION/GROUP/N``, never another deal's."""
    return f"deal {key.number} of group {key.group} of session {key.session}"


def known_exit(exit_: str, exits: Mapping[str, str] = EXITS) -> None:
    """Raises ValueError for an exit that is not listed."""
    if exit_ not in exits:
        raise ValueError(f"{exit_!r} is not listed in release.EXITS, so nothing leaves by it")
