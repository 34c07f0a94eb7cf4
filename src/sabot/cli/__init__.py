"""The ``sabot`` command. Each verb lives in a module of its own and is loaded when it is used."""

from __future__ import annotations

import difflib
import importlib
import sys
from typing import Any, NamedTuple

import click

from sabot import __version__, results


class Verb(NamedTuple):
    """A verb: the module of its command, under `sabot.cli`, and what it does in a few words."""

    module: str
    what: str


VERBS = {
    "games": Verb("games", "the catalogue of games"),
    "serve": Verb("operating.serve", "open the house: tables in the browser and the API"),
    "play": Verb("playing.play", "play a game at the terminal"),
    "odds": Verb("pricing.odds", "the exact odds of a game"),
    "equity": Verb("pricing.equity", "what hands of poker win against one another"),
    "par": Verb("pricing.par", "what a gaming machine returns, exactly"),
    "hands": Verb("proving.hands", "hands of poker as histories in the open PHH format"),
    "simulate": Verb("simulating.simulate", "play many coups and report what they returned"),
    "law": Verb("proving.law", "a clause of the register, or what of it is exercised"),
    "check": Verb("proving.check", "what is unlawful in a table file"),
    "conformance": Verb("proving.conformance",
                        "whether a game of a package holds what every game must hold"),
    "replay": Verb("proving.replay", "tell a stored coup with its clauses"),
    "recall": Verb("proving.recall", "the last games of a machine, step by step"),
    "verify": Verb("proving.verify", "check the journal, every coup and every balance"),
    "backup": Verb("operating.backup", "copy the books while the house is open"),
    "restore": Verb("operating.restore", "put a backup back into an empty database"),
    "migrate": Verb("operating.migrate",
                    "write the books of a closed house in the second format of the journal"),
    "pools": Verb("operating.pools", "jackpots that tables and houses share"),
    "tickets": Verb("operating.tickets",
                    "what machines have printed, and what the cashier redeems"),
    "staff": Verb("operating.staff", "the people of the house and their roles"),
    "erase": Verb("operating.erase", "erase the name of a player or of a member of staff"),
}


class Verbs(click.Group):
    """The verbs by name; a module is imported only when its verb is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in VERBS:
            return None
        module = importlib.import_module(f"sabot.cli.{VERBS[name].module}")
        command: click.Command = module.command
        if study := sys.modules.get("sabot.reports.odds_report"):  # a verb that asks for odds
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
            formatter.write_dl([(name, verb.what) for name, verb in VERBS.items()])


@click.command(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="sabot")
def main() -> None:
    """Sabot: the casino rule book as running code.

    Exit status: 0 done, 1 the answer is no, 2 wrong use. Errors go to stderr.
    """
