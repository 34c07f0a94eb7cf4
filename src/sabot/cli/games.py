"""``sabot games``: the catalogue."""

from __future__ import annotations

from typing import Any

import click

from sabot import games, law
from sabot.cli.terminal import put


@click.command(short_help="the catalogue of games")
@click.option("--json", "as_json", is_flag=True, help="for programs")
def command(as_json: bool) -> None:
    """List the games that can be played, each with the regulation that it follows."""
    found: list[dict[str, Any]] = [
        {"game": made.id, "names": made.names, "section": made.section,
         "document": law.document(made.section).title, "rows": len(law.sections()[made.section]),
         "in_force": made.in_force.told()}
        for made in games.catalogue().values()
    ]
    if as_json:
        put(found)
        return
    for entry in found:
        names = entry["names"]
        click.echo(f"{entry['game']:<22} {names['pt']} / {names['en']}")
        click.echo(f"{'':<22} {entry['document']} ({entry['section']}, {entry['rows']} rows)")
        click.echo(f"{'':<22} {in_words(entry['in_force'])}")


def in_words(period: dict[str, Any]) -> str:
    """When a regulation was in force, and what is known of these dates."""
    note = f" ({period['note']})" if period["note"] else ""
    if period["historical"]:
        return f"historical: in force from {period['since']} until {period['until']}{note}"
    return f"in force since {period['since']}{note}"
