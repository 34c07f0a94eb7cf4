"""``sabot games``: the catalogue."""

from __future__ import annotations

from typing import Any

import click

from sabot import games, law
from sabot.cli.terminal import put
from sabot.words import LANGS, said

_WORDS = said({
    "rows": ("{document} ({section}, {rows} linhas)", "{document} ({section}, {rows} rows)",
             "{document}（{section}，{rows}項）"),
    "since": ("em vigor desde {since}", "in force since {since}", "自{since}起生效"),
    "until": ("histórico: em vigor de {since} até {until}",
              "historical: in force from {since} until {until}",
              "歷史規章：{since}起生效，至{until}止"),
    "note": ("{when} ({note})", "{when} ({note})", "{when}（{note}）"),
})


@click.command(short_help="the catalogue of games")
@click.option("--lang", type=click.Choice(sorted(LANGS)), default="en", show_default=True,
              help="the language of what is told")
@click.option("--json", "as_json", is_flag=True, help="for programs")
def command(lang: str, as_json: bool) -> None:
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
    for game_id, why in games.not_loaded().items():
        click.echo(f"{game_id} is left out: {why}", err=True)
    for entry in found:
        names = dict.fromkeys((entry["names"]["pt"], entry["names"][lang]))
        click.echo(f"{entry['game']:<22} {' / '.join(names)}")
        click.echo(f"{'':<22} {_WORDS[lang]['rows'].format(**entry)}")
        click.echo(f"{'':<22} {in_words(entry['in_force'], lang)}")


def in_words(period: dict[str, Any], lang: str = "en") -> str:
    """When a regulation was in force, and what is known of these dates."""
    words, note = _WORDS[lang], period["note"].get(lang, "")
    when = words["until" if period["historical"] else "since"].format(**period)
    return words["note"].format(when=when, note=note) if note else when
