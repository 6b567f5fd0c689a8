"""Downloads the pinned uv without pip: a wheel is a zip file.

python3 .ci/uv.py ARGUMENTS       runs that uv
"""

from __future__ import annotations

import base64
import hashlib
import html
import http.client
import io
import os
import platform
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import debian

VERSION = (0, 13, 9)
UV = ".".join(map(str, VERSION))
WHEELS = {
    ("Linux", "x86_64"): (
        "manylinux_2_17_x86_64.manylinux2014_x86_64",
        "d7f459fe4fd247d830351c75686d3996ace3c6f3f728eb0e85a30b7ada0cef19",
    ),
    ("Linux", "aarch64"): (
        "manylinux_2_28_aarch64",
        "ecb6028d79dc96fbeafffe5c8af62a7099487ebc05a701e76714eebcffd06375",
    ),
    ("Darwin", "x86_64"): (
        "macosx_10_12_x86_64",
        "c16ed11e013557536b3e60065f1b912f6407bd6518e041b961e23ef9e6b4fbf5",
    ),
    ("Darwin", "arm64"): (
        "macosx_11_0_arm64",
        "66c512266d633bef48384a1f53003f41f2a8e7b36fe6e7fbfd3e0fd52d96fa63",
    ),
    ("Windows", "AMD64"): (
        "win_amd64",
        "6a44b2ed8111d2f60d2b92627c5dccda3f7ed7570b18ce115e569cd68c28246b",
    ),
    ("Windows", "ARM64"): (
        "win_arm64",
        "eeb92051c2123b9730c46b04cc843cfa4bc7d7b0aec56df431a2215ef4cb0273",
    ),
}
TOOLS = Path(__file__).resolve().parent.parent / ".tools"
OWN_UV = f"put uv {UV} or newer on the PATH yourself"
SYSTEM_CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
# Variables of the user's shell that would make uv use another environment than .venv.
FOREIGN = ("VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT", "UV_PROJECT", "UV_PYTHON", "UV_NO_SYNC")
EXE = ".exe" if os.name == "nt" else ""


class SetUpError(Exception):
    """Set-up cannot go on: what happened, and the fix."""

    def __init__(self, reason: str, fix: str) -> None:
        super().__init__(f"set-up: {reason}\n  fix: {fix}")


def find_uv() -> Path:
    """The downloaded uv, else a new enough one on the PATH, else a new download."""
    own = TOOLS / f"uv-{UV}{EXE}"
    if version_of(own) == VERSION:
        return own
    on_path = shutil.which("uv")
    if on_path and version_of(Path(on_path)) >= VERSION:
        return Path(on_path)
    print(f"set-up: fetching uv {UV}", file=sys.stderr, flush=True)
    write_whole(own, unpack(pinned_wheel()))
    return own


def environment() -> dict[str, str]:
    variables = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    if "SSL_CERT_FILE" not in variables and variables.get("PIP_CERT"):
        variables["SSL_CERT_FILE"] = variables["PIP_CERT"]
    elif SYSTEM_CERTIFICATES.exists():
        # The system's list has a network's own certificates, uv's list does not.
        variables.setdefault("UV_SYSTEM_CERTS", "1")
    return variables


def version_of(uv: Path) -> tuple[int, ...]:
    """The version this uv reports; () if it does not run."""
    try:
        done = subprocess.run(
            [str(uv), "--version"], check=False, capture_output=True, text=True, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return ()
    match = re.match(r"uv (\d+)\.(\d+)\.(\d+)", done.stdout)
    return tuple(map(int, match.groups())) if match else ()


def wheel_and_hash() -> tuple[str, str]:
    """The name of the wheel for this machine, and its pinned sha256."""
    machine = (platform.system(), platform.machine())
    if machine not in WHEELS:
        raise SetUpError(f"no uv is pinned for {' '.join(machine)}", OWN_UV)
    tag, sha256 = WHEELS[machine]
    return f"uv-{UV}-py3-none-{tag}.whl", sha256


def pinned_wheel() -> bytes:
    """The wheel for this machine from the package index, checked against its pinned hash."""
    name, sha256 = wheel_and_hash()
    chosen = os.environ.get("UV_DEFAULT_INDEX") or os.environ.get("PIP_INDEX_URL")
    page = (chosen or "https://pypi.org/simple").rstrip("/") + "/uv/"
    wheel = download(find_link(page, download(page).decode("utf-8", "replace"), name))
    if hashlib.sha256(wheel).hexdigest() != sha256:
        raise SetUpError(
            f"{name} is not the file that was pinned", f"use another index, or {OWN_UV}"
        )
    return wheel


def find_link(page: str, text: str, name: str) -> str:
    """The address of the file `name` on a page of a package index (PEP 503)."""
    for href in re.findall(r'href="([^"]+)"', text):
        link = urljoin(page, html.unescape(href)).partition("#")[0]
        if unquote(urlsplit(link).path).endswith(f"/{name}"):
            return link
    raise SetUpError(f"{shown(page)} has no {name}", f"use another index, or {OWN_UV}")


def unpack(wheel: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        return archive.read(f"uv-{UV}.data/scripts/uv{EXE}")


def write_whole(target: Path, program: bytes) -> None:
    """Writes the program to `target` atomically, safe against a second process."""
    target.parent.mkdir(exist_ok=True)
    handle, half = tempfile.mkstemp(dir=target.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(program)
    Path(half).chmod(0o755)
    Path(half).replace(target)


def download(url: str) -> bytes:
    """The body at `url`, with three tries if the network fails."""
    for pause in (2, 5, None):
        try:
            return fetch(url)
        except urllib.error.HTTPError as error:
            reason: object = f"{error.code} {error.reason}"
            if error.code < 500:
                raise SetUpError(
                    f"{shown(url)} answers {reason}", f"use another index, or {OWN_UV}"
                ) from error
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, ssl.SSLCertVerificationError):
                get_certificates(shown(url), reason)
                continue
        if pause is not None:
            time.sleep(pause)
    raise SetUpError(
        f"{shown(url)} cannot be reached ({reason})",
        "connect to the internet (behind a proxy: set HTTPS_PROXY) and try again",
    )


def fetch(url: str) -> bytes:
    address = urlsplit(url)
    headers = {"Accept": "text/html, */*;q=0.1"}
    if address.username:
        login = f"{unquote(address.username)}:{unquote(address.password or '')}"
        headers["Authorization"] = "Basic " + base64.b64encode(login.encode()).decode()
    request = urllib.request.Request(shown(url), headers=headers)
    trust = ssl.create_default_context(cafile=os.environ.get("PIP_CERT") or None)
    with urllib.request.urlopen(request, timeout=60, context=trust) as answer:
        return bytes(answer.read())


def shown(url: str) -> str:
    """`url` without name and password."""
    address = urlsplit(url)
    return address._replace(netloc=address.netloc.rpartition("@")[2]).geturl()


def get_certificates(url: str, reason: ssl.SSLCertVerificationError) -> None:
    """Installs the system's list of trusted certificates if it is missing."""
    problem = f"{url} shows a certificate that is not trusted here ({reason.verify_message})"
    if shutil.which("apt-get") and debian.missing(["ca-certificates"]):
        if debian.rights() is None:
            raise SetUpError(problem, debian.command(["ca-certificates"]))
        print("set-up: installing ca-certificates", file=sys.stderr, flush=True)
        debian.renew_lists()
        trouble = debian.install(["ca-certificates"])
        if trouble is None:
            return
        raise SetUpError(f"{problem}: {trouble}", debian.command(["ca-certificates"]))
    raise SetUpError(
        problem,
        "name the file with your network's certificates in SSL_CERT_FILE, or add it to the "
        "system's (update-ca-certificates)",
    )


def main() -> int:
    try:
        uv = find_uv()
    except SetUpError as error:
        print(error, file=sys.stderr)
        return 1
    return subprocess.run([str(uv), *sys.argv[1:]], check=False, env=environment()).returncode


if __name__ == "__main__":
    sys.exit(main())
