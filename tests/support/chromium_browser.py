"""The browser of the tests: a chromium without a window."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# The shell has no window at all: a page is opened there for two thirds of the work.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# A window that nobody sees fills its address bar's pop-ups all the same: a second page beside each
# page, and as dear. A list given here takes the place of the driver's own, so its items stand too.
OFF = (
    "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxPopup",
    "SpareRendererForSitePerProcess",
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades",
    "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding",
    "PreconnectToSearch", "ThirdPartyStoragePartitioning")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         f"--disable-features={','.join(OFF)}"]


class Stopwatch:
    """Seconds since it was made, but for those in which somebody waited for a core: what a page
    takes on a machine of one's own."""

    def __init__(self) -> None:
        self._began, self._stalled = time.monotonic(), self._stalls()

    @property
    def seconds(self) -> float:
        busy = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
        return (time.monotonic() - self._began - self._stalls() + self._stalled) / busy

    @staticmethod
    def _stalls() -> float:
        """As the system counts them; 0 where it does not."""
        try:
            words = Path("/proc/pressure/cpu").read_text("ascii").split()
        except OSError:
            return 0.0
        return int(words[words.index("some") + 4].removeprefix("total=")) / 1e6


class Window:
    """A context of the browser as a test is lent it. What the test does to it beyond the usual
    stays on it, so that it is lent to nobody afterwards."""

    KEEPS = frozenset({"new_page", "pages", "request", "cookies", "add_cookies", "clear_cookies",
                       "set_default_timeout", "new_cdp_session", "browser"})

    def __init__(self, lender: Lender, key: str, context: Any) -> None:
        self._lender, self.key, self.context = lender, key, context
        self.spoilt = False
        self.size: Any = None
        self.motion: Any = None

    def __getattr__(self, name: str) -> Any:
        self.spoilt |= name not in self.KEEPS
        return getattr(self.context, name)

    def new_page(self) -> Any:
        page = self.context.new_page()
        if self.size:
            page.set_viewport_size(self.size)
        page.emulate_media(reduced_motion=self.motion or "no-preference")
        return page

    def close(self) -> None:
        self._lender.back(self)


class Lender:
    """The browser, which lends the window of an earlier visitor to the next one of the same kind:
    as somebody new, without cookies or stored values, but with the program of the pages still in
    the cache. To fetch and compile it anew takes more than half of the time of a page."""

    def __init__(self, running: Any) -> None:
        self._running = running
        self._free: dict[str, list[Window]] = {}
        self.lent: list[Window] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._running, name)

    def new_context(self, *, viewport: Any = None, reduced_motion: Any = None,
                    **how: Any) -> Window:
        key = repr(sorted(how.items()))
        free = self._free.setdefault(key, [])
        window = free.pop() if free else Window(self, key, self._running.new_context(**how))
        window.size, window.motion = viewport, reduced_motion
        window.context.set_default_timeout(30_000)  # the driver's own, whatever was set before
        self.lent.append(window)
        return window

    def back(self, window: Window) -> None:
        if window not in self.lent:
            return
        self.lent.remove(window)
        try:
            for page in window.context.pages:
                if page.url.startswith("http") and not window.spoilt:
                    page.evaluate("localStorage.clear()")
                page.close()
            window.context.clear_cookies()
        except Exception:  # of a page that died with its house or by its test
            window.spoilt = True
        if window.spoilt:
            window.context.close()
        else:
            self._free[window.key].append(window)


_running: list[Any] = []
"""The playwright and the chromium of this process, while tests that need them follow each other."""


@contextlib.contextmanager
def browser() -> Iterator[Any]:
    """The chromium of this process: opened once for all tests in a row that need one (`close` ends
    it). What a test opened in it and left open is closed afterwards."""
    if _running and not _running[1].is_connected():  # it crashed: the next test has another
        close()
    if not _running:
        from playwright.sync_api import sync_playwright

        path = next(found for name in NAMES if (found := shutil.which(name)))
        play = sync_playwright().start()
        _running.append(play)
        _running.append(Lender(play.chromium.launch(executable_path=path, args=FLAGS)))
    lender = _running[1]
    before = list(lender.lent)
    try:
        yield lender
    finally:
        for window in list(lender.lent):
            if window not in before:
                window.close()


def close() -> None:
    """End the chromium of this process, and its playwright: a loop runs in it, beside which no
    other can be started."""
    if _running:
        play, *opened = _running
        _running.clear()
        for one in opened:
            one.close()
        play.stop()
