// The bank of machines: every cabinet with its lamp, its meters, its last games, and what may be reported of it.

import { clause, get, post } from '../core/api.js';
import { frieze, head } from '../core/header.js';
import { cash, clock, inCoin, label, lang, locale, money, onSpeak, reasonOf, topic } from '../core/i18n.js';
import { steady } from '../core/press.js';
import { esc, tag } from '../core/text.js';

const { has, w } = topic('staff'), { w: f, has: known } = topic('floor');

const $ = id => document.getElementById(id);
const EVERY = 3000;
const LAMPS = ['free', 'play', 'hand-pay', 'out', 'meters', 'closed'];
let me = null, seen = null, one = null, chosen = '', only = 'all', at = 0, stale = false, busy = false;

head(document.querySelector('.top'));
frieze($('frieze'));

const may = act => me?.may.includes(act);
const share = x => x.toLocaleString(locale(), { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 });
const number = (x, digits = 0) => x.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
const meterName = name => known(`m.${name}`) ? f(`m.${name}`) : name;
const meterValue = (name, value) => name === 'games' ? number(value) : money(value);

/** The lamp: a shape of its own for each state, so that colour is never the only sign. */
const SHAPES = {
  free: '<circle cx="12" cy="12" r="7.500" fill="none"/>', play: '<circle cx="12" cy="12" r="8.500" fill="currentColor"/>',
  'hand-pay': '<path d="M12 2L22 12 12 22 2 12Z" fill="currentColor"/>', out: '<path d="M4 4H20V20H4Z" fill="currentColor"/>',
  meters: '<path d="M12 2L22.500 21H1.500Z" fill="none"/><path d="M12 9V14.500M12 17.200V18.200"/>', closed: '<path d="M4 12H20"/>',
};
const lampMark = lamp => `<svg class="mark" viewBox="0 0 24 24" aria-hidden="true" stroke="currentColor" stroke-width="2.200" stroke-linecap="round" stroke-linejoin="round">${SHAPES[lamp]}</svg>`;
const lampSays = lamp => f(lamp === 'meters' ? 'lamp.meters.long' : `lamp.${lamp}`);

function cabinet(x) {
  const last = x.last[0];
  return inCoin(x.currency, () => `<button type="button" class="cab is-${x.lamp}" data-machine="${esc(x.id)}" aria-pressed="${x.id === chosen}">
    <span class="lamp">${lampMark(x.lamp)}<b>${lampSays(x.lamp)}</b></span>
    <span class="glass"><span class="no">${esc(x.number)}</span><span class="model">${esc(x.model)}</span></span>
    <span class="tray"><span><small>${f('credit')}</small><b>${x.credit ? cash(x.credit) : '—'}</b></span><span><small>${f('last')}</small><b>${last ? esc(f('last.is', { bet: cash(last[0]), prize: cash(last[1]) })) : f('last.none')}</b></span></span></button>`);
}

function sieve() {
  const n = lamp => lamp === 'all' ? seen.length : seen.filter(x => x.lamp === lamp).length;
  $('sieve').setAttribute('aria-label', f('filter'));
  $('sieve').innerHTML = ['all', ...LAMPS].map(lamp => `<button type="button" class="pick is-${lamp}" data-lamp="${lamp}" aria-pressed="${lamp === only}">${lamp === 'all' ? '' : lampMark(lamp)}${f(`lamp.${lamp}`)} <span>${n(lamp)}</span></button>`).join('');
}

// ---- one machine -------------------------------------------------------------------------------------------

function meters(x) {
  const bad = new Map(x.wrong.map(m => [m.meter, m]));
  const row = (name, value) => { const m = bad.get(name); return `<tr${m ? ' class="bad"' : ''}><th scope="row">${esc(meterName(name))}</th><td>${meterValue(name, m?.found ?? value)}</td><td>${m ? `<b>${meterValue(name, m.expected)}</b>` : ''}</td></tr>`; };
  const rows = [...Object.entries(x.meters), ...x.wrong.filter(m => !(m.meter in x.meters)).map(m => [m.meter, m.found])].map(([name, value]) => row(name, value));
  return `<table class="figures"><caption>${f('meters')} ${tag(x.laws.meters)}</caption><thead><tr><th scope="col">${f('meter')}</th><th scope="col">${f(x.wrong.length ? 'found' : 'shows')}</th><th scope="col">${x.wrong.length ? f('due') : ''}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function returned(p) {
  const fact = (key, value) => `<div><dt>${f(key)}</dt><dd>${value}</dd></div>`;
  return `<h3>${f('returns')} ${tag(p.law ?? '')}</h3><dl class="kept">${fact('observed', p.observed === null ? f('nothing') : share(p.observed))}${fact('exact', p.exact === null ? f('counting') : share(p.exact))}${fact('apart', p.apart === null ? '—' : esc(f('apart.n', { n: `${p.apart < 0 ? '−' : '+'}${number(Math.abs(p.apart), 1)}` })))}</dl>${p.games ? `<p class="small">${esc(f('apart.what', { games: number(p.games) }))}</p>` : ''}`;
}

const windows = g => g.windows.length ? `<table class="window" aria-hidden="true">${Array.from({ length: Math.max(...g.windows.at(-1).shown.map(r => r.length)) }, (_, i) => `<tr>${g.windows.at(-1).shown.map(reel => `<td>${esc(reel[i] ?? '')}</td>`).join('')}</tr>`).join('')}</table>` : '';

function game(g) {
  return `<li><details><summary><b>${esc(f('game', { n: number(g.number) }))}</b><time datetime="${new Date(g.at).toISOString()}">${esc(clock(g.at / 1000))}</time><span>${f('bet')} ${cash(g.bet)}</span><span>${f('prize')} <b>${cash(g.prize + g.jackpot)}</b></span></summary><p>${esc(g.player)} · ${f('credit')} ${money(g.before)} → ${money(g.after)} ${tag(g.law)}</p>${g.vouchers.map(v => `<p>${esc(f('voucher', { number: v.number, sum: money(v.cents) }))}</p>`).join('')}${windows(g)}</details></li>`;
}

/** What may be done at this machine now by who is here. */
function deeds(x) {
  const found = may('fault') ? x.faults.filter(kind => known(`act.${kind}`)) : [];
  if (x.voucher && may('pay')) found.unshift('pay');
  if (x.credit && may('fault') && ['out', 'meters', 'closed'].includes(x.lamp)) found.push('give-back');
  return found;
}

function panel() {
  const x = one ?? seen?.find(m => m.id === chosen);
  $('one').hidden = !x;
  $('hall').classList.toggle('split', !!x);
  if (!x) return;
  const open = [...$('past').querySelectorAll('details[open]')].map(d => d.querySelector('b').textContent);
  inCoin(x.currency, () => {
    put($('face'), `<header><div><h2 id="h-one">${esc(f('machine', { n: x.number }))}</h2><p>${esc(x.name)} · ${esc(x.model)} ${esc(x.version)}</p></div><button type="button" class="ghost" data-shut aria-label="${f('shut')}">×</button></header>
      <p class="lamp is-${x.lamp}">${lampMark(x.lamp)}<b>${lampSays(x.lamp)}</b> ${x.law ? tag(x.law) : ''}</p>${x.reason ? `<p class="reason">${esc(reasonOf(x))}</p>` : ''}${x.voucher ? `<p class="reason">${esc(f('voucher', { number: x.voucher.number, sum: money(x.voucher.cents) }))}</p>` : ''}
      <dl class="kept"><div><dt>${f('credit')}</dt><dd>${money(x.credit)}</dd></div>${x.jackpot === null ? '' : `<div><dt>${f('jackpot')}</dt><dd>${money(x.jackpot)}</dd></div>`}<div><dt>${w('limits')}</dt><dd>${cash(x.minimum)}–${cash(x.maximum)}</dd></div></dl>
      ${meters(x)}${returned(x.plan)}`);
    const acts = deeds(x);
    put($('acts'), `<div class="do">${acts.map(act => `<button type="button" class="ghost" data-act="${act}" aria-expanded="${$('slot').querySelector('form')?.dataset.for === act}">${f(`act.${act}`)}</button>`).join('')}<a class="ghost" href="table.html?id=${encodeURIComponent(x.id)}">${f('watch')}</a></div>${may('fault') || may('pay') ? '' : `<p class="small">${f('look')}</p>`}`);
    const form = $('slot').querySelector('form');
    if (form && !acts.includes(form.dataset.for)) $('slot').textContent = '';
    put($('past'), one ? `<h3>${f('games')} ${tag(x.laws.records)}</h3>${one.games.length ? `<ol>${one.games.map(game).join('')}</ol>` : `<p class="none">${f('games.none')}</p>`}` : `<p class="none">${f('loading')}</p>`);
  });
  for (const d of $('past').querySelectorAll('details')) if (open.includes(d.querySelector('b').textContent)) d.open = true;
}

/** Draw only what is new, so that what is read and pressed stays where it is. */
function put(el, html) {
  if (el._html === html) return;
  const held = el.contains(document.activeElement) ? document.activeElement.dataset : null;
  el._html = html;
  el.innerHTML = html;
  const back = held?.act ? `[data-act="${held.act}"]` : held?.machine ? `[data-machine="${CSS.escape(held.machine)}"]` : held?.law ? `[data-law="${held.law}"]` : held && 'shut' in held ? '[data-shut]' : '';
  if (back) el.querySelector(back)?.focus();
}

const draw = steady(() => {
  label();
  label();
  document.title = `Sabot · ${f('title')}`;
  $('door').hidden = !!me;
  $('hall').hidden = $('desk').hidden = !me;
  $('who').textContent = me ? `${me.name}, ${w(`role.${me.role}`)}` : '';
  if (!me) return;
  $('stale').textContent = stale ? w('stale', { at: clock(at) }) : '';
  if (!seen) { $('none').hidden = false; $('none').textContent = f('loading'); return; }
  $('n-hall').textContent = f('count', { n: seen.length });
  sieve();
  const shown = seen.filter(x => only === 'all' || x.lamp === only);
  put($('bank'), shown.map(x => `<li>${cabinet(x)}</li>`).join(''));
  $('none').hidden = shown.length > 0;
  $('none').textContent = f(seen.length ? 'none' : 'empty');
  panel();
});

async function load() {
  if (!me || busy) return;
  busy = true;
  const wanted = chosen;
  try {
    const [all, single] = await Promise.all([get('/api/staff/machines'), wanted ? get(`/api/staff/machines/${encodeURIComponent(wanted)}`) : null]);
    seen = all;
    if (wanted === chosen) one = single;
    at = Date.now() / 1000;
    stale = false;
  } catch (problem) {
    if (problem.status === 401) { me = seen = one = null; $('login-answer').textContent = w('door.again'); }
    if (problem.status === 404) { chosen = ''; one = null; }
    stale = true;
  }
  busy = false;
  draw();
}

// ---- acts --------------------------------------------------------------------------------------------------

function ask(act) {
  const again = $('slot').querySelector('form')?.dataset.for === act, x = one ?? seen.find(m => m.id === chosen);
  $('slot').textContent = '';
  if (!again) {
    const facts = inCoin(x.currency, () => ({ sum: money(act === 'pay' ? x.voucher.cents : x.credit), number: x.voucher?.number }));
    const law = { pay: x.laws.gives, 'give-back': x.laws.gives }[act] ?? x.laws.meters;
    $('slot').innerHTML = `<form data-for="${act}" novalidate><p class="ask">${esc(f(`ask.${act}`, facts))} ${tag(law)}</p>${act === 'pay' ? '' : `<label for="why">${f('why')}</label><textarea id="why" rows="2" maxlength="2000"></textarea>`}<div class="do"><button class="go">${known(`do.${act}`) ? f(`do.${act}`) : f('do')}</button><button type="button" class="ghost" data-cancel>${w('cancel')}</button></div><div class="answer" role="alert"></div></form>`;
    $('slot').querySelector('textarea, .go').focus();
    $('slot').scrollIntoView({ block: 'nearest' });
  }
  panel();
}

async function send(form) {
  const act = form.dataset.for, x = one ?? seen.find(m => m.id === chosen), reason = form.querySelector('textarea')?.value ?? '', path = encodeURIComponent(x.id);
  if (form._busy) return;
  form._busy = true;
  try {
    if (act === 'pay') await post(`/api/staff/vouchers/${encodeURIComponent(x.coup)}/${encodeURIComponent(x.voucher.number)}/pay`);
    else if (act === 'give-back') await post(`/api/staff/machines/${path}/give-back`, { reason });
    else await post(`/api/staff/tables/${path}/faults`, { kind: act, reason });
    $('slot').innerHTML = `<p class="yes"><i aria-hidden="true">✓</i><span><b>${f('done')}</b> ${f(`act.${act}`)}</span></p>`;
    $('told').textContent = f('done');
    while (busy) await new Promise(done => setTimeout(done, 30));
    await load();
    $('one').focus();
  } catch (problem) {
    const own = has(`refused.${problem.code}`) ? w(`refused.${problem.code}`) : '';
    form.querySelector('.answer').innerHTML = `<p class="no"><i aria-hidden="true">!</i><span><b>${w('refused')}${own ? `: ${esc(own)}` : ''}</b><small>${esc(problem.message)}</small><small>${w('nothing')} <code>${esc(problem.code || 'net')}</code> ${problem.law ? tag(problem.law) : ''}</small></span></p>`;
  } finally { form._busy = false; }
}

async function showLaw(ref) {
  const box = $('one').querySelector('.clause-box');
  if (box.dataset.ref === ref) { box.textContent = ''; delete box.dataset.ref; return; }
  box.dataset.ref = ref;
  const row = await clause(ref).catch(() => null);
  if (box.dataset.ref === ref) box.innerHTML = row ? `<blockquote><p lang="en">${esc(row.text ?? row.ours)}</p><footer>§ ${esc(ref.split('/').pop())}, ${esc(row.title ?? '')}. ${w('law.language')}</footer></blockquote>` : `<p class="none">${w('law.failed')}</p>`;
}

function choose(id) {
  const from = chosen;
  chosen = chosen === id ? '' : id;
  one = null;
  $('slot').textContent = '';
  draw();
  if (chosen) { $('one').scrollIntoView({ block: 'nearest' }); $('one').focus({ preventScroll: true }); load(); } else document.querySelector(`[data-machine="${CSS.escape(from)}"]`)?.focus();
}

document.addEventListener('click', e => {
  const law = e.target.closest('[data-law]'), act = e.target.closest('[data-act]'), machine = e.target.closest('[data-machine]'), lamp = e.target.closest('[data-lamp]');
  if (law) { e.preventDefault(); showLaw(law.dataset.law); } else if (act) ask(act.dataset.act);
  else if (machine) choose(machine.dataset.machine);
  else if (lamp) { only = lamp.dataset.lamp; draw(); document.querySelector(`[data-lamp="${only}"]`).focus(); }
  else if (e.target.closest('[data-shut]')) choose(chosen);
  else if (e.target.closest('[data-cancel]')) { $('slot').textContent = ''; panel(); $('one').focus(); }
});
document.addEventListener('submit', e => { if (e.target.matches('#slot form')) { e.preventDefault(); send(e.target); } });
document.addEventListener('keydown', e => {
  if (e.key !== 'Escape' || !chosen) return;
  if ($('slot').querySelector('form')) { $('slot').textContent = ''; panel(); } else choose(chosen);
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
onSpeak(() => { $('slot').textContent = ''; for (const id of ['bank', 'face', 'acts', 'past']) $(id)._html = null; draw(); });

me = await get('/api/staff/me').catch(() => null);
draw();
if (me) await load(); else $('token').focus();
setInterval(() => { if (!document.hidden) load(); }, EVERY);
