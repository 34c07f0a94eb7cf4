// Checks the seal of a shoe in the browser: SHA-256 of the nonce and the order, one byte a card.

const RANKS = 'A23456789TJQK';
const SUITS = 'SHDC';
/** @param {string} hex */
const bytes = hex => Uint8Array.from(hex.match(/../g) ?? [], pair => parseInt(pair, 16));

/**
 * @param {{nonce: string, order: string}} opening
 * @param {string} seal hex
 * @returns {Promise<{good: boolean, hash: string}>}
 */
export async function checkSeal(opening, seal) {
  const whole = new Uint8Array([...bytes(opening.nonce), ...bytes(opening.order)]);
  const hash = [...new Uint8Array(await crypto.subtle.digest('SHA-256', whole))]
    .map(b => b.toString(16).padStart(2, '0'))
    .join('');
  return { good: hash === seal, hash };
}

/**
 * Find a coup's cards in the opened order; a card that was never shown matches any card.
 * @param {string} order hex
 * @param {Client.Event[]} events
 * @returns {{cards: number, from: number}} `from` counts from 1; 0 when they are not found
 */
export function findCoupInOrder(order, events) {
  /** @type {(string|null)[]} */
  const cards = [];
  /** @type {Record<string, number[]>} */
  const indexesByHand = {};
  for (const e of events) {
    if (e.step === 'deal') {
      (indexesByHand[e.to] ??= []).push(cards.length);
      cards.push(e.card ?? null);
    }
    if (e.step === 'part') {
      const [a, b] = indexesByHand[e.hand];
      delete indexesByHand[e.hand];
      indexesByHand[e.into[0]] = [a];
      indexesByHand[e.into[1]] = [b];
    }
    if (e.step === 'deal' && e.lies === false) {
      indexesByHand[e.to].pop();
      cards.pop();
    }
    if (e.step === 'shift') {
      const [i] = indexesByHand[e.frm].splice(e.index, 1);
      (indexesByHand[e.to] ??= []).push(i);
      cards[i] = e.card;
    }
    if (e.step === 'reveal' || e.step === 'turn') cards[indexesByHand[e.hand][e.index]] = e.card;
  }
  const all = [...bytes(order)].map(b => RANKS[b % 13] + SUITS[Math.floor(b / 13)]);
  // The order wraps round: a shoe that was cut begins in its middle.
  for (let i = 0; cards.length && cards.length <= all.length && i < all.length; i++)
    if (cards.every((c, k) => c === null || c === all[(i + k) % all.length]))
      return { cards: cards.length, from: i + 1 };
  return { cards: cards.length, from: 0 };
}
