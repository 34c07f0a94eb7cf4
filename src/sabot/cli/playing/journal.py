"""The record of coups as a file: one line of JSON for each coup; `sabot replay` verifies it.

A line has the number of the coup, its table, the carry with which it began, its events, and whether
it is over. A coup that was left open is written with its events so far; the line that continues it
has the same number and begins with the same events.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec

from sabot import __version__
from sabot.certify.audit.coups import table_of
from sabot.cli.playing.table_view import PHRASES
from sabot.cli.terminal import NO, heading, print_json, reason, stop, width
from sabot.procedure import FLOWS, Dealer, Event, canonical, flows, in_play, replay
from sabot.procedure.game import Game
from sabot.procedure.narration import Line, Narrator
from sabot.procedure.table import Table
from sabot.words import phrase


class BadJournal(ValueError):
    """A file that is not a record of coups, or is inconsistent; the text says where and why."""


class _Line(msgspec.Struct, frozen=True):
    no: int
    table: dict[str, Any]
    carry: dict[str, Any]
    events: list[Event]
    over: bool
    code: str = ""


class Coup(NamedTuple):
    """One coup of a journal: its line, the table and carry it began with, and its events."""

    line_number: int
    no: int
    game: Game
    table: Table
    carry: Any
    events: list[Event]
    dealer: Dealer

    @property
    def over(self) -> bool:
        """Whether the coup is over."""
        return self.dealer.over


def write(path: Path, no: int, table: Table, carry: Any, dealer: Dealer) -> None:
    """Append one line to the file, and return once it is on disk."""
    line = canonical({"no": no, "table": table, "carry": carry, "events": dealer.record,
                      "over": dealer.over, "code": __version__})
    with path.open("ab") as file:
        file.write(line + b"\n")
        file.flush()
        os.fsync(file.fileno())


def read(path: Path) -> Iterator[Coup]:
    """Each coup of the file, replayed from its record; BadJournal at the first that is wrong.

    A coup that was left open and continued is yielded once, from the last of its lines.
    """
    pending: Coup | None = None
    previous: Coup | None = None
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise BadJournal(phrase("cannot be read: {why}", why=error.strerror or "")) from None
    for at, raw in enumerate(lines, 1):
        coup = _coup(at, raw)
        if pending is not None and coup.no == pending.no:
            _check_continuation(pending, coup)
        else:
            if pending is not None:
                if not pending.over:
                    raise BadJournal(phrase("line {line}: coup {no} begins, but coup {other} of "
                                            "line {first} is still open", line=at, no=coup.no,
                                            other=pending.no, first=pending.line_number))
                yield pending
                previous = pending
            _check_order(previous, coup)
        pending = coup
    if pending is not None:
        yield pending


def _coup(at: int, raw: bytes) -> Coup:
    try:
        line = msgspec.json.decode(raw, type=_Line)
        game, table = table_of(line.table)
        carry = msgspec.convert(line.carry, game.carry)
    except (msgspec.ValidationError, msgspec.DecodeError, LookupError) as error:
        raise BadJournal(phrase("line {line} is not a coup of a journal: {why}", line=at,
                                why=reason(error))) from None
    try:
        dealer = replay(game.coup(table, carry), line.events)
    except Exception as error:  # a changed record can raise anything
        raise BadJournal(phrase("line {line}: coup {no} cannot be replayed: {why}", line=at,
                                no=line.no, why=_shorten(reason(error) or type(error).__name__))
                         ) from None
    if dealer.over != line.over:
        raise BadJournal(phrase("line {line}: coup {no} is over, but the line says that it is open",
                                line=at, no=line.no) if dealer.over else
                         phrase("line {line}: coup {no} is open, but the line says that it is over",
                                line=at, no=line.no))
    if dealer.over and (in_play_cents := sum(in_play(line.events).values())):
        raise BadJournal(phrase("line {line}: coup {no} is over, but {sum} are still in play",
                                line=at, no=line.no, sum=game.money(in_play_cents)))
    return Coup(at, line.no, game, table, carry, line.events, dealer)


def _check_continuation(first: Coup, second: Coup) -> None:
    if first.over or (first.table, first.carry) != (second.table, second.carry) \
            or second.events[:len(first.events)] != first.events:
        raise BadJournal(phrase("line {line}: coup {no} again, but different from line {first}",
                                line=second.line_number, no=second.no, first=first.line_number))


def _check_order(previous: Coup | None, coup: Coup) -> None:
    """Check that a coup begins with the outcome of the one before; BadJournal if not."""
    allowed = [coup.game.opening(coup.table)]
    if previous is not None:
        outcome = previous.dealer.outcome
        allowed = [outcome] if previous.game is coup.game else allowed
        if previous.game is coup.game:
            allowed.append(coup.game.reset_carry(coup.table, outcome))
        if coup.no != previous.no + 1:
            raise BadJournal(phrase("line {line}: found coup {no}; expected coup {expected}",
                                    line=coup.line_number, no=coup.no, expected=previous.no + 1))
    if coup.carry not in allowed:
        raise BadJournal(phrase("line {line}: the carry at the beginning of coup {no} is not that "
                                "at the end of the coup before it", line=coup.line_number,
                                no=coup.no))


def show_journal(path: Path, lang: str, as_json: bool) -> None:
    """Print each coup of the file with its clauses and net results; end with status 1 at the first
    that is wrong."""
    coups: list[dict[str, Any]] = []
    fault = ""
    try:
        for coup in read(path):
            description = _describe(coup, lang)
            coups.append(description)
            if not as_json:
                _show(coup, description, lang)
    except BadJournal as error:
        fault = reason(error)
    if as_json:
        print_json({"file": str(path), "verified": not fault, "fault": fault, "coups": coups})
    elif not fault:
        click.echo(PHRASES[lang]["verified-one" if len(coups) == 1 else "verified"]
                   .format(n=len(coups)))
    if fault:
        stop(phrase("{file}: {why}", file=path, why=fault), NO)


def _describe(coup: Coup, lang: str) -> dict[str, Any]:
    narrator = Narrator.of(coup.game, lang)
    lines = [{"text": line.text.strip(), "law": list(line.laws)}
             for line in narrator.lines(coup.events)]
    return {"no": coup.no, "game": coup.game.id, "table": coup.table.name, "over": coup.over,
            "nets": nets(coup.events), "lines": lines}


def _show(coup: Coup, description: dict[str, Any], lang: str) -> None:
    phrases = PHRASES[lang]
    heading(phrases["written"].format(no=coup.no, game=coup.game.id, table=coup.table.name)
            + ("" if coup.over else phrases["open"]))
    for line in description["lines"]:
        click.echo(Line(line["text"], tuple(line["law"])).plain(coup.game.section, width() - 14))
    for name, net in description["nets"].items():
        label = name.removeprefix("player:") if ":" in name else phrases.get(name, name)
        click.echo(f"{label}: {'+' if net > 0 else ''}{coup.game.money(net)}")
    click.echo()


def nets(events: list[Event]) -> dict[str, int]:
    """The net result of each player in cents, under ``player:NAME``; the bank and the table under
    their own names."""
    sums: dict[str, int] = {}
    for _, move in flows(events):
        for side, sign in zip(FLOWS[move.kind], (-1, 1), strict=True):
            name = f"player:{move.player}" if side == "player" else side
            sums[name] = sums.get(name, 0) + sign * move.amount
    return {name: net for name, net in sums.items() if net or name.startswith("player:")}


def _shorten(text: str) -> str:
    return text if len(text) < 200 else text[:200] + " ..."
