"""``sabot games``: list the games."""

from __future__ import annotations

import click
import msgspec

from sabot import games
from sabot import regulations as law
from sabot.cli.language import Command, lang_option
from sabot.cli.terminal import print_json, say_line, warn
from sabot.procedure.game import Period
from sabot.procedure.in_force import InForce
from sabot.words import phrase, render


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the catalogue: its names by language, its section of the register with the document
    and the number of rows, and when that is in force."""

    game: str
    names: dict[str, str]
    section: str
    document: str
    rows: int
    in_force: InForce


@click.command(short_help="list the games", cls=Command)
@lang_option()
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
        warn(phrase("{game} cannot be loaded: {why}", game=game_id, why=why))
    for game, entry in zip(catalogue, entries, strict=True):
        names = dict.fromkeys((entry.names["pt"], entry.names[lang]))
        rows = phrase("{document} ({section}, {rows} rows)", section=entry.section,
                      document=law.document(game.section).title_in(lang)[0], rows=entry.rows)
        click.echo(f"{entry.game:<22} {' / '.join(names)}")
        say_line(rows, 23)
        click.echo(f"{'':<22} {in_words(game.in_force, lang)}")


def in_words(period: Period, lang: str = "en") -> str:
    """The dates when a regulation is in force, with the note on them, as text."""
    note = period.note.get(lang, "")
    when = phrase("historical: in force from {since} until {until}", since=period.since,
                  until=period.until) if period.historical else \
        phrase("in force since {since}", since=period.since)
    return render(phrase("{when} ({note})", when=when, note=note) if note else when, lang)
