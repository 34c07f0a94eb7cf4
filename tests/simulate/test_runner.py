"""Blocks are counted in their order, whoever plays them, whatever dies, wherever it stops."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from sabot.probability.tally import Tally, merge
from sabot.simulation import (
    Aim,
    BadCheckpoint,
    Blocks,
    NoCluster,
    Run,
    WorkersLost,
    crew,
    figures,
    load,
    run,
    workers,
)
from sabot.simulation.checkpoint import save
from support.coin_kernel import Coin, Fatal, Slow


def begun(coin: Coin, **more: Any) -> Blocks:
    return Blocks(**{"game": "coin", "rules": {"heads": coin.heads}, "strategy": coin.strategy,
                     "kernel": coin.identity, "seed": 5, "block": coin.size,
                     "version": "1", **more})


def played(kernel: Coin, aim: Aim, workers: int = 1, cluster: str | None = None,
           compiled: bool = False, **more: Any) -> Run:
    with crew(kernel, workers, cluster, compiled=compiled) as people:
        return run(kernel, begun(kernel), aim, people, **more)


def blocks(kernel: Coin, *sizes: int) -> Tally:
    """The sum over these blocks, played one by one."""
    return merge(kernel.block(5, number, size) for number, size in enumerate(sizes))


def test_the_last_block_is_cut_so_that_the_coups_are_exact() -> None:
    found = played(Coin(), Aim(2_345))
    assert found.complete and found.tally == blocks(Coin(), 1000, 1000, 345)
    assert (found.whole.blocks, found.whole.tally.coups) == (2, 2000)


@pytest.mark.parametrize(("workers", "compiled"), [(2, True), (7, True), (2, False)])
def test_the_same_to_the_last_digit_for_any_workers(workers: int, compiled: bool) -> None:
    alone = played(Coin(), Aim(20_500))
    assert played(Slow(), Aim(20_500), workers, compiled=compiled).tally == alone.tally


def test_it_stops_at_the_first_block_that_is_precise_enough() -> None:
    """The half of the 99 % interval after k blocks decides, whoever is ahead of whom."""
    kernel, aim = Coin(), Aim(until=0.02)
    found = played(kernel, aim)
    n = found.whole.blocks
    assert 2 < n < 40 and found.tally == blocks(kernel, *[1000] * n)

    def half(k: int) -> float:
        low, high = figures(blocks(kernel, *[1000] * k), 100).interval()
        return (high - low) / 2
    assert half(n) < 0.02 <= min(half(k) for k in range(1, n))
    assert played(Slow(), aim, 7, compiled=True).tally == found.tally


def test_coups_end_what_precision_does_not() -> None:
    assert played(Coin(), Aim(3_000, until=1e-9)).tally.coups == 3_000
    assert played(Coin(), Aim(10 ** 9, until=0.02)).tally == played(Coin(), Aim(until=0.02)).tally


def test_a_worker_that_is_killed_costs_nothing_but_time(tmp_path: Path) -> None:
    kernel = Fatal(marker=str(tmp_path / "died"))
    found = played(kernel, Aim(20_000), 2)
    assert (tmp_path / "died").exists() and found.lost >= 1
    assert found.tally == played(Coin(), Aim(20_000)).tally


def test_a_block_that_always_kills_is_given_up_with_the_rest_kept(tmp_path: Path) -> None:
    kernel = Fatal(marker=str(tmp_path / "died"), always=True)
    with pytest.raises(WorkersLost, match="at block 3"):
        played(kernel, Aim(6_000), 2, file=tmp_path / "point")
    saved = load(tmp_path / "point", begun(kernel))
    assert 0 <= saved.blocks <= 3 and saved.tally == blocks(Coin(), *[1000] * saved.blocks)


def stopping_after(coups: int) -> tuple[Callable[[Tally, str], None], Callable[[], bool]]:
    seen = [0]

    def watch(tally: Tally, trouble: str) -> None:
        seen[0] = tally.coups
    return watch, lambda: seen[0] >= coups


@pytest.mark.parametrize("workers", [1, 3])
def test_what_was_stopped_goes_on_as_if_nothing_had_been(tmp_path: Path, workers: int) -> None:
    file, kernel = tmp_path / "point", Slow()
    watch, stop = stopping_after(4_000)
    first = played(kernel, Aim(9_500), workers, compiled=True, file=file, watch=watch, stop=stop)
    assert not first.complete and 4_000 <= first.tally.coups < 9_500
    saved = load(file, begun(kernel))
    assert saved.tally == first.tally
    with crew(kernel) as people:
        second = run(kernel, saved, Aim(9_500), people, file=file)
    assert second.complete and second.tally == played(Coin(), Aim(9_500)).tally
    # The file has the whole blocks only, and a longer run goes on from there.
    saved = load(file, begun(kernel))
    assert saved.blocks == 9
    with crew(kernel) as people:
        assert run(kernel, saved, Aim(12_000), people).tally == played(Coin(), Aim(12_000)).tally


def test_a_file_that_is_far_enough_is_not_played_on() -> None:
    whole = begun(Coin(), blocks=3, tally=blocks(Coin(), 1000, 1000, 1000))
    with crew(Coin()) as people:
        assert run(Coin(), whole, Aim(3_000), people).tally == whole.tally


@pytest.mark.parametrize(("changed", "words"), [
    ({"seed": 6}, "seed: 5 there, 6 here"),
    ({"game": "dice"}, "game: coin there, dice here"),
    ({"rules": {"heads": 500}}, "rule heads: 493 there, 500 here"),
    ({"rules": {}}, "rule heads: 493 there, none here"),
    ({"strategy": "tails"}, "strategy: heads there, tails here"),
    ({"block": 500}, "coups in a block: 1000 there, 500 here"),
    ({"version": "2"}, "version of Sabot: 1 there, 2 here"),
    ({"kernel": "coin 1"}, "limits, places or cards of the table: coin 493 there, coin 1 here"),
])
def test_a_checkpoint_of_another_simulation_is_refused(
        tmp_path: Path, changed: dict[str, Any], words: str) -> None:
    file = tmp_path / "point"
    save(file, begun(Coin(), blocks=1, tally=blocks(Coin(), 1000)))
    with pytest.raises(BadCheckpoint) as refused:
        load(file, begun(Coin(), **changed))
    assert words in str(refused.value)


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"game": "coin"}', "\x00\xff"])
def test_what_is_no_checkpoint_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "point"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(BadCheckpoint, match="not a checkpoint"):
        load(file, begun(Coin()))


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "point"
    save(file, begun(Coin(), blocks=2, tally=blocks(Coin(), 1000)))
    with pytest.raises(BadCheckpoint, match="damaged: 1000 coups in 2 blocks"):
        load(file, begun(Coin()))
    save(file, begun(Coin(), blocks=1, tally=blocks(Coin(), 1000)))
    file.write_text(file.read_text().replace('"coups":1000', '"coups":1001'))
    with pytest.raises(BadCheckpoint, match="damaged"):
        load(file, begun(Coin()))


def test_a_checkpoint_that_cannot_be_written_or_read_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadCheckpoint, match="cannot be written"):
        save(tmp_path / "nowhere" / "point", begun(Coin()))
    with pytest.raises(BadCheckpoint, match="cannot be read"):
        load(tmp_path, begun(Coin()))
    assert load(tmp_path / "new", begun(Coin())) == begun(Coin())


def test_writing_leaves_one_file(tmp_path: Path) -> None:
    played(Coin(), Aim(5_000), file=tmp_path / "point")
    assert [one.name for one in tmp_path.iterdir()] == ["point"]


def test_a_worker_with_other_code_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = workers.pack_kernel(Coin())
    assert workers.play(packed, 5, 0, 10) == Coin().block(5, 0, 10)
    monkeypatch.setattr(workers, "version", lambda: "0.0.9 (code other)")
    workers._unpack_kernel.cache_clear()
    with pytest.raises(NoCluster, match=r"a worker has Sabot 0\.0\.9"):
        workers.play(packed, 5, 0, 10)


class Gone:
    """The client of a scheduler that went away."""

    status = "connecting"

    def get_executor(self, **_: Any) -> Any:
        return ThreadPoolExecutor(1)

    def nthreads(self) -> dict[str, int]:
        raise OSError


def test_a_scheduler_that_is_gone_ends_the_run_in_words(tmp_path: Path) -> None:
    people = workers.Cluster(Coin(), Gone())
    assert people.ahead == 1 and "does not answer" in people.missing()

    def lost(*_: Any) -> Future[Tally]:
        raise CancelledError
    people.submit = lost  # type: ignore[method-assign]
    with pytest.raises(NoCluster, match="connection to the cluster's scheduler is lost"):
        run(Coin(), begun(Coin()), Aim(3_000), people, file=tmp_path / "point")
    assert load(tmp_path / "point", begun(Coin())).blocks == 0


@pytest.mark.more
def test_a_cluster_that_loses_a_worker_goes_on(tmp_path: Path) -> None:
    kernel = Fatal(marker=str(tmp_path / "died"))
    found = played(kernel, Aim(12_000), 2, "local")
    assert (tmp_path / "died").exists()
    assert found.complete and found.tally == played(Coin(), Aim(12_000)).tally
