"""The words of a shoe that people cut, for the games whose cloth is decided by cards."""

from __future__ import annotations

from sabot.words import same

KEYS = {"cut": "t", "no-cut": "o", "deal": "go"}
"""What is typed for these acts in the terminal."""

WORDS = {
    **same({"key.cut": "T", "key.no-cut": "O", "key.deal": "C"}),
    "act.cut": ("Cortar", "Cut", "割牌"),
    "act.no-cut": ("Não cortar", "No cut", "不割牌"),
    "act.deal": ("Dar cartas", "Deal", "派牌"),
    "does.cut": ("corta", "cuts", "割牌"),
    "does.no-cut": ("não corta", "does not cut", "不割牌"),
    "does.deal": ("pede as cartas", "asks for the cards", "請莊荷派牌"),
    "more.cut": ("parte o baralho onde quiser", "part the pack where you like", "自選割牌位置"),
    "more.no-cut": ("passa ao lugar seguinte", "the right goes to the next place",
                    "由下一座位割牌"),
    "more.deal": ("fecha as apostas", "closes the bets", "停止投注"),
    "burn": ("Recipiente", "Box of played cards", "廢牌盒"),
    "incident.warning-card": ("sai a carta-aviso", "the warning card has come", "白咭出現"),
    "call.house-cuts": ("O pagador corta", "The dealer cuts", "由莊荷割牌"),
    "call.last-coup": ("A jogada em curso é a última deste sabot",
                       "This coup is the last of the shoe", "此局為本靴牌的最後一局"),
    "call.shuffle": ("Baralham-se as cartas", "The cards are shuffled", "現在洗牌"),
    "handle.cut-card": ("a carta do corte tapa a última carta do conjunto",
                        "the cut card covers the last card of the pile", "以割牌咭遮蓋最後一張牌"),
    "handle.warning-card": ("a carta-aviso é colocada", "the warning card is put in", "插入白咭"),
    "handle.load-shoe": ("as cartas vão para o sabot, de face para baixo",
                         "the cards go into the shoe, face down", "紙牌牌面向下放進牌靴"),
    "ask.cut": ("Quer cortar?", "Would you cut?", "要割牌嗎？"),
    "ask.seats": ("Sentem-se, por favor", "Please sit down", "請入座"),
    "hint.cut": ("Corte, se quiser: escolha onde.", "Cut if you like: choose where.",
                 "如欲割牌，請選擇位置。"),
    "ask.shuffle": ("Vai baralhar-se", "The cards will be shuffled", "即將洗牌"),
    "hint.shuffle": ("Baralha-se quando o relógio acabar; quem se sentar até lá pode cortar.",
                     "It begins when the clock has run out; who sits down by then may cut.",
                     "時間屆滿即洗牌；在此之前入座者可割牌。"),
}
