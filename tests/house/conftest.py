"""The tests of the house log as a house in play does: plain tracebacks, no values."""

from __future__ import annotations

import structlog

structlog.configure(processors=[structlog.processors.add_log_level,
                                structlog.processors.format_exc_info,
                                structlog.processors.JSONRenderer()])
