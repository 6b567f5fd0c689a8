"""The deals of some groups are read without those of the others."""

from pathlib import Path

from service import fill, guide

from producer.record import open_store


def test_only_the_deals_of_the_groups_asked_for_are_read(tmp_path: Path) -> None:
    fill(tmp_path / "a.db", guide("one"), guide("two"), guide("three"))
    with open_store(tmp_path / "a.db") as store:
        every = list(store.deals())
        some = list(store.deals([("one", "A"), ("three", "A"), ("three", "B")]))
    assert [str(deal.key) for deal in some] == ["one/A/1", "three/A/1"]
    assert some == [deal for deal in every if deal.key.session != "two"]
    assert {len(deal.plays) for deal in some} == {6}
