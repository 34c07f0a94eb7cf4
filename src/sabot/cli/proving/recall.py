"""``sabot recall``: the last games of a gaming machine, step by step, from the journal."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import click
import msgspec

from sabot.cli.language import Command, lang_option, words_under
from sabot.cli.proving.verify import database_of, database_option
from sabot.cli.terminal import (
    columns,
    heading,
    padded,
    print_json,
    say,
    stop,
    warn,
    whole_number,
    width,
)
from sabot.error_texts import error_text
from sabot.words import phrase, read_words

if TYPE_CHECKING:
    from sabot.cli.proving.replay import Line
    from sabot.house.table.game_recall import Recalled
    from sabot.ledger import Ledger

PHRASES = words_under("recall")
MAX_GAMES = 1_000


@click.command("recall", cls=Command)
@click.argument("machine")
@database_option
@click.option("--games", "many", type=whole_number(1, MAX_GAMES), default=None, metavar="K",
              help="how many games to show, the newest first (default: 10)")
@click.option("--game", "number", type=whole_number(1, 10**12), default=None, metavar="N",
              help="show the game with this number on the machine's meter")
@click.option("--meters", is_flag=True, help="also compare every meter with the journal")
@lang_option()
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def command(machine: str, database: str | None, many: int | None, number: int | None,
            meters: bool, lang: str, as_json: bool) -> None:
    """Show the last games of MACHINE step by step, each step with its clause.

    MACHINE is the name of its table or its identification number. The journal decides how many
    bets were made and what is owed (rule 14). The house may be open or closed.

    Exit status: 0 done, 1 there is no such game or it cannot be read, 2 wrong use.
    """
    from sabot.house.table import game_recall
    from sabot.ledger import Ledger, LedgerError

    if many and number:
        stop("give --games or --game, not both")
    try:
        with Ledger.open(database_of(database), create=False, readonly=True) as ledger:
            with ledger.snapshot() as books:
                table_id = game_recall.find_machine(books, machine)
                recalled = list(itertools.islice(game_recall.games(books, table_id, number or 0),
                                              1 if number else many or game_recall.LAST))
            if number and (not recalled or recalled[0].number != number):
                stop(phrase("machine {machine} has no game {number} that has ended; the one before "
                            "is {before}", machine=table_id, number=number,
                            before=recalled[0].number) if recalled else
                     phrase("machine {machine} has no game {number} that has ended",
                            machine=table_id, number=number), 1)
            figures = _figures(ledger, table_id) if meters else {}
    except game_recall.NoMachine as error:
        stop(error_text(error))
    except LedgerError as error:
        warn(phrase("sabot recall: {error}", error=error_text(error)))
        sys.exit(2)
    except (msgspec.ValidationError, msgspec.DecodeError, LookupError) as error:
        warn(phrase("sabot recall: the games cannot be read ({why}); sabot verify reports the "
                    "fault", why=error_text(error)))
        sys.exit(1)
    if as_json:
        print_json({"machine": table_id, **({"meters": figures} if meters else {}),
                    "games": [_describe(game, lang) for game in recalled]})
        return
    if meters:
        _show_meters(figures, lang)
    for game in recalled:
        _show(table_id, game, lang)
    if not recalled:
        say(PHRASES[lang]["none"].format(machine=table_id))


def _describe(game: Recalled, lang: str) -> dict[str, Any]:
    """A game as plain data, each step with its text, its clauses and where it is stored."""
    return {"number": game.number, "coup": game.coup, "at": game.at, **game.facts,
            "steps": [{"entry": line.seq, "event": line.index, "text": line.text,
                       "law": list(line.law)} for line in _lines(game, lang)]}


def _lines(game: Recalled, lang: str) -> list[Line]:
    from sabot.cli.proving.replay import describe_events, read_coup

    begin, events = read_coup(list(game.records))
    return list(describe_events(begin, events, lang))


def _show(table_id: str, recalled: Recalled, lang: str) -> None:
    from sabot import games
    from sabot.procedure import narration

    phrases, facts, game = PHRASES[lang], recalled.facts, games.game(recalled.begun.game)
    at = datetime.fromtimestamp(recalled.at / 1000, UTC).isoformat(sep=" ", timespec="seconds")
    heading(
        phrases["game"].format(number=recalled.number, machine=table_id, coup=recalled.coup, at=at)
    )
    money = game.money
    parts = [
        phrases["before"].format(sum=money(facts["before"])),
        phrases["bet"].format(bet=money(facts["bet"])),
        phrases["prize"].format(sum=money(facts["prize"])),
        *([phrases["jackpot"].format(sum=money(facts["jackpot"]))] if facts["jackpot"] else []),
        *(
            phrases["voucher"].format(number=v["number"], cents=money(v["cents"]))
            for v in facts["vouchers"]
        ),
        phrases["after"].format(sum=money(facts["after"])),
    ]
    say(" · ".join(parts), 2)
    windows = {window["event"]: window["shown"] for window in facts["windows"]}
    for line in _lines(recalled, lang):
        text = narration.Line(line.text, line.law).plain(game.section, width() - 20)
        click.echo(f"{line.index:>4}  {text}")
        for row in window_rows(windows.get(line.index, ())):
            click.echo(f"        {row}")
    click.echo()


def window_rows(reels: Sequence[Sequence[str]]) -> list[str]:
    """The rows of a machine's window as text; ``reels`` are its columns from the left."""
    if not reels:
        return []
    widths = [max(map(columns, reel)) for reel in reels]
    height = max(map(len, reels))
    return ["│" + "│".join(padded(reel[row] if row < len(reel) else "", width_)
                           for reel, width_ in zip(reels, widths, strict=True)) + "│"
            for row in range(height)]


def _figures(ledger: Ledger, table_id: str) -> dict[str, dict[str, Any]]:
    from sabot.house.money.meter_check import meter_figures

    return meter_figures(ledger, table_id)


@cache
def _meter_names() -> dict[str, dict[str, str]]:
    """The names of the meters, which the page of the machines has too."""
    return read_words(resources.files("sabot.web") / "words" / "floor.toml")


def _show_meters(figures: dict[str, dict[str, Any]], lang: str) -> None:
    heading(PHRASES[lang]["meters"])
    for name, meter in figures.items():
        agrees = meter["shows"] == meter["journal"]
        label = f"{name:<14}" if lang == "en" else \
            padded(_meter_names()[lang].get(f"floor.m.{name}", name), 26)
        click.echo(f"  {'  ' if agrees else '! '}{label}{meter['shows']:>16,}"
                   f"{meter['journal']:>16,}".replace(",", " ")
                   + ("" if agrees else f"   ({meter['law']})"))
    click.echo()
