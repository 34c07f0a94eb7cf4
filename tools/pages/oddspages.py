"""The pages of every game's odds: ``python -m tools.pages.oddspages FOLDER`` writes them, tables
and plots, from what the engine finds; no figure in them is typed by hand."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from msgspec import UNSET

from sabot import law
from sabot.families.blackjack.pricing.odds_answer import ChartAnswer
from sabot.games import catalogue
from sabot.odds.people import HandCost
from sabot.procedure.game import Game
from sabot.reports import best_play_chart, odds_report
from sabot.reports.odds_report import GameOdds, PricedBets
from sabot.results import default_results
from tools.pages.plots import bars, parts

MADE = "Made by `python -m tools.pages.oddspages` from what the engine finds: do not edit."
SHORT = 24  # letters of a fraction that is told
UPS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")


def percent(part: float, places: int = 4) -> str:
    return f"{100 * part:.{places}f} %"


def number(value: str | float) -> float:
    return float(Fraction(value)) if isinstance(value, str) else float(value)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table; the first column stands left, the others right."""
    yield "| " + " | ".join(heads) + " |"
    yield "|---|" + "---:|" * (len(heads) - 1)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
    yield ""


def _name(game: Game, bet: str) -> str:
    names = odds_report.names_of(game, bet)
    english, portuguese = names.get("en", bet), names.get("pt", bet)
    return english if english == portuguese else f"{english} (*{portuguese}*)"


def _exact(text: str) -> str:
    return text if len(text) <= SHORT else ""


def _bets(game: Game, found: PricedBets, folder: Path) -> Iterator[str]:
    answer, follows = found.answer, found.follows
    main, every = answer.bets[0], answer.bets
    yield from table(("bet", "edge", "exactly", "wins", "pushes", "loses", "deviation"), [
        (_name(game, bet.bet), percent(bet.edge_float),
         _exact(bet.edge) if bet.bound is UNSET else f"± {bet.bound:.0e}",
         percent(number(bet.p_win)), percent(number(bet.p_push)),
         percent(number(bet.p_lose)), f"{bet.variance_float ** 0.5:.4f}") for bet in every])
    if len(every) > 1:
        bars(folder / f"{game.id}-edges.svg", "what is kept of each bet, in hundredths",
             [(odds_report.names_of(game, bet.bet).get("en", bet.bet), 100 * bet.edge_float)
              for bet in every])
        yield f"![What is kept of each bet]({game.id}-edges.svg)\n"
    yield f"## What a coup returns\n\n{_name(game, main.bet)}, in stakes.\n"
    net = [(f"{number(gain):+g}", number(chance)) for gain, chance in main.net]
    bars(folder / f"{game.id}-net.svg", "chance of each net result",
         [one for one in net if one[1] >= 1e-5])
    yield f"![The results of a coup]({game.id}-net.svg)\n"
    if len(follows.classes) > 1:
        yield "## Ways to play\n"
        yield from table(("class", "edge"), [(name, percent(edge, 6)) for name, edge in
                                             follows.classes.items()])
    for kind in ("hard", "soft", "pair"):
        chart = answer.chart if isinstance(answer, ChartAnswer) else ()
        rows = [row for row in chart if row.kind == kind]
        if rows:
            yield f"## Best play: {kind}\n"
            yield from table(("hand", *UPS), [(row.name, *(best_play_chart.letter(cell) for cell in
                                                            row.cells)) for row in rows])
    if follows.waterfall:
        yield "## What each rule is worth\n\nFrom the usual game to this one, in hundredths.\n"
        yield from table(("rule", "alone", "in turn", "edge"), [
            (row.rule, f"{100 * row.alone:+.4f}", f"{100 * row.change:+.4f}",
             percent(row.edge)) for row in follows.waterfall])
    yield "## A session\n\nNet results in stakes with one stake a coup.\n"
    yield from table(("coups", "one in twenty ends below", "half of them above",
                      "one in twenty ends above", "ends ahead"), [
        (str(one.coups), *(f"{one.quantiles[part] / 100:+.1f}" for part in
                           ("0.05", "0.5", "0.95")), percent(one.ahead, 1))
        for one in follows.sessions])


def _machines(game: Game, folder: Path) -> Iterator[str]:
    for sheet in odds_report.sheets(game, None):
        stem = f"{game.id}-{sheet.model.lower().replace(' ', '-')}"
        yield f"## {sheet.model}\n"
        rows = [("returns", percent(sheet.returned_float)),
                ("keeps", percent(1 - sheet.returned_float)),
                ("games that pay", percent(sheet.hit_float)),
                ("deviation of a game, in bets", f"{sheet.deviation:.4f}"),
                ("identity", f"`{sheet.identity[:16]}`")]
        yield from table(("", ""), rows)
        if sheet.parts:
            parts(folder / f"{stem}.svg", "what comes back of a bet, in hundredths", [
                (name, 100 * part.returned_float) for name, part in sheet.parts.items()])
            yield f"![Where the return comes from]({stem}.svg)\n"
        if sheet.bands:
            yield from table(("pays, in bets", "chance"), [
                ("nothing" if one.below == 0 else f"{one.least} to {one.below}"
                 if one.below else f"{one.least} or more", percent(one.chance_float, 6))
                for one in sheet.bands])
        yield from table(("combination", "coins", "chance", "once in"), [
            (f"{one.many} × {one.name}" if one.many else one.name,
             str(one.coins), percent(one.chance_float, 6), f"{one.once_in:,.1f}")
            for one in sheet.combinations])


def _people(game: Game, folder: Path) -> Iterator[str]:
    assert game.hands is not None
    cost, words = game.hands.cost(odds_report.default_table(game)), game.words["en"]
    yield f"The house keeps {cost.rate} per cent of each {cost.of} (`{cost.law}`).\n"
    if isinstance(cost, HandCost):
        yield from table(("a pot of", "the house keeps"), [
            (game.money(one.pot), game.money(one.kept)) for one in cost.pots])
    for name, title in (("five", "Five cards of the pack"), ("deal", "A deal and its board")):
        found = game.hands.counts[name]()
        yield f"## {title}\n\n{found.deals:,} hands, all of them counted.\n"
        rows = [(words[f"category.{one.name}"], one) for one in found.combinations]
        yield from table(("combination", "hands", "chance", "once in"), [
            (said, f"{one.many:,}", percent(one.chance_float, 5),
             f"{one.once_in:,.2f}") for said, one in rows])
        bars(folder / f"{game.id}-{name}.svg", "chance of each combination, in hundredths",
             [(said, 100 * one.chance_float) for said, one in rows])
        yield f"![{title}]({game.id}-{name}.svg)\n"


def page(game: Game, folder: Path) -> str:
    """The page of one game; its plots are written into the folder."""
    kind, english, portuguese = odds_report.kind(game), game.names["en"], game.names["pt"]
    lines = [f"# {english}" + (f" (*{portuguese}*)" if portuguese != english else ""), "", MADE,
             "", f"{law.document(game.section).title}, as it is where the house chooses nothing. "
             "An edge above nothing favours the house.", ""]
    if keeps := game.keeps:
        lines += [f"People play one another here: what a bet loses is kept by {keeps}.", ""]
    if kind == "machines":
        lines += _machines(game, folder)
    elif kind == "people":
        lines += _people(game, folder)
    else:
        found = odds_report.bets(
            game, odds_report.default_table(game), *odds_report.default_class(game)
        )
        lines += _bets(game, found, folder)
    return "\n".join(lines)


def index(lines: Sequence[GameOdds]) -> str:
    """The page of all games, what costs least first."""
    rows = []
    for line in sorted(lines, key=lambda one: one.best.kept if one.best else 9.0):
        link = f"[{line.names['en']}]({line.game}.md)"
        if line.cost:
            rows.append((link, "between players",
                         f"{line.cost.rate} % of each {line.cost.of}", "", ""))
        elif line.best and line.worst:
            said = [f"{one.names.get('en', one.bet)} {percent(one.kept, 3)}"
                    for one in (line.best, line.worst)]
            rows.append((link, said[0], line.best.exact[:SHORT], said[1],
                         f"{line.best.deviation:.3f}"))
    listed = "\n".join(sorted(line.game for line in lines))
    return "\n".join([
        "# The odds of all games", "", MADE, "", *table(
            ("game", "costs least", "exactly", "costs most", "deviation"), rows),
        "```{toctree}", ":hidden:", "", listed, "```", ""])


def write(folder: Path) -> None:
    """All pages and plots."""
    folder.mkdir(parents=True, exist_ok=True)
    games = [game for game in catalogue().values() if odds_report.kind(game)]
    for game in games:
        (folder / f"{game.id}.md").write_text(page(game, folder), "utf-8")
        print(game.id, file=sys.stderr)
    (folder / "index.md").write_text(index([odds_report.brief(game) for game in games]), "utf-8")


if __name__ == "__main__":
    odds_report.set_cache(default_results())
    write(Path(sys.argv[1]))
