// The words of a gaming machine: its parts, its messages, and the names of its symbols.

import { hasWord, lang, joinList, wordGroup } from '../core/i18n.js';

/**
 * @typedef {Pick<House.CabinetFelt, 'model' | 'groups' | 'reels'> & Partial<House.CabinetFelt>} Symbols the symbols of
 *   a felt
 */

/** A text of the machine in the reader's language or another, and the same for a number of things. */
export const { w, wn } = wordGroup('cabinet');

/**
 * Whether there is a drawing of a symbol: those that have one have a name too.
 * @param {string} model
 * @param {string} name
 */
export const hasDrawing = (model, name) => hasWord(`cabinet.symbol.${model}.${name}`);

/**
 * What a symbol, a group of them or a combination of cards is called.
 * @param {Symbols} felt
 * @param {string} name
 * @param {string} [as]
 * @returns {string}
 */
export function symbolName(felt, name, as = lang()) {
  if (hasDrawing(felt.model, name)) return w(`symbol.${felt.model}.${name}`, {}, as);
  const group = felt.groups?.[name];
  if (group) {
    const all = group.map(one => symbolName(felt, one, as));
    return all.length < 2 ? all.join('') : w('group', { first: joinList(all.slice(0, -1), as), last: all.at(-1) }, as);
  }
  const mixed = felt.line_rules?.mixed?.[name];
  if (mixed) {
    const all = mixed.symbols.map(one => (one === '*' ? w('anything', {}, as) : symbolName(felt, one, as)));
    return (mixed.order ?? 'given') === 'given' ? all.join(' – ') : joinList(all, as);
  }
  if (felt.play === 'cards' && !hasWord(`cabinet.combo.${name}`)) return name;
  if (felt.play === 'cards') return w(`combo.${name}`, { pair: w(`pair.${felt.pair ?? 'J'}`, {}, as) }, as);
  return name;
}
