"""The pages on a telephone with a slow connection: their weight, when they can be read and played,
and what a frame costs while cards are dealt and reels spin.

A real browser (Chromium) opens each table for the first time, as a guest with an empty cache. The
connection is that of "Fast 3G" (1.6 Mbit/s, 150 ms for each request), the processor is slowed down
fourfold. Without a browser nothing is measured, and the page says so.

*Bytes* are those that come over the line for all files of the first load, without fonts and sounds.
*Requests one after another* is the longest row of requests of which each began after the one before
had ended. *Readable* is the moment at which the felt, the name of the table and the croupier's
caption are on the screen; *playable* the moment at which a button of the table can be pressed.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import re
import shutil
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import httpx

from benchmarks.goals import Goal
from benchmarks.sockets import _free_port

NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8,
           "uploadThroughput": 750_000 / 8}
SLOWDOWN = 4
PHONE = {"width": 390, "height": 844}
TABLES = {"places on an arc": "low", "layout": "sado", "oval": "guadiana", "pot": "lima",
          "machine": "costa"}
"""A table of each shape, and a game of it."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
LOADS = 3
"""First loads of each table; the figure is the median."""
SECONDS = 8.0
"""How long a deal or a spin is traced."""
FRAME = 1e6 / 60
WORK = {"FunctionCall", "EvaluateScript", "v8.evaluateModule", "v8.compileModule", "TimerFire",
        "FireAnimationFrame", "EventDispatch", "RunMicrotasks", "ParseHTML", "MinorGC", "MajorGC",
        "Layout", "UpdateLayoutTree", "PrePaint",
        "IntersectionObserverController::computeIntersections"}
"""The events of a trace that are script, style or layout."""

WATCH = """
window.seen = {};
(function look() {
  const at = q => document.querySelector(q);
  if (document.body && !seen.readable && !document.body.classList.contains('bare')
      && at('#game')?.textContent && at('#caption .words')?.textContent.trim()
      && at('#board')?.childElementCount)
    seen.readable = performance.now();
  if (seen.readable && !seen.playable
      && at('#board button:not(:disabled), #board [role=button]:not([aria-disabled=true]), '
            + '#controls button:not(:disabled)'))
    seen.playable = performance.now();
  if (!seen.playable) requestAnimationFrame(look);
})();
"""


class Load:
    """What came over the line while a page was loaded for the first time."""

    def __init__(self, line: Any) -> None:
        self.began: dict[str, float] = {}
        self.ended: dict[str, float] = {}
        self.size: dict[str, float] = {}
        self.address: dict[str, str] = {}
        line.on("Network.requestWillBeSent", self._begin)
        line.on("Network.loadingFinished", self._end)
        line.send("Network.enable")

    def _begin(self, event: dict[str, Any]) -> None:
        self.began[event["requestId"]] = event["timestamp"]
        self.address[event["requestId"]] = event["request"]["url"].split("?")[0]

    def _end(self, event: dict[str, Any]) -> None:
        self.ended[event["requestId"]] = event["timestamp"]
        self.size[event["requestId"]] = event["encodedDataLength"]

    @property
    def bytes(self) -> float:
        """The bytes of all files, without fonts and sounds."""
        return sum(size for one, size in self.size.items()
                   if not self.address[one].endswith((".woff2", ".mp3")))

    @property
    def row(self) -> int:
        """The length of the longest row of requests of which each began when the one before had
        ended."""
        longest: dict[str, int] = {}
        for one in sorted(self.ended, key=self.began.__getitem__):
            longest[one] = 1 + max((longest[other] for other in longest
                                    if self.ended[other] <= self.began[one]), default=0)
        return max(longest.values(), default=0)


def _serve(port: int, folder: str) -> None:
    quiet = os.open(os.devnull, os.O_WRONLY)  # the figures stand alone on the screen
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    os.environ |= {"SABOT_VAR": folder, "SABOT_DATABASE": f"sqlite:///{folder}/books.sqlite3"}
    from sabot.cli import main
    main(["serve", "--port", str(port)])


@contextlib.contextmanager
def house(*, compressed: bool = True) -> Iterator[str]:
    """A house in a process of its own; ``compressed``: not before its files are compressed as far
    as possible."""
    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        process = multiprocessing.get_context("spawn").Process(target=_serve, args=(port, folder))
        process.start()
        try:
            at = f"http://127.0.0.1:{port}"
            _wait(lambda: httpx.get(f"{at}/health").status_code == 200)
            if compressed:
                _wait(lambda: _is_compressed(at))
            yield at
        finally:
            process.terminate()
            process.join()


def _is_compressed(at: str) -> bool:
    """Ask for all that the pages of the tables name, and return whether it came compressed as far
    as possible: better than for the first who asks."""
    import brotli

    best = True
    for table in TABLES.values():
        page = httpx.get(f"{at}/table.html?id={table}").text
        for path in sorted(set(re.findall(r'"/?(v-[^"]+\.(?:css|js))"', page))):
            answer = httpx.get(f"{at}/{path}", headers={"Accept-Encoding": "br"})
            if answer.headers.get("content-encoding") == "br":
                first = len(brotli.compress(answer.content, quality=5))
                best &= int(answer.headers["content-length"]) < first
    return best


def _wait(done: Callable[[], bool]) -> None:
    for _ in range(1_200):
        with contextlib.suppress(httpx.HTTPError):
            if done():
                return
        time.sleep(0.1)
    raise RuntimeError("the house did not open")


def _first_load(browser: Any, address: str) -> dict[str, float]:
    with contextlib.closing(browser.new_context(viewport=PHONE, locale="pt-PT")) as context:
        page = context.new_page()
        line = context.new_cdp_session(page)
        load = Load(line)
        line.send("Network.emulateNetworkConditions", NETWORK)
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        page.add_init_script(WATCH)
        page.goto(address, wait_until="commit")
        page.wait_for_function("() => seen.playable", timeout=60_000)
        page.wait_for_load_state("networkidle")
        seen = page.evaluate("() => seen")
        return {"bytes": load.bytes, "row": load.row, "requests": len(load.began),
                "readable": seen["readable"] / 1e3, "playable": seen["playable"] / 1e3}


def _loads(browser: Any, address: str) -> dict[str, float]:
    found = [_first_load(browser, address) for _ in range(LOADS)]
    return {key: statistics.median(one[key] for one in found) for key in found[0]}


# -- frames ---------------------------------------------------------------------------------------


def _deal(page: Any) -> None:
    page.locator("#board .spot:not(:disabled)").first.click()
    page.locator("#controls .first:not(:disabled)").click()


def _spin(page: Any) -> None:
    page.locator("#controls button.note:not(:disabled)").last.click()
    page.locator("#controls .spin:not(:disabled)").click()


def _throw(page: Any) -> None:
    box = page.locator("#board svg .hits .t").first.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator("#controls .first:not(:disabled)").click()


MOTIONS: dict[str, tuple[str, Callable[[Any], None]]] = {
    "dealing": ("quick", _deal), "the wheel": ("paiva", _throw), "the reels": ("costa", _spin)}
"""What moves, at which table, and the presses that begin it."""


def _trace(browser: Any, at: str, motion: str) -> list[dict[str, Any]]:
    """The events of the page's thread while something moves."""
    table, begin = MOTIONS[motion]
    with contextlib.closing(browser.new_context(viewport=PHONE, locale="pt-PT")) as context:
        page = context.new_page()
        page.goto(f"{at}/table.html?id={table}")
        page.wait_for_selector("#controls button:not(:disabled)")
        if table == "costa":  # a machine waits until somebody sits down
            page.locator("#controls button:not(:disabled)").first.click()
            page.wait_for_selector("#controls button.note:not(:disabled)")
        browser.start_tracing(page=page, categories=["devtools.timeline", "toplevel"])
        begin(page)
        page.wait_for_timeout(1e3 * SECONDS)
        events = [event for event in json.loads(browser.stop_tracing())["traceEvents"]
                  if event.get("ph") == "X"]
    threads = Counter((event["pid"], event["tid"]) for event in events
                      if event["name"] == "UpdateLayoutTree")
    [(busiest, _)] = threads.most_common(1)
    return [event for event in events if (event["pid"], event["tid"]) == busiest]


def per_frame(events: list[dict[str, Any]]) -> list[float]:
    """Return the milliseconds of the processor for script, style and layout in each sixtieth of a
    second. What is within another event is counted once."""
    began = min(event["ts"] for event in events)
    ended = max(event["ts"] + event.get("dur", 0) for event in events)
    frames = dict.fromkeys(range(int(began // FRAME), int(ended // FRAME) + 1), 0.0)
    done = 0.0
    for event in sorted((event for event in events if event["name"] in WORK),
                        key=lambda event: event["ts"]):
        if event["ts"] >= done:
            done = event["ts"] + event.get("dur", 0)
            frames[int(event["ts"] // FRAME)] += event.get("tdur", 0) / 1e3
    return list(frames.values())


def longest_task(events: list[dict[str, Any]]) -> float:
    """Return the milliseconds of the processor for the longest task."""
    tasks = [float(event.get("tdur", 0)) for event in events if event["name"].endswith("RunTask")]
    return max(tasks) / 1e3


def _frames(browser: Any, at: str, motion: str) -> dict[str, float]:
    events = _trace(browser, at, motion)
    costs = per_frame(events)
    return {"frame_p99_ms": statistics.quantiles(costs, n=100)[98], "frame_worst_ms": max(costs),
            "frames": len(costs), "work_ms": sum(costs), "task_ms": SLOWDOWN * longest_task(events)}


# -- figures --------------------------------------------------------------------------------------


def browser_path() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def measure() -> dict[str, Any]:
    """Measure this benchmark and return its figures with the setting."""
    bench = {"bench": "The pages on a telephone"}
    path = browser_path()
    if path is None or find_spec("playwright") is None:
        return bench | {"setting": "Left out: no Chromium was found here"}
    from playwright.sync_api import sync_playwright

    with house() as at, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        addresses = {what: f"{at}/table.html?id={table}" for what, table in TABLES.items()}
        loads = {what: _loads(browser, address) for what, address in addresses.items()}
        frames = {what: _frames(browser, at, what) for what in MOTIONS}
        browser.close()
    return bench | {
        "setting": "Chromium, 390 by 844, first visit. Loading: 1.6 Mbit/s, 150 ms for each "
                   f"request, the processor {SLOWDOWN} times slower, the median of {LOADS}; bytes "
                   "are those on the line with their headers, without fonts, sounds and the table "
                   f"socket. Frames: {SECONDS:g} s, 99 of 100 sixtieths of a second, in "
                   "time of this machine's processor; longest tasks: the same "
                   f"times {SLOWDOWN}",
        "loads": loads, "frames": frames}


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    found = []
    for what, load in figures.get("loads", {}).items():
        found += [
            Goal(f"{what}: bytes of the first load", load["bytes"] / 1e3, "kB",
                 f"{load['requests']:.0f} requests in all", asked=160),
            Goal(f"{what}: requests one after another", load["row"], "requests", asked=12),
            Goal(f"{what}: readable after", load["readable"], "s", asked=2),
            Goal(f"{what}: playable after", load["playable"], "s", asked=3.5)]
    for what, frame in figures.get("frames", {}).items():
        found += [
            Goal(f"{what}: script, style and layout of a frame", frame["frame_p99_ms"], "ms",
                 f"the worst: {frame['frame_worst_ms']:.1f} ms", asked=6),
            Goal(f"{what}: longest task", frame["task_ms"], "ms", asked=50)]
    return found


if __name__ == "__main__":
    print(measure())
