// Reels that spin and stop where the record says, showing the real strip of each reel.

import { NOT_YET } from '../core/api.js';
import { find } from '../core/dom.js';
import { joinList, joinSentences } from '../core/i18n.js';
import { pace, reducedMotion } from '../core/motion.js';
import { setHtml } from '../core/update.js';
import { symbolSvg } from './sprites.js';
import { esc } from '../core/text.js';
import { symbolName, w } from './words.js';

const SPIN_EASING = 'cubic-bezier(.2,.35,.25,1)';
/** How long the reels of a machine turn, the last one longest, in milliseconds. @param {number} n reels */
export const spinTime = n => (reducedMotion() ? 250 : (900 + 240 * n) * pace());

/** In how many milliseconds a symbol of a turning reel is drawn: before it can pass. */
const PASSING_MS = 11;

export class Reels {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {House.CabinetFelt} */
    this.felt = NOT_YET;
    /** @type {SVGElement} */
    this.linework = NOT_YET;
    /** @type {HTMLElement[]} */
    this.strips = [];
    /** @type {string[][]} */
    this.shown = [];
    /** @type {number[] | null} */
    this.stops = null;
    /** @type {Animation[]} */
    this.moving = [];
    /**
     * What is still to be drawn of the reels that turn, the room for it, and how many symbols are due.
     * @type {{names: string[], room: HTMLElement, due: number}[]}
     */
    this.passing = [];
    this.rows = 0;
  }

  /** @param {House.CabinetFelt} felt */
  build(felt) {
    this.felt = felt;
    this.rows = Math.max(...felt.window);
    this.root.style.setProperty('--reels', String(felt.window.length));
    this.root.style.setProperty('--rows', String(this.rows));
    this.root.innerHTML = `${felt.window
      .map((rows, i) => `<div class="reel" data-reel="${i}" style="--own:${rows}"><div class="strip"></div></div>`)
      .join(
        '',
      )}<svg class="linework" viewBox="0 0 ${felt.window.length * 100} ${this.rows * 100}" preserveAspectRatio="none" aria-hidden="true"></svg>`;
    this.strips = [...this.root.querySelectorAll('.strip')];
    this.linework = /** @type {SVGElement} */ (/** @type {Element} */ (find(this.root, '.linework')));
    this.show(
      felt.window.map((rows, reel) =>
        Array.from({ length: rows }, (_, row) => felt.reels[reel][(row + 1) % felt.reels[reel].length]),
      ),
    );
    this.stops = null;
  }

  /** @param {string} name @param {number} [row] */
  cell(name, row) {
    return `<div class="cell" data-s="${esc(name)}"${row === undefined ? '' : ` data-row="${row}"`}>${symbolSvg(this.felt, name)}</div>`;
  }

  /** What a reel shows, from the top. @param {string[]} symbols */
  windowHtml(symbols) {
    return symbols.map((name, row) => this.cell(name, row)).join('');
  }

  /** Show a window without motion. @param {string[][]} shown */
  show(shown) {
    for (const a of this.moving) a.cancel();
    this.moving = [];
    this.shown = shown;
    shown.forEach((symbols, reel) => setHtml(this.strips[reel], this.windowHtml(symbols)));
    this.root.setAttribute('aria-label', this.describe());
  }

  /** What is shown, reel by reel, in words. */
  describe() {
    return joinSentences([
      w('shows'),
      ...this.shown.map((symbols, i) =>
        w('reel.n', { n: i + 1, symbols: joinList(symbols.map(name => symbolName(this.felt, name))) }),
      ),
    ]);
  }

  /**
   * Spin the reels and stop them where the record says.
   * @param {string[][]} strips the reels
   * @param {number[]} stops
   * @param {string[][]} shown
   * @param {number[]} [still] the reels that are held
   */
  spin(strips, stops, shown, still = []) {
    const before = this.shown;
    const from = this.stops;
    this.stops = stops;
    if (reducedMotion() || document.hidden || !this.root.checkVisibility()) {
      this.show(shown);
      return;
    }
    for (const a of this.moving) a.cancel();
    this.moving = [];
    this.shown = shown;
    this.root.setAttribute('aria-label', this.describe());
    const all = spinTime(strips.length);
    this.passing = strips.flatMap((strip, reel) => {
      const el = this.strips[reel];
      const last = this.windowHtml(shown[reel]);
      if (still.includes(reel)) {
        setHtml(el, last);
        return [];
      }
      const rows = shown[reel].length;
      const long = strip.length;
      /** @param {number} at */
      const top = at => (((at - Math.floor((rows - 1) / 2)) % long) + long) % long;
      let way = from ? (top(from[reel]) - top(stops[reel]) + long) % long : 0;
      while (way < 14 + reel * 5) way += long;
      // From the top: the final window, the part of the strip that passes, the previous window at the bottom.
      const names = Array.from({ length: way - rows }, (_, i) => strip[(top(stops[reel]) + rows + i) % long]);
      if (el.children.length === before[reel].length)
        for (const cell of el.querySelectorAll('.cell')) {
          cell.className = 'cell';
          delete cell.dataset.row;
        }
      else el.innerHTML = before[reel].map(name => this.cell(name)).join(''); // it still turned
      el.insertAdjacentHTML('afterbegin', `${last}<div class="passing"></div>`);
      find(el, '.passing').style.height = `calc(${names.length} * var(--cell))`;
      el._html = '';
      const turn = el.animate([{ transform: `translateY(calc(${-way} * var(--cell)))` }, { transform: 'none' }], {
        duration: all - (strips.length - 1 - reel) * 240 * pace(),
        easing: SPIN_EASING,
      });
      this.moving.push(turn);
      turn.finished.then(
        () => {
          if (this.shown !== shown || el._html !== '') return;
          while (el.children.length > rows) el.lastElementChild?.remove();
          el._html = last;
        },
        () => {},
      );
      return [{ names, room: find(el, '.passing'), due: 3 + reel / strips.length }];
    });
    let drawn = performance.now();
    const draw = () => {
      const now = performance.now();
      if (this.drawPassing((now - drawn) / PASSING_MS / pace())) requestAnimationFrame(draw);
      drawn = now;
    };
    requestAnimationFrame(draw);
  }

  /**
   * Draw what passes next on each reel. The symbols of all reels at once would hold the page up, so each frame draws a
   * few. Returns whether there are more.
   * @param {number} more how many more are due on each reel
   */
  drawPassing(more) {
    this.passing = this.passing.filter(one => {
      const { names, room } = one;
      if (!room.isConnected) return false; // the reel stands
      one.due += more;
      const next = names.splice(Math.max(0, names.length - Math.floor(one.due)));
      one.due -= next.length;
      room.insertAdjacentHTML('afterend', next.map(name => this.cell(name)).join(''));
      room.style.height = `calc(${names.length} * var(--cell))`;
      if (!names.length) room.remove();
      return names.length;
    });
    return this.passing.length > 0;
  }

  /**
   * Winning symbols fall out and those above come down.
   * @param {number[][]} out the removed rows, reel by reel
   * @param {string[][]} shown the window afterwards
   */
  fall(out, shown) {
    this.show(shown);
    if (reducedMotion() || document.hidden) return;
    out.forEach((removed, reel) => {
      const cells = [...this.strips[reel].children];
      const rows = shown[reel].length;
      const stay = Array.from({ length: rows }, (_, row) => row).filter(row => !removed.includes(row));
      cells.forEach((cell, row) => {
        const was = row - removed.length < 0 ? row - removed.length : stay[row - removed.length];
        const by = row - was;
        if (by)
          this.moving.push(
            cell.animate([{ transform: `translateY(calc(${-by} * var(--cell)))` }, { transform: 'none' }], {
              duration: 420,
              delay: reel * 40,
              easing: 'cubic-bezier(.5,0,.7,1)',
              fill: 'backwards',
            }),
          );
      });
    });
  }

  /** Mark the reels that a symbol covers or that are held. @param {number[]} covered @param {number[]} held */
  markReels(covered, held) {
    for (const reel of this.root.querySelectorAll('.reel')) {
      reel.classList.toggle('covered', covered.includes(Number(reel.dataset.reel)));
      reel.classList.toggle('heldreel', held.includes(Number(reel.dataset.reel)));
    }
  }

  /** Mark the symbols of a win, and its line. @param {import('./replay.js').Win|null} win */
  markWin(win) {
    this.markWins(win ? [win] : [], true);
  }

  /**
   * Mark the symbols of several wins, and their lines.
   * @param {import('./replay.js').Win[]} wins
   * @param {boolean} lit whether the game pays more than it cost; what only gives a part back is marked without light
   */
  markWins(wins, lit) {
    this.root.classList.toggle('modest', !lit);
    const on = new Set(wins.flatMap(win => win.cells).map(String));
    for (const cell of this.root.querySelectorAll('.cell[data-row]')) {
      const position = `${cell.closest('.reel')?.dataset.reel},${cell.dataset.row}`;
      cell.classList.toggle('won', lit && on.has(position));
      cell.classList.toggle('paid', !lit && on.has(position));
      cell.classList.toggle('dim', on.size > 0 && !on.has(position));
    }
    const html = wins
      .filter(win => win.kind === 'line')
      .map(win => this.path(this.felt.lines[win.line - 1]))
      .map(
        line =>
          `<path class="under" d="${line}" vector-effect="non-scaling-stroke"/><path class="over" d="${line}" vector-effect="non-scaling-stroke"/>`,
      )
      .join('');
    setHtml(this.linework, html);
    this.root.dataset.line = wins.length === 1 && wins[0].line ? String(wins[0].line) : '';
    this.root.dataset.wins = String(wins.length);
  }

  /** The path of a line through the middle of its cells. @param {number[]} rows from 1 */
  path(rows) {
    return `M${rows
      .map((row, reel) => `${reel * 100 + 50} ${(this.rows - this.felt.window[reel]) * 50 + row * 100 - 50}`)
      .join('L')}`;
  }

  /**
   * Show the cells that are held while the others spin.
   * @param {import('./replay.js').Game['hold']} hold
   * @param {string} name the symbol that is held
   */
  hold(hold, name) {
    const indexByPosition = new Map((hold?.held ?? []).map(([reel, row], i) => [`${reel},${row}`, i]));
    for (const cell of this.root.querySelectorAll('.cell[data-row]')) {
      const position = `${cell.closest('.reel')?.dataset.reel},${cell.dataset.row}`;
      const i = indexByPosition.get(position);
      const fresh = hold?.fresh.has(position);
      const key = hold ? `${i === undefined ? 'free' : 'held'} ${hold.values[i ?? -1] ?? ''} ${fresh}` : '';
      if (cell._hold === key || (!hold && cell._hold === undefined)) continue;
      cell._hold = key;
      cell.classList.toggle('held', i !== undefined);
      cell.classList.toggle('vacant', Boolean(hold) && i === undefined);
      cell.innerHTML = !hold
        ? symbolSvg(this.felt, cell.dataset.s ?? '')
        : i === undefined
          ? ''
          : `${symbolSvg(this.felt, name)}${hold.values[i] ? `<b class="value">× ${hold.values[i]}</b>` : ''}`;
      if (fresh && !reducedMotion())
        cell.animate(
          [
            { transform: 'translateY(-60%)', opacity: 0 },
            { transform: 'none', opacity: 1 },
          ],
          { duration: 300, easing: 'ease-out' },
        );
    }
  }
}
