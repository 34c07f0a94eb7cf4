// Putting bets together: chips are added here, a lawful total goes to the house at once as the spot's new bet.
// A spot is a place ("3") or one of its additional bets ("3/pair"); whose bet it becomes, the house knows.

import { chip } from '../core/kit.js';
import { isMyPlace, offersOf, mySumOn, placeOf } from '../core/store.js';

const VALUES = [1, 5, 10, 25, 100, 500, 1000];

export class Bets {
  /** @param {() => import('../core/store.js').State} state the record as it stands @param {(act: string, seat: string, amount?: number) => Promise<any>} send @param {() => void} onChange */
  constructor(state, send, onChange) {
    Object.assign(this, { state, send, onChange, chip: 0, chosenSpot: '', drafts: {}, sentSums: {}, undoStack: [], waitingBets: [] });
  }

  /** The chips that make sense at this table, in euros: those that a main bet can be made of. */
  chips() {
    const { table } = this.state();
    if (!table) return [];
    const unit = table.bets?.find(b => b.bet === 'main')?.unit ?? table.unit, fits = v => v * 100 <= table.maximum && v * 100 % unit === 0;
    return VALUES.map(v => v === 25 && !fits(25) ? 50 : v).filter(fits);
  }

  /** The chip in hand: at first the smallest that is a lawful bet by itself. */
  selectedChip() {
    const all = this.chips(), { table } = this.state();
    if (!all.includes(this.chip)) this.chip = all.find(v => v * 100 >= (table?.minimum ?? 0)) ?? all[all.length - 1] ?? 0;
    return this.chip;
  }

  /** A chip as it lies in the rack. @param {number} v */
  chipSvg(v) { return chip(v).replace(/role="img" aria-label="[^"]*"/, 'aria-hidden="true"'); }

  /** Where I may bet now: each spot once, my own places first. */
  offers() {
    const s = this.state(), all = offersOf(s, 'bet'), rank = o => isMyPlace(s, placeOf(o.seat)) ? 0 : 1;
    return all.filter((o, i) => all.findIndex(x => x.seat === o.seat) === i).sort((a, b) => rank(a) - rank(b));
  }

  offer(seat) { return this.offers().find(o => o.seat === seat); }

  /** Whether there is only one thing to bet on: a chip that is chosen goes there at once. */
  hasOneSpot() { return this.offers().length === 1; }

  /** The spot that the next chip goes to: the one chosen last, else my own place; "" while none is. */
  target() {
    const all = this.offers(), s = this.state();
    if (!all.some(o => o.seat === this.chosenSpot)) this.chosenSpot = (all.find(o => isMyPlace(s, o.seat)) ?? (all.length === 1 ? all[0] : null))?.seat ?? '';
    return this.chosenSpot;
  }

  /** Move the target: along the places, or along the spots of one. @param {number} step @param {boolean} [within] */
  moveTarget(step, within = false) {
    const target = this.target(), place = placeOf(target), seats = this.offers().map(o => o.seat);
    const all = (within ? seats.filter(x => placeOf(x) === place) : seats.filter(x => !x.includes('/'))).sort((a, b) => within ? 0 : Number(a) - Number(b));
    const i = all.indexOf(within ? target : place);
    if (all.length > 1 || (all.length && i < 0)) { this.chosenSpot = all[(i + step + all.length) % all.length]; this.onChange(); }
  }

  /** What I have on a spot, as far as I have asked: a draft, what is on its way, or the record. */
  sumOn(seat) { return this.drafts[seat] ?? this.sentSums[seat] ?? mySumOn(this.state(), seat); }

  /** A sum that is not in the record yet, else 0. */
  pendingSum(seat) { return this.drafts[seat] ?? this.sentSums[seat] ?? 0; }

  /** Forget all drafts: a new coup, or a new line. */
  reset() { this.drafts = {}; this.sentSums = {}; this.undoStack = []; this.waitingBets = []; }

  /** A chip is taken in hand; it goes to the target where that is plain. @param {number} value */
  selectChip(value) {
    const again = this.chip === value && this.selectedChip() === value;
    this.chip = value;
    if ((again || this.hasOneSpot()) && this.target()) return this.addChip(this.target(), value);
    this.onChange();
    return null;
  }

  /** A chip on a spot: the one in hand unless another is named. @param {string} [seat] @param {number} [value] */
  async addChip(seat = this.target(), value = this.selectedChip()) {
    const offer = this.offer(seat);
    if (!offer) return null;
    this.chosenSpot = seat;
    this.chip = value;
    const before = this.sumOn(seat);
    this.undoStack.push([seat, before]);
    // A bet that has one size only is laid or taken back.
    if (offer.low === offer.high) return this.setBet(seat, before ? 0 : offer.low);
    // Where a chip is smaller than the least bet by itself but reaches it together, it waits; more than the most is refused by the house.
    return this.setBet(seat, before + value * 100);
  }

  /** Make a spot's bet a sum. Under the minimum it waits here. @param {string} seat @param {number} sum cents */
  async setBet(seat, sum) {
    const offer = this.offer(seat), placed = mySumOn(this.state(), seat);
    delete this.drafts[seat];
    let reply = null;
    if (sum > 0 && offer && sum < offer.low) {
      this.drafts[seat] = sum;
      this.onChange();
      if (placed) reply = await this.send('clear', seat);
    } else if (sum !== placed || this.sentSums[seat]) {
      this.sentSums[seat] = sum;
      this.onChange();
      reply = await (sum ? this.send('bet', seat, sum) : this.send('clear', seat));
      if (this.sentSums[seat] === sum) delete this.sentSums[seat];
      if (reply && !reply.ok) this.undoStack.pop();
    }
    this.onChange();
    return reply;
  }

  undo() {
    const last = this.undoStack.pop();
    return last ? this.setBet(...last) : null;
  }

  /** Take back the bets of mine, or those on one spot: additional ones first, since they need a main bet. @param {string} [seat] */
  clear(seat) {
    const all = [...new Set([...offersOf(this.state(), 'clear'), ...this.offers()].map(o => o.seat))].filter(x => this.sumOn(x) && (!seat || x === seat));
    for (const x of all.sort((a, b) => Number(b.includes('/')) - Number(a.includes('/')))) { this.undoStack.push([x, this.sumOn(x)]); this.setBet(x, 0); }
  }

  /** The bets of my last coup that can be made again, additional ones after their main bets. @returns {[string, number][]} */
  repeatableBets() {
    const { lastBets } = this.state(), can = seat => this.offers().find(o => o.seat === seat && !o.disabled);
    const mains = Object.entries(lastBets).filter(([seat, v]) => !seat.includes('/') && can(seat)?.low <= v && v <= can(seat).high && v !== this.sumOn(seat));
    const placesToRepeat = new Set(mains.map(([seat]) => seat));
    return [...mains, ...Object.entries(lastBets).filter(([seat]) => seat.includes('/') && placesToRepeat.has(placeOf(seat)))];
  }

  repeatBets() {
    const all = this.repeatableBets();
    this.waitingBets = all.filter(([seat]) => seat.includes('/'));
    for (const [seat, sum] of all) if (!seat.includes('/')) { this.undoStack.push([seat, this.sumOn(seat)]); this.setBet(seat, sum); }
  }

  /** What waits for its main bet is laid once the house offers it. */
  placeWaitingBets() {
    for (const waiting of [...this.waitingBets]) {
      const [seat, sum] = waiting, offer = this.offer(seat);
      if (!offer || offer.disabled) continue;
      this.waitingBets.splice(this.waitingBets.indexOf(waiting), 1);
      if (sum >= offer.low && sum <= offer.high && !this.sumOn(seat)) { this.undoStack.push([seat, 0]); this.setBet(seat, sum); }
    }
  }
}
