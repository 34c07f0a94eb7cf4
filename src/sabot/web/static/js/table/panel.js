// The side panel: session, steps, the previous coup. Other views (review, rules, a clause, complaints) take its place.

import { voidCause, formatTime, joinWithColon, lang, joinList, plural, formatFullSum, formatClause, netClass, formatNet, formatDuration, t, gameWord } from '../core/i18n.js';
import { setHtml } from '../core/update.js';
import { eventItemList, whyBarred, houseClause, spotName, handName } from '../record/narration.js';
import { esc, inForceNote, capitalise, clauseLink } from '../core/text.js';
import { gameOf } from '../machine/replay.js';
import { w } from '../machine/words.js';
import { barredActs, netBySpot, isMyBet } from '../core/store.js';

/** Whether a bet lies on a hand, whoever made it. */
const isOnHand = (bet, hand) => bet === hand || bet.startsWith(`${hand}+`) && !bet.includes('/');

/** The previous coup at a layout: each of my bets, losses first. */
function layoutPrevious(s, b) {
  const rows = netBySpot(s.table, b.settlements).map(r => `<p class="paid"><span>${esc(capitalise(spotName(s.table, r.spot)))}</span><b class="${netClass(r.net)}">${formatNet(r.net, true) || '='}</b>${clauseLink(r.law)}</p>`).join('');
  return `<p class="paid net"><span>${t('previous.net')}</span><b class="${netClass(b.net)}">${b.net ? formatNet(b.net) : '='}</b></p>${rows}${b.void ? `<p class="none">${esc(t('tell.void', { cause: voidCause(s.table, b.void) }))}</p>` : ''}`;
}

/** The previous hand at a table with pots: my result, and the hands that were shown. */
function potPrevious(s, b) {
  const rows = Object.values(b.results).map(r => `<p class="paid"><span>${esc(joinWithColon(handName(s.table, r.hand), gameWord(s.table, `category.${r.facts?.category}`) || gameWord(s.table, `result.${r.result}`)))}</span><b>${r.result === 'lost' ? '' : esc(gameWord(s.table, `result.${r.result}`))}</b>${clauseLink(r.law)}</p>`).join('');
  return `<p class="paid net"><span>${t('previous.net')}</span><b class="${netClass(b.net)}">${b.net ? formatNet(b.net) : '='}</b></p>${rows}${b.void ? `<p class="none">${esc(t('tell.void', { cause: voidCause(s.table, b.void) }))}</p>` : ''}`;
}

/** The last game of a machine. */
function machinePrevious(b) {
  const r = b.results['1'], { bet = 0, prize = 0 } = r?.facts ?? {};
  return r ? `<p class="paid net"><span>${t('previous.net')}</span><b class="${netClass(b.net)}">${b.net ? formatNet(b.net) : '='}</b></p><p class="paid"><span>${esc(w(prize ? 'story.prize' : 'story.nothing', { prize: formatFullSum(prize), bet: formatFullSum(bet) }))}</span><b></b>${clauseLink(r.law)}</p>` : `<p class="none">${t('previous.none')}</p>`;
}

/** Rows of money brought to the table, taken from it, and tips. @param {any} sums @param {(key: string, value: string) => string} row */
export const cashRows = (sums, row) => ['brought', 'taken', 'given'].filter(key => sums?.[key]).map(key => row(`session.${key}`, formatFullSum(sums[key]))).join('');

export class Panel {
  /** @param {HTMLElement} root @param {{open: (view: string, arg?: any) => void, end: () => void, leave: (place: string) => void}} actions */
  constructor(root, actions) {
    Object.assign(this, { root, actions, view: 'home', parts: {}, state: null });
    root.addEventListener('click', e => {
      const b = e.target.closest('button[data-go]');
      if (!b) return;
      const [go, arg] = b.dataset.go.split(':');
      ({ end: () => actions.end(), leave: () => actions.leave(arg) }[go] ?? (() => actions.open(go, arg)))();
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

  setPart(name, html) { setHtml(this.parts[name], html); }

  /** Update the steps, newest first: only new ones are added, the others stay. @param {string[]} lines */
  updateSteps(lines) {
    const { lines: old, parts: { steps } } = this;
    let same = 0;
    while (same < Math.min(old.length, lines.length) && old[old.length - 1 - same] === lines[lines.length - 1 - same]) same += 1;
    for (let removed = old.length - same; removed; removed -= 1) steps.firstElementChild.remove();
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
    const you = s.you, session = you?.session, play = Object.entries(s.bets).filter(([b]) => isMyBet(s, b)).reduce((n, [, v]) => n + v, 0);
    this.parts.net.className = netClass(session?.net ?? 0);
    this.setPart('net', formatNet(session?.net ?? 0) || formatFullSum(0));
    const past = inForceNote(s.table);
    this.parts.past.hidden = !past;
    this.setPart('past', esc(past));
    const row = (key, value) => `<dt>${t(key)}</dt><dd>${value}</dd>`;
    this.setPart('kv', row('coups', session?.coups ?? 0) + row('staked', formatFullSum(session?.staked ?? 0)) + row('won', formatFullSum(session?.won ?? 0)) + cashRows(session, row) + row(session?.brought || s.bets['1/credit'] ? 'lies' : 'in-play', formatFullSum(play)));
    // Between two games of a machine the last one stays.
    const showsPrevious = s.table.felt.shape === 'cabinet' && !gameOf(s).bet && !s.steps.some(e => e.answer) && s.previous?.steps?.length;
    const list = eventItemList(s.table, showsPrevious ? s.previous.steps : s.steps, true);
    this.updateSteps(list.length ? list : [`<li class="none">${t('steps.none')}</li>`]);
    const seal = s.seal || s.shown?.seal || '';
    this.parts.seal.hidden = seal.length < 20;   // a shoe shuffled by hand has no seal to open
    const thrown = s.table.felt.shape === 'layout' && !s.table.felt.cards;
    setHtml(this.parts.seal.querySelector('summary'), `${t(thrown ? 'seal.throw' : 'seal')} <code>${esc(seal.slice(0, 6))}…${esc(seal.slice(-4))}</code>${thrown ? '' : `<span>${plural('seal.drawn', s.cardsDealt)}</span>`}`);
    setHtml(this.parts.seal.querySelector('p'), `${t(thrown ? 'seal.throw.what' : 'seal.what')}<br><code>${esc(seal)}</code> ${clauseLink('ir/17')}`);
    this.setPart('prev', this.previousHtml(s));
    const places = live?.you?.places ?? [], leave = (live?.listen?.offers ?? []).filter(o => o.act === 'leave' && places.includes(o.seat) && !live.table.individual && live.table.felt.shape !== 'cabinet');
    const b = (go, label, why = '') => `<button type="button" class="ghost" data-go="${go}"${why ? ` title="${esc(why)}"` : ''}>${label}</button>`;
    const notes = [leave.length ? t('leave.place.why') : '', session ? t('end.why') : ''].filter(Boolean).join(' ');
    const adviceLaw = places.length ? houseClause(s.table, 'advice') : '';   // seated players may not be advised
    this.setPart('links', `${b('coups', t('review'))}${b('rules', t('rules'))}${b('complaint', t('complain'))}${s.table.odds && !adviceLaw ? `<a class="ghost" href="odds.html?table=${encodeURIComponent(s.table.id)}" title="${esc(t('odds.why'))}">${t('odds.page')}</a>` : ''}${(live && !live.table.individual ? barredActs(live).filter(o => o.act === 'leave' && places.includes(o.seat)) : []).map(o => `<button type="button" class="ghost" disabled title="${esc(`${whyBarred(s.table, o)} § ${formatClause(o.law)}`)}">${esc(t('leave.place', { n: o.seat }))}</button>`).join('')}${live?.table.list && places.length ? b('change', esc(t('change.table')), t('change.table.why')) : ''}${leave.map(o => b(`leave:${o.seat}`, esc(t('leave.place', { n: o.seat })), t('leave.place.why'))).join('')}${session ? b('end', t('end'), t('end.why')) : ''}${adviceLaw && s.table.odds ? `<p class="demo">${esc(t('odds.seated'))} ${clauseLink(adviceLaw)}</p>` : ''}${notes ? `<p class="demo ways">${esc(notes)}</p>` : ''}${s.table.demo ? `<p class="demo">${t('demo')} ${clauseLink(houseClause(s.table, 'demo'))} ${clauseLink(houseClause(s.table, 'demo-prize', 'demo'))}</p>` : ''}`);
    this.tick();
  }

  /** My previous coup: the result of each hand, its net sum, its clause. */
  previousHtml(s) {
    const b = s.previous;
    if (b && s.table.felt.shape === 'layout') return layoutPrevious(s, b);
    if (!b) return `<p class="none">${t('previous.none')}</p>`;
    if (s.table.felt.ring) return potPrevious(s, b);
    if (s.table.felt.shape === 'cabinet') return machinePrevious(b);
    const rows = Object.values(b.results).sort((x, y) => x.hand.localeCompare(y.hand, 'en', { numeric: true })).filter(r => r.hand !== 'bank' && Object.entries(b.settlements).some(([bet, f]) => f.yours && isOnHand(bet, r.hand))).map(r => {
      const f = Object.entries(b.settlements).filter(([bet, x]) => x.yours && isOnHand(bet, r.hand)).reduce((a, [, x]) => ({ pay: a.pay + x.pay, collect: a.collect + x.collect }), { pay: 0, collect: 0 }), net = f.pay - f.collect, facts = r.facts ?? {};
      const score = facts.bank !== undefined ? t('result.against', { a: facts.total, b: facts.bank }) : facts.total ?? '';
      return `<p class="paid"><span>${esc(joinWithColon(handName(s.table, r.hand, t('you').toLocaleLowerCase(lang())), joinList([gameWord(s.table, `result.${r.result}`), score])))}</span><b class="${netClass(net)}">${net ? formatNet(net, true) : '='}</b>${clauseLink(r.law)}</p>`;
    }).join('');
    const total = rows ? `<p class="paid net"><span>${t('previous.net')}</span><b class="${netClass(b.net)}">${b.net ? formatNet(b.net) : '='}</b></p>` : '';
    return total + rows + (b.void ? `<p class="none">${esc(t('tell.void', { cause: voidCause(s.table, b.void) }))}</p>` : '');
  }

  tick() {
    const from = this.state?.you?.session?.started;
    if (this.view === 'home' && from) this.parts.span.textContent = formatDuration(Math.max(0, Date.now() / 1000 - from));
  }

  /** The summary of a session that has ended (33). @param {any} f @param {string} law */
  summary(f, law) {
    const row = (key, value) => `<dt>${t(key)}</dt><dd>${value}</dd>`;
    return `<div class="ended"><p class="net"><b class="${netClass(f.net)}">${formatNet(f.net ?? 0) || formatFullSum(0)}</b></p><dl class="kv">${row('coups', f.coups ?? 0)}${row('staked', formatFullSum(f.staked ?? 0))}${row('won', formatFullSum(f.won ?? 0))}${cashRows(f, row)}${row('time', formatDuration((f.ended ?? 0) - (f.started ?? 0)))}</dl>
      <p class="none">${f.started ? esc(t('ended.from', { from: formatTime(f.started), to: formatTime(f.ended) })) : ''} ${esc(t(['idle', 'player', 'table-removed'].includes(f.reason) ? `ended.why.${f.reason}` : 'ended.why.other'))} ${clauseLink(law)}</p></div>`;
  }
}
