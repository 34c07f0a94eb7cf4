"""What is heard at a table: the right effect and call for what is shown, and nothing while off."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from test_fold import modules
from test_sound import INDEX, PLAY, choose, visit

__all__ = ["modules", "visit"]

pytestmark = pytest.mark.browser
ARC = {"shape": "arc"}
CARDS = {"shape": "layout", "cards": {"ponto": {}, "banca": {}}}
MACHINE = {"shape": "cabinet"}

HEARD = """async ([felt, event]) => {
  const { effectOf, spokenCall } = await import('/js/table/sound_events.js');
  const s = { table: { felt }, bets: { 3: 500 }, mine: { 3: 500 }, settlements: {} };
  return [effectOf(event, s)?.name ?? '', spokenCall(event, s)];
}"""


@pytest.mark.parametrize(("felt", "event", "effect", "call"), [
    (ARC, {"step": "deal", "to": "3", "card": "QH"}, "card", ""),
    (ARC, {"step": "reveal", "hand": "bank", "index": 1, "card": "QH"}, "turn", ""),
    (ARC, {"step": "shuffle", "packs": 6}, "shuffle", ""),
    (ARC, {"step": "move", "kind": "stake", "bet": "3", "amount": 5}, "chip", ""),
    (ARC, {"step": "move", "kind": "collect", "bet": "3", "amount": 5}, "chips", ""),
    (ARC, {"step": "move", "kind": "pay", "bet": "3", "amount": 5}, "chips", ""),
    (ARC, {"step": "move", "kind": "commission", "bet": "3", "amount": 5}, "", ""),
    (ARC, {"answer": "check", "seat": "3", "yours": False}, "knock", ""),
    (ARC, {"answer": "call", "seat": "3", "yours": False}, "", ""),
    (ARC, {"step": "cover", "thing": "dice"}, "dome", ""),
    (ARC, {"step": "uncover", "thing": "dice", "fell": [1, 2, 3]}, "dome-lift", ""),
    (ARC, {"step": "throw", "thing": "dice", "fell": [1, 2]}, "dice", ""),
    (ARC, {"step": "call", "call": "no-more-bets"}, "", "no-more-bets"),
    (ARC, {"step": "call", "call": "number-red", "facts": {"number": 7}}, "", "7-red"),
    (ARC, {"step": "call", "call": "number-zero", "facts": {"number": 0}}, "", "0"),
    (ARC, {"step": "call", "call": "natural-banca", "facts": {"points": 9}}, "", "banca-9"),
    (ARC, {"step": "call", "call": "stands-ponto", "seat": "ponto"}, "", "ponto-stands"),
    (ARC, {"step": "call", "call": "result-big", "facts": {"total": 12}}, "", "12-big"),
    (ARC, {"step": "call", "call": "result-alike", "facts": {"total": 9}}, "", "9-triple"),
    (ARC, {"step": "call", "call": "point-set", "facts": {"point": 8}}, "", "point-8"),
    (ARC, {"step": "call", "call": "same-shooter-new-point"}, "", "same-shooter"),
    (ARC, {"step": "call", "call": "total-soft", "seat": "3", "facts": {"total": 17}}, "",
     "soft-17"),
    (ARC, {"step": "call", "call": "total", "seat": "5", "facts": {"total": 17}}, "", ""),
    (ARC, {"step": "result", "hand": "bank", "result": "bust", "facts": {"total": 25}}, "",
     "bust"),
    (ARC, {"step": "result", "hand": "3", "result": "push"}, "", "push"),
    (ARC, {"step": "result", "hand": "5", "result": "push"}, "", ""),
    (CARDS, {"step": "result", "hand": "banca", "result": "won"}, "", "banca-wins"),
    (MACHINE, {"step": "result", "hand": "1", "facts": {"bet": 10, "prize": 30}}, "win-small", ""),
    (MACHINE, {"step": "result", "hand": "1", "facts": {"bet": 10, "prize": 200}}, "win-large",
     ""),
    (MACHINE, {"step": "result", "hand": "1", "facts": {"bet": 10, "prize": 10}}, "", ""),
], ids=lambda value: json.dumps(value)[:40])
def test_an_event_has_its_effect_and_its_call(
        visit: Callable[..., Any], felt: object, event: object, effect: str, call: str) -> None:
    page = visit()
    assert page.evaluate(HEARD, [felt, event]) == [effect, call]
    assert not effect or effect in INDEX["effects"]["places"]
    assert not call or call in INDEX["voices"]["en"]["places"]


TABLE = """async () => {
  const { TableSounds } = await import('/js/table/table_sounds.js');
  window.sounds = new TableSounds();
  window.show = (event, skipped = false, felt = { shape: 'arc' }) => sounds.shown(
    { kind: 'event', v: 1, event },
    { table: { felt }, bets: {}, mine: {}, settlements: {}, ballRunning: false }, skipped);
}"""


def heard(page: Any) -> list[str]:
    """The names of the effects that began, in order."""
    begins = {round(place[0], 2): name for name, place in INDEX["effects"]["places"].items()}
    return [min(begins.items(), key=lambda one: abs(one[0] + .03 - begin))[1]
            for begin in page.evaluate("begun.map(one => one.args[1])")]


def test_nothing_is_asked_for_while_sound_is_off(visit: Callable[..., Any]) -> None:
    page = visit()
    page.evaluate(TABLE)
    page.mouse.click(5, 5)
    page.evaluate("show({ step: 'deal', to: '3' }); show({ step: 'call', call: 'no-more-bets' }); "
                  "sounds.late()")
    assert page.asked == [] and page.evaluate("begun") == []


def test_only_a_table_that_is_called_in_the_voice_loads_it(visit: Callable[..., Any]) -> None:
    page = visit()
    page.evaluate(TABLE)
    page.mouse.click(5, 5)
    choose(page, "on")
    assert page.evaluate(PLAY, ["tick", {}])
    page.evaluate("begun.length = 0; show({ step: 'deal', to: '3' }); "
                  "show({ step: 'call', call: 'hand', facts: {} })")
    assert heard(page) == ["card"]
    voice = INDEX["voices"]["en"]["file"]
    assert voice not in page.asked
    page.evaluate("show({ step: 'call', call: 'no-more-bets' })")
    page.wait_for_function("() => begun.length > 1")
    assert page.asked.count(voice) == 1
    page.evaluate("""async () => { begun.length = 0;
        (await import('/js/core/settings.js')).changeSettings({ voice: false });
        show({ step: 'call', call: 'place-your-bets' }); sounds.late(); }""")
    assert heard(page) == ["knock"], "five seconds left; the voice is off"


def test_what_is_skipped_is_silent_and_a_ball_stops(visit: Callable[..., Any]) -> None:
    page = visit()
    page.evaluate(TABLE)
    page.mouse.click(5, 5)
    choose(page, "on")
    assert page.evaluate(PLAY, ["tick", {}])
    page.evaluate("begun.length = 0; show({ step: 'throw', thing: 'ball', fell: [7] })")
    assert heard(page) == ["ball-roll"] and page.evaluate("sounds.loops.length") == 1
    page.evaluate("show({ step: 'deal', to: '3' }, true)")
    assert heard(page) == ["ball-roll"]
    assert page.evaluate("[sounds.loops.length, sounds.timers.length]") == [0, 0]
    page.evaluate("""async () => { begun.length = 0;
        (await import('/js/core/settings.js')).changeSettings({ motion: 'none' });
        show({ step: 'throw', thing: 'ball', fell: [7] }); }""")
    page.wait_for_function("() => begun.length")
    assert heard(page) == ["ball-drop"], "where nothing moves, it only falls"


def test_reels_stop_one_after_another(visit: Callable[..., Any]) -> None:
    page = visit()
    page.evaluate(TABLE)
    page.mouse.click(5, 5)
    choose(page, "low")
    assert page.evaluate(PLAY, ["tick", {}])
    page.evaluate("""async () => { begun.length = 0;
        (await import('/js/core/settings.js')).changeSettings({ motion: 'short' });
        show({ step: 'call', call: 'stopped', facts: { stops: [1, 2, 3] } }, false,
             { shape: 'cabinet' }); }""")
    page.wait_for_function("() => begun.length === 4")
    assert heard(page) == ["reel-spin", "reel-stop", "reel-stop", "reel-stop"]
    assert page.evaluate("sounds.loops.length") == 0
