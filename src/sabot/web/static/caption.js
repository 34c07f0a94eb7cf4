// The croupier's bar: what is said in «Portuguese», below it the reader's language, at the right the clause.

import { ring } from './kit.js';
import { euro, lang, money, said, t, word } from './i18n.js';
import { betting, chief, mine, offers, offersOf, outcome, own, period, placeOf, shut } from './store.js';
import { asked, missing } from './controls.js';
import { bettorName, callWords, esc, handleWords, sentence, tag, who } from './tell.js';

const stop = text => /[.!?…]$/.test(text) ? text : `${text}.`;
const PLACE = n => said(Number(n), 'pt');

/** A hand as the croupier names it: "Lugar três, mão dois". */
function called(table, name) {
  if (!/^\d/.test(name)) return word(table, name, {}, 'pt');
  const [place, split] = name.split(/[/+]/)[0].split('.');
  return `${word(table, 'place', {}, 'pt')} ${PLACE(place)}${split ? `, mão ${split === '1' ? 'um' : split === '2' ? 'dois' : PLACE(split)}` : ''}`;
}

/** What the caption says of a state. @param {import('./store.js').State} s what is shown @param {import('./store.js').State} live the record @param {import('./bets.js').Bets} bets @param {boolean} caught whether all of the record is shown */
export function saying(s, live, bets, caught) {
  const { table, say } = s;
  if (!table) return { q: '', p: t('loading'), law: '' };
  const hand = asked(s);
  if (caught && hand && s.listen.clock === 'decision' && period(s) !== 'decision') {   // the others are asked whether they follow
    const yours = s.listen.offers.length > 0, what = word(table, `ask.${period(s)}`, {}, 'pt'), here = lang() === 'pt' ? '' : `${stop(word(table, `ask.${period(s)}`))} `;
    return { q: what ? `${called(table, hand)}: ${what}` : called(table, hand), p: here + (yours ? t('turn.yours') : t('turn.others', { who: who(table, hand) })), law: s.listen.law, yours };
  }
  if (caught && hand && s.listen.clock === 'decision') {
    const h = s.hands[hand], q = word(table, h?.soft ? 'turn.soft' : 'turn', { place: called(table, hand), total: h?.total === undefined ? '' : said(h.total, 'pt') }, 'pt') || called(table, hand);
    const yours = s.listen.offers.some(o => o.seat === hand), lead = chief(s, hand), name = lead === hand ? s.seats.find(x => x.place === placeOf(hand))?.name : bettorName(s, lead);
    const best = yours && s.listen.offers.length === 1 ? s.listen.offers[0].law : s.listen.law;
    const why = yours ? missing(s) : '';
    const translated = lang() === 'pt' ? '' : `${word(table, h?.soft ? 'turn.soft' : 'turn', { place: who(table, hand), total: h?.total ?? '' })}. `;
    return { q, p: yours ? (why ? `${translated}${why}` : `${translated}${t('turn.yours')}`) : `${translated}${t('turn.other', { who: name ? `${sentence(name)} (${who(table, hand)})` : who(table, hand) })}`, law: why ? s.listen.offers[0].law : best, yours };
  }
  if (shut(live) && (caught || (betting(live) && betting(s)))) return closing(live);
  const asks = caught && s.listen && !betting(s) ? word(table, `ask.${period(s)}`, {}, 'pt') : '';
  if (asks) return { q: `${s.listen.awaiting.length === 1 && s.listen.awaiting[0] && period(s) !== 'shuffle' ? `${called(table, s.listen.awaiting[0])}: ` : ''}${asks}`, p: `${lang() === 'pt' ? '' : `${stop(word(table, `ask.${period(s)}`))} `}${waiting(s)}`, law: s.listen.law, yours: offers(s).some(o => o.act !== 'sit' && o.act !== 'leave') };
  if (caught && say?.fault) return { q: word(table, `incident.${say.fault}`, {}, 'pt') || say.fault, p: lang() === 'pt' ? '' : word(table, `incident.${say.fault}`), law: s.steps[s.steps.length - 1]?.law ?? '' };
  if (say?.step === 'handle') return { q: `${say.seat ? `${called(table, say.seat)}: ` : ''}${sentence(handleWords(table, say, 'pt'))}`, p: `${lang() === 'pt' ? '' : stop(sentence(handleWords(table, say)))}${caught ? ` ${croupier(s)}` : ''}`, law: say.law };
  if (say?.step === 'result') {
    const f = say.facts ?? {}, net = outcome(s);
    const q = say.result === 'blackjack' ? `${called(table, 'bank')}: ${word(table, 'result.blackjack', {}, 'pt')}` : `${called(table, 'bank')}: ${said(f.total ?? 0, 'pt')}${say.result === 'bust' ? `, ${word(table, 'result.bust', {}, 'pt')}` : ''}`;
    const here = lang() === 'pt' ? '' : `${word(table, 'bank')}: ${f.total ?? ''} ${word(table, `result.${say.result}`)}. `;
    const ours = Object.values(s.results).filter(r => r.hand !== 'bank' && Object.entries(s.fates).some(([bet, f]) => f.yours && (bet === r.hand || bet.startsWith(`${r.hand}+`))));
    const done = ours.length && Object.keys(s.bets).every(b => !own(s, b) || b.includes('/streak'));
    const sum = net.net > 0 ? t('result.net.up', { sum: money(net.net) }) : net.net < 0 ? t('result.net.down', { sum: money(-net.net) }) : t('result.net.even');
    return { q, p: here + (done ? sum : ''), law: done ? ours[ours.length - 1].law : say.law, net: done ? net.net : null };
  }
  const over = s.listen === null || !betting(live);
  if (say?.step === 'call' || s.call) {
    const call = say?.step === 'call' ? say : s.call;
    const seat = call.seat && say?.step === 'call' ? call.seat : '', here = lang() === 'pt' ? '' : `${seat ? `${who(table, seat)}: ` : ''}${stop(callWords(table, call))} `;
    if (call.call === 'decides' && caught === false) return { q: `${called(table, seat)}: ${bettorName(s, call.facts?.bet ?? seat)}`, p: here || stop(callWords(table, call)), law: call.law };
    return { q: `${seat ? `${called(table, seat)}: ` : ''}${spoken(table, call)}`, p: here + (betting(s) && betting(live) ? hint(live, bets) : over && caught && (s.listen?.awaiting?.length || s.listen?.offers.length) ? waiting(s) : caught ? croupier(s) : ''), law: call.law };
  }
  return { q: '', p: '', law: '' };
}

/** A call in the croupier's mouth: its numbers in words. */
const spoken = (table, call) => callWords(table, { ...call, facts: Object.fromEntries(Object.entries(call.facts ?? {}).map(([k, v]) => [k, Number.isInteger(v) && v >= 0 && v <= 30 ? said(v, 'pt') : v])) }, 'pt');

/** What the croupier of a real table does next. */
function croupier(s) {
  const a = s.awaits;
  if (!a) return '';
  const what = a.step === 'handle' ? word(s.table, `handle.${a.what}`) : a.step === 'deal' || a.step === 'turn' ? t('awaits.card') : '';
  return t('awaits', { what: [a.hand && who(s.table, a.hand), what].filter(Boolean).join(': ') });
}

function waiting(s) {
  const kind = period(s), names = [...new Set(s.listen.awaiting.filter(Boolean).map(h => s.seats.find(x => x.place === placeOf(h))?.name || t('place.n', { n: placeOf(h) })))];
  if (offers(s).length || kind === 'shuffle') return word(s.table, `hint.${kind}`) || (offersOf(s, 'sit').length === offers(s).length ? t('bet.sit') : t('turn.yours'));
  return names.length ? t('turn.waiting', { who: names.join(', ') }) : '';
}

/** A closed table: why, under which clause, and what becomes of a bet that lies there. */
function closing(s) {
  const reason = s.closed.reason ?? '', sum = Object.entries(s.bets).reduce((n, [bet, v]) => n + (own(s, bet) ? v : 0), 0);
  const dealt = sum && offersOf(s, 'deal').length, net = !s.listen && Object.values(s.fates).some(f => f.yours) ? outcome(s).net : null;
  const won = net === null ? '' : net > 0 ? t('result.net.up', { sum: money(net) }) : net < 0 ? t('result.net.down', { sum: money(-net) }) : t('result.net.even');
  const next = sum ? t(dealt ? 'closed.deal' : 'closed.bet', { sum: euro(sum) }) : t('closed.wait');
  return { q: '', title: t('closed.title'), p: [reason && stop(reason), won, next].filter(Boolean).join(' '), law: s.closed.law ?? '' };
}

/** What a reader needs to know while bets are open. */
function hint(s, bets) {
  const all = bets.offers(), { table } = s, limits = { min: euro(table.minimum), max: euro(table.maximum) };
  const seated = (s.you?.places ?? []).length, sits = offersOf(s, 'sit').length;
  if (!all.length) return sits && !seated ? t('bet.sit') : t('bet.watch');
  if (all.every(o => o.disabled)) return t('bet.poor', limits);
  const low = all.find(o => bets.draft[o.seat]);
  if (low) return t('bet.partial', { sum: euro(bets.draft[low.seat]), min: euro(low.low), max: euro(low.high) });
  const lies = [...new Set([...all, ...offersOf(s, 'clear')].map(o => o.seat))].reduce((n, seat) => n + bets.total(seat), 0), late = period(s) === 'late';
  if (late) return `${t('bet.late', { n: s.listen.window.split(':')[1] })}${lies ? ` ${t('bet.lies', { sum: euro(lies) })}` : ''}`;
  if (!lies && !seated && all.length > 1) return t(sits ? 'bet.sit-or' : 'bet.anywhere');
  if (!lies) return `${t(all.length > 1 ? 'bet.where' : 'bet.pick', limits)}${!table.individual && !s.clock ? ` ${t('bet.first')}` : ''}`;
  return t(table.individual ? 'bet.ready' : 'bet.wait', { sum: euro(lies) });
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
