"""A house whose journal has the second format knows people by ids: their names lie beside it, are
shown while they are there, and can be erased."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest
from test_house_machines import machine
from test_house_tickets import printed
from test_house_wallet import Safe, for_money

from sabot.certify.audit.verify import verify
from sabot.house import House, HouseError
from sabot.house.archive.history import describe_receipt
from sabot.house.people import players
from sabot.house.people import roles as people
from sabot.house.people.names import fold
from sabot.house.people.roles import Member
from sabot.house.staff import cashier, croupier, erasure, personnel
from sabot.house.staff.personnel import Author
from sabot.ledger import Ledger
from sabot.procedure import Incident
from support.house_evening import Evening, Guest, empty_books, run_async
from support.random_night import Night, shipped

PEOPLE = ("Xylqua", "Vorpenkrim", "Zwyntham", "Okkelbruv", "Quozdrel", "Fnurgwix", "Hjuskvol",
          "Wyxtrump", "Gnarfbul", "Jezzkwopt", "Brimquav")
STAFF = ("Tolvquist Eva", "Yskwarn Rui", "Pluvzork Ana", "Dwexomil Bo")
TABLES = {"bj": "acumulado", "holdem": "ave", "craps": "douro", "slot": "azulejo",
          "chemin": "guadiana"}


class Rare(Night):
    """A night whose people have names that stand nowhere else."""

    named = 0

    async def guest(self, name: str = "") -> Guest:
        self.named += 1
        return await super().guest(PEOPLE[self.named - 1])

    async def staff(self, name: str, role: str) -> Member:
        return await super().staff(STAFF[len(self.staff_of)], role)


def second(where: Path) -> None:
    (where / "house.sqlite3").write_bytes(empty_books(2))


def cells(url: str) -> Iterable[tuple[str, bytes]]:
    """Every value of every table but `names`, the bodies of entries unpacked."""
    with sqlite3.connect(url.removeprefix("sqlite:///")) as line:
        tables = [row[0] for row in line.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'") if row[0] != "names"]
        for name in tables:
            for row in line.execute(f"SELECT * FROM {name}"):
                for value in row:
                    yield name, value if isinstance(value, bytes) else str(value).encode()
    line.close()
    with Ledger.open(url, readonly=True) as ledger:
        for entry in ledger.entries():
            yield f"entry {entry.seq} ({entry.kind})", entry.body
        # What JSON may have written otherwise is looked at as it is read, too.
        for held in ledger.every_document():
            yield f"{held.document.kind} {held.document.id}", json.dumps(
                json.loads(held.document.body), ensure_ascii=False).encode()


def find_names(url: str, names: Iterable[str]) -> list[tuple[str, str]]:
    """Where any word of these names stands, in whatever case, or as names are compared."""
    words = {one for name in names for word in name.split() if len(word) > 3
             for one in (word.lower(), fold(word))}
    return [(where, word) for where, value in cells(url) for word in words
            if word.encode() in value.lower()]


async def busy(night: Rare) -> None:
    """What a night of chance leaves to others: a complaint and its answer, sign-ins, a ticket."""
    house, boss = night.house, night.staff_of["supervisor"]
    ana, bo = night.guests[0].player, night.guests[1].player
    complaint = await house.complain(ana, "bj", "", "the cards were late")
    answered = await house.answer_complaint(boss, complaint.id, "we are sorry")
    assert (complaint.name, answered.name) == (PEOPLE[0], PEOPLE[0])
    assert answered.answered_by == STAFF[0]
    await house.sign_ins.sign_in_player(ana)
    await house.sign_ins.sign_in_staff(boss)
    await house.sign_ins.end_all(bo.id, "player")
    await house.sign_ins.end_all_for_staff(boss, ana.id, "a test")
    changed = personnel.add(house.ledger, STAFF[3], "cashier")
    await personnel.apply_change(
        house, changed, Author(boss.signs, boss.role, "", "they begin here"))
    await house.switch(boss, "table:bj", False, "a test")


@pytest.mark.parametrize("seed", [3, pytest.param(4, marks=pytest.mark.more)])
def test_no_name_of_a_night_stands_in_the_books_but_beside_the_journal(
        seed: int, tmp_path: Path) -> None:
    second(tmp_path)
    night = Rare(tmp_path, {key: shipped(name) for key, name in TABLES.items()}, seed, guests=8)
    names = (*PEOPLE[:8], *STAFF)

    async def play() -> None:
        async with night:
            await night.begin()
            for _ in range(150):
                await night.step()
            await busy(night)
            await night.reopen()
            for _ in range(30):
                await night.step()
            shown_everywhere(night)
            assert {one.name for one in night.ledger.names().values()} == set(names)
            assert verify(night.ledger).verified

    asyncio.run(play())
    assert find_names(night.url, names) == []

    async def erase() -> None:
        async with night:
            for id in list(night.ledger.names()):
                await erasure.erase_name(night.house, erasure.find_name(night.ledger, id), Author())
            assert night.ledger.names() == {} and verify(night.ledger).verified
            ids = {guest.id for guest in night.guests}
            assert {night.house.name(id) for id in ids} == ids
            for _ in range(30):
                await night.step()
            assert all(one.name in ids for one in night.house.archive.complaints())
            assert {one.name for one in people.members(night.ledger)} == {
                one.signs for one in people.members(night.ledger)}

    asyncio.run(erase())
    left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert not [name for name in names if name.encode() in left]
    with Ledger.open(night.url, readonly=True) as ledger:
        assert verify(ledger).verified and ledger.names() == {}


def shown_everywhere(night: Rare) -> None:
    """Pages and receipts show names."""
    house = night.house
    assert [house.name(guest.id) for guest in night.guests] == list(PEOPLE[:8])
    receipts = [(guest, describe_receipt(house, guest.id, one.id)) for guest in night.guests
                for one in house.archive.last_coups(guest.id, 1)]
    assert receipts and all(receipt.name == guest.player.name for guest, receipt in receipts)
    journal = house.archive.journal(500)
    acts = [one.body["staff"] for one in journal if "staff" in one.body]
    assert {one["by"] for one in acts} >= {STAFF[0], "console"}
    assert {one["name"] for one in acts if one["act"] == "add"} == set(STAFF)
    assert [one["name"] for one in acts if one["act"] == "sign-out-player"] == [PEOPLE[0]]
    assert [one.body["complaint"]["name"] for one in journal
            if "complaint" in one.body] == [PEOPLE[0]]
    assert [(one.name, one.answered_by) for one in house.archive.complaints()] == [
        (PEOPLE[0], STAFF[0])]
    assert {one.name for one in people.members(night.ledger)} == set(STAFF)
    with night.ledger.snapshot() as books:
        assert people.name_of(books, night.staff_of["cashier"].signs) == STAFF[2]


@run_async
async def test_tickets_and_faults_name_staff_by_ids_and_show_their_names(tmp_path: Path) -> None:
    second(tmp_path)
    async with Evening(tmp_path, tables={"m": machine("0001")}) as evening:
        house = evening.house
        ana, ticket = await printed(evening, PEOPLE[0])
        bo = await evening.guest(PEOPLE[1])
        cashing = await evening.staff(STAFF[2], "cashier")
        done = await cashier.redeem_ticket(house, cashing, ticket["code"], bo.id)
        assert (done.player_name, done.by_name, done.paid_by) == (
            PEOPLE[0], PEOPLE[1], STAFF[2])
        (ticket_view,) = cashier.all_tickets(house)
        assert (ticket_view.player_name, ticket_view.by_name, ticket_view.paid_by) == (
            PEOPLE[0], PEOPLE[1], STAFF[2])
        for id in (ana.id, cashing.signs):
            await erasure.erase_name(house, erasure.find_name(evening.ledger, id), Author())
        (ticket_view,) = cashier.all_tickets(house)
        assert (ticket_view.player_name, ticket_view.by_name, ticket_view.paid_by) == (
            ana.id, PEOPLE[1], cashing.signs)
        boss = await evening.staff(STAFF[0], "supervisor")
        await ana.must("sit", "1", table="m")
        await croupier.report_fault(
            house, boss, "m", Incident("door-opened", note="somebody opened it"))
        assert verify(evening.ledger).verified
    assert find_names(evening.url, (*PEOPLE, *STAFF)) == []


# -- erasing ---------------------------------------------------------------------------------------


async def gone(house: House, id: str) -> None:
    await erasure.erase_name(house, erasure.find_name(house.ledger, id), Author(user="root"))


@run_async
async def test_a_name_that_was_erased_does_not_come_back(tmp_path: Path) -> None:
    second(tmp_path)
    async with Evening(tmp_path) as evening:
        house = evening.house
        ana, boss = await evening.guest(PEOPLE[0]), await evening.staff(STAFF[0], "supervisor")
        await gone(house, ana.id)
        await house.sign_ins.sign_in_staff(boss)
        await gone(house, boss.signs)
        assert house.name(ana.id) == ana.id and house.player(ana.id) is not None
        await house.sign_ins.sign_in_player(ana.player)
        # Whoever has still read the name before does not bring it back with new credits.
        await house.commit(players.player_entry(
            evening.ledger, msgspec.structs.replace(ana.player, fills=1), 100, "",
            house.balances.accounts()))
        assert evening.ledger.names() == {}
        # Another may have the name.
        assert (await house.guest(PEOPLE[0])).name == PEOPLE[0]
        await evening.reopen()
        assert evening.house.name(ana.id) == ana.id
        assert verify(evening.ledger).verified
        (entry,) = [one for one in evening.ledger.entries(kind="player") if b'"erase"' in one.body]
        erased = json.loads(entry.body)["erase"]
        assert erased.pop("at") == pytest.approx(evening.clock.now(), abs=1)
        assert erased == {"player": ana.id, "by": "console", "act": "erase", "user": "root"}


@run_async
async def test_the_operator_sends_an_erased_player_without_a_name(tmp_path: Path) -> None:
    second(tmp_path)
    async with Evening(tmp_path, tables=for_money(), wallet=Safe(u7=10_000)) as evening:
        house = evening.house
        player = await house.admit("u7", PEOPLE[0])
        assert (player.name, house.name("u7")) == (PEOPLE[0], PEOPLE[0])
        await gone(house, "u7")
        await house.admit("u7", PEOPLE[0])
        assert house.name("u7") == "u7"
        assert evening.ledger.names() == {}
    assert find_names(evening.url, PEOPLE) == []


@run_async
async def test_who_works_here_has_one_id_whatever_happens_to_them(tmp_path: Path) -> None:
    second(tmp_path)
    async with Evening(tmp_path) as evening:
        member = personnel.add(evening.ledger, STAFF[0], "cashier")
        await personnel.apply_change(evening.house, member, Author())
        assert member.member.signs.startswith("s_")
        for act in (personnel.change(evening.ledger, STAFF[0], "croupier"),
                    personnel.remove(evening.ledger, member.member.signs)):
            await personnel.apply_change(evening.house, act, Author())
        back = personnel.add(evening.ledger, STAFF[0], "supervisor")
        await personnel.apply_change(evening.house, back, Author())
        assert back.member.signs == member.member.signs
        (only,) = people.members(evening.ledger)
        assert (only.name, only.role, only.active) == (STAFF[0], "supervisor", True)
        with pytest.raises(HouseError, match="id of a member of staff"):
            personnel.add(evening.ledger, "s_0123456789abcdef", "cashier")
    assert find_names(evening.url, STAFF) == []
