// The state of a table with pots: bets of this round, the pot, who is in or out, what was won. Pure: derived from the record
// and the names in the table's data.

import { callText, reformatSum } from '../record/narration.js';
import { offersOf, isMyBet, placeOf } from '../core/store.js';

/** The hands that take the community cards and the burnt cards. @param {any} ring */
const commonHands = ring => new Set([ring.board, 'burn']);

/** The index of the event after which the current betting round begins: the last street, or the end once hands are shown. */
function roundStart(s) {
  const streets = commonHands(s.table.felt.ring);
  return s.steps.findLastIndex(e => (e.step === 'deal' && streets.has(e.to)) || e.step === 'reveal' || e.step === 'turn' || e.step === 'result' || e.call === 'wins-unseen');
}

const placeOfBet = name => name.slice(0, name.indexOf('/'));

/** Everything about the betting that is drawn. @param {import('../core/store.js').State} s */
export function readPots(s) {
  const { ring } = s.table.felt, pot = `/${ring.pot}`, cave = `/${ring.cave}`, from = roundStart(s), round = {}, lastActs = {}, won = {}, dealt = new Set();
  let shown = false, paid = false;   // before the payments an unmatched bet goes back
  s.steps.forEach((e, i) => {
    if (e.step === 'deal' && /^\d+$/.test(e.to)) {
      if (!dealt.size) for (const place of Object.keys(lastActs)) delete lastActs[place];   // acts before the deal, such as sitting down, are not part of this hand
      dealt.add(e.to);
    }
    if (e.step === 'result') shown = true;
    if (e.step === 'move' && e.into?.endsWith(pot) && i > from) round[placeOfBet(e.into)] = (round[placeOfBet(e.into)] ?? 0) + e.amount;
    if (e.call && e.seat && e.facts?.amount !== undefined && i > from) paid = true;
    if (paid && e.step === 'move' && !e.bet.endsWith(cave) && e.into?.endsWith(cave)) won[placeOfBet(e.into)] = (won[placeOfBet(e.into)] ?? 0) + e.amount;
    if (e.answer && i > from && /^\d+$/.test(e.seat ?? '')) lastActs[e.seat] = e.answer;
  });
  let total = 0;
  for (const [bet, cents] of Object.entries(s.bets)) if (!bet.endsWith(cave)) total += cents;   // includes restored stakes (90)
  const laidSum = Object.values(round).reduce((n, v) => n + v, 0);
  const out = Object.keys(s.hands).some(h => /^\d+$/.test(h));
  const parts = s.steps.slice(from + 1).filter(e => e.call && e.seat && e.facts?.amount !== undefined).map(e => ({ words: callText(s.table, e), seat: e.seat, law: e.law }));
  const [first, ...more] = s.table.felt.calls.lies ?? [], layers = s.steps.filter(e => e.call && [first, ...more].includes(e.call)), pile = layers.slice(layers.findLastIndex(e => e.call === first)).map(e => ({ words: callText(s.table, e), law: e.law, sum: reformatSum(e.facts.amount), seats: e.facts.seats.split(', ') }));   // announced again each time, the main pot first
  const best = new Set(Object.values(s.results).filter(r => ['won', 'tie'].includes(r.result)).flatMap(r => r.facts?.cards ?? []));
  return { round, lastActs, won, dealt, shown, total, gathered: Math.max(0, total - laidSum), parts, piles: out && !parts.length ? pile : [], best, folded: place => out && dealt.has(place) && !s.hands[place] };
}

/** The stack of a place, in cents; between two hands as the house keeps it. @param {import('../core/store.js').State} s @param {string} place */
export const stackOf = (s, place) => s.bets[`${place}/${s.table.felt.ring.cave}`] ?? (s.over || !s.steps.some(e => e.step === 'move') ? s.shown?.caves?.[place] ?? 0 : 0);

/** My place, or "". @param {import('../core/store.js').State} s */
export const myPlace = s => s.seats.find(x => x.yours)?.place ?? '';

/** What I must add to stay in: the cost of calling, 0 where nothing is due. @param {import('../core/store.js').State} s */
export const costToCall = s => offersOf(s, 'call')[0]?.cost ?? 0;

/** My cents in play: my stack and what I have put into the pot. @param {import('../core/store.js').State} s */
export const mySumInPlay = s => Object.entries(s.bets).reduce((n, [bet, v]) => n + (isMyBet(s, bet) && placeOf(bet) === myPlace(s) ? v : 0), 0);
