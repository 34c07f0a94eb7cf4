"""``sabot play``: one player at a table in the terminal, with demo credits."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from sabot import law
from sabot.cli.language_option import lang_option
from sabot.cli.options import find_game, set_option, table_for, table_option
from sabot.cli.playing import attend, input_parser, spots
from sabot.cli.playing.machine_input import SPIN, of_table
from sabot.cli.playing.table_view import Cloth
from sabot.cli.playing.tables import (
    CREDIT,
    Ends,
    ask,
    forget_typed_ahead,
    keys_of,
    rule_told,
    signed,
)
from sabot.cli.terminal import NO, stop
from sabot.equipment import Seeded, System
from sabot.house.table.session import Session as Sums
from sabot.house.table.session import Tally, after_coup, tally, was_dealt
from sabot.law import cite_clause
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
    in_play,
    offers_for,
    redact,
    replay,
)
from sabot.procedure.act_letters import letters
from sabot.procedure.felt import card_boxes
from sabot.procedure.game import Game
from sabot.procedure.narration import short_clause
from sabot.procedure.steps import SESSION_ENDS
from sabot.procedure.table import Table
from sabot.procedure.visible_events import ShownDeal
from sabot.words import LANGS

YOU = "you"
OTHERS = 4
"""How many players of the house sit with one who plays a game that one alone cannot play."""


class Session:
    """One player's session at one table: coups, credit, and what rule 33 asks to be told."""

    def __init__(self, game: Game, table: Table, chance: Live, console: Console,
                 lang: str = "en") -> None:
        self.game, self.table, self.chance = game, table, chance
        self.cloth = Cloth(console, game, lang)
        self.console = console
        self.balance = CREDIT
        self.carry = game.opening(table)
        self.sums = Sums(id="", player=YOU, table=table.name, game=game.id, started=0.0,
                             idle_since=0.0)
        self.purses = game.purse.names if game.purse else ()
        self.usual: dict[str, int] = {}
        self.keys = keys_of(game, lang)
        self.typed = input_parser.Told(game.words[lang], self.keys, lang)
        self.go, self.repeat = (letters()[f"key.{act}"][LANGS.index(lang)].lower()
                                for act in ("deal", "repeat"))
        self.dials = of_table(game, table)
        # Cards in boxes of the cloth are lifted by who holds them; nothing tells them before.
        self.lifted = bool(card_boxes(game.felt(table)))
        self.echo = not sys.stdin.isatty()
        self.bot = None if table.individual else game.bot
        self._begin()

    # -- a coup -----------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.cloth.begin()
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
                           f"this takes {self.game.money(need)} more and you have "
                           f"{self.game.money(self.balance)}",
                           {"have": self.balance, "need": need})
        self.balance = balance
        self.waiting += told
        return None

    def show(self) -> None:
        """Tell what happened since the last time."""
        for event in self.waiting:
            told = redact(event, YOU)
            if self.lifted and isinstance(told, ShownDeal) and told.only:
                told = msgspec.structs.replace(told, card="", only=False)
            self.cloth.tell(told, answers=False)
        self.waiting = []

    def _hidden(self) -> dict[str, Text]:
        """My hands with cards that lie face down yet, as I see them when I lift them."""
        mine, shown = TableState(self.game.label), self.cloth.telling.state.hands
        for event in self.dealer.record:
            mine.fold(redact(event, YOU))
        who = self.cloth.say("you")
        return {hand: self.cloth.cards(who, hand, mine) for hand, cards in mine.hands.items()
                if cards != shown.get(hand)}

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
            if not self._others():
                self._ask(self.dealer.standing)
            self.show()
        self._over()
        self.console.print()
        self._begin()

    def _others(self) -> bool:
        """What one of the house's own players does who sit here too; whether one did anything."""
        for n in range(1, (self.table.bots or OTHERS) + 1 if self.bot else 1):
            name = f"bot-{n}"
            offers = tuple(offers_for(self.dealer.standing, name))
            sit = next((offer for offer in offers if offer.act == "sit"), None)
            act: Act | None
            if sit is not None:
                act = Act(name, "sit", sit.spots[0], sit.least)
            elif self.bot is not None and offers:
                seen = TableState(self.game.label)
                for event in self.dealer.record:
                    seen.fold(redact(event, name))
                act = self.bot(self.table, name, seen, offers, self.chance.source.below)
            else:
                continue
            if act is not None and self.answer(act) is None:
                return True
        return False

    def _over(self) -> None:
        done = self._counted()
        if done is not None:
            self.console.print(Text.assemble(
                (self.cloth.say("this-coup"), "bold"), signed(self.game, done.net),
                self.cloth.say("you-have", sum=self.game.money(self.balance))))
        self.carry = self.dealer.outcome
        if self.balance < self.table.minimum:
            self.balance += CREDIT
            laws = self.game.conduct.laws
            cite_clause(laws["demo-prize"], laws["demo-convert"])
            self.cloth.line(self.cloth.say("extended", sum=self.game.money(CREDIT)),
                            laws["demo-prize"])
            self.cloth.line(self.cloth.say("free-play"), laws["demo-convert"])

    def _counted(self) -> Tally | None:
        """What the coup was to the player, once it is in the sums of the session."""
        record = self.dealer.record
        done = tally(record, self.purses).get(YOU)
        self.sums = after_coup(self.sums, done, was_dealt(record), 0.0)
        return done

    # -- questions and answers --------------------------------------------------------------------

    def _ask(self, listen: Listen) -> None:
        offers = offers_for(listen, YOU)
        laying = spots.many(offers)
        betting = listen.window == "bets" or bool(laying)
        if listen.clock and (not offers or listen.clock == "shuffle"):  # nobody else is here
            self.answer(TimeOut(listen.window))
            return
        if not any(offer.act in ("bet", "deal") for offer in offers):
            first = offers[0].spots[0]  # one hand after the other; what names no hand stays
            offers = [offer for offer in offers if offer.seats or first in offer.spots]
        self.cloth.table(self.game.shown(self.carry) if betting else {})
        if not betting:
            asked = f"{self.cloth.name(offers[0].spots[0])}?"
            if self.game.hands:
                dealt = self.game.hands.variant(self.table, self.carry, self.dealer.record)
                asked = f"{asked}  {dealt[self.cloth.lang]}"
            self.console.print(Text(asked, style="bold"))
        self._offered(listen, offers)
        again = betting and self.usual and self.repeat not in self._letters(offers)
        extra = self.cloth.say("again", key=self.repeat) if again else ""
        keys = self.cloth.say("keys", sum=self.game.money(self.balance))
        self.console.print(f"  {extra}{keys}", style="dim")
        if not betting:  # bets may be laid as fast as they are typed
            forget_typed_ahead()
        while not self._heard(ask(self.console, "> ", self.echo), listen, offers):
            pass

    def _letters(self, offers: list[Offer]) -> set[str]:
        return {self.keys[offer.act] for offer in offers}

    def _goes_on(self, listen: Listen, offers: list[Offer]) -> str:
        """What is typed so that the coup goes on without waiting for a clock; "" where none runs
        or where one of the offers is what the clock would bring."""
        if not listen.clock or (listen.window != "bets"
                                and listen.default in {offer.act for offer in offers}):
            return ""
        return self.go if self.go not in self._letters(offers) else "time"

    def _offered(self, listen: Listen, offers: list[Offer]) -> None:
        """What may be typed now."""
        self.cloth.offers(offers, self.keys, self.balance, self.dials)
        if self.dials is not None and not self.dials.open(offers) \
                and (note := next((o for o in offers if o.act == "insert"), None)):
            example = f"{self.keys['insert']} {-(-note.low // 100)}"
            self.cloth.line("  " + self.cloth.say("money-first", example=example))
        if self.lifted and self._hidden():
            self.cloth.line(Text.assemble(("  look  ", "bold"), self.cloth.say("look")))
        if key := self._goes_on(listen, offers):
            what = self.cloth.say("close" if listen.window == "bets" else "go-on")
            self.cloth.line(Text.assemble((f"  {key}  ", "bold"), what), listen.default_law)

    def _help(self, listen: Listen, offers: list[Offer]) -> None:
        """How acts are typed here, and once more what may be done."""
        priced = next((offer for offer in offers if offer.priced), None)
        example = self.keys[offers[0].act]
        if priced is not None:
            least = str(priced.low) if priced.act in COUNTED else \
                f"{priced.low // 100}.{priced.low % 100:02}".removesuffix(".00")
            example = f"{self.keys[priced.act]} {priced.spots[0]} {least}"
        for phrase in ("how", "how-list", "how-rule", "how-time", "how-end"):
            self.console.print("  " + self.cloth.say(phrase, example=example), highlight=False)
        self.cloth.listed.clear()
        self._offered(listen, offers)

    def _heard(self, line: str, listen: Listen, offers: list[Offer]) -> bool:
        """Do what the player asks; whether the coup went on."""
        words = line.split()
        betting = listen.window == "bets"
        if not words:
            return False
        key, rest = words[0].lower(), words[1:]
        if key in ("q", "quit"):
            raise Ends
        if key == "?":
            self._rule(rest)
            return False
        if key == "list":
            self.cloth.listed.clear()
            if self.dials is not None:
                self.cloth.bets(self.dials.open(offers))
            self._offered(listen, offers)
            return False
        if key == "help":
            self._help(listen, offers)
            return False
        if key == "look":
            for text in self._hidden().values():
                self.cloth.line(text)
            return False
        if betting and key == self.repeat and key not in self._letters(offers):
            return self._again()
        if listen.clock and key in ("time", self._goes_on(listen, offers)):
            if betting:
                self._remember()
            return self._try(TimeOut(listen.window))
        try:
            act = input_parser.act(YOU, words, offers, self.typed, alone=True,
                           named_in=tuple(self.game.words.values()), dials=self.dials)
        except input_parser.InputError as unclear:
            return self._no(str(unclear), listen.law)
        if act.act == "deal":
            self._remember()
        done = self._try(act)
        if done and self.dials is not None and act.act == SPIN:
            self.dials.played(act.seat)
        return done

    def _try(self, answer: Act | TimeOut) -> bool:
        refused = self.answer(answer)
        if refused is None:
            return True
        open_to = self.cloth.acts(refused.accepts)
        return self._no(self.cloth.refused(refused) + (
            self.cloth.say("open-to-you", acts=open_to) if open_to else ""), refused.law)

    def _no(self, text: str, clause: str) -> bool:
        self.cloth.line(Text(f"✗ {text}", style="red"), clause)
        return False

    def _remember(self) -> None:
        self.usual = dict(self.cloth.telling.state.bets) or self.usual

    def _again(self) -> bool:
        """The bets of the last coup once more, and the deal."""
        if not self.usual:
            return self._no(self.cloth.say("no-earlier"), self.cloth.last)
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
        cite = words[0] if words else short_clause(self.cloth.last)
        try:
            text = rule_told(self.game, cite)
        except law.UnknownClause as unknown:
            self._no(str(unknown.args[0]), self.cloth.last)
            return
        self.console.print(text)

    # -- the beginning and the end of a session ----------------------------------------------------

    def _welcome(self) -> None:
        table, laws = self.table, self.game.conduct.laws
        cite_clause(laws["information"], laws["demo"])
        cloth, money = self.cloth, self.game.money
        names = self.game.names
        title = names[cloth.lang] if table.name in names.values() else \
            f"{names[cloth.lang]}: {table.name}"  # a table that nobody named has the game's name
        self.console.print(Text(title, style="bold"))
        cloth.line(law.document(self.game.section).title, laws["information"])
        bets = self.game.bets(table)
        cloth.line(cloth.limits(table), laws["limits"])
        cloth.prizes(bets)
        if table.demonstrated:
            cloth.line(cloth.say("demonstrated", options=", ".join(table.demonstrated)),
                       self.game.conduct.leave(table.demonstrated[0]))
        cloth.line(cloth.say("credit", sum=money(self.balance)), laws["demo"])
        self.console.print()
        offers = offers_for(self.dealer.standing, YOU)
        free = next((o for o in offers if o.act == "sit"), None)
        if free is not None:
            for shut in offers:  # what nobody may say who sits down
                if why := cloth.closed(shut):
                    cloth.line(why, shut.barred_law)
            self.answer(Act(YOU, free.act, free.spots[0], free.least))

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
            if not any(move.kind == "hold" for move in _mine(self.dealer.record)):
                return
            self._begin()  # what stayed on the table goes back
        while (listen := self.dealer.standing) is not None:
            mine = next((o for o in offers_for(listen, YOU) if o.act == "leave"), None)
            if mine is None or self.answer(Act(YOU, mine.act, mine.seat)):
                told = self.dealer.void(SESSION_ENDS) if in_play(self.dealer.record) else []
                self.balance += sum(gain(move) for move in _mine(told))
                self.waiting += told
                break
        self._counted()
        self.show()

    def _summary(self) -> None:
        clause = self.game.conduct.laws["summary"]
        cite_clause(clause)
        self.console.print()
        cloth, money = self.cloth, self.game.money
        cloth.line(Text(cloth.say("your-session"), style="bold"), clause)
        sums = self.sums
        lines: list[tuple[str, str | Text]] = [
            ("coups", Text(str(sums.coups))), ("staked", money(sums.staked)),
            ("returned", money(sums.won)),
            *((phrase, money(cents)) for phrase, cents in (
                ("brought", sums.brought), ("taken", sums.taken), ("given", sums.given)) if cents),
            ("result", signed(self.game, sums.net)), ("balance", money(self.balance))]
        wide = max(8, *(cell_len(cloth.say(phrase)) for phrase, _ in lines))
        for phrase, told in lines:
            name = cloth.say(phrase)
            self.console.print(Text.assemble(f"  {name}{' ' * (wide - cell_len(name))} ", told))


def _mine(events: list[Event]) -> list[Move]:
    return [e.step for e in events if isinstance(e.step, Move) and e.step.player == YOU]


@click.command(short_help="play a game at the terminal")
@click.argument("game_id", metavar="GAME")
@table_option
@set_option
@click.option("--seed", type=int, help="the same cards every time, for practice and reports")
@click.option("--players", metavar="NAMES", help="several people at one keyboard: Ana,Rui,Eva")
@click.option("--attended", is_flag=True, help="real cards: enter what leaves the shoe")
@click.option("--journal", type=click.Path(path_type=Path),
              help="write each coup into this file, for sabot replay")
@lang_option("the language of what is told; what cannot be read is answered in English")
def command(game_id: str, path: Path | None, options: tuple[str, ...], seed: int | None,
            players: str | None, attended: bool, journal: Path | None, lang: str) -> None:
    """Play GAME at a table of its own with demo credits.

    Every line shows at its right the rule that ordered it. Only what is lawful is offered, each
    with its key; a key may be followed by a place and a sum (b 2 10). `?` shows the rule of the
    last line, `? 15.e` any rule; `q` ends the session.

    With --players several people play at one keyboard, each act with its name before it
    (Ana: bet 2 10). With --attended the cards are real: the program says what the croupier does
    next and under which rule, and is told what came (7h, 10s, ?? for a card that nobody saw, done,
    fault KIND); it refuses what the procedure does not allow and settles. `help` says the rest.
    """
    game = find_game(game_id)
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
                names = input_parser.names(players) if players is not None else ()
            except input_parser.InputError as unclear:
                stop(f"--players: {unclear}")
            table = table_for(game, path, options, attended=attended, shared=True)
            attend.play(game, table, None if attended else source, console, names, lang, journal)
            return
        if journal is not None:
            stop("--journal goes with --players or --attended")
        Session(game, table_for(game, path, options), Live(source), console, lang).play()
    except KeyboardInterrupt:
        raise SystemExit(NO) from None
