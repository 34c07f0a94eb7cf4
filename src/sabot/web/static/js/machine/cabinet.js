// A gaming machine: reels or cards, the information it must show to its player, its meters. Same interface as the cloths: it gets
// the state and draws it. The result is known before anything moves.

import { card } from '../core/kit.js';
import { setHtml } from '../core/update.js';
import { cardName, formatSum, joinWithColon, lang, joinList, locale, formatFullSum, onLanguageChange, netClass, formatNet, endSentence } from '../core/i18n.js';
import { Reels, spinTime } from './reels.js';
import { playerCredit, gameOf, wonSoFar } from './replay.js';
import { renderGlass, rungText } from './glass.js';
import { betText, cardsText, betCost, lastGame, winText } from './narration.js';
import { reducedMotion } from '../core/motion.js';
import { loadSprites } from './sprites.js';
import { w } from './words.js';
import { offersOf } from '../core/store.js';
import { esc, clauseLink } from '../core/text.js';

const NO_CARDS = [null, null, null, null, null];

/** How long to wait before and after a part, in milliseconds. @param {any} part @param {number} reels @param {boolean} lit whether wins are shown line by line */
export function pauseFor(part, reels, lit) {
  const e = part.kind === 'event' ? part.event : {}, calm = reducedMotion() ? .6 : 1;
  if (e.step === 'call') return [0, ({ 'stopped': spinTime(reels) + 150, 'fall': 650, 'free-games': 1500, 'free-over': 900, 'hold-begins': 1300, 'held': 850, 'hold-over': 1700, 'ladder-begins': 700, 'rung': 1100, 'ladder-over': 700 }[e.call] ?? 0) * (e.call === 'stopped' ? 1 : calm)];
  if (e.step === 'result') return [0, e.hand !== '1' && lit ? 800 * calm : e.hand === '1/hand' ? 400 : 0];
  if (e.step === 'deal') return [0, 170 * calm];
  if (e.step === 'discard') return [0, e.hands.length < 5 ? 200 : 0];
  return [0, 0];
}

export class Cabinet {
  /** @param {HTMLElement} root @param {{controls: import('./desk.js').MachineControls, pays: () => void}} actions */
  constructor(root, actions) {
    Object.assign(this, { root, actions, game: '', last: null, lastSpin: '', lastFall: '', cards: NO_CARDS, record: null });
    root.addEventListener('click', e => {
      const keep = e.target.closest('[data-keep]');
      if (keep) actions.controls.toggleCard(Number(keep.dataset.keep));
      else if (e.target.closest('[data-pays]')) actions.pays();
    });
    onLanguageChange(() => { this.game = ''; if (this.last) this.render({ ...this.last, animate: false }); });
    setInterval(() => this.tick(), 1000);
  }

  /** Give the whole record, from which it is known in advance whether the game wins more than its bet. @param {import('../core/store.js').State} live */
  setRecord(live) { this.record = live; this.actions.controls.state = live; }

  build(s) {
    const { felt } = s.table, cards = felt.play === 'cards';
    this.felt = felt;
    this.root.className = 'board cabinet';
    this.root.dataset.model = felt.model || 'own';
    this.root.dataset.play = felt.play;
    this.root.innerHTML = `<article class="cab"><header class="topper"><h2>${esc(felt.name)} <small>${esc(felt.version)}</small></h2><p class="num" lang="pt">${esc(w('number', { n: felt.number }, 'pt'))} ${clauseLink(felt.laws.number)}</p><div class="pools" hidden></div></header>
      <div class="front"><div class="housing"><p class="feature" hidden></p><div class="stage">${cards ? `<ol class="five" aria-label="${esc(w('cards'))}"></ol>` : '<div class="window" role="img"></div>'}<div class="ladderview" hidden></div></div><p class="plate" aria-hidden="true"></p></div>
      <section class="glass" aria-label="${esc(w('glass'))}" tabindex="0"></section></div>
      <dl class="cabmeters" aria-label="${esc(w('meters'))}"><div class="m-credit"><dt>${w('credit')}</dt><dd></dd></div><div class="m-bet"><dt>${w('bet')}</dt><dd></dd></div><div class="m-last"><dt>${w('last')}</dt><dd></dd></div><div class="m-net"><dt>${w('net')}</dt><dd></dd></div><div class="m-clock"><dt>${w('clock')}</dt><dd><time></time></dd></div></dl></article>`;
    const $ = q => this.root.querySelector(q);
    this.elements = { pools: $('.pools'), feature: $('.feature'), five: $('.five'), window: $('.window'), ladder: $('.ladderview'), plate: $('.plate'), glass: $('.glass'), housing: $('.housing'), credit: $('.m-credit dd'), bet: $('.m-bet dd'), last: $('.m-last dd'), net: $('.m-net dd'), clock: $('time') };
    this.reels = null;
    if (!cards) {
      this.reels = new Reels(this.elements.window);
      this.reels.build(felt);
    }
    this.lastSpin = this.lastFall = '';
    this.litWin = null;
    loadSprites(felt.model).then(() => this.last && this.render(this.last), () => {});
  }

  /** @param {import('../core/store.js').State} s */
  render(s) {
    const key = `${s.table.id} ${s.table.felt.identity} ${lang()}`, first = this.game !== key;
    if (first) { this.game = key; this.build(s); }
    this.last = s;
    const x = gameOf(s), { felt } = this;
    if (this.reels) this.updateReels(s, x); else this.updateCards(s, x);
    this.showFeature(x);
    this.showLadder(x);
    this.showPlate(s, x);
    this.showMeters(s, x);
    setHtml(this.elements.glass, renderGlass(felt, this.actions.controls.state ? this.actions.controls.bet() : x.bet || felt.bets[0].seat));
    this.showPools(s);
    const over = x.stopped || x.voucher;
    this.elements.housing.classList.toggle('resting', Boolean(x.stopped));
    this.root.dataset.state = over ? (x.stopped ? 'out' : 'voucher') : x.turning ? 'turning' : '';
  }

  // ---- reels ---------------------------------------------------------------------------------------------

  updateReels(s, x) {
    const { felt, reels } = this, spin = x.spins ? `${s.coup.id} ${x.spins}` : '', fall = x.fall ? `${spin} ${x.fall.n}` : '';
    if (!x.bet) {   // between games the last window stays
      const shown = s.shown?.shown?.length === felt.window.length ? s.shown.shown : null;
      if (!this.lastSpin && shown) reels.show(shown);
      if (!this.lastSpin || s.steps.some(e => e.answer && e.answer !== 'spin')) this.markWin(null);
      if (this.lastSpin) reels.hold(this.lastHold ?? null, felt.features?.hold?.scatter ?? '');
      return;
    }
    if (spin && spin !== this.lastSpin) {
      this.lastSpin = spin;
      this.lastFall = '';
      this.lastHold = null;
      reels.hold(null, '');
      this.markWin(null);
      const strips = x.own && felt.free_reels ? felt.free_reels : felt.reels;
      if (s.animate && !x.fall) reels.spin(strips, x.stops, x.shown); else { reels.show(x.shown); reels.stops = x.stops; }
    } else if (fall && fall !== this.lastFall) { this.markWin(null); if (s.animate) reels.fall(x.fall.out, x.shown); else reels.show(x.shown); }
    if (fall) this.lastFall = fall;
    if (!spin) { this.lastHold = null; reels.hold(null, ''); this.markWin(null); return; }
    if (x.shown.length) { const shownSymbols = x.shown.flat().join(), has = reels.shown.flat().join(); if (shownSymbols !== has) reels.show(x.shown); }
    if (x.hold) { this.markWin(null); this.lastHold = x.hold; reels.hold(x.hold, felt.features.hold.scatter); return; }
    this.markWin(x.result ? (this.isNetWin() ? this.litWin : null) : this.isNetWin() ? x.wins.at(-1) ?? null : null);
  }

  markWin(win) { this.litWin = win; this.reels.markWin(win); }

  /** Whether the game pays more than it cost: only then are wins lit. */
  isNetWin() {
    if (!this.record) return false;
    const game = gameOf(this.record), last = game.bet ? null : lastGame(this.record);
    return game.bet ? game.jackpot > 0 || wonSoFar(this.record) > betCost(this.felt, game.bet) : Boolean(last && last.prize > last.bet);
  }

  // ---- cards ---------------------------------------------------------------------------------------------

  updateCards(s, x) {
    const dealt = Array.from({ length: 5 }, (_, i) => s.hands[`1.${i + 1}`]?.cards[0] ?? null), lastCards = s.shown?.shown?.[0];
    if (x.bet && dealt.some(Boolean)) this.cards = dealt;
    else if (x.bet && !x.result && !x.wins.length) this.cards = NO_CARDS;
    else if (!x.bet && !this.cards.some(Boolean) && lastCards?.length === 5) this.cards = lastCards;
    const { controls } = this.actions, asks = s.listen?.window === 'draw' && offersOf(s, 'draw').length > 0, keeps = x.keeps === 'all' ? [1, 2, 3, 4, 5] : x.keeps && x.keeps !== 'none' ? x.keeps.split('-').map(Number) : [];
    const html = this.cards.map((c, i) => {
      const n = i + 1, on = asks ? controls.keptCards.has(n) : keeps.includes(n), name = c ? cardName(c) : '';
      const face = `<span class="cardface">${c ? card(c, { label: '' }) : ''}</span><span class="keepword${on ? ' on' : ''}">${on ? w('kept') : asks ? w('keep') : ''}</span>`;
      return `<li data-card="${c ?? ''}">${asks && c ? `<button type="button" data-keep="${n}" aria-pressed="${on}" aria-label="${esc(`${w('card.n', { n })}: ${name}. ${w(on ? 'kept' : 'keep')}`)}"><kbd>${n}</kbd>${face}</button>` : `<div class="still"${name ? ` role="img" aria-label="${esc(name)}"` : ''}>${face}</div>`}</li>`;
    }).join('');
    if (this.elements.five._html === html) return;
    const old = [...this.elements.five.children].map(li => li.dataset.card), focusedCard = document.activeElement?.dataset?.keep;
    setHtml(this.elements.five, html);
    if (focusedCard) this.elements.five.querySelector(`[data-keep="${focusedCard}"]`)?.focus({ preventScroll: true });
    if (s.animate && !reducedMotion()) this.cards.forEach((c, i) => { if (c && old[i] !== c) this.elements.five.children[i].querySelector('.cardface').animate([{ transform: 'translateY(-40px)', opacity: 0 }, { transform: 'none', opacity: 1 }], { duration: 200, easing: 'cubic-bezier(.2,.7,.2,1)' }); });
  }

  /** What a screen reader should hear and the caption does not say: the chosen bet, credit taken out, cards. @param {import('../core/store.js').State} s */
  announce(s) {
    if (!this.felt) return '';
    const bet = this.actions.controls.bet(), set = this.announcedBet !== undefined && this.announcedBet !== bet;
    const out = s.steps.findLast(e => e.step === 'move' && e.kind === 'return'), payOutKey = out ? `${s.coup.id} ${s.steps.indexOf(out)}` : '', paidOut = payOutKey && this.announcedPayOut !== undefined && this.announcedPayOut !== payOutKey;
    [this.announcedBet, this.announcedPayOut] = [bet, payOutKey || this.announcedPayOut || ''];
    if (paidOut) return endSentence(w('story.out', { sum: formatSum(out.amount) }));
    return this.cardsAnnouncement(s) || (set && offersOf(s, 'spin').length ? endSentence(joinWithColon(w('belly.bet'), joinList([formatSum(betCost(this.felt, bet)), betText(this.felt, bet, lang())]))) : '');
  }

  /** The cards in words once all are dealt, then which of them are kept. @param {import('../core/store.js').State} s */
  cardsAnnouncement(s) {
    if (this.felt.play !== 'cards' || s.listen?.window !== 'draw') return '';
    const key = `${s.coup.id} ${this.cards.join()}`, { keptCards } = this.actions.controls, holds = [...keptCards].join();
    if (this.cards.some(c => !c)) return '';
    if (this.announcedCards !== key) { [this.announcedCards, this.announcedKept] = [key, holds]; return cardsText(this.cards); }
    if (this.announcedKept === holds) return '';
    this.announcedKept = holds;
    return w(keptCards.size ? 'keeps' : 'keeps.none', { cards: joinList([...keptCards].sort().map(n => cardName(this.cards[n - 1]))) });
  }

  // ---- features ------------------------------------------------------------------------------------------

  showFeature(x) {
    const { feature } = this.elements, parts = [];
    if (x.free && !x.free.over) parts.push(x.free.game ? `<b>${esc(w('free.n', { n: x.free.game, of: x.free.of }))}</b> ${esc(w('free.times', { times: x.free.times }))}` : `<b>${esc(w('story.free', { games: x.free.of, times: x.free.times }))}</b>`);
    if (x.free?.over) parts.push(`<b>${esc(w('story.freeover', { sum: formatSum(x.free.cents) }))}</b>`);
    if (x.fall) parts.push(esc(w('fall', { n: x.fall.n, times: x.fall.times })));
    if (x.hold) parts.push(x.hold.over ? `<b>${esc(joinWithColon(w('hold'), formatSum(x.hold.cents)))}</b>` : `<b>${esc(w('hold'))}</b> ${esc(w('hold.turns', { n: x.hold.turns }))}`);
    feature.hidden = !parts.length;
    setHtml(feature, parts.join(' · '));
  }

  showLadder(x) {
    const { ladder } = this.elements, rungs = this.felt.features?.ladder?.rungs ?? [];
    ladder.hidden = !x.ladder || Boolean(x.result);
    if (ladder.hidden) { setHtml(ladder, ''); return; }
    const at = x.ladder.steps.length, ends = x.ladder.steps.at(-1)?.ends;
    setHtml(ladder, `<h3>${w('ladder')}</h3><ol reversed>${rungs.map((r, i) => ({ r, n: i + 1, done: x.ladder.steps[i] })).reverse().map(({ r, n, done }) => `<li class="${done ? 'done' : ''}${n === at ? ' here' : ''}${done?.ends ? ' fell' : ''}"${n === at ? ' aria-current="step"' : ''}><b>${n}</b><span>${done ? (done.ends ? esc(w('story.rung.end', { rung: n, sum: formatSum(done.cents) })) : esc(w('rung.pays', { pays: done.pays }))) : rungText(r)}</span></li>`).join('')}</ol><p class="has">${ends ? '' : esc(w('has', { sum: formatSum(x.ladder.cents) }))}</p>`);
  }

  /** The line below the window: what it has won, without lights when it is no more than the bet. */
  showPlate(s, x) {
    const { felt } = this, { plate } = this.elements, win = x.wins.at(-1), festive = this.isNetWin();
    let html = '';
    if (x.stopped) html = `<b>${esc(w('say.out'))}</b>`;
    else if (x.jackpot) html = `<b>${esc(w('say.jackpot', { sum: formatSum(x.jackpot) }))}</b>`;
    else if (x.voucher) html = `<b>${esc(w('say.voucher', { number: x.voucher.number, sum: formatSum(x.voucher.cents) }))}</b>`;
    else if (x.bet && !x.result && win && festive) html = `<span>${esc(winText(felt, win))}</span><b>${esc(formatSum(win.cents))}</b>`;
    else {
      const r = x.result ?? (x.bet ? null : lastGame(s));
      if (r?.prize && !s.steps.some(e => e.answer && e.answer !== 'spin' && e.answer !== 'draw' && e.answer !== 'climb' && e.answer !== 'stop')) html = r.prize > r.bet ? `<span>${w('last')}</span><b>${esc(formatSum(r.prize))}</b>` : `<span>${esc(w('story.prize', { prize: formatSum(r.prize), bet: formatSum(r.bet) }))}</span>`;
    }
    plate.classList.toggle('lit', Boolean(html) && festive && !x.stopped);
    setHtml(plate, html);
  }

  // ---- meters --------------------------------------------------------------------------------------------

  showMeters(s, x) {
    const { elements, felt } = this, seat = this.actions.controls.state && !x.bet ? this.actions.controls.bet() : x.bet || felt.bets[0].seat, last = x.result ?? lastGame(s), net = s.you?.session?.net ?? 0;
    setHtml(elements.credit, esc(formatFullSum(playerCredit(s))));
    setHtml(elements.bet, esc(formatFullSum(betCost(felt, seat))));
    setHtml(elements.last, last ? esc(formatFullSum(last.prize + (x.result ? x.jackpot : 0))) : w('none'));
    setHtml(elements.net, esc(formatNet(net) || formatFullSum(0)));
    elements.net.className = netClass(net);
    this.tick();
  }

  tick() {
    const clock = this.elements?.clock;
    if (!clock) return;
    const now = new Date(), text = now.toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    if (clock.textContent !== text) { clock.textContent = text; clock.dateTime = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`; }
    // The shown sum of a pool counts up to its real sum and never above it.
    for (const el of this.elements.pools.querySelectorAll('[data-cents]')) {
      const to = Number(el.dataset.cents), at = Number(el.dataset.at ?? to), next = at < to && !reducedMotion() ? Math.min(to, at + Math.max(1, Math.ceil((to - at) / 8))) : to;
      el.dataset.at = String(next);
      el.textContent = formatFullSum(next);
    }
  }

  /** The meter of this machine's jackpot. Where other machines feed it too, only the house knows the sum. */
  showPools(s) {
    const { jackpot } = this.felt, { pools } = this.elements, cents = jackpot?.pool ? s.shown?.pools?.[jackpot.pool] : s.pool || s.shown?.pool || jackpot?.start;
    pools.hidden = !jackpot || cents === undefined;
    if (pools.hidden) return;
    if (!pools.firstChild) pools.innerHTML = `<p><span>${esc(w('pool'))}${jackpot.pool ? ` ${esc(jackpot.pool)}` : ''} ${clauseLink(jackpot.law)}</span><b data-at="${cents}"></b></p>`;
    pools.querySelector('b').dataset.cents = String(cents);
    this.tick();
  }
}
