// The roads of a shoe beside its cloth: beads, big road, the three derived ones, what the next result would add to
// them, and the counts in words and figures. They show the past; the heading says that it tells nothing.

import { gameWord, plural, t } from '../core/i18n.js';
import { capitalise, esc } from '../core/text.js';
import { CELL, countResults, nextMarks, renderMark, renderRoad, resultsInWords } from './roads.js';

/** @type {Record<string, string>} */
const SIDE_WORDS = { P: 'ponto', B: 'banca', T: 'bet.tie' };
const DERIVED = ['eye', 'small', 'cockroach'];
const GAP = 16;
const DERIVED_COLUMNS = 24;
const BEAD_COLUMNS = 9;

/** What a result is called. @param {Client.State} s @param {string} value */
const sideName = (s, value) => gameWord(s.table, SIDE_WORDS[value] ?? '') || value;

/** What a bead of a result says. @param {string} value */
const beadLetter = value => t(`bead.${value}`);

/**
 * What ponto or banca would add to each derived road.
 * @param {Client.State} s
 * @param {import('./roads.js').Mark[]} bead
 * @param {string} side
 */
function nextItem(s, bead, side) {
  const marks = nextMarks(bead, side);
  const words = DERIVED.filter(name => marks[name]).map(name =>
    t('roads.next.one', { road: t(`road.${name}`), sign: t(`road.${marks[name]}`) }),
  );
  const label = t('roads.next', { side: sideName(s, side), what: words.join(t('sign.gap')) || t('roads.next.none') });
  return `<li class="${side}" title="${esc(label)}"><span class="sr">${esc(label)}</span><span class="marks" aria-hidden="true"><b>${esc(beadLetter(side))}?</b>${DERIVED.map(
    name => (marks[name] ? renderMark(name, marks[name] ?? '', 17) : '<i>–</i>'),
  ).join('')}</span></li>`;
}

/** @param {Client.State} s @param {import('./roads.js').Mark[]} bead */
const nextList = (s, bead) =>
  `<ul class="next" aria-label="${esc(t('roads.next.title'))}">${['P', 'B'].map(side => nextItem(s, bead, side)).join('')}</ul>`;

/** @param {Client.State} s @param {import('./roads.js').Mark[]} bead */
const countList = (s, bead) =>
  `<ul class="count">${Object.entries(countResults(bead))
    .map(([side, n]) => `<li class="${side}"><b>${n}</b>${esc(capitalise(sideName(s, side)))}</li>`)
    .join('')}</ul>`;

/**
 * @param {string} cls
 * @param {string} title
 * @param {string} small
 * @param {string} inside
 */
const part = (cls, title, small, inside) =>
  `<div class="${cls}"><h3>${esc(title)}${small ? `<small>${esc(small)}</small>` : ''}</h3>${inside}</div>`;

/**
 * All roads in a box of this width: beside a cloth, or over its whole width on a phone.
 * @param {Client.State} s
 * @param {number} width
 * @param {'wide' | 'narrow' | 'low'} form `narrow` has beads and big road, `low` only the derived ones
 */
export function roadBox(s, width, form) {
  /** @type {Record<string, import('./roads.js').Mark[]>} */
  const all = s.shown?.roads ?? {};
  const bead = all.bead ?? [];
  /** @param {string} name @param {number} columns */
  const road = (name, columns) => renderRoad(name, all[name] ?? [], Math.max(4, columns), beadLetter);
  const words = `<button type="button" class="more" data-sheet="past" aria-label="${esc(t('past.title'))}"></button><span class="sr">${esc(bead.length ? resultsInWords(bead, v => sideName(s, v)) : '–')}</span>`;
  if (form === 'low') {
    const columns = Math.floor(((width - 2 * 8 - 20) / 3 - 2) / CELL.eye);
    return `${words}<div class="thirds">${DERIVED.map(name => part('', t(`road.${name}`), '', road(name, columns))).join('')}</div>`;
  }
  const beads = form === 'narrow' ? 6 : BEAD_COLUMNS;
  const left = beads * CELL.bead + 2;
  const right = form === 'narrow' ? 0 : DERIVED_COLUMNS * CELL.eye + 2 + 84 + GAP;
  const big = Math.floor(
    (width - (form === 'narrow' ? 20 : 30) - left - (form === 'narrow' ? 8 : GAP) - right) / CELL.big,
  );
  const beadPart = part('', t('road.bead'), plural('roads.n', bead.length), road('bead', beads));
  const bigRoad = road('big', big);
  if (form === 'narrow') return `${words}${beadPart}${part('', t('road.big'), t('past.note'), bigRoad)}`;
  return `${words}${beadPart}${part(
    'bigroad',
    t('road.big'),
    `${t('roads.signs')} · ${t('past.note')}`,
    `${bigRoad}<div class="sums">${countList(s, bead)}${nextList(s, bead)}</div>`,
  )}<div class="three">${DERIVED.map(name => part('', t(`road.${name}`), '', road(name, DERIVED_COLUMNS))).join('')}</div>`;
}

/**
 * All roads one below the other, for the side panel.
 * @param {Client.State} s
 * @param {number} width
 */
export function roadSheet(s, width) {
  /** @type {Record<string, import('./roads.js').Mark[]>} */
  const all = s.shown?.roads ?? {};
  const bead = all.bead ?? [];
  /** @param {string} name */
  const block = name =>
    part('', t(`road.${name}`), '', renderRoad(name, all[name] ?? [], Math.floor(width / CELL[name]), beadLetter));
  return `<p>${esc(t('past.note'))}</p><div class="roadsheet">${countList(s, bead)}${nextList(s, bead)}${[
    'bead',
    'big',
    ...DERIVED,
  ]
    .map(block)
    .join('')}<p class="small">${esc(t('roads.signs'))}</p></div>`;
}
