"""Gaming machines in a real browser: what is drawn is held against what the house recorded, model
by model, from sitting down to the cash-out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sabot.families.machine.draw import Draw
from sabot.families.machine.file import shipped_models
from sabot.families.machine.model import Model
from sabot.web import translations
from support.page_measures import (
    by_turns,
    contrasts,
    cut_texts,
    keep_screenshot,
    moving_parts,
    sideways_scroll,
)
from support.served_house import browser, served
from support.staged_coups import STATIC
from support.staged_machines import games, machine, played, sit_down, spins, window

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
ROW = "pt-217-2007/maquinas-automaticas"
MODELS = ("azulejo", "costa", "vindima", "cinco")
OTHER = """
game = "machines"
name = "Of somebody else"
places = 1
minimum = "0.10"
maximum = "5.00"
[clocks]
between = 0
[[authorisations]]
option = "IDENTITY"
by = "IGJ"
reference = "1"
requested = 1970-01-01
effective = 1970-01-02
[rules]
number = "77"
[rules.reels]
name = "Little"
version = "1.0"
window = [3, 3, 3]
reels = ["seven bell plum plum", "plum seven bell plum", "bell plum seven plum"]
lines = [[2, 2, 2]]
pays = { seven = { 3 = 20 }, bell = { 3 = 10 }, plum = { 3 = 4 } }
"""
WATCH = """() => {
  window.seen = [];
  const say = () => {
    const box = document.querySelector('.window'), plate = document.querySelector('.plate');
    const won = [...document.querySelectorAll('.cell.won')].map(cell =>
      [Number(cell.closest('.reel').dataset.reel), Number(cell.dataset.row)]);
    const now = JSON.stringify({ line: Number(box?.dataset.line || 0), won,
      path: document.querySelector('.linework .over')?.getAttribute('d') ?? '',
      plate: plate.textContent, lit: plate.classList.contains('lit') });
    if (won.length && now !== window.seen.at(-1)) window.seen.push(now);
    if (plate.classList.contains('lit')) window.everLit = true;
  };
  new MutationObserver(say).observe(document.querySelector('.cab'),
    { subtree: true, childList: true, attributes: true, characterData: true });
}"""


def cents(text: str) -> int:
    """A sum as the page writes it in Portuguese: −1 220,50 €."""
    plain = re.sub(r"[^\d,−+]", "", text)
    euros, _, rest = plain.strip("−+").partition(",")
    found = int(euros) * 100 + int((rest or "0").ljust(2, "0"))
    return -found if plain.startswith("−") else found


def meter(page: Any, name: str) -> int:
    return cents(page.locator(f".m-{name} dd").inner_text())


def facts(events: list[dict[str, Any]], call: str) -> list[dict[str, Any]]:
    return [e["facts"] for e in events if e.get("call") == call]


def result(events: list[dict[str, Any]]) -> dict[str, Any]:
    """What a game came to, as it was recorded."""
    found: dict[str, Any] = next(e["facts"] for e in events
                                 if e.get("step") == "result" and e["hand"] == "1")
    return found


def seen(page: Any) -> list[dict[str, Any]]:
    """Everything that was lit since it is watched, in its order."""
    found: list[dict[str, Any]] = page.evaluate("() => window.seen.map(one => JSON.parse(one))")
    return found


@pytest.mark.more_of("azulejo", "costa", "vindima")
@pytest.mark.law(f"{ROW}/1.a", f"{ROW}/13")
@pytest.mark.parametrize("name", MODELS)
def test_what_is_drawn_is_what_was_recorded(tmp_path: Path, name: str) -> None:
    """With keys alone: sit, put money in, some games, cash out."""
    with machine(tmp_path, name) as (doors, page, _):
        sit_down(page)
        credit, net = 2_000, 0
        for _game in range(4):
            events = spins(doors, page)
            outcome = result(events)
            credit += outcome["prize"] - outcome["bet"]
            net += outcome["prize"] - outcome["bet"]
            assert meter(page, "credit") == credit and meter(page, "bet") == outcome["bet"]
            assert meter(page, "last") == outcome["prize"] and meter(page, "net") == net
            if name == "cinco":
                lies = {e["to"]: e["card"] for e in events if e.get("step") == "deal"}
                assert page.locator(".five li").evaluate_all(
                    "all => all.map(one => one.dataset.card)") == [lies[f"1.{n}"]
                                                                   for n in range(1, 6)]
            elif not facts(events, "hold-over"):
                shown = [e["facts"]["shown"] for e in events if "shown" in e.get("facts", {})]
                assert window(page) == shown[-1]
            caption = page.locator("#caption q").inner_text()
            assert ("Sem prémio" in caption) == (outcome["prize"] == 0)
            assert page.locator("#caption .law").get_attribute("data-law") == f"{ROW}/10"
        page.keyboard.press("o")
        page.wait_for_function(
            "() => document.querySelector('.m-credit dd').textContent.startsWith('0,')")
        assert meter(page, "credit") == 0
        assert cents(page.locator("#purse b").inner_text()) == 100_000 + net
        assert page.locator("[data-do=spin]").is_disabled()


@pytest.mark.law(f"{ROW}/10")
def test_lines_are_lit_one_after_another_with_their_prizes(tmp_path: Path) -> None:
    """What is lit is the line of the model, its places and its prize, and each as recorded."""
    model = shipped_models()["costa"]
    assert isinstance(model, Model)
    with machine(tmp_path, "costa") as (doors, page, chance):
        sit_down(page)
        page.evaluate(WATCH)
        chance.stops("costa", "whale", "whale", "whale", "whale", "net")
        events = spins(doors, page)
        won = [e["facts"] for e in events if e.get("step") == "result" and "/line/" in e["hand"]]
        assert len(won) > 1 and sum(one["cents"] for one in won) > 100
        lit: list[dict[str, Any]] = []
        assert page.locator(".window").get_attribute("data-wins") == str(len(won))
        assert page.locator(".linework .over").count() == len(won), "all stay marked at the end"
        for one in seen(page):
            if not one["line"]:
                continue  # at the end, all together
            if not lit or lit[-1]["line"] != one["line"]:
                lit.append(one)
            if cents(one["plate"].rpartition(" × ")[2].lstrip("abcdefghijklmnopqrstuvwxyzâ")):
                lit[-1] = one
        assert [one["line"] for one in lit] == [one["line"] for one in won]
        for one, line_won in zip(lit, won, strict=True):
            rows = model.lines[line_won["line"] - 1]
            assert one["won"] == [[reel, row - 1]
                                  for reel, row in enumerate(rows[:line_won["count"]])]
            assert one["path"] == "M" + "L".join(f"{reel * 100 + 50} {row * 100 - 50}"
                                                 for reel, row in enumerate(rows))
        keep_screenshot(page, "machine-line")
        page.keyboard.press("1")
        page.locator(".window[data-wins='0']").wait_for()
        plates = [one["plate"] for one in seen(page) if one["lit"]]
        assert any("Linha 1: 4 × baleia" in text and "12,50" in text for text in plates), plates


def test_what_is_no_more_than_the_bet_is_told_plainly(tmp_path: Path) -> None:
    """A prize below the bet: no light, no motion, and the loss in words."""
    with machine(tmp_path, "vindima") as (doors, page, chance):
        sit_down(page)
        page.evaluate(WATCH)
        chance.script.extend((len(strip.split()), at) for strip, at in zip(
            shipped_models()["vindima"].reels, (12, 4, 5, 3, 6), strict=True))
        for _ in range(40):
            events = spins(doors, page)
            outcome = result(events)
            if 0 < outcome["prize"] <= outcome["bet"]:
                break
            page.evaluate("() => { window.seen = []; window.everLit = false; }")
        else:
            raise AssertionError("no game brought less than its bet")
        assert not seen(page) and not page.evaluate("() => window.everLit ?? false")
        caption = page.locator("#caption").inner_text()
        assert ("Recebe" in caption) and "Prémio de" not in caption
        if outcome["prize"] < outcome["bet"]:
            assert "perde" in caption
        assert page.locator("#caption p.up").count() == 0
        assert page.locator(".plate").inner_text().startswith("Prémio")
        assert page.locator(".window.modest").count() and not page.locator(".cell.won").count()


@pytest.mark.more
def test_free_games_are_counted_and_their_end_may_be_shown_at_once(tmp_path: Path) -> None:
    with machine(tmp_path, "costa") as (doors, page, chance):
        sit_down(page)
        chance.stops("costa", "compass", "compass", "compass", "net", "rope")
        page.keyboard.press(" ")
        bar = page.locator(".feature:not([hidden])")
        page.wait_for_function(
            "() => document.querySelector('.feature').textContent.startsWith('Jogo grátis 2 de ')")
        assert "prémios × 2" in bar.inner_text()
        assert page.locator("[data-do=spin]:not([inert] *)").count() == 0
        page.keyboard.press("f")
        events = played(doors, page, 1)
        assert len(facts(events, "stopped")) >= 11
        assert window(page) == facts(events, "stopped")[-1]["shown"]
        assert meter(page, "last") == result(events)["prize"] >= facts(
            events, "free-over")[0]["cents"]


@pytest.mark.more
def test_places_are_held_and_a_ladder_is_climbed(tmp_path: Path) -> None:
    with machine(tmp_path / "hold", "vindima") as (doors, page, chance):
        sit_down(page)
        chance.stops("vindima", "lantern", "lantern", "lantern", "snail", "leaf")
        events = spins(doors, page)
        held = facts(events, "hold-begins")[0]["held"] + [
            place for one in facts(events, "held") for place in one["new"]]
        drawn = page.locator(".cell.held").evaluate_all("""all => all.map(cell => [
          [Number(cell.closest('.reel').dataset.reel), Number(cell.dataset.row)],
          Number(cell.querySelector('.value').textContent.replace(/\\D/g, ''))])""")
        values = facts(events, "hold-over")[0]["values"]
        assert sorted(drawn) == sorted([list(place), value]
                                       for place, value in zip(held, values, strict=True))
        keep_screenshot(page, "machine-held")
    with machine(tmp_path / "ladder", "azulejo") as (doors, page, chance):
        sit_down(page)
        chance.stops("azulejo", "sun", "tile", "sun")
        chance.script.extend([(3, 0), (4, 1)])   # the first rung pays once, the second goes on
        page.keyboard.press(" ")
        page.locator("[data-do=climb]").wait_for()
        assert page.locator(".ladderview li").count() == 5
        assert page.locator(".ladderview .done").count() == 1
        assert "acaba em 1 de 4" in page.locator("[data-do=climb]").inner_text()
        page.keyboard.press("c")
        page.wait_for_function("() => document.querySelectorAll('.ladderview .done').length === 2")
        page.locator("[data-do=stop]").wait_for()
        has = cents(page.locator(".ladderview .has").inner_text())
        page.keyboard.press("p")
        events = played(doors, page, 1)
        assert has == facts(events, "rung")[-1]["cents"] == facts(events, "ladder-over")[0]["cents"]
        assert meter(page, "last") == result(events)["prize"] == has
        assert [e["answer"] for e in events if e.get("answer") in ("climb", "stop")] \
            == ["climb", "stop"]


@pytest.mark.law(f"{ROW}/10")
def test_cards_that_are_kept_stay(tmp_path: Path) -> None:
    with machine(tmp_path, "cinco") as (doors, page, _chance):
        sit_down(page)
        page.keyboard.press(" ")
        page.locator("[data-do=draw]").wait_for()
        lie = page.locator(".five li").evaluate_all("all => all.map(one => one.dataset.card)")
        assert len(set(lie)) == 5 and "" not in lie
        text = page.locator("#told").inner_text()
        assert text.startswith("As suas cartas") and text.count(" de ") == 5
        for key in "2535":   # five is held, and let go again
            page.keyboard.press(key)
        page.keyboard.press("5")
        assert page.locator(".five [aria-pressed=true]").evaluate_all(
            "all => all.map(one => one.dataset.keep)") == ["2", "3", "5"]
        assert "Trocar 2" in page.locator("[data-do=draw]").inner_text()
        page.keyboard.press("d")
        events = played(doors, page, 1)
        assert next(e["seat"] for e in events if e.get("answer") == "draw") == "2-3-5"
        now = page.locator(".five li").evaluate_all("all => all.map(one => one.dataset.card)")
        assert [now[n] for n in (1, 2, 4)] == [lie[n] for n in (1, 2, 4)]
        assert not {now[0], now[3]} & set(lie)


@pytest.mark.law(f"{ROW}/10", f"{ROW}/11", f"{ROW}/2")
@pytest.mark.parametrize("name", MODELS)
def test_the_glass_says_everything_in_portuguese_whatever_the_page_speaks(
        tmp_path: Path, name: str) -> None:
    with machine(tmp_path, name, lang="en-GB", number="PT 7") as (_, page, _chance):
        sit_down(page)
        felt = page.evaluate("() => fetch('/api/tables/m').then(r => r.json()).then(t => t.felt)")
        glass = page.locator(".glass")
        assert page.locator(".topper .num").inner_text().startswith("Máquina n.º PT 7")
        for heading in ("Valor de aposta", "Sequências premiadas", "Pagamento dos prémios",
                        "Devolução"):
            assert glass.locator(f"h3 [lang=pt]:text-is('{heading}')").count() == 1
        for beside in ("Bet", "Winning combinations", "How prizes are paid", "Return"):
            assert glass.locator(f"h3 [lang=en]:text-is('{beside}')").count() == 1
        rows = glass.locator(".seqs li").evaluate_all(
            "all => all.map(row => [...row.querySelectorAll('.coins span')].map("
            "e => Number(e.textContent.replace(/^.*×/, ''))))")
        assert sorted(coins for row in rows for coins in row) \
            == sorted(pay["coins"] for pay in felt["pays"])
        chosen = page.locator(".glass .betnow b").first.inner_text()
        assert cents(chosen) == meter_en(page, "bet")
        bet = {b["cost"]: b for b in felt["bets"]}[cents(chosen)]
        key = bet["stake"] if name == "cinco" else bet["lines"]
        back = next(r for r in felt["returned"] if r["bet"] == key)
        page.keyboard.press("p")
        page.locator(".v-pays .back b").wait_for()
        assert page.locator(".v-pays .back b").inner_text() == back["percent"]
        assert page.locator(".v-pays code").first.text_content() == back["returned"]
        texts = page.locator(".v-pays ul[lang=pt] li").all_inner_texts()
        assert texts == felt["instructions"]["pt"]


def meter_en(page: Any, name: str) -> int:
    return round(100 * float(re.sub(r"[^\d.]", "", page.locator(f".m-{name} dd").inner_text())))


def test_a_key_that_is_held_down_plays_once_and_reels_move_where_motion_is_wanted(
        tmp_path: Path) -> None:
    model = shipped_models()["costa"]
    assert isinstance(model, Model)
    with machine(tmp_path, "costa", motion="no-preference") as (doors, page, _chance):
        sit_down(page)
        page.keyboard.down(" ")
        passing = page.wait_for_function("""() => document.getAnimations().some(
          a => a.effect.target.className === 'strip') && !document.querySelector('.passing')
          && [...document.querySelectorAll('.strip')]
          .map(strip => [...strip.children].map(cell => cell.dataset.s))""").json_value()
        for _ in range(200):   # as a key repeats that is not let go
            page.keyboard.down(" ")
            if page.locator("[data-do=spin]:not([inert] *)").count():
                break
            page.wait_for_timeout(30)
        for _ in range(10):
            page.keyboard.down(" ")
        page.keyboard.up(" ")
        events = played(doors, page, 1)
        assert len(facts(events, "stopped")) == 1
        page.wait_for_timeout(300)
        assert games(doors) == 1
        stops = facts(events, "stopped")[0]["stops"]
        for reel, strip in enumerate(model.strips):
            top, rows = model.base.top(reel, stops[reel]), len(passing[reel]) - 3
            assert passing[reel][:rows] == [strip[(top + n) % len(strip)] for n in range(rows)]
        assert rows > 14


def test_nothing_moves_where_motion_is_not_wanted(tmp_path: Path) -> None:
    with machine(tmp_path, "vindima") as (_, page, _chance):
        sit_down(page)
        page.keyboard.press(" ")
        until = 0
        while not page.locator("[data-do=spin]:not([inert] *)").count() or until < 3:
            assert not moving_parts(page)
            page.wait_for_timeout(60)
            until += 1


@pytest.mark.law(f"{ROW}/13", f"{ROW}/9-2", f"{ROW}/3")
def test_hand_pay_a_fault_and_a_jackpot_are_said_with_their_clause(tmp_path: Path) -> None:
    more = 'by_hand = 10\n[rules.jackpot]\nshare = "1/75"\nsymbol = "tile"\ncount = 3\nstart = 5'
    with machine(tmp_path, "azulejo", more=more) as (doors, page, chance):
        sit_down(page)
        assert cents(page.locator(".pools b").inner_text()) == 500
        chance.stops("azulejo", "tile", "tile", "tile")
        events = spins(doors, page)
        won = facts(events, "jackpot")[0]["cents"]
        assert won == 500 and meter(page, "last") == won + result(events)["prize"]
        assert "Prémio acumulado" in page.locator("#caption q").inner_text()
        assert page.locator("#caption .law").get_attribute("data-law") == f"{ROW}/3"
        chance.stops("azulejo", "crown", "crown", "crown")
        page.keyboard.press(" ")
        page.wait_for_function(
            "() => document.querySelector('#caption q').textContent.includes('Guia')")
        assert "0042-00000002" in page.locator("#caption q").inner_text()
        assert page.locator("#caption .law").get_attribute("data-law") == f"{ROW}/13"
        doors.later(31)
        played(doors, page, 2)
        assert "Prémio de 12,50" in page.locator("#caption q").inner_text()
        marta = doors.visitor()
        marta.post("/api/staff/login", {"token": doors.staff("Marta", "supervisor")})
        response = marta.post("/api/staff/tables/m/faults", {
            "kind": "door-opened", "seat": "", "card": "", "amount": 0, "reason": "a door"})
        assert response.status_code == 200, response.text
        page.wait_for_function(
            "() => document.querySelector('#caption q').textContent.includes('fora de serviço')")
        caption = page.locator("#caption").inner_text()
        assert "A porta está aberta" in caption and "é seu" in caption
        assert page.locator("#caption .law").get_attribute("data-law") == f"{ROW}/9-2"
        assert page.locator("[data-do=spin]").count() == 0
        keep_screenshot(page, "machine-out-of-order")
        page.keyboard.press("l")
        page.wait_for_function(
            "() => document.querySelector('.m-credit dd').textContent.startsWith('0,')")


def test_past_games_are_read_with_their_clauses(tmp_path: Path) -> None:
    with machine(tmp_path, "costa") as (doors, page, chance):
        sit_down(page)
        chance.stops("costa", "whale", "whale", "whale", "whale", "net")
        events = spins(doors, page)
        page.locator("[data-go=coups]").click()
        page.locator("[data-coup]").first.click()
        page.locator(".story li").first.wait_for()
        rows = page.locator(".story li").all_inner_texts()
        text = "\n".join(rows)
        assert "20 linhas" in text and "Linha 1: 4 × baleia" in text and "12,50" in text
        assert all(row.strip() for row in rows)
        names = page.locator(".story .minigrid").first.get_attribute("aria-label")
        assert names.startswith("Rolo 1:") and names.count("baleia") >= 4
        assert page.locator(".story .minigrid i").count() == 15 * len(facts(events, "stopped"))
        assert page.locator(".story .law").count() == len(rows)


@pytest.mark.parametrize("name", by_turns(MODELS))
def test_it_fits_every_window_and_can_be_read(tmp_path: Path, name: str) -> None:
    with machine(tmp_path, name) as (doors, page, _chance):
        sit_down(page)
        spins(doors, page)
        for width, height in ((1440, 900), (1280, 720), (768, 1024), (390, 844), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(150)
            keep_screenshot(page, f"machine-{name}-{width}")
            assert sideways_scroll(page) <= 0, width
            assert not cut_texts(page), (width, cut_texts(page))
            lies = page.locator(".window, .five").bounding_box()
            assert lies["x"] >= 0 and lies["x"] + lies["width"] <= width, (width, lies)
            say = page.locator(".say").bounding_box()
            assert lies["y"] + lies["height"] <= say["y"] + 1, (width, lies, say)
            for part in (".m-credit dd", ".m-net dd", ".m-clock dd", "[data-do=spin]"):
                box = page.locator(part).bounding_box()
                assert box and box["y"] + box["height"] <= height, (part, width)
            if width in (1440, 390):
                poor = [one for one in contrasts(page) if one.ratio < 4.5]
                assert not poor, (width, poor)


def test_every_symbol_has_a_drawing_and_a_name_in_every_language() -> None:
    models = {name: model for name, model in shipped_models().items()
              if not isinstance(model, Draw)}
    head = "cabinet.symbol."
    for words in translations.browser_words().values():
        named = {key.removeprefix(head): text for key, text in words.items()
                 if key.startswith(head)}
        assert {key.split(".")[0] for key in named} == set(models)
        for name, model in models.items():
            drawn = re.findall(rf'<symbol id="{name}-([a-z]+)"',
                               (STATIC / "machines" / f"{name}.svg").read_text("utf-8"))
            names = {key.partition(".")[2]: text for key, text in named.items()
                     if key.startswith(f"{name}.")}
            assert sorted(drawn) == sorted(names) == sorted(model.names)
            assert len(set(names.values())) == len(names) and all(names.values())


@pytest.mark.more
def test_a_model_of_somebody_else_shows_names_and_the_room_shows_machines(tmp_path: Path) -> None:
    from sabot.games import read_table
    text = OTHER.replace("IDENTITY", "0" * 64)
    found = read_table(text)
    assert isinstance(found, list)
    identity = next(re.search(r"[0-9a-f]{64}", one.allowed) for one in found)
    assert identity
    approved = text.replace("0" * 64, identity[0])
    with machine(tmp_path / "own", "", text=approved) as (doors, page, _chance):
        sit_down(page, "1")
        assert {text for row in page.locator(".cell text").all_text_contents()
                for text in [row]} == {"seven", "bell", "plum"}
        spins(doors, page)
        drawn = page.locator(".cell[data-row]").evaluate_all(
            "all => all.map(cell => [cell.dataset.s, cell.querySelector('text').textContent])")
        assert all(one == other for one, other in drawn) and len(drawn) == 9
    (tmp_path / "room").mkdir()
    with served(tmp_path / "room") as house, browser() as chromium:
        page = chromium.new_context(locale="pt-PT").new_page()
        page.goto(f"{house.url}/?game=machines")
        cards = page.locator("li.one")
        cards.first.wait_for()
        pays_text = " ".join(cards.all_inner_texts())
        assert cards.count() == 4
        assert "Máquina n.º 1002" in pays_text and "devolve 93,24 %" in pays_text
        assert "0,05 – 10,00 €" in pays_text.replace("\xa0", " ")

