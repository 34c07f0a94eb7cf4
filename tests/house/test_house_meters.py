"""A machine whose meters do not agree with the journal does not open (9, 9-2, 14)."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.certify.audit.verify import verify
from sabot.games import read_table
from sabot.games.machines.meters import COUNTED
from sabot.house import HouseError, house
from sabot.house.archive import startup_check
from sabot.house.books import tickets
from sabot.house.money.meter_check import MeterMismatch, current_meters
from sabot.house.money.meter_check import expected_credit as credit_of
from sabot.house.staff import croupier
from sabot.procedure import Incident
from sabot.procedure.table import Table
from support.house_evening import Evening, run_async, table

ROW = "pt-217-2007/maquinas-automaticas"
LAWS = [f"{ROW}/9", f"{ROW}/9-2", f"{ROW}/14", "ir/327"]


def machine(number: str = "7", more: str = "") -> Any:
    return table(f"""
game = "machines"
name = "Machine {number}"
places = 1
minimum = "0.05"
maximum = "20.00"
[clocks]
between = 5
[rules]
number = "{number}"
model = "costa"
coins = ["0.05"]
{more}
""")


JACKPOT = '[rules.jackpot]\nshare = "1/50"\nsymbol = "ship"\ncount = 5\nstart = "20.00"'


async def games(evening: Evening, many: int = 6, table_id: str = "m", begun: bool = True) -> Any:
    """A guest who has played some games and stays; the next coup has begun, or not."""
    ana = await evening.guest("Ana")
    await ana.must("sit", "1", table=table_id)
    await ana.must("insert", "1", 10_000, table=table_id)
    for game in range(many):
        await ana.must("spin", "20x1x5", table=table_id)
        if begun or game < many - 1:
            await evening.later(6)
    return ana


class Books:
    """The database of a closed house, to write in it what nobody may."""

    def __init__(self, url: str) -> None:
        self.path = url.removeprefix("sqlite:///")

    def run(self, sql: str, *values: Any) -> int:
        with closing(sqlite3.connect(self.path)) as line:
            done = line.execute(sql, values).rowcount
            line.commit()
        return done

    def state(self, change: Callable[[dict[str, Any]], None], table_id: str = "m") -> None:
        """Change the stored state of a table."""
        with closing(sqlite3.connect(self.path)) as line:
            (raw,) = line.execute("select state from states where table_id = ?",
                                  (table_id,)).fetchone()
            state = msgspec.json.decode(bytes(raw))
            change(state)
            line.execute("update states set state = ? where table_id = ?",
                         (msgspec.json.encode(state), table_id))
            line.commit()


def wrong(evening: Evening, table_id: str = "m") -> dict[str, MeterMismatch]:
    return {one.meter: one for one in evening.house.meters.wrong.get(table_id, ())}


async def shut(evening: Evening, table_id: str = "m") -> None:
    """Nobody begins a game at this machine, and everybody can read why."""
    bia = await evening.guest("Bia")
    found = await bia.refused("sit", "1", table=table_id)
    assert found.law == f"{ROW}/9-2", found
    card = next(c for c in evening.house.lobby() if c.id == table_id)
    assert not card.open and card.law == f"{ROW}/9-2"
    for one in evening.house.meters.wrong[table_id]:
        assert one.meter in card.reason
    screen = await bia.look(table_id)
    closure = {name: getattr(card, name) for name in ("reason", "law", "code", "facts")}
    assert screen.last["closed"] == closure and closure["code"] == "meters"
    assert evening.desk(table_id).dealer.standing.window.startswith("stopped")
    calls = [e.step for e in evening.desk(table_id).dealer.record
             if getattr(e.step, "call", "") == "out-of-order"]
    assert calls[-1].law == f"{ROW}/9-2" and calls[-1].facts["cause"] == "meters"
    assert set(calls[-1].facts["meters"]) == {
        one.meter for one in evening.house.meters.wrong[table_id]}


async def mended(evening: Evening, table_id: str = "m") -> None:
    """A supervisor puts it in order, with both figures on record, and it is played again."""
    before = {m.name: m.shows for m in current_meters(evening.desk(table_id))}
    before |= {one.meter: one.found for one in evening.house.meters.wrong[table_id]
               if one.meter in before}
    rui = await evening.staff("Rui", "supervisor")
    await croupier.report_fault(evening.house, rui, table_id, Incident("meters-mended",
                                                                  note="looked at with the books"))
    assert not wrong(evening, table_id)
    (entry,) = [b for b in map(msgspec.json.decode, (
        r.body for r in evening.ledger.entries(kind="staff", table=table_id)))
        if b["staff"].get("kind") == "meters-mended"]
    staff_act = entry["staff"]
    assert (staff_act["by"], staff_act["reason"], staff_act["law"]) == (
        rui.signs, "looked at with the books", f"{ROW}/9-2")
    after = {m.name: m.shows for m in current_meters(evening.desk(table_id))}
    assert {name: tuple(both) for name, both in staff_act["figures"].items()} == {
        name: (before[name], after[name]) for name in COUNTED}
    event = next(e for e in evening.desk(table_id).dealer.record
                 if e.incident and e.incident.kind == "meters-mended")
    assert event.incident.figures == {name: tuple(both)
                                      for name, both in staff_act["figures"].items()}


@pytest.mark.law(*LAWS)
@run_async
async def test_any_meter_that_was_changed_keeps_the_machine_closed(tmp_path: Path) -> None:
    """One cent, or one game, more than the journal holds: found between two games."""
    async with Evening(tmp_path, tables={"m": machine(more=JACKPOT)}) as evening:
        ana = await games(evening, begun=False)
        held = evening.desk("m").carry.meters
        for meter in COUNTED:
            is_ = getattr(held, meter)

            def change(state: dict[str, Any], meter: str = meter, to: int = is_ + 1) -> None:
                state["carry"]["meters"] = {**msgspec.to_builtins(held), meter: to}
            await evening.kill()
            Books(evening.url).state(change)
            await evening.open()
            found = wrong(evening)[meter]
            assert (found.found, found.expected) == (is_ + 1, is_)
        await evening.later(6)
        await shut(evening)
        refused = await ana.refused("spin", "20x1x5", table="m")
        assert refused.law == f"{ROW}/9-2"
        assert (await ana.refused("insert", "1", 500, table="m")).law == f"{ROW}/9-2"
        before, credit = ana.balance, held.credit
        await ana.must("leave", "1", table="m")
        assert ana.balance - before == credit > 0
        await mended(evening)
        assert evening.house.lobby()[0].open
        await ana.must("sit", "1", table="m")
        await ana.must("insert", "1", 500, table="m")
        await ana.must("spin", "20x1x5", table="m")
        await evening.reopen()
        assert not wrong(evening)
        assert verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/9-2", f"{ROW}/14")
@run_async
async def test_credit_that_was_changed_is_paid_as_the_journal_has_it(tmp_path: Path) -> None:
    """A state that names another sum, or another player, pays nobody a cent that is not theirs."""
    async with Evening(tmp_path, tables={"m": machine()}) as evening:
        ana = await games(evening, begun=False)
        credit = evening.desk("m").carry.meters.credit
        bia = await evening.guest("Bia")
        before = ana.balance, bia.balance

        def more(state: dict[str, Any]) -> None:
            state["held"]["1/credit"][1] += 5_000
            state["carry"]["held"]["1/credit"][1] += 5_000

        def other_player(state: dict[str, Any]) -> None:
            state["held"]["1/credit"][0] = state["carry"]["held"]["1/credit"][0] = bia.id

        def carried(state: dict[str, Any]) -> None:
            state["carry"]["held"]["1/credit"][1] = 7
        for change in (more, other_player, carried):
            await evening.kill()
            Books(evening.url).state(change)
            await evening.open()
            assert "held" in wrong(evening)
            assert evening.desk("m").state.held == {"1/credit": (ana.id, credit)}
        await evening.later(6)
        await shut(evening)
        await ana.must("leave", "1", table="m")
        assert (ana.balance, bia.balance) == (before[0] + credit, before[1])
        await mended(evening)
        assert verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/9-2", f"{ROW}/14", "ir/325", "ir/327")
@pytest.mark.parametrize(("sql", "meters"), [
    ("update postings set amount = amount + 1 where dst = 'bank:m@EUR' and seq = (select min(seq) "
     "from postings where dst = 'bank:m@EUR')", {"bets", "credit", "bank:m@EUR", "stake:m-7@EUR"}),
    ("delete from postings where dst = 'bank:m@EUR' and seq = (select min(seq) from postings "
     "where dst = 'bank:m@EUR')", {"games", "bets", "credit", "bank:m@EUR", "stake:m-7@EUR"}),
    ("delete from postings where frm = 'bank:m@EUR'",
     {"prizes", "credit", "bank:m@EUR", "stake:m-7@EUR"}),
    ("update postings set frm = 'issue:demo@EUR' where dst like 'stake:m-%' and "
     "frm like 'player:%'", {"collected", "credit"}),
    ("insert into postings select 'm-1/99', seq, 9, frm, dst, 300, law, frm_no, dst_no from "
     "postings where dst = 'bank:m@EUR' limit 1",
     {"games", "bets", "credit", "bank:m@EUR", "stake:m-7@EUR"}),
    ("update postings set amount = amount + 1 where dst = 'held:m@EUR' and seq = (select min(seq) "
     "from postings where dst = 'held:m@EUR')", {"held:m@EUR", "stake:m-7@EUR"}),
    ("update balances set amount = amount + 5 where account = 'bank:m@EUR'", {"bank:m@EUR"}),
    ("update balances set amount = amount - 5 where account like 'stake:m-%' and amount > 0",
     {"stake:m-7@EUR"}),
    ("update balances set amount = 5 where account = 'held:m@EUR'", {"held:m@EUR"}),
    ("insert into balances values ('jackpot:m@EUR', 100, 0, 1, '')", {"jackpot:m@EUR"}),
])
@run_async
async def test_books_that_were_changed_keep_the_machine_closed(
        tmp_path: Path, sql: str, meters: set[str], monkeypatch: Any) -> None:
    """Movements and balances, further back than the end of the journal that is always checked."""
    monkeypatch.setattr(house, "check_tail", lambda ledger: startup_check.check_tail(ledger, 1))
    async with Evening(tmp_path, tables={"m": machine()}) as evening:
        await games(evening)
        await evening.kill()
        assert Books(evening.url).run(sql) >= 1
        await evening.open()
        assert set(wrong(evening)) == meters
        await shut(evening)
        rui = await evening.staff("Rui", "supervisor")
        report = croupier.report_fault(
            evening.house, rui, "m", Incident("meters-mended", note="mended"))
        if not any(one.books for one in wrong(evening).values()):
            await report
            assert not wrong(evening)
        else:
            with pytest.raises(HouseError) as refused:
                await report
            assert refused.value.law == f"{ROW}/9-2" and "sabot verify" in refused.value.text
            await shut(evening)
        assert not verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/9-2", "ir/326", "ir/327")
@run_async
async def test_a_game_under_way_is_played_to_its_end_first(tmp_path: Path) -> None:
    """Cards are held and drawn at a machine whose meters are wrong; then it stops."""
    async with Evening(tmp_path, tables={"m": table(DRAW)}) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", table="m")
        await ana.must("insert", "1", 1_000, table="m")
        await ana.must("spin", "1x1x25", table="m")
        await ana.must("draw", "none", table="m")
        await evening.later(6)
        await ana.must("spin", "1x1x25", table="m")
        assert evening.desk("m").dealer.standing.window == "draw"
        await evening.kill()
        Books(evening.url).run(
            "update balances set amount = amount - 25 where account = 'bank:m@EUR'")
        await evening.open()
        assert set(wrong(evening)) == {"bank:m@EUR"}
        assert evening.desk("m").dealer.standing.window == "draw"
        await ana.must("draw", "all", table="m")
        await evening.later(6)
        await shut(evening)
        credit = credit_of(evening.desk("m"), current_meters(evening.desk("m")))
        before = ana.balance
        await ana.must("leave", "1", table="m")
        assert ana.balance == before + credit


DRAW = """
game = "machines"
name = "Cinco"
places = 1
minimum = "0.25"
maximum = "1.25"
[clocks]
between = 5
[rules]
model = "cinco"
coins = ["0.25"]
"""


@pytest.mark.law(f"{ROW}/9-2", f"{ROW}/14")
@run_async
async def test_an_opening_reads_what_has_moved_since_the_last(tmp_path: Path,
                                                              monkeypatch: Any) -> None:
    """Meters that agreed are stored as a document; a machine that does not agree is read again from
    where it last did."""
    async with Evening(tmp_path, tables={"m": machine(), "n": machine("8")}) as evening:
        await games(evening, 3)
        await evening.reopen()
        meters = {d.id: msgspec.json.decode(d.body) for d in evening.ledger.documents("meters")}
        assert meters["m"]["seq"] == meters["n"]["seq"] > 0 and meters["n"]["flows"] == {}
        assert meters["m"]["flows"]["stake>bank"] == [300, 3]
        asked: list[int] = []
        flows = type(evening.ledger).flows

        def reading(self: Any, tables: Any, *, after: int = 0) -> Any:
            asked.append(after)
            return flows(self, tables, after=after)
        monkeypatch.setattr("sabot.ledger.books.Books.flows", reading)
        await evening.kill()
        Books(evening.url).run("insert into balances values ('held:n@EUR', 1, 0, 1, '')")
        await evening.open()
        assert asked == [meters["m"]["seq"]] and set(wrong(evening, "n")) == {"held:n@EUR"}
        again = {d.id: msgspec.json.decode(d.body) for d in evening.ledger.documents("meters")}
        assert again["m"]["seq"] > meters["m"]["seq"] == again["n"]["seq"]
        asked.clear()
        await evening.reopen()
        assert sorted(asked) == [meters["n"]["seq"], again["m"]["seq"]]


@pytest.mark.law(f"{ROW}/9-2", "ir/327")
@run_async
async def test_a_game_that_cannot_be_told_again_leaves_meters_to_be_mended(
        tmp_path: Path, monkeypatch: Any) -> None:
    """Another version of the procedure cannot go on with the game: its money goes back, and the
    machine waits until somebody has read its meters."""
    async with Evening(tmp_path, tables={"m": machine()}) as evening:
        ana = await games(evening)
        await evening.kill()
        monkeypatch.setattr("sabot.house.table.desk.replay", lambda coup, record: 1 / 0)
        await evening.open()
        monkeypatch.undo()
        assert ana.balance == 100_000 + evening.ledger.balance("held:m@EUR") - 100 * 6 + sum(
            t.amount for p in evening.ledger.postings(account="bank:m@EUR")
            if (t := p.transfer).frm == "bank:m@EUR")
        assert set(wrong(evening)) == {"out", "credit"}
        await evening.later(6)
        await shut(evening)
        await mended(evening)
        await evening.reopen()
        assert not wrong(evening) and verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/13", f"{ROW}/9-2", "ir/327")
@run_async
async def test_staff_give_a_player_their_credit_from_a_machine_that_is_shut(tmp_path: Path) -> None:
    """Whether its meters failed, its door is open, or staff have closed it; not from one that can
    be played."""
    async with Evening(tmp_path, tables={"m": machine()}) as evening:
        ana = await games(evening, begun=False)
        rui = await evening.staff("Rui", "supervisor")

        async def refused(code: str) -> None:
            with pytest.raises(HouseError) as why:
                await croupier.give_back(evening.house, rui, "m", "asked for it")
            assert (why.value.code, why.value.law) == (code, f"{ROW}/13")
        await refused("in-play")
        await ana.must("spin", "1x1x5", table="m")
        credit, before = evening.desk("m").carry.meters.credit, ana.balance
        await evening.kill()
        Books(evening.url).state(lambda s: s["carry"]["meters"].update(out=3))
        await evening.open()
        assert await croupier.give_back(evening.house, rui, "m", "her meters failed") == credit
        assert ana.balance == before + credit
        await refused("not-now")
        (act,) = [msgspec.json.decode(r.body)["staff"]
                  for r in evening.ledger.entries(kind="staff", table="m")]
        assert (act["by"], act["act"], act["amount"], act["law"], act["player"]) == (
            rui.signs, "give-back", credit, f"{ROW}/13", ana.id)
        await mended(evening)
        await ana.must("sit", "1", table="m")
        await ana.must("insert", "1", 500, table="m")
        await evening.house.switch(rui, "table:m", False, "the floor is cleaned")
        await evening.settle()
        closed = await ana.refused("spin", "1x1x5", table="m")
        assert closed.code == "closed" and "cleaned" in closed.text
        assert await croupier.give_back(evening.house, rui, "m", "the floor is cleaned") == 500
        assert ana.balance == before + credit
        await evening.reopen()
        assert not wrong(evening) and verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/13", "ir/327")
@run_async
async def test_a_closed_machine_lets_its_player_take_their_credit(tmp_path: Path) -> None:
    """Closed between two games, with credit in it, and across a restart."""
    async with Evening(tmp_path, tables={"m": machine()}) as evening:
        ana = await games(evening, begun=False)
        rui = await evening.staff("Rui", "supervisor")
        await evening.house.switch(rui, "table:m", False, "the floor is cleaned")
        await evening.later(60)
        credit, before = evening.desk("m").carry.meters.credit, ana.balance
        await evening.reopen()
        assert (await ana.refused("spin", "1x1x5", table="m")).code == "closed"
        await ana.must("cash-out", "1", table="m")
        assert ana.balance == before + credit > before
        await evening.later(60)
        assert evening.desk("m").state.over
        assert (await ana.refused("insert", "1", 500, table="m")).code == "closed"


@pytest.mark.law(f"{ROW}/9-2", f"{ROW}/9", f"{ROW}/13")
@run_async
async def test_meters_agree_while_a_voucher_waits_and_after(tmp_path: Path) -> None:
    """A prize of the plan and a jackpot, both paid by the cashier; a voucher that was changed."""
    new_table = table(CASHIER)
    async with Evening(tmp_path, tables={"m": new_table}, seed=3) as evening:
        ana, seen = await evening.guest("Ana"), set[str]()
        await ana.must("sit", "1", table="m")
        while len(seen) < 2:
            if evening.desk("m").staked.get(ana.id, 0) < 50:
                await ana.must("insert", "1", 500, table="m")
            await ana.must("spin", "1x1x50", table="m")
            while (window := evening.desk("m").dealer.standing.window
                   if not evening.desk("m").state.over else "").startswith(("hand", "ladder")):
                if window.startswith("ladder"):
                    await ana.must("stop", "1", table="m")
                    continue
                if window not in seen:
                    seen.add(window)
                    await evening.reopen()
                    assert not wrong(evening), window
                await evening.later(3_600)
            await evening.later(6)
        meters = {m.name: m.shows for m in current_meters(evening.desk("m"))}
        paid = [v for v in tickets.vouchers(evening.ledger) if not v.number.endswith("J")]
        assert meters["by_hand"] == sum(v.cents for v in paid) > 0 and meters["jackpots"] > 0
        await evening.kill()
        with closing(sqlite3.connect(Books(evening.url).path)) as line:
            body = msgspec.json.decode(paid[0].document().body)
            line.execute("update documents set body = ? where kind = 'voucher' and id = ?",
                         (msgspec.json.encode({**body, "cents": body["cents"] + 10}), body["id"]))
            line.commit()
        await evening.open()
        assert {"by_hand", "out"} <= set(wrong(evening))
        found = wrong(evening)["by_hand"]
        assert (found.found, found.expected) == (meters["by_hand"], meters["by_hand"] + 10)


CASHIER = """
game = "machines"
name = "Azulejo"
places = 1
minimum = "0.50"
maximum = "5.00"
[clocks]
between = 5
[rules]
model = "azulejo"
coins = ["0.50"]
notes = ["5.00"]
by_hand = "0.50"
[rules.jackpot]
share = "1/50"
symbol = "tile"
count = 1
start = "3.00"
"""


@pytest.mark.law(f"{ROW}/3")
@pytest.mark.parametrize(("least", "lawful"), [("0.01", False), ("0.02", True)])
def test_a_share_of_a_bet_leaves_something_of_it(least: str, lawful: bool) -> None:
    """One cent cannot be shared: the game whose share became due would have no bet."""
    read = read_table(CENTS.format(least=least))
    assert isinstance(read, Table) == lawful
    if not isinstance(read, Table):
        assert [(v.clause, v.what) for v in read] == [(f"{ROW}/3", "minimum")]


CENTS = """
game = "machines"
name = "Cents"
places = 1
minimum = "{least}"
maximum = "1.00"
[rules]
model = "costa"
coins = ["0.01"]
[rules.jackpot]
share = "1/5"
symbol = "ship"
count = 5
"""
