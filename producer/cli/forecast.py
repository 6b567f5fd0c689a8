"""``duplicast forecast``: which tables sealed deals wait for, and when they are released."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from producer.cli.common import (
    WRONG_USAGE,
    DbOption,
    JsonOption,
    console,
    fail,
    gate,
    people,
    print_data,
    settings,
)
from producer.release.forecasts.forecast import Forecast, best_by, phrases
from producer.release.forecasts.live_forecast import WrongDraw, draw_file, live_forecasts
from producer.release.json_output import forecast_answer

FORECAST = "command:forecast"
SEALED = ("SEALED", "bold white on red")


def forecast(
    by: Annotated[
        str | None,
        typer.Option(metavar="HH:MM", help="Only deals expected to be released by then."),
    ] = None,
    draw: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", exists=True, dir_okay=False, help="A draw file with the tables' orders."
        ),
    ] = None,
    db: DbOption = None,
    json_: JsonOption = False,
) -> None:
    """Show which tables every sealed deal waits for, and about when it will be released.

    For producers only: it names deals that are still being played.
    """
    path = draw or settings(db).draw
    with gate(db) as opened:
        try:
            forecasts = live_forecasts(opened, FORECAST, draw_file(path) if path else None)
        except WrongDraw as error:
            fail(str(error), WRONG_USAGE)
    unknown = sum(one.by is None for one in forecasts)
    if by is not None:
        forecasts = best_by(forecasts, _next(by))
    out = people if json_ else console()
    if json_:
        print_data([forecast_answer(one) for one in forecasts])
    elif forecasts:
        out.print(Text.assemble(SEALED, " for producers only"))
        out.print(_forecast_table(forecasts))
    elif by is None:
        out.print("Nothing is sealed.")
    elif not unknown:
        out.print(f"No further deal will be released by {by}.")
    if by is not None and unknown:
        deals = "1 deal has" if unknown == 1 else f"{unknown} deals have"
        out.print(f"{deals} no estimate; run without --by to list them.")


def _forecast_table(forecasts: list[Forecast]) -> Table:
    table = Table("deal", "about", "at the latest", "waits for", box=None)
    for one in forecasts:
        table.add_row(
            Text.assemble(SEALED, f" {one.name}"),
            _minute(one.about),
            _minute(one.by),
            Text("; ".join(phrases(one))),
        )
    return table


def _next(text: str) -> datetime:
    """The next time the clock shows ``HH:MM``."""
    try:
        time = datetime.strptime(text, "%H:%M")
    except ValueError:
        fail(f"--by {text}: write a time of day as HH:MM", WRONG_USAGE)
    now = datetime.now().astimezone()
    then = now.replace(hour=time.hour, minute=time.minute, second=0, microsecond=0)
    return then if then >= now else then + timedelta(days=1)


def _minute(at: datetime | None) -> str:
    return at.astimezone().strftime("%H:%M") if at else "no estimate"
