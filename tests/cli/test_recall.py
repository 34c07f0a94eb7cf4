"""``sabot recall``: the games of a machine from the journal, which decides (14)."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sabot.cli import main
from sabot.cli.proving.recall import window_rows
from sabot.ledger import Ledger

sys.path.insert(0, str(Path(__file__).parents[1] / "house"))
from support.house_evening import Evening, Guest, table

ROW = "pt-217-2007/maquinas-automaticas"


def machine(number: str, model: str = "costa") -> Any:
    return table(f"""
game = "machines"
name = "Machine {number}"
places = 1
minimum = "0.25"
maximum = "20.00"
[clocks]
between = 0
[rules]
number = "{number}"
model = "{model}"
coins = ["0.25"]
""")


async def spin(evening: Evening, ana: Guest, seat: str, table_id: str) -> None:
    await ana.must("spin", seat, table=table_id)
    if table_id == "cards":
        await ana.must("draw", "1-3", table=table_id)
    await evening.later(0)


async def played(folder: Path) -> list[dict[str, Any]]:
    """Twelve games on reels, with a pause in which credit is taken out, and one of cards that is
    still open; what each game came to, as its player saw it."""
    games = []
    async with Evening(folder, tables={"reels": machine("A-7"),
                                       "cards": machine("0002", "cinco"),
                                       "idle": machine("0003")}) as evening:
        ana = await evening.guest("Ana")
        for table_id in ("reels", "cards"):
            await ana.must("sit", "1", table=table_id)
            await ana.must("insert", "1", 10_000, table=table_id)
        for game in range(12):
            if game == 5:
                await ana.must("cash-out", "1", table="reels")
                await evening.later(0)
                await ana.must("insert", "1", 8_000, table="reels")
            before = evening.desk("reels").staked[ana.id]
            await spin(evening, ana, f"{(1, 5, 20)[game % 3]}x1x25", "reels")
            bet, prize = evening.desk("reels").carry.last[0]
            games.append({"before": before, "bet": bet, "prize": prize,
                          "after": before - bet + prize,
                          "shown": [list(seen) for seen in evening.desk("reels").carry.shown]})
        await spin(evening, ana, "1x1x25", "cards")
        await ana.must("spin", "1x1x25", table="cards")
    return games


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[dict[str, Any]]]:
    folder = tmp_path_factory.mktemp("recall")
    games = asyncio.run(played(folder))
    return f"sqlite:///{folder / 'house.sqlite3'}", games


def recall(books: tuple[str, Any], *args: str) -> Result:
    return CliRunner().invoke(main, ["recall", *args, "--database", books[0]])


@pytest.mark.law(f"{ROW}/14")
def test_the_last_ten_games_are_what_was_played(books: tuple[str, list[dict[str, Any]]]) -> None:
    """Bets, prizes and the money before and after each, the window that was shown."""
    answer = json.loads(recall(books, "reels", "--json").stdout)
    assert answer["machine"] == "reels" and [g["number"] for g in answer["games"]] == list(
        range(12, 2, -1))
    for one, due in zip(answer["games"], reversed(books[1]), strict=False):
        assert {key: one[key] for key in ("before", "bet", "prize", "after")} == {
            key: due[key] for key in ("before", "bet", "prize", "after")}
        assert one["windows"][-1]["shown"] == due["shown"]
        assert one["prize"] == sum(w["cents"] for w in one["won"]), "what won adds up"
        assert all(step["law"] for step in one["steps"] if not step["text"].startswith("("))
        assert one["law"] == f"{ROW}/14"


@pytest.mark.law(f"{ROW}/14")
def test_a_machine_is_named_by_its_number_too(books: tuple[str, list[dict[str, Any]]]) -> None:
    """Each step in words with its clause, in both languages; the window as it stood."""
    text = recall(books, "a 7", "--games", "1").stdout
    due = books[1][-1]
    rows = window_rows(due["shown"])
    assert all(f"        {row}\n" in text for row in rows)
    assert f"bet {due['bet'] / 100:.2f} €" in text and "Game 12 of machine reels" in text
    portuguese = recall(books, "reels", "--games", "1", "--lang", "pt").stdout
    assert "Jogo 12 da máquina reels" in portuguese and "Os rolos pararam" in portuguese
    cards = json.loads(recall(books, "0002", "--json").stdout)["games"]
    assert len(cards) == 1, "the game that is open is none yet"
    assert [c["place"] for c in cards[0]["cards"]] == [*"12345", *"245"]


@pytest.mark.law(f"{ROW}/14")
@pytest.mark.parametrize("number", [1, 5, 6, 12])
def test_one_game_is_found_by_its_number(books: tuple[str, list[dict[str, Any]]],
                                         number: int) -> None:
    (one,) = json.loads(recall(books, "reels", "--game", str(number), "--json").stdout)["games"]
    assert one["number"] == number and one["before"] == books[1][number - 1]["before"]


@pytest.mark.law(f"{ROW}/9", f"{ROW}/9-2", f"{ROW}/14")
def test_meters_stand_beside_what_the_journal_holds(books: tuple[str, list[dict[str, Any]]]
                                                    ) -> None:
    answer = json.loads(recall(books, "reels", "--meters", "--json").stdout)["meters"]
    assert answer["games"] == {"shows": 12, "journal": 12, "law": f"{ROW}/9-2"}
    assert answer["bets"]["shows"] == sum(g["bet"] for g in books[1]) == answer["bets"]["journal"]
    assert all(one["shows"] == one["journal"] for one in answer.values())
    assert "bets" in recall(books, "reels", "--meters").stdout


def test_what_is_asked_wrongly_is_said(books: tuple[str, list[dict[str, Any]]],
                                       tmp_path: Path) -> None:
    none = recall(books, "9999")
    assert none.exit_code == 2 and "reels (no. A7)" in none.stderr
    late = recall(books, "reels", "--game", "13")
    assert late.exit_code == 1 and "no game 13" in late.stderr and "12" in late.stderr
    assert recall(books, "reels", "--game", "0").exit_code == 2
    assert recall(books, "reels", "--games", "3", "--game", "1").exit_code == 2
    assert "no game" in recall(books, "idle").stdout
    away = CliRunner().invoke(main, ["recall", "reels", "--database", str(tmp_path / "none.db")])
    assert away.exit_code == 2 and "Traceback" not in away.output


def test_a_house_that_is_open_is_read_too(books: tuple[str, list[dict[str, Any]]]) -> None:
    with Ledger.open(books[0]):
        assert recall(books, "reels", "--games", "1").exit_code == 0
