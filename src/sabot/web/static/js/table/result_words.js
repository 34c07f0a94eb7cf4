// My result of a round in words: the net with its sign, one line of reason, the clause.

import { readPots } from '../cloths/pot_state.js';
import { placeOf } from '../core/bet_names.js';
import { formatFullSum, formatNet, gameWord, joinList, joinWithColon, t } from '../core/i18n.js';
import { myOutcome } from '../core/state.js';
import { capitalise } from '../core/text.js';
import { callText, handName } from '../record/names.js';

/** @typedef {{coup: string, net: number, sum: string, reason: string, law: string, back: number}} Verdict */

/** My settlements in which money was won or lost, or a stake came back from a decided bet. @param {Client.State} s */
const decided = s =>
  Object.entries(s.settlements).filter(([, f]) => f.yours && (f.pay || f.collect || (f.back && Boolean(f.law))));

/**
 * My result of a round that is over, or null where I had nothing at stake.
 * @param {Client.State} s a picture of the round
 * @returns {Verdict | null}
 */
export function verdictOf(s) {
  const mine = decided(s);
  const results = Object.values(s.results).filter(r => r.hand !== 'bank' && isMine(s, r.hand));
  if (s.void || (!mine.length && !results.length)) return null;
  const { net } = myOutcome(s);
  // The hand or bet that decided most is the reason.
  const best = results
    .map(r => ({ r, net: netOn(s, r.hand) }))
    .sort((a, b) => Math.sign(net) * (b.net - a.net) || Math.abs(b.net) - Math.abs(a.net))[0]?.r;
  const most = mine.sort(
    ([, a], [, b]) => Math.sign(net) * (b.pay - b.collect - a.pay + a.collect) || b.pay + b.collect - a.pay - a.collect,
  )[0]?.[1];
  return {
    coup: s.coup.id,
    net,
    sum: net ? formatNet(net) : `=\u200a${formatFullSum(0)}`,
    reason: reasonOf(s, best),
    law: most?.law || best?.law || '',
    back: mine.reduce((n, [, f]) => n + f.pay + f.back, 0),
  };
}

/** Whether a hand is one on which I bet. @param {Client.State} s @param {string} hand */
const isMine = (s, hand) =>
  Object.entries(s.settlements).some(([bet, f]) => f.yours && (bet === hand || bet.startsWith(`${hand}+`)));

/** My net result of the bets on a hand. @param {Client.State} s @param {string} hand */
export const netOn = (s, hand) =>
  Object.entries(s.settlements)
    .filter(([bet, f]) => f.yours && (bet === hand || (bet.startsWith(`${hand}+`) && !bet.includes('/'))))
    .reduce((n, [, f]) => n + f.pay - f.collect, 0);

/**
 * One line: how my hand stood against the bank's, what the throw was, or which hand won.
 * @param {Client.State} s
 * @param {House.Result | undefined} mine
 */
function reasonOf(s, mine) {
  const { table } = s;
  if (table.felt.ring) return ringReason(s);
  const hands = Object.values(s.results).filter(r => table.felt.cards?.[r.hand] || r.hand === 'bank');
  if (mine && mine.hand !== 'bank' && /^\d/.test(mine.hand)) {
    const { total, bank } = mine.facts ?? {};
    const against = total !== undefined && bank !== undefined ? t('result.against', { a: total, b: bank }) : total;
    return joinList([gameWord(table, `result.${mine.result}`), against]);
  }
  const won = hands.find(r => r.result === 'won') ?? hands[0];
  if (won && table.felt.cards?.[won.hand])
    return won.result === 'won'
      ? joinWithColon(handName(table, won.hand), gameWord(table, 'result.won'))
      : capitalise(gameWord(table, `result.${won.result}`));
  const from = s.steps.findLastIndex(e => e.step === 'throw' || e.step === 'uncover');
  const calls = s.steps.slice(Math.max(from, 0)).flatMap(e => (e.step === 'call' ? [e] : []));
  const call = (from < 0 ? calls.findLast(e => e.facts?.amount === undefined) : calls[0]) ?? s.call;
  return call ? capitalise(callText(table, /** @type {Client.EventOf<'call'>} */ (call))) : '';
}

/** Who won the pot, and with what. @param {Client.State} s */
function ringReason(s) {
  const winner = Object.values(s.results).find(r => ['won', 'tie'].includes(r.result));
  const place = winner ? placeOf(winner.hand) : (Object.keys(readPots(s).won)[0] ?? '');
  if (!place) return '';
  const category = winner?.facts?.category;
  const seat = s.seats.find(x => x.place === place);
  return joinWithColon(
    seat?.yours ? capitalise(t('you')) : seat?.name || handName(s.table, place),
    category ? gameWord(s.table, `category.${category}`) || category : gameWord(s.table, 'call.wins-unseen'),
  );
}
