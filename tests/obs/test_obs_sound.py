"""Which sources are muted by a take."""

from producer.obs.director.sound import mutes, sources
from producer.settings import PictureSource

PICTURES = {
    "1": PictureSource(source="Camera 1"),
    "2": PictureSource(source="Camera 2", sound="Desk microphone"),
    "3": PictureSource(file="/films/3.mp4"),
    "4": PictureSource(source="Camera 4", sound="Desk microphone"),
}
CARRIERS = {
    "Camera 1": frozenset({"1"}),
    "Desk microphone": frozenset({"2", "4"}),
    "Duplicast table 3 (file)": frozenset({"3"}),
}


def sent(muted: dict[str, bool], focus: str) -> dict[str, bool]:
    return {
        command.data["inputName"]: command.data["inputMuted"]
        for command in mutes(CARRIERS, muted, focus)
    }


def test_the_sound_of_a_table_is_its_sound_source_or_its_picture() -> None:
    assert sources("Duplicast", PICTURES) == CARRIERS


def test_the_table_in_focus_is_unmuted_and_the_others_muted() -> None:
    all_open = dict.fromkeys(CARRIERS, False)
    assert sent(all_open, "3") == {"Camera 1": True, "Desk microphone": True}
    assert sent(dict.fromkeys(CARRIERS, True), "3") == {"Duplicast table 3 (file)": False}


def test_a_shared_microphone_is_unmuted_for_either_table() -> None:
    all_muted = dict.fromkeys(CARRIERS, True)
    assert sent(all_muted, "2") == sent(all_muted, "4") == {"Desk microphone": False}


def test_without_a_focus_all_are_muted_and_muted_ones_are_skipped() -> None:
    assert sent({"Camera 1": True, "Desk microphone": False}, "") == {"Desk microphone": True}


def test_each_request_says_what_it_does() -> None:
    muted = {"Camera 1": True, "Desk microphone": False}
    assert [command.why for command in mutes(CARRIERS, muted, "1")] == [
        "Camera 1 is unmuted",
        "Desk microphone is muted",
    ]


def test_a_source_without_sound_is_left_alone() -> None:
    assert sent({"Desk microphone": False}, "1") == {"Desk microphone": True}
