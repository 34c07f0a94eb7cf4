"""What a card table says to who cannot see it, and what keeps clear of what on a small one."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from sabot.equipment import Seeded
from sabot.procedure import Live, TimeOut
from support.staged_coups import Stage, drawn, house_table, resized, settled
from support.staged_poker import asked

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


@cache
def chemin(mine: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Four at chemin de fer, I am at this place: all but the banker, the first, bet and lose."""
    text = house_table("guadiana").replace("bots = 4\n", "")
    stage = Stage(text, mine=(mine,), chance=Live(Seeded(4)))
    for place in range(1, 5):
        assert stage.act(stage.holder(place), "sit", str(place))
    bets: dict[str, Any] = {}
    for _ in range(60):
        listen = stage.dealer.standing
        if listen is None:
            break
        acts = {offer.act: offer for offer in reversed(listen.offers) if offer.player}
        if listen.window == "hand:1":
            assert stage.act(acts["bank"].player, "bank", "1", 10_000)
        elif "bet" in acts and not bets:
            for offer in [o for o in listen.offers if o.act == "bet"]:
                stage.act(offer.player, "bet", offer.spots[0], 2_500)
            bets = stage.snapshot()
        else:
            stage.dealer.answer(TimeOut(listen.window))
    return bets, stage.snapshot(end=stage.end())


OVER = """() => [...document.querySelectorAll('.obet')].filter(e => e.getClientRects().length)
  .flatMap(bet => [...document.querySelectorAll('.oname')].map(name => {
    const a = bet.querySelector('.amt')?.getBoundingClientRect(), b = name.getBoundingClientRect();
    return a && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
      ? `${bet.textContent} under ${name.textContent}` : ''; })).filter(Boolean)"""


def test_chips_keep_clear_of_names_and_the_end_says_what_it_brought(chromium: Any) -> None:
    bets, end = chemin(2)
    with drawn(chromium, bets, width=360, height=740) as page:
        assert page.locator(".obet .amt").count() == 3
        for width, height in ((360, 740), (390, 844), (768, 1024)):
            resized(page, width, height)
            assert page.evaluate(OVER) == [], width
        assert page.locator(".oseat.me .obet").get_attribute("aria-label") == (
            "Lugar 2: aposta 25\xa0€. Juntar 5\xa0€")
        page.evaluate("dispatchEvent(new Event('offline'))")
        lost = page.locator(".notice.lost").inner_text()
        assert "Se o tempo acabar: fecham-se as apostas." in lost and "{" not in lost
        page.wait_for_selector(".notice.lost", state="detached")
    with drawn(chromium, end, width=390, height=844) as page:
        assert "Perdeu 25,00\xa0€." in page.locator("#caption").inner_text()


@pytest.mark.law("pt-217-2007/chemin-de-fer/95")
def test_the_banker_reads_what_the_bank_has_won_under_the_clause_of_the_payment(
        chromium: Any) -> None:
    """Three bets of 25 go to the bank, less the percentage of the house, which has its own line."""
    _, end = chemin(1)
    with drawn(chromium, end, width=390, height=844) as page:
        assert page.locator(".verdict b").inner_text() == "+71,25\xa0€"
        for place in (".verdict", "#caption"):
            law = str(page.locator(f"{place} .law").get_attribute("data-law"))
            assert law.endswith("chemin-de-fer/95"), place


def test_who_holds_a_key_hears_their_cards_and_nobody_else(chromium: Any) -> None:
    with drawn(chromium, asked("holdem", 1), width=1440, height=900) as page:
        ear = page.locator(".ring .sheet > .sr[role=status]")
        page.click(".dock .keep")  # they are hidden from now on
        assert ear.inner_text() == ""
        page.keyboard.down("v")
        settled(page)
        assert ear.text_content().startswith("As suas cartas: ") and " de " in ear.text_content()
        page.keyboard.up("v")
        settled(page)
        assert ear.text_content() == ""
        page.locator(".dock .peek").hover()
        page.mouse.down()  # nothing is read aloud to who uncovers cards with a finger
        settled(page)
        assert "tapadas" not in page.locator(".dock .peek").get_attribute("aria-label")
        assert ear.text_content() == ""
        page.mouse.up()


def test_a_phone_shows_the_game_its_purse_and_the_tray_clear_of_hands(chromium: Any) -> None:
    stage = Stage(house_table("high")).sit().bet().deal().play()
    with drawn(chromium, stage.snapshot(end=stage.end()), width=1440, height=900) as page:
        lies = page.evaluate("""() => { const t = document.querySelector('#f-discards')
          .getBoundingClientRect(); return [...document.querySelectorAll('.seat .cardbox')].filter(
            c => { const r = c.getBoundingClientRect(); return Math.min(r.right, t.right)
              > Math.max(r.left, t.left) && Math.min(r.bottom, t.bottom) > Math.max(r.top, t.top);
            }).length; }""")
        assert page.locator(".seat .cardbox").count() > 20 and lies == 0
        resized(page, 360, 740)
        assert page.locator("#purse b").inner_text().replace("\xa0", " ") == "1 123 456 €"
        assert page.evaluate("(e => e.scrollWidth <= e.clientWidth)"
                             "(document.querySelector('.where b'))")
