"""``sabot erase``: the name of a player or of a member of staff is erased."""

from __future__ import annotations

import click

from sabot.cli.operating.staff import carried_out, database_option
from sabot.house.staff import erasure


@click.command("erase")
@click.argument("id")
@database_option()
def command(database: str, id: str) -> None:
    """Erase the name of the player or the member of staff with this ID.

    The journal keeps the id, and everything shows it from then on; the name cannot be had back.
    What somebody wrote in their own words, a complaint or a reason, stays as it is. An open house
    is asked to do it, through its control door in SABOT_VAR. Backups made before keep the name.
    """
    done = carried_out(database, "erase", erasure.NameErased, erasure.find_name, {"id": id},
                       create=False, lost="run this again: to erase a name twice does no harm")
    if done.named:
        click.echo(f"the name of {done.id} is erased", err=True)
    else:
        click.echo(f"there is no name of {done.id}", err=True)
