"""What is on preview, by an id of its own: a take names the preview that its producer saw."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_hex
from typing import Literal

from producer.web.languages import _
from producer.web.ops.errors import Refusal

PreviewKind = Literal["scene", "segment"]


@dataclass(frozen=True, slots=True)
class Previewed:
    """One loading of the preview. ``by``: who loaded it."""

    id: str
    kind: PreviewKind
    words: str
    by: str


@dataclass(slots=True)
class OnPreview:
    """Use it in the event loop only. ``now``: ``None`` before something is loaded, and after it was
    taken or cleared. ``note``: the id of the note that the lower third would show. ``taken``: the
    id of the last take of a segment."""

    now: Previewed | None = None
    note: str = ""
    taken: str = ""

    def load(self, kind: PreviewKind, words: str, by: str) -> Previewed:
        self.now = Previewed(token_hex(8), kind, words, by)
        return self.now

    def clear(self) -> None:
        self.now = None

    def must_be(self, id_: str) -> Previewed:
        """The preview ``id_``. Raises Refusal if it is not there, or not any more."""
        now = self.now
        if now is None:
            raise Refusal(
                409, _("Not taken: nothing is on preview."), _("Cue something, then take it.")
            )
        if now.id != id_:
            raise Refusal(
                409,
                _(
                    "Not taken: since you looked, {by} has put on preview: {words}.",
                    by=now.by,
                    words=now.words,
                ),
                _("Look at it, and take again if you want it."),
            )
        return now
