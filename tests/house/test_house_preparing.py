"""What takes long is made beside the tables, and what does not change is worked out once."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.families.poker import lookup
from sabot.families.poker.hands import STANDARD
from sabot.families.pokertable import hand_values
from sabot.families.pokertable.variant import HOLDEM
from sabot.games import game
from support.house_evening import Evening, run_async
from support.random_night import shipped


@run_async
async def test_the_tables_of_hands_are_made_in_a_thread_before_they_are_used(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The house asks after each hand; meanwhile the definition decides what is shown."""
    threads: list[int] = []

    def evaluator(ranking: Any) -> Any:
        threads.append(threading.get_ident())
        assert not hand_values._uses_tables(ranking)
        return whole(ranking)

    whole = lookup.evaluator
    monkeypatch.setattr(lookup, "evaluator", evaluator)
    monkeypatch.setattr(hand_values, "_evaluators", {})
    monkeypatch.setattr(hand_values, "_hands_shown", {})
    monkeypatch.setattr(hand_values, "_wanted", {})
    async with Evening(tmp_path, tables={"ave": shipped("ave")}) as evening:
        room, preparing = evening.house.rooms["ave"], evening.house.warm_up

        async def hand() -> None:
            await room.ask(lambda: room.void("malfunction"))
            await preparing.stop()
            await evening.later(10)

        await hand()
        assert threads == [], "few hands were shown"
        hand_values._hands_shown[STANDARD.name] = hand_values.MANY + 1
        await hand()
        assert len(threads) == 1 and threads[0] != threading.get_ident()
        await hand()
        assert len(threads) == 1
        assert hand_values._uses_tables(STANDARD) and not game("holdem").preparation.needed_soon()


@run_async
async def test_players_of_the_house_find_their_estimates_compiled(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table with bots prepares them when it opens, in a thread."""
    threads: list[int] = []

    def evaluator(ranking: Any) -> Any:
        threads.append(threading.get_ident())
        return whole(ranking)

    whole = lookup.evaluator
    monkeypatch.setattr(lookup, "evaluator", evaluator)
    monkeypatch.setattr(hand_values, "_evaluators", {})
    monkeypatch.setattr(hand_values, "_compiled", {})
    monkeypatch.setattr(hand_values, "_wanted", {})
    with_bots = msgspec.structs.replace(shipped("ave"), bots=5)
    async with Evening(tmp_path, tables={"ave": with_bots}) as evening:
        await evening.house.warm_up.stop()
    assert len(threads) == 1 and threads[0] != threading.get_ident()
    assert hand_values.compiled_values(HOLDEM) is not None
    hand_values.prepare_tables(HOLDEM)
    assert len(threads) == 1, "once in a process"


@run_async
async def test_a_table_is_described_once_until_it_is_laid_out_anew(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables={"tejo": shipped("tejo")}) as evening:
        first, again = (evening.house.describe("tejo") for _ in range(2))
        assert first.bets is again.bets and first.felt is again.felt
        evening.tables["tejo"] = msgspec.structs.replace(shipped("tejo"), maximum=60_000)
        await evening.reopen()
        await evening.later(0)
        await evening.house.rooms["tejo"].ask(
            lambda: evening.house.rooms["tejo"].void("malfunction"))
        other = evening.house.describe("tejo")
        assert other.maximum == 60_000 and other.bets != first.bets
