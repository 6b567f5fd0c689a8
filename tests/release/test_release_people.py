"""Everybody on the rosters, what the house says of them, and their photos."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from record_events import PLAYERS, event, opened, received

from overlay.themes.pictures import BadPicture
from producer.acts import TableFramed
from producer.record import open_store
from producer.release import Gate, open_gate
from producer.release.recordings.framings import frame_table, framings
from producer.release.roster.photos import photo, save_photo
from producer.release.roster.roster_people import change_person, pronunciations, roster_people

ME = "Eve"
GROUND = "#123456"


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    """Ada, Bo and Cy at table 1 of session S; later Bo, for Brazil, and Di in session T."""
    path = tmp_path / "record.db"
    teams = {"BRA": {"name": "Brazil"}, "PER": {"name": "Peru"}}
    later = {"1": {"name": "Bo", "team": "BRA"}, "2": {"name": "Di", "team": "PER"}}
    with open_store(path) as store:
        store.append(received(opened("1", pronunciations={"Bo": "boh", "Cy": "sigh"})))
        data = opened("1").data.model_dump(mode="json", exclude_defaults=True)
        data["tables"]["1"]["players"] = later
        data |= {"teams": teams, "pronunciations": {"Di": "dee"}}
        store.append(received(event("session.opened", data, id="t", table=None, session="T")))
    with closing(open_gate(path)) as found:
        yield found


def test_everybody_is_listed_once_with_the_last_session_first(gate: Gate) -> None:
    change_person(gate, "Zoe", {"featured": True}, ME)
    found = roster_people(gate)
    assert [(each.name, each.team, each.sessions, each.said) for each in found] == [
        ("Bo", "Brazil", ("T", "S"), "boh"),
        ("Di", "Peru", ("T",), "dee"),
        ("Ada", "", ("S",), ""),
        ("Cy", "", ("S",), "sigh"),
        ("Zoe", "", (), ""),
    ]
    assert [each.own.featured for each in found] == [False] * 4 + [True]
    assert {each["name"] for each in PLAYERS.values()} <= {each.name for each in found}


def test_who_only_the_house_names_come_last_by_name(gate: Gate) -> None:
    for name in ("Zoe", "Abe"):
        change_person(gate, name, {"featured": True}, ME)
    assert [each.name for each in roster_people(gate)][-2:] == ["Abe", "Zoe"]


def test_what_the_house_says_goes_before_the_feed(gate: Gate) -> None:
    change_person(gate, "Bo", {"pronunciation": "bow"}, ME)
    change_person(gate, "Ada", {"featured": True}, ME)
    assert pronunciations(gate, {"Bo": "boh", "Cy": "sigh"}) == {"Bo": "bow", "Cy": "sigh"}


def test_a_change_leaves_the_other_fields_and_says_who_made_it(gate: Gate) -> None:
    change_person(gate, "Bo", {"pronunciation": "bow", "flag": "BRA"}, ME)
    now = change_person(gate, "Bo", {"opted_out": True}, ME)
    assert (now.pronunciation, now.flag, now.opted_out, now.featured) == ("bow", "BRA", True, False)
    assert gate.people()["Bo"] == now
    acts = gate.acts()
    assert acts[-1][1].by == ME
    assert change_person(gate, "Bo", {"opted_out": True}, ME) == now
    assert gate.acts() == acts, "what changes nothing is not logged"


def picture(kind: str, size: tuple[int, int] = (400, 500)) -> bytes:
    """Two colours, so that it can be seen on any ground."""
    image = Image.new("RGB", size, "#c02030")
    image.paste("#f0f0f0", (0, 0, size[0] // 2, size[1] // 2))
    out = BytesIO()
    image.save(out, kind)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_photo_is_a_jpeg_named_by_what_it_shows(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "new" / "photos"
    name = save_photo(folder, picture(kind), GROUND)
    assert len(name.removesuffix(".jpg")) == 32
    assert save_photo(folder, picture(kind), GROUND) == name
    assert [each.name for each in folder.iterdir()] == [name]
    with Image.open(folder / name) as saved:
        assert saved.format == "JPEG"
    other = save_photo(folder, picture(kind, (500, 400)), GROUND)
    assert other != name
    shown = photo(folder, name)
    assert shown is not None
    assert shown.href.startswith("data:image/jpeg;base64,")


def test_what_is_no_photo_is_refused(tmp_path: Path) -> None:
    drawing = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 5"><path d="M0 0h4v5z"/></svg>'
    )
    for data in (drawing, b"no picture"):
        with pytest.raises(BadPicture):
            save_photo(tmp_path, data, GROUND)
    assert list(tmp_path.iterdir()) == []


def test_a_photo_that_is_gone_is_not_shown_and_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert photo(tmp_path, "0" * 32 + ".jpg") is None
    assert "a photo is not shown" in caplog.text


def test_the_last_framing_of_a_table_counts(gate: Gate) -> None:
    def frame(session: str, table: str, size: float) -> None:
        where = {"session": session, "group": "A", "table": table}
        frame_table(gate, TableFramed(**where, x=0, y=0, width=size, height=size), ME)

    assert framings(gate, ("S", "A")) == {}
    frame("S", "1", 0.5)
    frame("S", "2", 0.6)
    frame("S", "1", 0.7)
    frame("T", "1", 0.8)
    assert {table: each.width for table, each in framings(gate, ("S", "A")).items()} == {
        "1": 0.7, "2": 0.6,
    }  # fmt: skip
    assert gate.acts()[-1][1].by == ME
