"""``duplicast token``: adds, lists and revokes access tokens."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, get_args

import typer
from rich.table import Table
from rich.text import Text

from producer.acts import ControlAction
from producer.cli.common import DbOption, JsonOption, console, fail, gate, me, people, print_data
from producer.release import by_hand
from producer.release.by_hand import CannotDecide
from producer.release.tokens import in_use

RoleName = Literal["feed", "overlay", "commentator", "scorer", "control", "producer"]

app = typer.Typer(name="token", help="Access tokens and their roles.", no_args_is_help=True)


@app.command("add")
def add(
    role: Annotated[RoleName, typer.Argument()],
    table: Annotated[
        list[str] | None,
        typer.Option(
            "--table", metavar="N", help="A table that the feed may send for; repeatable."
        ),
    ] = None,
    isolated: Annotated[
        bool,
        typer.Option(
            "--isolated",
            help="For a commentator in an isolated booth, who may see sealed deals.",
        ),
    ] = False,
    action: Annotated[
        list[str] | None,
        typer.Option("--action", help="What a control may do; repeatable (docs/control.md)."),
    ] = None,
    desk: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="The desk that the control belongs to; else whichever holds air."
        ),
    ] = "",
    note: Annotated[str, typer.Option(help="Who or what the token is for.")] = "",
    db: DbOption = None,
) -> None:
    """Create a token for ROLE and print it, only this once: only its hash is stored."""
    if table and role != "feed":
        fail("--table binds a feed; other roles have no table", 2)
    if isolated and role != "commentator":
        fail("--isolated: only a commentator's booth can be isolated", 2)
    if (action or desk) and role != "control":
        fail("--action and --desk are for a control; other roles have none", 2)
    actions = [known for known in get_args(ControlAction) if known in (action or ())]
    if (role == "control" and not actions) or len(actions) != len(set(action or ())):
        fail(f"--action: name at least one of {', '.join(get_args(ControlAction))}", 2)
    if len(desk) > 40:
        fail("--desk: at most 40 characters", 2)
    if not all(1 <= len(name) <= 200 for name in table or ()):
        fail("--table: a table's name has 1 to 200 characters", 2)
    if len(note) > 200:
        fail("--note: at most 200 characters", 2)
    with gate(db) as opened:
        first = not in_use(opened.tokens())
        token = by_hand.add_token(
            opened,
            role,
            table or (),
            note,
            me(),
            isolated=isolated,
            actions=actions,
            desk=desk,
        )
    if first:
        people.print(
            "This is the first token: from now on requests without a token have the role overlay, "
            "also from this machine. Devices at tables need tokens (`duplicast token add feed`)."
        )
    if isolated:
        people.print("This token may see SEALED deals", style="bold white on red")
    people.print(
        f"Token for the role {_role(role, isolated=isolated)}; it is shown only this once:",
    )
    typer.echo(token)


@app.command("list")
def list_(db: DbOption = None, json_: JsonOption = False) -> None:
    """List all tokens without their secrets, with their last use (to within ten minutes)."""
    with gate(db) as opened:
        tokens = list(opened.tokens().values())
    if json_:
        print_data(
            [
                {
                    "token": token.name,
                    "role": token.role,
                    "isolated": token.isolated,
                    "tables": list(token.tables),
                    "actions": list(token.actions),
                    "desk": token.desk,
                    "note": token.note,
                    "added": token.added.isoformat(),
                    "by": token.by,
                    "used": token.used and token.used.isoformat(),
                    "revoked": token.revoked and token.revoked.isoformat(),
                }
                for token in tokens
            ]
        )
        return
    table = Table("token", "role", "tables, actions", "made", "last use", "", "note", box=None)
    for token in tokens:
        table.add_row(
            token.name,
            _role(token.role, isolated=token.isolated),
            Text(", ".join(token.tables or token.actions)),
            _minute(token.added),
            _minute(token.used),
            "revoked" if token.revoked else "",
            Text(token.note),
        )
    console().print(table)


@app.command("revoke")
def revoke(
    token: Annotated[str, typer.Argument(help="Its name, the part before the dot.")],
    db: DbOption = None,
) -> None:
    """Revoke TOKEN at once."""
    with gate(db) as opened:
        try:
            by_hand.revoke_token(opened, token.partition(".")[0], me())
        except CannotDecide as error:
            fail(str(error))
    people.print(f"revoked: {token.partition('.')[0]}")


def _role(role: str, *, isolated: bool) -> str:
    return f"{role}, isolated" if isolated else role


def _minute(at: datetime | None) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M") if at else "never"
