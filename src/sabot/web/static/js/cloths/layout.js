// A layout with spots for bets (wheel, dice or counters), drawn from the table's felt data. Same interface as seats.js: it gets
// the state and draws it. It knows no game.

import { die, token } from '../core/kit.js';
import { setHtml } from '../core/update.js';
import { CardBoxes } from './card_boxes.js';
import { Dice } from './dice.js';
import { Heap } from './heap.js';
import { Loupe } from './loupe.js';
import { roadsInWords, renderRoads } from './roads.js';
import { Wheel } from './wheel.js';
import { formatChip, formatSum, lang, formatClause, formatNet, t, gameWord } from '../core/i18n.js';
import { renderBoard, renderLettering, renderMarker, renderPuck, renderZone } from './layout_drawing.js';
import { whyBarred, spotName } from '../record/narration.js';
import { esc, capitalise } from '../core/text.js';
import { barredActs, locateBet, offersOf, isMyBet, isClosed } from '../core/store.js';

const el = (tag, cls = '', html = '') => { const e = document.createElement(tag); if (cls) e.className = cls; if (html) e.innerHTML = html; return e; };
const NS = 'http://www.w3.org/2000/svg';
const group = (parent, cls) => { const g = document.createElementNS(NS, 'g'); g.setAttribute('class', cls); parent.append(g); return g; };
/** "35:1" as a ratio. @param {string} odds */
const ratio = odds => { const [a, b = 1] = String(odds).split(':').map(Number); return a / b; };

export class Layout {
  /**
   * @param {HTMLElement} root
   * @param {{bets: import('../table/layout_bets.js').LayoutBets, sit: (place: string) => void, onTouch: () => void}} actions
   */
  constructor(root, actions) {
    Object.assign(this, { root, actions, game: '', last: null, tall: null, view: '', ways: '', focusedSpot: '', lastSpot: '' });
    new ResizeObserver(() => this.last && this.fit()).observe(root);
    root.addEventListener('keydown', e => this.handleKey(e));
  }

  /** Build the cloth of a table, in landscape or portrait. */
  build(s) {
    const { felt } = s.table, previousAt = this.focusedSpot;
    this.felt = felt;
    this.data = this.tall ? felt.tall : felt;
    this.view = this.data.views?.[0].view ?? '';
    this.ways ||= '5';
    const [w, h] = this.data.size;
    this.root.classList.add('layout');
    this.root.classList.toggle('tall', this.tall);
    this.root.parentElement.style.setProperty('--felt', `var(--felt-${felt.cloth})`);
    this.root.parentElement.dataset.cloth = felt.cloth;
    this.root.classList.toggle('carded', Boolean(felt.cards));
    this.root.innerHTML = `${this.tall && (felt.wheel || felt.dice || felt.heap) ? '<div class="crown" aria-hidden="true"></div>' : ''}<div class="results"></div><div class="people"></div>${this.tall ? '<div class="views" role="group"></div>' : ''}
      <div class="sheet"><svg class="pan" role="group" viewBox="0 0 ${w} ${h}"><g class="ground"></g><g class="drawn" lang="pt" aria-hidden="true"></g><g class="over" aria-hidden="true"></g><g class="hits" role="grid"></g><g class="chipsg" aria-hidden="true"></g><g class="things" aria-hidden="true"></g></svg><div class="ways" role="group"></div></div><p class="tip" role="status" hidden></p>`;
    this.root.style.setProperty('--hw', String(h / w));
    const $ = q => this.root.querySelector(q);
    Object.assign(this, { svg: $('.pan'), sheet: $('.sheet'), drawn: $('.drawn'), over: $('.over'), hits: $('.hits'), chips: $('.chipsg'), things: $('.things'), results: $('.results'), people: $('.people'), tip: $('.tip'), views: $('.views'), choice: $('.ways') });
    $('.ground').innerHTML = this.tall ? '' : renderBoard(felt.cloth, w, h);
    this.piles = new Map();
    this.buildEquipment();
    this.cards = this.data.cards ? new CardBoxes(this.sheet, this.data.cards, this.data.size, this.data.shoe) : null;
    this.drawZones();
    this.loupe = new Loupe(this);
    // The tip appears only when the pointer stays on a target.
    this.svg.onpointermove = e => {
      const target = e.pointerType === 'touch' ? null : this.targetAt(e);
      if (target === this.hovered || e.pointerType === 'touch') return;
      this.hovered = target;
      clearTimeout(this.hoverTimer);
      if (target !== this.pointed) this.showTip(null);
      this.lightUp(target);
      if (target) this.hoverTimer = setTimeout(() => this.showTip(target), 350);
    };
    this.svg.onpointerleave = () => { this.hovered = null; clearTimeout(this.hoverTimer); this.showTip(null); this.lightUp(null); };
    this.svg.onclick = e => this.handleClick(e);
    this.svg.oncontextmenu = e => { const target = this.targetAt(e); if (target && this.actions.bets.sumOn(this.spotOf(target))) { e.preventDefault(); this.actions.bets.removeChip(this.spotOf(target)); } };
    this.game = `${s.table.id} ${this.tall} ${lang()}`;
    this.focusedSpot = this.targets.some(x => x.spot === previousAt) ? previousAt : '';
  }

  /** Build the wheel, the dice or the heap. */
  buildEquipment() {
    const { wheel, dice, heap } = this.felt, crown = this.root.querySelector('.crown'), data = this.data;
    this.wheel = this.dice = this.heap = null;
    if (wheel) {
      let g;
      if (crown) { crown.innerHTML = '<svg viewBox="-200 -200 400 400"><g></g></svg>'; g = crown.querySelector('g'); } else { g = group(this.drawn.parentElement, 'wheel'); g.setAttribute('transform', `translate(${wheel.x} ${wheel.y}) scale(${wheel.r / 200})`); g.setAttribute('aria-hidden', 'true'); this.svg.insertBefore(g, this.over); }
      this.wheel = new Wheel(g, wheel);
    }
    if (dice) {
      const box = data.dice ?? dice, g = group(this.svg, 'dice');
      if (crown) { crown.classList.add('cup'); crown.innerHTML = `<svg viewBox="0 0 ${box.w} ${box.h}"><g></g></svg>`; }
      g.setAttribute('transform', `translate(${box.x} ${box.y})`);
      g.setAttribute('aria-hidden', 'true');
      this.svg.insertBefore(g, this.over);
      if (crown) g.remove();
      this.dice = new Dice(crown ? crown.querySelector('g') : g, { ...dice, ...box });
    }
    if (heap) {
      const box = data.heap ?? heap, g = group(this.svg, 'heap');
      if (crown) { crown.classList.add('cup', 'wide'); crown.innerHTML = `<svg viewBox="0 0 ${box.w} ${box.h}"><g></g></svg>`; g.remove(); } else { g.setAttribute('transform', `translate(${box.x} ${box.y})`); g.setAttribute('aria-hidden', 'true'); this.svg.insertBefore(g, this.over); }
      this.heap = new Heap(crown ? crown.querySelector('g') : g, { ...heap, ...box });
    }
  }

  /** Draw zones, lines and lettering of the open view, and the targets of bets in it. */
  drawZones() {
    const d = this.data, isInView = x => !x.view || x.view === this.view, zones = d.zones.filter(isInView), points = (d.points ?? []).filter(isInView);
    this.drawn.innerHTML = (d.lines ?? []).filter(isInView).map(l => `<path d="${l.path}" fill="${l.fill ?? 'none'}" stroke="#e6cf95" stroke-opacity="${l.faint ? .35 : .75}" stroke-width="${l.width ?? 1}"/>`).join('') + zones.map(renderZone).join('') + (d.labels ?? []).filter(isInView).map(renderLettering).join('');
    this.zoneOf = new Map(zones.map((z, i) => [z.spot, this.drawn.querySelectorAll('.zone')[i]]));
    this.targets = [...zones.map(z => ({ ...z, cx: z.at?.[0] ?? z.x + z.w / 2, cy: z.at?.[1] ?? z.y + z.h / 2, zone: true })), ...points.map(p => ({ ...p, cx: p.x, cy: p.y, x: p.x - p.w / 2, y: p.y - p.h / 2, zone: false }))];
    // Rows of a grid for screen readers: boxes from top to bottom, then the lines between them.
    const rows = [];
    for (const target of [...this.targets].sort((a, b) => Number(b.zone) - Number(a.zone) || (Math.abs(a.cy - b.cy) > 5 ? a.cy - b.cy : a.cx - b.cx))) {
      const row = rows[rows.length - 1];
      if (row && row[0].zone === target.zone && Math.abs(row[0].cy - target.cy) <= 5) row.push(target); else rows.push([target]);
    }
    this.hits.setAttribute('aria-label', t('layout.grid'));
    this.hits.innerHTML = rows.map(row => `<g role="row">${row.map(x => `<g class="t" role="gridcell" tabindex="-1" data-spot="${esc(x.spot)}">${x.path ? `<path d="${x.path}"/>` : `<rect x="${x.x}" y="${x.y}" width="${x.w}" height="${x.h}"/>`}</g>`).join('')}</g>`).join('');
    this.cells = new Map([...this.hits.querySelectorAll('.t')].map(g => [g.dataset.spot, g]));
    for (const target of this.targets) target.g = this.cells.get(target.spot);
    for (const g of this.cells.values()) g.onfocus = () => { this.focusedSpot = g.dataset.spot; this.showTip(this.targets.find(x => x.spot === this.focusedSpot), true); };
    this.hits.onfocusout = e => { if (!this.hits.contains(e.relatedTarget)) this.showTip(null); };
    if (this.views) {
      this.views.hidden = !d.views;
      this.views.innerHTML = (d.views ?? []).map(v => `<button type="button" data-view="${v.view}" aria-pressed="${v.view === this.view}">${esc(t(`view.${v.view}`))}<b></b></button>`).join('');
      this.views.onclick = e => { const b = e.target.closest('button'); if (b) { this.view = b.dataset.view; this.loupe.close(); this.drawZones(); this.render(this.last); } };
    }
    const c = d.choices && isInView(d.choices) ? d.choices : null, [w, h] = d.size;
    this.choice.hidden = !c;
    if (c) {
      const ways = Object.keys(zones.find(z => z.spots)?.spots ?? {});
      Object.assign(this.choice.style, { left: `${c.x / w * 100}%`, top: `${c.y / h * 100}%`, width: `${c.w / w * 100}%`, height: `${c.h / h * 100}%` });
      this.choice.setAttribute('aria-label', t('ways'));
      this.choice.innerHTML = `<span>${t('ways')}</span>${ways.map(n => `<button type="button" data-ways="${n}" aria-pressed="${n === this.ways}">${t('ways.n', { n })}</button>`).join('')}`;
      this.choice.onclick = e => { const b = e.target.closest('button'); if (b) { this.ways = b.dataset.ways; this.drawZones(); this.render(this.last); } };
    }
  }

  /** The spot of a target, for the chosen number of neighbours. @param {any} target */
  spotOf(target) { return target.spots?.[this.ways] ?? target.spot; }

  // ---- where a hand points ---------------------------------------------------------------------------

  /** A point of the screen in units of the cloth. */
  toUnits(e) { const m = this.svg.getScreenCTM().inverse(), p = new DOMPoint(e.clientX, e.clientY).matrixTransform(m); return [p.x, p.y]; }

  /** The target at a point: lines come before the boxes between them. @param {PointerEvent|MouseEvent} e */
  targetAt(e) {
    const [x, y] = this.toUnits(e);
    const hit = o => x >= o.x && x <= o.x + o.w && y >= o.y && y <= o.y + o.h;
    const lines = this.targets.filter(o => !o.zone && hit(o));
    if (lines.length) return lines.sort((a, b) => Math.hypot(a.cx - x, a.cy - y) - Math.hypot(b.cx - x, b.cy - y))[0];
    return this.targets.find(o => o.zone && (o.path ? o.g.firstElementChild.isPointInFill(new DOMPoint(x, y)) : hit(o))) ?? null;
  }

  handleClick(e) {
    this.actions.onTouch();
    const s = this.last, free = s && !isClosed(s) && !s.seats.some(x => x.yours) && !offersOf(s, 'bet').length ? offersOf(s, 'sit')[0] : null;
    if (free) { this.actions.sit(free.seat); return; }   // the first click takes a seat
    // A click of a screen reader has no coordinates.
    const target = e.detail || e.clientX ? this.targetAt(e) : this.targets.find(x => x.g === e.target.closest?.('.t')) ?? null;
    if (!target) { this.loupe.close(); return; }
    if (e.pointerType === 'touch' && this.loupe.isTooFine(target, ...this.toUnits(e))) { this.loupe.open(...this.toUnits(e)); return; }
    this.placeBet(target);
    this.touched = e.pointerType === 'touch';
    if (this.touched) { this.showTip(target, true); clearTimeout(this.fadeTimer); this.fadeTimer = setTimeout(() => this.showTip(null), 2500); }   // a touch has no "pointer leaves"
  }

  placeBet(target) {
    this.focusedSpot = target.spot;
    this.lastSpot = this.spotOf(target);
    this.actions.bets.addChip(this.spotOf(target));
  }

  handleKey(e) {
    const g = e.target.closest?.('.t');
    if (!g) return;
    const target = this.targets.find(x => x.g === g), { bets } = this.actions;
    const direction = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[e.key];
    if (direction) { e.preventDefault(); e.stopPropagation(); this.nextTarget(target, direction)?.g.focus(); return; }
    if (e.key === 'Enter' || e.key === ' ') { e.preventDefault(); e.stopPropagation(); this.actions.onTouch(); this.placeBet(target); return; }
    if (e.key === 'Delete' || e.key === 'Backspace') { e.preventDefault(); e.stopPropagation(); this.actions.onTouch(); if (e.shiftKey) bets.setBet(this.spotOf(target), 0); else bets.removeChip(this.spotOf(target)); }
    if (e.key === 'Home' || e.key === 'End') { e.preventDefault(); const row = this.targets.filter(x => Math.abs(x.cy - target.cy) < 3).sort((a, b) => a.cx - b.cx); row[e.key === 'Home' ? 0 : row.length - 1].g.focus(); }
  }

  /** The nearest target in a direction: straight ahead first. @param {any} from @param {number[]} direction */
  nextTarget(from, [dx, dy]) {
    const ahead = this.targets.filter(o => o !== from).map(o => {
      const x = o.cx - from.cx, y = o.cy - from.cy, on = x * dx + y * dy, off = Math.abs(x * dy + y * dx);
      // A target that overlaps sideways counts as straight ahead.
      const reach = Math.max(0, off - (dx ? o.h + from.h : o.w + from.w) / 2);
      return { o, on, cost: on + off * .9 + reach * 4 };
    }).filter(c => c.on > 2);
    return ahead.sort((a, b) => a.cost - b.cost)[0]?.o ?? null;
  }

  /** Show the tip of a target: its name, what it pays, my limits; and light it up. @param {any} target @param {boolean} [keep] */
  showTip(target, keep = false) {
    if (this.pointed === target && !keep) return;
    this.pointed = target;
    this.tip.hidden = !target;
    this.lightUp(target);
    if (target) this.drawTip(target);
  }

  /** Light the boxes of all numbers that a target covers. @param {any} target */
  lightUp(target) {
    for (const z of this.litZones ?? []) z.classList.remove('lit');
    this.litZones = [];
    if (!target) return;
    const spot = this.spotOf(target), numbers = this.felt.covers?.[spot] ?? [];
    this.litZones = [this.zoneOf.get(target.spot), ...numbers.map(n => this.zoneOf.get(`straight/${n}`)), ...(target.track ? numbers.map(n => this.zoneOf.get(`neighbours-5/${n}`)) : [])].filter(Boolean);
    for (const z of this.litZones) z.classList.add('lit');
  }

  /** Write the tip of a target and place it beside the target. */
  drawTip(target) {
    const s = this.last, spot = this.spotOf(target), html = this.describe(s, target, true), where = `${spot} ${this.root.clientWidth} ${this.root.clientHeight}`;
    if (this.tip._html === html && this.tip.dataset.where === where) return;
    setHtml(this.tip, html);
    this.tip.dataset.where = where;
    const m = this.svg.getScreenCTM(), box = this.root.getBoundingClientRect(), p = new DOMPoint(target.cx, target.y).matrixTransform(m), q = new DOMPoint(target.cx, target.y + target.h).matrixTransform(m);
    const w = this.tip.offsetWidth, h = this.tip.offsetHeight, x = Math.max(4, Math.min(box.width - w - 4, p.x - box.left - w / 2)), up = p.y - box.top - h - 10;
    this.tip.style.transform = `translate(${x.toFixed(0)}px,${(up > 2 ? up : Math.min(box.height - h - 4, q.y - box.top + 10)).toFixed(0)}px)`;
  }

  /** A target in words: "Cavalo 17-20 · 17 a 1 · 2 a 60 € · tem 4 €". @param {any} s @param {any} target @param {boolean} rich */
  describe(s, target, rich = false) {
    const spot = this.spotOf(target), kind = this.felt.kinds?.[target.kind && target.spots ? target.kind.replace(/-\d$/, `-${this.ways}`) : target.kind], offer = this.actions.bets.offer(spot), have = this.actions.bets.sumOn(spot), no = offer ? null : barredActs(s).find(o => o.act === 'bet' && o.seat === spot);
    const pays = (kind?.pays ?? []).map(o => t('odds', { a: o.split(':')[0], b: o.split(':')[1] })), ways = pays.length > 3 ? [pays[0], '…', pays[pays.length - 1]] : pays;
    const parts = [capitalise(spotName(s.table, spot)), ways.length ? t('pays', { odds: ways.join(' / ') }) : '', offer?.high ? t('amount.range', { low: formatSum(offer.low), max: formatSum(offer.high) }) : '', have ? t('bet.have', { sum: formatSum(have) }) : '', no ? `${whyBarred(s.table, no)} § ${formatClause(no.law)}` : ''].filter(Boolean);
    const net = this.netIfFalls(s, target);
    const falls = net === null ? '' : t('if-falls', { n: target.text, sum: net ? formatNet(net, true) : '=' });
    return rich ? `<b>${esc(parts[0])}</b>${parts.slice(1).map(p => ` <span>${esc(p)}</span>`).join('')}${falls ? `<em>${esc(falls)}</em>` : ''}` : [...parts, falls].filter(Boolean).join(' · ');
  }

  /** My net result of all bets if a number falls, or null. @param {any} s @param {any} target */
  netIfFalls(s, target) {
    const number = target.zone && /^(straight|neighbours-\d)\//.test(target.spot) ? Number(target.text) : NaN, { bets } = this.actions, { felt } = this;
    if (!felt.covers || Number.isNaN(number)) return null;
    this.nets ??= this.netByNumber(bets.allSums());
    return this.nets && Math.round(this.nets[number]);
  }

  /** The net result of some bets for each number, or null where there are none. @param {[string, number][]} bets */
  netByNumber(bets) {
    const { felt } = this, nets = felt.wheel.order.map(() => 0);
    for (const [spot, stake] of bets) {
      const parts = felt.parts?.[spot] ?? [[spot, 1]], chips = parts.reduce((n, [, c]) => n + c, 0);
      for (const [part, c] of parts) {
        const share = stake * c / chips, pays = ratio(felt.kinds[this.kindOf(part)]?.pays[0] ?? '0'), on = new Set(felt.covers[part]);
        nets.forEach((_, n) => { nets[n] += on.has(n) ? share * pays : -share; });
      }
    }
    return bets.length ? nets : null;
  }

  kindOf(spot) { this.kinds ??= new Map([...this.felt.zones, ...this.felt.points].map(x => [x.spot, x.kind])); return this.kinds.get(spot) ?? spot.split('/')[0]; }

  // ---- the state as it lies there ----------------------------------------------------------------------

  /** @param {import('../core/store.js').State} s */
  render(s) {
    if (!s.table) return;
    this.last = s;
    const box = this.root.parentElement.getBoundingClientRect();
    this.tall = box.width / Math.max(1, box.height) < 1.22;
    this.root.classList.toggle('short', this.tall && box.height < 500);
    this.root.classList.toggle('cramped', !this.tall && Math.min(box.width / 1056, box.height / 640) < .62);
    if (this.game !== `${s.table.id} ${this.tall} ${lang()}`) { this.build(s); this.shownThrow = undefined; }
    this.animate(s);
    this.cards?.render(s);
    this.draw(s);
  }

  /** The throw of this coup, or null while there is none. */
  thrown(s) {
    const { wheel, heap } = this.felt, fell = s.fell?.[wheel ? 'ball' : heap ? 'counters' : 'dice'] ?? null;
    return fell && heap ? [(fell[0] - 1) % heap.by + 1] : fell;   // the remainder of a heap decides
  }

  /** Whether a croupier has covered a real heap and has not lifted the cover yet. @param {import('../core/store.js').State} s */
  heapIsCovered(s) {
    const { covers, lifts } = this.felt.heap, last = s.table.attended ? s.steps.findLast(e => e.step === 'handle' && [covers, lifts].includes(e.what)) : null;
    return last?.what === covers;
  }

  /** Animate a throw once; it ends early when later events arrive. */
  animate(s) {
    const fell = this.thrown(s), mark = fell ? `${s.coup.id} ${s.throws ?? 0} ${fell}` : '', last = s.shown?.results?.[0];
    if (this.wheel) {
      if (s.ballRunning && !mark && !this.wheel.running && s.animate !== false) this.wheel.run(s.spinDirection !== 'left');
      if (mark && mark !== this.shownThrow) {
        if (this.shownThrow === undefined || s.animate === false) this.wheel.rest(fell[0]);
        else { this.stepsAtThrow = s.steps.length; this.root.classList.add('moving'); this.wheel.spin(fell[0], { right: s.spinDirection !== 'left', done: () => this.last && this.draw(this.last) }); }
      } else if (!mark && !s.ballRunning && (this.shownThrow !== '' || !this.wheel.spinning)) this.wheel.rest(last === undefined ? null : Number(last));
      else if (this.wheel.spinning && s.steps.length > this.stepsAtThrow) this.wheel.hurry();
    }
    if (this.dice) {
      this.dice.cover(Boolean(this.felt.dice.cover && s.covered));
      if (mark && mark !== this.shownThrow) {
        if (this.shownThrow === undefined || s.animate === false || this.felt.dice.cover) this.dice.rest(fell);
        else { this.stepsAtThrow = s.steps.length; this.root.classList.add('moving'); this.dice.roll(fell, { done: () => this.last && this.draw(this.last) }); }
      } else if (!mark && !this.dice.rolling) this.dice.rest(this.felt.dice.cover && s.covered ? null : s.lastFell.dice ?? faces(last, this.felt.dice.count));
      else if (this.dice.rolling && s.steps.length > this.stepsAtThrow) this.dice.hurry();
    }
    if (this.heap) {
      const counters = s.fell?.counters?.[0];
      this.heap.cover(Boolean(s.covered || this.heapIsCovered(s)));
      if (mark && mark !== this.shownThrow) {
        if (this.shownThrow === undefined || s.animate === false) this.heap.rest(counters);
        else { this.stepsAtThrow = s.steps.length; this.root.classList.add('moving'); this.heap.count(counters, { done: () => this.last && this.draw(this.last) }); }
      } else if (!mark && !this.heap.counting) this.heap.rest(this.heap.covered ? null : s.lastFell.counters?.[0] ?? null);
      else if (this.heap.counting && s.steps.length > this.stepsAtThrow) this.heap.hurry();
    }
    this.shownThrow = mark;
  }

  get moving() { return Boolean(this.wheel?.spinning || this.dice?.rolling || this.heap?.counting); }

  draw(s) {
    this.nets = undefined;
    const fell = this.moving ? null : this.thrown(s), open = !isClosed(s) && offersOf(s, 'bet').some(o => !o.disabled);
    // After no more bets the loupe closes, but not in the moment while a bet is sent.
    if (open) { clearTimeout(this.closeTimer); this.closeTimer = 0; } else this.closeTimer ||= setTimeout(() => { this.loupe.close(); if (this.touched) this.showTip(null); }, 600);
    this.root.classList.toggle('open', open);
    this.root.classList.toggle('moving', this.moving);
    this.drawBets(s);
    this.drawMarks(s, fell);
    this.drawResults(s);
    this.drawPeople(s);
    this.labelEquipment(s);
    const first = this.focusedSpot || this.targets.find(x => x.zone && this.actions.bets.offer(this.spotOf(x)))?.spot || this.targets[0]?.spot;
    for (const x of this.targets) {
      const tab = x.spot === first ? '0' : '-1', label = this.describe(s, x), may = this.actions.bets.offer(this.spotOf(x));
      if (x.g.getAttribute('tabindex') !== tab) x.g.setAttribute('tabindex', tab);
      if (x.label !== label) { x.label = label; x.g.setAttribute('aria-label', label); }
      const off = String(!may || Boolean(may.disabled));
      if (x.g.getAttribute('aria-disabled') !== off) x.g.setAttribute('aria-disabled', off);
      if (x.zone) this.zoneOf.get(x.spot)?.classList.toggle('shut', open && !may);   // not offered now, for instance because there is no point yet
    }
    if (this.pointed) this.drawTip(this.pointed);
    this.loupe.draw(s);
  }

  /** Draw everybody's chips, each player's in their colour and edge, mine on top; next to them what was paid. */
  drawBets(s) {
    const bySpot = new Map(), { bets } = this.actions, known = new Map(this.targets.flatMap(x => [x.spot, ...Object.values(x.spots ?? {})].map(name => [name, x])));
    const lay = (spot, place, cents, details) => { if (!bySpot.has(spot)) bySpot.set(spot, new Map()); const byPlace = bySpot.get(spot), old = byPlace.get(place); byPlace.set(place, { cents: (old?.cents ?? 0) + cents, ...details, pay: (old?.pay ?? 0) + (details.pay ?? 0) }); };
    const places = new Map(s.seats.map(x => [x.place, x])), own1 = s.seats.find(x => x.yours)?.place ?? '1';
    for (const [bet, cents] of Object.entries(s.bets)) { const { place, spot } = locateBet(s, bet); lay(spot, place, cents, { mine: isMyBet(s, bet), name: places.get(place)?.name, pay: 0 }); }
    for (const [bet, f] of Object.entries(s.settlements)) if (f.pay) { const { place, spot } = locateBet(s, bet); lay(spot, place, s.bets[bet] ? 0 : f.stake, { mine: isMyBet(s, bet), name: places.get(place)?.name, pay: f.pay }); }
    // Bets that no throw has decided stay.
    for (const [bet, f] of Object.entries(s.settlements)) if (f.held && !s.bets[bet]) { const { place, spot } = locateBet(s, bet); lay(spot, place, f.held, { mine: isMyBet(s, bet), name: places.get(place)?.name, pay: 0 }); }
    for (const spot of bets.pendingSpots()) { const sum = bets.pendingSum(spot); bySpot.get(spot)?.delete(own1); if (sum) lay(spot, own1, sum, { mine: true, draft: true, pay: 0 }); }
    const r = this.tall ? 12 : 13.5, htmlBySpot = new Map();
    for (const [spot, people] of bySpot) {
      const target = known.get(spot);
      if (!target) continue;
      const [x, y] = target.chip ?? [target.cx, target.cy], all = [...people].sort(([, a], [, b]) => Number(a.mine) - Number(b.mine));
      all.forEach(([place, b], i) => {
        const dx = (i - (all.length - 1)) * r * .62, paid = b.pay ? `<text class="paid" y="${-r - 3}" font-size="${this.tall ? 12 : 13}" text-anchor="middle">+${esc(formatChip(b.pay))}</text>` : '';
        const disc = b.cents ? token(Number(place) - 1, this.chipLabel(s, place, b.cents), { mine: b.mine && i === all.length - 1, small: this.tall }).replace('<svg ', `<svg x="${-r}" y="${-r}" width="${2 * r}" height="${2 * r}" `) : '';
        htmlBySpot.set(spot, `${htmlBySpot.get(spot) ?? ''}<g class="laid${b.draft ? ' draft' : ''}${b.mine ? ' own' : ''}" data-spot="${esc(spot)}" transform="translate(${(x + dx).toFixed(1)} ${y.toFixed(1)})">${disc}${paid}</g>`);
      });
    }
    this.updatePiles(htmlBySpot);
    for (const b of this.views?.children ?? []) {
      const sum = [...bySpot].reduce((n, [spot, people]) => n + (this.viewOf(spot) === b.dataset.view ? [...people.values()].reduce((m, p) => m + (p.mine ? p.cents : 0), 0) : 0), 0);
      setHtml(b.querySelector('b'), sum && b.dataset.view !== this.view ? esc(formatSum(sum)) : '');
    }
  }

  /** Redraw the chips of the spots that changed. @param {Map<string, string>} htmlBySpot */
  updatePiles(htmlBySpot) {
    for (const [spot, g] of this.piles) if (!htmlBySpot.has(spot)) { g.remove(); this.piles.delete(spot); }
    for (const [spot, html] of htmlBySpot) {
      if (!this.piles.has(spot)) this.piles.set(spot, group(this.chips, 'pile'));
      setHtml(this.piles.get(spot), html);
    }
  }

  viewOf(spot) { this.viewsOf ??= new Map([...this.data.zones, ...(this.data.points ?? [])].flatMap(x => [x.spot, ...Object.values(x.spots ?? {})].map(n => [n, x.view ?? '']))); return this.viewsOf.get(spot); }

  /** The figure on a chip: the number of colour chips, or the sum. @param {any} s @param {string} place @param {number} cents */
  chipLabel(s, place, cents) {
    const value = this.felt.colours ? s.shown?.colours?.[place]?.value ?? s.table.minimum : 0;
    return value && cents % value === 0 ? String(cents / value) : formatChip(cents);
  }

  /** Draw the marker on the number and the puck on the point, and light the winning boxes. */
  drawMarks(s, fell) {
    const key = fell ? [...fell].sort((a, b) => a - b).join('-') : '', won = new Set(fell ? this.felt.covers && this.felt.wheel ? [`straight/${fell[0]}`] : this.felt.lit?.[key] ?? [] : []);
    for (const x of this.targets.filter(o => o.zone)) this.zoneOf.get(x.spot)?.classList.toggle('won', won.has(x.spot) || Boolean(this.felt.wheel && x.track && fell && Number(x.text) === fell[0]));
    const out = [];
    const number = fell && this.felt.wheel ? this.targets.find(x => x.spot === `straight/${fell[0]}`) : null;
    if (number) {
      const deep = number.h < 50, x = number.x + number.w * (number.path && !deep ? .6 : .2), y = number.y + number.h * (deep ? .5 : number.path ? .72 : .3);
      out.push(renderMarker(this.felt.marks, x, y, this.tall ? .85 : 1.15));
    }
    const point = s.point ?? s.shown?.point ?? 0, rest = this.data.puck, where = rest && (!rest.view || rest.view === this.view) ? rest[point || 'off'] : null;
    if (where) out.push(renderPuck(where, Boolean(point), this.tall));
    setHtml(this.things, out.join(''));
  }

  /** Draw the last results: red high, zero in the middle, black low; dice as their points. */
  drawResults(s) {
    const { felt } = this, results = this.data.roads ?? this.data.results;
    this.results.hidden = !results;
    if (!results) return;
    this.positionBox(this.results, results);
    if (this.data.roads) { this.drawRoads(s, results); return; }
    this.results.classList.toggle('row', Boolean(results.row));
    this.results.classList.toggle('under', results.h > 90);
    const list = (s.shown?.results ?? []).map(String), thrown = this.moving ? null : this.thrown(s), shownResults = thrown && felt.wheel && !s.over ? [String(thrown[0]), ...list] : list;
    const ol = felt.wheel
      ? shownResults.slice(0, this.tall ? 11 : Math.floor(results.w / 31)).map(n => `<li class="${{ green: 'z', red: 'r', black: 'b' }[felt.wheel.colours[n]] ?? 'z'}"><span>${esc(n)}</span></li>`).join('')
      : list.slice(0, this.tall ? 8 : Math.min(12, Math.floor(results.w / (felt.heap ? 36 : 48)))).map(v => { const d = felt.dice && faces(v, felt.dice.count); return `<li class="d"><span>${d ? d.reduce((a, b) => a + b, 0) : esc(v)}</span>${d ? `<small>${d.join(' ')}</small>` : ''}</li>`; }).join('');
    const shown = felt.dice && this.tall && thrown ? `<li class="dice" aria-label="${thrown.join(' ')}">${thrown.map(v => `<svg viewBox="-50 -50 100 100" aria-hidden="true">${die(v)}</svg>`).join('')}</li>` : '';
    setHtml(this.results, `<span class="eyebrow" title="${esc(t('past.note'))}">${esc(t(felt.wheel || felt.heap ? 'board.numbers' : felt.dice ? 'board.throws' : 'board.hands'))}</span><ol class="${felt.wheel ? 'hist' : 'sums'}" title="${esc(t('past.note'))}">${shown}${ol || (shown ? '' : '<li class="none">–</li>')}</ol><small class="note">${esc(t('past.note'))}</small>`);
  }

  /** Draw the roads of this shoe; for screen readers the last coups in words. @param {any} s @param {any} box */
  drawRoads(s, box) {
    const all = s.shown?.roads ?? {}, [w, h] = this.tall ? [374, 96] : [box.w - 24, box.h - 24], none = !(all.bead ?? []).length;
    setHtml(this.results, `<span class="eyebrow">${esc(t('roads'))}</span><div class="roads" title="${esc(t('past.note'))}">${renderRoads(all, w, h)}</div><span class="sr">${esc(none ? '–' : roadsInWords(all, v => gameWord(s.table, { P: 'ponto', B: 'banca', T: 'bet.tie' }[v]) || v))}</span><small class="note">${esc(t('past.note'))}</small>`);
  }

  /** Draw who is at the table, with their colour and its value. */
  drawPeople(s) {
    const { felt, data } = this, box = data.people, people = s.seats.filter(x => x.name || x.yours), sits = isClosed(s) ? [] : offersOf(s, 'sit');
    this.people.hidden = !box && !this.tall;
    if (box && !this.tall) this.positionBox(this.people, box);
    const colours = s.shown?.colours ?? {};
    const personItem = x => { const v = colours[x.place]?.value ?? (felt.colours ? s.table.minimum : 0), i = Number(x.place) - 1; return `<li class="${x.yours ? 'you' : ''}${x.online === false ? ' off' : ''}">${token(i, '', {}).replace('<svg ', '<svg width="26" height="26" ')}<span>${x.yours ? t('you') : esc(x.name)}${s.shown?.shooter === x.place ? `<b>${t('shooter')}</b>` : ''}${v ? `<b>${formatSum(v)}</b>` : ''}</span></li>`; };
    const most = box?.h > 90 ? 8 : 3;
    this.people.classList.toggle('many', most > 3);
    const sit = sits.length && !s.seats.some(x => x.yours) ? `<button type="button" class="sitb" data-sit="${esc(sits[0].seat)}">${t('sit')}</button>` : '';
    setHtml(this.people, `<span class="eyebrow">${esc(t(felt.colours ? 'board.values' : 'people'))}</span><ul>${[...people].sort((a, b) => Number(Boolean(b.yours)) - Number(Boolean(a.yours))).slice(0, most).map(personItem).join('')}${people.length > most ? `<li>+${people.length - most}</li>` : ''}</ul>${sit}`);
    const b = this.people.querySelector('.sitb');
    if (b) b.onclick = () => this.actions.sit(b.dataset.sit);
    this.people.classList.toggle('none', !people.length && !sit);
  }

  labelEquipment(s) {
    const pan = this.root.querySelector('.crown');
    if (pan) pan.setAttribute('title', this.moving ? '' : gameWord(s.table, 'wheel') || '');
    const fell = this.thrown(s), label = this.felt.wheel ? t('wheel', { n: this.moving ? '…' : fell?.[0] ?? s.shown?.results?.[0] ?? '–' }) : '';
    this.svg.setAttribute('aria-label', [t('layout'), label].filter(Boolean).join('. '));
  }

  /** Position a box of text as the felt data says. */
  positionBox(e, box) {
    if (this.tall || box.x === undefined) { e.removeAttribute('style'); return; }
    const [w, h] = this.data.size;
    Object.assign(e.style, { left: `${box.x / w * 100}%`, top: `${box.y / h * 100}%`, width: `${box.w / w * 100}%`, height: `${box.h / h * 100}%` });
  }

  /** The size has changed, and perhaps the orientation. */
  fit() { this.render(this.last); }

  /** End all motion now. */
  hurry() { this.wheel?.hurry(); this.dice?.hurry(); this.heap?.hurry(); }
}

/** The faces of "4-3-1", or null. @param {any} v @param {number} count */
const faces = (v, count) => { const d = String(v ?? '').split('-').map(Number); return d.length === count && d.every(n => n >= 1 && n <= 6) ? d : null; };
