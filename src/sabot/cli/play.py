"""``sabot play``: one player at a table in the terminal, with demo credits."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from sabot import games, law
from sabot.cli import attend, said
from sabot.cli.tables import CREDIT, Ends, ask, keys_of, open_table, rule_text, signed
from sabot.cli.telling import Teller, rule
from sabot.cli.terminal import NO, stop
from sabot.equipment import Seeded, System
from sabot.house.session import tally
from sabot.law import given
from sabot.money import cents, euros
from sabot.procedure import (
    COUNTED,
    Act,
    Dealer,
    Event,
    Listen,
    Live,
    Move,
    Offer,
    Refusal,
    TableState,
    TimeOut,
    gain,
    offers_for,
    redact,
    replay,
)
from sabot.procedure.game import Game
from sabot.procedure.steps import SESSION_ENDS
from sabot.procedure.table import Table

YOU = "you"


class Session:
    """One player's session at one table: coups, credit, and what rule 33 asks to be told."""

    def __init__(self, game: Game, table: Table, chance: Live, console: Console) -> None:
        self.game, self.table, self.chance = game, table, chance
        self.teller = Teller(console, game)
        self.console = console
        self.balance = CREDIT
        self.carry = game.opening(table)
        self.coups = self.staked = self.won = 0
        self.usual: dict[str, int] = {}
        self.keys = keys_of(game)
        self.at_bets: set[str] = set()
        self.echo = not sys.stdin.isatty()
        self._begin()

    # -- a coup -----------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.view = TableState(self.game.label)
        self.dealer = Dealer(self.game.coup(self.table, self.carry), self.chance)
        self.waiting = list(self.dealer.record)

    def answer(self, answer: Act | TimeOut) -> Refusal | None:
        """Give the coup an answer; None, or why it is refused. A refusal changes nothing."""
        before = list(self.dealer.record)
        shoe, drawn = self.chance.shoe, self.chance.shoe.drawn if self.chance.shoe else 0
        told = self.dealer.answer(answer)
        if isinstance(told, Refusal):
            return told
        balance, need = self.balance, 0
        for move in _mine(told):
            balance += gain(move)
            if balance < 0:
                need = move.amount
                break
        if need:
            if shoe is not None:
                shoe.drawn = drawn
            self.chance.shoe = shoe
            self.dealer = replay(self.game.coup(self.table, self.carry), before, self.chance)
            return Refusal("credit", self.game.conduct.laws["credit"],
                           f"this takes {euros(need)} more and you have {euros(self.balance)}",
                           {"have": self.balance, "need": need})
        self.balance = balance
        self.waiting += told
        return None

    def show(self) -> None:
        """Tell what happened since the last time."""
        for event in self.waiting:
            told = redact(event, YOU)
            self.view.fold(told)
            if told is not None:
                self.teller.tell(told)
        self.waiting = []

    def play(self) -> None:
        """Coups until the player ends the session; then what is owed to him."""
        try:
            self._welcome()
            while True:
                self._coup()
        except Ends:
            self._leave()
        self._summary()

    def _coup(self) -> None:
        self.show()
        while self.dealer.standing is not None:
            self._ask(self.dealer.standing)
            self.show()
        self._over()
        self.console.print()
        self._begin()

    def _over(self) -> None:
        done = tally(self.dealer.record).get(YOU)
        if done is not None:
            self.coups += 1
            self.staked += done.staked
            self.won += done.won
            self.console.print(Text.assemble(
                ("This coup ", "bold"), signed(done.net), f"; you have {euros(self.balance)}"))
        self.carry = self.dealer.outcome
        if self.balance < self.table.minimum:
            self.balance += CREDIT
            laws = self.game.conduct.laws
            given(laws["demo-prize"], laws["demo-convert"])
            self.teller.line(f"Your play is extended: {euros(CREDIT)} of demo credit",
                             laws["demo-prize"])
            self.teller.line("It is free play and cannot become money, vouchers or anything else",
                             laws["demo-convert"])

    # -- questions and answers --------------------------------------------------------------------

    def _ask(self, listen: Listen) -> None:
        offers = offers_for(listen, YOU)
        betting = listen.window == "bets"
        if listen.clock and (not offers or listen.clock == "shuffle"):  # nobody else is here
            self.answer(TimeOut(listen.window))
            return
        if not any(offer.act in ("bet", "deal") for offer in offers):
            first = offers[0].spots[0]
            offers = [offer for offer in offers if first in offer.spots]
        self.teller.table(self.view, self.game.shown(self.carry) if betting else {})
        if betting:
            self.at_bets |= {offer.act for offer in offers}
        else:
            self.console.print(Text(f"{self.teller.hand(offers[0].spots[0])}?", style="bold"))
        self.teller.offers(offers, self.keys, self.balance)
        if betting and listen.clock:
            self.teller.line(Text.assemble(("  d  ", "bold"), "Fechar as apostas",
                                           (" / Close the bets", "dim")), listen.default_law)
        elif listen.clock and listen.default not in {offer.act for offer in offers}:
            self.teller.line(Text.assemble(("  time  ", "bold"), "Deixar passar o tempo",
                                           (" / Let the time run out", "dim")), listen.default_law)
        extra = "r same bets again · " if betting and self.usual else ""
        self.console.print(f"  {extra}? the rule · q end   ({euros(self.balance)})", style="dim")
        while not self._heard(self._read(), listen, offers):
            pass

    def _read(self) -> list[str]:
        return ask(self.console, "> ", self.echo).split()

    def _heard(self, words: list[str], listen: Listen, offers: list[Offer]) -> bool:
        """Do what the player asks; whether the coup went on."""
        betting = listen.window == "bets"
        if not words:
            return False
        key, rest = words[0].lower(), words[1:]
        if key == "q":
            raise Ends
        if key == "?":
            self._rule(rest)
            return False
        if betting and key == "r":
            return self._again()
        if betting and key == "d" and listen.clock:
            self._remember()
            return self._try(TimeOut(listen.window))
        if key == "time" and listen.clock:
            return self._try(TimeOut(listen.window))
        if key[0].isdecimal():
            sums = [offer.act for offer in offers if offer.priced]
            if not sums:
                return self._no("no sum is asked for now", listen.law)
            key, rest = sums[0], words
        act = self._act(key, offers, betting)
        if act is None:
            known = ", ".join(self.keys[name] for name in dict.fromkeys(o.act for o in offers))
            return self._no(f"{words[0]!r} is none of the keys here: {known}, ?, q", listen.law)
        answer = self._command(act, rest, offers)
        if isinstance(answer, str):
            return self._no(answer, listen.law)
        if act == "deal":
            self._remember()
        return self._try(answer)

    def _act(self, key: str, offers: list[Offer], betting: bool) -> str | None:
        """The act that a key or a name means: one that is offered, or one that could be."""
        offered = {offer.act for offer in offers}
        named = [act for act in self.keys if key in (act, self.keys[act])]
        named.sort(key=lambda act: (act not in offered, (act in self.at_bets) != betting))
        return named[0] if named else None

    def _command(self, act: str, words: list[str], offers: list[Offer]) -> Act | str:
        """The act with its place and sum, or what is wrong with the words."""
        same = [offer for offer in offers if offer.act == act]
        priced = any(offer.priced for offer in same)
        if len(words) > 1 + priced:
            return f"too many words: {act} takes {'a place and a sum' if priced else 'a place'}"
        amount = 0
        if priced:
            if not words:
                return f"{act} takes a sum, for example {self.keys[act]} " \
                       f"{euros(same[0].low).removesuffix(' €')}"
            try:
                amount = int(words[-1]) if act in COUNTED else cents(words[-1].removesuffix("€"))
            except ValueError as error:
                return f"{words[-1]!r} is no number of cards" if act in COUNTED else str(error)
            words = words[:-1]
        seat = words[0] if words else same[0].spots[0] if same else offers[0].spots[0]
        return Act(YOU, act, seat, amount)

    def _try(self, answer: Act | TimeOut) -> bool:
        refused = self.answer(answer)
        if refused is None:
            return True
        open_to = ", ".join(str(a) for a in refused.accepts if isinstance(a, str))
        return self._no(refused.text + (f"; open to you: {open_to}" if open_to else ""),
                        refused.law)

    def _no(self, text: str, clause: str) -> bool:
        self.teller.line(Text(f"✗ {text}", style="red"), clause)
        return False

    def _remember(self) -> None:
        self.usual = dict(self.view.bets) or self.usual

    def _again(self) -> bool:
        """The bets of the last coup once more, and the deal."""
        if not self.usual:
            return self._no("there is no earlier bet to repeat", self.teller.last)
        for place, amount in self.usual.items():
            if not self._try(Act(YOU, "bet", place, amount)):
                return False
        listen = self.dealer.standing
        if listen is not None and listen.clock:
            return self._try(TimeOut(listen.window))
        deal = next((o for o in offers_for(listen, YOU) if o.act == "deal"), None)
        return deal is None or self._try(Act(YOU, deal.act, deal.seat))

    def _rule(self, words: list[str]) -> None:
        """The text of a rule: the one named, or that of the last line."""
        cite = words[0] if words else rule(self.teller.last)
        try:
            text = rule_text(self.game, cite)
        except law.UnknownClause as unknown:
            self._no(str(unknown.args[0]), self.teller.last)
            return
        self.console.print(Text.assemble((f"{cite}  ", "bold cyan"), text))

    # -- the beginning and the end of a session ----------------------------------------------------

    def _welcome(self) -> None:
        table, laws = self.table, self.game.conduct.laws
        given(laws["information"], laws["demo"])
        self.console.print(Text(f"{self.game.names['pt']} / {self.game.names['en']}: "
                                f"{table.name}", style="bold"))
        self.teller.line(law.document(self.game.section).title, laws["information"])
        self.teller.line(f"Bets from {euros(table.minimum)} to {euros(table.maximum)} in steps of "
                         f"{euros(self.game.bets(table)[0]['unit'])}", laws["limits"])
        for bet in self.game.bets(table):
            for prize in bet["pays"]:
                self.teller.line(f"  {prize['for']} pays {prize['odds']}", prize["law"])
        self.teller.line(f"Demo credit: {euros(self.balance)}, worth no money", laws["demo"])
        self.console.print()
        offers = offers_for(self.dealer.standing, YOU)
        self.at_bets |= {offer.act for offer in offers}
        free = next((o for o in offers if o.act == "sit"), None)
        if free is not None:
            self.answer(Act(YOU, free.act, free.seat))

    def _leave(self) -> None:
        """The session ends: bets not yet dealt to are taken back, a coup under way is finished by
        the house's default decisions."""
        while (listen := self.dealer.standing) is not None and listen.window != "bets":
            if self.answer(TimeOut(listen.window)):  # no clock runs: the stakes go back
                told = self.dealer.void(SESSION_ENDS)
                self.balance += sum(gain(move) for move in _mine(told))
                self.waiting += told
            self.show()
        if self.dealer.over:
            self._over()
            return
        while (listen := self.dealer.standing) is not None:
            mine = next((o for o in offers_for(listen, YOU) if o.act == "leave"), None)
            if mine is None:
                break
            self.answer(Act(YOU, mine.act, mine.seat))
        self.show()

    def _summary(self) -> None:
        clause = self.game.conduct.laws["summary"]
        given(clause)
        self.console.print()
        self.teller.line(Text("Your session", style="bold"), clause)
        self.console.print(f"  coups    {self.coups}")
        self.console.print(f"  staked   {euros(self.staked)}")
        self.console.print(f"  returned {euros(self.won)}")
        self.console.print(Text.assemble("  result   ", signed(self.won - self.staked)))
        self.console.print(f"  credit   {euros(self.balance)}")


def _mine(events: list[Event]) -> list[Move]:
    return [e.step for e in events if isinstance(e.step, Move) and e.step.player == YOU]


@click.command(short_help="play a game at the terminal")
@click.argument("game_id", metavar="GAME")
@click.option("--table", "path", type=click.Path(path_type=Path), help="a table file")
@click.option("--seed", type=int, help="the same cards every time, for practice and reports")
@click.option("--players", metavar="NAMES", help="several people at one keyboard: Ana,Rui,Eva")
@click.option("--attended", is_flag=True, help="real cards: enter what leaves the shoe")
@click.option("--journal", type=click.Path(path_type=Path),
              help="write each coup into this file, for sabot replay")
@click.option("--lang", type=click.Choice(["en", "pt"]), default="en", show_default=True,
              help="the language of the lines, with --players or --attended")
def command(game_id: str, path: Path | None, seed: int | None, players: str | None,
            attended: bool, journal: Path | None, lang: str) -> None:
    """Play GAME at a table of its own with demo credits.

    Every line shows at its right the rule that ordered it. Only what is lawful is offered, each
    with its key; a key may be followed by a place and a sum (b 2 10). `?` shows the rule of the
    last line, `? 15.e` any rule; `q` ends the session.

    With --players several people play at one keyboard, each act with its name before it
    (Ana: bet 2 10). With --attended the cards are real: the program says what the croupier does
    next and under which rule, and is told what came (7h, 10s, ?? for a card that nobody saw, done,
    fault KIND); it refuses what the procedure does not allow and settles. `help` says the rest.
    """
    try:
        game = games.game(game_id)
    except games.UnknownGame as unknown:
        stop(str(unknown.args[0]))
    if attended and seed is not None:
        stop("--attended deals real cards: a --seed has nothing to do there")
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 100)
    source = System() if seed is None else Seeded(seed)
    try:
        if attended or players is not None:
            try:
                names = said.names(players) if players is not None else ()
            except said.Unclear as unclear:
                stop(f"--players: {unclear}")
            table = open_table(game, path, attended=attended, shared=True)
            attend.play(game, table, None if attended else source, console, names, lang, journal)
            return
        if journal is not None:
            stop("--journal goes with --players or --attended")
        Session(game, open_table(game, path), Live(source), console).play()
    except KeyboardInterrupt:
        raise SystemExit(NO) from None
