"""``sabot replay``: tell a stored coup line by line, each line with its clause."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import msgspec

from sabot import games
from sabot.cli.language_option import lang_option
from sabot.cli.playing import journal
from sabot.cli.playing.table_view import PHRASES
from sabot.cli.proving.verify import database_of, database_option
from sabot.cli.terminal import heading, stop, width
from sabot.ledger import Ledger, LedgerError, Record
from sabot.ledger.references import Begin, decode_body
from sabot.procedure import (
    ALL,
    Act,
    Cover,
    Deal,
    Event,
    Listen,
    Menu,
    Menus,
    Open,
    Shuffle,
    Throw,
    narration,
)
from sabot.procedure.view import inspect


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a coup as it is told: where it is stored, its words and its clauses."""

    seq: int
    at: int
    index: int
    text: str
    law: tuple[str, ...]
    event: dict[str, Any]


@click.command(name="replay")
@click.argument("coup")
@database_option
@lang_option()
@click.option("--json", "as_json", is_flag=True, help="the events with their clauses as JSON")
def command(coup: str, database: str | None, lang: str, as_json: bool) -> None:
    """Tell the stored coup COUP line by line, each line with the clause that ordered it.

    COUP may also be a file that sabot play wrote with --journal: each of its coups is told anew
    and verified; the status is 1 at the first that does not fit.
    """
    path = Path(coup)
    if path.is_file():
        journal.tell(path, lang, as_json)
        return
    if path.suffix or len(path.parts) > 1:
        stop(f"{coup} is no file" if path.exists() else f"there is no file {coup}")
    try:
        with Ledger.open(database_of(database), create=False, readonly=True) as ledger:
            records = kept(ledger, coup)
            near = [] if records else _near(ledger, coup)
    except LedgerError as error:
        click.echo(f"sabot replay: {error}", err=True)
        sys.exit(2)
    if not records:
        hint = f"; the nearest: {', '.join(near)}" if near else "; it holds no coup at all"
        click.echo(f"sabot replay: the database holds no coup {coup!r}{hint}", err=True)
        sys.exit(2)
    try:
        begun, told = read(records)
    except (msgspec.ValidationError, msgspec.DecodeError, LookupError) as error:
        click.echo(f"sabot replay: the coup {coup} cannot be read ({error}); sabot verify says "
                   "what does not fit", err=True)
        sys.exit(1)
    over = not (told and isinstance(told[-1][2].step, Listen))
    try:
        told_lines = list(lines(begun, told, lang))
    except games.UnknownGame as unknown:
        stop(str(unknown.args[0]))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode({
            "coup": begun.coup, "no": begun.no, "game": begun.game, "table": records[0].table,
            "began": records[0].at, "over": over, "code": begun.code,
            "events": told_lines})).decode())
    else:
        _show(begun, records[0], told_lines, over, lang)


def _near(ledger: Ledger, coup: str) -> list[str]:
    known = ledger.coups(limit=5_000)
    return (ledger.coups(like=coup, limit=5)
            or difflib.get_close_matches(coup, known, n=5, cutoff=0.4) or known[:5])


def kept(ledger: Ledger, coup: str) -> list[Record]:
    """The entries of a journal that tell a coup."""
    return [r for r in ledger.entries(coup=coup) if r.kind in ("begin", "play", "void")]


def read(records: list[Record]) -> tuple[Begin, list[tuple[Record, int, Event]]]:
    """What the coup began with, and its events, each with its entry and place."""
    begun: Begin | None = None
    told: list[tuple[Record, int, Event]] = []
    for record in records:
        content = decode_body(record.kind, record.body)
        if isinstance(content, Begin):
            begun = content
        if content is not None:
            told += [(record, len(told) + i, event) for i, event in enumerate(content.events)]
    if begun is None:
        raise LookupError("its begin is missing")
    return begun, told


def lines(begun: Begin, told: list[tuple[Record, int, Event]], lang: str) -> Iterator[Line]:
    """The events of a coup in words, each with its clauses; no card that stayed face down."""
    game = games.game(begun.game)
    teller = narration.Narrator.of(game, lang)
    asked: Listen | None = None
    menus = Menus()
    for record, index, event in told:
        shown = msgspec.to_builtins(event)
        step = event.step
        # What stayed face down is told to nobody: the shoe may still be in play.
        if isinstance(step, Cover) or (isinstance(step, Deal) and step.seen_by != ALL):
            for hidden in ("card", "fell", "nonce"):
                shown.pop(hidden, None)
            shown.get("incident", {}).pop("card", None)
        elif isinstance(step, Shuffle) and step.without:
            shown["step"]["without"] = len(step.without)
        elif event.incident is not None and not isinstance(step, Deal | Throw):
            shown["incident"].pop("card", None)
        law = _answered(asked, event) if step is None else (step.law, *step.also)
        if isinstance(step, Menu):
            menus.add(step)
        elif isinstance(step, Listen):
            asked = menus.expand(step)
            shown["step"].pop("offers", None)
            shown["step"]["offers"] = [{"act": o.act, "seat": o.seat, "law": o.law}
                                       for o in step.offers]
        line = teller.line(inspect(event))
        text = line.text.strip() if line else type(step).__name__.lower()
        if isinstance(step, Shuffle | Open):
            text += f" ({event.seal or getattr(step, 'seal', '')})"
        yield Line(seq=record.seq, at=record.at, index=index, text=text,
                   law=tuple(dict.fromkeys(law)), event=shown)


def _answered(asked: Listen | None, event: Event) -> tuple[str, ...]:
    """The clauses under which an answer was accepted."""
    answer = event.answer
    if asked is None or event.void:
        return ()
    if event.incident is not None:
        return (asked.law,)
    if not isinstance(answer, Act):
        return (asked.default_law,)
    return next(((o.law, *o.also) for o in asked.offers
                 if o.act == answer.act and answer.seat in o.spots
                 and o.player in ("", answer.player)), ())


def _show(begun: Begin, first: Record, lines: list[Line], over: bool, lang: str) -> None:
    began = datetime.fromtimestamp(first.at / 1000, UTC).isoformat(sep=" ", timespec="seconds")
    said = PHRASES[lang]
    heading(said["stored"].format(coup=begun.coup, no=begun.no, game=begun.game, began=began,
                                  table=first.table) + ("" if over else said["open"]))
    section = games.game(begun.game).section
    for line in lines:
        click.echo(shown(line, section))
    click.echo(said["clauses"].format(section=section))


def shown(line: Line, section: str) -> str:
    """An event as one line: its number, its words, its clauses."""
    return f"{line.index:>4}  {narration.Line(line.text, line.law).plain(section, width() - 20)}"
