"""``sabot play``: play at a table in the terminal, with demo credits."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from sabot import regulations as law
from sabot.cli.language import Command, lang_option, rendered
from sabot.cli.options import find_game, set_option, table_for, table_option
from sabot.cli.playing import attend, input_parser, spots
from sabot.cli.playing.machine_input import DRAW, SPIN, of_table
from sabot.cli.playing.table_view import TableView
from sabot.cli.playing.tables import (
    CREDIT,
    SessionEnds,
    ask,
    command_of,
    forget_typed_ahead,
    format_signed,
    keys_of,
    rule_line,
)
from sabot.cli.terminal import NO, columns, padded, reason, stop
from sabot.equipment import Seeded, System
from sabot.house.table.session import Session as SessionTotals
from sabot.house.table.session import Tally, after_coup, tally, was_dealt
from sabot.procedure import (
    COUNTED,
    LOT,
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
from sabot.procedure.visible_events import ShownDeal, ShownMove
from sabot.regulations import cite_clause
from sabot.words import LANGS, phrase

YOU = "you"
TAKE_BACK = ("clear", "clear-all")
MOST_PRIZES = 8  # lines of what the bets pay at the start of a session
OTHERS = 4
"""How many players of the house join a game that cannot be played alone."""


class Session:
    """One player's session at one table: coups, credit, and the information of rule 33."""

    def __init__(self, game: Game, table: Table, chance: Live, console: Console,
                 lang: str = "en", four_colours: bool = False) -> None:
        self.game, self.table, self.chance = game, table, chance
        self.view = TableView(console, game, lang, four_colours)
        self.console = console
        self.balance = CREDIT
        self.carry = game.opening(table)
        self.sums = SessionTotals(id="", player=YOU, table=table.name, game=game.id, started=0.0,
                             idle_since=0.0)
        self.purses = game.purse.bets if game.purse else ()
        self.usual: dict[str, int] = {}
        self.keys = keys_of(game, lang)
        self.typed = input_parser.TypedWords(game.words[lang], self.keys, lang,
                                             self.view.spot_name)
        self.go, self.repeat = (letters()[f"key.{act}"][LANGS.index(lang)].lower()
                                for act in ("deal", "repeat"))
        self.dials = of_table(game, table)
        # Cards in boxes of the layout are only shown to a player who looks at them.
        self.lifted = bool(card_boxes(game.felt(table)))
        self.echo = not sys.stdin.isatty()
        self.bot = None if table.individual else game.bot
        self._begin()

    # -- a coup -----------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.view.begin_coup()
        self.dealer = Dealer(self.game.coup(self.table, self.carry), self.chance)
        self.waiting = list(self.dealer.record)

    def answer(self, answer: Act | TimeOut) -> Refusal | None:
        """Give the coup an answer; return None or the refusal, which changes nothing."""
        record_before = list(self.dealer.record)
        shoe, cards_drawn = self.chance.shoe, self.chance.shoe.drawn if self.chance.shoe else 0
        events = self.dealer.answer(answer)
        if isinstance(events, Refusal):
            return events
        balance, shortage = self.balance, 0
        for move in _own_moves(events):
            balance += gain(move)
            if balance < 0:
                shortage = move.amount
                break
        if shortage:
            if shoe is not None:
                shoe.drawn = cards_drawn
            self.chance.shoe = shoe
            self.dealer = replay(self.game.coup(self.table, self.carry), record_before, self.chance)
            return Refusal("credit", self.game.conduct.laws["credit"],
                           f"this takes {self.game.money(shortage)} more and you have "
                           f"{self.game.money(self.balance)}",
                           {"have": self.balance, "need": shortage})
        self.balance = balance
        self.waiting += events
        return None

    def show(self) -> None:
        """Print the events since the last call."""
        for event in self.waiting:
            redacted = redact(event, YOU)
            if isinstance(redacted, ShownMove) and self._only_stays(redacted):
                self.view.narrator.line(redacted)  # counted, and shown with the table
                continue
            if self.lifted and isinstance(redacted, ShownDeal) and redacted.only:
                redacted = msgspec.structs.replace(redacted, card="", only=False)
            self.view.show_event(redacted, answers=False)
        self.waiting = []

    def _only_stays(self, move: ShownMove) -> bool:
        """Whether a stack only stays from one hand to the next, or moves to a place that was drawn.
        The table shows the stacks."""
        return self.view.has_stacks and (
            move.kind in ("hold", "resume") or f"/{LOT}" in f"{move.bet}{move.into}")

    def _hidden(self) -> dict[str, Text]:
        """The player's hands with face-down cards, as the player sees them."""
        own_view, open_hands = TableState(self.game.label), self.view.narrator.state.hands
        for event in self.dealer.record:
            own_view.fold(redact(event, YOU))
        label = self.view.tell("you")
        return {
            hand: self.view.cards_text(label, hand, own_view)
            for hand, cards in own_view.hands.items()
            if cards != open_hands.get(hand)
        }

    def play(self) -> None:
        """Play coups until the player ends the session, then print the summary."""
        try:
            self._welcome()
            while True:
                self._coup()
        except SessionEnds:
            self._leave()
        self._summary()

    def _coup(self) -> None:
        self.show()
        while self.dealer.standing is not None:
            if not self._others() and self._ask(self.dealer.standing) and self.console.is_terminal:
                self.console.clear()  # each decision has a screen of its own
            self.show()
        self._over()
        self.console.print()
        self._begin()

    def _others(self) -> bool:
        """Let one of the house's players act; return whether one did."""
        for n in range(1, (self.table.bots or OTHERS) + 1 if self.bot else 1):
            name = f"bot-{n}"
            offers = tuple(offers_for(self.dealer.standing, name))
            sit_offer = next((offer for offer in offers if offer.act == "sit"), None)
            act: Act | None
            if sit_offer is not None:
                act = Act(name, "sit", sit_offer.spots[0], sit_offer.least)
            elif self.bot is not None and offers:
                own_view = TableState(self.game.label)
                for event in self.dealer.record:
                    own_view.fold(redact(event, name))
                act = self.bot(self.table, name, own_view, offers, self.chance.source.below)
            else:
                continue
            if act is not None and self.answer(act) is None:
                return True
        return False

    def _over(self) -> None:
        result = self._counted()
        if result is not None:
            self.console.print(Text.assemble(
                (self.view.tell("this-coup"), "bold"), format_signed(self.game, result.net),
                self.view.tell("you-have", sum=self.game.money(self.balance))))
        self.carry = self.dealer.outcome
        if self.balance < self.table.minimum:
            self.balance += CREDIT
            laws = self.game.conduct.laws
            cite_clause(laws["demo-prize"], laws["demo-convert"])
            self.view.line(self.view.tell("extended", sum=self.game.money(CREDIT)),
                           laws["demo-prize"])
            self.view.line(self.view.tell("free-play"), laws["demo-convert"])

    def _counted(self) -> Tally | None:
        """Add the coup to the session's totals; return its result for the player."""
        record = self.dealer.record
        result = tally(record, self.purses).get(YOU)
        self.sums = after_coup(self.sums, result, was_dealt(record), 0.0)
        return result

    # -- questions and answers --------------------------------------------------------------------

    def _ask(self, listen: Listen) -> bool:
        """Ask the player until the coup goes on; return whether there was anything to ask."""
        offers = offers_for(listen, YOU)
        on_layout = spots.layout_spots(offers)
        betting = listen.window == "bets" or bool(on_layout)
        if listen.clock and (not offers or listen.clock == "shuffle"):  # nobody to wait for
            self.answer(TimeOut(listen.window))
            return False
        if not any(offer.act in ("bet", "deal") for offer in offers):
            first_place = offers[0].spots[0]  # one hand at a time; acts without a hand stay
            offers = [offer for offer in offers if offer.seats or first_place in offer.spots]
        self.view.own = offers[0].spots[0] if self.view.has_stacks and not betting else ""
        self.view.show_table(self.game.public_state(self.carry) if betting else {})
        if not betting:
            question = f"{self.view.hand_name(offers[0].spots[0])}?"
            if self.game.hands:
                variant = self.game.hands.variant(self.table, self.carry, self.dealer.record)
                question = f"{question}  {variant[self.view.lang]}"
            self.console.print(Text(question, style="bold"))
        self._offered(listen, offers)
        can_repeat = betting and self.usual and self.repeat not in self._letters(offers)
        extra = self.view.tell("again", key=self.repeat) if can_repeat else ""
        self.typed.time_end = self._time_end_text(listen, offers)
        keys = self.view.tell("keys", sum=self.game.money(self.balance),
                              word=self.view.command("help"))
        self.console.print(f"  {extra}{keys}", style="dim")
        if not betting or self._spins(offers):  # bets may be typed ahead
            forget_typed_ahead()
        while not self._heard(ask(self.console, "> ", self.echo), listen, offers):
            pass
        return True

    def _spins(self, offers: list[Offer]) -> bool:
        """Whether a machine waits for the next game."""
        return self.dials is not None and bool(self.dials.open(offers))

    def _letters(self, offers: list[Offer]) -> set[str]:
        return {self.keys[offer.act] for offer in offers}

    def _goes_on(self, listen: Listen, offers: list[Offer]) -> str:
        """The key that lets a clock run out; "" if no clock runs or one of the offers does the
        same."""
        if not listen.clock or (listen.window != "bets"
                                and listen.default in {offer.act for offer in offers}):
            return ""
        return self.go if self.go not in self._letters(offers) else "time"

    def _begins(self, listen: Listen) -> bool:
        """Whether the table only waits for a round to begin, when its clock has run out."""
        return bool(listen.clock) and listen.window == "between"

    def _time_end_text(self, listen: Listen, offers: list[Offer]) -> str:
        """What ends the time that runs, with its key: "start the hand (c)"; "" if nothing does."""
        key, words = self._goes_on(listen, offers), self._time_end_words(listen)
        if self.view.lang == "en":
            words = words[:1].lower() + words[1:]
        return f"{words} ({key})" if key else ""

    def _time_end_words(self, listen: Listen) -> str:
        """What it means to let the time run out, in words."""
        return self.view.tell("close" if listen.window == "bets" else
                              "begin-hand" if self._begins(listen) else "go-on")

    def _offered(self, listen: Listen, offers: list[Offer], examples: bool = False) -> None:
        """Print what may be typed now, with an example of each if so asked."""
        if key := self._goes_on(listen, offers):
            words = self._time_end_words(listen)
            shown_key = self.view.tell("begin", key=key) if self._begins(listen) else key
            go_on = Text.assemble((f"  {shown_key}  ", "bold"), words)
        if key and self._begins(listen):
            self.view.line(go_on, listen.default_law)
        bets = self.view.narrator.state.bets
        open_offers = [offer for offer in offers if bets or offer.act not in TAKE_BACK]
        self.view.show_offers(open_offers, self.keys, self.balance, self.dials,
                              self._example if examples else None)
        if self.dials is not None and not self.dials.open(offers) \
                and (insert_offer := next((o for o in offers if o.act == "insert"), None)):
            example = f"{self.keys['insert']} {-(-insert_offer.low // 100)}"
            self.view.line("  " + self.view.tell("money-first", example=example))
        if self.lifted and self._hidden():
            self.view.line(Text.assemble((f"  {self.view.command('look')}  ", "bold"),
                                         self.view.tell("look")))
        if key and not self._begins(listen):
            self.view.line(go_on, listen.default_law)

    def _example(self, offers: list[Offer]) -> str:
        """How one of these offers of the same act may be typed; "" if its letter is all."""
        offer = next((offer for offer in offers if not offer.player or offer.priced), offers[0])
        key = self.keys[offer.act]
        if spots.layout_spots(offers) or self.view.why_closed(offer) or offer.act in (SPIN, DRAW):
            return ""  # these lines have an example already
        words = [key]
        if len({seat for one in offers for seat in one.spots}) > 1:
            words.append(offer.spots[-1])
        if offer.priced:
            words.append(str(offer.low) if offer.act in COUNTED
                         else input_parser.plain_sum(offer.low))
        return " ".join(words) if len(words) > 1 else ""

    def _help(self, listen: Listen, offers: list[Offer]) -> None:
        """Print what can be done now, each with an example, and what can be typed at any time."""
        tell = self.view.tell
        self.view.line(Text(tell("now"), style="bold"))
        self._offered(listen, offers, examples=True)
        commands = [(self.view.command("list"), tell("how-list"))]
        if any(spots.layout_spots([offer]) for offer in offers):
            commands.append((self.view.command("spots"), tell("how-spots")))
        if self.game.bets(self.table):
            commands.append((self.view.command("pays"), tell("how-pays")))
        commands.append(("?", tell("how-rule")))
        if listen.clock and self.dials is None and not self._begins(listen):
            commands.append((self.view.command("time"), tell("how-time")))
        commands.append(("q", tell("how-end")))
        self.view.line(Text(tell("also"), style="bold"))
        wide = max(columns(word) for word, _ in commands)
        for word, means in commands:
            self.view.line(Text.assemble(("  " + padded(word, wide) + "  ", "bold"), means))

    def _command(self, command: str, listen: Listen, offers: list[Offer]) -> None:
        """Answer a command that changes nothing at the table."""
        match command:
            case "help":
                self._help(listen, offers)
            case "list":
                if self.dials is not None:
                    self.view.show_bets(self.dials.open(offers))
                self._offered(listen, offers)
            case "spots":
                if self.dials is not None:
                    self.view.show_bets(self.dials.open(offers) or self.dials.bets)
                self.view.list_spots(offers)
            case "pays":
                self.view.show_prizes(self.game.bets(self.table))
            case "look":
                for text in self._hidden().values():
                    self.view.line(text)

    def _enter(self, listen: Listen, offers: list[Offer]) -> bool:
        """Do what Enter alone does: begin the round that the table waits for, or play the same
        again at a machine; else nothing."""
        if self._begins(listen):
            return self._try(TimeOut(listen.window))
        if self.dials is not None and self.dials.has_played and self._spins(offers):
            return self._heard(self.keys[SPIN], listen, offers)
        return False

    def _heard(self, line: str, listen: Listen, offers: list[Offer]) -> bool:
        """Do what the player typed; return whether the coup went on."""
        words = line.split()
        betting = listen.window == "bets"
        if not words:
            return self._enter(listen, offers)
        word, arguments = words[0].lower(), words[1:]
        if word in ("q", "quit"):
            raise SessionEnds
        if word == "?":
            self._rule(arguments)
            return False
        command = command_of(word)
        if command and command != "time" and not arguments and not any(
                word in self.typed.typed_forms(offer.act) for offer in offers):
            self._command(command, listen, offers)
            return False
        if betting and word == self.repeat and word not in self._letters(offers):
            return self._again()
        if listen.clock and (command == "time" or word == self._goes_on(listen, offers)):
            if betting:
                self._remember()
            return self._try(TimeOut(listen.window))
        try:
            act = input_parser.act(YOU, words, offers, self.typed, alone=True,
                           languages=tuple(self.game.words.values()), dials=self.dials)
        except input_parser.InputError as unclear:
            return self._no(reason(unclear), listen.law)
        if act.act == "deal":
            self._remember()
        accepted = self._try(act)
        if accepted and self.dials is not None and act.act == SPIN:
            self.dials.played(act.seat)
        return accepted

    def _try(self, answer: Act | TimeOut) -> bool:
        refusal = self.answer(answer)
        if refusal is None:
            return True
        text, open_to = self.view.explain_refusal(refusal), ""
        if refusal.code == "not-offered" and " not open at " not in refusal.text:
            text = text.partition(":")[0]  # the acts follow, with their keys
            open_to = self.typed.known(offers_for(self.dealer.standing, YOU))
        elif refusal.accepts:
            open_to = self.view.list_acts(refusal.accepts, self.keys)
        return self._no(text + (
            self.view.tell("open-to-you", acts=open_to) if open_to else ""), refusal.law)

    def _no(self, text: str, clause: str) -> bool:
        self.view.line(Text(f"✗ {rendered(text)}", style="red"), clause)
        return False

    def _remember(self) -> None:
        self.usual = dict(self.view.narrator.state.bets) or self.usual

    def _again(self) -> bool:
        """Repeat the bets of the last coup, and deal."""
        if not self.usual:
            return self._no(self.view.tell("no-earlier"), self.view.last_clause)
        for place, amount in self.usual.items():
            if not self._try(Act(YOU, "bet", place, amount)):
                return False
        listen = self.dealer.standing
        if listen is not None and listen.clock:
            return self._try(TimeOut(listen.window))
        deal = next((o for o in offers_for(listen, YOU) if o.act == "deal"), None)
        return deal is None or self._try(Act(YOU, deal.act, deal.seat))

    def _rule(self, words: list[str]) -> None:
        """Print the text of the rule that was typed, or that of the last line."""
        cite = words[0] if words else short_clause(self.view.last_clause)
        try:
            text = rule_line(self.game, cite, self.view.lang)
        except law.UnknownClause as unknown:
            self._no(unknown.args[0], self.view.last_clause)
            return
        self.console.print(text)

    # -- the beginning and the end of a session ----------------------------------------------------

    def _welcome(self) -> None:
        table, laws = self.table, self.game.conduct.laws
        cite_clause(laws["information"], laws["demo"])
        view, money = self.view, self.game.money
        names = self.game.names
        title = names[view.lang] if table.name in names.values() else \
            f"{names[view.lang]}: {table.name}"  # a default table has the game's name
        self.console.print(Text(title, style="bold"))
        view.line(law.document(self.game.section).title, laws["information"])
        bets = self.game.bets(table)
        view.line(view.limits_text(table), laws["limits"])
        if not view.has_stacks:  # the bank pays
            view.show_prizes(bets, MOST_PRIZES)
        if table.demonstrated:
            view.line(view.tell("demonstrated", options=", ".join(table.demonstrated)),
                      self.game.conduct.leave(table.demonstrated[0]))
        view.line(view.tell("credit", sum=money(self.balance)), laws["demo"])
        self.console.print()
        offers = offers_for(self.dealer.standing, YOU)
        sit_offer = next((o for o in offers if o.act == "sit"), None)
        if sit_offer is not None:
            for offer in offers:  # acts that nobody may do when they sit down
                if reason := view.why_closed(offer):
                    view.line(reason, offer.barred_law)
            self.answer(Act(YOU, sit_offer.act, sit_offer.spots[0], sit_offer.least))

    def _leave(self) -> None:
        """End the session: return bets that are not dealt, finish a dealt coup by the default
        decisions."""
        while (listen := self.dealer.standing) is not None and listen.window != "bets":
            if self.answer(TimeOut(listen.window)):  # no clock runs: refund the stakes
                events = self.dealer.void(SESSION_ENDS)
                self.balance += sum(gain(move) for move in _own_moves(events))
                self.waiting += events
            self.show()
        if self.dealer.over:
            self._over()
            if not any(move.kind == "hold" for move in _own_moves(self.dealer.record)):
                return
            self._begin()  # refund what stayed on the table
        while (listen := self.dealer.standing) is not None:
            leave_offer = next((o for o in offers_for(listen, YOU) if o.act == "leave"), None)
            if leave_offer is None or self.answer(Act(YOU, leave_offer.act, leave_offer.seat)):
                events = self.dealer.void(SESSION_ENDS) if in_play(self.dealer.record) else []
                self.balance += sum(gain(move) for move in _own_moves(events))
                self.waiting += events
                break
        self._counted()
        self.show()

    def _summary(self) -> None:
        clause = self.game.conduct.laws["summary"]
        cite_clause(clause)
        self.console.print()
        view, money = self.view, self.game.money
        view.line(Text(view.tell("your-session"), style="bold"), clause)
        sums = self.sums
        lines: list[tuple[str, str | Text]] = [
            ("coups", Text(str(sums.coups))), ("staked", money(sums.staked)),
            ("returned", money(sums.won)),
            *((key, money(cents)) for key, cents in (
                ("brought", sums.brought), ("taken", sums.taken), ("given", sums.given)) if cents),
            ("result", format_signed(self.game, sums.net)), ("balance", money(self.balance))]
        width = max(8, *(cell_len(view.tell(key)) for key, _ in lines))
        for key, value in lines:
            name = view.tell(key)
            self.console.print(Text.assemble(f"  {name}{' ' * (width - cell_len(name))} ", value))


def _own_moves(events: list[Event]) -> list[Move]:
    return [e.step for e in events if isinstance(e.step, Move) and e.step.player == YOU]


@click.command(short_help="play a game in the terminal", cls=Command)
@click.argument("game_id", metavar="GAME")
@table_option
@set_option
@click.option("--seed", type=int, help="deal the same cards every time, for practice and reports")
@click.option("--players", metavar="NAMES", help="several people share the keyboard: Ana,Rui,Eva")
@click.option("--attended", is_flag=True, help="play with real cards, and enter each card")
@click.option("--journal", type=click.Path(path_type=Path),
              help="append each coup to this file, for sabot replay; needs --players or --attended")
@click.option("--four-colours", is_flag=True, help="print each suit in a colour of its own")
@lang_option()
def command(game_id: str, path: Path | None, options: tuple[str, ...], seed: int | None,
            players: str | None, attended: bool, journal: Path | None,
            four_colours: bool, lang: str) -> None:
    """Play GAME in the terminal with demo credits.

    Each line shows on its right the rule that ordered it. The program lists the lawful acts with
    their keys. Type a key, and where needed a place and a sum: b 2 10. Type `?` for the rule of the
    last line, `? 15.e` for any rule, `help` for more, `q` to end the session.

    With --players several people share the keyboard; type the player's name before each act
    (Ana: bet 2 10). With --attended the cards are real: the program says what the croupier does
    next and under which rule; type what came (7h, 10s, ?? for a card that nobody saw, done,
    fault KIND). The program refuses what the procedure does not allow, and settles the bets.
    """
    game = find_game(game_id)
    if attended and seed is not None:
        stop("--attended uses real cards: leave --seed out")
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
                stop(phrase("--players: {why}", why=reason(unclear)))
            table = table_for(game, path, options, attended=attended, shared=True)
            attend.play(game, table, None if attended else source, console, names, lang, journal,
                        four_colours)
            return
        if journal is not None:
            stop("--journal needs --players or --attended")
        Session(game, table_for(game, path, options), Live(source), console, lang,
                four_colours).play()
    except KeyboardInterrupt:
        raise SystemExit(NO) from None
