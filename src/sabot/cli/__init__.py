"""The ``sabot`` command. Each verb lives in a module of its own and is loaded when it is used."""

from __future__ import annotations

import difflib
import importlib
import sys
from typing import Any

import click

from sabot import __version__, results

VERBS = {
    "games": "the catalogue of games",
    "serve": "open the house: tables in the browser and the API",
    "play": "play a game at the terminal",
    "odds": "the exact odds of a game",
    "equity": "what hands of poker win against one another",
    "par": "what a gaming machine returns, exactly",
    "hands": "hands of poker as histories in the open PHH format",
    "simulate": "play many coups and report what they returned",
    "law": "a clause of the register, or what of it is exercised",
    "check": "what is unlawful in a table file",
    "conformance": "whether a game of a package holds what every game must hold",
    "replay": "tell a stored coup with its clauses",
    "recall": "the last games of a machine, step by step",
    "verify": "check the journal, every coup and every balance",
    "backup": "copy the books while the house is open",
    "restore": "put a backup back into an empty database",
    "migrate": "write the books of a closed house in the second format of the journal",
    "pools": "jackpots that tables and houses share",
    "tickets": "what machines have printed, and what the cashier redeems",
    "staff": "the people of the house and their roles",
    "erase": "erase the name of a player or of a member of staff",
}


class Verbs(click.Group):
    """The verbs by name; a module is imported only when its verb is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in VERBS:
            return None
        command: click.Command = importlib.import_module(f"sabot.cli.{name}").command
        if study := sys.modules.get("sabot.study.priced"):  # a verb that asks for odds
            study.keep_in(results.usual())
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in VERBS:
            near = difflib.get_close_matches(args[0], VERBS, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; it has {', '.join(VERBS)}"
            raise click.UsageError(f"sabot has no verb {args[0]!r}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


@click.command(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="sabot")
def main() -> None:
    """Sabot: the casino rule book as running code.

    Exit status: 0 done, 1 the answer is no, 2 wrong use. Errors go to stderr.
    """
