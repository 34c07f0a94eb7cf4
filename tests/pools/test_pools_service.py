"""What houses may ask of the pools, with the money counted by hand."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from sabot.ledger import Absent, Ledger, LedgerError, ReadOnly, SchemaMismatch
from sabot.pools import Authorisation, Contribution, PoolRefused, Pools, verify
from sabot.pools.dues import apportion
from sabot.pools.page import Page
from support.pools_for_tests import feed, pool, row

ALL = Fraction(1)


@pytest.fixture
def pools(url: str) -> Iterator[Pools]:
    """An open book without a pool, whose chains fit at the end."""
    with Pools.open(url) as opened:
        yield opened
        found = verify(opened)
        assert found.verified, found.faults
        for name, value in opened.values().items():
            assert opened.rebuilt(name) == value == found.values[name]
            assert sum(opened.dues(name).values()) == 0


def no(code: str, clause: str, act: Callable[[], object]) -> str:
    """The text of a refusal."""
    with pytest.raises(PoolRefused) as refused:
        act()
    assert (refused.value.code, refused.value.law) == (code, clause)
    return str(refused.value)


# -- it grows -------------------------------------------------------------------------------------


@pytest.mark.law(row("3"), "ir/316")
def test_a_jackpot_grows_by_bets_on_its_machine_alone(pools: Pools) -> None:
    assert pools.define(pool("sete", machine="m7", houses=("lisboa",)))
    assert pools.value("sete") == 10_000
    feed(pools, "lisboa", "sete", "c1/4", 20, "m7")
    assert "only by bets on 'm7'" in no("machine", row("3"),
                              lambda: feed(pools, "lisboa", "sete", "c2/4", 20, "m8"))
    assert "takes no part" in no("house", row("3"),
                                 lambda: feed(pools, "porto", "sete", "c2/4", 20, "m7"))
    no("amount", row("3"), lambda: feed(pools, "lisboa", "sete", "c2/4", 0, "m7"))
    assert pools.values() == {"sete": 10_020}


@pytest.mark.law(row("4"))
def test_a_superjackpot_grows_by_bets_of_several_houses(pools: Pools) -> None:
    pools.define(pool())
    feed(pools, "lisboa", "grande", "c1/4", 20)
    feed(pools, "porto", "grande", "c1/4", 1)
    feed(pools, "porto", "grande", "c1/4", 1)
    assert pools.holdings("grande") == {"lisboa": 10_020, "porto": 1}
    no("house", row("4"), lambda: feed(pools, "faro", "grande", "c1/4", 1))
    assert [e.law for e in pools.entries("grande")] == [row("4"), "ir/316", row("4"), row("4")]


def test_a_contribution_is_done_once(pools: Pools) -> None:
    pools.define(pool())
    pools.define(pool("outra"))
    many = [Contribution("grande", f"k{n}", n + 1) for n in range(1200)]
    pools.contribute("porto", many, mark=77)
    pools.contribute("porto", [*many[600:], Contribution("outra", "k1", 9),
                               Contribution("outra", "k1", 9)], mark=70)
    assert pools.values() == {"grande": 10_000 + 1200 * 1201 // 2, "outra": 10_009}
    assert pools.last_delivered("porto") == 77 and pools.last_delivered("lisboa") == 0
    no("key", "", lambda: feed(pools, "porto", "grande", "k1", 7))
    no("key", "", lambda: pools.contribute("porto", [Contribution("outra", "new", 1),
                                                     Contribution("outra", "new", 2)]))
    for key in ("", "=7"):
        no("key", "", lambda key=key: feed(pools, "porto", "grande", key, 7))
    no("unknown", "", lambda: feed(pools, "porto", "nada", "k", 7))
    for ask in (pools.value, pools.rebuilt, pools.entries, pools.holdings, pools.dues):
        no("unknown", "", lambda ask=ask: ask("nada"))
    assert pools.value("outra") == 10_009


@pytest.mark.law(row("5"))
def test_a_definition_stays(pools: Pools) -> None:
    assert pools.define(pool()) and not pools.define(pool())
    no("changed", row("5"), lambda: pools.define(pool(start=0)))
    assert pools.pools() == {"grande": pool()} and pools.value("grande") == 10_000


# -- it is won ------------------------------------------------------------------------------------


@pytest.mark.law(row("5"), "ir/316")
def test_a_prize_is_paid_at_once_and_once(pools: Pools) -> None:
    pools.define(pool())
    feed(pools, "porto", "grande", "a", 501)
    assert pools.claim("porto", "grande", "w", Fraction(1, 10)) == 1_050
    assert pools.claim("porto", "grande", "w", Fraction(1, 10)) == 1_050
    assert pools.claim("lisboa", "grande", "w", 700) == 700
    assert pools.value("grande") == 8_751
    assert pools.claim("lisboa", "grande", "all", ALL) == 8_751
    assert pools.value("grande") == 10_000  # it begins anew
    assert pools.claim("lisboa", "grande", "all", ALL) == 8_751
    assert pools.claim("lisboa", "grande", "much", 99_999) == 10_000 == pools.value("grande")
    no("key", "", lambda: pools.claim("lisboa", "grande", "all", 5))
    no("key", "", lambda: pools.claim("porto", "grande", "a", ALL))
    no("key", "", lambda: feed(pools, "porto", "grande", "w", 5))
    no("house", row("4"), lambda: pools.claim("faro", "grande", "x", ALL))
    for part in (Fraction(0), Fraction(11, 10), 0, -5):
        no("part", "", lambda part=part: pools.claim("porto", "grande", "x", part))


def test_a_pool_without_a_start_may_hold_nothing(pools: Pools) -> None:
    pools.define(pool(start=0))
    assert pools.claim("porto", "grande", "w", ALL) == 0
    feed(pools, "porto", "grande", "a", 3)
    assert pools.claim("porto", "grande", "w", ALL) == 0
    assert pools.claim("porto", "grande", "v", Fraction(1, 2)) == 1
    assert pools.claim("porto", "grande", "u", ALL) == 2


def test_a_prize_in_equal_parts_leaves_what_cannot_be_divided(pools: Pools) -> None:
    pools.define(pool(start=1_000))
    feed(pools, "porto", "grande", "a", 2)
    assert pools.claim("porto", "grande", "half", Fraction(1, 2), 3) == 501
    assert pools.claim("porto", "grande", "x", 100, 3) == 99
    assert pools.claim("porto", "grande", "all", ALL, 5) == 400 == pools.claim(
        "porto", "grande", "all", ALL, 5)
    assert pools.value("grande") == 1_002  # two cents stay, and it begins anew
    no("key", "", lambda: pools.claim("porto", "grande", "all", ALL))
    no("part", "", lambda: pools.claim("porto", "grande", "y", ALL, 0))
    assert pools.claim("porto", "grande", "most", 99_999, 3) == 1_002
    assert pools.value("grande") == 1_000


@pytest.mark.law("ir/307")
def test_what_houses_owe_the_one_that_paid(pools: Pools) -> None:
    pools.define(pool(houses=("lisboa", "porto", "faro"), start=1_000))
    feed(pools, "porto", "grande", "a", 501)
    feed(pools, "faro", "grande", "a", 2)
    assert pools.claim("faro", "grande", "w", Fraction(1, 2)) == 751
    # 751 of 1503: lisboa bears 499.67, porto 250.33, faro 0.9993.
    assert pools.dues("grande") == {"faro": -750, "lisboa": 500, "porto": 250}
    assert pools.holdings("grande") == {"faro": -749, "lisboa": 1_000, "porto": 501}
    debts = (("porto", "faro", 251), ("porto", "lisboa", 1), ("faro", "porto", 1),
             ("porto", "faro", 0))
    for debtor, creditor, cents in debts:
        no("debt", "ir/307", lambda d=debtor, c=creditor, n=cents: pools.settle(
            "grande", d, c, n, "x"))
    for _ in range(2):
        pools.settle("grande", "porto", "faro", 200, "bank 17")
    no("key", "", lambda: pools.settle("grande", "porto", "faro", 50, "bank 17"))
    pools.settle("grande", "lisboa", "faro", 500, "bank 18")
    assert pools.dues("grande") == {"faro": -50, "porto": 50}
    assert pools.value("grande") == 752 == sum(pools.holdings("grande").values())


def test_cents_are_divided_to_the_last() -> None:
    assert apportion(10, {"b": 1, "a": 1, "c": 1}) == {"a": 4, "b": 3, "c": 3}
    assert apportion(7, {"a": 0, "b": 10}) == {"a": 0, "b": 7}
    assert apportion(1, {"a": 1, "b": 2}) == {"a": 0, "b": 1}
    assert apportion(0, {}) == {}


@pytest.mark.law("ir/309")
def test_a_prize_of_a_void_game_goes_back(pools: Pools) -> None:
    pools.define(pool())
    feed(pools, "porto", "grande", "a", 500)
    assert pools.claim("porto", "grande", "w", ALL) == 10_500
    for _ in range(2):
        assert pools.give_back("porto", "grande", "w") == 10_500
    assert pools.value("grande") == 20_500
    assert pools.dues("grande") == {}
    no("key", "ir/309", lambda: pools.claim("porto", "grande", "w", ALL))
    for key in ("a", "none"):
        no("unknown", "", lambda key=key: pools.give_back("porto", "grande", key))


def test_claims_at_once_are_served_one_after_the_other(pools: Pools) -> None:
    pools.define(pool())
    got: list[tuple[str, int]] = []
    start = threading.Barrier(12)

    def ask(n: int) -> None:
        start.wait()
        house, key = ("lisboa", "porto")[n % 2], f"k{n % 4}"
        feed(pools, house, "grande", f"c{n}", 100)
        got.append((f"{house} {key}", pools.claim(house, "grande", key, Fraction(1, 2))))

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 12 and len(set(got)) == 4
    wins = [-e.amount for e in pools.entries("grande") if e.kind == "win"]
    assert sorted(wins) == sorted(cents for _, cents in set(got))
    assert pools.value("grande") == 11_200 - sum(wins)


# -- ceilings and secret sums ---------------------------------------------------------------------


@pytest.mark.law("ir/305")
def test_what_comes_in_above_a_ceiling_goes_on(pools: Pools) -> None:
    pools.define(pool("maior", start=0))
    pools.define(pool("media", start=0, ceiling=300, overflow="maior"))
    pools.define(pool("mini", start=0, ceiling=100, overflow="media"))
    for key, cents in (("a", 60), ("b", 60), ("c", 270), ("d", 50)):
        feed(pools, "porto", "mini", key, cents)
    assert pools.values() == {"maior": 40, "media": 300, "mini": 100}
    assert [(e.kind, e.amount) for e in pools.entries("media", after=2)] == [
        ("overflow", 20), ("overflow", 270), ("overflow", 50), ("overflow", -40)]
    feed(pools, "porto", "mini", "b", 60)
    assert pools.value("media") == 300


def test_a_pool_that_was_sent_elsewhere_meanwhile_is_found(
        pools: Pools, monkeypatch: pytest.MonkeyPatch) -> None:
    """What money can reach is looked up, then locked: in between another may have transferred."""
    pools.define(pool())
    pools.define(pool("outra", start=0))
    look = Page._reachable

    def looked(page: Page, names: set[str]) -> set[str]:
        found = look(page, names)
        monkeypatch.setattr(Page, "_reachable", look)
        other.transfer("grande", "outra", **FIRE)
        return found

    with Pools.open(str(pools._store.url.render_as_string(hide_password=False))) as other:
        if pools._store.sqlite:  # there one writes at a time, from its first look on
            other.transfer("grande", "outra", **FIRE)
        else:
            monkeypatch.setattr(Page, "_reachable", looked)
        feed(pools, "porto", "grande", "a", 9)
    assert pools.values() == {"grande": 0, "outra": 10_009}


@pytest.mark.law("ir/305", row("3"))
def test_what_overflows_fits_where_it_goes(pools: Pools) -> None:
    pools.define(pool("maior", houses=("lisboa",)))
    over: dict[str, Any] = {"ceiling": 20_000, "overflow": "maior"}
    assert "porto" in no("overflow", "ir/305", lambda: pools.define(pool("mini", **over)))
    pools.define(pool("sete", houses=("lisboa",), machine="m7"))
    over = {"ceiling": 20_000, "overflow": "sete", "houses": ("lisboa",)}
    no("overflow", row("3"), lambda: pools.define(pool("mini", **over)))
    pools.define(pool("mini", machine="m7", **over))
    no("unknown", "", lambda: pools.define(pool("x", ceiling=20_000, overflow="nada")))
    assert pools.values() == {"maior": 10_000, "mini": 10_000, "sete": 10_000}


@pytest.mark.law("ir/306")
def test_a_pool_falls_to_the_bet_that_reaches_its_secret_sum(pools: Pools) -> None:
    pools.define(pool("segredo", start=100, must_hit_by=120))
    fell = []
    for n in range(100):
        before = pools.value("segredo")
        for hit in feed(pools, "porto", "segredo", f"c{n}", 3, "m2", f"p{n}"):
            fell.append(hit)
            assert hit.cents == before + 3 <= 122
            assert (hit.cause, hit.table, hit.player) == (f"c{n}", "m2", f"p{n}")
            assert pools.value("segredo") == 100  # the next has its own secret
        assert pools.value("segredo") < 120
    assert 100 // 7 <= len(fell) <= 100
    assert pools.hits("porto") == fell and not pools.hits("lisboa")
    assert not feed(pools, "porto", "segredo", fell[0].cause, 3)
    pools.acknowledge("porto", fell[0].key)
    pools.acknowledge("porto", fell[0].key)
    assert pools.hits("porto") == fell[1:]
    won = [e for e in pools.entries("segredo") if e.kind == "win"]
    no("unknown", "", lambda: pools.acknowledge("lisboa", fell[1].key))
    for key in ("segredo/1", "segredo/x", "x", "segredo/99999999999999999999"):
        no("unknown", "", lambda key=key: pools.acknowledge("porto", key))
    for hit, entry in zip(fell, won, strict=True):
        assert entry.id == hit.key and entry.law == "ir/306"
        assert hit.cents - 3 < entry.facts["opens"]["trigger"] <= hit.cents


@pytest.mark.law("ir/306")
def test_every_secret_sum_is_as_likely_as_another(sqlite: str) -> None:
    """Of 21 to 25 cents each comes up about as often: chi-square at one in ten thousand."""
    with Pools.open(sqlite) as pools:
        pools.define(pool("segredo", start=20, must_hit_by=25))
        pools.contribute("porto", [Contribution("segredo", f"c{n}", 1) for n in range(3000)])
        drawn = [e.facts["opens"]["trigger"] for e in pools.entries("segredo") if e.kind == "win"]
    assert set(drawn) == {21, 22, 23, 24, 25}
    due = len(drawn) / 5
    assert len(drawn) > 800
    assert sum((drawn.count(n) - due) ** 2 / due for n in range(21, 26)) < 23.5


def test_a_secret_sum_counts_no_more_when_the_pool_is_won(pools: Pools) -> None:
    pools.define(pool("segredo", start=100, must_hit_by=10_000))
    assert pools.claim("lisboa", "segredo", "w", ALL) == 100
    first, won, anew = pools.entries("segredo", after=1)
    assert won.facts["opens"]["trigger"] and first.facts["seal"] != anew.facts["seal"]
    assert b"trigger" not in b"".join(str(e.facts).encode() for e in (first, anew))


# -- rule 6 ---------------------------------------------------------------------------------------

FIRE = {"cause": "a fire in the room of machines", "by": "Rui Sá"}
LEAVE = Authorisation(reference="SRIJ 44/2026", day="2026-11-20")


@pytest.mark.law(row("6"))
def test_sums_go_to_machines_of_the_same_model_and_bets(pools: Pools) -> None:
    pools.define(pool())
    pools.define(pool("outra", start=0, bets=(100, 20)))
    pools.define(pool("alheia", model="bacalhau"))
    feed(pools, "porto", "grande", "a", 500)
    assert pools.claim("lisboa", "grande", "w", Fraction(1, 2)) == 5_250
    dues = pools.dues("grande")
    assert "outra has" in no("transfer", row("6"), lambda: pools.transfer(
        "grande", "alheia", authorisation=LEAVE, **FIRE))  # not "failing that"
    for cause, by in (("", "Rui"), (" ", "Rui"), ("fire", "")):
        no("transfer", row("6"), lambda c=cause, b=by: pools.transfer(
            "grande", "outra", cause=c, by=b))
    no("transfer", row("6"), lambda: pools.transfer("grande", "grande", **FIRE))
    no("unknown", "", lambda: pools.transfer("grande", "nada", **FIRE))
    for _ in range(2):
        assert pools.transfer("grande", "outra", **FIRE) == 5_250
    assert pools.values() == {"alheia": 10_000, "grande": 0, "outra": 5_250}
    assert pools.successors() == {"grande": "outra"}
    assert pools.dues("outra") == dues and not pools.dues("grande")
    assert pools.holdings("outra") == {"lisboa": 4_750, "porto": 500}
    assert pools.claim("lisboa", "grande", "w", Fraction(1, 2)) == 5_250
    no("transferred", row("6"), lambda: pools.claim("lisboa", "grande", "v", ALL))
    no("transfer", row("6"), lambda: pools.transfer("grande", "alheia", **FIRE))
    no("transfer", row("6"), lambda: pools.transfer("alheia", "grande", **FIRE))


@pytest.mark.law(row("6"), "ir/308")
def test_failing_that_an_authorisation_is_needed(pools: Pools) -> None:
    pools.define(pool(must_hit_by=20_000))
    pools.define(pool("alheia", model="bacalhau"))
    pools.define(pool("cara", bets=(20,)))
    assert "azulejo: 0.20 €, 1.00 €" in no("transfer", row("6"), lambda: pools.transfer(
        "grande", "alheia", **FIRE))
    no("transfer", row("6"), lambda: pools.transfer("grande", "cara", **FIRE))
    for reference, day in (("", "2026-11-20"), ("x", "20.11.2026")):
        no("transfer", row("6"), lambda r=reference, d=day: pools.transfer(
            "grande", "alheia", authorisation=Authorisation(reference=r, day=d), **FIRE))
    assert pools.transfer("grande", "alheia", authorisation=LEAVE, **FIRE) == 10_000
    transfer = next(e for e in pools.entries("grande") if e.kind == "transfer")
    assert transfer.facts["authorisation"] == {"reference": "SRIJ 44/2026", "day": "2026-11-20"}
    assert transfer.facts["force_majeure"] == FIRE["cause"] and transfer.facts["by"] == "Rui Sá"
    assert transfer.facts["opens"]["trigger"] > 10_000
    feed(pools, "porto", "grande", "late", 7)  # was on its way
    assert pools.values() == {"alheia": 20_007, "cara": 10_000, "grande": 0}
    pools.transfer("alheia", "cara", authorisation=LEAVE, **FIRE)
    feed(pools, "porto", "grande", "later", 5)
    assert pools.values() == {"alheia": 0, "cara": 30_012, "grande": 0}
    assert pools.holdings("cara") == {"lisboa": 30_000, "porto": 12}


@pytest.mark.law("ir/308", "ir/309")
def test_a_prize_that_goes_back_to_a_pool_that_was_given_up_follows(pools: Pools) -> None:
    pools.define(pool(start=300))
    pools.define(pool("outra", start=0))
    feed(pools, "porto", "grande", "a", 100)
    assert pools.claim("porto", "grande", "w", Fraction(1, 2)) == 200
    pools.transfer("grande", "outra", **FIRE)
    assert pools.dues("outra") == {"lisboa": 150, "porto": -150}
    assert pools.give_back("porto", "grande", "w") == 200
    assert pools.values() == {"grande": 0, "outra": 400}
    assert pools.dues("outra") == pools.dues("grande") == {}


def test_a_pool_above_its_ceiling_by_a_transfer_keeps_what_it_has(pools: Pools) -> None:
    pools.define(pool("maior", start=0, model="x"))
    pools.define(pool("outra", start=0, ceiling=400, overflow="maior"))
    pools.define(pool(start=900))
    pools.transfer("grande", "outra", **FIRE)
    feed(pools, "porto", "outra", "a", 70)
    assert pools.values() == {"grande": 0, "maior": 70, "outra": 900}


# -- the database ---------------------------------------------------------------------------------


def test_a_book_is_opened_again_and_read_beside(url: str) -> None:
    with Pools.open(url) as pools:
        pools.define(pool())
    with Pools.open(url) as pools, Pools.open(url) as other, Pools.open(url, readonly=True) as look:
        feed(pools, "porto", "grande", "a", 1)
        feed(other, "lisboa", "grande", "a", 2)
        assert look.value("grande") == pools.value("grande") == 10_003
        with pytest.raises(ReadOnly):
            feed(look, "porto", "grande", "b", 1)


@pytest.fixture
def bare(url: str) -> str:
    """The address of a database without a schema."""
    address = sa.make_url(url)
    if address.get_backend_name() == "sqlite":
        Path(address.database or "").unlink()
    return url


def test_a_book_is_no_ledger(bare: str) -> None:
    Ledger.open(bare).close()
    with pytest.raises(SchemaMismatch, match="0001"):
        Pools.open(bare)


def test_a_ledger_is_no_book(bare: str) -> None:
    Pools.open(bare).close()
    with pytest.raises(SchemaMismatch, match="pools_0001"):
        Ledger.open(bare)


def test_a_database_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Absent):
        Pools.open(str(tmp_path / "none.sqlite3"), create=False)
    for url in ("sqlite://", "mysql://x/y", "postgresql://127.0.0.1:1/x"):
        with pytest.raises(LedgerError):
            Pools.open(url)
    (tmp_path / "text").write_text("no database" * 1000)
    with pytest.raises(LedgerError, match="not an SQLite database"):
        Pools.open(str(tmp_path / "text"))
