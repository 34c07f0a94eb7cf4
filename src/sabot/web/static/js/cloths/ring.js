// A poker table: places around it with stack, cards and bet; board and pot in the middle; the viewer's own cards at the bottom,
// face down until they look. Same interface as the other cloths: it gets the state and draws it. It knows no game.

import { back, card, stack } from '../core/kit.js';
import { setHtml } from '../core/update.js';
import * as motion from '../core/motion.js';
import { renderBoard } from './oval.js';
import { peek } from './peek.js';
import { AllInEquity } from './all_in_equity.js';
import { stackOf, myPlace, readPots } from './pot_state.js';
import { formatChip, cardName, formatSum, joinWithColon, lang, joinList, endSentence, t, withAside, gameWord } from '../core/i18n.js';
import { esc, clauseLink } from '../core/text.js';
import { variantText } from './ring_captions.js';
import { offersOf, isClosed } from '../core/store.js';

const narrowScreen = matchMedia('(max-width:1180px)');   // the page in one column
const el = (name, cls, html = '') => { const e = document.createElement(name); e.className = cls; if (html) e.innerHTML = html; return e; };
const cardFace = code => code ? `<i><span class="full">${card(code, { label: '' })}</span><span class="small">${card(code, { compact: true, label: '' })}</span></i>` : `<i>${back({ label: '' })}</i>`;

/** Places as ranges: 1, 3–10. @param {string[]} places */
const joinRanges = places => places.map(Number).reduce((all, n) => { const last = all[all.length - 1]; if (last?.[1] === n - 1) last[1] = n; else all.push([n, n]); return all; }, []).map(([a, b]) => a === b ? a : `${a}–${b}`);

export class PotTable {
  /** @param {HTMLElement} root @param {{sit: (place: string) => void}} actions */
  constructor(root, actions) {
    Object.assign(this, { root, actions, built: '', last: null, tall: null, cards: new Map(), looking: false });
    this.equity = new AllInEquity(() => this.last && this.render(this.last));
    const sized = new ResizeObserver(() => { this.box = null; if (this.last) this.render(this.last); });   // measured here only, because measuring while drawing forces a new layout of the page
    for (const element of [root, root.parentElement]) sized.observe(element);
    peek.onChange(() => this.last && this.render(this.last));
  }

  build(s) {
    const { felt } = s.table, { root } = this;
    this.data = this.tall ? { ...felt, ...felt.tall, labels: [] } : felt;
    const [w, h] = this.data.size;
    root.classList.add('oval', 'ring');
    root.classList.toggle('tall', this.tall);
    root.style.setProperty('--ow', String(w));
    root.style.setProperty('--oh', String(h));
    root.classList.toggle('six', felt.tall.places.length > 10);
    root.parentElement.style.setProperty('--felt', `var(--felt-${felt.cloth})`);
    root.parentElement.dataset.cloth = felt.cloth;
    for (const c of this.cards.values()) c.remove();
    this.cards = new Map();
    root.innerHTML = `<div class="sheet">${this.tall ? '<span class="rail"></span>' : renderBoard(this.data, w, h)}<ol class="oseats"></ol><div class="rmid"><div class="rkind"></div><div class="rpot"></div><div class="rboard" role="group"></div><ul class="rparts"></ul></div><div class="rlast"></div><div class="rrace"></div>
      <div class="dock" hidden><button type="button" class="peek"></button><button type="button" class="ghost tool keep" aria-pressed="false"></button></div><span class="sr" role="status"></span></div>`;
    const $ = q => root.querySelector(q);
    Object.assign(this, { sheet: $('.sheet'), list: $('.oseats'), mid: $('.rmid'), kind: $('.rkind'), pot: $('.rpot'), board: $('.rboard'), parts: $('.rparts'), past: $('.rlast'), odds: $('.rrace'), dock: $('.dock'), liveRegion: $('.sheet > .sr') });
    if (!this.tall) for (const [name, at] of [['pot', this.data.pot], ['board', this.data.board]]) Object.assign(this[name].style, { left: `${at[0] / w * 100}%`, top: `${at[1] / h * 100}%` });
    this.board.innerHTML = `<span class="slots" aria-hidden="true">${'<i></i>'.repeat(felt.ring.common)}</span><span class="row"></span>`;
    this.board.setAttribute('aria-label', gameWord(s.table, felt.ring.board));
    this.items = new Map();
    for (const p of this.data.places) {
      const item = el('li', 'rseat', '<button type="button" class="oname"></button><span class="rhand"></span><span class="rbet"></span>');
      if (this.tall) Object.assign(item.style, { top: `${p.y}%` }); else {
        Object.assign(item.style, { left: `${p.x / w * 100}%`, top: `${p.y / h * 100}%` });
        for (const [name, at] of [['c', p.cards], ['b', p.chips]]) { item.style.setProperty(`--${name}x`, String(at[0] - p.x)); item.style.setProperty(`--${name}y`, String(at[1] - p.y)); }
      }
      item.dataset.place = p.place;
      item.dataset.side = p.side ?? '';
      item.querySelector('.oname').onclick = () => this.actions.sit(p.place);
      this.items.set(p.place, item);
      this.list.append(item);
    }
    this.bindLook();
    this.built = `${s.table.id} ${this.tall} ${lang()}`;
  }

  /** My cards are shown while a pointer or a key is held on them. */
  bindLook() {
    const look = this.dock.querySelector('.peek'), keep = this.dock.querySelector('.keep');
    look.onpointerdown = e => { look.setPointerCapture(e.pointerId); this.look(true); };
    look.onpointerup = look.onpointercancel = look.onlostpointercapture = () => this.look(false);
    look.oncontextmenu = e => e.preventDefault();
    look.onkeydown = e => { if (e.key === ' ' || e.key === 'Enter') { e.preventDefault(); e.stopPropagation(); this.look(true, true); } };
    look.onkeyup = e => { if (e.key === ' ' || e.key === 'Enter') this.look(false); };
    look.onblur = () => this.look(false);
    keep.onclick = () => peek.setAlways(!peek.always);
  }

  /** @param {boolean} shown @param {boolean} [aloud] whether they are also announced to screen readers: when a key is used */
  look(shown, aloud = false) {
    if (this.looking === shown) return;
    this.looking = shown;
    if (this.last) this.drawMyCards(this.last);
    if (shown && aloud && !this.dock.hidden) this.liveRegion.textContent = endSentence(this.dock.querySelector('.peek').getAttribute('aria-label'));
    if (!shown) this.liveRegion.textContent = '';
  }

  /** @param {import('../core/store.js').State} s */
  render(s) {
    if (!s.table) return;
    this.last = s;
    const box = this.box ??= this.root.parentElement.getBoundingClientRect();
    this.tall = narrowScreen.matches || box.width < 700 || box.height < 430 || box.width / Math.max(1, box.height) < 1.22;
    if (this.built !== `${s.table.id} ${this.tall} ${lang()}`) this.build(s);
    const pots = readPots(s), present = new Set(), newCards = [];
    this.root.classList.toggle('shown', pots.shown);
    this.root.parentElement.dataset.ring = pots.shown ? 'shown' : 'open';
    this.root.classList.toggle('low', this.tall && box.height < 360 && box.width > 430);
    this.root.style.setProperty('--hole', String(Math.max(2, ...Object.entries(s.hands).filter(([h]) => /^\d+$/.test(h)).map(([, h]) => h.cards.length))));   // the number of hole cards changes at a mixed table
    const holder = s.steps.findLast(e => this.data.calls.holder.includes(e.call))?.seat ?? s.shown?.hand ?? '';
    for (const [place, item] of this.items) this.drawSeat(s, pots, place, item, holder === place, present, newCards);
    this.drawCards(this.board.querySelector('.row'), s.hands[this.data.ring.board], pots.best, s, present, newCards);
    for (const [id, c] of this.cards) if (!present.has(id)) { if (s.animate !== false) motion.collect(c, this.dealerPoint()); c.remove(); this.cards.delete(id); }
    if (s.animate !== false) for (const c of newCards) motion.deal(c, this.dealerPoint(), 0);
    const printed = this.sheet.querySelector('.cloth text'), variant = variantText(s);   // the variant is written on the cloth
    if (printed && printed.textContent !== variant) printed.textContent = variant;
    setHtml(this.kind, printed ? '' : esc(variant));
    this.drawMiddle(s, pots);
    this.moveChips(s, pots);
    this.drawMyCards(s, pots);
    this.drawLastPots(s);
    setHtml(this.odds, pots.shown || s.awaits ? this.equity.render(s, place => (s.seats.find(x => x.place === place)?.name || t('place.n', { n: place })).replace(/ \(bot\)$/, '')) : '');
  }

  /** Give the whole record, also what is not yet drawn. @param {import('../core/store.js').State} s */
  setRecord(s) { this.equity.setRecord(s); }

  drawSeat(s, pots, place, item, holds, present, newCards) {
    const { table } = s, seat = s.seats.find(x => x.place === place) ?? { name: '', yours: false }, free = !seat.name && !seat.yours;
    const sit = !isClosed(s) && offersOf(s, 'sit').some(o => o.seat === place), hand = s.hands[place], folded = pots.folded(place), result = s.results[place];
    const act = pots.lastActs[place], cave = stackOf(s, place), machine = / \(bot\)$/.test(seat.name), isAsked = (s.listen?.awaiting ?? []).includes(place) && /^turn/.test(s.listen?.window ?? ''), isAllIn = Boolean(hand) && !cave && !pots.shown;
    item.className = `rseat${free ? ' free' : ''}${seat.yours ? ' me' : ''}${isAsked ? ' on' : ''}${folded ? ' out' : ''}${!free && !hand && !folded && pots.dealt.size ? ' waits' : ''}${seat.name && seat.online === false ? ' off' : ''}${result ? ` is-${result.result}` : ''}${isAllIn ? ' whole' : ''}`;
    const name = item.querySelector('.oname'), called = seat.yours ? t('you') : seat.name ? esc(seat.name.replace(/ \(bot\)$/, '')) : sit ? t('sit') : t('free');
    const combo = result?.facts?.category ? gameWord(table, `category.${result.facts.category}`) || result.facts.category : '', won = pots.won[place];
    const text = free ? '' : this.tall && won ? `+${formatSum(won)}` : this.tall && combo ? combo : isAllIn ? gameWord(table, 'note.all-in') : formatSum(cave);
    setHtml(name, `<i>${place}</i><span class="nm">${called}</span>${machine && !this.tall ? `<small class="bt">${esc(t('bot'))}</small>` : ''}${text ? `<span class="cv${this.tall && won ? ' up' : ''}">${esc(text)}</span>` : ''}${holds ? `<span class="hm" title="${esc(gameWord(table, 'hand-mark'))}">${esc(gameWord(table, 'hand-mark.letter'))}</span>` : ''}${isAsked ? '<s class="tm"></s>' : ''}`);
    name.disabled = !sit;
    name.setAttribute('aria-label', joinWithColon(t('place.n', { n: place }), joinList([free ? sit ? t('sit') : t('free') : seat.yours ? t('you') : machine ? withAside(seat.name.replace(/ \(bot\)$/, ''), t('bot')) : seat.name, !free && t('ring.has', { what: gameWord(table, this.data.ring.cave), sum: formatSum(cave) }), holds && gameWord(table, 'hand-mark'), folded ? gameWord(table, 'does.fold') : act && !pots.shown && gameWord(table, `does.${act}`), pots.round[place] && t('ring.has', { what: gameWord(table, this.data.ring.pot), sum: formatSum(pots.round[place]) }), isAllIn && gameWord(table, 'note.all-in'), combo, won && t('ring.won', { sum: formatSum(won) })])));
    if (isAsked) this.drawTime(s, name.querySelector('.tm'));
    const cards = item.querySelector('.rhand');
    this.drawCards(cards, hand, new Set(result && ['won', 'tie'].includes(result.result) ? result.facts?.cards ?? [] : []), s, present, newCards, Boolean(result));
    // In front of each player: the bet of this round; at the end the combination and what was won.
    const laidSum = pots.round[place];
    const did = act && !isAsked && !pots.shown ? `<em class="did">${esc(gameWord(table, `does.${act}`))}</em>` : '';
    const bet = laidSum ? `${stack(laidSum)}<b>${this.tall ? formatChip(laidSum) : formatSum(laidSum)}</b>${this.tall ? '' : did}` : !this.tall && (combo || won) ? `${combo ? `<em>${esc(combo)}</em>` : ''}${won ? `<b class="up">+${formatSum(won)}</b>` : ''}` : act === 'check' || act === 'fold' ? did : '';
    const out = item.querySelector('.rbet');
    out.className = `rbet${combo ? ' combo' : ''}${laidSum ? ' lies' : ''}`;
    setHtml(out, bet);
  }

  /** Chips fly from a stack to its player's bet, from the bets into the pot, and from the pot to its winner. */
  moveChips(s, pots) {
    const was = this.lastPots, same = was?.coup === s.coup.id, { round, won, gathered } = pots;
    this.lastPots = { coup: s.coup.id, round, won, gathered };
    if (!same || s.animate === false) return;
    const part = (place, what) => this.items.get(place)?.querySelector(what), moved = (after, before) => Object.keys(after).filter(p => after[p] > (before[p] ?? 0));
    for (const p of moved(round, was.round)) motion.fly(part(p, '.oname'), part(p, '.rbet'), stack(round[p] - (was.round[p] ?? 0)));
    if (gathered > was.gathered) for (const p of Object.keys(was.round).filter(p => !round[p])) motion.fly(part(p, '.rbet'), this.pot, stack(was.round[p]));
    for (const p of moved(won, was.won)) motion.fly(this.pot, part(p, '.oname'), stack(won[p] - (was.won[p] ?? 0)));
  }

  /** Draw the time of the player whose turn it is as a line that shortens. */
  drawTime(s, line) {
    if (!line || !s.clock) return;
    if (this.clock !== s.clock) { this.clock = s.clock; this.until = performance.now() + s.clock.left * 1000; }
    const left = Math.max(0, this.until - performance.now()), part = left / 1000 / Math.max(s.clock.of, s.clock.left, 1);
    line.style.width = `${part * 100}%`;
    if (line._of === s.clock || motion.reducedMotion()) return;
    line._of = s.clock;
    line.animate([{ width: `${part * 100}%` }, { width: '0%' }], { duration: left, fill: 'forwards' });
  }

  /** Draw the cards of one hand; cards that only I may see lie face down here. */
  drawCards(host, hand, lit, s, present, newCards, shown = false) {
    (hand?.ids ?? []).forEach((id, i) => {
      let c = this.cards.get(id);
      const code = hand.only?.includes(i) ? '' : hand.cards[i] ?? '';
      if (!c) {
        c = el('span', 'cardbox');
        c.setAttribute('role', 'img');
        this.cards.set(id, c);
        newCards.push(c);
      }
      if (c._code !== code) {
        if (c._code === '' && s.animate !== false) motion.turn(c);
        c._code = code;
        c.innerHTML = cardFace(code);
        c.setAttribute('aria-label', cardName(code || null));
      }
      c.classList.toggle('lit', Boolean(code) && lit.has(code));
      c.classList.toggle('dim', Boolean(code) && (lit.size > 0 || shown) && !lit.has(code));
      if (c.parentElement !== host) host.append(c);
      present.add(id);
    });
    host.style.setProperty('--n', String(hand?.ids.length ?? 0));
    host.classList.toggle('open', Boolean(hand?.cards.some((code, i) => code && !hand.only?.includes(i))));
  }

  /** Draw the pot, and the parts in which it is paid. */
  drawMiddle(s, pots) {
    const { table } = s, { ring } = this.data, sum = pots.gathered, laidSum = pots.total - sum;
    setHtml(this.pot, pots.total || s.listen && !s.over ? `<small>${esc(gameWord(table, ring.pot))}</small>${sum ? stack(sum) : ''}<b>${pots.total ? formatSum(pots.total) : '–'}</b>${laidSum && sum && !pots.shown ? `<span>${esc(t('ring.with', { sum: formatSum(laidSum) }))}</span>` : ''}` : '');
    this.parts.classList.toggle('piles', pots.piles.length > 0);
    setHtml(this.parts, pots.piles.length ? pots.piles.map((p, i) => `<li class="pile${p.seats.includes(myPlace(s)) ? ' mine' : ''}" title="${esc(p.words)}"><span class="sr">${esc(p.words)}</span><span aria-hidden="true">${i ? '' : `${esc(t('pile.main'))} `}<b>${esc(p.sum)}</b> <small>${joinList(joinRanges(p.seats))}</small></span></li>`).join('') + `<li class="pile">${clauseLink(pots.piles[0].law)}</li>` : pots.parts.slice(this.tall ? -2 : -3).map(p => `<li>${esc(withAside(p.words, s.seats.find(x => x.place === p.seat)?.yours ? t('you') : s.seats.find(x => x.place === p.seat)?.name || t('place.n', { n: p.seat })))} ${clauseLink(p.law)}</li>`).join(''));
  }

  /** Draw my own cards at the bottom. */
  drawMyCards(s) {
    const place = myPlace(s), hand = place && s.hands[place], { dock } = this, look = dock.querySelector('.peek'), keep = dock.querySelector('.keep');
    dock.hidden = !hand || !hand.cards.some(Boolean);
    if (dock.hidden) { this.looking = false; return; }
    const shown = !hand.only?.length, open = shown || this.looking || peek.always;
    setHtml(look, hand.cards.map(code => `<span class="cardbox">${cardFace(open ? code : '')}</span>`).join('') + (open ? '' : `<span class="hint">${esc(t('ring.hold'))} <kbd>${esc(gameWord(s.table, 'key.look'))}</kbd></span>`));
    look.setAttribute('aria-label', open ? joinWithColon(t('ring.mine'), joinList(hand.cards.map(cardName))) : t('ring.look'));
    look.disabled = shown;
    keep.hidden = shown;
    keep.setAttribute('aria-pressed', String(peek.always));
    setHtml(keep, t(peek.always ? 'ring.cover' : 'ring.always'));
  }

  /** Draw the last pots where there is room. */
  drawLastPots(s) {
    const all = (s.shown?.results ?? []).slice(0, 4).map(r => String(r).split(' '));
    setHtml(this.past, all.length && !this.tall ? `<small>${esc(t('ring.last'))}</small>${all.map(([what, sum]) => `<span>${esc(gameWord(s.table, `category.${what}`) || what)} <b>${formatSum(Number(sum) || 0)}</b></span>`).join('')}` : '');
  }

  /** The point from which cards come: the dealer sits at the top. */
  dealerPoint() { if (motion.reducedMotion()) return { x: 0, y: 0 }; const r = this.sheet.getBoundingClientRect(); return { x: r.left + r.width / 2, y: r.top + 10 }; }

  fit() { if (this.last) this.render(this.last); }

  hurry() { /* nothing rolls here */ }
}
