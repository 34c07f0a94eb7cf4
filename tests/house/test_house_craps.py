"""Bets that wait from throw to throw in a house that is left, killed, and laid out anew."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sabot import regulations as law
from sabot.certify.audit.verify import verify
from sabot.families.layout.cloth import Cite
from sabot.families.layout.round import Round
from sabot.games.craps import rules
from sabot.games.craps.coup import coup
from sabot.house.archive import clause_search
from sabot.house.staff.croupier import report_fault
from sabot.house.table import desk
from sabot.procedure import Incident
from support.dice_coups import ThrownDice
from support.house_evening import Evening, run_async, table

CRAPS = """
game = "craps"
name = "Craps"
minimum = 5
maximum = 300
places = 3
"""


def evening(where: Path, *thrown: tuple[int, int]) -> Evening:
    night = Evening(where, tables={"craps": table(CRAPS)})
    night.source = ThrownDice(*thrown)  # type: ignore[assignment]
    return night


async def throw(house: Evening) -> None:
    """The time for bets, for who is asked to take the dice, and the rest after the coup."""
    for seconds in (15, 20, 3):
        await house.later(seconds)


@run_async
@pytest.mark.law("pt-217-2007/craps/10.9", "pt-217-2007/craps/10.9-2", "ir/175")
async def test_who_goes_away_is_paid_where_their_locked_bets_win(tmp_path: Path) -> None:
    """Their session ends, their place stays theirs, a killed house finds their bets again, and the
    point and their come bet are paid; what is not locked goes back at once."""
    async with evening(tmp_path, (3, 3), (4, 5), (2, 4), (6, 3)) as house:
        ana = await house.guest("Ana")
        begun = ana.balance
        for act, seat, amount in (("sit", "1", 0), ("bet", "pass", 1000)):
            await ana.must(act, seat, amount, table="craps")
        await throw(house)
        assert house.desk("craps").carry.held == (("1/pass", ana.id, 1000),)
        await ana.must("bet", "come", 500, table="craps")
        assert (await ana.refused("clear", "pass", table="craps")).law.endswith("/10.9")
        await throw(house)
        await ana.must("bet", "place/4", 500, table="craps")
        await ana.end("craps")
        await house.reopen()
        await throw(house)
        assert house.desk("craps").carry.held == (("1/come/9", ana.id, 500),)
        assert house.desk("craps").seats[0] == ana.id
        await throw(house)
        assert house.desk("craps").carry.held == () and ana.balance == begun + 1000 + 500
        (session,) = house.house.archive.sessions(ana.id)
        assert (session.won - session.staked, session.held) == (1000 + 500, 0)
        assert session.ended and not session.told, "it is announced when Ana comes back"
        await throw(house)
        assert house.desk("craps").seats[0] == ""
        found = verify(house.ledger)
        assert found.verified, found.fault


@run_async
async def test_a_table_laid_out_anew_keeps_the_bets_that_wait(tmp_path: Path) -> None:
    """Another maximum, the same point: the bet is where it was and its owner too."""
    async with evening(tmp_path, (3, 3), (2, 4)) as house:
        ana = await house.guest("Ana")
        begun = ana.balance
        await ana.must("sit", "2", table="craps")
        await ana.must("bet", "pass", 1000, table="craps")
        await throw(house)
        house.tables["craps"] = msgspec.structs.replace(house.tables["craps"], maximum=10_000)
        await house.reopen()
        desk = house.desk("craps")
        assert desk.seats[1] == ana.id and desk.carry.state == 6
        assert (await ana.refused("leave", "2", table="craps")).law.endswith("/10.9")
        await throw(house)
        assert ana.balance == begun + 1000
        found = verify(house.ledger)
        assert found.verified, found.fault


@run_async
@pytest.mark.law("pt-217-2007/craps/13.3.b", "ir/174")
async def test_a_supervisor_announces_the_last_play(tmp_path: Path) -> None:
    """After the series everybody has got up, and what may be withdrawn has gone back."""
    async with evening(tmp_path, (3, 3), (3, 4)) as house:
        marta = await house.staff("Marta", "supervisor")
        ana = await house.guest("Ana")
        screen = await ana.look("craps")
        await ana.must("sit", "1", table="craps")
        await ana.must("bet", "pass", 1000, table="craps")
        await report_fault(house.house, marta, "craps", Incident("last-play", note="2.55"))
        assert [e["facts"] for e in screen.steps("call") if e["call"] == "last-play"] == [
            {"minutes": 5}]
        await throw(house)
        await house.later(15)
        assert house.desk("craps").state.over, "nobody waits for the next coup to be free"
        assert [e for e in screen.steps("call") if e["call"] == "table-closes"]
        assert set(house.desk("craps").seats) == {""}
        seats = [m["seats"] for m in screen.messages if m.get("seats") is not None]
        assert {seat["name"] for seat in seats[-1]} == {""}


@run_async
@pytest.mark.law("ir/135")
async def test_a_journal_that_cites_what_is_no_rule_is_read_as_before(tmp_path: Path) -> None:
    """A version before this one paid odds against the 4 under a rule that no text contains. The
    coup stands in the journal as it was played; the clause leads to the reading in its place."""
    old = "pt-217-2007/craps/11.1.pay-dont"

    def paid(r: Round, spot: str, fell: tuple[int, ...]) -> Cite | None:
        cite = rules.paid_clause(r, spot, fell)
        return (old, ("ir/135", *cite[1])) if cite and cite[0] == "ir/135" else cite

    async with evening(tmp_path, (2, 2), (3, 4), (3, 4)) as house:
        ana = await house.guest("Ana")
        begun = ana.balance
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(coup.__globals__, "BOOK", rules.BOOK._replace(paid=paid))
            patch.setattr(desk, "__version__", "0.1.0")
            await ana.must("sit", "1", table="craps")
            await ana.must("bet", "dont-pass", 1200, table="craps")
            await throw(house)
            await ana.must("bet", "odds/dont-pass", 1200, table="craps")
            await throw(house)
        assert ana.balance == begun + 1200 + 600
        await house.reopen()
        played = house.house.archive.last_coups(ana.id, 1)[0].id
        receipt = house.house.archive.coup_for(ana.id, played)
        cited = [e for e in receipt.events if getattr(e, "law", "") == old]
        assert [e.amount for e in cited] == [600], "a receipt names what it was paid under"
        found = verify(house.ledger)
        assert found.verified and [other.coup for other in found.otherwise] == [played]
        assert law.current(old) == "ir/135"
        with pytest.raises(law.UnknownClause, match=r"earlier versions .* interpretation, ir/135"):
            law.row(old)
        heard = clause_search.search_house(house.ledger, law.current(old), 10)
        assert [one.id for one in heard.coups] == [played], "the reading finds it"
        await ana.must("bet", "dont-pass", 1200, table="craps")  # it is played at as before
