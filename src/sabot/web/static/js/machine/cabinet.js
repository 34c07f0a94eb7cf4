// A gaming machine: reels or cards, the information it must show to its player, its meters. Same interface as the
// cloths: it gets
// the state and draws it. The result is known before anything moves.

import { NOT_YET } from '../core/api.js';
import { find, focusedElement, hit } from '../core/dom.js';
import { cardName, formatFullSum, formatNet, lang, locale, netClass, onLanguageChange } from '../core/i18n.js';
import { card } from '../core/kit.js';
import { countUp, reducedMotion } from '../core/motion.js';
import { offersOf } from '../core/offers.js';
import { clauseLink, esc } from '../core/text.js';
import { setHtml } from '../core/update.js';
import { renderGlass } from './glass.js';
import { betCost, lastGame } from './narration.js';
import { announceGame, showFeature, showLadder, showPlate } from './plates.js';
import { Reels } from './reels.js';
import { cabinetOf, gameOf, playerCredit, wonSoFar } from './replay.js';
import { loadSprites } from './sprites.js';
import { winningCards } from './winning_cards.js';
import { w } from './words.js';

/** @type {(string | null)[]} */
const NO_CARDS = [null, null, null, null, null];

export class Cabinet {
  /** @param {HTMLElement} root @param {{controls: import('./desk.js').MachineControls, pays: () => void}} actions */
  constructor(root, actions) {
    this.root = root;
    this.actions = actions;
    this.game = '';
    /** @type {Client.State | null} */
    this.last = null;
    /** @type {House.CabinetFelt} */
    this.felt = NOT_YET;
    /** @type {Reels | null} */
    this.reels = null;
    /** @type {import('./replay.js').Win | null} */
    this.litWin = null;
    /** @type {import('./replay.js').Game['hold']} */
    this.lastHold = null;
    /** @type {string | undefined} */
    this.announcedBet = undefined;
    /** @type {string | undefined} */
    this.announcedPayOut = undefined;
    this.announcedCards = '';
    this.announcedKept = '';
    /** @type {Record<string, HTMLElement>} */
    this.elements = NOT_YET;
    this.lastSpin = '';
    this.lastFall = '';
    this.cards = NO_CARDS;
    /** The class of each card of the last hand that won. @type {string[]} */
    this.cardMarks = [];
    /** @type {Client.State | null} */
    this.record = null;
    /** The game whose prize was counted up, and what ends the count. */
    this.counted = '';
    /** @type {(() => void) | undefined} */
    this.endCount = undefined;
    for (const kind of ['keydown', 'pointerdown']) document.addEventListener(kind, () => this.endCount?.());
    root.addEventListener('click', e => {
      const keep = hit(e, '[data-keep]');
      if (keep) actions.controls.toggleCard(Number(keep.dataset.keep));
      else if (hit(e, '[data-pays]')) actions.pays();
    });
    onLanguageChange(() => {
      this.game = '';
      if (this.last) this.render({ ...this.last, animate: false });
    });
    setInterval(() => this.tick(), 1000);
  }

  /**
   * Give the whole record, from which it is known in advance whether the game wins more than its bet.
   * @param {Client.State} live
   */
  setRecord(live) {
    this.record = live;
    this.actions.controls.state = live;
  }

  /** @param {Client.State} s */
  build(s) {
    const felt = cabinetOf(s);
    const cards = felt.play === 'cards';
    this.felt = felt;
    this.root.className = 'board cabinet';
    this.root.dataset.model = document.body.dataset.model = felt.model || 'own';
    this.root.dataset.play = felt.play;
    this.root.innerHTML = `<article class="cab"><header class="topper"><h2>${esc(felt.name)} <small>${esc(felt.version)}</small></h2><p class="num" lang="pt">${esc(w('number', { n: felt.number }, 'pt'))} ${clauseLink(felt.laws.number)}</p><div class="pools" hidden></div></header>
      <div class="front"><div class="housing"><p class="feature" hidden></p><div class="stage">${
        cards ? `<ol class="five" aria-label="${esc(w('cards'))}"></ol>` : '<div class="window" role="img"></div>'
      }<div class="ladderview" hidden></div></div><p class="plate" aria-hidden="true"></p></div>
      <section class="glass" aria-label="${esc(w('glass'))}" tabindex="0"></section></div>
      <dl class="cabmeters" aria-label="${esc(w('meters'))}"><div class="m-credit"><dt>${w('credit')}</dt><dd></dd></div><div class="m-bet"><dt>${w('bet')}</dt><dd></dd></div><div class="m-last"><dt>${w('last')}</dt><dd></dd></div><div class="m-net"><dt>${w('net')}</dt><dd></dd></div><div class="m-clock"><dt>${w('clock')}</dt><dd><time></time></dd></div></dl></article>`;
    /** @param {string} q */
    const $ = q => /** @type {HTMLElement} */ (this.root.querySelector(q)); // null for a part that this table has not
    this.elements = {
      pools: $('.pools'),
      feature: $('.feature'),
      five: $('.five'),
      window: $('.window'),
      ladder: $('.ladderview'),
      plate: $('.plate'),
      glass: $('.glass'),
      housing: $('.housing'),
      credit: $('.m-credit dd'),
      bet: $('.m-bet dd'),
      last: $('.m-last dd'),
      net: $('.m-net dd'),
      clock: $('time'),
    };
    this.reels = null;
    if (!cards) {
      this.reels = new Reels(this.elements.window);
      this.reels.build(felt);
    }
    this.lastSpin = this.lastFall = '';
    this.litWin = null;
    loadSprites(felt.model ?? '').then(
      () => this.last && this.render(this.last),
      () => {},
    );
  }

  /** What a screen reader should hear and the caption does not say. @param {Client.State} s */
  announce(s) {
    return announceGame(this, s);
  }

  /** @param {Client.State} s */
  render(s) {
    const key = `${s.table.id} ${s.table.felt.identity} ${lang()}`;
    const first = this.game !== key;
    if (first) {
      this.game = key;
      this.build(s);
    }
    this.last = s;
    const x = gameOf(s);
    const { felt } = this;
    if (this.reels) this.updateReels(s, x);
    else this.updateCards(s, x);
    showFeature(this, x);
    showLadder(this, x);
    showPlate(this, s, x);
    this.showMeters(s, x);
    setHtml(
      this.elements.glass,
      renderGlass(felt, this.actions.controls.state ? this.actions.controls.bet() : x.bet || felt.bets[0].seat),
    );
    this.showPools(s);
    const over = x.stopped || x.voucher;
    this.elements.housing.classList.toggle('resting', Boolean(x.stopped));
    this.root.dataset.state = over ? (x.stopped ? 'out' : 'voucher') : x.turning ? 'turning' : '';
  }

  // ---- reels ---------------------------------------------------------------------------------------------

  /** @param {Client.State} s @param {import('./replay.js').Game} x */
  updateReels(s, x) {
    const { felt, reels } = this;
    if (!reels) return;
    const spin = x.spins ? `${s.coup.id} ${x.spins}` : '';
    const fall = x.fall ? `${spin} ${x.fall.n}` : '';
    if (!x.bet) {
      // between games the last window stays
      const shown = s.shown?.shown?.length === felt.window.length ? s.shown.shown : null;
      if (!this.lastSpin && shown) reels.show(shown);
      if (!this.lastSpin || s.steps.some(e => e.answer && e.answer !== 'spin')) this.markWin(null);
      reels.markReels([], []);
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
      if (s.animate && !x.fall) reels.spin(strips, x.stops, x.shown, x.respin?.held ?? []);
      else {
        reels.show(x.shown);
        reels.stops = x.stops;
      }
    } else if (fall && fall !== this.lastFall) {
      this.markWin(null);
      if (s.animate && x.fall) reels.fall(x.fall.out, x.shown);
      else reels.show(x.shown);
    }
    if (fall) this.lastFall = fall;
    if (!spin) {
      this.lastHold = null;
      reels.hold(null, '');
      this.markWin(null);
      return;
    }
    if (x.shown.length) {
      const shownSymbols = x.shown.flat().join();
      const has = reels.shown.flat().join();
      if (shownSymbols !== has) reels.show(x.shown);
    }
    reels.markReels(x.covered, x.respin?.held ?? []);
    if (x.hold) {
      this.markWin(null);
      this.lastHold = x.hold;
      reels.hold(x.hold, felt.features.hold?.scatter ?? '');
      return;
    }
    // One win after the other while they are told; at the end all of them, until the next act.
    if (x.result) this.reels?.markWins(x.wins, this.isNetWin());
    else this.markWin(this.isNetWin() ? (x.wins.at(-1) ?? null) : null);
  }

  /** @param {import('./replay.js').Win|null} win */
  markWin(win) {
    this.litWin = win;
    this.reels?.markWin(win);
  }

  /** Whether the game pays more than it cost: only then are wins lit. */
  isNetWin() {
    if (!this.record) return false;
    const game = gameOf(this.record);
    const last = game.bet ? null : lastGame(this.record);
    return game.bet
      ? game.jackpot > 0 || wonSoFar(this.record) > betCost(this.felt, game.bet)
      : Boolean(last && last.prize > last.bet);
  }

  // ---- cards ---------------------------------------------------------------------------------------------

  /** @param {Client.State} s @param {import('./replay.js').Game} x */
  updateCards(s, x) {
    const dealt = Array.from({ length: 5 }, (_, i) => s.hands[`1.${i + 1}`]?.cards[0] ?? null);
    const lastCards = s.shown?.shown?.[0];
    if (x.bet && dealt.some(Boolean)) this.cards = dealt;
    else if (x.bet && !x.result && !x.wins.length) this.cards = NO_CARDS;
    else if (!x.bet && !this.cards.some(Boolean) && lastCards?.length === 5) this.cards = lastCards;
    const { controls } = this.actions;
    const asks = s.listen?.window === 'draw' && offersOf(s, 'draw').length > 0;
    const keeps =
      x.keeps === 'all' ? [1, 2, 3, 4, 5] : x.keeps && x.keeps !== 'none' ? x.keeps.split('-').map(Number) : [];
    if (x.bet) this.cardMarks = this.marksOf(x);
    const html = this.cards
      .map((c, i) => {
        const n = i + 1;
        const on = asks ? controls.keptCards.has(n) : keeps.includes(n);
        const name = c ? cardName(c) : '';
        const face = `<span class="cardface">${c ? card(c, { label: '' }) : ''}</span><span class="keepword${on ? ' on' : ''}">${on ? w('kept') : asks ? w('keep') : ''}</span>`;
        return `<li data-card="${c ?? ''}" class="${this.cardMarks[i] ?? ''}">${
          asks && c
            ? `<button type="button" data-keep="${n}" aria-pressed="${on}" aria-label="${esc(
                `${w('card.n', { n })}: ${name}. ${w(on ? 'kept' : 'keep')}`,
              )}"><kbd>${n}</kbd>${face}</button>`
            : `<div class="still"${name ? ` role="img" aria-label="${esc(name)}"` : ''}>${face}</div>`
        }</li>`;
      })
      .join('');
    if (this.elements.five._html === html) return;
    const old = [...this.elements.five.querySelectorAll('[data-card]')].map(li => li.dataset.card);
    const focusedCard = focusedElement()?.dataset.keep;
    setHtml(this.elements.five, html);
    if (focusedCard) this.elements.five.querySelector(`[data-keep="${focusedCard}"]`)?.focus({ preventScroll: true });
    if (s.animate && !reducedMotion())
      this.cards.forEach((c, i) => {
        if (c && old[i] !== c)
          find(this.elements.five.children[i], '.cardface').animate(
            [
              { transform: 'translateY(-40px)', opacity: 0 },
              { transform: 'none', opacity: 1 },
            ],
            { duration: 200, easing: 'cubic-bezier(.2,.7,.2,1)' },
          );
      });
  }

  /**
   * The cards that make what is paid are lit, or marked where it is no more than the bet; the others step back.
   * @param {import('./replay.js').Game} x
   */
  marksOf(x) {
    const win = x.wins.find(one => one.kind === 'hand');
    if (!win) return [];
    const on = winningCards(this.cards, win.name, this.felt.wild_rank ?? '');
    return this.cards.map((_, i) => (!on.includes(i) ? 'dim' : this.isNetWin() ? 'won' : 'paid'));
  }

  // ---- features ------------------------------------------------------------------------------------------

  // ---- meters --------------------------------------------------------------------------------------------

  /** @param {Client.State} s @param {import('./replay.js').Game} x */
  showMeters(s, x) {
    const { elements, felt } = this;
    const seat = this.actions.controls.state && !x.bet ? this.actions.controls.bet() : x.bet || felt.bets[0].seat;
    const last = x.result ?? lastGame(s);
    const net = s.you?.session?.net ?? 0;
    setHtml(elements.credit, esc(formatFullSum(playerCredit(s))));
    setHtml(elements.bet, esc(formatFullSum(betCost(felt, seat))));
    this.showLast(s, last ? last.prize + (x.result ? x.jackpot : 0) : null, Boolean(x.result));
    setHtml(elements.net, esc(formatNet(net) || formatFullSum(0)));
    elements.net.className = netClass(net);
    this.tick();
  }

  /**
   * The last prize; that of the game which has just ended is counted up.
   * @param {Client.State} s
   * @param {number | null} cents
   * @param {boolean} ended
   */
  showLast(s, cents, ended) {
    const { last } = this.elements;
    const counted = ended && cents ? `${s.coup.id} ${cents}` : '';
    if (counted && this.counted === counted) return;
    this.endCount?.();
    /** @param {number} n */
    const show = n => setHtml(last, esc(formatFullSum(n)));
    if (counted && s.animate !== false) this.endCount = countUp(cents ?? 0, show);
    else if (cents === null) setHtml(last, w('none'));
    else show(cents);
    this.counted = counted;
  }

  tick() {
    const clock = this.elements?.clock;
    if (!clock) return;
    const now = new Date();
    const minute = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`;
    if (clock.getAttribute('datetime') !== minute) {
      clock.textContent = now.toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
      clock.setAttribute('datetime', minute);
    }
    // The shown sum of a pool counts up to its real sum and never above it.
    for (const el of this.elements.pools.querySelectorAll('[data-cents]')) {
      const to = Number(el.dataset.cents);
      const at = Number(el.dataset.at ?? to);
      const next = at < to && !reducedMotion() ? Math.min(to, at + Math.max(1, Math.ceil((to - at) / 8))) : to;
      el.dataset.at = String(next);
      el.textContent = formatFullSum(next);
    }
  }

  /**
   * The meter of this machine's jackpot. Where other machines feed it too, only the house knows the sum.
   * @param {Client.State} s
   */
  showPools(s) {
    const { jackpot } = this.felt;
    const { pools } = this.elements;
    const cents = jackpot?.pool ? s.shown?.pools?.[jackpot.pool] : s.pool || s.shown?.pool || jackpot?.start;
    pools.hidden = !jackpot || cents === undefined;
    if (!jackpot || pools.hidden) return;
    if (!pools.firstChild)
      pools.innerHTML = `<p><span>${esc(w('pool'))}${jackpot.pool ? ` ${esc(jackpot.pool)}` : ''} ${clauseLink(jackpot.law)}</span><b data-at="${cents}"></b></p>`;
    find(pools, 'b').dataset.cents = String(cents);
    this.tick();
  }
}
