"""The cloth of every game that has spots, as it is drawn: lettering keeps to its box and can be
read, on a desk, on a tablet and on a phone."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from sabot.equipment import Seeded
from sabot.games import catalogue
from sabot.house.catalogue.lobby import Lobby
from sabot.house.house import House
from sabot.procedure import Live
from sabot.procedure.table import Table
from support.page_files import stand_in
from support.page_measures import by_turns, contrasts, sideways_scroll
from support.staged_coups import ME, Stage, page_with_snapshot, resized, settled

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

LEAST = {1440: 9.5, 768: 9.5, 390: 8.8}
"""The smallest lettering, in pixels, by the width of the window."""

MEASURE = """() => [...document.querySelectorAll('.zone')].flatMap(zone => {
  const edge = zone.querySelector('.edge').getBoundingClientRect(), wrong = [];
  const texts = [...zone.querySelectorAll(':scope > text')].map(e => ({ e, says: e.textContent,
    box: e.getBoundingClientRect() }));
  for (const { e, says, box } of texts) {
    // The lines of a font are higher than its letters.
    const cut = e.getAttribute('transform') ? 0 : box.height * .22;
    const by = Math.max(edge.left - box.left, box.right - edge.right, edge.top - box.top - cut,
      box.bottom - cut - edge.bottom);
    if (by > 1) wrong.push([`${says} leaves its box by ${by.toFixed(1)} px`, 99]);
  }
  return [...wrong, ...texts.map(({ says, e }) => [says,
    parseFloat(getComputedStyle(e).fontSize) * e.ownerSVGElement.getScreenCTM().a])];
})"""


def snapshot_of(game: Any) -> dict[str, Any]:
    """A free table of the game, as a new visitor receives it."""
    table = Table(game=game.id, name="Tejo", rules=game.rules(), places=4)
    stub = SimpleNamespace(lobby_cards=Lobby(None), room=lambda _: SimpleNamespace(  # type: ignore[arg-type]
        desk=SimpleNamespace(table=table, current_table=table, game=game)))
    message = {
        "t": "snapshot", "v": 1, "table": House.describe(stub, "stage"),  # type: ignore[arg-type]
        "coup": {"id": "c1", "no": 1}, "listen": None, "clock": None, "closed": None, "mine": {},
        "state": {"hands": {}, "bets": {}, "results": {}, "call": None, "seal": "", "void": "",
                  "fell": {}}, "awaits": None, "shown": {"results": []},
        "seats": [{"place": "1", "name": "Ana", "yours": True, "online": True}],
        "steps": [{"step": "begin", "coup": "c1", "no": 1}],
        "you": {"player": "Ana", "name": "Ana", "balance": 1000, "places": ["1"], "session": None}}
    plain: dict[str, Any] = json.loads(msgspec.json.encode(message))
    return plain


@contextlib.contextmanager
def drawn(chromium: Any, snapshot: dict[str, Any], width: int, height: int) -> Iterator[Any]:
    """The client's own files with this snapshot; no house is opened."""
    context = chromium.new_context(locale="pt-PT", viewport={"width": width, "height": height},
                                   reduced_motion="reduce")
    with page_with_snapshot(context, snapshot, lambda path: {"name": "Ana", "balance": 1000}
                            if path.endswith("session") else []) as page:
        page.goto(f"{stand_in().at}/table.html?id=stage")
        page.wait_for_selector(".pan, .oname")
        settled(page)
        yield page


LAYOUTS = [game for game in catalogue().values()
           if game.felt(Table(game=game.id, name="Tejo", rules=game.rules())).shape == "layout"]


@pytest.mark.parametrize("game", by_turns(LAYOUTS), ids=lambda game: game.id)
def test_lettering_keeps_to_its_box_and_can_be_read(chromium: Any, game: Any) -> None:
    with drawn(chromium, snapshot_of(game), 1440, 900) as page:
        for width, height in ((1440, 900), (768, 1024), (390, 844)):
            resized(page, width, height)
            views = page.locator(".views button").count()
            for view in range(max(1, views)):
                if views:
                    page.locator(".views button").nth(view).click()
                found = page.evaluate(MEASURE)
                assert len(found) > 4, (width, view)
                faults = [text for text, size in found if size < LEAST[width] or size == 99]
                assert not faults, (width, view, faults)
            assert sideways_scroll(page) <= 0
        assert not [c for c in contrasts(page) if c.ratio < 4.5]


OVALS = [game for game in catalogue().values()
         if game.felt(Table(game=game.id, name="Tejo", rules=game.rules())).shape == "oval"]
PEOPLE = ("Ana", "Rui", "Maria Antónia", "林小姐", "Inês", "Bartolomeu", "João", "Eva", "Tomás")
LIE_OVER = """() => {
  const seen = e => e.getClientRects().length && !e.hidden && (e.offsetWidth > 3);
  const all = [...document.querySelectorAll('.oname, .obet, .opile, .omid > *, .oroads, .cardbox')]
    .filter(seen).map(e => ({e, box: e.getBoundingClientRect(), name: `${e.className} ${
      e.textContent.trim().slice(0, 20)}`}));
  const wrong = [];
  for (const [i, a] of all.entries()) for (const b of all.slice(i + 1)) {
    if (a.e.closest('.cb') && a.e.closest('.cb') === b.e.closest('.cb')) continue;
    const w = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
    const h = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
    if (Math.min(w, h) > 3) wrong.push(`${a.name} and ${b.name}: ${Math.min(w, h).toFixed(0)} px`);
  }
  for (const a of all) if (a.box.left < -1 || a.box.right > innerWidth + 1)
    wrong.push(`${a.name} leaves the window`);
  for (const t of document.querySelectorAll('.cloth text')) {
    const size = parseFloat(getComputedStyle(t).fontSize) * t.getScreenCTM().a;
    if (size < 8.8) wrong.push(`${t.textContent}: ${size.toFixed(1)} px`);
  }
  return wrong;
}"""


@pytest.mark.parametrize("played", (False, True), ids=("bets", "cards"))
@pytest.mark.parametrize("game", by_turns(OVALS), ids=lambda game: game.id)
def test_nothing_lies_over_another_at_an_oval_table(chromium: Any, game: Any, played: bool
                                                    ) -> None:
    snapshot = snapshot_of(game)
    places = [p.place for p in game.felt(Table(game=game.id, name="Tejo",
                                                rules=game.rules())).places]
    snapshot["seats"] = [{"place": place, "name": name, "yours": name == "Ana", "online": True}
                         for place, name in zip(places, PEOPLE, strict=False)]
    snapshot["state"]["bets"] = {"bank": 25_000, "garage": 12_500,
                                 **dict.fromkeys(places[1:], 2500)}
    snapshot["shown"] |= {"banker": "1"}
    if played:
        snapshot["state"]["hands"] = {
            "ponto": {"cards": ["4S", "2H", "5D"], "total": 1},
            "banca": {"cards": ["KS", "7C", "8D"], "total": 5}}
    with drawn(chromium, snapshot, 1440, 900) as page:
        for width, height in ((1440, 900), (768, 1024), (390, 844)):
            resized(page, width, height)
            assert not page.evaluate(LIE_OVER), (width, page.evaluate(LIE_OVER))
            assert sideways_scroll(page) <= 0
            assert not [c for c in contrasts(page) if c.ratio < 4.5]


@pytest.mark.law("pt-217-2007/craps/10.3")
def test_a_spot_that_a_clause_closes_to_me_looks_closed_and_says_which(chromium: Any) -> None:
    """Come is for players with a point to play against; the published menu has it."""
    stage = Stage('game = "craps"\nname = "Mesa"\nplaces = 4\nminimum = 2\nmaximum = 60\n',
                  mine=(1,), chance=Live(Seeded(1)))
    assert stage.act(ME, "sit", "1")
    with drawn(chromium, stage.snapshot(), 1440, 900) as page:
        come, passed = (page.locator(f".t[data-spot='{spot}']") for spot in ("come", "pass"))
        assert come.get_attribute("aria-disabled") == "true"
        assert come.get_attribute("aria-label").endswith("§ 10.3")
        assert passed.get_attribute("aria-disabled") == "false"
        assert "§" not in passed.get_attribute("aria-label")


@pytest.mark.law("pt-217-2007/roleta-americana/32.d")
def test_a_spot_that_is_full_is_drawn_closed_and_says_under_which_clause(chromium: Any) -> None:
    """With the most on 29 its neighbours take nothing more; those of a number far away do."""
    stage = Stage('game = "american-roulette"\nname = "Mesa"\nplaces = 4\nminimum = 2\n'
                  'maximum = 60\n', mine=(1,), chance=Live(Seeded(1)))
    assert stage.act(ME, "sit", "1") and stage.act(ME, "bet", "straight/29", 6000)
    full = {offer.seat for offer in stage.dealer.standing.offers if offer.note == "full"}
    assert "neighbours-5/29" in full and "neighbours-5/10" not in full
    with drawn(chromium, stage.snapshot(), 1440, 900) as page:
        for number, closed in (("29", "true"), ("10", "false")):
            spot = page.locator(f".t[data-spot='neighbours-5/{number}']")
            assert spot.get_attribute("aria-disabled") == closed
            label = spot.get_attribute("aria-label")
            assert ("não há mais lugar § 32.d" in label) == (closed == "true")
        assert page.locator(".zone.shut").count() >= 5


def test_a_question_to_somebody_else_names_them_once(chromium: Any) -> None:
    """"It is your turn" is said to nobody but whose turn it is."""
    snapshot = snapshot_of(catalogue()["holdem"])
    snapshot["seats"].append({"place": "3", "name": "Rui", "yours": False, "online": True})
    snapshot["listen"] = {"window": "turn", "law": "pt-217-2007/poquer-nao-bancado/37",
                          "offers": [], "awaiting": ["3"], "default": "fold", "clock": ""}
    with drawn(chromium, snapshot, 390, 844) as page:
        caption = page.locator("#caption p").first.inner_text()
        assert caption.startswith("Decide Rui (Lugar 3)."), caption
