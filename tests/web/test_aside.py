"""Work beside the tables: one after another, told to who asked, and no house waits for it."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError

import pytest

from sabot.web.daemon_executor import DaemonExecutor


def test_what_is_asked_is_done_in_order_in_one_thread_and_answers_or_fails() -> None:
    aside, names = DaemonExecutor("beside"), []

    def work(n: int, *, by: int) -> int:
        names.append(threading.current_thread().name)
        return n // by

    first, second, third = (aside.submit(work, 10, by=by) for by in (5, 0, 2))
    assert (first.result(5), third.result(5)) == (2, 5)
    with pytest.raises(ZeroDivisionError):
        second.result(5)
    assert names == ["beside"] * 3
    aside.shutdown()
    with pytest.raises(RuntimeError, match="beside does not accept jobs any more"):
        aside.submit(work, 1, by=1)


def test_what_has_not_begun_when_it_is_shut_down_is_cancelled() -> None:
    aside, begins, held = DaemonExecutor("beside"), threading.Event(), threading.Event()
    begun = aside.submit(lambda: begins.set() or held.wait(30))
    assert begins.wait(30)
    waits = aside.submit(time.sleep, 0)
    aside.shutdown(wait=False, cancel_futures=True)
    with pytest.raises(CancelledError):
        waits.result(5)
    held.set()
    assert begun.result(5) is True


def test_a_process_ends_while_something_is_worked_out() -> None:
    program = (
        "import time; from sabot.web.daemon_executor import DaemonExecutor; "
        "a = DaemonExecutor('x'); "
        "begun = a.submit(time.sleep, 600); print('begun', flush=True); "
        "a.shutdown(wait=False, cancel_futures=True)"
    )
    done = subprocess.run([sys.executable, "-c", program], timeout=60, capture_output=True,
                          text=True, check=True)
    assert (done.stdout, done.stderr) == ("begun\n", "")
