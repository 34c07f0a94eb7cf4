"""The odds that come with the program are those that its code computes."""

from __future__ import annotations

import msgspec
import pytest

from sabot.cli.operating.serve import load_tables
from sabot.games import catalogue
from sabot.procedure.table import Table
from sabot.reports import odds_report as study
from sabot.web import shipped_odds as shipped

TABLES = load_tables(None)[0]
PRICED = [name for name, table in TABLES.items()
          if (pricing := catalogue()[table.game].pricing) and pricing.edge]
ASKED = [game.id for game in catalogue().values() if study.kind(game) in ("bets", "machines")]
AGAIN = "run python -m tools.pages.shipped_odds"
QUICK = {"alva", "ceira", "coloane", "lis", "low", "patane", "sado"}
QUICK_GAMES = {"american-roulette", "banca-francesa", "craps", "cussec", "fantan"}


def test_every_table_of_the_program_has_its_figure_and_no_key_is_of_other_rules() -> None:
    assert shipped.stale(shipped.load_shipped(), TABLES) == [], AGAIN
    assert len(msgspec.json.encode(shipped.load_shipped())) < 300_000


def test_other_rules_have_no_shipped_figure() -> None:
    table = TABLES["low"]
    others = msgspec.structs.replace(table.rules, packs=8 if table.rules.packs != 8 else 6)
    assert shipped.shipped_edge(catalogue()[table.game],
                                msgspec.structs.replace(table, rules=others)) is None
    found = shipped.load_shipped()
    wrong = shipped.ShippedOdds({**found.edges, "old": next(iter(found.edges.values()))},
                                dict(list(found.lines.items())[1:]))
    assert len(shipped.stale(wrong, TABLES)) == 2


def quick(names: list[str], some: set[str]) -> pytest.MarkDecorator:
    return pytest.mark.more_of(*(name for name in names if name not in some))


@quick(PRICED, QUICK)
@pytest.mark.parametrize("name", PRICED)
def test_the_edge_of_a_shipped_table_is_the_one_that_is_computed(name: str) -> None:
    table: Table = TABLES[name]
    game = catalogue()[table.game]
    assert shipped.shipped_edge(game, table) == shipped.compute_edge(game, table), AGAIN


@quick(ASKED, QUICK_GAMES)
@pytest.mark.parametrize("name", ASKED)
def test_the_line_of_a_game_is_the_one_that_is_computed(name: str) -> None:
    game = catalogue()[name]
    assert shipped.shipped_line(game) == study.brief(game), AGAIN
