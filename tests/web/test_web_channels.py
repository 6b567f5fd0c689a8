"""Named channels: every kind of playhead, tables' channels, moving graphics."""

import asyncio
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from ports import free_port
from service import KEYS, NEVER, SIGNED, TABLES, fill, guide, open_gate_on, serving
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from producer.release import Gate
from producer.settings import GraphicsSettings, ObsSettings, Settings
from producer.web import create_app
from producer.web.channels.banks import Banks, Showing
from producer.web.channels.live import CHANNELS, Channel, Drawing, Page, Snapshot
from producer.web.services import Services

DEAL = "guide/A/1"
STACK = 10_000


@pytest.fixture
def own(tmp_path: Path) -> Iterator[str]:
    db = tmp_path / "web.db"
    fill(db, guide(), guide("sealed", "live", TABLES[:5], names={"Brazil": NEVER}))
    with open_gate_on(db) as gate, serving(gate, tmp_path) as address:
        yield address


def show(address: str, channel: str, **body: object) -> httpx.Response:
    return httpx.post(f"{address}/api/channels/{channel}", json=body, trust_env=False, timeout=60)


def now(address: str, channel: str) -> dict[str, object]:
    at = f"{address.replace('http', 'ws')}/live/{channel}"
    with connect(at, origin=address, proxy=None) as page:
        return dict(json.loads(page.recv(60)))


def keys(result: dict[str, object]) -> list[str]:
    return [graphic["key"] for graphic in result["graphics"]]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("body", "key"), [
    ({"deal": DEAL}, "decision-left"),
    ({"kind": "two-up", "deal": DEAL, "tables": ["1", "5"], "moment": "end"}, "result-left"),
    ({"kind": "split", "deal": DEAL, "count": 3}, "bar-3"),
    ({"kind": "split", "deal": DEAL, "count": 4, "language": "el"}, "branches-1"),
    ({"kind": "upright", "deal": DEAL}, "bracket"),
    ({"kind": "field", "deal": DEAL, "moment": "end"}, "rows"),
    ({"kind": "table", "deal": DEAL, "table": "1", "moves": 3}, "plate-3"),
    ({"kind": "matrix", "deal": DEAL, "chips": "short"}, "matrix"),
    ({"kind": "speaker", "name": "Ana", "who": "Commentary"}, "lower-third"),
    ({"kind": "standings", "group": "guide/A"}, "ranking"),
    ({"kind": "standings", "group": "guide", "scoring": "hands", "language": "es"}, "ranking"),
    ({"kind": "payouts", "prizes": [50, 20, 10], "currency": "€", "names": ["", "Ana"]}, "ranking"),
    ({"kind": "season", "results": [{"name": "Ana", "best": 1, "prize": 50}]}, "ranking"),
    ({"kind": "chip-counts", "stacks": {"Ana": 900, "Bo": 300}, "big_blind": 100}, "ranking"),
    ({"kind": "chip-counts", "deal": DEAL, "table": "5"}, "ranking"),
])  # fmt: skip
def test_every_kind_of_playhead_is_shown(own: str, body: dict[str, object], key: str) -> None:
    answer = show(own, "bank-a", **body)
    assert answer.status_code == 200, answer.text
    result = now(own, "bank-a")
    assert result["seq"] == 1
    assert key in keys(result)
    air = httpx.get(f"{own}/api/air", trust_env=False, timeout=60).json()["channels"]
    assert air["bank-a"]["shown"]["kind"] == body.get("kind", "two-up")
    assert air["bank-b"]["shown"] is None
    assert show(own, "bank-a", kind="clear").json()["seq"] == 2
    assert keys(now(own, "bank-a")) == []


def test_all_named_channels_exist(own: str) -> None:
    for name in (*CHANNELS, "table-1", "table-6"):
        assert now(own, name)["seq"] == 0
        assert httpx.get(f"{own}/graphics/{name}", trust_env=False, timeout=60).status_code == 200


@pytest.mark.parametrize("name", ["table-", "table-7", "table-nobody", "bank-c"])
def test_tables_that_do_not_exist_have_no_channel(own: str, name: str) -> None:
    assert httpx.get(f"{own}/graphics/{name}", trust_env=False, timeout=60).status_code == 404
    assert show(own, name, kind="clear").status_code == 404
    with pytest.raises(ConnectionClosed):
        now(own, name)


def test_every_territory_has_its_own_sponsor_and_notice_at_an_address(tmp_path: Path) -> None:
    """They stay whatever the programme shows, and no producer can take a legal notice off."""
    text = '[territories]\nES = { age = "18+", notice = "Juega" }\nGR = { age = "21+" }'
    (tmp_path / "show.toml").write_text(f'base = "dark"\n{text}', encoding="utf-8")
    db = tmp_path / "web.db"
    fill(db, guide())
    look = GraphicsSettings(theme=str(tmp_path / "show.toml"))
    with open_gate_on(db) as gate, serving(gate, tmp_path, graphics=look) as own:
        before = {name: now(own, f"territory-{name}") for name in ("ES", "GR")}
        assert keys(before["ES"]) == keys(before["GR"]) == ["notice"]
        es, gr = (str(each["graphics"]) for each in before.values())
        assert (">18+<" in es, ">Juega<" in es, ">21+<" in es) == (True, True, False)
        assert (">18+<" in gr, ">Juega<" in gr, ">21+<" in gr) == (False, False, True)
        page = httpx.get(f"{own}/graphics/territory-ES", trust_env=False, timeout=60)
        assert page.status_code == 200
        assert show(own, "program", deal=DEAL).status_code == 200
        for body in ({"kind": "clear"}, {"deal": DEAL}):
            refused = show(own, "territory-ES", **body)
            assert refused.status_code == 409
            assert "always shows its sponsor and notice" in refused.text
        assert show(own, "program", kind="clear").status_code == 200
        assert now(own, "territory-ES") == before["ES"]
        unknown = httpx.get(f"{own}/graphics/territory-UK", trust_env=False, timeout=60)
        assert unknown.status_code == 404


def test_nothing_is_put_on_the_clean_channel(own: str) -> None:
    assert show(own, "clean", deal=DEAL).status_code == 409
    assert keys(now(own, "clean")) == []


@pytest.mark.parametrize("body", [
    {"deal": "sealed/A/1"},
    {"kind": "split", "deal": "sealed/A/1"},
    {"kind": "upright", "deal": "sealed/A/1"},
    {"kind": "field", "deal": "sealed/A/1"},
    {"kind": "table", "deal": "sealed/A/1", "table": "1", "moves": 0},
    {"kind": "matrix", "deal": "sealed/A/1"},
    {"kind": "seat-ranking", "deal": "sealed/A/1"},
    {"kind": "seat-ranking", "deal": "sealed/A/1", "seat": 5, "tables": ["1"]},
    {"kind": "chip-counts", "deal": "sealed/A/1", "table": "1"},
])  # fmt: skip
def test_sealed_and_unknown_deals_answer_alike(own: str, body: dict[str, object]) -> None:
    sealed = show(own, "bank-a", **body)
    unknown = show(own, "bank-a", **{**body, "deal": "nowhere/A/1"})
    assert sealed.status_code == unknown.status_code == 404
    assert sealed.content == unknown.content
    assert now(own, "bank-a")["seq"] == 0


@pytest.mark.parametrize("body", [
    {"kind": "wipe"},
    {"kind": "split", "deal": DEAL, "count": 5},
    {"kind": "speaker", "name": ""},
    {"kind": "clock", "level": 1},
    {"kind": "table", "deal": DEAL, "table": "1", "moves": -1},
    {"kind": "two-up", "deal": DEAL, "language": "fr"},
    {"kind": ["two-up"], "deal": DEAL},
    {"kind": "two-up", "moment": "end"},
    {"kind": "payouts", "prizes": []},
    {"kind": "season", "results": []},
    {"kind": "season", "results": [{"name": "Ana", "best": 0, "prize": 50}]},
    {"kind": "chip-counts"},
    {"kind": "chip-counts", "deal": DEAL},
    {"kind": "chip-counts", "stacks": {"Ana": 1}, "deal": DEAL, "table": "1"},
    {"kind": "standings", "scoring": "luck"},
])  # fmt: skip
def test_an_impossible_request_is_refused_in_words(own: str, body: dict[str, object]) -> None:
    answer = show(own, "bank-a", **body)
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_a_pick_that_is_gone_is_refused_with_what_to_do(own: str) -> None:
    answer = show(own, "bank-a", deal=DEAL, pick="aaaaaa")
    assert answer.status_code == 404
    said = answer.json()["error"]
    assert said.startswith(f"This pick is gone: deal {DEAL} has no pick aaaaaa")
    assert "Choose one of those it has: " in said


def test_a_moment_that_the_table_never_reached_is_refused(own: str) -> None:
    answer = show(own, "bank-a", kind="table", deal=DEAL, table="1", moves=99)
    assert answer.status_code == 409
    assert "moves, not 99" in answer.text


def test_a_page_opened_late_shows_the_current_clock(own: str) -> None:
    ends = datetime.now(UTC) + timedelta(hours=1)
    blinds = {"small_blind": 50, "big_blind": 100}
    body = {"kind": "clock", "level": 3, "blinds": blinds, "left": 9, "players": 18}
    show(own, "lower-third", **body, ends=ends.isoformat()).raise_for_status()
    (graphic,) = now(own, "lower-third")["graphics"]  # type: ignore[misc]
    assert ">59:" in graphic["svg"] or ">1:00:00<" in graphic["svg"]
    past = datetime.now(UTC) - timedelta(minutes=1)
    show(own, "lower-third", **body, ends=past.isoformat()).raise_for_status()
    (graphic,) = now(own, "lower-third")["graphics"]  # type: ignore[misc]
    assert ">0:00<" in graphic["svg"]


def counting(seconds: float) -> Drawing:
    svg = f"<svg>{int(seconds)}</svg>"
    return {"width": 1, "height": 1, "graphics": [{"key": "n", "box": {}, "svg": svg}]}


def test_a_moving_graphic_is_drawn_for_the_current_time() -> None:
    """Without a page connected for ten seconds there is one change."""

    async def seen() -> list[tuple[int, str]]:
        time = [100.0]
        channel = Channel(clock=lambda: time[0])
        channel.run(None, counting)
        one, other = Page(), Page()
        early = channel.snapshots(one)
        one.sent = await anext(early)
        time[0] = 110.0
        late = channel.snapshots(other)
        other.sent = await anext(late)
        result = [one.sent, other.sent, await anext(early)]
        channel.show(None, counting(7))
        time[0] = 200.0
        result.append(await anext(late))
        channel.close()
        return [(each.seq, each.drawing["graphics"][0]["svg"]) for each in result]

    assert asyncio.run(seen()) == [
        (1, "<svg>100</svg>"), (2, "<svg>110</svg>"), (2, "<svg>110</svg>"), (3, "<svg>7</svg>"),
    ]  # fmt: skip


def test_a_clock_runs_on_after_a_failed_take_is_undone() -> None:
    time = [100.0]
    channels = {name: Channel(clock=lambda: time[0]) for name in CHANNELS}
    banks = Banks(channels)
    channels["bank-a"].run(None, counting)

    async def seen() -> tuple[Drawing, Drawing]:
        showing = Showing(asyncio.get_running_loop(), banks.channel, None, counting(7))
        await asyncio.to_thread(showing, "A")
        assert channels["preview"].now.drawing == counting(7)
        time[0] = 110.0
        showing.undo()
        at_once = channels["preview"].now.drawing
        time[0] = 120.0
        return at_once, (await anext(channels["preview"].snapshots(Page()))).drawing

    assert asyncio.run(seen()) == (counting(110), counting(120))


def test_preview_waits_for_a_running_take_and_uses_the_bank_then_off_air(
    tmp_path: Path,
) -> None:
    """A preview requested during a take must not load the bank on air."""

    async def asked(gate: Gate) -> tuple[int, list[str]]:
        app = create_app(gate, Settings(out=tmp_path, obs=ObsSettings(port=free_port())), KEYS)
        services: Services = app.state.services
        client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://127.0.0.1", headers=SIGNED
        )
        async with client:
            async with services.takes.one_at_a_time:
                body = {"kind": "speaker", "name": "Ana"}
                asking = asyncio.create_task(client.post("/api/channels/preview", json=body))
                await asyncio.sleep(0.5)
                services.banks.switch("A")
            status = (await asking).status_code
        services.outputs.stop()
        channels = services.channels
        return status, [name for name, each in channels.items() if each.now.shown is not None]

    db = tmp_path / "web.db"
    fill(db, guide())
    with open_gate_on(db) as gate:
        assert asyncio.run(asked(gate)) == (200, ["preview", "bank-b"])


def test_a_change_lists_all_keys_and_sends_only_changed_graphics() -> None:
    def drawing(**svgs: str) -> Drawing:
        graphics = [{"key": key, "box": {}, "svg": svg} for key, svg in svgs.items()]
        return {"width": 2, "height": 1, "graphics": graphics}

    before = Snapshot(4, None, drawing(a="1", b="1", c="1"))
    after = Snapshot(9, None, drawing(c="1", a="2", d="1"))
    result = after.message(before)
    assert (result["seq"], result["keys"]) == (9, ["c", "a", "d"])
    assert [each["key"] for each in result["changed"]] == ["a", "d"]
    assert "graphics" not in result
    assert [each["key"] for each in after.message()["graphics"]] == ["c", "a", "d"]


def said(address: str, channel: str) -> list[str]:
    """The texts on a channel, in the order they are set."""
    return re.findall(r">([^<>]+)</text>", "".join(
        graphic["svg"] for graphic in now(address, channel)["graphics"]  # type: ignore[attr-defined]
    ))  # fmt: skip


def test_standings_count_released_deals_only(own: str) -> None:
    """RULES P5, P11: of the sealed session nothing is out, so it has no standings yet."""
    show(own, "bank-a", kind="standings", group="guide/A").raise_for_status()
    result = said(own, "bank-a")
    assert result[:2] == ["STANDINGS", "after 1 of 1 deals"]
    assert {"ARGENTINA", "BRAZIL", "CHINA", "DENMARK", "ECUADOR", "FINLAND"} <= set(result)
    refused = show(own, "bank-a", kind="standings", group="sealed/A")
    assert refused.status_code == 409
    assert "no deal counts yet" in refused.text


def test_standings_of_several_groups_list_the_groups(own: str) -> None:
    refused = show(own, "bank-a", kind="standings")
    assert refused.status_code == 409
    assert refused.json()["hint"] == "Set group to one of: guide/A, sealed/A."
    assert show(own, "bank-a", kind="standings", group="none").status_code == 404


def test_the_chips_of_a_table_after_a_deal_are_its_stacks_and_results(own: str) -> None:
    """The guide's deal at table 5 as the log tells it: 50 blinds each before it, P2."""
    results = httpx.get(f"{own}/api/deals/{DEAL}", trust_env=False, timeout=60).json()["plays"]["5"]
    show(own, "bank-a", kind="chip-counts", deal=DEAL, table="5").raise_for_status()
    result = said(own, "bank-a")
    for seat, player in results["players"].items():
        chips = STACK + results["result"][seat]
        assert result[result.index(player["name"]) - 2 : result.index(player["name"])] == [
            f"{chips:,}", f"{chips / 100:g} BB",
        ]  # fmt: skip


def test_before_the_first_deal_a_seat_has_no_ranking(own: str) -> None:
    refused = show(own, "bank-a", kind="seat-ranking", deal=DEAL)
    assert refused.status_code == 409
    assert "has no ranking before and after deal 1" in refused.text


def test_the_settings_give_the_default_style(tmp_path: Path) -> None:
    db = tmp_path / "web.db"
    fill(db, guide())
    spoken = GraphicsSettings(language="es", chips="number")
    with open_gate_on(db) as gate, serving(gate, tmp_path, graphics=spoken) as address:
        show(address, "bank-a", deal=DEAL).raise_for_status()
        assert {"MISMAS", "CARTAS"} <= set(said(address, "bank-a"))
        assert {"BB", "CIEGAS GRANDES"}.isdisjoint(said(address, "bank-a"))
        show(address, "bank-a", deal=DEAL, language="en", chips="bb").raise_for_status()
        assert {"SAME", "CARDS", "BIG BLINDS"} <= set(said(address, "bank-a"))
        stills = [
            httpx.get(f"{address}/stills/{DEAL}.png?{asked}", trust_env=False, timeout=60).content
            for asked in ("", "language=es&chips=number", "language=en&chips=bb")
        ]
        assert stills[0] == stills[1] != stills[2]
