"""``sabot conformance``: check the games of a package against the requirements for every game."""

from __future__ import annotations

import click
import msgspec

from sabot.cli.language import Command, Option, lang_option, language, rendered
from sabot.cli.terminal import NO, heading, padded, print_json, say, say_line, stop, whole_number
from sabot.conformance import CHECKS, Finding, Outcome, golden, packages, run_checks
from sabot.error_texts import error_text
from sabot.procedure import round_scripts
from sabot.procedure.game import Game
from sabot.procedure.resolvers import ScriptEnds
from sabot.procedure.table import Table
from sabot.words import Phrase, joined, phrase, plural, to_plain

COUPS = 25
IDLE_REASONS = {
    "odds": phrase("it has no simulation"),
    "kernel": phrase("it has no simulation"),
    "golden": phrase("there is no file in rounds/ next to its code"),
}
"""Why a check had nothing to check."""


class FindingData(msgspec.Struct, frozen=True, kw_only=True):
    """A finding as data; ``again`` is the command that reproduces it."""

    law: str
    what: str
    where: str
    seed: int
    coups: int
    step: int | None
    table: Table | None
    again: str


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a check: ``over`` counts what was checked, by noun."""

    check: str
    says: str
    passed: bool
    over: dict[str, int]
    findings: list[FindingData]


class GameReport(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a game's checks; ``findings`` say why the game itself cannot be checked."""

    game: str | None
    passed: bool
    checks: list[Check]
    findings: list[FindingData]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The arguments of the command and its results."""

    package: str
    seed: int
    coups: int
    passed: bool
    games: list[GameReport]


@click.command(short_help="check the games of a package", cls=Command)
@click.argument("package")
@click.option("--game", "game_id", metavar="ID", help="check only this game of the package")
@click.option("--check", "only", metavar="NAME", multiple=True, cls=Option,
              type=click.Choice([check.name for check in CHECKS]),
              help=phrase("run only this check; may be repeated: {checks}",
                          checks=", ".join(check.name for check in CHECKS)))
@click.option("--seed", type=whole_number(0, 2 ** 63 - 1), default=0, show_default=True,
              help="the seed of the tables and players")
@click.option("--coups", type=whole_number(1, 1_000_000), default=COUPS, show_default=True,
              help="how many random coups to play for each law")
@click.option("--reset-rounds", is_flag=True,
              help="rewrite the golden rounds of the package, to be reviewed as a diff, and check "
                   "nothing")
@lang_option(expose=False)
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def command(package: str, game_id: str | None, only: tuple[str, ...], seed: int, coups: int,
            reset_rounds: bool, as_json: bool) -> None:
    """Check the games of PACKAGE against the requirements for every game of the catalogue.

    PACKAGE is an installed package, by the name under which it is installed (sabot-two-coins) or
    imported (two_coins), or the id of a game of the catalogue. Each check reports how much it
    checked. A failure is reported with its seed, table and step, and the command that reproduces
    it.

    \b
    As JSON: {"package", "seed", "coups", "passed", "games": [{"game", "passed", "checks":
    [{"check", "says", "passed", "over": {WHAT: n}, "findings"}], "findings": [{"law", "what",
    "where", "seed", "coups", "table", "step", "again"}]}]}. The findings of a game itself say why
    it cannot be checked; "step" and "table" are null if a finding is about none.
    Exit status: 0 all passed, 1 something failed, 2 there is no such package.
    """
    if reset_rounds:
        _reset(package, game_id)
        return
    games: list[GameReport] = []
    if (finding := packages.law_finding()) is not None:
        games.append(_unusable(None, finding, as_json))
    else:
        for game_id_ in _games_of(package, game_id):
            game = packages.load_game(game_id_)
            if isinstance(game, Finding):
                if not as_json:
                    heading(game_id_)
                games.append(_unusable(game_id_, game, as_json))
            else:
                games.append(_check_game(game, package, seed, coups, only, as_json))
    all_passed = all(game_id_.passed for game_id_ in games)
    if as_json:
        report = Report(package=package, seed=seed, coups=coups, passed=all_passed, games=games)
        print_json(to_plain(report))
    if not all_passed:
        raise SystemExit(NO)


def _reset(package: str, game_id: str | None) -> None:
    """Rewrite the golden rounds of a package and print which of them changed."""
    if (finding := packages.law_finding()) is not None:
        stop(finding.what, NO)
    for game_id_ in _games_of(package, game_id):
        game = packages.load_game(game_id_)
        if isinstance(game, Finding):
            stop(game.what, NO)
        try:
            changed = golden.rewrite(game)
        except (round_scripts.BadRound, ScriptEnds, UnicodeDecodeError) as error:
            stop(phrase("a golden round of {game} cannot be played: {why}", game=game_id_,
                        why=error_text(error)), NO)
        except OSError as error:
            stop(phrase("cannot write {file}: {why}", file=str(error.filename),
                        why=error_text(error)))
        rewritten = plural("{n} golden round rewritten", "{n} golden rounds rewritten",
                           len(changed))
        say(phrase("{game}: {rewritten}: {rounds}", game=game_id_, rewritten=rewritten,
                   rounds=", ".join(changed)) if changed else
            phrase("{game}: {rewritten}", game=game_id_, rewritten=rewritten))


def _games_of(package: str, game_id: str | None) -> tuple[str, ...]:
    """The ids of the games to check; ends with status 2 if there are none."""
    try:
        ids = packages.ids(package)
    except packages.NoSuchPackage as error:
        stop(error_text(error))
    if game_id is None:
        return ids
    if game_id not in ids:
        stop(phrase("{package} has no game {game!r}; it has {games}", package=package,
                    game=game_id, games=", ".join(ids)))
    return (game_id,)


def _unusable(game: str | None, finding: Finding, as_json: bool) -> GameReport:
    """The report of a game or law that cannot be loaded; printed unless ``as_json``."""
    if not as_json:
        say_line(phrase("FAILED"), 2)
        say(phrase("{where}: {what}", where=finding.where, what=finding.what)
            if finding.where else finding.what, 4)
    return GameReport(game=game, passed=False, checks=[], findings=[_data(finding, "")])


def _check_game(game: Game, package: str, seed: int, coups: int, only: tuple[str, ...],
             as_json: bool) -> GameReport:
    """Run the checks of a game; the results are printed one by one unless ``as_json``."""
    if not as_json:
        heading(plural("{game}: {name}, seed {seed}, {n} coup for each law",
                       "{game}: {name}, seed {seed}, {n} coups for each law", coups,
                       game=game.id, name=game.names[language()], seed=seed))
    base_command = f"sabot conformance {package}" + ("" if package == game.id else " --game "
                                                                                   f"{game.id}")
    checks: list[Check] = []
    for outcome in run_checks(game, seed, coups, only):
        commands = [f"{base_command} --check {outcome.check} --seed {finding.seed} --coups "
                    f"{finding.coups}"
                    for finding in outcome.findings]
        if not as_json:
            _show(game, outcome, commands)
        checks.append(Check(check=outcome.check, says=outcome.says, passed=outcome.passed,
                            over=dict(outcome.over), findings=[
                                _data(finding, command) for finding, command in zip(
                                    outcome.findings, commands, strict=True)]))
    if not as_json:
        _show_summary(checks)
    return GameReport(game=game.id, passed=all(finding.passed for finding in checks), checks=checks,
                   findings=[])


def _show_summary(checks: list[Check]) -> None:
    """Print how many checks passed, had nothing to check, and failed."""
    idle = sum(check.passed and not any(check.over.values()) for check in checks)
    failed = sum(not check.passed for check in checks)
    passed = len(checks) - idle - failed
    parts = [plural("{n} check passed", "{n} checks passed", passed)]
    if idle:
        parts.append(phrase("{n} had nothing to check", n=idle))
    if failed:
        parts.append(phrase("{n} failed", n=failed))
    say(phrase("{checks}.", checks=joined(parts)))


def _data(finding: Finding, again: str) -> FindingData:
    """A finding as data."""
    return FindingData(law=finding.law, what=finding.what, where=finding.where, seed=finding.seed,
                coups=finding.coups, step=finding.step if finding.step >= 0 else None,
                table=finding.table, again=again)


def _show(game: Game, outcome: Outcome, commands: list[str]) -> None:
    """Print the result of a check."""
    amounts = joined(_amount(noun, number) for noun, number in outcome.over.items() if number)
    passed = phrase("FAILED") if outcome.findings else phrase("passed") if amounts else "-"
    checked = amounts or phrase("nothing to check: {why}", why=IDLE_REASONS.get(
        outcome.check, phrase("it has nothing of the kind")))
    say_line(joined((f"{outcome.check:<12}", padded(rendered(passed), 6), checked), " "),
             2)
    say(outcome.says, 22)
    for finding, command in zip(outcome.findings, commands, strict=True):
        say(phrase("{law}: {where}: {what}", law=finding.law, where=finding.where,
                   what=finding.what) if finding.where else
            phrase("{law}: {what}", law=finding.law, what=finding.what), 4)
        details = [phrase("seed {seed}", seed=finding.seed),
                   *([phrase("step {step}", step=finding.step)] if finding.step >= 0 else []),
                   *([_table(game, finding.table)] if finding.table else [])]
        if finding.table or finding.step >= 0:
            say(joined(details, "; "), 6)
        say_line(phrase("again: {command}", command=command), 6)


def _amount(noun: str, number: int) -> Phrase:
    """How much of something was checked."""
    n = f"{number:,}".replace(",", " ")
    match noun:
        case "coups":
            return phrase("{n} coup", n=n) if number == 1 else phrase("{n} coups", n=n)
        case "steps":
            return phrase("{n} step", n=n) if number == 1 else phrase("{n} steps", n=n)
        case "tables":
            return phrase("{n} table", n=n) if number == 1 else phrase("{n} tables", n=n)
        case "figures":
            return phrase("{n} figure", n=n) if number == 1 else phrase("{n} figures", n=n)
        case "declarations":
            return phrase("{n} declaration", n=n) if number == 1 else \
                phrase("{n} declarations", n=n)
        case "golden coups":
            return phrase("{n} golden coup", n=n) if number == 1 else \
                phrase("{n} golden coups", n=n)
        case _:
            return joined((n, noun if number != 1 else noun.removesuffix("s")), " ")


def _table(game: Game, table: Table) -> Phrase:
    """A table in one line, without rules that have their default value."""
    defaults = game.rules()
    rules = [f"{name} {msgspec.to_builtins(value)!r}" for name in table.rules.__struct_fields__
             if (value := getattr(table.rules, name)) != getattr(defaults, name)]
    kind = phrase("a table for one player") if table.individual else phrase("a table shared")
    return joined([
        kind, *([phrase("attended")] if table.attended else []),
        plural("1 place", "{n} places", table.places),
        phrase("{n} for each player", n=table.places_per_player),
        phrase("{low} to {high} in steps of {unit}", low=game.money(table.minimum),
               high=game.money(table.maximum), unit=game.money(table.unit)), *rules])
