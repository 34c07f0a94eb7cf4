// The button to sit down for who has no place: at the table's own places it is small, here it lies under the thumb.

import { formatClause, t } from '../core/i18n.js';
import { offersOf } from '../core/offers.js';
import { clauseLink, esc } from '../core/text.js';

/**
 * A button that takes the first free place, or "" where I have one or none is offered.
 * @param {Client.State} s
 */
export function sitOffer(s) {
  const [free] = s.you?.places.length ? [] : offersOf(s, 'sit');
  if (!free?.seat) return '';
  return `<div class="actbox"><button type="button" class="act first" data-id="sit" data-act="sit" data-seat="${esc(free.seat)}"><b>${esc(t('sit'))}</b><small>${esc(
    t('place.n', { n: free.seat }),
  )}<u> · </u><span class="cl">§ ${esc(formatClause(free.law))}</span></small></button>${clauseLink(free.law, 'side')}</div>`;
}
