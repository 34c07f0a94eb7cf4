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
            told = Path("/proc/pressure/cpu").read_text("ascii").split()
        except OSError:
            return 0.0
        return int(told[told.index("some") + 4].removeprefix("total=")) / 1e6


_running: list[Any] = []
"""The playwright and the chromium of this process, while tests that need them follow each other."""


@contextlib.contextmanager
def browser() -> Iterator[Any]:
    """The chromium of this process: opened once for all tests in a row that need one (`close` ends
    it). What somebody opened in it and left is closed behind him."""
    if _running and not _running[1].is_connected():  # it crashed: the next test has another
        close()
    if not _running:
        from playwright.sync_api import sync_playwright

        path = next(found for name in NAMES if (found := shutil.which(name)))
        play = sync_playwright().start()
        _running.append(play)
        _running.append(play.chromium.launch(executable_path=path, args=FLAGS))
    chromium = _running[1]
    before = chromium.contexts
    try:
        yield chromium
    finally:
        for context in chromium.contexts:
            if context not in before:
                context.close()


def close() -> None:
    """End the chromium of this process, and its playwright: a loop runs in it, beside which no
    other can be started."""
    if _running:
        play, *opened = _running
        _running.clear()
        for one in opened:
            one.close()
        play.stop()
