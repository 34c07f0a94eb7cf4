// A gaming machine: reels or cards, the information it must show to its player, its meters. Same interface as the cloths: it gets
// the state and draws it. The result is known before anything moves.

import { card } from '../core/kit.js';
import { put } from '../core/update.js';
import { cardName, cash, colon, lang, list, locale, money, onSpeak, sign, signed, stop } from '../core/i18n.js';
import { Reels, spinTime } from './reels.js';
import { credit, story, won } from './replay.js';
import { glass, rungSays } from './glass.js';
import { betWords, cardsSaid, cost, lastGame, winWords } from './narration.js';
import { reduced } from '../core/motion.js';
import { sprite } from './sprites.js';
import { w } from './words.js';
import { offersOf } from '../core/store.js';
import { esc, tag } from '../core/text.js';

const NO_CARDS = [null, null, null, null, null];

/** How long each thing that a machine tells is looked at, in milliseconds. @param {any} part @param {number} reels @param {boolean} lit whether what is won is shown line by line */
export function wait(part, reels, lit) {
  const e = part.kind === 'event' ? part.event : {}, calm = reduced() ? .6 : 1;
  if (e.step === 'call') return [0, ({ 'stopped': spinTime(reels) + 150, 'fall': 650, 'free-games': 1500, 'free-over': 900, 'hold-begins': 1300, 'held': 850, 'hold-over': 1700, 'ladder-begins': 700, 'rung': 1100, 'ladder-over': 700 }[e.call] ?? 0) * (e.call === 'stopped' ? 1 : calm)];
  if (e.step === 'result') return [0, e.hand !== '1' && lit ? 800 * calm : e.hand === '1/hand' ? 400 : 0];
  if (e.step === 'deal') return [0, 170 * calm];
  if (e.step === 'discard') return [0, e.hands.length < 5 ? 200 : 0];
  return [0, 0];
}

export class Cabinet {
  /** @param {HTMLElement} root @param {{desk: import('./desk.js').Desk, pays: () => void}} hands */
  constructor(root, hands) {
    Object.assign(this, { root, hands, game: '', last: null, spun: '', fell: '', cards: NO_CARDS, live: null });
    root.addEventListener('click', e => {
      const keep = e.target.closest('[data-keep]');
      if (keep) hands.desk.keep(Number(keep.dataset.keep));
      else if (e.target.closest('[data-pays]')) hands.pays();
    });
    onSpeak(() => { this.game = ''; if (this.last) this.render({ ...this.last, animate: false }); });
    setInterval(() => this.tick(), 1000);
  }

  /** The record as it stands: whether what is won is more than the bet is known before anything is lit. @param {import('../core/store.js').State} live */
  hear(live) { this.live = live; this.hands.desk.state = live; }

  build(s) {
    const { felt } = s.table, cards = felt.play === 'cards';
    this.felt = felt;
    this.root.className = 'board cabinet';
    this.root.dataset.model = felt.model || 'own';
    this.root.dataset.play = felt.play;
    this.root.innerHTML = `<article class="cab"><header class="topper"><h2>${esc(felt.name)} <small>${esc(felt.version)}</small></h2><p class="num" lang="pt">${esc(w('number', { n: felt.number }, 'pt'))} ${tag(felt.laws.number)}</p><div class="pools" hidden></div></header>
      <div class="front"><div class="housing"><p class="feature" hidden></p><div class="stage">${cards ? `<ol class="five" aria-label="${esc(w('cards'))}"></ol>` : '<div class="window" role="img"></div>'}<div class="ladderview" hidden></div></div><p class="plate" aria-hidden="true"></p></div>
      <section class="glass" aria-label="${esc(w('glass'))}" tabindex="0"></section></div>
      <dl class="cabmeters" aria-label="${esc(w('meters'))}"><div class="m-credit"><dt>${w('credit')}</dt><dd></dd></div><div class="m-bet"><dt>${w('bet')}</dt><dd></dd></div><div class="m-last"><dt>${w('last')}</dt><dd></dd></div><div class="m-net"><dt>${w('net')}</dt><dd></dd></div><div class="m-clock"><dt>${w('clock')}</dt><dd><time></time></dd></div></dl></article>`;
    const $ = q => this.root.querySelector(q);
    this.at = { pools: $('.pools'), feature: $('.feature'), five: $('.five'), window: $('.window'), ladder: $('.ladderview'), plate: $('.plate'), glass: $('.glass'), housing: $('.housing'), credit: $('.m-credit dd'), bet: $('.m-bet dd'), last: $('.m-last dd'), net: $('.m-net dd'), clock: $('time') };
    this.reels = null;
    if (!cards) {
      this.reels = new Reels(this.at.window);
      this.reels.build(felt);
    }
    this.spun = this.fell = '';
    this.lit = null;
    sprite(felt.model).then(() => this.last && this.render(this.last), () => {});
  }

  /** @param {import('../core/store.js').State} s */
  render(s) {
    const key = `${s.table.id} ${s.table.felt.identity} ${lang()}`, first = this.game !== key;
    if (first) { this.game = key; this.build(s); }
    this.last = s;
    const x = story(s), { felt } = this;
    if (this.reels) this.turn(s, x); else this.hand(s, x);
    this.feature(x);
    this.ladder(x);
    this.plate(s, x);
    this.meters(s, x);
    put(this.at.glass, glass(felt, this.hands.desk.state ? this.hands.desk.bet() : x.bet || felt.bets[0].seat));
    this.pools(s);
    const over = x.stopped || x.voucher;
    this.at.housing.classList.toggle('resting', Boolean(x.stopped));
    this.root.dataset.state = over ? (x.stopped ? 'out' : 'voucher') : x.turning ? 'turning' : '';
  }

  // ---- reels ---------------------------------------------------------------------------------------------

  turn(s, x) {
    const { felt, reels } = this, spin = x.spins ? `${s.coup.id} ${x.spins}` : '', fall = x.fall ? `${spin} ${x.fall.n}` : '';
    if (!x.bet) {   // between games what was shown last stands
      const shown = s.shown?.shown?.length === felt.window.length ? s.shown.shown : null;
      if (!this.spun && shown) reels.show(shown);
      if (!this.spun || s.steps.some(e => e.answer && e.answer !== 'spin')) this.mark(null);
      if (this.spun) reels.hold(this.lastHold ?? null, felt.features?.hold?.scatter ?? '');
      return;
    }
    if (spin && spin !== this.spun) {
      this.spun = spin;
      this.fell = '';
      this.lastHold = null;
      reels.hold(null, '');
      this.mark(null);
      const strips = x.own && felt.free_reels ? felt.free_reels : felt.reels;
      if (s.animate && !x.fall) reels.spin(strips, x.stops, x.shown); else { reels.show(x.shown); reels.stops = x.stops; }
    } else if (fall && fall !== this.fell) { this.mark(null); if (s.animate) reels.fall(x.fall.out, x.shown); else reels.show(x.shown); }
    if (fall) this.fell = fall;
    if (!spin) { this.lastHold = null; reels.hold(null, ''); this.mark(null); return; }
    if (x.shown.length) { const now = x.shown.flat().join(), has = reels.shown.flat().join(); if (now !== has) reels.show(x.shown); }
    if (x.hold) { this.mark(null); this.lastHold = x.hold; reels.hold(x.hold, felt.features.hold.scatter); return; }
    this.mark(x.result ? (this.festive() ? this.lit : null) : this.festive() ? x.wins.at(-1) ?? null : null);
  }

  mark(win) { this.lit = win; this.reels.light(win); }

  /** Whether the game brings more than it cost: only then is anything lit. */
  festive() {
    if (!this.live) return false;
    const now = story(this.live), last = now.bet ? null : lastGame(this.live);
    return now.bet ? now.jackpot > 0 || won(this.live) > cost(this.felt, now.bet) : Boolean(last && last.prize > last.bet);
  }

  // ---- cards ---------------------------------------------------------------------------------------------

  hand(s, x) {
    const dealt = Array.from({ length: 5 }, (_, i) => s.hands[`1.${i + 1}`]?.cards[0] ?? null), seen = s.shown?.shown?.[0];
    if (x.bet && dealt.some(Boolean)) this.cards = dealt;
    else if (x.bet && !x.result && !x.wins.length) this.cards = NO_CARDS;
    else if (!x.bet && !this.cards.some(Boolean) && seen?.length === 5) this.cards = seen;
    const { desk } = this.hands, asks = s.listen?.window === 'draw' && offersOf(s, 'draw').length > 0, keeps = x.keeps === 'all' ? [1, 2, 3, 4, 5] : x.keeps && x.keeps !== 'none' ? x.keeps.split('-').map(Number) : [];
    const html = this.cards.map((c, i) => {
      const n = i + 1, on = asks ? desk.kept.has(n) : keeps.includes(n), name = c ? cardName(c) : '';
      const face = `<span class="cardface">${c ? card(c, { label: '' }) : ''}</span><span class="keepword${on ? ' on' : ''}">${on ? w('kept') : asks ? w('keep') : ''}</span>`;
      return `<li data-card="${c ?? ''}">${asks && c ? `<button type="button" data-keep="${n}" aria-pressed="${on}" aria-label="${esc(`${w('card.n', { n })}: ${name}. ${w(on ? 'kept' : 'keep')}`)}"><kbd>${n}</kbd>${face}</button>` : `<div class="still"${name ? ` role="img" aria-label="${esc(name)}"` : ''}>${face}</div>`}</li>`;
    }).join('');
    if (this.at.five._html === html) return;
    const old = [...this.at.five.children].map(li => li.dataset.card), held = document.activeElement?.dataset?.keep;
    put(this.at.five, html);
    if (held) this.at.five.querySelector(`[data-keep="${held}"]`)?.focus({ preventScroll: true });
    if (s.animate && !reduced()) this.cards.forEach((c, i) => { if (c && old[i] !== c) this.at.five.children[i].querySelector('.cardface').animate([{ transform: 'translateY(-40px)', opacity: 0 }, { transform: 'none', opacity: 1 }], { duration: 200, easing: 'cubic-bezier(.2,.7,.2,1)' }); });
  }

  /** What no caption says: the bet that is set, the credit that is taken out, cards. @param {import('../core/store.js').State} s */
  announce(s) {
    if (!this.felt) return '';
    const bet = this.hands.desk.bet(), set = this.toldBet !== undefined && this.toldBet !== bet;
    const out = s.steps.findLast(e => e.step === 'move' && e.kind === 'return'), gone = out ? `${s.coup.id} ${s.steps.indexOf(out)}` : '', paid = gone && this.toldOut !== undefined && this.toldOut !== gone;
    [this.toldBet, this.toldOut] = [bet, gone || this.toldOut || ''];
    if (paid) return stop(w('story.out', { sum: cash(out.amount) }));
    return this.inWords(s) || (set && offersOf(s, 'spin').length ? stop(colon(w('belly.bet'), list([cash(cost(this.felt, bet)), betWords(this.felt, bet, lang())]))) : '');
  }

  /** The cards in words, once they all lie there, and which of them are kept. @param {import('../core/store.js').State} s */
  inWords(s) {
    if (this.felt.play !== 'cards' || s.listen?.window !== 'draw') return '';
    const key = `${s.coup.id} ${this.cards.join()}`, { kept } = this.hands.desk, holds = [...kept].join();
    if (this.cards.some(c => !c)) return '';
    if (this.toldCards !== key) { [this.toldCards, this.toldKept] = [key, holds]; return cardsSaid(this.cards); }
    if (this.toldKept === holds) return '';
    this.toldKept = holds;
    return w(kept.size ? 'keeps' : 'keeps.none', { cards: list([...kept].sort().map(n => cardName(this.cards[n - 1]))) });
  }

  // ---- features ------------------------------------------------------------------------------------------

  feature(x) {
    const { feature } = this.at, said = [];
    if (x.free && !x.free.over) said.push(x.free.game ? `<b>${esc(w('free.n', { n: x.free.game, of: x.free.of }))}</b> ${esc(w('free.times', { times: x.free.times }))}` : `<b>${esc(w('story.free', { games: x.free.of, times: x.free.times }))}</b>`);
    if (x.free?.over) said.push(`<b>${esc(w('story.freeover', { sum: cash(x.free.cents) }))}</b>`);
    if (x.fall) said.push(esc(w('fall', { n: x.fall.n, times: x.fall.times })));
    if (x.hold) said.push(x.hold.over ? `<b>${esc(colon(w('hold'), cash(x.hold.cents)))}</b>` : `<b>${esc(w('hold'))}</b> ${esc(w('hold.turns', { n: x.hold.turns }))}`);
    feature.hidden = !said.length;
    put(feature, said.join(' · '));
  }

  ladder(x) {
    const { ladder } = this.at, rungs = this.felt.features?.ladder?.rungs ?? [];
    ladder.hidden = !x.ladder || Boolean(x.result);
    if (ladder.hidden) { put(ladder, ''); return; }
    const at = x.ladder.steps.length, ends = x.ladder.steps.at(-1)?.ends;
    put(ladder, `<h3>${w('ladder')}</h3><ol reversed>${rungs.map((r, i) => ({ r, n: i + 1, done: x.ladder.steps[i] })).reverse().map(({ r, n, done }) => `<li class="${done ? 'done' : ''}${n === at ? ' here' : ''}${done?.ends ? ' fell' : ''}"${n === at ? ' aria-current="step"' : ''}><b>${n}</b><span>${done ? (done.ends ? esc(w('story.rung.end', { rung: n, sum: cash(done.cents) })) : esc(w('rung.pays', { pays: done.pays }))) : rungSays(r)}</span></li>`).join('')}</ol><p class="has">${ends ? '' : esc(w('has', { sum: cash(x.ladder.cents) }))}</p>`);
  }

  /** What the window has won, in a line below it; plainly where it is no more than the bet. */
  plate(s, x) {
    const { felt } = this, { plate } = this.at, win = x.wins.at(-1), festive = this.festive();
    let html = '';
    if (x.stopped) html = `<b>${esc(w('say.out'))}</b>`;
    else if (x.jackpot) html = `<b>${esc(w('say.jackpot', { sum: cash(x.jackpot) }))}</b>`;
    else if (x.voucher) html = `<b>${esc(w('say.voucher', { number: x.voucher.number, sum: cash(x.voucher.cents) }))}</b>`;
    else if (x.bet && !x.result && win && festive) html = `<span>${esc(winWords(felt, win))}</span><b>${esc(cash(win.cents))}</b>`;
    else {
      const r = x.result ?? (x.bet ? null : lastGame(s));
      if (r?.prize && !s.steps.some(e => e.answer && e.answer !== 'spin' && e.answer !== 'draw' && e.answer !== 'climb' && e.answer !== 'stop')) html = r.prize > r.bet ? `<span>${w('last')}</span><b>${esc(cash(r.prize))}</b>` : `<span>${esc(w('story.prize', { prize: cash(r.prize), bet: cash(r.bet) }))}</span>`;
    }
    plate.classList.toggle('lit', Boolean(html) && festive && !x.stopped);
    put(plate, html);
  }

  // ---- meters --------------------------------------------------------------------------------------------

  meters(s, x) {
    const { at, felt } = this, seat = this.hands.desk.state && !x.bet ? this.hands.desk.bet() : x.bet || felt.bets[0].seat, last = x.result ?? lastGame(s), net = s.you?.session?.net ?? 0;
    put(at.credit, esc(money(credit(s))));
    put(at.bet, esc(money(cost(felt, seat))));
    put(at.last, last ? esc(money(last.prize + (x.result ? x.jackpot : 0))) : w('none'));
    put(at.net, esc(signed(net) || money(0)));
    at.net.className = sign(net);
    this.tick();
  }

  tick() {
    const clock = this.at?.clock;
    if (!clock) return;
    const now = new Date(), text = now.toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    if (clock.textContent !== text) { clock.textContent = text; clock.dateTime = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`; }
    // A pool counts up towards what it holds; it is never drawn above it.
    for (const el of this.at.pools.querySelectorAll('[data-cents]')) {
      const to = Number(el.dataset.cents), at = Number(el.dataset.at ?? to), next = at < to && !reduced() ? Math.min(to, at + Math.max(1, Math.ceil((to - at) / 8))) : to;
      el.dataset.at = String(next);
      el.textContent = money(next);
    }
  }

  /** The meter of the jackpot that this machine plays for. Of one that is fed from elsewhere too only the house knows the sum. */
  pools(s) {
    const { jackpot } = this.felt, { pools } = this.at, cents = jackpot?.pool ? s.shown?.pools?.[jackpot.pool] : s.pool || s.shown?.pool || jackpot?.start;
    pools.hidden = !jackpot || cents === undefined;
    if (pools.hidden) return;
    if (!pools.firstChild) pools.innerHTML = `<p><span>${esc(w('pool'))}${jackpot.pool ? ` ${esc(jackpot.pool)}` : ''} ${tag(jackpot.law)}</span><b data-at="${cents}"></b></p>`;
    pools.querySelector('b').dataset.cents = String(cents);
    this.tick();
  }
}
