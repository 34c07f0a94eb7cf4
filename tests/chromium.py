"""The browser of the tests: a chromium without a window."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
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


@contextlib.contextmanager
def browser() -> Iterator[Any]:
    """A chromium; one at a time in a process."""
    from playwright.sync_api import sync_playwright

    path = next(found for name in NAMES if (found := shutil.which(name)))
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield chromium
        finally:
            chromium.close()
