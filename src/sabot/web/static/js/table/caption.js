// The croupier's bar: what is said in the law's language, below it the reader's, at the right the clause.

import { ring } from '../core/kit.js';
import { callsIn, cash, colon, cries, lang, list, many, money, reasonOf, said, sentences, stop, t, tongue, within, word } from '../core/i18n.js';
import { asks, betsOn, betting, chief, deed, named, offers, offersOf, outcome, own, period, placeOf, shut } from '../core/store.js';
import { asked, missing } from './controls.js';
import { machineSays } from '../machine/narration.js';
import { ringAsked, ringEnded, ringWaits } from '../cloths/ring_captions.js';
import { aloud, at, bettorName, callWords, handleWords, laidName, moved, others, who } from '../record/narration.js';
import { esc, sentence, tag } from '../core/text.js';

/** A hand as the croupier names it: "Lugar três, mão dois". */
function called(table, name, as = callsIn()) {
  if (!/^\d/.test(name)) return word(table, name, {}, as);
  const [place, split] = name.split(/[/+]/)[0].split('.');
  return at(table, said(Number(place), as), split && said(Number(split), as), as);
}

/** "place: what"; a call that names its hand itself, "Banca fica", stands alone. */
const after = (of, what, as) => of && what.startsWith(of) ? what : colon(of, what, as);

/** The reader's own words below the croupier's: nothing where both speak one language. */
const here = text => lang() === callsIn() || !text ? '' : `${stop(text)}${t('sign.gap')}`;

/** What a coup brought me, in a sentence. @param {number} net */
export const netWords = net => net > 0 ? t('result.net.up', { sum: money(net) }) : net < 0 ? t('result.net.down', { sum: money(-net) }) : t('result.net.even');

/**
 * What the caption says: always what happens now, under the clause that orders it. What is being drawn, else who is asked
 * what, what the croupier does next, or how the coup ended.
 * @param {import('../core/store.js').State} s what is shown @param {import('../core/store.js').State} live the record @param {import('./bets.js').Bets} bets @param {boolean} caught whether all of the record is shown
 */
export function saying(s, live, bets, caught) {
  const what = now(s, live, bets, caught), kept = live.kept && live.you?.places.includes(live.kept);
  return kept && !what.yours ? { ...what, p: sentences([what.p, t('place.kept', { place: live.kept })]) } : what;
}

function now(s, live, bets, caught) {
  const { table } = s;
  if (!table) return { q: '', p: t('loading'), law: '' };
  if (table.felt.shape === 'cabinet') return machineSays(s, live, caught);
  if (shut(live) && (caught || (betting(live) && (s.over || s.coup.id === live.coup.id)))) return closing(live);
  // Bets are open as soon as the coup before is off the picture, whatever of the new one is still being drawn.
  if (betting(live) && (caught || (s.coup.id === live.coup.id && !s.over))) return opened(live, bets);
  if (caught && s.listen) return asking(s);
  if (caught && s.awaits) return awaited(s);
  return s.over ? ended(s) : happening(s);
}

/** Bets are taken. */
function opened(s, bets) {
  const call = { call: 'place-your-bets' }, q = word(s.table, `ask.${period(s)}`, {}, callsIn()) || callWords(s.table, call, callsIn());
  return { q: q || (s.call ? spoken(s.table, s.call) : ''), p: here(word(s.table, `ask.${period(s)}`) || callWords(s.table, call)) + hint(s, bets), law: s.listen.law };
}

/** Who is asked what: a decision, whether others follow it, or a question to several at once. */
function asking(s) {
  const { table } = s, kind = period(s), hand = asked(s), yours = asks(s).length > 0, place = hand && who(table, hand);
  if (hand && kind === 'follow') {
    const act = deed(s, hand), facts = { who: sentence(chiefName(s, hand)), place }, cost = offersOf(s, 'follow')[0]?.cost;
    const q = sentences([act ? colon(called(table, hand), word(table, `does.${act}`, {}, callsIn()), callsIn()) : called(table, hand), word(table, 'ask.follow', {}, callsIn())], callsIn());
    const what = act ? `${t('follow.what', { ...facts, does: word(table, `does.${act}`) })}${t('sign.gap')}` : '';
    return { q, p: what + (yours ? t(`follow.yours${act ? `.${act}` : ''}`, { sum: cash(cost ?? 0) }) : t('turn.others', { who: others(s, hand) || place })), law: s.listen.law, yours };
  }
  if (hand && kind === 'decision') {
    const h = s.hands[hand], key = h?.soft ? 'turn.soft' : 'turn', lead = chief(s, hand), name = lead === hand ? s.seats.find(x => x.place === placeOf(hand))?.name : bettorName(s, lead);
    const q = word(table, key, { place: called(table, hand), total: h?.total === undefined ? '' : said(h.total, callsIn()) }, callsIn()) || called(table, hand), why = yours ? missing(s) : '';
    const p = why || (yours ? t('turn.yours') : t('turn.other', { who: name ? within(sentence(name), place) : place }));
    const law = why || (yours && s.listen.offers.length === 1) ? s.listen.offers[0].law : s.listen.law;
    return { q, p: here(word(table, key, { place, total: h?.total ?? '' })) + p, law, yours };
  }
  if (table.felt.ring && (kind === 'seats' || kind === 'between')) return ringWaits(s, here);
  const call = word(table, `ask.${kind}`, {}, callsIn()) ? '' : s.call && ['insurance', 'even-money', kind].includes(s.call.call) ? s.call : { call: kind };
  // What is said to who is asked is not said to the others.
  const text = as => call ? callWords(table, call, as) : !yours && word(table, `ask.${kind}.other`, {}, as) || word(table, `ask.${kind}`, {}, as), one = s.listen.awaiting.length === 1 && kind !== 'shuffle' ? s.listen.awaiting[0] : '';
  return { q: colon(one && called(table, one), text(callsIn()), callsIn()), p: here(text() && colon(one && who(table, one), text())) + (table.felt.ring && yours && kind === 'turn' ? ringAsked(s) : waiting(s)), law: s.listen.law, yours };
}

/** Who decides for a hand, by name. */
const chiefName = (s, hand) => { const lead = chief(s, hand); return bettorName(s, named(lead).tag ? lead : placeOf(hand)); };

/** What the croupier of a real table does next. */
function awaited(s) {
  const { table, awaits: a } = s, card = a.step === 'deal' || a.step === 'turn';
  if (card && aside(a.hand, table)) return { q: called(table, a.hand), p: here(who(table, a.hand)) + t('now.croupier', { croupier: word(table, 'croupier') }), law: a.law };
  if (card && !s.asked) return { ...dealing(s), p: `${dealing(s).p}${croupier(s)}`, law: a.law };
  const q = card ? t('now.card', { who: called(table, a.hand) }, callsIn()) : colon(a.hand && called(table, a.hand), sentence(handleWords(table, a, callsIn())), callsIn());
  return { q, p: card ? croupier(s) : here(sentence(handleWords(table, a))) + t('now.croupier', { croupier: word(table, 'croupier') }), law: a.law };
}

/** Whether a card goes to nobody's hand: burnt, or put aside. */
const aside = (hand, table) => !/^\d/.test(hand) && hand !== 'bank' && !table.felt.cards?.[hand];

/** The first cards: until people are asked the croupier deals in one go. */
const dealing = s => s.call?.call === 'no-more-bets' ? { q: spoken(s.table, s.call), p: here(ownCall(s.table, s.call)) } : { q: t('now.deal', {}, callsIn()), p: here(t('now.deal')) };

/** The bank's hand as it was decided. */
function bank(s) {
  const { table } = s, r = s.results.bank, total = r.facts?.total ?? 0, bust = r.result === 'bust';
  if (r.facts?.total === undefined && !table.felt.cards) { const how = as => word(table, `result.${r.result}`, {}, as); return { q: colon(called(table, 'bank'), how(callsIn()), callsIn()), p: here(colon(word(table, 'bank'), how())), law: r.law }; }
  const tells = (as, n) => [r.result === 'blackjack' ? '' : n, bust || r.result === 'blackjack' ? word(table, `result.${r.result}`, {}, as) : ''];
  const q = colon(called(table, 'bank'), list(tells(callsIn(), said(total, callsIn())), callsIn()), callsIn());
  return { q, p: here(colon(word(table, 'bank'), list([r.facts?.total, tells()[1]]))), law: r.law };
}

/** How the coup ended: the bank's hand, or what was said last; and what it brought me. */
function ended(s) {
  if (s.table.felt.shape === 'layout') return fallen(s);
  if (s.table.felt.ring) return ringEnded(s, { called, here });
  const told = s.results.bank ? bank(s) : s.call ? { q: sentence(spoken(s.table, s.call)), p: here(ownCall(s.table, s.call)), law: s.call.law } : { q: '', p: '', law: '' };
  const ours = Object.values(s.results).filter(r => r.hand !== 'bank' && Object.entries(s.fates).some(([bet, f]) => f.yours && (bet === r.hand || bet.startsWith(`${r.hand}+`))));
  // Where players bet against one another, no hand is a bet's own: what was decided says whether I played.
  const decided = s.table.felt.shape === 'oval' ? Object.values(s.fates).filter(f => f.yours && (f.pay || f.collect)) : [], last = ours.at(-1) ?? decided.at(-1);
  if (!last) return told;
  const { net } = outcome(s), sum = netWords(net);
  return { ...told, p: told.p + sum, law: last.law || told.law, net };
}

/** How a throw ended: what was called, and what it brought me. */
function fallen(s) {
  const at = s.steps.findLastIndex(e => e.step === 'throw' || e.step === 'uncover'), call = at < 0 ? s.steps.findLast(e => e.step === 'call' && e.facts?.amount === undefined) ?? s.call : s.steps.slice(at).find(e => e.step === 'call') ?? s.call;
  // Cards that decide the bets of a cloth: which hand won.
  const hands = Object.values(s.results).filter(r => s.table.felt.cards?.[r.hand]), won = hands.find(r => r.result === 'won') ?? hands[0], how = as => sentence(word(s.table, `result.${won.result}`, {}, as));
  const told = won ? { q: won.result === 'won' ? colon(called(s.table, won.hand), how(callsIn()).toLocaleLowerCase(callsIn()), callsIn()) : how(callsIn()), p: here(won.result === 'won' ? colon(who(s.table, won.hand), how().toLocaleLowerCase(lang())) : how()), law: won.law }
    : call ? { q: sentence(spoken(s.table, call)), p: here(ownCall(s.table, call)), law: call.law } : { q: '', p: '', law: '' }, decided = Object.values(s.fates).filter(f => f.yours && (f.pay || f.collect));
  if (!decided.length) return told;
  const { net } = outcome(s), sum = netWords(net);
  return { ...told, p: told.p + sum, law: decided.at(-1).law ?? told.law, net };
}

/** What is being drawn: the last thing that was said or done. */
function happening(s) {
  const { table, say: e } = s, law = e?.law ?? '';
  if (!e) return s.call ? { q: spoken(table, s.call), p: here(ownCall(table, s.call)), law: s.call.law } : { q: '', p: '', law: '' };
  const line = (of, cry, own, by, hand = table.felt.shape === 'layout' && !/^\d/.test(of ?? '') && !table.felt.cards?.[of] ? '' : of) => ({ q: after(hand && called(table, hand), cry, callsIn()), p: here(after(hand && who(table, hand, by), own)), law });
  if (e.fault || e.incident) { const key = `incident.${e.fault ?? e.incident}`; return line(e.seat || e.to || e.hand, word(table, key, {}, callsIn()) || e.fault || e.incident, word(table, key)); }
  if (e.answer === 'timeout') return line('', t('tell.timeout', {}, callsIn()), t('tell.timeout'));
  if (e.answer) {
    const does = as => word(table, `does.${e.answer}`, {}, as) || word(table, `act.${e.answer}`, {}, as), hand = /^\d+(?![\d-])/.test(e.seat) ? e.seat : '', by = e.yours ? t('you') : e.by;
    return { q: sentence(colon(hand && called(table, hand), does(callsIn()), callsIn())), p: hand && by ? stop(colon(within(sentence(by), who(table, hand)), does())) : here(sentence(does())), law };
  }
  // The bank's total is said while each place is settled.
  if (s.results.bank && (e.step === 'result' || e.step === 'move')) { const b = bank(s); return { ...b, p: b.p + (e.hand === 'bank' ? '' : t('now.settle')), law }; }
  switch (e.step) {
    case 'call': {
      if (e.call === 'decides') return { q: colon(called(table, e.seat), bettorName(s, e.facts?.bet ?? e.seat), callsIn()), p: here(callWords(table, e)) || stop(callWords(table, e)), law };
      return line(e.seat, e.seat ? spoken(table, e) : sentence(spoken(table, e)), ownCall(table, e), e.by);
    }
    case 'handle': return line(e.seat, sentence(handleWords(table, e, callsIn())), sentence(handleWords(table, e)), e.by);
    case 'deal': return aside(e.to, table) ? line('', called(table, e.to), who(table, e.to)) : !s.asked ? { ...dealing(s), law } : e.to === 'bank' ? line('', t('now.bank', {}, callsIn()), t('now.bank')) : line('', t('now.card', { who: called(table, e.to) }, callsIn()), t('now.card', { who: who(table, e.to) }));
    case 'reveal': case 'turn': if (e.only && s.call) return { q: spoken(table, s.call), p: here(ownCall(table, s.call)), law };
      return line('', t('now.shows', { who: called(table, e.hand) }, callsIn()), t('now.shows', { who: who(table, e.hand) }));
    case 'part': return line(e.hand, word(table, 'does.split', {}, callsIn()), word(table, 'does.split'));
    case 'result': return line(e.hand, word(table, `result.${e.result}`, {}, callsIn()), word(table, `result.${e.result}`), e.by);
    case 'move': if (table.felt.ring && e.into) { const to = placeOf(e.into), does = (as, from) => t(e.into.endsWith(`/${table.felt.ring.pot}`) ? 'move.pot' : !e.bet.endsWith(`/${table.felt.ring.pot}`) ? 'move.carry' : placeOf(e.bet) === to ? 'move.back' : 'move.from', { who: from }, as); const sum = (as, from) => t('move.sum', { what: does(as, from), sum: cash(e.amount, as) }, as), gives = placeOf(e.bet); return line(to, sum(callsIn(), called(table, gives)), sum(lang(), who(table, gives))); }
      if (table.felt.shape === 'layout' && e.kind === 'collect') return { q: sentence(word(table, 'handle.collect-lost', {}, callsIn())), p: colon(laidName(table, e.bet, e.yours ? t('you') : e.by), moved('collect', e.amount)), law };
      if (table.felt.shape === 'layout') return { q: colon(laidName(table, e.bet, e.by, callsIn()), moved(e.kind, e.amount, callsIn()), callsIn()), p: here(colon(laidName(table, e.bet, e.yours ? t('you') : e.by), moved(e.kind, e.amount))), law };
      return line(e.bet, moved(e.kind, e.amount, callsIn()), moved(e.kind, e.amount), e.by);
    case 'throw': return line('', sentence(word(table, e.thing, {}, callsIn())), sentence(word(table, e.thing)));
    case 'shuffle': return line('', t(e.packs === 1 ? 'tell.shuffle.real.1' : 'tell.shuffle.real', { n: e.packs }, callsIn()), many('tell.shuffle.real', e.packs));
    case 'cut': return line('', t('tell.cut', { n: e.at }, callsIn()), t('tell.cut', { n: e.at }));
    // A step without words of its own leaves the last call standing, under the clause of that call.
    default: return s.call ? { q: spoken(table, s.call), p: here(ownCall(table, s.call)), law: s.call.law } : { q: '', p: '', law };
  }
}

/** A call in the croupier's mouth, in each language in which it is owed: its numbers in words. */
const spoken = (table, call) => aloud(table, as => callWords(table, { ...call, facts: Object.fromEntries(Object.entries(call.facts ?? {}).map(([k, v]) => [k, Number.isInteger(v) && v >= 0 && v <= 36 ? said(v, as) : v])) }, as));

/** The same for the reader alone, nothing where it was said so aloud. */
const ownCall = (table, call) => cries(table).includes(lang()) ? '' : callWords(table, call);

/** The card that the croupier of a real table deals next. */
function croupier(s) {
  const { hand } = s.awaits;
  return t('awaits', { croupier: word(s.table, 'croupier'), what: colon(hand && who(s.table, hand), t('awaits.card')) });
}

/** What I may do about a question, or for whom the table waits. */
function waiting(s) {
  const kind = period(s), about = s.call?.call === 'even-money' ? 'even-money' : kind, [ask] = asks(s);
  if (ask || kind === 'shuffle') return word(s.table, `hint.${about}.${ask?.act}`) || word(s.table, `hint.${about}`) || t('turn.yours');
  if (offersOf(s, 'sit').length && !s.you?.places.length) return word(s.table, 'hint.sit') || t('bet.sit');
  // My own place is named only where somebody else has bet on it too.
  const shared = h => betsOn(s, h).length > 1, seatOf = h => s.seats.find(x => x.place === placeOf(h));
  const names = [...new Set(s.listen.awaiting.filter(h => h && (!seatOf(h)?.yours || shared(h))).map(h => { const seat = seatOf(h), place = t('place.n', { n: placeOf(h) }); return seat?.name && !seat.yours && (kind !== 'insurance' || !shared(h)) ? within(seat.name, place) : place; }))];
  return names.length ? t('turn.waiting', { who: list(names) }) : '';
}

/** A closed table: why, under which clause, and what becomes of a bet that lies there. */
function closing(s) {
  const reason = reasonOf(s.closed), sum = Object.entries(s.bets).reduce((n, [bet, v]) => n + (own(s, bet) ? v : 0), 0);
  const dealt = sum && offersOf(s, 'deal').length, net = !s.listen && Object.values(s.fates).some(f => f.yours) ? outcome(s).net : null;
  const won = net === null ? '' : netWords(net);
  const next = sum ? t(dealt ? 'closed.deal' : 'closed.bet', { sum: cash(sum) }) : t('closed.wait');
  return { q: '', title: t('closed.title'), p: sentences([reason, won, next]), law: s.closed.law ?? '' };
}

/** What a reader needs to know while bets are open. */
function hint(s, bets) {
  const all = bets.offers(), { table } = s, limits = { min: cash(table.minimum), max: cash(table.maximum) };
  const seated = (s.you?.places ?? []).length, sits = offersOf(s, 'sit').length;
  if (!all.length) return sits && !seated ? word(s.table, 'hint.sit') || t(s.table.felt.shape === 'layout' ? 'bet.sit-cloth' : 'bet.sit') : t('bet.watch');
  if (all.every(o => o.disabled)) return t('bet.poor', limits);
  const low = all.find(o => bets.draft[o.seat]);
  if (low) return t('bet.partial', { sum: cash(bets.draft[low.seat]), min: cash(low.low), max: cash(low.high) });
  const lies = [...new Set([...all, ...offersOf(s, 'clear')].map(o => o.seat))].reduce((n, seat) => n + bets.total(seat), 0), late = period(s) === 'late';
  if (late && table.felt.shape === 'layout') return sentences([t('layout.bet.late'), lies && t('bet.lies', { sum: cash(lies) })]);
  if (late) return sentences([t('bet.late', { n: s.listen.window.split(':')[1] }), lies && t('bet.lies', { sum: cash(lies) })]);
  if (!lies && !seated && all.length > 1) return t(sits ? 'bet.sit-or' : 'bet.anywhere');
  if (!lies && table.felt.shape === 'layout') return t(table.felt.points?.length ? 'layout.bet.where' : 'layout.bet.box');
  if (!lies) return sentences([t(all.length > 1 ? 'bet.where' : 'bet.pick', limits), !table.individual && !s.clock && t('bet.first')]);
  return t(table.felt.shape === 'layout' ? table.individual ? 'layout.bet.ready' : 'layout.bet.wait' : table.individual ? 'bet.ready' : 'bet.wait', { sum: cash(lies) });
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
   * A notice takes the caption's place while it is true and until it is cleared; news make way for a question to me. It
   * is made anew when the language changes.
   * @param {() => {kind: string, mark: string, title: string, why: string, law?: string, button?: string, go?: () => void, hold?: boolean, gone?: boolean}} notice
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
    const w = this.what ?? { q: '', p: '', law: '' };
    if (this.notice?.().gone) this.notice = null;
    const now = this.notice?.(), n = w.yours && ['news', 'idle', 'void'].includes(now?.kind) && !now.hold ? null : now, from = esc(this.table?.regulation ?? '');
    const cite = law => law ? `<div class="cite">${tag(law)}<small class="desk">${law.startsWith('ir/') ? '' : from}</small></div>` : '';
    const html = n
      ? `<span class="mark" aria-hidden="true"></span><div class="words"><b>${esc(n.title)}</b><p>${esc(n.why)}</p></div>${n.button ? `<button type="button" class="ghost" data-do="go">${esc(n.button)}</button>` : ''}${n.hold ? '' : `<button type="button" class="ghost" data-do="no">${t('dismiss')}</button>`}${cite(n.law)}`
      : `<div class="words">${w.title ? `<b>${esc(w.title)}</b>` : ''}${w.q ? `<q lang="${tongue(callsIn())}">${esc(stop(w.q, callsIn()))}</q>` : ''}<p class="${w.net > 0 ? 'up' : w.net < 0 ? 'down' : ''}">${esc(w.p)}</p></div>${cite(w.law)}`;
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
