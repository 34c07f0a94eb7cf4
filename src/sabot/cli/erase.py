"""``sabot erase``: take a person's name out of the books."""

from __future__ import annotations

import click

from sabot.cli.staff import ask_open_house, open_books, system_user
from sabot.cli.terminal import stop
from sabot.cli.verify import database_of, database_option
from sabot.house import HouseError, erasing, personnel


@click.command("erase")
@click.argument("id")
@database_option
def command(id: str, database: str | None) -> None:
    """Take away the name of the player or former member of staff with this ID.

    The books know them by their id from then on; the journal stays as it is and verifies. Receipts
    and pages show the id. Copies of the books that were made before still hold the name. The open
    house is asked to do it, through its control door in SABOT_VAR.

    Exit status: 0 done, 1 there is no such name, 2 wrong use.
    """
    url = database_of(database)
    if ask_open_house(url, "erase", id=id) is None:
        try:
            with open_books(url) as ledger:
                ledger.commit([erasing.erasure(ledger, id, personnel.By(user=system_user()),
                                               ledger.now())])
        except HouseError as error:
            stop(error.text, 1)
    click.echo(f"the name of {id} is taken away")
