// A layout with spots for bets (wheel, dice or counters), drawn from the table's felt data. Same interface as seats.js:
// it gets
// the state and draws it. It knows no game.

import { NOT_YET } from '../core/api.js';
import { hit } from '../core/dom.js';
import { formatChip, lang } from '../core/i18n.js';
import { isBetting, isClosed, offersOf } from '../core/offers.js';
import { CardBoxes } from './card_boxes.js';
import { drawBets } from './layout_chips.js';
import { renderBoard } from './layout_drawing.js';
import { drawMarks, drawPeople, drawResults, labelEquipment } from './layout_edges.js';
import { handleClick, handleKey, layWhenSeated, touchTarget } from './layout_hands.js';
import { animate, buildEquipment, thrown } from './layout_throws.js';
import { drawLabel, drawTip, lightUp } from './layout_tips.js';
import { drawZones } from './layout_zones.js';
import { Lens } from './lens.js';

/**
 * What can be bet on at one place of the drawing: a box or a line, in units of the drawing, with its middle, its
 * element, and the name that screen readers have.
 * @typedef {Exclusive<House.Zone | House.Point> & {cx: number, cy: number, zone: boolean, g: SVGGraphicsElement,
 *   labelOf?: unknown[]}} Target The chips of one player on a spot: mine, not yet in the record (`draft`), what was paid.
 * @typedef {{cents: number, mine: boolean, pay: number, name?: string, draft?: boolean, lost?: boolean}} Laid The bets of the page, as
 *   far as a layout needs them.
 * @typedef {object} BetActions
 * @property {(spot: string) => unknown} addChip
 * @property {(spot: string) => unknown} removeChip
 * @property {(spot: string, value: number) => unknown} setBet
 * @property {(spot: string) => Client.Offer | null | undefined} offer
 * @property {(spot: string) => number} sumOn
 * @property {(spot: string) => number} pendingSum
 * @property {() => Iterable<string>} pendingSpots
 * @property {() => [string, number][]} allSums
 * @property {() => void} [followPlan]
 */

export class Layout {
  /**
   * @param {HTMLElement} root
   * @param {{bets: BetActions, sit: (place: string) => unknown, onTouch: () => void}} actions
   */
  constructor(root, actions) {
    this.root = root;
    this.actions = actions;
    this.game = '';
    /** @type {Client.State} */
    this.last = NOT_YET;
    this.tall = false;
    this.view = '';
    this.ways = '';
    this.focusedSpot = '';
    this.lastSpot = '';
    /** @type {House.LayoutFelt} */
    this.felt = NOT_YET;
    /** @type {Client.Described} */
    this.table = NOT_YET;
    /** @type {House.LayoutSheet} */
    this.data = NOT_YET;
    /** @type {Target[]} */
    this.targets = [];
    /** @type {Map<string, HTMLElement>} */
    this.zoneOf = new Map();
    /** @type {Map<string, SVGElement>} */
    this.piles = new Map();
    /** @type {Target | null} */
    this.hovered = null;
    /** @type {Target | null} */
    this.pointed = null;
    /** @type {HTMLElement[]} */
    this.litZones = [];
    this.touched = false;
    this.hoverTimer = 0;
    this.fadeTimer = 0;
    this.closeTimer = 0;
    this.stepsAtThrow = 0;
    this.frameWidth = 0;
    /** The size of the frame; null until it is measured. @type {DOMRect | null} */
    this.frameBox = null;
    /** The throw that is shown: "" for none, undefined before the first drawing. @type {string | undefined} */
    this.shownThrow = undefined;
    /** My net result for each number; undefined until it is computed. @type {number[] | null | undefined} */
    this.nets = undefined;
    /** @type {Map<string, string> | undefined} */
    this.kinds = undefined;
    /** @type {Map<string, string> | undefined} */
    this.viewsOf = undefined;
    /** @type {import('./wheel.js').Wheel | null} */
    this.wheel = null;
    /** @type {import('./dice.js').Dice | null} */
    this.dice = null;
    /** @type {import('./heap.js').Heap | null} */
    this.heap = null;
    /** @type {CardBoxes | null} */
    this.cards = null;
    /** @type {Lens} */
    this.lens = NOT_YET;
    /** The spot that was pressed before I sat down. */
    this.spotAfterSeat = '';
    /** @type {SVGSVGElement} */
    this.svg = NOT_YET;
    /** @type {SVGGraphicsElement} */
    this.over = NOT_YET;
    /** @type {SVGGraphicsElement} */
    this.chips = NOT_YET;
    /** @type {SVGGraphicsElement} */
    this.things = NOT_YET;
    /** @type {HTMLElement} */
    this.sheet = NOT_YET;
    /** @type {HTMLElement} */
    this.drawn = NOT_YET;
    /** @type {HTMLElement} */
    this.hits = NOT_YET;
    /** @type {HTMLElement} */
    this.results = NOT_YET;
    /** Where there is room for them. @type {HTMLElement | null} */
    this.people = null;
    /** @type {HTMLElement} */
    this.tip = NOT_YET;
    /** @type {HTMLElement | null} */
    this.views = null;
    /** @type {HTMLElement} */
    this.choice = NOT_YET;
    const sizes = new ResizeObserver(() => {
      this.frameBox = null;
      if (this.last) this.fit();
    });
    sizes.observe(root);
    sizes.observe(this.frame); // measured after a change only, because measuring while drawing forces a layout
    root.addEventListener('keydown', e => handleKey(this, e));
  }

  /** What the drawing lies in. */
  get frame() {
    return this.root.parentElement ?? this.root;
  }

  /** Build the cloth of a table, in landscape or portrait. @param {Client.State} s */
  build(s) {
    const felt = /** @type {House.LayoutFelt} */ (/** @type {object} */ (s.table.felt));
    const previousAt = this.focusedSpot;
    this.felt = felt;
    this.table = s.table;
    this.data = this.tall ? felt.tall : felt;
    this.view = this.data.views?.[0].view ?? '';
    this.ways ||= '5';
    const [w, h] = this.data.size;
    this.root.classList.add('layout');
    this.root.classList.toggle('tall', this.tall);
    this.frame.style.setProperty('--felt', `var(--felt-${felt.cloth})`);
    this.frame.dataset.cloth = felt.cloth;
    this.root.classList.toggle('carded', Boolean(felt.cards));
    this.root.innerHTML = `${
      this.tall && (felt.wheel || felt.dice || felt.heap) ? '<div class="crown" aria-hidden="true"></div>' : ''
    }${this.tall ? '<div class="lastband">' : ''}<div class="results"></div>${this.tall ? '<div class="views" role="group"></div></div>' : '<div class="people"></div>'}
      <div class="sheet"><svg class="pan" role="group" viewBox="0 0 ${w} ${h}"><g class="ground"></g><g class="drawn" id="cloth-drawn" lang="pt" aria-hidden="true"></g><g class="over" aria-hidden="true"></g><g class="hits" role="grid"></g><g class="chipsg" id="cloth-chips" aria-hidden="true"></g><g class="things" id="cloth-things" aria-hidden="true"></g></svg><div class="ways" role="group"></div></div><p class="tip" role="status" hidden></p>`;
    this.root.style.setProperty('--hw', String(h / w));
    this.root.style.setProperty('--fh', String(h));
    this.frame.classList.toggle('roaded', Boolean(this.data.roads));
    /** @param {string} q */
    // any: of HTML or of SVG; null for a part that this table has not
    const $ = q => /** @type {any} */ (this.root.querySelector(q));
    this.svg = $('.pan');
    this.sheet = $('.sheet');
    this.drawn = $('.drawn');
    this.over = $('.over');
    this.hits = $('.hits');
    this.chips = $('.chipsg');
    this.things = $('.things');
    this.results = $('.results');
    this.frame.querySelector(':scope > .roadbox')?.remove();
    if (this.data.roads) (this.tall ? this.root : this.frame).append(this.results); // beside the cloth
    this.people = this.root.querySelector('.people');
    this.tip = $('.tip');
    this.views = this.root.querySelector('.views');
    this.choice = $('.ways');
    $('.ground').innerHTML = this.tall ? '' : renderBoard(felt.cloth, w, h);
    this.piles = new Map();
    buildEquipment(this);
    this.cards = this.data.cards ? new CardBoxes(this.sheet, this.data.cards, this.data.size) : null;
    this.cards?.letSqueeze({ felt, sumOn: spot => this.actions.bets.sumOn(spot) });
    drawZones(this);
    this.lens = new Lens(this);
    // The tip appears only when the pointer stays on a target.
    this.svg.onpointermove = e => {
      const target = e.pointerType === 'touch' ? null : this.targetAt(e);
      if (target === this.hovered || e.pointerType === 'touch') return;
      this.hovered = target;
      clearTimeout(this.hoverTimer);
      if (target !== this.pointed) this.showTip(null);
      lightUp(this, target);
      if (target) this.hoverTimer = setTimeout(() => this.showTip(target), 350);
    };
    this.svg.onpointerleave = () => {
      this.hovered = null;
      clearTimeout(this.hoverTimer);
      this.showTip(null);
      lightUp(this, null);
    };
    this.hits.addEventListener('focusout', e => {
      if (!(e.relatedTarget instanceof Node && this.hits.contains(e.relatedTarget))) this.showTip(null);
    });
    this.svg.onclick = e => handleClick(this, /** @type {PointerEvent} */ (e));
    this.svg.oncontextmenu = e => {
      const target = this.targetAt(e);
      if (target && this.actions.bets.sumOn(this.spotOf(target))) {
        e.preventDefault();
        this.actions.bets.removeChip(this.spotOf(target));
      }
    };
    this.game = `${s.table.id} ${this.tall} ${lang()}`;
    this.focusedSpot = this.targets.some(x => x.spot === previousAt) ? previousAt : '';
  }

  /** The spot of a target, for the chosen number of neighbours. @param {Target} target */
  spotOf(target) {
    return target.spots?.[this.ways] ?? target.spot;
  }

  // ---- where a hand points ---------------------------------------------------------------------------

  /** A point of the screen in units of the cloth. @param {MouseEvent} e @returns {[number, number]} */
  toUnits(e) {
    const m = this.svg.getScreenCTM()?.inverse();
    const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(m);
    return [p.x, p.y];
  }

  /** The target at a point: lines come before the boxes between them. @param {PointerEvent|MouseEvent} e */
  targetAt(e) {
    const [x, y] = this.toUnits(e);
    /** @param {Target} o */
    const covers = o => x >= o.x && x <= o.x + o.w && y >= o.y && y <= o.y + o.h;
    const lines = this.targets.filter(o => !o.zone && covers(o));
    if (lines.length) return lines.sort((a, b) => Math.hypot(a.cx - x, a.cy - y) - Math.hypot(b.cx - x, b.cy - y))[0];
    return (
      this.targets.find(
        o =>
          o.zone &&
          (o.path
            ? /** @type {SVGGeometryElement} */ (o.g.firstElementChild).isPointInFill(new DOMPoint(x, y))
            : covers(o)),
      ) ?? null
    );
  }

  /** The target whose element an event hit. @param {Event} e */
  targetOf(e) {
    /** @type {Element | null} */
    const g = hit(e, '.t');
    return this.targets.find(x => x.g === g) ?? null;
  }

  /** @param {Target} target */
  placeBet(target) {
    this.focusedSpot = target.spot;
    this.lastSpot = this.spotOf(target);
    this.actions.bets.addChip(this.spotOf(target));
  }

  /**
   * Show the tip of a target: its name, what it pays, my limits; and light it up.
   * @param {Target | null} target
   * @param {boolean} [keep]
   */
  showTip(target, keep = false) {
    if (this.pointed === target && !keep) return;
    this.pointed = target;
    this.tip.hidden = !target;
    lightUp(this, target);
    if (target) drawTip(this, target);
  }

  /** What a target pays, for the chosen number of neighbours. @param {Target} target */
  kindOfTarget(target) {
    return this.felt.kinds?.[target.kind && target.spots ? target.kind.replace(/-\d$/, `-${this.ways}`) : target.kind];
  }

  /** A finger was lifted from a target. @param {Target} target */
  touch(target) {
    touchTarget(this, target);
  }

  /** @param {string} spot */
  kindOf(spot) {
    this.kinds ??= new Map([...this.felt.zones, ...this.felt.points].map(x => [x.spot, x.kind]));
    return this.kinds.get(spot) ?? spot.split('/')[0];
  }

  // ---- the state as it lies there ----------------------------------------------------------------------

  /** @param {Client.State} s */
  render(s) {
    if (!s.table) return;
    this.last = s;
    this.frameBox ??= this.frame.getBoundingClientRect();
    const box = this.frameBox;
    this.tall = box.width / Math.max(1, box.height) < 1.22;
    this.frameWidth = box.width;
    this.root.classList.toggle('short', this.tall && box.height < 500);
    this.root.classList.toggle('shallow', this.tall && box.height < 360);
    this.root.classList.toggle('cramped', !this.tall && Math.min(box.width / 1056, box.height / 640) < 0.62);
    if (this.game !== `${s.table.id} ${this.tall} ${lang()}`) {
      this.build(s);
      this.shownThrow = undefined;
    }
    animate(this, s);
    this.cards?.render(s);
    this.draw(s);
  }

  get moving() {
    return Boolean(this.wheel?.spinning || this.dice?.rolling || this.heap?.counting);
  }

  /** @param {Client.State} s */
  draw(s) {
    this.nets = undefined;
    const fell = this.moving ? null : thrown(this, s);
    const open = !isClosed(s) && offersOf(s, 'bet').some(o => !o.disabled);
    // After no more bets the lens closes, but not in the moment while a bet is sent.
    if (open || (isBetting(s) && !isClosed(s))) {
      clearTimeout(this.closeTimer);
      this.closeTimer = 0;
    } else
      this.closeTimer ||= setTimeout(() => {
        this.lens.close();
        this.showTip(null);
      }, 600);
    this.root.classList.toggle('open', open);
    this.root.classList.toggle('moving', this.moving);
    drawBets(this, s);
    drawMarks(this, s, fell);
    drawResults(this, s);
    drawPeople(this, s);
    labelEquipment(this, s);
    const first =
      this.focusedSpot ||
      this.targets.find(x => x.zone && this.actions.bets.offer(this.spotOf(x)))?.spot ||
      this.targets[0]?.spot;
    for (const x of this.targets) {
      const tab = x.spot === first ? '0' : '-1';
      drawLabel(this, s, x);
      const may = this.actions.bets.offer(this.spotOf(x));
      if (x.g.getAttribute('tabindex') !== tab) x.g.setAttribute('tabindex', tab);
      const off = String(!may || Boolean(may.disabled));
      if (x.g.getAttribute('aria-disabled') !== off) x.g.setAttribute('aria-disabled', off);
      // not offered now, for instance because there is no point yet
      if (x.zone) this.zoneOf.get(x.spot)?.classList.toggle('shut', open && !may);
    }
    if (this.pointed) drawTip(this, this.pointed);
    layWhenSeated(this, s);
    if (open) this.actions.bets.followPlan?.();
  }

  /**
   * The figure on a chip: the number of colour chips, or the sum.
   * @param {Client.State} s
   * @param {string} place
   * @param {number} cents
   */
  chipLabel(s, place, cents) {
    const value = this.felt.colours ? (s.shown?.colours?.[place]?.value ?? s.table.minimum) : 0;
    return value && cents % value === 0 ? String(cents / value) : formatChip(cents);
  }

  /** The size has changed, and perhaps the orientation. */
  fit() {
    this.render(this.last);
  }

  /** End all motion now. */
  hurry() {
    this.wheel?.hurry();
    this.dice?.hurry();
    this.heap?.hurry();
  }
}
