"""Where the files that are not code are: in the wheel beside the code, else in the checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Resource = Literal["pages", "web", "demo"]

_PACKAGED = Path(__file__).parent / "_data"
_CHECKOUT = Path(__file__).parent.parent
_CHECKOUT_FOLDERS: dict[Resource, str] = {
    "pages": "templates/pages",
    "web": "assets/web",
    "demo": "assets/demo",
}


def resource(name: Resource) -> Path:
    """The folder of page templates, of page scripts and styles, or of the demo's hands.

    Raises FileNotFoundError where neither a wheel's nor a checkout's folder is there.
    """
    folder = _PACKAGED / name if _PACKAGED.is_dir() else _CHECKOUT / _CHECKOUT_FOLDERS[name]
    if not folder.is_dir():
        raise FileNotFoundError(
            f"{folder}: the installation lacks this folder; install the package again"
        )
    return folder
