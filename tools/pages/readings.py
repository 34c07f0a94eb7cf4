"""Writes the page of the interpretations: ``python -m tools.pages.readings FILE``.

Each record says what another reading would change in the odds. Where the rules of a game can
express the other reading, the record also has figures (``weighed``). ``--weigh`` computes these
figures again and lists those that differ.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from sabot import games
from sabot import regulations as law
from sabot.procedure.readings import option_path
from sabot.procedure.table import Table
from sabot.regulations import Interpretation
from sabot.reports import odds_report
from sabot.results import default_results

PLACES = 7  # of a decimal figure
LETTER = """\
The letter is what a clause says and excludes by its words and its place. A word that it lacks and
its neighbour has counts ("any die", and then "the dice"; "the bet", and elsewhere "the initial
bet"); so do a condition, a plural, and a reference to one rule and not to the next. Purpose, custom
and what a reading would cost do not count. Where the text is silent, or supports two values
equally, the letter is the usual reading. A value that needs an authorisation is never the letter.
The paragraph of a record whose letter is not the usual reading gives the reason in a sentence.

The letter may bind more than the usual reading: a small bet of poker is exactly half the minimum
(ir/331), so that the minimum of such a table is an even number of its smallest chips. It may also
cost the player or the bank money, as odds behind a don't bet do (ir/135)."""

HEAD = """\
# Interpretations

Some clauses can be read in more than one way. This page lists these clauses, and the reading that
Sabot applies. Every step, refusal and notice that depends on an interpretation cites it.
`sabot law ir/4 --lang pt` shows a complete record, in the language of your choice: what the clause
leaves open, the readings, our choice and its reason, what another reading would change, where the
code cites it, and which tests exercise it.

The fourth column says what another reading would change: *money* (what somebody is paid or
charged), a *choice* (what somebody may do or decide), or *neither*. The last column says how
another reading would change the odds. Figures are the house edge in hundredths of the stake, first
by our reading, then by the other one. The engine that computes the odds of the tables computes
them, with the default rules of the game unless the row says otherwise.

`python -m tools.pages.readings` makes this page from `src/sabot/regulations`: do not edit it.
"""


class Edges(NamedTuple):
    """The edge of a bet by our reading and by the other: exact, or to seven places."""

    ours: str
    other: str


def edges_of(weighed: Mapping[str, Any]) -> Edges:
    """What the odds engine finds for an entry; LookupError where it prices no such bet."""
    beside: dict[str, Any] = weighed.get("beside", {})
    bet = weighed["bet"]
    return Edges(_edge(weighed["game"], beside, bet),
                 _edge(weighed["game"], beside | weighed["rules"], weighed.get("instead", bet)))


def _edge(game_id: str, rules: Mapping[str, Any], bet: str) -> str:
    priced = _priced(game_id, json.dumps(rules, sort_keys=True))
    if bet not in priced:
        raise LookupError(f"{game_id} prices no bet {bet!r}; it prices {', '.join(priced)}")
    return priced[bet]


@cache
def _priced(game_id: str, rules: str) -> dict[str, str]:
    """The edges of a game's bets under these rules, at the best play."""
    game = games.game(game_id)
    table = Table(game=game_id, name="", rules=msgspec.convert(json.loads(rules), game.rules))
    if wrong := [one for one in game.violations(table) if one.what.startswith("rules.")
                 and "authoris" not in one.allowed]:
        raise LookupError(f"{game_id} with {rules} is not lawful: {wrong[0]}")
    best = odds_report.default_class(game)
    return {bet.bet: bet.edge if bet.exact else f"{bet.edge_float:.{PLACES}f}"
            for bet in odds_report.odds(game, table, *best).bets}


def agrees(one: str, other: str) -> bool:
    """Whether two figures are the same: fractions to the last digit, decimals in their places."""
    if "." not in one + other:
        return Fraction(one) == Fraction(other)
    return abs(Fraction(one) - Fraction(other)) <= Fraction(1, 10**PLACES)


def faults() -> Iterator[str]:
    """The stored figures that the engine does not find."""
    for record in law.interpretations().values():
        for weighed in record.weighed:
            now = edges_of(weighed)
            for figure, finds in ((weighed["ours"], now.ours), (weighed["other"], now.other)):
                if not agrees(figure, finds):
                    yield f"{record.id}: {weighed['game']}, {weighed['bet']}: {figure} is {finds}"


def render_page() -> str:
    """The page: every record under each regulation that it concerns, in order of the clauses."""
    lines = [HEAD]
    records = law.interpretations().values()
    moves = Counter(record.moves for record in records)
    options = sum(bool(record.option) for record in records)
    letters = sum(record.letter is not None for record in records)
    lines += [f"There are {len(records)} records: another reading would change money in "
              f"{moves['money']}, a choice in {moves['choice']}, and neither in "
              f"{moves['neither']}. For {options} of them a table file can choose the other "
              "reading.", "",
              'A table file with `reading = "letter"` has in every one of these options the value '
              f"that the bare text supports best; in {letters} records this is not the usual "
              "reading. It needs no authorisation.", "", LETTER, ""]
    for section, rows in law.sections().items():
        order = {row.id: at for at, row in enumerate(rows)}
        mine = sorted((min(order[c] for c in one.clauses if c in order), one.n)
                      for one in records if order.keys() & set(one.clauses))
        if not mine:
            continue
        document = law.document(section)
        lines += [f"## {document.short}: {rows[0].game}", "",
                  "| clauses | record | question | changes | effect on the odds |",
                  "|---|---|---|---|---|",
                  *(_row(law.interpretations()[n], order) for _, n in mine), ""]
    return "\n".join(lines)


def _row(record: Interpretation, order: Mapping[str, int]) -> str:
    here = sorted((clause for clause in record.clauses if clause in order), key=order.__getitem__)
    option = f" ({_option_text(record)})" if record.option else ""
    odds = " ".join((record.odds, *map(_weighed_text, record.weighed)))
    cells = (", ".join(law.row(clause).rule for clause in here), record.id,
             f"{record.paragraph('en').title}{option}", record.moves, odds)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _option_text(record: Interpretation) -> str:
    """The option of a record, the values of a reading and that of the letter: "option
    `readings.limits_of`: `place`, `round`; to the letter `round`"."""
    sections = {clause.rpartition("/")[0] for clause in record.clauses}
    for game in games.catalogue().values():
        path = option_path(game.rules, record.option) if game.section in sections else ()
        if path[:1] == ("readings",):
            kind = get_type_hints(game.rules)["readings"]
            values = get_args(get_type_hints(kind)[record.option]) or (False, True)
            names = ", ".join(f"`{json.dumps(value)}`" for value in values)
            text = f"option `{'.'.join(path)}`: {names}"
            break
    else:
        text = f"option `{record.option}`"
    return text if record.letter is None else f"{text}; to the letter `{json.dumps(record.letter)}`"


def _weighed_text(weighed: Mapping[str, Any]) -> str:
    """A figure in words: "`blackjack-2007` with resplit_aces = false: main: 0.1996 %; ..."."""
    rules = ", ".join(f"{name} = {json.dumps(value)}" for name, value in weighed["rules"].items())
    beside = ", ".join(f"{name} = {json.dumps(value)}"
                       for name, value in weighed.get("beside", {}).items())
    bet = weighed["bet"] + (f" and {weighed['instead']}" if weighed.get("instead") else "")
    ours, other = (f"{100 * float(Fraction(weighed[side])):.4f} %" for side in ("ours", "other"))
    return (f"`{weighed['game']}`{f' with {beside}' if beside else ''}, {bet}: {ours}; "
            f"with {rules}: {other}.")


def main(arguments: list[str]) -> int:
    """Write the page, or with --weigh compute its figures; 1 when one does not agree."""
    if arguments == ["--weigh"]:
        wrong = list(faults())
        print("\n".join(wrong) or "every figure agrees")
        return 1 if wrong else 0
    Path(arguments[0]).write_text(render_page(), "utf-8")
    return 0


if __name__ == "__main__":
    odds_report.set_cache(default_results())
    raise SystemExit(main(sys.argv[1:]))
