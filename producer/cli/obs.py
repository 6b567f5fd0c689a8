"""``duplicast obs``: what a producer does with OBS from the command line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Annotated

import typer
from rich.text import Text

from producer.cli.common import (
    ALL_GOOD,
    NOTHING_USABLE,
    JsonOption,
    fail,
    people,
    print_data,
    settings,
)
from producer.obs import Bank, ObsRefusal, channel
from producer.obs.check import Finding, Mark, Report
from producer.obs.check import check as check_obs
from producer.obs.diff import Command
from producer.obs.link import Link
from producer.obs.setup import on_obs, set_up, tear_down
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
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Only tell what would be done.")]

STYLES: dict[Mark, str] = {"good": "green", "note": "yellow", "bad": "bold red"}


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
def setup(dry_run: DryRunOption = False, json: JsonOption = False) -> None:
    """Make our scenes in OBS, so that a take has nothing left to make. Nothing of yours changes."""
    own = settings()
    page = partial(page_of, own)
    _told(
        own.obs,
        lambda link: set_up(link, own.obs, own.out / "obs", page, dry=dry_run),
        "Nothing is missing in OBS.",
        dry=dry_run,
        json=json,
    )


@app.command("teardown")
def teardown(dry_run: DryRunOption = False, json: JsonOption = False) -> None:
    """Remove all of ours from OBS: what begins with the setting obs.prefix, and nothing else."""
    own = settings()
    _told(
        own.obs,
        lambda link: tear_down(link, own.obs, dry=dry_run),
        "Nothing of ours is in OBS.",
        dry=dry_run,
        json=json,
    )


def page_of(own: Settings, bank: Bank) -> str:
    """Where a bank's graphics will be; a service with tokens gives OBS another address itself."""
    scheme = "https" if own.tls else "http"
    return f"{scheme}://127.0.0.1:{own.port}/graphics/{channel(bank)}?from=obs"


def _told(
    obs: ObsSettings,
    work: Callable[[Link], Sequence[Command]],
    nothing: str,
    *,
    dry: bool,
    json: bool,
) -> None:
    try:
        commands = on_obs(obs, work)
    except ObsRefusal as refusal:
        fail(str(refusal))
    if json:
        each = [{"request": command.request, "why": command.why} for command in commands]
        print_data({"done": not dry, "commands": each})
        return
    for command in commands:
        people.print(Text.assemble((f"{WORDS[command.request]:<7}", "bold"), command.why))
    if not commands:
        people.print(Text(nothing))
    elif dry:
        people.print(Text("That is the plan; nothing was done.", style="bold"))


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
    if finding.mend:
        line.append(f". {finding.mend}.")
    return line


def _verdict(report: Report) -> Text:
    if report.usable:
        return Text("OBS can be used.", style="bold")
    return Text("OBS cannot be used yet.", style="bold")
