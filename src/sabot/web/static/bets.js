// Putting a bet together: chips are added here, a lawful total goes to the house at once as the place's new bet.

import { offersOf } from './store.js';

const VALUES = [1, 5, 10, 25, 100, 500, 1000];

export class Bets {
  /** @param {() => import('./store.js').State} state the record as it stands @param {(act: string, seat: string, amount?: number) => Promise<any>} send @param {() => void} changed */
  constructor(state, send, changed) {
    Object.assign(this, { state, send, changed, chip: 0, at: '', draft: {}, asked: {}, back: [], coup: '' });
  }

  /** The chips that make sense at this table, in euros. */
  chips() {
    const { table } = this.state();
    return table ? VALUES.filter(v => v * 100 <= table.maximum && v * 100 % table.unit === 0) : [];
  }

  /** The chip in hand: at first the smallest that is a lawful bet by itself. */
  inHand() {
    const all = this.chips(), { table } = this.state();
    if (!all.includes(this.chip)) this.chip = all.find(v => v * 100 >= (table?.minimum ?? 0)) ?? all[all.length - 1] ?? 0;
    return this.chip;
  }

  offers() { return offersOf(this.state(), 'bet'); }
  offer(place) { return this.offers().find(o => o.seat === place); }

  /** The place that the next chip goes to. */
  target() {
    const own = this.offers().map(o => o.seat);
    if (!own.includes(this.at)) this.at = own[0] ?? '';
    return this.at;
  }

  /** Move the target along my places. @param {number} step */
  move(step) {
    const own = this.offers().map(o => o.seat), i = own.indexOf(this.target());
    if (own.length > 1) { this.at = own[(i + step + own.length) % own.length]; this.changed(); }
  }

  /** What stands at a place, as far as I have asked: a draft, what is on its way, or the record. */
  total(place) { return this.draft[place] ?? this.asked[place] ?? this.state().bets[place] ?? 0; }

  /** A sum that is not in the record yet, else 0. */
  pending(place) { return this.draft[place] ?? this.asked[place] ?? 0; }

  /** Forget all drafts: a new coup, or a new line. */
  reset() { this.draft = {}; this.asked = {}; this.back = []; }

  /** A chip on a place: the one in hand unless another is named. @param {string} [place] @param {number} [value] */
  async add(place = this.target(), value = this.inHand()) {
    if (!this.offer(place)) return null;
    this.at = place;
    this.chip = value;
    const before = this.total(place);
    this.back.push([place, before]);
    return this.put(place, before + value * 100);
  }

  /** Make a place's bet a sum. Under the minimum it waits here. @param {string} place @param {number} sum cents */
  async put(place, sum) {
    const offer = this.offer(place), placed = this.state().bets[place] ?? 0;
    delete this.draft[place];
    let reply = null;
    if (sum > 0 && offer && sum < offer.low) {
      this.draft[place] = sum;
      this.changed();
      if (placed) reply = await this.send('clear', place);
    } else if (sum !== placed || this.asked[place]) {
      this.asked[place] = sum;
      this.changed();
      reply = await (sum ? this.send('bet', place, sum) : this.send('clear', place));
      if (this.asked[place] === sum) delete this.asked[place];
      if (reply && !reply.ok) this.back.pop();
    }
    this.changed();
    return reply;
  }

  undo() {
    const last = this.back.pop();
    return last ? this.put(...last) : null;
  }

  /** Take back every bet of mine. */
  clear() {
    for (const { seat } of [...offersOf(this.state(), 'clear'), ...this.offers()]) if (this.total(seat)) { this.back.push([seat, this.total(seat)]); this.put(seat, 0); }
  }

  /** The bets of my last coup on the places that I hold. @returns {[string, number][]} */
  again() {
    const { last } = this.state();
    return this.offers().filter(o => !o.disabled && last[o.seat] >= o.low && last[o.seat] !== this.total(o.seat)).map(o => [o.seat, last[o.seat]]);
  }

  rebet() {
    for (const [place, sum] of this.again()) { this.back.push([place, this.total(place)]); this.put(place, sum); }
  }
}
