"""What every module here needs: a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from support.served_house import browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The one of this process."""
    with browser() as running:
        yield running
