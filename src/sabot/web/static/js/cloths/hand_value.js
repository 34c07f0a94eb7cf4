// The value of a hand of poker by the rules that the table sends with its felt, from one's own cards and the common ones
// alone. It knows no game. The house decides what a hand wins; this only puts it into words.

/** @typedef {{rank: number, kickers: number[], category: string, cards: string[]}} HandValue */

/** @type {Record<string, string>} */
const PLAIN = { royal: 'straight-flush', 'figures-with-pairs': 'two-pair', 'simple-figures': 'pair' };
const FIGURES = 'AKQJ';

/**
 * All choices of n items, in their order.
 * @template T
 * @param {T[]} items
 * @param {number} n
 * @returns {T[][]}
 */
export const choices = (items, n) =>
  n === 0
    ? [[]]
    : items.flatMap((item, i) => choices(items.slice(i + 1), n - 1).map((/** @type {T[]} */ rest) => [item, ...rest]));

/** The highest place of five ranks in sequence, or -1. @param {number[]} groups highest first @param {number} top */
function straightTop(groups, top) {
  if (groups.length !== 5) return -1;
  if (groups[0] - groups[4] === 4) return groups[0];
  return groups.join() === [top, 3, 2, 1, 0].join() ? 3 : -1; // the ace below the lowest card
}

/**
 * The value of up to five cards; with fewer than five only equal ranks count.
 * @param {string[]} cards
 * @param {House.HandRule} rule
 * @returns {HandValue}
 */
export function valueOf(cards, rule) {
  const places = cards.map(c => rule.ranks.indexOf(c[0]));
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  const groups = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || b - a);
  const pattern = groups.map(g => counts.get(g)).join('');
  const full = cards.length === 5;
  const flush = full && new Set(cards.map(c => c[1])).size === 1;
  const top = full ? straightTop(groups, rule.ranks.length - 1) : -1;
  const figures = full && cards.every(c => FIGURES.includes(c[0]));
  let category = 'high';
  if (flush && top >= 0) category = top === rule.ranks.length - 1 ? 'royal' : 'straight-flush';
  else if (pattern.startsWith('4')) category = 'four';
  else if (pattern === '32') category = 'full';
  else if (flush) category = 'flush';
  else if (top >= 0) category = 'straight';
  else if (pattern.startsWith('3')) category = 'three';
  else if (pattern.startsWith('22')) category = figures ? 'figures-with-pairs' : 'two-pair';
  else if (pattern.startsWith('2')) category = figures ? 'simple-figures' : 'pair';
  if (!rule.order.includes(category)) category = PLAIN[category];
  let kickers = groups;
  if (top >= 0) kickers = [top];
  else if ((category === 'flush' && !rule.flush_all) || (category === 'high' && !rule.high_all))
    kickers = groups.slice(0, 1);
  return { rank: rule.order.indexOf(category), kickers, category, cards };
}

/** Which of two values is higher: positive for the first. @param {HandValue} a @param {HandValue} b */
export function compareValues(a, b) {
  if (a.rank !== b.rank) return a.rank - b.rank;
  for (let i = 0; i < Math.max(a.kickers.length, b.kickers.length); i += 1) {
    const by = (a.kickers[i] ?? -1) - (b.kickers[i] ?? -1);
    if (by) return by;
  }
  return 0;
}

/**
 * The best hand of a player with the common cards so far.
 * @param {string[]} hole
 * @param {string[]} board
 * @param {House.HandRule} rule
 * @returns {HandValue | null} null without own cards
 */
export function bestHand(hole, board, rule) {
  if (!hole.length) return null;
  const own = rule.use ? choices(hole, Math.min(rule.use, hole.length)) : [];
  const common = rule.use ? choices(board, Math.min(5 - rule.use, board.length)) : [];
  const all = [...hole, ...board];
  const hands = rule.use
    ? own.flatMap(mine => common.map(cards => [...mine, ...cards]))
    : choices(all, Math.min(5, all.length));
  return hands.map(cards => valueOf(cards, rule)).reduce((best, one) => (compareValues(one, best) > 0 ? one : best));
}

/** Combinations in which all five cards count. */
const WHOLE = new Set(['straight', 'flush', 'full', 'straight-flush', 'royal', 'figures-with-pairs', 'simple-figures']);
/**
 * The cards that make the combination: the pair of a pair, all five of a straight, none of a high card.
 * @param {HandValue} value
 */
export function madeOf(value) {
  if (WHOLE.has(value.category)) return value.cards;
  return value.cards.filter(c => value.cards.filter(x => x[0] === c[0]).length > 1);
}

/**
 * The next common cards with which my own cards make a higher combination, counted by rank, or by suit for a flush.
 * Cards that improve the board alone are left out.
 * @param {string[]} hole
 * @param {string[]} board
 * @param {House.HandRule} rule
 * @returns {{ranks: Map<string, number>, suits: Map<string, number>, count: number}}
 */
export function improvingCards(hole, board, rule) {
  const now = bestHand(hole, board, rule);
  const seen = new Set([...hole, ...board]);
  const whole = rule.order.indexOf('straight');
  /** @type {Map<string, number>} */
  const ranks = new Map();
  /** @type {Map<string, number>} */
  const suits = new Map();
  let count = 0;
  for (const rank of [...rule.ranks].reverse())
    for (const suit of 'SHDC') {
      const card = rank + suit;
      if (seen.has(card) || !now) continue;
      const then = bestHand(hole, [...board, card], rule);
      if (!then || then.rank <= now.rank) continue;
      const mine = then.cards.filter(c => hole.includes(c));
      if (!(hole.some(c => c[0] === rank) || (then.rank >= whole && mine.length))) continue;
      count += 1;
      const by = then.category === 'flush' || then.category.endsWith('flush') ? suits : ranks;
      const key = by === suits ? suit : rank;
      by.set(key, (by.get(key) ?? 0) + 1);
    }
  return { ranks, suits, count };
}
