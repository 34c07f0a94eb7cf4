// Which sound goes with an event of a table, and which call of the croupier's voice. Pure: no sound, no clock.

import { placeOf } from '../core/bet_names.js';
import { isMyBet } from '../core/state.js';

/** @typedef {{name: string, gain?: number, rate?: number}} Effect */

/** What money that moves sounds like; a kind without an entry is silent. @type {Record<string, string>} */
const MOVES = {
  stake: 'chip',
  resume: 'chip',
  return: 'chip',
  refund: 'chip',
  travel: 'chip',
  contribute: 'chip',
  gratuity: 'chip',
  collect: 'chips',
  pay: 'chips',
  award: 'chips',
  take: 'chips',
  jackpot: 'win-large',
};

/**
 * The sound of an event, or null. What rolls and spins is longer, and has its own place (table_sounds).
 * @param {Client.Event} e
 * @param {Client.State} s the record after it
 * @returns {Effect | null}
 */
export function effectOf(e, s) {
  if (e.answer) return e.answer === 'check' ? { name: 'knock' } : null;
  const cabinet = s.table.felt.shape === 'cabinet';
  switch (e.step) {
    case 'shuffle':
      return { name: 'shuffle' };
    case 'deal':
    case 'part':
      return { name: 'card' };
    case 'reveal':
    case 'turn':
      return { name: 'turn', gain: e.only ? 0.5 : 1 };
    case 'shift':
    case 'cut':
      return { name: 'card', rate: 0.8, gain: 0.7 };
    case 'discard':
      return cabinet || !e.hands.length ? null : { name: 'card', rate: 0.7, gain: 0.6 };
    case 'cover':
      return { name: 'dome' };
    case 'uncover':
      return { name: 'dome-lift' };
    case 'throw':
      return e.thing === 'dice' ? { name: 'dice' } : null;
    case 'move': {
      const name = cabinet ? (e.kind === 'stake' ? 'stake' : '') : MOVES[e.kind];
      return name ? { name, gain: e.yours ? 1 : 0.5 } : null;
    }
    case 'call':
      return cabinet && (e.call === 'jackpot' || e.call === 'voucher') ? { name: 'bell' } : null;
    case 'result':
      return cabinet ? machineWin(e) : null;
    default:
      return null;
  }
}

/** A prize above the bet is a win; twenty bets are a large one. @param {Client.EventOf<'result'>} e */
function machineWin(e) {
  const { bet = 0, prize = 0 } = e.facts ?? {};
  return e.hand !== '1' || prize <= bet ? null : { name: prize >= 20 * bet ? 'win-large' : 'win-small' };
}

/** Calls under other names than those of the voice. @type {Record<string, string>} */
const NAMED = { 'null-spin': 'no-spin', 'last-coup': 'last-round', 'number-zero': '0' };

/** Whether what is called of a hand concerns the table or me. @param {Client.State} s @param {string} hand */
const concernsMe = (s, hand) =>
  hand === 'bank' || Object.keys(s.bets).some(bet => placeOf(bet) === placeOf(hand) && isMyBet(s, bet));

/**
 * What the croupier's voice says at an event; "" for nothing. Whether a voice has the call is known to the voice alone.
 * @param {Client.Event} e
 * @param {Client.State} s the record after it
 */
export function spokenCall(e, s) {
  if (s.table.felt.shape === 'cabinet') return '';
  if (e.void) return 'void';
  if (e.step === 'result') return spokenResult(e, s);
  if (e.step !== 'call') return '';
  const f = e.facts ?? {};
  const [head, tail = ''] = e.call.split(/-(.*)/s);
  if (NAMED[e.call]) return NAMED[e.call];
  if (head === 'number') return `${f.number}-${tail}`;
  if (head === 'points' || head === 'natural') return `${tail}-${f.points}`;
  if (head === 'stands' || head === 'pair') return `${tail}-${head}`;
  if (e.call === 'point-set') return `point-${f.point}`;
  if (/^(new|same)-shooter/.test(e.call)) return `${head}-shooter`;
  if (head === 'result' && f.total !== undefined) return `${f.total}-${tail === 'alike' ? 'triple' : tail}`;
  if (head === 'total')
    return e.seat && !concernsMe(s, e.seat) ? '' : `${tail === 'soft' ? 'soft' : 'total'}-${f.total}`;
  return e.call;
}

/** @param {Client.EventOf<'result'>} e @param {Client.State} s */
function spokenResult(e, s) {
  if (s.table.felt.cards?.[e.hand]) return e.result === 'won' ? `${e.hand}-wins` : e.result === 'tied' ? 'tie' : '';
  if (e.hand === 'bank')
    return e.result === 'blackjack' || e.result === 'bust'
      ? e.result
      : e.facts?.total === undefined
        ? ''
        : `total-${e.facts.total}`;
  const mine = !e.hand.includes('/') && concernsMe(s, e.hand);
  return mine && (e.result === 'push' || e.result === 'bust') ? e.result : '';
}
