"""Workers that play blocks: this thread, threads, processes, or a Dask cluster.

The runner decides which blocks are played, in which order they count, and which are repeated.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import multiprocessing
import pickle
import signal
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from typing import Any, Protocol

from sabot import extras
from sabot.probability.tally import Kernel, Tally
from sabot.simulation.program_version import version
from sabot.words import phrase

LOCAL = "local"
CONNECT_TIMEOUT = "10s"  # to find a scheduler
CHECK_INTERVAL = 2.0  # seconds: how many workers there are


class NoCluster(RuntimeError):
    """There is no cluster at the address, or it cannot play; the text is for the user."""


class Crew(Protocol):
    """Workers that play blocks of one kernel."""

    @property
    def ahead(self) -> int:
        """How many blocks to keep running."""

    @property
    def lost(self) -> tuple[type[BaseException], ...]:
        """The exceptions for a lost worker; the crew can continue after `renew`."""

    def submit(self, seed: int, number: int, size: int) -> Future[Tally]:
        """Submit one block."""

    def renew(self) -> None:
        """Prepare to continue after a lost worker."""

    def missing(self) -> str:
        """Why nothing can be played at the moment, or ""."""


def pack_kernel(kernel: Kernel) -> bytes:
    """A kernel as bytes, which a worker unpacks once."""
    return zlib.compress(pickle.dumps((version(), kernel)))


@lru_cache(maxsize=8)
def _unpack_kernel(packed: bytes) -> Kernel:
    sender_version, kernel = pickle.loads(zlib.decompress(packed))
    if sender_version != version():
        raise NoCluster(phrase("a worker has Sabot {version}, this is {sender_version}: the same "
                               "is needed everywhere", version=version(),
                               sender_version=sender_version))
    result: Kernel = kernel
    return result


def play(packed: bytes, seed: int, number: int, size: int) -> Tally:
    """Play one block at a worker."""
    return _unpack_kernel(packed).block(seed, number, size)


class Alone:
    """This thread: a block is played while it is submitted."""

    lost: tuple[type[BaseException], ...] = ()

    def __init__(self, kernel: Kernel) -> None:
        self.ahead = 1
        self.kernel = kernel

    def submit(self, seed: int, number: int, size: int) -> Future[Tally]:
        """Give a block to a worker."""
        future: Future[Tally] = Future()
        future.set_result(self.kernel.block(seed, number, size))
        return future

    def renew(self) -> None:
        """Prepare to continue after a lost worker."""

    def missing(self) -> str:
        """Why nothing can be played at the moment, or ""."""
        return ""


class Threads(Alone):
    """Threads, for a compiled kernel, which releases the interpreter's lock."""

    def __init__(self, kernel: Kernel, width: int) -> None:
        super().__init__(kernel)
        self.ahead = width + 1
        self.pool: Executor = ThreadPoolExecutor(width)

    def submit(self, seed: int, number: int, size: int) -> Future[Tally]:
        """Give a block to a worker."""
        return self.pool.submit(self.kernel.block, seed, number, size)


class Processes:
    """Processes of this machine, for a kernel in Python; after a dead process `renew` makes a new
    pool."""

    lost: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, kernel: Kernel, width: int) -> None:
        self.width = width
        self.ahead = 2 * width
        self.packed = pack_kernel(kernel)
        self.pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        # Spawned, because a fork would copy the locks of other threads.
        return ProcessPoolExecutor(self.width, mp_context=multiprocessing.get_context("spawn"),
                                   initializer=_ignore_interrupts)

    def submit(self, seed: int, number: int, size: int) -> Future[Tally]:
        """Give a block to a worker."""
        return self.pool.submit(play, self.packed, seed, number, size)

    def renew(self) -> None:
        """Prepare to continue after a lost worker."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = self._new_pool()

    def missing(self) -> str:
        """Why nothing can be played at the moment, or ""."""
        return ""


def _ignore_interrupts() -> None:
    """Ignore Ctrl+C, which only the runner handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Cluster:
    """The workers of a Dask scheduler, which reassigns the blocks of a lost worker itself."""

    def __init__(self, kernel: Kernel, client: Any) -> None:
        self.client = client
        self.packed = pack_kernel(kernel)
        self.pool = client.get_executor(pure=False, retries=3)
        self._last_check, self._threads = -CHECK_INTERVAL, 0
        killed = importlib.import_module("distributed.scheduler").KilledWorker
        self.lost: tuple[type[BaseException], ...] = (killed, CancelledError)

    def _running(self) -> int:
        """The number of threads of all workers, from the scheduler every few seconds."""
        if time.monotonic() - self._last_check > CHECK_INTERVAL:
            try:
                self._threads = sum(self.client.nthreads().values())
            except OSError:
                self._threads = 0
            self._last_check = time.monotonic()
        return self._threads

    @property
    def ahead(self) -> int:
        """How many blocks are given out in advance."""
        return max(1, 2 * self._running())

    def submit(self, seed: int, number: int, size: int) -> Future[Tally]:
        """Give a block to a worker."""
        future: Future[Tally] = self.pool.submit(play, self.packed, seed, number, size)
        return future

    def renew(self) -> None:
        """Prepare to continue after a lost worker."""
        if self.client.status != "running":
            raise NoCluster("the connection to the cluster's scheduler is lost")

    def missing(self) -> str:
        """Why nothing can be played at the moment, or ""."""
        if self.client.status != "running":
            return "the scheduler of the cluster does not answer"
        return "" if self._running() else "the cluster has no workers"


@contextlib.contextmanager
def crew(kernel: Kernel, workers: int = 1, cluster: str | None = None, *, compiled: bool = False
         ) -> Iterator[Crew]:
    """A crew for a kernel: a ``cluster`` by its address or `LOCAL`, else a number of ``workers``
    here (threads for a compiled kernel, else processes)."""
    if cluster is not None:
        with _client(cluster, workers) as client:
            yield Cluster(kernel, client)
    elif workers == 1:
        yield Alone(kernel)
    else:
        local_crew = Threads(kernel, workers) if compiled else Processes(kernel, workers)
        try:
            yield local_crew
        finally:
            local_crew.pool.shutdown(wait=True, cancel_futures=True)


@contextlib.contextmanager
def _client(address: str, workers: int) -> Iterator[Any]:
    extras.require("cluster", "sabot simulate --cluster")
    distributed = importlib.import_module("distributed")
    for name in ("distributed.client", "distributed.comm", "distributed.core", "distributed.nanny"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # the error is reported below
    with contextlib.ExitStack() as stack:
        try:
            if address == LOCAL:
                local_cluster = stack.enter_context(distributed.LocalCluster(
                    n_workers=workers, threads_per_worker=1, dashboard_address=None))
                client = stack.enter_context(distributed.Client(local_cluster))
            else:
                client = stack.enter_context(distributed.Client(address, timeout=CONNECT_TIMEOUT))
        except (OSError, ValueError) as error:
            raise NoCluster(phrase("no Dask scheduler answers at {address}: {error}",
                                   address=address, error=error)) from error
        yield client
