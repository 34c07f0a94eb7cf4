"""The server configuration: one process, one loop, low latency."""

from __future__ import annotations

import gc
import sys
from typing import Any

import uvicorn

from sabot.house.table.messages import MAX_MESSAGE
from sabot.web.timeouts import Patience, protocol_with

# The thread that stores and the loop that sends share one interpreter. With the usual interval of
# five milliseconds each commit would wait that long for its turn whenever the loop is busy.
SWITCH = 0.0005
PATIENCE = Patience()


def configure(app: Any, host: str, port: int, patience: Patience = PATIENCE,
              **more: Any) -> uvicorn.Config:
    """Return the server's settings. Messages are small, so they are sent uncompressed.

    Everything loaded so far lives as long as the process, so the garbage collector is told to skip
    it.
    """
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 1_000)
    return uvicorn.Config(app, host=host, port=port, log_level="warning",
                          ws_max_size=4 * MAX_MESSAGE, ws_per_message_deflate=False,
                          ws_ping_interval=patience.sign, ws_ping_timeout=patience.sign,
                          http=protocol_with(patience), server_header=False,
                          timeout_graceful_shutdown=10, **more)
