// Chips are added up here; each lawful total is sent at once as the new bet of its spot.
// A spot is a place ("3") or one of its additional bets ("3/pair"). The house knows whose bet it becomes.

import { chip } from '../core/chips.js';
import { placeOf } from '../core/bet_names.js';
import { offersOf } from '../core/offers.js';
import { isMyPlace, mySumOn } from '../core/state.js';

const VALUES = [1, 5, 10, 25, 100, 500, 1000];

export class Bets {
  /** These bets, if they lie on a layout. @returns {import('./layout_bets.js').LayoutBets | null} */
  get onLayout() {
    return null;
  }

  /**
   * @param {() => Client.State} state the record as it stands
   * @param {(act: string, seat: string, amount?: number) => Promise<Client.Reply>} send
   * @param {() => void} onChange
   */
  constructor(state, send, onChange) {
    this.state = state;
    this.send = send;
    this.onChange = onChange;
    this.chip = 0;
    this.chosenSpot = '';
    /** My sums by spot that are below the minimum, and those that have been sent. @type {Record<string, number>} */
    this.drafts = {};
    /** @type {Record<string, number>} */
    this.sentSums = {};
    /** @type {[seat: string, before: number][]} */
    this.undoStack = [];
    /** @type {[seat: string, sum: number][]} */
    this.waitingBets = [];
    /** The acts for all bets at once, at a layout. @type {string[] | undefined} */
    this.tools = undefined;
  }

  /** What a chip is worth, in cents, where it has no value of its own; else 0. */
  chipWorth() {
    return 0;
  }

  /** The chip values that can make a main bet at this table, in euros. */
  chips() {
    const { table } = this.state();
    if (!table) return [];
    const unit = table.bets?.find(b => b.bet === 'main')?.unit ?? table.unit;
    /** @param {number} v */
    const fits = v => v * 100 <= table.maximum && (v * 100) % unit === 0;
    return VALUES.map(v => (v === 25 && !fits(25) ? 50 : v)).filter(fits);
  }

  /** The selected chip: at first the smallest one that is a lawful bet. */
  selectedChip() {
    const all = this.chips();
    const { table } = this.state();
    if (!all.includes(this.chip))
      this.chip = all.find(v => v * 100 >= (table?.minimum ?? 0)) ?? all[all.length - 1] ?? 0;
    return this.chip;
  }

  /** The drawing of a chip in the rack. @param {number} v */
  chipSvg(v) {
    return chip(v).replace(/role="img" aria-label="[^"]*"/, 'aria-hidden="true"');
  }

  /** Where I may bet now: each spot once, my own places first. */
  offers() {
    const s = this.state();
    const all = offersOf(s, 'bet');
    /** @param {Client.Offer} o */
    const rank = o => (isMyPlace(s, placeOf(o.seat)) ? 0 : 1);
    return all.filter((o, i) => all.findIndex(x => x.seat === o.seat) === i).sort((a, b) => rank(a) - rank(b));
  }

  /** @param {string} seat */
  offer(seat) {
    return this.offers().find(o => o.seat === seat);
  }

  /** Whether a selected chip goes to a spot at once: the only one, or the one place of my own while none is chosen. */
  hasOneSpot() {
    const offers = this.offers();
    const s = this.state();
    const mine = offers.filter(o => !o.seat.includes('/') && isMyPlace(s, o.seat));
    return offers.length === 1 || (mine.length === 1 && this.target() === mine[0].seat);
  }

  /** The spot of the next chip: the one chosen last, else my own place; "" if there is none. */
  target() {
    const all = this.offers();
    const s = this.state();
    if (!all.some(o => o.seat === this.chosenSpot))
      this.chosenSpot = (all.find(o => isMyPlace(s, o.seat)) ?? (all.length === 1 ? all[0] : null))?.seat ?? '';
    return this.chosenSpot;
  }

  /** Move the target: along the places, or along the spots of one. @param {number} step @param {boolean} [within] */
  moveTarget(step, within = false) {
    const target = this.target();
    const place = placeOf(target);
    const seats = this.offers().map(o => o.seat);
    const all = (within ? seats.filter(x => placeOf(x) === place) : seats.filter(x => !x.includes('/'))).sort((a, b) =>
      within ? 0 : Number(a) - Number(b),
    );
    const i = all.indexOf(within ? target : place);
    if (all.length > 1 || (all.length && i < 0)) {
      this.chosenSpot = all[(i + step + all.length) % all.length];
      this.onChange();
    }
  }

  /** My sum on a spot: a draft, else a bet that has been sent, else the record. @param {string} seat */
  sumOn(seat) {
    return this.drafts[seat] ?? this.sentSums[seat] ?? mySumOn(this.state(), seat);
  }

  /** My sum on a spot that is not in the record yet, else 0. @param {string} seat */
  pendingSum(seat) {
    return this.drafts[seat] ?? this.sentSums[seat] ?? 0;
  }

  /** Forget all drafts: for a new coup, or a new connection. */
  reset() {
    this.drafts = {};
    this.sentSums = {};
    this.undoStack = [];
    this.waitingBets = [];
  }

  /**
   * Select a chip. It is placed at once if it was selected already, or if there is only one spot.
   * @param {number} value
   */
  selectChip(value) {
    const again = this.chip === value && this.selectedChip() === value;
    this.chip = value;
    if ((again || this.hasOneSpot()) && this.target()) return this.addChip(this.target(), value);
    this.onChange();
    return null;
  }

  /** Put a chip on a spot: the selected one unless another is given. @param {string} [seat] @param {number} [value] */
  async addChip(seat = this.target(), value = this.selectedChip()) {
    const offer = this.offer(seat);
    if (!offer) return null;
    this.chosenSpot = seat;
    this.chip = value;
    const before = this.sumOn(seat);
    this.undoStack.push([seat, before]);
    // A bet of fixed size is placed or taken back.
    if (offer.low === offer.high) return this.setBet(seat, (before ? 0 : offer.low) ?? 0);
    // Less than the minimum waits for more chips; more than the maximum is refused by the house.
    return this.setBet(seat, before + value * 100);
  }

  /**
   * Set the bet of a spot to a sum. Below the minimum it stays a draft.
   * @param {string} seat
   * @param {number} sum cents
   */
  async setBet(seat, sum) {
    const offer = this.offer(seat);
    const placed = mySumOn(this.state(), seat);
    delete this.drafts[seat];
    let reply = null;
    if (sum > 0 && offer && sum < (offer.low ?? 0)) {
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

  /** Only a layout has plans. */
  stopPlan() {
    /* nothing to stop */
  }

  undo() {
    const last = this.undoStack.pop();
    return last ? this.setBet(...last) : null;
  }

  /**
   * Take back my bets, or the one on a spot: additional bets first, since they need a main bet.
   * @param {string} [seat]
   */
  clear(seat) {
    const all = [...new Set([...offersOf(this.state(), 'clear'), ...this.offers()].map(o => o.seat))].filter(
      x => this.sumOn(x) && (!seat || x === seat),
    );
    for (const x of all.sort((a, b) => Number(b.includes('/')) - Number(a.includes('/')))) {
      this.undoStack.push([x, this.sumOn(x)]);
      this.setBet(x, 0);
    }
  }

  /**
   * The bets of my last coup that can be repeated, additional ones after their main bets.
   * @returns {[string, number][]}
   */
  repeatableBets() {
    const { lastBets } = this.state();
    /** @param {string} seat */
    const can = seat => this.offers().find(o => o.seat === seat && !o.disabled);
    const mains = Object.entries(lastBets).filter(([seat, v]) => {
      const offer = seat.includes('/') ? null : can(seat);
      return offer && (offer.low ?? 0) <= v && v <= (offer.high ?? 0) && v !== this.sumOn(seat);
    });
    const placesToRepeat = new Set(mains.map(([seat]) => seat));
    return [
      ...mains,
      ...Object.entries(lastBets).filter(([seat]) => seat.includes('/') && placesToRepeat.has(placeOf(seat))),
    ];
  }

  /** Repeat the bets of my last coup; whether the house has taken all of them. */
  async repeatBets() {
    const all = this.repeatableBets();
    this.waitingBets = all.filter(([seat]) => seat.includes('/'));
    const replies = all
      .filter(([seat]) => !seat.includes('/'))
      .map(([seat, sum]) => {
        this.undoStack.push([seat, this.sumOn(seat)]);
        return this.setBet(seat, sum);
      });
    return (await Promise.all(replies)).every(reply => reply?.ok) && !this.waitingBets.length;
  }

  /** Place the additional bets that waited for their main bets, once the house offers them. */
  placeWaitingBets() {
    for (const waiting of [...this.waitingBets]) {
      const [seat, sum] = waiting;
      const offer = this.offer(seat);
      if (!offer || offer.disabled) continue;
      this.waitingBets.splice(this.waitingBets.indexOf(waiting), 1);
      if (sum >= (offer.low ?? 0) && sum <= (offer.high ?? 0) && !this.sumOn(seat)) {
        this.undoStack.push([seat, 0]);
        this.setBet(seat, sum);
      }
    }
  }
}
