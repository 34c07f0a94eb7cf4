// The roads of a bank that no player wins against together: 3-card baccarat. Each place has a result of its own, so the
// roads follow what is bet on the bank's cards: odd, even, or three figures, for which odd and even wait as after a tie.

import { t } from '../core/i18n.js';
import { capitalise, esc } from '../core/text.js';
import { spotName } from '../record/names.js';
import { CELL, DISTANCE, countResults, nextMarks, renderRoad } from './roads.js';

const FIGURES = 'FFF';
const ROWS = 6;
/** The spot of each side of the roads. @type {Record<string, string>} */
const SPOTS = { P: 'odd', B: 'even', T: 'figures' };

/** Whether these are combinations of a bank: points and figures, such as "9/2". @param {string[]} results */
export const areCombinations = results => results.every(r => r === FIGURES || /^\d\/\d$/.test(r));

/** The side of the roads to which a combination belongs. @param {string} result */
export const parityOf = result => (result === FIGURES ? 'T' : Number(result[0]) % 2 ? 'P' : 'B');

/**
 * Marks in columns: a new one where the value changes, six rows down, then to the right.
 * @param {string[]} values
 * @returns {import('./roads.js').Mark[]}
 */
function inColumns(values) {
  /** @type {Set<string>} */
  const taken = new Set();
  let start = -1;
  let [column, row, turned] = [0, 0, false];
  return values.map((value, i) => {
    if (value !== values[i - 1]) {
      do start += 1;
      while (taken.has(`${start},0`));
      [column, row, turned] = [start, 0, false];
    } else if (!turned && row + 1 < ROWS && !taken.has(`${column},${row + 1}`)) row += 1;
    else [column, turned] = [column + 1, true];
    taken.add(`${column},${row}`);
    return { column, row, value };
  });
}

/**
 * The five roads of these sides, the oldest first.
 * @param {string[]} sides
 * @returns {Record<string, import('./roads.js').Mark[]>}
 */
export function roadsOf(sides) {
  const bead = sides.map((value, i) => ({ column: Math.floor(i / ROWS), row: i % ROWS, value }));
  const big = inColumns(sides.filter(side => side !== 'T'));
  let at = -1;
  for (const side of sides) {
    if (side !== 'T') at += 1;
    else if (big[Math.max(0, at)]) big[Math.max(0, at)].ties = (big[Math.max(0, at)].ties ?? 0) + 1;
  }
  const derived = Object.fromEntries(
    Object.keys(DISTANCE).map(name => [
      name,
      inColumns(
        sides
          .flatMap((side, i) => (side === 'T' ? [] : [nextMarks(bead.slice(0, i), side)[name]]))
          .filter(v => v !== null),
      ),
    ]),
  );
  return { bead, big, ...derived };
}

/**
 * Counts and roads for the side panel.
 * @param {Client.Table} table
 * @param {string[]} results of the table, the newest first
 * @param {number} width
 */
export function parityRoads(table, results, width) {
  const sides = results.map(parityOf).reverse();
  const all = roadsOf(sides);
  const counts = countResults(all.bead);
  /** @param {string} side */
  const name = side => capitalise(spotName(table, SPOTS[side]));
  const letters = { P: name('P')[0], B: name('B')[0], T: name('T')[0] };
  return `<div class="roadsheet"><ul class="count">${Object.keys(SPOTS)
    .map(side => `<li class="${side}"><b>${counts[side]}</b>${esc(name(side))}</li>`)
    .join('')}</ul>${Object.keys(CELL)
    .map(
      road =>
        `<div><h3>${esc(t(`road.${road}`))}</h3>${renderRoad(
          road,
          all[road],
          Math.floor(width / CELL[road]),
          v => /** @type {Record<string, string>} */ (letters)[v] ?? '',
        )}</div>`,
    )
    .join('')}<p class="small">${esc(t('roads.signs'))}</p></div>`;
}
