"""The sounds of the pages in a browser: loaded late, in their places, and never an error."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_fold import modules

from tools.assets.calls import calls
from tools.assets.effects import EFFECTS, RATE, render, seam

__all__ = ["modules"]

pytestmark = pytest.mark.browser
FOLDER = Path(str(resources.files("sabot.web") / "static" / "sound"))
INDEX = json.loads((FOLDER / "sounds.json").read_text("utf-8"))

# What the page does with its sources: when, where in the file, how long, how fast.
SPY = """window.begun = [];
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...args) {
  window.begun.push({ args, rate: this.playbackRate.value, loop: this.loop,
                      end: this.loopEnd, from: this.loopStart, at: this.context.currentTime });
  return start.apply(this, args);
};
"""
# Plays as soon as the file has come and the browser lets it.
PLAY = """async ([name, manner]) => {
  const { play } = await import('/js/core/sound.js');
  for (let n = 0; n < 600; n++) {
    const playing = play(name, manner);
    if (playing) return true;
    await new Promise(done => setTimeout(done, 50));
  }
  return false;
}"""


@pytest.fixture
def visit(browser: Any, modules: str) -> Iterator[Callable[..., Any]]:
    """Open an empty page of the files as a new visitor; an error on it fails the test."""
    faults: list[str] = []
    context = browser.new_context()

    def open_page(before: str = "", lang: str = "en") -> Any:
        page = context.new_page()
        page.asked = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: page.asked.append(request.url.rsplit("/", 1)[1])
                if "/sound/" in request.url else None)
        page.add_init_script(SPY + before)
        page.route("**/empty", lambda route: route.fulfill(
            body=f"<!doctype html><html lang='{lang}'><title>Empty</title><body>Empty",
            content_type="text/html"))
        page.goto(f"{modules}/empty")
        page.evaluate("() => import('/js/core/sound.js')")
        return page

    yield open_page
    context.close()
    assert not faults


def choose(page: Any, level: str) -> None:
    page.evaluate("async level => (await import('/js/core/sound.js')).setSoundLevel(level)", level)


def level_of(page: Any) -> str:
    return str(page.evaluate("async () => (await import('/js/core/sound.js')).soundLevel()"))


def test_nothing_is_loaded_until_sound_is_wanted_and_the_page_was_touched(
        visit: Callable[..., Any]) -> None:
    page = visit()
    assert level_of(page) == "off"
    page.mouse.click(5, 5)
    assert page.evaluate("async () => (await import('/js/core/sound.js')).play('card')") is None
    assert page.asked == []
    choose(page, "on")
    assert page.evaluate(PLAY, ["card", {}])
    assert page.asked.count("sounds.json") == 1
    assert sorted(page.asked) == sorted(["sounds.json", INDEX["effects"]["file"]]), (
        "the voice is loaded once there is something to say")
    again = visit()  # the choice is remembered, and still waits for a touch
    assert level_of(again) == "on" and again.asked == []
    again.keyboard.press("a")
    assert again.evaluate(PLAY, ["chip", {}])


def test_a_sound_is_played_from_its_place_in_the_manner_asked_for(
        visit: Callable[..., Any]) -> None:
    page = visit()
    page.mouse.click(5, 5)
    choose(page, "low")
    assert page.evaluate(PLAY, ["chip", {"rate": 1.5, "gain": .5, "pan": -.4}])
    assert page.evaluate(PLAY, ["ball-roll", {"rate": "much", "gain": 1e9, "pan": 7}])
    chip, ball = page.evaluate("begun")
    begin, length = INDEX["effects"]["places"]["chip"]
    mark = chip["args"][1] - begin
    assert 0 < mark < .2, "the mark at the head of the file was seen"
    assert chip["args"] == [0, pytest.approx(begin + mark), length] and chip["rate"] == 1.5
    begin, length = INDEX["effects"]["places"]["ball-roll"]
    assert ball["loop"] and ball["rate"] == 1
    assert ball["from"] == pytest.approx(begin + mark)
    assert ball["end"] == pytest.approx(begin + mark + length)


def test_a_call_waits_for_the_one_before_it(visit: Callable[..., Any]) -> None:
    page = visit()
    page.mouse.click(5, 5)
    choose(page, "on")
    assert page.evaluate(PLAY, ["tick", {}])
    answers = page.evaluate("""async () => {
        const { say } = await import('/js/core/sound.js');
        return Promise.all([say('no-more-bets'), say(['ponto-6', 'banca-7']),
                            say('17-white'), say('')]);
    }""")
    assert answers == [True, True, False, False]
    first, ponto, banca = page.evaluate("begun.slice(1)")
    places = INDEX["voices"]["en"]["places"]
    assert [part["args"][2] for part in (first, ponto, banca)] == [
        places[key][1] for key in ("no-more-bets", "ponto-6", "banca-7")]
    assert ponto["at"] >= first["at"] + places["no-more-bets"][1] - .05
    assert banca["at"] >= ponto["at"] + places["ponto-6"][1] - .05


def test_a_language_without_a_voice_is_silent_and_loads_none(visit: Callable[..., Any]) -> None:
    page = visit(lang="pt")
    page.mouse.click(5, 5)
    choose(page, "on")
    assert page.evaluate(PLAY, ["card", {}])
    assert not page.evaluate("async () => (await import('/js/core/sound.js')).say('0')")
    assert not [name for name in page.asked if name.startswith("voice")]


@pytest.mark.parametrize("trouble", [
    "delete window.AudioContext;",
    "window.fetch = () => Promise.reject(new TypeError('no network'));",
    "window.fetch = async () => new Response('<html>', { status: 200 });",
    "window.fetch = async () => new Response('', { status: 503 });",
    "AudioContext.prototype.decodeAudioData = OfflineAudioContext.prototype.decodeAudioData = "
    "() => Promise.reject(new DOMException('not decoded', 'EncodingError'));",
    "AudioBufferSourceNode.prototype.start = () => { throw new Error('not now'); };",
    "Object.defineProperty(window, 'localStorage', { get() { throw new Error('closed'); } });",
], ids=["no audio", "no network", "no index", "busy", "no decoder", "no source", "no store"])
def test_a_page_that_can_make_no_sound_goes_on(visit: Callable[..., Any], trouble: str) -> None:
    page = visit(trouble)
    page.mouse.click(5, 5)
    answers = page.evaluate("""async () => {
        const { play, say, setSoundLevel } = await import('/js/core/sound.js');
        setSoundLevel('loud'); setSoundLevel('on');
        for (let n = 0; n < 12; n++) {
            play('card'); play('nothing'); play(undefined, { rate: NaN });
            await new Promise(done => setTimeout(done, 50));
        }
        return [await say('nothing'), await say(undefined)];
    }""")
    assert answers == [False, False]


LOUD = """async file => {
    const { findMark } = await import('/js/core/sound.js');
    const bytes = await (await fetch('/sound/' + file.file)).arrayBuffer();
    const buffer = await new OfflineAudioContext(1, 1, 24000).decodeAudioData(bytes);
    const samples = buffer.getChannelData(0), mark = findMark(buffer);
    const peak = (from, to) => samples.slice((mark + from) * 24000, (mark + to) * 24000)
        .reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    const places = Object.entries(file.places).map(([name, [at, length]]) => ({ name,
        within: peak(at, at + length), around: file.loops.includes(name) ? 0
            : Math.max(peak(at - .05, at - .015), peak(at + length + .015, at + length + .05)) }));
    return { places, most: peak(0, 1e4), clipped: samples.filter(x => Math.abs(x) >= 1).length };
}"""


@pytest.mark.parametrize("file", [INDEX["effects"], INDEX["voices"]["en"]], ids=["effects", "en"])
def test_each_place_of_a_file_holds_a_sound_between_silences(visit: Callable[..., Any],
                                                             file: dict[str, Any]) -> None:
    """As a browser decodes it: with whatever it puts before the first sample."""
    measure = visit().evaluate(LOUD, file)
    assert measure["clipped"] == 0
    for place in measure["places"]:
        assert place["within"] > .15, place
        assert place["around"] < .02, place


def test_the_files_hold_what_the_tools_make() -> None:
    assert INDEX["effects"]["places"].keys() == {effect.name for effect in EFFECTS}
    assert INDEX["voices"]["en"]["places"].keys() == calls().keys()
    total = sum(file.stat().st_size for file in FOLDER.glob("*.mp3"))
    assert total <= 1_000_000
    for effect in EFFECTS:
        length = INDEX["effects"]["places"][effect.name][1]
        assert len(render(effect)) == pytest.approx(length * RATE, abs=5), effect.name


@pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: effect.name)
def test_an_effect_is_the_same_each_time_and_keeps_to_its_level(effect: Any) -> None:
    sound = render(effect)
    assert (sound == render(effect)).all()
    assert abs(sound).max() == pytest.approx(effect.peak)
    if effect.loop:
        assert seam(sound) <= 1, "no larger step than inside"
    else:
        assert abs(sound[-1]) < 1e-3 and abs(sound[0]) < .05


def loudness(sound: Any) -> float:
    """The loudest tenth of a second in decibels, weighed about as ITU-R BS.1770 does: what lies
    above 1.7 kHz counts 4 dB more."""
    shelf = (np.fft.rfftfreq(2 * len(sound), 1 / RATE) / 1_680) ** 2
    weighed = np.fft.irfft(np.fft.rfft(sound, 2 * len(sound)) * 10 ** (.2 * shelf / (1 + shelf)))
    tenth = np.ones(RATE // 10) / (RATE // 10)
    return float(10 * np.log10(np.convolve(weighed ** 2, tenth).max()))


def test_no_effect_is_much_louder_than_another_and_each_begins_at_once() -> None:
    sounds = {effect.name: render(effect) for effect in EFFECTS}
    levels = {name: loudness(sound) for name, sound in sounds.items()}
    assert max(levels.values()) - min(levels.values()) <= 6, levels
    for name, sound in sounds.items():
        heard = np.nonzero(abs(sound) > .05 * abs(sound).max())[0][0] / RATE
        assert heard <= .04, (name, heard)
