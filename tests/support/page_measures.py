"""What can be measured on a page: the contrast of its texts, sideways scroll, motion."""

from __future__ import annotations

import base64
import io
import math
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from PIL import Image

ARTEFACTS = Path(__file__).parents[2] / "artefacts"

TEXTS = """() => {
  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, of = node.parentElement;
    if (!node.textContent.trim() || of.closest('svg, [aria-hidden=true], :disabled, .sr, .skip'))
      continue;
    let opacity = 1;
    for (let e = of; e; e = e.parentElement) opacity *= Number(getComputedStyle(e).opacity);
    const style = getComputedStyle(of), range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (style.visibility === 'hidden' || !opacity || box.width < 2 || box.height < 2) continue;
    if (box.bottom <= 0 || box.right <= 0 || box.top >= innerHeight || box.left >= innerWidth)
      continue;
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (top && !of.contains(top) && !top.contains(of)) continue;   // something lies over it
    const [r, g, b, a = 1] = style.color.match(/[\\d.]+/g).map(Number);
    found.push({text: node.textContent.trim().slice(0, 60), ink: [r, g, b], alpha: a * opacity,
                box: [box.left, box.top, box.right, box.bottom]});
  }
  return found;
}"""

BARE = """* { color: transparent !important; -webkit-text-fill-color: transparent !important;
  text-shadow: none !important; transition: none !important;
  caret-color: transparent !important }"""


PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Contrast(NamedTuple):
    """A text and its contrast to what lies under it."""

    text: str
    ratio: float


def by_turns(values: Iterable[Any], every: int = 1) -> list[Any]:
    """Pictures of one kind: the first of ``every`` are looked at in each run of the tests, the
    others by `make more`."""
    return [value if n < every else pytest.param(
        *(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.more)
        for n, value in enumerate(values)]


def same_places(texts: list[dict[str, Any]], again: list[dict[str, Any]]) -> bool:
    """Whether the same texts lie in the same places. Digits that a clock counts move nothing; a
    busy machine takes longer for a picture than a clock for a second."""
    def plain(text: dict[str, Any]) -> list[Any]:
        return [re.sub(r"\d", "0", text["text"]), text["ink"], text["alpha"]]

    return [plain(text) for text in texts] == [plain(text) for text in again] and all(
        abs(one - other) <= 3 for text, same in zip(texts, again, strict=True)
        for one, other in zip(text["box"], same["box"], strict=True))


def contrasts(page: Any) -> list[Contrast]:
    """Every text in sight, as it is coloured, against the mean of what is painted below it.

    The texts are read before and after the picture: what moved, came or faded in between would be
    held against a ground that it does not lie on, so the measure is taken again.
    """
    for _ in range(20):
        texts = page.evaluate(TEXTS)
        style = page.add_style_tag(content=BARE)
        png = _picture(page)
        style.evaluate("element => element.remove()")
        page.evaluate(PAINTED)
        if same_places(texts, page.evaluate(TEXTS)):
            break
    else:
        raise AssertionError("the page never lay still")
    picture = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
    return [Contrast(text["text"], _ratio(picture, text)) for text in texts]


def _picture(page: Any) -> bytes:
    """The window as it is painted: packed lightly, which is most of the work of a picture."""
    line = page.context.new_cdp_session(page)
    picture = line.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
    line.detach()
    return base64.b64decode(picture["data"])


def _ratio(picture: Any, text: dict[str, Any]) -> float:
    """A text's colour against the mean of its box in the picture: WCAG's contrast ratio."""
    left, top, right, bottom = text["box"]
    height, width, _ = picture.shape
    x, y = max(0, math.floor(left)), max(0, math.floor(top))
    under = picture[y:max(y + 1, min(height, math.ceil(bottom))),
                    x:max(x + 1, min(width, math.ceil(right)))].reshape(-1, 3).mean(0)
    seen = np.array(text["ink"]) * text["alpha"] + under * (1 - text["alpha"])
    low, high = sorted((_luminance(seen), _luminance(under)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Any) -> float:
    part = colour / 255
    light = np.where(part <= 0.03928, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return float(light @ (0.2126, 0.7152, 0.0722))


# What scrolls downwards only: whoever has a mouse sees a bar across it where it is too wide, though
# the browser of the tests draws no bars.
NARROW = """() => Math.max(
  document.scrollingElement.scrollWidth - document.documentElement.clientWidth,
  ...[...document.querySelectorAll('aside, aside *, dialog, dialog *, .glass, .say, .rrace')]
    .filter(e => e.offsetParent && /auto|scroll/.test(getComputedStyle(e).overflowX))
    .map(e => e.scrollWidth - e.clientWidth))"""


def sideways_scroll(page: Any) -> float:
    """By how many pixels the page is wider than its window, or a list in it than its place."""
    return float(page.evaluate(NARROW))


def moving_parts(page: Any) -> list[str]:
    """The parts of the page that move from one place to another; a fade in place is none."""
    found: list[str] = page.evaluate("""() => document.getAnimations()
        .filter(a => a.playState === 'running' && (a.effect?.getTiming().duration ?? 0) > 60
          && a.effect.getKeyframes().some(k => ['transform', 'translate', 'scale', 'rotate', 'left',
            'top', 'offsetDistance'].some(p => k[p] !== undefined)))
        .map(a => a.effect.target?.className?.toString?.() ?? 'pseudo')""")
    return found


def keep_screenshot(page: Any, name: str) -> None:
    """A screenshot among the artefacts of the run."""
    ARTEFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTEFACTS / f"{name}.png")


OVERLAPS = (Path(__file__).parent / "overlaps.js").read_text("utf-8")

CUT = (Path(__file__).parent / "cut.js").read_text("utf-8")


def overlaps(page: Any) -> list[str]:
    """What lies on the cloth over something else that it does not belong to, or beyond the rail."""
    found: list[str] = page.evaluate(OVERLAPS)
    return found


def cut_texts(page: Any) -> list[str]:
    """Texts that their buttons cut off, or that run out of them."""
    found: list[str] = page.evaluate(CUT)
    return found


TOUCH = (Path(__file__).parent / "touch.js").read_text("utf-8")


def touch_faults(page: Any, within: str = "body", *, lettering: float = 10) -> list[str]:
    """What is too small for a finger or for the eye, and which controls lie over one another. The
    lettering of a cloth must have at least this size in pixels."""
    found: list[str] = page.evaluate(TOUCH, [within, lettering])
    return found


def wait_for_chips(page: Any, spot: str, amount: str) -> None:
    """Wait until just this stands on my chips there, and the house has them."""
    from playwright.sync_api import expect

    from support.served_house import PATIENCE
    chip = page.locator(f'.laid.own:not(.draft)[data-spot="{spot}"] text')
    expect(chip.first).to_have_text(amount, timeout=PATIENCE)


BOXES = """parts => parts.map(part => {
  const box = document.querySelector(part).getBoundingClientRect();
  return [box.left, box.top, box.width, box.height].map(Math.round).join(' ');
}).join(', ')"""


def cloth_box(page: Any, *parts: str) -> str:
    """Where the cloth, what lies below it, and these parts of the page lie now: left, top, width
    and height of each."""
    return str(page.evaluate(BOXES, ["#board", ".say", *parts]))


WATCH = """() => {
  window.sizes = new Set();
  const look = () => {
    const r = document.querySelector('.pan').getBoundingClientRect();
    if (r.width) window.sizes.add([r.x, r.y, r.width, r.height].map(Math.round).join(' '));
    requestAnimationFrame(look);
  };
  look();
}"""


def watch_size(page: Any) -> None:
    """Note from now on where the drawing of the cloth lies, in every picture of the page."""
    page.evaluate(WATCH)


def sizes(page: Any) -> list[str]:
    """Where the drawing of the cloth has lain: left, top, width and height."""
    return list(page.evaluate("[...window.sizes]"))
