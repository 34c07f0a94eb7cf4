// What of the last round is still to be seen: its picture on the cloth, its result, its caption.

import { pictureOf, roundBegan } from '../core/last_round.js';
import { showBalances } from '../core/header.js';
import * as store from '../core/store.js';
import { endCaption } from './event_caption.js';
import { isOwnTable } from './own_table.js';
import { ResultMoment } from './result.js';
import { verdictOf } from './result_words.js';

export class RoundView {
  /** The round whose picture I have put away by acting. */
  dismissed = '';
  /** The round whose result is told, in its picture. @type {Client.State | null} */
  told = null;

  /**
   * @param {HTMLElement} board
   * @param {HTMLElement} purse
   * @param {{live: () => Client.State, bets: () => import('./bets.js').Bets}} page
   */
  constructor(board, purse, page) {
    this.page = page;
    this.purse = purse;
    this.moment = new ResultMoment(board, purse, () => this.showBalance(page.live()));
  }

  /** I act, or am ready for the next round: the picture of the last one is put away. */
  dismiss() {
    const live = this.page.live();
    if (!live.table) return;
    if (!roundBegan(live)) this.dismissed = live.last?.coup.id ?? '';
    else if (live.over) this.dismissed = live.coup.id;
  }

  /** The state as the cloth draws it. @param {Client.State} s */
  picture(s) {
    if (s.table.felt.shape === 'cabinet') return s;
    const bets = this.page.bets();
    if (Object.keys(bets.drafts).length || Object.keys(bets.sentSums).length) this.dismiss();
    return pictureOf(s, this.dismissed);
  }

  /**
   * Tell the result of the round that is over, on the cloth and in the head.
   * @param {Client.State} picture what the cloth draws
   * @param {Client.State} last the last round as far as it is shown, with its settlements
   * @param {boolean} moving whether something still rolls
   */
  tell(picture, last, moving) {
    const live = this.page.live();
    const over = picture.fresh ? picture : last.over && this.dismissed !== last.coup.id ? pictureOf(last) : null;
    const verdict = over && !moving && over.table.felt.shape !== 'cabinet' ? verdictOf(over) : null;
    this.told = verdict ? over : null;
    this.moment.show(verdict, { animate: picture.animate !== false, balance: live.you?.balance ?? 0 });
  }

  /** Show the sum in the head: while it counts up, where it is. @param {Client.State} s */
  showBalance(s) {
    const live = this.page.live();
    const you = this.told ? live.you : s.you;
    showBalances(
      this.purse,
      you ? [{ currency: you.currency, cents: this.moment.counting ?? you.balance }] : null,
      live.table.demo,
    );
  }

  /**
   * The caption of the result, which stays at a table of my own until I act; null where something else is to be said.
   * @returns {Client.Caption | null}
   */
  caption() {
    const live = this.page.live();
    return this.told?.fresh && isOwnTable(live) && store.isBetting(live) && !live.closed ? endCaption(this.told) : null;
  }
}
