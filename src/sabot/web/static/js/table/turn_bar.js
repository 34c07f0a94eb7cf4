// A turn at a table with pots: fold, stay in, or bet more, always in this order; the amount by slider, figure and a few
// lawful sizes. The sum stands in the name of an act. Closed acts say why and under which clause.

import { costToCall, myPlace, readPots, stackOf } from '../cloths/pot_state.js';
import { formatClause, formatSum, gameWord, locale, t } from '../core/i18n.js';
import { clauseLink, esc } from '../core/text.js';
import { whyBarred } from '../record/names.js';
import { barredActs, offersOf } from '../core/offers.js';

/** The offer of a bet or raise, and the all-in offer. @param {Client.State} s */
export const amountOffers = s => ({
  raise: offersOf(s, 'raise')[0] ?? offersOf(s, 'bet')[0],
  allIn: offersOf(s, 'all-in')[0],
});

/**
 * A few lawful amounts: the minimum, half the pot, the pot.
 * @param {Client.State} s
 * @param {Client.Offer} raise
 * @returns {[id: string, sum: number][]}
 */
export function betSizes(s, raise) {
  const pot = readPots(s).total + costToCall(s);
  /** @param {number} sum */
  const fit = sum => Math.round(sum / (raise.unit ?? 1)) * (raise.unit ?? 1);
  const { low = 0, high = 0 } = raise;
  /** @type {[id: string, sum: number][]} */
  const candidates = [
    ['least', low],
    ['half', fit(pot / 2)],
    ['pot', fit(pot)],
  ];
  return candidates.filter(
    ([, sum], i) => sum >= low && sum <= high && candidates.findIndex(([, other]) => other === sum) === i,
  );
}

/**
 * @param {import('./controls.js').Controls} c @param {Client.State} s
 * @returns {string} the bar of my turn, "" where it is not mine
 */
export function renderTurnBar(c, s) {
  const order = s.table.felt.turn ?? [];
  const all = order.flatMap(act => offersOf(s, act));
  const { raise, allIn } = amountOffers(s);
  if (!all.length) return '';
  // Each question begins with the minimum.
  const question = `${s.coup.id} ${s.listen?.window} ${s.steps.filter(e => e.answer && e.yours).length}`;
  if (c.question !== question) {
    c.question = question;
    c.allInChosen = false;
    c.opened = '';
    if (raise) delete c.amounts[raise.act + raise.seat];
  }
  const main = raise && !(c.allInChosen && allIn) ? raise : allIn;
  const others = all.filter(o => o !== raise && o !== allIn);
  const usual = others.find(o => o.act === 'check') ?? others.find(o => o.act === 'call') ?? main;
  const sum = raise ? amountPanel(c, s, raise, allIn) : '';
  const raiseBox = main
    ? `<div class="raise${sum ? '' : ' bare'}">${sum}${turnButton(c, s, main, main === usual)}</div>`
    : '';
  return `<div class="acts turnacts n${others.length + (main ? 1 : 0)}${sum ? ' with-sum' : ''}">${others
    .map(o => turnButton(c, s, o, o === usual))
    .join('')}${raiseBox}</div>`;
}

/** My bet of this round so far, in cents. @param {Client.State} s */
const myRound = s => readPots(s).round[myPlace(s)] ?? 0;

/**
 * What a bet or a raise of this sum comes to: my bet of the round with it, and what I have left.
 * @param {Client.State} s
 * @param {Client.Offer} o
 * @param {number} sum
 */
export function raiseTexts(s, o, sum) {
  const pays = sum + (o.unit ? costToCall(s) : 0);
  const left = Math.max(0, stackOf(s, myPlace(s)) - pays);
  return {
    to: o.act === 'bet' ? formatSum(sum) : t('ring.to', { sum: formatSum(myRound(s) + pays) }),
    left: t('sign.list') + t('ring.left', { sum: formatSum(left) }),
  };
}

/** What a call needs to be worth its price, "" where it costs nothing. @param {Client.State} s */
export function neededText(s) {
  const cost = costToCall(s);
  const pot = readPots(s).total;
  if (!cost || !pot) return '';
  const part = new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 });
  return t('ring.need', { sum: formatSum(pot), part: part.format(Math.ceil((100 * cost) / (pot + cost)) / 100) });
}

/**
 * The button of an act of my turn.
 * @param {import('./controls.js').Controls} c
 * @param {Client.State} s
 * @param {Client.Offer} o
 * @param {boolean} usual whether it is the usual act, which is drawn in brass
 */
function turnButton(c, s, o, usual) {
  const { table } = s;
  const key = gameWord(table, `key.${o.act}`);
  const act = gameWord(table, `act.${o.act}`) || o.act;
  const fall = s.listen?.default === o.act && s.listen?.clock ? `<i class="fall">${t('turn.default')}</i>` : '';
  const named = !o.unit && o.cost ? t('ring.act-sum', { act, sum: formatSum(o.cost) }) : act;
  const texts = o.unit ? raiseTexts(s, o, c.amount(o)) : null;
  const says = texts
    ? `<span class="c">${esc(texts.to)}</span><span class="rest">${esc(texts.left)}</span>`
    : o.act === 'call'
      ? `<span class="more">${esc(neededText(s))}</span>`
      : '';
  return `<div class="actbox"><button type="button" class="act${usual ? ' first' : ''}" data-id="${esc(o.act)}:${esc(o.seat)}" data-act="${esc(o.act)}" data-seat="${esc(o.seat)}" data-key="${esc(key)}"${
    o.unit ? ' data-sum="1"' : ''
  }${o.disabled ? ' data-off="1"' : ''}>${key ? `<kbd>${esc(key)}</kbd>` : ''}<b>${esc(named)}</b><small>${[
    says,
    fall,
    `<span class="cl">§ ${esc(formatClause(o.law))}</span>`,
  ]
    .filter(Boolean)
    .join('<u> · </u>')}</small></button>${clauseLink(o.law, 'side')}</div>`;
}

/**
 * The amount of a bet or a raise.
 * @param {import('./controls.js').Controls} c
 * @param {Client.State} s
 * @param {Client.Offer} raise
 * @param {Client.Offer | undefined} allIn
 */
function amountPanel(c, s, raise, allIn) {
  const sizes = betSizes(s, raise);
  const chosen = c.amount(raise);
  const before = raise.act === 'bet' ? 0 : myRound(s) + costToCall(s);
  /** @param {string} id @param {string | number} n @param {string | number} value @param {string} label @param {number} sum */
  const key = (id, n, value, label, sum) =>
    `<button type="button" class="ghost tool" data-id="size-${id}" data-size="${value}" data-key="${n}" aria-pressed="${
      id === 'all' ? Boolean(c.allInChosen) : !c.allInChosen && value === chosen
    }"><kbd>${n}</kbd><span>${esc(label)} <b>${esc(formatSum(sum))}</b></span></button>`;
  const most = raise.high ?? 0;
  const all = allIn
    ? key(
        'all',
        gameWord(s.table, 'key.all-in') || sizes.length + 1,
        'all',
        gameWord(s.table, 'act.all-in') || t('size.all'),
        allIn.cost ?? stackOf(s, myPlace(s)),
      )
    : most > (raise.low ?? 0)
      ? key('most', sizes.length + 1, most, t('size.most'), before + most)
      : '';
  return `<div class="stake"><div class="sizes" role="group" aria-label="${esc(t('sizes'))}">${sizes
    .map(([id, sum], i) => key(id, i + 1, sum, t(`size.${id}`), before + sum))
    .join('')}${all}</div>${c.amountField(raise)}</div>`;
}

/**
 * The acts of a turn that are closed now, each with its reason and clause.
 * @param {Client.State} s
 * @returns {{act: string, why: string, law: string}[]}
 */
export function closedActs(s) {
  const { turn = [], decisions = [] } = s.table.felt;
  const offered = new Set(turn.filter(act => offersOf(s, act).length));
  if (!offered.size) return [];
  return decisions
    .filter(d => !(d.acts ?? []).some(act => offered.has(act)))
    .map(d => {
      const barred = barredActs(s).find(b => d.acts?.includes(b.act));
      const law = barred?.law || d.law;
      return { act: d.act, law, why: barred ? whyBarred(s.table, barred) : gameWord(s.table, `missing.${d.act}`) };
    });
}

/** What a raise costs in all, below its slider. @param {Client.State} s @param {number} sum */
export const totalCostText = (s, sum) => (costToCall(s) ? t('ring.pays', { sum: formatSum(costToCall(s) + sum) }) : '');

/** A closed act, struck through. @param {Client.Table} table @param {{act: string, why: string, law: string}} d */
export const closedActButton = (table, d) => {
  const name = gameWord(table, `act.${d.act}`) || d.act;
  return `<button type="button" class="not" data-id="not:${esc(d.act)}" data-why="${esc(d.why)}" data-ref="${esc(d.law)}" aria-disabled="true" aria-label="${esc(
    `${name}: ${t('not-open')}. ${d.why} § ${formatClause(d.law)}`,
  )}"><s>${esc(name)}</s><span>§ ${esc(formatClause(d.law))}</span></button>`;
};
