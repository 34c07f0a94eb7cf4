// The cashier's page: vouchers to be paid, vouchers on paper, and tickets that players bring (1.a, 13).

import { get, post } from '../core/api.js';
import { frieze, head } from '../core/header.js';
import { cash, clock, label, onSpeak, topic } from '../core/i18n.js';
import { steady } from '../core/press.js';
import { esc, tag } from '../core/text.js';

const { w: say, has } = topic('cashier');
const $ = id => document.getElementById(id);
let me = null, vouchers = [], tickets = [];

head(document.querySelector('.top'));
frieze($('frieze'));
const may = act => me?.may.includes(act);
const path = v => `/api/staff/vouchers/${encodeURIComponent(v.coup)}/${encodeURIComponent(v.number)}`;

const draw = steady(() => {
  document.title = `Sabot · ${say('title')}`;
  label();
  $('who').textContent = me ? me.name : '';
  $('shut').hidden = Boolean(may('papers'));
  $('desk').hidden = !may('papers');
  $('redeem').hidden = !may('redeem');
  put($('vouchers'), vouchers.map(voucher).join('') || `<li><p>${esc(say('v.none'))}</p></li>`);
  put($('tickets'), tickets.map(ticket).join('') || `<li><p>${esc(say('t.none'))}</p></li>`);
});

/** A list that was not touched keeps the focus. */
function put(el, html) {
  if (el._html === html) return;
  const held = document.activeElement?.closest?.('[data-id]')?.dataset, act = document.activeElement?.dataset?.do;
  el._html = html;
  el.innerHTML = html;
  if (held && act) el.querySelector(`[data-id="${CSS.escape(held.id)}"] [data-do="${act}"]`)?.focus();
}

const voucher = v => `<li class="${v.state}" data-id="${esc(v.id)}"><div><b>${esc(cash(v.cents))}</b><p>${esc(v.number)} · ${esc(v.name)} · ${esc(v.player_name)} ${tag(v.law)}</p></div><p>${esc(v.state === 'open' ? say('v.open') : say(v.paid_by ? 'v.paid' : 'v.paid.auto', { when: clock(v.paid), who: v.paid_by }))}</p><div class="do">${v.state === 'open' && may('pay') ? `<button type="button" class="go" data-do="pay">${esc(say('pay', { sum: cash(v.cents) }))}</button>` : ''}<button type="button" class="ghost" data-do="print">${esc(say('print'))}</button></div></li>`;
const ticket = x => `<li class="${x.state}"><div><b>${esc(cash(x.cents))}</b><p>${esc(x.number)} · ${esc(x.name)} · ${esc(x.player_name)}</p></div><p>${esc(x.state === 'open' ? say('t.open') : say('t.redeemed', { when: clock(x.redeemed), where: x.where === 'cashier' ? say('cashier') : x.where }))}</p></li>`;

/** A voucher as it is printed. */
function paper(v) {
  const row = (key, value, cls = '') => value ? `<dt>${esc(say(key))}</dt><dd class="${cls}">${esc(value)}</dd>` : '';
  $('paper').innerHTML = `<h1>${esc(say('guia'))}</h1><dl>${row('p.number', v.number)}${row('p.machine', `${v.machine} (${v.name})`)}${row('p.game', v.coup)}${row('p.sum', cash(v.cents), 'sum')}${row('p.player', v.player_name)}${row('p.at', clock(v.at))}${v.paid ? row('p.paid', clock(v.paid)) + row('p.by', v.paid_by) : ''}</dl><div class="sign"><p>${esc(say('p.sign.c'))}</p><p>${esc(say('p.sign.p'))}</p></div><small>${esc(say('p.law'))}</small>`;
}

function answer(el, text, problem) {
  el.className = `answer${problem ? ' no' : ''}`;
  el.innerHTML = `${esc(text)} ${problem?.law ? tag(problem.law) : ''}`;
}
const refused = problem => say(has(`no.${problem.code}`) ? `no.${problem.code}` : 'no');

async function load() {
  me = await get('/api/staff/me').catch(() => null);
  if (may('papers')) [vouchers, tickets] = await Promise.all([get('/api/staff/vouchers').catch(() => vouchers), get('/api/staff/tickets?limit=50').catch(() => tickets)]);
  draw();
}

$('vouchers').onclick = async e => {
  const b = e.target.closest('[data-do]'), v = vouchers.find(x => x.id === e.target.closest('[data-id]')?.dataset.id);
  if (!b || !v) return;
  if (b.dataset.do === 'print') { paper(v); print(); return; }
  try {
    const paid = await post(`${path(v)}/pay`);
    answer($('paid'), say('done.pay', { number: paid.number, sum: cash(paid.cents), who: paid.player_name }));
  } catch (problem) { answer($('paid'), refused(problem), problem); }
  await load();
};
$('redeem').onsubmit = async e => {
  e.preventDefault();
  try {
    const paid = await post('/api/staff/tickets/redeem', { code: $('code').value });
    answer($('redeemed'), say('done.redeem', { sum: cash(paid.cents), who: paid.by_name }));
    $('code').value = '';
  } catch (problem) { answer($('redeemed'), refused(problem), problem); }
  await load();
};
onSpeak(() => { $('vouchers')._html = $('tickets')._html = ''; draw(); });
draw();
load();
setInterval(() => { if (!document.hidden) load(); }, 4000);
