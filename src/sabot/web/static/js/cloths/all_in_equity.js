// The equity of open hands, street by street, after the betting has ended. Only for viewers who do not sit at the
// table, and
// only after the cards are turned up.

import { get } from '../core/api.js';
import { locale, t } from '../core/i18n.js';
import { esc, clauseLink } from '../core/text.js';
import { myPlace, ringOf } from './pot_state.js';

/** @param {number} x */
const percent = (x, digits = 0) =>
  new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: digits }).format(x);

export class AllInEquity {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.askedFor = '';
    this.equity = null;
  }

  /**
   * Ask the house as soon as hands lie open, because the next hand removes them.
   * @param {Client.State} s
   */
  async setRecord(s) {
    const open = Object.entries(s.hands).filter(
      ([place, h]) => /^\d+$/.test(place) && h.cards.length && h.cards.every(Boolean),
    ).length;
    const key = [s.coup?.id, Object.keys(s.results).length, open, s.hands[ringOf(s).board]?.cards.length].join(' ');
    if (
      !s.table.equity ||
      !s.coup ||
      myPlace(s) ||
      this.askedFor === key ||
      (open < 2 && !Object.keys(s.results).length)
    )
      return;
    this.askedFor = key;
    try {
      const equity = await get(`/api/tables/${encodeURIComponent(s.table.id)}/race`);
      if (equity.streets.length) {
        this.equity = equity;
        this.redraw();
      }
    } catch {
      /* not allowed, or the house is busy: nothing is drawn */
    }
  }

  /**
   * A row for each hand, a column for each street.
   * @param {Client.State} s
   * @param {(place: string) => string} nameOf
   */
  render(s, nameOf) {
    const { equity } = this;
    if (!equity || equity.coup !== s.coup?.id || myPlace(s)) return '';
    const places = Object.keys(equity.streets[0].hands);
    const best = equity.streets.map(({ hands }) => Math.max(...places.map(p => hands[p].equity)));
    return `<table><caption>${esc(t('race'))} ${clauseLink(equity.law)}</caption><thead><tr><td><span>${esc(t('race.board'))}</span></td>${equity.streets
      .map(
        ({ board }) => `<th scope="col" aria-label="${esc(t('race.cards', { n: board.length }))}">${board.length}</th>`,
      )
      .join('')}</tr></thead>
      <tbody>${places
        .map(
          p =>
            `<tr><th scope="row"><i>${p}</i> <span>${esc(nameOf(p))}</span></th>${equity.streets
              .map(
                ({ hands }, n) =>
                  `<td title="${percent(hands[p].equity, 2)}"${
                    hands[p].equity === best[n] ? ' class="best"' : ''
                  }>${percent(hands[p].equity)}</td>`,
              )
              .join('')}</tr>`,
        )
        .join('')}</tbody></table>`;
  }
}
