// My previous round at a table, from my history, for a page that has not seen it.

import { get } from '../core/api.js';
import * as store from '../core/store.js';

/**
 * What came of my previous round and what I had staked; null if there is none, or the page has seen it meanwhile.
 * @param {string} table
 * @param {() => Client.State} live
 * @returns {Promise<Pick<Client.State, 'previous' | 'lastBets'> | null>}
 */
export async function loadPrevious(table, live) {
  const coups = await get('/api/me/coups?limit=5').catch(() => []);
  const last = coups.find(c => String(c.table).split('~')[0] === table && c.id !== live().coup.id);
  if (!last || live().previous) return null;
  const coup = await get(`/api/coups/${encodeURIComponent(last.id)}`).catch(() => null);
  if (!coup || live().previous) return null;
  const end = store.fold(
    /** @type {Client.Event[]} */ (coup.events).reduce(store.fold, {
      ...store.empty(),
      coup: { id: coup.id, no: coup.no },
    }),
    { step: 'begin', coup: live().coup.id, no: live().coup.no },
  );
  return { previous: end.previous, lastBets: end.lastBets };
}
