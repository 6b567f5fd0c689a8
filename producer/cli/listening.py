"""What must hold before the service begins its work: its port, its TLS files, its addresses."""

from __future__ import annotations

import errno
import os
import socket
import ssl
from pathlib import Path
from typing import NoReturn

from producer.cli.common import WRONG_USAGE, fail
from producer.settings import Settings

HOST = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")
ORDINARY = 8000
_TRIED = 100
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses of documentation: nothing is sent there, only asked which way it would go."""


class _Encrypted(Exception):
    """A key that wants a password."""


def check_tls(own: Settings) -> None:
    """Ends the command where the settings' certificate and key cannot serve HTTPS together."""
    if own.tls_cert is None and own.tls_key is None:
        return
    if own.tls_cert is None or own.tls_key is None:
        fail("HTTPS needs both: --tls-cert FILE and --tls-key FILE", WRONG_USAGE)
    cert, key = own.tls_cert, own.tls_key
    _holds(cert, "CERTIFICATE", "--tls-cert FILE wants a certificate in PEM")
    _holds(key, "PRIVATE KEY", "--tls-key FILE wants the certificate's private key in PEM")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key, _no_password)
    except _Encrypted:
        fail(
            f"{key}: the key is encrypted, and nobody is there to type its password. "
            f"`openssl pkey -in {key} -out plain.pem` writes it without one; keep that file safe.",
            WRONG_USAGE,
        )
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            fail(f"{key} is not the key of {cert}. Name the two that belong together.", WRONG_USAGE)
        fail(f"{cert} and {key} cannot be used: {error.reason or error}. Make them again.",
             WRONG_USAGE)  # fmt: skip


def _holds(path: Path, what: str, hint: str) -> None:
    try:
        content = path.read_bytes()
    except OSError as error:
        fail(f"{path}: cannot be read: {error.strerror}. {hint}.", WRONG_USAGE)
    if f"{what}-----".encode() not in content:
        fail(f"{path}: there is no {what} in it. {hint}.", WRONG_USAGE)


def _no_password() -> NoReturn:
    raise _Encrypted


def listen(host: str, port: int) -> socket.socket:
    """A socket that already listens, so that the address printed answers from then on.

    Ends the command where it cannot, naming a port that is free. Its protocol is named: without
    that asyncio leaves Nagle's algorithm on, and every answer waits 40 ms for the other side.
    """
    try:
        return _bound(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            fail(
                f"port {port} of this machine is taken, perhaps by a `duplicast serve` that "
                f"already runs. Free is --port {_free(host, port)}"
            )
        if error.errno == errno.EACCES:
            fail(
                f"port {port} is kept for the system's administrator. "
                f"Free is --port {_free(host, ORDINARY)}"
            )
        fail(f"{host}:{port} cannot be used: {error.strerror}. Choose with --host and --port.")


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # elsewhere it would share a port that is taken
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


def _free(host: str, port: int) -> int:
    """A port near ``port`` that is free now, else any."""
    for near in range(port + 1, min(port + _TRIED, 65_536)):
        try:
            _bound(host, near).close()
        except OSError:
            continue
        return near
    with _bound(host, 0) as any_port:
        return int(any_port.getsockname()[1])


def homes(own: Settings) -> list[str]:
    """Where the desk can be opened: under its names, else at its addresses."""
    scheme = "https" if own.tls else "http"
    names = own.names or addresses(own.host)
    return [f"{scheme}://{name}:{own.port}" for name in names]


def addresses(host: str) -> tuple[str, ...]:
    """Where a service on ``host`` can be opened, as in a URL, the widest reach first."""
    if host not in EVERYWHERE:
        return (_in_url(host),)
    families = (socket.AF_INET, socket.AF_INET6) if host == "::" else (socket.AF_INET,)
    own = dict.fromkeys(address for family in families for address in _own(family))
    return (*map(_in_url, own), HOST)


def _own(family: socket.AddressFamily) -> list[str]:
    """The machine's own addresses that others can reach: none without a network."""
    found = []
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((_ELSEWHERE[family], 9))
            found.append(str(asked.getsockname()[0]))
    except OSError:
        pass  # there is no way out, so no such address
    try:
        named = socket.getaddrinfo(socket.gethostname(), None, family, socket.SOCK_STREAM)
        found += [str(each[4][0]) for each in named]
    except OSError:
        pass  # the machine's name says nothing of its addresses
    return [each for each in found if not each.startswith(("127.", "::1", "fe80"))]


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
