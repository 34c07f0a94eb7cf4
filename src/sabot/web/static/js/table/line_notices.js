// What the caption says of the line to the house: lost, back, no such table, no house.

import { t } from '../core/i18n.js';
import * as store from '../core/store.js';
import { houseClause } from '../record/narration.js';
import { timeoutText } from './refusal_notice.js';

const toLobby = () => {
  location.href = './';
};

/** Counts the seconds down until the next attempt, in the caption. */
export class LineNotices {
  timer = 0;

  /**
   * @param {import('./caption.js').Caption} caption
   * @param {() => Client.State} live
   * @param {() => void} retry
   */
  constructor(caption, live, retry) {
    this.caption = caption;
    this.live = live;
    this.retry = retry;
  }

  /** @param {number} again seconds until the next attempt */
  lost(again) {
    const until = Date.now() + again * 1000;
    clearInterval(this.timer);
    const show = () => this.showLost(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    show();
    this.timer = setInterval(show, 1000);
  }

  /** @param {number} seconds until the next attempt */
  showLost(seconds) {
    const live = this.live();
    this.caption.show(() => ({
      kind: 'lost',
      mark: seconds ? String(seconds) : '↻',
      title: t('lost'),
      why: whatItMeans(live),
      law: live.table?.felt.laws?.records ?? houseClause(live.table, 'line'),
      button: t('retry'),
      go: this.retry,
      hold: true,
    }));
  }

  /** Whether the caption said that the line was lost. */
  back() {
    const said = this.caption.notice?.().kind === 'lost';
    clearInterval(this.timer);
    this.caption.clear('lost');
    return said;
  }

  noTable() {
    this.refuse(t('no-table'), '');
  }

  /** @param {string} why */
  noHouse(why) {
    this.refuse(t('no-house'), why);
  }

  /** @param {string} title @param {string} why */
  refuse(title, why) {
    this.caption.show(() => ({
      kind: 'refused',
      mark: '!',
      title,
      why,
      button: t('to-lobby'),
      go: toLobby,
      hold: true,
    }));
  }
}

/** What a lost line means for me: my bets stand, and what the time that runs does. @param {Client.State} live */
function whatItMeans(live) {
  if (live.table?.felt.shape === 'cabinet') return `${t('lost.try')} ${t('cabinet.say.lost')}`;
  if (!Object.keys(live.bets).some(b => store.isMyBet(live, b))) return `${t('lost.try')} ${t('lost.none')}`;
  const fall =
    live.listen?.default && live.listen.offers.length
      ? `${t('sign.gap')}${timeoutText(live.table, live.listen.default)}`
      : '';
  return `${t('lost.why')}${fall}`;
}
