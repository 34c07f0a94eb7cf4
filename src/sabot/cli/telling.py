"""A table in the terminal, in one language: every event as a line with its clauses, what may be
done, and the cards as they lie.

It is given redacted events only (`sabot.procedure.redact`), so nothing hidden can be written.
"""

from __future__ import annotations

from typing import Any

from rich.box import ROUNDED
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from sabot.procedure import Offer, Refusal, refused
from sabot.procedure.game import Game
from sabot.procedure.resolvers import ATTENDED
from sabot.procedure.tell import Line, Teller, card_name, short

WIDTH = 96
MARGIN = 10  # columns for the clauses
STYLES = {"pay": "green", "jackpot": "green", "restore": "green", "collect": "red"}
SEAL = 16  # characters of a seal that are shown

PHRASES = {
    "en": {
        "limits": "Bets from {low} to {high} in steps of {unit}",
        "pays": "  {bet}: {odds} for {prize}",
        "credit": "Demo credit: {sum}, worth no money",
        "credit-each": "Each player has {sum} of demo credit, worth no money; help says how to "
                       "play",
        "real": "The cards are real ones: say what leaves the shoe; help says how",
        "players": "Players: {names}", "goes-on": "The journal goes on with coup {no}",
        "goes-on-after": "The journal goes on after coup {no}",
        "stays-open": "Coup {no} stays open in {path} and goes on from there", "coup": "Coup {no}",
        "this-coup": "This coup ", "you-have": "; you have {sum}", "has": "has {sum}",
        "so-far": "so far ", "bank": "bank", "jackpot": "jackpot", "session": "The session",
        "your-session": "Your session", "coups": "coups", "staked": "staked",
        "returned": "returned", "result": "result", "balance": "credit",
        "extended": "Your play is extended: {sum} of demo credit",
        "free-play": "It is free play and cannot become money, vouchers or anything else",
        "sums": "{low} to {high} in steps of {unit}", "cards": "{low} to {high} cards",
        "more": "{sum} more", "short": " (you have {sum})", "anybody": "anybody", "or": " or ",
        "close": "Close the bets", "time-out": "Let the time run out",
        "again": "r same bets again · ", "keys": "? the rule · q end   ({sum})",
        "unseen": " (?? when nobody has seen it)", "then": "{what}: then type {words}",
        "throw": "{what}, {ends}", "range": "{low} to {high}", "results": "Last results",
        "stored": "Coup {coup} (no. {no}) of {game} at table {table}, begun {began}",
        "written": "Coup {no} of {game} at {table}", "open": ", still open",
        "open-to-you": "; open to you: {acts}", "taken-now": "; taken now: {acts}",
        "no-fault": ": none is foreseen at this moment, elsewhere {kinds}; void CAUSE ends a coup "
                    "that cannot be determined",
        "stopped": "the coup cannot go on from this ({what})",
        "no-earlier": "there is no earlier bet to repeat",
        "verified-one": "verified: 1 coup, told anew from its record",
        "verified": "verified: {n} coups, each told anew from its record",
    },
    "pt": {
        "limits": "Apostas de {low} a {high}, de {unit} em {unit}",
        "pays": "  {bet}: {odds} por {prize}",
        "credit": "Crédito de demonstração: {sum}, sem valor em dinheiro",
        "credit-each": "Cada jogador tem {sum} de crédito de demonstração, sem valor em dinheiro; "
                       "help diz como se joga",
        "real": "As cartas são verdadeiras: diga o que sai do sabot; help diz como",
        "players": "Jogadores: {names}", "goes-on": "O registo continua com a jogada {no}",
        "goes-on-after": "O registo continua depois da jogada {no}",
        "stays-open": "A jogada {no} fica aberta em {path} e continua daí", "coup": "Jogada {no}",
        "this-coup": "Esta jogada ", "you-have": "; tem {sum}", "has": "tem {sum}",
        "so-far": "até agora ", "bank": "banca", "jackpot": "acumulado", "session": "A sessão",
        "your-session": "A sua sessão", "coups": "jogadas", "staked": "apostado",
        "returned": "recebido", "result": "saldo", "balance": "crédito",
        "extended": "O seu jogo é prolongado: {sum} de crédito de demonstração",
        "free-play": "É jogo gratuito e não se converte em dinheiro, vales ou outra coisa",
        "sums": "{low} a {high}, de {unit} em {unit}", "cards": "{low} a {high} cartas",
        "more": "mais {sum}", "short": " (tem {sum})", "anybody": "quem quiser", "or": " ou ",
        "close": "Fechar as apostas", "time-out": "Deixar passar o tempo",
        "again": "r as mesmas apostas · ", "keys": "? a regra · q fim   ({sum})",
        "unseen": " (?? se ninguém a viu)", "then": "{what}: escreva depois {words}",
        "throw": "{what}, {ends}", "range": "{low} a {high}", "results": "Últimas",
        "stored": "Jogada {coup} (n.º {no}) de {game} na mesa {table}, começada em {began}",
        "written": "Jogada {no} de {game} em {table}", "open": ", ainda aberta",
        "open-to-you": " Pode: {acts}.", "taken-now": " Aceita-se agora: {acts}.",
        "no-fault": " Nenhuma se prevê neste momento; noutros: {kinds}. void CAUSA acaba uma "
                    "jogada que não se pode determinar.",
        "stopped": "a jogada não pode continuar daqui ({what})",
        "no-earlier": "não há aposta anterior para repetir",
        "verified-one": "verificado: 1 jogada, contada de novo a partir do registo",
        "verified": "verificado: {n} jogadas, contadas de novo a partir do registo",
    },
}


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
        self.begin()

    def begin(self) -> None:
        """A coup begins: nothing lies on the table."""
        self.telling = Teller(self.words, self.game.label, self.lang, self.game.currency,
                              named=True)

    def say(self, phrase: str, **facts: Any) -> str:
        """A phrase of the terminal itself."""
        return PHRASES[self.lang][phrase].format(**facts)

    def refused(self, refusal: Refusal) -> str:
        """Why an act is refused, in the reader's language where its code has words there."""
        if self.lang == "en":  # the text itself is English, and says more
            return self.game.refused(refusal.text)
        words = refused.spoken({self.lang: self.words})[self.lang]
        return refused.told(refusal, words, self.game.money) or self.game.refused(refusal.text)

    def name(self, hand: str) -> str:
        """A hand or a bet as it begins a line: «Bank», «Place 3», «Hand 3.1»."""
        said = self.telling.name(hand)
        return said[:1].upper() + said[1:]

    # -- lines ------------------------------------------------------------------------------------

    def line(self, text: Text | str, clause: str = "", style: str = "") -> None:
        """One line with its clause at the right margin."""
        body = Text(text, style=style) if isinstance(text, str) else text
        if clause:
            self.last = clause
        gap = max(1, self.width - body.cell_len - len(short(clause)))
        self.console.print(Text.assemble(body, " " * gap, (short(clause), "cyan")) if clause
                           else body, soft_wrap=True)

    def tell(self, told: dict[str, Any] | None, *, answers: bool = True) -> None:
        """The line of one redacted event; questions have none of their own, and what is answered
        only where ``answers`` of several people are told."""
        line = self.telling.line(told)
        if line is None or told is None:
            return
        self.last = line.laws[0] if line.laws else self.last
        if told.get("step") == "listen" or ("answer" in told and not answers):
            return
        laws = Line("", line.laws).plain(self.game.section).lstrip()
        text = Text(line.text, style=STYLES.get(told.get("kind", ""), ""))
        text.highlight_regex(r"\w+[♥♦]", "bold red")
        gap = " " * max(2, self.width - MARGIN + 2 - text.cell_len)
        self.console.print(Text.assemble(text, gap, (laws, "cyan")) if laws else text,
                           soft_wrap=True)
        seal = told.get("seal") or told.get("opening", {}).get("seal")
        if seal and seal != ATTENDED:
            self.console.print(Text(f"  {seal[:SEAL]}…", style="dim"))

    # -- the table --------------------------------------------------------------------------------

    def table(self, shown: dict[str, Any]) -> None:
        """The hands, totals and bets that lie on the table, and the last results of the bank."""
        state = self.telling.state
        grid = Grid(box=ROUNDED, show_header=False, border_style="green", min_width=60)
        for name in sorted(state.hands, key=lambda name: (name != "bank", _natural(name))):
            staked = [self.game.money(amount) for bet, amount in sorted(state.bets.items())
                      if bet.partition("/")[0].partition("+")[0] == name]
            grid.add_row(self.name(name), Text(" ").join(card(one) for one in state.hands[name]),
                         self.telling.label(name), " + ".join(staked))
        if not state.hands:
            for name, amount in sorted(state.bets.items()):
                grid.add_row(self.name(name), "", "", self.game.money(amount))
        if results := shown.get("results"):
            grid.add_row(self.say("results"), Text(" ".join(results)), "",
                         Text(short(shown["law"]), "cyan"))
        if grid.row_count:
            self.console.print(grid)

    def offers(self, offers: list[Offer], keys: dict[str, str], balance: int) -> None:
        """What may be done now, each act once with its key, its places, its sum and its clause."""
        for act in dict.fromkeys(offer.act for offer in offers):
            same = [offer for offer in offers if offer.act == act]
            seats = [seat for offer in same for seat in offer.spots]
            text = Text.assemble((f"  {keys[act]}  ", "bold"), self.does(same[0]),
                                 f" [{' '.join(seats)}]" if len(seats) > 1 else "")
            self.line(Text.assemble(text, self.terms(same[0], balance)), same[0].law)

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
        if offer.note not in ("", "cards"):
            text.append(f"  ({self.telling.word(f'note.{offer.note}')})", style="yellow")
        return text

    def prizes(self, bets: list[dict[str, Any]]) -> None:
        """What each bet of the table pays."""
        for bet in bets:
            name = self.words.get(f"bet.{bet['bet']}") or bet["bet"]
            for prize in bet["pays"]:
                told = self.words.get(f"pays.{prize['for']}") or prize["for"]
                self.line(self.say("pays", bet=name, prize=told, odds=prize["odds"]),
                          prize["law"])


def _natural(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.split(".") if part.isdecimal())
