"""The cashier's page and the lists of machines in a real browser, against a real house."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.open_house import Line, Visitor
from support.served_house import open_page, serve_here

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
ROW = "pt-217-2007/maquinas-automaticas"


def machine(number: int) -> str:
    return f"""
game = "machines"
name = "Azulejo {number}"
places = 1
minimum = "0.05"
maximum = "1.50"
[clocks]
between = 0
call = 900
[rules]
number = "{number:04d}"
model = "azulejo"
coins = ["0.05"]
by_hand = "0.10"
"""


def prize(line: Line, doors: Any) -> None:
    """Play until a prize has to be paid by hand."""
    for act, amount in (("sit", 0), ("insert", 5_000)):
        line.do(act, "1", amount, key=act)
    for n in range(200):
        line.do("spin", "1x1x5", key=f"s{n}")
        k = 0
        while line.do("stop", "1", key=f"p{n}.{k}")["t"] == "ack":
            k += 1
        doors.later(0)
        if any(e.get("call") == "voucher" for m in line.messages for e in m.get("events", ())):
            return
    raise AssertionError("no prize in so many games")


def ticket(ana: Visitor, line: Line) -> str:
    for act, amount in (("sit", 0), ("insert", 1_500), ("ticket", 0), ("leave", 0)):
        line.do(act, "1", amount, key=f"t{act}")
    return str(ana.get("/api/tickets").json()[0]["code"])


@pytest.mark.law(f"{ROW}/13", f"{ROW}/1.a", "ir/323", "ir/324")
def test_the_cashier_pays_and_prints(tmp_path: Path, chromium: Any) -> None:
    """A voucher by its button, a ticket by its code; the paper names all that the law asks for."""
    with serve_here(tmp_path, {"a": machine(1), "b": machine(2)}) as house:
        doors = house.doors
        ana, token = doors.guest("Ana Silva"), doors.staff("Rui Costa", "cashier")
        with ana.table("a") as one, ana.table("b") as two:
            one.take()
            two.take()
            prize(one, doors)
            code = ticket(ana, two)
            with open_page(chromium, f"{house.url}/cashier.html") as page:
                page.wait_for_selector("#shut:not([hidden])")
                page.evaluate("""token => fetch('/api/staff/login', {method: 'POST', headers:
                    {'content-type': 'application/json', 'X-Sabot': '1'},
                    body: JSON.stringify({token})})""", token)
                page.reload()
                page.wait_for_selector("#vouchers li.open")
                page.evaluate("window.print = () => { window.printed = true; }")
                page.click("#vouchers li.open [data-do='print']")
                assert page.evaluate("window.printed")
                paper = page.locator("#paper").text_content()
                for words in ("0001-", "Azulejo 1", "Ana Silva", "Guia"):
                    assert words in paper, paper
                page.emulate_media(media="print")
                assert page.locator("#paper").is_visible() and not page.locator("main").is_visible()
                assert page.evaluate("getComputedStyle(document.body).backgroundColor") == \
                    "rgb(255, 255, 255)"
                page.emulate_media(media="screen")
                page.fill("#code", code[:-1] + ("0" if code[-1] != "0" else "1"))
                page.keyboard.press("Enter")
                page.wait_for_selector("#redeemed.no")
                assert "errado" in page.locator("#redeemed").text_content()
                page.fill("#code", code.lower().replace("-", " "))
                page.keyboard.press("Enter")
                page.wait_for_selector("#tickets li.redeemed")
                assert "Ana Silva" in page.locator("#redeemed").text_content()
                page.click("#vouchers li.open [data-do='pay']")
                page.wait_for_selector("#vouchers li.paid")
                assert "Rui Costa" in page.locator("#vouchers li.paid").text_content()
                for width in (390, 1440):
                    page.set_viewport_size({"width": width, "height": 900})
                    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.law(f"{ROW}/12", "ir/318")
def test_who_asks_for_a_machine_in_the_gaming_room(tmp_path: Path, chromium: Any) -> None:
    with serve_here(tmp_path, {"a": machine(1), "b": machine(2)}) as house:
        ana = house.doors.guest("Ana")
        with ana.table("a") as one, ana.table("b") as two:
            one.take()
            two.take()
            one.do("sit", "1", key="a")
            two.do("sit", "1", key="b")
            with open_page(chromium, f"{house.url}/?game=machines") as page:
                page.wait_for_selector("[data-ask][data-do='ask']")
                assert "Nenhuma livre" in page.locator("[data-type]").text_content()
                page.set_viewport_size({"width": 390, "height": 900})
                page.click("[data-ask][data-do='ask']")
                page.wait_for_selector("[data-ask][data-do='leave']")
                assert one.until("notice")["kind"] == "give-up"
                two.do("leave", "1", key="l")
                page.wait_for_selector("[data-type] a.go")
                assert "guardada" in page.locator("[data-type]").text_content()


@pytest.mark.law(f"{ROW}/1.a", "ir/317", "ir/324")
def test_a_ticket_at_the_machine(tmp_path: Path, chromium: Any) -> None:
    """It is printed for its player alone, typed back in, and no key that is typed plays a game."""
    with serve_here(tmp_path, {"a": machine(1)}) as house, \
            open_page(chromium, f"{house.url}/?game=machines") as page:
        page.click("li.one a.go")  # and there is a seat
        page.click("[data-do='note-500']")
        page.click("[data-do='ticket']")
        page.wait_for_selector("dialog.slips[open] .paper")
        assert "5\u00a0€" in page.locator(".paper .sum").text_content()
        code = page.locator(".paper code").text_content()
        page.emulate_media(media="print")
        assert page.locator(".paper").is_visible()
        assert not page.locator("main, #slip-code").first.is_visible()
        page.emulate_media(media="screen")
        page.fill("#slip-code", code[:-1] + ("0" if code[-1] != "0" else "1"))
        page.keyboard.press("Enter")
        page.wait_for_selector(".slips .no")
        assert "errado" in page.locator(".slips .no").text_content()
        page.fill("#slip-code", "")
        page.type("#slip-code", code.lower())
        page.keyboard.press("Enter")
        page.wait_for_selector(".slips .yes")
        page.wait_for_selector(".slips li.redeemed")
        assert page.locator(".slips li.redeemed").count() == 1
        page.keyboard.press("Escape")
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.locator("#slips").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert house.doors.house.rooms["a"].desk.staked.popitem()[1] == 500, "nothing was played"
