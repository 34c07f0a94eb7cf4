// A turn at a table with pots: give up, stay in, or bet more, always in the same order; the sum by slider, figure and a few
// sizes that are lawful. What is not open says why and under which clause.

import { cash, short, t, word } from '../core/i18n.js';
import { due, pots } from '../cloths/pot_state.js';
import { forbids } from '../record/narration.js';
import { esc } from '../core/text.js';
import { barred, offersOf } from '../core/store.js';

/** The offer that takes a sum, and the one for all that I have. @param {import('../core/store.js').State} s */
export const stakes = s => ({ up: offersOf(s, 'raise')[0] ?? offersOf(s, 'bet')[0], whole: offersOf(s, 'all-in')[0] });

/** A few sums between the least and the most: the least, half the pot, the pot, the most. @param {import('../core/store.js').State} s @param {any} up */
export function sizes(s, up) {
  const pot = pots(s).total + due(s), fit = sum => Math.round(sum / up.unit) * up.unit, found = [['least', up.low], ['half', fit(pot / 2)], ['pot', fit(pot)]];
  return found.filter(([, sum], i) => sum >= up.low && sum <= up.high && found.findIndex(([, other]) => other === sum) === i);
}

/**
 * @param {import('./controls.js').Controls} c @param {import('../core/store.js').State} s
 * @returns {string} the bar of my turn, "" where it is not mine
 */
export function turnBar(c, s) {
  const order = s.table.felt.turn, all = order.flatMap(act => offersOf(s, act)), { up, whole } = stakes(s);
  if (!all.length) return '';
  // Each question begins with the least.
  const asked = `${s.coup.id} ${s.listen.window} ${s.steps.filter(e => e.answer && e.yours).length}`;
  if (c.asked !== asked) { Object.assign(c, { asked, all: false, opened: '' }); if (up) delete c.amounts[up.act + up.seat]; }
  const main = up && !(c.all && whole) ? up : whole, buttons = [...all.filter(o => o !== up && o !== whole), ...(main ? [main] : [])];
  const sum = up ? panel(c, s, up, whole) : '';
  return `<div class="acts turnacts n${buttons.length}${sum ? ' with-sum' : ''}">${sum}${buttons.map(o => c.button(s, o, o.act === s.listen.default, buttons.length)).join('')}</div>`;
}

/** The sum of a bet or a raise. */
function panel(c, s, up, whole) {
  const few = sizes(s, up), now = c.amount(up), key = (id, n, value, label) => `<button type="button" class="ghost tool" data-id="size-${id}" data-size="${value}" data-key="${n}" aria-pressed="${id === 'all' ? Boolean(c.all) : !c.all && value === now}"><kbd>${n}</kbd>${esc(label)}</button>`;
  const all = whole ? key('all', word(s.table, 'key.all-in') || few.length + 1, 'all', t('size.all')) : up.high > up.low ? key('most', few.length + 1, up.high, t('size.most')) : '';
  return `<div class="stake">${c.sum(up)}<div class="sizes" role="group" aria-label="${esc(t('sizes'))}">${few.map(([id, sum], i) => key(id, i + 1, sum, t(`size.${id}`))).join('')}${all}</div></div>`;
}

/** The acts of a turn that are closed now, each with its reason and clause. @param {import('../core/store.js').State} s @returns {{act: string, why: string, law: string}[]} */
export function closed(s) {
  const { turn, decisions = [] } = s.table.felt, has = new Set(turn.filter(act => offersOf(s, act).length));
  if (!has.size) return [];
  return decisions.filter(d => !d.acts.some(act => has.has(act))).map(d => {
    const shut = barred(s).find(b => d.acts.includes(b.act)), law = shut?.law || d.law;
    return { act: d.act, law, why: shut ? forbids(s.table, shut) : word(s.table, `missing.${d.act}`) };
  });
}

/** What a raise costs in all, below its slider. @param {import('../core/store.js').State} s @param {number} sum */
export const inAll = (s, sum) => due(s) ? t('ring.pays', { sum: cash(due(s) + sum) }) : '';

/** A closed act, struck through. @param {any} table @param {{act: string, why: string, law: string}} d */
export const struck = (table, d) => {
  const name = word(table, `act.${d.act}`) || d.act;
  return `<button type="button" class="not" data-id="not:${esc(d.act)}" data-why="${esc(d.why)}" data-ref="${esc(d.law)}" aria-disabled="true" aria-label="${esc(`${name}: ${t('not-open')}. ${d.why} § ${short(d.law)}`)}"><s>${esc(name)}</s><span>§ ${esc(short(d.law))}</span></button>`;
};
