// A turn at a table with pots: fold, stay in, or bet more, always in this order; the amount by slider, figure and a few lawful
// sizes. Closed acts say why and under which clause.

import { formatSum, formatClause, t, gameWord } from '../core/i18n.js';
import { costToCall, readPots } from '../cloths/pot_state.js';
import { whyBarred } from '../record/narration.js';
import { esc } from '../core/text.js';
import { barredActs, offersOf } from '../core/store.js';

/** The offer of a bet or raise, and the all-in offer. @param {import('../core/store.js').State} s */
export const amountOffers = s => ({ raise: offersOf(s, 'raise')[0] ?? offersOf(s, 'bet')[0], allIn: offersOf(s, 'all-in')[0] });

/** A few lawful amounts: the minimum, half the pot, the pot. @param {import('../core/store.js').State} s @param {any} raise */
export function betSizes(s, raise) {
  const pot = readPots(s).total + costToCall(s), fit = sum => Math.round(sum / raise.unit) * raise.unit, candidates = [['least', raise.low], ['half', fit(pot / 2)], ['pot', fit(pot)]];
  return candidates.filter(([, sum], i) => sum >= raise.low && sum <= raise.high && candidates.findIndex(([, other]) => other === sum) === i);
}

/**
 * @param {import('./controls.js').Controls} c @param {import('../core/store.js').State} s
 * @returns {string} the bar of my turn, "" where it is not mine
 */
export function renderTurnBar(c, s) {
  const order = s.table.felt.turn, all = order.flatMap(act => offersOf(s, act)), { raise, allIn } = amountOffers(s);
  if (!all.length) return '';
  // Each question begins with the minimum.
  const question = `${s.coup.id} ${s.listen.window} ${s.steps.filter(e => e.answer && e.yours).length}`;
  if (c.question !== question) { Object.assign(c, { question, allInChosen: false, opened: '' }); if (raise) delete c.amounts[raise.act + raise.seat]; }
  const main = raise && !(c.allInChosen && allIn) ? raise : allIn, buttons = [...all.filter(o => o !== raise && o !== allIn), ...(main ? [main] : [])];
  const sum = raise ? amountPanel(c, s, raise, allIn) : '';
  return `<div class="acts turnacts n${buttons.length}${sum ? ' with-sum' : ''}">${sum}${buttons.map(o => c.button(s, o, o.act === s.listen.default, buttons.length)).join('')}</div>`;
}

/** The amount of a bet or a raise. */
function amountPanel(c, s, raise, allIn) {
  const sizes = betSizes(s, raise), chosen = c.amount(raise), key = (id, n, value, label) => `<button type="button" class="ghost tool" data-id="size-${id}" data-size="${value}" data-key="${n}" aria-pressed="${id === 'all' ? Boolean(c.allInChosen) : !c.allInChosen && value === chosen}"><kbd>${n}</kbd>${esc(label)}</button>`;
  const all = allIn ? key('all', gameWord(s.table, 'key.all-in') || sizes.length + 1, 'all', t('size.all')) : raise.high > raise.low ? key('most', sizes.length + 1, raise.high, t('size.most')) : '';
  return `<div class="stake">${c.amountField(raise)}<div class="sizes" role="group" aria-label="${esc(t('sizes'))}">${sizes.map(([id, sum], i) => key(id, i + 1, sum, t(`size.${id}`))).join('')}${all}</div></div>`;
}

/** The acts of a turn that are closed now, each with its reason and clause. @param {import('../core/store.js').State} s @returns {{act: string, why: string, law: string}[]} */
export function closedActs(s) {
  const { turn, decisions = [] } = s.table.felt, offered = new Set(turn.filter(act => offersOf(s, act).length));
  if (!offered.size) return [];
  return decisions.filter(d => !d.acts.some(act => offered.has(act))).map(d => {
    const barred = barredActs(s).find(b => d.acts.includes(b.act)), law = barred?.law || d.law;
    return { act: d.act, law, why: barred ? whyBarred(s.table, barred) : gameWord(s.table, `missing.${d.act}`) };
  });
}

/** What a raise costs in all, below its slider. @param {import('../core/store.js').State} s @param {number} sum */
export const totalCostText = (s, sum) => costToCall(s) ? t('ring.pays', { sum: formatSum(costToCall(s) + sum) }) : '';

/** A closed act, struck through. @param {any} table @param {{act: string, why: string, law: string}} d */
export const closedActButton = (table, d) => {
  const name = gameWord(table, `act.${d.act}`) || d.act;
  return `<button type="button" class="not" data-id="not:${esc(d.act)}" data-why="${esc(d.why)}" data-ref="${esc(d.law)}" aria-disabled="true" aria-label="${esc(`${name}: ${t('not-open')}. ${d.why} § ${formatClause(d.law)}`)}"><s>${esc(name)}</s><span>§ ${esc(formatClause(d.law))}</span></button>`;
};
