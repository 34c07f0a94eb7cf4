"""Work beside the tables: a thread that nobody waits for when the house is ended."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")
Task = tuple[Future[Any], Callable[..., Any], tuple[Any, ...], dict[str, Any]]


class DaemonExecutor(Executor):
    """One piece of work after another, in one thread that ends with the process.

    The pools of the standard library are waited for at the end of a process whatever is asked of
    them; what is worth nothing to a house that closes must not keep it from closing.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._closed = False
        self._lock = threading.Lock()

    def submit(self, work: Callable[..., T], /, *given: Any, **named: Any) -> Future[T]:
        """What the work will have found; RuntimeError once it was shut down."""
        with self._lock:
            if self._closed:
                raise RuntimeError(f"{self._name} takes no more work")
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            found: Future[T] = Future()
            self._tasks.put((found, work, given, named))
        return found

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            found, work, given, named = task
            if found.set_running_or_notify_cancel():
                try:
                    found.set_result(work(*given, **named))
                except BaseException as error:  # its own thread: whoever asked is told
                    found.set_exception(error)
            del task, found, work, given, named  # nothing is held while nothing is done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """No more work; what has not begun is cancelled if wished, what has is waited for if so."""
        with self._lock:
            self._closed, thread = True, self._thread
            while cancel_futures and not self._tasks.empty():
                if (task := self._tasks.get()) is not None:
                    task[0].cancel()
            self._tasks.put(None)
        if wait and thread is not None:
            thread.join()
