"""A face-down card and the order of a shoe: in no message to anybody, in no form."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.equipment import Shoe
from sabot.house.table.stored_rounds import stored_round
from sabot.ledger import second_format
from sabot.procedure import Event, encode
from sabot.procedure.visible_events import ShownDeal
from support.house_evening import COUPS, Evening, Guest, Screen, row, run_async

HOLE = "JC"  # the only jack among the cards that are dealt


def words(value: Any) -> str:
    return json.dumps(value, default=str)


async def everything_told(evening: Evening, guests: list[Guest], screens: list[Screen]
                          ) -> dict[str, str]:
    """All that anybody could read of the house while the coup is open."""
    house = evening.house
    everything = {f"screen {n}": words(s.messages) for n, s in enumerate(screens)}
    everything["lobby"] = words(house.lobby())
    everything["rooms"] = words(house.room_cards())
    everything["journal"] = words(house.archive.journal(200))
    everything["table"] = words(house.describe("shared"))
    everything["head"] = words(house.ledger.head())
    for n, guest in enumerate(guests):
        fresh = await guest.look()
        everything[f"snapshot {n}"] = words(fresh.messages)
        await fresh.go()
        everything[f"mine {n}"] = words([house.archive.last_coups(guest.id),
                                         house.archive.sessions(guest.id),
                                         [msgspec.to_builtins(c)
                                          for c in house.archive.complaints(guest.id)]])
        for act, seat in (("hit", "bank"), ("stand", "2"), ("insure", "1"), ("fly", HOLE)):
            answer = await guest.do(act, seat)
            if act != "fly":
                everything[f"refusal {n} {act}"] = words(msgspec.to_builtins(answer))
    return everything


@pytest.mark.law(row("14.b"), row("17"))
@run_async
async def test_the_hole_card_is_in_nothing_that_is_told_until_it_is_turned(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[f"9S 5S 9H 6D 6C {HOLE} 2C"]) as evening:
        ana, rui, eva = [await evening.guest(n) for n in ("Ana", "Rui", "Eva")]
        boss = await evening.staff("Sofia", "supervisor")
        screens = [await guest.look() for guest in (ana, rui, eva)]
        onlooker = await Screen(ana.room(), "").enter()
        for guest, place in ((ana, "1"), (rui, "2")):
            await guest.must("sit", place)
            await guest.must("bet", place, 1000)
        await evening.later(15)
        await screens[0].go()
        await evening.house.complain(rui.player, "shared", "", "Too slow.")
        await evening.house.switch(boss, "table:alone", False, "cleaning")
        await ana.must("stand", "1")
        for screen in (*screens, onlooker):
            screen.read()
        shoe = evening.desk().chance.shoe
        order = shoe.opening()["order"]
        for where, text in (await everything_told(
                evening, [ana, rui, eva], [*screens, onlooker])).items():
            assert HOLE not in text, where
            assert order not in text and shoe.nonce.hex() not in text, where
        await rui.must("hit", "2")
        await rui.must("stand", "2")
        screens[1].read()
        assert screens[1].state.hands.get("bank") is None
        assert [r["card"] for r in screens[1].steps("reveal")] == [HOLE]


@pytest.mark.law(row("20.c"), row("14.b"), row("31"))
@run_async
async def test_a_card_that_was_never_turned_stays_hidden_after_the_coup(tmp_path: Path) -> None:
    """Rule 20.c ends the coup unseen, and the shoe goes on: the card must not be found by trial."""
    async with Evening(tmp_path, cards=[f"TS 9H 6D {HOLE} TC"]) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 1000)
        await evening.later(15)
        await ana.must("hit", "1")
        receipt = evening.house.archive.coup_for(ana.id, "shared-1")
        assert receipt.opening is None and HOLE not in words(receipt)
        _, events = stored_round(evening.ledger, "shared-1")
        for value in _strings(receipt):
            assert value != hashlib.sha256(encode(events)).hexdigest()
        journal = evening.house.archive.journal(100)
        assert HOLE not in words(journal)


@run_async
async def test_the_public_head_of_the_journal_cannot_be_tried_for_a_card(tmp_path: Path) -> None:
    """Whoever knows all of an entry but one card could try 52 of them, were it not salted."""
    async with Evening(tmp_path, cards=[f"9S 9H 6D {HOLE}"]) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 1000)
        await evening.later(15)
        record = evening.ledger.entries(coup="shared-1")[-1]
        body = msgspec.json.decode(record.body)
        assert any(e.get("card") == HOLE for e in body["events"])
        assert len(bytes.fromhex(body["salt"])) == 16
        postings = evening.ledger.postings(after=record.seq - 1)
        moved = [p.transfer for p in postings]
        places = second_format.shared_places(moved, [(p.frm_no, p.to_no) for p in postings])
        before = evening.ledger.link(record.chain, record.no - 1).digest
        changed = msgspec.structs.replace

        def digest(plain: dict[str, Any]) -> str:
            body = msgspec.json.encode(plain, order="deterministic")
            return second_format.digest_of(changed(record, body=body), before, moved, places)
        assert digest(body) == record.hash == evening.ledger.head()[1]
        del body["salt"]
        assert digest(body) != record.hash, "without the salt the right card does not fit either"
        first = evening.ledger.entries(coup="shared-1")[0]
        assert msgspec.json.decode(first.body)["salt"] != msgspec.json.decode(record.body)["salt"]


@pytest.mark.law("ir/17")
@run_async
async def test_a_shoe_is_opened_only_when_the_next_one_was_shuffled(tmp_path: Path) -> None:
    """Not when its table stands empty, and not when the house was closed meanwhile."""
    async with Evening(tmp_path, cards=["", "", COUPS]) as evening:
        ana = await evening.guest()
        screen = await ana.look("alone")
        await ana.must("sit", "1", table="alone")
        coup = ""
        for n in range(40):
            await ana.must("bet", "1", 200, table="alone")
            await ana.must("deal", "table", table="alone")
            desk = ana.room("alone").desk
            coup = coup or desk.state.coup
            while not desk.state.over:
                offers = screen.last["listen"]["offers"] if screen.read() else []
                act = "stand" if any(o["act"] == "stand" for o in offers) else "hit"
                choice = [o for o in offers if o["act"] in (act, "no-insurance", "wait")]
                await ana.must(choice[-1]["act"], choice[-1]["seat"], table="alone")
            receipt = evening.house.archive.coup_for(ana.id, coup)
            if receipt.opening:
                break
            assert not screen.steps("shuffle")[1:], "a new shoe opens the old one"
            if n == 0:
                await ana.end("alone")
                await screen.go()
                assert ana.room("alone").desk.chance.shoe.seal == receipt.seal
                assert evening.house.archive.coup_for(ana.id, coup).opening is None
                await evening.reopen()
                assert evening.house.archive.coup_for(ana.id, coup).opening is None
                screen = await ana.look("alone")
                await ana.must("sit", "1", table="alone")
            evening.clock.advance(3)
        shoe = Shoe.opened(receipt.opening)
        assert shoe.seal == receipt.seal
        dealt = [e.card for e in receipt.events if isinstance(e, ShownDeal) and e.card]
        assert shoe.order[:3] == dealt[:3]
        assert screen.steps("open"), "and it was told at the table under the interpretation"


def test_an_event_for_nobody_is_told_to_nobody() -> None:
    from sabot.house.table.versioned_events import Item
    assert Item(1, Event()).seen_by("p") == {}
    assert Item(1, None, {"to": "p", "x": 1}).seen_by("q") == {}
    assert Item(1, None, {"to": "p", "x": 1}).seen_by("p") == {"x": 1}
    assert Item(1, None, {"x": 1}).seen_by("") == {"x": 1}


def _strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [s for v in value.values() for s in _strings(v)]
    if isinstance(value, list | tuple):
        return [s for v in value for s in _strings(v)]
    return [value] if isinstance(value, str) else []
