// The side: session, step by step, the coup before; other views (review, rules, a clause, complaints) take its place.

import { causeOf, clock, colon, lang, list, many, money, short, sign, signed, span, t, word } from '../core/i18n.js';
import { put } from '../core/update.js';
import { each, forbids, lawOf, spotName, who } from '../record/narration.js';
import { esc, inForce, sentence, tag } from '../core/text.js';
import { story } from '../machine/replay.js';
import { w } from '../machine/words.js';
import { barred, bySpot, own } from '../core/store.js';

/** Whether a bet lies on a hand, whoever's it is, or is itself what was decided. */
const on = (bet, hand) => bet === hand || bet.startsWith(`${hand}+`) && !bet.includes('/');

/** The coup before on a cloth: each of my bets, what was lost first. */
function laid(s, b) {
  const rows = bySpot(s.table, b.fates).map(r => `<p class="paid"><span>${esc(sentence(spotName(s.table, r.spot)))}</span><b class="${sign(r.net)}">${signed(r.net, true) || '='}</b>${tag(r.law)}</p>`).join('');
  return `<p class="paid net"><span>${t('previous.net')}</span><b class="${sign(b.net)}">${b.net ? signed(b.net) : '='}</b></p>${rows}${b.void ? `<p class="none">${esc(t('tell.void', { cause: causeOf(s.table, b.void) }))}</p>` : ''}`;
}

/** The hand before at a table with pots: what it brought me, and the hands that were shown. */
function ringed(s, b) {
  const rows = Object.values(b.results).map(r => `<p class="paid"><span>${esc(colon(who(s.table, r.hand), word(s.table, `category.${r.facts?.category}`) || word(s.table, `result.${r.result}`)))}</span><b>${r.result === 'lost' ? '' : esc(word(s.table, `result.${r.result}`))}</b>${tag(r.law)}</p>`).join('');
  return `<p class="paid net"><span>${t('previous.net')}</span><b class="${sign(b.net)}">${b.net ? signed(b.net) : '='}</b></p>${rows}${b.void ? `<p class="none">${esc(t('tell.void', { cause: causeOf(s.table, b.void) }))}</p>` : ''}`;
}

/** The last game of a machine. */
function played(b) {
  const r = b.results['1'], { bet = 0, prize = 0 } = r?.facts ?? {};
  return r ? `<p class="paid net"><span>${t('previous.net')}</span><b class="${sign(b.net)}">${b.net ? signed(b.net) : '='}</b></p><p class="paid"><span>${esc(w(prize ? 'story.prize' : 'story.nothing', { prize: money(prize), bet: money(bet) }))}</span><b></b>${tag(r.law)}</p>` : `<p class="none">${t('previous.none')}</p>`;
}

/** What was brought to the table and taken from it, which is no bet and no prize, and tips. @param {any} sums @param {(key: string, value: string) => string} row */
export const brought = (sums, row) => ['brought', 'taken', 'given'].filter(key => sums?.[key]).map(key => row(`session.${key}`, money(sums[key]))).join('');

export class Panel {
  /** @param {HTMLElement} root @param {{open: (view: string, arg?: any) => void, end: () => void, leave: (place: string) => void}} to */
  constructor(root, to) {
    Object.assign(this, { root, to, view: 'home', parts: {}, state: null });
    root.addEventListener('click', e => {
      const b = e.target.closest('button[data-go]');
      if (!b) return;
      const [go, arg] = b.dataset.go.split(':');
      ({ end: () => to.end(), leave: () => to.leave(arg) }[go] ?? (() => to.open(go, arg)))();
    });
    setInterval(() => this.tick(), 1000);
    this.home();
  }

  home() {
    this.view = 'home';
    this.root.className = 'panel home';
    this.root.innerHTML = `<p class="past" hidden></p><section class="purse" aria-labelledby="h-session"><h2 id="h-session"></h2><p class="net"><b></b><span class="span"></span></p><dl class="kv"></dl></section>
      <section class="steps" aria-labelledby="h-steps"><h2 id="h-steps"></h2><ol tabindex="0" aria-labelledby="h-steps"></ol><details class="seal"><summary></summary><p></p></details></section>
      <section class="prev" aria-labelledby="h-prev"><h2 id="h-prev"></h2><div></div></section>
      <section class="links"></section>`;
    const $ = q => this.root.querySelector(q);
    this.parts = { purse: $('.purse'), past: $('.past'), kv: $('.kv'), net: $('.net b'), span: $('.span'), steps: $('.steps ol'), seal: $('.seal'), prev: $('.prev div'), links: $('.links') };
    this.lines = [];
    if (this.state) this.render(this.state, this.live);
  }

  put(name, html) { put(this.parts[name], html); }

  /** The steps, the newest first: what stands below what is new stays as it is. @param {string[]} lines */
  tell(lines) {
    const { lines: old, parts: { steps } } = this;
    let same = 0;
    while (same < Math.min(old.length, lines.length) && old[old.length - 1 - same] === lines[lines.length - 1 - same]) same += 1;
    for (let gone = old.length - same; gone; gone -= 1) steps.firstElementChild.remove();
    steps.insertAdjacentHTML('afterbegin', lines.slice(0, lines.length - same).join(''));
    this.lines = lines;
  }

  /** @param {import('../core/store.js').State} s what is shown @param {import('../core/store.js').State} live the record */
  render(s, live) {
    this.state = s;
    this.live = live;
    if (this.view !== 'home' || !s.table) return;
    const h = (id, key) => { const e = this.root.querySelector(id); if (e.textContent !== t(key)) e.textContent = t(key); };
    h('#h-session', 'session'); h('#h-steps', 'steps'); h('#h-prev', 'previous');
    const you = s.you, ses = you?.session, play = Object.entries(s.bets).filter(([b]) => own(s, b)).reduce((n, [, v]) => n + v, 0);
    this.parts.net.className = sign(ses?.net ?? 0);
    this.put('net', signed(ses?.net ?? 0) || money(0));
    const past = inForce(s.table);
    this.parts.past.hidden = !past;
    this.put('past', esc(past));
    const row = (key, value) => `<dt>${t(key)}</dt><dd>${value}</dd>`;
    this.put('kv', row('coups', ses?.coups ?? 0) + row('staked', money(ses?.staked ?? 0)) + row('won', money(ses?.won ?? 0)) + brought(ses, row) + row(ses?.brought || s.bets['1/credit'] ? 'lies' : 'in-play', money(play)));
    // Between two games of a machine the last one stays to be read.
    const rests = s.table.felt.shape === 'cabinet' && !story(s).bet && !s.steps.some(e => e.answer) && s.before?.steps?.length;
    const list = each(s.table, rests ? s.before.steps : s.steps, true);
    this.tell(list.length ? list : [`<li class="none">${t('steps.none')}</li>`]);
    const seal = s.seal || s.shown?.seal || '';
    this.parts.seal.hidden = seal.length < 20;   // a shoe shuffled by hand has no seal to open
    const thrown = s.table.felt.shape === 'layout' && !s.table.felt.cards;
    put(this.parts.seal.querySelector('summary'), `${t(thrown ? 'seal.throw' : 'seal')} <code>${esc(seal.slice(0, 6))}…${esc(seal.slice(-4))}</code>${thrown ? '' : `<span>${many('seal.drawn', s.out)}</span>`}`);
    put(this.parts.seal.querySelector('p'), `${t(thrown ? 'seal.throw.what' : 'seal.what')}<br><code>${esc(seal)}</code> ${tag('ir/17')}`);
    this.put('prev', this.before(s));
    const places = live?.you?.places ?? [], leave = (live?.listen?.offers ?? []).filter(o => o.act === 'leave' && places.includes(o.seat) && !live.table.individual && live.table.felt.shape !== 'cabinet');
    const b = (go, label, why = '') => `<button type="button" class="ghost" data-go="${go}"${why ? ` title="${esc(why)}"` : ''}>${label}</button>`;
    const ways = [leave.length ? t('leave.place.why') : '', ses ? t('end.why') : ''].filter(Boolean).join(' ');
    const hush = places.length ? lawOf(s.table, 'advice') : '';   // nobody may tell who plays how to play
    this.put('links', `${b('coups', t('review'))}${b('rules', t('rules'))}${b('complaint', t('complain'))}${s.table.odds && !hush ? `<a class="ghost" href="odds.html?table=${encodeURIComponent(s.table.id)}" title="${esc(t('odds.why'))}">${t('odds.page')}</a>` : ''}${(live && !live.table.individual ? barred(live).filter(o => o.act === 'leave' && places.includes(o.seat)) : []).map(o => `<button type="button" class="ghost" disabled title="${esc(`${forbids(s.table, o)} § ${short(o.law)}`)}">${esc(t('leave.place', { n: o.seat }))}</button>`).join('')}${live?.table.list && places.length ? b('change', esc(t('change.table')), t('change.table.why')) : ''}${leave.map(o => b(`leave:${o.seat}`, esc(t('leave.place', { n: o.seat })), t('leave.place.why'))).join('')}${ses ? b('end', t('end'), t('end.why')) : ''}${hush && s.table.odds ? `<p class="demo">${esc(t('odds.seated'))} ${tag(hush)}</p>` : ''}${ways ? `<p class="demo ways">${esc(ways)}</p>` : ''}${s.table.demo ? `<p class="demo">${t('demo')} ${tag(lawOf(s.table, 'demo'))} ${tag(lawOf(s.table, 'demo-prize', 'demo'))}</p>` : ''}`);
    this.tick();
  }

  /** My last coup: each hand's result, what it brought, its clause. */
  before(s) {
    const b = s.before;
    if (b && s.table.felt.shape === 'layout') return laid(s, b);
    if (!b) return `<p class="none">${t('previous.none')}</p>`;
    if (s.table.felt.ring) return ringed(s, b);
    if (s.table.felt.shape === 'cabinet') return played(b);
    const rows = Object.values(b.results).sort((x, y) => x.hand.localeCompare(y.hand, 'en', { numeric: true })).filter(r => r.hand !== 'bank' && Object.entries(b.fates).some(([bet, f]) => f.yours && on(bet, r.hand))).map(r => {
      const f = Object.entries(b.fates).filter(([bet, x]) => x.yours && on(bet, r.hand)).reduce((a, [, x]) => ({ pay: a.pay + x.pay, collect: a.collect + x.collect }), { pay: 0, collect: 0 }), net = f.pay - f.collect, facts = r.facts ?? {};
      const score = facts.bank !== undefined ? t('result.against', { a: facts.total, b: facts.bank }) : facts.total ?? '';
      return `<p class="paid"><span>${esc(colon(who(s.table, r.hand, t('you').toLocaleLowerCase(lang())), list([word(s.table, `result.${r.result}`), score])))}</span><b class="${sign(net)}">${net ? signed(net, true) : '='}</b>${tag(r.law)}</p>`;
    }).join('');
    const total = rows ? `<p class="paid net"><span>${t('previous.net')}</span><b class="${sign(b.net)}">${b.net ? signed(b.net) : '='}</b></p>` : '';
    return total + rows + (b.void ? `<p class="none">${esc(t('tell.void', { cause: causeOf(s.table, b.void) }))}</p>` : '');
  }

  tick() {
    const from = this.state?.you?.session?.started;
    if (this.view === 'home' && from) this.parts.span.textContent = span(Math.max(0, Date.now() / 1000 - from));
  }

  /** The summary of a session that has ended (33). @param {any} f @param {string} law */
  summary(f, law) {
    const row = (key, value) => `<dt>${t(key)}</dt><dd>${value}</dd>`;
    return `<div class="ended"><p class="net"><b class="${sign(f.net)}">${signed(f.net ?? 0) || money(0)}</b></p><dl class="kv">${row('coups', f.coups ?? 0)}${row('staked', money(f.staked ?? 0))}${row('won', money(f.won ?? 0))}${brought(f, row)}${row('time', span((f.ended ?? 0) - (f.started ?? 0)))}</dl>
      <p class="none">${f.started ? esc(t('ended.from', { from: clock(f.started), to: clock(f.ended) })) : ''} ${esc(t(['idle', 'player', 'table-removed'].includes(f.reason) ? `ended.why.${f.reason}` : 'ended.why.other'))} ${tag(law)}</p></div>`;
  }
}
