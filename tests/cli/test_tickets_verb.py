"""``sabot tickets``: listed and shown beside an open house, redeemed where it is closed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sabot.certify.audit.verify import verify
from sabot.cli import main
from sabot.ledger import Ledger
from support.house_evening import empty_books
from support.open_house import MACHINE, Doors, Visitor, table

ROW = "pt-217-2007/maquinas-automaticas"


def tickets(doors: Doors, *words: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["tickets", *words, "--database", doors.url])
    assert result.exit_code == code, result.output
    return result


def printed(ana: Visitor, cents: int) -> dict[str, Any]:
    with ana.table("m") as line:
        line.take()
        for act, amount in (("sit", 0), ("insert", cents), ("ticket", 0), ("leave", 0)):
            line.do(act, "1", amount, key=f"{act}{cents}")
    found: dict[str, Any] = ana.get("/api/tickets").json()[0]
    return found


@pytest.mark.law(f"{ROW}/1.a", f"{ROW}/13", "ir/324")
def test_what_the_terminal_says_and_does(tmp_path: Path) -> None:
    doors = Doors(tmp_path, tables={"m": table(MACHINE)})
    with doors:
        doors.staff("Rui", "cashier")
        ana, bo = doors.guest("Ana"), doors.guest("Bo")
        first, second = printed(ana, 1_500), printed(ana, 2_000)
        assert first["number"] == "A12-0000001"
        lines = tickets(doors, "list").stdout.splitlines()
        assert [line.split("\t")[0] for line in lines] == [second["number"], first["number"]]
        assert lines[1].split("\t")[1] == "15.00 €"
        assert lines[1].endswith("By the door\tnot redeemed")
        assert "Ana" in tickets(doors, "show", "a12-0000001").stdout
        result = tickets(doors, "redeem", first["code"], code=2)
        assert "cashier" in result.stderr, "one house at a time"
    assert "2 tickets" not in tickets(doors, "list").stdout
    typed = first["code"].lower().replace("-", " ")
    wrong = first["code"][:-1] + ("0" if first["code"][-1] != "0" else "1")
    assert "wrong" in tickets(doors, "redeem", wrong, code=1).stderr
    assert tickets(doors, "redeem", typed, "--player", bo.id, "--by", "Rui").stdout == \
        "15.00 € to the credit of Bo\n"
    assert "has been redeemed" in tickets(doors, "redeem", typed, code=1).stderr
    assert "there is no player 'p_x'" in tickets(doors, "redeem", second["code"], "--player", "p_x",
                                     code=1).stderr
    shown = tickets(doors, "show", typed).stdout
    assert "redeemed" in shown and "by Rui" in shown and "Bo" in shown
    (left,) = json.loads(tickets(doors, "list", "--open", "--json").stdout)
    assert left["number"] == second["number"] and "code" not in left
    assert json.loads(tickets(doors, "show", second["number"], "--json").stdout)["state"] == "open"
    assert tickets(doors, "list", "--number", "0000001").stdout.count("\n") == 1
    with Ledger.open(doors.url, readonly=True) as books:
        assert verify(books).verified and books.balance(f"player:{bo.id}@EUR") == 101_500
    assert tickets(doors, "show", "A12-0000009", code=1).stderr
    gone = CliRunner().invoke(main, ["tickets", "list", "--database", "sqlite:////nowhere/x.db"])
    assert gone.exit_code == 2 and "Traceback" not in gone.output


def test_where_the_books_name_people_by_ids_somebody_of_the_staff_redeems(tmp_path: Path) -> None:
    """A name that is only typed would stand in the journal for ever."""
    (tmp_path / "house.sqlite3").write_bytes(empty_books(2))
    doors = Doors(tmp_path, tables={"m": table(MACHINE)})
    with doors:
        ana = doors.guest("Xylqua")
        doors.staff("Rui Vorpen", "cashier")
        first, second = printed(ana, 1_500), printed(ana, 2_000)
    assert "no member of staff is called 'Eva'" in tickets(
        doors, "redeem", first["code"], "--by", "Eva", code=1).stderr
    output = tickets(doors, "redeem", first["code"], "--by", "Rui Vorpen").stdout
    assert output == "15.00 € to the credit of Xylqua\n"
    tickets(doors, "redeem", second["code"])
    shown = tickets(doors, "show", first["number"]).stdout
    assert "for Xylqua" in shown and "by Rui Vorpen, to the credit of Xylqua" in shown
    assert "by console" in tickets(doors, "show", second["number"]).stdout
    with Ledger.open(doors.url, readonly=True) as books:
        assert verify(books).verified
        (cashier,) = (id for id in books.names() if id.startswith("s_"))
        assert all(b"Vorpen" not in one.body for one in books.entries())
        ticket = books.document("ticket", first["number"])
        assert ticket and json.loads(ticket.body)["paid_by"] == cashier
    for id in (ana.id, cashier):
        CliRunner().invoke(main, ["erase", id, "--database", doors.url])
    shown = tickets(doors, "show", first["number"]).stdout
    assert f"for {ana.id}" in shown and f"by {cashier}, to the credit of {ana.id}" in shown
