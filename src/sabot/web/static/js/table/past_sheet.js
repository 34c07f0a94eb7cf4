// The last results of a table in figures, beside the sentence that they say nothing about the next one.

import { get } from '../core/api.js';
import { lang, plural, t } from '../core/i18n.js';
import { capitalise, clauseLink, esc } from '../core/text.js';
import { areCombinations, parityRoads } from '../cloths/parity_roads.js';
import { roadSheet } from '../cloths/road_box.js';
import { spotName } from '../record/names.js';
import { COLOUR_CLASSES } from '../cloths/layout_zones.js';

const ROAD_WIDTH = 276;
/** The groups of numbers that are counted, by the first part of their spot. */
const GROUPS = ['red', 'black', 'even', 'odd', 'low', 'high', 'dozen', 'column'];

/** How often each result came. @param {string[]} results @returns {Map<string, number>} */
export const countEach = results => results.reduce((all, r) => all.set(r, (all.get(r) ?? 0) + 1), new Map());

/**
 * How often the numbers of each simple bet came: [spot, times].
 * @param {Record<string, readonly number[]>} covers the numbers of each spot
 * @param {string[]} results
 * @returns {[string, number][]}
 */
export const countGroups = (covers, results) =>
  GROUPS.flatMap(name => Object.keys(covers).filter(spot => spot === name || spot.startsWith(`${name}/`))).map(spot => [
    spot,
    results.filter(r => covers[spot].includes(Number(r))).length,
  ]);

/** "3" of 500 as "0.6 %". @param {number} n @param {number} of */
const share = (n, of) => `${((n * 100) / Math.max(1, of)).toLocaleString(lang(), { maximumFractionDigits: 1 })} %`;

/**
 * @param {import('./drawer.js').Actions} actions
 * @returns {Promise<import('./drawer.js').Sheet>}
 */
export async function pastSheet(actions) {
  const s = actions.state();
  const { table } = s;
  const felt = /** @type {House.LayoutFelt} */ (/** @type {object} */ (table.felt));
  const { results, law } = await get(`/api/tables/${encodeURIComponent(actions.table().id)}/past`);
  const n = results.length;
  const head = `<p class="chief">${esc(t('past.says-nothing'))}</p><p class="small">${esc(plural('past.n', n))} ${clauseLink(law)}</p>`;
  const roads = felt.roads ? roadSheet(s, ROAD_WIDTH) : '';
  if (!n) return [t('past.title'), `${head}${roads}`];
  const each = countEach(results);
  if (felt.wheel) {
    const most = Math.max(...each.values());
    const numbers = [...felt.wheel.order]
      .sort((a, b) => a - b)
      .map(String)
      .map(
        v =>
          `<li class="${COLOUR_CLASSES[felt.wheel?.colours[v] ?? ''] ?? 'z'}"><b>${esc(v)}</b><i style="--share:${(((each.get(v) ?? 0) / most) * 100).toFixed(0)}%"></i><span>${each.get(v) ?? 0}</span></li>`,
      )
      .join('');
    const groups = countGroups(felt.covers ?? {}, results)
      .map(
        ([spot, times]) =>
          `<li><span>${esc(capitalise(spotName(table, spot)))}</span><b>${times}</b><small>${share(times, n)}</small></li>`,
      )
      .join('');
    return [
      t('past.title'),
      `${head}<ul class="groups">${groups}</ul><h3>${t('past.numbers')}</h3><ol class="each">${numbers}</ol>`,
    ];
  }
  // Dice, counters and points: each outcome, of dice by its sum, of combinations by their points.
  const dice = felt.dice?.count ?? 0;
  const combinations = areCombinations(results);
  const sums = countEach(
    results.map((/** @type {string} */ r) =>
      dice ? String(r.split('-').reduce((a, b) => a + Number(b), 0)) : combinations ? r.split('/')[0] : r,
    ),
  );
  const most = Math.max(...sums.values());
  const bank = combinations ? parityRoads(table, results, ROAD_WIDTH) : '';
  const rows = [...sums]
    .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(
      ([v, times]) =>
        `<li class="z"><b>${esc(v)}</b><i style="--share:${((times / most) * 100).toFixed(0)}%"></i><span>${times}</span></li>`,
    )
    .join('');
  return [
    t('past.title'),
    roads
      ? `${head}${roads}`
      : `${head}${bank}<h3>${t(dice ? 'past.sums' : 'past.results')}</h3><ol class="each">${rows}</ol>`,
  ];
}
