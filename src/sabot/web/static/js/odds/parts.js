// The building blocks of the odds pages: sections, bars, tables.

import { formatFigure } from './words.js';
import { formatClause } from '../core/i18n.js';
import { lawPageUrl, esc } from '../core/text.js';

/**
 * A section with its heading; "" if it is empty.
 * @param {string} id
 * @param {string} title
 * @param {string} html
 * @param {string} [note]
 * @param {string} [cls]
 */
export const section = (id, title, html, note = '', cls = '') =>
  html
    ? `<section id="${id}" class="${cls}" aria-labelledby="h-${id}"><h2 id="h-${id}">${title}</h2>${
        note ? `<p class="saying">${esc(note)}</p>` : ''
      }${html}</section>`
    : '';

/** A bar; `part` is its length from 0 to 1. @param {number} part @param {string} cls */
export const bar = (part, cls) => `<i class="bar ${cls}" style="width:${(100 * part).toFixed(3)}%"></i>`;

/** A table of bars with names and values. @param {{name: string, p: number, text: string, cls?: string}[]} list */
export function barTable(list) {
  const most = Math.max(...list.map(x => x.p));
  return `<table class="bars"><tbody>${list
    .map(
      x =>
        `<tr><th scope="row">${esc(x.name)}</th><td aria-hidden="true">${bar(x.p / most, x.cls ?? '')}</td><td class="n">${esc(x.text)}</td></tr>`,
    )
    .join('')}</tbody></table>`;
}

/**
 * A plain table: the first cell of each row names it.
 * @param {string[]} heads
 * @param {string[][]} rows cells as HTML
 */
export const plainTable = (heads, rows) =>
  `<div class="scroll" role="group" tabindex="0"><table class="lines"><thead><tr>${heads
    .map((h, i) => `<th scope="col"${i ? ' class="n"' : ''}>${esc(h)}</th>`)
    .join('')}</tr></thead><tbody>${rows
    .map(
      ([first, ...rest]) =>
        `<tr><th scope="row">${first}</th>${rest.map(cell => `<td class="n">${cell}</td>`).join('')}</tr>`,
    )
    .join('')}</tbody></table></div>`;

/** A whole number. @param {number} n */
export const formatWhole = n => formatFigure(n, 0);

/** A link to a clause on the page of the law. @param {string} ref */
export const clauseLink = ref => `<a class="law" href="${lawPageUrl(ref)}">${esc(formatClause(ref))}</a>`;
