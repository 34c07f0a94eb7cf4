// "Ready": I need no more of the time that runs. Alone, or with everybody else, it ends at once.

import { handName } from '../record/names.js';
import { clauseLink, esc } from '../core/text.js';
import { formatClause, gameWord, joinList, plural, t } from '../core/i18n.js';

/**
 * What ends when all are ready: the "bets", waiting for "company", or the "pause" before a round; while the round is
 * still being shown, the "show".
 * @param {Client.State} s
 * @param {boolean} showing
 */
const whatEnds = (s, showing) =>
  showing
    ? 'show'
    : !s.listen || s.listen.default === 'deal'
      ? 'pause'
      : s.listen.clock === 'shuffle'
        ? 'company'
        : 'bets';

/** Whether I can say that I need no more time. @param {Client.State} s */
export const mayBeReady = s => Boolean(s.ready?.yours && !s.closed);

/**
 * The button by which I am ready, or whom the table waits for once I am; "" where no time runs that could end early.
 * @param {Client.State} s
 * @param {boolean} first whether it is the next thing to do
 * @param {boolean} [showing] whether the round is still being shown
 */
export function readyHtml(s, first, showing = false) {
  const { ready } = s;
  if (!ready || s.closed) return '';
  if (!ready.yours) {
    if (!ready.ready.some(place => s.you?.places.includes(place)) || !ready.waits_for.length) return '';
    const names = joinList(ready.waits_for.map(place => handName(s.table, place)));
    return `<p class="waits">${esc(t('ready.waits', { who: names }))} ${clauseLink(ready.law)}</p>`;
  }
  const ends = whatEnds(s, showing);
  const others = ready.waits_for.filter(place => !s.you?.places.includes(place)).length;
  const more = others && !showing ? plural('ready.others', others) : t(`ready.at-once.${ends}`);
  const key = esc(gameWord(s.table, 'key.ready'));
  return `<div class="actbox"><button type="button" class="act${first ? ' first' : ''}" data-id="ready" data-key="${key}"><kbd>${key}</kbd><b>${esc(
    t(`ready.${ends}`),
  )}</b><small><span class="more">${esc(more)}</span><u> · </u><span class="cl">§ ${esc(formatClause(ready.law))}</span></small></button>${clauseLink(ready.law, 'side')}</div>`;
}
