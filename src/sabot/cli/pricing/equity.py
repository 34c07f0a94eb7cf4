"""``sabot equity``: the equity of poker hands and ranges against each other."""

from __future__ import annotations

from typing import Any

import click

from sabot.cli.language import Command, rendered
from sabot.cli.pricing.render import add_column, console, new_table, percent
from sabot.cli.terminal import heading, print_json, reason, say, stop, whole_number
from sabot.errors import SabotError
from sabot.families.poker.equity import SAMPLES, Equity, equity
from sabot.families.poker.ranges import cards_of
from sabot.library.poker import form_of
from sabot.words import phrase

MAX_SAMPLES = 1_000_000_000


@click.command(short_help="compute what poker hands win against one another", cls=Command)
@click.argument("name", metavar="FORM")
@click.argument("ranges", metavar="HAND HAND ...", nargs=-1)
@click.option("--board", "board", default="", metavar="CARDS", help="cards on the board: 2c7d9h")
@click.option("--dead", "dead", default="", metavar="CARDS", help="cards that nobody can hold")
@click.option("--samples", type=whole_number(1, MAX_SAMPLES), metavar="N",
              help="draw N random deals, and give an interval")
@click.option("--seed", type=whole_number(0, 2 ** 64 - 1), default=0, show_default=True,
              help="the seed of the random deals")
@click.option("--exact", is_flag=True, help="count every deal, however long it takes")
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def command(name: str, ranges: tuple[str, ...], board: str, dead: str, samples: int | None,
            seed: int, exact: bool, as_json: bool) -> None:
    """Compute the share of the pot that each HAND wins against the others if nobody folds.

    FORM is holdem, omaha or synthetic. A HAND is cards or a range: AsKs, TT, AK, AKs, AKo, TT+,
    A9s+, 77-TT, 20% (the strongest fifth), random; in Omaha AsKsQhJh, AKQJ, AAxx, random.
    Separate several with commas: "TT+,AKs". Suits are s h d c.

    Every deal is counted if that takes only seconds; otherwise two million are drawn, and an
    interval shows the possible error.

    \b
    As JSON: {"form", "board", "dead", "exact", "deals", "seed", "players": [{"hand", "hands",
    "equity", "equity_float", "wins", "ties": {players: deals}, "p_win", "p_tie",
    "interval_95"}]}. Equities are fractions of the deals counted.
    """
    try:
        form = form_of(name)
    except SabotError as error:
        stop(reason(error))
    if len(ranges) < 2:
        stop(phrase("give two hands or more, as in sabot equity {form} {hands}", form=form.name,
                    hands="AsKs QQ" if form.hole == 2 else "AsAhKsKh JdTd9c8c"))
    try:
        result = equity(form, ranges, _cards("--board", board), _cards("--dead", dead),
                        samples=samples, seed=seed, exact=exact)
    except ValueError as error:
        stop(reason(error))
    if as_json:
        print_json(_encode(result))
    else:
        _show(result)


def _cards(option: str, text: str) -> list[str]:
    try:
        return cards_of(text)
    except ValueError as error:
        stop(phrase("{option}: {why}", option=option, why=reason(error)))


def _encode(result: Equity) -> dict[str, Any]:
    return {
        "form": result.form.name, "board": list(result.board), "dead": list(result.dead),
        "exact": result.exact, "deals": result.deals, "seed": result.seed,
        "players": [{
            "hand": share.text, "hands": share.hands, "equity": str(share.equity),
            "equity_float": float(share.equity), "wins": share.wins,
            "ties": {str(k): times for k, times in share.ties},
            "p_win": share.wins / result.deals,
            "p_tie": sum(times for _, times in share.ties) / result.deals,
            "interval_95": None if result.exact else list(share.interval)}
            for share in result.shares]}


def _show(result: Equity) -> None:
    board = phrase(", board {cards}", cards=" ".join(result.board)) if result.board else ""
    dead = phrase(", without {cards}", cards=" ".join(result.dead)) if result.dead else ""
    heading(phrase("{title}{board}{dead}", title=result.form.title, board=board, dead=dead))
    table = new_table(None, pad_edge=False)
    add_column(table, "hand", max_width=34)
    for name in ("hands", "equity", "wins", "ties", *(() if result.exact else ("95 % interval",))):
        add_column(table, name, justify="right", no_wrap=True)
    for share in result.shares:
        ties = sum(times for _, times in share.ties)
        low, high = share.interval
        table.add_row(
            share.text, f"{share.hands}", percent(float(share.equity), 3),
            percent(share.wins / result.deals, 3), percent(ties / result.deals, 3),
            *(() if result.exact else (rendered(phrase(
                "{low} to {high}", low=percent(low, 3), high=percent(high, 3))),)))
    console().print(table)
    deals = f"{result.deals:,}".replace(",", " ")
    if result.exact:
        say(phrase("exact: all {deals} deals", deals=deals))
    else:
        say(phrase("a sample of {deals} deals, seed {seed}; --exact counts every deal", deals=deals,
                   seed=result.seed) if result.deals == SAMPLES else
            phrase("a sample of {deals} deals, seed {seed}", deals=deals, seed=result.seed))
