// The words of the page of odds: those of the game before those of the page.

import { lang, wordGroup } from '../core/i18n.js';
import { esc } from '../core/text.js';
import { page } from './study.js';
import { oddsWord as commonOddsWord } from './words.js';

export const { w: studyWord } = wordGroup('study');
const DEFAULT_STAKE = 1000; // cents, where no table is given

/** @param {string} key @param {Client.Facts} [facts] */
export const gameOwnWord = (key, facts = {}) =>
  (page.answer.words[lang()]?.[key] ?? page.answer.words.pt?.[key] ?? '').replace(/\{(\w+)\}/g, (all, name) =>
    String(facts[name] ?? all),
  );
/** A text of the page; a game can replace it with its own. @param {string} key */
export const oddsWord = (key, facts = {}) =>
  (page.answer && gameOwnWord(`page.${key}`, facts)) || commonOddsWord(key, facts);
/** @param {string} bet */
export const betName = bet => gameOwnWord(`odds.${bet}`) || gameOwnWord(`bet.${bet}`) || bet;
export const stake = () => page.answer.table?.minimum ?? DEFAULT_STAKE;

/**
 * The outcome after which the bank pays most: the page has the words for split pairs, the game for others.
 * @param {string} text
 */
export function outcomeText(text) {
  const split = /^(.+) split into (\d+) hands$/.exec(text);
  const known = gameOwnWord(`often.${text.replace(/^an? /, '')}`);
  if (split)
    return esc(
      oddsWord('most.split', {
        n: split[2],
        what:
          /** @type {Record<string, string>} */ ({ aces: oddsWord('most.aces'), tens: oddsWord('most.tens') })[
            split[1]
          ] ?? oddsWord('most.rank', { n: parseInt(split[1], 10) }),
      }),
    );
  const fell = /^([\d-]+)(?:, with (\d+))?$/.exec(text);
  if (fell) return esc(oddsWord('most.fell', { n: fell[1] }) + (fell[2] ? oddsWord('most.with', { n: fell[2] }) : ''));
  return known ? esc(known) : `<span lang="en">${esc(text)}</span>`;
}

/** @type {Record<string, string>} */
const REASON_KEYS = {
  'nothing limits how many may bet on one place': 'most.crowd',
  'additional bets are left out: nothing limits how many people make them': 'most.beside',
  'a bound: every bet that can win on one outcome, each at its maximum, and none that loses; limits that several bets share are not counted':
    'most.bound',
};
/** @param {string} text */
export const reasonText = text =>
  REASON_KEYS[text] ? esc(oddsWord(REASON_KEYS[text])) : `<span lang="en">${esc(text)}</span>`;
