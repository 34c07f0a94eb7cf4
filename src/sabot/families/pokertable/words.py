"""The words of non-banked poker, in Portuguese and English."""

from __future__ import annotations

from sabot.families.pokertable import words_faults
from sabot.families.pokertable.variant import Variant

_ACTS = {  # key typed, then what it is called, what others read, what it means
    "sit": ("s", ("Sentar", "Sit"), ("senta-se", "sits down"), None),
    "leave": ("l", ("Sair", "Leave"), ("sai", "leaves"), None),
    "book": ("ins", ("Inscrever-se", "Register"), ("inscreve-se", "registers"),
             ("na lista de espera", "for a seat")),
    "change-seat": ("ch", ("Mudar de lugar", "Change seat"),
                    ("pede outro lugar", "asks for another seat"),
                    ("quando vagar", "when it is free")),
    "rest": ("rest", ("Descansar", "Rest"), ("descansa", "rests"),
             ("duas mãos, sem perder o lugar", "for two hands, keeping the seat")),
    "back": ("back", ("Voltar", "Come back"), ("volta a jogar", "plays again"), None),
    "tip": ("tip", ("Gratificar", "Tip"), ("dá uma gratificação", "gives a tip"), None),
    "top-up": ("tu", ("Repor a cave", "Top up"), ("repõe a cave", "tops up"), None),
    "cut": ("cut", ("Cortar", "Cut"), ("corta", "cuts"), None),
    "fold": ("f", ("Não vou", "Fold"), ("não vai", "folds"), None),
    "check": ("k", ("Passo", "Check"), ("passa", "checks"), None),
    "call": ("c", ("Acompanhar", "Call"), ("acompanha", "calls"), None),
    "bet": ("b", ("Apostar", "Bet"), ("aposta", "bets"), None),
    "raise": ("r", ("Jogo mais", "Raise"), ("repica", "raises"),
              ("acima da aposta dos outros", "more than the others have bet")),
    "deal-holdem": ("dh", ("Hold’em", "Hold’em"), ("escolhe hold’em", "names hold’em"),
                    ("com o marcador Dealer Choice", "with the Dealer Choice marker")),
    "deal-omaha": ("do", ("Omaha", "Omaha"), ("escolhe Omaha", "names Omaha"),
                   ("com o marcador Dealer Choice", "with the Dealer Choice marker")),
    "estardilho": ("es", ("Estardilho", "Estardilho"),
                   ("faz estardilho", "announces an estardilho"),
                   ("às cegas: os outros apostam o dobro", "unseen: the others bet double")),
    "no-estardilho": ("n", ("Sem estardilho", "No estardilho"),
                      ("não faz estardilho", "announces no estardilho"), None),
    "restardilho": ("rs", ("Restardilho", "Restardilho"), ("faz restardilho", "doubles it unseen"),
                    ("às cegas: dobra o estardilho", "unseen: doubles the estardilho")),
    "no-restardilho": ("nr", ("Sem restardilho", "No restardilho"),
                       ("não faz restardilho", "does not double it"), None),
    "all-in": ("a", ("Encavado", "All-in"), ("fica encavado", "goes all-in"),
               ("toda a cave", "the whole cave")),
}

_KEYS = {"fold": "F", "check": "K", "call": "C", "bet": "R", "raise": "R", "all-in": "A",
         "cut": "T"}
"""The letters of a browser: a bet and a raise stand at the same button."""

_CALLS = {
    "hand": ("A mão", "The hand"),
    "suspended": ("Menos de quatro jogadores: jogo suspenso",
                  "Fewer than four players: the game is suspended"),
    "game-closed": ("O jogo encerra", "The game is closed"),
    "estardilho": ("Estardilho", "Estardilho"), "restardilho": ("Restardilho", "Restardilho"),
    "drawn": ("Os lugares são sorteados", "Seats are drawn by lot"),
    "not-drawn": ("Não lhe coube lugar: fica na lista", "No seat was drawn: he is on the list"),
    "seat-changed": ("Muda para este lugar", "He sits here now"),
    "called": ("Chama-se o jogador inscrito", "The next of the list is called"),
    "away": ("Três jogadas sem jogar: deixa a mesa",
             "Three hands without playing: he leaves the table"),
    "enters-next": ("Joga na próxima jogada; a mão passa",
                    "He plays the next hand; the hand moves"),
    "limits": ("Novos limites: mínimo {minimum}", "New limits: minimum {minimum}"),
    "session-begins-free": ("Começa uma sessão", "A session begins"),
    "game-over": ("O jogo terminou", "The game is over"),
    "house-cuts": ("Corta o pagador", "The dealer cuts"),
    "wins-unseen": ("Ganha sem mostrar", "Wins without showing"),
    "main": ("Pote: {amount}", "The pot: {amount}"),
    "side": ("Pote lateral: {amount}", "Side pot: {amount}"),
    "proportion": ("Parte proporcional: {amount}", "Proportional part: {amount}"),
    "remainder": ("Remanescente: {amount}", "The remainder: {amount}"),
    "void": ("Jogada anulada", "The hand is void"),
    "session-begins": ("Começa uma sessão: {amount} por jogador",
                       "A session begins: {amount} from each player"),
    "session-charged": ("Quem se senta a partir de agora não paga esta sessão",
                        "Who sits down from now on does not pay for this session"),
    "session-over": ("A sessão acaba com esta mão", "The session ends with this hand"),
}

_INCIDENTS = {
    "after-30": ("a sessão dura há trinta minutos", "the session has lasted thirty minutes"),
    "after-60": ("a sessão dura há uma hora", "the session has lasted an hour"),
}

_HANDLES = {
    "show-cards": ("o baralho é aberto na mesa, com as faces para cima",
                   "the pack is opened on the table, face up"),
}

_HANDLES |= {f"marker-{name}": (f"o marcador Dealer Choice mostra {said}",
                                f"the Dealer Choice marker shows {said}")
             for name, said in (("holdem", "Hold’em"), ("omaha", "Omaha"))}

_CATEGORIES = {
    "high": ("carta maior", "high card"), "pair": ("par", "pair"),
    "two-pair": ("dois pares", "two pairs"),
    "simple-figures": ("figuras simples", "simple figures"),
    "figures-with-pairs": ("figuras com pares", "figures with pairs"),
    "three": ("trio", "three of a kind"), "straight": ("sequência", "straight"),
    "flush": ("cor", "flush"), "full": ("fullen", "full house"),
    "four": ("póquer", "four of a kind"), "straight-flush": ("sequência da cor", "straight flush"),
    "royal": ("sequência máxima da cor", "royal flush"),
}

_ASKED = {
    "seats": ("São precisos quatro jogadores", "Four players are needed"),
    "between": ("Entre duas mãos", "Between two hands"),
    "called": ("Há um lugar para si", "There is a seat for you"),
    "cut": ("Quer cortar?", "Will you cut?"),
    "choice": ("Que variante se joga?", "Which variant is played?"),
    "estardilho": ("Quem faz estardilho?", "Who announces an estardilho?"),
    "restardilho": ("Quem faz restardilho?", "Who doubles it unseen?"),
    "in-double": ("Aposta o dobro, ou desiste?", "Will you bet double, or fold?"),
    "doubles": ("Dobra o que adiantou?", "Will you double what you advanced?"),
    "turn": ("É a sua vez", "It is your turn"),
}

_OTHER = {
    "hand-mark": ("Tem a mão", "Has the hand"), "hand-mark.letter": ("M", "H"),
    "category.unseen": ("sem mostrar", "not shown"),
    "missing.check": ("Há uma aposta: só a acompanhando, ou aumentando, continua",
                      "There is a bet: only who calls or raises it goes on"),
    "missing.raise": ("Quem acompanha já põe tudo o que tem, ou mais ninguém tem com que pagar",
                      "A call takes all that you have, or nobody else has anything to call with"),
    "missing.raise.87": ("Esta ronda já teve os repiques que a regra permite",
                         "This round has had the raises that the rule allows"),
    "place": ("Lugar", "Seat"), "table": ("Mesa", "Table"), "board": ("Cartas comuns", "Board"),
    "burn": ("Queimadas", "Burnt"), "pot": ("Pote", "Pot"), "cave": ("Cave", "Cave"),
    "croupier": ("pagador", "dealer"), "bet.cave": ("cave", "cave"), "bet.pot": ("pote", "pot"),
    "bet.ante": ("aposta inicial", "ante"), "bet.small-bet": ("pequena aposta", "small bet"),
    "bet.big-bet": ("grande aposta", "big bet"), "bet.raise": ("repique", "raise"),
    "note.cards": ("cartas", "cards"), "note.all-in": ("encavado", "all-in"),
    "result.won": ("ganha", "wins"), "result.lost": ("perde", "loses"),
    "result.tie": ("empata", "ties"),
    "tell.take": ("{amount} em {bet} passa para {into}", "{amount} on {bet} goes to {into}"),
    "tell.commission": ("{amount} em {bet} vai para a ranhura da percentagem",
                        "{amount} on {bet} goes into the slot of the percentage"),
    "rule.limit": ("Limite das apostas", "Limit of bets"),
    "rule.counts": ("A última aposta conta (vezes)", "The last bet counts (times)"),
    "rule.second": ("Segunda variante", "Second variant"),
    "rule.percentage": ("Percentagem por", "Percentage of each"),
    "rule.rate": ("Percentagem (%)", "Percentage (%)"),
    "rule.cap": ("Máximo da percentagem", "Most of the percentage"),
    "rule.shares": ("Encavados", "All-in shares"),
    "rule.cave": ("Cave inicial", "Initial cave"), "rule.top_up": ("Reposição", "Top-up"),
    "rule.estardilho": ("Estardilho e restardilho", "Estardilho and restardilho"),
    "rule.entry": ("Entrada em jogo", "Joining a game"),
    "rule.sessions": ("Número de sessões", "Number of sessions"),
    "seated": ("pedidos", "requests"), "few": ("pedidos", "requests"),
    "resting": ("pedidos", "requests"), "moves": ("mudanças de lugar", "changes of seat"),
    "bet.lot": ("sorteio", "lot"), "lot": ("o sorteio", "the lot"),
}


def _in(n: int) -> dict[str, str]:
    found = {f"call.{key}": said[n] for key, said in _CALLS.items()}
    found |= {f"handle.{key}": said[n] for key, said in _HANDLES.items()}
    found |= {f"incident.{key}": said[n] for key, said in _INCIDENTS.items()}
    found |= {f"category.{key}": said[n] for key, said in _CATEGORIES.items()}
    found |= {f"ask.{key}": said[n] for key, said in _ASKED.items()}
    found |= {key: said[n] for key, said in _OTHER.items()}
    found |= words_faults.words(n)
    for act, (_, name, does, more) in _ACTS.items():
        found |= {f"act.{act}": name[n], f"does.{act}": does[n]}
        if act in _KEYS:
            found[f"key.{act}"] = _KEYS[act]
        if more:
            found[f"more.{act}"] = more[n]
    return found


def words(variant: Variant) -> dict[str, dict[str, str]]:
    """The words of one variant: what nobody does there has none."""
    missing = ("deal-holdem", "deal-omaha") if variant.cutter else (
        "cut", "estardilho", "no-estardilho", "restardilho", "no-restardilho")
    keys = {act: typed for act, (typed, *_) in _ACTS.items() if act not in missing}
    return {**{lang: {key: word for key, word in _in(n).items()
                      if key.partition(".")[2] not in missing}
               for n, lang in enumerate(("pt", "en"))}, "keys": keys}
