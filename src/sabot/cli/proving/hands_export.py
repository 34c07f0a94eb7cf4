"""``sabot hands export``: hands of poker from a journal as PHH files."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import click
import msgspec

from sabot import extras
from sabot.certify.audit.coups import table_of
from sabot.cli.language import lang_option
from sabot.cli.playing import journal
from sabot.cli.terminal import bad_parameter, say_line, stop, warn
from sabot.error_texts import error_text
from sabot.hands import Hand, HandError
from sabot.hands import export as export_hand
from sabot.hands.records import ALL_EYES
from sabot.ledger import LedgerError
from sabot.ledger.references import COUP_KINDS, Begin, decode_body
from sabot.procedure import Event
from sabot.procedure.table import Table
from sabot.words import phrase, plural

PAGE = 500
"""How many coups of a database are looked up at a time."""


class Source(NamedTuple):
    """A coup of a journal: its name, its table, its events, and when it began where the journal
    says so, in milliseconds since 1970."""

    name: str
    table: Table
    events: list[Event]
    at: int | None = None

    @property
    def fields(self) -> dict[str, object]:
        """The fields of the format for the number and the time of a hand."""
        if self.at is None:
            return {"hand": self.name}
        began = datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=self.at)
        return {"hand": self.name, "time": began.time().replace(microsecond=0),
                "time_zone": "UTC", "day": began.day, "month": began.month, "year": began.year}


def _moment(_: click.Context, __: click.Parameter, value: str | None) -> int:
    """A date or a moment in milliseconds since 1970; 0 for none."""
    if not value:
        return 0
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise bad_parameter(phrase("{value} is not a date such as 2026-11-29 or "
                                   "2026-11-29T21:30", value=repr(value[:40]))) from None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return (aware - datetime.fromtimestamp(0, UTC)) // timedelta(milliseconds=1)


@click.command()
@click.argument("path", metavar="[JOURNAL]", required=False,
                type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--database", metavar="URL", help="the house's database: a file or postgresql://...")
@click.option("--table", "table_id", default=None, metavar="TABLE",
              help="of a database only the hands of this table")
@click.option("--since", callback=_moment, metavar="DATE",
              help="of a database only hands that began at this date or later (UTC)")
@click.option("--eyes", default="", metavar="NAME",
              help="include the cards that this player saw (default: those that a spectator saw)")
@click.option("--all", "all_cards", is_flag=True, help="include every card, also hidden ones")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False),
              help="write one file for each hand into this folder")
@lang_option(expose=False)
def export(path: Path | None, database: str | None, table_id: str | None, since: int, eyes: str,
           all_cards: bool, out: Path | None) -> None:
    """Export hands of poker as PHH.

    They are those in JOURNAL, a file written by sabot play --journal, or in the database of a
    house.

    Exit status: 0 done, 2 wrong use or no hand of poker.
    """
    if all_cards and eyes:
        stop("give --eyes or --all, not both")
    if (path is None) == (database is None):
        stop("give a journal or --database")
    if path is not None and (table_id or since):
        stop("--table and --since need --database")
    sources = _of_file(path) if path is not None else _of_database(str(database), table_id, since)
    exported, players = 0, set[str]()
    try:
        for source in sources:
            try:
                hand = export_hand(source.events, source.table, ALL_EYES if all_cards else eyes,
                                   source.fields)
            except HandError as error:
                warn(phrase("coup {coup}: {error}", coup=source.name, error=error_text(error)))
                continue
            exported += 1
            players.update(player.name for player in hand.players)
            _write(hand, source, out, exported)
    except journal.BadJournal as error:
        stop(phrase("{file}: {error}", file=str(path), error=error_text(error)))
    except LedgerError as error:
        stop(phrase("{file}: {error}", file=str(database), error=error_text(error)))
    except OSError as error:
        stop(phrase("{file}: {error}", file=str(out or path), error=error_text(error)))
    if eyes and exported and eyes not in players:
        stop(phrase("{name!r} played none of these hands, which are exported as a spectator saw "
                    "them; the players are {players}", name=eyes,
                    players=", ".join(sorted(players))))
    if out is not None:
        say_line(plural("1 hand is in {folder}", "{n} hands are in {folder}", exported,
                        folder=str(out)))
    if not exported:
        stop("there is no hand of poker in this journal")


def _write(hand: Hand, source: Source, out: Path | None, n: int) -> None:
    """Writes a hand into its own file, or prints it under a heading after others."""
    if out is None:
        click.echo(f"[{n}]\n{hand.to_phh()}")
    else:
        out.mkdir(parents=True, exist_ok=True)
        (out / f"{source.table.game}-{source.name}.phh").write_text(hand.to_phh(), "utf-8")


def _of_file(path: Path) -> Iterator[Source]:
    for coup in journal.read(path):
        yield Source(str(coup.no), coup.table, coup.events)


def _of_database(url: str, table_id: str | None, since: int) -> Iterator[Source]:
    """The coups of hold'em and Omaha in a house's journal, in their order."""
    extras.require("house", "sabot hands export --database")
    from sabot.ledger import Ledger

    with Ledger.open(url, create=False, readonly=True) as ledger, ledger.snapshot() as books:
        last = 0
        while page := books.entries(kind="begin", table=table_id, since_seq=last, limit=PAGE):
            last = page[-1].seq
            for record in page:
                begun = decode_body("begin", record.body)
                if not isinstance(begun, Begin) or record.at < since:
                    continue
                try:
                    game, table = table_of(begun.table)
                except (msgspec.ValidationError, LookupError) as error:
                    warn(phrase("coup {coup}: {error}", coup=begun.coup, error=error_text(error)))
                    continue
                if game.hands is None or game.hands.history is None:
                    continue
                parts = [decode_body(entry.kind, entry.body)
                         for entry in books.entries(coup=begun.coup) if entry.kind in COUP_KINDS]
                yield Source(begun.coup, table, [event for part in parts if part is not None
                                                 for event in part.events], record.at)
