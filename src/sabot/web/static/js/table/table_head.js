// The head of the page of a table: the game, the table, its packs and limits.

import { variantName, variantText } from '../cloths/ring_captions.js';
import { byId as $ } from '../core/dom.js';
import { formatLimits, gameName, plural, t } from '../core/i18n.js';
import { esc } from '../core/text.js';
import { setHtml } from '../core/update.js';

/** @param {Client.State} shown */
export function nameTable(shown) {
  const { table } = shown;
  const packs = table.rules?.packs;
  // A mixed table is named after what is dealt there now.
  const mixed = Boolean(table.felt.ring && table.rules?.second);
  const dealt = mixed ? variantName(shown) : '';
  const where = [
    table.name,
    mixed ? variantText(shown, Boolean(dealt)) : '',
    table.in_force?.historical ? t('historical') : '',
    packs ? plural('packs', packs) : '',
    formatLimits(table),
  ];
  setHtml($('game'), esc(dealt || gameName(table)));
  setHtml($('where'), esc(where.filter(Boolean).join(' · ')));
  document.title = `${table.name} · Sabot`;
}
