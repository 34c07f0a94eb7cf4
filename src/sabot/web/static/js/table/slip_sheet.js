// The bet slip of a layout: what I have laid, what each pays, one press to take it away; and the bets that I saved.

import { fieldOf, hit } from '../core/dom.js';
import { formatSum, joinList, lang, plural, t } from '../core/i18n.js';
import { capitalise, clauseLink, esc } from '../core/text.js';
import { spotName } from '../record/names.js';
import { formatOdds } from '../record/narration.js';
import { forgetBets, saveBets, savedBets } from './saved_bets.js';

/** What was said of the last bets that were laid from here. */
let told = '';

/** @param {[string, number][]} bets */
const total = bets => bets.reduce((sum, [, cents]) => sum + cents, 0);

/** The name of a spot with what it pays. @param {Client.State} s @param {string} spot */
function payOf(s, spot) {
  const felt = /** @type {House.LayoutFelt} */ (/** @type {object} */ (s.table.felt));
  const place = [...felt.zones, ...felt.points].find(x => x.spot === spot);
  const pays = felt.kinds[place?.kind ?? spot.split('/')[0]]?.pays ?? [];
  return pays.length ? formatOdds(pays[0]) + (pays.length > 1 ? ` – ${formatOdds(pays[pays.length - 1])}` : '') : '';
}

/** A ratio as "7/825 = 0.848 %". @param {string} edge */
const exactShare = edge => {
  const [a, b] = edge.split(':').map(Number);
  return `${a}/${b} = ${((a * 100) / b).toLocaleString(lang(), { maximumFractionDigits: 3 })} %`;
};

/**
 * The plans of the table: each with its exact price, and a button to follow or to stop it.
 * @param {Client.State} s
 * @param {import('./layout_bets.js').LayoutBets} bets
 */
function planHtml(s, bets) {
  const plans = /** @type {House.LayoutFelt} */ (/** @type {object} */ (s.table.felt)).plans ?? [];
  if (!plans.length) return '';
  const rows = plans
    .map((p, i) => {
      const on = bets.plan?.times === p.times;
      return `<li><span>${esc(t('plan.times', { n: p.times }))}<small>${esc(t('plan.price', { share: exactShare(p.edge) }))}</small></span><button type="button" class="ghost small" data-plan="${i}" aria-pressed="${on}">${t(on ? 'plan.stop' : 'plan.follow')}</button></li>`;
    })
    .join('');
  const [{ first, then, law }] = plans;
  return `<h3>${t('plan.title')} ${clauseLink(law)}</h3><p class="small">${esc(
    t('plan.what', { first: spotName(s.table, first), then: spotName(s.table, then) }),
  )}</p><ul class="slip">${rows}</ul>`;
}

/**
 * The slip as a sheet of the side panel.
 * @param {Client.State} s
 * @param {import('./bets.js').Bets} all
 * @returns {[title: string, html: string]}
 */
export function slipSheet(s, all) {
  const bets = all.onLayout;
  if (!bets) return [t('betslip.title'), ''];
  const lying = bets.allSums();
  const rows = lying
    .map(([spot, cents]) => {
      const name = capitalise(spotName(s.table, spot));
      const may = bets.offer(spot);
      return `<li><span>${esc(name)}<small>${esc(payOf(s, spot))}</small></span><b>${formatSum(cents)}</b>${
        may
          ? `<button type="button" class="ghost small" data-take="${esc(spot)}" aria-label="${esc(t('betslip.take.one', { spot: name }))}">${t('betslip.take')}</button>`
          : '<i></i>'
      }</li>`;
    })
    .join('');
  const open = bets.offers().some(o => !o.disabled);
  const saved = savedBets(s.table.game)
    .map(
      one =>
        `<li><span>${esc(one.name)}<small>${plural('betslip.bets', one.bets.length)} · ${formatSum(total(one.bets))}</small></span><button type="button" class="ghost small" data-laysaved="${esc(one.name)}"${open ? '' : ' disabled'}>${t('betslip.lay')}</button><button type="button" class="ghost small" data-forget="${esc(one.name)}" aria-label="${esc(t('betslip.forget.one', { name: one.name }))}">${t('betslip.forget')}</button></li>`,
    )
    .join('');
  return [
    t('betslip.title'),
    `<ul class="slip">${rows || `<li class="none">${t('betslip.none')}</li>`}</ul>${
      lying.length ? `<p class="paid net"><span>${t('betslip.total')}</span><b>${formatSum(total(lying))}</b></p>` : ''
    }${
      lying.length
        ? `<form class="keepbets"><label>${t('betslip.name')}<input name="name" maxlength="24" required autocomplete="off"></label><button class="ghost">${t('betslip.save')}</button></form>`
        : ''
    }${planHtml(s, bets)}<h3>${t('betslip.saved')}</h3><ul class="slip">${saved || `<li class="none">${t('betslip.saved.none')}</li>`}</ul><p class="small" role="status">${esc(told)}</p><p class="small">${t('betslip.device')}</p>`,
  ];
}

/**
 * Listen to the buttons of the slip.
 * @param {HTMLElement} root
 * @param {{live: () => Client.State, bets: () => import('./bets.js').Bets, changed: () => void}} page
 */
export function setUpSlip(root, page) {
  root.addEventListener('click', e => {
    const b = hit(e, '[data-take], [data-laysaved], [data-forget], [data-plan]');
    const bets = page.bets().onLayout;
    if (!b || !bets) return;
    const { game } = page.live().table;
    told = '';
    if (b.dataset.take) bets.take(b.dataset.take);
    else if (b.dataset.plan) {
      const felt = /** @type {House.LayoutFelt} */ (/** @type {object} */ (page.live().table.felt));
      const plan = felt.plans?.[Number(b.dataset.plan)] ?? null;
      bets.setPlan(bets.plan?.times === plan?.times ? null : plan);
    } else if (b.dataset.forget) forgetBets(game, b.dataset.forget);
    else {
      const one = savedBets(game).find(x => x.name === b.dataset.laysaved);
      const left = one ? bets.layAll(one.bets) : [];
      if (left.length)
        told = t('betslip.left', { spots: joinList(left.map(spot => spotName(page.live().table, spot))) });
    }
    page.changed();
  });
  root.addEventListener('submit', e => {
    const bets = page.bets().onLayout;
    if (!fieldOf(e).matches('.keepbets') || !bets) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    const form = /** @type {HTMLFormElement} */ (e.target);
    const name = /** @type {HTMLInputElement} */ (form.elements.namedItem('name')).value.trim();
    if (!name) return;
    saveBets(page.live().table.game, name, bets.allSums());
    told = t('betslip.kept', { name });
    page.changed();
  });
}
