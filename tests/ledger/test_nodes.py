"""Several nodes of one house commit into the same database, each fenced by its epoch."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable

import pytest
import sqlalchemy as sa

from sabot.certify.audit.verify import verify
from sabot.ledger import Entry, InsufficientFunds, Ledger, Occupied, Overtaken, Repeated, Stored
from sabot.ledger.nodes import Lease, Node, Nodes
from sabot.ledger.shared_ledger import SharedLedger
from sabot.money import Transfer
from support.ledger_house import EUR

Joined = tuple[SharedLedger, Nodes]


def join(url: str, name: str, **settings: float) -> Joined:
    return SharedLedger.join(url, name, "rules-1", **settings)


def staff_entry(number: int) -> Entry:
    return Entry(kind="house", body=f'{{"n":{number}}}'.encode())


def pay(key: str, amount: int, frm: str, to: str, command: str = "") -> Entry:
    return Entry(kind="house", transfers=(Transfer(key, frm, to, amount, "test"),),
                 command=("ana", command) if command else None, answer=b"done" if command else b"")


ISSUE, ANA, BANK = EUR.name_of("issue", "demo"), EUR.player("ana"), EUR.name_of("bank", "low")


def verified(ledger: SharedLedger) -> None:
    report = verify(ledger)
    assert not report.faults, [str(fault) for fault in report.faults]


def test_entries_of_two_nodes_are_one_journal(postgres: str) -> None:
    (a, _), (b, _) = join(postgres, "a"), join(postgres, "b")
    with a, b:
        assert a.commit([staff_entry(1)]) == [Stored(1)]
        assert b.commit([staff_entry(2), staff_entry(3)]) == [Stored(2), Stored(3)]
        assert a.commit([staff_entry(4)]) == [Stored(4)]
        assert [record.no for record in b.walk()] == [1, 2, 3, 4]
        verified(b)


def test_what_one_node_has_paid_out_another_cannot_pay_again(postgres: str) -> None:
    (a, _), (b, _) = join(postgres, "a"), join(postgres, "b")
    with a, b:
        a.commit([pay("k0", 500, ISSUE, ANA)])
        assert b.commit([pay("k1", 400, ANA, BANK)]) == [Stored(2)]
        assert a.commit([pay("k2", 400, ANA, BANK)]) == [InsufficientFunds(ANA, 100, 400)]
        assert a.balance(ANA) == b.balance(ANA) == 100
        verified(a)


def test_the_chain_of_a_table_goes_on_when_the_table_comes_back(postgres: str) -> None:
    (a, _), (b, _) = join(postgres, "a"), join(postgres, "b")
    with a, b:
        for version, ledger in enumerate((a, b, a, b), 1):
            ledger.commit([Entry(kind="house", table="low", version=version, count=1)])
        assert [record.no for record in a.entries(table="low")] == [1, 2, 3, 4]
        verified(a)


def test_a_command_that_reaches_two_nodes_is_done_once(postgres: str) -> None:
    (a, _), (b, _) = join(postgres, "a"), join(postgres, "b")
    with a, b:
        assert a.commit([pay("k0", 500, ISSUE, ANA, "press")]) == [Stored(1)]
        assert b.commit([pay("k0", 500, ISSUE, ANA, "press")]) == [Repeated(b"done")]
        assert b.balance(ANA) == 500


def test_nodes_that_write_at_the_same_time_lose_nothing(postgres: str) -> None:
    joined = [join(postgres, name) for name in "abc"]
    joined[0][0].commit([pay("k0", 10_000, ISSUE, ANA)])
    paid = dict.fromkeys("abc", 0)

    def write(ledger: SharedLedger, name: str) -> None:
        chance = random.Random(name)
        for n in range(40):
            outcomes = ledger.commit([
                pay(f"{name}{n}/{i}", chance.randint(1, 200), ANA, BANK) for i in range(3)])
            paid[name] += sum(isinstance(outcome, Stored) for outcome in outcomes)

    threads = [threading.Thread(target=write, args=(ledger, ledger.node.name))
               for ledger, _ in joined]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    last = joined[0][0]
    records = list(last.walk())
    assert [record.seq for record in records] == list(range(1, 2 + sum(paid.values())))
    assert last.balance(ANA) >= 0
    assert last.balance(ANA) + last.balance(BANK) == 10_000
    verified(last)
    for ledger, _ in joined:
        ledger.close()


def test_a_node_whose_epoch_has_ended_stores_nothing(postgres: str) -> None:
    (a, _), (b, others) = join(postgres, "a"), join(postgres, "b")
    with b:
        a.commit([staff_entry(1)])
        again, _ = join(postgres, "a")
        with pytest.raises(Overtaken, match="epoch 1 of the node a has ended"):
            a.commit([staff_entry(2)])
        assert a.overtaken
        with again:
            assert again.node == Node("a", 2)
            assert again.commit([staff_entry(3)]) == [Stored(2)]
        assert [record.body for record in b.walk()] == [b'{"n":1}', b'{"n":3}']
        assert Node("a", 2) in others.living()
        a.close()


def test_the_epoch_of_a_silent_node_ends_and_its_tables_are_taken_over(postgres: str) -> None:
    a, silent = join(postgres, "a", silence=0.2)
    b, others = join(postgres, "b")
    with b:
        first = silent.take(a.node, "low")
        assert first == Lease("low", a.node, 1)
        assert silent.take(a.node, "low") == first
        assert others.take(b.node, "low") is None
        assert others.leases() == {"low": first}
        until = time.monotonic() + 20
        while not (ended := others.end_silent()) and time.monotonic() < until:
            time.sleep(0.05)
        assert ended == ["a"]
        assert not silent.give_sign(a.node)
        assert silent.take(a.node, "high") is None
        assert others.take(b.node, "low") == Lease("low", b.node, 2)
        with pytest.raises(Overtaken):
            a.commit([staff_entry(1)])
        a.close()


def test_a_table_that_is_left_is_taken_under_a_new_lease(postgres: str) -> None:
    (a, first), (b, second) = join(postgres, "a"), join(postgres, "b")
    with a, b:
        lease = first.take(a.node, "low")
        assert lease
        first.leave(lease)
        assert second.take(b.node, "low") == Lease("low", b.node, 2)
        first.leave(lease)  # an old lease takes nothing from the new one
        assert second.leases()["low"].node == b.node


def test_the_epoch_of_a_node_that_leaves_ends_at_once(postgres: str) -> None:
    (a, first), (b, second) = join(postgres, "a"), join(postgres, "b")
    with a, b:
        assert first.take(a.node, "low")
        first.end(a.node)
        assert second.living() == {b.node: "rules-1"}
        assert second.take(b.node, "low")


def test_a_house_of_one_process_and_nodes_keep_each_other_out(postgres: str) -> None:
    with Ledger.open(postgres) as alone:
        alone.commit([staff_entry(1)])
        with pytest.raises(Occupied):
            join(postgres, "a")
    ledger, others = join(postgres, "a")
    with ledger:
        with pytest.raises(Occupied):
            Ledger.open(postgres)
        assert ledger.commit([staff_entry(2)]) == [Stored(2)]
        others.end(ledger.node)
    with Ledger.open(postgres) as alone:
        assert alone.commit([staff_entry(3)]) == [Stored(3)]


def test_the_database_itself_refuses_an_account_below_zero(postgres: str) -> None:
    a, _ = join(postgres, "a")
    with a:
        a.commit([pay("k0", 500, ISSUE, ANA)])
        engine = sa.create_engine(sa.make_url(postgres).set(drivername="postgresql+psycopg"))
        with engine.connect() as connection, pytest.raises(sa.exc.IntegrityError):
            connection.execute(sa.text("UPDATE balances SET amount = -1 WHERE account = :a"),
                               {"a": ANA})
        engine.dispose()


def test_a_group_whose_answer_is_lost_is_found_although_others_go_on(
        postgres: str, lost_answer: Callable[[SharedLedger], None]) -> None:
    (a, _), (b, _) = join(postgres, "a"), join(postgres, "b")
    with a, b:
        a.commit([staff_entry(1)])
        lost_answer(a)
        assert a.commit([staff_entry(2)]) == [Stored(2)]
        assert b.commit([staff_entry(3)]) == [Stored(3)]
        assert a.commit([staff_entry(4)]) == [Stored(4)]
        verified(b)


@pytest.fixture
def lost_answer(postgres: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[SharedLedger], None]:
    """Loses the answer to the next commit of a node, after which another node commits."""
    def lose(ledger: SharedLedger) -> None:
        writer = ledger._store.writer

        @sa.event.listens_for(writer.engine, "commit", once=True)
        def cut(connection: sa.Connection) -> None:
            raw = connection.connection.dbapi_connection
            assert raw is not None
            raw.commit()
            engine = sa.create_engine(sa.make_url(postgres).set(drivername="postgresql+psycopg"))
            with engine.begin() as other:
                other.execute(sa.text("SELECT pg_terminate_backend(:pid)"),
                              {"pid": raw.info.backend_pid})  # type: ignore[attr-defined]
            engine.dispose()

    return lose
