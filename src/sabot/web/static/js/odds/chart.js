// The best-play chart: a grid with arrow-key navigation and the value of each cell.

import { find, hit } from '../core/dom.js';
import { oddsWord, formatFigure } from './words.js';
import { esc } from '../core/text.js';

const UP_CARDS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'A'];
const KINDS = ['hard', 'soft', 'pair'];

/** @typedef {{words: Record<string, Record<string, string>>}} Words what has the words of a game */

/** The name of an act in the game's words. @param {Words} answer @param {string} act @param {string} lang */
export const actName = (answer, act, lang) => answer.words[lang]?.[`act.${act}`] ?? act;
/** @param {Words} answer @param {string} act @param {string} lang */
export const actLetter = (answer, act, lang) => answer.words[lang]?.[`key.${act}`] ?? act.charAt(0).toUpperCase();

/** @param {string} text */
const withTens = text => text.replaceAll('T', '10');
/** A hand in words: "A,7", "8,8", "6,7 do mesmo naipe". @param {{name: string}} row */
export const handName = row =>
  withTens(row.name.replace(' of one suit', '')).replace(/A/g, oddsWord('ace')).replace(',', ', ') +
  (row.name.includes(' of one suit') ? ` ${oddsWord('suited')}` : '');
/** @param {{name: string}} row */
const shortHandName = row =>
  withTens(row.name.replace(' of one suit', '')).replace(',', ' ') + (row.name.includes(' of one suit') ? ' ♦♦' : '');
/** @param {string} up */
const upCardName = up => (up === 'A' ? oddsWord('ace') : up);

/**
 * The content of a cell: the letter of the act, and a small one for the second choice where the act is not possible.
 * @param {Words} answer
 * @param {House.ChartCell} cell
 * @param {string} lang
 */
function cellMark(answer, cell, lang) {
  const small =
    ['double', 'surrender'].includes(cell.act) && cell.second && cell.second !== 'hit'
      ? `<small>${esc(actLetter(answer, cell.second, lang))}</small>`
      : '';
  return `<b>${esc(actLetter(answer, cell.act, lang))}</b>${small}`;
}

/** The three grids as HTML. @param {Words} answer @param {House.ChartRow[]} rows @param {string} lang */
export function renderGrids(answer, rows, lang) {
  return KINDS.map(kind => {
    const rowsOfKind = rows.map((row, i) => ({ row, i })).filter(({ row }) => row.kind === kind);
    if (!rowsOfKind.length) return '';
    const head = UP_CARDS.map(
      up => `<th role="columnheader" scope="col">${up === 'A' ? `<abbr title="${oddsWord('ace')}">A</abbr>` : up}</th>`,
    ).join('');
    const body = rowsOfKind
      .map(
        ({ row, i }) =>
          `<tr role="row"><th role="rowheader" scope="row">${esc(shortHandName(row))}</th>${row.cells
            .map(
              (cell, k) =>
                `<td role="gridcell" tabindex="-1" data-at="${i}:${k}" class="a-${esc(cell.act)}" aria-label="${esc(
                  oddsWord('cell', {
                    hand: handName(row),
                    up: upCardName(UP_CARDS[k]),
                    act: actName(answer, cell.act, lang),
                  }),
                )}">${cellMark(answer, cell, lang)}</td>`,
            )
            .join('')}</tr>`,
      )
      .join('');
    return `<table class="grid" role="grid" aria-labelledby="g-${kind}"><caption id="g-${kind}">${oddsWord(kind)}</caption><thead><tr role="row"><td aria-hidden="true"></td>${head}</tr></thead><tbody>${body}</tbody></table>`;
  }).join('');
}

/**
 * The letters that the chart uses, with their acts.
 * @param {Words} answer
 * @param {House.ChartRow[]} rows
 * @param {string} lang
 */
export function renderLegend(answer, rows, lang) {
  const acts = [...new Set(rows.flatMap(row => row.cells.map(cell => cell.act)))];
  return `<ul class="legend">${acts
    .map(
      act =>
        `<li><span class="key a-${esc(act)}"><b>${esc(actLetter(answer, act, lang))}</b></span>${esc(actName(answer, act, lang))}</li>`,
    )
    .join('')}</ul>`;
}

/**
 * The details of a cell.
 * @param {Words} answer
 * @param {House.ChartRow[]} rows
 * @param {string|null} at
 * @param {string} lang
 */
export function cellDetail(answer, rows, at, lang) {
  if (!at) return `<p class="none">${oddsWord('cell.pick')}</p>`;
  const [i, k] = at.split(':').map(Number);
  const row = rows[i];
  const cell = row?.cells[k];
  if (!cell) return '';
  return `<p class="what"><span class="key a-${esc(cell.act)}" aria-hidden="true">${cellMark(answer, cell, lang)}</span><b>${esc(
    oddsWord('cell', { hand: handName(row), up: upCardName(UP_CARDS[k]), act: actName(answer, cell.act, lang) }),
  )}</b></p>
    <p class="worth">${oddsWord('cell.worth', {
      worth: `<b class="${cell.worth < 0 ? 'down' : 'up'}">${formatFigure(cell.worth, 4, true)}</b>`,
    })}</p><p>${
      cell.second
        ? esc(oddsWord('cell.second', { act: actName(answer, cell.second, lang), cost: formatFigure(cell.cost, 4) }))
        : oddsWord('cell.only')
    }</p>`;
}

/**
 * Let the arrow keys move through the grids: one cell of each can be reached by Tab.
 * @param {HTMLElement} root
 * @param {(at: string) => void} show
 */
export function addKeyboardNavigation(root, show) {
  const enter = () => {
    for (const grid of root.querySelectorAll('.grid')) {
      if (!grid.querySelector('[tabindex="0"]')) find(grid, '[data-at]').tabIndex = 0;
    }
  };
  /** @param {HTMLElement | null} cell */
  const go = cell => {
    if (!cell) return;
    for (const was of (cell.closest('.grid') ?? root).querySelectorAll('[tabindex="0"]')) was.tabIndex = -1;
    cell.tabIndex = 0;
    cell.focus();
  };
  root.onkeydown = e => {
    const cell = hit(e, '[data-at]');
    const row = cell?.parentElement;
    if (!cell || !row || e.ctrlKey || e.altKey || e.metaKey) return;
    const n = [...row.children].indexOf(cell);
    /** @type {Record<string, () => Element | null | undefined>} */
    const ways = {
      ArrowLeft: () => cell.previousElementSibling,
      ArrowRight: () => cell.nextElementSibling,
      ArrowUp: () => row.previousElementSibling?.children[n],
      ArrowDown: () => row.nextElementSibling?.children[n],
      Home: () => row.children[1],
      End: () => row.lastElementChild,
    };
    const to = ways[e.key];
    if (!to) return;
    e.preventDefault();
    const next = to();
    if (next instanceof HTMLElement && next.dataset.at) go(next);
  };
  /** @param {Event} e */
  const showCell = e => {
    const cell = hit(e, '[data-at]');
    if (cell) show(cell.dataset.at ?? '');
  };
  root.addEventListener('focusin', showCell);
  root.addEventListener('pointerover', e => {
    if (e.pointerType === 'mouse') showCell(e);
  });
  root.addEventListener('click', e => go(hit(e, '[data-at]')));
  return enter;
}
