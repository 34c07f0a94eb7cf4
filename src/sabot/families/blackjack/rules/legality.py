"""Checks that several blackjack regulations share, in one place."""

from __future__ import annotations

from sabot.families.blackjack.rules.table_law import Jackpot, Prize
from sabot.families.jackpot.pool import check_figures
from sabot.money import cents
from sabot.procedure import violations
from sabot.words import phrase

ALIKE = ("", "colour", "suit", "different")


class Points(violations.LegalityCheck):
    """The violations of a table, with the checks of blackjack regulations."""

    def check_limits(self, law: str, unit_law: str, unit: int, *, times: int = 0,
                     times_law: str = "", exactly: bool = False, multiples: str = "") -> None:
        """Check minimum, maximum and unit.

        ``times``: the maximum is at most, or (``exactly``) exactly, so many minimums.
        ``multiples``: the clause that requires bets in multiples of the minimum.
        """
        table = self.table
        low, high = table.minimum, table.maximum
        self.require(low > 0, law, "minimum", self.money(low), "more than nothing")
        self.require(high >= low, law, "maximum", self.money(high),
                     phrase("at least the minimum of {low}", low=self.money(low)))
        if times:
            highest = self.money(times * low)
            self.require(
                high == times * low if exactly else high <= times * low, times_law, "maximum",
                self.money(high),
                phrase("exactly {times} times the minimum: {high}" if exactly else
                       "at most {times} times the minimum: {high}", times=times, high=highest))
        self.require(table.unit > 0 and table.unit % unit == 0, unit_law, "unit",
                  self.money(table.unit),
                  phrase("a multiple of {unit}, which 3 to 2 and one half pay in whole cents",
                         unit=self.money(unit)))
        if table.unit > 0:
            for field, value in (("minimum", low), ("maximum", high)):
                self.require(value % table.unit == 0, unit_law, field, self.money(value),
                             phrase("a multiple of the unit of {unit}",
                                    unit=self.money(table.unit)))
        if multiples and low > 0:
            self.require(high % low == 0, multiples, "maximum", self.money(high),
                         phrase("a multiple of the minimum of {low}", low=self.money(low)))

    def check_places_per_player(self, law: str) -> None:
        """Check how many places one player may hold."""
        table = self.table
        self.require(1 <= table.places_per_player <= max(1, table.places), law, "places_per_player",
                     table.places_per_player, "1 or more, as many as there are places at most")

    def check_jackpot(self, chip: str, rate: int, start: str, prizes: tuple[Prize, ...],
                      manual: bool, *, laws: dict[str, str], times: int, refill: bool = False,
                      pool: str = "", drawn_cards: bool = False) -> Jackpot | None:
        """The jackpot of a table; None where its figures cannot be read or are unlawful."""
        before = len(self.violations)
        sums = {}
        for field, text in (("chip", chip), ("start", start)):
            try:
                sums[field] = cents(text)
            except ValueError as error:
                self.require(False, laws["chip"], f"rules.jackpot.{field}", text,
                             error.args[0])
        if len(sums) < 2:
            return None
        chip_cents, start_cents = sums["chip"], sums["start"]
        jackpot = Jackpot(chip=chip_cents, rate=rate, start=start_cents, manual=manual,
                          refill=refill, pool=pool, drawn_cards=drawn_cards, prizes=prizes)
        check_figures(self, jackpot, laws, times)
        self.require(
            bool(prizes), laws["prizes"], "rules.jackpot.prizes", "none", "a scale of prizes"
        )
        for n, prize in enumerate(prizes, start=1):
            field = f"rules.jackpot.prizes[{n}]"
            self.require(
                2 <= prize.cards <= 4, laws["cards"], f"{field}.cards", prize.cards, "2 to 4"
            )
            self.require((prize.times > 0) != (prize.share > 0), laws["prizes"], field,
                      phrase("times {times}, share {share}", times=prize.times,
                             share=prize.share), "one of times and share")
            self.require(0 <= prize.share <= 100, laws["prizes"], f"{field}.share", prize.share,
                         "1 to 100 hundredths of the pool")
            self.require(prize.alike in ALIKE, laws["prizes"], f"{field}.alike",
                         repr(prize.alike), '"", "colour" or "suit"')
        if prizes:
            self.require(sum(p.share > 0 for p in prizes) <= 1, laws["prizes"],
                         "rules.jackpot.prizes", "several shares of the pool", "one at most")
        return None if len(self.violations) > before else jackpot
