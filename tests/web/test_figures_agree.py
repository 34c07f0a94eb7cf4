"""The edge of a table is one figure: in the gaming room, on the odds page of the table, and in the
list of all games, which says where the tables of the house differ from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.cli.operating.serve import load_tables
from sabot.games import catalogue
from sabot.reports import odds_report as study
from support.open_house import Doors

GAMES = [game.id for game in catalogue().values() if game.pricing and game.pricing.edge]
QUICK = {"american-roulette", "banca-francesa", "craps", "cussec", "fantan", "french-roulette"}
UNPRICED = {"cinco", "olo", "corgo", "sorraia"}
"""Tables of the shipped house whose games have no odds against a bank."""


@pytest.fixture(scope="module")
def shipped_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    folder: Path = tmp_path_factory.mktemp("shipped")
    shown = {name: msgspec.structs.replace(table, bots=0)  # nobody plays
             for name, table in load_tables(None)[0].items()
             if catalogue()[table.game].pricing or name in UNPRICED}
    with Doors(folder, tables=shown) as doors:
        yield doors


@pytest.mark.more_of(*(name for name in GAMES if name not in QUICK))
@pytest.mark.parametrize("name", GAMES)
def test_room_table_and_list_show_the_same_edge_or_say_why_not(
        shipped_house: Doors, name: str) -> None:
    visitor = shipped_house.visitor()
    room = visitor.get("/api/lobby").json()
    lines = visitor.get("/api/odds/games").json()
    tables = [table for table in room["tables"] if table["game"] == name and
              table["id"] in room["edges"]]
    assert tables, "every game with an edge has a table in the shipped house"
    shown = {table["id"]: room["edges"][table["id"]] for table in tables}
    for table_id, edge in shown.items():
        desk = shipped_house.house.room(table_id).desk
        answer = study.odds(desk.game, desk.table, *study.default_class(desk.game))  # its odds page
        priced = next(bet for bet in answer.bets if bet.bet == edge["bet"])
        assert (priced.edge, priced.edge_float) == (edge["edge"], edge["edge_float"])
    line = next(line for line in lines["games"] if line["game"] == name)
    here = lines["here"][name]
    floats = [edge["edge_float"] for edge in shown.values()]
    assert (here["lowest"], here["highest"]) == (min(floats), max(floats))
    default = study.brief(catalogue()[name])
    assert line["best"]["kept"] == default.best.kept  # type: ignore[union-attr]


def test_games_without_an_edge_show_one_figure_too(shipped_house: Doors) -> None:
    """Machines show what they return, and games between players what the house charges."""
    visitor = shipped_house.visitor()
    room = visitor.get("/api/lobby").json()
    lines = {line["game"]: line for line in visitor.get("/api/odds/games").json()["games"]}
    others = [game for game in catalogue().values() if game.id not in GAMES]
    assert {line["game"] for line in lines.values()} == {*GAMES, *(game.id for game in others)}
    for game in others:
        cards = [table for table in room["tables"] if table["game"] == game.id]
        assert cards, game.id
        for card in cards:
            table = visitor.get(f"/api/tables/{card['id']}").json()
            if game.cabinet:
                shares = sorted(bet["percent"] for bet in table["felt"]["returned"])
                assert card["sign"]["returned"] == [shares[0], shares[-1]]
            elif game.hands:
                fee, rules = card["commission"], table["rules"]
                assert fee["rate"] == rules["rate"] and fee["law"] in game_charges(lines[game.id])
            else:
                assert card["commission"] is None and card["id"] not in room["edges"]
                assert lines[game.id]["keeps"], "the page says who keeps it: not the house"


def game_charges(line: dict[str, Any]) -> tuple[str, str]:
    """The clauses under which the house may charge for a game between players: for each hand, as
    its line says, or for each session."""
    by_hand = str(line["cost"]["law"])
    return by_hand, by_hand.removesuffix("a") + "b"
