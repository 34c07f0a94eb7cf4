"""``sabot pools``: opened from files, looked at, transferred, settled, verified."""

from __future__ import annotations

import json
import sqlite3
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sabot.cli import main
from sabot.pools import Contribution, Pools

FILE = """
name = "{name}"
share = "1 %"
start = {start}
seeded_by = "lisboa"
houses = ["lisboa", "porto"]
model = "{model}"
bets = ["0.20", 1]
"""


class Verb:
    """The verb over one book."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.url = folder, f"sqlite:///{folder / 'pools.sqlite3'}"

    def file(self, name: str, start: int = 10, model: str = "azulejo", more: str = "") -> str:
        path = self.folder / f"{name}.toml"
        path.write_text(FILE.format(name=name, start=start, model=model) + more)
        return str(path)

    def __call__(self, *words: str, status: int = 0) -> str:
        result = CliRunner().invoke(main, ["pools", *words, "--database", self.url])
        assert result.exit_code == status, result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result.stdout if status == 0 else result.output

    def json(self, *words: str) -> Any:
        return json.loads(self(*words, "--json"))


@pytest.fixture
def verb(tmp_path: Path) -> Verb:
    pools_verb = Verb(tmp_path)
    pools_verb("open", pools_verb.file("grande"), pools_verb.file("outra", 0))
    with Pools.open(pools_verb.url) as pools:
        pools.contribute("porto", [Contribution("grande", "a", 501)])
        pools.claim("porto", "grande", "w", Fraction(1, 2))
    return pools_verb


def test_pools_are_opened_from_files(tmp_path: Path) -> None:
    verb = Verb(tmp_path)
    output = verb("open", verb.file("maior"), verb.file("mini", 1, more=(
        'ceiling = 3\noverflow = "maior"\n')))
    assert output == "maior: open, 10.00 €\nmini: open, 1.00 €\n"
    assert verb("open", verb.file("maior")) == "maior: was already open, 10.00 €\n"
    assert "another definition" in verb("open", verb.file("maior", 11), status=1)
    wrong = verb("open", verb.file("maior"), verb.file("x", -1, more="a = 1"), status=1)
    assert "x.toml: start: found -1" in wrong and "x.toml: a: found an unknown key" in wrong
    (tmp_path / "y.toml").write_bytes(b"\xff")
    assert "UTF-8" in verb("open", str(tmp_path / "y.toml"), status=1)


def test_what_pools_hold_and_who(verb: Verb) -> None:
    assert verb("list") == "grande\t7.51 €\tlisboa, porto\noutra\t0.00 €\tlisboa, porto\n"
    assert verb.json("list")[0] == {"name": "grande", "value": 751, "houses": ["lisboa", "porto"],
                                    "transferred_to": ""}
    output = verb("show", "grande")
    for line in ("bets         0.20 €, 1.00 €", "share        1/100", "start        10.00 €",
                 "value        7.51 €", "held by      lisboa: 10.00 €, owes 5.00 €",
                 "held by      porto: -2.49 €, is owed 5.00 €"):
        assert line in output.splitlines()
    assert "win                 -7.50 €  porto  w  pt-217-2007/maquinas-automaticas/5" in output
    found = verb.json("show", "grande")
    assert found["dues"] == {"lisboa": 500, "porto": -500} and len(found["last"]) == 4
    assert "there is no pool 'nada'" in verb("show", "nada", status=1)


def test_a_secret_sum_is_not_shown(tmp_path: Path) -> None:
    verb = Verb(tmp_path)
    verb("open", verb.file("segredo", 10, more="must_hit_by = 20"))
    with Pools.open(verb.url) as pools, pools.moment() as raw:
        trigger = raw.exec_driver_sql("SELECT trigger FROM pools").scalar()
    output = verb("show", "segredo") + verb("show", "segredo", "--json")
    assert "must_hit_by  20.00 €" in output and "seal" in output
    assert "trigger" not in output and f" {trigger}" not in output


@pytest.mark.law("pt-217-2007/maquinas-automaticas/6")
def test_a_transfer(verb: Verb) -> None:
    order = ("--cause", "a fire", "--by", "Rui")
    output = verb("transfer", "grande", "outra", *order)
    assert output == "7.51 € of grande are in outra, which holds 7.51 €\n"
    assert verb.json("transfer", "grande", "outra", *order)["transferred"] == 751
    assert verb("list").splitlines()[0].endswith("\tto outra")
    assert "transferred  to outra" in verb("show", "grande")
    verb("open", verb.file("alheia", 1, "x"))
    assert "the model and bets of" in verb("transfer", "outra", "alheia", *order, status=1)
    assert "together" in verb("transfer", "outra", "alheia", *order, "--day", "2026-11-20",
                              status=2)
    verb("transfer", "outra", "alheia", *order, "--authorisation", "SRIJ 4", "--day", "2026-11-20")
    assert "alheia\t8.51 €" in verb("list")
    assert "Missing option" in verb("transfer", "outra", "alheia", status=2)


def test_what_is_owed_is_settled(verb: Verb) -> None:
    pay = ("settle", "grande", "lisboa", "porto")
    assert verb(*pay, "2.00", "--reference", "7") == (
        "lisboa owes 3.00 €\nporto is owed 3.00 €\n")
    assert "up to 3.00 €" in verb(*pay, "3.01", "--reference", "8", status=1)
    assert "is not a sum" in verb(*pay, "x", "--reference", "8", status=2)
    assert verb(*pay, "3", "--reference", "8") == ""


def test_the_book_is_verified(verb: Verb) -> None:
    assert verb("verify").endswith("2 pools, 6 entries\nverified\n")
    with sqlite3.connect(verb.folder / "pools.sqlite3") as raw:
        raw.execute("UPDATE entries SET amount = 1 WHERE pool = 'outra' AND seq = 2")
    raw.close()
    assert "NOT verified. pool outra, entry 2" in verb("verify", status=1)
    assert verb("verify", "grande").endswith("1 pool, 4 entries\nverified\n")
    result = CliRunner().invoke(main, ["pools", "--database", verb.url, "verify", "--json"])
    assert result.exit_code == 1 and not json.loads(result.stdout)["verified"]


def test_no_book_is_said(tmp_path: Path) -> None:
    assert "there is no database" in Verb(tmp_path)("list", status=2)
    (tmp_path / "pools.sqlite3").write_text("no database " * 99)
    assert "not an SQLite database" in Verb(tmp_path)("verify", status=1)
