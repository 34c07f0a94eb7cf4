// The state of a table with pots: bets of this round, the pot, who is in or out, what was won. Pure: derived from the
// record
// and the names in the table's data.

import { callText, reformatSum } from '../record/names.js';
import { placeOf } from '../core/bet_names.js';
import { offersOf } from '../core/offers.js';
import { isMyBet } from '../core/state.js';

/**
 * The name of the variant that is dealt now: as the marker shows it, or as before.
 * @param {Client.State} s
 */
export const variantNow = s =>
  s.steps.findLast(e => e.step === 'handle' && e.what?.startsWith('marker-'))?.what?.slice(7) ||
  s.shown?.variant ||
  s.table.game;

/** The names at a table with pots. @param {Client.State} s */
export const ringOf = s => /** @type {House.Ring} */ (s.table.felt.ring);

/** The hands that take the community cards and the burnt cards. @param {House.Ring} ring */
const commonHands = ring => new Set([ring.board, 'burn']);

/**
 * The index of the event after which the current betting round begins: the last street, or the end once hands are
 * shown.
 * @param {Client.State} s
 */
function roundStart(s) {
  const streets = commonHands(ringOf(s));
  return s.steps.findLastIndex(
    e =>
      (e.step === 'deal' && streets.has(e.to)) ||
      e.step === 'reveal' ||
      e.step === 'turn' ||
      e.step === 'result' ||
      e.call === 'wins-unseen',
  );
}

/** @param {string} name */
const placeOfBet = name => name.slice(0, name.indexOf('/'));

/** @typedef {ReturnType<typeof readPots>} Pots the bets of a table with pots */

/** Everything about the betting that is drawn. @param {Client.State} s */
export function readPots(s) {
  const ring = ringOf(s);
  const pot = `/${ring.pot}`;
  const cave = `/${ring.cave}`;
  const from = roundStart(s);
  /** @type {Record<string, number>} */
  const round = {};
  /** @type {Record<string, string>} */
  const lastActs = {};
  /** @type {Record<string, number>} */
  const won = {};
  /** @type {Set<string>} */
  const dealt = new Set();
  let shown = false;
  let paid = false; // before the payments an unmatched bet goes back
  s.steps.forEach((e, i) => {
    if (e.step === 'deal' && /^\d+$/.test(e.to)) {
      // acts before the deal, such as sitting down, are not part of this hand
      if (!dealt.size) for (const place of Object.keys(lastActs)) delete lastActs[place];
      dealt.add(e.to);
    }
    if (e.step === 'result') shown = true;
    if (e.step === 'move' && e.into?.endsWith(pot) && i > from)
      round[placeOfBet(e.into)] = (round[placeOfBet(e.into)] ?? 0) + e.amount;
    if (e.call && e.seat && e.facts?.amount !== undefined && i > from) paid = true;
    if (paid && e.step === 'move' && !e.bet.endsWith(cave) && e.into?.endsWith(cave))
      won[placeOfBet(e.into)] = (won[placeOfBet(e.into)] ?? 0) + e.amount;
    if (e.answer && e.seat && i > from && /^\d+$/.test(e.seat)) lastActs[e.seat] = e.answer;
  });
  let total = 0;
  // includes restored stakes (90)
  for (const [bet, cents] of Object.entries(s.bets)) if (!bet.endsWith(cave)) total += cents;
  const laidSum = Object.values(round).reduce((n, v) => n + v, 0);
  const out = Object.keys(s.hands).some(h => /^\d+$/.test(h));
  const parts = s.steps
    .slice(from + 1)
    .flatMap(e =>
      e.step === 'call' && e.seat && e.facts?.amount !== undefined
        ? [{ words: callText(s.table, e), seat: e.seat, law: e.law }]
        : [],
    );
  const [first, ...more] = s.table.felt.calls?.lies ?? [];
  const layers = s.steps.filter(e => e.step === 'call').filter(e => [first, ...more].includes(e.call));
  const pile = layers
    .slice(layers.findLastIndex(e => e.call === first))
    .map(e => ({
      words: callText(s.table, e),
      law: e.law,
      sum: reformatSum(e.facts?.amount),
      seats: String(e.facts?.seats ?? '').split(', '),
    })); // announced again each time, the main pot first
  const best = new Set(
    Object.values(s.results)
      .filter(r => ['won', 'tie'].includes(r.result))
      .flatMap(r => r.facts?.cards ?? []),
  );
  return {
    round,
    lastActs,
    won,
    dealt,
    shown,
    total,
    gathered: Math.max(0, total - laidSum),
    parts,
    piles: out && !parts.length ? pile : [],
    best,
    /** @param {string} place */
    folded: place => out && dealt.has(place) && !s.hands[place],
  };
}

/**
 * The stack of a place, in cents; between two hands as the house keeps it.
 * @param {Client.State} s
 * @param {string} place
 */
export const stackOf = (s, place) =>
  s.bets[`${place}/${ringOf(s).cave}`] ??
  (s.over || !s.steps.some(e => e.step === 'move') ? (s.shown?.caves?.[place] ?? 0) : 0);

/** My place, or "". @param {Client.State} s */
export const myPlace = s => s.seats.find(x => x.yours)?.place ?? '';

/**
 * What I must add to stay in: the cost of calling, 0 where nothing is due.
 * @param {Client.State} s
 */
export const costToCall = s => offersOf(s, 'call')[0]?.cost ?? 0;

/** My cents in play: my stack and what I have put into the pot. @param {Client.State} s */
export const mySumInPlay = s =>
  Object.entries(s.bets).reduce((n, [bet, v]) => n + (isMyBet(s, bet) && placeOf(bet) === myPlace(s) ? v : 0), 0);
