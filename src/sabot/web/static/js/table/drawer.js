// The other views of the side panel: a clause, past coups with their clauses and seals, rules, complaints.

import { fetchClause, get, post } from '../core/api.js';
import { formatBuyIn, formatSum, formatTime, gameName, inCurrency, lang, netClass, formatNet, t, gameWord } from '../core/i18n.js';
import { eventItems, houseClause, formatOdds, spotName } from '../record/narration.js';
import { lawPageUrl, esc, formatOpeningHours, inForceNote, capitalise, clauseLink } from '../core/text.js';
import { changePanel, sendListAct, fetchLists } from '../lobby/waiting_lists.js';
import { checkSeal, findCoupInOrder } from '../core/seal.js';
import { w } from '../machine/words.js';
import { empty, fold } from '../core/store.js';

/** A link from a clause to its regulation. @param {string} ref */
const bookLink = ref => `<p class="links"><a class="ghost" href="${lawPageUrl(ref)}">${t('book.drawer')}</a></p>`;

/** Whether a limit is not set, so that the table's own applies. */
const isUnset = v => v !== null && typeof v === 'object' && !Array.isArray(v) && Object.values(v).every(x => x === 0);

/** The keys of the table's acts and tools, as facts for a text about them. @param {any} table */
const keyLetters = table => { const words = table.words?.[lang()] ?? {}, all = Object.fromEntries(Object.keys(words).filter(k => k.startsWith('key.')).map(k => [k.slice(4), words[k]])); return { ...all, out: all['cash-out'] }; };

/** Every chance of a layout with its limits and what it pays. @param {any} table */
const chanceRows = table => (table.bets ?? []).map(b => `<li class="chance"><span>${esc(capitalise(spotName(table, b.bet)))}</span><span><b>${b.pays.map(p => formatOdds(p.odds)).join(' / ')}</b>${clauseLink(b.pays[0].law)}</span>${b.maximum ? `<small>${t('limits', { min: formatSum(b.minimum), max: formatSum(b.maximum) })}</small><span>${clauseLink(b.limit_law)}</span>` : ''}</li>`).join('');

export class Drawer {
  /** @param {HTMLElement} root @param {import('./panel.js').Panel} panel @param {{table: () => any, shown: () => void}} actions */
  constructor(root, panel, actions) {
    Object.assign(this, { root, panel, actions, trail: [] });
    root.addEventListener('click', e => {
      const b = e.target.closest('[data-back], [data-coup], [data-check], [data-about], [data-list], [data-view]');
      if (!b || panel.view === 'home') return;
      if (b.dataset.view) this.open(b.dataset.view);
      else if (b.dataset.back !== undefined) this.back();
      else if (b.dataset.coup) this.open('coup', b.dataset.coup);
      else if (b.dataset.check) this.check();
      else if (b.dataset.list) sendListAct(b).then(() => this.trail.length && this.draw());
      else if (b.dataset.about) this.open('complaint', b.dataset.about);
    });
    root.addEventListener('submit', e => { if (e.target.matches('form')) { e.preventDefault(); this.send(e.target); } });
    root.addEventListener('keydown', e => { if (e.key === 'Escape' && panel.view !== 'home') { e.stopPropagation(); this.back(); } });
  }

  /** @param {string} view @param {any} [arg] */
  async open(view, arg) {
    if (view === 'home') return this.home();
    if (view === 'place' && this.trail.length) this.trail = this.trail.filter(([v]) => v !== 'place');
    if (!this.trail.length) this.opener = document.activeElement;
    this.trail.push([view, arg]);
    await this.draw();
  }

  /** Redraw an open view and keep the focus. @param {string} view */
  refresh(view) {
    const [top, arg] = this.trail[this.trail.length - 1] ?? [];
    if (top !== view || this.panel.view !== view) return;
    const body = this.root.querySelector('.body'), [title, html] = this.actions[view](arg);
    if (!body || body._html === html) return;
    const focused = body.contains(document.activeElement) ? document.activeElement : null, key = focused && ['lay', 'clear', 'sit', 'leave'].find(k => focused.dataset[k]);
    body._html = body.innerHTML = html;
    body._html = html;
    this.root.querySelector('h2').textContent = title;
    if (key) (body.querySelector(`[data-${key}="${focused.dataset[key]}"]`) ?? body).focus({ preventScroll: true });
  }

  /** The other tables of the waiting list, and the house's answer to a request. */
  async _change() {
    const x = (await fetchLists()).find(y => y.id === this.actions.table().list);
    return [t('change.title'), x ? changePanel(x) : `<p class="none">${t('change.table.why')}</p>`];
  }

  async _pays() { return this.actions.pays(); }

  async _place(place) { return this.actions.place(place); }

  back() {
    this.trail.pop();
    if (this.trail.length) return this.draw();
    this.home();
    if (this.opener?.isConnected) this.opener.focus();
    return null;
  }

  home() {
    this.trail = [];
    this.panel.home();
    this.actions.shown();
  }

  /** Draw the view on top again, for instance in another language. */
  async draw() {
    const [view, arg] = this.trail[this.trail.length - 1] ?? [];
    if (!view) return;
    this.panel.view = view;
    this.root.className = `panel view v-${view}`;
    this.showFrame(t(`${{ law: 'law', coups: 'coups', coup: 'coups', rules: 'rules', complaint: 'complaint', change: 'change', ended: 'ended', place: 'place', pays: 'rules' }[view]}.title`), `<p class="none">${t('loading')}</p>`);
    this.actions.shown();
    try {
      const [title, html] = await this[`_${view}`](arg);
      if (this.trail[this.trail.length - 1]?.[1] === arg && this.panel.view === view) this.showFrame(title, html);
    } catch (problem) {
      this.showFrame(t('law.title'), `<p class="none">${esc(t('failed', { why: problem.message }))}</p>`);
    }
  }

  showFrame(title, html) {
    const keep = this.root.contains(document.activeElement) || document.activeElement === document.body;
    this.root.innerHTML = `<header><button type="button" class="ghost" data-back>‹ ${t('back')}</button><h2 tabindex="-1">${esc(title)}</h2></header><div class="body" tabindex="0">${html}</div>`;
    if (keep || this.trail.length) this.root.querySelector('h2').focus({ preventScroll: true });
  }

  async _law(ref) {
    const row = await fetchClause(ref);
    const foreign = lang() === 'en' ? '' : `<p class="small">${t('law.language')}</p>`;
    if (row.question) {   // an interpretation, also if an earlier version cited it as a rule
      ref = row.id ?? ref;
      const part = (key, text) => text ? `<h3>${t(key)}</h3><p>${esc(text)}</p>` : '';
      return [row.title ?? ref, `<div lang="en"><p class="ref">${clauseLink(ref)}</p>${part('law.question', row.question)}${row.readings?.length ? `<h3>${t('law.readings')}</h3><ol class="dots">${row.readings.map(r => `<li>${esc(r)}</li>`).join('')}</ol>` : ''}${part('law.ours', row.ours)}${part('law.why', row.why)}${part('law.changes', row.changes)}</div><p>${(row.clauses ?? []).map(c => clauseLink(c)).join(' ')}</p>${bookLink(ref)}${foreign}`];
    }
    const reads = (row.interpretations ?? []).map(i => `<details class="read"><summary>${clauseLink(`ir/${i.n ?? String(i.id ?? i).replace('ir/', '')}`)} ${esc(i.title ?? '')}</summary><p lang="en">${esc(i.ours ?? '')}</p></details>`).join('');
    const doc = row.title ?? row.document ?? this.actions.table()?.regulation ?? '';
    return [`§ ${ref.split('/').pop()}`, `<p class="ref">${esc(doc)}</p><p class="clause" lang="en">${esc(row.text)}</p>${row.doubts ? `<p class="small">${t('law.doubts')} ${clauseLink(row.doubts)}</p>` : ''}${row.note ? `<h3>${t('law.note')}</h3><p class="small" lang="en">${esc(row.note)}</p>` : ''}${reads ? `<h3>${t('law.reads')}</h3>${reads}` : ''}${bookLink(ref)}${foreign}`];
  }

  async _coups() {
    const list = await get('/api/me/coups?limit=20');
    if (!list.length) return [t('coups.title'), `<p class="none">${t('coups.none')}</p>`];
    return [t('coups.title'), `<ul class="coups">${list.map(c => `<li><button type="button" data-coup="${esc(c.id)}"><span><b>${t('coup.n', { n: c.no })}</b><small>${c.ended ? esc(formatTime(c.ended)) : ''}</small></span><span class="r">${esc((c.results ?? []).map(r => typeof r === 'string' ? r : gameWord(this.actions.table(), `result.${r.result ?? ''}`) || '').filter(Boolean).join(' · '))}</span><b class="${netClass(c.net)}">${c.net ? inCurrency(c.currency, () => formatNet(c.net)) : '='}</b></button></li>`).join('')}</ul><p><a class="ghost" href="history.html">${t('hist.title')}</a></p><p class="small">${clauseLink(houseClause(this.actions.table(), 'last-coup'))}</p>`];
  }

  async _coup(id) {
    const coup = this.coup = await get(`/api/coups/${encodeURIComponent(id)}`);
    const thisTable = this.actions.table(), base = id => String(id).split('~')[0];
    const table = base(coup.table) === base(thisTable.id) ? thisTable : await get(`/api/tables/${encodeURIComponent(base(coup.table))}`).catch(() => thisTable), opened = coup.opening ?? coup.events.find(e => e.step === 'open')?.opening;
    this.opening = opened;
    return [t('coup.n', { n: coup.no }), `<p class="ref">${esc([table.name, gameName(table), coup.ended ? formatTime(coup.ended) : ''].filter(Boolean).join(' · '))}</p><ol class="story">${inCurrency(table.currency, () => eventItems(table, coup.events.reduce(fold, empty()).steps))}</ol>
      ${coup.seal ? `<h3>${t('seal')}</h3><p><code>${esc(coup.seal)}</code></p>` : ''}${opened ? `<button type="button" class="ghost" data-check="1">${t('check')}</button><p class="checked" role="status"></p>` : coup.seal ? `<p class="small">${table.unopened ? `${t('check.never')} ${clauseLink(table.unopened)}` : t('check.later')}</p>` : ''}${table.history ? `<p><a class="ghost" href="/api/coups/${encodeURIComponent(id)}/history" download="${esc(id)}.phh">${t('coup.history')}</a></p>` : ''}<p><button type="button" class="ghost" data-about="${esc(id)}:${esc(coup.no)}">${t('complain.coup')}</button> <a class="ghost" href="receipt.html?coup=${encodeURIComponent(id)}">${t('receipt.title')}</a></p>`];
  }

  /** Compute the seal of the opened order, and find this coup's cards in it. */
  async check() {
    const out = this.root.querySelector('.checked'), { coup, opening } = this;
    const check = await checkSeal(opening, coup.seal).catch(() => null);
    if (!check) { out.textContent = t('check.secure'); out.scrollIntoView({ block: 'nearest' }); return; }
    const position = findCoupInOrder(opening.order, coup.events);
    out.className = `checked ${check.good ? 'up' : 'down'}`;
    out.textContent = `${check.good ? t('check.good') : t('check.bad', { hash: check.hash })} ${!position.cards ? '' : position.from ? t('check.cards', { n: position.cards, from: position.from, to: position.from + position.cards - 1 }) : t('check.nocards')}`;
    out.scrollIntoView({ block: 'nearest' });
  }

  async _rules() {
    const brief = this.actions.table(), table = await get(`/api/tables/${encodeURIComponent(brief.id)}`).catch(() => brief);
    const layout = brief.felt.shape === 'layout', info = table.information ?? {}, kv = (k, v) => `<dt>${esc(k)}</dt><dd>${v}</dd>`;
    const bool = v => v === true ? t('yes') : v === false || v === null || v === '' ? t('no') : v === 0 ? t('none.limit') : typeof v === 'object' ? esc(Array.isArray(v) ? v.join(', ') || '–' : Object.values(v).filter(x => typeof x !== 'object').map(x => x === true ? t('yes') : x === false ? t('no') : x).join(' · ')) : esc(v);
    const prize = name => capitalise(gameWord(brief, `pays.${name}`) || name);
    const past = brief.in_force?.historical ? `<p class="past">${esc(inForceNote(brief))}</p>` : '';
    const shown = brief.demonstrated?.length ? `<p class="past">${esc(t('rules.demonstrated', { options: brief.demonstrated.join(', ') }))} ${clauseLink(houseClause(brief, 'authorisation'))}</p>` : '';
    const machine = brief.felt.shape === 'cabinet', pays = machine ? '' : layout ? chanceRows(brief) : (brief.bets ?? []).flatMap(b => b.pays.map(p => `<li><span>${esc(prize(p.for))}</span><b>${p.odds === '0:1' ? t('pays.back') : /^\d+:\d+$/.test(p.odds) ? formatOdds(p.odds) : esc(p.odds.replace(/x$/, ' ×'))}</b>${clauseLink(p.law)}</li>`)).join('');
    const rows = (info.rules ?? []).filter(r => r.text).map(r => `<details class="read"><summary>${clauseLink(r.id)} <span lang="en">${esc(r.text.length > 64 ? `${r.text.slice(0, 62)}…` : r.text)}</span></summary><p lang="en">${esc(r.text)}</p></details>`).join('');
    return [t('rules.title'), `${past}${shown}<h3>${t('rules.limits')} ${clauseLink(houseClause(brief, 'limits'))}</h3><dl class="kv">${kv(t('rules.min'), formatSum(brief.minimum))}${brief.brings ? kv(t('rules.brings'), `${esc(formatBuyIn(brief))} ${clauseLink((brief.bets ?? [])[0]?.law)}`) : kv(t('rules.max'), formatSum(brief.maximum))}${kv(t('rules.unit'), formatSum((brief.bets ?? [])[0]?.unit ?? brief.unit))}${brief.hours ? kv(t('rules.hours'), `${esc(formatOpeningHours(brief))} ${clauseLink('ir/360')}`) : ''}</dl>
      ${machine ? `<p><button type="button" class="ghost" data-view="pays">${w('pays.button')}</button></p>` : `<h3>${t('rules.pays')}</h3><ul class="pays">${pays}</ul>`}
      <h3>${t('rules.house')}</h3><dl class="kv">${Object.entries(brief.rules).filter(([, v]) => !isUnset(v)).map(([k, v]) => kv(gameWord(brief, `rule.${k}`) || k, bool(v))).join('')}${Object.entries(brief.clocks).map(([k, v]) => kv(`${t(`clock.${k}`)}, s`, k === 'betting' && brief.individual ? '–' : v)).join('')}</dl>
      <h3>${t('keys')}</h3><p class="small">${esc(machine ? w('keys', keyLetters(brief)) : t(layout ? 'layout.keys' : 'keys.what', keyLetters(brief)))}</p>${brief.demo ? `<p class="small">${t('demo')} ${clauseLink(houseClause(brief, 'demo'))} ${clauseLink(houseClause(brief, 'demo-prize', 'demo'))}</p>` : ''}
      <h3>${t('complaint.title')} ${clauseLink(houseClause(brief, 'information'))}</h3>${this.complaintForm()}${rows ? `<h3>${t('rules.all')}</h3>${rows}<p class="small">${t('law.language')}</p>` : ''}`];
  }

  /** The form of a complaint; about a coup if its id and number are given. */
  complaintForm(about = '') {
    const [coup, no] = about.split(':');
    return `<form data-about-coup="${esc(coup)}">${no ? `<p class="small">${t('complaint.coup', { n: esc(no) })}</p>` : ''}<label>${t('complaint.say')}<textarea name="text" required maxlength="2000" rows="4"></textarea></label><button class="ghost">${t('complaint.send')}</button><p role="status" class="small"></p></form>`;
  }

  async _complaint(about) {
    const list = await get('/api/complaints').catch(() => []);
    const rows = list.map(c => `<li><p>${esc(c.text)}</p><small>${esc(c.at ?? c.made ? formatTime(c.at ?? c.made) : '')}</small><p class="${c.answer ? 'answer' : 'none'}">${c.answer ? `<b>${t('complaint.answer')}:</b> ${esc(c.answer.text ?? c.answer)}` : t('complaint.waits')}</p></li>`).join('');
    return [t('complaint.title'), `${this.complaintForm(about)}<ul class="said">${rows || `<li class="none">${t('complaint.none')}</li>`}</ul><p class="small">${clauseLink(houseClause(this.actions.table(), 'information'))}</p>`];
  }

  async send(form) {
    const text = form.elements.text.value.trim(), out = form.querySelector('[role=status]');
    if (!text) return;
    try {
      await post('/api/complaints', { table: this.actions.table().id, text, ...(form.dataset.aboutCoup ? { coup: form.dataset.aboutCoup } : {}) });
      if (this.panel.view === 'complaint') { await this.draw(); this.root.querySelector('form [role=status]').textContent = t('complaint.sent'); } else { form.reset(); out.textContent = t('complaint.sent'); }
    } catch (problem) {
      out.textContent = t('failed', { why: problem.message });
    }
  }

  async _ended({ facts, law }) { return [t('ended.title'), this.panel.summary(facts, law)]; }
}

