"""``duplicast obs``: what a producer does with OBS from the command line."""

from __future__ import annotations

from dataclasses import asdict

import typer
from rich.text import Text

from producer.cli.common import ALL_GOOD, NOTHING_USABLE, JsonOption, people, print_data, settings
from producer.obs.check import Finding, Mark, Report
from producer.obs.check import check as check_obs

app = typer.Typer(name="obs", help="Work with OBS.", no_args_is_help=True)

STYLES: dict[Mark, str] = {"good": "green", "note": "yellow", "bad": "bold red"}


@app.callback()
def _obs() -> None:
    """Without this, typer makes the only command of the group the group itself."""


@app.command("check")
def check(json: JsonOption = False) -> None:
    """Is OBS there, and can we work with it? Ends with status 0 if so, else 1."""
    report = check_obs(settings().obs)
    if json:
        print_data(published(report))
    else:
        for finding in report.findings:
            people.print(_line(finding), soft_wrap=True)
        people.print(_verdict(report))
    raise typer.Exit(ALL_GOOD if report.usable else NOTHING_USABLE)


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
