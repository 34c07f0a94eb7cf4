"""The ``sabot`` command. Each verb has its own module, which is imported on use."""

from __future__ import annotations

import difflib
import importlib
import sys
from typing import Any, NamedTuple

import click

from sabot import __version__, results


class Verb(NamedTuple):
    """A verb: the module of its command, under `sabot.cli`, and a one-line description."""

    module: str
    description: str


VERBS = {
    "games": Verb("games", "list the games"),
    "serve": Verb("operating.serve", "run a house: tables in the browser, and the API"),
    "play": Verb("playing.play", "play a game in the terminal"),
    "odds": Verb("pricing.odds", "compute the exact odds of a game"),
    "equity": Verb("pricing.equity", "compute what poker hands win against one another"),
    "par": Verb("pricing.par", "compute what a gaming machine returns"),
    "hands": Verb("proving.hands", "read, replay and export poker hands in the PHH format"),
    "simulate": Verb("simulating.simulate", "play many rounds and report what they returned"),
    "law": Verb("proving.law", "show a clause of the regulations, or search them"),
    "check": Verb("proving.check", "check whether a table file is lawful"),
    "conformance": Verb("proving.conformance", "check the games of a package"),
    "replay": Verb("proving.replay", "show a stored round step by step, with its clauses"),
    "recall": Verb("proving.recall", "show the last games of a gaming machine"),
    "verify": Verb("proving.verify", "verify a house's journal, every round and every balance"),
    "backup": Verb("operating.backup", "back up a house's database, even while it is open"),
    "restore": Verb("operating.restore", "restore a backup into an empty database"),
    "migrate": Verb("operating.migrate",
                    "rewrite a closed house's journal in the second format"),
    "pools": Verb("operating.pools", "open, show and settle shared jackpots"),
    "tickets": Verb("operating.tickets",
                    "list, show and redeem machines' tickets"),
    "staff": Verb("operating.staff", "add, change and remove members of staff"),
    "erase": Verb("operating.erase", "erase the name of a player or member of staff"),
}


class Verbs(click.Group):
    """The verbs by name; imports the module of a verb when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all verbs."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of a verb, imported now; None for an unknown verb."""
        if name not in VERBS:
            return None
        module = importlib.import_module(f"sabot.cli.{VERBS[name].module}")
        command: click.Command = module.command
        if study := sys.modules.get("sabot.reports.odds_report"):  # a verb that asks for odds
            study.set_cache(results.default_results())
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The command of the first argument; a usage error suggests close names."""
        if args and args[0] not in VERBS:
            near = difflib.get_close_matches(args[0], VERBS, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; the verbs are {', '.join(VERBS)}"
            raise click.UsageError(f"unknown verb {args[0]!r}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of verbs for --help."""
        with formatter.section("Verbs"):
            formatter.write_dl([(name, verb.description) for name, verb in VERBS.items()])


@click.command(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="sabot")
def main() -> None:
    """Sabot: the casino rule book as running code.

    Each verb has its own help: sabot VERB --help.

    Exit status: 0 done, 1 the answer is no, 2 wrong use. Errors go to standard error.
    """
