"""Names of people lie beside a journal of the second format, and can be taken away."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from sabot.certify.audit.verify import verify
from sabot.cli import main
from sabot.house import HouseError
from sabot.house.people import roles as people
from sabot.house.staff import erasure, personnel
from sabot.house.staff.personnel import Author
from sabot.house.table import opening_hours
from sabot.house.table.opening_hours import Days
from sabot.ledger import Ledger, Name, chain
from support.house_evening import TABLES, Evening, run_async

SECOND = 2
PLAYER, WORKER = "Zwlbrtha", "Qrstvina Xyz"


async def night(evening: Evening) -> tuple[str, str]:
    """A guest plays, complains and is answered; staff close a table, change their own people and
    sign a player out. The ids of both."""
    ana = await evening.guest(PLAYER)
    changed = personnel.add(evening.ledger, WORKER, "supervisor")
    await personnel.apply_change(evening.house, changed, Author())
    worker = changed.member
    await evening.house.sign_ins.sign_in_staff(worker)
    player = evening.house.player(ana.id)
    assert player is not None and player.name == PLAYER
    await evening.house.sign_ins.sign_in_player(player)
    await ana.must("sit", "1", table="alone")
    await ana.must("bet", "1", 500, table="alone")
    complaint = await evening.house.complain(player, "alone", "", "the cards were told too late")
    assert complaint.name == PLAYER
    answered = await evening.house.answer_complaint(worker, complaint.id, "they were told in time")
    assert answered.answered_by == WORKER
    await evening.house.switch(worker, "table:shared", False, "a lamp is broken")
    await evening.house.sign_ins.end_all_for_staff(worker, ana.id, "asked for it at the desk")
    return ana.id, worker.signs


def where(ledger: Ledger, text: str) -> set[str]:
    """The tables in which a text stands, bodies unpacked."""
    found = {"journal" for record in ledger.entries()
             for part in (record.body, record.answer, record.kept) if text.encode() in part}
    tables = ledger._store.layout.metadata.tables
    with ledger._reading() as line:
        for name, table in tables.items():
            for row in line.execute(sa.select(table)):
                for value in row:
                    plain = value if isinstance(value, bytes) else str(value).encode()
                    if text.encode() in plain:
                        found.add(name)
    return found


@run_async
async def test_the_books_know_people_by_ids_and_pages_show_their_names(tmp_path: Path) -> None:
    async with Evening(tmp_path, format=SECOND) as evening:
        guest, worker = await night(evening)
        for text in (PLAYER, WORKER):
            assert where(evening.ledger, text) == {"names"}
        assert evening.ledger.names() == {guest: Name(guest, PLAYER), worker: Name(worker, WORKER)}
        assert evening.house.name(guest) == PLAYER
        (complaint,) = evening.house.archive.complaints()
        assert (complaint.name, complaint.answered_by) == (PLAYER, WORKER)
        acts = [one.body["staff"] for one in evening.house.archive.journal(50)
                if "staff" in one.body]
        assert {one["by"] for one in acts} == {"console", WORKER}
        assert [one["name"] for one in acts if one["act"] == "add"] == [WORKER]
        assert [one.name for one in people.members(evening.ledger)] == [WORKER]
        assert verify(evening.ledger).verified
        await evening.reopen()
        assert evening.house.name(guest) == PLAYER


@run_async
async def test_a_name_is_erased_and_nothing_else_changes(tmp_path: Path) -> None:
    async with Evening(tmp_path, format=SECOND) as evening:
        guest, worker = await night(evening)
        seq, sums = evening.ledger.head()[0], evening.ledger.balances()
        await personnel.apply_change(
            evening.house, personnel.remove(evening.ledger, WORKER), Author())
        for id in (guest, worker):
            for named in (True, False):
                erased = erasure.find_name(evening.ledger, id)
                assert erased.named is named
                await erasure.erase_name(evening.house, erased, Author(user="root"))
        for text in (PLAYER, WORKER):
            assert where(evening.ledger, text) == set()
        assert (evening.ledger.head()[0], evening.ledger.balances()) == (seq + 3, sums)
        (complaint,) = evening.house.archive.complaints()
        assert (complaint.name, complaint.answered_by) == (guest, worker)
        assert evening.house.name(guest) == guest
        assert (await evening.guest(PLAYER)).evening.house.names.name(guest) is None
        assert verify(evening.ledger).verified
        await evening.reopen()
        assert evening.house.name(guest) == guest and verify(evening.ledger).verified
        with pytest.raises(HouseError, match="nobody here has the id"):
            erasure.find_name(evening.ledger, "p_nobody")
    with Ledger.open(evening.url, readonly=True) as ledger:
        assert verify(ledger).verified


@run_async
async def test_books_of_the_first_format_hold_names_and_say_so(tmp_path: Path) -> None:
    async with Evening(tmp_path, format=1) as evening:
        guest, _ = await night(evening)
        assert {"journal", "documents"} <= where(evening.ledger, PLAYER)
        with pytest.raises(HouseError, match="sabot migrate"):
            erasure.find_name(evening.ledger, guest)


@run_async
async def test_a_migrated_house_has_its_names_beside_the_journal(tmp_path: Path) -> None:
    tmp_path.joinpath("old").mkdir()
    async with Evening(tmp_path / "old", format=1, tables=TABLES) as evening:
        guest, _ = await night(evening)
        old = evening.url
    new = tmp_path / "new.sqlite3"
    words = ["migrate", str(new), "--database", old, "--gaming-day", "06:00"]
    refused = CliRunner().invoke(main, [*words, "--time-zone", "Lisbon"])
    assert refused.exit_code == 2 and "Europe/Lisbon" in refused.stderr and not new.exists()
    result = CliRunner().invoke(main, [*words, "--time-zone", "Europe/Lisbon"])
    assert result.exit_code == 0, result.output
    days = Days("06:00", "Europe/Lisbon")
    with Ledger.open(str(new), readonly=True) as books:
        assert opening_hours.days_on_record(books) == days
        assert all(one.day == days(one.at) for one in books.entries())
        digests = [digest for one in books.entries() for kind, _, digest in
                   msgspec.json.decode(one.kept or b"{}").get("documents", ())
                   if kind == "complaint"]
        answered = msgspec.json.decode(books.documents("complaint")[0].body, type=people.Complaint)
        unanswered = msgspec.structs.replace(answered, answer="", answered_at=0.0, answered_by="")
        assert digests == [chain.document_digest(one.document()) for one in (unanswered, answered)]
    async with Evening(f"sqlite:///{new}") as evening:
        assert evening.ledger.format == SECOND
        for text in (PLAYER, WORKER):
            assert where(evening.ledger, text) == {"names"}
        worker = next(one.signs for one in people.members(evening.ledger) if one.name == WORKER)
        assert worker.startswith("s_") and evening.house.name(guest) == PLAYER
        (complaint,) = evening.house.archive.complaints()
        assert (complaint.name, complaint.answered_by) == (PLAYER, WORKER)
        assert [one["staff"]["by"] for entry in evening.house.archive.journal(50)
                if "staff" in (one := entry.body)].count(WORKER) >= 3
        await erasure.erase_name(evening.house, erasure.find_name(evening.ledger, guest), Author())
        assert where(evening.ledger, PLAYER) == set() and verify(evening.ledger).verified


@run_async
async def test_a_name_of_nobody_whom_the_journal_knows_is_found(tmp_path: Path) -> None:
    async with Evening(tmp_path, format=SECOND) as evening:
        await night(evening)
        engine = sa.create_engine(evening.url)
        with engine.begin() as line:
            line.execute(sa.text("INSERT INTO names VALUES ('p_x', 'Nobody', '')"))
        engine.dispose()
        fault = verify(evening.ledger).fault
        assert fault is not None and fault.what == "the name of 'p_x'"
