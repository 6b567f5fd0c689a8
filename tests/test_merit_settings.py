"""The settings of merit: weights, minimum, and ``nearly``."""

import json
from pathlib import Path

import pytest
from record_events import TO_THE_FLOP, TO_THE_FLOP_RESULT, opened, received, recorded
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
    answer, said = run("deals", "--json", "--db", db, *options)
    return {row["deal"]: row["merit"] for row in json.loads(answer)}, said


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


def _bet(to: int) -> list[tuple[str, int, str, int | None]]:
    """To the flop, where the pot is 65 chips; there seat 3 bets and seat 2 is to act."""
    return [*TO_THE_FLOP[:4], ("flop", 3, "bet", to)]


def _called(to: int) -> list[tuple[str, int, str, int | None]]:
    """The bet is called, then checked down: seat 2's kings win."""
    checks: list[tuple[str, int, str, int | None]] = [
        (street, seat, "check", None) for street in ("turn", "river") for seat in (2, 3)
    ]
    return [*_bet(to), ("flop", 2, "call", to), *checks]


@pytest.fixture(scope="module")
def parallel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Deal 1: a bet of 40, or 62 % of the pot, is folded to, one of 50, or 77 %, called. Deal 2:
    one of 40 is folded to, one of twice the pot called."""
    path = tmp_path_factory.mktemp("parallel") / "record.db"
    won = {50: {"1": -5, "2": 85, "3": -80}, 130: {"1": -5, "2": 165, "3": -160}}
    with open_store(path) as store:
        store.append(received(opened()))
        for deal, bet in enumerate(won, 1):
            store.append(received(
                recorded("1", deal, line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT),
                recorded("2", deal, line=_called(bet), result=won[bet]),
            ))  # fmt: skip
    return path


def test_nearly_widens_the_parallel_spots(parallel: Path) -> None:
    def spots(nearly: float) -> list[int]:
        gate = open_gate(parallel, nearly=nearly)
        try:
            found = gate.comparisons(EXIT)
        finally:
            gate.close()
        return sorted(one.deal.key.number for one in found for _ in one.parallel)

    assert (spots(0), spots(THRESHOLD), spots(5)) == ([], [1], [1, 2])


def test_a_deal_lists_its_parallel_spots_in_words(parallel: Path) -> None:
    said, _ = run("compare", 1, "--db", parallel)
    assert (
        "nearly the same: flop, seat 2, action 5 was 62% to 77% of the pot: fold at 1; call at 2"
    ) in said
