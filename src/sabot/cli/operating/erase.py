"""``sabot erase``: erase the name of a player or of a member of staff."""

from __future__ import annotations

import click

from sabot.cli.language import Command
from sabot.cli.operating.staff import carry_out, database_option
from sabot.cli.terminal import warn
from sabot.house.staff import erasure
from sabot.words import phrase


@click.command("erase", cls=Command)
@click.argument("id")
@database_option()
def command(database: str, id: str) -> None:
    """Erase the name of the player or the member of staff with this ID.

    This cannot be undone. The journal keeps the id, which is shown instead of the name from then
    on. Texts that people wrote themselves (complaints, reasons) do not change. Older backups still
    contain the name. If the house is open, it makes the change, through its control socket in
    SABOT_VAR.

    Exit status: 0 done, 1 refused, 2 wrong use.
    """
    answer = carry_out(database, "erase", erasure.NameErased, erasure.find_name, {"id": id},
                       create=False, lost="run this again: erasing a name twice does no harm")
    if answer.named:
        warn(phrase("the name of {id} is erased", id=answer.id))
    else:
        warn(phrase("{id} has no name", id=answer.id))
