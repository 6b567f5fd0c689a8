"""``duplicast obs``: what a producer does with OBS from the command line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Annotated

import typer
from rich.text import Text

from producer.cli.common import (
    ALL_GOOD,
    NOTHING_USABLE,
    SOME_BAD,
    WRONG_USAGE,
    JsonOption,
    fail,
    people,
    print_data,
    settings,
)
from producer.obs import Bank, ObsRefusal, channel
from producer.obs.link.connection import Link
from producer.obs.monitor.check import Finding, Mark, Report
from producer.obs.monitor.check import check as check_obs
from producer.obs.scenes.diff import Command
from producer.obs.scenes.graphics_files import files_of
from producer.obs.scenes.setup import on_obs, set_up, tear_down
from producer.settings import MAIN, ObsSettings, Settings

app = typer.Typer(name="obs", help="Work with OBS.", no_args_is_help=True)

WORDS = defaultdict(
    lambda: "set",
    CreateScene="make",
    CreateInput="make",
    CreateSceneItem="add",
    RemoveScene="remove",
    RemoveInput="remove",
)
OutputOption = Annotated[
    str, typer.Option(metavar="NAME", help="Which OBS: main, or the name of one of obs.more.")
]
OutputsOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="Only the OBS of this name. Default: every one.")
]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Only tell what would be done.")]

STYLES: dict[Mark, str] = {"good": "green", "note": "yellow", "bad": "bold red"}


@dataclass(frozen=True, slots=True)
class ObsResult:
    """Of one OBS: what was sent, or would be; ``refusal``: why nothing or not all of it was."""

    name: str
    commands: tuple[Command, ...]
    refusal: ObsRefusal | None = None


@app.command("check")
def check(json: JsonOption = False) -> None:
    """Is OBS there, and can we work with it? Ends with status 0 if so, else 1. Every OBS of the
    setting obs.more is asked too."""
    report = _everywhere(settings().obs)
    if json:
        print_data(published(report))
    else:
        for finding in report.findings:
            people.print(_line(finding), soft_wrap=True)
        people.print(_verdict(report))
    raise typer.Exit(ALL_GOOD if report.usable else NOTHING_USABLE)


@app.command("setup")
def setup(
    output: OutputsOption = None, dry_run: DryRunOption = False, json: JsonOption = False
) -> None:
    """Make our scenes in every OBS, so that a take has nothing left to make. Nothing of yours
    changes. Ends with status 3 where one of several failed, 1 where all did."""
    own = settings()

    def make(name: str, obs: ObsSettings, link: Link) -> Sequence[Command]:
        page = partial(page_of, own, name)
        return set_up(link, obs, files_of(own.out, name), page, dry=dry_run)

    done = _at_each(places(own.obs, output), make)
    _tell(done, "Nothing is missing in OBS.", dry=dry_run, json=json)


@app.command("teardown")
def teardown(
    output: OutputsOption = None, dry_run: DryRunOption = False, json: JsonOption = False
) -> None:
    """Remove all of ours from every OBS: what begins with the setting obs.prefix, and nothing
    else. Ends with status 3 where one of several failed, 1 where all did."""

    def take_out(_: str, obs: ObsSettings, link: Link) -> Sequence[Command]:
        return tear_down(link, obs, dry=dry_run)

    done = _at_each(places(settings().obs, output), take_out)
    _tell(done, "Nothing of ours is in OBS.", dry=dry_run, json=json)


def places(obs: ObsSettings, only: str | None) -> dict[str, ObsSettings]:
    """Every OBS by its name, the main one first, or the one named; ends the command in words where
    none is called so."""
    there = obs.places()
    if only is None:
        return there
    if only not in there:
        fail(f"--output {only}: there is no such OBS; there is {', '.join(there)}", WRONG_USAGE)
    return {only: there[only]}


def page_of(own: Settings, output: str, bank: Bank) -> str:
    """Where a bank's graphics will be; the service gives OBS its own address, with its key."""
    scheme = "https" if own.tls else "http"
    return f"{scheme}://127.0.0.1:{own.port}/graphics/{channel(bank, output)}"


def _at_each(
    there: Mapping[str, ObsSettings], work: Callable[[str, ObsSettings, Link], Sequence[Command]]
) -> list[ObsResult]:
    """One that fails keeps no other from its turn."""
    return [_outcome(name, obs, partial(work, name, obs)) for name, obs in there.items()]


def _outcome(name: str, obs: ObsSettings, work: Callable[[Link], Sequence[Command]]) -> ObsResult:
    try:
        return ObsResult(name, tuple(on_obs(obs, work)))
    except ObsRefusal as refusal:
        return ObsResult(name, (), refusal)


def _tell(outcomes: list[ObsResult], nothing: str, *, dry: bool, json: bool) -> None:
    if json:
        print_data(
            {
                "done": not dry and all(each.refusal is None for each in outcomes),
                "outputs": [_published(each, dry=dry) for each in outcomes],
            }
        )
    else:
        for each in outcomes:
            if len(outcomes) > 1:
                people.print(Text(each.name, style="bold underline"))
            _say(each, nothing)
        if dry and any(each.commands for each in outcomes):
            people.print(Text("That is the plan; nothing was done.", style="bold"))
    failed = [each.name for each in outcomes if each.refusal is not None]
    if len(outcomes) > 1 and failed and not json:
        people.print(Text(f"Not done: {', '.join(failed)}.", style="bold"))
    if failed:
        raise typer.Exit(NOTHING_USABLE if len(failed) == len(outcomes) else SOME_BAD)


def _say(outcome: ObsResult, nothing: str) -> None:
    for command in outcome.commands:
        people.print(Text.assemble((f"{WORDS[command.request]:<7}", "bold"), command.why))
    if outcome.refusal is not None:
        people.print(Text(str(outcome.refusal), style="bold"), soft_wrap=True)
    elif not outcome.commands:
        people.print(Text(nothing))


def _published(outcome: ObsResult, *, dry: bool) -> dict[str, object]:
    refusal = outcome.refusal
    return {
        "name": outcome.name,
        "done": refusal is None and not dry,
        "reason": refusal.reason if refusal else "",
        "hint": refusal.hint if refusal else "",
        "commands": [{"request": each.request, "why": each.why} for each in outcome.commands],
    }


def _everywhere(obs: ObsSettings) -> Report:
    """The findings of every OBS; those of a further one begin with its name."""
    found: list[Finding] = []
    for name, place in obs.places().items():
        told = check_obs(place).findings
        found += told if name == MAIN else [replace(f, words=f"{name}: {f.words}") for f in told]
    return Report(tuple(found))


def published(report: Report) -> dict[str, object]:
    """The JSON of ``duplicast obs check --json``."""
    return {"usable": report.usable, "findings": [asdict(finding) for finding in report.findings]}


def _line(finding: Finding) -> Text:
    line = Text.assemble((f"{finding.mark:<5}", STYLES[finding.mark]), finding.words)
    if finding.hint:
        line.append(f". {finding.hint}.")
    return line


def _verdict(report: Report) -> Text:
    if report.usable:
        return Text("OBS can be used.", style="bold")
    return Text("OBS cannot be used yet.", style="bold")
