"""``duplicast theme``: which themes there are, and whether one can go on air."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from producer.cli.common import (
    NOTHING_USABLE,
    JsonOption,
    people,
    print_data,
    settings,
)

app = typer.Typer(no_args_is_help=True, help="The themes that graphics are drawn in.")


@app.command("list")
def list_(as_json: JsonOption = False) -> None:
    """Name the themes that come with the product, and the one that is set."""
    from overlay.theme import themes  # noqa: PLC0415 - its libraries take long to load

    in_use = settings().graphics.theme
    names = [*themes(), *([in_use] if in_use not in themes() else [])]
    if as_json:
        print_data({"v": 1, "themes": names, "set": in_use})
        return
    for name in names:
        typer.echo(f"{name} (set)" if name == in_use else name)


@app.command()
def check(
    theme: Annotated[str, typer.Argument(metavar="NAME|FILE", help="dark, or mine/theme.toml.")],
    quick: Annotated[
        bool, typer.Option("--quick", help="Do not draw every graphic to see whether texts fit.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Check a theme: what it must hold, contrasts, sizes, likeness of colours, fonts, the logo.

    Ends with status 1 where something would be wrong on air.
    """
    from overlay.theme import BadTheme, load_theme  # noqa: PLC0415
    from overlay.theme_check import checked  # noqa: PLC0415
    from producer.stages.samples.drawn import drawn  # noqa: PLC0415

    try:
        loaded = load_theme(theme)
        place, findings = str(loaded.sources[0]), checked(loaded)
        findings += () if quick else drawn(loaded)
    except BadTheme as error:
        place, findings = error.place, error.findings
    grave = any(finding.grave for finding in findings)
    if as_json:
        print_data(_told(place, findings, good=not grave))
    else:
        for finding in findings:
            kind = "" if finding.grave else " (only to know)"
            people.print(f"{place}: {finding}{kind}", markup=False, soft_wrap=True)
        people.print(f"{place}: {'not for air' if grave else 'good'}", markup=False, style="bold",
                     soft_wrap=True)  # fmt: skip
    if grave:
        raise typer.Exit(NOTHING_USABLE)


def _told(place: str, findings: tuple[Any, ...], *, good: bool) -> dict[str, Any]:
    return {
        "v": 1,
        "file": place,
        "good": good,
        "findings": [
            {"key": each.key, "reason": each.reason, "hint": each.hint, "grave": each.grave}
            for each in findings
        ],
    }
