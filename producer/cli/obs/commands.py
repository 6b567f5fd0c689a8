"""``duplicast obs check``, ``setup`` and ``teardown``."""

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
    str, typer.Option(metavar="NAME", help="Which OBS: main, or a name from obs.more.")
]
OutputsOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="Only the OBS of this name. Default: all.")
]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Only show what would be done.")]

STYLES: dict[Mark, str] = {"good": "green", "note": "yellow", "bad": "bold red"}


@dataclass(frozen=True, slots=True)
class ObsResult:
    """One OBS: the commands sent, or with --dry-run planned; ``refusal``: why it failed, if it
    did."""

    name: str
    commands: tuple[Command, ...]
    refusal: ObsRefusal | None = None


@app.command("check")
def check(json: JsonOption = False) -> None:
    """Check that every OBS can be reached and used, also those in the setting obs.more.

    Status: 0 all can be used, 1 not all.
    """
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
    """Create our scenes in every OBS before the show. Nothing of yours changes.

    Status: 0 all good, 1 all failed, 3 some of several failed.
    """
    own = settings()

    def make(name: str, obs: ObsSettings, link: Link) -> Sequence[Command]:
        page = partial(page_of, own, name)
        return set_up(link, obs, files_of(own.out, name), page, dry=dry_run)

    done = _at_each(places(own.obs, output), make)
    _report(done, "Nothing is missing in OBS.", dry=dry_run, json=json)


@app.command("teardown")
def teardown(
    output: OutputsOption = None, dry_run: DryRunOption = False, json: JsonOption = False
) -> None:
    """Remove from every OBS what begins with the setting obs.prefix, and nothing else.

    Status: 0 all good, 1 all failed, 3 some of several failed.
    """

    def take_out(_: str, obs: ObsSettings, link: Link) -> Sequence[Command]:
        return tear_down(link, obs, dry=dry_run)

    done = _at_each(places(settings().obs, output), take_out)
    _report(done, "Nothing of ours is in OBS.", dry=dry_run, json=json)


def places(obs: ObsSettings, only: str | None) -> dict[str, ObsSettings]:
    """Every OBS by name, the main one first, or the one named; ends the command where there is none
    of that name."""
    there = obs.places()
    if only is None:
        return there
    if only not in there:
        fail(f"--output {only}: there is no such OBS; there is {', '.join(there)}", WRONG_USAGE)
    return {only: there[only]}


def page_of(own: Settings, output: str, bank: Bank) -> str:
    """The address of a bank's graphics. The service itself gives OBS one with a key."""
    scheme = "https" if own.tls else "http"
    return f"{scheme}://127.0.0.1:{own.port}/graphics/{channel(bank, output)}"


def _at_each(
    there: Mapping[str, ObsSettings], work: Callable[[str, ObsSettings, Link], Sequence[Command]]
) -> list[ObsResult]:
    """Does ``work`` at each OBS, also after one has failed."""
    return [_outcome(name, obs, partial(work, name, obs)) for name, obs in there.items()]


def _outcome(name: str, obs: ObsSettings, work: Callable[[Link], Sequence[Command]]) -> ObsResult:
    try:
        return ObsResult(name, tuple(on_obs(obs, work)))
    except ObsRefusal as refusal:
        return ObsResult(name, (), refusal)


def _report(outcomes: list[ObsResult], nothing: str, *, dry: bool, json: bool) -> None:
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
            people.print(Text("This is the plan; nothing was done.", style="bold"))
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
    """The findings of every OBS; those of further ones begin with the name."""
    all_findings: list[Finding] = []
    for name, place in obs.places().items():
        own = check_obs(place).findings
        all_findings += (
            own if name == MAIN else [replace(f, words=f"{name}: {f.words}") for f in own]
        )
    return Report(tuple(all_findings))


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
