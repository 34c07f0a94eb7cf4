"""The jobs of one table are run one after another, and each gets an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from sabot.house.table import refusals
from sabot.house.table.mailbox import Job, Mailbox
from support.house_evening import run_async


def a_mailbox() -> Mailbox:
    return Mailbox(lambda error: error, lambda: False)


async def job() -> str:
    return "done"


ASKING: list[Callable[[Mailbox], Callable[[Job], Awaitable[object]]]] = [
    lambda mail: mail.ask, lambda mail: mail.wait]


@pytest.mark.parametrize("asking", ASKING, ids=["ask", "wait"])
@run_async
async def test_who_asks_at_a_table_that_is_not_run_is_answered(
        asking: Callable[[Mailbox], Callable[[Job], Awaitable[object]]]) -> None:
    """Another node of the house may run it, or it has just been given up."""
    mail = a_mailbox()
    assert await asking(mail)(job) == refusals.CLOSED
    mail.open("jobs")
    assert await asking(mail)(job) == "done"
    await mail.finish()
    assert mail.closed and await asking(mail)(job) == refusals.CLOSED


@run_async
async def test_a_job_that_comes_while_the_last_ones_are_run_is_answered() -> None:
    mail, goes_on = a_mailbox(), asyncio.Event()

    async def slow() -> str:
        await goes_on.wait()
        return "slow"

    mail.open("jobs")
    first = asyncio.create_task(mail.ask(slow))
    await asyncio.sleep(0)
    stopping = asyncio.create_task(mail.finish())
    await asyncio.sleep(0)
    late = asyncio.create_task(mail.ask(job))
    await asyncio.sleep(0)
    goes_on.set()
    await stopping
    assert (await first, await late) == ("slow", refusals.CLOSED)
