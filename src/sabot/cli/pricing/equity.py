"""``sabot equity``: what hands and ranges of poker are worth against one another."""

from __future__ import annotations

from typing import Any

import click

from sabot.cli.pricing.render import console, percent, table_
from sabot.cli.terminal import heading, put, say, stop, whole_number
from sabot.families.poker.equity import SAMPLES, Equity, equity
from sabot.families.poker.forms import FORMS, Form
from sabot.families.poker.ranges import cards_of

MOST = 1_000_000_000


@click.command(short_help="what hands of poker win against one another")
@click.argument("name", metavar="FORM")
@click.argument("ranges", metavar="HAND HAND ...", nargs=-1)
@click.option("--board", "board", default="", metavar="CARDS", help="cards on the board: 2c7d9h")
@click.option("--dead", "dead", default="", metavar="CARDS", help="cards that nobody can have")
@click.option("--samples", type=whole_number(1, MOST), metavar="N",
              help="N deals by chance, with an interval")
@click.option("--seed", type=whole_number(0, 2 ** 64 - 1), default=0, show_default=True,
              help="the seed of a sample")
@click.option("--exact", is_flag=True, help="every deal, however long it takes")
@click.option("--json", "as_json", is_flag=True, help="for programs")
def command(name: str, ranges: tuple[str, ...], board: str, dead: str, samples: int | None,
            seed: int, exact: bool, as_json: bool) -> None:
    """Say what part of the pot each HAND wins against the others, nobody folding.

    FORM is holdem, omaha or synthetic. A HAND is cards or a range: AsKs, TT, AK, AKs, AKo, TT+,
    A9s+, 77-TT, 20% (the strongest fifth), random; in Omaha AsKsQhJh, AKQJ, AAxx, random.
    Several stand with commas: "TT+,AKs". Suits are s h d c.

    Every deal is counted where that takes seconds; else two million are drawn, and an interval
    says how far the answer may be off.

    \b
    As JSON: {"form", "board", "dead", "exact", "deals", "seed", "players": [{"hand", "hands",
    "equity", "equity_float", "wins", "ties": {players: deals}, "p_win", "p_tie",
    "interval_95"}]}. Equities are fractions of the deals counted.
    """
    form = _form(name)
    if len(ranges) < 2:
        stop(f"equity is against somebody: give two hands or more, as in sabot equity {form.name} "
             f"{'AsKs QQ' if form.hole == 2 else 'AsAhKsKh JdTd9c8c'}")
    try:
        found = equity(form, ranges, _cards("--board", board), _cards("--dead", dead),
                       samples=samples, seed=seed, exact=exact)
    except ValueError as wrong:
        stop(str(wrong))
    if as_json:
        put(_plain(found))
    else:
        _show(found)


def _form(name: str) -> Form:
    fit = [form for form in FORMS.values() if name and form.name.startswith(name.lower())]
    if len(fit) != 1:
        stop(f"there is no poker of the form {name!r}; known are {', '.join(FORMS)}")
    return fit[0]


def _cards(option: str, text: str) -> list[str]:
    try:
        return cards_of(text)
    except ValueError as wrong:
        stop(f"{option}: {wrong}")


def _plain(found: Equity) -> dict[str, Any]:
    return {
        "form": found.form.name, "board": list(found.board), "dead": list(found.dead),
        "exact": found.exact, "deals": found.deals, "seed": found.seed,
        "players": [{
            "hand": share.text, "hands": share.hands, "equity": str(share.equity),
            "equity_float": float(share.equity), "wins": share.wins,
            "ties": {str(k): times for k, times in share.ties},
            "p_win": share.wins / found.deals,
            "p_tie": sum(times for _, times in share.ties) / found.deals,
            "interval_95": None if found.exact else list(share.interval)}
            for share in found.shares]}


def _show(found: Equity) -> None:
    board = f", board {' '.join(found.board)}" if found.board else ""
    dead = f", without {' '.join(found.dead)}" if found.dead else ""
    heading(f"{found.form.title}{board}{dead}")
    table = table_(None, pad_edge=False)
    table.add_column("hand", max_width=34)
    for name in ("hands", "equity", "wins", "ties", *(() if found.exact else ("95 % interval",))):
        table.add_column(name, justify="right", no_wrap=True)
    for share in found.shares:
        ties = sum(times for _, times in share.ties)
        low, high = share.interval
        table.add_row(
            share.text, f"{share.hands}", percent(float(share.equity), 3),
            percent(share.wins / found.deals, 3), percent(ties / found.deals, 3),
            *(() if found.exact else (f"{percent(low, 3)} to {percent(high, 3)}",)))
    console().print(table)
    deals = f"{found.deals:,}".replace(",", " ")
    if found.exact:
        say(f"exact: all {deals} deals")
    else:
        say(f"a sample of {deals} deals, seed {found.seed}"
            + ("; --exact counts every deal" if found.deals == SAMPLES else ""))
