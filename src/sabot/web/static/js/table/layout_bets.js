// Bets on the spots of a cloth: the chips of my colour or of their value; each spot's total goes to the house at once.

import { token } from '../core/kit.js';
import { Bets } from './bets.js';
import { mySpots, offersOf } from '../core/store.js';

const COUNTS = [1, 5, 10, 20];

export class LayoutBets extends Bets {
  /** What is done with all bets at once stands among the tools. */
  get tools() { return ['value', 'repeat', 'double', 'clear-all', ...(this.state().table?.felt.aside ?? [])]; }

  /** What a chip of my colour is worth, in cents; 0 where chips have their value on them. */
  value() { const s = this.state(), place = s.seats.find(x => x.yours)?.place; return s.table?.felt.colours ? s.shown?.colours?.[place]?.value ?? s.table.minimum : 0; }

  /** In euros, as everywhere: a chip of 2.50 € is 2.5. */
  chips() {
    const value = this.value(), { table } = this.state();
    if (value) return COUNTS.map(n => n * value / 100);
    const offers = this.offers(), unit = offers.length ? Math.min(...offers.map(o => o.unit || 100)) : table?.unit ?? 100, high = offers.length ? Math.max(...offers.map(o => o.high)) : table?.maximum ?? 0;
    return [1, 5, 10, 25, 100, 500, 1000].map(v => v === 25 && 2500 % unit ? 50 : v).filter(v => v * 100 <= high && v * 100 % unit === 0).slice(0, 6);
  }

  inHand() {
    const all = this.chips(), { table } = this.state();
    if (!all.includes(this.chip)) this.chip = this.value() ? all[0] : all.find(v => v * 100 >= (table?.minimum ?? 0)) ?? all[all.length - 1] ?? 0;
    return this.chip;
  }

  /** A chip as it looks in the rack. @param {number} v */
  disc(v) {
    const value = this.value();
    if (!value) return super.disc(v);
    const place = this.state().seats.find(x => x.yours)?.place ?? '1';
    return token(Number(place) - 1, String(Math.round(v * 100 / value)), {});
  }

  /** Every spot that takes a bet of mine now, by its name; from the least to the most where sums between are not taken. */
  map() {
    const list = offersOf(this.state(), 'bet');
    if (this.listed !== this.state().listen || !this.byName) { this.byName = new Map(); for (const o of list) { const old = this.byName.get(o.seat); this.byName.set(o.seat, old?.unit ? { ...old, low: Math.min(old.low, o.low), high: Math.max(old.high, o.high) } : old ?? o); } this.listed = this.state().listen; }
    return this.byName;
  }

  offers() { return [...this.map().values()]; }
  offer(seat) { return this.map().get(seat); }
  only() { return false; }
  target() { return ''; }
  move() { /* the cloth has its own arrows */ }
  take(value) { this.chip = value; this.changed(); return null; }

  /** Every spot where I have something, as far as I have asked. @returns {[string, number][]} */
  lying() { return [...new Set([...mySpots(this.state()).keys(), ...this.asking()])].map(spot => [spot, this.total(spot)]).filter(([, sum]) => sum); }

  /** The spots with a sum that is not in the record yet. */
  asking() { return new Set([...Object.keys(this.draft), ...Object.keys(this.asked)]); }

  /** Take the chip in hand away from a spot. @param {string} seat */
  less(seat) {
    const now = this.total(seat), offer = this.offer(seat);
    if (!now) return null;
    this.back.push([seat, now]);
    const left = Math.max(0, now - Math.round(this.inHand() * 100));
    return this.put(seat, offer && left < offer.low ? 0 : left);
  }

  add(seat, value = this.inHand()) {
    const offer = this.offer(seat), before = this.total(seat);
    if (!offer) return this.send('bet', seat, Math.round(value * 100));   // the house says why not
    this.back.push([seat, before]);
    const step = offer.unit || 1, sum = before + Math.max(1, Math.round(value * 100 / step)) * step;
    return this.put(seat, value * 100 < offer.unit ? before + offer.unit : sum);
  }

  /** What lay here in the coup before is laid again by the house. */
  again() { return []; }
}
