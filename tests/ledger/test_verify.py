"""The walk over a really played journal: it verifies, and finds whatever is changed in it."""

from __future__ import annotations

import itertools
import json
import random
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from sabot.certify.audit.verify import Fault, verify
from sabot.cli import main
from sabot.ledger import Entry, Ledger, LedgerError, chain, schema
from sabot.money import Transfer
from sabot.procedure import Act, Event, Move, canonical
from support.databases import FilledDatabases
from support.house_evening import empty_file
from support.ledger_house import Seat, commit_group, play

COUPS = 8
Change = Callable[[sa.Connection], None]


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """An empty file for a journal of the first format; what is changed in one of the second is in
    `test_second_format`."""
    return empty_file(tmp_path / "ledger.sqlite3", 1)


@pytest.fixture
def postgres(postgres: str) -> str:
    """The same on a server."""
    Ledger.open(postgres, format=1).close()
    return postgres


@pytest.fixture(params=[1, 2])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty file for a journal of each format."""
    return empty_file(tmp_path / "ledger.sqlite3", request.param)


@pytest.fixture
def played(filled_databases: FilledDatabases, url: str) -> str:
    """A database with a journal of real coups at two tables, some of them voided."""
    return filled_databases.copy("played", url, filled)


@pytest.fixture
def file(filled_databases: FilledDatabases, sqlite: str) -> str:
    """The same journal in SQLite alone."""
    return filled_databases.copy("played", sqlite, filled)


def filled(empty: str, coups: int = COUPS) -> None:
    with Ledger.open(empty, format=1) as ledger:
        play(ledger, coups, tables=2, seed=5, void_every=4)


def changed(url: str, *statements: sa.Executable) -> None:
    """Change a database behind the ledger's back, as its keeper could."""
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.text("SET session_replication_role = replica"))
        for statement in statements:
            connection.execute(statement)
    engine.dispose()


def fault_of(url: str) -> Fault:
    with Ledger.open(url, readonly=True) as ledger:
        finding = verify(ledger)
    assert not finding.verified
    assert finding.fault is not None
    return finding.fault


def middle(url: str, kind: str = "play") -> Any:
    with Ledger.open(url, readonly=True) as ledger:
        found = ledger.entries(kind=kind)
        return found[len(found) // 2]


def test_a_played_journal_verifies(played: str) -> None:
    with Ledger.open(played, readonly=True) as ledger:
        finding = verify(ledger)
        assert finding.fault is None
        assert finding.verified
        assert finding.coups == 2 * COUPS
        assert finding.open == ()
        assert finding.entries == ledger.head()[0] > 100
        assert finding.transfers == len(ledger.postings()) > 50
        assert finding.head == ledger.head()
        assert finding.shoes >= 2
        assert sum(ledger.balances().values()) == 0


def test_an_empty_ledger_verifies(url: str) -> None:
    with Ledger.open(url) as ledger:
        assert verify(ledger).verified


def test_an_open_coup_verifies_as_far_as_it_goes(url: str) -> None:
    with Ledger.open(url) as ledger:
        seat = play(ledger, 3)[0]
        coup = seat.coup()
        for _ in range(4):
            commit_group(ledger, [next(coup)])
        finding = verify(ledger)
        assert finding.verified
        assert finding.open == ("t0-4",)


def test_many_coups_over_several_shoes(either: str) -> None:
    with Ledger.open(either) as ledger:
        play(ledger, 40, tables=3, seed=11, void_every=9)
        finding = verify(ledger)
        assert finding.verified, finding.fault
        assert finding.shoes > 6
        opened = [e for r in ledger.entries(kind="begin") for e in
                  msgspec.json.decode(r.body)["events"] if e.get("opening")]
        assert opened


# -- what is changed in the journal itself ---------------------------------------------------------


j, p = schema.journal, schema.postings


def test_a_flipped_bit_is_found_where_it_is(played: str) -> None:
    record = middle(played)
    body = bytearray(record.body)
    body[len(body) // 2] ^= 1
    changed(played, sa.update(j).where(j.c.seq == record.seq).values(body=bytes(body)))
    fault = fault_of(played)
    assert (fault.seq, fault.what) == (record.seq, "the digest of the entry")
    assert fault.found == record.hash != fault.expected


@pytest.mark.parametrize(("column", "value"), [
    ("at", 1), ("kind", "void"), ("table_id", "elsewhere"), ("coup", "other"), ("version", 99_999),
    ("count", 77), ("answer", b"lies"), ("command", "another"), ("player", "mallory"),
    ("kept", b"{}"), ("hash", "f" * 64),
])
def test_every_column_is_covered(file: str, column: str, value: object) -> None:
    with Ledger.open(file, readonly=True) as ledger:
        plays = [r for r in ledger.entries(kind="play") if r.command]
        record = plays[len(plays) // 2]
    changed(file, sa.update(j).where(j.c.seq == record.seq).values({column: value}))
    assert fault_of(file).seq == record.seq


def test_a_dropped_record_is_found_where_it_was(played: str) -> None:
    record = middle(played)
    changed(played, sa.delete(j).where(j.c.seq == record.seq))
    fault = fault_of(played)
    assert (fault.seq, fault.what) == (record.seq, "the number of the entry")
    assert fault.found == str(record.seq + 1)


def test_a_dropped_record_is_found_though_the_rest_closes_up(played: str) -> None:
    record = middle(played)
    changed(played, sa.delete(j).where(j.c.seq == record.seq),
            *(sa.update(j).where(j.c.seq == seq).values(seq=seq - 1)
              for seq in range(record.seq + 1, record.seq + 40)))
    fault = fault_of(played)
    assert (fault.seq, fault.what) == (record.seq, "the digest of the entry before")


def test_swapped_records_are_found_at_the_first(played: str) -> None:
    first = middle(played).seq
    changed(played, sa.update(j).where(j.c.seq == first).values(seq=10**6),
            sa.update(j).where(j.c.seq == first + 1).values(seq=first),
            sa.update(j).where(j.c.seq == 10**6).values(seq=first + 1))
    fault = fault_of(played)
    assert (fault.seq, fault.what) == (first, "the digest of the entry before")


def test_a_dropped_end_is_found(played: str) -> None:
    with Ledger.open(played) as ledger:
        commit_group(ledger, [Entry(kind="staff", body=b'{"closed":"t0"}')])
        last = ledger.head()[0]
    changed(played, sa.delete(j).where(j.c.seq == last))
    fault = fault_of(played)
    assert (fault.seq, fault.what) == (last, "the end of the journal")


def test_the_first_of_two_faults_is_named(played: str) -> None:
    early, late = 9, middle(played).seq
    changed(played, sa.update(j).where(j.c.seq == late).values(body=b"{}"),
            sa.update(j).where(j.c.seq == early).values(answer=b"no"))
    assert fault_of(played).seq == early


def test_a_flipped_byte_of_the_file_is_found_or_touches_nothing(
        filled_databases: FilledDatabases, sqlite: str, tmp_path: Path) -> None:
    """Wherever it falls: in the journal, an index, the money, the head of a page, or in no use."""
    few = filled_databases.copy("few", sqlite, partial(filled, coups=4))
    source = Path(str(sa.make_url(few).database))
    whole, dumped = source.read_bytes(), dump(source)
    target = tmp_path / "flipped.sqlite3"
    chance = random.Random(805)
    found = 0
    for _ in range(60):
        flipped = bytearray(whole)
        flipped[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        target.write_bytes(flipped)
        try:
            with Ledger.open(str(target), readonly=True) as ledger:
                finding = verify(ledger)
            if finding.verified:
                assert dump(target) == dumped
            else:
                found += 1
        except LedgerError:
            found += 1
    assert found > 20


def dump(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    try:
        return list(connection.iterdump())
    finally:
        connection.close()


# -- what is changed beside it ---------------------------------------------------------------------


def test_a_transfer_that_was_raised_is_found(played: str) -> None:
    with Ledger.open(played, readonly=True) as ledger:
        postings = ledger.postings()
        posting = postings[len(postings) // 2]
    changed(played, sa.update(p).where(p.c.key == posting.transfer.key)
            .values(amount=posting.transfer.amount + 100))
    assert fault_of(played).seq == posting.seq


def test_a_transfer_that_was_removed_is_found(played: str) -> None:
    with Ledger.open(played, readonly=True) as ledger:
        posting = ledger.postings()[-1]
    changed(played, sa.delete(p).where(p.c.key == posting.transfer.key))
    assert fault_of(played).seq == posting.seq


def test_a_transfer_that_was_added_is_found(played: str) -> None:
    with Ledger.open(played, readonly=True) as ledger:
        seq = ledger.head()[0]
    changed(played, sa.insert(p).values(key="gift", seq=seq + 5, place=0, frm="bank:t0",
                                        dst="player:me", amount=10**6, law=""))
    fault = fault_of(played)
    assert (fault.seq, fault.what) == (seq + 5, "the transfer gift")


def test_a_balance_that_was_raised_is_found(played: str) -> None:
    b = schema.balances
    with Ledger.open(played, readonly=True) as ledger:
        have = ledger.balance("player:t0-p1")
        last = ledger.postings(account="player:t0-p1")[-1].seq
    changed(played, sa.update(b).where(b.c.account == "player:t0-p1").values(amount=have + 1))
    fault = fault_of(played)
    assert (fault.seq, fault.what) == (last, "the balance of player:t0-p1")
    assert fault.found == f"{have + 1} cents"
    assert fault.expected.startswith(f"{have} cents")


@pytest.mark.parametrize(("table", "where", "values"), [
    ("documents", {"id": "t0-3"}, {"body": b"{}"}),
    ("documents", {"id": "t0-3"}, {"owner": "mallory"}),
    ("states", {"table_id": "t0"}, {"state": b"{}"}),
    ("commands", {}, {"seq": 3}),
])
def test_what_is_kept_beside_the_journal_cannot_be_changed(
        file: str, table: str, where: dict[str, str], values: dict[str, Any]) -> None:
    t = schema.metadata.tables[table]
    query = sa.update(t).values(values)
    for column, value in where.items():
        query = query.where(t.c[column] == value)
    changed(file, query)
    assert fault_of(file).expected != fault_of(file).found


def test_an_order_that_does_not_fit_its_seal_is_found_at_its_first_card(played: str) -> None:
    s = schema.secrets
    with Ledger.open(played, readonly=True) as ledger:
        seal = ledger.seals()[0]
        opening = ledger.secret(seal)
        assert opening is not None
        order = opening["order"]
        first = min(r.seq for r in ledger.entries() if seal.encode() in r.body)
    changed(played, sa.update(s).where(s.c.seal == seal)
            .values(cards=order[2:4] + order[:2] + order[4:]))
    fault = fault_of(played)
    assert fault.seq == first
    assert seal[:16] in fault.what


# -- a journal that was written false from the start -----------------------------------------------


def rewritten(source: str, target: str, change: Callable[[Entry], Entry]) -> None:
    """Write a journal again into another database, with changed entries and a whole chain."""
    with Ledger.open(source, readonly=True) as old, \
            Ledger.open(target, format=old.format) as new:
        moved: dict[int, list[Transfer]] = {}
        for posting in old.postings():
            moved.setdefault(posting.seq, []).append(posting.transfer)
        for record in old.walk():
            held = json.loads(record.kept or b"{}")
            secret = old.secret(held["secret"]) if "secret" in held else None
            new.commit([change(Entry(
                kind=record.kind, table=record.table, coup=record.coup, version=record.version,
                count=record.count, body=record.body, transfers=tuple(moved.get(record.seq, ())),
                command=record.command, answer=record.answer, secret=secret))])


@pytest.fixture
def liar(either: str, tmp_path: Path) -> Iterator[Callable[[Callable[[Entry], Entry]], Fault]]:
    """Plays a journal, writes it again with a change, and gives what the walk finds."""
    with Ledger.open(either) as ledger:
        play(ledger, COUPS, seed=5)
    target = str(tmp_path / "false.sqlite3")

    def write(change: Callable[[Entry], Entry]) -> Fault:
        rewritten(either, target, change)
        return fault_of(target)

    yield write


def events_of(entry: Entry) -> list[Event]:
    return msgspec.convert(msgspec.json.decode(entry.body)["events"], list[Event])


def with_events(entry: Entry, events: list[Event]) -> Entry:
    body = {**msgspec.json.decode(entry.body), "events": events}
    return msgspec.structs.replace(entry, body=canonical(body))


def once(matches: Callable[[Entry], bool],
         change: Callable[[Entry], Entry]) -> tuple[Callable[[Entry], Entry], list[int]]:
    """Change the first entry that matches; its number is put into the list."""
    seen: list[int] = []
    count = [0]

    def apply(entry: Entry) -> Entry:
        count[0] += 1
        if seen or not matches(entry):
            return entry
        seen.append(count[0])
        return change(entry)

    return apply, seen


def test_a_rewritten_journal_verifies_when_nothing_is_changed(either: str, tmp_path: Path) -> None:
    with Ledger.open(either) as ledger:
        play(ledger, COUPS, seed=5)
    target = str(tmp_path / "again.sqlite3")
    rewritten(either, target, lambda entry: entry)
    with Ledger.open(target, readonly=True) as ledger:
        assert verify(ledger).fault is None


def test_a_prize_that_the_rules_do_not_give_is_found(liar: Any) -> None:
    def pays(entry: Entry) -> bool:
        return any(isinstance(e.step, Move) and e.step.kind == "pay" for e in events_of(entry)
                   ) if entry.kind == "play" else False

    def double(entry: Entry) -> Entry:
        events = [msgspec.structs.replace(e, step=msgspec.structs.replace(
            e.step, amount=e.step.amount * 2))
            if isinstance(e.step, Move) and e.step.kind == "pay" else e for e in events_of(entry)]
        moved = tuple(t._replace(amount=t.amount * 2) if t.frm.startswith("bank:") else t
                      for t in entry.transfers)
        return with_events(msgspec.structs.replace(entry, transfers=moved), events)

    change, seen = once(pays, double)
    fault = liar(change)
    assert fault.seq == seen[0]
    assert fault.what.startswith("the coup t0-")


def test_a_transfer_that_no_event_tells_is_found(liar: Any) -> None:
    change, seen = once(
        lambda entry: entry.kind == "play" and len(entry.transfers) == 1,
        lambda entry: msgspec.structs.replace(entry, transfers=(
            *entry.transfers, entry.transfers[0]._replace(key=f"{entry.coup}/900"))))
    fault = liar(change)
    assert (fault.seq, fault.what) == (seen[0], "the transfers of the coup")


def test_a_transfer_of_another_sum_than_told_is_found(liar: Any) -> None:
    change, seen = once(
        lambda entry: entry.kind == "play" and len(entry.transfers) == 1,
        lambda entry: msgspec.structs.replace(entry, transfers=(
            entry.transfers[0]._replace(amount=entry.transfers[0].amount + 2),)))
    fault = liar(change)
    assert (fault.seq, fault.what) == (seen[0], "a transfer of the coup")


def test_a_card_out_of_the_sealed_order_is_found(liar: Any) -> None:
    def swap(entry: Entry) -> Entry:
        events = events_of(entry)
        at = next(i for i, e in enumerate(events) if e.card)
        card = "2C" if events[at].card != "2C" else "KD"
        return with_events(entry, [
            msgspec.structs.replace(e, card=card) if i == at else e for i, e in enumerate(events)])

    change, seen = once(lambda e: e.kind == "play" and any(x.card for x in events_of(e)), swap)
    fault = liar(change)
    assert fault.seq == seen[0]
    assert fault.what.startswith("card 1 of the shoe")


def test_a_carry_that_does_not_follow_is_found(liar: Any) -> None:
    def shift(entry: Entry) -> Entry:
        body = msgspec.json.decode(entry.body)
        body["carry"]["results"] = ["BJ", *body["carry"]["results"]]
        return msgspec.structs.replace(entry, body=canonical(body))

    change, seen = once(lambda e: e.kind == "begin" and e.coup.endswith("-6"), shift)
    fault = liar(change)
    assert (fault.seq, fault.what) == (seen[0], "the carry of the coup")


def test_a_table_that_is_not_the_one_of_its_digest_is_found(liar: Any) -> None:
    def richer(entry: Entry) -> Entry:
        body = msgspec.json.decode(entry.body)
        body["table"]["maximum"] *= 2
        return msgspec.structs.replace(entry, body=canonical(body))

    change, seen = once(lambda e: e.kind == "begin" and e.coup.endswith("-6"), richer)
    fault = liar(change)
    assert (fault.seq, fault.what) == (seen[0], "the digest of the table's rules")


def test_a_coup_of_another_day_s_law_is_found(liar: Any) -> None:
    def older(entry: Entry) -> Entry:
        body = msgspec.json.decode(entry.body)
        body["law"] = "pt-805-2015@2020-01-01"
        return msgspec.structs.replace(entry, body=canonical(body))

    change, seen = once(lambda e: e.kind == "begin" and e.coup.endswith("-6"), older)
    fault = liar(change)
    assert (fault.seq, fault.what) == (seen[0], "the law by which the coup is played")
    assert fault.found == "pt-805-2015@2020-01-01"


def test_a_gap_in_the_versions_of_a_table_is_found(liar: Any) -> None:
    change, seen = once(lambda e: e.kind == "play" and e.coup.endswith("-3"),
                        lambda e: msgspec.structs.replace(e, version=e.version + 1))
    fault = liar(change)
    assert (fault.seq, fault.what) == (seen[0], "the version at table t0")


def test_a_decision_that_was_not_offered_is_found(liar: Any) -> None:
    def forge(entry: Entry) -> Entry:
        events = events_of(entry)
        act = events[0].answer
        assert isinstance(act, Act)
        forged = Event(answer=Act(act.player, "surrender", "9"))
        return with_events(entry, [forged, *events[1:]])

    change, seen = once(lambda e: e.kind == "play" and e.command is not None
                        and e.coup.endswith("-4"), forge)
    fault = liar(change)
    assert fault.seq == seen[0]
    assert "refuses it" in fault.found


def test_a_body_that_cannot_be_read_is_found(liar: Any) -> None:
    change, seen = once(lambda e: e.kind == "play" and e.coup.endswith("-4"),
                        lambda e: msgspec.structs.replace(e, body=b'{"events":[{"step":7}]}'))
    fault = liar(change)
    assert (fault.seq, fault.what) == (seen[0], "the body of a 'play' entry")


def test_a_coup_that_nobody_began_is_found(liar: Any) -> None:
    change, seen = once(lambda e: e.kind == "play",
                        lambda e: msgspec.structs.replace(e, coup="t0-99", transfers=()))
    fault = liar(change)
    assert (fault.seq, fault.what) == (seen[0], "the coup that goes on")


# -- a coup that could not be replayed -------------------------------------------------------------


def half_a_coup(ledger: Ledger) -> tuple[Seat, Entry]:
    """A coup with stakes in play; the seat and the entry that would void it by hand."""
    seat = play(ledger, 3)[0]
    coup = seat.coup()
    record: list[Event] = []
    while not any(e.card for e in record):
        entry = next(coup)
        commit_group(ledger, [entry])
        record += events_of(entry)
    held: dict[str, int] = {}
    for event in record:
        if isinstance(event.step, Move):
            sign = 1 if event.step.kind == "stake" else -1
            held[event.step.player] = held.get(event.step.player, 0) + sign * event.step.amount
    events = [Event(void="the record cannot be told again"), *(
        Event(Move("pt-805-2015/blackjack-online/28", kind="refund", bet="*", player=player,
                   amount=amount)) for player, amount in held.items() if amount)]
    transfers = tuple(Transfer(f"{entry.coup}/{len(record) + i}", f"stake:{entry.coup}",
                               f"player:{e.step.player}", e.step.amount, e.step.law)
                      for i, e in enumerate(events) if isinstance(e.step, Move))
    return seat, Entry(
        kind="void", table="t0", coup=entry.coup, version=seat.version + 1, count=len(events),
        body=canonical({"events": events, "lost": True}),
        transfers=transfers)


def test_a_lost_coup_gives_each_player_what_they_had_in_play(either: str) -> None:
    with Ledger.open(either) as ledger:
        _, void = half_a_coup(ledger)
        commit_group(ledger, [void])
        finding = verify(ledger)
        assert finding.verified, finding.fault
        assert finding.open == ()


def test_a_lost_coup_that_gives_too_little_is_found(either: str) -> None:
    with Ledger.open(either) as ledger:
        _, void = half_a_coup(ledger)
        events = events_of(void)[:-1]
        body = canonical({"events": events, "lost": True})
        commit_group(ledger, [msgspec.structs.replace(void, body=body, count=len(events),
                                                      transfers=void.transfers[:-1])])
        seq = ledger.head()[0]
        fault = verify(ledger).fault
        assert fault is not None
        assert fault.seq == seq
        assert fault.what.startswith("the refunds of coup")


# -- the commands ----------------------------------------------------------------------------------


def run(*words: str, **env: str) -> Any:
    return CliRunner().invoke(main, list(words), env=env)


def test_sabot_verify_says_yes_and_no_by_its_status(played: str) -> None:
    result = run("verify", "--database", played)
    assert result.exit_code == 0, result.output
    assert "verified up to entry" in result.stdout
    assert run("verify", SABOT_DATABASE=played).exit_code == 0
    found = json.loads(run("verify", "--database", played, "--json").stdout)
    assert found["verified"] is True
    assert found["coups"] == 2 * COUPS
    seq = middle(played).seq
    changed(played, sa.update(j).where(j.c.seq == seq).values(body=b"{}"))
    result = run("verify", "--database", played)
    assert result.exit_code == 1
    assert f"entry {seq}" in result.stdout
    result = run("verify", "--database", played, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["fault"]["seq"] == seq


def test_sabot_verify_of_what_is_no_ledger(tmp_path: Path) -> None:
    result = run("verify", "--database", str(tmp_path / "none"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no database" in result.stderr
    (tmp_path / "noise").write_bytes(b"noise " * 1_000)
    result = run("verify", "--database", str(tmp_path / "noise"), "--json")
    assert result.exit_code == 1
    assert "not an SQLite database" in json.loads(result.stdout)["error"]


def test_sabot_replay_tells_each_line_with_its_clause(played: str) -> None:
    coup = middle(played, "void").coup
    result = run("replay", coup, "--database", played)
    assert result.exit_code == 0, result.output
    assert f"Round {coup}" in result.stdout
    assert "12-2" in result.stdout
    assert "the round is stopped: a card fell" in result.stdout
    found = json.loads(run("replay", coup, "--database", played, "--json").stdout)
    assert found["over"] is True
    assert [line["index"] for line in found["events"]] == list(range(len(found["events"])))
    assert all(line["law"] for line in found["events"] if "step" in line["event"])
    assert "Façam" in run("replay", coup, "--database", played, "--lang", "pt").stdout


def test_from_a_clause_to_the_numbered_steps_of_a_coup_and_back(played: str) -> None:
    clause = "pt-805-2015/blackjack-online/12-2"
    result = run("law", "--coups", clause, "--database", played)
    assert result.exit_code == 0, result.output
    first, *lines = result.stdout.splitlines()
    coup = first.split()[0]
    steps = list(itertools.takewhile(lambda line: line.startswith(" "), lines))
    replayed = run("replay", coup, "--database", played).stdout.splitlines()
    assert steps and all(line in replayed for line in steps)
    assert all("12-2" in line for line in steps)
    # The last line says which section the numbers at the right belong to.
    assert "`sabot law pt-805-2015/blackjack-online/NUMBER`" in replayed[-1]


def test_sabot_replay_of_an_open_coup_keeps_the_hidden_card(either: str) -> None:
    with Ledger.open(either) as ledger:
        seat = play(ledger, 2)[0]
        coup = seat.coup()
        entry = next(coup)
        while not any(e.card for e in events_of(entry)):
            commit_group(ledger, [entry])
            entry = next(coup)
        commit_group(ledger, [entry])
    found = json.loads(run("replay", entry.coup, "--database", either, "--json").stdout)
    assert found["over"] is False
    hidden = [line for line in found["events"] if "face down" in line["text"]]
    assert len(hidden) == 1
    assert hidden[0]["text"] == "bank receives a card face down"
    assert "card" not in hidden[0]["event"]


def test_sabot_replay_of_an_unknown_coup_names_the_nearest(played: str) -> None:
    result = run("replay", "t1-99", "--database", played)
    assert result.exit_code == 2
    assert "no coup 't1-99'" in result.stderr
    assert "t1-9" in result.stderr


def test_the_digest_of_a_document_covers_its_owner(sqlite: str) -> None:
    from sabot.ledger import Document

    assert chain.document_digest(Document("a", "b", "c", b"d")) != chain.document_digest(
        Document("a", "b", "e", b"d"))
