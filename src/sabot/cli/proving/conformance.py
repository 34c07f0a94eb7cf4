"""``sabot conformance``: whether the games of a package hold what every game must hold."""

from __future__ import annotations

import click
import msgspec

from sabot.cli.terminal import NO, heading, put, say, stop, whole_number
from sabot.conformance import CHECKS, Finding, Outcome, golden, packages, tried
from sabot.procedure import round_scripts
from sabot.procedure.game import Game
from sabot.procedure.resolvers import ScriptEnds
from sabot.procedure.table import Table

COUPS = 25
NOTHING = {
    "odds": "it has no simulation",
    "kernel": "it has no simulation",
    "golden": "no file lies in rounds/ beside its code",
}
"""Why a check had nothing to look at."""


class FoundAgain(msgspec.Struct, frozen=True, kw_only=True):
    """A finding as data, with the command that finds it ``again``."""

    law: str
    what: str
    where: str
    seed: int
    coups: int
    step: int | None
    table: Table | None
    again: str


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """What a check came to, ``over`` how many of what it went, and what it found."""

    check: str
    says: str
    passed: bool
    over: dict[str, int]
    findings: list[FoundAgain]


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What the checks of a game came to; ``findings``: why the game itself cannot be looked at."""

    game: str | None
    passed: bool
    checks: list[Check]
    findings: list[FoundAgain]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What was asked, and what it came to."""

    package: str
    seed: int
    coups: int
    passed: bool
    games: list[Checked]


@click.command(short_help="whether a game of a package holds what every game must hold")
@click.argument("package")
@click.option("--game", "game_id", metavar="ID", help="of a package with several games this one")
@click.option("--check", "only", metavar="NAME", multiple=True,
              type=click.Choice([check.name for check in CHECKS]),
              help=f"this check alone; may be given more than once: "
                   f"{', '.join(check.name for check in CHECKS)}")
@click.option("--seed", type=whole_number(0, 2 ** 63 - 1), default=0, show_default=True,
              help="which tables and players")
@click.option("--coups", type=whole_number(1, 1_000_000), default=COUPS, show_default=True,
              help="how many are played by chance for each law that is tried")
@click.option("--reset-rounds", is_flag=True,
              help="write what is told in the golden coups of the package anew, to be read as a "
                   "diff, and check nothing")
@click.option("--json", "as_json", is_flag=True, help="for programs")
def command(package: str, game_id: str | None, only: tuple[str, ...], seed: int, coups: int,
            reset_rounds: bool, as_json: bool) -> None:
    """Say whether the games of PACKAGE hold what every game of the catalogue must hold.

    PACKAGE is an installed package, by the name under which it is installed (sabot-two-coins) or
    imported (two_coins), or a game of the catalogue by its id. Each check says over how much it
    went; what fails is told with its seed, table and step, and with the command that finds it
    again.

    \b
    As JSON: {"package", "seed", "coups", "passed", "games": [{"game", "passed", "checks":
    [{"check", "says", "passed", "over": {WHAT: n}, "findings"}], "findings": [{"law", "what",
    "where", "seed", "coups", "table", "step", "again"}]}]}. The findings of a game itself say why
    it cannot be looked at; "step" and "table" are null where a finding is about none.
    Exit status: 0 all passed, 1 something failed, 2 there is no such package.
    """
    if reset_rounds:
        _reset(package, game_id)
        return
    games: list[Checked] = []
    if (unread := packages.law_that_cannot_be_read()) is not None:
        games.append(_unmade(None, unread, as_json))
    else:
        for one in _asked(package, game_id):
            made = packages.made(one)
            if isinstance(made, Finding):
                if not as_json:
                    heading(one)
                games.append(_unmade(one, made, as_json))
            else:
                games.append(_checked(made, package, seed, coups, only, as_json))
    passed = all(one.passed for one in games)
    if as_json:
        put(msgspec.to_builtins(Report(package=package, seed=seed, coups=coups, passed=passed,
                                       games=games)))
    if not passed:
        raise SystemExit(NO)


def _reset(package: str, game_id: str | None) -> None:
    """Write the golden coups of a package anew, and say which changed."""
    if (unread := packages.law_that_cannot_be_read()) is not None:
        stop(unread.what, NO)
    for one in _asked(package, game_id):
        made = packages.made(one)
        if isinstance(made, Finding):
            stop(made.what, NO)
        try:
            changed = golden.written_anew(made)
        except (round_scripts.BadRound, ScriptEnds, UnicodeDecodeError) as error:
            stop(f"a golden coup of {one} cannot be played: {error}", NO)
        except OSError as error:
            stop(f"cannot write {error.filename}: {error.strerror}")
        say(f"{one}: {len(changed)} golden coup{'s' * (len(changed) != 1)} written anew"
            f"{': ' * bool(changed)}{', '.join(changed)}")


def _asked(package: str, game_id: str | None) -> tuple[str, ...]:
    """The games that were asked for."""
    try:
        found = packages.ids(package)
    except packages.NoSuchPackage as error:
        stop(str(error.args[0]))
    if game_id is None:
        return found
    if game_id not in found:
        stop(f"{package} has no game {game_id!r}; it has {', '.join(found)}")
    return (game_id,)


def _unmade(game: str | None, found: Finding, as_json: bool) -> Checked:
    """A game that cannot be made, or law that cannot be read, told to people and as data."""
    if not as_json:
        click.echo("  FAILED")
        say(f"{found.where}: {found.what}" if found.where else found.what, 4)
    return Checked(game=game, passed=False, checks=[], findings=[_data(found, "")])


def _checked(game: Game, package: str, seed: int, coups: int, only: tuple[str, ...],
             as_json: bool) -> Checked:
    """The checks of a game, told as they are done, and as data."""
    if not as_json:
        heading(f"{game.id}: {game.names['en']}, seed {seed}, {coups} "
                f"coup{'s' * (coups != 1)} for each law")
    again = f"sabot conformance {package}" + ("" if package == game.id else f" --game {game.id}")
    checks: list[Check] = []
    for outcome in tried(game, seed, coups, only):
        commands = [f"{again} --check {outcome.check} --seed {one.seed} --coups {one.coups}"
                    for one in outcome.findings]
        if not as_json:
            _show(game, outcome, commands)
        checks.append(Check(check=outcome.check, says=outcome.says, passed=outcome.passed,
                            over=dict(outcome.over), findings=[
                                _data(one, how) for one, how in zip(
                                    outcome.findings, commands, strict=True)]))
    if not as_json:
        _summed(checks)
    return Checked(game=game.id, passed=all(one.passed for one in checks), checks=checks,
                   findings=[])


def _summed(checks: list[Check]) -> None:
    """How many checks passed, had nothing to look at, and failed."""
    idle = sum(one.passed and not any(one.over.values()) for one in checks)
    failed = sum(not one.passed for one in checks)
    passed = len(checks) - idle - failed
    say(f"{passed} check{'s' * (passed != 1)} passed"
        f"{f', {idle} had nothing to look at' * bool(idle)}{f', {failed} failed' * bool(failed)}.")


def _data(found: Finding, again: str) -> FoundAgain:
    """A finding as data."""
    return FoundAgain(law=found.law, what=found.what, where=found.where, seed=found.seed,
                coups=found.coups, step=found.step if found.step >= 0 else None,
                table=found.table, again=again)


def _show(game: Game, outcome: Outcome, commands: list[str]) -> None:
    """What a check came to, in words."""
    over = ", ".join(f"{many:,} {what if many != 1 else what.removesuffix('s')}".replace(",", " ")
                     for what, many in outcome.over.items() if many)
    passed = "FAILED" if outcome.findings else "passed" if over else "-"
    over = over or f"nothing to look at: {NOTHING.get(outcome.check, 'it has nothing of the kind')}"
    click.echo(f"  {outcome.check:<12} {passed:<6} {over}")
    say(outcome.says, 22)
    for one, how in zip(outcome.findings, commands, strict=True):
        say(f"{one.law}: {f'{one.where}: ' if one.where else ''}{one.what}", 4)
        seen = [f"seed {one.seed}", *([f"step {one.step}"] if one.step >= 0 else []),
                *([_table(game, one.table)] if one.table else [])]
        if one.table or one.step >= 0:
            say("; ".join(seen), 6)
        click.echo(f"      again: {how}")


def _table(game: Game, table: Table) -> str:
    """A table in a line: where it is as it is without a word, that is left out."""
    plain = game.rules()
    rules = [f"{name} {msgspec.to_builtins(held)!r}" for name in table.rules.__struct_fields__
             if (held := getattr(table.rules, name)) != getattr(plain, name)]
    kind = "for one player" if table.individual else "shared"
    return ", ".join([
        f"a table {kind}{', attended' if table.attended else ''}, {table.places} places",
        f"{table.places_per_player} for each player",
        f"{game.money(table.minimum)} to {game.money(table.maximum)} in steps of "
        f"{game.money(table.unit)}", *rules])
