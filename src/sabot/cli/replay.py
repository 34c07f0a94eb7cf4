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
from rich.markup import escape, render

from sabot.cli import journal
from sabot.cli.terminal import stop
from sabot.cli.verify import database_of, database_option
from sabot.ledger import Ledger, LedgerError, Record
from sabot.ledger.kept import Begin, body
from sabot.money import euros
from sabot.procedure import (
    ALL,
    COUNTED,
    Act,
    Call,
    Cover,
    Cut,
    Deal,
    Discard,
    Event,
    Handle,
    Listen,
    Move,
    Open,
    Part,
    Result,
    Reveal,
    Shift,
    Shuffle,
    Throw,
    Turn,
    Uncover,
)
from sabot.procedure.resolvers import ATTENDED
from sabot.procedure.tell import handling

_SUITS = {"S": "♠", "H": "[red]♥[/]", "D": "[red]♦[/]", "C": "♣"}
_MOVES = {
    "stake": "{player} stakes {amount} on {bet}",
    "return": "{amount} of {bet} returns to {player}",
    "refund": "{amount} of {bet} is refunded to {player}",
    "pay": "the bank pays {player} {amount} for {bet}{odds}",
    "collect": "the bank collects {amount} of {bet} from {player}",
    "contribute": "{amount} of {bet} goes to the jackpot",
    "seed": "the bank puts {amount} into the jackpot",
    "jackpot": "the jackpot pays {player} {amount} for {bet}",
    "restore": "the bank gives {amount} of {bet} back to {player}",
    "award": "{amount} of {bet} goes to {player}",
    "take": "{amount} of {bet} joins another bet",
    "hold": "{amount} of {bet} stays on the table",
    "resume": "{amount} of {bet} lies on the table from the coup before",
    "commission": "{amount} of {bet} is the commission of the house",
}


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
@click.option("--lang", type=click.Choice(["en", "pt"]), default="en", show_default=True,
              help="the language of the croupier's calls")
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
        stop(f"there is no file {coup}")
    try:
        with Ledger.open(database_of(database), create=False, readonly=True) as ledger:
            records = [r for r in ledger.entries(coup=coup) if r.kind in ("begin", "play", "void")]
            near = [] if records else _near(ledger, coup)
    except LedgerError as error:
        click.echo(f"sabot replay: {error}", err=True)
        sys.exit(2)
    if not records:
        hint = f"; the nearest: {', '.join(near)}" if near else "; it holds no coup at all"
        click.echo(f"sabot replay: the database holds no coup {coup!r}{hint}", err=True)
        sys.exit(2)
    try:
        begun, told = _read(records)
    except (msgspec.ValidationError, msgspec.DecodeError, LookupError) as error:
        click.echo(f"sabot replay: the coup {coup} cannot be read ({error}); sabot verify says "
                   "what does not fit", err=True)
        sys.exit(1)
    over = not (told and isinstance(told[-1][2].step, Listen))
    lines = list(_lines(told, _words(begun.game, lang)))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode({
            "coup": begun.coup, "no": begun.no, "game": begun.game, "table": records[0].table,
            "began": records[0].at, "over": over, "code": begun.code,
            "events": [msgspec.structs.replace(line, text=render(line.text).plain)
                       for line in lines]})).decode())
    else:
        _show(begun, records[0], lines, over)


def _near(ledger: Ledger, coup: str) -> list[str]:
    known = ledger.coups(limit=5_000)
    return (ledger.coups(like=coup, limit=5)
            or difflib.get_close_matches(coup, known, n=5, cutoff=0.4) or known[:5])


def _read(records: list[Record]) -> tuple[Begin, list[tuple[Record, int, Event]]]:
    """What the coup began with, and its events, each with its entry and place."""
    begun: Begin | None = None
    told: list[tuple[Record, int, Event]] = []
    for record in records:
        content = body(record.kind, record.body)
        if isinstance(content, Begin):
            begun = content
        if content is not None:
            told += [(record, len(told) + i, event) for i, event in enumerate(content.events)]
    if begun is None:
        raise LookupError("its begin is missing")
    return begun, told


def _words(game_id: str, lang: str) -> dict[str, str]:
    from sabot import games

    game = games.catalogue().get(game_id)
    return {} if game is None else game.words.get(lang) or game.words.get("pt", {})


def _lines(told: list[tuple[Record, int, Event]], words: dict[str, str]) -> Iterator[Line]:
    asked: Listen | None = None
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
        if isinstance(step, Listen):
            asked = step
            shown["step"].pop("offers", None)
            shown["step"]["offers"] = [{"act": o.act, "seat": o.seat, "law": o.law}
                                       for o in step.offers]
        yield Line(seq=record.seq, at=record.at, index=index, text=_text(event, words),
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


def _text(event: Event, words: dict[str, str]) -> str:
    """One event in words, with rich's marks."""
    step = event.step
    if event.void:
        return f"[bold]voided: {escape(event.void)}[/]"
    if isinstance(step, Move):
        return _MOVES[step.kind].format(player=escape(step.player), bet=step.bet,
                                        amount=euros(step.amount),
                                        odds=f" at {step.odds}" if step.odds else "")
    if isinstance(step, Deal):
        hidden = step.seen_by != ALL
        if event.incident is not None:
            seen = f" ({_card(event.incident.card)})" if event.incident.card and not hidden else ""
            return f"{_name(step.to)}: {_word('incident', event.incident.kind, words)}{seen}"
        card = "a card" if hidden else _card(event.card)
        return f"{_name(step.to)} is dealt {card}{', face down' if hidden else ''}"
    if isinstance(step, Listen):
        acts = dict.fromkeys(words.get(f"act.{o.act}", o.act) for o in step.offers)
        return f"[dim]asked ({step.window}): {', '.join(acts)}[/]"
    if step is None and event.incident is not None:
        where = f" ({event.incident.seat})" if event.incident.seat else ""
        note = f": {event.incident.note}" if event.incident.note else ""
        kind = _word("incident", event.incident.kind, words)
        return f"[bold]a fault is reported{escape(where)}: {kind}{escape(note)}[/]"
    if step is None:
        answer = event.answer
        if not isinstance(answer, Act):
            return "time runs out"
        said = str if answer.act in COUNTED else euros
        amount = f" {said(answer.amount)}" if answer.amount else ""
        act = words.get(f"act.{answer.act}", answer.act)
        return f"[bold]{escape(answer.player)}[/]: {act} {answer.seat}{amount}"
    return _plain(event, step, words)


def _plain(event: Event, step: Any, words: dict[str, str]) -> str:
    if isinstance(step, Call):
        called = escape(handling(words.get(f"call.{step.call}", step.call), step.facts))
        return f"[italic]«{called}»[/]" + (f" ({step.seat})" if step.seat else "")
    if isinstance(step, Reveal | Turn):
        card = step.card if isinstance(step, Reveal) else event.card
        return f"{_name(step.hand)} shows {_card(card)}"
    if isinstance(step, Shift):
        return f"{_card(step.card)} goes from {_name(step.frm)} to {_name(step.to)}, face up"
    if isinstance(step, Handle):
        return _handled(event, step, words)
    if isinstance(step, Throw | Uncover):
        fell = event.fell if isinstance(step, Throw) else step.fell
        incident = _word("incident", event.incident.kind, words) if event.incident else ""
        return f"{step.thing}: {incident or ' '.join(map(str, fell))}"
    if isinstance(step, Cut):
        return f"the shoe is cut at {step.at}"
    if isinstance(step, Result):
        total = f" with {step.facts['total']}" if "total" in step.facts else ""
        return f"{_name(step.hand)}: {words.get(f'result.{step.result}', step.result)}{total}"
    if isinstance(step, Part):
        return f"{_name(step.hand)} is split into {' and '.join(step.into)}"
    if isinstance(step, Discard):
        return f"to the discard tray: {', '.join(step.hands)}"
    if isinstance(step, Shuffle):
        less = f" (cards that lie outside: {len(step.without)})" if step.without else ""
        seal = "by hand" if event.seal == ATTENDED else f"seal {event.seal}"
        return f"{step.packs} packs shuffled{less}; {seal}"
    if isinstance(step, Open):
        return f"the shoe is opened; its seal was {step.seal}"
    return type(step).__name__.lower()


def _handled(event: Event, step: Handle, words: dict[str, str]) -> str:
    """What the croupier did, what he answered, or what he found instead."""
    told = handling(_word("handle", step.what, words), step.facts)
    if event.word:
        told += f": {_word('answer', event.word, words)}"
    if event.incident is not None:
        told += f": {_word('incident', event.incident.kind, words)}"
    return escape(told + (f" ({step.seat})" if step.seat else ""))


def _word(kind: str, key: str, words: dict[str, str]) -> str:
    return words.get(f"{kind}.{key}") or key.replace("-", " ")


def _card(card: str) -> str:
    return f"{card[:-1].replace('T', '10')}{_SUITS.get(card[-1:], card[-1:])}"


def _name(hand: str) -> str:
    return "the bank" if hand == "bank" else f"hand {hand}" if hand[:1].isdigit() else hand


def _show(begun: Begin, first: Record, lines: list[Line], over: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    began = datetime.fromtimestamp(first.at / 1000, UTC).isoformat(sep=" ", timespec="seconds")
    console = Console(highlight=False)
    console.print(f"[bold]Coup {begun.coup}[/] (no. {begun.no}) of {begun.game} at table "
                  f"{first.table}, begun {began}{'' if over else ', still open'}")
    grid = Table(box=None, pad_edge=False, show_header=False)
    grid.add_column(justify="right", style="dim")
    grid.add_column(overflow="fold", ratio=3)
    grid.add_column(style="dim", overflow="fold", ratio=2)
    for line in lines:
        grid.add_row(str(line.index), line.text, _clauses(line.law))
    console.print(grid)


def _clauses(law: tuple[str, ...]) -> str:
    """Clauses in short: the document and section of the first are said once."""
    told: list[str] = []
    section = ""
    for clause in law:
        where, _, rule = clause.rpartition("/")
        told.append(rule if where == section and where else clause)
        section = where
    return ", ".join(told)
