"""Reasons why OBS could not do something, each with a hint how to fix it."""

from __future__ import annotations

from producer.messages import message


class ObsRefusal(Exception):
    """``reason`` and ``hint`` are sentences without a final full stop."""

    def __init__(self, reason: str, hint: str) -> None:
        self.reason = reason
        self.hint = hint

    def __str__(self) -> str:
        return self.words

    @property
    def words(self) -> str:
        """Both as sentences."""
        return message("{reason}. {hint}.", reason=self.reason, hint=self.hint)


class NoLink(ObsRefusal):
    """There is no connection to OBS."""


class NotReachable(NoLink):
    """Nothing listens at the address, or nothing answers in time."""


class NotObs(NoLink):
    """The server at the address is not OBS's WebSocket server."""


class OldProtocol(NoLink):
    """The server is obs-websocket 4, whose protocol is different."""


class WrongPassword(NoLink):
    """OBS needs a password and did not accept ours."""


class TooOld(NoLink):
    """OBS does not support our protocol version."""


class LinkLost(NoLink):
    """The connection was lost while in use."""


class NoAnswer(NoLink):
    """OBS is connected and does not answer in time."""


class Stopped(NoLink):
    """Our own director is not running."""


class RequestFailed(ObsRefusal):
    """OBS rejected a request; ``code`` and ``comment`` come from OBS."""

    def __init__(self, request: str, code: int, comment: str) -> None:
        super().__init__(
            message(
                "OBS rejected {request}: {comment} [code {code}]",
                request=request,
                comment=comment.rstrip(".") or message("no comment"),
                code=code,
            ),
            message("See OBS's log (Help > Log Files), then take again"),
        )
        self.request = request
        self.code = code
        self.comment = comment


class NotInObs(ObsRefusal):
    """OBS lacks something the wanted scene needs, or has it as another kind."""


class NotWritten(ObsRefusal):
    """A file for OBS could not be written."""


class PictureNotLoaded(ObsRefusal):
    """OBS could not load the file of a source."""


class NotSettled(ObsRefusal):
    """OBS accepted every request and still differs from the wanted scenes."""


class NotConfirmed(ObsRefusal):
    """OBS did not report in time that a change was done."""


class GraphicsNotDrawn(ObsRefusal):
    """The browser source did not draw the graphics in time."""


class TakeIdReused(ObsRefusal):
    """The id belongs to a take of another shot."""
