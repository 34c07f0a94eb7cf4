// The croupier's caption: the call in the language of the law, below it the reader's language, at the right the clause.
// A caption is {q, p, law}: the quoted call, the paragraph below it, and the clause.

import { timerRing } from '../core/kit.js';
import { callLanguage, formatSum, joinWithColon, callLanguages, lang, joinList, plural, formatFullSum, closureReason, numberInWords, joinSentences, endSentence, t, htmlLang, withAside, gameWord } from '../core/i18n.js';
import { questionsToMe, mainBetsOn, isBetting, decidingBet, lastActToFollow, parseBetName, myOffers, offersOf, myOutcome, isMyBet, openPeriod, placeOf, isClosed } from '../core/store.js';
import { askedHand, whyMissing } from './controls.js';
import { machineCaption } from '../machine/narration.js';
import { callCostText, handEndCaption, waitingCaption } from '../cloths/ring_captions.js';
import { callInLanguages, placeName, bettorName, callText, handlingText, layoutBetName, moveText, otherBettors, handName } from '../record/narration.js';
import { esc, capitalise, clauseLink } from '../core/text.js';

/** A hand as the croupier names it: "Lugar três, mão dois". */
function calledHand(table, name, as = callLanguage()) {
  if (!/^\d/.test(name)) return gameWord(table, name, {}, as);
  const [place, split] = name.split(/[/+]/)[0].split('.');
  return placeName(table, numberInWords(Number(place), as), split && numberInWords(Number(split), as), as);
}

/** "hand: call"; a call that names its hand itself, such as "Banca fica", stands alone. */
const withHand = (subject, what, as) => subject && what.startsWith(subject) ? what : joinWithColon(subject, what, as);

/** A text for the reader below the call; "" if the croupier calls in the reader's language. */
const forReader = text => lang() === callLanguage() || !text ? '' : `${endSentence(text)}${t('sign.gap')}`;

/** My net result of a coup, in a sentence. @param {number} net */
export const netSentence = net => net > 0 ? t('result.net.up', { sum: formatFullSum(net) }) : net < 0 ? t('result.net.down', { sum: formatFullSum(-net) }) : t('result.net.even');

/**
 * The caption: what happens now, under the clause that orders it. That is the event being drawn, else the open question, what
 * the croupier does next, or how the coup ended.
 * @param {import('../core/store.js').State} s what is shown @param {import('../core/store.js').State} live the record @param {import('./bets.js').Bets} bets @param {boolean} upToDate whether all of the record is shown
 */
export function captionFor(s, live, bets, upToDate) {
  const what = currentCaption(s, live, bets, upToDate), keepsPlace = live.keptPlace && live.you?.places.includes(live.keptPlace);
  return keepsPlace && !what.yours ? { ...what, p: joinSentences([what.p, t('place.kept', { place: live.keptPlace })]) } : what;
}

function currentCaption(s, live, bets, upToDate) {
  const { table } = s;
  if (!table) return { q: '', p: t('loading'), law: '' };
  if (table.felt.shape === 'cabinet') return machineCaption(s, live, upToDate);
  if (isClosed(live) && (upToDate || (isBetting(live) && (s.over || s.coup.id === live.coup.id)))) return closedCaption(live);
  // Betting is announced as soon as the last coup is cleared, even if events of the new one are still being drawn.
  if (isBetting(live) && (upToDate || (s.coup.id === live.coup.id && !s.over))) return bettingCaption(live, bets);
  if (upToDate && s.listen) return questionCaption(s);
  if (upToDate && s.awaits) return croupierStepCaption(s);
  return s.over ? endCaption(s) : eventCaption(s);
}

/** The caption while bets are accepted. */
function bettingCaption(s, bets) {
  const call = { call: 'place-your-bets' }, q = gameWord(s.table, `ask.${openPeriod(s)}`, {}, callLanguage()) || callText(s.table, call, callLanguage());
  return { q: q || (s.call ? callAloud(s.table, s.call) : ''), p: forReader(gameWord(s.table, `ask.${openPeriod(s)}`) || callText(s.table, call)) + bettingHint(s, bets), law: s.listen.law };
}

/** The caption of a question: a decision, whether others follow it, or a question to several players at once. */
function questionCaption(s) {
  const { table } = s, kind = openPeriod(s), hand = askedHand(s), yours = questionsToMe(s).length > 0, place = hand && handName(table, hand);
  if (hand && kind === 'follow') {
    const act = lastActToFollow(s, hand), facts = { who: capitalise(deciderName(s, hand)), place }, cost = offersOf(s, 'follow')[0]?.cost;
    const q = joinSentences([act ? joinWithColon(calledHand(table, hand), gameWord(table, `does.${act}`, {}, callLanguage()), callLanguage()) : calledHand(table, hand), gameWord(table, 'ask.follow', {}, callLanguage())], callLanguage());
    const what = act ? `${t('follow.what', { ...facts, does: gameWord(table, `does.${act}`) })}${t('sign.gap')}` : '';
    return { q, p: what + (yours ? t(`follow.yours${act ? `.${act}` : ''}`, { sum: formatSum(cost ?? 0) }) : t('turn.others', { who: otherBettors(s, hand) || place })), law: s.listen.law, yours };
  }
  if (hand && kind === 'decision') {
    const h = s.hands[hand], key = h?.soft ? 'turn.soft' : 'turn', lead = decidingBet(s, hand), name = lead === hand ? s.seats.find(x => x.place === placeOf(hand))?.name : bettorName(s, lead);
    const q = gameWord(table, key, { place: calledHand(table, hand), total: h?.total === undefined ? '' : numberInWords(h.total, callLanguage()) }, callLanguage()) || calledHand(table, hand), why = yours ? whyMissing(s) : '';
    const p = why || (yours ? t('turn.yours') : t('turn.other', { who: name ? withAside(capitalise(name), place) : place }));
    const law = why || (yours && s.listen.offers.length === 1) ? s.listen.offers[0].law : s.listen.law;
    return { q, p: forReader(gameWord(table, key, { place, total: h?.total ?? '' })) + p, law, yours };
  }
  if (table.felt.ring && (kind === 'seats' || kind === 'between')) return waitingCaption(s, forReader);
  const call = gameWord(table, `ask.${kind}`, {}, callLanguage()) ? '' : s.call && ['insurance', 'even-money', kind].includes(s.call.call) ? s.call : { call: kind };
  // Players who are not asked may get another text.
  const text = as => call ? callText(table, call, as) : !yours && gameWord(table, `ask.${kind}.other`, {}, as) || gameWord(table, `ask.${kind}`, {}, as), one = s.listen.awaiting.length === 1 && kind !== 'shuffle' ? s.listen.awaiting[0] : '';
  return { q: joinWithColon(one && calledHand(table, one), text(callLanguage()), callLanguage()), p: forReader(text() && joinWithColon(one && handName(table, one), text())) + (table.felt.ring && yours && kind === 'turn' ? callCostText(s) : waitingHint(s)), law: s.listen.law, yours };
}

/** The name of the player who decides for a hand. */
const deciderName = (s, hand) => { const lead = decidingBet(s, hand); return bettorName(s, parseBetName(lead).tag ? lead : placeOf(hand)); };

/** The caption of the croupier's next step at a real table. */
function croupierStepCaption(s) {
  const { table, awaits: a } = s, card = a.step === 'deal' || a.step === 'turn';
  if (card && isPutAside(a.hand, table)) return { q: calledHand(table, a.hand), p: forReader(handName(table, a.hand)) + t('now.croupier', { croupier: gameWord(table, 'croupier') }), law: a.law };
  if (card && !s.decisionsBegan) return { ...dealCaption(s), p: `${dealCaption(s).p}${croupierDealsText(s)}`, law: a.law };
  const q = card ? t('now.card', { who: calledHand(table, a.hand) }, callLanguage()) : joinWithColon(a.hand && calledHand(table, a.hand), capitalise(handlingText(table, a, callLanguage())), callLanguage());
  return { q, p: card ? croupierDealsText(s) : forReader(capitalise(handlingText(table, a))) + t('now.croupier', { croupier: gameWord(table, 'croupier') }), law: a.law };
}

/** Whether a card goes to nobody: burnt, or put aside. */
const isPutAside = (hand, table) => !/^\d/.test(hand) && hand !== 'bank' && !table.felt.cards?.[hand];

/** The caption of the first cards, which are dealt without a question in between. */
const dealCaption = s => s.call?.call === 'no-more-bets' ? { q: callAloud(s.table, s.call), p: forReader(callForReader(s.table, s.call)) } : { q: t('now.deal', {}, callLanguage()), p: forReader(t('now.deal')) };

/** The caption of the bank's final hand. */
function bankCaption(s) {
  const { table } = s, r = s.results.bank, total = r.facts?.total ?? 0, bust = r.result === 'bust';
  if (r.facts?.total === undefined && !table.felt.cards) { const resultIn = as => gameWord(table, `result.${r.result}`, {}, as); return { q: joinWithColon(calledHand(table, 'bank'), resultIn(callLanguage()), callLanguage()), p: forReader(joinWithColon(gameWord(table, 'bank'), resultIn())), law: r.law }; }
  const tells = (as, n) => [r.result === 'blackjack' ? '' : n, bust || r.result === 'blackjack' ? gameWord(table, `result.${r.result}`, {}, as) : ''];
  const q = joinWithColon(calledHand(table, 'bank'), joinList(tells(callLanguage(), numberInWords(total, callLanguage())), callLanguage()), callLanguage());
  return { q, p: forReader(joinWithColon(gameWord(table, 'bank'), joinList([r.facts?.total, tells()[1]]))), law: r.law };
}

/** The caption at the end of a coup: the bank's hand, or the last call; and my result. */
function endCaption(s) {
  if (s.table.felt.shape === 'layout') return throwCaption(s);
  if (s.table.felt.ring) return handEndCaption(s, { calledHand, forReader });
  const caption = s.results.bank ? bankCaption(s) : s.call ? { q: capitalise(callAloud(s.table, s.call)), p: forReader(callForReader(s.table, s.call)), law: s.call.law } : { q: '', p: '', law: '' };
  const myResults = Object.values(s.results).filter(r => r.hand !== 'bank' && Object.entries(s.settlements).some(([bet, f]) => f.yours && (bet === r.hand || bet.startsWith(`${r.hand}+`))));
  // Where players bet against one another, bets do not belong to hands: the settlements show whether I played.
  const decided = s.table.felt.shape === 'oval' ? Object.values(s.settlements).filter(f => f.yours && (f.pay || f.collect)) : [], last = myResults.at(-1) ?? decided.at(-1);
  if (!last) return caption;
  const { net } = myOutcome(s), sum = netSentence(net);
  return { ...caption, p: caption.p + sum, law: last.law || caption.law, net };
}

/** The caption after a throw: the call, and my result. */
function throwCaption(s) {
  const throwIndex = s.steps.findLastIndex(e => e.step === 'throw' || e.step === 'uncover'), call = throwIndex < 0 ? s.steps.findLast(e => e.step === 'call' && e.facts?.amount === undefined) ?? s.call : s.steps.slice(throwIndex).find(e => e.step === 'call') ?? s.call;
  // Where cards decide the bets of a layout: which hand won.
  const hands = Object.values(s.results).filter(r => s.table.felt.cards?.[r.hand]), won = hands.find(r => r.result === 'won') ?? hands[0], resultIn = as => capitalise(gameWord(s.table, `result.${won.result}`, {}, as));
  const caption = won ? { q: won.result === 'won' ? joinWithColon(calledHand(s.table, won.hand), resultIn(callLanguage()).toLocaleLowerCase(callLanguage()), callLanguage()) : resultIn(callLanguage()), p: forReader(won.result === 'won' ? joinWithColon(handName(s.table, won.hand), resultIn().toLocaleLowerCase(lang())) : resultIn()), law: won.law }
    : call ? { q: capitalise(callAloud(s.table, call)), p: forReader(callForReader(s.table, call)), law: call.law } : { q: '', p: '', law: '' }, decided = Object.values(s.settlements).filter(f => f.yours && (f.pay || f.collect));
  if (!decided.length) return caption;
  const { net } = myOutcome(s), sum = netSentence(net);
  return { ...caption, p: caption.p + sum, law: decided.at(-1).law ?? caption.law, net };
}

/** The caption of the event that is being drawn. */
function eventCaption(s) {
  const { table, announcement: e } = s, law = e?.law ?? '';
  if (!e) return s.call ? { q: callAloud(table, s.call), p: forReader(callForReader(table, s.call)), law: s.call.law } : { q: '', p: '', law: '' };
  const captionOf = (subject, aloud, readerText, by, hand = table.felt.shape === 'layout' && !/^\d/.test(subject ?? '') && !table.felt.cards?.[subject] ? '' : subject) => ({ q: withHand(hand && calledHand(table, hand), aloud, callLanguage()), p: forReader(withHand(hand && handName(table, hand, by), readerText)), law });
  if (e.fault || e.incident) { const key = `incident.${e.fault ?? e.incident}`; return captionOf(e.seat || e.to || e.hand, gameWord(table, key, {}, callLanguage()) || e.fault || e.incident, gameWord(table, key)); }
  if (e.answer === 'timeout') return captionOf('', t('tell.timeout', {}, callLanguage()), t('tell.timeout'));
  if (e.answer) {
    const does = as => gameWord(table, `does.${e.answer}`, {}, as) || gameWord(table, `act.${e.answer}`, {}, as), hand = /^\d+(?![\d-])/.test(e.seat) ? e.seat : '', by = e.yours ? t('you') : e.by;
    return { q: capitalise(joinWithColon(hand && calledHand(table, hand), does(callLanguage()), callLanguage())), p: hand && by ? endSentence(joinWithColon(withAside(capitalise(by), handName(table, hand)), does())) : forReader(capitalise(does())), law };
  }
  // The bank's total stays while the places are settled.
  if (s.results.bank && (e.step === 'result' || e.step === 'move')) { const b = bankCaption(s); return { ...b, p: b.p + (e.hand === 'bank' ? '' : t('now.settle')), law }; }
  switch (e.step) {
    case 'call': {
      if (e.call === 'decides') return { q: joinWithColon(calledHand(table, e.seat), bettorName(s, e.facts?.bet ?? e.seat), callLanguage()), p: forReader(callText(table, e)) || endSentence(callText(table, e)), law };
      return captionOf(e.seat, e.seat ? callAloud(table, e) : capitalise(callAloud(table, e)), callForReader(table, e), e.by);
    }
    case 'handle': return captionOf(e.seat, capitalise(handlingText(table, e, callLanguage())), capitalise(handlingText(table, e)), e.by);
    case 'deal': return isPutAside(e.to, table) ? captionOf('', calledHand(table, e.to), handName(table, e.to)) : !s.decisionsBegan ? { ...dealCaption(s), law } : e.to === 'bank' ? captionOf('', t('now.bank', {}, callLanguage()), t('now.bank')) : captionOf('', t('now.card', { who: calledHand(table, e.to) }, callLanguage()), t('now.card', { who: handName(table, e.to) }));
    case 'reveal': case 'turn': if (e.only && s.call) return { q: callAloud(table, s.call), p: forReader(callForReader(table, s.call)), law };
      return captionOf('', t('now.shows', { who: calledHand(table, e.hand) }, callLanguage()), t('now.shows', { who: handName(table, e.hand) }));
    case 'part': return captionOf(e.hand, gameWord(table, 'does.split', {}, callLanguage()), gameWord(table, 'does.split'));
    case 'result': return captionOf(e.hand, gameWord(table, `result.${e.result}`, {}, callLanguage()), gameWord(table, `result.${e.result}`), e.by);
    case 'move': if (table.felt.ring && e.into) { const to = placeOf(e.into), does = (as, from) => t(e.into.endsWith(`/${table.felt.ring.pot}`) ? 'move.pot' : !e.bet.endsWith(`/${table.felt.ring.pot}`) ? 'move.carry' : placeOf(e.bet) === to ? 'move.back' : 'move.from', { who: from }, as); const sum = (as, from) => t('move.sum', { what: does(as, from), sum: formatSum(e.amount, as) }, as), gives = placeOf(e.bet); return captionOf(to, sum(callLanguage(), calledHand(table, gives)), sum(lang(), handName(table, gives))); }
      if (table.felt.shape === 'layout' && e.kind === 'collect') return { q: capitalise(gameWord(table, 'handle.collect-lost', {}, callLanguage())), p: joinWithColon(layoutBetName(table, e.bet, e.yours ? t('you') : e.by), moveText('collect', e.amount)), law };
      if (table.felt.shape === 'layout') return { q: joinWithColon(layoutBetName(table, e.bet, e.by, callLanguage()), moveText(e.kind, e.amount, callLanguage()), callLanguage()), p: forReader(joinWithColon(layoutBetName(table, e.bet, e.yours ? t('you') : e.by), moveText(e.kind, e.amount))), law };
      return captionOf(e.bet, moveText(e.kind, e.amount, callLanguage()), moveText(e.kind, e.amount), e.by);
    case 'throw': return captionOf('', capitalise(gameWord(table, e.thing, {}, callLanguage())), capitalise(gameWord(table, e.thing)));
    case 'shuffle': return captionOf('', t(e.packs === 1 ? 'tell.shuffle.real.1' : 'tell.shuffle.real', { n: e.packs }, callLanguage()), plural('tell.shuffle.real', e.packs));
    case 'cut': return captionOf('', t('tell.cut', { n: e.at }, callLanguage()), t('tell.cut', { n: e.at }));
    // A step without a text keeps the last call, with its clause.
    default: return s.call ? { q: callAloud(table, s.call), p: forReader(callForReader(table, s.call)), law: s.call.law } : { q: '', p: '', law };
  }
}

/** A call in each language that is due, with its numbers in words. */
const callAloud = (table, call) => callInLanguages(table, as => callText(table, { ...call, facts: Object.fromEntries(Object.entries(call.facts ?? {}).map(([k, v]) => [k, Number.isInteger(v) && v >= 0 && v <= 36 ? numberInWords(v, as) : v])) }, as));

/** The same in the reader's language; "" if it was already called in it. */
const callForReader = (table, call) => callLanguages(table).includes(lang()) ? '' : callText(table, call);

/** The card that the croupier of a real table deals next. */
function croupierDealsText(s) {
  const { hand } = s.awaits;
  return t('awaits', { croupier: gameWord(s.table, 'croupier'), what: joinWithColon(hand && handName(s.table, hand), t('awaits.card')) });
}

/** What I may do about a question, or for whom the table waits, in words. */
function waitingHint(s) {
  const kind = openPeriod(s), about = s.call?.call === 'even-money' ? 'even-money' : kind, [ask] = questionsToMe(s);
  if (ask || kind === 'shuffle') return gameWord(s.table, `hint.${about}.${ask?.act}`) || gameWord(s.table, `hint.${about}`) || t('turn.yours');
  if (offersOf(s, 'sit').length && !s.you?.places.length) return gameWord(s.table, 'hint.sit') || t('bet.sit');
  // My own place is named only if somebody else has bet on it too.
  const shared = h => mainBetsOn(s, h).length > 1, seatOf = h => s.seats.find(x => x.place === placeOf(h));
  const names = [...new Set(s.listen.awaiting.filter(h => h && (!seatOf(h)?.yours || shared(h))).map(h => { const seat = seatOf(h), place = t('place.n', { n: placeOf(h) }); return seat?.name && !seat.yours && (kind !== 'insurance' || !shared(h)) ? withAside(seat.name, place) : place; }))];
  return names.length ? t('turn.waiting', { who: joinList(names) }) : '';
}

/** The caption of a closed table: why, under which clause, and what happens to a bet there. */
function closedCaption(s) {
  const reason = closureReason(s.closed), sum = Object.entries(s.bets).reduce((n, [bet, v]) => n + (isMyBet(s, bet) ? v : 0), 0);
  const dealt = sum && offersOf(s, 'deal').length, net = !s.listen && Object.values(s.settlements).some(f => f.yours) ? myOutcome(s).net : null;
  const won = net === null ? '' : netSentence(net);
  const next = sum ? t(dealt ? 'closed.deal' : 'closed.bet', { sum: formatSum(sum) }) : t('closed.wait');
  return { q: '', title: t('closed.title'), p: joinSentences([reason, won, next]), law: s.closed.law ?? '' };
}

/** What a player needs to know while bets are accepted. */
function bettingHint(s, bets) {
  const all = bets.offers(), { table } = s, limits = { min: formatSum(table.minimum), max: formatSum(table.maximum) };
  const seated = (s.you?.places ?? []).length, sits = offersOf(s, 'sit').length;
  if (!all.length) return sits && !seated ? gameWord(s.table, 'hint.sit') || t(s.table.felt.shape === 'layout' ? 'bet.sit-cloth' : 'bet.sit') : t('bet.watch');
  if (all.every(o => o.disabled)) return t('bet.poor', limits);
  const low = all.find(o => bets.drafts[o.seat]);
  if (low) return t('bet.partial', { sum: formatSum(bets.drafts[low.seat]), min: formatSum(low.low), max: formatSum(low.high) });
  const laidSum = [...new Set([...all, ...offersOf(s, 'clear')].map(o => o.seat))].reduce((n, seat) => n + bets.sumOn(seat), 0), late = openPeriod(s) === 'late';
  if (late && table.felt.shape === 'layout') return joinSentences([t('layout.bet.late'), laidSum && t('bet.lies', { sum: formatSum(laidSum) })]);
  if (late) return joinSentences([t('bet.late', { n: s.listen.window.split(':')[1] }), laidSum && t('bet.lies', { sum: formatSum(laidSum) })]);
  if (!laidSum && !seated && all.length > 1) return t(sits ? 'bet.sit-or' : 'bet.anywhere');
  if (!laidSum && table.felt.shape === 'layout') return t(table.felt.points?.length ? 'layout.bet.where' : 'layout.bet.box');
  if (!laidSum) return joinSentences([t(all.length > 1 ? 'bet.where' : 'bet.pick', limits), !table.individual && !s.clock && t('bet.first')]);
  return t(table.felt.shape === 'layout' ? table.individual ? 'layout.bet.ready' : 'layout.bet.wait' : table.individual ? 'bet.ready' : 'bet.wait', { sum: formatSum(laidSum) });
}

/** The caption and the timer. */
export class Caption {
  /** @param {HTMLElement} bar @param {HTMLElement} dial @param {HTMLElement} live for announcements to screen readers */
  constructor(bar, dial, live) {
    Object.assign(this, { bar, dial, live, html: '', notice: null, deadline: 0, total: 0, warnedWindow: '' });
    bar.addEventListener('click', e => {
      const b = e.target.closest('button'), notice = this.notice?.();
      if (!b) return;
      if (!notice?.hold) this.clear();
      if (b.dataset.do === 'go') notice?.go?.();
    });
    setInterval(() => this.tick(), 200);
  }

  /**
   * Show a notice in place of the caption until it expires or is cleared. News give way to a question to me. The function is
   * called for each drawing, since the language can change.
   * @param {() => {kind: string, mark: string, title: string, why: string, law?: string, button?: string, go?: () => void, hold?: boolean, expired?: boolean}} notice
   */
  show(notice) { this.notice = notice; this.draw(); }
  /** @param {string} [kind] only a notice of this kind */
  clear(kind) {
    const shown = this.notice?.();
    if (shown && (kind ? shown.kind === kind : !shown.hold)) { this.notice = null; this.draw(); }
  }

  /** @param {ReturnType<typeof captionFor>} what @param {any} table */
  setCaption(what, table) { Object.assign(this, { what, table }); this.draw(); }

  draw() {
    const w = this.what ?? { q: '', p: '', law: '' };
    if (this.notice?.().expired) this.notice = null;
    const shown = this.notice?.(), n = w.yours && ['news', 'idle', 'void'].includes(shown?.kind) && !shown.hold ? null : shown, from = esc(this.table?.regulation ?? '');
    const cite = law => law ? `<div class="cite">${clauseLink(law)}<small class="desk">${law.startsWith('ir/') ? '' : from}</small></div>` : '';
    const html = n
      ? `<span class="mark" aria-hidden="true"></span><div class="words"><b>${esc(n.title)}</b><p>${esc(n.why)}</p></div>${n.button ? `<button type="button" class="ghost" data-do="go">${esc(n.button)}</button>` : ''}${n.hold ? '' : `<button type="button" class="ghost" data-do="no">${t('dismiss')}</button>`}${cite(n.law)}`
      : `<div class="words">${w.title ? `<b>${esc(w.title)}</b>` : ''}${w.q ? `<q lang="${htmlLang(callLanguage())}">${esc(endSentence(w.q, callLanguage()))}</q>` : ''}<p class="${w.net > 0 ? 'up' : w.net < 0 ? 'down' : ''}">${esc(w.p)}</p></div>${cite(w.law)}`;
    this.bar.className = `caption${n ? ` notice ${n.kind}` : ''}${!n && w.yours ? ' yours' : ''}`;
    if (html !== this.html) { this.html = html; this.bar.innerHTML = html; }
    // A mark that counts down changes alone, so that the text is not announced again.
    const mark = this.bar.querySelector('.mark');
    if (n && mark.textContent !== n.mark) mark.textContent = n.mark;
  }

  /** Set the running clock, or null. @param {{left: number, of: number, window: string}|null} clock */
  setClock(clock) {
    this.total = clock?.of ?? 0;
    this.window = clock?.window ?? '';
    this.deadline = clock ? performance.now() + clock.left * 1000 : 0;
    this.tick();
  }

  tick() {
    const left = this.deadline ? Math.max(0, Math.ceil((this.deadline - performance.now()) / 1000)) : -1;
    if (left === this.left && this.total === this.totalShown) return;
    Object.assign(this, { left, totalShown: this.total });
    this.dial.hidden = left < 0;
    if (left < 0) { this.dial.innerHTML = ''; return; }
    this.dial.innerHTML = timerRing(left, Math.max(left, this.total));
    if (left <= 5 && left > 0 && this.warnedWindow !== this.window) { this.warnedWindow = this.window; this.live.textContent = t('time.left', { n: left }); }
  }
}
