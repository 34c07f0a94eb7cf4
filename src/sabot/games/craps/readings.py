"""The readings of ambiguous clauses that a table of craps may choose."""

from __future__ import annotations

from typing import ClassVar, Literal

from sabot.families.layout import readings


class Readings(readings.OpenReadings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that a table may choose; see `layout.readings.OpenReadings` for more.

    ``after_null``: after a null throw bets stay as they lie, or may be changed (IR 118).
    ``null_throw_odds``: where they stay, odds stay too, or may be taken back (IR 370). ``bar_bet``:
    a bet against the line whose bar is thrown goes back, or stays locked (IR 136).
    ``late_line_bets``: the lines are open also while a point stands (IR 139). ``waiting_bets``:
    bets that wait for another throw, and that no rule locks, are free, or bound (IR 166).
    ``bets_until``: bets are taken until the dice are given out, or until they come to rest (IR
    167). ``offered_first``: the dice are offered first to those with a bet on the pass line, or in
    turn (IR 168). ``no_answer``: who says nothing takes the dice, or declines them; then the last
    may decline too, and if nobody throws all bets go back (IR 169). ``dice_chosen``: the two dice
    are chosen when they come to a player, or before each throw (IR 170). ``short_throw``: a throw
    is void if one die falls short, or only if both do (IR 171). ``fractions``: stakes that are not
    paid in whole cents are not taken, or prizes are rounded down (IR 173). ``last_play``: the last
    play is a series, after which locked bets are decided, or all go back, or one throw (IR 174).
    ``leaving``: who has a locked bet stays, or may leave while it plays on, or forfeits it (IR
    175). ``own_limits``: each chance needs its own minimum and maximum (IR 176). ``come_locked``:
    from when a come bet is locked (IR 178). ``keeps_dice``: who throws keeps the dice with any bet,
    or with a new one (IR 179). ``come_odds``: odds on a come bet may be made as soon as it has its
    number, or while a point stands (IR 180). ``come_wins``: a come bet wins by its own number, or
    by that of any come bet (IR 182). ``closing_hour``: the clock of a table whose file has hours
    reports the closing hour, or only a supervisor knows it (IR 360).
    ``after_seven``: who has lost the dice with a seven is asked again as who has bet, or after all
    others (IR 373). ``seven_passes``: any seven after the first throw passes the dice, or one that
    takes a bet on the pass line (IR 374). ``replaced_die``: a die is replaced by the next one, or
    by one that who throws chooses (IR 376). ``free_bets``: after the last series bets that may be
    withdrawn lie until the table closes, or go back at once (IR 377). ``clock_change``: an hour
    that the clock shows twice counts the first or the second time, or the hours from the opening
    are counted (IR 361).
    """

    UNPRICED: ClassVar[frozenset[str]] = frozenset({"fractions", "come_wins"})

    after_null: readings.AfterNull = "bets-stay"
    null_throw_odds: Literal["stay", "may-go-back"] = "stay"
    bar_bet: Literal["goes-back", "stays-locked"] = "goes-back"
    late_line_bets: bool = False
    waiting_bets: Literal["free", "bound"] = "free"
    bets_until: Literal["dice-given", "dice-rest"] = "dice-given"
    offered_first: Literal["pass-line", "turn"] = "pass-line"
    no_answer: Literal["takes", "declines"] = "takes"
    dice_chosen: Literal["on-taking", "each-throw"] = "on-taking"
    short_throw: Literal["one-die", "both-dice"] = "one-die"
    fractions: Literal["no-such-bet", "rounded-down"] = "no-such-bet"
    last_play: Literal["series", "series-all-back", "throw"] = "series"
    leaving: Literal["when-free", "plays-on", "forfeits"] = "when-free"
    own_limits: bool = False
    come_locked: Literal["next-throw", "at-once"] = "next-throw"
    keeps_dice: Literal["any-bet", "new-bet"] = "any-bet"
    come_odds: Literal["own-number", "point-stands"] = "own-number"
    come_wins: Literal["own-number", "any-played"] = "own-number"
    after_seven: Literal["as-others", "last"] = "as-others"
    seven_passes: Literal["any", "takes-pass-bets"] = "any"
    replaced_die: Literal["next", "chosen"] = "next"
    free_bets: Literal["until-close", "back-at-once"] = "until-close"
    closing_hour: Literal["clock", "supervisor"] = "clock"
    clock_change: Literal["first", "second", "from-opening"] = "first"
