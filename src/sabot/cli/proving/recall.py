"""``sabot recall``: the last games of a machine step by step, from the journal."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click
import msgspec

from sabot.cli.language_option import lang_option, words_under
from sabot.cli.proving.verify import database_of, database_option
from sabot.cli.terminal import heading, put, say, stop, whole, width

if TYPE_CHECKING:
    from sabot.cli.proving.replay import Line
    from sabot.house.table.game_recall import Recalled
    from sabot.ledger import Ledger

SAID = words_under("recall")
MOST = 1_000


@click.command("recall")
@click.argument("machine")
@database_option
@click.option("--games", "many", type=whole(1, MOST), default=None, metavar="K",
              help="so many games, the newest first; 10 where nothing is said")
@click.option("--game", "number", type=whole(1, 10**12), default=None, metavar="N",
              help="the game with this number by the machine's own meter")
@click.option("--meters", is_flag=True, help="every meter beside what the journal holds")
@lang_option()
@click.option("--json", "as_json", is_flag=True, help="the games as JSON")
def command(machine: str, database: str | None, many: int | None, number: int | None,
            meters: bool, lang: str, as_json: bool) -> None:
    """Tell the last games of MACHINE step by step, each step with its clause.

    MACHINE is the name of its table or its identification number. What the journal holds decides
    how many bets were made and what is owed (rule 14). The house may be open or closed.
    """
    from sabot.house.table import game_recall
    from sabot.ledger import Ledger, LedgerError

    if many and number:
        stop("give --games or --game, not both")
    try:
        with Ledger.open(database_of(database), create=False, readonly=True) as ledger:
            with ledger.snapshot() as books:
                table_id = game_recall.find_machine(books, machine)
                found = list(itertools.islice(game_recall.games(books, table_id, number or 0),
                                              1 if number else many or game_recall.LAST))
            if number and (not found or found[0].number != number):
                stop(f"machine {table_id} has no game {number} that was played to its end"
                     + (f"; the one before is {found[0].number}" if found else ""), 1)
            figures = _figures(ledger, table_id) if meters else {}
    except game_recall.NoMachine as error:
        stop(str(error))
    except LedgerError as error:
        click.echo(f"sabot recall: {error}", err=True)
        sys.exit(2)
    except (msgspec.ValidationError, msgspec.DecodeError, LookupError) as error:
        click.echo(f"sabot recall: the games cannot be read ({error}); sabot verify says what does "
                   "not fit", err=True)
        sys.exit(1)
    if as_json:
        put({"machine": table_id, **({"meters": figures} if meters else {}),
             "games": [_plain(one, lang) for one in found]})
        return
    if meters:
        _tell_meters(figures, lang)
    for one in found:
        _tell(table_id, one, lang)
    if not found:
        say(SAID[lang]["none"].format(machine=table_id))


def _plain(one: Recalled, lang: str) -> dict[str, Any]:
    """A game as plain data, each step with its words, its clauses and where it is stored."""
    return {"number": one.number, "coup": one.coup, "at": one.at, **one.facts,
            "steps": [{"entry": line.seq, "event": line.index, "text": line.text,
                       "law": list(line.law)} for line in _lines(one, lang)]}


def _lines(one: Recalled, lang: str) -> list[Line]:
    from sabot.cli.proving.replay import lines, read

    begun, told = read(list(one.records))
    return list(lines(begun, told, lang))


def _tell(table_id: str, one: Recalled, lang: str) -> None:
    from sabot import games
    from sabot.procedure import narration

    said, facts, game = SAID[lang], one.facts, games.game(one.begun.game)
    at = datetime.fromtimestamp(one.at / 1000, UTC).isoformat(sep=" ", timespec="seconds")
    heading(said["game"].format(number=one.number, machine=table_id, coup=one.coup, at=at))
    money = game.money
    parts = [said["before"].format(sum=money(facts["before"])),
             said["bet"].format(bet=money(facts["bet"])),
             said["prize"].format(sum=money(facts["prize"])),
             *([said["jackpot"].format(sum=money(facts["jackpot"]))] if facts["jackpot"] else []),
             *(said["voucher"].format(number=v["number"], cents=money(v["cents"]))
               for v in facts["vouchers"]),
             said["after"].format(sum=money(facts["after"]))]
    say(" · ".join(parts), 2)
    shown = {window["event"]: window["shown"] for window in facts["windows"]}
    for line in _lines(one, lang):
        told = narration.Line(line.text, line.law).plain(game.section, width() - 20)
        click.echo(f"{line.index:>4}  {told}")
        for row in drawn(shown.get(line.index, ())):
            click.echo(f"        {row}")
    click.echo()


def drawn(shown: Sequence[Sequence[str]]) -> list[str]:
    """A window row by row, its reels from the left, each as wide as its longest symbol."""
    if not shown:
        return []
    wide = [max(map(len, reel)) for reel in shown]
    high = max(map(len, shown))
    return ["│" + "│".join((reel[row] if row < len(reel) else "").ljust(size)
                           for reel, size in zip(shown, wide, strict=True)) + "│"
            for row in range(high)]


def _figures(ledger: Ledger, table_id: str) -> dict[str, dict[str, Any]]:
    from sabot.house.money.meter_check import meter_figures

    return meter_figures(ledger, table_id)


def _tell_meters(figures: dict[str, dict[str, Any]], lang: str) -> None:
    heading(SAID[lang]["meters"])
    for name, one in figures.items():
        agrees = one["shows"] == one["journal"]
        click.echo(f"  {'  ' if agrees else '! '}{name:<14}{one['shows']:>16,}"
                   f"{one['journal']:>16,}".replace(",", " ")
                   + ("" if agrees else f"   ({one['law']})"))
    click.echo()
