"""Where a running house writes its log: standard error or a file."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, TextIO, cast

import structlog

STDERR = "-"
MAX_BYTES = 10_000_000  # of one log file, before it is rotated
OLD_FILES = 5


class UnbreakableStream:
    """A stream that ignores write errors, so that a closed terminal or a full disk does not stop
    the house."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write the text if that is possible; return its length."""
        with contextlib.suppress(OSError, ValueError):
            return self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush the stream if that is possible."""
        with contextlib.suppress(OSError, ValueError):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class _LogFile(RotatingFileHandler):
    """A rotated log file that ignores write errors."""

    def handleError(self, record: logging.LogRecord) -> None:
        pass


class _PlainLine(logging.Formatter):
    """A warning or an error as one plain line: ``warning: the event (key value, key value)``."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {"event": record.getMessage()}
        if isinstance(record.msg, dict):  # of structlog; other libraries log text
            fields = {key: value for key, value in record.msg.items() if key != "level"}
        error = fields.pop("exc_info", None) or record.exc_info
        if error is True:
            error = sys.exc_info()
        exception = error[1] if isinstance(error, tuple) else error
        details = [f"{key} {value}" for key, value in fields.items()
                   if key not in ("event", "timestamp") and key[0] != "_"]
        if isinstance(exception, BaseException):
            details.append(f"{type(exception).__name__}: {exception}")
        text = f"{record.levelname.lower()}: {fields.get('event', '')}"
        return " ".join((text + (f" ({', '.join(details)})" if details else "")).split())


def log_file(database: str) -> Path:
    """The log file of a house at a terminal: in the folder of its SQLite file, under the same name
    with ``.log``; for another database ``sabot.log`` in ``SABOT_VAR`` (or ``var``)."""
    if database.startswith("sqlite:///"):
        return Path(database.removeprefix("sqlite:///")).with_suffix(".log")
    return Path(os.environ.get("SABOT_VAR", "var")) / "sabot.log"


def prepare_logs(log: str | None, database: str) -> Path | None:
    """Configure the log and return its file, or None for standard error.

    Args:
        log: A file, ``-`` for standard error, or None: a file (`log_file`) when standard error is a
            terminal, else standard error.
        database: The URL of the house's database.

    The log has one JSON object a line. With a file, a terminal shows warnings and errors too, each
    as one plain line. OSError if the file cannot be opened.
    """
    if not isinstance(sys.stderr, UnbreakableStream):
        sys.stderr = cast(TextIO, UnbreakableStream(sys.stderr))
    if log is None and sys.stderr.isatty():
        log = str(log_file(database))
    shared: list[Any] = [structlog.processors.add_log_level,
                         structlog.processors.TimeStamper(fmt="iso", utc=True)]
    # format_exc_info writes plain tracebacks: with local variables they would show hidden cards.
    rendering: list[Any] = [structlog.processors.format_exc_info,
                            structlog.processors.JSONRenderer()]
    if log is None or log == STDERR:
        structlog.configure(processors=[*shared, *rendering],
                            logger_factory=structlog.PrintLoggerFactory(cast(TextIO, sys.stderr)))
        return None
    file = Path(log)
    file.parent.mkdir(parents=True, exist_ok=True)
    handler = _LogFile(file, maxBytes=MAX_BYTES, backupCount=OLD_FILES, encoding="utf-8")
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *rendering]))
    handlers: list[logging.Handler] = [handler]
    if sys.stderr.isatty():
        terminal = logging.StreamHandler(sys.stderr)
        terminal.setLevel(logging.WARNING)
        terminal.setFormatter(_PlainLine())
        handlers.append(terminal)
    for name, level in (("sabot", logging.DEBUG), ("uvicorn", logging.WARNING),
                        ("alembic", logging.WARNING), ("asyncio", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.setLevel(level)
        logger.handlers = handlers
        logger.propagate = False  # the web framework configures the root logger
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory())
    return file


def address(host: str, port: int) -> str:
    """The address of the house for a browser on its machine."""
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
