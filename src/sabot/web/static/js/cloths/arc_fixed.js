// What stays on an arc from coup to coup: the motto, the bank, the results, the pool.

import { parseBetName, placeOf } from '../core/bet_names.js';
import { token } from '../core/chips.js';
import { find } from '../core/dom.js';
import { formatChip, formatFullSum, formatSum, gameWord, joinSentences, t } from '../core/i18n.js';
import { isMyBet } from '../core/state.js';
import { setHtml } from '../core/update.js';
import { bandPosition, discardPile, jackpotMeter } from './felt.js';
import { betOwners, escapeHtml, toggleClass } from './seat_parts.js';

/**
 * Draw the lettering for a phone, the indicator (4.c), the bank's name, the discard tray.
 * @param {import('./seats.js').ArcTable} cloth
 * @param {Client.State} s
 */
export function drawFixed(cloth, s) {
  const { felt } = cloth;
  setHtml(
    cloth.motto,
    [
      [...(felt.lettering ?? []).filter(l => l.size === 'large'), ...(felt.band ? [felt.band] : [])]
        .map(l => escapeHtml(l.text))
        .join(' · '),
      ...(felt.lettering ?? []).filter(l => l.size !== 'large').map(l => escapeHtml(l.text)),
    ]
      .filter(Boolean)
      .join('<br>'),
  );
  /** @type {unknown[]} */
  const results = s.shown?.results ?? [];
  const list = results.slice(0, 8);
  cloth.results.hidden = !felt.indicator;
  setHtml(
    cloth.results,
    `<span class="eyebrow">${t('board.hands')}</span><ol>${
      list
        .map(v => {
          const n = Number(v);
          return n > 21
            ? `<li class="bust" aria-label="${t('struck', { n: v })}">${v}</li>`
            : v === '-'
              ? '<li class="none">–</li>'
              : Number.isNaN(n)
                ? `<li class="nat">${escapeHtml(v)}</li>`
                : `<li>${v}</li>`;
        })
        .join('') || '<li class="none">–</li>'
    }</ol>${felt.jackpot ? '<span class="pool phone"></span>' : ''}`,
  );
  const hole = s.hands.bank?.cards.filter(c => !c).length ?? 0;
  const r = s.results.bank;
  setHtml(
    find(cloth.bank, '.name'),
    `${escapeHtml(gameWord(s.table, 'bank'))}<small>${
      hole ? t(hole > 1 ? 'hole.n' : 'hole', { n: hole }) : r ? escapeHtml(gameWord(s.table, `result.${r.result}`)) : ''
    }</small>`,
  );
  toggleClass(cloth.bank, 'empty', !s.hands.bank);
  const discarded = s.cardsDealt - cardsOnTable(cloth, s);
  const pileName = cloth.board.querySelector('#f-discards-name');
  if (pileName) pileName.textContent = t('cards.discards');
  const pile = cloth.board.querySelector('#f-discards');
  if (pile) {
    const html = discardPile(Math.max(0, discarded));
    if (pile._html !== html) {
      pile._html = html;
      pile.innerHTML = html;
    }
  }
  const pool = cloth.board.querySelector('#f-meter');
  const spots = new Set((felt.spots ?? []).map(x => x.spot));
  if (pool && felt.jackpot) {
    const sum = formatFullSum(s.pool || felt.jackpot.start);
    const html = jackpotMeter(felt.jackpot.text, sum);
    if (pool._html !== html) {
      pool._html = html;
      pool.innerHTML = html;
    }
    find(cloth.results, '.pool').innerHTML = `${escapeHtml(felt.jackpot.text)} <b>${sum}</b>`;
  }
  // One disc a place: mine, else the first bettor's. A second disc below shows that there are more; the place's page
  // names them.
  const insured = new Map();
  for (const bet of Object.keys(s.bets)) {
    if (!bet.includes('/') || spots.has(parseBetName(bet).spot)) continue;
    const place = placeOf(bet);
    const old = insured.get(place);
    insured.set(place, {
      bet: old && (isMyBet(s, old.bet) || !isMyBet(s, bet)) ? old.bet : bet,
      all: [...(old?.all ?? []), bet],
    });
  }
  setHtml(
    cloth.band,
    [...insured]
      .map(([place, { bet, all }]) => {
        const where = bandPosition(felt.places, place);
        const yours = isMyBet(s, bet);
        const more = all.length > 1;
        const label = escapeHtml(joinSentences([t('place.n', { n: place }), betOwners(s, all)]));
        return `<span class="side${yours ? ' ours' : ''}" style="left:${where.x}%;top:${where.y}%" role="img" aria-label="${label}" title="${label}">${token(
          Number(parseBetName(bet).tag),
          formatChip(s.bets[bet]),
          { mine: yours, more },
        )}<b>${formatSum(s.bets[bet])}</b></span>`;
      })
      .join(''),
  );
}

/** @param {import('./seats.js').ArcTable} cloth @param {Client.State} s */
function cardsOnTable(cloth, s) {
  return Object.values(s.hands).reduce((n, h) => n + h.cards.length, 0);
}
