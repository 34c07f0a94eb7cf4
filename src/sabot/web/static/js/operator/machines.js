// The bank of machines: every cabinet with its lamp, meters, last games, and what can be reported.

import { fetchClause, get, post } from '../core/api.js';
import { drawTileBand, setUpHeader } from '../core/header.js';
import { formatSum, formatTime, inCurrency, fillLabels, lang, locale, formatFullSum, onLanguageChange, closureReason, wordGroup } from '../core/i18n.js';
import { deferWhilePressed } from '../core/press.js';
import { esc, clauseLink } from '../core/text.js';

const { has, w } = wordGroup('staff'), { w: floorWord, has: hasFloorWord } = wordGroup('floor');

const $ = id => document.getElementById(id);
const RELOAD_MS = 3000;
const LAMPS = ['free', 'play', 'hand-pay', 'out', 'meters', 'closed'];
let me = null, machines = null, machine = null, chosen = '', lampFilter = 'all', loadedAt = 0, stale = false, busy = false;

setUpHeader(document.querySelector('.top'));
drawTileBand($('frieze'));

const may = act => me?.may.includes(act);
const formatShare = x => x.toLocaleString(locale(), { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 });
const formatNumber = (x, digits = 0) => x.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
const meterName = name => hasFloorWord(`m.${name}`) ? floorWord(`m.${name}`) : name;
const meterValue = (name, value) => name === 'games' ? formatNumber(value) : formatFullSum(value);

/** The lamp: each state has its own shape, so that colour is not the only sign. */
const LAMP_SHAPES = {
  free: '<circle cx="12" cy="12" r="7.500" fill="none"/>', play: '<circle cx="12" cy="12" r="8.500" fill="currentColor"/>',
  'hand-pay': '<path d="M12 2L22 12 12 22 2 12Z" fill="currentColor"/>', out: '<path d="M4 4H20V20H4Z" fill="currentColor"/>',
  meters: '<path d="M12 2L22.500 21H1.500Z" fill="none"/><path d="M12 9V14.500M12 17.200V18.200"/>', closed: '<path d="M4 12H20"/>',
};
const lampMark = lamp => `<svg class="mark" viewBox="0 0 24 24" aria-hidden="true" stroke="currentColor" stroke-width="2.200" stroke-linecap="round" stroke-linejoin="round">${LAMP_SHAPES[lamp]}</svg>`;
const lampText = lamp => floorWord(lamp === 'meters' ? 'lamp.meters.long' : `lamp.${lamp}`);

function machineCard(x) {
  const last = x.last[0];
  return inCurrency(x.currency, () => `<button type="button" class="cab is-${x.lamp}" data-machine="${esc(x.id)}" aria-pressed="${x.id === chosen}">
    <span class="lamp">${lampMark(x.lamp)}<b>${lampText(x.lamp)}</b></span>
    <span class="glass"><span class="no">${esc(x.number)}</span><span class="model">${esc(x.model)}</span></span>
    <span class="tray"><span><small>${floorWord('credit')}</small><b>${x.credit ? formatSum(x.credit) : '—'}</b></span><span><small>${floorWord('last')}</small><b>${last ? esc(floorWord('last.is', { bet: formatSum(last[0]), prize: formatSum(last[1]) })) : floorWord('last.none')}</b></span></span></button>`);
}

function drawFilter() {
  const n = lamp => lamp === 'all' ? machines.length : machines.filter(x => x.lamp === lamp).length;
  $('sieve').setAttribute('aria-label', floorWord('filter'));
  $('sieve').innerHTML = ['all', ...LAMPS].map(lamp => `<button type="button" class="pick is-${lamp}" data-lamp="${lamp}" aria-pressed="${lamp === lampFilter}">${lamp === 'all' ? '' : lampMark(lamp)}${floorWord(`lamp.${lamp}`)} <span>${n(lamp)}</span></button>`).join('');
}

// ---- one machine -------------------------------------------------------------------------------------------

function meterTable(x) {
  const bad = new Map(x.wrong.map(m => [m.meter, m]));
  const row = (name, value) => { const m = bad.get(name); return `<tr${m ? ' class="bad"' : ''}><th scope="row">${esc(meterName(name))}</th><td>${meterValue(name, m?.found ?? value)}</td><td>${m ? `<b>${meterValue(name, m.expected)}</b>` : ''}</td></tr>`; };
  const rows = [...Object.entries(x.meters), ...x.wrong.filter(m => !(m.meter in x.meters)).map(m => [m.meter, m.found])].map(([name, value]) => row(name, value));
  return `<table class="figures"><caption>${floorWord('meters')} ${clauseLink(x.laws.meters)}</caption><thead><tr><th scope="col">${floorWord('meter')}</th><th scope="col">${floorWord(x.wrong.length ? 'found' : 'shows')}</th><th scope="col">${x.wrong.length ? floorWord('due') : ''}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function returnsHtml(p) {
  const fact = (key, value) => `<div><dt>${floorWord(key)}</dt><dd>${value}</dd></div>`;
  return `<h3>${floorWord('returns')} ${clauseLink(p.law ?? '')}</h3><dl class="kept">${fact('observed', p.observed === null ? floorWord('nothing') : formatShare(p.observed))}${fact('exact', p.exact === null ? floorWord('counting') : formatShare(p.exact))}${fact('apart', p.apart === null ? '—' : esc(floorWord('apart.n', { n: `${p.apart < 0 ? '−' : '+'}${formatNumber(Math.abs(p.apart), 1)}` })))}</dl>${p.games ? `<p class="small">${esc(floorWord('apart.what', { games: formatNumber(p.games) }))}</p>` : ''}`;
}

const windowTable = g => g.windows.length ? `<table class="window" aria-hidden="true">${Array.from({ length: Math.max(...g.windows.at(-1).shown.map(r => r.length)) }, (_, i) => `<tr>${g.windows.at(-1).shown.map(reel => `<td>${esc(reel[i] ?? '')}</td>`).join('')}</tr>`).join('')}</table>` : '';

function gameItem(g) {
  return `<li><details><summary><b>${esc(floorWord('game', { n: formatNumber(g.number) }))}</b><time datetime="${new Date(g.at).toISOString()}">${esc(formatTime(g.at / 1000))}</time><span>${floorWord('bet')} ${formatSum(g.bet)}</span><span>${floorWord('prize')} <b>${formatSum(g.prize + g.jackpot)}</b></span></summary><p>${esc(g.player)} · ${floorWord('credit')} ${formatFullSum(g.before)} → ${formatFullSum(g.after)} ${clauseLink(g.law)}</p>${g.vouchers.map(v => `<p>${esc(floorWord('voucher', { number: v.number, sum: formatFullSum(v.cents) }))}</p>`).join('')}${windowTable(g)}</details></li>`;
}

/** What this member of staff can do at the machine now. */
function possibleActs(x) {
  const acts = may('fault') ? x.faults.filter(kind => hasFloorWord(`act.${kind}`)) : [];
  if (x.voucher && may('pay')) acts.unshift('pay');
  if (x.credit && may('fault') && ['out', 'meters', 'closed'].includes(x.lamp)) acts.push('give-back');
  return acts;
}

function drawPanel() {
  const x = machine ?? machines?.find(m => m.id === chosen);
  $('one').hidden = !x;
  $('hall').classList.toggle('split', !!x);
  if (!x) return;
  const open = [...$('past').querySelectorAll('details[open]')].map(d => d.querySelector('b').textContent);
  inCurrency(x.currency, () => {
    setHtml($('face'), `<header><div><h2 id="h-one">${esc(floorWord('machine', { n: x.number }))}</h2><p>${esc(x.name)} · ${esc(x.model)} ${esc(x.version)}</p></div><button type="button" class="ghost" data-shut aria-label="${floorWord('shut')}">×</button></header>
      <p class="lamp is-${x.lamp}">${lampMark(x.lamp)}<b>${lampText(x.lamp)}</b> ${x.law ? clauseLink(x.law) : ''}</p>${x.reason ? `<p class="reason">${esc(closureReason(x))}</p>` : ''}${x.voucher ? `<p class="reason">${esc(floorWord('voucher', { number: x.voucher.number, sum: formatFullSum(x.voucher.cents) }))}</p>` : ''}
      <dl class="kept"><div><dt>${floorWord('credit')}</dt><dd>${formatFullSum(x.credit)}</dd></div>${x.jackpot === null ? '' : `<div><dt>${floorWord('jackpot')}</dt><dd>${formatFullSum(x.jackpot)}</dd></div>`}<div><dt>${w('limits')}</dt><dd>${formatSum(x.minimum)}–${formatSum(x.maximum)}</dd></div></dl>
      ${meterTable(x)}${returnsHtml(x.plan)}`);
    const acts = possibleActs(x);
    setHtml($('acts'), `<div class="do">${acts.map(act => `<button type="button" class="ghost" data-act="${act}" aria-expanded="${$('slot').querySelector('form')?.dataset.for === act}">${floorWord(`act.${act}`)}</button>`).join('')}<a class="ghost" href="table.html?id=${encodeURIComponent(x.id)}">${floorWord('watch')}</a></div>${may('fault') || may('pay') ? '' : `<p class="small">${floorWord('look')}</p>`}`);
    const form = $('slot').querySelector('form');
    if (form && !acts.includes(form.dataset.for)) $('slot').textContent = '';
    setHtml($('past'), machine ? `<h3>${floorWord('games')} ${clauseLink(x.laws.records)}</h3>${machine.games.length ? `<ol>${machine.games.map(gameItem).join('')}</ol>` : `<p class="none">${floorWord('games.none')}</p>`}` : `<p class="none">${floorWord('loading')}</p>`);
  });
  for (const d of $('past').querySelectorAll('details')) if (open.includes(d.querySelector('b').textContent)) d.open = true;
}

/** Set the content of an element if it changed, and keep the focus. */
function setHtml(el, html) {
  if (el._html === html) return;
  const focused = el.contains(document.activeElement) ? document.activeElement.dataset : null;
  el._html = html;
  el.innerHTML = html;
  const back = focused?.act ? `[data-act="${focused.act}"]` : focused?.machine ? `[data-machine="${CSS.escape(focused.machine)}"]` : focused?.law ? `[data-law="${focused.law}"]` : focused && 'shut' in focused ? '[data-shut]' : '';
  if (back) el.querySelector(back)?.focus();
}

const draw = deferWhilePressed(() => {
  fillLabels();
  fillLabels();
  document.title = `Sabot · ${floorWord('title')}`;
  $('door').hidden = !!me;
  $('hall').hidden = $('desk').hidden = !me;
  $('who').textContent = me ? `${me.name}, ${w(`role.${me.role}`)}` : '';
  if (!me) return;
  $('stale').textContent = stale ? w('stale', { at: formatTime(loadedAt) }) : '';
  if (!machines) { $('none').hidden = false; $('none').textContent = floorWord('loading'); return; }
  $('n-hall').textContent = floorWord('count', { n: machines.length });
  drawFilter();
  const shown = machines.filter(x => lampFilter === 'all' || x.lamp === lampFilter);
  setHtml($('bank'), shown.map(x => `<li>${machineCard(x)}</li>`).join(''));
  $('none').hidden = shown.length > 0;
  $('none').textContent = floorWord(machines.length ? 'none' : 'empty');
  drawPanel();
});

async function load() {
  if (!me || busy) return;
  busy = true;
  const wanted = chosen;
  try {
    const [all, single] = await Promise.all([get('/api/staff/machines'), wanted ? get(`/api/staff/machines/${encodeURIComponent(wanted)}`) : null]);
    machines = all;
    if (wanted === chosen) machine = single;
    loadedAt = Date.now() / 1000;
    stale = false;
  } catch (problem) {
    if (problem.status === 401) { me = machines = machine = null; $('login-answer').textContent = w('door.again'); }
    if (problem.status === 404) { chosen = ''; machine = null; }
    stale = true;
  }
  busy = false;
  draw();
}

// ---- acts --------------------------------------------------------------------------------------------------

function openForm(act) {
  const again = $('slot').querySelector('form')?.dataset.for === act, x = machine ?? machines.find(m => m.id === chosen);
  $('slot').textContent = '';
  if (!again) {
    const facts = inCurrency(x.currency, () => ({ sum: formatFullSum(act === 'pay' ? x.voucher.cents : x.credit), number: x.voucher?.number }));
    const law = { pay: x.laws.gives, 'give-back': x.laws.gives }[act] ?? x.laws.meters;
    $('slot').innerHTML = `<form data-for="${act}" novalidate><p class="ask">${esc(floorWord(`ask.${act}`, facts))} ${clauseLink(law)}</p>${act === 'pay' ? '' : `<label for="why">${floorWord('why')}</label><textarea id="why" rows="2" maxlength="2000"></textarea>`}<div class="do"><button class="go">${hasFloorWord(`do.${act}`) ? floorWord(`do.${act}`) : floorWord('do')}</button><button type="button" class="ghost" data-cancel>${w('cancel')}</button></div><div class="answer" role="alert"></div></form>`;
    $('slot').querySelector('textarea, .go').focus();
    $('slot').scrollIntoView({ block: 'nearest' });
  }
  drawPanel();
}

async function sendForm(form) {
  const act = form.dataset.for, x = machine ?? machines.find(m => m.id === chosen), reason = form.querySelector('textarea')?.value ?? '', path = encodeURIComponent(x.id);
  if (form._busy) return;
  form._busy = true;
  try {
    if (act === 'pay') await post(`/api/staff/vouchers/${encodeURIComponent(x.coup)}/${encodeURIComponent(x.voucher.number)}/pay`);
    else if (act === 'give-back') await post(`/api/staff/machines/${path}/give-back`, { reason });
    else await post(`/api/staff/tables/${path}/faults`, { kind: act, reason });
    $('slot').innerHTML = `<p class="yes"><i aria-hidden="true">✓</i><span><b>${floorWord('done')}</b> ${floorWord(`act.${act}`)}</span></p>`;
    $('told').textContent = floorWord('done');
    while (busy) await new Promise(done => setTimeout(done, 30));
    await load();
    $('one').focus();
  } catch (problem) {
    const refusalText = has(`refused.${problem.code}`) ? w(`refused.${problem.code}`) : '';
    form.querySelector('.answer').innerHTML = `<p class="no"><i aria-hidden="true">!</i><span><b>${w('refused')}${refusalText ? `: ${esc(refusalText)}` : ''}</b><small>${esc(problem.message)}</small><small>${w('nothing')} <code>${esc(problem.code || 'net')}</code> ${problem.law ? clauseLink(problem.law) : ''}</small></span></p>`;
  } finally { form._busy = false; }
}

async function toggleClause(ref) {
  const box = $('one').querySelector('.clause-box');
  if (box.dataset.ref === ref) { box.textContent = ''; delete box.dataset.ref; return; }
  box.dataset.ref = ref;
  const row = await fetchClause(ref).catch(() => null);
  if (box.dataset.ref === ref) box.innerHTML = row ? `<blockquote><p lang="en">${esc(row.text ?? row.ours)}</p><footer>§ ${esc(ref.split('/').pop())}, ${esc(row.title ?? '')}. ${w('law.language')}</footer></blockquote>` : `<p class="none">${w('law.failed')}</p>`;
}

function chooseMachine(id) {
  const from = chosen;
  chosen = chosen === id ? '' : id;
  machine = null;
  $('slot').textContent = '';
  draw();
  if (chosen) { $('one').scrollIntoView({ block: 'nearest' }); $('one').focus({ preventScroll: true }); load(); } else document.querySelector(`[data-machine="${CSS.escape(from)}"]`)?.focus();
}

document.addEventListener('click', e => {
  const law = e.target.closest('[data-law]'), act = e.target.closest('[data-act]'), machine = e.target.closest('[data-machine]'), lamp = e.target.closest('[data-lamp]');
  if (law) { e.preventDefault(); toggleClause(law.dataset.law); } else if (act) openForm(act.dataset.act);
  else if (machine) chooseMachine(machine.dataset.machine);
  else if (lamp) { lampFilter = lamp.dataset.lamp; draw(); document.querySelector(`[data-lamp="${lampFilter}"]`).focus(); }
  else if (e.target.closest('[data-shut]')) chooseMachine(chosen);
  else if (e.target.closest('[data-cancel]')) { $('slot').textContent = ''; drawPanel(); $('one').focus(); }
});
document.addEventListener('submit', e => { if (e.target.matches('#slot form')) { e.preventDefault(); sendForm(e.target); } });
document.addEventListener('keydown', e => {
  if (e.key !== 'Escape' || !chosen) return;
  if ($('slot').querySelector('form')) { $('slot').textContent = ''; drawPanel(); } else chooseMachine(chosen);
});
$('login').onsubmit = async e => {
  e.preventDefault();
  try {
    me = await post('/api/staff/login', { token: $('token').value.trim() });
    $('token').value = $('login-answer').textContent = '';
    draw();
    await load();
  } catch (problem) { $('login-answer').textContent = has(`refused.${problem.code}`) ? w(`refused.${problem.code}`) : problem.code ? problem.message : w('refused'); }
};
onLanguageChange(() => { $('slot').textContent = ''; for (const id of ['bank', 'face', 'acts', 'past']) $(id)._html = null; draw(); });

me = await get('/api/staff/me').catch(() => null);
draw();
if (me) await load(); else $('token').focus();
setInterval(() => { if (!document.hidden) load(); }, RELOAD_MS);
