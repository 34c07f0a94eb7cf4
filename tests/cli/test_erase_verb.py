"""``sabot erase``: in the books of a closed house, and through the socket of an open one."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from sabot.certify.audit.verify import verify
from sabot.cli import main
from sabot.house.people import players
from sabot.house.people.players import Player
from sabot.ledger import Ledger
from sabot.money import EURO
from support.house_evening import empty_books

ANA = "p_00000000000000aa"


def sabot(url: str, *words: str, code: int = 0) -> Result:
    told = CliRunner().invoke(main, [*words, "--database", url])
    assert told.exit_code == code, told.output
    return told


def books(folder: Path, format: int) -> str:
    """Books in which Ana plays and Eva works."""
    (folder / "house.sqlite3").write_bytes(empty_books(format))
    url = f"sqlite:///{folder / 'house.sqlite3'}"
    with Ledger.open(url) as ledger:
        ledger.commit([players.player_entry(
            ledger, Player(id=ANA, name="Ana", created=1.0), 1_000, "", [ledger.accounts(EURO)])])
    sabot(url, "staff", "add", "Eva Xylqua", "--role", "cashier")
    return url


def test_a_name_of_each_kind_is_erased_once(tmp_path: Path) -> None:
    url = books(tmp_path, 2)
    name, role, eva = sabot(url, "staff", "list").stdout.strip().split("\t")
    assert (name, role, eva[:2]) == ("Eva Xylqua", "cashier", "s_")
    for id in (ANA, eva):
        assert f"the name of {id} is erased" in sabot(url, "erase", id).stderr
        assert f"{id} has no name" in sabot(url, "erase", id).stderr
    assert sabot(url, "staff", "list").stdout == f"{eva}\tcashier\t{eva}\n"
    # Whoever was erased can be told from others, given a new token, and removed.
    sabot(url, "staff", "change", eva, "--role", "croupier")
    sabot(url, "staff", "remove", eva)
    assert sabot(url, "staff", "list").stdout == ""
    with Ledger.open(url, readonly=True) as ledger:
        assert ledger.names() == {} and verify(ledger).verified


def test_what_cannot_be_erased_is_said(tmp_path: Path) -> None:
    url = books(tmp_path, 2)
    assert "nobody here has the id 'Ana'" in sabot(url, "erase", "Ana", code=1).stderr
    assert "there is no database" in sabot(
        f"sqlite:///{tmp_path / 'none.sqlite3'}", "erase", ANA, code=2).stderr
    assert not (tmp_path / "none.sqlite3").exists()


def test_the_first_format_refuses_and_stays_as_it_is(tmp_path: Path) -> None:
    url = books(tmp_path, 1)
    assert sabot(url, "staff", "list").stdout == "Eva Xylqua\tcashier\n"
    with Ledger.open(url, readonly=True) as ledger:
        before = ledger.head()
    told = sabot(url, "erase", ANA, code=1)
    assert "first format" in told.stderr and "sabot migrate" in told.stderr
    with Ledger.open(url, readonly=True) as ledger:
        assert ledger.head() == before

