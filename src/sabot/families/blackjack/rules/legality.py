"""What is unlawful in a table, said point by point; what every regulation asks for in one place."""

from __future__ import annotations

from sabot.families.blackjack.rules.code import Jackpot, Prize
from sabot.families.jackpot.pool import figures
from sabot.money import cents
from sabot.procedure import violations


class Points(violations.LegalityCheck):
    """What the regulations of blackjack ask of a table."""

    def limits(self, law: str, unit_law: str, unit: int, *, times: int = 0, times_law: str = "",
               exactly: bool = False, multiples: str = "") -> None:
        """Minimum and maximum: ``times`` is how many minimums the maximum may be at most, or is;
        ``multiples`` the clause that asks for bets in multiples of the minimum."""
        table = self.table
        low, high = table.minimum, table.maximum
        self.require(low > 0, law, "minimum", self.money(low), "more than nothing")
        self.require(high >= low, law, "maximum", self.money(high),
                     f"at least the minimum of {self.money(low)}")
        if times:
            most = self.money(times * low)
            self.require(high == times * low if exactly else high <= times * low, times_law,
                         "maximum", self.money(high),
                         f"{'exactly' if exactly else 'at most'} {times} times the minimum: {most}")
        self.require(table.unit > 0 and table.unit % unit == 0, unit_law, "unit",
                  self.money(table.unit),
                  f"a multiple of {self.money(unit)}, which 3 to 2 and one half pay in whole cents")
        if table.unit > 0:
            for what, value in (("minimum", low), ("maximum", high)):
                self.require(value % table.unit == 0, unit_law, what, self.money(value),
                             f"a multiple of the unit of {self.money(table.unit)}")
        if multiples and low > 0:
            self.require(high % low == 0, multiples, "maximum", self.money(high),
                         f"a multiple of the minimum of {self.money(low)}")

    def places_each(self, law: str) -> None:
        """How many places one player may hold."""
        table = self.table
        self.require(1 <= table.places_per_player <= max(1, table.places), law, "places_per_player",
                     table.places_per_player, "1 or more, as many as there are places at most")

    def jackpot(self, chip: str, rate: int, start: str, prizes: tuple[Prize, ...], manual: bool, *,
                laws: dict[str, str], times: int, refill: bool = False,
                pool: str = "", drawn_cards: bool = False) -> Jackpot | None:
        """The jackpot of a table, or None when its figures cannot be read or are unlawful."""
        before = len(self.violations)
        sums = {}
        for what, text in (("chip", chip), ("start", start)):
            try:
                sums[what] = cents(text)
            except ValueError as error:
                self.require(False, laws["chip"], f"rules.jackpot.{what}", text, str(error))
        if len(sums) < 2:
            return None
        one, first = sums["chip"], sums["start"]
        made = Jackpot(chip=one, rate=rate, start=first, manual=manual, refill=refill,
                       pool=pool, drawn_cards=drawn_cards, prizes=prizes)
        figures(self, made, laws, times)
        self.require(
            bool(prizes), laws["prizes"], "rules.jackpot.prizes", "none", "a scale of prizes"
        )
        for n, prize in enumerate(prizes, start=1):
            what = f"rules.jackpot.prizes[{n}]"
            self.require(
                2 <= prize.cards <= 4, laws["cards"], f"{what}.cards", prize.cards, "2 to 4"
            )
            self.require((prize.times > 0) != (prize.share > 0), laws["prizes"], what,
                         f"times {prize.times}, share {prize.share}", "one of times and share")
            self.require(0 <= prize.share <= 100, laws["prizes"], f"{what}.share", prize.share,
                         "1 to 100 hundredths of the pool")
            self.require(prize.alike in ("", "colour", "suit"), laws["prizes"], f"{what}.alike",
                         repr(prize.alike), '"", "colour" or "suit"')
        if prizes:
            self.require(sum(p.share > 0 for p in prizes) <= 1, laws["prizes"],
                         "rules.jackpot.prizes", "several shares of the pool", "one at most")
        return None if len(self.violations) > before else made
