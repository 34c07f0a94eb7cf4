// Reels that spin and stop where the record says, showing the real strip of each reel.

import { list, sentences } from '../core/i18n.js';
import { reduced } from '../core/motion.js';
import { symbol } from './sprites.js';
import { esc } from '../core/text.js';
import { symbolName, w } from './words.js';

const SPIN = 'cubic-bezier(.2,.35,.25,1)';
/** How long the reels of a machine turn, the last one longest, in milliseconds. @param {number} n reels */
export const spinTime = n => reduced() ? 250 : 900 + 240 * n;

export class Reels {
  /** @param {HTMLElement} root */
  constructor(root) { Object.assign(this, { root, felt: null, shown: [], stops: null, moving: [] }); }

  /** @param {any} felt */
  build(felt) {
    this.felt = felt;
    this.rows = Math.max(...felt.window);
    this.root.style.setProperty('--reels', String(felt.window.length));
    this.root.style.setProperty('--rows', String(this.rows));
    this.root.innerHTML = `${felt.window.map((rows, i) => `<div class="reel" data-reel="${i}" style="--own:${rows}"><div class="strip"></div></div>`).join('')}<svg class="linework" viewBox="0 0 ${felt.window.length * 100} ${this.rows * 100}" preserveAspectRatio="none" aria-hidden="true"></svg>`;
    this.strips = [...this.root.querySelectorAll('.strip')];
    this.linework = this.root.querySelector('.linework');
    this.show(felt.window.map((rows, reel) => Array.from({ length: rows }, (_, row) => felt.reels[reel][(row + 1) % felt.reels[reel].length])));
    this.stops = null;
  }

  cell(name, row) { return `<div class="cell" data-s="${esc(name)}"${row === undefined ? '' : ` data-row="${row}"`}>${symbol(this.felt, name)}</div>`; }

  /** A still picture. @param {string[][]} shown */
  show(shown) {
    for (const a of this.moving) a.cancel();
    this.moving = [];
    this.shown = shown;
    shown.forEach((seen, reel) => {
      const html = seen.map((name, row) => this.cell(name, row)).join('');
      if (this.strips[reel]._html !== html) this.strips[reel]._html = this.strips[reel].innerHTML = html, this.strips[reel]._html = html;
    });
    this.root.setAttribute('aria-label', this.words());
  }

  /** What is shown, reel by reel, in words. */
  words() { return sentences([w('shows'), ...this.shown.map((seen, i) => w('reel.n', { n: i + 1, symbols: list(seen.map(name => symbolName(this.felt, name))) }))]); }

  /** Turn, and stop where the record says. @param {string[][]} strips the reels @param {number[]} stops @param {string[][]} shown */
  spin(strips, stops, shown) {
    const before = this.shown, from = this.stops;
    this.show(shown);
    this.stops = stops;
    if (reduced() || document.hidden || !this.root.offsetWidth) return;
    const all = spinTime(strips.length);
    strips.forEach((strip, reel) => {
      const rows = shown[reel].length, long = strip.length, top = at => (((at - Math.floor((rows - 1) / 2)) % long) + long) % long;
      let way = from ? (top(from[reel]) - top(stops[reel]) + long) % long : 0;
      while (way < 14 + reel * 5) way += long;
      // From the top: where it stops, the strip that passes, and what was seen before at the bottom.
      const names = Array.from({ length: way }, (_, i) => i < rows ? shown[reel][i] : strip[(top(stops[reel]) + i) % long]), el = this.strips[reel];
      el.innerHTML = [...names.map((name, i) => this.cell(name, i < rows ? i : undefined)), ...before[reel].map(name => this.cell(name))].join('');
      el._html = '';
      const turn = el.animate([{ transform: `translateY(calc(${-way} * var(--cell)))` }, { transform: 'none' }], { duration: all - (strips.length - 1 - reel) * 240, easing: SPIN });
      this.moving.push(turn);
      turn.finished.then(() => { if (this.shown === shown && el._html === '') { el._html = el.innerHTML = shown[reel].map((name, row) => this.cell(name, row)).join(''); this.marked?.(); } }, () => {});
    });
  }

  /** What won falls out, what is above comes down. @param {number[][]} out the rows that went, reel by reel @param {string[][]} shown what is seen then */
  fall(out, shown) {
    this.show(shown);
    if (reduced() || document.hidden) return;
    out.forEach((gone, reel) => {
      const cells = [...this.strips[reel].children], rows = shown[reel].length, stay = Array.from({ length: rows }, (_, row) => row).filter(row => !gone.includes(row));
      cells.forEach((cell, row) => {
        const was = row - gone.length < 0 ? row - gone.length : stay[row - gone.length], by = row - was;
        if (by) this.moving.push(cell.animate([{ transform: `translateY(calc(${-by} * var(--cell)))` }, { transform: 'none' }], { duration: 420, delay: reel * 40, easing: 'cubic-bezier(.5,0,.7,1)', fill: 'backwards' }));
      });
    });
  }

  /** Mark the places of a win, and its line. @param {import('./replay.js').Win|null} win */
  light(win) {
    const draw = () => {
      const on = new Set((win?.cells ?? []).map(String));
      for (const cell of this.root.querySelectorAll('.cell[data-row]')) {
        const at = `${cell.closest('.reel').dataset.reel},${cell.dataset.row}`;
        cell.classList.toggle('won', on.has(at));
        cell.classList.toggle('dim', on.size > 0 && !on.has(at));
      }
    };
    this.marked = draw;
    draw();
    const line = win?.kind === 'line' ? this.path(this.felt.lines[win.line - 1]) : '';
    const html = line ? `<path class="under" d="${line}" vector-effect="non-scaling-stroke"/><path class="over" d="${line}" vector-effect="non-scaling-stroke"/>` : '';
    if (this.linework._html !== html) this.linework._html = this.linework.innerHTML = html, this.linework._html = html;
    this.root.dataset.line = win?.line ? String(win.line) : '';
  }

  /** A line through the middles of its places. @param {number[]} rows from 1 */
  path(rows) { return `M${rows.map((row, reel) => `${reel * 100 + 50} ${(this.rows - this.felt.window[reel]) * 50 + row * 100 - 50}`).join('L')}`; }

  /** Places that are held while the others turn. @param {import('./replay.js').Story['hold']} hold @param {string} name the symbol that is held */
  hold(hold, name) {
    const at = new Map((hold?.held ?? []).map(([reel, row], i) => [`${reel},${row}`, i]));
    for (const cell of this.root.querySelectorAll('.cell[data-row]')) {
      const here = `${cell.closest('.reel').dataset.reel},${cell.dataset.row}`, i = at.get(here), fresh = hold?.fresh.has(here), key = hold ? `${i === undefined ? 'free' : 'held'} ${hold.values[i] ?? ''} ${fresh}` : '';
      if (cell._hold === key || (!hold && cell._hold === undefined)) continue;
      cell._hold = key;
      cell.classList.toggle('held', i !== undefined);
      cell.classList.toggle('vacant', Boolean(hold) && i === undefined);
      cell.innerHTML = !hold ? symbol(this.felt, cell.dataset.s) : i === undefined ? '' : `${symbol(this.felt, name)}${hold.values[i] ? `<b class="value">× ${hold.values[i]}</b>` : ''}`;
      if (fresh && !reduced()) cell.animate([{ transform: 'translateY(-60%)', opacity: 0 }, { transform: 'none', opacity: 1 }], { duration: 300, easing: 'ease-out' });
    }
  }
}
