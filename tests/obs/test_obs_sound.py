"""Whose sound is open after a take."""

from producer.obs.scenes.sound import mutes, sources
from producer.settings import Picture

PICTURES = {
    "1": Picture(source="Camera 1"),
    "2": Picture(source="Camera 2", sound="Desk microphone"),
    "3": Picture(file="/films/3.mp4"),
    "4": Picture(source="Camera 4", sound="Desk microphone"),
}
CARRYING = {
    "Camera 1": frozenset({"1"}),
    "Desk microphone": frozenset({"2", "4"}),
    "Duplicast table 3 (file)": frozenset({"3"}),
}


def sent(muted: dict[str, bool], focus: str) -> dict[str, bool]:
    return {
        command.data["inputName"]: command.data["inputMuted"]
        for command in mutes(CARRYING, muted, focus)
    }


def test_a_table_is_heard_in_its_own_source_or_in_its_picture() -> None:
    assert sources("Duplicast", PICTURES) == CARRYING


def test_the_table_in_focus_is_opened_and_the_others_are_shut() -> None:
    open_all = dict.fromkeys(CARRYING, False)
    assert sent(open_all, "3") == {"Camera 1": True, "Desk microphone": True}
    assert sent(dict.fromkeys(CARRYING, True), "3") == {"Duplicast table 3 (file)": False}


def test_a_microphone_of_two_tables_is_open_for_either() -> None:
    shut = dict.fromkeys(CARRYING, True)
    assert sent(shut, "2") == sent(shut, "4") == {"Desk microphone": False}


def test_without_a_focus_all_are_shut_and_what_is_so_already_is_not_sent() -> None:
    assert sent({"Camera 1": True, "Desk microphone": False}, "") == {"Desk microphone": True}


def test_a_source_without_sound_is_left_alone() -> None:
    assert sent({"Desk microphone": False}, "1") == {"Desk microphone": True}
