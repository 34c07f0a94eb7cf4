"""``sabot odds``: the exact odds of the bets of a game."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import msgspec

from sabot.cli.options import find_game, set_option, table_for, table_option
from sabot.cli.terminal import heading, put, say, stop


@click.command(short_help="the exact odds of a game")
@click.argument("game_id", metavar="GAME")
@click.option("--packs", type=int, help="the same as --set packs=N")
@table_option
@set_option
@click.option("--json", "as_json", is_flag=True, help="for programs")
def command(game_id: str, packs: int | None, path: Path | None, options: tuple[str, ...],
            as_json: bool) -> None:
    """Give the exact odds of the bets of GAME, as fractions. An edge above 0 favours the house.

    \b
    As JSON: {"game", "rules", "bets": [{"bet", "edge", "edge_float", "p_win", "p_push", "p_lose",
    "variance", "variance_float", "given"}], "not_priced": {bet: why}}.
    A bet without a proven value is not listed; stderr names it.
    """
    game = find_game(game_id)
    if packs is not None:
        options = (*options, f"packs={packs}")
    table = table_for(game, path, options, sums=True)
    price = game.parts.get("odds")
    if price is None:
        stop(f"no odds of {game.id} are computed yet")
    found: dict[str, Any] = price(table)
    for name, why in found["not_priced"].items():
        click.echo(f"sabot: not priced: {name}: {why}", err=True)
    if as_json:
        put({"game": game.id, "rules": msgspec.to_builtins(table.rules), **found})
        return
    for entry in found["bets"]:
        heading(entry["bet"])
        say(entry["given"], 2)
        for name in ("edge", "p_win", "p_push", "p_lose", "variance"):
            click.echo(f"  {name:<9} {entry[name]:<24} {_float(entry[name]):.8f}")
        if entry["edge"].startswith("-") and entry["p_lose"] != "0":
            say(f"this bet is to the player's advantage: he gains {entry['edge'][1:]} of his stake "
                f"on average ({-entry['edge_float']:.2%})", 2)
        if inner := entry.get("without_blackjack"):
            say("for a bettor known to have no blackjack, who alone is offered it:", 2)
            click.echo(f"  {'edge':<9} {inner['edge']:<24} {inner['edge_float']:.8f}")


def _float(text: str) -> float:
    """A fraction, or a decimal where the exact value is not known, as a number."""
    return float(Fraction(text))
