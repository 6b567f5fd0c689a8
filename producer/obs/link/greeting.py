"""The first words with what listens at the port: who it is, and whether it lets us in."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import websocket

from producer.obs.link.refusals import NotObs, OldProtocol, TooOld, WrongPassword

RPC_VERSION = 1
HELLO, IDENTIFIED = 0, 2
WRONG_PASSWORD, WRONG_VERSION = 4009, 4010

PASSWORD_MEND = (
    "Copy the password from OBS, Tools > WebSocket Server Settings > Show Connect Info, to the "
    "setting obs.password"
)
UPDATE_OBS = "Install OBS 28 or newer; it carries obs-websocket 5, which listens on port 4455"
ELSEWHERE = (
    "See OBS, Tools > WebSocket Server Settings, for its port and put it in the setting obs.port"
)


def greet(
    socket: websocket.WebSocket, hashed: Callable[[str, str], str], password: str, events: int
) -> str:
    """Hello and Identify of obs-websocket 5; the server's version.

    ``hashed`` makes the answer to (salt, challenge). Raises NotObs, OldProtocol, WrongPassword,
    TooOld.
    """
    hello = _hello(socket)
    version = str(hello.get("obsWebSocketVersion", "unknown"))
    if int(hello.get("rpcVersion", 0)) < RPC_VERSION:
        raise TooOld(f"OBS has obs-websocket {version}, which is too old", UPDATE_OBS)
    identify: dict[str, Any] = {"rpcVersion": RPC_VERSION, "eventSubscriptions": events}
    if "authentication" in hello:
        question = hello["authentication"]
        identify["authentication"] = hashed(question["salt"], question["challenge"])
    socket.send(json.dumps({"op": 1, "d": identify}))
    _identified(socket, version, password)
    return version


def _hello(socket: websocket.WebSocket) -> Mapping[str, Any]:
    try:
        message = _message(socket.recv())
    except websocket.WebSocketTimeoutException:
        # obs-websocket 5 speaks first; 4 waits to be asked.
        _raise_who_it_is(socket)
    except (OSError, websocket.WebSocketException) as error:
        raise NotObs(f"what answers there is not OBS ({error})", ELSEWHERE) from error
    if message.get("op") != HELLO:
        raise NotObs("what answers there does not greet as OBS does", ELSEWHERE)
    data: Mapping[str, Any] = message["d"]
    return data


def _raise_who_it_is(socket: websocket.WebSocket) -> Any:
    try:
        socket.send(json.dumps({"request-type": "GetVersion", "message-id": "1"}))
        old = _message(socket.recv())
    except (OSError, websocket.WebSocketException) as error:
        raise NotObs("what answers there says nothing", ELSEWHERE) from error
    if "message-id" not in old:
        raise NotObs("what answers there does not greet as OBS does", ELSEWHERE)
    version = old.get("obs-websocket-version", "4")
    raise OldProtocol(f"OBS has obs-websocket {version}, the old protocol", UPDATE_OBS)


def _identified(socket: websocket.WebSocket, version: str, password: str) -> None:
    try:
        kind, data = socket.recv_data()
    except (OSError, websocket.WebSocketException) as error:
        raise NotObs(f"OBS broke off while we identified ({error})", ELSEWHERE) from error
    if kind == websocket.ABNF.OPCODE_CLOSE:
        code = int.from_bytes(data[:2], "big")
        if code == WRONG_PASSWORD:
            reason = "OBS refuses the password" if password else "OBS wants a password, none is set"
            raise WrongPassword(reason, PASSWORD_MEND)
        if code == WRONG_VERSION:
            raise TooOld(f"obs-websocket {version} does not speak our version", UPDATE_OBS)
        said = data[2:].decode(errors="replace")
        raise NotObs(f"OBS closed the connection: {said} [code {code}]", ELSEWHERE)
    if _message(data).get("op") != IDENTIFIED:
        raise NotObs("what answers there does not identify as OBS does", ELSEWHERE)


def _message(text: str | bytes) -> Mapping[str, Any]:
    """An object of JSON, empty where it is something else."""
    try:
        message = json.loads(text)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}
