"""Tickets: printed by a machine, redeemed once, at a machine or with the cashier."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from test_house_machines import ROW, machine

from sabot.certify.audit.verify import verify
from sabot.house import HouseError
from sabot.house.books import tickets
from sabot.house.staff import cashier
from sabot.house.staff.cashier import StaffTicket
from sabot.house.table.messages import Ack, Refused
from sabot.ledger import Entry
from sabot.money import Transfer
from sabot.procedure import Act, Call
from support.house_evening import Evening, Guest, played

TICKET = (f"{ROW}/1.a", f"{ROW}/13", "ir/324")


def two() -> dict[str, Any]:
    return {"m": machine("0001"), "n": machine("0002", more='most_credit = "50.00"')}


async def printed(evening: Evening, name: str = "Ana", cents: int = 3_000, at: str = "m"
                  ) -> tuple[Guest, dict[str, Any]]:
    """Somebody puts money into a machine and takes it out on a ticket; what he alone is told."""
    ana = await evening.guest(name)
    screen = await ana.look(at)
    await ana.must("sit", "1", table=at)
    await ana.must("insert", "1", cents, table=at)
    await ana.must("ticket", "1", table=at)
    (told,) = screen.notices("ticket")
    await screen.go()
    await evening.later(0)
    await ana.must("leave", "1", table=at)
    return ana, told["facts"]


@pytest.mark.law(*TICKET)
@played
async def test_a_ticket_takes_the_credit_and_gives_it_back_at_another_machine(
        tmp_path: Path) -> None:
    """The account of the ticket holds what it is worth until then, and nothing after."""
    async with Evening(tmp_path, tables=two()) as evening:
        bo = await evening.guest("Bo")
        watching = await bo.look("m")
        ana, ticket = await printed(evening)
        assert ticket["number"] == "0001-0000001" and ticket["cents"] == 3_000
        assert ticket["code"].startswith("0001-0000001-")
        assert ana.balance == 97_000
        assert evening.ledger.balance("ticket:0001-0000001@EUR") == 3_000
        assert evening.desk("m").carry.meters.credit == 0
        assert evening.desk("m").carry.meters.tickets == 1
        said = json.dumps(watching.read())
        assert "0001-0000001" in json.dumps(watching.messages) and not watching.notices("ticket")
        assert ticket["code"] not in said + json.dumps(watching.messages), "his alone"
        assert all(ticket["code"].encode() not in r.body for r in evening.ledger.entries())
        assert cashier.own_tickets(evening.house, ana.id)[0].code == ticket["code"]
        assert cashier.own_tickets(evening.house, ana.id)[0].state == "open"
        assert cashier.own_tickets(evening.house, bo.id) == []

        await bo.must("sit", "1", table="n")
        typed = ticket["code"].lower().replace("-", " ")
        screen = await bo.look("n")
        await bo.must("redeem", typed, table="n")
        screen.read()
        assert screen.last["mine"] == {"1/credit": 3_000}, "one credit, however it came there"
        await bo.must("insert", "1", 500, table="n")
        assert evening.ledger.balance("ticket:0001-0000001@EUR") == 0
        await bo.must("spin", "20x1x5", table="n")
        await evening.later(0)
        meters = evening.desk("n").carry.meters
        assert meters.collected == 3_500 and meters.bets == 100
        kept = tickets.find_ticket(evening.ledger, "0001-0000001")
        assert kept and (kept.where, kept.by) == ("n", bo.id)
        assert cashier.own_tickets(evening.house, ana.id)[0].state == "redeemed"
        again = await bo.refused("redeem", ticket["code"], table="n")
        assert again.code == "ticket-redeemed" and again.law == f"{ROW}/1.a"
        await bo.must("leave", "1", table="n")
        await evening.later(0)
        assert bo.balance == 103_000 - meters.bets + meters.prizes
        found = verify(evening.ledger)
        assert found.verified, found.fault


@pytest.mark.law(*TICKET)
@played
async def test_what_is_typed_wrong_is_told_as_such_and_changes_nothing(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=two()) as evening:
        _, ticket = await printed(evening, cents=6_000)
        bo = await evening.guest("Bo")
        no = await bo.refused("redeem", ticket["code"], table="n")
        assert no.code == "not-yours", "who does not sit there"
        await bo.must("sit", "1", table="n")
        code = ticket["code"]
        for place in range(len(code)):
            if code[place] == "-":
                continue
            for other in "07AZ":
                if other == code[place]:
                    continue
                no = await bo.refused("redeem", code[:place] + other + code[place + 1:], table="n")
                assert no.code == "ticket-code" and "wrong" in no.text, no
        no = await bo.refused("redeem", "0001*0000001", table="n")
        assert no.code == "ticket-code" and "'*' at place 5" in no.text
        no = await bo.refused("redeem", "0001-0000001", table="n")
        assert no.code == "ticket-code", "the number, which all have seen, is worth nothing"
        no = await bo.refused("redeem", evening.house.codes.code("0001-0000009"), table="n")
        assert no.code == "no-ticket"
        no = await bo.refused("redeem", code, table="n")
        assert no.code == "above-maximum" and no.facts["high"] == 5_000, "no more than it may hold"
        assert evening.ledger.balance("ticket:0001-0000001@EUR") == 6_000
        assert evening.desk("n").staked == {} and bo.balance == 100_000
        boss = await evening.staff("Sofia", "supervisor")
        from sabot.house.staff import croupier
        from sabot.procedure import Incident
        with pytest.raises(HouseError, match="only the house"):
            await croupier.report_fault(evening.house, boss, "n", Incident(
                "ticket", seat="0001-0000001", amount=1_000, note="without the code"))
        assert "ticket" not in croupier.table_status(evening.house, "n").faults


@pytest.mark.law(*TICKET)
@played
async def test_of_two_who_redeem_at_once_exactly_one_wins(tmp_path: Path) -> None:
    """At two machines, or at one and with the cashier, in either order."""
    tables = {**two(), "o": machine("0003")}
    async with Evening(tmp_path, tables=tables) as evening:
        bo, cy = await evening.guest("Bo"), await evening.guest("Cy")
        clerk = await evening.staff("Rui", "cashier")
        await bo.must("sit", "1", table="n")
        await cy.must("sit", "1", table="o")
        for turn in range(12):
            _, ticket = await printed(evening, f"Ana {turn}", 500)
            code, number = ticket["code"], ticket["number"]
            at = {"n": bo, "o": cy}
            if turn % 2:  # one of the two brings it to the cashier
                del at["no"[turn % 4 // 2]]
            ways: list[Any] = [who.do("redeem", code, table=there) for there, who in at.items()]
            if turn % 2:
                ways.append(cashier.redeem_ticket(evening.house, clerk, code))
            if turn % 3 == 0:
                ways.reverse()
            answers = await asyncio.gather(*ways, return_exceptions=True)
            won = [a for a in answers if isinstance(a, Ack | StaffTicket)]
            lost = [a for a in answers if not isinstance(a, Ack | StaffTicket)]
            assert len(won) == len(lost) == 1, answers
            assert isinstance(lost[0], Refused | HouseError) and lost[0].code == "ticket-redeemed"
            assert evening.ledger.balance(f"ticket:{number}@EUR") == 0
            if isinstance(won[0], Ack) and isinstance(lost[0], Refused):
                assert lost[0].facts["where"] in ("n", "o")
        found = verify(evening.ledger)
        assert found.verified, found.fault
        in_play = sum(evening.ledger.balances("stake:").values())
        given = sum(1 for t in tickets.tickets(evening.ledger) if t.where == "cashier")
        assert in_play == 500 * (12 - given) and given > 0


@pytest.mark.parametrize("first", ["find_ticket", "worth"])
@pytest.mark.parametrize("loser", ["machine", "cashier", "list"])
@played
async def test_who_is_beaten_between_two_looks_at_the_books_is_told_by_whom(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str, loser: str) -> None:
    """Whatever of a ticket is looked at first, another thread may redeem it right after that."""
    async with Evening(tmp_path, tables=two()) as evening:
        bo = await evening.guest("Bo")
        await bo.must("sit", "1", table="n")
        clerk = await evening.staff("Rui", "cashier")
        ana, printed_ticket = await printed(evening)
        code, number = printed_ticket["code"], printed_ticket["number"]
        ticket = tickets.find_ticket(evening.ledger, number)
        assert ticket is not None
        entry = cashier.redemption_entry(evening.ledger, ticket, ana.id, "Rui", "cashier", 1.0)
        look, beaten = getattr(tickets, first), []

        def looked(books: Any, number: str) -> Any:
            found = look(books, number)
            if not beaten:
                beaten.append(evening.ledger.commit([entry]))
            return found

        monkeypatch.setattr(tickets, first, looked)
        if loser == "list":
            told = tickets.describe_ticket(evening.ledger, ticket)
            assert beaten and (told.state, told.where) in {
                ("open", ""), ("redeemed", "cashier")}, "both of the same moment"
            return
        if loser == "machine":
            no = await bo.refused("redeem", code, table="n")
        else:
            with pytest.raises(HouseError) as error:
                await cashier.redeem_ticket(evening.house, clerk, code)
            no = error.value
        assert beaten and no.code == "ticket-redeemed"
        assert (no.facts["where"], no.facts["at"]) == ("cashier", 1.0)
        assert evening.ledger.balance(f"ticket:{number}@EUR") == 0


@pytest.mark.law(*TICKET)
@played
async def test_a_ticket_lies_there_while_the_house_is_closed(tmp_path: Path) -> None:
    """Its code is the same afterwards, and the same command is done once."""
    async with Evening(tmp_path, tables=two()) as evening:
        ana, ticket = await printed(evening)
        await evening.reopen()
        assert evening.house.codes.code(ticket["number"]) == ticket["code"]
        assert ana.balance == 97_000
        bo = await evening.guest("Bo")
        await bo.must("sit", "1", table="n")
        first = await bo.do("redeem", ticket["code"], table="n", key="r")
        await evening.reopen()
        assert await bo.do("redeem", ticket["code"], table="n", key="r") == first
        assert evening.desk("n").staked == {bo.id: 3_000}
        assert verify(evening.ledger).verified


@pytest.mark.law(*TICKET)
@played
async def test_the_cashier_redeems_a_ticket_for_who_brings_it(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=two()) as evening:
        ana, ticket = await printed(evening)
        bo = await evening.guest("Bo")
        clerk = await evening.staff("Rui", "cashier")
        paid = await cashier.redeem_ticket(evening.house, clerk, ticket["code"], bo.id)
        assert bo.balance == 103_000 and ana.balance == 97_000
        assert (paid.where, paid.by_name, paid.paid_by) == ("cashier", "Bo", "Rui")
        with pytest.raises(HouseError) as no:
            await cashier.redeem_ticket(evening.house, clerk, ticket["code"], ana.id)
        assert no.value.code == "ticket-redeemed" and no.value.law == f"{ROW}/1.a"
        with pytest.raises(HouseError, match="cannot be part of a code"):
            await cashier.redeem_ticket(evening.house, clerk, ticket["code"][:-1] + "?")
        (seen,) = cashier.all_tickets(evening.house)
        assert seen.state == "redeemed" and not hasattr(seen, "code")
        assert verify(evening.ledger).verified
        _, other = await printed(evening, "Dora", 1_000)
        paid = await cashier.redeem_ticket(evening.house, clerk, other["code"])
        assert paid.by_name == "Dora", "where nobody is named it is who printed it"
        assert verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/10", f"{ROW}/13")
@played
async def test_two_machines_have_two_numbers(tmp_path: Path) -> None:
    """Else two tickets could have one number: an O is read as a nought."""
    evening = Evening(tmp_path, tables={"m": machine("10"), "n": machine("1O")})
    with pytest.raises(ValueError, match="the same identification number"):
        await evening.open()


@pytest.mark.parametrize("wrong", ["into", "part", "unsaid", "twice"])
@played
async def test_verify_knows_what_a_ticket_is(tmp_path: Path, wrong: str) -> None:
    """Made by a machine, redeemed as a whole, by a machine or by the cashier on record."""
    async with Evening(tmp_path, tables=two()) as evening:
        ana, ticket = await printed(evening)
        account, player = f"ticket:{ticket['number']}@EUR", f"player:{ana.id}@EUR"
        moved = {"into": Transfer("x", player, account, 100, ""),
                 "part": Transfer("x", account, player, 100, ""),
                 "unsaid": Transfer("x", account, player, 3_000, ""),
                 "twice": Transfer("x", account, player, 3_100, "")}[wrong]
        body = b'{"staff":{"act":"redeem","ticket":"%s"}}' % ticket["number"].encode()
        await evening.house.books.commit(Entry(
            kind="staff", body=b"{}" if wrong == "unsaid" else body, transfers=(moved,)))
        found = verify(evening.ledger)
        if wrong == "twice":  # the ledger does not take it
            assert found.verified and evening.ledger.balance(account) == 3_000
        else:
            assert found.fault and "ticket" in found.fault.found


@played
async def test_a_ticket_with_the_number_of_another_is_not_printed(tmp_path: Path) -> None:
    """A machine that has the number of one that was: nothing is told, and the credit stays."""
    async with Evening(tmp_path, tables=two()) as evening:
        await printed(evening)
    async with Evening(tmp_path, tables={"x": machine("0001")}) as evening:
        bo = await evening.guest("Bo")
        await bo.must("sit", "1", table="x")
        await bo.must("insert", "1", 1_000, table="x")
        no = await bo.refused("ticket", "1", table="x")
        assert no.code == "fault" and evening.desk("x").staked == {bo.id: 1_000}
        await bo.must("cash-out", "1", table="x")
        assert bo.balance == 100_000 and verify(evening.ledger).verified


def test_the_coup_tells_a_ticket_and_takes_one() -> None:
    """Without a house: what the machine says is what its meters count."""
    from sabot.equipment import Seeded
    from sabot.games import game
    from sabot.procedure import Dealer, Incident, Live, Move, Refusal
    played = game("machines")
    laid = machine("7")
    dealer = Dealer(played.coup(laid, played.opening(laid)), Live(Seeded(1)))
    assert isinstance(dealer.report(Incident("ticket", seat="1-1", amount=100)), Refusal)
    dealer.answer(Act("Ana", "sit", "1"))
    told = dealer.report(Incident("ticket", seat="1-0000001", amount=1_234))
    assert not isinstance(told, Refusal)
    assert next(e.step for e in told if isinstance(e.step, Move)).amount == 1_234
    assert isinstance(dealer.report(Incident("ticket", seat="1-0000002", amount=200_000)), Refusal)
    told = dealer.answer(Act("Ana", "ticket", "1"))
    assert not isinstance(told, Refusal)
    (call,) = [e.step for e in told if isinstance(e.step, Call)]
    assert call.facts == {"number": "7-0000001", "cents": 1_234}
    assert dealer.outcome.meters.collected == dealer.outcome.meters.out == 1_234
