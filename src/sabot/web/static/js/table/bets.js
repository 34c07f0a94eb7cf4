// Putting bets together: chips are added here, a lawful total goes to the house at once as the spot's new bet.
// A spot is a place ("3") or one of its additional bets ("3/pair"); whose bet it becomes, the house knows.

import { chip } from '../core/kit.js';
import { mine, offersOf, onSpot, placeOf } from '../core/store.js';

const VALUES = [1, 5, 10, 25, 100, 500, 1000];

export class Bets {
  /** @param {() => import('../core/store.js').State} state the record as it stands @param {(act: string, seat: string, amount?: number) => Promise<any>} send @param {() => void} changed */
  constructor(state, send, changed) {
    Object.assign(this, { state, send, changed, chip: 0, at: '', draft: {}, asked: {}, back: [], later: [] });
  }

  /** The chips that make sense at this table, in euros: those that a main bet can be made of. */
  chips() {
    const { table } = this.state();
    if (!table) return [];
    const unit = table.bets?.find(b => b.bet === 'main')?.unit ?? table.unit, fits = v => v * 100 <= table.maximum && v * 100 % unit === 0;
    return VALUES.map(v => v === 25 && !fits(25) ? 50 : v).filter(fits);
  }

  /** The chip in hand: at first the smallest that is a lawful bet by itself. */
  inHand() {
    const all = this.chips(), { table } = this.state();
    if (!all.includes(this.chip)) this.chip = all.find(v => v * 100 >= (table?.minimum ?? 0)) ?? all[all.length - 1] ?? 0;
    return this.chip;
  }

  /** A chip as it lies in the rack. @param {number} v */
  disc(v) { return chip(v).replace(/role="img" aria-label="[^"]*"/, 'aria-hidden="true"'); }

  /** Where I may bet now: each spot once, my own places first. */
  offers() {
    const s = this.state(), all = offersOf(s, 'bet'), rank = o => mine(s, placeOf(o.seat)) ? 0 : 1;
    return all.filter((o, i) => all.findIndex(x => x.seat === o.seat) === i).sort((a, b) => rank(a) - rank(b));
  }

  offer(seat) { return this.offers().find(o => o.seat === seat); }

  /** Whether there is only one thing to bet on: a chip that is chosen goes there at once. */
  only() { return this.offers().length === 1; }

  /** The spot that the next chip goes to: the one chosen last, else my own place; "" while none is. */
  target() {
    const all = this.offers(), s = this.state();
    if (!all.some(o => o.seat === this.at)) this.at = (all.find(o => mine(s, o.seat)) ?? (all.length === 1 ? all[0] : null))?.seat ?? '';
    return this.at;
  }

  /** Move the target: along the places, or along the spots of one. @param {number} step @param {boolean} [within] */
  move(step, within = false) {
    const at = this.target(), place = placeOf(at), seats = this.offers().map(o => o.seat);
    const all = (within ? seats.filter(x => placeOf(x) === place) : seats.filter(x => !x.includes('/'))).sort((a, b) => within ? 0 : Number(a) - Number(b));
    const i = all.indexOf(within ? at : place);
    if (all.length > 1 || (all.length && i < 0)) { this.at = all[(i + step + all.length) % all.length]; this.changed(); }
  }

  /** What I have on a spot, as far as I have asked: a draft, what is on its way, or the record. */
  total(seat) { return this.draft[seat] ?? this.asked[seat] ?? onSpot(this.state(), seat); }

  /** A sum that is not in the record yet, else 0. */
  pending(seat) { return this.draft[seat] ?? this.asked[seat] ?? 0; }

  /** Forget all drafts: a new coup, or a new line. */
  reset() { this.draft = {}; this.asked = {}; this.back = []; this.later = []; }

  /** A chip is taken in hand; it goes to the target where that is plain. @param {number} value */
  take(value) {
    const again = this.chip === value && this.inHand() === value;
    this.chip = value;
    if ((again || this.only()) && this.target()) return this.add(this.target(), value);
    this.changed();
    return null;
  }

  /** A chip on a spot: the one in hand unless another is named. @param {string} [seat] @param {number} [value] */
  async add(seat = this.target(), value = this.inHand()) {
    const offer = this.offer(seat);
    if (!offer) return null;
    this.at = seat;
    this.chip = value;
    const before = this.total(seat);
    this.back.push([seat, before]);
    // A bet that has one size only is laid or taken back.
    if (offer.low === offer.high) return this.put(seat, before ? 0 : offer.low);
    // Where a chip is smaller than the least bet by itself but reaches it together, it waits; more than the most is refused by the house.
    return this.put(seat, before + value * 100);
  }

  /** Make a spot's bet a sum. Under the minimum it waits here. @param {string} seat @param {number} sum cents */
  async put(seat, sum) {
    const offer = this.offer(seat), placed = onSpot(this.state(), seat);
    delete this.draft[seat];
    let reply = null;
    if (sum > 0 && offer && sum < offer.low) {
      this.draft[seat] = sum;
      this.changed();
      if (placed) reply = await this.send('clear', seat);
    } else if (sum !== placed || this.asked[seat]) {
      this.asked[seat] = sum;
      this.changed();
      reply = await (sum ? this.send('bet', seat, sum) : this.send('clear', seat));
      if (this.asked[seat] === sum) delete this.asked[seat];
      if (reply && !reply.ok) this.back.pop();
    }
    this.changed();
    return reply;
  }

  undo() {
    const last = this.back.pop();
    return last ? this.put(...last) : null;
  }

  /** Take back the bets of mine, or those on one spot: additional ones first, since they need a main bet. @param {string} [seat] */
  clear(seat) {
    const all = [...new Set([...offersOf(this.state(), 'clear'), ...this.offers()].map(o => o.seat))].filter(x => this.total(x) && (!seat || x === seat));
    for (const x of all.sort((a, b) => Number(b.includes('/')) - Number(a.includes('/')))) { this.back.push([x, this.total(x)]); this.put(x, 0); }
  }

  /** The bets of my last coup that can be made again, additional ones after their main bets. @returns {[string, number][]} */
  again() {
    const { last } = this.state(), can = seat => this.offers().find(o => o.seat === seat && !o.disabled);
    const mains = Object.entries(last).filter(([seat, v]) => !seat.includes('/') && can(seat)?.low <= v && v <= can(seat).high && v !== this.total(seat));
    const at = new Set(mains.map(([seat]) => seat));
    return [...mains, ...Object.entries(last).filter(([seat]) => seat.includes('/') && at.has(placeOf(seat)))];
  }

  rebet() {
    const all = this.again();
    this.later = all.filter(([seat]) => seat.includes('/'));
    for (const [seat, sum] of all) if (!seat.includes('/')) { this.back.push([seat, this.total(seat)]); this.put(seat, sum); }
  }

  /** What waits for its main bet is laid once the house offers it. */
  catchUp() {
    for (const one of [...this.later]) {
      const [seat, sum] = one, offer = this.offer(seat);
      if (!offer || offer.disabled) continue;
      this.later.splice(this.later.indexOf(one), 1);
      if (sum >= offer.low && sum <= offer.high && !this.total(seat)) { this.back.push([seat, 0]); this.put(seat, sum); }
    }
  }
}
