// What a player chooses ahead of their turn at a table with pots: it is done when their question comes, exactly as if they
// pressed the button then. Nothing is sent before.

import { myPlace, readPots, stackOf } from '../cloths/pot_state.js';
import { formatSum, t } from '../core/i18n.js';
import { offersOf } from '../core/offers.js';
import { esc } from '../core/text.js';

/** Choices that a new bet takes back. The others say themselves what they do with one. */
const TAKEN_BACK = new Set(['check', 'call']);

/** @typedef {{place: string, round: string, level: number, due: number}} Situation */

/**
 * The bets while somebody else is to act and I am still to come; null where nothing can be chosen ahead.
 * @param {Client.State} s
 * @returns {Situation | null}
 */
export function aheadOf(s) {
  if (!s.table?.felt.turn?.length || s.over || s.void) return null;
  const place = myPlace(s);
  const asked = s.listen ?? s.lastListen;
  if (!place || !s.hands[place] || !asked?.window?.startsWith('turn:')) return null;
  const pots = readPots(s);
  const stack = stackOf(s, place);
  if (pots.shown || pots.parts.length || Object.keys(pots.won).length || !stack) return null;
  const level = Math.max(0, ...Object.values(pots.round));
  return {
    place,
    round: `${s.coup.id} ${asked.window.split(':')[1]}`,
    level,
    due: Math.min(stack, level - (pots.round[place] ?? 0)),
  };
}

/** @param {Client.State} s @param {string} place */
const isAsked = (s, place) => Boolean(s.listen?.awaiting?.includes(place) && s.listen.window.startsWith('turn:'));

export class Ahead {
  constructor() {
    /** What is chosen: "", "check-fold", "check", "fold", "call" or "call-any". */
    this.choice = '';
    this.round = '';
    this.level = 0;
    /** The price that was shown with "call", in cents. */
    this.price = 0;
    /** Whether a new bet has just taken the choice back. */
    this.gone = false;
  }

  /** Follow the bets: a new round or a new bet can take the choice back. @param {Situation | null} now */
  follow(now) {
    if (!now || now.round !== this.round) {
      this.choice = '';
      this.gone = false;
    } else if (now.level > this.level) {
      this.gone = TAKEN_BACK.has(this.choice);
      if (this.gone) this.choice = '';
      if (this.choice === 'check-fold') this.choice = 'fold';
    }
    this.round = now?.round ?? '';
    this.level = now?.level ?? 0;
  }

  /**
   * The act that was chosen, once my question is there; it is given once.
   * @param {Client.State} s
   * @returns {Client.Offer | undefined}
   */
  due(s) {
    const now = aheadOf(s);
    this.follow(now);
    if (!now || !this.choice || !isAsked(s, now.place)) return undefined;
    /** @param {string} act */
    const offer = act => offersOf(s, act).find(o => o.seat === now.place && !o.disabled);
    const call = offer('call');
    const acts = {
      'check-fold': offer('check') ?? offer('fold'),
      check: offer('check'),
      fold: offer('fold'),
      call: call && call.cost === this.price ? call : undefined,
      'call-any': call ?? offer('check'),
    };
    const act = acts[/** @type {keyof typeof acts} */ (this.choice)];
    this.choice = '';
    return act;
  }

  /** Choose, or take back. @param {Client.State} s @param {string} what */
  press(s, what) {
    this.follow(aheadOf(s));
    this.choice = this.choice === what ? '' : what;
    this.price = aheadOf(s)?.due ?? 0;
    this.gone = false;
  }

  /** The boxes, "" where nothing can be chosen ahead. @param {Client.State} s */
  html(s) {
    const now = aheadOf(s);
    this.follow(now);
    if (!now || isAsked(s, now.place)) return '';
    const kinds = now.due > 0 ? ['fold', 'call', 'call-any'] : ['check-fold', 'check', 'call-any'];
    const boxes = kinds.map(
      (kind, i) =>
        `<button type="button" class="box" data-id="ahead:${kind}" data-ahead="${kind}" data-key="${i + 1}" aria-pressed="${this.choice === kind}"><i></i><span>${esc(
          t(`ahead.${kind}`, { sum: formatSum(now.due) }),
        )}</span><kbd>${i + 1}</kbd></button>`,
    );
    return `<div class="ahead" role="group" aria-label="${esc(t('ahead.title'))}">${boxes.join('')}</div><p class="gone" role="status">${
      this.gone ? esc(t('ahead.gone')) : ''
    }</p>`;
  }
}
