// The bets of a place of an arc: its circle, its additional bets, and both in words.

import { parseBetName, placeOf } from '../core/bet_names.js';
import { stack, token } from '../core/chips.js';
import { find } from '../core/dom.js';
import {
  formatChip,
  formatNet,
  formatSum,
  joinList,
  joinSentences,
  joinWithColon,
  netClass,
  t,
  withAside,
} from '../core/i18n.js';
import * as motion from '../core/motion.js';
import { isBetting, isClosed, offersOf } from '../core/offers.js';
import { betsOnSpot, decidingBet, isMyBet, mainBetsOn } from '../core/state.js';
import { setHtml } from '../core/update.js';
import { spotName } from '../record/names.js';
import { betOwners, escapeHtml, netFigure, shortFigure, toggleClass } from './seat_parts.js';

/**
 * Draw the additional bets of a place: what lies there, what may be bet, and the streak's button.
 * @param {import('./seats.js').ArcTable} cloth
 * @param {Client.State} s
 * @param {string} place
 * @param {HTMLElement} item
 */
export function drawSideBets(cloth, s, place, item) {
  const may = isClosed(s) ? [] : offersOf(s, 'bet');
  const target = cloth.actions.target();
  for (const [seat, { b, spot }] of item._spots ?? []) {
    const betsHere = betsOnSpot(s, seat);
    const offer = may.find(o => o.seat === seat && !o.disabled);
    const draft = cloth.actions.pending(seat);
    const hasChip = spot.spot === 'jackpot' && place in s.jackpotChips;
    const yours = betsHere.find(x => isMyBet(s, x));
    const sum = draft || betsHere.reduce((n, x) => n + s.bets[x], 0);
    const top = yours ?? betsHere[0];
    b.disabled = !offer;
    toggleClass(b, 'target', offer && target === seat);
    toggleClass(b, 'draft', draft);
    toggleClass(b, 'lit', hasChip || betsHere.length);
    toggleClass(b, 'has', sum);
    toggleClass(b, 'own', Boolean(yours) || (hasChip && s.jackpotChips[place]));
    const won = Object.entries(s.settlements).filter(
      ([bet]) => bet.includes('/') && placeOf(bet) === place && parseBetName(bet).spot === spot.spot,
    );
    const mySettlements = won.filter(([bet]) => isMyBet(s, bet));
    const net =
      !sum && won.length && won.some(([bet]) => s.results[bet])
        ? (mySettlements.length ? mySettlements : won).reduce((n, [, f]) => n + f.pay - f.collect, 0)
        : null;
    const html =
      spot.spot === 'jackpot'
        ? `<i></i><u>${hasChip || sum ? '●' : escapeHtml(spot.text)}</u>`
        : sum
          ? token(
              top ? Number(parseBetName(top).tag) : 0,
              formatChip(draft || (yours ? s.bets[yours] : s.bets[betsHere[0]])),
              { small: true, more: betsHere.length > 1 },
            )
          : net !== null
            ? `<b class="${netClass(net)}">${
                net ? `<s>${net > 0 ? '+' : '−'}${shortFigure(net)}</s><i>${net > 0 ? '+' : '−'}</i>` : '='
              }</b>`
            : `<u>${escapeHtml(spot.text)}</u>`;
    setHtml(b, html);
    const name = joinWithColon(
      joinList([spotName(s.table, spot.spot), t('place.n', { n: place })]),
      draft
        ? formatSum(sum)
        : betsHere.length
          ? betOwners(s, betsHere)
          : net === null
            ? ''
            : net
              ? formatNet(net, true)
              : '=',
    );
    const label = offer
      ? joinSentences([
          name,
          t('bet.spot', { v: formatSum((offer.low === offer.high ? offer.low : cloth.actions.chip() * 100) ?? 0) }),
        ])
      : name;
    if (b.getAttribute('aria-label') !== label) {
      b.setAttribute('aria-label', label);
      b.title = label;
    }
  }
  if (item._button) {
    const isShown =
      s.streaks[place] !== undefined ||
      Object.keys(s.bets).some(x => placeOf(x) === place && parseBetName(x).spot.startsWith('streak'));
    item._button.hidden = !isShown;
    if (isShown) {
      const n = (s.streaks[place] ?? 0) + 1;
      setHtml(item._button, `<b>${n}</b><small>${t('button')}</small>`);
      item._button.setAttribute('aria-label', t('button.next', { n }));
      item._button.setAttribute('role', 'img');
    }
  }
}

/**
 * @param {import('./seats.js').ArcTable} cloth
 * @param {Client.State} s
 * @param {string} place
 * @param {Client.Seat} seat
 * @param {boolean} yours
 * @param {string[]} rows
 */
export function placeText(cloth, s, place, seat, yours, rows) {
  const who = yours ? t('you') : seat.name || t('free');
  const all = mainBetsOn(s, place);
  const totals = rows
    .map(h => s.hands[h])
    .map(hand => hand?.total !== undefined && withAside(String(hand.total), hand.soft ? t('soft') : ''));
  return escapeHtml(
    joinSentences([
      joinList([t('place.n', { n: place }), who]),
      ...totals,
      all.length > 1 ? betOwners(s, all) : all.length && formatSum(s.bets[all[0]]),
    ]),
  );
}

/** How my bet ended, for its picture: "won", "lost", "even"; "" while it is open. @param {number} net @param {boolean} over */
const settledAs = (net, over) => (over ? (net > 0 ? 'won' : net < 0 ? 'lost' : 'even') : '');

/**
 * Draw the circle: the bets and their owners, a draft, or the free place.
 * @param {import('./seats.js').ArcTable} cloth
 * @param {Client.State} s
 * @param {string} place
 * @param {string} name
 * @param {HTMLElement} sub
 * @param {{yours: boolean, sit: boolean, bets: boolean}} may whether it is mine, I may sit down, I may bet
 */
export function drawSpot(cloth, s, place, name, sub, { yours, sit, bets }) {
  const spot = /** @type {HTMLButtonElement} */ (find(sub, '.spot'));
  const others = find(sub, '.others');
  const pending = name === place ? cloth.actions.pending(place) : 0;
  sub._sit = sit;
  const betsHere = mainBetsOn(s, name).map(bet => ({
    bet,
    n: Number(parseBetName(bet).tag),
    sum: s.bets[bet],
    mine: isMyBet(s, bet),
    draft: false,
  }));
  if (pending) {
    const pendingBet = betsHere.find(x => x.mine);
    if (pendingBet) Object.assign(pendingBet, { sum: pending, draft: true });
    else
      betsHere[yours ? 'unshift' : 'push']({
        bet: '',
        n: yours ? 0 : Math.max(0, ...betsHere.map(x => x.n)) + 1,
        sum: pending,
        mine: true,
        draft: true,
      });
  }
  const [first, ...rest] = betsHere;
  const sum = first?.sum ?? 0;
  const awaited = s.listen?.awaiting ?? [];
  const turn = s.listen && s.listen.clock === 'decision' && awaited.includes(name);
  // discs: where there is no room for a figure beside the chips it is on them
  const discs = first && (first.n || rest.length || name.includes('.'));
  toggleClass(sub, 'on', turn);
  toggleClass(sub, 'target', bets && cloth.actions.target() === place);
  toggleClass(sub, 'draft', first?.draft);
  toggleClass(sub, 'shared', rest.length);
  toggleClass(sub, 'disc', discs);
  toggleClass(sub, 'done', s.results[name]);
  spot.disabled = !((bets && name === place) || sit);
  const label = sit
    ? joinWithColon(t('sit'), t('place.n', { n: place }))
    : bets
      ? t(sum ? 'bet.here' : 'bet.none', {
          n: place,
          sum: formatSum(betsHere.find(x => x.mine)?.sum ?? 0),
          v: formatSum(cloth.actions.chip() * 100),
        })
      : joinWithColon(t('place.n', { n: place }), sum ? formatSum(sum) : '');
  const betNames = betsHere.filter(x => x.bet && !x.draft).map(x => x.bet);
  const names = betNames.length > 1 || (betNames.length && !betsHere[0].mine) ? betOwners(s, betNames) : '';
  const fullLabel = names ? joinSentences([label, names]) : label;
  if (spot.getAttribute('aria-label') !== fullLabel) {
    spot.setAttribute('aria-label', fullLabel);
    spot.title = names;
  }
  // After the decision: my net result, else that of the first bettor.
  const settled =
    s.results[name] && !sum
      ? Object.entries(s.settlements).filter(([bet]) => {
          const b = parseBetName(bet);
          return b.hand === name && !b.spot;
        })
      : [];
  const mySettled = settled.filter(([bet]) => isMyBet(s, bet));
  const counted = mySettled.length ? mySettled : settled.slice(0, 1);
  const net = counted.reduce((n, [, f]) => n + f.pay - f.collect, 0);
  const mine = mySettled.length > 0;
  const end = settledAs(net, mine && !sum && Boolean(s.results[name]));
  if (sub.dataset.end !== end) sub.dataset.end = end;
  const stake = counted.reduce((n, [, f]) => n + f.stake, 0);
  const html = counted.length
    ? `${mine && stake ? `${stack(stake)}${net > 0 ? stack(net) : ''}` : ''}<b class="gainin ${netClass(net)}">${net ? `<s>${netFigure(net)}</s><i>${net > 0 ? '+' : '−'}</i>` : '='}</b>`
    : sum
      ? `${
          discs ? token(first.n, formatChip(sum), { mine: first.mine && rest.length > 0 }) : stack(sum)
        }<span class="amt${first.mine ? ' ours' : ''}"><s class="l">${formatSum(sum)}</s><s class="b">${formatChip(sum)}</s></span>`
      : sit
        ? `<span class="word">${t(
            s.reservedPlace === place ? 'sit.kept' : isBetting(s) || offersOf(s, 'sit').length ? 'sit' : 'sit.next',
          )}</span>`
        : bets && !s.hands[name]
          ? '<span class="plus">+</span>'
          : '';
  const grew = sum > (spot._sum ?? 0);
  spot._sum = sum;
  if (spot._html !== html) {
    setHtml(spot, html);
    if (grew && sum) {
      const chip = spot.querySelector('.chip');
      if (chip) motion.drop(chip);
    }
  }
  others.hidden = !rest.length;
  const decides = rest.length ? decidingBet(s, name) : '';
  setHtml(
    others,
    rest
      .slice(0, 2)
      .map(
        x =>
          `<span class="${x.mine ? 'ours' : ''}${x.draft ? ' draft' : ''}${x.bet === decides ? ' chief' : ''}"${
            x.bet && !x.draft ? ` title="${escapeHtml(betOwners(s, [x.bet]))}"` : ''
          }>${token(x.n, formatChip(x.sum), { mine: x.mine })}</span>`,
      )
      .join('') + (rest.length > 2 ? `<em>+${rest.length - 2}</em>` : ''),
  );
  if (rest.length)
    others.setAttribute(
      'aria-label',
      joinWithColon(
        t('place.n', { n: place }),
        betOwners(
          s,
          betsHere.filter(x => x.bet && !x.draft).map(x => x.bet),
        ) || t('place.bets', { n: betsHere.length }),
      ),
    );
}
