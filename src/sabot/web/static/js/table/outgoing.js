// What a player says to the house from the page of a table.

import { asRefusal, post } from '../core/api.js';
import { t } from '../core/i18n.js';
import { isBetting, offersOf, questionsToMe } from '../core/offers.js';
import { ignoreRepeats } from '../core/press.js';
import { isMyBet } from '../core/state.js';
import { houseClause } from '../record/narration.js';
import { askFirst } from './own_limit.js';
import { mayBeReady } from './ready.js';
import { refusalNotice } from './refusal_notice.js';

/** Acts that may follow one another quickly, because each sends a whole sum, or adds to it. */
const RAPID_ACTS = new Set(['bet', 'clear', 'insert']);

/**
 * @typedef {{
 *   live: () => Client.State,
 *   drawnVersion: () => number,
 *   connection: () => import('../core/socket.js').TableConnection,
 *   bets: () => import('./bets.js').Bets,
 *   caption: import('./caption.js').Caption,
 *   playback: import('../core/playback.js').Playback,
 *   draw: () => void,
 *   acted: () => void,
 *   sessionEnded: () => boolean,
 *   isPast: (coup: string) => boolean,
 *   hints: () => import('./hints.js').Hints | null,
 * }} Sender
 */

/**
 * The act by which a player alone begins the round once their bets lie: deal, spin, throw or open.
 * @param {Client.State} s
 * @param {string[]} tools acts for all bets at once
 */
const openingAct = (s, tools) =>
  isBetting(s)
    ? questionsToMe(s).find(o => !['bet', 'clear', ...tools].includes(o.act) && !o.unit && !o.disabled)
    : undefined;

/** Sends acts and commands, and shows refusals. */
export class Outgoing {
  /** @param {Sender} page */
  constructor(page) {
    this.page = page;
  }

  /**
   * Send an act. It carries the version that was shown when it was pressed, so that the house takes it for that
   * question only.
   * @param {string} act
   * @param {string} seat
   * @param {number} [amount]
   */
  act = async (act, seat, amount) => {
    const { caption, playback } = this.page;
    caption.clear('ask');
    const question = askFirst(this.page.live(), act, seat, amount, () => this.act(act, seat, amount));
    if (question) {
      const coup = this.page.live().coup.id;
      caption.show(() => ({ ...question(), expired: this.page.isPast(coup) }));
      this.page.draw();
      return { ok: false, lost: true };
    }
    const v = RAPID_ACTS.has(act) ? this.page.live().v : this.page.drawnVersion();
    if (!RAPID_ACTS.has(act)) ignoreRepeats();
    if (!playback.idle) playback.flush();
    this.page.acted();
    for (const kind of ['refused', 'void', 'idle', 'news']) caption.clear(kind);
    const taken = this.page.hints()?.before(act, seat);
    const reply = await this.page.connection().sendAct(act, seat, amount, v);
    if (reply.ok) taken?.();
    if (!reply.ok && !reply.lost) this.showRefusal({ ...reply, act, seat });
    this.page.draw();
    return reply;
  };

  /** I need no more of the time that runs; what is still being shown is at its end. */
  ready = async () => {
    const { playback } = this.page;
    if (!playback.idle) {
      playback.flush();
      if (this.page.live().over) return; // the first press ends what is shown, the second begins the next round
    }
    if (!mayBeReady(this.page.live())) return;
    this.page.acted();
    const reply = await this.page.connection().sendCommand({ t: 'ready', v: this.page.live().v });
    if (!reply.ok && !reply.lost) this.showRefusal(reply);
  };

  /** The bets of the last round again, and the next round begins. */
  replay = async () => {
    const { bets, live } = this.page;
    const house = offersOf(live(), 'repeat')[0];
    const taken = house ? (await this.act('repeat', house.seat)).ok : await bets().repeatBets();
    if (!taken) return;
    /** @returns {boolean} */
    const laid = () => Object.keys(live().bets).some(bet => isMyBet(live(), bet));
    const begins = () => (laid() ? openingAct(live(), bets().tools ?? []) : undefined);
    for (let tries = 0; tries < 40 && !begins() && !(laid() && mayBeReady(live())); tries += 1)
      await new Promise(go => void setTimeout(go, 50));
    const begin = begins();
    if (begin) await this.act(begin.act, begin.seat);
    else if (laid()) await this.ready();
  };

  /** End my session (34). With a bet in play it ends with the coup. */
  endSession = async () => {
    const { caption, playback } = this.page;
    if (!playback.idle) playback.flush();
    const reply = await this.page.connection().sendCommand({ t: 'end', v: this.page.live().v });
    if (!reply.ok) {
      if (!reply.lost) this.showRefusal(reply);
    } else if (!this.page.sessionEnded()) {
      const coup = this.page.live().coup.id;
      caption.show(() => ({
        kind: 'news',
        expired: this.page.isPast(coup),
        mark: 'i',
        title: t('ending'),
        why: t('ending.why'),
        law: houseClause(this.page.live().table, 'session'),
      }));
    }
  };

  refillCredits = async () => {
    try {
      await post('/api/me/credits');
      this.page.connection().renew();
    } catch (thrown) {
      const problem = asRefusal(thrown);
      this.page.caption.show(() => ({
        kind: 'refused',
        mark: '!',
        title: t('refused'),
        why: problem.message,
        law: problem.law,
      }));
    }
  };

  /**
   * Show a refusal. An act that came too late ("moved-on") is nobody's mistake and is not shown.
   * @param {Client.Refusal} m
   */
  showRefusal = m => {
    if (m.code !== 'moved-on') this.page.caption.show(() => refusalNotice(m, this.page.live().table, this.useNearest));
  };

  /** @param {string} act @param {string} seat @param {number} amount */
  useNearest = (act, seat, amount) =>
    void (act === 'bet' ? this.page.bets().setBet(seat, amount) : this.act(act, seat, amount));
}
