"""Several nodes of one house commit into the same database, each fenced by its epoch."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from sabot.certify.audit.verify import verify
from sabot.ledger import (
    Books,
    Entry,
    InsufficientFunds,
    Ledger,
    LedgerError,
    Occupied,
    Overtaken,
    Repeated,
    Stored,
    wallet_record,
)
from sabot.ledger.nodes import Lease, Node, Nodes
from sabot.ledger.shared_ledger import SharedLedger
from sabot.ledger.wallet_record import Debit, RemoteBooks
from sabot.money import Transfer
from support.databases import (
    create_database,
    drop_database,
    end_sessions,
    replace_database,
)
from support.ledger_house import EUR

Joined = tuple[SharedLedger, Nodes]


def join(url: str, name: str, **settings: float) -> Joined:
    ledger, nodes = SharedLedger.join(url, name, "rules-1", **settings)
    nodes.give_sign(ledger.node)
    return ledger, nodes


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


def test_nodes_open_an_empty_database_at_the_same_time(postgres: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        joined = list(threads.map(lambda name: join(postgres, name)[0], "abcd"))
    for number, ledger in enumerate(joined, 1):
        assert ledger.commit([staff_entry(number)]) == [Stored(number)]
    for ledger in joined:
        ledger.close()


def test_what_one_node_has_paid_out_another_cannot_pay_again(postgres: str) -> None:
    (a, _), (b, _) = join(postgres, "a"), join(postgres, "b")
    with a, b:
        a.commit([pay("k0", 500, ISSUE, ANA)])
        assert b.commit([pay("k1", 400, ANA, BANK)]) == [Stored(2)]
        assert a.commit([pay("k2", 400, ANA, BANK)]) == [InsufficientFunds(ANA, 100, 400)]
        assert a.balance(ANA) == b.balance(ANA) == 100
        verified(a)


def test_a_balance_is_read_again_once_others_have_moved_it(postgres: str) -> None:
    (a, _), (b, _) = join(postgres, "a"), join(postgres, "b")
    with a, b:
        a.commit([pay("k0", 500, ISSUE, ANA), pay("k1", 50, ISSUE, "player:rui@EUR")])
        assert a.balance(ANA) == b.balance(ANA) == 500
        b.commit([pay("k2", 400, ANA, BANK)])
        assert b.balance(ANA) == 100
        a.forget_moved(0, a.head()[0])
        assert a.balance(ANA) == 100


def test_balances_that_only_this_node_has_moved_are_not_read_again(
        postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (a, _), (b, _) = join(postgres, "a"), join(postgres, "b")
    with a, b:
        a.commit([pay("k0", 500, ISSUE, ANA)])
        b.commit([pay("k1", 50, ISSUE, BANK)])
        a.forget_moved(0, 2)
        assert a.balance(ISSUE) == -550, "both have moved it"
        read: list[str] = []
        balance = Books.balance

        def note(books: Books, account: str) -> int:
            read.append(account)
            return balance(books, account)

        monkeypatch.setattr(Books, "balance", note)
        assert a.balance(ANA) == 500 and not read
        a.forget_moved(2, 2)
        assert a.balance(ANA) == 500 and not read


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


@pytest.mark.parametrize("row", ["nodes", "signs_of_life"])
def test_a_connection_that_is_lost_in_a_transaction_locks_no_node_for_long(
        postgres: str, row: str) -> None:
    (a, lost), (b, others) = join(postgres, "a", silence=0.2), join(postgres, "b")
    with b:
        locking = lost._transaction()  # as of a node whose network fails in the middle of it
        connection = locking.__enter__()
        connection.execute(sa.text(f"SELECT 1 FROM {row} WHERE node = 'a' FOR UPDATE"))
        until = time.monotonic() + 40
        while not (ended := others.end_silent()) and time.monotonic() < until:
            time.sleep(0.05)
        assert ended == ["a"]
        again, _ = join(postgres, "a")
        assert again.node.epoch == 3
        again.close()
        with pytest.raises(LedgerError):
            locking.__exit__(None, None, None)
        a.close()


def test_a_ledger_stores_nothing_in_a_database_that_lacks_what_it_knows(postgres: str) -> None:
    (a, _), (b, _) = join(postgres, "a"), join(postgres, "b")
    a.commit([staff_entry(1)])
    b.commit([staff_entry(2)])
    copy = create_database(end_sessions(postgres))  # what a standby had received
    try:
        assert a.commit([staff_entry(3)]) == [Stored(3)]
        assert b.commit([staff_entry(4)]) == [Stored(4)]
        replace_database(postgres, copy)
        with pytest.raises(Overtaken, match="lacks the entry 3"):
            a.commit([staff_entry(5)])
        again, _ = join(postgres, "a")
        assert again.commit([staff_entry(6), staff_entry(7)]) == [Stored(3), Stored(4)]
        with pytest.raises(Overtaken, match="lacks the entry 4"):
            b.commit([staff_entry(8)])
        verified(again)
        for ledger in (a, b, again):
            ledger.close()
    finally:
        drop_database(copy)


def test_a_table_is_taken_over_while_others_run(postgres: str) -> None:
    (a, first), (b, second) = join(postgres, "a"), join(postgres, "b")
    with a, b:
        assert first.take(a.node, "low") and second.take(b.node, "high")
        left = first.take(a.node, "quick")
        assert left
        first.leave(left)
        assert second.take(b.node, "quick") == Lease("quick", b.node, 2)
        assert second.take(b.node, "low") is None
        first.end(a.node)
        assert second.take(b.node, "low") == Lease("low", b.node, 2)


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


# -- an operator's wallet --------------------------------------------------------------------------


def wallet_books(ledger: SharedLedger) -> RemoteBooks:
    """The books of a node that has opened its record of the wallet."""
    books = RemoteBooks(ledger, lambda _: None, lambda _: None)
    due = books.load()
    assert due.credits == due.debits == []
    if not due.opened:
        books.commit([wallet_record.opening_entry(due)])
    return books


def win(key: str, cents: int) -> Entry:
    return Entry(kind="house", table="low", transfers=(Transfer(key, BANK, ANA, cents, "test"),))


def test_nodes_that_open_together_open_the_record_of_the_wallet_once(postgres: str) -> None:
    (a, _), (b, _) = join(postgres, "a"), join(postgres, "b")
    with a, b:
        due = wallet_record.Due([], [], False)
        assert RemoteBooks(a, print, print).load() == RemoteBooks(b, print, print).load() == due
        opening = wallet_record.opening_entry(due)
        assert a.commit([opening]) == [Stored(1)]
        assert b.commit([opening]) == [Repeated(b"")]
        verified(b)


def test_what_an_ended_node_has_left_at_the_wallet_is_for_another(postgres: str) -> None:
    (a, _), (b, others) = join(postgres, "a"), join(postgres, "b")
    with a, b:
        first, second = wallet_books(a), wallet_books(b)
        unused, = wallet_record.debits({ANA: 300}, "low-1", owner=a.owner)
        first.commit([wallet_record.wallet_entry(announced=[unused]), win("w1", 700)])
        second.commit([win("w2", 50)])

        def adopted() -> tuple[set[str], list[Debit]]:
            due = second.adopt({node.in_epoch for node in others.epochs()})
            return {p.transfer.key for p in due.credits}, due.debits

        assert adopted() == (set(), []), "a node that lives does the rest itself"
        assert [p.transfer.key for p in second.load().credits] == ["wallet/out/w2@b.1"]
        others.end(a.node)
        assert adopted() == ({"wallet/out/w1@a.1"}, [unused])
        assert len(second.load().credits) == 2, "from now on they are its own"
        second.commit([wallet_record.wallet_entry(
            retracted=[unused.key], acknowledged=["wallet/out/w1@a.1", "wallet/out/w2@b.1"])])
        assert adopted() == (set(), []) and not second.load().credits
        verified(b)


def test_what_two_nodes_confirm_is_recorded_once(postgres: str) -> None:
    (a, _), (b, _) = join(postgres, "a"), join(postgres, "b")
    with a, b:
        first, second = wallet_books(a), wallet_books(b)
        first.commit([win("w1", 700), win("w2", 50)])
        one, two = "wallet/out/w1@a.1", "wallet/out/w2@a.1"
        second.commit([wallet_record.wallet_entry(acknowledged=[one])])
        first.commit([wallet_record.wallet_entry(acknowledged=[one, two])])
        assert first.commit([wallet_record.wallet_entry(acknowledged=[two])]) == [Repeated(b"")]
        confirmed = [wallet_record.read(record).acknowledged
                     for record in a.entries(kind="wallet")]
        assert confirmed == [(), ("w1@a.1",), ("w2@a.1",)]
        verified(a)


def test_one_process_does_what_nodes_have_left(postgres: str) -> None:
    a, others = join(postgres, "a")
    with a:
        wallet_books(a).commit([win("w1", 700)])
        others.end(a.node)
    with Ledger.open(postgres) as alone:
        due = RemoteBooks(alone, print, print).load()
        assert [p.transfer.key for p in due.credits] == ["wallet/out/w1@a.1"]
