// The picture of a round after its end: what was won and lost stays on the cloth until the next round begins to be
// played, or I act. Only the drawing keeps it; the record collects cards and stakes when the house does.

/** The cards of hands that were collected in this round. @typedef {Record<string, Client.Hand>} Collected */

/**
 * What a finished round leaves, for its picture.
 * @param {Client.State} s
 * @returns {Client.LastRound | null}
 */
export const roundLeft = s =>
  Object.keys(s.results).length || Object.keys(s.settlements).length || Object.values(s.fell).some(Boolean)
    ? {
        coup: s.coup,
        hands: finalHands(s),
        results: s.results,
        settlements: s.settlements,
        steps: s.steps,
        call: s.call,
        fell: s.fell,
        throws: s.throws,
        void: s.void,
      }
    : null;

/**
 * The hands of a round, with those that were collected. Where players hold cards against one another, a hand that was
 * given up is gone; the rest stays once the hand is over.
 * @param {Client.State} s
 */
function finalHands(s) {
  const { ring, cards = {} } = s.table?.felt ?? {};
  if (ring && Object.keys(s.hands).some(h => /^\d+$/.test(h))) return s.hands;
  /** @param {string} h */
  const stays = h => h in s.results || (ring ? h === ring.board : /^\d/.test(h) || h in cards);
  return { ...Object.fromEntries(Object.entries(s.collected).filter(([h]) => stays(h))), ...s.hands };
}

/** Whether something of this round lies on the table: a card, a throw, or a stake that I have laid. */
/** @param {Client.State} s */
export const roundBegan = s =>
  Object.keys(s.hands).length > 0 ||
  Object.keys(s.collected).length > 0 ||
  Object.keys(s.results).length > 0 ||
  s.ballRunning ||
  Object.values(s.fell).some(Boolean) ||
  s.steps.some(e => e.yours && e.answer);

/**
 * The state as it is drawn: with the cards that were collected; and between two rounds with the last one, unless it
 * is the round `dismissed`. Then `fresh` is the state itself.
 * @param {Client.State} s
 * @param {string} [dismissed]
 * @returns {Client.State}
 */
export function pictureOf(s, dismissed = '') {
  const { last } = s;
  if (!last || last.coup.id === dismissed || roundBegan(s))
    return dismissed && s.coup.id === dismissed ? s : { ...s, hands: finalHands(s) };
  return { ...s, ...last, over: true, covered: false, ballRunning: false, fresh: s };
}
