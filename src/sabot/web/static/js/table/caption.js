// The croupier's caption: the call in the language of the law, below it the reader's language, at the right the clause.
// A caption is {q, p, law}: the quoted call, the paragraph below it, and the clause.

import { timerRing } from '../core/chips.js';
import { hit } from '../core/dom.js';
import { callLanguage, endSentence, htmlLang, joinSentences, netClass, t } from '../core/i18n.js';
import { machineStory } from '../core/machine_story.js';
import { isBetting, isClosed } from '../core/offers.js';
import { clauseLink, esc } from '../core/text.js';
import { endCaption, eventCaption } from './event_caption.js';
import { bettingCaption, closedCaption, croupierStepCaption, questionCaption } from './open_caption.js';

/**
 * The caption: what happens now, under the clause that orders it. That is the event being drawn, else the open
 * question, what the croupier does next, or how the coup ended.
 * @param {Client.State} s what is shown
 * @param {Client.State} live the record
 * @param {import('./bets.js').Bets} bets
 * @param {boolean} upToDate whether all of the record is shown
 */
export function captionFor(s, live, bets, upToDate) {
  const what = currentCaption(s, live, bets, upToDate);
  const keepsPlace = live.keptPlace && live.you?.places.includes(live.keptPlace);
  return keepsPlace && !what.yours
    ? { ...what, p: joinSentences([what.p, t('place.kept', { place: live.keptPlace })]) }
    : what;
}

/**
 * @param {Client.State} s
 * @param {Client.State} live
 * @param {import('./bets.js').Bets} bets
 * @param {boolean} upToDate
 * @returns {Client.Caption}
 */
function currentCaption(s, live, bets, upToDate) {
  const { table } = s;
  if (!table) return { q: '', p: t('loading'), law: '' };
  if (table.felt.shape === 'cabinet') return machineStory().caption(s, live, upToDate);
  if (isClosed(live) && (upToDate || (isBetting(live) && (s.over || s.coup.id === live.coup.id))))
    return closedCaption(live);
  // Betting is announced as soon as the last coup is cleared, even if events of the new one are still being drawn.
  if (isBetting(live) && (upToDate || (s.coup.id === live.coup.id && !s.over))) return bettingCaption(live, bets);
  if (upToDate && s.listen) return questionCaption(s);
  if (upToDate && s.awaits) return croupierStepCaption(s);
  return s.over ? endCaption(s) : eventCaption(s);
}

/**
 * @typedef {{kind: string, mark: string, title: string, why: string, law?: string, button?: string, go?: () => void,
 *   hold?: boolean, expired?: boolean}} ShownNotice
 */

/** The caption and the timer. */
export class Caption {
  /**
   * @param {HTMLElement} bar
   * @param {HTMLElement} dial
   * @param {HTMLElement} live for announcements to screen readers
   */
  constructor(bar, dial, live) {
    this.bar = bar;
    this.dial = dial;
    this.live = live;
    this.html = '';
    /** @type {(() => ShownNotice) | null} */
    this.notice = null;
    /** @type {Client.Caption} */
    this.what = { q: '', p: '', law: '' };
    /** @type {Client.Table | null} */
    this.table = null;
    /** The window of the running clock, the seconds that are shown, and of how many. */
    this.window = '';
    this.left = -1;
    this.totalShown = 0;
    this.deadline = 0;
    this.total = 0;
    this.warnedWindow = '';
    bar.addEventListener('click', e => {
      const b = hit(e, 'button');
      const notice = this.notice?.();
      if (!b) return;
      if (!notice?.hold) this.clear();
      if (b.dataset.do === 'go') notice?.go?.();
    });
    setInterval(() => this.tick(), 200);
  }

  /**
   * Show a notice in place of the caption until it expires or is cleared. News give way to a question to me. The
   * function is called for each drawing, since the language can change.
   * @param {() => ShownNotice} notice
   */
  show(notice) {
    this.notice = notice;
    this.draw();
  }
  /** @param {string} [kind] only a notice of this kind */
  clear(kind) {
    const shown = this.notice?.();
    if (shown && (kind ? shown.kind === kind : !shown.hold)) {
      this.notice = null;
      this.draw();
    }
  }

  /** @param {Client.Caption} what @param {Client.Table | null} table */
  setCaption(what, table) {
    this.what = what;
    this.table = table;
    this.draw();
  }

  draw() {
    const w = this.what;
    if (this.notice?.().expired) this.notice = null;
    const shown = this.notice?.();
    const n = w.yours && shown && ['news', 'idle', 'void'].includes(shown.kind) && !shown.hold ? null : shown;
    const from = esc(this.table?.regulation ?? '');
    /** @param {string} [law] */
    const cite = law =>
      law
        ? `<div class="cite">${clauseLink(law)}<small class="desk">${law.startsWith('ir/') ? '' : from}</small></div>`
        : '';
    const html = n
      ? `<span class="mark" aria-hidden="true"></span><div class="words"><b>${esc(n.title)}</b><p>${esc(n.why)}</p></div>${
          n.button ? `<button type="button" class="ghost" data-do="go">${esc(n.button)}</button>` : ''
        }${n.hold ? '' : `<button type="button" class="ghost" data-do="no">${t('dismiss')}</button>`}${cite(n.law)}`
      : `<div class="words">${w.title ? `<b>${esc(w.title)}</b>` : ''}${
          w.q ? `<q lang="${htmlLang(callLanguage())}">${esc(endSentence(w.q, callLanguage()))}</q>` : ''
        }<p class="${netClass(w.net ?? 0)}">${esc(w.p)}</p></div>${cite(w.law)}`;
    this.bar.className = `caption${n ? ` notice ${n.kind}` : ''}${!n && w.yours ? ' yours' : ''}`;
    if (html !== this.html) {
      this.html = html;
      this.bar.innerHTML = html;
    }
    // A mark that counts down changes alone, so that the text is not announced again.
    const mark = this.bar.querySelector('.mark');
    if (n && mark && mark.textContent !== n.mark) mark.textContent = n.mark;
  }

  /** Five seconds are left. */
  onLate = () => {};

  /** Set the running clock, or null. @param {{left: number, of: number, window: string}|null} clock */
  setClock(clock) {
    this.total = clock?.of ?? 0;
    this.window = clock?.window ?? '';
    this.deadline = clock ? performance.now() + clock.left * 1000 : 0;
    this.tick();
  }

  tick() {
    const left = this.deadline ? Math.max(0, Math.ceil((this.deadline - performance.now()) / 1000)) : -1;
    if (left === this.left && this.total === this.totalShown) return;
    this.left = left;
    this.totalShown = this.total;
    this.dial.hidden = left < 0;
    if (left < 0) {
      this.dial.innerHTML = '';
      return;
    }
    this.dial.innerHTML = timerRing(left, Math.max(left, this.total));
    if (left <= 5 && left > 0 && this.warnedWindow !== this.window) {
      this.warnedWindow = this.window;
      this.live.textContent = t('time.left', { n: left });
      this.onLate();
    }
  }
}
