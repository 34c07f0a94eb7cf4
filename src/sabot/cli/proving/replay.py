"""``sabot replay``: show a stored coup step by step, each step with its clause."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from sabot import extras, games
from sabot.cli.language import Command, lang_option
from sabot.cli.playing import journal
from sabot.cli.playing.table_view import PHRASES
from sabot.cli.proving.verify import database_of, database_option
from sabot.cli.terminal import heading, stop, warn, width
from sabot.error_texts import error_text
from sabot.ledger import LedgerError, Record
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
from sabot.words import phrase

if TYPE_CHECKING:
    from sabot.ledger import Ledger


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a coup: where it is stored, its text and its clauses."""

    seq: int
    at: int
    index: int
    text: str
    law: tuple[str, ...]
    event: dict[str, Any]


@click.command(name="replay", cls=Command)
@click.argument("coup")
@database_option
@lang_option()
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def command(coup: str, database: str | None, lang: str, as_json: bool) -> None:
    """Show the stored coup COUP step by step, each step with the clause that ordered it.

    COUP may also be a file written by sabot play --journal: each of its coups is replayed and
    verified.

    Exit status: 0 done, 1 the coup cannot be read or a coup of the file is wrong, 2 wrong use.
    """
    path = Path(coup)
    if path.is_file():
        journal.show_journal(path, lang, as_json)
        return
    if path.suffix or len(path.parts) > 1:
        stop(phrase("{file} is not a file", file=coup) if path.exists() else
             phrase("there is no file {file}", file=coup))
    extras.require("house", "sabot replay COUP")
    from sabot.ledger import Ledger

    try:
        with Ledger.open(database_of(database), create=False, readonly=True) as ledger:
            records = coup_records(ledger, coup)
            similar = [] if records else _similar_coups(ledger, coup)
    except LedgerError as error:
        warn(phrase("sabot replay: {error}", error=error_text(error)))
        sys.exit(2)
    if not records:
        warn(phrase("sabot replay: the database has no coup {coup!r}; the nearest: {near}",
                    coup=coup, near=", ".join(similar)) if similar else
             phrase("sabot replay: the database has no coup {coup!r}; it has no coups", coup=coup))
        sys.exit(2)
    try:
        begin, events = read_coup(records)
    except (msgspec.ValidationError, msgspec.DecodeError, LookupError) as error:
        warn(phrase("sabot replay: the coup {coup} cannot be read ({why}); sabot verify reports "
                    "the fault", coup=coup, why=error_text(error)))
        sys.exit(1)
    is_over = not (events and isinstance(events[-1][2].step, Listen))
    try:
        lines = list(describe_events(begin, events, lang))
    except games.UnknownGame as unknown:
        stop(error_text(unknown))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode({
            "coup": begin.coup, "no": begin.no, "game": begin.game, "table": records[0].table,
            "began": records[0].at, "over": is_over, "code": begin.code,
            "events": lines})).decode())
    else:
        _show(begin, records[0], lines, is_over, lang)


def _similar_coups(ledger: Ledger, coup: str) -> list[str]:
    known = ledger.coups(limit=5_000)
    return (ledger.coups(like=coup, limit=5)
            or difflib.get_close_matches(coup, known, n=5, cutoff=0.4) or known[:5])


def coup_records(ledger: Ledger, coup: str) -> list[Record]:
    """The entries of the journal that record a coup."""
    return [r for r in ledger.entries(coup=coup) if r.kind in ("begin", "play", "void")]


def read_coup(records: list[Record]) -> tuple[Begin, list[tuple[Record, int, Event]]]:
    """The begin of a coup, and its events, each with its entry and index.

    LookupError if the begin is missing.
    """
    begin: Begin | None = None
    events: list[tuple[Record, int, Event]] = []
    for record in records:
        content = decode_body(record.kind, record.body)
        if isinstance(content, Begin):
            begin = content
        if content is not None:
            events += [(record, len(events) + i, event) for i, event in enumerate(content.events)]
    if begin is None:
        raise LookupError(phrase("its begin entry is missing"))
    return begin, events


def describe_events(
    begin: Begin, events: list[tuple[Record, int, Event]], lang: str
) -> Iterator[Line]:
    """The events of a coup as text with their clauses, without cards that stayed face down."""
    game = games.game(begin.game)
    narrator = narration.Narrator.of(game, lang)
    open_question: Listen | None = None
    menus = Menus()
    for record, index, event in events:
        format_line = msgspec.to_builtins(event)
        step = event.step
        # Cards that stayed face down are never shown: the shoe may still be in play.
        if isinstance(step, Cover) or (isinstance(step, Deal) and step.seen_by != ALL):
            for hidden in ("card", "fell", "nonce"):
                format_line.pop(hidden, None)
            format_line.get("incident", {}).pop("card", None)
        elif isinstance(step, Shuffle) and step.without:
            format_line["step"]["without"] = len(step.without)
        elif event.incident is not None and not isinstance(step, Deal | Throw):
            format_line["incident"].pop("card", None)
        clauses = (
            _clauses_of_answer(open_question, event) if step is None else (step.law, *step.also)
        )
        if isinstance(step, Menu):
            menus.add(step)
        elif isinstance(step, Listen):
            open_question = menus.expand(step)
            format_line["step"].pop("offers", None)
            format_line["step"]["offers"] = [{"act": o.act, "seat": o.seat, "law": o.law}
                                       for o in step.offers]
        line = narrator.line(inspect(event))
        text = line.text.strip() if line else type(step).__name__.lower()
        if isinstance(step, Shuffle | Open):
            text += f" ({event.seal or getattr(step, 'seal', '')})"
        yield Line(seq=record.seq, at=record.at, index=index, text=text,
                   law=tuple(dict.fromkeys(clauses)), event=format_line)


def _clauses_of_answer(question: Listen | None, event: Event) -> tuple[str, ...]:
    """The clauses under which an answer was accepted."""
    answer = event.answer
    if question is None or event.void:
        return ()
    if event.incident is not None:
        return (question.law,)
    if not isinstance(answer, Act):
        return (question.default_law,)
    return next(((o.law, *o.also) for o in question.offers
                 if o.act == answer.act and answer.seat in o.spots
                 and o.player in ("", answer.player)), ())


def _show(begin: Begin, first: Record, lines: list[Line], is_over: bool, lang: str) -> None:
    began = datetime.fromtimestamp(first.at / 1000, UTC).isoformat(sep=" ", timespec="seconds")
    phrases = PHRASES[lang]
    heading(phrases["stored"].format(coup=begin.coup, no=begin.no, game=begin.game, began=began,
                                  table=first.table) + ("" if is_over else phrases["open"]))
    section = games.game(begin.game).section
    for line in lines:
        click.echo(format_line(line, section))
    click.echo(phrases["clauses"].format(section=section))


def format_line(line: Line, section: str) -> str:
    """An event as one line: its index, its text, its clauses."""
    return f"{line.index:>4}  {narration.Line(line.text, line.law).plain(section, width() - 20)}"
