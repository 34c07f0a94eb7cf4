// The cashier's page: vouchers to be paid, vouchers on paper, and tickets that players bring (1.a, 13).

import { byId as $, fieldById, find, focusedElement, hit } from '../core/dom.js';
import { asRefusal, get, post } from '../core/api.js';
import { drawTileBand, setUpHeader } from '../core/header.js';
import { formatSum, formatTime, fillLabels, onLanguageChange, wordGroup } from '../core/i18n.js';
import { deferWhilePressed } from '../core/press.js';
import { esc, clauseLink } from '../core/text.js';

/** @typedef {import('../core/api.js').Refusal} Refusal */

const { w, has } = wordGroup('cashier');
/** @type {House.Badge | null} */
let me = null;
/** @type {House.VoucherView[]} */
let vouchers = [];
/** @type {House.StaffTicket[]} */
let tickets = [];

setUpHeader(find(document, '.top'));
drawTileBand($('frieze'));
/** @param {string} act */
const may = act => me?.may.includes(act);

const draw = deferWhilePressed(() => {
  document.title = `Sabot · ${w('title')}`;
  fillLabels();
  $('who').textContent = me ? me.name : '';
  $('shut').hidden = Boolean(may('papers'));
  $('desk').hidden = !may('papers');
  $('redeem').hidden = !may('redeem');
  setHtml($('vouchers'), vouchers.map(voucherItem).join('') || `<li><p>${esc(w('v.none'))}</p></li>`);
  setHtml($('tickets'), tickets.map(ticketItem).join('') || `<li><p>${esc(w('t.none'))}</p></li>`);
});

/** Set the content of a list if it changed, and keep the focus. @param {HTMLElement} el @param {string} html */
function setHtml(el, html) {
  if (el._html === html) return;
  const focused = focusedElement()?.closest('[data-id]')?.dataset;
  const act = focusedElement()?.dataset.do;
  el._html = html;
  el.innerHTML = html;
  if (focused && act) el.querySelector(`[data-id="${CSS.escape(focused.id ?? '')}"] [data-do="${act}"]`)?.focus();
}

/** @param {House.VoucherView} v */
const voucherItem = v =>
  `<li class="${v.state}" data-id="${esc(v.id)}"><div><b>${esc(formatSum(v.cents))}</b><p>${esc(v.number)} · ${esc(v.name)} · ${esc(v.player_name)} ${clauseLink(v.law)}</p></div><p>${esc(
    v.state === 'open'
      ? w('v.open')
      : w(v.paid_by ? 'v.paid' : 'v.paid.auto', { when: formatTime(v.paid), who: v.paid_by }),
  )}</p><div class="do">${
    v.state === 'open' && may('pay')
      ? `<button type="button" class="go" data-do="pay">${esc(w('pay', { sum: formatSum(v.cents) }))}</button>`
      : ''
  }<button type="button" class="ghost" data-do="print">${esc(w('print'))}</button></div></li>`;
/** @param {House.StaffTicket} x */
const ticketItem = x =>
  `<li class="${x.state}"><div><b>${esc(formatSum(x.cents))}</b><p>${esc(x.number)} · ${esc(x.name)} · ${esc(x.player_name)}</p></div><p>${esc(
    x.state === 'open'
      ? w('t.open')
      : w('t.redeemed', { when: formatTime(x.redeemed), where: x.where === 'cashier' ? w('cashier') : x.where }),
  )}</p></li>`;

/** Write the printed form of a voucher. @param {House.VoucherView} v */
function renderVoucher(v) {
  /** @param {string} key @param {string} value */
  const row = (key, value, cls = '') => (value ? `<dt>${esc(w(key))}</dt><dd class="${cls}">${esc(value)}</dd>` : '');
  $('paper').innerHTML =
    `<h1>${esc(w('guia'))}</h1><dl>${row('p.number', v.number)}${row('p.machine', `${v.machine} (${v.name})`)}${row('p.game', v.coup)}${row('p.sum', formatSum(v.cents), 'sum')}${row('p.player', v.player_name)}${row('p.at', formatTime(v.at))}${
      v.paid ? row('p.paid', formatTime(v.paid)) + row('p.by', v.paid_by) : ''
    }</dl><div class="sign"><p>${esc(w('p.sign.c'))}</p><p>${esc(w('p.sign.p'))}</p></div><small>${esc(w('p.law'))}</small>`;
}

/** @param {HTMLElement} el @param {string} text @param {Refusal} [problem] */
function showAnswer(el, text, problem) {
  el.className = `answer${problem ? ' no' : ''}`;
  el.innerHTML = `${esc(text)} ${problem?.law ? clauseLink(problem.law) : ''}`;
}
/** @param {Refusal} problem */
const refusalText = problem => w(has(`no.${problem.code}`) ? `no.${problem.code}` : 'no');

async function load() {
  me = await get('/api/staff/me').catch(() => null);
  if (may('papers'))
    [vouchers, tickets] = await Promise.all([
      get('/api/staff/vouchers').catch(() => vouchers),
      get('/api/staff/tickets?limit=50').catch(() => tickets),
    ]);
  draw();
}

$('vouchers').onclick = async e => {
  const b = hit(e, '[data-do]');
  const v = vouchers.find(x => x.id === hit(e, '[data-id]')?.dataset.id);
  if (!b || !v) return;
  if (b.dataset.do === 'print') {
    renderVoucher(v);
    print();
    return;
  }
  try {
    const paid = await post(`/api/staff/vouchers/${encodeURIComponent(v.coup)}/${encodeURIComponent(v.number)}/pay`);
    showAnswer($('paid'), w('done.pay', { number: paid.number, sum: formatSum(paid.cents), who: paid.player_name }));
  } catch (thrown) {
    const problem = asRefusal(thrown);
    showAnswer($('paid'), refusalText(problem), problem);
  }
  await load();
};
$('redeem').onsubmit = async e => {
  e.preventDefault();
  try {
    const paid = await post('/api/staff/tickets/redeem', { code: fieldById('code').value });
    showAnswer($('redeemed'), w('done.redeem', { sum: formatSum(paid.cents), who: paid.by_name }));
    fieldById('code').value = '';
  } catch (thrown) {
    const problem = asRefusal(thrown);
    showAnswer($('redeemed'), refusalText(problem), problem);
  }
  await load();
};
onLanguageChange(() => {
  $('vouchers')._html = $('tickets')._html = '';
  draw();
});
draw();
load();
setInterval(() => {
  if (!document.hidden) load();
}, 4000);
