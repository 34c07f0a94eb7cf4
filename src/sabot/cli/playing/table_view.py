"""A table in the terminal, in one language: every event as a line with its clauses, what may be
done, and the cards as they lie.

It is given what is shown of events only (`sabot.procedure.redact`), so nothing hidden can be
written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import UNSET
from rich.box import ROUNDED
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from sabot.cli.language_option import words_under
from sabot.cli.playing import spots as layout
from sabot.cli.playing.machine_input import DRAW, SPIN, Dials, runs
from sabot.procedure import Offer, Refusal, TableState, Uncover, refusal_text
from sabot.procedure.felt.cabinet import MachineBet
from sabot.procedure.game import Game
from sabot.procedure.menu import MenuBet
from sabot.procedure.narration import Line, Narrator, card_name, short_clause
from sabot.procedure.resolvers import ATTENDED
from sabot.procedure.table import Table
from sabot.procedure.view import Inspected
from sabot.procedure.visible_events import (
    NO_LABEL,
    ShownAnswer,
    ShownCover,
    ShownEvent,
    ShownListen,
    ShownMenu,
    ShownMove,
    ShownOpen,
    ShownShuffle,
    ShownTimeOut,
)

WIDTH = 96
MARGIN = 10  # columns for the clauses
STYLES = {"pay": "green", "jackpot": "green", "restore": "green", "collect": "red"}
SEAL = 16  # characters of a seal that are shown

PHRASES = words_under("telling")


def card(code: str | None) -> Text:
    """A card as a table shows it: rank and suit, red suits red; a face-down card its back."""
    if code is None:
        return Text("▒▒", style="blue")
    return Text(card_name(code), style="bold red" if code[1] in "HD" else "bold")


class Cloth:
    """Writes the table of one game to a console. ``last`` is the clause of its last line;
    ``telling`` knows what lies on the table."""

    def __init__(self, console: Console, game: Game, lang: str = "en") -> None:
        self.console, self.game, self.lang = console, game, lang
        self.words = game.words[lang]
        self.width = min(WIDTH, console.width)
        self.last = ""
        self.listed: set[tuple[object, ...]] = set()
        self.begin()

    def begin(self) -> None:
        """A coup begins: nothing lies on the table."""
        self.telling = Narrator.of(self.game, self.lang, named=True)

    def say(self, phrase: str, **facts: Any) -> str:
        """A phrase of the terminal itself."""
        return PHRASES[self.lang][phrase].format(**facts)

    def limits(self, table: Table) -> str:
        """The limits of a table: of its bets, and of what players bring where that is its most."""
        money = self.game.money
        told = {"low": money(table.minimum),
                "unit": money(max(table.unit, self.game.bets(table)[0].unit))}
        purse = self.game.purse
        if purse is None or purse.brings is None:
            return self.say("limits", **told, high=money(table.maximum))
        least, most = purse.brings(table)
        return self.say("limits-brings" if most else "limits-from", **told, least=money(least),
                        most=money(most))

    def refused(self, refusal: Refusal) -> str:
        """Why an act is refused, in the reader's language where its code has words there."""
        if self.lang == "en" and not refusal_text.text_for_clause(refusal, self.words):
            return self.game.in_currency(refusal.text)  # it is English, and says more
        words = refusal_text.with_refusal_words({self.lang: self.words})[self.lang]
        return refusal_text.render_refusal(
            refusal, words, self.game.money
        ) or self.game.in_currency(refusal.text)

    def name(self, hand: str) -> str:
        """A hand or a bet as it begins a line: «Bank», «Place 3», «Hand 3.1»."""
        said = self.telling.name(hand)
        return said[:1].upper() + said[1:]

    # -- lines ------------------------------------------------------------------------------------

    def line(self, text: Text | str, clause: str = "", style: str = "") -> None:
        """One line with its clause at the right margin, or under it where it is too long."""
        body = Text(text, style=style) if isinstance(text, str) else text
        if clause:
            self.last = clause
        if not clause:
            self.console.print(body, soft_wrap=True)
            return
        rule = short_clause(clause)
        fits = body.cell_len + 1 + len(rule) <= self.width
        between = " " * (self.width - body.cell_len - len(rule)) if fits else \
            "\n" + " " * (self.width - len(rule))  # else a rule reads as the end of the text
        self.console.print(Text.assemble(body, between, (rule, "cyan")), soft_wrap=True)

    def tell(self, told: ShownEvent | Inspected | None, *, answers: bool = True,
             laws: tuple[str, ...] = ()) -> None:
        """The line of one event as it is shown; questions have none of their own, and what is
        answered only where ``answers`` of several people are told. ``laws`` are the clauses of a
        line that has none itself."""
        line = self.telling.line(told)
        if line is None:
            return
        shown = told.shown if isinstance(told, Inspected) else told
        if isinstance(shown, ShownMenu):  # its chances are listed where one is asked
            self.last = line.laws[0] if line.laws else self.last
            return
        line = Line(line.text, line.laws or laws)
        self.last = line.laws[0] if line.laws else self.last
        if isinstance(shown, ShownListen) or (
                isinstance(shown, ShownAnswer | ShownTimeOut) and not answers):
            return
        clauses = Line("", line.laws).plain(self.game.section).lstrip()
        kind = shown.kind if isinstance(shown, ShownMove) else ""
        text = Text(line.text, style=STYLES.get(kind, ""))
        text.highlight_regex(r"\w+[♥♦]", "bold red")
        gap = " " * max(2, self.width - MARGIN + 2 - text.cell_len)
        self.console.print(Text.assemble(text, gap, (clauses, "cyan")) if clauses else text,
                           soft_wrap=True)
        seal = _seal(shown)
        if seal and seal != ATTENDED:
            self.console.print(Text(f"  {seal[:SEAL]}…", style="dim"))

    # -- the table --------------------------------------------------------------------------------

    def table(self, shown: dict[str, Any]) -> None:
        """The hands, totals and bets that lie on the table, and the last results of the bank."""
        state = self.telling.state
        grid = Grid(box=ROUNDED, show_header=False, border_style="green", min_width=60)
        for name in sorted(state.hands, key=lambda name: (name != "bank", _natural(name))):
            staked = [self.game.money(amount) for bet, amount in sorted(state.bets.items())
                      if bet.partition("/")[0].partition("+")[0] == name and not state.menus]
            grid.add_row(self.name(name), Text(" ").join(card(one) for one in state.hands[name]),
                         self.telling.label(name), " + ".join(staked))
        if state.menus:  # chips lie on a cloth, beside cards where there are any
            self._chips(grid)
        elif not state.hands:
            for name, amount in sorted(state.bets.items()):
                grid.add_row(self.name(name), "", "", self.game.money(amount))
        if results := shown.get("results"):
            grid.add_row(self.say("results"), Text(" ".join(results)), "",
                         Text(short_clause(shown["law"]), "cyan"))
        if grid.row_count:
            self.console.print(grid)

    def cards(self, who: str, hand: str, seen: TableState) -> Text:
        """A hand as one player sees it, and what it comes to."""
        label = seen.labels.get(hand, NO_LABEL)
        total = "" if label.total is UNSET else str(label.total)
        return Text.assemble(f"  {who}, {self.name(hand).lower()}: ",
                             Text(" ").join(card(one) for one in seen.hands[hand]),
                             f"  {total}" if total else "")

    def _chips(self, grid: Grid) -> None:
        """Where on the cloth chips lie, chance by chance."""
        state, money = self.telling.state, self.game.money
        seats = [seat for offers in state.menus.values() for offer in offers
                 for seat in offer.seats]
        laid = layout.lying(state.bets, seats)
        for place, bets in sorted(laid.items()):
            if len(laid) > 1:
                grid.add_row(self.name(place), "", "", "")
            for name, on in layout.rows(bets, self.words):
                spots = "  ".join(f"{spot} {money(cents)}".strip() for spot, cents in on.items())
                grid.add_row(name, spots if "" not in on or len(on) > 1 else "", "",
                             money(sum(on.values())))
        if len(laid) > 1 or sum(map(len, laid.values())) > 1:
            grid.add_row(self.say("in-all"), "", "", money(sum(state.bets.values())))

    def spots(self, offers: list[Offer], key: str, who: str = "") -> None:
        """An act that may name any spot of a cloth: how it is typed, and once its chances.

        ``who`` are those of several who may do it.
        """
        general = [offer for offer in offers if not offer.player] or offers
        chances = layout.chances(general, self.words)
        first = chances[0] if chances else None
        text = Text.assemble(f"  {who}", (f"{key}  ", "bold"), self.does(general[0]), "  ")
        if first is None:
            self.line(Text.assemble(text, self.say("spot", key=key)), general[0].law)
            return
        example = f"{key} {first.example} {-(-first.offer.low // 100)}"
        self.line(Text.assemble(text, self.say("spot-sum", key=key, example=example)),
                  general[0].law)
        told = tuple((one.offer.low, one.offer.high, one.spots, one.name) for one in chances)
        if told in self.listed:
            return
        self.listed.add(told)
        for one in chances:
            sums = self.say("from-to", low=self.game.money(one.offer.low),
                            high=self.game.money(one.offer.high))
            spots = self.say("spots", n=one.spots) if one.spots > 1 else ""
            example = one.example if one.name.count(",") < 2 else ""
            named = f"{one.name:<18} {example:<20}"[:max(39, len(one.name))]
            self.line(f"       {named} {spots:>9}  {sums}", one.offer.law)

    def spin(self, offers: list[Offer], key: str, dials: Dials) -> None:
        """How a game of a machine is played: the bet that stands, and how another one is typed."""
        law, bet = offers[0].law, dials.usual(offers)
        if bet is None:
            return
        parts = self.say("bet-parts", lines=bet.lines, stake=bet.stake,
                         coin=self.game.money(bet.coin))
        told = self.say("spin", what=self.does(offers[0]), bet=parts,
                        sum=self.game.money(bet.cost))
        self.line(Text.assemble((f"  {key}  ", "bold"), told), law)
        known = [one for one in dials.open(offers) if one != bet]
        if known:
            turned = [f"{self.say(name)} {self._figures(name, dials)}" for name in dials.dials]
            example = f"{key} {dials.shown(known[len(known) // 2])}"
            self.line("     " + self.say("other-bet", example=example, dials=", ".join(turned)))

    def _figures(self, name: str, dials: Dials) -> str:
        """What a dial may show."""
        values = dials.values(name)
        if runs(values):
            return f"{values[0]}–{values[-1]}"
        return " ".join(dials.figure(name, value) for value in values)

    def offers(self, offers: list[Offer], keys: dict[str, str], balance: int,
               dials: Dials | None = None) -> None:
        """What may be done now, each act once with its key, its places, its sum and its clause."""
        for act in dict.fromkeys(offer.act for offer in sorted(
                offers, key=lambda offer: not layout.many([offer]))):
            same = [offer for offer in offers if offer.act == act]
            if dials is not None and act == SPIN:
                self.spin(same, keys[act], dials)
                continue
            if dials is not None and act == DRAW:
                self.line(Text.assemble((f"  {keys[act]} 1 3  ", "bold"), self.does(same[0]),
                                        ": ", self.say("keep", key=keys[act])), same[0].law)
                continue
            if layout.many(same):
                self.spots(same, keys[act])
                continue
            seats = [seat for offer in same for seat in offer.spots]
            text = Text.assemble((f"  {keys[act]}  ", "bold"), self.does(same[0]),
                                 f" [{' '.join(seats)}]" if len(seats) > 1 else "")
            self.line(Text.assemble(text, self.terms(same[0], balance)), same[0].law)

    def bets(self, bets: Sequence[MachineBet]) -> None:
        """Every bet of a machine that the credit covers."""
        for bet in bets:
            self.line("  " + self.say("bet-parts", lines=bet.lines, stake=bet.stake,
                                      coin=self.game.money(bet.coin))
                      + f": {self.game.money(bet.cost)}")

    def acts(self, accepts: Iterable[object]) -> str:
        """The acts that a refusal names as open, in the reader's language, each with its place."""
        named = []
        for one in accepts:
            if isinstance(one, str):
                act, _, seat = one.partition(" ")
                word = self.words.get(f"act.{act}")
                named.append(one if self.lang == "en" or word is None else
                             f"{word} {seat}".removesuffix(" table").rstrip())
        return self.telling.listing(named)

    def does(self, offer: Offer) -> str:
        """An act that is offered, in words."""
        told = self.telling.act(offer.act, "") if f"of.{offer.act}" not in self.words \
            else self.telling.act(offer.act, offer.spots[0])
        return told[:1].upper() + told[1:]

    def terms(self, offer: Offer, balance: int | None = None) -> Text:
        """What an act takes and costs, and what must be known before it."""
        text, money = Text(), self.game.money
        if offer.note == "cards":
            text.append("  " + self.say("cards", low=offer.low, high=offer.high))
        elif offer.priced:
            text.append("  " + self.say("sums", low=money(offer.low), high=money(offer.high),
                                        unit=money(offer.unit)))
        if offer.cost:
            text.append("  " + self.say("more", sum=money(offer.cost)))
            if balance is not None and offer.cost > balance:
                text.append(self.say("short", sum=money(balance)), style="red")
        if closed := self.closed(offer):
            text.append(f"  ({closed})", style="yellow")
        elif offer.note not in ("", "cards"):
            text.append(f"  ({self.telling.word(f'note.{offer.note}')})", style="yellow")
        return text

    def closed(self, offer: Offer) -> str:
        """Why nobody may do this, in the game's words; "" where somebody may, or it has none."""
        if offer.note != "full" or offer.priced or offer.high:
            return ""
        rule = offer.barred_law.rpartition("/")[2]
        return self.words.get(f"refused.barred.{rule}", "").rstrip(".。")

    def prizes(self, bets: Sequence[MenuBet]) -> None:
        """What each bet of the table pays."""
        for bet in bets:
            name = (self.words.get(f"menu.{bet.bet}") or self.words.get(f"bet.{bet.bet}")
                    or bet.bet).rstrip(",")
            for prize, law in dict.fromkeys((one.what, one.law) for one in bet.pays):
                odds = [one.odds for one in bet.pays if one.what == prize]
                told = (self.words.get(f"pays.{prize}") or self.words.get(f"result.{prize}")
                        or prize)
                self.line(self.say("pays", bet=name, prize=told,
                                   odds=self.telling.listing(odds)), law)


def _natural(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.split(".") if part.isdecimal())


def _seal(shown: ShownEvent | None) -> str:
    """The seal that an event shows, "" where it shows none."""
    match shown:
        case ShownShuffle() | ShownCover() | Uncover():
            return shown.seal
        case ShownOpen():
            return (shown.opening or {}).get("seal", "")
        case _:
            return ""
