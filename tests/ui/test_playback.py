"""How often a table is drawn while what came in is shown one after the other."""

from __future__ import annotations

from typing import Any

import pytest
from test_fold import modules

__all__ = ["modules"]
pytestmark = pytest.mark.browser

PLAY = """async ([steps, flushed]) => {
  const { Playback } = await import('/js/core/playback.js');
  const log = [];
  const ended = new Promise(resolve => {
    const playback = new Playback(
      part => log.push(part.event.step),
      () => log.push('drawn'),
      pausing => {
        log.push(pausing ? 'pausing' : 'empty');
        if (!pausing) resolve(null);
      });
    playback.push(steps.map(step => ({ kind: 'event', event: { step, to: '1', hands: [] } })));
    if (flushed) {
      playback.flush();
      playback.flush();
    }
  });
  await ended;
  return log;
}"""


@pytest.fixture
def page(browser: Any, modules: str) -> Any:
    page = browser.new_page()
    page.goto(modules + "/icon.svg")
    yield page
    page.close()


@pytest.mark.parametrize(("steps", "flushed", "log"), [
    (["begin", "menu", "listen"], False, ["begin", "menu", "listen", "empty"]),
    (["begin", "deal", "menu"], False, ["begin", "deal", "drawn", "menu", "empty"]),
    (["deal", "deal"], False, ["deal", "drawn", "deal", "drawn", "empty"]),
    # what is skipped is drawn part by part, so that what moves is ended; when all is shown, nothing
    (["begin", "deal", "menu", "cut"], True,
     ["begin", "deal", "drawn", "menu", "drawn", "cut", "drawn", "empty"])])
def test_what_comes_without_pauses_is_drawn_once(
        page: Any, steps: list[str], flushed: bool, log: list[str]) -> None:
    """At the end too, since whoever is called then draws."""
    assert page.evaluate(PLAY, [steps, flushed]) == log
