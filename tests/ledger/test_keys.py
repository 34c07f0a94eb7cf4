"""The keys of a house, made once, and what is sealed with one of them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sabot.equipment import Seeded, Shoe
from sabot.ledger import Entry, Ledger, Sealed
from sabot.ledger.keys import existing_key, house_key
from sabot.ledger.vault import Vault, is_sealed

KEY, OTHER = Vault("k" * 40), Vault("o" * 40)


@pytest.fixture(autouse=True)
def _no_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOME_KEY", raising=False)


def test_a_key_is_made_once_by_whoever_comes_first(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    with ThreadPoolExecutor(8) as many:
        keys = set(many.map(lambda _: house_key(folder, "some.key", "SOME_KEY"), range(16)))
    assert len(keys) == 1 and len(keys.pop()) >= 48
    assert [file.name for file in folder.iterdir()] == ["some.key"]
    assert (folder / "some.key").stat().st_mode & 0o777 == 0o600


def test_a_key_that_was_never_finished_is_none(tmp_path: Path) -> None:
    """Whoever was killed while it was made leaves a draft, and the next makes a whole one."""
    (tmp_path / "some.key.abcd").write_text("half")
    assert existing_key(tmp_path, "some.key", "SOME_KEY") is None
    assert len(house_key(tmp_path, "some.key", "SOME_KEY")) >= 48


def test_a_key_that_cannot_be_used_is_never_replaced(tmp_path: Path,
                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "some.key").write_text("short")
    with pytest.raises(ValueError, match="5 characters"):
        house_key(tmp_path, "some.key", "SOME_KEY")
    assert (tmp_path / "some.key").read_text() == "short"
    monkeypatch.setenv("SOME_KEY", "short")
    with pytest.raises(ValueError, match="SOME_KEY"):
        house_key(tmp_path, "some.key", "SOME_KEY")
    monkeypatch.setenv("SOME_KEY", "x" * 32)
    assert house_key(tmp_path, "some.key", "SOME_KEY") == "x" * 32


def test_a_key_that_cannot_be_made_says_where_and_what_to_do(tmp_path: Path) -> None:
    folder = tmp_path / "on-a-disk-that-is-gone"
    folder.symlink_to(tmp_path / "nowhere")
    with pytest.raises(ValueError, match=r"some\.key cannot be made: .*SABOT_VAR.*SOME_KEY"):
        house_key(folder, "some.key", "SOME_KEY")


def test_a_sealed_order_is_opened_by_its_key_and_under_its_seal_alone() -> None:
    shoes = [Shoe.shuffled(1, Seeded(n)) for n in range(2)]
    first, second = (shoe.opening() for shoe in shoes)
    nonce, order = KEY.seal(first)
    assert is_sealed(nonce) and first["order"] not in order
    assert KEY.open(first["seal"], nonce, order) == first
    for vault, seal, altered in ((OTHER, first["seal"], False), (KEY, second["seal"], True)):
        with pytest.raises(Sealed) as why:
            vault.open(seal, nonce, order)
        assert why.value.altered is altered
    for wrong in (order[:-2], "", "no hex", order[2:] + order[:2]):
        with pytest.raises(Sealed):
            KEY.open(first["seal"], nonce, wrong)
    for wrong in ("sealed1:", f"sealed1:{KEY.name}", f"{nonce}00", "sealed1:::"):
        with pytest.raises(Sealed):
            KEY.open(first["seal"], wrong, order)
    assert KEY.seal(first) != (nonce, order)


def test_the_books_open_what_they_sealed_and_lay_open_what_is_over(url: str) -> None:
    first, second = (Shoe.shuffled(1, Seeded(n)).opening() for n in range(2))
    with Ledger.open(url, vault=KEY) as ledger:
        ledger.commit([Entry(kind="house", table="t", secret=first)])
        assert ledger.secret(first["seal"]) == first
        ledger.commit([Entry(kind="house", table="t", secret=second, over=(first["seal"],))])
        ledger.commit([Entry(kind="house", table="t", secret=Shoe.shuffled(
            1, Seeded(3)).opening(), over=("never heard of",))])
    with Ledger.open(url, readonly=True) as ledger:
        assert ledger.secret(first["seal"]) == first
        with pytest.raises(Sealed):
            ledger.secret(second["seal"])
        assert ledger.secret("never heard of") is None
        assert sorted(order.seal for order in ledger.orders() if order.opening) == [first["seal"]]
    with Ledger.open(url, vault=OTHER) as ledger:  # what it cannot open stays as it is
        ledger.commit([Entry(kind="house", table="t", over=(second["seal"],))])
    with Ledger.open(url, vault=KEY) as ledger:
        assert ledger.secret(second["seal"]) == second
        assert ledger.seal_orders([first["seal"], second["seal"], "none"]) == 1
    with Ledger.open(url, readonly=True) as ledger, pytest.raises(Sealed):
        ledger.secret(first["seal"])
