"""A real OBS with its own virtual screen and home folder. Linux only."""

import contextlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from effort import counts
from patience import PATIENCE
from ports import free_port
from programs import require_program

PASSWORD = "a password made by the test"
WIDTH, HEIGHT = 1280, 720
FPS = counts(15, 30)
"""Without a graphics card OBS takes most of a core to draw 30."""

GLOBAL_INI = """[General]
FirstRun=true
[BasicWindow]
PreviewEnabled=false
[OBSWebSocket]
FirstLoad=false
ServerEnabled=true
ServerPort={port}
AuthRequired=true
ServerPassword={password}
"""

BASIC_INI = f"""[General]
Name=Test
[Video]
BaseCX={WIDTH}
BaseCY={HEIGHT}
OutputCX={WIDTH}
OutputCY={HEIGHT}
FPSType=1
FPSInt={FPS}
[Output]
Mode=Simple
[SimpleOutput]
FilePath={{records}}
RecFormat=mkv
RecQuality=Stream
StreamEncoder=x264
Preset=ultrafast
"""

ARGUMENTS = (
    "--multi",
    "--minimize-to-tray",
    "--profile",
    "Test",
    "--collection",
    "Test",
    "--disable-missing-files-check",
    "--disable-shutdown-check",  # newer OBS asks questions after a crash
)

SCREEN = ("-screen", "0", f"{WIDTH}x{HEIGHT}x24")


def answers(port: int) -> bool:
    with socket.socket() as client:
        client.settimeout(1)
        return client.connect_ex(("127.0.0.1", port)) == 0


def end(process: subprocess.Popen[bytes], first: signal.Signals, patience: float) -> None:
    """Ends one of our processes with the signal `first`, or kills it after `patience` seconds."""
    if process.poll() is None:
        process.send_signal(first)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
    process.wait()


@contextlib.contextmanager
def screen() -> Iterator[str]:
    """A virtual screen; the X server chooses a free display number."""
    ours, theirs = os.pipe()
    process = subprocess.Popen(
        [require_program("xvfb"), "-displayfd", str(theirs), "-nolisten", "tcp", *SCREEN],
        pass_fds=[theirs],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    try:
        ready, _, _ = select.select([ours], [], [], PATIENCE)
        number = os.read(ours, 16).decode().strip() if ready else ""
        assert number, "Xvfb found no screen number"
        yield f":{number}"
    finally:
        os.close(ours)
        end(process, signal.SIGTERM, 10)


@dataclass
class ObsProcess:
    """OBS with the settings under `home`; start, kill and start again as a producer would."""

    home: Path
    display: str
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def __post_init__(self) -> None:
        config = self.home / ".config" / "obs-studio"
        profile = config / "basic" / "profiles" / "Test"
        profile.mkdir(parents=True)
        self.records.mkdir()
        (self.home / "run").mkdir(mode=0o700)
        (config / "global.ini").write_text(GLOBAL_INI.format(port=self.port, password=PASSWORD))
        (profile / "basic.ini").write_text(BASIC_INI.format(records=self.records))

    @property
    def records(self) -> Path:
        return self.home / "records"

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Starts OBS and waits until its WebSocket server accepts connections."""
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_RUNTIME_DIR": str(self.home / "run"),
            "DISPLAY": self.display,
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        with (self.home / "obs.log").open("ab") as log:
            self.process = subprocess.Popen(
                [require_program("obs"), *ARGUMENTS], env=environment, stdout=log, stderr=log
            )
        until = time.monotonic() + PATIENCE
        while not answers(self.port):
            assert self.process.poll() is None, f"OBS ended: {self.log()}"
            assert time.monotonic() < until, f"OBS does not answer: {self.log()}"
            time.sleep(0.05)

    def stop(self) -> None:
        """Closes OBS as by its window, so that it saves its scenes."""
        if self.process is not None:
            end(self.process, signal.SIGINT, PATIENCE)

    def kill(self) -> None:
        """Ends OBS as a crash would."""
        if self.process is not None:
            end(self.process, signal.SIGKILL, PATIENCE)

    def freeze(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        # A busy machine may let OBS answer again before it stops.
        os.waitpid(self.process.pid, os.WUNTRACED)

    def thaw(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def log(self) -> str:
        return (self.home / "obs.log").read_text(errors="replace")[-2000:]


@contextlib.contextmanager
def running_obs(home: Path, collection: Mapping[str, object] | None = None) -> Iterator[ObsProcess]:
    """OBS on a virtual screen, optionally with a scene collection as OBS saves one."""
    require_program("obs")
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    with screen() as display:
        obs = ObsProcess(home, display)
        if collection is not None:
            scenes = home / ".config" / "obs-studio" / "basic" / "scenes"
            scenes.mkdir(parents=True)
            (scenes / "Test.json").write_text(json.dumps(collection))
        try:
            obs.start()
            yield obs
        finally:
            obs.stop()
