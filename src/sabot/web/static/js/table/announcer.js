// What the page of a table tells screen readers: new cards, and a result that the caption had no time to show.

import { cardName, endSentence, joinList, joinWithColon, t, withAside } from '../core/i18n.js';
import * as store from '../core/store.js';
import { handName } from '../record/names.js';
import { netSentence } from './caption_words.js';

/** Tells what is new in a live region. */
export class Announcer {
  /** The cards of each hand that were announced. @type {Record<string, string>} */
  hands = {};
  /** The last coup that was shown. */
  lastCoup = '';
  /** The coup whose net result the caption has announced. */
  netToldOf = '';

  /** @param {HTMLElement} region */
  constructor(region) {
    this.region = region;
  }

  /** @param {string} text */
  tell(text) {
    if (text) this.region.textContent = text;
  }

  /**
   * Tell new cards: as the drawing does, where it has a way of its own.
   * @param {import('./cloth_builders.js').Cloth} cloth
   * @param {Client.State} shown
   */
  announce(cloth, shown) {
    if (cloth?.announce) this.tell(cloth.announce(shown));
    else this.newCards(shown);
  }

  /**
   * If the next coup begins before the caption has shown my result, the result is still announced.
   * @param {Client.State} shown the record after this event
   * @param {Client.Event | undefined} event
   */
  resultBefore(shown, event) {
    if (
      event?.step === 'begin' &&
      shown.previous?.coup.id === this.lastCoup &&
      this.netToldOf !== this.lastCoup &&
      Object.values(shown.previous.settlements).some(f => f.yours && (f.pay || f.collect))
    )
      this.tell(netSentence(shown.previous.net));
  }

  /**
   * The new cards of my hands and of the bank; at a table with pots, those that all may see.
   * @param {Client.State} shown
   */
  newCards(shown) {
    const text = Object.entries(shown.hands)
      .filter(([h, hand]) => isForMe(shown, h, hand))
      .map(([h, hand]) => this.newHand(shown, h, hand))
      .filter(Boolean)
      .join(t('sign.gap'));
    for (const h in this.hands) if (!shown.hands[h]) delete this.hands[h];
    this.tell(text);
  }

  /** @param {Client.State} shown @param {string} h @param {Client.Hand} hand */
  newHand(shown, h, hand) {
    const key = hand.cards.join();
    const old = this.hands[h];
    this.hands[h] = key;
    if (old === key) return '';
    const cards = joinList([...hand.cards.map(cardName), String(hand.total ?? '')]);
    return endSentence(joinWithColon(handName(shown.table, h), withAside(cards, hand.soft ? t('soft') : '')));
  }
}

/**
 * Whether the cards of a hand are announced to me.
 * @param {Client.State} shown @param {string} h @param {Client.Hand} hand
 */
function isForMe(shown, h, hand) {
  if (shown.table.felt.ring)
    return h !== 'burn' && hand.cards.length && hand.cards.every(Boolean) && !hand.only?.length;
  if (h === 'bank') return true;
  // cards that decide the bets of a layout, once all may see them
  if (shown.table.felt.cards?.[h] && hand.cards.some(Boolean) && !hand.only?.length) return true;
  return Object.keys(shown.bets).some(b => store.isMyBet(shown, b) && store.placeOf(b) === store.placeOf(h));
}
