// A table with places on an arc: hands, bets, names and the last results of the bank, drawn from the state.

import { back, card, stack, token } from '../core/kit.js';
import { setHtml } from '../core/update.js';
import { SHOE_POSITION, trayPosition, renderCloth, discardPile, jackpotMeter, bandPosition, placeRoom } from './felt.js';
import * as motion from '../core/motion.js';
import { formatNumber, formatChip, cardName, formatSum, joinWithColon, joinList, joinPhrases, formatFullSum, joinSentences, formatNet, netClass, t, withAside, gameWord } from '../core/i18n.js';
import { betsOnSpot, mainBetsOn, isBetting, decidingBet, handsOf, isMyPlace, parseBetName, offersOf, isMyBet, placeNet, placeOf, isClosed } from '../core/store.js';
import { bettorName, spotName } from '../record/narration.js';

const el = (tag, cls = '', html = '') => { const e = document.createElement(tag); if (cls) e.className = cls; if (html) e.innerHTML = html; return e; };
const escapeHtml = s => String(s ?? '').replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
const toggleClass = (e, name, on) => e.classList.toggle(name, Boolean(on));
/** A sum of at most four characters: 200, 2,4k. */
const shortFigure = cents => Math.abs(cents) < 100_000 ? formatChip(Math.abs(cents)) : `${formatChip(Math.round(Math.abs(cents) / 10_000) * 10)}k`;
/** The owners of bets, each with the sum, for those who cannot tell them by colour. */
const betOwners = (s, bets) => joinPhrases(bets.map(bet => joinWithColon(bettorName(s, bet), formatSum(s.bets[bet]))));
/** A net result without its currency: +1 220, −7,50, =. */
const netFigure = cents => cents ? formatNet(Math.abs(cents) < 100_000 ? cents : Math.trunc(cents / 100) * 100, true, formatNumber) : '=';   // cents of large sums are shown only in the summary

/** The narrow screen of a phone or a tablet, and the low screen of a phone held sideways; the same conditions as in the style sheets. */
export const narrowScreen = matchMedia('(max-width:1180px)'), lowScreen = matchMedia('(max-width:1180px) and (max-height:520px)');

export class ArcTable {
  /**
   * @param {HTMLElement} board
   * @param {{onSpot: (seat: string) => void, onPlace: (place: string) => void, onSit: (place: string) => void, pending: (place: string) => number, reserve: (place: string) => boolean, target: () => string, chip: () => number}} actions
   */
  constructor(board, actions) {
    Object.assign(this, { board, actions, cards: new Map(), places: new Map(), game: '' });
    new ResizeObserver(() => { this.width = 0; if (this.last) this.fit(this.last); }).observe(board);   // measured here only, because measuring while drawing forces a new layout of the page
    for (const turned of [narrowScreen, lowScreen]) turned.addEventListener('change', () => this.last && this.render({ ...this.last, animate: false }));   // the device was rotated
  }

  /** Build the fixed parts: cloth, bank, indicator, one item a place. */
  build(table) {
    const { felt } = table;
    this.board.innerHTML = renderCloth(felt);
    this.board.parentElement.style.setProperty('--felt', `var(--felt-${felt.cloth})`);
    this.cards.clear();
    this.places.clear();
    this.results = el('div', 'last');
    this.bank = el('div', 'bank', '<span class="name"></span><div class="hand" data-hand="bank"><b class="pill" hidden></b></div>');
    this.motto = el('p', 'motto phone');
    this.motto.lang = 'pt';
    this.seats = el('ol', 'seats');
    this.band = el('div', 'band');
    this.asides = {};
    for (const name of ['burn', 'aside', 'spoilt']) {
      this.asides[name] = el('div', 'corner', `<span></span><div class="hand" data-hand="${name}"><b class="pill" hidden></b></div>`);
      this.asides[name].hidden = true;
    }
    this.corners = el('div', 'corners');
    this.corners.append(...Object.values(this.asides));
    this.board.append(this.results, this.bank, this.motto, this.band, this.corners, this.seats);
    for (const place of felt.places) {
      const item = el('li', 'seat');
      for (const [name, value] of [['--x', `${place.x}%`], ['--y', `${place.y}%`], ['--a', `${place.lean}deg`], ['--o', String(20 - Number(place.place))]]) item.style.setProperty(name, value);
      item._lean = place.lean;
      item._place = place;
      item.innerHTML = `<span class="sr"></span><div class="play"></div>${felt.spots ? '<div class="sides"></div>' : ''}<span class="tag"><button type="button" class="who"></button><b class="gain" hidden></b><button type="button" class="sitb" hidden></button></span>`;
      item.querySelector('.who').onclick = e => { if (e.detail) e.currentTarget.blur(); this.actions.onPlace(place.place); };
      item.querySelector('.sitb').onclick = () => this.actions.onSit(place.place);
      this.buildSpots(item, place.place, felt);
      toggleClass(item, 'east', place.x > 55);
      this.places.set(place.place, item);
      this.seats.append(item);
    }
    this.game = table.id;
    toggleClass(this.board, 'alone', felt.places.length === 1); toggleClass(this.board, 'five', felt.hand === 5);
    this.board.dataset.cloth = felt.cloth;
    const spots = (felt.spots ?? []).length;
    toggleClass(this.board, 'sided', spots); toggleClass(this.board, 'rich', spots > 5); toggleClass(this.board, 'crowd', felt.places.length > 7);
  }

  /** Build the spots of a place's additional bets: circles, the button and numbered boxes of streaks, the slot of the jackpot. */
  buildSpots(item, place, felt) {
    const box = item.querySelector('.sides'), spots = felt.spots ?? [];
    item._spots = new Map();
    for (const spot of spots) {
      if (spot.streak && felt.buttons && !item._button) {
        if (spots.length > 4 && item._spots.size) box.append(el('i', 'br'));
        item._button = el('span', 'button');
        item._button.hidden = true;
        box.append(item._button);
      }
      const b = el('button', `sp ${spot.streak ? 'streak' : spot.spot === 'jackpot' ? 'slot' : 'round'}`), seat = `${place}/${spot.spot}`;
      b.type = 'button';
      b.dataset.seat = seat;
      b.onclick = e => { if (e.detail) b.blur(); this.actions.onSpot(seat); };
      item._spots.set(seat, { b, spot });
      box.append(b);
    }
  }

  /** @param {import('../core/store.js').State} s */
  render(s) {
    if (!s.table) return;
    if (this.game !== s.table.id) this.build(s.table);
    const moves = !motion.reducedMotion(), was = new Map(moves ? [...this.cards].map(([id, c]) => [id, c.getBoundingClientRect()]) : []);
    this.last = s;
    this.front = this.frontPlaces(s);
    this.drawFixed(s);
    const present = new Set(), newCards = [];
    this.drawHand(s, 'bank', this.bank.querySelector('.hand'), present, newCards);
    for (const [name, corner] of Object.entries(this.asides)) {
      corner.hidden = !s.hands[name];
      setHtml(corner.querySelector('span'), escapeHtml(gameWord(s.table, name)));
      this.drawHand(s, name, corner.querySelector('.hand'), present, newCards);
    }
    for (const [place, item] of this.places) this.drawPlace(s, place, item, present, newCards);
    for (const [id, c] of this.cards) if (!present.has(id)) { if (moves) motion.collect(c, this.screenPoint(trayPosition(this.last.table.felt))); c.remove(); this.cards.delete(id); }
    this.fit(s);
    for (const [id, c] of this.cards) if (was.has(id)) motion.slide(c, was.get(id), this.leanOf(c));
    const from = moves && newCards.length ? this.screenPoint(SHOE_POSITION) : SHOE_POSITION;   // measured only if something moves
    for (const c of newCards) if (s.animate !== false) motion.deal(c, from, this.leanOf(c));
  }

  /** The places that are drawn larger: mine; on a phone, if I have none, those that I have bet on or am about to. */
  frontPlaces(s) {
    const all = [...this.places.keys()], myPlaces = all.filter(p => isMyPlace(s, p));
    if (!this.isPhone()) return myPlaces;
    // A phone has room for one place with all its spots, or for a few hands that can still be read.
    const hands = myPlaces.reduce((n, p) => n + Math.max(1, handsOf(s, p).length, Object.keys(s.results).filter(h => placeOf(h) === p && !h.includes('/')).length), 0);
    if (myPlaces.length > 1 && (this.board.classList.contains('rich') || hands > (this.board.clientWidth * (lowScreen.matches ? .56 : 1) < 480 ? 3 : 6))) {
      const active = myPlaces.find(p => (s.listen?.awaiting ?? []).some(h => placeOf(h) === p) && !isBetting(s)) ?? myPlaces.find(p => p === placeOf(this.actions.target() || ''));
      return [active ?? myPlaces[0]];
    }
    if (myPlaces.length) return myPlaces;
    const bet = all.filter(p => Object.keys(s.bets).some(b => placeOf(b) === p && isMyBet(s, b))), target = placeOf(this.actions.target() || '');
    return (bet.length ? [...new Set([...(bet.includes(target) ? [target] : []), ...bet])] : target ? [target] : []).slice(0, this.board.classList.contains('rich') ? 1 : 2);
  }

  /** Draw the lettering for a phone, the indicator (4.c), the bank's name, the discard tray. */
  drawFixed(s) {
    const { felt } = s.table;
    setHtml(this.motto, [[...(felt.lettering ?? []).filter(l => l.size === 'large'), felt.band].filter(Boolean).map(l => escapeHtml(l.text)).join(' · '), ...(felt.lettering ?? []).filter(l => l.size !== 'large').map(l => escapeHtml(l.text))].filter(Boolean).join('<br>'));
    const list = (s.shown?.results ?? []).slice(0, 8);
    this.results.hidden = !felt.indicator;
    setHtml(this.results, `<span class="eyebrow">${escapeHtml(felt.indicator?.text ?? '')}</span><ol>${list.map(v => {
      const n = Number(v);
      return n > 21 ? `<li class="bust" aria-label="${t('struck', { n: v })}">${v}</li>` : v === '-' ? '<li class="none">–</li>' : Number.isNaN(n) ? `<li class="nat">${escapeHtml(v)}</li>` : `<li>${v}</li>`;
    }).join('') || '<li class="none">–</li>'}</ol>${felt.jackpot ? '<span class="pool phone"></span>' : ''}`);
    const hole = s.hands.bank?.cards.filter(c => !c).length ?? 0, r = s.results.bank;
    setHtml(this.bank.querySelector('.name'), `${escapeHtml(gameWord(s.table, 'bank'))}<small>${hole ? t(hole > 1 ? 'hole.n' : 'hole', { n: hole }) : r ? escapeHtml(gameWord(s.table, `result.${r.result}`)) : ''}</small>`);
    toggleClass(this.bank, 'empty', !s.hands.bank);
    const discarded = s.cardsDealt - this.cardsOnTable(s), pile = this.board.querySelector('#f-discards');
    if (pile) { const html = discardPile(Math.max(0, discarded)); if (pile._html !== html) { pile._html = html; pile.innerHTML = html; } }
    const pool = this.board.querySelector('#f-meter'), spots = new Set((felt.spots ?? []).map(x => x.spot));
    if (pool) {
      const sum = formatFullSum(s.pool || felt.jackpot.start), html = jackpotMeter(felt.jackpot.text, sum);
      if (pool._html !== html) { pool._html = html; pool.innerHTML = html; }
      this.results.querySelector('.pool').innerHTML = `${escapeHtml(felt.jackpot.text)} <b>${sum}</b>`;
    }
    // One disc a place: mine, else the first bettor's. A second disc below shows that there are more; the place's page names them.
    const insured = new Map();
    for (const bet of Object.keys(s.bets)) {
      if (!bet.includes('/') || spots.has(parseBetName(bet).spot)) continue;
      const place = placeOf(bet), old = insured.get(place);
      insured.set(place, { bet: old && (isMyBet(s, old.bet) || !isMyBet(s, bet)) ? old.bet : bet, all: [...(old?.all ?? []), bet] });
    }
    setHtml(this.band, [...insured].map(([place, { bet, all }]) => {
      const where = bandPosition(felt.places, place), yours = isMyBet(s, bet), more = all.length > 1, label = escapeHtml(joinSentences([t('place.n', { n: place }), betOwners(s, all)]));
      return `<span class="side${yours ? ' ours' : ''}" style="left:${where.x}%;top:${where.y}%" role="img" aria-label="${label}" title="${label}">${token(Number(parseBetName(bet).tag), formatChip(s.bets[bet]), { mine: yours, more })}<b>${formatSum(s.bets[bet])}</b></span>`;
    }).join(''));
  }

  cardsOnTable(s) { return Object.values(s.hands).reduce((n, h) => n + h.cards.length, 0); }

  drawPlace(s, place, item, present, newCards) {
    const seat = s.seats.find(x => x.place === place) ?? { name: '', yours: false }, yours = isMyPlace(s, place);
    const names = handsOf(s, place), play = item.querySelector('.play');
    const decided = Object.keys(s.results).filter(h => placeOf(h) === place && !h.includes('/'));
    const rows = names.length || decided.length ? [...new Set([...names, ...decided])].sort() : [place];
    const free = !seat.name && !yours, offered = !isClosed(s) && offersOf(s, 'sit').some(o => o.seat === place), sit = offered || (free && this.actions.reserve(place));
    // Where one may also bet on a free place, the circle takes the bet and a button takes the seat.
    const bets = !isClosed(s) && offersOf(s, 'bet').some(o => o.seat === place), mixed = sit && bets;
    const hasMyBet = Object.keys(s.bets).some(b => placeOf(b) === place && isMyBet(s, b));
    toggleClass(item, 'me', this.front.includes(place)); toggleClass(item, 'free', free); toggleClass(item, 'off', seat.online === false && !free); toggleClass(item, 'busy', names.length); toggleClass(item, 'here', hasMyBet && !yours);
    for (const sub of [...play.children]) if (!rows.includes(sub.dataset.hand)) sub.remove();
    rows.forEach((name, i) => {
      let sub = play.querySelector(`[data-hand="${name}"]`);
      if (!sub) {
        sub = el('div', 'sub', `<div class="hand"><b class="pill" hidden></b></div><div class="ring"><button type="button" class="spot"></button><button type="button" class="others" hidden></button></div>`);
        sub.dataset.hand = name;
        sub.querySelector('.spot').onclick = e => {
          if (e.detail) e.currentTarget.blur();   // so that Enter deals after a click
          if (sub._sit) this.actions.onSit(place); else this.actions.onSpot(place);
        };
        sub.querySelector('.others').onclick = () => this.actions.onPlace(place);
      }
      if (play.children[i] !== sub) play.insertBefore(sub, play.children[i] ?? null);
      this.drawHand(s, name, sub.querySelector('.hand'), present, newCards);
      this.drawSpot(s, place, name, sub, { yours, sit: sit && !mixed, bets });
    });
    this.drawSideBets(s, place, item);
    const who = item.querySelector('.who'), sitb = item.querySelector('.sitb');
    setHtml(who, `<i>${place}</i><span>${yours ? t('you') : seat.name ? escapeHtml(seat.name) : sit ? '' : t('free')}</span>${seat.online === false && seat.name ? ` <em>${t('offline')}</em>` : ''}`);
    const open = joinWithColon(t('place.n', { n: place }), t('place.open'));
    if (who.getAttribute('aria-label') !== open) who.setAttribute('aria-label', open);
    sitb.hidden = !mixed;
    setHtml(sitb, mixed ? t(s.reservedPlace === place ? 'sit.kept' : 'sit') : '');
    if (mixed) sitb.setAttribute('aria-label', joinWithColon(t('sit'), t('place.n', { n: place })));
    // The net result of the whole place, if it has several bets.
    const parts = Object.keys(s.settlements).filter(b => placeOf(b) === place).length;
    const net = parts > 1 && rows.every(h => s.results[h] && !mainBetsOn(s, h).length) ? placeNet(s, place) : null, gain = item.querySelector('.gain');
    gain.hidden = net === null;
    if (net !== null) { gain.className = `gain ${netClass(net)}`; setHtml(gain, netFigure(net)); }
    setHtml(item.querySelector('.sr'), this.placeText(s, place, seat, yours, rows));
    toggleClass(item, 'bets', (yours || this.front.includes(place)) && !names.length && !decided.length);
  }

  /** Draw the additional bets of a place: what lies there, what may be bet, and the streak's button. */
  drawSideBets(s, place, item) {
    const may = isClosed(s) ? [] : offersOf(s, 'bet'), target = this.actions.target();
    for (const [seat, { b, spot }] of item._spots) {
      const betsHere = betsOnSpot(s, seat), offer = may.find(o => o.seat === seat && !o.disabled), draft = this.actions.pending(seat), hasChip = spot.spot === 'jackpot' && place in s.jackpotChips;
      const yours = betsHere.find(x => isMyBet(s, x)), sum = draft || betsHere.reduce((n, x) => n + s.bets[x], 0), top = yours ?? betsHere[0];
      b.disabled = !offer;
      toggleClass(b, 'target', offer && target === seat); toggleClass(b, 'draft', draft); toggleClass(b, 'lit', hasChip || betsHere.length); toggleClass(b, 'has', sum); toggleClass(b, 'own', Boolean(yours) || (hasChip && s.jackpotChips[place]));
      const won = Object.entries(s.settlements).filter(([bet]) => bet.includes('/') && placeOf(bet) === place && parseBetName(bet).spot === spot.spot), mySettlements = won.filter(([bet]) => isMyBet(s, bet));
      const net = !sum && won.length && won.some(([bet]) => s.results[bet]) ? (mySettlements.length ? mySettlements : won).reduce((n, [, f]) => n + f.pay - f.collect, 0) : null;
      const html = spot.spot === 'jackpot' ? `<i></i><u>${hasChip || sum ? '●' : escapeHtml(spot.text)}</u>`
        : sum ? token(top ? Number(parseBetName(top).tag) : 0, formatChip(draft || (yours ? s.bets[yours] : s.bets[betsHere[0]])), { small: true, more: betsHere.length > 1 })
          : net !== null ? `<b class="${netClass(net)}">${net ? `<s>${net > 0 ? '+' : '−'}${shortFigure(net)}</s><i>${net > 0 ? '+' : '−'}</i>` : '='}</b>` : `<u>${escapeHtml(spot.text)}</u>`;
      setHtml(b, html);
      const name = joinWithColon(joinList([spotName(s.table, spot.spot), t('place.n', { n: place })]), draft ? formatSum(sum) : betsHere.length ? betOwners(s, betsHere) : net === null ? '' : net ? formatNet(net, true) : '=');
      const label = offer ? joinSentences([name, t('bet.spot', { v: formatSum(offer.low === offer.high ? offer.low : this.actions.chip() * 100) })]) : name;
      if (b.getAttribute('aria-label') !== label) { b.setAttribute('aria-label', label); b.title = label; }
    }
    if (item._button) {
      const isShown = s.streaks[place] !== undefined || Object.keys(s.bets).some(x => placeOf(x) === place && parseBetName(x).spot.startsWith('streak'));
      item._button.hidden = !isShown;
      if (isShown) { const n = (s.streaks[place] ?? 0) + 1; setHtml(item._button, `<b>${n}</b><small>${t('button')}</small>`); item._button.setAttribute('aria-label', t('button.next', { n })); item._button.setAttribute('role', 'img'); }
    }
  }

  placeText(s, place, seat, yours, rows) {
    const who = yours ? t('you') : seat.name || t('free'), all = mainBetsOn(s, place);
    const totals = rows.map(h => s.hands[h]).map(hand => hand?.total !== undefined && withAside(String(hand.total), hand.soft && t('soft')));
    return escapeHtml(joinSentences([joinList([t('place.n', { n: place }), who]), ...totals, all.length > 1 ? betOwners(s, all) : all.length && formatSum(s.bets[all[0]])]));
  }

  /** Draw a row of cards and its total. */
  drawHand(s, name, box, present, newCards) {
    const hand = s.hands[name], pill = box.querySelector('.pill'), result = s.results[name];
    (hand?.ids ?? []).forEach((id, i) => {
      let c = this.cards.get(id);
      const code = hand.cards[i];
      if (!c) {
        c = el('span', 'cardbox');
        c.setAttribute('role', 'img');
        this.cards.set(id, c);
        newCards.push(c);
      }
      if (c._code !== (code ?? '')) {
        if (c._code === '') motion.turn(c);
        c._code = code ?? '';
        c.innerHTML = code ? `<i class="full">${card(code, { label: '' })}</i><i class="small">${card(code, { compact: true, label: '' })}</i>` : back({ label: '' });
      }
      c.setAttribute('aria-label', cardName(code));
      if (box.children[i] !== c) box.insertBefore(c, box.children[i] ?? null);
      present.add(id);
    });
    const natural = result?.result === 'blackjack' || (result?.hand === 'bank' && result.result === 'blackjack');
    const out = !hand && result && name !== 'bank' && s.hands.bank;
    const label = natural ? 'BJ' : hand?.total !== undefined && hand.cards.some(Boolean) ? `${hand.soft ? '<small>A</small>' : ''}${hand.total}` : out ? escapeHtml(gameWord(s.table, `result.${result.result}`)) : '';
    pill.hidden = !label;
    setHtml(pill, label);
    pill.className = `pill${natural ? ' bj' : ''}${result ? ` is-${result.result}` : ''}${hand?.soft && !result ? ' soft' : ''}${out ? ' word' : ''}`;
    if (hand?.soft) pill.title = t('soft'); else pill.removeAttribute('title');
    box.style.setProperty('--n', String(Math.max(2, hand?.ids.length ?? 2)));
    box._cards = Math.max(2, hand?.ids.length ?? 2);
  }

  /** Draw the circle: the bets and their owners, a draft, or the free place. */
  drawSpot(s, place, name, sub, { yours, sit, bets }) {
    const spot = sub.querySelector('.spot'), others = sub.querySelector('.others'), pending = name === place ? this.actions.pending(place) : 0;
    sub._sit = sit;
    const betsHere = mainBetsOn(s, name).map(bet => ({ bet, n: Number(parseBetName(bet).tag), sum: s.bets[bet], mine: isMyBet(s, bet), draft: false }));
    if (pending) {
      const pendingBet = betsHere.find(x => x.mine);
      if (pendingBet) Object.assign(pendingBet, { sum: pending, draft: true }); else betsHere[yours ? 'unshift' : 'push']({ bet: '', n: yours ? 0 : Math.max(0, ...betsHere.map(x => x.n)) + 1, sum: pending, mine: true, draft: true });
    }
    const [first, ...rest] = betsHere, sum = first?.sum ?? 0, awaited = s.listen?.awaiting ?? [];
    const turn = s.listen && s.listen.clock === 'decision' && awaited.includes(name);
    // discs: where there is no room for a figure beside the chips it is on them
    const discs = first && (first.n || rest.length || name.includes('.'));
    toggleClass(sub, 'on', turn); toggleClass(sub, 'target', bets && this.actions.target() === place); toggleClass(sub, 'draft', first?.draft); toggleClass(sub, 'shared', rest.length); toggleClass(sub, 'disc', discs);
    toggleClass(sub, 'done', s.results[name]);
    spot.disabled = !((bets && name === place) || sit);
    const label = sit ? joinWithColon(t('sit'), t('place.n', { n: place })) : bets ? t(sum ? 'bet.here' : 'bet.none', { n: place, sum: formatSum(betsHere.find(x => x.mine)?.sum ?? 0), v: formatSum(this.actions.chip() * 100) }) : joinWithColon(t('place.n', { n: place }), sum ? formatSum(sum) : '');
    const betNames = betsHere.filter(x => x.bet && !x.draft).map(x => x.bet), names = betNames.length > 1 || (betNames.length && !betsHere[0].mine) ? betOwners(s, betNames) : '', fullLabel = names ? joinSentences([label, names]) : label;
    if (spot.getAttribute('aria-label') !== fullLabel) { spot.setAttribute('aria-label', fullLabel); spot.title = names; }
    // After the decision: my net result, else that of the first bettor.
    const settled = s.results[name] && !sum ? Object.entries(s.settlements).filter(([bet]) => { const b = parseBetName(bet); return b.hand === name && !b.spot; }) : [];
    const mySettled = settled.filter(([bet]) => isMyBet(s, bet)), counted = mySettled.length ? mySettled : settled.slice(0, 1), net = counted.reduce((n, [, f]) => n + f.pay - f.collect, 0);
    const html = counted.length ? `<b class="gainin ${netClass(net)}">${net ? `<s>${netFigure(net)}</s><i>${net > 0 ? '+' : '−'}</i>` : '='}</b>`
      : sum ? `${discs ? token(first.n, formatChip(sum), { mine: first.mine && rest.length }) : stack(sum)}<span class="amt${first.mine ? ' ours' : ''}"><s class="l">${formatSum(sum)}</s><s class="b">${formatChip(sum)}</s></span>`
        : sit ? `<span class="word">${t(s.reservedPlace === place ? 'sit.kept' : isBetting(s) || offersOf(s, 'sit').length ? 'sit' : 'sit.next')}</span>` : bets && !s.hands[name] ? '<span class="plus">+</span>' : '';
    const grew = sum > (spot._sum ?? 0);
    spot._sum = sum;
    if (spot._html !== html) { setHtml(spot, html); if (grew && sum) { const chip = spot.querySelector('.chip'); if (chip) motion.drop(chip); } }
    others.hidden = !rest.length;
    const decides = rest.length ? decidingBet(s, name) : '';
    setHtml(others, rest.slice(0, 2).map(x => `<span class="${x.mine ? 'ours' : ''}${x.draft ? ' draft' : ''}${x.bet === decides ? ' chief' : ''}"${x.bet && !x.draft ? ` title="${escapeHtml(betOwners(s, [x.bet]))}"` : ''}>${token(x.n, formatChip(x.sum), { mine: x.mine })}</span>`).join('') + (rest.length > 2 ? `<em>+${rest.length - 2}</em>` : ''));
    if (rest.length) others.setAttribute('aria-label', joinWithColon(t('place.n', { n: place }), betOwners(s, betsHere.filter(x => x.bet && !x.draft).map(x => x.bet)) || t('place.bets', { n: betsHere.length })));
  }

  leanOf(c) { const seat = c.closest('.seat'); return seat && !this.isPhone() ? seat._lean : 0; }
  isPhone() { return narrowScreen.matches; }

  /** A point of the cloth on the screen. */
  screenPoint({ x, y }) {
    const r = this.board.getBoundingClientRect();
    return { x: r.left + r.width * x / 100, y: r.top + r.height * y / 100 };
  }

  /** Shrink hands, circles and cards so that each place stays within its part of the cloth. */
  fit(s) {
    const phone = this.isPhone(), front = this.front;
    const cols = Math.max(1, this.places.size - front.length), whole = this.width ||= this.board.clientWidth, wide = lowScreen.matches ? whole * .56 : whole;
    this.board.style.setProperty('--cols', String(cols));
    toggleClass(this.board, 'abreast', phone && front.length > (lowScreen.matches ? 1 : 2));
    this.board.style.setProperty('--cell', `${((whole - 16) / cols).toFixed(1)}px`);
    for (const [place, item] of this.places) {
      const subs = [...item.querySelectorAll('.sub')];
      toggleClass(item, 'split', subs.length > 1);
      if (!phone) { this.fitPlace(item, subs); continue; }
      const yours = front.includes(place), each = front.length || 1, n = Math.max(2, ...subs.map(sub => sub.firstChild._cards ?? 2));
      toggleClass(item, 'many', yours && (subs.length > 2 || each > 1 || (subs.length > 1 && wide < 480)));
      if (!yours) { for (const sub of subs) sub.firstChild.style.removeProperty('--lap'); continue; }
      const base = Math.max(94, wide * .15), gap = subs.length > 2 || each > 1 ? 8 : 26, room = ((wide - 20) / each - (subs.length - 1) * gap - 4) / subs.length;
      const step = Math.min(.45, Math.max(.2, (room / (base * .6) - 1) / (n - 1)));
      item.style.setProperty('--fit', Math.max(.32, Math.min(1, room / (base * (1 + step * (n - 1))))).toFixed(3));
      for (const sub of subs) sub.firstChild.style.setProperty('--lap', (step - 1).toFixed(3));
      item.style.setProperty('--own', String(each));
      item.style.setProperty('--k', String(each - 1 - front.indexOf(place)));
    }
    if (phone) this.tighten(s);
  }

  /** On a phone everything must end above the caption: the cloth shrinks step by step. */
  tighten(s) {
    const { board } = this, steps = ['t1', 't2', 't3', 't4'], low = [...board.querySelectorAll('.me')], hand = this.bank.querySelector('.hand'), end = () => low.matches ? this.results.getBoundingClientRect().bottom : Math.max(hand.getBoundingClientRect().bottom, s.hands.bank ? hand.querySelector('.pill').getBoundingClientRect().bottom : 0) + 6;
    board.classList.remove(...steps);
    const full = () => board.scrollHeight > board.clientHeight + 1 || low.some(x => x.scrollHeight > x.clientHeight + 1 || x.getBoundingClientRect().top < end());
    for (const step of steps) { if (!full()) return; board.classList.add(step); }
  }

  /** Half the width that a place would like to have, in units of the cloth. */
  wantedWidth(item) {
    const subs = [...item.querySelectorAll('.sub')], cards = Math.max(2, ...subs.map(sub => sub.firstChild._cards ?? 2)), yours = item.classList.contains('me');
    return subs.length > 1 ? Math.min(3, subs.length) * (yours ? 58 : 40) : (yours ? 44 : 34) * (1 + .4 * (cards - 1)) + (item.querySelector('.others:not([hidden])') ? 18 : 4);
  }

  /** Make hands, cards and circles of a place as large as its part of the cloth allows. */
  fitPlace(item, subs) {
    const at = p => this.places.get(p), { left, right, deep } = placeRoom(this.last.table.felt, item._place, p => this.wantedWidth(at(p)), p => at(p).querySelectorAll('.sub').length > 1);
    const yours = item.classList.contains('me'), alone = this.places.size === 1, rich = this.board.classList.contains('rich');
    const n = subs.length, shift = n > 1 ? Math.max(-40, Math.min(40, (right - left) / 2)) : 0, room2 = 2 * (Math.min(left + shift, right - shift) - 3);
    const cards = Math.max(2, ...subs.map(sub => sub.firstChild._cards ?? 2)), base = alone ? 94 : (yours ? 84 : 66) * (rich ? .88 : 1);
    const lay = cols => {
      const rows = Math.ceil(n / cols), cell = (room2 - (cols - 1) * 8) / cols;
      const r = n > 1 ? Math.min(n < 3 ? 26 : 22, (deep / rows - 28) / 3.4, cell * .36) : rich ? 25 : yours ? 33 : 31;
      const tall = (deep - (rows - 1) * 12) / rows - 2 * r - (n > 1 ? 13 : 22);
      let step = yours ? .45 : .4, c = Math.min(base, tall / 1.4, cell / (1 + .3 * (cards - 1)));
      step = Math.min(step, Math.max(.2, (cell / c - 1) / (cards - 1)));
      c = Math.max(18, Math.min(c, cell / (1 + step * (cards - 1))));
      return { cols, r, c, step, cell };
    };
    // One row, or two where one leaves too little room for the cards or their totals.
    const row = lay(n), two = n > 2 ? lay(Math.ceil(n / 2)) : row, { cols, r, c, step } = row.cell < 42 || row.c < two.c * 1.1 ? two : row;
    for (const [name, value] of [['--c', c.toFixed(1)], ['--cr', r.toFixed(1)], ['--cols-n', cols], ['--sx', shift.toFixed(1)]]) item.style.setProperty(name, String(value));
    toggleClass(item, 'many', n > 1);
    for (const sub of subs) sub.firstChild.style.setProperty('--lap', (step - 1).toFixed(3));
  }
}
