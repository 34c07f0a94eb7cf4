"""The ``sabot`` command. Each verb has its own module, which is imported on use."""

from __future__ import annotations

import contextlib
import difflib
import errno
import importlib
import os
import sys
from typing import Any, NamedTuple

import click

from sabot import __version__, extras, results
from sabot.cli.language import Group, choose, lang_option, rendered, translate_click
from sabot.cli.terminal import WRONG_USE, reason, stop, usage_error, warn
from sabot.words import phrase, plural


class Verb(NamedTuple):
    """A verb: the module of its command, under `sabot.cli`, a one-line description, and the part of
    the program without which it does nothing (`sabot.extras`)."""

    module: str
    description: str
    extra: str = ""


VERBS = {
    "games": Verb("games", "list the games"),
    "serve": Verb("operating.serve", "run a house: tables in the browser, and the API", "house"),
    "play": Verb("playing.play", "play a game in the terminal"),
    "odds": Verb("pricing.odds", "compute the exact odds of a game"),
    "equity": Verb("pricing.equity", "compute what poker hands win against one another"),
    "par": Verb("pricing.par", "compute what a gaming machine returns"),
    "hands": Verb("proving.hands", "poker hands of any file: read, play, convert, export"),
    "simulate": Verb("simulating.simulate", "play many rounds and report what they returned"),
    "simulate-house": Verb("simulating.simulate_house",
                           "play a simulated house again, for developers", "house"),
    "law": Verb("proving.law", "show a clause of the regulations, or search them"),
    "check": Verb("proving.check", "check whether a table file is lawful"),
    "conformance": Verb("proving.conformance", "check the games of a package"),
    "replay": Verb("proving.replay", "show a stored round step by step, with its clauses"),
    "recall": Verb("proving.recall", "show the last games of a gaming machine", "house"),
    "verify": Verb("proving.verify",
                   "verify a house's journal, every round and every balance", "house"),
    "backup": Verb("operating.backup",
                   "back up a house's database, even while it is open", "house"),
    "restore": Verb("operating.restore", "restore a backup into an empty database", "house"),
    "migrate": Verb("operating.migrate",
                    "rewrite a closed house's journal in the second format", "house"),
    "pools": Verb("operating.pools", "open, show and settle shared jackpots", "house"),
    "tickets": Verb("operating.tickets",
                    "list, show and redeem machines' tickets", "house"),
    "staff": Verb("operating.staff", "add, change and remove members of staff", "house"),
    "erase": Verb("operating.erase", "erase the name of a player or member of staff", "house"),
}


class Verbs(Group):
    """The verbs by name; imports the module of a verb when it is used."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command line; nothing is left of the language of a run before."""
        choose("")
        return super().main(*args, **kwargs)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all verbs."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of a verb, imported now; None for an unknown verb."""
        if name not in VERBS:
            return None
        if VERBS[name].extra and extras.missing(VERBS[name].extra):
            return _verb_without_its_part(name, VERBS[name].extra)
        try:
            module = importlib.import_module(f"sabot.cli.{VERBS[name].module}")
        except ModuleNotFoundError as error:
            if extra := extras.extra_of(error.name):
                return _verb_without_its_part(name, extra)
            raise
        command: click.Command = module.command
        if study := sys.modules.get("sabot.reports.odds_report"):  # a verb that asks for odds
            study.set_cache(results.default_results())
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a verb. Where a part that it needs is not installed, one line says what to add, and
        the status is 2."""
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as error:
            extra = extras.extra_of(error.name)
            if not isinstance(error, extras.NotInstalled) and not extra:
                raise
            text = error if isinstance(error, extras.NotInstalled) else extras.NotInstalled(
                extra, f"sabot {ctx.invoked_subcommand}")
            warn(reason(text))
            raise SystemExit(WRONG_USE) from None
        except OSError as error:
            if error.errno == errno.EPIPE:  # a reader such as head has read enough
                raise
            _leave_output()
            stop(reason(error))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The command of the first argument; a usage error suggests close names."""
        if args and args[0] not in VERBS:
            near = difflib.get_close_matches(args[0], VERBS, n=1)
            raise usage_error(
                phrase("unknown verb {verb!r}; did you mean {near!r}?", verb=args[0], near=near[0])
                if near else phrase("unknown verb {verb!r}; the verbs are {verbs}", verb=args[0],
                                    verbs=", ".join(VERBS)))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of verbs for --help."""
        with formatter.section(rendered("Verbs")):
            formatter.write_dl([(name, rendered(verb.description))
                                for name, verb in VERBS.items()])


def _verb_without_its_part(name: str, extra: str) -> click.Command:
    """A verb that only says what to add, whatever follows it."""
    @click.command(name, add_help_option=False, context_settings={
        "ignore_unknown_options": True, "allow_extra_args": True})
    @lang_option(expose=False)
    def command() -> None:
        raise extras.NotInstalled(extra, f"sabot {name}")
    return command


def _leave_output() -> None:
    """Write nothing more on standard output, where the operating system has refused it."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell_time(seconds: float) -> None:
    """Say how long plain code takes, and what to add."""
    minutes = round(seconds / 60)
    warn(phrase("this takes about {time} without the compiler; for speed: pip install "
                "'sabot[fast]'", time=plural("{n} minute", "{n} minutes", minutes) if minutes > 1
                else plural("{n} second", "{n} seconds", round(seconds))))


@click.command(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@lang_option("the language of help, answers and errors; without it SABOT_LANG, or that of the "
             "system", expose=False)
@click.version_option(__version__, prog_name="sabot")
def main() -> None:
    """Sabot: the casino rule book as running code.

    Each verb has its own help: sabot VERB --help.

    Exit status: 0 done, 1 the answer is no, 2 wrong use. Errors go to standard error.
    """


translate_click()
extras.slow_work.append(_tell_time)
