"""``sabot games``: list the games."""

from __future__ import annotations

import click
import msgspec

from sabot import games, law
from sabot.cli.terminal import print_json
from sabot.procedure.game import Period
from sabot.procedure.in_force import InForce
from sabot.words import LANGS, by_language

_WORDS = by_language({
    "rows": ("{document} ({section}, {rows} linhas)", "{document} ({section}, {rows} rows)",
             "{document}（{section}，{rows}項）"),
    "since": ("em vigor desde {since}", "in force since {since}", "自{since}起生效"),
    "until": ("histórico: em vigor de {since} até {until}",
              "historical: in force from {since} until {until}",
              "歷史規章：{since}起生效，至{until}止"),
    "note": ("{when} ({note})", "{when} ({note})", "{when}（{note}）"),
})


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the catalogue: its names by language, its section of the register with the document
    and the number of rows, and when that is in force."""

    game: str
    names: dict[str, str]
    section: str
    document: str
    rows: int
    in_force: InForce


@click.command(short_help="list the games")
@click.option("--lang", type=click.Choice(sorted(LANGS)), default="en", show_default=True,
              help="the language of the output")
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def command(lang: str, as_json: bool) -> None:
    """List the games, each with its regulation and the dates when that is in force."""
    catalogue = games.catalogue().values()
    entries = [Entry(game=game.id, names=game.names, section=game.section,
                     document=law.document(game.section).title,
                     rows=len(law.sections()[game.section]), in_force=InForce.of(game))
               for game in catalogue]
    if as_json:
        print_json(msgspec.to_builtins(entries))
        return
    for game_id, why in games.not_loaded().items():
        click.echo(f"{game_id} cannot be loaded: {why}", err=True)
    for game, entry in zip(catalogue, entries, strict=True):
        names = dict.fromkeys((entry.names["pt"], entry.names[lang]))
        rows = _WORDS[lang]["rows"].format(document=entry.document, section=entry.section,
                                           rows=entry.rows)
        click.echo(f"{entry.game:<22} {' / '.join(names)}")
        click.echo(f"{'':<22} {rows}")
        click.echo(f"{'':<22} {in_words(game.in_force, lang)}")


def in_words(period: Period, lang: str = "en") -> str:
    """The dates when a regulation is in force, with the note on them, as text."""
    words, note = _WORDS[lang], period.note.get(lang, "")
    when = words["until" if period.historical else "since"].format(
        since=period.since, until=period.until)
    return words["note"].format(when=when, note=note) if note else when
