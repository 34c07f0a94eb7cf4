// Bets on the spots of a layout, with chips of my colour or of a value; each new total is sent at once.

import { token } from '../core/kit.js';
import { Bets } from './bets.js';
import { mySums, offersOf } from '../core/store.js';

const COUNTS = [1, 5, 10, 20];

export class LayoutBets extends Bets {
  /** The acts for all bets at once, which are shown among the tools. */
  get tools() { return ['value', 'repeat', 'double', 'clear-all', ...(this.state().table?.felt.aside ?? [])]; }

  /** The worth of a chip of my colour, in cents; 0 where chips have a value of their own. */
  chipWorth() { const s = this.state(), place = s.seats.find(x => x.yours)?.place; return s.table?.felt.colours ? s.shown?.colours?.[place]?.value ?? s.table.minimum : 0; }

  /** In euros: a chip of 2.50 € is 2.5. */
  chips() {
    const value = this.chipWorth(), { table } = this.state();
    if (value) return COUNTS.map(n => n * value / 100);
    const offers = this.offers(), unit = offers.length ? Math.min(...offers.map(o => o.unit || 100)) : table?.unit ?? 100, high = offers.length ? Math.max(...offers.map(o => o.high)) : table?.maximum ?? 0;
    return [1, 5, 10, 25, 100, 500, 1000].map(v => v === 25 && 2500 % unit ? 50 : v).filter(v => v * 100 <= high && v * 100 % unit === 0).slice(0, 6);
  }

  selectedChip() {
    const all = this.chips(), { table } = this.state();
    if (!all.includes(this.chip)) this.chip = this.chipWorth() ? all[0] : all.find(v => v * 100 >= (table?.minimum ?? 0)) ?? all[all.length - 1] ?? 0;
    return this.chip;
  }

  /** The drawing of a chip in the rack. @param {number} v */
  chipSvg(v) {
    const value = this.chipWorth();
    if (!value) return super.chipSvg(v);
    const place = this.state().seats.find(x => x.yours)?.place ?? '1';
    return token(Number(place) - 1, String(Math.round(v * 100 / value)), {});
  }

  /** My offers by spot. Several fixed sums for one spot are merged into their range. */
  offersBySpot() {
    const list = offersOf(this.state(), 'bet');
    if (this.listedFor !== this.state().listen || !this.offersByName) { this.offersByName = new Map(); for (const o of list) { const old = this.offersByName.get(o.seat); this.offersByName.set(o.seat, old?.unit ? { ...old, low: Math.min(old.low, o.low), high: Math.max(old.high, o.high) } : old ?? o); } this.listedFor = this.state().listen; }
    return this.offersByName;
  }

  offers() { return [...this.offersBySpot().values()]; }
  offer(seat) { return this.offersBySpot().get(seat); }
  hasOneSpot() { return false; }
  target() { return ''; }
  moveTarget() { /* the layout handles the arrow keys */ }
  selectChip(value) { this.chip = value; this.onChange(); return null; }

  /** My sums on all spots, with those that are not in the record yet. @returns {[string, number][]} */
  allSums() { return [...new Set([...mySums(this.state()).keys(), ...this.pendingSpots()])].map(spot => [spot, this.sumOn(spot)]).filter(([, sum]) => sum); }

  /** The spots with a sum that is not in the record yet. */
  pendingSpots() { return new Set([...Object.keys(this.drafts), ...Object.keys(this.sentSums)]); }

  /** Take one selected chip away from a spot. @param {string} seat */
  removeChip(seat) {
    const sum = this.sumOn(seat), offer = this.offer(seat);
    if (!sum) return null;
    this.undoStack.push([seat, sum]);
    const left = Math.max(0, sum - Math.round(this.selectedChip() * 100));
    return this.setBet(seat, offer && left < offer.low ? 0 : left);
  }

  addChip(seat, value = this.selectedChip()) {
    const offer = this.offer(seat), before = this.sumOn(seat);
    if (!offer) return this.send('bet', seat, Math.round(value * 100));   // so that the house says why not
    this.undoStack.push([seat, before]);
    const step = offer.unit || 1, sum = before + Math.max(1, Math.round(value * 100 / step)) * step;
    return this.setBet(seat, value * 100 < offer.unit ? before + offer.unit : sum);
  }

  /** None: at a layout the house repeats the bets. */
  repeatableBets() { return []; }
}
