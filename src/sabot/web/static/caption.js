// The croupier's bar: what is said in «Portuguese», below it the reader's language, at the right the clause.

import { ring } from './kit.js';
import { euro, lang, money, said, t, word } from './i18n.js';
import { betting, mine, offersOf, outcome, placeOf, shut } from './store.js';
import { asked, missing } from './controls.js';
import { callWords, esc, tag, who } from './tell.js';

const stop = text => /[.!?…]$/.test(text) ? text : `${text}.`;
const PLACE = n => said(Number(n), 'pt');

/** A hand as the croupier names it: "Lugar três, mão dois". */
function called(table, name) {
  if (name === 'bank') return word(table, 'bank', {}, 'pt');
  const [place, split] = name.split('.');
  return `${word(table, 'place', {}, 'pt')} ${PLACE(place)}${split ? `, mão ${split === '1' ? 'um' : split === '2' ? 'dois' : PLACE(split)}` : ''}`;
}

/** What the caption says of a state. @param {import('./store.js').State} s what is shown @param {import('./store.js').State} live the record @param {import('./bets.js').Bets} bets @param {boolean} caught whether all of the record is shown */
export function saying(s, live, bets, caught) {
  const { table, say } = s;
  if (!table) return { q: '', p: t('loading'), law: '' };
  const hand = asked(s);
  if (caught && hand && s.listen.clock === 'decision') {
    const h = s.hands[hand], q = word(table, h?.soft ? 'turn.soft' : 'turn', { place: called(table, hand), total: h?.total === undefined ? '' : said(h.total, 'pt') }, 'pt') || called(table, hand);
    const yours = mine(s, placeOf(hand)), name = s.seats.find(x => x.place === placeOf(hand))?.name;
    const best = yours && s.listen.offers.length === 1 ? s.listen.offers[0].law : s.listen.law;
    const why = yours ? missing(s) : '';
    const translated = lang() === 'pt' ? '' : `${word(table, h?.soft ? 'turn.soft' : 'turn', { place: who(table, hand), total: h?.total ?? '' })}. `;
    return { q, p: yours ? (why ? `${translated}${why}` : `${translated}${t('turn.yours')}`) : `${translated}${t('turn.other', { who: name || who(table, hand) })}`, law: why ? s.listen.offers[0].law : best, yours };
  }
  if (caught && shut(live)) return closing(live);
  if (say?.step === 'result') {
    const f = say.facts ?? {}, net = outcome(s);
    const q = say.result === 'blackjack' ? `${called(table, 'bank')}: ${word(table, 'result.blackjack', {}, 'pt')}` : `${called(table, 'bank')}: ${said(f.total ?? 0, 'pt')}${say.result === 'bust' ? `, ${word(table, 'result.bust', {}, 'pt')}` : ''}`;
    const here = lang() === 'pt' ? '' : `${word(table, 'bank')}: ${f.total ?? ''} ${word(table, `result.${say.result}`)}. `;
    const own = Object.values(s.results).filter(r => r.hand !== 'bank' && mine(s, placeOf(r.hand)));
    const done = own.length && Object.keys(s.bets).every(b => !mine(s, placeOf(b)));
    const sum = net.net > 0 ? t('result.net.up', { sum: money(net.net) }) : net.net < 0 ? t('result.net.down', { sum: money(-net.net) }) : t('result.net.even');
    return { q, p: here + (done ? sum : ''), law: done ? own[own.length - 1].law : say.law, net: done ? net.net : null };
  }
  const over = s.listen === null || !betting(live);
  if (say?.step === 'call' || s.call) {
    const call = say?.step === 'call' ? say : s.call;
    const here = lang() === 'pt' ? '' : `${stop(callWords(table, call))} `;
    return { q: callWords(table, call, 'pt'), p: here + (betting(s) && betting(live) ? hint(live, bets) : over && caught && s.listen?.awaiting?.length ? waiting(s) : ''), law: call.law };
  }
  return { q: '', p: '', law: '' };
}

function waiting(s) {
  if (s.listen.offers.length) return word(s.table, `hint.${s.listen.window}`) || t('turn.yours');
  const names = [...new Set(s.listen.awaiting.map(h => s.seats.find(x => x.place === placeOf(h))?.name || t('place.n', { n: placeOf(h) })))];
  return t('turn.waiting', { who: names.join(', ') });
}

/** A closed table: why, under which clause, and what becomes of a bet that lies there. */
function closing(s) {
  const reason = s.closed.reason ?? '', sum = Object.entries(s.bets).reduce((n, [bet, v]) => n + (mine(s, placeOf(bet)) ? v : 0), 0);
  const dealt = sum && offersOf(s, 'deal').length, net = !s.listen && Object.values(s.fates).some(f => f.yours) ? outcome(s).net : null;
  const won = net === null ? '' : net > 0 ? t('result.net.up', { sum: money(net) }) : net < 0 ? t('result.net.down', { sum: money(-net) }) : t('result.net.even');
  const next = sum ? t(dealt ? 'closed.deal' : 'closed.bet', { sum: euro(sum) }) : t('closed.wait');
  return { q: '', title: t('closed.title'), p: [reason && stop(reason), won, next].filter(Boolean).join(' '), law: s.closed.law ?? '' };
}

/** What a reader needs to know while bets are open. */
function hint(s, bets) {
  const own = offersOf(s, 'bet'), { table } = s;
  const limits = { min: euro(table.minimum), max: euro(table.maximum) };
  if (!own.length) return offersOf(s, 'sit').length ? t('bet.sit') : t('bet.watch');
  if (own.every(o => o.disabled)) return t('bet.poor', limits);
  const low = own.find(o => bets.draft[o.seat]);
  if (low) return t('bet.partial', { sum: euro(bets.draft[low.seat]), ...limits });
  const sum = own.reduce((n, o) => n + bets.total(o.seat), 0);
  if (!sum) return `${t('bet.pick', limits)}${!table.individual && !s.clock ? ` ${t('bet.first')}` : ''}`;
  return t(table.individual ? 'bet.ready' : 'bet.wait', { sum: euro(sum) });
}

/** The caption and the ring. */
export class Caption {
  /** @param {HTMLElement} bar @param {HTMLElement} dial @param {HTMLElement} live polite words for readers only */
  constructor(bar, dial, live) {
    Object.assign(this, { bar, dial, live, html: '', notice: null, deadline: 0, of: 0, told: '' });
    bar.addEventListener('click', e => {
      const b = e.target.closest('button'), notice = this.notice?.();
      if (!b) return;
      if (!notice?.hold) this.clear();
      if (b.dataset.do === 'go') notice?.go?.();
    });
    setInterval(() => this.tick(), 200);
  }

  /**
   * A notice takes the caption's place until it is cleared; it is made anew when the language changes.
   * @param {() => {kind: string, mark: string, title: string, why: string, law?: string, button?: string, go?: () => void, hold?: boolean}} notice
   */
  show(notice) { this.notice = notice; this.draw(); }
  /** @param {string} [kind] only a notice of this kind */
  clear(kind) {
    const now = this.notice?.();
    if (now && (kind ? now.kind === kind : !now.hold)) { this.notice = null; this.draw(); }
  }

  /** @param {ReturnType<typeof saying>} what @param {any} table */
  say(what, table) { Object.assign(this, { what, table }); this.draw(); }

  draw() {
    const n = this.notice?.(), w = this.what ?? { q: '', p: '', law: '' }, from = esc(this.table?.regulation ?? '');
    const cite = law => law ? `<div class="cite">${tag(law)}<small class="desk">${law.startsWith('ir/') ? '' : from}</small></div>` : '';
    const html = n
      ? `<span class="mark" aria-hidden="true"></span><div class="words"><b>${esc(n.title)}</b><p>${esc(n.why)}</p></div>${n.button ? `<button type="button" class="ghost" data-do="go">${esc(n.button)}</button>` : ''}${n.hold ? '' : `<button type="button" class="ghost" data-do="no">${t('dismiss')}</button>`}${cite(n.law)}`
      : `<div class="words">${w.title ? `<b>${esc(w.title)}</b>` : ''}${w.q ? `<q lang="pt">${esc(stop(w.q))}</q>` : ''}<p class="${w.net > 0 ? 'up' : w.net < 0 ? 'down' : ''}">${esc(w.p)}</p></div>${cite(w.law)}`;
    this.bar.className = `caption${n ? ` notice ${n.kind}` : ''}${!n && w.yours ? ' yours' : ''}`;
    if (html !== this.html) { this.html = html; this.bar.innerHTML = html; }
    // A mark that counts changes without the words being said again.
    const mark = this.bar.querySelector('.mark');
    if (n && mark.textContent !== n.mark) mark.textContent = n.mark;
  }

  /** The clock that runs, or null. @param {{left: number, of: number, window: string}|null} clock */
  time(clock) {
    this.of = clock?.of ?? 0;
    this.window = clock?.window ?? '';
    this.deadline = clock ? performance.now() + clock.left * 1000 : 0;
    this.tick();
  }

  tick() {
    const left = this.deadline ? Math.max(0, Math.ceil((this.deadline - performance.now()) / 1000)) : -1;
    if (left === this.left && this.of === this.ofShown) return;
    Object.assign(this, { left, ofShown: this.of });
    this.dial.hidden = left < 0;
    if (left < 0) { this.dial.innerHTML = ''; return; }
    this.dial.innerHTML = ring(left, Math.max(left, this.of));
    if (left <= 5 && left > 0 && this.told !== this.window) { this.told = this.window; this.live.textContent = t('time.left', { n: left }); }
  }
}
