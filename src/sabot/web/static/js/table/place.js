// The details of one place: who holds it and who decides, every bet there, every spot with what it pays and its limits,
// what may be bet, and why not.

import { token } from '../core/chips.js';
import { formatChip, formatSum, t, gameWord } from '../core/i18n.js';
import { bettorName, whyBarred, spotName } from '../record/names.js';
import { formatOdds } from '../record/narration.js';
import { hit } from '../core/dom.js';
import { esc, clauseLink } from '../core/text.js';
import { parseBetName, placeOf } from '../core/bet_names.js';
import { barredActs, isBetting, offersOf, isClosed } from '../core/offers.js';
import { decidingBet, handsOf, isMyPlace, isMyBet } from '../core/state.js';

/** The odds of a spot, in short. @param {Client.Table} table @param {string} spot "" for the main bet */
function priceText(table, spot) {
  const bet = (table.bets ?? []).find(b => b.bet === (spot || 'main'));
  const list = (bet?.pays ?? []).filter(p => spot || p.odds !== '0:1');
  if (!list.length) return '';
  /** @param {House.MenuPays} p */
  const priceOf = p => (/^\d+:\d+$/.test(p.odds) ? formatOdds(p.odds) : p.odds.replace(/x$/, ' ×'));
  const shownPrices = list.length > 2 ? [list[0], list[list.length - 1]] : list;
  return shownPrices.map(priceOf).join(list.length > 2 ? ' … ' : ', ');
}

/**
 * Why nothing may be bet on a spot now, with the clause.
 * @param {Client.State} s
 * @param {string} place
 * @param {House.SideSpot} spot
 * @param {Client.Offer|null|undefined} offer
 */
function whyNot(s, place, spot, offer) {
  const no = offer ? null : barredActs(s).find(o => o.act === 'bet' && o.seat === `${place}/${spot.spot}`);
  if (no) return [whyBarred(s.table, no), no.law];
  if (offer?.disabled)
    return [t('no-credit', { need: formatSum(offer.disabled.need - offer.disabled.have) }), offer.law];
  if (!offersOf(s, 'bet').length && !offersOf(s, 'clear').length) return [t('place.closed'), s.listen?.law ?? ''];
  const hasBet = Object.keys(s.bets).some(
    b => placeOf(b) === place && parseBetName(b).spot === spot.spot && isMyBet(s, b),
  );
  if (hasBet) return [t('place.stays'), spot.law];
  const main = Object.keys(s.bets).some(b => !b.includes('/') && isMyBet(s, b));
  return main ? [t('place.law'), spot.law] : [t('place.needs'), spot.needs ?? spot.law];
}

/**
 * Everything about one place.
 * @param {Client.State} s the record
 * @param {string} place
 * @param {import('./bets.js').Bets} bets
 * @returns {[string, string]} title, HTML
 */
export function placeSheet(s, place, bets) {
  const { table } = s;
  const seat = s.seats.find(x => x.place === place);
  const yours = isMyPlace(s, place);
  const closed = isClosed(s);
  const title = `${t('place.n', { n: place })}${yours ? ` · ${t('you')}` : seat?.name ? ` · ${seat.name}` : ''}`;
  const betNames = Object.keys(s.bets)
    .filter(b => placeOf(b) === place)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  /** @param {string} bet */
  const row = bet => {
    const n = parseBetName(bet);
    const hand = n.hand.split('.')[1];
    return `<li class="${isMyBet(s, bet) ? 'ours' : ''}">${token(Number(n.tag), formatChip(s.bets[bet]), {
      mine: isMyBet(s, bet),
    })}<span>${esc(bettorName(s, bet))}<small>${[
      n.spot ? spotName(table, n.spot) : gameWord(table, 'bet.main'),
      hand ? t('hand.n', { n: hand }) : '',
    ]
      .filter(Boolean)
      .map(esc)
      .join(' · ')}</small></span><b>${formatSum(s.bets[bet])}</b></li>`;
  };
  const hands = handsOf(s, place);
  const lead = betNames.some(b => !b.includes('/')) ? decidingBet(s, hands[0] ?? place) : '';
  const deciderNote =
    lead && betNames.filter(b => !b.includes('/')).length > 1
      ? `<p class="chief">${esc(t('place.decides', { who: bettorName(s, lead) }))}</p>`
      : '';

  const chip = bets.selectedChip() * 100;
  const offer = closed ? null : bets.offer(place);
  const sum = bets.sumOn(place);
  const used = betNames.filter(b => !b.includes('/')).reduce((n, b) => n + s.bets[b], 0);
  const takes = !closed && (offersOf(s, 'bet').length > 0 || offersOf(s, 'clear').length > 0);
  /** @param {string} spot */
  const clear = spot =>
    bets.sumOn(spot) && offersOf(s, 'clear').some(o => o.seat === spot)
      ? `<button type="button" class="ghost small" data-clear="${esc(spot)}" aria-label="${esc(t('clear'))}: ${esc(spot)}">×</button>`
      : '';
  /**
   * @param {string} seatName
   * @param {string} label
   * @param {string} price
   * @param {Client.Offer|null|undefined} o
   * @param {string[]} why
   * @param {boolean} big
   */
  const spotRow = (seatName, label, price, o, why, big) => {
    const v = o && o.low === o.high ? o.low : chip;
    const laidSum = bets.sumOn(seatName);
    const isOpen = o && !o.disabled;
    return `<li class="spotrow${big ? ' big' : ''}${laidSum ? ' has' : ''}"><span class="nm">${esc(label)}${price ? `<small>${esc(price)}</small>` : ''}</span>${
      isOpen || !takes ? '' : `<small class="why">${esc(why[0])} ${clauseLink(why[1])}</small>`
    }<b>${laidSum ? formatSum(laidSum) : ''}</b>${clear(seatName)}${
      isOpen
        ? `<button type="button" class="ghost small" data-lay="${esc(seatName)}" aria-label="${esc(`${label}: +${formatSum(v ?? 0)}`)}">+${formatSum(v ?? 0)}</button>${clauseLink(o.law)}`
        : ''
    }</li>`;
  };
  const mainWhy = offer?.disabled
    ? [t('no-credit', { need: formatSum(offer.disabled.need - offer.disabled.have) }), offer.law]
    : takes
      ? [
          used >= table.maximum - (table.minimum - 1) && used
            ? t('place.full', { max: formatSum(table.maximum) })
            : t('place.law'),
          (table.bets ?? [])[0]?.law ?? '',
        ]
      : [t('place.closed'), s.listen?.law ?? ''];
  const rows = [
    spotRow(place, gameWord(table, 'bet.main') || t('staked'), priceText(table, ''), offer, mainWhy, true),
    ...(table.felt.spots ?? []).map(spot => {
      const seatSpot = `${place}/${spot.spot}`;
      const o = closed ? null : bets.offer(seatSpot);
      return spotRow(
        seatSpot,
        spotName(table, spot.spot),
        priceText(table, spot.spot),
        o,
        o && !o.disabled ? ['', ''] : whyNot(s, place, spot, o),
        false,
      );
    }),
  ].join('');
  const left =
    offer && !offer.disabled
      ? `<p class="small">${esc(
          t(used && used !== sum ? 'place.left' : 'place.limits', {
            low: formatSum(offer.low ?? 0),
            high: formatSum(offer.high ?? 0),
            used: formatSum(used),
            max: formatSum(table.maximum),
          }),
        )} ${clauseLink(offer.limit_law ?? offer.law)}</p>`
      : '';
  const button =
    s.streaks[place] === undefined
      ? ''
      : `<p class="streaking"><span class="button" aria-hidden="true"><b>${s.streaks[place] + 1}</b></span>${esc(
          t('button.next', { n: s.streaks[place] + 1 }),
        )} ${clauseLink(table.felt.buttons?.law ?? '')}</p>`;
  const sit = closed ? null : offersOf(s, 'sit').find(o => o.seat === place);
  const leave = offersOf(s, 'leave').find(o => o.seat === place && yours);
  const acts = [
    sit ? `<button type="button" class="ghost" data-sit="${place}">${t('sit')}</button>${clauseLink(sit.law)}` : '',
    leave && !table.individual
      ? `<button type="button" class="ghost" data-leave="${place}" title="${esc(t('leave.place.why'))}">${esc(t('leave.place', { n: place }))}</button>${clauseLink(leave.law)}`
      : '',
  ]
    .filter(Boolean)
    .join(' ');
  return [
    title,
    `${acts ? `<p class="seatacts">${acts}</p>` : ''}${button}<h3>${t('place.lies')}</h3>${deciderNote}<ul class="lie">${
      betNames.map(row).join('') || `<li class="none">${t('place.none')}</li>`
    }</ul>
    <h3>${t('place.bet')}</h3>${left}${
      takes ? '' : `<p class="small">${esc(mainWhy[0])}</p>`
    }<ul class="spotlist">${rows}</ul>`,
  ];
}

/**
 * The buttons of a place's sheet: lay a chip, take a bet back, sit down, leave.
 * @param {HTMLElement} side
 * @param {{
 *   isOpen: () => boolean,
 *   lay: (spot: string) => void,
 *   clear: (spot: string) => void,
 *   act: (act: string, place: string) => void,
 * }} on
 */
export function setUpPlaceButtons(side, on) {
  side.addEventListener('click', e => {
    const b = hit(e, '[data-lay], [data-clear], [data-sit], [data-leave]');
    if (!b || !on.isOpen()) return;
    const { lay, clear, sit, leave } = b.dataset;
    if (lay) on.lay(lay);
    else if (clear) on.clear(clear);
    else if (sit) on.act('sit', sit);
    else on.act('leave', leave ?? '');
  });
}

/**
 * Whether a free place may be reserved for the next round, while one is being played.
 * @param {Client.State} live
 * @param {string} place
 */
export function mayReserve(live, place) {
  return (
    Boolean(live.table && live.you && !live.closed) &&
    !live.table.individual &&
    !isBetting(live) &&
    !live.you?.places.length &&
    (!live.reservedPlace || live.reservedPlace === place)
  );
}
