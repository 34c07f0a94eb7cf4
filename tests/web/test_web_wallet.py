"""The doors of a house whose players are an operator's: in by a launch, never as a guest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from itsdangerous import URLSafeTimedSerializer
from litestar.testing import TestClient

from sabot.cli.operating.serve import load_tables, load_wallet
from sabot.house import House
from sabot.house.money.jackpot_claims import pool_of
from sabot.ledger import Ledger
from sabot.ledger.wallet import EmbeddedWallet
from sabot.procedure.table import Table
from sabot.web.app import create_app
from sabot.web.auth import Signer

KEY = "k" * 40


@pytest.fixture
def wallet(tmp_path: Path) -> Iterator[EmbeddedWallet]:
    """The operator keeps the players' money in their own books."""
    with Ledger.open(str(tmp_path / "operator.sqlite3")) as books:
        embedded = EmbeddedWallet(books)
        embedded.credit("salary", "p-17", 12_345, "EUR")
        yield embedded


def without_pools() -> dict[str, Table]:
    """The house's own tables but those that share a pool, which nobody keeps here."""
    tables, _ = load_tables(None)
    return {key: table for key, table in tables.items() if not pool_of(table)}


@pytest.fixture
def door(tmp_path: Path, wallet: EmbeddedWallet) -> Iterator[TestClient]:  # type: ignore[type-arg]
    tables = without_pools()
    tables = {key: msgspec.structs.replace(table, demo=False) for key, table in tables.items()}
    with Ledger.open(str(tmp_path / "house.sqlite3")) as books:
        app = create_app(House(books, tables, wallet=wallet), Signer(KEY))
        with TestClient(app) as client:
            client.headers.update({"X-Sabot": "1"})
            yield client


def test_a_launch_lets_a_player_in_with_their_own_money(door: TestClient) -> None:  # type: ignore[type-arg]
    launch = Signer(KEY).launch("p-17", "Marta")
    reply = door.get("/enter", params={"launch": launch}, follow_redirects=False)
    assert (reply.status_code, reply.headers["location"]) == (303, "/")
    assert door.get("/api/session").json() == {
        "player": "p-17", "name": "Marta", "demo": False, "balance": 12_345,
        "credits": [{"currency": "€", "cents": 12_345}, {"currency": "MOP", "cents": 0}]}


@pytest.mark.parametrize("launch", [
    "", "nonsense", Signer("x" * 40).launch("p-17", "Marta"), Signer(KEY).player("p-17"),
    URLSafeTimedSerializer(KEY, salt="launch").dumps({"player": "p-17"}),
], ids=["none", "nonsense", "another house's", "a cookie", "another form"])
def test_no_other_word_lets_anybody_in(door: TestClient, launch: str) -> None:  # type: ignore[type-arg]
    reply = door.get("/enter", params={"launch": launch}, follow_redirects=False)
    assert (reply.status_code, reply.json()["code"]) == (403, "launch")
    assert door.get("/api/session").json() is None


def test_nobody_is_a_guest_for_money(door: TestClient) -> None:  # type: ignore[type-arg]
    reply = door.post("/api/session", json={"name": "Rui"})
    assert (reply.status_code, reply.json()["code"]) == (403, "no-guests")
    assert reply.json()["law"] == "pt-805-2015/blackjack-online/38-2"


def test_a_house_of_demo_credits_takes_no_launch(tmp_path: Path) -> None:
    tables = without_pools()
    with (Ledger.open(str(tmp_path / "house.sqlite3")) as books,
          TestClient(create_app(House(books, tables), Signer(KEY))) as client):
        reply = client.get("/enter", params={"launch": Signer(KEY).launch("p-17", "Marta")})
        assert reply.status_code == 403


@pytest.mark.parametrize(("path", "why"), [
    ("nowhere:make", "No module named"), ("json:nothing", "no attribute"),
    ("builtins:dict", "has no debit, credit, rollback, balance"), ("json", "no wallet at"),
])
def test_a_wallet_that_is_none_is_refused_in_words(path: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        load_wallet(path)
