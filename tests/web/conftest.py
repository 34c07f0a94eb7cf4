"""One house with open doors for the tests of a module that do not need their own."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
import structlog

from support.open_house import Doors

structlog.configure(processors=[structlog.processors.add_log_level,
                                structlog.processors.format_exc_info,
                                structlog.processors.JSONRenderer()])


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    folder = tmp_path_factory.mktemp("doors")
    with Doors(folder) as opened:
        yield opened

for noisy in ("httpx", "alembic", "websockets"):
    logging.getLogger(noisy).setLevel(logging.WARNING)
