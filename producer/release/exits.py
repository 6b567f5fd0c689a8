"""The list of all exits: every way by which deal content leaves the product."""

from __future__ import annotations

from producer.games.line import DealKey

EXITS: dict[str, str] = {
    "command:deals": "the ranking on standard output",
    "command:compare": "one deal's comparison on standard output",
    "command:analyse": "what the calls and cards of a match gave up, on standard output",
    "command:reference": "contracts and results of released boards that bots played",
    "command:picks": "the pick of a producer's decision",
    "command:rundown": "the segments of the rundown, what is said in them, and their clips",
    "command:still": "a graphic of a deal, or its group's standings, PNG",
    "command:segment": "the segment of a pick: video, note, and the pack for the editor",
    "command:copies": "where copies of segments of released deals went, on standard output",
    "command:export-ograf": "packages of a deal's graphics, for other playout systems",
    "command:export": "the hands of a group's released deals, as a file for other programs",
    "command:demo": "ranking.json and stills under the demo's folder",
    "command:recordings": "hands of released deals that the tables' recordings do not show",
    "command:standings": "standings on standard output or as CSV",
    "command:results": "chip scores on standard output or as CSV",
    "obs:scene": "the scenes of both banks, their graphics and table names in OBS",
}
"""Exits for released deals, by name. An exit that is not listed is refused. Routes and channels of
the service are listed by their declarations (`web/access/router.py`)."""

SEALED_EXITS: dict[str, str] = {
    "command:still --sealed": "a watermarked picture of a sealed deal",
    "command:rundown show": "which planned segments are of sealed deals",
    "command:forecast": "which sealed deals wait for which tables",
    "command:release": "the deal of a decision by hand",
    "command:audit": "who did what to which deal",
    "obs:segment": "a finished segment's video, one file of one media source",
    "command:obs snapshot": "what OBS has, without the content of pictures",
    "command:obs collection": "our scenes with nothing loaded, for OBS to import",
    "air:since": "why a shown deal is no longer released",
    "air:decks": "which tables show a different deck",
    "obs:pictures": "whether a table plays a sealed deal, and so may not be seen",
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


def known_exit(exit_: str, exits: dict[str, str] = EXITS) -> None:
    """Raises ValueError for an exit that is not listed."""
    if exit_ not in exits:
        raise ValueError(f"{exit_!r} is not listed as an exit, so it may not be used")


def add_exit(exit_: str, words: str, *, sealed: bool) -> None:
    """Lists an exit that is declared elsewhere. Raises ValueError if it is listed already."""
    if exit_ in EXITS or exit_ in SEALED_EXITS:
        raise ValueError(f"{exit_!r} is listed already")
    (SEALED_EXITS if sealed else EXITS)[exit_] = words
