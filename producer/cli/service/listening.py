"""The service's listening socket, TLS files and addresses, checked before it starts."""

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
"""Documentation addresses: nothing is sent to them, they only find the outgoing interface."""


class _Encrypted(Exception):
    """The private key has a password."""


def check_tls(own: Settings) -> None:
    """Ends the command unless the settings' certificate and key belong together, or both are
    unset."""
    if own.tls_cert is None and own.tls_key is None:
        return
    if own.tls_cert is None or own.tls_key is None:
        fail("HTTPS needs both: --tls-cert FILE and --tls-key FILE", WRONG_USAGE)
    cert, key = own.tls_cert, own.tls_key
    _check_pem(cert, "CERTIFICATE", "--tls-cert FILE must be a certificate in PEM")
    _check_pem(key, "PRIVATE KEY", "--tls-key FILE must be the certificate's private key in PEM")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key, _no_password)
    except _Encrypted:
        fail(
            f"{key}: the key has a password, which the service cannot ask for. "
            f"`openssl pkey -in {key} -out plain.pem` writes it without one; keep that file safe.",
            WRONG_USAGE,
        )
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            fail(
                f"{key} is not the key of {cert}. Name a certificate and its own key.", WRONG_USAGE
            )
        fail(f"{cert} and {key} cannot be used: {error.reason or error}. Create them again.",
             WRONG_USAGE)  # fmt: skip


def _check_pem(path: Path, what: str, hint: str) -> None:
    try:
        content = path.read_bytes()
    except OSError as error:
        fail(f"{path}: cannot be read: {error.strerror}. {hint}.", WRONG_USAGE)
    if f"{what}-----".encode() not in content:
        fail(f"{path}: there is no {what} in it. {hint}.", WRONG_USAGE)


def _no_password() -> NoReturn:
    raise _Encrypted


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, so that the printed address answers from the start.

    Ends the command where that fails, with the number of a free port.
    """
    try:
        return _bound(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            fail(
                f"port {port} of this machine is in use, perhaps by another desk. "
                f"Use --port {_free(host, port)}, which is free."
            )
        if error.errno == errno.EACCES:
            fail(f"port {port} needs administrator rights. Use --port {_free(host, ORDINARY)}.")
        fail(f"{host}:{port} cannot be used: {error.strerror}. Choose with --host and --port.")


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Without an explicit protocol asyncio leaves Nagle's algorithm on: 40 ms an answer.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # on Windows it would share a port in use
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


def _free(host: str, port: int) -> int:
    """A free port above ``port`` and near it, else any free port."""
    for near in range(port + 1, min(port + _TRIED, 65_536)):
        try:
            _bound(host, near).close()
        except OSError:
            continue
        return near
    with _bound(host, 0) as any_port:
        return int(any_port.getsockname()[1])


def homes(own: Settings) -> list[str]:
    """The desk's URLs: its names, or else its addresses."""
    scheme = "https" if own.tls else "http"
    names = own.names or addresses(own.host)
    return [f"{scheme}://{name}:{own.port}" for name in names]


def addresses(host: str) -> tuple[str, ...]:
    """The addresses of a service on ``host``, as in a URL, the most widely reachable first."""
    if host not in EVERYWHERE:
        return (_in_url(host),)
    families = (socket.AF_INET, socket.AF_INET6) if host == "::" else (socket.AF_INET,)
    own = dict.fromkeys(address for family in families for address in _own(family))
    return (*map(_in_url, own), HOST)


def _own(family: socket.AddressFamily) -> list[str]:
    """The machine's addresses that others can reach; empty without a network."""
    ips = []
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((_ELSEWHERE[family], 9))
            ips.append(str(probe.getsockname()[0]))
    except OSError:
        pass  # no route out, so no such address
    try:
        named = socket.getaddrinfo(socket.gethostname(), None, family, socket.SOCK_STREAM)
        ips += [str(each[4][0]) for each in named]
    except OSError:
        pass  # the machine's name does not resolve
    return [each for each in ips if not each.startswith(("127.", "::1", "fe80"))]


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
