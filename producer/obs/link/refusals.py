"""Why something could not be done in OBS, each with what would mend it."""

from __future__ import annotations


class ObsRefusal(Exception):
    """``reason`` and ``hint`` are sentences for people, without a full stop at the end."""

    def __init__(self, reason: str, hint: str) -> None:
        super().__init__(reason, hint)
        self.reason = reason
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.reason}. {self.hint}."


class NoLink(ObsRefusal):
    """There is no connection to OBS."""


class NotReachable(NoLink):
    """Nothing listens at the address, or it does not answer in time."""


class NotObs(NoLink):
    """Something listens there, but it is not OBS's WebSocket server."""


class OldProtocol(NoLink):
    """obs-websocket 4, which speaks another language."""


class WrongPassword(NoLink):
    """OBS wants a password and did not accept ours."""


class TooOld(NoLink):
    """The protocol version of OBS is not the one we speak."""


class LinkLost(NoLink):
    """The connection broke while it was in use."""


class NoAnswer(NoLink):
    """OBS holds the connection and does not answer in time."""


class Stopped(NoLink):
    """Our own director is not running."""


class RequestFailed(ObsRefusal):
    """OBS refused a request; ``code`` and ``comment`` are OBS's own."""

    def __init__(self, request: str, code: int, comment: str) -> None:
        super().__init__(
            f"OBS refused {request}: {comment.rstrip('.') or 'no comment'} [code {code}]",
            "See OBS's log (Help > Log Files), then take again",
        )
        self.request = request
        self.code = code
        self.comment = comment


class NotInObs(ObsRefusal):
    """The wanted scene needs something that OBS lacks or has otherwise."""


class NotWritten(ObsRefusal):
    """A file that OBS would read could not be written."""


class PictureNotLoaded(ObsRefusal):
    """OBS has the graphics source but could not load its file."""


class NotSettled(ObsRefusal):
    """OBS took every request and still is not as wanted."""


class NotConfirmed(ObsRefusal):
    """OBS did not tell in time that the scene is on program."""


class GraphicsNotDrawn(ObsRefusal):
    """The page in OBS did not say in time that it has drawn the graphics."""


class OtherTake(ObsRefusal):
    """The id of a take that was something else."""
