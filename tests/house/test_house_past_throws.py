"""The last results of a table, read back from the journal in the order in which they fell, by a
house that counted them and by one that has just opened."""

from __future__ import annotations

from pathlib import Path

from support.house_evening import Evening, run_async, table

WHEEL = table("""
game = "american-roulette"
name = "Tejo"
minimum = 2
maximum = 60
places = 4
[clocks]
betting = 15
late = 3
between = 3
""")
BLACKJACK = table("""
game = "blackjack-2007"
name = "Almonda"
minimum = 10
maximum = 300
places = 6
""")
COUPS = 30  # more than a table carries from coup to coup


@run_async
async def test_more_results_are_told_than_a_table_carries(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables={"shared": WHEEL, "mesa": BLACKJACK}, seed=5) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1")
        thrown: list[str] = []
        for coup in range(1, COUPS + 1):
            await ana.must("bet", "red", 200)
            while evening.desk().carry.throws < coup:
                await evening.later(5)
            thrown.insert(0, evening.desk().carry.results[0])
            while not evening.desk().betting:
                await evening.later(3)
        past = evening.house.archive.past_throws.at("shared")
        assert past is not None and list(past.results) == thrown
        await evening.reopen()
        assert evening.house.archive.past_throws.at("shared") == past
        assert evening.house.archive.past_throws.at("mesa") is None
