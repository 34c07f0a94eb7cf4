// Odds as tables of values and choices, and as curves over the opponent's play.

import { formatPercent } from './words.js';
import { esc } from '../core/text.js';

/** A text of the game, "" if it has none. @typedef {(key: string, facts?: Client.Facts) => string} Own */

/** @param {House.Cell} cell @param {Own} gameOwnWord */
function sheetCell(cell, gameOwnWord) {
  const text =
    'part' in cell
      ? formatPercent(cell.part ?? 0, cell.places, cell.sign)
      : cell.word
        ? gameOwnWord(cell.word) || cell.word
        : cell.text;
  const kind =
    cell.kind ??
    (cell.text === 'T'
      ? 'takes'
      : cell.text === 'F'
        ? 'stays'
        : cell.cost === undefined && 'part' in cell
          ? 'mixes'
          : '');
  return {
    text: esc(text),
    kind,
    title: cell.cost === undefined ? '' : esc(gameOwnWord('other-costs', { cost: formatPercent(cell.cost, 2) })),
  };
}

/**
 * One table; if cells have the cost of the other choice it is drawn as a chart.
 * @param {{name: string, columns: string[], rows: House.Cell[][]}} sheet @param {Own} gameOwnWord
 */
export function renderSheet(sheet, gameOwnWord) {
  const name = `sheet.${sheet.name}`;
  const chart = sheet.rows.some(row => row.some(one => one.cost !== undefined));
  /** @param {House.Cell[]} cells */
  const row = ([first, ...rest]) =>
    `<tr><th scope="row">${sheetCell(first, gameOwnWord).text}</th>${rest
      .map(one => {
        const { text, kind, title } = sheetCell(one, gameOwnWord);
        return chart
          ? `<td class="${kind}"${title ? ` title="${title}"` : ''}>${text}${
              title ? `<span class="out"> ${title}</span>` : ''
            }</td>`
          : `<td class="n">${text}</td>`;
      })
      .join('')}</tr>`;
  return `<div class="scroll" role="group" tabindex="0"><table class="${chart ? 'told chart' : 'told'}"><thead><tr>${sheet.columns
    .map((key, n) => `<th scope="col"${n && !chart ? ' class="n"' : ''}>${esc(gameOwnWord(`${name}.${key}`))}</th>`)
    .join('')}</tr></thead><tbody>${sheet.rows.map(row).join('')}</tbody></table></div>`;
}

/**
 * The conclusion from a curve, in words.
 * @param {{name: string, says: string, mark: number|null}} curve
 * @param {Own} gameOwnWord
 */
export const curveConclusion = (curve, gameOwnWord) =>
  gameOwnWord(`curve.${curve.name}.${curve.says}`, { mark: curve.mark === null ? '' : formatPercent(curve.mark, 2) });

const WIDE = 640;
const HIGH = 270;
const LEFT = 76;
const RIGHT = 104;
const TOP = 14;
const LOW = 58;

/**
 * The curve: lines from "never" to "always", and their intersection.
 * @param {{name: string, lines: {name: string, points: [number, number][]}[], says: string, mark: number|null}} curve
 * @param {Own} gameOwnWord
 */
export function renderCurve(curve, gameOwnWord) {
  const name = `curve.${curve.name}`;
  const all = curve.lines.flatMap(line => line.points.map(([, y]) => y));
  const low = Math.min(0, ...all);
  const high = Math.max(0, ...all);
  const room = (high - low) * 0.06;
  /** @param {number} at */
  const x = at => LEFT + (WIDE - LEFT - RIGHT) * at;
  /** @param {number} gain */
  const y = gain => TOP + ((HIGH - TOP - LOW) * (high + room - gain)) / (high - low + 2 * room);
  const grid = [0, 0.25, 0.5, 0.75, 1]
    .map(at => `<text x="${x(at)}" y="${HIGH - 34}" text-anchor="middle">${formatPercent(at, 0)}</text>`)
    .join('');
  /** @param {number} gain */
  const tick = gain =>
    `<text x="${LEFT - 8}" y="${(y(gain) + 4).toFixed(1)}" text-anchor="end">${formatPercent(gain, 1, true)}</text>`;
  const lines = curve.lines
    .map(({ name: key, points }, n) => {
      const last = points[points.length - 1];
      return `<polyline class="line l${n}" points="${points
        .map(([at, gain]) => `${x(at).toFixed(1)},${y(gain).toFixed(1)}`)
        .join(
          ' ',
        )}"/><text class="name l${n}" x="${x(last[0]) + 8}" y="${(y(last[1]) + 4).toFixed(1)}">${esc(gameOwnWord(`${name}.${key}`))}</text>`;
    })
    .join('');
  const [
    {
      points: [[, a], [, b]],
    },
  ] = curve.lines;
  const met = curve.mark !== null;
  const mark = curve.mark ?? 0;
  const meet = a + (b - a) * mark;
  return `<svg class="curve" viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label="${esc(curveConclusion(curve, gameOwnWord))}"><line class="zero" x1="${LEFT}" x2="${WIDE - RIGHT}" y1="${y(0).toFixed(1)}" y2="${y(0).toFixed(1)}"/>${
    met
      ? `<line class="mark" x1="${x(mark).toFixed(1)}" x2="${x(mark).toFixed(1)}" y1="${TOP}" y2="${HIGH - LOW + 4}"/>`
      : ''
  }${grid}${[low, 0, high]
    .filter((gain, n, of) => of.indexOf(gain) === n)
    .map(tick)
    .join('')}${lines}${
    met
      ? `<circle cx="${x(mark).toFixed(1)}" cy="${y(meet).toFixed(1)}" r="5"/><text class="at" x="${(x(mark) + 8).toFixed(1)}" y="${TOP + 12}">${formatPercent(mark, 2)}</text>`
      : ''
  }<text x="${x(0.5)}" y="${HIGH - 6}" text-anchor="middle">${esc(gameOwnWord(`${name}.x`))}</text></svg>`;
}
