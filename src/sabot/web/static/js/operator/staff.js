// The staff page: tables, games, complaints and the journal. Every act needs a reason.

import { fetchClause, get, post } from '../core/api.js';
import { setUpHeader, drawTileBand } from '../core/header.js';
import { formatSum, voidCause, formatTime, inCurrency, fillLabels, lang, formatLimits, plural, formatFullSum, onLanguageChange, formatInput, t, wordGroup, parseSum, withAside } from '../core/i18n.js';
import { deferWhilePressed } from '../core/press.js';
import { setHtml } from '../core/update.js';
import { esc, clauseLink } from '../core/text.js';

const { has, w } = wordGroup('staff'), { w: listWord } = wordGroup('list');

const $ = id => document.getElementById(id);
const RELOAD_MS = 4000;
let me = null, overview = null, staleSince = 0, loading = false;

setUpHeader(document.querySelector('.top'));
drawTileBand($('frieze'));

const may = act => me?.may.includes(act);
const announce = text => { $('told').textContent = ''; requestAnimationFrame(() => { $('told').textContent = text; }); };
const gameTitle = game => { const g = overview?.games.find(x => x.id === game); return g?.names?.[lang()] ?? g?.names?.pt ?? game; };
const tableName = id => { const x = overview?.tables.find(y => y.id === id || y.base === id); return x?.name ?? id; };

// ---- a list whose rows keep their forms while their faces change -----------------------------------------

/** Update the children of a list; forms that are open stay. @param {HTMLElement} list @param {{key: string, html: string, cls?: string}[]} items */
function updateList(list, items) {
  const old = new Map([...list.children].map(el => [el.dataset.key, el]));
  items.forEach((item, i) => {
    let el = old.get(item.key);
    if (!el) {
      el = document.createElement('li');
      el.dataset.key = item.key;
      el.innerHTML = `<div class="face"></div><div class="clause-box"></div><div class="slot"></div>`;
    }
    old.delete(item.key);
    el.className = item.cls ?? '';
    const face = el.firstElementChild;
    if (face._html !== item.html) {
      const heldAct = face.contains(document.activeElement) ? document.activeElement.dataset.act : '';
      const open = !!face.querySelector('details[open]');
      face._html = item.html;
      face.innerHTML = item.html;
      if (open) face.querySelector('details')?.setAttribute('open', '');
      if (heldAct) (face.querySelector(`[data-act="${heldAct}"]`) ?? face.querySelector('[data-act]'))?.focus();
    }
    if (list.children[i] !== el) list.insertBefore(el, list.children[i] ?? null);
  });
  for (const el of old.values()) el.remove();
}

// ---- acts --------------------------------------------------------------------------------------------------

/** The form of an act: its URL, its texts, its clauses. @param {string} act @param {HTMLElement} row */
function actForm(act, row) {
  const key = row.dataset.key, id = key.slice(key.indexOf(':') + 1), path = encodeURIComponent(id);
  if (act === 'answer') {
    const c = overview.complaints.find(x => x.id === id);
    return { act, url: `/api/staff/complaints/${path}/answer`, field: 'text', facts: { name: c.name }, laws: [c.law] };
  }
  if (act === 'hire') return { act, url: '/api/staff/people', field: 'reason', facts: {}, laws: [], more: `<div class="more"><label><span data-t="staff.name">${w('name')}</span><input name="who" maxlength="80" autocomplete="off"></label>${roleField('croupier')}</div>`, read: form => ({ name: form.who.value, role: form.role.value, last: isConfirmed(form) }) };
  if (act === 'role' || act === 'remove') {
    const x = overview.people.find(y => y.name === id);
    return { act, url: `/api/staff/people/${path}/${act}`, field: 'reason', facts: { name: id, role: w(`role.${x.role}`) }, laws: [], more: act === 'role' ? `<div class="more">${roleField(x.role)}</div>` : '', read: form => ({ ...act === 'role' && { role: form.role.value }, last: isConfirmed(form) }) };
  }
  if (act === 'sign-out') return { act, url: `/api/staff/players/${path}/sign-out`, field: 'reason', facts: { name: overview.players.find(y => y.id === id).name }, laws: [] };
  if (act === 'enable' || act === 'disable') return { act, url: `/api/staff/games/${path}/${act}`, field: 'reason', facts: { name: gameTitle(id) }, laws: [] };
  if (act === 'draw') {
    const list = overview.lists.find(y => y.id === id);
    return { act, url: `/api/staff/lists/${path}/draw`, field: 'reason', facts: { name: id, n: list.waiting }, laws: [list.draw_law] };
  }
  const x = overview.tables.find(y => y.id === id);
  if (act === 'limits') return { act, url: `/api/staff/tables/${path}/limits`, field: 'reason', facts: { name: roomName(x) }, laws: [x.limits_law], more: limitFields(x), read: readLimits };
  return { act, url: `/api/staff/tables/${path}/${act}`, field: 'reason', facts: { name: roomName(x), sum: inCurrency(x.currency, () => formatFullSum(x.staked)) }, laws: act === 'void' ? [x.laws.void, x.laws.refund] : [] };
}

/** Fields for the minimum and the mode of the maximum. */
const limitFields = x => `<div class="more"><label><span data-t="staff.limits.min">${w('limits.min')}</span><input name="minimum" inputmode="decimal" value="${esc(formatInput(x.minimum))}"></label><label><span data-t="staff.limits.mode">${w('limits.mode')}</span><select name="mode">${x.modes.map(m => `<option value="${esc(m)}" data-t="staff.mode.${esc(m)}"${x.rules.limit === m ? ' selected' : ''}>${esc(w(`mode.${m}`))}</option>`).join('')}</select></label></div>`;
const ROLES = ['croupier', 'cashier', 'supervisor', 'inspector'];
const roleField = role => `<label><span data-t="staff.role">${w('role')}</span><select name="role">${ROLES.map(r => `<option value="${r}" data-t="staff.role.${r}"${r === role ? ' selected' : ''}>${esc(w(`role.${r}`))}</option>`).join('')}</select></label>`;
const isConfirmed = form => !!form.last?.checked;
/** Ask for confirmation of a change that leaves nobody who can change the staff. @param {HTMLFormElement} form */
function askConfirmation(form) {
  if (form.last) return;
  if (!form.querySelector('.more')) form.querySelector('textarea').insertAdjacentHTML('afterend', '<div class="more"></div>');
  form.querySelector('.more').insertAdjacentHTML('beforeend', `<label class="sure"><input type="checkbox" name="last"><span data-t="staff.last">${w('last')}</span></label>`);
}
const readLimits = form => ({ minimum: parseSum(form.minimum.value) || 0, mode: form.mode.value });

function closeForms() {
  for (const form of document.querySelectorAll('.slot form')) {
    const from = form.closest('[data-key]').querySelector(`[data-act="${form.dataset.for}"]`);
    form.remove();
    from?.setAttribute('aria-expanded', 'false');
  }
}

function toggleForm(button) {
  const row = button.closest('[data-key]'), act = button.dataset.act, slot = row.querySelector('.slot');
  const again = slot.querySelector('form')?.dataset.for === act;
  closeForms();
  if (again) return;
  const it = actForm(act, row), id = `why-${row.dataset.key}`;
  slot.innerHTML = `<form data-for="${act}" novalidate><p class="ask">${esc(w(`ask.${act}`, it.facts))} ${it.laws.map(l => clauseLink(l)).join(' ')}</p>
    <label for="${esc(id)}">${w(`why.${act}`)}</label><textarea id="${esc(id)}" rows="${act === 'answer' ? 4 : 2}" maxlength="2000"></textarea>${it.more ?? ''}
    <div class="do"><button class="go">${w(`do.${act}`)}</button><button type="button" class="ghost" data-cancel>${w('cancel')}</button></div><div class="answer" role="alert"></div></form>`;
  button.setAttribute('aria-expanded', 'true');
  const form = slot.firstElementChild;
  form._deed = it;
  form.querySelector('textarea').focus();
  form.scrollIntoView({ block: 'nearest' });
}

/** A refusal as HTML: what, why in the house's words, the code and the clause. @param {any} problem */
function refusalHtml(problem) {
  const code = problem.code || 'net';
  const refusalText = has(`refused.${code}`) ? w(`refused.${code}`) : '';
  return `<p class="no"><i aria-hidden="true">!</i><span><b>${w('refused')}${refusalText ? `: ${esc(refusalText)}` : ''}</b>${problem.code ? `<small>${esc(problem.message)}</small>` : ''}<small>${problem.code ? w('nothing') : ''} <code>${esc(code)}</code> ${problem.law ? clauseLink(problem.law) : ''}</small></span></p>`;
}

async function sendForm(form) {
  const { act, url, field } = form._deed, out = form.querySelector('.answer'), button = form.querySelector('.go');
  if (form._busy) return;
  form._busy = true;
  button.setAttribute('aria-disabled', 'true');
  const row = form.closest('[data-key]'), slot = form.parentElement, text = form.querySelector('textarea').value;
  try {
    const made = await post(url, { [field]: text, ...form._deed.read?.(form) });
    slot.innerHTML = `<p class="yes"><i aria-hidden="true">✓</i><span><b>${w(`done.${act}`)}</b> ${['open', 'enable', 'void'].includes(act) ? `<q>${esc(text.trim())}</q> ` : ''}${made.token ? `<code>${esc(made.token)}</code>${w('token.once')} ` : ''}${made.law ? `<small>${w('under')} ${[made.law, made.refund].filter(Boolean).map(l => clauseLink(l)).join(' ')}</small>` : ''}</span></p>`;
    announce(w(`done.${act}`));
    await load();
    (row.isConnected ? row.querySelector('.face [data-act]') ?? row : $('main')).focus();
  } catch (problem) {
    out.innerHTML = refusalHtml(problem);
    if (problem.code === 'last-supervisor') askConfirmation(form);
    form.querySelector('textarea').focus();
    if (problem.code === 'no-staff') signOut(w('door.again'));
  } finally {
    form._busy = false;
    button.removeAttribute('aria-disabled');
  }
}

/** Open or close the text of a clause below the row that cites it. @param {HTMLAnchorElement} link */
async function toggleClause(link) {
  const ref = link.dataset.law, box = link.closest('[data-key]')?.querySelector('.clause-box');
  if (!box) return;
  if (box.dataset.ref === ref) { box.textContent = ''; delete box.dataset.ref; return; }
  box.dataset.ref = ref;
  const row = await fetchClause(ref).catch(() => null);
  if (box.dataset.ref !== ref) return;
  box.innerHTML = row ? `<blockquote><p lang="en">${esc(row.text ?? row.ours)}</p><footer>§ ${esc(ref.split('/').pop())}, ${esc(row.title ?? '')}. ${w('law.language')}</footer></blockquote>` : `<p class="none">${w('law.failed')}</p>`;
}

// ---- what is seen ------------------------------------------------------------------------------------------

const roomName = x => x.id === x.base ? x.name : `${x.name} (${w(x.seats.some(Boolean) ? 'own-room' : 'own-room.empty', { who: x.seats.filter(Boolean).join(', ') })})`;
const actButton = (name, cls = '', needs = name) => may(needs) ? `<button type="button" class="ghost ${cls}" data-act="${name}" aria-expanded="false">${w(`act.${name}`)}</button>` : '';
/** A link to the croupier's page of a table, to enter or to report faults. */
const croupierLink = x => (x.attended && may('enter')) || (may('fault') && x.now?.faults?.length) ? `<a class="ghost" href="croupier.html?id=${encodeURIComponent(x.id)}">${w(x.attended && may('enter') ? 'pit.link' : 'pit.watch')}</a>` : '';
/** A waiting list of several tables, with the draw. */
const listHtml = x => `<h4>${esc(listWord('list', { name: x.id }))}</h4><dl>${x.tables.map(y => `<div><dt>${esc(y.name)}</dt><dd>${y.taken}/${y.places}</dd></div>`).join('')}<div><dt>${w('list.waiting')}</dt><dd><b>${x.waiting}</b></dd></div></dl><span class="do">${x.waiting ? actButton('draw') : ''}</span>`;
const openState = open => `<span class="state ${open ? 'is-open' : 'is-shut'}">${w(open ? 'open' : 'closed')}</span>`;
const switchReason = s => s?.reason ? `<p class="why"><q>${esc(s.reason)}</q> <small>${esc(w('by', { who: s.by, at: formatTime(s.at) }))}</small> ${clauseLink(s.law)}</p>` : '';

function gameHtml(g) {
  return `<h3>${esc(gameTitle(g.id))}</h3><span class="state ${g.open ? 'is-open' : 'is-shut'}">${w(g.open ? 'game.open' : 'game.closed')}</span><span class="do">${actButton(g.open ? 'disable' : 'enable')}</span>${g.open ? '' : switchReason(g.switch)}`;
}

function tableHtml(x) {
  const isOwnRoom = x.id !== x.base, live = x.coup && !x.over, open = x.switch?.open ?? true, running = live && x.staked > 0;
  const fact = (key, value) => `<div><dt>${w(key)}</dt><dd>${value}</dd></div>`;
  const why = isOwnRoom ? '' : !open ? switchReason(x.switch) : !x.open ? `<p class="why">${w('no-bets')}</p>` : '';
  return `<h4>${esc(roomName(x))} ${isOwnRoom ? '' : openState(open)}</h4><dl>${fact('limits', x.brings ? esc(formatLimits(x)) : `${formatSum(x.minimum)}–${formatSum(x.maximum)}`)}${fact('coup', running ? `<b>${w('coup.open')}</b>` : w(live ? 'coup.waits' : 'coup.none'))}${fact('staked', x.staked ? `<b>${formatSum(x.staked)}</b>` : formatSum(0))}${x.exposure == null ? '' : fact('exposure', formatSum(x.exposure))}${fact('seats', `${x.taken}/${x.places}`)}${fact('viewers', x.viewers)}</dl><span class="do">${croupierLink(x)}${isOwnRoom ? '' : actButton(open ? 'close' : 'open')}${running ? actButton('void') : ''}${!isOwnRoom && x.modes?.length ? actButton('limits') : ''}</span>${why}`;
}

/** A member of staff. @param {any} x */
const workerHtml = x => `<h4>${esc(x.name)} <small>${w(`role.${x.role}`)} · ${esc(plural('staff.signed-in', x.signed_in))}</small></h4><span class="do">${actButton('role', '', 'staff')}${actButton('remove', '', 'staff')}</span>`;
/** A player in the house. @param {any} x */
const playerHtml = x => `<h4>${esc(x.name)} <small>${esc(x.tables.map(tableName).join(', '))}${x.online ? '' : ` · ${w('players.away')}`}</small></h4><span class="do">${actButton('sign-out')}</span>`;

function complaintHtml(c) {
  const where = w('complaint.at', { table: tableName(c.table), at: formatTime(c.at) });
  return `<h4>${esc(c.name)} <small>${esc(where)}${c.coup ? `, ${esc(w('complaint.coup', { coup: c.coup }))}` : ''}</small> ${clauseLink(c.law)}</h4><p class="words">${esc(c.text)}</p>${c.answer ? `<div class="reply"><p>${esc(c.answer)}</p><small>${esc(w('answered', { who: c.answered_by, at: formatTime(c.answered_at) }))}</small></div>` : `<span class="do">${actButton('answer')}</span>`}`;
}

/** An entry of the journal in words: the act, the reason, the clause. @param {any} e @returns {{what: string, why: string, law: string}} */
function describeEntry(e) {
  const { staff: s, complaint: c, start } = e.body, by = s && (s.by === 'console' ? s.by : withAside(s.by, w(`role.${s.role}`))), table = tableName((s?.table ?? e.table).split('~')[0]);
  if (s) return { what: w(s.act === 'add' && s.by !== 'console' ? 'j.add.by' : has(`j.${s.act}`) ? `j.${s.act}` : 'j.other', { by, table, kind: s.act, at: s.seat ? `, ${t('place.n', { n: s.seat }).toLocaleLowerCase(lang())}` : '', game: gameTitle(String(s.switch ?? '').split(':')[1]), name: s.name, list: s.list ?? '', sum: s.minimum ? formatSum(s.minimum) : '', mode: s.mode ? w(`mode.${s.mode}`) : '', role: s.given ?? s.role ? w(`role.${s.given ?? s.role}`) : '' }), why: s.reason ?? '', law: s.law ?? '' };
  if (c) return { what: w('j.complaint', { by: c.name, table }), why: c.text, law: c.law };
  if (e.kind === 'void') {
    const events = e.body.events ?? [];
    return { what: w('j.voided', { table }), why: voidCause(null, events.find(x => x.void)?.void ?? ''), law: events.find(x => x.law ?? x.step?.law)?.law ?? events.find(x => x.step?.law)?.step.law ?? '' };
  }
  if (e.kind === 'house' && Array.isArray(e.body.house)) {
    const h = e.body.house[0] ?? {}, places = (h.places ?? []).join(', ');
    if (h.shoe) return { what: w('j.shoe', { table }), why: voidCause(null, h.cause), law: '' };
    if (h.line) return { what: w(`j.line.${h.line}${places ? '.places' : ''}`, { table, places }), why: '', law: h.law ?? '' };
    if (h.notice) return { what: w(has(`j.notice.${h.notice}`) ? `j.notice.${h.notice}` : 'j.notice', { table, kind: h.notice }), why: '', law: h.law ?? '' };
    if (h.reserved) return { what: w('j.reserved', { table, place: h.reserved }), why: '', law: h.law ?? '' };
    if (h.freed) return { what: w('j.freed', { table, place: h.freed }), why: '', law: h.law ?? '' };
    return { what: w('j.kept', { table }), why: '', law: '' };
  }
  if (start) return { what: w('j.house'), why: w('j.house.why', { code: start.code, files: String(start.files).slice(0, 12) }), law: '' };
  if (e.body.meters) { const ids = Object.keys(e.body.meters.wrong); return { what: w('j.meters'), why: ids.length ? w('j.meters.wrong', { ids: ids.map(tableName).join(', ') }) : '', law: e.body.meters.law }; }
  return { what: w('j.other', { kind: e.kind }), why: '', law: '' };
}

function entryHtml(e) {
  const it = describeEntry(e);
  return `<time datetime="${new Date(e.at).toISOString()}">${esc(formatTime(e.at / 1000))}</time><p><b>${esc(it.what)}</b>${it.why ? `<q>${esc(it.why)}</q>` : ''}</p><span>${clauseLink(it.law)}</span><details><summary><code>${esc(e.hash.slice(0, 10))}</code></summary><p>${esc(w('entry', { n: e.seq }))}${e.coup ? `, ${esc(w('complaint.coup', { coup: e.coup }))}` : ''}. ${w('hash')}: <code>${esc(e.hash)}</code></p></details>`;
}

const draw = deferWhilePressed(() => {
  fillLabels();
  document.title = `Sabot · ${w('title')}`;
  $('door').hidden = !!me;
  $('office').hidden = $('leave').hidden = !me;
  $('who').textContent = me ? `${me.name}, ${w(`role.${me.role}`)}` : '';
  $('office').classList.toggle('alone', !may('journal'));
  if (!me) return;
  if (!overview) { $('floor').innerHTML = `<p class="none">${w('loading')}</p>`; return; }
  $('stale').textContent = staleSince ? w('stale', { at: formatTime(staleSince) }) : '';
  const bases = overview.tables.filter(x => x.id === x.base);
  $('n-tables').textContent = w('tables.n', { n: bases.length, closed: bases.filter(x => !x.open).length });
  if (!$('floor').querySelector('ul')) $('floor').innerHTML = '<ul></ul>';
  updateList($('floor').querySelector('ul'), overview.games.filter(g => overview.tables.some(x => x.game === g.id)).flatMap(g => [
    { key: `game:${g.id}`, html: gameHtml(g), cls: 'game' },
    ...overview.lists.filter(x => x.game === g.id).map(x => ({ key: `list:${x.id}`, html: listHtml(x), cls: 'table' })),
    ...overview.tables.filter(x => x.game === g.id).sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id))
      .filter(x => x.id === x.base || x.taken || x.staked)
      .map(x => ({ key: `table:${x.id}`, html: inCurrency(x.currency, () => tableHtml(x)), cls: `table${x.id === x.base ? '' : ' own'}${x.open ? '' : ' shut'}` }))]));
  $('complaints').hidden = !may('complaints');
  if (overview.complaints) {
    const wait = overview.complaints.filter(c => !c.answer);
    $('n-complaints').textContent = !overview.complaints.length ? '' : wait.length ? w('complaints.n', { n: wait.length }) : w('complaints.0');
    $('post-none').hidden = overview.complaints.length > 0;
    updateList($('post'), [...overview.complaints].sort((a, b) => Number(!!a.answer) - Number(!!b.answer) || b.at - a.at).map(c => ({ key: `complaint:${c.id}`, html: complaintHtml(c), cls: c.answer ? 'answered' : 'waiting' })));
  }
  $('people').hidden = !may('people');
  if (overview.people) {
    $('n-people').textContent = String(overview.people.length);
    updateList($('workers'), [...overview.people.map(x => ({ key: `member:${x.name}`, html: workerHtml(x), cls: 'one' })), ...may('staff') ? [{ key: 'member:', html: `<h4>${w('hire')}</h4><span class="do">${actButton('hire', '', 'staff')}</span>`, cls: 'one' }] : []]);
  }
  $('players').hidden = !may('players');
  if (overview.players) {
    $('guests-none').hidden = overview.players.length > 0;
    updateList($('guests'), overview.players.map(x => ({ key: `player:${x.id}`, html: playerHtml(x), cls: 'one' })));
  }
  $('journal').hidden = !may('journal');
  if (overview.end) setHtml($('head'), `${esc(w('head', { n: overview.end.seq }))} <code>${esc(overview.end.head)}</code><br>${esc(w('head.say'))} <code>sabot verify --head</code>`);
  if (overview.journal) updateList($('book'), [...overview.journal].reverse().map(e => ({ key: `entry:${e.seq}`, html: entryHtml(e) })));
  // Open forms stay, so the redrawn buttons must be marked as expanded.
  for (const form of document.querySelectorAll('.slot form')) form.closest('[data-key]').querySelector(`[data-act="${form.dataset.for}"]`)?.setAttribute('aria-expanded', 'true');
});

async function load() {
  if (!me) return;
  if (loading) { await loading; }
  loading = (async () => {
    try {
      const [games, tables, lists, complaints, journal, end, people, players] = await Promise.all([get('/api/staff/games'), get('/api/staff/tables'), get('/api/lists'),
        may('complaints') ? get('/api/staff/complaints') : null, may('journal') ? get('/api/staff/journal?limit=40') : null, may('journal') ? get('/api/staff/head') : null,
        may('people') ? get('/api/staff/people') : null, may('players') ? get('/api/staff/players') : null]);
      overview = { games, tables, lists, complaints, journal, end, people, players, at: Date.now() / 1000 };
      staleSince = 0;
    } catch (problem) {
      if (problem.status === 401) return signOut(w('door.again'));
      staleSince = overview?.at ?? Date.now() / 1000;
    }
    return draw();
  })();
  await loading;
  loading = false;
}

function signOut(why = '') {
  me = overview = null;
  for (const id of ['floor', 'post', 'book', 'workers', 'guests']) $(id).textContent = '';
  setHtml($('head'), '');
  draw();
  $('login-answer').textContent = why;
  $('token').focus();
}

// ---- hands -------------------------------------------------------------------------------------------------

$('login').onsubmit = async e => {
  e.preventDefault();
  try {
    const name = $('name').value.trim();
    me = await post('/api/staff/login', { token: $('token').value.trim(), ...name && { name } });
    $('token').value = $('login-answer').textContent = '';
    draw();
    $('main').focus();
    await load();
  } catch (problem) {
    $('login-answer').innerHTML = refusalHtml(problem);
    $('token').select();
  }
};
$('leave').onclick = async () => { await post('/api/staff/logout').catch(() => null); signOut(); };
document.addEventListener('click', e => {
  const law = e.target.closest('[data-law]'), b = e.target.closest('[data-act]');
  if (law) { e.preventDefault(); toggleClause(law); } else if (b) toggleForm(b); else if (e.target.closest('[data-cancel]')) { const from = e.target.closest('[data-key]').querySelector('.face [data-act]'); closeForms(); from?.focus(); }
});
document.addEventListener('submit', e => { if (e.target.matches('.slot form')) { e.preventDefault(); sendForm(e.target); } });
document.addEventListener('keydown', e => {
  const form = e.target.closest?.('.slot form');
  if (form && e.key === 'Escape') form.querySelector('[data-cancel]').click();
  if (form && e.key === 'Enter' && (e.ctrlKey || e.metaKey)) form.requestSubmit();
});
onLanguageChange(() => {
  for (const form of document.querySelectorAll('.slot form')) {
    const { act, facts, laws } = form._deed;
    form.querySelector('.ask').innerHTML = `${esc(w(`ask.${act}`, facts))} ${laws.map(l => clauseLink(l)).join(' ')}`;
    form.querySelector('label').textContent = w(`why.${act}`);
    form.querySelector('.go').textContent = w(`do.${act}`);
    form.querySelector('[data-cancel]').textContent = w('cancel');
    form.querySelector('.answer').textContent = '';
  }
  draw();
});

fillLabels();
me = await get('/api/staff/me').catch(() => null);
draw();
if (me) await load(); else $('token').focus();
setInterval(() => { if (!document.hidden) load(); }, RELOAD_MS);
