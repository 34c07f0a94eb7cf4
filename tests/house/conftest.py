"""The tests of the house log as a house in play does: plain tracebacks, no values; and they find
the brokers of this machine."""

from __future__ import annotations

import os
import socket

import pytest
import structlog

structlog.configure(processors=[structlog.processors.add_log_level,
                                structlog.processors.format_exc_info,
                                structlog.processors.JSONRenderer()])

BROKERS = {"nats": os.environ.get("SABOT_TEST_NATS", "nats://127.0.0.1:4222"),
           "redis": os.environ.get("SABOT_TEST_REDIS", "redis://127.0.0.1:6379")}


@pytest.fixture(params=list(BROKERS))
def broker(request: pytest.FixtureRequest) -> str:
    """The address of each broker of this machine."""
    return _reached(BROKERS[request.param])


@pytest.fixture
def nats() -> str:
    """The address of the NATS server of this machine."""
    return _reached(BROKERS["nats"])


def _reached(url: str) -> str:
    host, _, port = url.partition("://")[2].partition(":")
    try:
        socket.create_connection((host, int(port)), 3).close()
    except OSError as error:
        why = f"no broker at {url}: {error}"
        if os.environ.get("SABOT_REQUIRE_ALL") == "1":
            pytest.fail(why, pytrace=False)
        pytest.skip(why)
    return url
