// Bets on the spots of a layout, with chips of my colour or of a value; each new total is sent at once.

import { token } from '../core/chips.js';
import { Bets } from './bets.js';
import { lawfulPart } from './saved_bets.js';
import { offersOf } from '../core/offers.js';
import { mySums } from '../core/state.js';

const COUNTS = [1, 5, 10, 20];

export class LayoutBets extends Bets {
  get onLayout() {
    return this;
  }

  /**
   * @param {() => Client.State} state the record as it stands
   * @param {(act: string, seat: string, amount?: number) => Promise<Client.Reply>} send
   * @param {() => void} onChange
   */
  constructor(state, send, onChange) {
    super(state, send, onChange);
    this.chip = 0;
    this.tools = ['value', 'repeat', 'double', 'clear-all', ...(state().table?.felt.aside ?? [])];
    /** What the page lays for me when its time comes. @type {House.Plan | null} */
    this.plan = null;
    /** The point for which the plan has laid. */
    this.plannedFor = 0;
    /** My offers by spot, and the question that they belong to. @type {Map<string, Client.Offer>} */
    this.offersByName = new Map();
    /** @type {Client.Listen | null | undefined} */
    this.listedFor = undefined;
  }

  /** The worth of a chip of my colour, in cents; 0 where chips have a value of their own. */
  chipWorth() {
    const s = this.state();
    const place = s.seats.find(x => x.yours)?.place;
    return s.table?.felt.colours ? (s.shown?.colours?.[place ?? '']?.value ?? s.table.minimum) : 0;
  }

  /** In euros: a chip of 2.50 € is 2.5. */
  chips() {
    const value = this.chipWorth();
    const { table } = this.state();
    if (value) return COUNTS.map(n => (n * value) / 100);
    const offers = this.offers();
    const unit = offers.length ? Math.min(...offers.map(o => o.unit || 100)) : (table?.unit ?? 100);
    const high = offers.length ? Math.max(...offers.map(o => o.high ?? 0)) : (table?.maximum ?? 0);
    return [1, 5, 10, 25, 100, 500, 1000]
      .map(v => (v === 25 && 2500 % unit ? 50 : v))
      .filter(v => v * 100 <= high && (v * 100) % unit === 0)
      .slice(0, 6);
  }

  selectedChip() {
    const all = this.chips();
    const { table } = this.state();
    if (!all.includes(this.chip))
      this.chip = this.chipWorth()
        ? (all[0] ?? 0)
        : (all.find(v => v * 100 >= (table?.minimum ?? 0)) ?? all[all.length - 1] ?? 0);
    return this.chip;
  }

  /** The drawing of a chip in the rack. @param {number} v */
  chipSvg(v) {
    const value = this.chipWorth();
    if (!value) return super.chipSvg(v);
    const place = this.state().seats.find(x => x.yours)?.place ?? '1';
    return token(Number(place) - 1, String(Math.round((v * 100) / value)), {});
  }

  /** My offers by spot. Several fixed sums for one spot are merged into their range. */
  offersBySpot() {
    const list = offersOf(this.state(), 'bet');
    if (this.listedFor !== this.state().listen) {
      this.offersByName = new Map();
      for (const o of list) {
        const old = this.offersByName.get(o.seat);
        this.offersByName.set(
          o.seat,
          old?.unit
            ? { ...old, low: Math.min(old.low ?? 0, o.low ?? 0), high: Math.max(old.high ?? 0, o.high ?? 0) }
            : (old ?? o),
        );
      }
      this.listedFor = this.state().listen;
    }
    return this.offersByName;
  }

  offers() {
    return [...this.offersBySpot().values()];
  }
  /** @param {string} seat */
  offer(seat) {
    return this.offersBySpot().get(seat);
  }
  hasOneSpot() {
    return false;
  }
  target() {
    return '';
  }
  moveTarget() {
    /* the layout handles the arrow keys */
  }
  /** @param {number} value */
  selectChip(value) {
    this.chip = value;
    this.onChange();
    return null;
  }

  /** My sums on all spots, with those that are not in the record yet. @returns {[string, number][]} */
  allSums() {
    return [...new Set([...mySums(this.state()).keys(), ...this.pendingSpots()])]
      .map(spot => /** @type {[string, number]} */ ([spot, this.sumOn(spot)]))
      .filter(([, sum]) => sum);
  }

  /** The spots with a sum that is not in the record yet. */
  pendingSpots() {
    return new Set([...Object.keys(this.drafts), ...Object.keys(this.sentSums)]);
  }

  /** Take one selected chip away from a spot. @param {string} seat */
  removeChip(seat) {
    const sum = this.sumOn(seat);
    const offer = this.offer(seat);
    if (!sum) return null;
    this.undoStack.push([seat, sum]);
    const left = Math.max(0, sum - Math.round(this.selectedChip() * 100));
    return this.setBet(seat, offer && left < (offer.low ?? 0) ? 0 : left);
  }

  /** @param {string} seat @param {number} [value] */
  async addChip(seat, value = this.selectedChip()) {
    const offer = this.offer(seat);
    const before = this.sumOn(seat);
    if (!offer) return this.send('bet', seat, Math.round(value * 100)); // so that the house says why not
    this.undoStack.push([seat, before]);
    const step = offer.unit || 1;
    const sum = before + Math.max(1, Math.round((value * 100) / step)) * step;
    return this.setBet(seat, value * 100 < (offer.unit ?? 0) ? before + (offer.unit ?? 0) : sum);
  }

  /**
   * Lay what the plan says, once for each point, as if it were pressed: a bet that was taken back stays away.
   */
  followPlan() {
    const { plan } = this;
    const s = this.state();
    const base = plan ? (mySums(s).get(plan.first) ?? 0) : 0;
    const point = s.point ?? s.shown?.point ?? 0;
    if (!point || !base) this.plannedFor = 0;
    if (!plan || !point || !base || this.plannedFor === point) return;
    const offer = this.offer(plan.then);
    if (!offer || offer.disabled) return;
    this.plannedFor = point;
    const most = Math.min(base * plan.times, offer.high ?? 0);
    const sum = most - (most % (offer.unit || 1));
    if (this.sumOn(plan.then) || sum < (offer.low ?? 0)) return;
    this.undoStack.push([plan.then, 0]);
    this.setBet(plan.then, sum);
  }

  /** Follow a plan, or none. @param {House.Plan | null} plan */
  setPlan(plan) {
    this.plan = plan;
    this.plannedFor = 0;
    this.followPlan();
    this.onChange();
  }

  stopPlan() {
    this.setPlan(null);
  }

  /** Take a whole bet back. @param {string} seat */
  take(seat) {
    this.undoStack.push([seat, this.sumOn(seat)]);
    return this.setBet(seat, 0);
  }

  /**
   * Lay bets in one press, as far as limits, steps and my credits allow; what lies there already stays.
   * @param {[string, number][]} bets
   * @returns {string[]} the spots that take less, or nothing
   */
  layAll(bets) {
    const { lay, left } = lawfulPart(
      bets,
      spot => this.offer(spot),
      spot => this.sumOn(spot),
      this.state().you?.balance ?? Infinity,
    );
    for (const [spot, sum] of lay) {
      this.undoStack.push([spot, this.sumOn(spot)]);
      this.setBet(spot, sum);
    }
    return left;
  }

  /** None: at a layout the house repeats the bets. */
  repeatableBets() {
    return [];
  }
}
