"""A daemon-thread executor that never blocks shutdown."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")
Task = tuple[Future[Any], Callable[..., Any], tuple[Any, ...], dict[str, Any]]


class DaemonExecutor(Executor):
    """Runs one job after another, in one thread that ends with the process.

    The executors of the standard library are always waited for at the end of a process; jobs whose
    results are worthless to a closing house must not block it.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._closed = False
        self._lock = threading.Lock()

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Queue a job; RuntimeError after shutdown."""
        with self._lock:
            if self._closed:
                raise RuntimeError(f"{self._name} does not accept jobs any more")
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            future: Future[T] = Future()
            self._tasks.put((future, work, args, kwargs))
        return future

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            future, work, args, kwargs = task
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work(*args, **kwargs))
                except BaseException as error:  # its own thread; the caller gets the exception
                    future.set_exception(error)
            del task, future, work, args, kwargs  # hold no reference while idle

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more jobs. Optionally cancel those not begun, and wait for the running one."""
        with self._lock:
            self._closed, thread = True, self._thread
            while cancel_futures and not self._tasks.empty():
                if (task := self._tasks.get()) is not None:
                    task[0].cancel()
            self._tasks.put(None)
        if wait and thread is not None:
            thread.join()
