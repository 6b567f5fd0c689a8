"""The settings of merit: weights, minimum, and ``nearly``."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from producer.cli import command_line
from producer.compare import THRESHOLD, WEIGHTS
from producer.events import event_json
from producer.feeds import Received
from producer.record import open_store
from producer.release import open_gate
from producer.settings import MeritSettings, SettingsError, load_settings
from producer.simulate import session_events

EXIT = "command:deals"
DEALS = 40


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("merit") / "record.db"
    with open_store(path) as store:
        events = session_events(DEALS, 5, archive=True)
        store.append(Received(event_json(event).encode(), event, "") for event in events)
    return path


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: object) -> tuple[str, str]:
    done = CliRunner(env={"COLUMNS": "200"}).invoke(command_line(), [str(one) for one in arguments])
    assert done.exit_code == 0, done.output
    return done.stdout, done.stderr


def listed(db: Path, *options: str) -> tuple[dict[int, float], str]:
    """By deal number its merit, in the order listed; and what was said beside it."""
    told, said = run("deals", "--json", "--db", db, *options)
    return {row["deal"]: row["merit"] for row in json.loads(told)}, said


def test_defaults_are_those_of_the_comparison() -> None:
    own = MeritSettings()
    assert own.weights.by_name() == WEIGHTS
    assert own.nearly == THRESHOLD
    assert own.minimum == 0


def test_deals_under_the_minimum_are_hidden_unless_all_are_asked_for(db: Path) -> None:
    everything, said = listed(db)
    assert said == ""
    assert len(everything) == DEALS
    Path("duplicast.toml").write_text("[merit]\nminimum = 0.5\n", encoding="utf-8")
    worth, said = listed(db)
    assert worth == {deal: merit for deal, merit in everything.items() if merit >= 0.5}
    assert 0 < len(worth) < DEALS
    assert said == (
        f"{DEALS - len(worth)} deals under the minimum merit of 0.5 not listed; --all lists them\n"
    )
    assert listed(db, "--all") == (everything, "")


def test_a_hidden_deal_can_be_explained(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUPLICAST_MERIT__MINIMUM", "1")
    assert listed(db)[0] == {}
    assert "weighted mean" in run("deals", "--explain", "1", "--db", db)[0]


def test_weights_in_the_settings_decide_the_merit(db: Path) -> None:
    """Swing alone counts: the merit is the swing component."""
    others = "".join(f"{name} = 0\n" for name in WEIGHTS if name != "swing")
    Path("duplicast.toml").write_text(f"[merit.weights]\n{others}swing = 3\n", encoding="utf-8")
    rows = json.loads(run("deals", "--json", "--db", db)[0])
    assert len(rows) == DEALS
    for row in rows:
        swing = row["pick"]["components"]["swing"]["value"] if row["pick"] else 0
        assert row["merit"] == pytest.approx(swing, abs=2e-6)
    explained, _ = run("deals", "--explain", str(rows[0]["deal"]), "--db", db)
    line = next(line for line in explained.splitlines() if line.strip().startswith("swing"))
    assert "3.00" in line


def test_weights_can_be_set_one_by_one() -> None:
    Path("duplicast.toml").write_text("[merit.weights]\nswing = 0.5\n", encoding="utf-8")
    assert load_settings().merit.weights.by_name() == {**WEIGHTS, "swing": 0.5}


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("[merit]\nminimum = 1.5\n", "merit.minimum"),
        ("[merit.weights]\nswing = -1\n", "merit.weights.swing"),
        ("[merit.weights]\nluck = 1\n", "merit.weights.luck"),
        ("[merit]\nnearly = -0.1\n", "merit.nearly"),
        (
            "[merit.weights]\n" + "".join(f"{name} = 0\n" for name in WEIGHTS),
            "merit.weights",
        ),
    ],
)
def test_an_invalid_setting_is_named(written: str, place: str) -> None:
    Path("duplicast.toml").write_text(written, encoding="utf-8")
    with pytest.raises(SettingsError, match=f"setting {place}: "):
        load_settings()


def test_nearly_widens_the_parallel_spots(db: Path) -> None:
    def spots(nearly: float) -> int:
        gate = open_gate(db, nearly=nearly)
        try:
            return sum(len(found.parallel) for found in gate.comparisons(EXIT))
        finally:
            gate.close()

    assert spots(0) < spots(THRESHOLD) < spots(5)


def test_a_deal_lists_its_parallel_spots_in_words(db: Path) -> None:
    gate = open_gate(db)
    found = next(one for one in gate.comparisons(EXIT) if one.parallel)
    gate.close()
    apart = found.parallel[0].apart
    assert apart is not None
    told, _ = run("compare", found.deal.key, "--db", db)
    place, least, most = apart
    assert (
        f"nearly the same: {found.parallel[0].street}, seat {found.parallel[0].seat}, "
        f"action {place + 1} was {least:.0%} to {most:.0%} of the pot: "
    ) in told
