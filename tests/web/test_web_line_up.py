"""The line-up: each point is green or says its fix; Start show keeps simulated hands off air."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import forked
import httpx
import pytest
from patience import eventually
from ports import free_port
from service import SIGNED, TABLES, fill, guide, open_gate_on, serving

from producer.events import parse_event
from producer.feeds import Received
from producer.obs import ObsRefusal
from producer.obs.monitor.check import ObsChecked
from producer.release import Device, Gate, TableState, open_gate
from producer.release.by_hand import add_token, revoke_token
from producer.release.programme.show import show_state
from producer.settings import ObsSettings, PictureSource
from producer.simulate import session_events
from producer.web.access.key_file import keys_beside
from producer.web.before_show import checks
from producer.web.before_show.checks import LineUpPart, LookedAtObs, LookedAtRecording
from producer.web.onair.safe_seen import SafeSeen

NOW = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)
GONE = ObsRefusal("nothing answers at 127.0.0.1:4455", "Start OBS")


def marks(part: LineUpPart) -> dict[str, str]:
    return {point.what: point.mark for point in part.points}


def table(name: str, seconds: int, behind: float = 1, phase: str = "finished") -> TableState:
    """Its last event came ``seconds`` ago, ``behind`` seconds after its device's own time of it."""
    received = NOW - timedelta(seconds=seconds)
    return TableState(
        "final",
        "A",
        name,
        phase=phase,  # type: ignore[arg-type]
        received_at=received.isoformat(),
        device_time=(received - timedelta(seconds=behind)).isoformat(),
        devices=(Device(f"tablet {name}", received.isoformat(), 7),),
        why="the start of hand 3 is missing",
    )


def obs(found: ObsChecked | ObsRefusal, **settings: object) -> LookedAtObs:
    pages = {"bank A": 1, "bank B": 1, "the lower third": 1}
    return LookedAtObs("main", ObsSettings.model_validate(settings), found, pages)


def has(*sources: str, missing: tuple[str, ...] = ()) -> ObsChecked:
    return ObsChecked((), frozenset(sources), missing)


def test_feeds_name_the_table_that_sends_nothing_and_the_one_that_waits() -> None:
    every = [table("1", 3), TableState("final", "A", "2"), table("3", 5), table("4", 9)]
    part = checks.feeds(every, {"final/A/3": ["tablet 3: 4 is missing"]}, {"final/A/4": 2}, NOW)
    assert marks(part) == {"Table 1": "good", "Table 2": "bad", "Table 3": "bad", "Table 4": "note"}
    assert part.mark == "bad"
    assert [point.what for point in part.points][-1] == "Table 1"
    assert checks.feeds([], {}, {}, NOW).points[0].words == "No live session is open"


def test_a_clock_may_be_late_as_fingers_are_but_not_by_minutes() -> None:
    """Times of devices are fingers, one to five seconds late (DESIGN)."""
    part = checks.clocks([table("1", 3, behind=5), table("2", 3, 75), table("3", 3, -7200)])
    words = {point.what: point.words for point in part.points if point.mark == "bad"}
    assert words == {
        "Table 2": "last event 75 s behind the house's clock",
        "Table 3": "last event 2 h ahead of the house's clock",
    }


def test_pictures_are_looked_for_in_obs() -> None:
    pictures = {
        "1": PictureSource(source="Camera 1", card_safe=True),
        "2": PictureSource(source="Camera 2"),
        "3": PictureSource(source="Camera 3"),
    }
    part = checks.pictures(
        ("1", "2", "3", "4"), [obs(has("Camera 1", "Camera 2"), pictures=pictures)]
    )
    assert marks(part) == {
        "Table 1": "good",
        "Table 2": "note",
        "Table 3": "bad",
        "Table 4": "note",
    }
    offline = checks.pictures(("1",), [obs(GONE, pictures=pictures)])
    assert (offline.mark, offline.points[0].hint) == ("bad", "Start OBS")


def test_sound_follows_the_focus_only_where_its_source_is_there() -> None:
    pictures = {"1": PictureSource(source="Camera 1", sound="Microphone 1")}
    focus = {"pictures": pictures, "sound": "focus"}
    assert checks.sound(("1",), [obs(has("Camera 1"), **focus)], []).mark == "bad"
    assert checks.sound(("1",), [obs(has("Camera 1", "Microphone 1"), **focus)], []).mark == "good"
    deaf = LookedAtRecording("1", ("points",), ("t1.mp4",))
    assert checks.sound(("1",), [obs(has())], [deaf]).mark == "bad"


def test_a_recording_that_only_reports_its_time_wants_a_clap() -> None:
    part = checks.clap(
        [LookedAtRecording("1", ("points",), ()), LookedAtRecording("2", ("reported",), ())]
    )
    assert marks(part) == {"Table 1": "good", "Table 2": "bad"}


def test_obs_graphics_and_safe_say_what_is_missing() -> None:
    whole, part_of = obs(has()), obs(has(missing=("create the scene", "add the safe picture")))
    assert (checks.obs([whole]).mark, checks.obs([part_of]).mark) == ("good", "bad")
    assert checks.obs([part_of]).points[0].words == "2 things are missing or changed"
    closed = LookedAtObs("main", ObsSettings(), has(), {"bank A": 1, "bank B": 0})
    assert checks.graphics([closed]).points[0].words == "no page is open for bank B"
    assert checks.safe_picture([whole], None).points[0].what == "Hotkey F12"
    assert checks.safe_picture([whole], NOW).mark == "good"


def test_recorders_and_disks() -> None:
    part = checks.recordings(("1", "2"), ("1",), {"1": "t1.mp4 has stopped growing. Check it"})
    worst = part.points[0]
    assert (worst.mark, worst.words, worst.hint) == (
        "bad",
        "t1.mp4 has stopped growing",
        "Check it",
    )
    assert part.points[1].words == "that of table 2 is not watched"
    disks = [
        checks.LookedAtDisk("Record", Path("/a"), 2 * 10**9, 1),
        checks.LookedAtDisk("Recorder of table 1", Path("/b"), 2 * 10**9, 20),
        checks.LookedAtDisk("Recorder of table 2", Path("/c"), None, 20),
    ]
    assert [point.mark for point in checks.disk(disks).points] == ["bad", "bad", "good"]


def test_the_hotkey_counts_only_where_obs_cut_to_safe_by_itself() -> None:
    seconds = [100.0]
    seen = SafeSeen(now=lambda: seconds[0])
    assert not seen.saw("Duplicast safe", "Duplicast safe")  # it was there on connecting
    seen.saw("Duplicast A", "Duplicast safe")
    seen.asked()
    assert not seen.saw("Duplicast safe", "Duplicast safe")  # ours
    seen.saw("Duplicast A", "Duplicast safe")
    seconds[0] += 60
    assert seen.saw("Duplicast safe", "Duplicast safe")
    assert seen.at is not None


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gate]:
    """The guide's deal, live; and the same in other suits, said to be simulated."""
    db = tmp_path_factory.mktemp("line-up") / "line-up.db"
    simulated = []
    for item in guide("sim", "live", TABLES):
        event = json.loads(item.raw)
        if event["type"] == "session.opened":
            event["data"]["simulated"] = True
        text = json.dumps(event)
        simulated.append(Received(text.encode(), parse_event(text), item.place))
    fill(db, guide(), simulated)
    with open_gate_on(db) as opened:
        yield opened


@pytest.fixture(scope="module")
def ask(gate: Gate, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        serving(gate, tmp_path_factory.mktemp("service")) as at,
        httpx.Client(base_url=at, headers=SIGNED, trust_env=False, timeout=60) as client,
    ):
        yield client


def test_start_show_asks_twice_while_points_are_open_and_is_in_the_audit(
    ask: httpx.Client, gate: Gate
) -> None:
    shown = ask.get("/line-up").text
    assert "Switch the device on" not in shown  # all have sent
    assert "Start OBS" in shown
    show = {"deal": "sim/A/1"}
    assert ask.post("/api/channels/program", json=show).status_code == 200
    refused = ask.post("/api/show/start", json={})
    assert refused.status_code == 409
    assert "not green" in refused.json()["error"]
    assert not show_state(gate).is_on
    started = ask.post("/api/show/start", json={"confirm": True})
    assert started.status_code == 200, started.text
    assert "On since" in ask.get("/line-up").text
    entry = ask.get("/api/audit").json()[-1]
    assert (entry["what"], entry["by"]) == ("started or ended the show", "desk at this machine")
    assert "Hotkey F12" in entry["more"]
    for address in ("/api/channels/program", "/api/take", "/api/preview"):
        answer = ask.post(address, json=show)
        assert answer.status_code == 409, address
        assert "simulated" in answer.json()["error"]
    assert ask.post("/api/channels/program", json={"deal": "guide/A/1"}).status_code == 200
    again = ask.post("/api/show/start", json={"confirm": True})
    assert (again.status_code, again.json()["error"][:15]) == (409, "The show is on ")
    assert ask.post("/api/show/end", json={}).status_code == 200
    assert ask.post("/api/channels/program", json=show).status_code == 200
    assert ask.post("/api/show/end", json={}).json()["error"] == "The show is not on."


@pytest.mark.xdist_group("command")
def test_start_show_ends_a_rehearsal_and_opens_the_shows_record(tmp_path: Path) -> None:
    port = free_port()
    own = {"DUPLICAST_OBS__PORT": str(free_port())}
    words = ("serve", "--port", str(port), "--rehearsal")
    with forked.started(*words, folder=tmp_path, settings=own) as process:
        home = f"http://127.0.0.1:{port}"

        def style() -> str:
            try:
                return httpx.get(f"{home}/assets/run.css", trust_env=False, timeout=60).text
            except httpx.TransportError:
                return "no service"

        eventually(lambda: "REHEARSAL" in style(), "the rehearsal serves")
        keys = keys_beside(tmp_path / "duplicast.db")
        signed = {"Authorization": f"Bearer {keys.producer}"}
        with httpx.Client(base_url=home, headers=signed, trust_env=False, timeout=60) as desk:
            events = b"\n".join(
                parsed.model_dump_json(exclude_none=True).encode()
                for parsed in session_events(1, 1, tables=2)
            )
            desk.post("/feed/events", content=events)
            rehearsal = open_gate(tmp_path / "duplicast-rehearsal.db")
            booth, gone = (add_token(rehearsal, "commentator", (), "", "Ana") for _ in range(2))
            revoke_token(rehearsal, gone.partition(".")[0], "Ana")
            rehearsal.close()
            assert "data-fault" in desk.get("/line-up").text
            answer = desk.post("/api/show/start", json={"confirm": True})
            assert answer.status_code == 200, answer.text
        eventually(lambda: style() == "", "the show serves, without the mark")
        with httpx.Client(base_url=home, headers=signed, trust_env=False, timeout=60) as desk:
            assert "data-fault" not in desk.get("/line-up").text
            fault = {"fault": "OBS lost", "of": "main"}
            assert desk.post("/api/rehearsal/fault", json=fault).status_code == 409
            for token, status in ((booth, 200), (gone, 401)):
                bearer = {"Authorization": f"Bearer {token}"}
                assert desk.get("/panel", headers=bearer).status_code == status
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
    show = open_gate(tmp_path / "duplicast.db")
    assert show_state(show).by == "desk at this machine"
    assert show.sessions() == []
    show.close()
