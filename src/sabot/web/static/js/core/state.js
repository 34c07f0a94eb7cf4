// The state of one table, and what it says of bets, places and money. Pure functions: no DOM, no clock.

import { parseBetName, placeOf, spotOf } from './bet_names.js';
/** @returns {Client.State} */
export const empty = () => ({
  v: 0,
  table: /** @type {any} */ (null), // any: there is none before the first snapshot, when nothing is drawn
  coup: { id: '', no: 0 },
  hands: {},
  collected: {},
  last: null,
  bets: {},
  results: {},
  settlements: {},
  call: null,
  seal: '',
  void: '',
  announcement: null,
  listen: null,
  clock: null,
  ready: null,
  seats: [],
  stands: [],
  shown: { results: [] },
  steps: [],
  you: null,
  placed: {},
  lastBets: {},
  previous: null,
  opening: null,
  cardsDealt: 0,
  reservedPlace: '',
  closed: null,
  mine: {},
  awaits: null,
  deciders: {},
  streaks: {},
  pool: 0,
  jackpotChips: {},
  cutAt: 0,
  lastCoup: false,
  without: 0,
  bettorNames: {},
  answered: {},
  decisionsBegan: false,
  over: false,
  keptPlace: '',
  menus: {},
  fell: {},
  lastFell: {},
  throws: 0,
  covered: false,
  spinDirection: '',
  ballRunning: false,
  point: null,
});

/** The main bets that lie on a hand, the holder's first. @param {Client.State} s @param {string} hand */
export const mainBetsOn = (s, hand) =>
  Object.keys(s.bets)
    .filter(b => {
      const n = parseBetName(b);
      return n.hand === hand && !n.spot;
    })
    .sort((a, b) => Number(parseBetName(a).tag || 0) - Number(parseBetName(b).tag || 0));

/** The additional bets on a spot: "3/pair". @param {Client.State} s @param {string} spot */
export const betsOnSpot = (s, spot) => Object.keys(s.bets).filter(b => b.includes('/') && spotOf(b) === spot);

/** Whether a bet is mine. @param {Client.State} s @param {string} bet */
export const isMyBet = (s, bet) => bet in s.mine || Boolean(s.settlements[bet]?.yours);

/** @type {WeakMap<Client.Spots, Set<string>>} */
const spotsByFelt = new WeakMap();
/** The names of all spots of a cloth. @param {Client.Spots} felt */
export function spotsOf(felt) {
  const known = spotsByFelt.get(felt);
  if (known) return known;
  const zones = (felt.zones ?? []).flatMap(x => [x.spot, ...Object.values(x.spots ?? {})]);
  const spots = new Set([...zones, ...(felt.points ?? []).map(x => x.spot)]);
  spotsByFelt.set(felt, spots);
  return spots;
}

/**
 * The place and the spot of a bet on a layout: "3/series/grande/split/4-7" lies on "series/grande".
 * @param {Client.State} s
 * @param {string} bet
 */
export function locateBet(s, bet) {
  const cut = bet.indexOf('/');
  return { place: bet.slice(0, cut), spot: splitSpot(s.table, bet.slice(cut + 1)).whole };
}

/**
 * The spot on which a bet was laid, and which part of that bet this is.
 * @param {Client.Described} table
 * @param {string} spot
 */
export function splitSpot(table, spot) {
  const known = spotsOf(table.felt ?? {});
  let whole = spot;
  while (!known.has(whole) && whole.includes('/')) whole = whole.slice(0, whole.lastIndexOf('/'));
  return { whole, part: spot.slice(whole.length + 1) };
}

/**
 * The net result of my bets of a coup by spot, losses first.
 * @param {Client.Described} table
 * @param {Record<string, Client.Settlement>} settlements
 */
export function netBySpot(table, settlements) {
  const out = new Map();
  for (const [bet, f] of Object.entries(settlements)) {
    if (!f.yours || !(f.pay || f.collect)) continue;
    const spot = splitSpot(table, bet.slice(bet.indexOf('/') + 1)).whole;
    const old = out.get(spot) ?? { spot, net: 0, law: '' };
    out.set(spot, { spot, net: old.net + f.pay - f.collect, law: f.pay ? f.law : old.law || f.law });
  }
  return [...out.values()].sort((a, b) => Number(a.net > 0) - Number(b.net > 0));
}

/** @type {WeakMap<Client.State, Map<string, number>>} */
const mySumsByState = new WeakMap();
/**
 * My cents on each spot of a layout, according to the record; computed once for each state.
 * @param {Client.State} s
 * @returns {Map<string, number>}
 */
export function mySums(s) {
  const known = mySumsByState.get(s);
  if (known) return known;
  const all = new Map();
  for (const [bet, v] of Object.entries(s.bets))
    if (isMyBet(s, bet)) {
      const { spot } = locateBet(s, bet);
      all.set(spot, (all.get(spot) ?? 0) + v);
    }
  mySumsByState.set(s, all);
  return all;
}

/** My cents on a spot, according to the record. @param {Client.State} s @param {string} spot */
export const mySumOn = (s, spot) =>
  s.table?.felt.shape === 'layout'
    ? (mySums(s).get(spot) ?? 0)
    : Object.entries(s.bets).reduce((n, [bet, v]) => n + (isMyBet(s, bet) && spotOf(bet) === spot ? v : 0), 0);

/**
 * The bet whose owner decides for a hand: the announced one, else the first one there.
 * @param {Client.State} s
 * @param {string} hand
 */
export function decidingBet(s, hand) {
  const tag = s.deciders[placeOf(hand)];
  const all = mainBetsOn(s, hand);
  return tag !== undefined && all.includes(hand + tag) ? hand + tag : (all[0] ?? hand);
}

/**
 * The last decision for a hand that other bettors may follow: "split", "double" or "".
 * @param {Client.State} s
 * @param {string} hand
 */
export const lastActToFollow = (s, hand) =>
  s.steps.findLast(e => ['split', 'double'].includes(e.answer ?? '') && placeOf(e.seat ?? '') === placeOf(hand))
    ?.answer ?? '';

/** The hands of a place in their order. @param {Client.State} s @param {string} place */
export const handsOf = (s, place) =>
  Object.keys(s.hands)
    .filter(h => placeOf(h) === place)
    .sort((a, b) => Number(a.split('.')[1] ?? 0) - Number(b.split('.')[1] ?? 0));

/** Whether a place is mine. @param {Client.State} s @param {string} place */
export const isMyPlace = (s, place) => s.seats.some(seat => seat.place === place && seat.yours);

const NO_SETTLEMENT = { stake: 0, pay: 0, collect: 0, back: 0, held: 0, yours: false, law: '' };

/** @param {Client.State} s @param {string} bet @returns {Client.Settlement} */
export const settlementOf = (s, bet) => ({ ...NO_SETTLEMENT, ...s.settlements[bet] });

/** The name under which I keep what I won from other players' stakes. */
export const AWARD = 'award';

/** My result of the coup so far: staked, won, lost, net. @param {Client.State} s */
export function myOutcome(s) {
  const mySettlements = Object.values(s.settlements).filter(f => f.yours);
  /** @param {'stake' | 'pay' | 'collect'} key */
  const sum = key => mySettlements.reduce((n, f) => n + f[key], 0);
  return { staked: sum('stake'), won: sum('pay'), lost: sum('collect'), net: sum('pay') - sum('collect') };
}

/**
 * My net result at one place; where I did not bet, that of its only bettor. null while nothing is decided.
 * @param {Client.State} s
 * @param {string} place
 */
export function placeNet(s, place) {
  const names = Object.keys(s.results).filter(h => placeOf(h) === place);
  if (!names.length) return null;
  const all = Object.entries(s.settlements).filter(([bet]) => placeOf(bet) === place);
  const myBets = all.filter(([, f]) => f.yours);
  if (!myBets.length && new Set(all.map(([bet]) => parseBetName(bet).tag)).size > 1) return null;
  return (myBets.length ? myBets : all).reduce((n, [, f]) => n + f.pay - f.collect, 0);
}
