// What the page of the machines says of one machine: its lamp, its meters, its games.

import { formatFullSum, formatSum, formatTime, inCurrency, locale, wordGroup } from '../core/i18n.js';
import { clauseLink, esc } from '../core/text.js';
import { page } from './floor_page.js';

export const { has, w } = wordGroup('staff');
export const { w: floorWord, has: hasFloorWord } = wordGroup('floor');
/** @param {number} x */
const formatShare = x =>
  x.toLocaleString(locale(), { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** @param {number} x */
const formatNumber = (x, digits = 0) =>
  x.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
/** @param {string} name */
const meterName = name => (hasFloorWord(`m.${name}`) ? floorWord(`m.${name}`) : name);
/** @param {string} name @param {number} value */
const meterValue = (name, value) => (name === 'games' ? formatNumber(value) : formatFullSum(value));

/** The lamp: each state has its own shape, so that colour is not the only sign. */
/** @type {Record<string, string>} */
const LAMP_SHAPES = {
  free: '<circle cx="12" cy="12" r="7.500" fill="none"/>',
  play: '<circle cx="12" cy="12" r="8.500" fill="currentColor"/>',
  'hand-pay': '<path d="M12 2L22 12 12 22 2 12Z" fill="currentColor"/>',
  out: '<path d="M4 4H20V20H4Z" fill="currentColor"/>',
  meters: '<path d="M12 2L22.500 21H1.500Z" fill="none"/><path d="M12 9V14.500M12 17.200V18.200"/>',
  closed: '<path d="M4 12H20"/>',
};
/** @param {string} lamp */
export const lampMark = lamp =>
  `<svg class="mark" viewBox="0 0 24 24" aria-hidden="true" stroke="currentColor" stroke-width="2.200" stroke-linecap="round" stroke-linejoin="round">${LAMP_SHAPES[lamp]}</svg>`;
/** @param {string} lamp */
export const lampText = lamp => floorWord(lamp === 'meters' ? 'lamp.meters.long' : `lamp.${lamp}`);

/** @param {House.Machine} x */
export function machineCard(x) {
  const last = x.last[0];
  return inCurrency(
    x.currency,
    () => `<button type="button" class="cab is-${x.lamp}" data-machine="${esc(x.id)}" aria-pressed="${x.id === page.chosen}">
    <span class="lamp">${lampMark(x.lamp)}<b>${lampText(x.lamp)}</b></span>
    <span class="glass"><span class="no">${esc(x.number)}</span><span class="model">${esc(x.model)}</span></span>
    <span class="tray"><span><small>${floorWord('credit')}</small><b>${x.credit ? formatSum(x.credit) : '—'}</b></span><span><small>${floorWord('last')}</small><b>${
      last ? esc(floorWord('last.is', { bet: formatSum(last[0]), prize: formatSum(last[1]) })) : floorWord('last.none')
    }</b></span></span></button>`,
  );
}

// ---- one machine -------------------------------------------------------------------------------------------

/** @param {House.Machine} x */
export function meterTable(x) {
  const bad = new Map(x.wrong.map(m => [m.meter, m]));
  /** @param {string} name @param {number} value */
  const row = (name, value) => {
    const m = bad.get(name);
    return `<tr${m ? ' class="bad"' : ''}><th scope="row">${esc(meterName(name))}</th><td>${meterValue(name, m?.found ?? value)}</td><td>${
      m ? `<b>${meterValue(name, m.expected)}</b>` : ''
    }</td></tr>`;
  };
  const rows = [
    ...Object.entries(x.meters).map(([name, value]) => row(name, value)),
    ...x.wrong.filter(m => !(m.meter in x.meters)).map(m => row(m.meter, m.found)),
  ];
  return `<table class="figures"><caption>${floorWord('meters')} ${clauseLink(x.laws.meters)}</caption><thead><tr><th scope="col">${floorWord('meter')}</th><th scope="col">${floorWord(x.wrong.length ? 'found' : 'shows')}</th><th scope="col">${x.wrong.length ? floorWord('due') : ''}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** @param {House.PlanComparison} p */
export function returnsHtml(p) {
  /** @param {string} key @param {string} value */
  const fact = (key, value) => `<div><dt>${floorWord(key)}</dt><dd>${value}</dd></div>`;
  return `<h3>${floorWord('returns')} ${clauseLink(p.law ?? '')}</h3><dl class="kept">${fact(
    'observed',
    p.observed === null ? floorWord('nothing') : formatShare(p.observed),
  )}${fact('exact', p.exact === null ? floorWord('counting') : formatShare(p.exact))}${fact(
    'apart',
    p.apart === null
      ? '—'
      : esc(floorWord('apart.n', { n: `${p.apart < 0 ? '−' : '+'}${formatNumber(Math.abs(p.apart), 1)}` })),
  )}</dl>${p.games ? `<p class="small">${esc(floorWord('apart.what', { games: formatNumber(p.games) }))}</p>` : ''}`;
}

/** @param {House.MachineGame} g */
const windowTable = g => {
  const shown = g.windows.at(-1)?.shown;
  return shown
    ? `<table class="window" aria-hidden="true">${Array.from(
        { length: Math.max(...shown.map(r => r.length)) },
        (_, i) => `<tr>${shown.map(reel => `<td>${esc(reel[i] ?? '')}</td>`).join('')}</tr>`,
      ).join('')}</table>`
    : '';
};

/** @param {House.MachineGame} g */
export function gameItem(g) {
  return `<li><details><summary><b>${esc(
    floorWord('game', { n: formatNumber(g.number) }),
  )}</b><time datetime="${new Date(g.at).toISOString()}">${esc(formatTime(g.at / 1000))}</time><span>${floorWord('bet')} ${formatSum(g.bet)}</span><span>${floorWord('prize')} <b>${formatSum(g.prize + g.jackpot)}</b></span></summary><p>${esc(g.player)} · ${floorWord('credit')} ${formatFullSum(g.before)} → ${formatFullSum(g.after)} ${clauseLink(g.law)}</p>${g.vouchers
    .map(v => `<p>${esc(floorWord('voucher', { number: v.number, sum: formatFullSum(v.cents) }))}</p>`)
    .join('')}${windowTable(g)}</details></li>`;
}
