"""``--set OPTION=VALUE`` and ``--table FILE``: one way for play, odds, simulate and check."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from sabot.cli import main
from sabot.cli.options import TABLE_KEYS, table_for
from sabot.games import catalogue, game

GAMES = list(catalogue())
TABLES = Path(__file__).parents[2] / "examples/tables"
# What goes with a value that is not lawful alone.
BESIDE = {"device=box": ("packs=1", "procedure=1"), "procedure=3": ("max_hands=5",),
          "face_down": ("procedure=3", "max_hands=5"), "lid_every": ("shuffler=continuous",),
          "double_any_after_split": ("double_any=true",), "bettors_per_place": ("decides=nearest",),
          "table_maximum": ("procedure=3", "max_hands=5"),
          "packs=2": ("shuffler=true",)}
SUMS = ("prize_cap", "highest", "most_credit", "by_hand")
"""Options that are typed as sums and stored in cents."""
OTHER: dict[str, tuple[str, ...]] = {
    "packs": ("4",), "warning_card": ("100",), "lid_every": ("3",), "max_splits": ("2",),
    "table_maximum": ("900", "900.50"), "side_maximum": ("7",), "max_hands": ("6",),
    "bettors_per_place": ("2",), "holidays": ('["2026-12-25"]',),
    "jackpot": ('{chip="1.00"}',), "notes": ("[5, 10]",), "by_hand": ("2000",)}


def sabot(*words: str, typed: str = "") -> Result:
    result = CliRunner().invoke(main, list(words), input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def values() -> list[tuple[str, str, str]]:
    """Each option of each game with another value than it has if left out."""
    found = []
    for this_game in catalogue().values():
        for field in msgspec.structs.fields(this_game.rules):
            choices = this_game.choices.get(field.name, ())
            values_of: tuple[Any, ...] = OTHER.get(field.name) or \
                (tuple(str(one).lower() for one in choices or (True, False))
                 if field.type is bool else choices)
            if this_game.id == "no-draw-poker" and field.name == "packs":  # one, or two in turns
                values_of = choices
            if this_game.id == "sintetico" and field.name == "shuffler":  # 76 is a rule of Omaha
                values_of = ()
            found += [(this_game.id, field.name, str(value)) for value in values_of
                      if str(value) != str(field.default)]
    return found


@pytest.mark.parametrize(("game_id", "name", "value"), values())
def test_every_option_of_every_game_can_be_set(game_id: str, name: str, value: str) -> None:
    """As in a table file; text needs no quotation marks, though it may have them."""
    this_game = game(game_id)
    beside = BESIDE.get(f"{name}={value}", BESIDE.get(name, ()))
    if name == "jackpot" and game_id == "blackjack-2001":
        value = "{rate=70}"
    if name == "jackpot" and game_id == "machines":
        value = '{share="1/100", symbol="tile", count=3}'
    if name == "double_any" and value == "false" and game_id == "blackjack-macau":
        beside = ("double_split=true",)
    if name == "second" and game_id == "sintetico":  # by the reading of ir/290 alone
        beside = ("readings.synthetic_mixed=true", "highest=20")
    beside = tuple(one for one in beside if not one.startswith(f"{name}="))
    for typed in (value, f'"{value}"') if value.isidentifier() else (value,):
        if typed.startswith('"') and value in ("true", "false"):
            continue
        table = table_for(this_game, None, (*beside, f"{name}={typed}"), sums=True)
        found = msgspec.to_builtins(getattr(table.rules, name))
        expected = f"{value}00" if name in SUMS else value
        assert str(found).lower() == expected or name in ("holidays", "jackpot", "notes")


@pytest.mark.parametrize("verb", [("odds",), ("simulate", "--coups", "2")])
def test_what_is_set_is_what_is_reckoned_with(verb: tuple[str, ...]) -> None:
    result = sabot(verb[0], "blackjack-macau", *verb[1:], "--json", "--set", "device=box", "--set",
                   "packs=1", "--set", "procedure=1", "--set", "thirteen_ace=any")
    assert result.exit_code == 0
    for part in ('"device": "box"', '"procedure": 1', '"thirteen_ace": "any"'):
        assert part in result.stdout


@pytest.mark.parametrize("path", sorted(TABLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_table_of_a_file_is_reckoned_with(path: Path) -> None:
    name = path.read_text().split('game = "')[1].split('"')[0]
    if game(name).pricing:
        assert sabot("odds", name, "--table", str(path), "--json").exit_code == 0
    if game(name).simulation or game(name).players_needed == 1:
        assert sabot("simulate", name, "--table", str(path), "--coups", "2").exit_code == 0


def test_a_file_and_an_option_go_together(tmp_path: Path) -> None:
    path = TABLES / "lisboa-seis-baralhos.toml"
    assert '"packs": 4' in sabot("odds", "blackjack-2007", "--table", str(path), "--set", "packs=4",
                                 "--json").stdout
    result = sabot("check", str(path), "--set", "packs=5")
    assert result.exit_code == 1 and "rules.packs: found 5; allowed: 4 or 6" in result.stdout
    assert sabot("check", str(path), "--set", "name=Outra").stdout.splitlines()[1].startswith(
        "Outra: ")
    text = sabot("play", "blackjack-2007", "--table", str(path), "--set", "minimum=50", "--set",
                 "maximum=100", typed="q\n").stdout
    assert "Bets from 50.00 € to 100.00 €" in text
    result = sabot("odds", "blackjack-macau", "--table", str(path))
    assert result.exit_code == 2 and "is a table of blackjack-2007" in result.stderr
    assert sabot("check").exit_code == 2


def test_the_keys_of_a_table_can_be_set_too() -> None:
    this_game = game("blackjack-2007")
    table = table_for(this_game, None, ("minimum=20", "places=6", "clocks.betting=30", "name=Sete"))
    assert (table.minimum, table.maximum, table.places) == (2000, 60_000, 6)
    assert (table.clocks.betting, table.name) == (30, "Sete")
    jackpot = table_for(game("blackjack-2001"), None, ("jackpot.rate=70",),
                        sums=True).rules.jackpot
    assert jackpot is not None and jackpot.rate == 70


@pytest.mark.parametrize("this_game", catalogue().values(), ids=GAMES)
def test_no_rule_has_the_name_of_a_key(this_game: Any) -> None:
    assert not {field.name for field in msgspec.structs.fields(this_game.rules)} & set(TABLE_KEYS)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("verb", [("odds",), ("simulate", "--coups", "2"), ("play",)])
def test_the_options_of_a_game_with_what_each_may_be(game_id: str, verb: tuple[str, ...]) -> None:
    result = sabot(verb[0], game_id, *verb[1:], "--set", "help")
    assert result.exit_code == 0
    lines = {line.split()[0]: line for line in result.stdout.splitlines()[1:]}
    assert set(lines) >= {field.name for field in msgspec.structs.fields(game(game_id).rules)}
    if "packs" in lines:
        assert any(phrase in lines["packs"] for phrase in ("4 or 6", "4, 6 or 8", "1 or"))
    assert "1 to 900 seconds (15)" in lines["clocks.betting"]
    assert "msgspec" not in result.stdout and "sabot.games" not in result.stdout


@pytest.mark.parametrize(("option", "status", "answer"), [
    ("pack=4", 2, "has no option 'pack'; perhaps packs?"),
    ("seats=3", 2, "it has packs, shuffler"),
    ("packs", 2, "is not OPTION=VALUE"),
    ("packs=x", 2, "rules.packs: found 'x'; allowed: a whole number"),
    ("packs=999999999999999999999", 2, "a whole number up to 1,000,000"),
    ("packs=5", 1, "4 or 6 (pt-217-2007/blackjack/3)"),
    ("shuffler=box", 1, '"", "batch" or "continuous"'),
    ("resplit_aces=maybe", 2, "true or false"),
    ("jackpot=1", 2, "a section of chip, rate"),
    ("jackpot.foo=1", 2, "perhaps jackpot?"),
    ("minimum=-5", 2, "a whole sum or text"),
    ("minimum=1e99", 2, "a whole sum or text"),
    ("clocks.betting=0", 2, "1 to 900 seconds"),
    ("clocks.=1", 2, "has no option"),
    ("name=a\tb", 2, "control characters"),
    ("game=x", 2, "has no option 'game'"),
])
@pytest.mark.parametrize("verb", [("odds",), ("simulate", "--coups", "2"), ("play",)])
def test_what_cannot_be_set_is_answered(option: str, status: int, answer: str,
                                        verb: tuple[str, ...]) -> None:
    result = sabot(verb[0], "blackjack-2007", *verb[1:], "--set", option)
    assert (result.exit_code, result.stdout) == (status, "")
    assert answer in result.stderr and "--set help" in result.stderr
