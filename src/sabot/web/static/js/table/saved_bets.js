// Bets that a player has named, kept on this device only: what lies on a layout now, to be laid again in one press.

import { readList, storeText } from '../core/storage.js';

const MOST = 12;

/** @typedef {{name: string, bets: [string, number][]}} Saved */

/** @param {string} game */
const key = game => `sabot.bets.${game}`;

/** The saved bets of a game. @param {string} game @returns {Saved[]} */
export const savedBets = game => readList(key(game)).filter(isSaved);

/** @param {any} one @returns {one is Saved} */
const isSaved = one =>
  typeof one?.name === 'string' &&
  Array.isArray(one.bets) &&
  one.bets.every((/** @type {any} */ b) => typeof b?.[0] === 'string' && Number.isInteger(b[1]) && b[1] > 0);

/** @param {string} game @param {Saved[]} all */
const store = (game, all) => storeText(key(game), JSON.stringify(all.slice(0, MOST)));

/**
 * Keep bets under a name; one of the same name is replaced.
 * @param {string} game
 * @param {string} name
 * @param {[string, number][]} bets
 */
export const saveBets = (game, name, bets) =>
  store(game, [{ name, bets }, ...savedBets(game).filter(one => one.name !== name)]);

/** @param {string} game @param {string} name */
export const forgetBets = (game, name) =>
  store(
    game,
    savedBets(game).filter(one => one.name !== name),
  );

/**
 * What of some bets may be laid now: each within its limits and steps, all within what I have. `left` are the spots
 * that take nothing, or less than was saved.
 * @param {[string, number][]} bets
 * @param {(spot: string) => Client.Offer | null | undefined} offer
 * @param {(spot: string) => number} lying
 * @param {number} balance
 */
export function lawfulPart(bets, offer, lying, balance) {
  /** @type {[string, number][]} */
  const lay = [];
  /** @type {string[]} */
  const left = [];
  let rest = balance;
  for (const [spot, sum] of bets) {
    const may = offer(spot);
    const have = lying(spot);
    if (have >= sum) continue;
    const unit = may?.unit || 1;
    const most = Math.min(sum, may?.high ?? 0, have + rest);
    const value = may && !may.disabled ? most - (most % unit) : 0;
    if (value < sum) left.push(spot);
    if (!may || value < (may.low ?? 0) || value <= have) continue;
    lay.push([spot, value]);
    rest -= value - have;
  }
  return { lay, left };
}
