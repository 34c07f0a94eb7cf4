// The games that a person likes and the tables where they last sat. Kept on this device, and only here.

import { readList, storeText } from '../core/storage.js';

const LIKED = 'sabot.favourites';
const LAST = 'sabot.last-tables';
const KEPT = 8;

/** @param {string} key */
const read = key => readList(key).filter(x => typeof x === 'string');
/** @param {string} key @param {string[]} ids */
const write = (key, ids) => storeText(key, JSON.stringify(ids));

const liked = new Set(read(LIKED));
let last = read(LAST);

/** @param {string} game */
export const isLiked = game => liked.has(game);
/** Like a game, or no longer. @param {string} game @returns {boolean} whether it is liked now */
export function toggleLiked(game) {
  if (!liked.delete(game)) liked.add(game);
  write(LIKED, [...liked]);
  return liked.has(game);
}

/** The ids of the tables where this person last sat, the latest first. */
export const lastTables = () => last;
/** Note that somebody goes to a table. @param {string} table */
export function noteTable(table) {
  last = [table, ...last.filter(x => x !== table)].slice(0, KEPT);
  write(LAST, last);
}
