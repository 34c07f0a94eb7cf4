// Why a usual decision is missing.

import { gameWord } from '../core/i18n.js';
import { openPeriod } from '../core/offers.js';

/** Why a usual decision is missing, in the game's own words, or "". @param {Client.State} s */
export function whyMissing(s) {
  if (!s.listen?.offers.length || openPeriod(s) !== 'decision') return '';
  const acts = new Set(s.listen.offers.map(o => o.act));
  for (const key of Object.keys(s.table.words?.pt ?? {})) {
    if (key.startsWith('missing.') && !acts.has(key.slice(8))) return gameWord(s.table, key);
  }
  return '';
}
