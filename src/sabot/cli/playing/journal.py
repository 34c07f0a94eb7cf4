"""The record of coups as a file: one line of JSON a coup, which `sabot replay` tells and verifies.

A line holds the number of the coup, its table, the carry that it began with, its events, and
whether it is over. A coup that was left open is written as far as it came; the line that goes on
with it has the same number and begins with the same events.
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
from sabot.cli.terminal import NO, heading, put, stop, width
from sabot.procedure import FLOWS, Dealer, Event, canonical, flows, in_play, replay
from sabot.procedure.game import Game
from sabot.procedure.narration import Line, Narrator
from sabot.procedure.table import Table


class BadJournal(ValueError):
    """A file that is no record of coups, or one that does not fit; the text says where and why."""


class _Line(msgspec.Struct, frozen=True):
    no: int
    table: dict[str, Any]
    carry: dict[str, Any]
    events: list[Event]
    over: bool
    code: str = ""


class Coup(NamedTuple):
    """One coup of a journal: where it stands in the file, what it began with and how it went."""

    at: int
    no: int
    game: Game
    table: Table
    carry: Any
    events: list[Event]
    dealer: Dealer

    @property
    def over(self) -> bool:
        return self.dealer.over


def write(path: Path, no: int, table: Table, carry: Any, dealer: Dealer) -> None:
    """One line more at the end of the file, on the disk before this returns."""
    line = canonical({"no": no, "table": table, "carry": carry, "events": dealer.record,
                      "over": dealer.over, "code": __version__})
    with path.open("ab") as file:
        file.write(line + b"\n")
        file.flush()
        os.fsync(file.fileno())


def read(path: Path) -> Iterator[Coup]:
    """Each coup of the file, told anew from its record; BadJournal at the first that does not fit.

    A coup that was left open and went on is given once, as it stands in the last of its lines.
    """
    waiting: Coup | None = None
    before: Coup | None = None
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise BadJournal(f"cannot be read: {error.strerror}") from None
    for at, raw in enumerate(lines, 1):
        coup = _coup(at, raw)
        if waiting is not None and coup.no == waiting.no:
            _goes_on(waiting, coup)
        else:
            if waiting is not None:
                if not waiting.over:
                    raise BadJournal(f"line {at}: coup {coup.no} begins, and coup {waiting.no} of "
                                     f"line {waiting.at} is still open")
                yield waiting
                before = waiting
            _follows(before, coup)
        waiting = coup
    if waiting is not None:
        yield waiting


def _coup(at: int, raw: bytes) -> Coup:
    try:
        line = msgspec.json.decode(raw, type=_Line)
        game, table = table_of(line.table)
        carry = msgspec.convert(line.carry, game.carry)
    except (msgspec.ValidationError, msgspec.DecodeError, LookupError) as error:
        raise BadJournal(f"line {at} is no coup of a journal: {error}") from None
    try:
        dealer = replay(game.coup(table, carry), line.events)
    except Exception as error:  # whatever a touched record makes of a procedure
        raise BadJournal(f"line {at}: coup {line.no} cannot be told again: "
                         f"{_short(str(error) or type(error).__name__)}") from None
    if dealer.over != line.over:
        raise BadJournal(f"line {at}: coup {line.no} is {'over' if dealer.over else 'open'}, and "
                         f"the line says that it is {'over' if line.over else 'open'}")
    if dealer.over and (left := sum(in_play(line.events).values())):
        raise BadJournal(f"line {at}: coup {line.no} is over, and {game.money(left)} are still in "
                         "play")
    return Coup(at, line.no, game, table, carry, line.events, dealer)


def _goes_on(was: Coup, now: Coup) -> None:
    if was.over or (was.table, was.carry) != (now.table, now.carry) \
            or now.events[:len(was.events)] != was.events:
        raise BadJournal(f"line {now.at}: coup {now.no} again, and not as line {was.at} has it")


def _follows(before: Coup | None, now: Coup) -> None:
    """Whether a coup begins with what the one before it left."""
    allowed = [now.game.opening(now.table)]
    if before is not None:
        outcome = before.dealer.outcome
        allowed = [outcome] if before.game is now.game else allowed
        if before.game is now.game:
            allowed.append(now.game.reset_carry(now.table, outcome))
        if now.no != before.no + 1:
            raise BadJournal(f"line {now.at}: found coup {now.no}; expected coup {before.no + 1}")
    if now.carry not in allowed:
        raise BadJournal(f"line {now.at}: coup {now.no} begins with another carry than the coup "
                         "before it left")


def tell(path: Path, lang: str, as_json: bool) -> None:
    """Tell each coup of the file with its clauses and what everybody won; ends with status 1 at the
    first that does not fit."""
    found: list[dict[str, Any]] = []
    bad = ""
    try:
        for coup in read(path):
            told = _told(coup, lang)
            found.append(told)
            if not as_json:
                _show(coup, told, lang)
    except BadJournal as error:
        bad = str(error)
    if as_json:
        put({"file": str(path), "verified": not bad, "fault": bad, "coups": found})
    elif not bad:
        click.echo(PHRASES[lang]["verified-one" if len(found) == 1 else "verified"]
                   .format(n=len(found)))
    if bad:
        stop(f"{path}: {bad}", NO)


def _told(coup: Coup, lang: str) -> dict[str, Any]:
    teller = Narrator.of(coup.game, lang)
    lines = [{"text": line.text.strip(), "law": list(line.laws)}
             for line in teller.lines(coup.events)]
    return {"no": coup.no, "game": coup.game.id, "table": coup.table.name, "over": coup.over,
            "nets": nets(coup.events), "lines": lines}


def _show(coup: Coup, told: dict[str, Any], lang: str) -> None:
    said = PHRASES[lang]
    heading(said["written"].format(no=coup.no, game=coup.game.id, table=coup.table.name)
            + ("" if coup.over else said["open"]))
    for line in told["lines"]:
        click.echo(Line(line["text"], tuple(line["law"])).plain(coup.game.section, width() - 14))
    for name, net in told["nets"].items():
        who = name.removeprefix("player:") if ":" in name else said.get(name, name)
        click.echo(f"{who}: {'+' if net > 0 else ''}{coup.game.money(net)}")
    click.echo()


def nets(events: list[Event]) -> dict[str, int]:
    """What each player won (or lost, below nothing) in cents; the bank and what the table keeps
    under their own names."""
    sums: dict[str, int] = {}
    for _, move in flows(events):
        for side, sign in zip(FLOWS[move.kind], (-1, 1), strict=True):
            name = f"player:{move.player}" if side == "player" else side
            sums[name] = sums.get(name, 0) + sign * move.amount
    return {name: net for name, net in sums.items() if net or name.startswith("player:")}


def _short(text: str) -> str:
    return text if len(text) < 200 else text[:200] + " ..."
