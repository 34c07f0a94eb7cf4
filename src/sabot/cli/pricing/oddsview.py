"""Odds for people: tables in the terminal, charts and waterfalls as pictures, CSV."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import click

from sabot.cli.pricing import oddslaid, oddsplan, oddssheets
from sabot.cli.pricing.sheets import console, number, percent, save, sheet, table_
from sabot.cli.terminal import heading, say
from sabot.study import charted

COLOURS = {"hit": "white on #7a3b3b", "stand": "white on #2f5d46", "double": "black on #d9b44a",
           "split": "white on #3b5a8a", "surrender": "white on #6b6b6b",
           "claim-five": "white on #6a4a8a"}
PAPER = {"hit": "#c96f5e", "stand": "#5f9d7c", "double": "#e2bf5b", "split": "#6e93c9",
         "surrender": "#a9a49b", "claim-five": "#a184c4"}
KINDS = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs"}
LONGEST = 48  # letters of a fraction that is told to people
UPS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
OPEN = (*UPS[:-1], "J", "Q", "K", "A")
"""Every open card by which an edge may be told: tens are one card in blackjack, in poker four."""


def show(answer: dict[str, Any], cards: bool, hands: int) -> None:
    """Everything that was priced, for people."""
    if oddslaid.is_layout(answer):
        oddslaid.show_left(answer)
        oddslaid.show_bets(answer["bets"], answer.get("by", "throw"))
    else:
        for entry in answer["bets"]:
            _bet(entry, hands)
    if oddssheets.has(answer):
        oddssheets.show(answer)
    oddsplan.show(answer)
    if answer.get("chart"):
        heading("Best play")
        _chart(answer["two_cards"] if cards else answer["chart"], costs=cards)
        for row in answer.get("exceptions", []) if not cards else []:
            say(f"{row['hand']} against {row['against']}: {row['best']}, which is better by "
                f"{row['cost']:.5f}", 2)


def _bet(entry: dict[str, Any], hands: int) -> None:
    heading(entry["bet"])
    say(entry["given"], 2)
    if "bound" in entry:
        click.echo(f"  edge      {percent(entry['edge_float'], 5)}  (± {entry['bound']:.0e})")
        _staked(entry)
        for name in ("p_win", "p_push", "p_lose"):
            click.echo(f"  {name:<9} {number(entry[name]):.6f}")
        click.echo(f"  variance  {entry['variance_float']:.6f}  (deviation "
                   f"{entry['variance_float'] ** 0.5:.4f})"
                   + (f"  (± {entry['bounds']['variance']:.0e})" if "bounds" in entry else ""))
        if entry.get("often", {}).get("split"):
            click.echo(f"            {entry['covariance']:.6f} covariance of two hands of a split")
    else:
        for name in ("edge", "p_win", "p_push", "p_lose", "variance"):
            exact = entry[name] if len(entry[name]) <= LONGEST else ""
            click.echo(f"  {name:<9} {exact:<24} {number(entry[name]):.8f}")
            if name == "edge":
                _staked(entry)
    click.echo(f"  skewness  {entry['skewness']:.4f}")
    if "often" in entry:
        often = "; ".join(f"{name} {percent(chance, 3)}" for name, chance in
                          entry["often"].items() if chance >= 5e-6)
        say(f"how often: {often}", 2)
        say("first decision: " + "; ".join(
            f"{name} {percent(chance, 2)}" for name, chance in
            entry["first_decision"].items()), 2)
        click.echo(f"  at {hands} coups an hour the house keeps "
                   f"{hands * entry['edge_float']:+.3f} bets an hour")
    if by_up := entry.get("by_up"):
        say("edge by the bank's card: " + "; ".join(
            f"{up} {percent(by_up[up]['edge'], 2)}" for up in OPEN if up in by_up), 2)
    if entry["edge_float"] < 0 and number(entry["p_lose"]) > 0:
        short = "bound" not in entry and len(entry["edge"]) <= LONGEST
        exact = f"{entry['edge'][1:]} of his stake on average " if short else ""
        say(f"this bet is to the player's advantage: he gains {exact}"
            f"({-entry['edge_float']:.2%})", 2)
    if inner := entry.get("without_blackjack"):
        say("for a bettor known to have no blackjack, who alone is offered it:", 2)
        click.echo(f"  {'edge':<9} {inner['edge']:<24} {inner['edge_float']:.8f}")
    if jackpot := entry.get("jackpot"):
        oddsplan.show_chip(jackpot)
    if by := entry.get("by_cards"):
        say("by his two cards: " + "; ".join(
            f"{name} {edge} ({percent(number(edge), 3)})" for name, edge in by.items()), 2)


def _staked(entry: dict[str, Any]) -> None:
    """The edge of all that is staked, where more than the first bet is."""
    if "edge_per_staked" in entry:
        click.echo(f"            {percent(entry['edge_per_staked'], 5)} of all that is staked "
                   f"({entry['staked']:.4f} bets a coup)")


def _chart(rows: list[dict[str, Any]], costs: bool) -> None:
    from rich.text import Text
    for kind, title in KINDS.items():
        mine = [row for row in rows if row["kind"] == kind]
        if not mine:
            continue
        table = table_(title, padding=(0, 0), pad_edge=False, title_style="italic")
        table.add_column("", justify="right", min_width=5, no_wrap=True)
        for up in UPS:
            table.add_column(up, justify="center", min_width=6 if costs else 4)
        for row in mine:
            cells = [Text(charted.letter(cell) + (f" {100 * cell['cost']:.1f}" if costs else ""),
                          style=COLOURS[cell["act"]], justify="center")
                     for cell in row["cells"]]
            table.add_row(row["name"] + " ", *cells)
        console().print(table)
    say(charted.legend() + (
        "; the number is what the next best act costs, in hundredths of a bet." if costs
        else "."))


def show_variants(steps: list[dict[str, Any]], options: list[dict[str, Any]],
                  together: list[dict[str, Any]], simpler: list[dict[str, Any]]) -> None:
    """What each rule is worth."""
    if steps:
        table = table_("From the usual game to this one")
        table.add_column("rule")
        for name in ("alone", "in turn", "edge"):
            table.add_column(name, justify="right")
        for row in steps:
            table.add_row(row["rule"], f"{100 * row['alone']:+.4f}" if row["alone"] else "",
                          f"{100 * row['change']:+.4f}" if row["change"] else "",
                          percent(row["edge"]))
        console().print(table)
    if options:
        table = table_("Other lawful tables, one option at a time")
        table.add_column("option")
        for name in ("change", "edge"):
            table.add_column(name, justify="right")
        for row in sorted(options, key=lambda row: (row.get("bet", ""), row["change"])):
            table.add_row(_option(row), f"{100 * row['change']:+.4f}", percent(row["edge"]))
        console().print(table)
    if together:
        table = table_("Options together, as long as each still gains the same side")
        table.add_column("options")
        for name in ("change", "edge"):
            table.add_column(name, justify="right")
        for row in together:
            table.add_row(f"for the {row['for']}: {', '.join(row['options'])}",
                          f"{100 * row['change']:+.4f}", percent(row["edge"]))
        console().print(table)
    if simpler:
        table = table_("Simpler ways to play")
        table.add_column("class of play")
        for name in ("costs", "edge"):
            table.add_column(name, justify="right")
        for row in simpler:
            table.add_row(f"{row['class']}: {row['rule']}", f"{100 * row['change']:+.4f}",
                          percent(row["edge"]))
        console().print(table)
    say("In hundredths of the initial bet; above 0 favours the house.")


def _option(row: dict[str, Any]) -> str:
    """A rule with its value, and the bet that it changes where that is not the main one."""
    return f"{row['rule']}: {row['bet']}" if "bet" in row else str(row["rule"])


def write_variants(steps: list[dict[str, Any]], options: list[dict[str, Any]],
                   together: list[dict[str, Any]], simpler: list[dict[str, Any]],
                   writer: Any) -> None:
    """What each rule is worth as one table: its first column says which of the four a row is of."""
    writer.writerow(("table", "rule", "alone", "change", "edge"))
    for name, rows in (("rule", steps), ("option", options), ("together", together),
                       ("class", simpler)):
        for row in rows:
            said = row.get("class") or (
                ", ".join(row["options"]) if "options" in row else _option(row))
            writer.writerow((name, said, repr(row.get("alone", row["change"])),
                             repr(row["change"]), repr(row["edge"])))


def show_published(rows: list[dict[str, Any]]) -> None:
    """Published figures beside ours, by their sources; a difference is explained below them."""
    for source in dict.fromkeys(row["source"] for row in rows):
        table = table_(source)
        for name in ("rules", "published", "here", ""):
            table.add_column(name, overflow="fold")
        here = [row for row in rows if row["source"] == source]
        reasons = list(dict.fromkeys(row["because"] for row in here if row["because"]))
        for row in here:
            table.add_row(row["rules"], row["published"], row["here"], "" if row["agrees"] else
                          f"differs ({reasons.index(row['because']) + 1})" if row["because"]
                          else "differs")
        console().print(table)
        for n, reason in enumerate(reasons, start=1):
            say(f"({n}) {reason}.")
        say("")
    agree = sum(row["agrees"] for row in rows)
    say(f"{agree} of {len(rows)} agree to every digit.")


def write_csv(rows: list[dict[str, Any]], writer: Any) -> None:
    """Every two cards against every card of the bank: the best act, its worth, the next best."""
    writer.writerow(("hand", "kind", "against", "act", "worth", "second", "cost"))
    for row in rows:
        for up, cell in zip(UPS, row["cells"], strict=True):
            writer.writerow((row["name"], row["kind"], up, cell["act"], repr(cell["worth"]),
                             cell["second"], repr(cell["cost"])))


def write_chart(answer: dict[str, Any], out: Path) -> None:
    """The chart as a picture, as CSV or as JSON; of a game without decisions its bets."""
    if oddslaid.is_layout(answer):
        oddslaid.write_bets(answer, out)
    elif oddssheets.has(answer):
        oddssheets.write(answer, out)
    elif out.suffix == ".json":
        out.write_text(json.dumps(answer, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    elif out.suffix == ".csv":
        with out.open("w", newline="", encoding="utf-8") as file:
            write_csv(answer.get("two_cards", []), csv.writer(file))
    else:
        _draw_chart(answer, out)


def _draw_chart(answer: dict[str, Any], out: Path) -> None:
    rows = answer.get("chart", [])
    gap = 1.2
    groups = [(title, [row for row in rows if row["kind"] == kind])
              for kind, title in KINDS.items()]
    figure, axes = sheet(13.5, 8.2)
    left = 0.0
    for title, mine in groups:
        axes.text(left - 0.9, 0.75, title, fontsize=12, fontweight="bold", color="#29332c")
        for x, up in enumerate(UPS):
            axes.text(left + x + 0.5, -0.25, up, ha="center", va="center", fontsize=10,
                      color="#5a6158")
        for y, row in enumerate(mine):
            axes.text(left - 0.15, -y - 1.0, row["name"], ha="right", va="center", fontsize=10,
                      color="#29332c")
            for x, cell in enumerate(row["cells"]):
                axes.add_patch(_rounded(left + x, -y - 1.45, PAPER[cell["act"]]))
                axes.text(left + x + 0.5, -y - 1.0, charted.letter(cell), ha="center", va="center",
                          fontsize=9.5, color="#20241f")
        left += len(UPS) + gap + 1.2
    entry = answer["bets"][0]
    how = str(entry["given"]).partition(";")[0]  # best play, and of which class
    axes.text(-0.9, 2.0, f"{answer['game']} · {how} · house edge "
              f"{percent(entry['edge_float'])}", fontsize=15, color="#20241f")
    axes.text(-0.9, -len(groups[0][1]) - 2.0, "The bank's card along the top.  "
              + charted.legend(), fontsize=9.5, color="#5a6158")
    axes.set_xlim(-1.4, left - gap)
    axes.set_ylim(-len(groups[0][1]) - 2.4, 2.7)
    axes.axis("off")
    save(figure, out)


def _rounded(x: float, y: float, colour: str) -> Any:
    from matplotlib.patches import FancyBboxPatch
    return FancyBboxPatch((x + 0.06, y + 0.06), 0.88, 0.78, facecolor=colour, edgecolor="none",
                          boxstyle="round,pad=0.0,rounding_size=0.14")


def write_waterfall(steps: list[dict[str, Any]], out: Path) -> None:
    """What each rule is worth, step by step, as a picture or as data."""
    if out.suffix == ".json":
        out.write_text(json.dumps(steps, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        return
    if out.suffix == ".csv":
        with out.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, ["rule", "alone", "change", "edge"],
                                    extrasaction="ignore")
            writer.writeheader()
            writer.writerows(steps)
        return
    shown = [row for i, row in enumerate(steps) if i == 0 or abs(row["change"]) >= 5e-7]
    figure, axes = sheet(10.5, 0.56 * len(shown) + 1.7)
    axes.set_facecolor("#fbf8f1")
    before = 0.0
    for y, row in enumerate(shown):
        edge = 100 * row["edge"]
        first = y == 0
        start = 0.0 if first else before
        change = edge - start
        colour = "#8a8f86" if first else "#c96f5e" if change > 0 else "#5f9d7c"
        axes.barh(-y, change, left=start, height=0.62, color=colour)
        if not first:
            axes.plot([before, before], [-y + 1.31 - 1, -y + 0.31 + 0.38], color="#b9b4a6", lw=0.8)
        at = max(start, edge)
        axes.text(at + 0.008, -y, f"{edge:.3f} %" if first else f"{change:+.3f}", va="center",
                  fontsize=10, color="#29332c")
        before = edge
    last = len(shown)
    axes.barh(-last, before, height=0.62, color="#29332c")
    axes.text(max(before, 0) + 0.008, -last, f"{before:.4f} %", va="center", fontsize=11,
              fontweight="bold", color="#29332c")
    axes.set_yticks([-y for y in range(last + 1)],
                    [row["rule"] for row in shown] + ["the house keeps"], fontsize=10)
    axes.axvline(0, color="#29332c", lw=0.8)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("house edge in hundredths of the initial bet", fontsize=9.5, color="#5a6158")
    low, high = axes.get_xlim()
    axes.set_xlim(low, high + 0.06)
    save(figure, out)
