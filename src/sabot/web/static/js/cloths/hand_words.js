// What I hold, in words: the combination, the next card that decides, and what would improve it.

import { joinSentences, lang, plural, t } from '../core/i18n.js';
import { capitalise } from '../core/text.js';
import { bestHand, improvingCards, madeOf } from './hand_value.js';
import { myPlace, ringOf, variantNow } from './pot_state.js';

/** @param {string} rank */
const one = rank => t(`rank.${rank}`);
/** @param {string} rank */
const many = rank => t(`ranks.${rank}`);
/** At most so many kinds of improving cards are named; more are counted. */
const NAMED = 3;

/** The rule by which hands are made now. @param {Client.State} s */
const ruleNow = s => ringOf(s).hands?.[variantNow(s)];

/**
 * My cards, as far as I may see them, and the common ones; null where I hold none that I have seen.
 * @param {Client.State} s
 */
function seenCards(s) {
  const mine = s.hands[myPlace(s)]?.cards ?? [];
  const hole = mine.filter(code => code !== null);
  const board = (s.hands[ringOf(s).board]?.cards ?? []).filter(code => code !== null);
  return hole.length && hole.length === mine.length ? { hole, board } : null;
}

/** What my hand is made of now. @param {Client.State} s */
export function myBest(s) {
  const rule = ruleNow(s);
  const cards = myPlace(s) ? seenCards(s) : null;
  return rule && cards ? bestHand(cards.hole, cards.board, rule) : null;
}

/** The cards on the table that belong to my combination. @param {Client.State} s @returns {Set<string>} */
export function myBoardCards(s) {
  const best = myBest(s);
  return new Set(best ? madeOf(best) : []);
}

/**
 * "Pair of kings".
 * @param {import('./hand_value.js').HandValue} value
 * @param {House.HandRule} rule
 */
export function combinationText(value, rule) {
  const [first, second] = value.kickers.map(place => rule.ranks[place]);
  return capitalise(
    t(`hand.${value.category}`, {
      rank: one(first),
      ranks: many(first),
      second: second ? many(second) : '',
      suit: t(`suit.${value.cards[0][1]}`),
    }),
  );
}

/** @param {import('./hand_value.js').HandValue} value @param {House.HandRule} rule */
function nextText(value, rule) {
  const { category, kickers, cards } = value;
  const at = { pair: 1, three: 1, high: 1, 'two-pair': 2 }[category];
  const rank = at === undefined || cards.length < 2 ? undefined : rule.ranks[kickers[at]];
  return rank ? t('hand.next', { rank: one(rank) }) : '';
}

/** The last words with the cards that they are about: the table is drawn far more often than it changes. */
let last = { key: '', words: /** @type {ReturnType<typeof describe>} */ (null) };

/**
 * My hand in words: the combination, the next card, and what would improve it; null where I hold none.
 * @param {Client.State} s
 */
export function myHandWords(s) {
  const cards = myPlace(s) ? seenCards(s) : null;
  const key = JSON.stringify([cards, variantNow(s), lang()]);
  if (last.key !== key) last = { key, words: describe(s) };
  return last.words;
}

/** @param {Client.State} s */
function describe(s) {
  const rule = ruleNow(s);
  const cards = myPlace(s) ? seenCards(s) : null;
  const best = rule && cards && bestHand(cards.hole, cards.board, rule);
  if (!rule || !cards || !best) return null;
  const { hole, board } = cards;
  const more = board.length >= 3 && board.length < ringOf(s).common ? improvingCards(hole, board, rule) : null;
  return { name: combinationText(best, rule), next: nextText(best, rule), improves: more ? improvementText(more) : '' };
}

/** @param {ReturnType<typeof improvingCards>} more */
function improvementText({ ranks, suits, count }) {
  const named = [
    ...[...suits].map(([suit, n]) => plural('hand.cards-of', n, { what: t(`suit.${suit}`) })),
    ...[...ranks].map(([rank, n]) => t('hand.some', { n, what: n === 1 ? one(rank) : many(rank) })),
  ];
  if (!named.length) return '';
  if (named.length > NAMED) return plural('hand.better', count);
  const final = named.pop() ?? '';
  const cards = named.length ? t('hand.or', { cards: named.join(t('sign.list')), last: final }) : final;
  return count === 1 ? t('hand.improves.1', { cards }) : t('hand.improves', { cards });
}

/** All of it as sentences. @param {NonNullable<ReturnType<typeof myHandWords>>} words */
export const wholeText = words =>
  joinSentences([[words.name, words.next].filter(Boolean).join(t('sign.list')), words.improves]);
