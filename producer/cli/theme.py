"""``duplicast theme``: lists themes, and checks whether one can go on air."""

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

app = typer.Typer(no_args_is_help=True, help="The themes of the graphics.")


@app.command("list")
def list_(as_json: JsonOption = False) -> None:
    """List the themes that come with the product, and the one set."""
    from overlay.themes.theme import themes  # noqa: PLC0415 - slow to import

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
        bool, typer.Option("--quick", help="Skip drawing every graphic to see whether texts fit.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Check a theme: required entries, contrast, sizes, similar colours, fonts, the logo.

    Status: 0 good, 1 not fit for air.
    """
    from overlay.themes.theme import BadTheme, load_theme  # noqa: PLC0415
    from overlay.themes.theme_check import check_theme  # noqa: PLC0415
    from producer.stages.samples.fit_check import check_fit  # noqa: PLC0415

    try:
        loaded = load_theme(theme)
        place, findings = str(loaded.sources[0]), check_theme(loaded)
        findings += () if quick else check_fit(loaded)
    except BadTheme as error:
        place, findings = error.place, error.findings
    grave = any(finding.grave for finding in findings)
    if as_json:
        print_data(_answer(place, findings, good=not grave))
    else:
        for finding in findings:
            kind = "" if finding.grave else " (for information)"
            people.print(f"{place}: {finding}{kind}", soft_wrap=True)
        people.print(f"{place}: {'not for air' if grave else 'good'}", style="bold",
                     soft_wrap=True)  # fmt: skip
    if grave:
        raise typer.Exit(NOTHING_USABLE)


def _answer(place: str, findings: tuple[Any, ...], *, good: bool) -> dict[str, Any]:
    return {
        "v": 1,
        "file": place,
        "good": good,
        "findings": [
            {"key": each.key, "reason": each.reason, "hint": each.hint, "grave": each.grave}
            for each in findings
        ],
    }
