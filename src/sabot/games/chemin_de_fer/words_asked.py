"""What is asked of the players of chemin de fer, as the page above their buttons says it."""

from __future__ import annotations

_ASKED = {
    "seats": ("Faltam jogadores: são precisos quatro sentados",
              "Players are wanted: four must be seated"),
    "cut": ("Quer cortar?", "Will you cut?"),
    "hand": ("Quer a mão?", "Will you take the hand?"),
    "associate": ("Aceita associação à banca?", "Will you take an associate in the bank?"),
    "banco": ("Quem quer fazer bancô?", "Who will go banco?"),
    "suivi": ("Bancô suivi?", "Banco suivi?"),
    "kept": ("A jogada foi nula. Ficam as apostas?", "The coup is void. Do the bets stay?"),
    "ponto": ("As cartas são do ponto", "The cards are the punter's"),
    "banker": ("O banqueiro decide", "The banker decides"),
    "level": ("A mão passa. Quem a toma ao nível?", "The hand passes. Who takes it at its level?"),
    "bid": ("Banca em leilão. Quem oferece?", "The bank is auctioned. Who offers?"),
    "awarded": ("A banca é sua: dá as cartas?", "The bank is yours: will you deal?"),
    "must": ("A mão é sua pelo mínimo", "The hand is yours at the minimum"),
    "called": ("É chamado para o lugar vago", "You are called to the vacant seat"),
    "complete": ("Quem completa?", "Who completes?"),
}
_HINTS = {  # to whom it is put, sometimes by the first of what he may do
    "cut": ("Corte, se quiser: escolha onde.", "Cut if you like: choose where."),
    "hand": ("Ponha o capital da banca, ou recuse a mão.",
             "Lay the capital of the bank, or refuse the hand."),
    "hand.continue": ("Continue com a banca que está na mesa, ou passe a mão.",
                      "Go on with the bank that lies there, or pass the hand."),
    "associate": ("Outro jogador pode juntar tanto como a banca; ou fique sozinho.",
                  "Another player may add as much as the bank; or bank alone."),
    "banco": ("Bancô é só contra toda a banca; com a mesa, contra metade ou mais.",
              "Banco is alone against all of the bank; with the table, against half or more."),
    "suivi": ("Perdeu contra esta banca: pode ir outra vez contra toda ela.",
              "You lost to this bank: you may go against all of it again."),
    "kept": ("Deixe a aposta, ou retire-a.", "Leave the bet, or take it back."),
    "ponto": ("As cartas são suas: diga o que faz.", "The cards are yours: say what you do."),
    "banker": ("Tira uma carta, ou fica?", "Will you draw a card, or stand?"),
    "level": ("Pode tomá-la com a banca que tinha.", "You may take it with the bank that it had."),
    "bid": ("Ofereça mais, ou não licite.", "Bid more, or do not bid."),
    "awarded": ("Fique com a mão, ou recuse-a.", "Take the hand, or refuse it."),
    "must": ("Ponha o mínimo, ou perde o lugar.", "Lay the least, or you lose your seat."),
    "called": ("Sente-se, ou perde o direito ao lugar.",
               "Sit down, or you lose your right to the seat."),
}

WORDS = {lang: {**{f"ask.{window}": said[n] for window, said in _ASKED.items()},
                **{f"hint.{window}": said[n] for window, said in _HINTS.items()}}
         for n, lang in enumerate(("pt", "en"))}
