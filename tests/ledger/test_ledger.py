"""What the ledger promises: whole entries, keys used once, no player below zero, an order."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from sabot.certify.audit.verify import verify
from sabot.ledger import (
    Document,
    Entry,
    InsufficientFunds,
    KeyConflict,
    Ledger,
    Malformed,
    Repeated,
    Stored,
    chain,
)
from sabot.money import Transfer
from support.ledger_house import EUR

LAW = "pt-805-2015/blackjack-online/2.a"


def bet(key: str, amount: int, player: str = "ana", coup: str = "c1") -> Transfer:
    return Transfer(f"{coup}/{key}", f"player:{player}@EUR", f"stake:{coup}@EUR", amount, LAW)


def funded(url: str, amount: int = 1_000) -> Ledger:
    ledger = Ledger.open(url)
    ledger.commit([Entry(kind="player", transfers=(EUR.issue("ana", amount, "issue/ana"),))])
    return ledger


def test_an_entry_is_stored_with_all_that_belongs_to_it(url: str) -> None:
    with funded(url) as ledger:
        entry = Entry(
            kind="play", table="t", coup="c1", version=1, count=2, body=b'{"events":[]}',
            transfers=(bet("1", 300),), command=("ana", "k1"), answer=b'{"v":2}', state=b"here",
            secret={"seal": "ab", "nonce": "cd", "order": "ef"},
            documents=(Document("session", "s1", "ana", b"{}"),))
        assert ledger.commit([entry]) == [Stored(2)]
    with Ledger.open(url) as again:
        assert again.balances() == {
            "issue:demo@EUR": -1_000, "player:ana@EUR": 700, "stake:c1@EUR": 300}
        assert again.balances("player:") == {"player:ana@EUR": 700}
        assert again.answer_to("ana", "k1") == b'{"v":2}'
        assert again.answer_to("rui", "k1") is None
        assert again.states() == {"t": b"here"}
        assert again.secret("ab") == {"seal": "ab", "nonce": "cd", "order": "ef"}
        assert again.document("session", "s1") == Document("session", "s1", "ana", b"{}")
        stored = again.entries(coup="c1")[0]
        assert (stored.seq, stored.kind, stored.table, stored.version, stored.count, stored.body,
                stored.command) == (2, "play", "t", 1, 2, b'{"events":[]}', ("ana", "k1"))
        assert again.head() == (2, stored.hash)
        assert (stored.chain, stored.no) == ("t", 1) and again.ends()["t"] == (1, stored.hash)


def test_a_repeated_command_gets_its_first_answer_and_stores_nothing(url: str) -> None:
    with funded(url) as ledger:
        first = Entry(kind="play", table="t", command=("ana", "k"), answer=b"first",
                      transfers=(bet("1", 100),))
        second = Entry(kind="play", table="t", command=("ana", "k"), answer=b"second",
                       transfers=(bet("2", 100),))
        assert ledger.commit([first, second]) == [Stored(2), Repeated(b"first")]
        assert ledger.commit([second]) == [Repeated(b"first")]
        assert ledger.balance("player:ana@EUR") == 900
    with Ledger.open(url) as again:
        assert again.commit([second]) == [Repeated(b"first")]
        assert again.head()[0] == 2


def test_the_same_key_of_another_player_is_another_command(url: str) -> None:
    with Ledger.open(url) as ledger:
        outcomes = ledger.commit([Entry(kind="play", command=("ana", "k"), answer=b"a"),
                                  Entry(kind="play", command=("rui", "k"), answer=b"b")])
        assert outcomes == [Stored(1), Stored(2)]
        assert ledger.answer_to("rui", "k") == b"b"


def test_a_player_cannot_go_below_zero_and_others_of_the_group_are_stored(url: str) -> None:
    with funded(url) as ledger:
        outcomes = ledger.commit([
            Entry(kind="play", coup="c1", transfers=(bet("1", 800),), state=b"1", table="t"),
            Entry(kind="play", coup="c1", transfers=(bet("2", 150), bet("3", 100)), state=b"2",
                  table="t", command=("ana", "k"), answer=b"no"),
            Entry(kind="play", coup="c1", transfers=(bet("4", 200),), state=b"3", table="t"),
        ])
        assert outcomes == [Stored(2), InsufficientFunds("player:ana@EUR", 50, 100), Stored(3)]
        assert ledger.balance("player:ana@EUR") == 0
        assert ledger.answer_to("ana", "k") is None
        assert ledger.states() == {"t": b"3"}
        assert [p.transfer.key for p in ledger.postings()] == ["issue/ana/EUR", "c1/1", "c1/4"]


def test_a_bank_may_owe(url: str) -> None:
    with funded(url) as ledger:
        prize = Transfer("c1/9", "bank:t@EUR", "player:ana@EUR", 5_000, LAW)
        assert ledger.commit([Entry(kind="play", transfers=(prize,))]) == [Stored(2)]
        assert ledger.balance("bank:t@EUR") == -5_000


def test_a_transfer_is_moved_once(url: str) -> None:
    with funded(url) as ledger:
        entry = Entry(kind="play", coup="c1", transfers=(bet("1", 100), bet("1", 100)))
        ledger.commit([entry, entry])
        ledger.commit([entry])
        assert ledger.balance("player:ana@EUR") == 900
        assert len(ledger.postings(account="stake:c1@EUR")) == 1


def test_a_key_with_another_content_is_an_error_and_stores_nothing(url: str) -> None:
    with funded(url) as ledger:
        ledger.commit([Entry(kind="play", coup="c1", transfers=(bet("1", 100),))])
        with pytest.raises(KeyConflict, match="c1/1"):
            ledger.commit([Entry(kind="play", coup="c1", transfers=(bet("2", 10),)),
                           Entry(kind="play", coup="c1", transfers=(bet("1", 200),))])
        assert ledger.head()[0] == 2
        assert ledger.balance("player:ana@EUR") == 900
        ledger.commit([Entry(kind="play", coup="c1", transfers=(bet("2", 10),))])
        assert ledger.balance("player:ana@EUR") == 890


@pytest.mark.parametrize("wrong", [
    Transfer("k", "player:ana@EUR", "stake:c@EUR", 0, LAW),
    Transfer("k", "player:ana@EUR", "stake:c@EUR", -5, LAW),
    Transfer("k", "player:ana@EUR", "player:ana@EUR", 5, LAW),
    Transfer("", "player:ana@EUR", "bank:t@EUR", 5, LAW),
])
def test_a_transfer_of_nothing_or_to_itself_is_refused(sqlite: str, wrong: Transfer) -> None:
    with funded(sqlite) as ledger:
        with pytest.raises(Malformed):
            ledger.commit([Entry(kind="play", transfers=(wrong,))])
        assert ledger.head()[0] == 1


def test_documents_are_replaced_by_name_and_listed_by_first_storing(url: str) -> None:
    with Ledger.open(url) as ledger:
        for number in (1, 2, 3):
            ledger.commit([Entry(kind="complaint", documents=(
                Document("complaint", f"n{number}", "ana" if number < 3 else "rui", b"asked"),))])
        ledger.commit([Entry(kind="complaint", documents=(
            Document("complaint", "n1", "ana", b"answered"),))])
        assert [d.id for d in ledger.documents("complaint")] == ["n3", "n2", "n1"]
        assert [d.id for d in ledger.documents("complaint", newest_first=False, limit=2)] == [
            "n1", "n2"]
        assert ledger.documents("complaint", owner="ana")[1].body == b"answered"
        assert ledger.documents("session") == []


def test_entries_are_found_by_table_version_and_place(url: str) -> None:
    with Ledger.open(url) as ledger:
        ledger.commit([
            Entry(kind="begin", table="t", coup="c1", version=1, count=4),
            Entry(kind="play", table="t", coup="c1", version=5, count=1),
            Entry(kind="begin", table="u", coup="d1", version=1, count=9),
            Entry(kind="session", table="t"),
            Entry(kind="play", table="t", coup="c1", version=6, count=2)])

        def seqs(**where: object) -> list[int]:
            return [r.seq for r in ledger.entries(**where)]  # type: ignore[arg-type]

        assert seqs(table="t") == [1, 2, 4, 5]
        assert seqs(table="t", since_version=0) == [1, 2, 5]
        assert seqs(table="t", since_version=3) == [1, 2, 5]
        assert seqs(table="t", since_version=4) == [2, 5]
        assert seqs(table="t", since_version=7) == []
        assert seqs(kind="begin", since_seq=1) == [3]
        assert seqs(limit=2, newest_first=True) == [5, 4]
        assert ledger.coups() == ["d1", "c1"]
        assert ledger.coups(like="c") == ["c1"]


def test_the_chain_covers_every_part_of_an_entry() -> None:
    head = (1, 2, "play", "t", "c", 3, 4)
    transfers = (bet("1", 100),)
    whole = chain.link("0", head, b"body", transfers, ("ana", "k"), b"answer", b"kept")
    others = {
        chain.link("1", head, b"body", transfers, ("ana", "k"), b"answer", b"kept"),
        *(chain.link("0", (*head[:i], "other", *head[i + 1:]), b"body", transfers, ("ana", "k"),
                     b"answer", b"kept") for i in range(len(head))),
        chain.link("0", head, b"Body", transfers, ("ana", "k"), b"answer", b"kept"),
        chain.link("0", head, b"body", (bet("1", 101),), ("ana", "k"), b"answer", b"kept"),
        chain.link("0", head, b"body", (), ("ana", "k"), b"answer", b"kept"),
        chain.link("0", head, b"body", transfers, ("ana", "l"), b"answer", b"kept"),
        chain.link("0", head, b"body", transfers, None, b"answer", b"kept"),
        chain.link("0", head, b"body", transfers, ("ana", "k"), b"answered", b"kept"),
        chain.link("0", head, b"body", transfers, ("ana", "k"), b"answer", b""),
    }
    assert whole not in others
    assert len(others) == 15


def test_readers_see_one_moment_while_the_house_commits(url: str) -> None:
    with funded(url) as ledger, Ledger.open(url, readonly=True) as other:
        with other.snapshot() as still:
            assert still.head()[0] == 1
            ledger.commit([Entry(kind="play", transfers=(bet("1", 100),))])
            assert still.head()[0] == 1
            assert still.balance("player:ana@EUR") == 1_000
        assert other.head()[0] == 2
        assert other.balance("player:ana@EUR") == 900


def test_the_money_is_read_again_after_a_failed_commit(
        url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with funded(url) as ledger:
        def fail(*_: object) -> None:
            raise sa.exc.OperationalError("a write", {}, Exception("the disk broke"))

        with monkeypatch.context() as patched:
            patched.setattr(ledger, "_write", fail)
            with pytest.raises(Exception, match="the disk broke"):
                ledger.commit([Entry(kind="play", transfers=(bet("1", 400),))])
        assert ledger.balance("player:ana@EUR") == 1_000
        assert ledger.commit([Entry(kind="play", transfers=(bet("1", 1_000),))]) == [Stored(2)]


def test_a_clock_that_jumped_ahead_and_back_does_not_hold_the_journal_in_the_future(
        url: str) -> None:
    """Entries have the time that the clock says, and a walk names those before which it went back.
    """
    year = 400 * 24 * 3_600_000
    for now in (5_000, 6_000 + year, 7_000, 8_000):
        with Ledger.open(url) as ledger:
            ledger._clock = lambda now=now: now  # type: ignore[misc]
            ledger.commit([Entry(kind="house")])
    with Ledger.open(url, readonly=True) as ledger:
        assert [r.at for r in ledger.entries()] == [5_000, 6_000 + year, 7_000, 8_000]
        finding = verify(ledger)
    assert finding.verified and finding.clock_back == (3,)


@pytest.mark.parametrize("format", [1, 2])
def test_coups_that_cite_a_clause_are_found_newest_first(tmp_path: Path, format: int) -> None:
    """In the newest entries of the journal, or in all entries of some coups; in the second format
    their bodies are packed with a sample of the game."""
    bodies = {"t-1": b'{"law":"x/y/1"}', "t-2": b'{"law":"x/y/15"}', "t-3": b'{"also":["x/y/1"]}'}
    with Ledger.open(str(tmp_path / "cited.sqlite3"), format=format) as ledger:
        for coup, body in bodies.items():
            ledger.commit([Entry(kind="play", table="t", coup=coup, body=body, game="craps")])
        ledger.commit([Entry(kind="staff", body=b'{"law":"x/y/1"}')])
        assert ledger.citing("x/y/1", last=10, limit=5) == [(3, "t-3"), (1, "t-1")]
        assert ledger.citing("x/y/1", last=10) == [(3, "t-3")]
        assert ledger.citing("x/y/1", last=3, limit=5) == [(3, "t-3")]  # the first is too long ago
        assert ledger.citing("x/y/1", limit=5, coups=["t-1", "t-2"]) == [(1, "t-1")]
        assert ledger.citing("x/y", last=10, limit=5) == []
