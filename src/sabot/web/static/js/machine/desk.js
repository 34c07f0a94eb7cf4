// The buttons of a machine: money in, the bet, one game at a time, cash out. Each has a key; nothing plays by itself,
// and a key
// that is held down does not repeat.

import { NOT_YET } from '../core/api.js';
import { focusedElement, hit } from '../core/dom.js';
import { formatSum, formatClause, t, gameWord } from '../core/i18n.js';
import { cabinetOf, playerCredit, betParts, gameOf } from './replay.js';
import { betCost } from './narration.js';
import { w, wn } from './words.js';
import { offersOf } from '../core/offers.js';
import { isMyPlace } from '../core/state.js';
import { esc } from '../core/text.js';

/** @type {import('./replay.js').Dial[]} */
const DIALS = ['lines', 'stake', 'coin'];
/**
 * The key of an act or a tool, in the reader's language.
 * @param {Client.State} s
 * @param {string} act
 */
const keyLetter = (s, act) => esc(gameWord(s.table, `key.${act}`));

/** @typedef {{ready: boolean, line: boolean, ended: boolean}} Status what the page knows of the connection */

export class MachineControls {
  /**
   * @param {HTMLElement} root
   * @param {{act: (act: string, seat: string, amount?: number) => Promise<Client.Reply>, credits: () => void, again: ()
   *   => void, pays: () => void, skip: () => void, shown: () => Client.State, changed: () => void}} actions
   */
  constructor(root, actions) {
    this.root = root;
    this.actions = actions;
    this.html = '';
    this.seat = '';
    /** @type {Set<number>} */
    this.keptCards = new Set();
    /** @type {Client.State} */
    this.state = NOT_YET;
    /** @type {Status} */
    this.status = NOT_YET;
    this.dialsOpen = false;
    this.focusedAct = '';
    this.lastButtons = '';
    this.spunVersion = -1;
    root.addEventListener('click', e => {
      const b = hit(e, 'button[data-do]');
      if (!b) return;
      if (e.detail) {
        b.blur();
        this.focusedAct = '';
      } // after a click the space bar must start a game, not press the button again
      this.press(/** @type {HTMLButtonElement} */ (b));
    });
  }

  /**
   * The chosen bet: the one chosen on this page, else the last one played, else the one with most lines at the lowest
   * cost.
   */
  bet() {
    const felt = cabinetOf(this.state);
    /** @param {string} seat */
    const known = seat => felt.bets.some(b => b.seat === seat);
    if (!known(this.seat))
      this.seat = known(this.state.shown?.bet)
        ? this.state.shown.bet
        : felt.bets.reduce((a, b) => (b.lines > a.lines || (b.lines === a.lines && b.cost < a.cost) ? b : a)).seat;
    return this.seat;
  }

  /** The possible values of one part of the bet while the other parts stay. @param {import('./replay.js').Dial} what */
  values(what) {
    const chosen = betParts(this.bet());
    return [
      ...new Set(
        cabinetOf(this.state)
          .bets.filter(b => DIALS.every(d => d === what || b[d] === chosen[d]))
          .map(b => b[what]),
      ),
    ].sort((a, b) => a - b);
  }

  /** Move one part of the bet up or down. @param {import('./replay.js').Dial} what @param {number} by */
  changeBet(what, by) {
    const all = this.values(what);
    const chosen = betParts(this.bet());
    const at = all.indexOf(chosen[what]);
    const next = { ...chosen, [what]: all[Math.min(all.length - 1, Math.max(0, at + by))] };
    if (this.dialsOpen) {
      this.seat = `${next.lines}x${next.stake}x${next.coin}`;
      this.actions.changed();
    }
  }

  /**
   * @param {Client.State} s the record
   * @param {Status} status
   */
  render(s, status) {
    this.state = s;
    this.status = status;
    this.dialsOpen = false;
    const window = (s.listen?.window ?? '').split(':')[0];
    if (window !== 'draw') this.keptCards.clear();
    const html = status.ended
      ? `<div class="acts"><button type="button" class="act first plain" data-do="again"><b>${t('ended.again')}</b></button><a class="ghost" href="./">${t('to-lobby')}</a></div>`
      : !s.listen || !status.ready
        ? this.waitingHtml()
        : window === 'ladder'
          ? this.ladderHtml(s)
          : window === 'draw'
            ? this.drawHtml(s)
            : window === 'play'
              ? this.playHtml(s)
              : this.idleHtml(s);
    this.root.classList.toggle('down', !status.line);
    if (html !== this.html) {
      const at = focusedElement();
      const focusedAct =
        this.root.contains(at) && at && at !== this.root
          ? (at.dataset.do ?? '')
          : at === this.root || at === document.body
            ? this.focusedAct
            : '';
      this.html = html;
      this.root.innerHTML = html;
      this.focusedAct = focusedAct;
      if (focusedAct)
        (this.root.querySelector(`[data-do="${focusedAct}"]:not(:disabled)`) ?? this.root).focus({
          preventScroll: true,
        });
    }
    for (const b of this.buttons()) b.disabled = !status.line || b.dataset.off === '1' || Boolean(b.closest('[inert]'));
  }

  buttons() {
    return /** @type {HTMLButtonElement[]} */ ([...this.root.querySelectorAll('button')]);
  }

  /** While a game is drawn there is nothing to press, except to skip to its end where it is long. */
  waitingHtml() {
    const x = gameOf(this.actions.shown());
    const skip =
      x.free || x.hold
        ? `<button type="button" class="act hurry" data-do="skip" data-key="${keyLetter(this.state, 'skip')}"><kbd>${keyLetter(this.state, 'skip')}</kbd><b>${w('show-end')}</b></button>`
        : '';
    return `<div class="atrest" inert>${this.lastButtons ?? ''}</div>${
      skip ? `<div class="acts skips">${skip}</div>` : ''
    }`;
  }

  /** @param {string} act @param {{law: string}} o @param {string} label @param {string} more */
  button(act, o, label, more, cls = '', key = '', off = '') {
    return `<button type="button" class="act ${cls}" data-do="${act}" data-key="${esc(key)}"${off ? ' data-off="1"' : ''}>${
      key ? `<kbd>${key === ' ' ? w('space') : esc(key)}</kbd>` : ''
    }<b>${esc(label)}</b><small>${[off || more, o ? `<span class="cl">§ ${esc(formatClause(o.law))}</span>` : '']
      .filter(Boolean)
      .join('<u> · </u>')}</small></button>`;
  }

  /** @param {Client.State} s */
  playHtml(s) {
    const sit = offersOf(s, 'sit')[0];
    if (sit) return `<div class="acts n1">${this.button('sit', sit, w('sit'), '', 'first', keyLetter(s, 'sit'))}</div>`;
    if (!isMyPlace(s, '1')) return '<div class="acts quiet"></div>';
    this.dialsOpen = true;
    const felt = cabinetOf(s);
    const seat = this.bet();
    const price = betCost(felt, seat);
    const credit = playerCredit(s);
    const insert = offersOf(s, 'insert')[0];
    const spin = offersOf(s, 'spin').find(o => o.seat === seat);
    const law = spin ?? s.listen?.barred?.find(o => o.act === 'spin') ?? { law: felt.laws.bet };
    const notes = insert
      ? felt.notes
          .map(
            (n, i) =>
              `<button type="button" class="note" data-do="note-${n}" data-key="${i + 1}" aria-label="${esc(w('note', { sum: formatSum(n) }))}"${
                n > (insert.high ?? 0) || (insert.disabled && (s.you?.balance ?? 0) < n) ? ' data-off="1"' : ''
              }><b>${esc(formatSum(n))}</b><kbd>${i + 1}</kbd></button>`,
          )
          .join('')
      : '';
    const poor =
      insert?.disabled && s.table.demo
        ? `<button type="button" class="ghost tool" data-do="credits">${t('credits')}</button>`
        : '';
    /** @param {import('./replay.js').Dial} what */
    const dial = what => {
      const all = this.values(what);
      const chosen = betParts(seat)[what];
      const at = all.indexOf(chosen);
      const name = w(what === 'stake' && felt.play !== 'lines' ? 'stakes' : what);
      const text = what === 'coin' ? formatSum(chosen) : String(chosen);
      return felt.bets.every(b => b[what] === chosen)
        ? ''
        : `<div class="dialer" role="group" aria-label="${esc(name)}"><span>${esc(name)} <kbd>${keyLetter(s, what)}</kbd></span><div><button type="button" data-do="less-${what}" aria-label="${esc(w('less', { what: name }))}"${at <= 0 ? ' data-off="1"' : ''}>−</button><b>${esc(text)}</b><button type="button" data-do="more-${what}" aria-label="${esc(w('more', { what: name }))}"${at >= all.length - 1 ? ' data-off="1"' : ''}>+</button></div></div>`;
    };
    const out = Object.entries({ 'cash-out': 'cash', ticket: 'ticket', leave: 'leave' })
      .flatMap(([act, word]) =>
        offersOf(s, act)
          .slice(0, 1)
          .map(o => ({ act, word, o })),
      )
      .map(
        ({ act, word, o }) =>
          `<button type="button" class="ghost tool" data-do="${act}" data-key="${keyLetter(s, act)}" title="§ ${esc(formatClause(o.law))}"><kbd>${keyLetter(s, act)}</kbd>${esc(
            w(word),
          )}</button>`,
      )
      .join('');
    const once = `<span class="sr">${esc(w('no-auto'))}</span>`;
    this.lastButtons = `<div class="deskrow">${
      notes || poor
        ? `<div class="notes" role="group" aria-label="${esc(
            gameWord(s.table, 'act.insert') || w('credit'),
          )}">${notes}${poor}</div>`
        : ''
    }<div class="dialers">${DIALS.map(dial).join('')}</div></div>
      <div class="deskrow"><div class="outs"><button type="button" class="ghost tool" data-do="pays" data-key="${keyLetter(s, 'pays')}"><kbd>${keyLetter(s, 'pays')}</kbd>${esc(w('pays.button'))}</button>${out}</div>
      ${this.button(
        'spin',
        law,
        w('spin'),
        esc(w('cost', { sum: formatSum(price) })) + once,
        `spin${spin ? ' first' : ''}`,
        ' ',
        spin ? '' : esc(w('short', { sum: formatSum(Math.max(0, price - credit)) })),
      )}</div>`;
    return this.lastButtons;
  }

  /** @param {Client.State} s */
  ladderHtml(s) {
    const x = gameOf(s);
    const rungs = cabinetOf(s).features?.ladder?.rungs ?? [];
    const n = x.ladder?.steps.length ?? 0;
    const next = rungs[n];
    const climb = offersOf(s, 'climb')[0];
    const stop = offersOf(s, 'stop')[0];
    if (!climb || !stop || !next) return '<div class="acts quiet"></div>';
    const of = (next.ends ?? 0) + Object.values(next.pays).reduce((a, b) => a + b, 0);
    const lost = cabinetOf(s).features.ladder?.lost && next.ends ? `, ${w('climb.lost')}` : '';
    return `<div class="acts n2">${this.button(
      'climb',
      climb,
      w('climb'),
      esc(w('climb.why', { n: n + 1, ends: next.ends ?? 0, of }) + lost),
      '',
      keyLetter(s, 'climb'),
    )}${this.button(
      'stop',
      stop,
      w('stop'),
      `${esc(w('stop.why', { sum: formatSum(x.ladder?.cents ?? 0) }))}${
        s.listen?.clock ? ` · <i class="fall">${t('turn.default')}</i>` : ''
      }`,
      'first',
      keyLetter(s, 'stop'),
    )}</div>`;
  }

  /** @param {Client.State} s */
  drawHtml(s) {
    const o = offersOf(s, 'draw')[0];
    return o
      ? `<div class="acts n1">${this.button(
          'draw',
          o,
          wn('draw', 5 - this.keptCards.size),
          esc(w('say.draw.how')),
          'first',
          keyLetter(s, 'draw'),
        )}</div>`
      : '<div class="acts quiet"></div>';
  }

  /** Out of order, or waiting for the cashier: the player may only leave. @param {Client.State} s */
  idleHtml(s) {
    const o = offersOf(s, 'leave')[0];
    return `<div class="acts n1">${
      o
        ? this.button(
            'leave',
            o,
            w('leave'),
            playerCredit(s) ? esc(w('stop.why', { sum: formatSum(playerCredit(s)) })) : '',
            'first',
            keyLetter(s, 'leave'),
          )
        : ''
    }</div>`;
  }

  /** Keep a card, or not. @param {number} n from 1 */
  toggleCard(n) {
    if ((this.state?.listen?.window ?? '') !== 'draw' || !this.status?.ready || !offersOf(this.state, 'draw').length)
      return false;
    if (!this.keptCards.delete(n)) this.keptCards.add(n);
    this.actions.changed();
    return true;
  }

  /** The kept cards in the form of an act. */
  keptCode() {
    const all = [...this.keptCards].sort();
    return all.length === 5 ? 'all' : all.length ? all.join('-') : 'none';
  }

  /** @param {HTMLButtonElement} b */
  press(b) {
    if (b.disabled) return;
    const [what, arg] = [
      (b.dataset.do ?? '').replace(/-(lines|stake|coin|\d+)$/, ''),
      /-(lines|stake|coin|\d+)$/.exec(b.dataset.do ?? '')?.[1],
    ];
    /** @type {Record<string, () => unknown>} */
    const handlers = {
      note: () => this.actions.act('insert', '1', Number(arg)),
      less: () => this.changeBet(/** @type {import('./replay.js').Dial} */ (arg), -1),
      more: () => this.changeBet(/** @type {import('./replay.js').Dial} */ (arg), 1),
      spin: () => this.spin(),
      draw: () => this.actions.act('draw', this.keptCode()),
      credits: () => this.actions.credits(),
      again: () => this.actions.again(),
      pays: () => this.actions.pays(),
      skip: () => this.actions.skip(),
    };
    (handlers[what] ?? (() => this.actions.act(b.dataset.do ?? '', '1')))();
  }

  /** Play one game. The next one is possible only after the house has answered. */
  async spin() {
    if (this.spunVersion === this.state.v) return;
    this.spunVersion = this.state.v;
    const reply = await this.actions.act('spin', this.bet());
    if (!reply?.ok) this.spunVersion = -1;
  }

  /**
   * Handle a key from anywhere on the page; true if it had a meaning.
   * @param {string} key
   * @param {boolean} [back] with the shift key
   */
  key(key, back = false) {
    const up = key.toUpperCase();
    if (/^[1-5]$/.test(key) && this.toggleCard(Number(key))) return true;
    const dial = this.state && DIALS.find(d => keyLetter(this.state, d) === up);
    if (dial && this.dialsOpen && this.status?.line) {
      const all = this.values(dial);
      const at = all.indexOf(betParts(this.bet())[dial]);
      this.changeBet(dial, back ? (at > 0 ? -1 : all.length) : at < all.length - 1 ? 1 : -all.length);
      return true;
    }
    const b = this.buttons().find(
      x =>
        (x.dataset.key === up || (x.dataset.do === 'spin' && up === keyLetter(this.state, 'spin'))) &&
        !x.closest('[inert]'),
    );
    if (!b || b.disabled) return false;
    this.press(b);
    return true;
  }

  /** The arrow keys change the coins of the bet. @param {number} by */
  step(by) {
    if (this.dialsOpen) this.changeBet('stake', by);
    return Boolean(this.dialsOpen);
  }

  openAmount() {
    return false;
  }
}
