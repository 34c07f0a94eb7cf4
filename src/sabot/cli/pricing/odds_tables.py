"""Odds as tables in the terminal, charts and waterfalls as pictures, and CSV."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
from msgspec import UNSET

from sabot.cli.computed import act_name, bet_name, event_name, translated
from sabot.cli.language import language, rendered
from sabot.cli.pricing import bankroll, layout_bets, sheet_answers
from sabot.cli.pricing.bankroll import Plan
from sabot.cli.pricing.render import (
    add_column,
    console,
    new_figure,
    new_table,
    number,
    percent,
    save,
    write_json,
)
from sabot.cli.terminal import columns, heading, labelled, say, say_line
from sabot.families.blackjack.pricing.odds_answer import CardBet, ChartAnswer, ChartRow
from sabot.families.layout.odds_answer import ClothAnswer
from sabot.families.poker.no_draw_answer import NoDrawBet
from sabot.probability.answer import Answer, PublishedFigure, Step, members
from sabot.probability.entry import Bet
from sabot.probability.liability import Most
from sabot.probability.sheets import SheetAnswer
from sabot.reports import best_play_chart
from sabot.reports.odds_report import chip_of
from sabot.reports.variants import Option, Varied
from sabot.words import phrase, to_plain

if TYPE_CHECKING:
    from _csv import Writer

    from matplotlib.patches import FancyBboxPatch

COLOURS = {"hit": "white on #7a3b3b", "stand": "white on #2f5d46", "double": "black on #d9b44a",
           "split": "white on #3b5a8a", "surrender": "white on #6b6b6b",
           "claim-five": "white on #6a4a8a"}
PAPER = {"hit": "#c96f5e", "stand": "#5f9d7c", "double": "#e2bf5b", "split": "#6e93c9",
         "surrender": "#a9a49b", "claim-five": "#a184c4"}
KINDS = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs"}
MAX_FRACTION = 48  # letters of a fraction that is shown to people
UPS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
OPEN_CARDS = (*UPS[:-1], "J", "Q", "K", "A")
"""The bank's open cards: tens count as one card in blackjack, as four in poker."""


class OddsAnswer(NamedTuple):
    """The odds of a game: its rules as plain data, the answer, the bank's maximum liability, and
    the plan."""

    game: str
    rules: object
    answer: Answer
    most: Most | None = None
    plan: Plan | None = None

    @property
    def data(self) -> dict[str, object]:
        """The answer as plain data for JSON."""
        values = {"game": self.game, "rules": self.rules, **members(self.answer)}
        extra = {"most": self.most, "plan": self.plan}
        return values | {name: to_plain(value) for name, value in extra.items() if value}


def show(odds: OddsAnswer, cards: bool, hands: int) -> None:
    """Print everything that was priced."""
    answer = odds.answer
    if isinstance(answer, ClothAnswer):
        layout_bets.show_cards_left(answer.left or {})
        layout_bets.show_bets(odds.game, answer.bets, answer.by or "throw")
    else:
        for entry in answer.bets:
            _show_bet(odds.game, entry, hands)
    if isinstance(answer, SheetAnswer):
        sheet_answers.show(odds.game, answer)
    bankroll.show(odds.game, odds.plan, odds.most, isinstance(answer, ClothAnswer))
    if isinstance(answer, ChartAnswer):
        heading("Best play")
        _show_chart(answer.two_cards if cards else answer.chart, costs=cards)
        for row in answer.exceptions if not cards else ():
            say(phrase("{hand} against {against}: {best}, which is better by {cost:.5f}",
                       hand=translated(row.hand), against=row.against,
                       best=act_name(odds.game, row.best), cost=row.cost), 2)


def _show_bet(game_id: str, entry: Bet, hands: int) -> None:
    heading(bet_name(game_id, entry.bet))
    say(translated(entry.conditions), 2)
    chances = (("p_win", entry.p_win), ("p_push", entry.p_push), ("p_lose", entry.p_lose))
    wide = max(9, *(columns(rendered(name)) for name in ("edge", "variance", "skewness")))
    if entry.bound is not UNSET:
        click.echo(f"  {labelled('edge', wide)} {percent(entry.edge_float, 5)}  "
                   f"(± {entry.bound:.0e})")
        _show_edge_of_staked(entry)
        for name, chance in chances:
            click.echo(f"  {labelled(name, wide)} {number(chance):.6f}")
        bounds = entry.bounds if isinstance(entry, CardBet) else UNSET
        deviation = phrase("(deviation {deviation})",
                           deviation=f"{entry.variance_float ** 0.5:.4f}")
        click.echo(f"  {labelled('variance', wide)} {entry.variance_float:.6f}  "
                   + rendered(deviation) + (f"  (± {bounds.variance:.0e})" if bounds else ""))
        if isinstance(entry, CardBet) and entry.often and entry.often.get("split"):
            say_line(phrase("            {covariance:.6f} covariance of two hands of a split",
                             covariance=entry.covariance))
    else:
        for name, text in (("edge", entry.edge), *chances, ("variance", entry.variance)):
            click.echo(f"  {labelled(name, wide)} {text if len(text) <= MAX_FRACTION else '':<24} "
                       f"{number(text):.8f}")
            if name == "edge":
                _show_edge_of_staked(entry)
    click.echo(f"  {labelled('skewness', wide)} {entry.skewness:.4f}")
    if isinstance(entry, CardBet | NoDrawBet):
        _show_main_bet(game_id, entry, hands)
    if entry.edge_float < 0 and number(entry.p_lose) > 0:
        is_short = entry.exact and len(entry.edge) <= MAX_FRACTION
        gain = f"{-entry.edge_float:.2%}"
        say(phrase("this bet is to the player's advantage: the player gains {exact} of the stake "
                   "on average ({gain})", exact=entry.edge[1:], gain=gain) if is_short else
            phrase("this bet is to the player's advantage: the player gains ({gain})", gain=gain),
            2)
    if isinstance(entry, CardBet) and (inner_bet := entry.without_blackjack):
        say("for a player known to have no blackjack (the bet is offered to no others):", 2)
        click.echo(f"  {labelled('edge', wide)} {inner_bet.edge:<24} {inner_bet.edge_float:.8f}")
    if jackpot := chip_of(entry):
        bankroll.show_chip(game_id, jackpot)
    if isinstance(entry, CardBet) and entry.by_cards:
        say(phrase("by the player's two cards: {edges}", edges=rendered("; ").join(
            f"{translated(name)} {edge} ({percent(number(edge), 3)})"
            for name, edge in entry.by_cards.items())), 2)


def _show_main_bet(game_id: str, entry: CardBet | NoDrawBet, hands: int) -> None:
    """Print what only a main bet has."""
    if entry.often is not UNSET and entry.first_decision is not UNSET:
        often = rendered("; ").join(
            f"{event_name(game_id, name)} {percent(chance, 3)}"
            for name, chance in entry.often.items() if chance >= 5e-6)
        say(phrase("how often: {often}", often=often), 2)
        say(phrase("first decision: {often}", often=rendered("; ").join(
            f"{act_name(game_id, name)} {percent(chance, 2)}" for name, chance in
            entry.first_decision.items())), 2)
        say_line(phrase("  at {hands} coups an hour the house keeps {bets:+.3f} bets an hour",
                         hands=hands, bets=hands * entry.edge_float))
    if by_up := entry.by_up:
        say(phrase("edge by the bank's card: {edges}", edges=rendered("; ").join(
            f"{up} {percent(by_up[up].edge, 2)}" for up in OPEN_CARDS if up in by_up)), 2)


def _show_edge_of_staked(entry: Bet) -> None:
    """Print the edge of the total stake, if more than the first bet is staked."""
    if isinstance(entry, CardBet | NoDrawBet) and entry.edge_per_staked is not UNSET:
        say_line(phrase("            {share} of all that is staked ({staked:.4f} bets a coup)",
                         share=percent(entry.edge_per_staked, 5), staked=entry.staked))


def _show_chart(rows: Sequence[ChartRow], costs: bool) -> None:
    from rich.text import Text
    for kind, title in KINDS.items():
        rows_of_kind = [row for row in rows if row.kind == kind]
        if not rows_of_kind:
            continue
        table = new_table(title, padding=(0, 0), pad_edge=False, title_style="italic")
        table.add_column("", justify="right", min_width=5, no_wrap=True)
        for up in UPS:
            table.add_column(up, justify="center", min_width=6 if costs else 4)
        for row in rows_of_kind:
            cells = [
                Text(
                    best_play_chart.letter(cell, language())
                    + (f" {100 * cell.cost:.1f}" if costs else ""),
                    style=COLOURS[cell.act], justify="center")
                for cell in row.cells
            ]
            table.add_row(row.name + " ", *cells)
        console().print(table)
    legend = best_play_chart.legend(language())
    say(phrase("{legend}; the number is what the next best act costs, in hundredths of a bet.",
               legend=legend) if costs else phrase("{legend}.", legend=legend))


def show_variants(game_id: str, varied: Varied) -> None:
    """Print what each rule is worth."""
    steps, options, together, classes = (varied.steps, varied.options, varied.together,
                                         varied.classes)
    if steps:
        table = new_table("From the usual game to this one")
        add_column(table, "rule")
        for name in ("alone", "in turn", "edge"):
            add_column(table, name, justify="right")
        for row in steps:
            table.add_row(row.names[language()], f"{100 * row.alone:+.4f}" if row.alone else "",
                          f"{100 * row.change:+.4f}" if row.change else "", percent(row.edge))
        console().print(table)
    if options:
        table = new_table("Other lawful tables, one option at a time")
        add_column(table, "option")
        for name in ("change", "edge"):
            add_column(table, name, justify="right")
        for option in sorted(options, key=lambda option_: (option_.bet or "", option_.change)):
            bet = bet_name(game_id, option.bet) if option.bet else ""
            table.add_row(f"{option.rule}: {bet}" if bet else option.rule,
                          f"{100 * option.change:+.4f}", percent(option.edge))
        console().print(table)
    if together:
        table = new_table("Options together, as long as each still gains the same side")
        add_column(table, "options")
        for name in ("change", "edge"):
            add_column(table, name, justify="right")
        for joint in together:
            side = rendered("for the house" if joint.side == "house" else "for the player")
            table.add_row(f"{side}: {', '.join(joint.options)}",
                          f"{100 * joint.change:+.4f}", percent(joint.edge))
        console().print(table)
    if classes:
        table = new_table("Simpler ways to play")
        add_column(table, "class of play")
        for name in ("costs", "edge"):
            add_column(table, name, justify="right")
        for class_ in classes:
            table.add_row(f"{class_.play}: {translated(class_.rule)}",
                          f"{100 * class_.change:+.4f}", percent(class_.edge))
        console().print(table)
    say("In hundredths of the initial bet; above 0 favours the house.")


def _option(row: Option) -> str:
    """A rule with its value, and the bet that it changes if that is not the main bet."""
    return f"{row.rule}: {row.bet}" if row.bet else row.rule


def write_variants(varied: Varied, writer: Writer) -> None:
    """Write what each rule is worth as one CSV table; the first column names the kind of row."""
    writer.writerow(("table", "rule", "alone", "change", "edge"))
    rows = [*(("rule", row.rule, row.alone, row.change, row.edge) for row in varied.steps),
            *(("option", _option(row), row.change, row.change, row.edge)
              for row in varied.options),
            *(("together", ", ".join(row.options), row.change, row.change, row.edge)
              for row in varied.together),
            *(("class", row.play, row.change, row.change, row.edge) for row in varied.classes)]
    for name, rule, *figures in rows:
        writer.writerow((name, rule, *map(repr, figures)))


def show_published(rows: Sequence[PublishedFigure]) -> None:
    """Print published figures next to ours by source, with explanations of differences."""
    for source in dict.fromkeys(row.source for row in rows):
        table = new_table(source)
        for name in ("rules", "published", "here", ""):
            add_column(table, name, overflow="fold")
        of_source = [row for row in rows if row.source == source]
        reasons = list(dict.fromkeys(row.because for row in of_source if row.because))
        for row in of_source:
            table.add_row(row.rules, row.published, row.here, "" if row.agrees else rendered(
                phrase("differs ({n})", n=reasons.index(row.because) + 1) if row.because
                else "differs"))
        console().print(table)
        for n, reason in enumerate(reasons, start=1):
            say(phrase("({n}) {reason}.", n=n, reason=reason))
        say("")
    agree = sum(row.agrees for row in rows)
    say(phrase("{agree} of {n} agree to every digit.", agree=agree, n=len(rows)))


def write_csv(answer: Answer, writer: Writer) -> None:
    """Write for every two cards and every bank card the best act, its value and the next best."""
    writer.writerow(("hand", "kind", "against", "act", "worth", "second", "cost"))
    for row in answer.two_cards if isinstance(answer, ChartAnswer) else ():
        for up, cell in zip(UPS, row.cells, strict=True):
            writer.writerow((row.name, row.kind, up, cell.act, repr(cell.worth), cell.second,
                             repr(cell.cost)))


def write_chart(odds: OddsAnswer, out: Path) -> None:
    """Write the chart (of a game without decisions: its bets) as a picture, CSV or JSON."""
    answer = odds.answer
    if out.suffix == ".json":
        write_json(odds.data, out)
    elif isinstance(answer, ClothAnswer):
        layout_bets.write_bets(odds.game, answer, out)
    elif isinstance(answer, SheetAnswer):
        sheet_answers.write(odds.game, answer, out)
    elif out.suffix == ".csv":
        with out.open("w", newline="", encoding="utf-8") as file:
            write_csv(answer, csv.writer(file))
    else:
        _draw_chart(odds, out)


def _draw_chart(odds: OddsAnswer, out: Path) -> None:
    rows = odds.answer.chart if isinstance(odds.answer, ChartAnswer) else ()
    gap = 1.2
    groups = [(title, [row for row in rows if row.kind == kind])
              for kind, title in KINDS.items()]
    figure, axes = new_figure(13.5, 8.2)
    x_start = 0.0
    for title, rows_of_kind in groups:
        axes.text(x_start - 0.9, 0.75, rendered(title), fontsize=12, fontweight="bold",
                  color="#29332c")
        for x, up in enumerate(UPS):
            axes.text(x_start + x + 0.5, -0.25, up, ha="center", va="center", fontsize=10,
                      color="#5a6158")
        for y, row in enumerate(rows_of_kind):
            axes.text(x_start - 0.15, -y - 1.0, row.name, ha="right", va="center", fontsize=10,
                      color="#29332c")
            for x, cell in enumerate(row.cells):
                axes.add_patch(_rounded(x_start + x, -y - 1.45, PAPER[cell.act]))
                axes.text(
                    x_start + x + 0.5,
                    -y - 1.0,
                    best_play_chart.letter(cell, language()),
                    ha="center",
                    va="center",
                    fontsize=9.5,
                    color="#20241f",
                )
        x_start += len(UPS) + gap + 1.2
    entry = odds.answer.bets[0]
    play = entry.conditions.partition(";")[0]  # best play, and of which class
    axes.text(-0.9, 2.0, rendered(phrase(
        "{game} · {play} · house edge {edge}", game=odds.game, play=translated(play),
        edge=percent(entry.edge_float))), fontsize=15, color="#20241f")
    axes.text(-0.9, -len(groups[0][1]) - 2.0, rendered(phrase(
        "The bank's card along the top.  {legend}", legend=best_play_chart.legend(language()))),
        fontsize=9.5, color="#5a6158")
    axes.set_xlim(-1.4, x_start - gap)
    axes.set_ylim(-len(groups[0][1]) - 2.4, 2.7)
    axes.axis("off")
    save(figure, out)


def _rounded(x: float, y: float, colour: str) -> FancyBboxPatch:
    from matplotlib.patches import FancyBboxPatch
    return FancyBboxPatch((x + 0.06, y + 0.06), 0.88, 0.78, facecolor=colour, edgecolor="none",
                          boxstyle="round,pad=0.0,rounding_size=0.14")


def write_waterfall(steps: Sequence[Step], out: Path) -> None:
    """Write what each rule is worth, step by step, as a picture, CSV or JSON."""
    if out.suffix == ".json":
        write_json(steps, out)
        return
    if out.suffix == ".csv":
        with out.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(("rule", "alone", "change", "edge"))
            writer.writerows((row.rule, row.alone, row.change, row.edge) for row in steps)
        return
    rows_ = [row for i, row in enumerate(steps) if i == 0 or abs(row.change) >= 5e-7]
    figure, axes = new_figure(10.5, 0.56 * len(rows_) + 1.7)
    axes.set_facecolor("#fbf8f1")
    previous = 0.0
    for y, row in enumerate(rows_):
        edge = 100 * row.edge
        first = y == 0
        start = 0.0 if first else previous
        change = edge - start
        colour = "#8a8f86" if first else "#c96f5e" if change > 0 else "#5f9d7c"
        axes.barh(-y, change, left=start, height=0.62, color=colour)
        if not first:
            axes.plot(
                [previous, previous], [-y + 1.31 - 1, -y + 0.31 + 0.38], color="#b9b4a6", lw=0.8
            )
        text_x = max(start, edge)
        axes.text(text_x + 0.008, -y, f"{edge:.3f} %" if first else f"{change:+.3f}", va="center",
                  fontsize=10, color="#29332c")
        previous = edge
    bottom = len(rows_)
    axes.barh(-bottom, previous, height=0.62, color="#29332c")
    axes.text(max(previous, 0) + 0.008, -bottom, f"{previous:.4f} %", va="center", fontsize=11,
              fontweight="bold", color="#29332c")
    axes.set_yticks([-y for y in range(bottom + 1)],
                    [*(row.names[language()] for row in rows_), rendered("the house keeps")],
                    fontsize=10)
    axes.axvline(0, color="#29332c", lw=0.8)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(rendered("house edge in hundredths of the initial bet"), fontsize=9.5,
                    color="#5a6158")
    low, high = axes.get_xlim()
    axes.set_xlim(low, high + 0.06)
    save(figure, out)
