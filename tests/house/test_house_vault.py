"""Orders of shoes in use lie sealed in the books: with the key all goes on, without it what needs
them is void with its cause, and everything else verifies."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from pathlib import Path

import msgspec
import pytest

from sabot.certify.audit.verify import Finding, verify
from sabot.house.table.desk import NO_KEY
from sabot.ledger import Ledger
from sabot.ledger.vault import Vault, is_sealed
from sabot.procedure.table import Table
from support.hostile_players import BIG, Crowd
from support.house_evening import SHARED, Evening, Guest, table

KEY, OTHER = Vault("k" * 40), Vault("o" * 40)
POKER = """
game = "holdem"
name = "Mesa"
places = 10
minimum = 2
maximum = 1000
[clocks]
decision = 10
late = 10
[rules]
minimum_share = false
"""


def rows(where: Path) -> dict[str, bool]:
    """Every order of the books by its seal, and whether it is sealed."""
    connection = sqlite3.connect(where / "house.sqlite3")
    try:
        return {seal: is_sealed(nonce) for seal, nonce in
                connection.execute("SELECT seal, nonce FROM secrets")}
    finally:
        connection.close()


def walked(where: Path, vault: Vault | None) -> Finding:
    with Ledger.open(str(where / "house.sqlite3"), readonly=True, vault=vault) as ledger:
        return verify(ledger)


async def bet(guest: Guest, place: str = "1") -> None:
    if guest.room().desk.state.over:
        await guest.evening.later(4)
    if place not in guest.room().desk.places_of(guest.id):
        await guest.must("sit", place)
    await guest.must("bet", place, 1_000)


async def one_coup(evening: Evening, guest: Guest) -> None:
    """One coup to its end."""
    await bet(guest)
    desk = evening.desk()
    coup = desk.state.coup
    for _ in range(20):
        if desk.state.over or desk.state.coup != coup:
            return
        await evening.later(25)
    raise AssertionError("the coup does not end")


def test_what_comes_next_is_not_in_the_database(tmp_path: Path) -> None:
    """Neither an order nor its nonce stands anywhere in the files of an open house."""
    async def scene() -> None:
        async with Evening(tmp_path, vault=KEY) as evening:
            guest = await evening.guest()
            await one_coup(evening, guest)
            shoe = evening.desk().chance.shoe
            assert rows(tmp_path)[shoe.seal]
            opening = shoe.opening()
            for file in tmp_path.iterdir():
                content = file.read_bytes()
                for secret in (opening["nonce"], opening["order"]):
                    assert secret.encode() not in content
                    assert bytes.fromhex(secret) not in content
    asyncio.run(scene())
    assert walked(tmp_path, KEY).verified and walked(tmp_path, KEY).sealed == 0
    without = walked(tmp_path, None)
    assert without.verified and without.sealed == 2, without.fault


def test_an_order_is_laid_open_once_its_shoe_is_over(tmp_path: Path) -> None:
    short = table(SHARED.replace("warning_card = 104", "warning_card = 52"))

    async def scene() -> str:
        async with Evening(tmp_path, tables={"shared": short}, vault=KEY) as evening:
            guest = await evening.guest()
            for _ in range(60):
                await one_coup(evening, guest)
                if len(rows(tmp_path)) > 1:
                    break
            return str(evening.desk().chance.shoe.seal)
    stands = asyncio.run(scene())
    found = rows(tmp_path)
    assert len(found) > 1
    assert {seal for seal, closed in found.items() if closed} == {stands}
    without = walked(tmp_path, None)
    assert without.verified and without.sealed == 1, without.fault


def test_with_its_key_a_house_goes_on_where_it_stood(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Evening(tmp_path, vault=KEY) as evening:
            guest = await evening.guest()
            await one_coup(evening, guest)
            seal = evening.desk().chance.shoe.seal
            await evening.reopen()
            assert evening.desk().chance.shoe.seal == seal
            await bet(guest)
            await evening.later(16)
            drawn = evening.desk().chance.shoe.drawn
            await evening.reopen()
            assert evening.house.recovered["shared"] == "resumed"
            assert evening.desk().chance.shoe.drawn == drawn
    asyncio.run(scene())
    assert walked(tmp_path, KEY).verified


@pytest.mark.parametrize("key", [None, OTHER], ids=["no key", "another key"])
def test_without_the_key_an_open_coup_is_void_with_its_cause(tmp_path: Path,
                                                             key: Vault | None) -> None:
    async def scene() -> None:
        async with Evening(tmp_path, vault=KEY) as evening:
            guest = await evening.guest()
            await one_coup(evening, guest)
            before = guest.balance
            await bet(guest)
            await evening.later(16)
            coup = evening.desk().state.coup
            assert not evening.desk().state.over
            evening.vault = key
            await evening.reopen()
            assert evening.house.recovered["shared"] == "lost"
            await evening.settle()
            assert guest.balance == before
            void = evening.ledger.entries(coup=coup, kind="void")
            assert [e["void"] for e in msgspec.json.decode(void[0].body)["events"]
                    if "void" in e] == [NO_KEY]
            await one_coup(evening, guest)  # with a new shoe
    asyncio.run(scene())
    for vault in (None, KEY, OTHER):
        found = walked(tmp_path, vault)
        assert found.verified, found.fault


@pytest.mark.parametrize("key", [None, OTHER], ids=["no key", "another key"])
def test_without_the_key_a_standing_shoe_is_given_up_on_record(tmp_path: Path,
                                                               key: Vault | None) -> None:
    async def scene() -> None:
        async with Evening(tmp_path, vault=KEY) as evening:
            guest = await evening.guest()
            await one_coup(evening, guest)
            seal = evening.desk().chance.shoe.seal
            screen = await guest.look()
            evening.vault = key
            await evening.reopen()
            said = [one for r in evening.ledger.entries(kind="house", table="shared")
                    for one in msgspec.json.decode(r.body).get("house", ()) if "shoe" in one]
            assert said == [{"shoe": seal, "cause": NO_KEY}]
            back = await guest.look(since=screen.version)
            assert [e for e in back.events if e.get("shoe")] == said
            await evening.reopen()  # and only once
            assert evening.ledger.head()[0]
            await one_coup(evening, guest)
            shoe = evening.desk().chance.shoe
            assert shoe.seal != seal
            assert guest.session() is not None
            again = [one for r in evening.ledger.entries(kind="house", table="shared")
                     for one in msgspec.json.decode(r.body).get("house", ()) if "shoe" in one]
            assert again == said
    asyncio.run(scene())
    for vault in (None, KEY, OTHER):
        found = walked(tmp_path, vault)
        assert found.verified, found.fault


def test_books_kept_without_a_key_are_sealed_when_a_house_opens_with_one(tmp_path: Path) -> None:
    """As those of release 0.1.0 are: the shoe that stands, in an open coup or between two."""
    async def scene() -> list[str]:
        evening = Evening(tmp_path)
        async with evening:
            guest = await evening.guest()
            await one_coup(evening, guest)
            await bet(guest)
            await evening.later(16)
            await guest.must("sit", "1", table="alone")
            await guest.must("bet", "1", 500, table="alone")
            shoes = [evening.desk().chance.shoe, guest.room("alone").desk.chance.shoe]
            assert not any(rows(tmp_path).values())
            evening.vault = KEY
            await evening.reopen()
            assert evening.house.recovered["shared"] == "resumed"
            files = b"".join(file.read_bytes() for file in tmp_path.iterdir())
            for shoe in shoes:
                assert rows(tmp_path)[shoe.seal]
                assert shoe.opening()["order"].encode() not in files
            return [shoe.seal for shoe in shoes]
    asyncio.run(scene())
    assert walked(tmp_path, None).sealed == 3
    assert walked(tmp_path, None).verified
    assert walked(tmp_path, KEY).verified


def test_orders_that_nobody_is_ever_shown_stay_sealed(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Evening(tmp_path, tables={"shared": table(POKER)}, vault=KEY) as evening:
            for place, name in enumerate(("Ana", "Rui", "Eva", "Gil"), 1):
                await (await evening.guest(name)).must("sit", str(place), 4_000)
            for _ in range(40):
                await evening.later(30)
                if len(rows(tmp_path)) > 2:
                    break
    asyncio.run(scene())
    found = rows(tmp_path)
    assert found and all(found.values())
    without = walked(tmp_path, None)
    assert without.verified and without.sealed == len(found), without.fault
    assert walked(tmp_path, KEY).verified
    assert walked(tmp_path, KEY).sealed == 0


def test_an_altered_order_is_a_fault_with_the_key(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Evening(tmp_path, vault=KEY) as evening:
            await one_coup(evening, await evening.guest())
    asyncio.run(scene())
    connection = sqlite3.connect(tmp_path / "house.sqlite3")
    (order,) = connection.execute("SELECT cards FROM secrets").fetchone()
    wrong = ("0" if order[7] != "0" else "1").join((order[:7], order[8:]))
    connection.execute("UPDATE secrets SET cards=?", (wrong,))
    connection.commit()
    connection.close()
    found = walked(tmp_path, KEY)
    assert found.fault is not None
    assert "was changed after it was sealed" in found.fault.found


def test_a_shoe_that_was_over_is_given_up_too_where_its_order_is_lost(tmp_path: Path) -> None:
    """Its table was laid out anew, so that it is used no more; it was still to be shown."""
    anew = {"shared": table(SHARED.replace("packs = 4", "packs = 6"))}

    async def scene() -> None:
        async with Evening(tmp_path, vault=KEY) as evening:
            guest = await evening.guest()
            await one_coup(evening, guest)
            seal = evening.desk().chance.shoe.seal
            evening.tables, evening.vault = anew, OTHER
            await evening.reopen()
            await one_coup(evening, guest)
            said = [one for r in evening.ledger.entries(kind="house", table="shared")
                    for one in msgspec.json.decode(r.body).get("house", ()) if "shoe" in one]
            assert said == [{"shoe": seal, "cause": NO_KEY}]
    asyncio.run(scene())
    for vault in (KEY, None, OTHER):
        found = walked(tmp_path, vault)
        assert found.verified, found.fault


def test_an_order_that_lies_open_cannot_be_hidden_again(tmp_path: Path) -> None:
    """Whoever writes to the database seals it with a key of their own: verify finds it, key or not.
    """
    short = table(SHARED.replace("warning_card = 104", "warning_card = 52"))

    async def scene() -> None:
        async with Evening(tmp_path, tables={"shared": short}, vault=KEY) as evening:
            guest = await evening.guest()
            while len(rows(tmp_path)) < 2:
                await one_coup(evening, guest)
    asyncio.run(scene())
    (seal,) = (seal for seal, closed in rows(tmp_path).items() if not closed)
    connection = sqlite3.connect(tmp_path / "house.sqlite3")
    nonce, cards = connection.execute("SELECT nonce, cards FROM secrets WHERE seal=?",
                                      (seal,)).fetchone()
    hidden = OTHER.seal({"seal": seal, "nonce": nonce, "order": cards})
    connection.execute("UPDATE secrets SET nonce=?, cards=? WHERE seal=?", (*hidden, seal))
    connection.commit()
    connection.close()
    for vault in (KEY, None):
        found = walked(tmp_path, vault)
        assert found.fault is not None
        assert seal[:16] in found.fault.what and "is over" in found.fault.expected


@pytest.mark.more_of("8")
@pytest.mark.parametrize("seed", [3, 8])
def test_a_hostile_evening_verifies_with_and_without_the_key(tmp_path: Path, seed: int) -> None:
    async def scene() -> None:
        stream = random.Random(seed)
        tables: dict[str, Table] = {"big": table(BIG)}
        async with Evening(tmp_path, tables=tables, seed=seed, vault=KEY) as evening:
            crowd = Crowd(evening, stream)
            await crowd.arrive(4)
            for n in range(160):
                if n % 40 == 39:
                    evening.vault = stream.choice((KEY, None, OTHER, KEY))
                    await crowd.restart()
                elif stream.random() < 0.7:
                    guest = stream.choice(crowd.guests)
                    await guest.room("big").reply_to(guest.id, crowd.command(guest, "big"))
                else:
                    await evening.later(stream.choice((0.5, 2, 6, 9)))
            await crowd.check()
    asyncio.run(scene())
    for vault in (KEY, None, OTHER):
        found = walked(tmp_path, vault)
        assert found.verified, found.fault
