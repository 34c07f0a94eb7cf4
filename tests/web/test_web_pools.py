"""``sabot serve`` with pools: the house names itself, opens them, and enters what they begin with.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from test_web_serve import TABLE, Served, free

from sabot.cli import main
from sabot.cli.operating.serve import load_pools
from sabot.ledger import Absent, Ledger
from sabot.pools import Pools

POOL = """
name = "grande"
share = "1/100"
start = 10
seeded_by = "lisboa"
houses = ["lisboa", "porto"]
model = "azulejo"
bets = ["0.20"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("tables/one", TABLE), ("pools/grande", POOL)):
        path = tmp_path / f"{name}.toml"
        path.parent.mkdir()
        path.write_text(text)
    return tmp_path


def serve(folder: Path, *options: str) -> Result:
    return CliRunner().invoke(main, [
        "serve", "--port", str(free()), "--tables", str(folder / "tables"), "--database",
        f"sqlite:///{folder / 'house.sqlite3'}", *options])


def test_a_house_opens_its_pools(folder: Path) -> None:
    book = f"sqlite:///{folder / 'pools.sqlite3'}"
    served = Served(folder, "--tables", str(folder / "tables"), "--pools", book, "--house",
                    "lisboa", "--pool-files", str(folder / "pools"))
    try:
        served.open()
    finally:
        served.process.terminate()
        _, output = served.process.communicate(timeout=30)
    assert served.process.returncode == 0 and "Traceback" not in output
    with Ledger.open(f"sqlite:///{folder / 'house.sqlite3'}") as ledger:
        assert ledger.balances("pool:") == {"pool:grande@EUR": 1_000}
    with Pools.open(book) as pools:
        assert pools.values() == {"grande": 1_000}


def test_what_is_wrong_is_said(folder: Path) -> None:
    book = ("--pools", f"sqlite:///{folder / 'pools.sqlite3'}")
    files = ("--pool-files", str(folder / "pools"))
    for options, status, word in (
            (book, 2, "--pools and --house together"), (("--house", "x"), 2, "together"),
            (files, 2, "together"), ((*book, "--house", "lisboa"), 2, "there is no database"),
            ((*book, *files, "--house", "faro"), 2, "no pool names the house 'faro'")):
        result = serve(folder, *options)
        assert (result.exit_code, word in result.output) == (status, True), result.output
    (folder / "pools" / "x.toml").write_text("a = 1")
    result = serve(folder, *book, *files, "--house", "lisboa")
    assert result.exit_code == 2 and "x.toml: a: found an unknown key" in result.output


def test_without_files_a_house_takes_part_in_what_names_it(folder: Path) -> None:
    url = f"sqlite:///{folder / 'pools.sqlite3'}"
    with Ledger.open(f"sqlite:///{folder / 'house.sqlite3'}") as ledger:
        with pytest.raises(Absent):
            load_pools("porto", url, None, ledger)
        CliRunner().invoke(main, ["pools", "open", str(folder / "pools" / "grande.toml"),
                                  "--database", url])
        assert load_pools("porto", url, None, ledger).values() == {"grande": 1_000}
        with pytest.raises(ValueError, match="grande are of lisboa, porto"):
            load_pools("faro", url, None, ledger)
