// The words of the page of odds. What a bet, an act or a class of play is called comes from the game.

import { lang } from './i18n.js';

const PT = {
  'skip': 'Ir para as probabilidades', 'title': 'Probabilidades', 'loading': 'A calcular. Da primeira vez demora alguns segundos.', 'failed': 'Não foi possível: {why}', 'again': 'Tentar outra vez', 'room': 'Ir à sala', 'table': 'Ir à mesa',
  'for.game': 'segundo a regulamentação, sem escolhas da casa', 'about': 'Informação sobre o jogo: não aconselha nenhuma mão em curso.',
  'keeps': 'A casa fica com {edge} da aposta inicial', 'gives': 'O jogador ganha {edge} da aposta inicial', 'even': 'Ninguém tem vantagem',
  'keeps.why': 'De cada {stake} apostados fica a casa, em média, com {sum}, se o jogador fizer sempre a melhor jogada.', 'gives.why': 'De cada {stake} apostados recebe o jogador, em média, mais {sum}, se fizer sempre a melhor jogada.',
  'keeps.laid': '{bet}: de cada {stake} apostados fica a casa, em média, com {sum}. Depois de feita a aposta já nada há para decidir.', 'gives.laid': '{bet}: de cada {stake} apostados recebe o jogador, em média, mais {sum}.',
  'laid': 'Todas as apostas', 'laid.say': 'O que pagam, quantas vezes ganham e o que a casa fica de cada uma, exactamente.', 'laid.bet': 'Aposta', 'laid.pays': 'paga', 'laid.wins': 'ganha', 'laid.edge': 'a casa fica com', 'laid.decided': 'das decididas', 'laid.throws': 'lançamentos', 'laid.throw': 'por lançamento', 'laid.spots': '{n} sítios', 'or': 'ou',
  'laid.note': 'Paga: além da aposta, que continua do jogador. A casa fica com: de cada aposta feita.', 'laid.decided.note': 'Das decididas: de cada aposta que se ganha ou perde.', 'laid.throws.note': 'Lançamentos: até a aposta se decidir, em média; e o que a casa fica por cada um deles.', 'laid.coups': 'jogadas', 'laid.coup': 'por jogada', 'laid.coups.note': 'Jogadas: até a aposta se decidir, em média; e o que a casa fica por cada uma delas.', 'method.dealt': 'Contado por todas as maneiras de dar as cartas de um sabot completo, cada uma com a mesma probabilidade; o que espera várias jogadas, como uma cadeia de Markov, em fracções exactas.',
  'session.laid': 'Sempre com {stake} na mesma aposta: {bet}.', 'most.all': 'O mesmo em todos os lugares', 'method.laid': 'Contado por todos os resultados que podem sair, cada um com a mesma probabilidade; o que dura vários lançamentos, como uma cadeia de Markov, em fracções exactas.',
  'hour': 'Uma hora', 'hour.why': '{n} jogadas de {stake}: em média {sum}', 'deviation': 'Desvio de uma jogada', 'deviation.why': '{n} apostas: o que uma jogada varia', 'staked': 'Em jogo por jogada', 'staked.why': '{n} apostas, com o que se dobra e desdobra', 'bound': 'Margem de erro', 'bound.why': 'o valor não está mais longe do que isto da verdade',
  'ends': 'Como acaba uma jogada', 'win': 'ganha', 'push': 'empata', 'lose': 'perde', 'win.money': 'com lucro', 'push.money': 'sem ganhar nem perder', 'lose.money': 'com perda',
  'class': 'Como se joga', 'class.costs': 'custa {cost}', 'class.best': 'a melhor',
  'chart': 'A melhor jogada', 'chart.say': 'Em baixo a mão do jogador, em cima a carta da banca. A letra é a do botão; a pequena diz o que se faz quando isso não se pode. Toque numa casa, ou ande com as setas.',
  'hard': 'Sem ás, ou ás a 1', 'soft': 'Ás a 11', 'pair': 'Pares', 'against': 'contra', 'bank.card': 'carta da banca', 'hand': 'mão', 'suited': 'do mesmo naipe', 'ace': 'Ás',
  'cell': '{hand} contra {up}: {act}', 'cell.worth': 'vale {worth} apostas', 'cell.second': 'A seguir {act}: custa mais {cost} apostas.', 'cell.only': 'Não há outra jogada.', 'cell.pick': 'Escolha uma casa do quadro.',
  'by.total': 'Por total', 'by.cards': 'Por duas cartas', 'other': 'Mãos que se jogam de outra maneira que o seu total', 'other.row': '{hand} contra {up}: {best}, e não {usual}; vale mais {cost} apostas.',
  'rules': 'O que vale cada regra', 'rules.say': 'Do jogo mais corrente no mundo até este, regra a regra, em centésimos da aposta. À direita de zero ganha a casa.', 'rules.to': 'A casa fica com', 'rules.from': 'o jogo mais corrente', 'rules.alone': 'sozinha {n}',
  'net': 'O resultado de uma jogada', 'net.say': 'Quanto se ganha ou perde, em apostas iniciais, e quantas vezes.', 'net.more': '{n} ou mais', 'net.less': '{n} ou menos', 'net.bets': '{n} apostas', 'one-in': '1 em {n}',
  'often': 'Quantas vezes acontece', 'ups': 'Por carta da banca', 'ups.say': 'O que a casa fica de uma aposta, conforme a carta que mostra.',
  'first': 'A primeira decisão', 'first.say': 'Quantas vezes se começa por cada uma, na maneira de jogar escolhida.',
  'most': 'O que a banca pode ter de pagar', 'most.say': 'Numa jogada, descontado o que recebe, com as apostas no máximo e o pior desfecho para a banca. O prémio acumulado sai do seu próprio fundo e não conta.', 'most.place': 'Num lugar', 'most.table': 'Em toda a mesa', 'most.split': 'Par de {what} desdobrado em {n} mãos', 'most.aces': 'ases', 'most.tens': 'cartas de valor 10', 'most.rank': '{n}', 'most.fell': 'Se sair o {n}', 'most.with': ', com o {n} marcado', 'most.bound': 'É um limite: todas as apostas que podem ganhar ao mesmo tempo, cada uma no máximo, e nenhuma que perca; os limites comuns a várias apostas não contam.', 'most.stake': ', com {stake} apostados no lugar', 'most.times': '{n} vezes o apostado', 'most.shared': 'Nunca mais do que isto: os lugares partilham as cartas e não podem ter todos as melhores', 'most.none': 'Sem limite:', 'most.crowd': 'nada limita quantos podem apostar no mesmo lugar.', 'most.beside': 'As apostas adicionais ficam de fora: nada limita quantos as fazem.',
  'beside': 'As outras apostas', 'bet.edge': 'a casa fica com', 'bet.gain': 'o jogador ganha', 'bet.win': 'ganha-se', 'bet.none': 'Nesta mesa não há outras.', 'bet.stake': 'da aposta', 'bet.sure': 'exactamente {edge}',
  'session': 'Uma sessão', 'session.say': 'Sempre com {stake} por jogada e a melhor jogada, num sabot acabado de baralhar.', 'session.coups': '{n} jogadas', 'session.ahead': 'acaba a ganhar', 'session.low': 'uma em vinte vezes acaba abaixo de', 'session.mid': 'metade das vezes acima de', 'session.high': 'uma em vinte vezes acaba acima de',
  'jackpot.pool': 'A ficha compensa com', 'jackpot.never': 'A ficha nunca deixa de custar.', 'jackpot.line': 'Combinação', 'jackpot.often': 'Quantas vezes', 'jackpot.top': 'Até ao prémio maior', 'jackpot.top.why': 'em média {mean} fichas; metade das vezes antes de {median}; de {low} a {high} em nove de dez vezes',
  'jackpot.prize': 'Prémio', 'jackpot.times': '{n} fichas', 'jackpot.share': '{n} % do acumulado', 'jackpot.shared': 'Se houver ficha em todas as {n} casas e se dividirem os prémios iguais, quando muito a partir de {sum}.', 'jackpot.pool.then': 'O acumulado, cedo, a meio e tarde', 'not': 'Sem cálculo: {what}', 'method': 'Calculado a partir do baralho completo, carta a carta, sem repor. As mãos de um par desdobrado contam-se em média exactas e na distribuição como independentes.',
};

const EN = {
  'skip': 'Skip to the odds', 'title': 'Odds', 'loading': 'Computing. The first time takes some seconds.', 'failed': 'Not possible: {why}', 'again': 'Try again', 'room': 'To the room', 'table': 'To the table',
  'for.game': 'as the regulation has it, without choices of a house', 'about': 'Information about the game: it advises on no hand in play.',
  'keeps': 'The house keeps {edge} of the initial bet', 'gives': 'The player gains {edge} of the initial bet', 'even': 'Nobody has an edge',
  'keeps.why': 'Of each {stake} staked the house keeps {sum} on average, if the player always plays best.', 'gives.why': 'Of each {stake} staked the player gets {sum} more on average, if he always plays best.',
  'keeps.laid': '{bet}: of each {stake} staked the house keeps {sum} on average. Once the bet is made there is nothing left to decide.', 'gives.laid': '{bet}: of each {stake} staked the player gets {sum} more on average.',
  'laid': 'All the bets', 'laid.say': 'What they pay, how often they win and what the house keeps of each, exactly.', 'laid.bet': 'Bet', 'laid.pays': 'pays', 'laid.wins': 'wins', 'laid.edge': 'the house keeps', 'laid.decided': 'of those decided', 'laid.throws': 'throws', 'laid.throw': 'by throw', 'laid.spots': '{n} spots', 'or': 'or',
  'laid.note': 'Pays: besides the stake, which stays the player’s. The house keeps: of each bet that is made.', 'laid.decided.note': 'Of those decided: of each bet that is won or lost.', 'laid.throws.note': 'Throws: until the bet is decided, on average; and what the house keeps for each of them.', 'laid.coups': 'coups', 'laid.coup': 'by coup', 'laid.coups.note': 'Coups: until the bet is decided, on average; and what the house keeps for each of them.', 'method.dealt': 'Counted over every way to deal the cards of a full shoe, each as likely as any other; what waits for several coups as a Markov chain, in exact fractions.',
  'session.laid': 'Always {stake} on the same bet: {bet}.', 'most.all': 'The same on every place', 'method.laid': 'Counted over every outcome that can fall, each as likely as any other; what lasts several throws as a Markov chain, in exact fractions.',
  'hour': 'An hour', 'hour.why': '{n} coups of {stake}: {sum} on average', 'deviation': 'Deviation of a coup', 'deviation.why': '{n} bets: how much a coup varies', 'staked': 'At stake in a coup', 'staked.why': '{n} bets, with what is doubled and split', 'bound': 'Margin of error', 'bound.why': 'the figure is no further than this from the truth',
  'ends': 'How a coup ends', 'win': 'won', 'push': 'tied', 'lose': 'lost', 'win.money': 'with a gain', 'push.money': 'with neither', 'lose.money': 'with a loss',
  'class': 'How it is played', 'class.costs': 'costs {cost}', 'class.best': 'the best',
  'chart': 'The best play', 'chart.say': 'The player’s hand down the side, the bank’s card along the top. The letter is that of the button; the small one is what to do where that cannot be done. Touch a cell, or walk with the arrow keys.',
  'hard': 'No ace, or an ace as 1', 'soft': 'An ace as 11', 'pair': 'Pairs', 'against': 'against', 'bank.card': 'the bank’s card', 'hand': 'hand', 'suited': 'of one suit', 'ace': 'Ace',
  'cell': '{hand} against {up}: {act}', 'cell.worth': 'worth {worth} bets', 'cell.second': 'Next best {act}: costs {cost} bets more.', 'cell.only': 'There is no other play.', 'cell.pick': 'Choose a cell of the chart.',
  'by.total': 'By total', 'by.cards': 'By two cards', 'other': 'Hands that are played otherwise than their total', 'other.row': '{hand} against {up}: {best}, not {usual}; worth {cost} bets more.',
  'rules': 'What each rule is worth', 'rules.say': 'From the world’s usual game to this one, rule by rule, in hundredths of the bet. To the right of zero the house gains.', 'rules.to': 'The house keeps', 'rules.from': 'the usual game', 'rules.alone': 'alone {n}',
  'net': 'The result of a coup', 'net.say': 'How much is gained or lost, in initial bets, and how often.', 'net.more': '{n} or more', 'net.less': '{n} or less', 'net.bets': '{n} bets', 'one-in': '1 in {n}',
  'often': 'How often it happens', 'ups': 'By the bank’s card', 'ups.say': 'What the house keeps of a bet, by the card that it shows.',
  'first': 'The first decision', 'first.say': 'How often a hand begins with each, in the way of playing chosen above.',
  'most': 'What the bank may have to pay', 'most.say': 'Net in one coup, with the bets at their highest and the worst outcome for the bank. A jackpot comes out of its own pool and is not counted.', 'most.place': 'On one place', 'most.table': 'At the whole table', 'most.split': 'A pair of {what} split into {n} hands', 'most.aces': 'aces', 'most.tens': 'cards worth 10', 'most.rank': '{n}s', 'most.fell': 'If {n} comes', 'most.with': ', with {n} marked', 'most.bound': 'This is a bound: all bets that may win at once, each at its maximum, and none that loses; limits that several bets share are not counted.', 'most.stake': ', with {stake} staked on the place', 'most.times': '{n} times the stake', 'most.shared': 'Never more than this: places share the cards and cannot all have the best', 'most.none': 'Without a limit:', 'most.crowd': 'nothing limits how many may bet on one place.', 'most.beside': 'Additional bets are left out: nothing limits how many people make them.',
  'beside': 'The other bets', 'bet.edge': 'the house keeps', 'bet.gain': 'the player gains', 'bet.win': 'it wins', 'bet.none': 'This table has no others.', 'bet.stake': 'of the bet', 'bet.sure': 'exactly {edge}',
  'session': 'A session', 'session.say': 'Always {stake} a coup at the best play, from a shoe just shuffled.', 'session.coups': '{n} coups', 'session.ahead': 'ends ahead', 'session.low': 'one time in twenty ends below', 'session.mid': 'half the time above', 'session.high': 'one time in twenty ends above',
  'jackpot.pool': 'The chip breaks even at', 'jackpot.never': 'The chip always costs.', 'jackpot.line': 'Combination', 'jackpot.often': 'How often', 'jackpot.top': 'Until the top prize', 'jackpot.top.why': '{mean} chips on average; half the time before {median}; {low} to {high} nine times in ten',
  'jackpot.prize': 'Prize', 'jackpot.times': '{n} chips', 'jackpot.share': '{n} % of the pool', 'jackpot.shared': 'Where all {n} boxes have a chip and divide equal prizes, from {sum} on at most.', 'jackpot.pool.then': 'The pool early, at the half and late', 'not': 'Not priced: {what}', 'method': 'Computed from the full shoe, card by card, without replacement. The hands of a split pair are exact on average, and taken as independent in the distribution.',
};

const OWN = { pt: PT, en: EN };

/** A text of this page in the reader's language. @param {string} key @param {Record<string, any>} [facts] */
export const o = (key, facts = {}) => (OWN[lang()][key] ?? PT[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);

/** Put the words into every element with data-o. @param {ParentNode} [root] */
export function words(root = document) {
  for (const el of root.querySelectorAll('[data-o]')) el.textContent = o(el.dataset.o);
}

const LOCALE = { pt: 'pt-PT', en: 'en-GB' };
/** A number with so many places, a true minus, and its sign where it is asked for. @param {number} n @param {number} places @param {boolean} [sign] */
export const figure = (n, places, sign = false) => `${n < 0 ? '−' : sign && n > 0 ? '+' : ''}${Math.abs(n).toLocaleString(LOCALE[lang()], { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: 'always' })}`;
/** A part as a percentage. @param {number} part @param {number} [places] @param {boolean} [sign] */
export const percent = (part, places = 2, sign = false) => `${figure(100 * part, places, sign)} %`;
/** A chance as people say it: a percentage, or one in so many where it is rare. @param {number} p */
export const chance = p => p >= .001 ? percent(p, p >= .1 ? 1 : 2) : p > 0 ? o('one-in', { n: figure(Math.round(1 / p), 0) }) : '–';
/** A fraction as text, or a number, as a number. @param {string|number} v */
export const value = v => { const [a, b] = String(v).split('/'); return Number(a) / Number(b ?? 1); };
