"""``duplicast export-ograf``: a deal's graphics as OGraf packages for other playout systems."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from producer.cli.common import (
    WRONG_USAGE,
    ChipsOption,
    DbOption,
    DealOrPick,
    LanguageOption,
    MomentOption,
    PickOption,
    ThemeOption,
    as_moment,
    fail,
    gate,
    known_theme,
    me,
    one_deal,
    people,
    picked,
    settings,
    tell_against,
    tell_unfit,
)
from producer.compare.model import Comparison
from producer.files import plain_name, write_folder
from producer.games.line import DealKey
from producer.release import Gate, by_hand
from producer.release.group_tallies import around, chosen, usual_standings
from producer.settings import GraphicsSettings
from producer.stages import NotDrawable
from producer.stages.catalogue import CATALOGUE
from producer.stages.entry import PackageSource, Playable
from producer.stages.house_style import with_people
from producer.stages.moment import END, Moment
from producer.stages.packages import has_packages, playables
from producer.stages.style import style_of
from producer.wording import moment_line

EXIT = "command:export-ograf"
KINDS = tuple(entry.name for entry in CATALOGUE.values() if has_packages(entry))


def export_ograf(  # noqa: PLR0913, PLR0917 - its parameters are the options
    out: Annotated[
        Path, typer.Option("-o", metavar="DIR", file_okay=False, help="Folder for the packages.")
    ],
    deal: DealOrPick = None,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="KIND", help=f"One or more of {', '.join(KINDS)}. Default: all."),
    ] = None,
    tables: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Left and right. Default: the suggested pair."),
    ] = None,
    pick: PickOption = None,
    moment: MomentOption = None,
    language: LanguageOption = None,
    chips: ChipsOption = None,
    theme: ThemeOption = None,
    db: DbOption = None,
) -> None:
    """Write DEAL's graphics as OGraf v1 packages: one self-contained folder each.

    OGraf renderers, CasparCG, SPX and browser sources play them without this service
    (docs/ograf.md). No file has anything after --moment, by default the end. Released deals only.
    """
    kinds, pair = _known(only), _pair(tables)
    own = settings(db)
    usual = own.graphics
    spoken = GraphicsSettings(
        language=language or usual.language,
        chips=chips or usual.chips,
        theme=usual.theme if theme is None else known_theme(theme, "--theme"),
    )
    with gate(db) as opened, one_deal():
        found = picked(opened, deal, pick, EXIT)
        tell_against(opened, found.deal, EXIT)
        source = _source(opened, found, pair, as_moment(moment) or END, spoken)
        _write(opened, source, kinds, out, mark="REHEARSAL" if own.rehearsal else "")
    tell_unfit(spoken.theme)


def _source(
    opened: Gate,
    found: Comparison,
    pair: tuple[str, ...],
    moment: Moment,
    spoken: GraphicsSettings,
) -> PackageSource:
    key = found.deal.key
    (session,) = chosen(opened.sessions(), f"{key.session}/{key.group}")
    before, after = (usual_standings(session, each) for each in around(opened, key, EXIT))
    note = moment_line(found, spoken.language)  # says nothing of results: fit for every moment
    style = with_people(style_of(spoken), opened)
    winner = opened.tournament_won(found.deal, EXIT)
    deals = session.deals or 0
    return PackageSource(found, pair, moment, deals, note, (before, after), style, winner)


def _write(opened: Gate, source: PackageSource, kinds: Sequence[str], out: Path, mark: str) -> None:
    """Writes the packages one by one; an interrupted export is in the audit too."""
    from rich.progress import track  # noqa: PLC0415

    key = source.comparison.deal.key
    out.mkdir(parents=True, exist_ok=True)
    written: list[str] = []
    try:
        for kind in track(
            kinds, "packages", console=people, transient=True, disable=not people.is_terminal
        ):
            for playable in _made(source, kind):
                folder = _one(playable, key, out, mark)
                written.append(folder.name)
                people.print(f"wrote {folder}", soft_wrap=True)
    finally:
        if written:
            names = f"{out}: {', '.join(written)}"
            by_hand.note_export(opened, "ograf", names, me(), deal=str(key))
    if not written:
        fail(f"deal {key}: none of {', '.join(kinds)} can be drawn of it")


def _made(source: PackageSource, kind: str) -> list[Playable]:
    """The playables of a kind; if it cannot be drawn, none and a message."""
    try:
        return list(playables(CATALOGUE[kind], source))
    except NotDrawable as error:
        people.print(f"left out {kind}: {error}", soft_wrap=True)
        return []


def _one(playable: Playable, key: DealKey, out: Path, mark: str) -> Path:
    """Writes one package and returns its folder."""
    from overlay.ograf.packages import Package, package_files  # noqa: PLC0415

    deal = f"{plain_name(f'{key.session}-{key.group}')}-{key.number}"
    name = f"{deal}-{plain_name(playable.kind)}"
    folder = out / name
    package = Package(
        id=f"duplicast.{name}",
        name=f"Deal {key.number}, {playable.title}",
        description=playable.about,
        steps=playable.steps,
        source=str(key),
        mark=mark,
    )
    _may_replace(folder, package.id, package.source)
    write_folder(folder, package_files(package))
    return folder


def _may_replace(folder: Path, id_: str, source: str) -> None:
    """Ends the command if ``folder`` exists and is not this package of the same deal."""
    from overlay.ograf.packages import source_of  # noqa: PLC0415

    if not folder.exists():
        return
    manifest = folder / f"{id_}.ograf.json"
    if not manifest.is_file() or source_of(manifest.read_bytes()) != (id_, source):
        fail(f"{folder} exists and is not this package; name another -o, or move it")


def _known(only: list[str] | None) -> tuple[str, ...]:
    for kind in only or ():
        if kind not in KINDS:
            fail(f"--only {kind}: there is {', '.join(KINDS)}", WRONG_USAGE)
    return tuple(kind for kind in KINDS if not only or kind in only)


def _pair(tables: str | None) -> tuple[str, ...]:
    if tables is None:
        return ()
    names = tuple(part.strip() for part in tables.split(","))
    if len(names) != 2 or not all(names) or names[0] == names[1]:
        fail(f"--tables {tables}: name two tables, such as --tables 1,5", WRONG_USAGE)
    return names
