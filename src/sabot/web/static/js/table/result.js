// The moment of the result: the net stands on the cloth, what was lost goes to the tray and what was won comes along one
// arc, the balance counts up. It stays until the next act or the next deal. Where motion is reduced all of it is at rest.

import { narrowScreen } from '../cloths/screens.js';
import { esc, clauseLink } from '../core/text.js';
import { formatFullSum, t } from '../core/i18n.js';
import * as motion from '../core/motion.js';
import { afterFrame, setHtml } from '../core/update.js';
import { placeVerdict } from './result_place.js';

/** How long the balance counts, in milliseconds, and how long after the total is lit it begins. */
const COUNT_MS = 600;
const COUNT_AFTER = 900;
/** When the net begins to be seen, in milliseconds. */
const AFTER_MS = 500;

export class ResultMoment {
  /**
   * @param {HTMLElement} board
   * @param {HTMLElement} purse
   * @param {() => void} showBalance
   */
  constructor(board, purse, showBalance) {
    this.board = board;
    this.purse = purse;
    this.showBalance = showBalance;
    /** The round whose result is shown, or "". */
    this.coup = '';
    this.key = '';
    /** What still moves. @type {(() => void)[]} */
    this.moving = [];
    this.frame = 0;
    /** Where the balance is while it counts, or null. @type {number | null} */
    this.counting = null;
    this.element = document.createElement('div');
    this.element.className = 'verdict';
    this.paid = document.createElement('span');
    this.paid.className = 'paidin';
    this.paid.hidden = true;
    purse.before(this.paid);
    for (const kind of ['keydown', 'pointerdown'])
      document.addEventListener(kind, () => this.finish(), { capture: true, passive: true });
    new ResizeObserver(() => this.place()).observe(board);
  }

  /**
   * Show the result of a round, or take it away.
   * @param {import('./result_words.js').Verdict | null} verdict
   * @param {{animate: boolean, balance: number}} at
   */
  show(verdict, { animate, balance }) {
    if (!verdict) {
      if (this.coup) this.clear();
      return;
    }
    const first = verdict.coup !== this.coup;
    this.coup = verdict.coup;
    const { board, element } = this;
    board.classList.add('told');
    board.classList.toggle('gained', verdict.net > 0);
    const html = `<b>${esc(verdict.sum)}</b><small>${esc(verdict.reason)} ${clauseLink(verdict.law)}</small>`;
    const moved = element.parentElement !== board;
    if (moved) board.append(element);
    element.className = `verdict ${verdict.net > 0 ? 'up' : verdict.net < 0 ? 'down' : 'even'}`;
    setHtml(element, html);
    const moves = first && animate && !motion.reducedMotion() && !document.hidden;
    if (!moves && (moved || this.key !== html)) this.place();
    this.key = html;
    this.paid.hidden = !verdict.back;
    setHtml(this.paid, esc(t('paid-in', { sum: formatFullSum(verdict.back) })));
    this.purse.classList.toggle('rise', verdict.back > 0);
    if (first) this.finish();
    if (moves) this.begin(verdict, balance);
  }

  /** @param {import('./result_words.js').Verdict} verdict @param {number} balance */
  begin(verdict, balance) {
    const fade = motion.fadeIn(this.element, AFTER_MS);
    this.moving.push(fade);
    if (verdict.back) this.count(balance - verdict.back, balance);
    // Nothing of it is seen yet. After the next frame everything is in its place and can be measured at little cost.
    afterFrame(() => {
      if (this.coup === verdict.coup) this.place();
      if (this.moving.includes(fade)) this.travel(verdict);
    })();
  }

  /** @param {import('./result_words.js').Verdict} verdict */
  travel(verdict) {
    const { board } = this;
    const tray = board.querySelector('.bank .hand, .wheel, .dice, .heap, .opile, .rpot') ?? board;
    for (const from of [...board.querySelectorAll('[data-end=lost] .stack, .laid.lost')].slice(0, 4))
      this.moving.push(motion.travel(from, tray, from, { count: 3, after: 200, grey: true }));
    const to = verdict.net > 0 ? board.querySelector('[data-end=won] .stack, .laid.prize, .me .obet, .me .rbet') : null;
    if (to) this.moving.push(motion.travel(tray, to, to, { count: 6, after: 400, arc: !narrowScreen.matches }));
  }

  /** Count the balance up. @param {number} from @param {number} to */
  count(from, to) {
    const start = performance.now() + COUNT_AFTER;
    const line = this.purse;
    /** @param {number} now */
    const tick = now => {
      const k = Math.max(0, Math.min(1, (now - start) / COUNT_MS));
      this.counting = k < 1 ? Math.round(from + (to - from) * (1 - (1 - k) ** 2)) : null;
      line.style.setProperty('--full', `${k * 100}%`);
      this.showBalance();
      this.frame = k < 1 ? requestAnimationFrame(tick) : 0;
    };
    tick(performance.now());
    this.moving.push(() => {
      cancelAnimationFrame(this.frame);
      this.frame = 0;
      if (this.counting !== null) {
        this.counting = null;
        this.showBalance();
      }
      line.style.removeProperty('--full');
    });
  }

  /** End at once what moves: everything is where it belongs. */
  finish() {
    for (const end of this.moving.splice(0)) end();
  }

  clear() {
    this.finish();
    this.coup = this.key = '';
    this.board.classList.remove('told', 'gained');
    this.element.remove();
    this.paid.hidden = true;
    this.purse.classList.remove('rise');
  }

  place() {
    if (this.element.parentElement === this.board)
      placeVerdict(this.board, this.element, narrowScreen.matches ? [54, 46, 40, 32] : [88, 72, 60, 48]);
  }
}
