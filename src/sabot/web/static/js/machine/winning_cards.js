// Which of five cards make the combination that a machine pays for.

const RANKS = '23456789TJQKA';
const JOKER = '**';
/** How many cards of one rank a combination has. @type {Record<string, number>} */
const OF_A_RANK = { pair: 2, 'high-pair': 2, three: 3, four: 4 };
const ALL_FIVE = ['straight', 'flush', 'full', 'straight-flush', 'royal', 'five', 'wild-royal'];

/**
 * The indexes of the cards that make a combination, wild cards among them. A special four of a kind has a name of its
 * own on each model.
 * @param {(string | null)[]} cards
 * @param {string} combination
 * @param {string} wildRank the rank that stands for any card, "" for none
 * @returns {number[]}
 */
export function winningCards(cards, combination, wildRank) {
  const all = cards.map((_, i) => i).filter(i => cards[i]);
  if (ALL_FIVE.includes(combination)) return all;
  /** @param {number} i */
  const rank = i => String(cards[i])[0];
  /** @param {number} i */
  const isWild = i => cards[i] === JOKER || rank(i) === wildRank;
  const wilds = all.filter(isWild);
  if (combination === 'four-wild') return wilds;
  /** The other cards by rank: most of a rank first, of equal ones the highest. @type {number[][]} */
  const byRank = [...RANKS]
    .map(r => all.filter(i => !isWild(i) && rank(i) === r))
    .reverse()
    .filter(group => group.length)
    .sort((a, b) => b.length - a.length);
  if (combination === 'two-pair') return all.filter(i => wilds.includes(i) || byRank.slice(0, 2).flat().includes(i));
  const needed = OF_A_RANK[combination] ?? 4;
  const best = byRank.find(group => group.length + wilds.length >= needed) ?? [];
  return all.filter(i => wilds.includes(i) || best.includes(i));
}
