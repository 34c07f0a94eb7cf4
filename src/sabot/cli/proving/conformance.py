"""``sabot conformance``: check the games of a package against the requirements for every game."""

from __future__ import annotations

import click
import msgspec

from sabot.cli.terminal import NO, heading, print_json, say, stop, whole_number
from sabot.conformance import CHECKS, Finding, Outcome, golden, packages, run_checks
from sabot.procedure import round_scripts
from sabot.procedure.game import Game
from sabot.procedure.resolvers import ScriptEnds
from sabot.procedure.table import Table

COUPS = 25
IDLE_REASONS = {
    "odds": "it has no simulation",
    "kernel": "it has no simulation",
    "golden": "there is no file in rounds/ next to its code",
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


@click.command(short_help="check the games of a package")
@click.argument("package")
@click.option("--game", "game_id", metavar="ID", help="check only this game of the package")
@click.option("--check", "only", metavar="NAME", multiple=True,
              type=click.Choice([check.name for check in CHECKS]),
              help=f"run only this check; may be repeated: "
                   f"{', '.join(check.name for check in CHECKS)}")
@click.option("--seed", type=whole_number(0, 2 ** 63 - 1), default=0, show_default=True,
              help="the seed of the tables and players")
@click.option("--coups", type=whole_number(1, 1_000_000), default=COUPS, show_default=True,
              help="how many random coups to play for each law")
@click.option("--reset-rounds", is_flag=True,
              help="rewrite the golden rounds of the package, to be reviewed as a diff, and check "
                   "nothing")
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
        print_json(msgspec.to_builtins(report))
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
            stop(f"a golden round of {game_id_} cannot be played: {error}", NO)
        except OSError as error:
            stop(f"cannot write {error.filename}: {error.strerror}")
        say(f"{game_id_}: {len(changed)} golden round{'s' * (len(changed) != 1)} rewritten"
            f"{': ' * bool(changed)}{', '.join(changed)}")


def _games_of(package: str, game_id: str | None) -> tuple[str, ...]:
    """The ids of the games to check; ends with status 2 if there are none."""
    try:
        ids = packages.ids(package)
    except packages.NoSuchPackage as error:
        stop(str(error.args[0]))
    if game_id is None:
        return ids
    if game_id not in ids:
        stop(f"{package} has no game {game_id!r}; it has {', '.join(ids)}")
    return (game_id,)


def _unusable(game: str | None, finding: Finding, as_json: bool) -> GameReport:
    """The report of a game or law that cannot be loaded; printed unless ``as_json``."""
    if not as_json:
        click.echo("  FAILED")
        say(f"{finding.where}: {finding.what}" if finding.where else finding.what, 4)
    return GameReport(game=game, passed=False, checks=[], findings=[_data(finding, "")])


def _check_game(game: Game, package: str, seed: int, coups: int, only: tuple[str, ...],
             as_json: bool) -> GameReport:
    """Run the checks of a game; the results are printed one by one unless ``as_json``."""
    if not as_json:
        heading(f"{game.id}: {game.names['en']}, seed {seed}, {coups} "
                f"coup{'s' * (coups != 1)} for each law")
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
    say(f"{passed} check{'s' * (passed != 1)} passed"
        f"{f', {idle} had nothing to check' * bool(idle)}{f', {failed} failed' * bool(failed)}.")


def _data(finding: Finding, again: str) -> FindingData:
    """A finding as data."""
    return FindingData(law=finding.law, what=finding.what, where=finding.where, seed=finding.seed,
                coups=finding.coups, step=finding.step if finding.step >= 0 else None,
                table=finding.table, again=again)


def _show(game: Game, outcome: Outcome, commands: list[str]) -> None:
    """Print the result of a check."""
    amounts = ", ".join(f"{number:,} "
                        f"{noun if number != 1 else noun.removesuffix('s')}".replace(",", " ")
                     for noun, number in outcome.over.items() if number)
    passed = "FAILED" if outcome.findings else "passed" if amounts else "-"
    amounts = (
        amounts
        or f"nothing to check: {IDLE_REASONS.get(outcome.check, 'it has nothing of the kind')}"
    )
    click.echo(f"  {outcome.check:<12} {passed:<6} {amounts}")
    say(outcome.says, 22)
    for finding, command in zip(outcome.findings, commands, strict=True):
        say(f"{finding.law}: {f'{finding.where}: ' if finding.where else ''}{finding.what}", 4)
        details = [f"seed {finding.seed}", *([f"step {finding.step}"] if finding.step >= 0 else []),
                *([_table(game, finding.table)] if finding.table else [])]
        if finding.table or finding.step >= 0:
            say("; ".join(details), 6)
        click.echo(f"      again: {command}")


def _table(game: Game, table: Table) -> str:
    """A table in one line, without rules that have their default value."""
    defaults = game.rules()
    rules = [f"{name} {msgspec.to_builtins(value)!r}" for name in table.rules.__struct_fields__
             if (value := getattr(table.rules, name)) != getattr(defaults, name)]
    kind = "for one player" if table.individual else "shared"
    return ", ".join([
        f"a table {kind}{', attended' if table.attended else ''}, {table.places} places",
        f"{table.places_per_player} for each player",
        f"{game.money(table.minimum)} to {game.money(table.maximum)} in steps of "
        f"{game.money(table.unit)}", *rules])
