"""The wheel and the editable install: both have the command and the files that are not code."""

import json
import os
import re
import shlex
import struct
import subprocess
import sys
import tomllib
import zipfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av
import pytest

ROOT = Path(__file__).resolve().parent.parent
UV: tuple[str | Path, ...] = (sys.executable, ROOT / ".ci/uv.py")
PACKAGED = {
    "overlay/_data/graphics": ROOT / "templates/graphics",
    "overlay/_data/themes": ROOT / "assets/themes",
    "overlay/_data/flags": ROOT / "assets/flags",
    "overlay/_data/graphic": ROOT / "assets/graphic",
    "producer/_data/pages": ROOT / "templates/pages",
    "producer/_data/web": ROOT / "assets/web",
    "producer/_data/demo": ROOT / "assets/demo",
}
FIND_RESOURCES = """
import json, overlay.resources, producer.resources
print(json.dumps(
    {f"overlay/_data/{name}": str(overlay.resources.resource(name))
     for name in ("graphics", "themes", "flags", "graphic")}
    | {f"producer/_data/{name}": str(producer.resources.resource(name))
       for name in ("pages", "web", "demo")}
))
"""

pytestmark = pytest.mark.xdist_group("packaging")


def run(arguments: Sequence[str | Path], cwd: Path) -> str:
    """What the command prints."""
    return ran(arguments, cwd).stdout


def ran(arguments: Sequence[str | Path], cwd: Path) -> subprocess.CompletedProcess[str]:
    """The test fails with all that the command said where it does not end well."""
    foreign = ("VIRTUAL_ENV", "PYTHONPATH", "UV_PROJECT_ENVIRONMENT")
    own = {name: value for name, value in os.environ.items() if name not in foreign}
    env = own | {"COLUMNS": "200"}
    done = subprocess.run(
        [str(argument) for argument in arguments],
        check=False,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built by way of the source distribution, so that this one is known to be whole too."""
    built = tmp_path_factory.mktemp("wheel")
    run([*UV, "build", "--quiet", "--out-dir", built], ROOT)
    (wheel,) = built.glob("duplicast-*.whl")
    return wheel


def install(place: Path, *what: str | Path) -> Path:
    """The folder of commands of a new environment with what Duplicast needs and no more."""
    run([*UV, "venv", "--quiet", "--python", sys.executable, place / "venv"], place)
    pins = place / "pins.txt"
    lock: list[str | Path] = [
        "export",
        "--frozen",
        "--no-dev",
        "--no-emit-project",
        "--quiet",
        "--output-file",
        pins,
    ]
    run([*UV, *lock], ROOT)
    into: list[str | Path] = [*UV, "pip", "install", "--quiet", "--python", place / "venv"]
    run([*into, "--requirements", pins], place)
    run([*into, "--no-deps", *what], place)
    return place / "venv" / ("Scripts" if os.name == "nt" else "bin")


@pytest.fixture(scope="module")
def wheel_commands(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("from wheel ñ"), wheel)


@pytest.fixture(scope="module")
def editable_commands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("editable ñ"), "--editable", ROOT)


def test_the_wheel_has_code_data_and_licence_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0] for name in names} == {
        "overlay",
        "producer",
        f"duplicast-{version()}.dist-info",
    }
    assert f"duplicast-{version()}.dist-info/licenses/LICENSE" in names
    assert {"producer/py.typed", "overlay/py.typed"} <= set(names)
    assert "overlay/_data/graphic.mjs" in names
    rooms = ("web", "wording")
    catalogues = {f"producer/{room}/catalogues/{one}.po" for room in rooms for one in ("es", "el")}
    assert catalogues <= set(names)


def version() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def test_wheel_finds_its_own_files(wheel_commands: Path, tmp_path: Path) -> None:
    found = json.loads(run([wheel_commands / "python", "-c", FIND_RESOURCES], tmp_path))
    site = wheel_commands.parent
    for name, source in PACKAGED.items():
        assert Path(found[name]).is_relative_to(site)
        assert files(Path(found[name])) == files(source), name


def test_editable_install_finds_the_checkouts_files(
    editable_commands: Path, tmp_path: Path
) -> None:
    found = json.loads(run([editable_commands / "python", "-c", FIND_RESOURCES], tmp_path))
    assert {name: Path(folder) for name, folder in found.items()} == PACKAGED


@pytest.mark.parametrize("commands", ["wheel_commands", "editable_commands"])
def test_command_tells_its_version(
    commands: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    folder: Path = request.getfixturevalue(commands)
    assert run([folder / "duplicast", "--version"], tmp_path) == f"duplicast {version()}\n"


@dataclass(frozen=True)
class Demo:
    """The demo of the wheel: its command, where it ran, and what it said."""

    command: Path
    folder: Path
    said: subprocess.CompletedProcess[str]

    @property
    def out(self) -> Path:
        return self.folder / "out/demo"

    def ranking(self) -> list[dict[str, Any]]:
        return list(json.loads((self.out / "ranking.json").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def demo(wheel_commands: Path, tmp_path_factory: pytest.TempPathFactory) -> Demo:
    command, folder = wheel_commands / "duplicast", tmp_path_factory.mktemp("demo")
    return Demo(command, folder, ran([command, "demo", "--once", "--port", "8123"], folder))


def test_the_demo_makes_a_ranking_pictures_and_a_segment(demo: Demo) -> None:
    # 40 deals of real hands, 10 boards of the bridge match, the guide's deal, and 24 simulated.
    assert len(demo.ranking()) == 75
    with av.open(demo.out / "segments/demo.mp4") as segment:
        assert segment.streams.video[0].frames == 30 * 25
    # The three best, the best of bridge and the guide's, which may be among them, each at the fork
    # and at the end.
    pictures = sorted(demo.out.glob("*.png"))
    assert len(pictures) in (6, 8, 10)
    assert sum(picture.name.startswith("croatia-sweden-a-") for picture in pictures) == 2
    for picture in pictures:
        head = picture.read_bytes()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", head[16:24]) == (1920, 1080)


def test_the_demo_says_what_its_deals_are(demo: Demo) -> None:
    assert "deepstack-lbr: real hands\ncroatia-sweden: real bridge match\n" in demo.said.stderr
    assert "guide: example, invented play\n" in demo.said.stderr
    assert "sim-5-24x6: simulated\n" in demo.said.stderr
    listed = demo.said.stdout
    sessions = re.findall(r"(deepstack-lbr|croatia-sweden|guide|sim-5-24x6)/A/\d+", listed)
    kinds = re.findall(
        r"^ +(real hands|real bridge match|example, invented play|simulated)\b", listed, re.M
    )
    of_session = {
        "deepstack-lbr": "real hands",
        "croatia-sweden": "real bridge match",
        "guide": "example, invented play",
        "sim-5-24x6": "simulated",
    }
    assert len(sessions) == 10
    assert "croatia-sweden" in sessions, "a board of bridge stands beside the poker"
    assert kinds == [of_session[session] for session in sessions]
    best = demo.ranking()[:10]
    assert sum(row["pick"]["street"] != "preflop" for row in best) >= 5


def test_the_demo_says_how_to_open_the_desk_and_what_to_try(demo: Demo) -> None:
    command = shlex.quote(str(demo.command))
    serve = f"DUPLICAST_OUT=out/demo {command} serve --db out/demo/duplicast.db --port 8123"
    assert f"Desk: http://127.0.0.1:8123/ as soon as `{serve}` runs" in demo.said.stderr
    tried = re.findall(rf"^  {re.escape(command)} (.*)$", demo.said.stderr, re.M)
    assert [line.split()[0] for line in tried] == ["deals", "compare", "still"]
    for line in tried:
        ran([demo.command, *shlex.split(line)], demo.folder)
    assert (demo.folder / "deal.png").read_bytes().startswith(b"\x89PNG")


def test_readme_says_what_the_demos_deals_are_and_its_commands_work(demo: Demo) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| .* \| (\d+) \|$", readme, re.M)
    assert {session: int(deals) for session, deals in rows} == Counter(
        row["session"] for row in demo.ranking()
    )
    tried = re.findall(r"^\.venv/bin/duplicast (.* --db out/demo/.*)$", readme, re.M)
    assert len(tried) == 3
    for line in tried:
        ran([demo.command, *shlex.split(line)], demo.folder)
