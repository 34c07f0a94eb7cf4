"""The coup told in words: one line an event, each with the clauses that ordered it.

A ``Teller`` turns what ``redact`` (or ``whole``, for those who may see names) says of an event into
a line of text. It keeps what lies on the table beside it, so that a line can name totals, and it
never knows more than it was told: a face-down card has no name here until it is turned up.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from sabot.money import EURO
from sabot.money import told as money_told
from sabot.procedure.dealer import Event
from sabot.procedure.resolvers import ATTENDED
from sabot.procedure.steps import (
    COUNTED,
    NOBODY,
    Act,
    AnyStep,
    Cover,
    Deal,
    Listen,
    Move,
    Throw,
    Turn,
)
from sabot.procedure.view import Label, TableState, redact

_SUITS = str.maketrans("SHDC", "♠♥♦♣")

PHRASES = {
    "en": {
        "shuffle": "{packs} packs are shuffled and sealed; the warning card stands {warning} from "
                   "the end",
        "by-hand": "{packs} packs are shuffled; the warning card stands {warning} from the end",
        "shuffle-one": "one pack is shuffled and sealed", "by-hand-one": "one pack is shuffled",
        "open": "the shoe has ended: its order is shown",
        "deal": "{hand} receives {card}: {label}",
        "deal-hidden": "{hand} receives a card face down",
        "reveal": "{hand} turns up {card}: {label}",
        "shift": "{card} goes from {frm} to {to}, face up",
        "handle-at": "{hand}: {what}", "handle-said": "{what}: {word}",
        "without": "{told}; cards that lie outside: {count}",
        "fault": "a fault is reported: {fault}", "fault-at": "{hand}: a fault is reported: {fault}",
        "cut": "the shoe is cut", "throw": "{thing}: {fell}",
        "uncover": "{thing} uncovered: {fell}", "cover": "{thing}: covered and sealed",
        "part": "{hand} is split into {first} and {second}",
        "discard": "cards collected: {hands}",
        "stake": "{who}: {amount} on {bet}",
        "return": "{amount} on {bet} goes back to {who}",
        "refund": "{amount} on {bet} is refunded to {who}",
        "pay": "the bank pays {who} {amount} on {bet}, {odds}",
        "collect": "the bank collects {amount} on {bet}",
        "hold": "{amount} on {bet} stays on the table for the coup to come",
        "resume": "{amount} on {bet} lies there from the coup before",
        "contribute": "{amount} on {bet} goes to the jackpot",
        "seed": "the bank puts {amount} into the jackpot",
        "jackpot": "the jackpot pays {who} {amount} on {bet}",
        "travel": "{amount} on {bet} goes to {into}",
        "restore": "the bank gives {amount} on {bet} back to {who}",
        "commission": "the house keeps {amount} of the prize on {bet}",
        "gratuity": "a gratuity of {amount} from {bet}",
        "move": "{kind}: {amount} on {bet}",
        "result": "{hand}: {result}",
        "against": "{total} against {bank}",
        "menu": "{name}: {offers}",
        "may": "{who} may: {offers}", "from": "choose from {menus}",
        "else": "when time runs out: {act}",
        "waits": "the table waits for others",
        "answer": "{who}: {act}",
        "timeout": "time runs out",
        "void": "the coup is stopped: {cause}",
        "ask-up": "a card to {hand}, face up", "ask-down": "a card to {hand}, face down",
        "ask-turn": "turn up card {n} of {hand}", "ask-throw": "{thing}: its numbers",
        "place": "place {n}", "hand": "hand {n}", "of": "{bet} of {hand}",
        "bettor": "{hand}, bettor {n}", "cards": "{n} cards",
        "counts": "{low} to {high} cards",
        "soft": "soft {total}", "amounts": "{low} to {high}",
        "you": "you", "somebody": "a player", "anybody": "a newcomer",
    },
    "pt": {
        "shuffle": "{packs} baralhos são baralhados e selados; a carta-aviso fica a {warning} "
                   "cartas do fim",
        "by-hand": "{packs} baralhos são baralhados; a carta-aviso fica a {warning} cartas do fim",
        "shuffle-one": "um baralho é baralhado e selado", "by-hand-one": "um baralho é baralhado",
        "open": "o sabot acabou: mostra-se a sua ordem",
        "deal": "{hand} recebe {card}: {label}",
        "deal-hidden": "{hand} recebe uma carta com a face virada para baixo",
        "reveal": "{hand} mostra {card}: {label}",
        "shift": "{card} passa de {frm} para {to}, com a face para cima",
        "handle-at": "{hand}: {what}", "handle-said": "{what}: {word}",
        "without": "{told}; cartas que ficam de fora: {count}",
        "fault": "regista-se uma falta: {fault}",
        "fault-at": "{hand}: regista-se uma falta: {fault}",
        "cut": "o sabot é cortado", "throw": "{thing}: {fell}",
        "uncover": "{thing} a descoberto: {fell}", "cover": "{thing}: coberto e selado",
        "part": "{hand} desdobra-se em {first} e {second}",
        "discard": "cartas recolhidas: {hands}",
        "stake": "{who}: {amount} em {bet}",
        "return": "{amount} em {bet} voltam para {who}",
        "refund": "{amount} em {bet} são devolvidos a {who}",
        "pay": "a banca paga a {who} {amount} por {bet}, {odds}",
        "collect": "a banca recolhe {amount} de {bet}",
        "hold": "{amount} em {bet} ficam na mesa para a jogada seguinte",
        "resume": "{amount} em {bet} vêm da jogada anterior",
        "contribute": "{amount} de {bet} entram no acumulado",
        "seed": "a banca põe {amount} no acumulado",
        "jackpot": "o acumulado paga a {who} {amount} por {bet}",
        "travel": "{amount} em {bet} passa para {into}",
        "restore": "a banca devolve a {who} {amount} de {bet}",
        "commission": "a casa retém {amount} do prémio de {bet}",
        "gratuity": "gratificação de {amount} de {bet}",
        "move": "{kind}: {amount} em {bet}",
        "result": "{hand}: {result}",
        "against": "{total} contra {bank}",
        "menu": "{name}: {offers}",
        "may": "{who} pode: {offers}", "from": "escolher de {menus}",
        "else": "se o tempo acabar: {act}",
        "waits": "a mesa espera por outros",
        "answer": "{who}: {act}",
        "timeout": "o tempo acabou",
        "void": "a jogada é interrompida: {cause}",
        "ask-up": "{hand}: uma carta, com a face para cima",
        "ask-down": "{hand}: uma carta, com a face para baixo",
        "ask-turn": "{hand}: volta-se a carta {n}", "ask-throw": "{thing}: os seus números",
        "place": "lugar {n}", "hand": "mão {n}", "of": "{bet} de {hand}",
        "bettor": "{hand}, apostador {n}", "cards": "{n} cartas",
        "counts": "{low} a {high} cartas",
        "soft": "{total} com um ás a 11", "amounts": "{low} a {high}",
        "you": "você", "somebody": "um jogador", "anybody": "quem chegar",
    },
}


FEW = 3  # so many spots of an offer are named one by one


class Line(NamedTuple):
    """One event in words, and the clauses and interpretations that it cites, the first foremost."""

    text: str
    laws: tuple[str, ...] = ()

    def plain(self, section: str = "", width: int = 0) -> str:
        """Text and clauses on one line; clauses of ``section`` are shortened to their rule."""
        laws = " ".join(short(law, section) if section else law for law in self.laws)
        return f"{self.text:<{width}}  {laws}".rstrip()


def card_name(card: str) -> str:
    """A card for people: ``TD`` is 10♦."""
    return f"{card[:-1].replace('T', '10')}{card[-1].translate(_SUITS)}"


def handling(words: str, facts: dict[str, Any]) -> str:
    """What a croupier does or calls, with the facts of the step where its words name them."""
    try:
        return words.format(**facts)
    except (LookupError, ValueError):
        return words


def short(law: str, section: str = "") -> str:
    """A clause as it stands beside a line: its rule; what is no row of ``section``, whole."""
    if section:
        return law.removeprefix(f"{section}/")
    return law if law.startswith("ir/") else law.rpartition("/")[2]


def whole(event: Event) -> dict[str, Any] | None:
    """An event as an inspector reads it: every name and offer, but no face-down card."""
    told = redact(event, "")
    step, answer = event.step, event.answer
    if told is None:
        return None
    if isinstance(step, Listen):
        told["offers"] = [{**msgspec.to_builtins(offer), "player": offer.player}
                          for offer in step.offers]
        told["default"], told["default_law"] = step.default, step.default_law
        told["chosen"] = [(name, list(players)) for name, players in step.menus]
    elif isinstance(step, Move):
        told["player"] = step.player
    elif isinstance(answer, Act):
        told["player"] = answer.player
    elif step is None and event.incident is not None and event.incident.note:
        told["note"] = event.incident.note
    if step is not None:
        told["also"] = list(step.also)
    return told


def _bettor(bet: str) -> str:
    """Place and number of a bettor: ``3+1`` of ``3.2+1/pair``."""
    hand, _, number = bet.partition("/")[0].partition("+")
    return f"{hand.partition('.')[0]}+{number}"


class Teller:
    """Tells the events of one coup in order. ``words`` are the game's own in that language; those
    that begin with ``tell.`` stand in the place of the general ones.

    ``named`` calls bettors without a place by name, where their names are what the record holds;
    else they are told by number.
    """

    def __init__(self, words: dict[str, str], label: Label, lang: str = "en",
                 currency: str = EURO, *, named: bool = False) -> None:
        self._words = words
        self._phrases = PHRASES[lang] | {
            key.removeprefix("tell."): said for key, said in words.items()
            if key.startswith("tell.")}
        self._currency = currency
        self._did = ""  # the last act that was more than an answer to another's
        self.state = TableState(label)
        self._named = named
        self._people: dict[str, str] = {}  # who bets at a place, by place and number: "3+1"

    def lines(self, events: Iterable[Event]) -> list[Line]:
        """A record as an inspector reads it."""
        told = (self.line(whole(event)) for event in events)
        return [line for line in told if line is not None]

    def line(self, told: dict[str, Any] | None) -> Line | None:
        """The line of one redacted event; None when there is nothing to tell."""
        if not told:
            return None
        self.state.fold(told)
        if self._named and told.get("player") and "+" in told.get("bet", ""):
            self._people[_bettor(told["bet"])] = told["player"]
        if "void" in told:
            return Line(self._say("void", cause=told["void"]))
        if "fault" in told:
            return Line(f"  {self._fault(told)}")
        if "answer" in told:
            if f"did.{told['answer']}" in self._words:
                self._did = told["answer"]
            return Line(f"  {self._answer(told)}")
        laws = (told.get("law", ""), *told.get("also", ()))
        text = getattr(self, f"_{told['step']}", self._other)(told)
        return Line(text, tuple(law for law in laws if law)) if text else None

    def asks(self, step: AnyStep) -> str:
        """What a croupier is asked to do and to enter for a step."""
        if isinstance(step, Deal):
            return self._say("ask-down" if step.seen_by == NOBODY else "ask-up",
                             hand=self.name(step.to))
        if isinstance(step, Turn):
            return self._say("ask-turn", n=step.index + 1, hand=self.name(step.hand))
        if isinstance(step, Throw | Cover):
            return self._say("ask-throw", thing=self.word(step.thing))
        told = whole(Event(step))
        return getattr(self, f"_{told['step']}", self._other)(told) if told else ""

    # -- words ------------------------------------------------------------------------------------

    def _say(self, phrase: str, **facts: Any) -> str:
        return self._phrases[phrase].format(**facts)

    def word(self, key: str) -> str:
        """A word of the game's vocabulary; the key's own last part where it has none."""
        return self._words.get(key) or key.rpartition(".")[2]

    def name(self, hand: str) -> str:
        """A hand, place or bet in words: ``3.1``, ``3/insurance``, ``3+1``, ``bank``."""
        base, _, bet = hand.partition("/")
        base, _, bettor = base.partition("+")
        if f"bet.{base}" in self._words and bet:
            return self.spot(hand).lower()  # a spot of the cloth, whoever bets there
        if not base[:1].isdigit():
            named = self.word(base).lower()
        else:
            named = self._say("hand" if "." in base else "place", n=base)
        if bettor:
            person = self._people.get(_bettor(hand))
            named = f"{named}, {person}" if person else self._say("bettor", hand=named, n=bettor)
        return self._say("of", bet=self.spot(bet).lower(), hand=named) if bet else named

    def spot(self, spot: str) -> str:
        """A spot of the cloth in words: ``pair``, ``straight/17``, ``series/grande/split/4-7``."""
        head, rest = spot, ""
        while f"bet.{head}" not in self._words and "/" in head:
            head, _, tail = head.rpartition("/")
            rest = f"{tail}/{rest}" if rest else tail
        if not rest:
            return self.word(f"bet.{spot}")
        return f"{self.word(f'bet.{head}')} {self.spot(rest) if '/' in rest else rest}"

    def act(self, act: str, seat: str) -> str:
        """An act that is offered, in words; one that answers another's act names that one too."""
        asked = self._words.get(f"of.{act}")
        if asked is None or not self._did:
            return self._act(self.word(f"act.{act}").lower(), seat)
        return handling(asked, {"did": self.word(f"did.{self._did}"), "hand": self.name(seat)})

    def _act(self, act: str, seat: str) -> str:
        """An act and the place, hand or spot it concerns; one of the whole table names none."""
        return act if seat in ("", "table") else f"{act} {seat}"

    def _who(self, told: dict[str, Any]) -> str:
        if player := told.get("player"):
            return str(player)
        return self._say("you" if told.get("yours") else "somebody")

    def label(self, hand: str) -> str:
        """The total of a hand in words, "" where it has none."""
        label = self.state.labels.get(hand, {})
        total = str(label.get("total", ""))
        return self._say("soft", total=total) if label.get("soft") else total

    # -- events -----------------------------------------------------------------------------------

    def _answer(self, told: dict[str, Any]) -> str:
        if told["answer"] == "timeout":
            return self._say("timeout")
        act = self._act(self.word("act." + told["answer"]), told["seat"])
        if told.get("amount"):
            act += f", {self._amount(told['amount'], told['answer'] in COUNTED)}"
        return self._say("answer", who=self._who(told), act=act)

    def _fault(self, told: dict[str, Any]) -> str:
        kind = self.word(f"incident.{told['fault']}")
        said = self._say("fault-at", hand=self.name(told["seat"]), fault=kind) if told["seat"] \
            else self._say("fault", fault=kind)
        return f"{said} ({told['note']})" if "note" in told else said

    def _amount(self, amount: int, counted: bool) -> str:
        """A sum of money, or a number of cards."""
        return self._say("cards", n=amount) if counted else self.money(amount)

    def money(self, amount: int) -> str:
        """Cents in the currency of the table."""
        return money_told(amount, self._currency)

    def _other(self, told: dict[str, Any]) -> str:
        if told["step"] not in self._phrases:
            return ""
        fell = " ".join(str(number) for number in told.get("fell", ()))
        incident = told.get("incident")
        return self._say(told["step"], **{
            **told, "thing": self.word(told.get("thing", "")),
            "fell": fell or (self.word(f"incident.{incident}") if incident else "")})

    def _call(self, told: dict[str, Any]) -> str:
        words = self.word("call." + told["call"])
        called = handling(words, told.get("facts", {}))
        if not (seat := told.get("seat")):
            return f"«{called}»"
        label = self.label(seat) if called == words else ""  # the facts were said already
        return f"{self.name(seat)}: «{called}» {label}".rstrip()

    def _deal(self, told: dict[str, Any]) -> str:
        hand = self.name(told["to"])
        if incident := told.get("incident"):
            said = f"{hand}: {self.word(f'incident.{incident}')}"
            return f"{said}, {card_name(told['card'])}" if "card" in told else said
        if "card" not in told:
            return self._say("deal-hidden", hand=hand)
        return self._say("deal", hand=hand, card=card_name(told["card"]),
                         label=self.label(told["to"]))

    def _reveal(self, told: dict[str, Any]) -> str:
        return self._say("reveal", hand=self.name(told["hand"]), card=card_name(told["card"]),
                         label=self.label(told["hand"]))

    _turn = _reveal

    def _shift(self, told: dict[str, Any]) -> str:
        return self._say("shift", card=card_name(told["card"]), frm=self.name(told["frm"]),
                         to=self.name(told["to"]))

    def _handle(self, told: dict[str, Any]) -> str:
        said = handling(self.word(f"handle.{told['what']}"), told["facts"])
        word = self.word(f"answer.{told['word']}") if told.get("word") else \
            self.word(f"incident.{told['incident']}") if told.get("incident") else ""
        if word:
            said = self._say("handle-said", what=said, word=word)
        return self._say("handle-at", hand=self.name(told["seat"]), what=said) \
            if told["seat"] else said

    def _shuffle(self, told: dict[str, Any]) -> str:
        one = "-one" if told["packs"] == 1 and not told["warning"] else ""
        said = self._say(("by-hand" if told["seal"] == ATTENDED else "shuffle") + one, **told)
        if not told["warning"]:
            said = said.partition(";")[0]
        return self._say("without", told=said, count=told["without"]) if "without" in told \
            else said

    def _part(self, told: dict[str, Any]) -> str:
        first, second = told["into"]
        return self._say("part", hand=self.name(told["hand"]), first=self.name(first),
                         second=self.name(second))

    def _discard(self, told: dict[str, Any]) -> str:
        return self._say("discard", hands=", ".join(self.name(hand) for hand in told["hands"]))

    def _move(self, told: dict[str, Any]) -> str:
        kind = told["kind"] if told["kind"] in self._phrases else "move"
        bet = told["bet"]
        if self._named and "{who}" in self._phrases[kind]:  # whose it is, is said already
            bet = bet.replace(f"+{_bettor(bet).partition('+')[2]}", "")
        return self._say(kind, who=self._who(told), amount=self.money(told["amount"]),
                         bet=self.name(bet), odds=told.get("odds", ""), kind=told["kind"],
                         into=self.name(told.get("into", ""))).removesuffix(", ")

    def _result(self, told: dict[str, Any]) -> str:
        said = self._say("result", hand=self.name(told["hand"]),
                         result=self.word(f"result.{told['result']}"))
        facts = told.get("facts", {})
        if "category" in facts:
            said += f", {self.word('category.' + facts['category'])}"
        if "bank" in facts:
            return f"{said}, {self._say('against', **facts)}"
        return f"{said}, {facts['total']}" if "total" in facts else said

    def _listen(self, told: dict[str, Any]) -> str:
        asked: dict[str, list[str]] = {}
        for offer in told["offers"]:
            barred, only = offer.get("barred", ()), offer.get("players", ())
            if offer.get("note") == "full" or offer.get("player") in barred or (
                    only and not set(only) - {"", *barred}):
                continue  # it stands there to say why not
            who = offer.get("player") or self._say("anybody" if "player" in offer else "you")
            asked.setdefault(who, []).append(self._offer(offer))
        for name, players in told.get("chosen", ()):
            for player in players:
                asked.setdefault(player, []).append(self._say(
                    "from", menus=self.word(f"menu.{name.partition('/')[0]}")))
        if not asked:
            return self._say("waits")
        said = "; ".join(self._say("may", who=who, offers=", ".join(offers))
                         for who, offers in asked.items())
        if told.get("clock") and told.get("default"):
            act = self._words.get(f"call.{told['default']}") or self.word(f"act.{told['default']}")
            said += f"; {self._say('else', act=act.lower())}"
        return said

    def _menu(self, told: dict[str, Any]) -> str:
        name, _, value = told["name"].partition("/")
        name = self.word(f"menu.{name}") + (f" ({self.money(int(value))})" if value else "")
        return self._say("menu", name=name,
                         offers="; ".join(self._offer(offer) for offer in told["offers"]))

    def _offer(self, offer: dict[str, Any]) -> str:
        seats = offer.get("seats", ())
        kinds = {seat.partition("/")[0] for seat in seats}
        few = FEW if len(kinds) == 1 else 2 * FEW
        spots = ", ".join(seats) if len(seats) <= few else \
            self.word(f"bet.{kinds.pop()}") if len(kinds) == 1 else ""
        said = self.act(offer["act"], offer.get("seat", "") or spots)
        extras = []
        if offer.get("note") == "cards":
            extras.append(self._say("counts", low=offer["low"], high=offer["high"]))
        elif offer.get("unit"):
            extras.append(self._say("amounts", low=self.money(offer.get("low", 0)),
                                    high=self.money(offer["high"])))
        if offer.get("cost"):
            extras.append(f"+{self.money(offer['cost'])}")
        if offer.get("note") not in (None, "", "cards"):
            extras.append(self.word(f"note.{offer['note']}"))
        extras.append(short(offer["law"]))
        return f"{said} ({', '.join(extras)})"
