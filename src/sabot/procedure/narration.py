"""The narration of a coup: one line for each event, with the clauses that ordered it.

A `Narrator` turns what `redact` or `inspect` shows of an event into a line of text. It also folds
the state of the table, so that a line can name totals. It knows only what it was shown: a face-down
card has no name until it is turned up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, assert_never
from unicodedata import east_asian_width

from msgspec import UNSET

from sabot.money import EURO, format_money
from sabot.procedure.dealer import Event
from sabot.procedure.phrases import PHRASES
from sabot.procedure.resolvers import ATTENDED
from sabot.procedure.steps import (
    COUNTED,
    FLOWS,
    NOBODY,
    Act,
    AnyStep,
    Call,
    Cover,
    Cut,
    Deal,
    Discard,
    Listen,
    Move,
    Offer,
    Part,
    Result,
    Shift,
    Step,
    Throw,
    Turn,
    Uncover,
    number,
)
from sabot.procedure.view import Inspected, Label, TableState, inspect
from sabot.procedure.visible_events import (
    NO_LABEL,
    ShownAnswer,
    ShownClaim,
    ShownCover,
    ShownDeal,
    ShownEvent,
    ShownFault,
    ShownHandle,
    ShownListen,
    ShownMenu,
    ShownMove,
    ShownOffer,
    ShownOpen,
    ShownReveal,
    ShownShuffle,
    ShownThrow,
    ShownTimeOut,
    ShownTurn,
    ShownVoid,
)
from sabot.regulations import cite_clause

if TYPE_CHECKING:
    from sabot.procedure.game import Game

_SUITS = str.maketrans("SHDC", "♠♥♦♣")

FEW = 3  # so many spots of an offer are named one by one
"""Up to this many spots of an offer are named one by one."""


class Line(NamedTuple):
    """One event in words, and the clauses and interpretations that it cites, the main one first."""

    text: str
    laws: tuple[str, ...] = ()

    def plain(self, section: str = "", width: int = 0) -> str:
        """Text and clauses on one line; clauses of ``section`` are shortened to their rule."""
        laws = " ".join(short_clause(law, section) if section else law for law in self.laws)
        gap = width - sum(2 if east_asian_width(c) in "WF" else 1 for c in self.text)
        return f"{self.text}{' ' * gap}  {laws}".rstrip()


def card_name(card: str) -> str:
    """A card for people: ``TD`` is 10♦."""
    return f"{card[:-1].replace('T', '10')}{card[-1].translate(_SUITS)}"


def fill_facts(words: str, facts: Mapping[str, object]) -> str:
    """A text with the facts of its step filled in; unchanged where it names a fact that is missing.
    """
    try:
        return words.format(**facts)
    except (LookupError, ValueError):
        return words


def short_clause(law: str, section: str = "") -> str:
    """A clause as it is printed at the end of a line: its rule; in full where it is not of
    ``section``."""
    if section:
        return law.removeprefix(f"{section}/")
    return law if law.startswith("ir/") else law.rpartition("/")[2]


def _spot(spot: str, words: Mapping[str, str], phrases: Mapping[str, str]) -> str:
    """A spot of a layout in the words of a game; a part of its key without a word stays as it is.
    """
    head, rest = spot, ""
    while f"bet.{head}" not in words and "/" in head:
        head, _, tail = head.rpartition("/")
        rest = f"{tail}/{rest}" if rest else tail
    name = words.get(f"bet.{head}") or head
    if not rest:
        return name
    return phrases["spot"].format(
        kind=name, rest=_spot(rest, words, phrases) if "/" in rest else rest)


def _bettor(bet: str) -> str:
    """Place and number of a bettor: ``3+1`` of ``3.2+1/pair``."""
    hand, _, number = bet.partition("/")[0].partition("+")
    return f"{hand.partition('.')[0]}+{number}"


class Narrator:
    """Narrates the events of one coup, in order.

    ``words`` are the game's texts in the language; a text ``tell.KEY`` replaces the general phrase
    KEY, and ``else.CALL`` a call whose facts are known only when it is made. With ``named``,
    bettors without a place are called by their name, where the record holds names; otherwise by
    number. ``calls`` are the words of the croupier's calls in each language of the law and then in
    the reader's; by default in the reader's only.
    """

    def __init__(self, words: dict[str, str], label: Label, lang: str = "en",
                 currency: str = EURO, *, named: bool = False,
                 calls: Mapping[str, dict[str, str]] | None = None) -> None:
        self._words = words
        self._calls = calls or {lang: words}
        self._phrases = PHRASES[lang] | {
            key.removeprefix("tell."): text for key, text in words.items()
            if key.startswith("tell.")}
        self._currency = currency
        self._did = ""  # the last act that did not answer another player's act
        self.state = TableState(label)
        self._named = named
        self._people: dict[str, str] = {}  # the bettors of places, by place and number: "3+1"

    @classmethod
    def of(cls, game: Game, lang: str, *, named: bool = False) -> Narrator:
        """A narrator for the coups of a game, with its calls in the languages of the law."""
        cite_clause(*game.calls.law)
        return cls(
            game.words[lang], game.label, lang, game.currency, named=named,
            calls={language: game.words[language] for language in game.calls.languages_for(lang)})

    def lines(self, events: Iterable[Event]) -> list[Line]:
        """A record as an inspector reads it."""
        events_shown = (self.line(inspect(event)) for event in events)
        return [line for line in events_shown if line is not None]

    def line(self, event: ShownEvent | Inspected | None) -> Line | None:
        """The line of one event as it is shown, or as an inspector reads it; None when there is
        nothing to say."""
        if event is None:
            return None
        inspected = event if isinstance(event, Inspected) else Inspected(event)
        shown_event = inspected.shown
        self.state.fold(shown_event)
        match shown_event:
            case ShownVoid():
                return Line(self._say("void", cause=self._cause(shown_event.void)))
            case ShownFault():
                return Line(f"  {self._fault(shown_event, inspected.note)}")
            case ShownTimeOut():
                return Line(f"  {self._say('timeout')}")
            case ShownAnswer():
                if f"did.{shown_event.answer}" in self._words:
                    self._did = shown_event.answer
                return Line(f"  {self._answer(shown_event, inspected.full)}")
            case ShownMove() if (
                self._named and isinstance(inspected.full, Move) and "+" in shown_event.bet
            ):
                self._people[_bettor(shown_event.bet)] = inspected.full.player
            case _:
                pass
        text = self._step(shown_event, inspected.full)
        also = inspected.also or (
            shown_event.also if isinstance(shown_event, Step | ShownMove | ShownReveal) else ())
        return Line(text, tuple(law for law in (shown_event.law, *also) if law)) if text else None

    def _cause(self, cause: str) -> str:
        """Why a coup is void, in words where the house itself gave the cause."""
        return self._phrases.get(f"cause.{cause.replace(' ', '-')}", cause)

    def asks(self, step: AnyStep) -> str:
        """What a croupier must do and enter for a step."""
        if isinstance(step, Deal):
            return self._say("ask-down" if step.seen_by == NOBODY else "ask-up",
                             hand=self.name(step.to))
        if isinstance(step, Turn):
            return self._say("ask-turn", n=step.index + 1, hand=self.name(step.hand))
        if isinstance(step, Throw | Cover):
            return self._say("ask-throw", thing=self.word(step.thing))
        inspected = inspect(Event(step))
        return self._step(inspected.shown, inspected.full) if inspected else ""

    # -- words ------------------------------------------------------------------------------------

    def _say(self, phrase: str, **facts: object) -> str:
        return self._phrases[phrase].format(**facts)

    def _with(self, text: str, more: object) -> str:
        return self._say("with", told=text, more=more)

    def listing(self, texts: Iterable[str]) -> str:
        """Texts in a row, with the comma of the language."""
        return self._phrases["comma"].join(texts)

    def word(self, key: str) -> str:
        """A word of the game's vocabulary; the last part of the key where there is none."""
        return self._words.get(key) or key.rpartition(".")[2]

    def name(self, hand: str) -> str:
        """A hand, place or bet in words: ``3.1``, ``3/insurance``, ``3+1``, ``bank``."""
        base, _, bet = hand.partition("/")
        base, _, bettor = base.partition("+")
        if f"bet.{base}" in self._words and bet:
            return self.spot(hand).lower()  # a spot of the layout, for every bettor
        if not base[:1].isdigit():
            named = self.word(base).lower()
        else:
            named = self._say("hand" if "." in base else "place", n=base)
        if bettor:
            person = self._people.get(_bettor(hand))
            named = self._with(named, person) if person else \
                self._say("bettor", hand=named, n=bettor)
        return self._say("of", bet=self.spot(bet).lower(), hand=named) if bet else named

    def spot(self, spot: str) -> str:
        """A spot of the layout in words: ``pair``, ``straight/17``, ``series/grande/split/4-7``."""
        return _spot(spot, self._words, self._phrases)

    def _facts(self, facts: Mapping[str, object], lang: str) -> dict[str, object]:
        """The facts of a call in one of its languages; spots of the layout by name, numbers in a
        row."""
        words, phrases = self._calls[lang], PHRASES[lang]
        rows = {name: phrases["comma"].join(map(str, fact)) for name, fact in facts.items()
                if isinstance(fact, list | tuple)}
        listed = {name: fact.split(", ") for name, fact in facts.items() if isinstance(fact, str)}
        return {**facts} | rows | {
            name: phrases["comma"].join(_spot(spot, words, phrases) for spot in spots)
            for name, spots in listed.items()
            if all(f"bet.{spot.partition('/')[0]}" in words for spot in spots)}

    def act(self, act: str, seat: str) -> str:
        """An offered act in words; one that answers another player's act names that act too."""
        text = self._words.get(f"of.{act}")
        if text is None or not self._did:
            return self._act(self.word(f"act.{act}").lower(), seat)
        return fill_facts(text, {"did": self.word(f"did.{self._did}"), "hand": self.name(seat)})

    def _act(self, act: str, seat: str) -> str:
        """An act and the place, hand or spot it concerns; acts of the whole table name none."""
        return act if seat in ("", "table") else f"{act} {seat}"

    def _who(self, shown: ShownMove | ShownAnswer, full: Listen | Move | Act | None) -> str:
        if isinstance(full, Move | Act) and full.player:
            return full.player
        return self._say("you" if shown.yours else "somebody")

    def label(self, hand: str) -> str:
        """The total of a hand in words, "" where it has none."""
        label = self.state.labels.get(hand, NO_LABEL)
        return self._total("" if label.total is UNSET else label.total, label.soft is True)

    def _total(self, total: object, soft: bool = False) -> str:
        """The value of cards: points, or the short name of a combination."""
        return self._say("soft" if soft else "total", total=total) if str(total).isdigit() \
            else str(total)

    # -- events -----------------------------------------------------------------------------------

    def _answer(self, shown: ShownAnswer, full: Listen | Move | Act | None) -> str:
        act = self._act(self.word(f"act.{shown.answer}"), shown.seat)
        if shown.amount:
            act = self._with(act, self._amount(shown.amount, shown.answer in COUNTED))
        return self._say("answer", who=self._who(shown, full), act=act)

    def _fault(self, shown: ShownFault, note: str) -> str:
        kind = self.word(f"incident.{shown.fault}")
        text = self._say("fault-at", hand=self.name(shown.seat), fault=kind) if shown.seat \
            else self._say("fault", fault=kind)
        return self._say("noted", told=text, note=note) if note else text

    def _amount(self, amount: int, counted: bool) -> str:
        """An amount of money, or a number of cards."""
        return self._say("cards", n=amount) if counted else self.money(amount)

    def money(self, amount: int) -> str:
        """Cents in the currency of the table."""
        return format_money(amount, self._currency)

    def _step(self, shown: ShownEvent, full: Listen | Move | Act | None = None) -> str:
        """A step in words; "" where there is nothing to say."""
        match shown:
            case ShownMove():
                return self._move(shown, full)
            case ShownDeal():
                return self._deal(shown)
            case ShownListen():
                return self._listen(full if isinstance(full, Listen) else shown)
            case ShownReveal() | ShownTurn():
                return self._card("reveal", shown.hand, shown.card)
            case Result():
                return self._result(shown)
            case Call():
                return self._call(shown)
            case ShownHandle():
                return self._handle(shown)
            case ShownMenu():
                return self._menu(shown)
            case Discard():
                return self._say("discard", hands=self.listing(map(self.name, shown.hands)))
            case ShownThrow():
                return self._say("throw", thing=self.word(shown.thing),
                                 fell=_numbers(shown.fell) or self._incident(shown.incident))
            case ShownCover():
                return self._say("cover", thing=self.word(shown.thing))
            case Uncover():
                return self._say("uncover", thing=self.word(shown.thing),
                                 fell=_numbers(shown.fell))
            case ShownShuffle():
                return self._shuffle(shown)
            case Cut():
                return self._say("cut")
            case ShownOpen():
                return self._say("open")
            case Shift():
                return self._say("shift", card=card_name(shown.card), frm=self.name(shown.frm),
                                 to=self.name(shown.to))
            case Part():
                first, second = map(self.name, shown.into)
                return self._say("part", hand=self.name(shown.hand), first=first, second=second)
            case ShownClaim():
                return self._say("claim", pool=shown.pool, amount=self.money(shown.cents or 0))
            case ShownAnswer() | ShownTimeOut() | ShownFault() | ShownVoid():
                return ""
            case _ as never:
                assert_never(never)

    def _incident(self, kind: str) -> str:
        return self.word(f"incident.{kind}") if kind else ""

    def _call(self, call: Call) -> str:
        key = f"call.{call.call}"
        own = (f"{key}.{fact}" for fact in call.facts)
        key = next((named for named in own if named in self._words), key)
        words = [vocabulary.get(key) or call.call for vocabulary in self._calls.values()]
        calls = [fill_facts(text, self._facts(call.facts, lang))
                 for lang, text in zip(self._calls, words, strict=True)]
        text = self._say("said", words=self._phrases["tongues"].join(dict.fromkeys(calls)))
        if not call.seat:
            return text
        label = (
            self.label(call.seat) if calls == words else ""
        )  # otherwise the facts name the total already
        return f"{self._say('said-at', hand=self.name(call.seat), said=text)} {label}".rstrip()

    def _deal(self, shown: ShownDeal) -> str:
        hand = self.name(shown.to)
        if shown.incident:
            text = self._say("handle-at", hand=hand, what=self._incident(shown.incident))
            return self._with(text, card_name(shown.card)) if shown.card else text
        if not shown.card:
            return self._say("deal-hidden", hand=hand)
        return self._card("deal", shown.to, shown.card)

    def _card(self, phrase: str, hand: str, card: str) -> str:
        """A card that comes to a hand or is turned up, with the total of the hand if it has one."""
        label = self.label(hand)
        text = self._say(phrase, hand=self.name(hand), card=card_name(card), label=label)
        return text if label else text.rstrip(" :：")

    def _handle(self, shown: ShownHandle) -> str:
        text = fill_facts(self.word(f"handle.{shown.what}"), shown.facts)
        word = self.word(f"answer.{shown.word}") if shown.word else self._incident(shown.incident)
        if word:
            text = self._say("handle-said", what=text, word=word)
        return self._say("handle-at", hand=self.name(shown.seat), what=text) if shown.seat else text

    def _shuffle(self, shown: ShownShuffle) -> str:
        suffix = "-one" if shown.packs == 1 and not shown.warning else ""
        text = self._say(("by-hand" if shown.seal == ATTENDED else "shuffle") + suffix,
                         packs=shown.packs)
        if shown.warning:
            text = self._say("warned", told=text, warning=shown.warning)
        return self._say("without", told=text, count=shown.without) if shown.without else text

    def _move(self, shown: ShownMove, full: Listen | Move | Act | None) -> str:
        kind = shown.kind if shown.kind in self._phrases else "move"
        bet = shown.bet
        if self._named and "{who}" in self._phrases[kind]:  # the text names the player already
            bet = bet.replace(f"+{_bettor(bet).partition('+')[2]}", "")
        text = self._say(kind, who=self._who(shown, full), amount=self.money(shown.amount),
                         bet=self.name(bet), kind=shown.kind, into=self._into(shown))
        if kind != "pay" or not shown.odds:
            return text
        won, _, staked = shown.odds.partition(":")
        return self._say("pay-odds", told=text, won=won, staked=staked)

    def _into(self, shown: ShownMove) -> str:
        """Where money goes: a bet by its name, a ticket or voucher by its printed number."""
        numbered = "ticket" in FLOWS[shown.kind] or shown.kind == "hand-pay"
        return shown.into if numbered else self.name(shown.into)

    def _result(self, result: Result) -> str:
        text = self._say("result", hand=self.name(result.hand),
                         result=self.word(f"result.{result.result}"))
        facts = result.facts
        if "symbol" in facts:
            text = self._with(text, f"{facts['count']} × {facts['symbol']}")
        if "name" in facts:
            text = self._with(text, self.word(f"combination.{facts['name']}"))
        if "cents" in facts:
            text = self._with(text, self.money(number(facts, "cents")))
        if "category" in facts:
            text = self._with(text, self.word(f"category.{facts['category']}"))
        if "bank" in facts:
            return self._with(text, self._say("against", total=self._total(facts["total"]),
                                              bank=self._total(facts["bank"])))
        return self._with(text, self._total(facts["total"])) if "total" in facts else text

    def _listen(self, asked: ShownListen | Listen) -> str:
        offers_by_person: dict[str, list[str]] = {}
        if isinstance(asked, Listen):
            for offer in asked.offers:
                if offer.note == "full" or offer.player in offer.barred or (
                        offer.players and not set(offer.players) - {"", *offer.barred}):
                    continue  # only there to be refused, with the reason
                offers_by_person.setdefault(offer.player or self._say("anybody"), []).append(
                    self._offer(offer)
                )
            for name, players in asked.menus:
                for player in players:
                    offers_by_person.setdefault(player, []).append(self._say(
                        "from", menus=self.word(f"menu.{name.partition('/')[0]}")))
        else:
            for visible in asked.offers:
                if visible.note != "full":
                    offers_by_person.setdefault(self._say("you"), []).append(self._offer(visible))
        if not offers_by_person:
            return self._say("waits")
        parts = [self._say("may", who=person, offers=self.listing(offers))
                 for person, offers in offers_by_person.items()]
        if asked.clock and asked.default:
            act = next(filter(None, (self._words.get(f"{kind}.{asked.default}")
                                     for kind in ("else", "call", "act"))), asked.default)
            parts.append(self._say("else", act=act.lower()))
        return self._phrases["semicolon"].join(parts)

    def _menu(self, menu: ShownMenu) -> str:
        name, _, value = menu.name.partition("/")
        name = self.word(f"menu.{name}")
        if value:
            name = self._say("noted", told=name, note=self.money(int(value)))
        return self._say("menu", name=name, offers=self._phrases["semicolon"].join(
            map(self._offer, menu.offers)))

    def _offer(self, offer: ShownOffer | Offer) -> str:
        seats = offer.seats
        kinds = {seat.partition("/")[0] for seat in seats}
        few = FEW if len(kinds) == 1 else 2 * FEW
        spots = self.listing(seats) if len(seats) <= few else \
            self.word(f"bet.{kinds.pop()}") if len(kinds) == 1 else ""
        text = self.act(offer.act, offer.seat or spots)
        extras = []
        if offer.note == "cards":
            extras.append(self._say("counts", low=offer.low, high=offer.high))
        elif offer.unit:
            extras.append(self._say("amounts", low=self.money(offer.low),
                                    high=self.money(offer.high)))
        if offer.cost:
            extras.append(f"+{self.money(offer.cost)}")
        if offer.note not in ("", "cards"):
            extras.append(self.word(f"note.{offer.note}"))
        extras.append(short_clause(offer.law))
        return self._say("noted", told=text, note=self.listing(extras))


def _numbers(fell: Iterable[int]) -> str:
    return " ".join(map(str, fell))
