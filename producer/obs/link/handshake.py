"""The obs-websocket handshake: identifies the server and authenticates."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import websocket

from producer.json_text import read_json
from producer.messages import message
from producer.obs.link.refusals import NotObs, OldProtocol, TooOld, WrongPassword

RPC_VERSION = 1
HELLO, IDENTIFIED = 0, 2
WRONG_PASSWORD, WRONG_VERSION = 4009, 4010

COPY_PASSWORD = message(
    "Copy the password from OBS, Tools > WebSocket Server Settings > Show Connect Info, "
    "to the setting obs.password"
)
UPDATE_OBS = message("Install OBS 28 or newer, which includes obs-websocket 5 on port 4455")
FIND_PORT = message("Set obs.port to the port shown in OBS, Tools > WebSocket Server Settings")


def identify(
    socket: websocket.WebSocket, hashed: Callable[[str, str], str], password: str, events: int
) -> str:
    """Exchanges Hello and Identify of obs-websocket 5; returns the server's version.

    ``hashed`` computes the authentication string from (salt, challenge). ``events``: the mask of
    events to receive. Raises NotObs, OldProtocol, WrongPassword or TooOld.
    """
    hello = _hello(socket)
    version = str(hello.get("obsWebSocketVersion", "unknown"))
    if int(hello.get("rpcVersion", 0)) < RPC_VERSION:
        raise TooOld(
            message("OBS has obs-websocket {version}, which is too old", version=version),
            UPDATE_OBS,
        )
    request: dict[str, Any] = {"rpcVersion": RPC_VERSION, "eventSubscriptions": events}
    if "authentication" in hello:
        challenge = hello["authentication"]
        request["authentication"] = hashed(challenge["salt"], challenge["challenge"])
    socket.send(json.dumps({"op": 1, "d": request}))
    _identified(socket, version, password)
    return version


def _hello(socket: websocket.WebSocket) -> Mapping[str, Any]:
    try:
        hello = _message(socket.recv())
    except websocket.WebSocketTimeoutException:
        # obs-websocket 5 sends the first message; 4 waits for a request.
        _raise_for_silent_server(socket)
    except (OSError, websocket.WebSocketException) as error:
        raise NotObs(message("the server is not OBS ({error})", error=error), FIND_PORT) from error
    if hello.get("op") != HELLO:
        raise NotObs(message("the server does not send the Hello of obs-websocket"), FIND_PORT)
    data: Mapping[str, Any] = hello["d"]
    return data


def _raise_for_silent_server(socket: websocket.WebSocket) -> Any:
    try:
        socket.send(json.dumps({"request-type": "GetVersion", "message-id": "1"}))
        old = _message(socket.recv())
    except (OSError, websocket.WebSocketException) as error:
        raise NotObs(message("the server sends nothing"), FIND_PORT) from error
    if "message-id" not in old:
        raise NotObs(message("the server does not send the Hello of obs-websocket"), FIND_PORT)
    version = old.get("obs-websocket-version", "4")
    raise OldProtocol(
        message("OBS has obs-websocket {version}, which uses the old protocol", version=version),
        UPDATE_OBS,
    )


def _identified(socket: websocket.WebSocket, version: str, password: str) -> None:
    try:
        kind, data = socket.recv_data()
    except (OSError, websocket.WebSocketException) as error:
        raise NotObs(
            message("OBS closed the connection during the handshake ({error})", error=error),
            FIND_PORT,
        ) from error
    if kind == websocket.ABNF.OPCODE_CLOSE:
        code = int.from_bytes(data[:2], "big")
        if code == WRONG_PASSWORD:
            reason = (
                message("OBS rejected the password")
                if password
                else message("OBS needs a password and none is set")
            )
            raise WrongPassword(reason, COPY_PASSWORD)
        if code == WRONG_VERSION:
            raise TooOld(
                message(
                    "obs-websocket {version} does not support our protocol version", version=version
                ),
                UPDATE_OBS,
            )
        text = data[2:].decode(errors="replace")
        raise NotObs(
            message("OBS closed the connection: {text} [code {code}]", text=text, code=code),
            FIND_PORT,
        )
    if _message(data).get("op") != IDENTIFIED:
        raise NotObs(message("the server does not confirm the handshake as OBS does"), FIND_PORT)


def _message(text: str | bytes) -> Mapping[str, Any]:
    """A JSON object; empty if the text is anything else."""
    try:
        message = read_json(text)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}
